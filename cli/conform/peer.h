/* SPDX-License-Identifier: Apache-2.0 */
/* peer - the functions that `openshfl conform --so LIB` calls: your shuffle, your votes, matches and reductions, and your vrgather.
 * docs/use/conformance.md
 *
 * Build it as a shared object that exports it under the name openshfl_peer. One call is one warp; element k of an array,
 * and bit k of a mask, belong to lane k.
 */
#ifndef OPENSHFL_PEER_H
#define OPENSHFL_PEER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Shuffle one warp.
 *
 *   lanes     2 .. 64
 *   mode      0 IDX, 1 UP, 2 DOWN, 3 BFLY (CUDA's xor)
 *   active    the lanes that execute
 *   sb, sc    [lanes], the operands b and c of PTX: lane, distance or xor mask; clamp + 256 * segment mask
 *   ra        [lanes], the value of each lane, of at most 32 bits except at level data64
 *   rd        [lanes], the value that each lane reads
 *   pu        bit k: the source of lane k was in range. Anything, if your profile says `predicate no`
 *   we        bit k: lane k writes rd and pu
 *   returns   0, or 1: this warp is refused, and nothing is written
 */
typedef int openshfl_peer_fn(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                             const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we);
openshfl_peer_fn openshfl_peer;

/* Level ballot: votes, with the names of PTX.
 *
 *   op        one of those below; all, any and uni have the result pu, ballot rd, and elect both
 *   p         bit k: the predicate of lane k
 *   rd        [lanes], as each lane gets it: the ballot, or the number of the lane that is elected
 *   pu        bit k: what lane k gets as its predicate
 *   we        bit k: lane k writes
 *   returns   0, or 1: refused
 */
enum { PEER_ALL, PEER_ANY, PEER_UNI, PEER_ELECT, PEER_BALLOT };
typedef int openshfl_vote_peer_fn(unsigned lanes, unsigned op, uint64_t active, uint64_t p, uint64_t *rd, uint64_t *pu,
                                  uint64_t *we);
openshfl_vote_peer_fn openshfl_vote_peer;

/* Level match: op 0 is match.all, with rd and pu, and 1 is match.any, with rd. ra [lanes] has 32 bits. */
typedef int openshfl_match_peer_fn(unsigned lanes, unsigned op, uint64_t active, const uint64_t *ra, uint64_t *rd,
                                   uint64_t *pu, uint64_t *we);
openshfl_match_peer_fn openshfl_match_peer;

/* Level reduce: op 0 and, 1 or, 2 xor, 3 add, 4 min, 5 max; is_signed is 1 for min and max of s32. */
typedef int openshfl_redux_peer_fn(unsigned lanes, unsigned op, int is_signed, uint64_t active, const uint64_t *ra,
                                   uint64_t *rd, uint64_t *we);
openshfl_redux_peer_fn openshfl_redux_peer;

/* Level rvv-gather: RISC-V's vrgather.vv, or vrgatherei16.vv if ei16 is 1, of a group with so many elements.
 *
 *   sew       8, 16, 32 or 64
 *   mask      bit k: the mask bit of element k
 *   index     [elements], of SEW bits, or 16
 *   vs2       [elements]
 *   rd        [elements], what is written
 *   we        bit k: element k is written; the others stay as they are
 *   returns   0, or 1: refused
 */
typedef int openshfl_gather_peer_fn(unsigned elements, unsigned sew, int ei16, unsigned vl, uint64_t mask,
                                    const uint64_t *index, const uint64_t *vs2, uint64_t *rd, uint64_t *we);
openshfl_gather_peer_fn openshfl_gather_peer;

#ifdef __cplusplus
}
#endif
#endif
