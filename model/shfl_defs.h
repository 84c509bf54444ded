/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_defs - the encodings, made from those of the RTL by model/defs.py: `make docs` writes this file. */
#ifndef SHFL_DEFS_H
#define SHFL_DEFS_H

/* How a lane names the lane that it reads. Spec 1; the order is that of the PTX and SASS encodings. */
enum shfl_mode { SHFL_IDX, SHFL_UP, SHFL_DOWN, SHFL_BFLY };
#define SHFL_MODES 4
#define SHFL_MODE_BITS 2

/* The operations of vote, match and redux. Spec 8 to 10; the order is that of the SASS encodings. */
enum shfl_vote_op { SHFL_VOTE_ALL, SHFL_VOTE_ANY, SHFL_VOTE_EQ, SHFL_VOTE_ELECT };
#define SHFL_VOTES 4
enum shfl_match_op { SHFL_MATCH_ALL, SHFL_MATCH_ANY };
#define SHFL_MATCHES 2
enum shfl_redux_op { SHFL_REDUX_AND, SHFL_REDUX_OR, SHFL_REDUX_XOR, SHFL_REDUX_SUM, SHFL_REDUX_MIN, SHFL_REDUX_MAX };
#define SHFL_REDUXES 6

/* What Rd holds in a lane that read an inactive lane; the architecture leaves it open. Spec 4.
 * ZERO: 0, which is what an H200 does; OWN: the reader's own Ra; RAW: whatever Ra the inactive lane holds. */
enum shfl_policy { SHFL_ZERO, SHFL_OWN, SHFL_RAW };
#define SHFL_POLICIES 3

/* AMD's generations that differ in its lane crossing. Those of the units come first, in order of age; of the others see
 * shfl_amd_kind. */
enum shfl_amd_gen {
    SHFL_AMD_GFX8,
    SHFL_AMD_GFX9,
    SHFL_AMD_GFX90A,
    SHFL_AMD_GFX10,
    SHFL_AMD_GFX11,
    SHFL_AMD_GFX12,
    SHFL_AMD_GFX1250,
    SHFL_AMD_GFX6,   /* gfx6 and gfx7 */
    SHFL_AMD_GFX940, /* gfx940, gfx941, gfx942 */
    SHFL_AMD_GFX950
};
#define SHFL_AMD_GENS 10
#define SHFL_AMD_RTL_GENS 7

/* AMD's operations, and what `control` of struct shfl_amd_in holds. The last 3 are not in the units. */
enum shfl_amd_op {
    SHFL_AMD_DPP16,           /* dpp_ctrl, 9 bits */
    SHFL_AMD_DPP8,            /* eight selectors of 3 bits, that of lane 0 lowest */
    SHFL_AMD_SWIZZLE,         /* ds_swizzle_b32: offset, 16 bits */
    SHFL_AMD_BPERMUTE,        /* ds_bpermute_b32: offset, 16 bits; addr is read */
    SHFL_AMD_PERMUTE,         /* ds_permute_b32: offset, 16 bits; addr is read */
    SHFL_AMD_READLANE,        /* the lane select, 32 bits */
    SHFL_AMD_READFIRSTLANE,   /* 0 */
    SHFL_AMD_WRITELANE,       /* the lane select, 32 bits; every lane's src holds the scalar */
    SHFL_AMD_PERMLANE16,      /* sixteen selectors of 4 bits, {S2, S1} */
    SHFL_AMD_PERMLANEX16,     /* likewise */
    SHFL_AMD_PERMLANE64,      /* 0 */
    SHFL_AMD_BPERMUTE_FI,     /* ds_bpermute_fi_b32: as BPERMUTE */
    SHFL_AMD_PERMLANE16_VAR,  /* 0; the selectors are in addr */
    SHFL_AMD_PERMLANEX16_VAR, /* likewise */
    SHFL_AMD_PERMLANE_BCAST,  /* {S2, S1}: the size of a group, and the lane of it */
    SHFL_AMD_PERMLANE_UP,     /* {S2, S1}: the size of a group, and the distance */
    SHFL_AMD_PERMLANE_DOWN,   /* likewise */
    SHFL_AMD_PERMLANE_XOR,    /* likewise */
    SHFL_AMD_PERMLANE16_SWAP, /* 0; src and old are the two registers */
    SHFL_AMD_PERMLANE32_SWAP, /* likewise */
    SHFL_AMD_IDX_GEN          /* S1, the size of a group: makes the addresses of a ds_bpermute */
};
#define SHFL_AMD_OPS 21
#define SHFL_AMD_RTL_OPS 18

/* RISC-V's vector permutations. */
enum shfl_rvv_op {
    SHFL_RVV_GATHER,      /* vrgather.vv */
    SHFL_RVV_GATHER_EI16, /* vrgatherei16.vv */
    SHFL_RVV_GATHER_X,    /* vrgather.vx, .vi */
    SHFL_RVV_SLIDEUP,     /* vslideup.vx, .vi */
    SHFL_RVV_SLIDEDOWN,   /* vslidedown.vx, .vi */
    SHFL_RVV_SLIDE1UP,    /* vslide1up.vx, vfslide1up.vf */
    SHFL_RVV_SLIDE1DOWN,  /* vslide1down.vx, vfslide1down.vf */
    SHFL_RVV_COMPRESS     /* vcompress.vm */
};
#define SHFL_RVV_OPS 8

/* Their machine words: X(name, op, kind, funct6, funct3) of each instruction; kind is that of the third operand. */
#define SHFL_RVV_OPCODE 0x57
#define SHFL_RVV_WORDS(X)                                    \
    X("vrgather.vv", SHFL_RVV_GATHER, 'v', 0x0c, 0)          \
    X("vrgatherei16.vv", SHFL_RVV_GATHER_EI16, 'v', 0x0e, 0) \
    X("vrgather.vx", SHFL_RVV_GATHER_X, 'x', 0x0c, 4)        \
    X("vrgather.vi", SHFL_RVV_GATHER_X, 'i', 0x0c, 3)        \
    X("vslideup.vx", SHFL_RVV_SLIDEUP, 'x', 0x0e, 4)         \
    X("vslideup.vi", SHFL_RVV_SLIDEUP, 'i', 0x0e, 3)         \
    X("vslidedown.vx", SHFL_RVV_SLIDEDOWN, 'x', 0x0f, 4)     \
    X("vslidedown.vi", SHFL_RVV_SLIDEDOWN, 'i', 0x0f, 3)     \
    X("vslide1up.vx", SHFL_RVV_SLIDE1UP, 'x', 0x0e, 6)       \
    X("vfslide1up.vf", SHFL_RVV_SLIDE1UP, 'f', 0x0e, 5)      \
    X("vslide1down.vx", SHFL_RVV_SLIDE1DOWN, 'x', 0x0f, 6)   \
    X("vfslide1down.vf", SHFL_RVV_SLIDE1DOWN, 'f', 0x0f, 5)  \
    X("vcompress.vm", SHFL_RVV_COMPRESS, 'm', 0x17, 2)

/* Their names, by number. */
/* clang-format off */
static const char *const shfl_mode_name[] = { "IDX", "UP", "DOWN", "BFLY" };
static const char *const shfl_policy_name[] = { "ZERO", "OWN", "RAW" };
static const char *const shfl_vote_name[] = { "ALL", "ANY", "EQ", "ELECT" };
static const char *const shfl_match_name[] = { "ALL", "ANY" };
static const char *const shfl_redux_name[] = { "AND", "OR", "XOR", "SUM", "MIN", "MAX" };
static const char *const shfl_amd_op_name[] = { "dpp16", "dpp8", "swizzle", "bpermute", "permute", "readlane",
    "readfirstlane", "writelane", "permlane16", "permlanex16", "permlane64", "bpermute_fi", "permlane16_var",
    "permlanex16_var", "permlane_bcast", "permlane_up", "permlane_down", "permlane_xor" };
static const char *const shfl_amd_gen_name[] = { "gfx8", "gfx9", "gfx90a", "gfx10", "gfx11", "gfx12", "gfx1250" };
/* clang-format on */

#endif
