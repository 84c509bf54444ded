/* SPDX-License-Identifier: Apache-2.0 */
/* shfl - golden model of the GPU warp shuffle (SHFL).
 *
 * One function per stage of the datapath, in its order, and their composition shfl_warp. Every function
 * works on a whole warp: element k of an array, and bit k of a mask, belong to lane k. Nothing is
 * allocated, nothing is kept between calls, arrays do not overlap. The rules and their sources are in
 * docs/rules.md; the numbers below name its sections.
 */
#ifndef SHFL_H
#define SHFL_H

#include <stdbool.h>
#include <stdint.h>

#include "shfl_defs.h"

#ifdef __cplusplus
#define SHFL_RESTRICT
extern "C" {
#else
#define SHFL_RESTRICT restrict
#endif

#define SHFL_LANES_MAX 64

/* A shuffle unit. Fields of the operands are log2(lanes) bits wide. */
struct shfl_unit {
    unsigned lanes; /* 2, 4, 8, 16, 32 or 64; a GPU has 32 */
    enum shfl_policy policy;
};

/* One warp on its way in. */
struct shfl_in {
    enum shfl_mode mode;
    bool sb_is_imm, sc_is_imm;   /* the immediate is used, in every lane, instead of the register */
    uint32_t sb_imm;             /* 0 .. lanes-1 */
    uint32_t sc_imm;             /* 8 + log2(lanes) bits */
    uint64_t active;             /* the lanes that execute */
    uint64_t ra[SHFL_LANES_MAX]; /* data, any width up to 64 bits */
    uint32_t sb[SHFL_LANES_MAX];
    uint32_t sc[SHFL_LANES_MAX];
};

/* One warp on its way out: the result of every stage, and what is written. Elements and mask bits of
 * lanes that the unit does not have are left as they were (elements) or 0 (masks). */
struct shfl_out {
    uint8_t index[SHFL_LANES_MAX];     /* decode */
    uint8_t clamp[SHFL_LANES_MAX];     /* decode */
    uint8_t segmask[SHFL_LANES_MAX];   /* decode */
    int8_t j[SHFL_LANES_MAX];          /* lane_index: 1-lanes .. 2*lanes-2 */
    uint8_t in_range[SHFL_LANES_MAX];  /* range_check: 0 or 1 */
    uint8_t src_lane[SHFL_LANES_MAX];  /* range_check: 0 .. lanes-1 */
    uint64_t src_data[SHFL_LANES_MAX]; /* crossbar */
    uint64_t src_active;               /* crossbar: the lane that was read executes */
    uint64_t rd[SHFL_LANES_MAX];       /* writeback */
    uint64_t pu;                       /* writeback: Pu */
    uint64_t we;                       /* writeback: the lanes that write Rd and Pu; in the others rd and
                                       * pu hold what the lane would have written */
};

/* Cut Sb and Sc, register or immediate, into their fields. All other bits are ignored. Spec 2.
 *
 *   unit      legal, see shfl_warp
 *   in        mode, active and ra are not read
 *   index, clamp, segmask   [lanes], each 0 .. lanes-1
 *   source    PTX ISA 9.0, shfl.sync; ignored bits measured on an H200
 */
void shfl_decode(const struct shfl_unit *unit, const struct shfl_in *in, uint8_t index[SHFL_RESTRICT],
                 uint8_t clamp[SHFL_RESTRICT], uint8_t segmask[SHFL_RESTRICT]);

/* The lane that the operands name, which may be none at all: shfl_range_check decides. Spec 3.2.
 *
 *   index     [lanes], 0 .. lanes-1: a lane number (IDX), a distance (UP, DOWN) or an xor mask (BFLY)
 *   segmask   [lanes], 0 .. lanes-1: a 1 pins that bit of the lane number to the reader's segment
 *   j         [lanes], 1-lanes .. 2*lanes-2
 */
void shfl_lane_index(const struct shfl_unit *unit, enum shfl_mode mode, const uint8_t index[SHFL_RESTRICT],
                     const uint8_t segmask[SHFL_RESTRICT], int8_t j[SHFL_RESTRICT]);

/* Is j within the segment and the clamp? If not, the lane reads itself. Spec 3.3.
 *
 *   clamp, segmask   [lanes], 0 .. lanes-1
 *   j         [lanes], as shfl_lane_index gave it
 *   in_range  [lanes], 0 or 1
 *   src_lane  [lanes], 0 .. lanes-1
 */
void shfl_range_check(const struct shfl_unit *unit, enum shfl_mode mode, const uint8_t clamp[SHFL_RESTRICT],
                      const uint8_t segmask[SHFL_RESTRICT], const int8_t j[SHFL_RESTRICT],
                      uint8_t in_range[SHFL_RESTRICT], uint8_t src_lane[SHFL_RESTRICT]);

/* Every lane reads the lane it names. Spec 3.4.
 *
 *   ra        [lanes]
 *   src_lane  [lanes], 0 .. lanes-1
 *   src_data  [lanes], ra of lane src_lane[k], or with policy OWN, if that lane is not in active, of lane k;
 *             not the same array as ra
 *   returns   bit k: lane src_lane[k] is in active
 */
uint64_t shfl_crossbar(const struct shfl_unit *unit, uint64_t active, const uint64_t ra[SHFL_RESTRICT],
                       const uint8_t src_lane[SHFL_RESTRICT], uint64_t src_data[SHFL_RESTRICT]);

/* What is written, and by which lanes. Spec 3.5 and 4.
 *
 *   src_data, in_range   [lanes], as the stages before gave them
 *   src_active  as shfl_crossbar gave it
 *   rd        [lanes]
 *   pu, we    bit k: lane k
 */
void shfl_writeback(const struct shfl_unit *unit, uint64_t active, uint64_t src_active,
                    const uint8_t in_range[SHFL_RESTRICT], const uint64_t src_data[SHFL_RESTRICT],
                    uint64_t rd[SHFL_RESTRICT], uint64_t *pu, uint64_t *we);

/* The whole unit: all stages, one after the other.
 *
 *   returns   0, or -1 with *out untouched if lanes, policy, mode or an immediate that is used is not
 *             one of the values above
 */
int shfl_warp(const struct shfl_unit *unit, const struct shfl_in *in, struct shfl_out *out);

/* Vote, match and redux: what the lanes that execute have in common. Each looks at the lanes of active and at no
 * other; a member mask does not count, as in shfl_warp. we is active, without lanes that do not exist. */

struct shfl_vote_out {
    uint64_t rd; /* the same for all lanes: the ballot; of ELECT, the number of the lane that is elected */
    uint64_t pu; /* a bit per lane: the vote, the same in all; of ELECT, 1 in the lane that is elected */
    uint64_t we; /* the lanes that write rd and pu */
};

/* Vote over a predicate of each lane, and elect. Spec 8.
 *
 *   lanes     2, 4, 8, 16, 32 or 64
 *   p         bit k: the predicate of lane k; ELECT ignores it
 *   returns   0, or -1 with *out untouched if lanes or op is not one of the values above
 *   source    PTX ISA 9.0, vote.sync, activemask, elect.sync
 */
int shfl_vote(unsigned lanes, enum shfl_vote_op op, uint64_t active, uint64_t p, struct shfl_vote_out *out);

struct shfl_match_out {
    uint64_t rd[SHFL_LANES_MAX]; /* a mask of lanes for each lane; of lanes that do not execute 0 */
    uint64_t pu;                 /* a bit per lane, the same in all: all values are equal */
    uint64_t we;                 /* the lanes that write rd and pu; MATCH_ANY has no pu */
};

/* Which lanes have the same value? Spec 9.
 *
 *   lanes     2, 4, 8, 16, 32 or 64
 *   w         bits of a value, 1 to 64
 *   ra        [lanes], the low w bits count
 *   returns   0, or -1 with *out untouched if lanes, op or w is not one of the values above
 *   source    PTX ISA 9.0, match.sync
 */
int shfl_match(unsigned lanes, enum shfl_match_op op, unsigned w, uint64_t active, const uint64_t ra[SHFL_RESTRICT],
               struct shfl_match_out *out);

struct shfl_redux_out {
    uint64_t rd; /* w bits, the same for all lanes */
    uint64_t we; /* the lanes that write it */
};

/* One value from those of all lanes. Spec 10.
 *
 *   lanes     2, 4, 8, 16, 32 or 64
 *   w         bits of a value and of the result, 1 to 64; a sum is modulo 2 to the power of w
 *   is_signed MIN and MAX compare values in two's complement; the others ignore it
 *   ra        [lanes], the low w bits count
 *   returns   0, or -1 with *out untouched if lanes, op or w is not one of the values above
 *   source    PTX ISA 9.0, redux.sync
 */
int shfl_redux(unsigned lanes, enum shfl_redux_op op, bool is_signed, unsigned w, uint64_t active,
               const uint64_t ra[SHFL_RESTRICT], struct shfl_redux_out *out);

/* The lanes of a unit as a mask: bits 0 .. lanes-1. lanes is 1 .. 64. */
static inline uint64_t shfl_all_lanes(unsigned lanes) { return ~UINT64_C(0) >> (64 - lanes); }

#ifdef __cplusplus
}
#endif
#endif
