/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_amd - golden model of AMD's lane crossing: DPP, ds_swizzle, ds_permute and their kin.
 *
 * One function per stage of the datapath, in its order, and their composition shfl_amd_warp; the crossbar is that
 * of shfl.h. Every function works on a whole wave: element k of an array, and bit k of a mask, belong to lane k.
 * Nothing is allocated, nothing is kept between calls, arrays do not overlap. The rules and their sources are in
 * docs/amd.md; the numbers below name its sections. The rules are those of documents: no AMD GPU was measured.
 * shfl_amd_open reports which results the documents leave open.
 */
#ifndef SHFL_AMD_H
#define SHFL_AMD_H

#include "shfl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the first six, the one that a generation is made from: GFX8 of GFX6, GFX90A of GFX940 and
 * GFX950, GFX12 of GFX1250. */
static inline enum shfl_amd_gen shfl_amd_kind(enum shfl_amd_gen gen)
{
    switch (gen) {
    case SHFL_AMD_GFX6: return SHFL_AMD_GFX8;
    case SHFL_AMD_GFX940:
    case SHFL_AMD_GFX950: return SHFL_AMD_GFX90A;
    case SHFL_AMD_GFX1250: return SHFL_AMD_GFX12;
    default: return gen;
    }
}

/* Why an instruction is refused. */
enum shfl_amd_error {
    SHFL_AMD_LEGAL = 0,
    SHFL_AMD_NO_UNIT = -1,  /* no such generation, or no such wave size of it */
    SHFL_AMD_NO_OP = -2,    /* the generation does not have the operation, or not with fetch-inactive */
    SHFL_AMD_RESERVED = -3, /* dpp_ctrl is reserved in the generation; or a group is no power of two up to the lanes */
    SHFL_AMD_WIDE = -4      /* control or a mask has bits beyond its width */
};

/* The point of a lane's result that the documents leave open: the sections 9.1 to 9.9 of docs/amd.md, in order. */
enum shfl_amd_question {
    SHFL_AMD_SETTLED,
    SHFL_AMD_BCAST_EDGE, /* row_bcast in the lanes that have no row before them */
    SHFL_AMD_HALF,       /* bpermute and permute in the upper half, gfx10 and gfx11 */
    SHFL_AMD_COLLISION,  /* two active lanes send to this one */
    SHFL_AMD_WRAP,       /* an address beyond the last lane */
    SHFL_AMD_OLD_MODE,   /* gfx8 with the bits that select rotate and FFT later */
    SHFL_AMD_SILENT,     /* bits of a swizzle's offset that the guides do not mention */
    SHFL_AMD_PERMLANE,   /* permlane16 from an inactive lane */
    SHFL_AMD_INACTIVE,   /* DPP from an inactive lane with BC 0, gfx8 to gfx10 */
    SHFL_AMD_SWAP_EXEC   /* a swap in an inactive lane, gfx950 */
};
#define SHFL_AMD_QUESTIONS 10

struct shfl_amd_unit {
    unsigned lanes; /* the wave size: 64, from GFX10 on also 32; of GFX1250 32 */
    enum shfl_amd_gen gen;
};

/* One wave on its way in. */
struct shfl_amd_in {
    enum shfl_amd_op op;
    uint64_t control;             /* see shfl_amd_op */
    bool fi;                      /* fetch-inactive: DPP8, DPP16, PERMLANE16, PERMLANEX16 and their VAR */
    bool bc;                      /* bound_ctrl, the instruction's bit: DPP16, PERMLANE16, PERMLANEX16 and their VAR */
    uint8_t row_mask, bank_mask;  /* 4 bits, DPP16 */
    uint64_t exec;                /* the lanes that execute */
    uint64_t src[SHFL_LANES_MAX]; /* data, any width up to 64 bits */
    uint64_t old[SHFL_LANES_MAX]; /* what the destination held */
    uint32_t addr[SHFL_LANES_MAX];
};

/* One wave on its way out: the result of every stage, and what is written. Elements and mask bits of lanes that the
 * unit does not have are left as they were (elements) or 0 (masks). */
struct shfl_amd_out {
    uint8_t src_lane[SHFL_LANES_MAX];  /* source: 0 .. lanes-1 */
    uint64_t valid;                    /* source: the lane that is named exists */
    uint64_t src_data[SHFL_LANES_MAX]; /* crossbar */
    uint64_t src_active;               /* crossbar: the lane that was read executes */
    uint64_t rd[SHFL_LANES_MAX];       /* writeback: what the destination holds then, old where nothing is written */
    uint64_t we;                       /* writeback: the lanes that write */
    uint64_t rd2[SHFL_LANES_MAX];      /* of the swaps: what the register of src holds then; else src */
    uint64_t we2;                      /* of the swaps: the lanes that write it */
};

/* Is this an instruction of this unit? Of `in`, op, control, fi and the masks are read. Section 2.
 *
 *   returns   SHFL_AMD_LEGAL, or why not
 */
enum shfl_amd_error shfl_amd_check(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in);

/* The lane that the controls name, of an operation that gathers by its controls alone: DPP16, DPP8, SWIZZLE,
 * PERMLANE16, PERMLANEX16, PERMLANE64, READLANE, the swaps (of the destination), PERMLANE_BCAST, UP, DOWN and XOR.
 * Sections 3, 4 and 6.
 *
 *   unit, op, control   legal, see shfl_amd_check
 *   lane      0 .. lanes-1, the lane that reads
 *   returns   0 .. lanes-1, or SHFL_AMD_NONE
 */
#define SHFL_AMD_NONE (-1)
int shfl_amd_named(const struct shfl_amd_unit *unit, enum shfl_amd_op op, uint64_t control, unsigned lane);

/* The lane that an address names, for the lane that sends it: a lane to read (BPERMUTE, BPERMUTE_FI) or to write (PERMUTE).
 * Section 5.
 *
 *   address   ADDR plus offset, modulo 2^32
 *   lane      0 .. lanes-1, the lane whose address it is
 *   returns   0 .. lanes-1
 */
unsigned shfl_amd_addressed(const struct shfl_amd_unit *unit, uint32_t address, unsigned lane);

/* Which lane sends to each lane: of the active lanes that address it, the highest. PERMUTE, section 5.3.
 *
 *   addr      [lanes]
 *   src_lane  [lanes], 0 .. lanes-1; the own lane where nobody sends
 *   returns   bit k: a lane sends to lane k
 */
uint64_t shfl_amd_scatter(const struct shfl_amd_unit *unit, uint64_t exec, uint16_t offset,
                          const uint32_t addr[SHFL_RESTRICT], uint8_t src_lane[SHFL_RESTRICT]);

/* The lane that each lane reads.
 *
 *   in        legal; src and old are not read
 *   src_lane  [lanes], 0 .. lanes-1; the own lane where the controls name none
 *   returns   bit k: they name one for lane k
 */
uint64_t shfl_amd_source(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in,
                         uint8_t src_lane[SHFL_RESTRICT]);

/* What a lane does with its destination. */
enum shfl_amd_write { SHFL_AMD_KEEP, SHFL_AMD_ZERO, SHFL_AMD_DATA };

/* What one lane writes. Section 7.
 *
 *   in        legal; of the arrays nothing is read
 *   lane      0 .. lanes-1, the lane that writes
 */
enum shfl_amd_write shfl_amd_what(const struct shfl_amd_in *in, unsigned lane, bool valid, bool src_active);

/* What is written, and by which lanes. A scalar register, the destination of READLANE and READFIRSTLANE, is one value
 * that all lanes see: rd is that value in every lane, and we is all ones. Section 7.
 *
 *   valid, src_active, src_data   as the stages before gave them
 *   rd        [lanes]
 *   returns   we
 */
uint64_t shfl_amd_writeback(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, uint64_t valid,
                            uint64_t src_active, const uint64_t src_data[SHFL_RESTRICT], uint64_t rd[SHFL_RESTRICT]);

/* What IDX_GEN makes of the number of a lane in a group of so many: an address for BPERMUTE. Section 6.
 *
 *   group     a power of two up to the lanes
 */
uint32_t shfl_amd_idx_gen(uint32_t number, uint32_t group, unsigned lane);

/* The whole unit: all stages, one after the other.
 *
 *   returns   the result of shfl_amd_check; *out is untouched unless it is SHFL_AMD_LEGAL
 */
enum shfl_amd_error shfl_amd_warp(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in,
                                  struct shfl_amd_out *out);

/* Which results the documents leave open, so that only a measurement of an AMD GPU can settle them. Section 9.
 *
 *   in        legal; src and old are not read
 *   question  [lanes], enum shfl_amd_question; SHFL_AMD_SETTLED in lanes that write nothing in either case
 */
void shfl_amd_open(const struct shfl_amd_unit *unit, const struct shfl_amd_in *in, uint8_t question[SHFL_RESTRICT]);

#ifdef __cplusplus
}
#endif
#endif
