/* SPDX-License-Identifier: Apache-2.0 */
/* peer - the functions that `openshfl conform --so LIB` calls: your shuffle, your votes, matches and reductions, groups, barriers and blocks,
 * and RISC-V's permutations.
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

/* Levels rvv-gather, rvv-slide and rvv-compress: an instruction of RISC-V V. Element k is element k of the group.
 *
 *   vd        [elements], the old value in, the new one out
 *   returns   0, or 1: refused
 */
enum {
    PEER_VRGATHER_VV,
    PEER_VRGATHEREI16_VV,
    PEER_VRGATHER_VX,
    PEER_VRGATHER_VI,
    PEER_VSLIDEUP_VX,
    PEER_VSLIDEUP_VI,
    PEER_VSLIDEDOWN_VX,
    PEER_VSLIDEDOWN_VI,
    PEER_VSLIDE1UP_VX,
    PEER_VFSLIDE1UP_VF,
    PEER_VSLIDE1DOWN_VX,
    PEER_VFSLIDE1DOWN_VF,
    PEER_VCOMPRESS_VM
};
struct openshfl_rvv {
    unsigned op;           /* one of those above */
    unsigned vlen;         /* bits of a register: the profile's */
    unsigned sew;          /* 8, 16, 32 or 64 */
    unsigned vlmul;        /* 0 to 3: LMUL is 1, 2, 4 or 8; 5 to 7: 1/8, 1/4 or 1/2 */
    unsigned vl, vstart;   /* 0 to VLMAX; 0 to VLMAX - 1 */
    int vm, vta, vma;      /* vm: 1, there is no mask */
    uint64_t x;            /* the offset, index, immediate, or value of x or f */
    unsigned elements;     /* of the group; with LMUL below 1, those of the register */
    const uint64_t *mask;  /* [16]: bit k % 64 of mask[k / 64] is the bit of element k in v0, of vcompress in vs1 */
    const uint64_t *index; /* [elements]: vs1 of vrgather.vv and vrgatherei16.vv */
    const uint64_t *vs2;   /* [elements] */
};
typedef int openshfl_rvv_peer_fn(const struct openshfl_rvv *in, uint64_t *vd);
openshfl_rvv_peer_fn openshfl_rvv_peer;

/* Levels tile and coalesced: an operation of a group. The group of a lane is the tile that it is in, or, where tile is 0, the lanes
 * of active with the same label. Rank r is the r-th of its lanes.
 *
 *   op        one of those below; votes take bit 0 of ra as the predicate, reductions and scans are sums of 32 bits
 *   index     [lanes], a rank, a distance or an xor mask
 *   pu        bit k: any and all of a vote, and the predicate of match_all
 */
enum {
    PEER_GROUP_SHFL,
    PEER_GROUP_SHFL_UP,
    PEER_GROUP_SHFL_DOWN,
    PEER_GROUP_SHFL_XOR,
    PEER_GROUP_RANK,
    PEER_GROUP_SIZE,
    PEER_GROUP_BALLOT,
    PEER_GROUP_ANY,
    PEER_GROUP_ALL,
    PEER_GROUP_MATCH_ANY,
    PEER_GROUP_MATCH_ALL,
    PEER_GROUP_REDUCE,
    PEER_GROUP_INCLUSIVE,
    PEER_GROUP_EXCLUSIVE
};
typedef int openshfl_group_peer_fn(unsigned lanes, unsigned op, unsigned tile, uint64_t active, const uint64_t *label,
                                   const uint64_t *index, const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we);
openshfl_group_peer_fn openshfl_group_peer;

/* Level barrier: op 0 count, 1 and, 2 or, of a block of up to 1,024 threads; 3 to 5: of the warps of a block that arrive at it, the
 * bits of warps, 32 lanes each. In a mask, thread k is bit k % 64 of word k / 64.
 *
 *   rd        [threads], what each thread gets: of and and or 0 or 1
 *   we        a mask: the threads that get a result; those that have exited or do not arrive get none
 */
enum { PEER_BARRIER_COUNT, PEER_BARRIER_AND, PEER_BARRIER_OR, PEER_BARRIER_PART };
typedef int openshfl_barrier_peer_fn(unsigned threads, unsigned op, unsigned warps, const uint64_t *exited,
                                     const uint64_t *p, uint64_t *rd, uint64_t *we);
openshfl_barrier_peer_fn openshfl_barrier_peer;

#ifdef __cplusplus
}
#endif
#endif
