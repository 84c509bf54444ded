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

/* Of the other formats, by their upper six bits from 0x30 on, the words on gfx6 and 7, gfx8 and 9, gfx10, gfx11, gfx12; 0: there
 * is none. A name: other bits count, too. */
enum { SMRD = 8, IMAGE, VOP3, VOPD, MIXED };
static const uint8_t others[16][5] = {
    { SMRD, 2, 0, 0, 0 },         /* SMRD of gfx6, SMEM */
    { SMRD, 2, 0, 0, 3 },         /* SMRD of gfx6, EXP, VBUFFER */
    { 1, 0, 1, VOPD, VOPD },      /* VINTRP, VOPD */
    { 0, 0, VOP3, MIXED, MIXED }, /* VOP3P; VINTERP, LDSDIR, VOPD3 */
    { 2, 2, 0, 0, 3 },            /* VOP3, VIMAGE */
    { 0, 1, VOP3, VOP3, VOP3 },   /* VINTRP, VOP3 */
    { 2, 2, 2, 2, 2 },            /* DS */
    { 2, 2, 2, 2, 0 },            /* FLAT of gfx7 and later */
    { 2, 2, 2, 2, 0 },            /* MUBUF */
    { 0, 0, 0, 0, 3 },            /* VSAMPLE */
    { 2, 2, 2, 2, 0 },            /* MTBUF */
    { 0, 0, 0, 0, 3 },            /* VFLAT */
    { 2, 2, IMAGE, IMAGE, 0 },    /* MIMG */
    { 0, 0, 2, 2, 2 },            /* SMEM */
    { 2, 0, 2, 2, 2 },            /* EXP */
};

unsigned amd_length(enum shfl_amd_gen gen, const uint32_t words[2])
{
    const uint32_t low = words[0], high = words[1];
    const enum shfl_amd_gen kind = shfl_amd_kind(gen);
    const unsigned age = gen == SHFL_AMD_GFX6 ? 0 : kind < SHFL_AMD_GFX10 ? 1 : 2 + kind - SHFL_AMD_GFX10;

    if (low >> 31 == 0)
        return vector(gen, low);
    if (low >> 30 == 2)
        return scalar(gen, low);
    const unsigned length = others[amd_field(low, 29, 26)][age];
    switch (length) {
    case SMRD: /* on gfx7 a literal may follow */
        return 1u + (amd_field(low, 8, 8) == 0 && amd_field(low, 7, 0) == AMD_LITERAL);
    case IMAGE: /* more words of addresses */
        return 2 + (kind == SHFL_AMD_GFX11 ? amd_field(low, 0, 0) : amd_field(low, 2, 1));
    case VOP3: return vop3(gen, high);
    case VOPD: return vopd(low, high);
    case MIXED:
        switch (amd_field(low, 25, 24)) {
        case 0: return vop3(gen, high);                  /* VOP3P */
        case 1: return 2;                                /* VINTERP */
        case 2: return 1;                                /* LDSDIR */
        default: return gen == SHFL_AMD_GFX1250 ? 3 : 0; /* VOPD3 */
        }
    default: return length;
    }
}
