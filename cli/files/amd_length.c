/* SPDX-License-Identifier: Apache-2.0 */
/* amd_length - see amd.h; the formats and their lengths are those of LLVM's AMDGPU target and of the guides. */
#include "amd.h"

enum { SDWA = 249 }; /* as the first source: a word of SDWA is behind the instruction */

/* Is a word of DPP or SDWA, or a literal, behind an instruction whose first source is this? */
static bool has_word(enum shfl_amd_gen gen, unsigned src0)
{
    return src0 == AMD_LITERAL || amd_is_dpp(gen, src0)
        || (src0 == SDWA && gen != SHFL_AMD_GFX6 && shfl_amd_kind(gen) < SHFL_AMD_GFX11);
}

/* A literal of 64 bits. */
static bool is_wide(enum shfl_amd_gen gen, unsigned o) { return gen == SHFL_AMD_GFX1250 && o == 254; }

/* The scalar formats: bits 31 and 30 are 10. */
static unsigned scalar(enum shfl_amd_gen gen, uint32_t low)
{
    const enum shfl_amd_gen kind = shfl_amd_kind(gen);
    const bool literal0 = amd_field(low, 7, 0) == AMD_LITERAL, literal1 = amd_field(low, 15, 8) == AMD_LITERAL;
    const bool wide0 = is_wide(gen, amd_field(low, 7, 0)), wide1 = is_wide(gen, amd_field(low, 15, 8));
    const unsigned sop2 = amd_field(low, 29, 23), sopk = amd_field(low, 27, 23);
    const unsigned setreg_imm32 = gen == SHFL_AMD_GFX6   ? 21
                                : kind < SHFL_AMD_GFX10  ? 20
                                : kind == SHFL_AMD_GFX10 ? 21
                                                         : 19;

    if (sop2 == 0x7f) /* SOPP */
        return 1;
    if (sop2 == 0x7d) /* SOP1 */
        return wide0 ? 3 : 1 + literal0;
    if (sop2 >= 0x60 && sop2 < 0x7d) /* SOPK */
        return 1 + (sopk == setreg_imm32);
    if (kind >= SHFL_AMD_GFX11 && (sop2 == 0x45 || sop2 == 0x46)) /* s_fmaak_f32, s_fmamk_f32 */
        return 2;
    if (wide0 || wide1)
        return 3;
    return 1 + (literal0 | literal1); /* SOP2 and SOPC */
}

/* VOP1, VOP2 and VOPC: bit 31 is 0. */
static unsigned vector(enum shfl_amd_gen gen, uint32_t low)
{
    const unsigned op = amd_field(low, 30, 25);
    const bool gfx10 = shfl_amd_kind(gen) == SHFL_AMD_GFX10;
    const bool fma = gen == SHFL_AMD_GFX6 ? op == 32 || op == 33
                   : shfl_amd_kind(gen) < SHFL_AMD_GFX10
                       ? op == 23 || op == 24 || op == 36 || op == 37
                       : op == 44 || op == 45 || op == 55 || op == 56 || (gfx10 && (op == 32 || op == 33));

    if (is_wide(gen, amd_field(low, 8, 0)))
        return 3;
    return 1u + (fma || has_word(gen, amd_field(low, 8, 0))); /* fma: those with a constant K */
}

/* VOP3 and VOP3P of gfx10 and later: a literal may follow, from gfx11 on a word of DPP. */
static unsigned vop3(enum shfl_amd_gen gen, uint32_t high)
{
    const unsigned src0 = amd_field(high, 8, 0);
    const bool literal = src0 == AMD_LITERAL || amd_field(high, 17, 9) == AMD_LITERAL
                      || amd_field(high, 26, 18) == AMD_LITERAL;

    return 2u + (literal || (shfl_amd_kind(gen) >= SHFL_AMD_GFX11 && amd_is_dpp(gen, src0)));
}

/* Two instructions in one, from gfx11 on. */
static unsigned vopd(uint32_t low, uint32_t high)
{
    const unsigned x = amd_field(low, 25, 22), y = amd_field(low, 21, 17);
    const bool fma = x == 1 || x == 2 || y == 1 || y == 2;

    return 2u + (fma || amd_field(low, 8, 0) == AMD_LITERAL || amd_field(high, 8, 0) == AMD_LITERAL);
}

/* The other formats of gfx6 and gfx7. */
static unsigned of_gfx6(uint32_t low)
{
    switch (low >> 26) {
    case 0x30: /* SMRD; on gfx7 a literal may follow */
    case 0x31: return 1u + (amd_field(low, 8, 8) == 0 && amd_field(low, 7, 0) == AMD_LITERAL);
    case 0x32: return 1; /* VINTRP */
    case 0x34:           /* VOP3 */
    case 0x36:           /* DS */
    case 0x37:           /* FLAT of gfx7 */
    case 0x38:           /* MUBUF */
    case 0x3a:           /* MTBUF */
    case 0x3c:           /* MIMG */
    case 0x3e: return 2; /* EXP */
    default: return 0;
    }
}

unsigned amd_length(enum shfl_amd_gen gen, const uint32_t words[2])
{
    const uint32_t low = words[0], high = words[1];
    const enum shfl_amd_gen kind = shfl_amd_kind(gen);
    const bool gfx10 = kind >= SHFL_AMD_GFX10, gfx11 = kind >= SHFL_AMD_GFX11, gfx12 = kind == SHFL_AMD_GFX12;

    if (low >> 31 == 0)
        return vector(gen, low);
    if (low >> 30 == 2)
        return scalar(gen, low);
    if (gen == SHFL_AMD_GFX6)
        return of_gfx6(low);
    switch (low >> 26) {
    case 0x30: return gfx10 ? 0 : 2;                   /* SMEM of gfx8 and gfx9 */
    case 0x31: return gfx12 ? 3 : gfx10 ? 0 : 2;       /* VBUFFER; EXP */
    case 0x32: return gfx11 ? vopd(low, high) : gfx10; /* VOPD; VINTRP of gfx10 */
    case 0x33:
        if (gfx11 && amd_field(low, 25, 24) != 0) /* VINTERP; LDSDIR */
            return amd_field(low, 25, 24) == 1 ? 2
                 : amd_field(low, 25, 24) == 2 ? 1
                 : gen == SHFL_AMD_GFX1250     ? 3 /* VOPD3 */
                                               : 0;
        return gfx10 ? vop3(gen, high) : 0;        /* VOP3P */
    case 0x34: return gfx12 ? 3 : gfx10 ? 0 : 2;   /* VIMAGE; VOP3 of gfx8 and gfx9 */
    case 0x35: return gfx10 ? vop3(gen, high) : 1; /* VOP3; VINTRP */
    case 0x36: return 2;                           /* DS */
    case 0x37: return gfx12 ? 0 : 2;               /* FLAT */
    case 0x38: return gfx12 ? 0 : 2;               /* MUBUF */
    case 0x39: return gfx12 ? 3 : 0;               /* VSAMPLE */
    case 0x3a: return gfx12 ? 0 : 2;               /* MTBUF */
    case 0x3b: return gfx12 ? 3 : 0;               /* VFLAT */
    case 0x3c:                                     /* MIMG; more words of addresses from gfx10 on */
        if (gfx12)
            return 0;
        return 2 + (gfx11 ? amd_field(low, 0, 0) : gfx10 ? amd_field(low, 2, 1) : 0);
    case 0x3d: return gfx10 ? 2 : 0; /* SMEM */
    case 0x3e: return gfx10 ? 2 : 0; /* EXP */
    default: return 0;
    }
}
