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

/* The product of the values of the lanes that execute: modulo 2 to the power of w, and 1 if none does. Software's; no
 * instruction computes it. Spec 10.5.
 *
 *   lanes, w, ra, returns   as of shfl_redux
 *   source    SPIR-V 1.6, OpGroupNonUniformIMul
 */
int shfl_product(unsigned lanes, unsigned w, uint64_t active, const uint64_t ra[SHFL_RESTRICT],
                 struct shfl_redux_out *out);

/* Minimum or maximum of floats of 32 bits, as GPUs from sm_100a on have it: from its document, no GPU was asked. Spec 10.6.
 *
 *   lanes     2, 4, 8, 16, 32 or 64
 *   is_abs    of their absolute values
 *   keeps_nan a NaN of any lane that executes gives a NaN; else it does not count
 *   ra        [lanes], floats in the low 32 bits
 *   returns   0, or -1 with *out untouched if lanes is not one of the values above
 *   source    PTX ISA 9.0, redux.sync, .f32
 */
int shfl_redux_float(unsigned lanes, bool is_max, bool is_abs, bool keeps_nan, uint64_t active,
                     const uint64_t ra[SHFL_RESTRICT], struct shfl_redux_out *out);

/* Groups by rank: the members of a group, a mask of lanes, have the ranks 0, 1, 2 and so on in the order of their lanes.
 * group[k] is the group of lane k, which is one of its members; 0 if lane k is in none. Masks of results are packed: bit
 * r belongs to rank r. Spec 14. */

/* The number of members. */
unsigned shfl_group_size(uint64_t group);

/* The rank of a member, or the number of members below any other lane. lane is 0 .. 63. */
unsigned shfl_group_rank(uint64_t group, unsigned lane);

/* The lane of a rank; -1 if no member has it. */
int shfl_group_lane(uint64_t group, uint64_t rank);

/* The groups of the members with the same label: of one label coalesced_threads, of labels 0 and 1 binary_partition, of
 * labels lane / n tiles of n lanes. Spec 14.1.
 *
 *   lanes     2, 4, 8, 16, 32 or 64
 *   members   the lanes that take part
 *   label     [lanes]
 *   group     [lanes]
 *   returns   0, or -1 with nothing written if lanes is not one of the values above
 *   source    CUDA 13.0, cooperative_groups.h
 */
int shfl_group_partition(unsigned lanes, uint64_t members, const uint64_t label[SHFL_RESTRICT],
                         uint64_t group[SHFL_RESTRICT]);

struct shfl_group_out {
    uint64_t rd[SHFL_LANES_MAX];      /* the value that is read */
    uint8_t src_lane[SHFL_LANES_MAX]; /* of this lane: the own one if no member has the rank */
    uint64_t defined;                 /* bit k: lane k is in a group, and its rd is defined */
};

/* shfl (IDX), shfl_up and shfl_down of a group. Spec 14.2. The shuffles of a tile are shfl_warp's.
 *
 *   group     [lanes]
 *   index     [lanes], a rank or a distance
 *   ra        [lanes]
 *   returns   0, or -1 with *out untouched if lanes or mode is not one of the values above
 */
int shfl_group_shuffle(unsigned lanes, enum shfl_mode mode, const uint64_t group[SHFL_RESTRICT],
                       const uint32_t index[SHFL_RESTRICT], const uint64_t ra[SHFL_RESTRICT],
                       struct shfl_group_out *out);

struct shfl_group_vote_out {
    uint64_t rd[SHFL_LANES_MAX]; /* the ballot, packed; of a lane in no group 0 */
    uint64_t any, all;           /* bit k: the vote of lane k's group; of a lane in no group 0 */
};

/* ballot, any and all of a group. Spec 14.2.
 *
 *   p         bit k: the predicate of lane k
 *   returns   as shfl_group_partition
 */
int shfl_group_vote(unsigned lanes, const uint64_t group[SHFL_RESTRICT], uint64_t p, struct shfl_group_vote_out *out);

/* match_any and match_all of a group: rd is packed, pu a bit per lane, we the lanes that are in a group. Spec 14.2.
 *
 *   w, ra     as of shfl_match
 *   returns   0, or -1 with *out untouched if lanes, op or w is not legal
 */
int shfl_group_match(unsigned lanes, enum shfl_match_op op, unsigned w, const uint64_t group[SHFL_RESTRICT],
                     const uint64_t ra[SHFL_RESTRICT], struct shfl_match_out *out);

enum shfl_group_scan { SHFL_GROUP_REDUCE, SHFL_GROUP_INCLUSIVE, SHFL_GROUP_EXCLUSIVE };

/* reduce, inclusive_scan and exclusive_scan of a group, in the order of ranks. Spec 14.2.
 *
 *   op, is_signed, w, ra   as of shfl_redux
 *   rd        [lanes]; 0 in a lane that is in no group, and of an exclusive scan at rank 0
 *   returns   0, or -1 with nothing written if an argument is not legal
 */
int shfl_group_reduce(unsigned lanes, enum shfl_group_scan scan, enum shfl_redux_op op, bool is_signed, unsigned w,
                      const uint64_t group[SHFL_RESTRICT], const uint64_t ra[SHFL_RESTRICT],
                      uint64_t rd[SHFL_RESTRICT]);

/* A barrier that reduces, of those that have arrived; all 0: nobody has. */
struct shfl_barrier {
    unsigned warps, threads, count; /* count: threads with the predicate */
};

struct shfl_barrier_out {
    unsigned count;      /* threads with the predicate, of the warps that have arrived */
    bool done, all, any; /* done: all have arrived, and *barrier is that of the next one */
};

/* A warp arrives at a barrier, or exits. Spec 15 and 19.2.
 *
 *   lanes     2, 4, 8, 16, 32 or 64
 *   warps     those that the barrier waits for in all: that have arrived, with this one, and that are to come
 *   is_exit   the warp has exited: it does not arrive, and is not among warps
 *   active    its threads that have not exited; with is_exit 0
 *   p         bit k: the predicate of thread k
 *   returns   0, or -1 with nothing written if lanes is not one of the values above, if more have arrived than warps, or
 *             if a warp that exits has active threads
 *   source    PTX ISA 9.0, bar.red
 */
int shfl_barrier_arrive(unsigned lanes, struct shfl_barrier *barrier, unsigned warps, bool is_exit, uint64_t active,
                        uint64_t p, struct shfl_barrier_out *out);

/* The same of a whole block. Spec 15.
 *
 *   warps     1 or more
 *   active, p [warps]
 *   returns   0, or -1 if lanes or warps is not one of the values above
 */
int shfl_barrier_block(unsigned lanes, unsigned warps, const uint64_t active[SHFL_RESTRICT],
                       const uint64_t p[SHFL_RESTRICT], struct shfl_barrier_out *out);

/* cub::BlockShuffle. OFFSET and ROTATE have one item of each thread. */
enum shfl_block_op { SHFL_BLOCK_OFFSET, SHFL_BLOCK_ROTATE, SHFL_BLOCK_UP, SHFL_BLOCK_DOWN, SHFL_BLOCK_OPS };

/* Which outputs stay as they are, where CUB's documents differ from its code. */
enum shfl_block_rule { SHFL_BLOCK_AS_BUILT, SHFL_BLOCK_AS_DOCUMENTED };

#define SHFL_BLOCK_THREADS_MAX 1024
#define SHFL_BLOCK_ITEMS_MAX 1024

/* Where each item of a block comes from: number n is item n % items of thread n / items. Spec 16.
 *
 *   threads   1 to SHFL_BLOCK_THREADS_MAX
 *   items     of each thread, 1 to SHFL_BLOCK_ITEMS_MAX; of OFFSET and ROTATE 1
 *   distance  of OFFSET any, of ROTATE 1 .. threads-1; the others ignore it
 *   from      [threads * items]: the number of the item that is read; -1: the output stays as it is
 *   returns   0, or -1 with nothing written if an argument is not one of the values above
 *   source    CUDA 13.0, cub/block/block_shuffle.cuh
 */
int shfl_block_shuffle(enum shfl_block_op op, enum shfl_block_rule rule, unsigned threads, unsigned items, int distance,
                       int32_t from[SHFL_RESTRICT]);

/* A swap, or a broadcast of one of the four. */
enum shfl_quad_op {
    SHFL_QUAD_HORIZONTAL,
    SHFL_QUAD_VERTICAL,
    SHFL_QUAD_DIAGONAL,
    SHFL_QUAD_BROADCAST_0,
    SHFL_QUAD_BROADCAST_1,
    SHFL_QUAD_BROADCAST_2,
    SHFL_QUAD_BROADCAST_3,
    SHFL_QUAD_OPS
};

/* Move a value between the four lanes of each quad. Spec 17.
 *
 *   lanes     4, 8, 16, 32 or 64
 *   ra, rd    [lanes]
 *   defined   bit k: lane k and the lane that it reads execute
 *   returns   0, or -1 with nothing written if lanes or op is not one of the values above
 *   source    SPIR-V, OpGroupNonUniformQuadSwap, OpGroupNonUniformQuadBroadcast
 */
int shfl_quad(unsigned lanes, enum shfl_quad_op op, uint64_t active, const uint64_t ra[SHFL_RESTRICT],
              uint64_t rd[SHFL_RESTRICT], uint64_t *defined);

/* The derivative of v in x or y: a difference of two of the four lanes. Spec 17.
 *
 *   coarse    one for the whole quad
 *   v, rd     [lanes]
 *   returns, lanes, defined   as of shfl_quad
 *   source    SPIR-V, OpDPdxFine, OpDPdxCoarse; Vulkan, "Derivative Operations"
 */
int shfl_quad_derivative(unsigned lanes, bool in_y, bool coarse, uint64_t active, const float v[SHFL_RESTRICT],
                         float rd[SHFL_RESTRICT], uint64_t *defined);

/* fwidth: the absolute values of both derivatives of v, added. Arguments and source as of shfl_quad_derivative. */
int shfl_quad_fwidth(unsigned lanes, bool coarse, uint64_t active, const float v[SHFL_RESTRICT],
                     float rd[SHFL_RESTRICT], uint64_t *defined);

/* movmatrix.m8n8.trans.b16: the 8 by 8 elements of 16 bits that 32 lanes hold, transposed. Spec 18.
 *
 *   ra, rd    [32]
 *   source    PTX ISA 9.0, movmatrix
 */
void shfl_movmatrix(const uint32_t ra[SHFL_RESTRICT], uint32_t rd[SHFL_RESTRICT]);

/* The lanes of a unit as a mask: bits 0 .. lanes-1. lanes is 1 .. 64. */
static inline uint64_t shfl_all_lanes(unsigned lanes) { return ~UINT64_C(0) >> (64 - lanes); }

#ifdef __cplusplus
}
#endif
#endif
