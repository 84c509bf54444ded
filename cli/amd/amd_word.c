/* SPDX-License-Identifier: Apache-2.0 */
/* amd_word - see amd.h */
#include "amd.h"

#include <string.h>

static bool is_vector(uint32_t operand) { return operand >= AMD_VECTOR; }

const char *amd_special(enum shfl_amd_gen gen, amd_operand o)
{
    static const char *const old[] = { "flat_scratch_lo", "flat_scratch_hi", "xnack_mask_lo", "xnack_mask_hi" };
    static const char *const ttmp[] = { "ttmp0", "ttmp1", "ttmp2",  "ttmp3",  "ttmp4",  "ttmp5",  "ttmp6",  "ttmp7",
                                        "ttmp8", "ttmp9", "ttmp10", "ttmp11", "ttmp12", "ttmp13", "ttmp14", "ttmp15" };
    const unsigned first_ttmp = gen == SHFL_AMD_GFX8 ? 112 : 108;

    if (o >= 102 && o < 106)
        return gen < SHFL_AMD_GFX10 ? old[o - 102] : NULL;
    if (o >= first_ttmp && o < 124)
        return ttmp[o - first_ttmp];
    switch (o) {
    case 106: return "vcc_lo";
    case 107: return "vcc_hi";
    case 124: return gen >= SHFL_AMD_GFX11 ? NULL : "m0";
    case 125: return gen >= SHFL_AMD_GFX11 ? "m0" : NULL;
    case 126: return "exec_lo";
    case 127: return "exec_hi";
    default: return NULL;
    }
}

static bool is_register(const struct amd_insn *insn, uint32_t o)
{
    return o < (insn->gen < SHFL_AMD_GFX10 ? 102 : 106) || (o < 128 && amd_special(insn->gen, (amd_operand)o));
}

/* That, or a number. */
static bool is_scalar(const struct amd_insn *insn, uint32_t o)
{
    return is_register(insn, o) || (o >= AMD_NUMBER && o <= 208) || (o == AMD_LITERAL && insn->gen >= SHFL_AMD_GFX10);
}

bool amd_gen(const char *cpu, enum shfl_amd_gen *gen)
{
    static const struct {
        const char *name;
        enum shfl_amd_gen gen;
    } known[] = {
        { "gfx90a", SHFL_AMD_GFX90A }, { "gfx94", SHFL_AMD_GFX90A },   { "gfx950", SHFL_AMD_GFX90A },
        { "gfx10", SHFL_AMD_GFX10 },   { "gfx11", SHFL_AMD_GFX11 },    { "gfx120", SHFL_AMD_GFX12 },
        { "gfx8", SHFL_AMD_GFX8 },     { "gfx9-4-", SHFL_AMD_GFX90A }, { "gfx9", SHFL_AMD_GFX9 },
        { "gfx12-", SHFL_AMD_GFX12 },
    };
    const char *generic = strstr(cpu, "-generic");
    const size_t length = strncmp(cpu, "gfx1", 4) == 0 ? 7 : 6;

    if (generic != NULL ? strcmp(generic, "-generic") != 0 : strlen(cpu) != length)
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(cpu, known[i].name, strlen(known[i].name)) == 0) {
            *gen = known[i].gen;
            return true;
        }
    return false;
}

uint32_t amd_number(const struct amd_insn *insn, const amd_operand *o)
{
    if (*o == AMD_LITERAL)
        return insn->literal[o == &insn->src ? 0 : 1 + (o - insn->select)];
    return (uint32_t)(*o <= 192 ? *o - AMD_NUMBER : 192 - *o);
}

bool amd_control(struct amd_insn *insn)
{
    uint64_t value[2] = { 0, 0 };
    const enum shfl_amd_op op = insn->in.op;
    const bool lane = op == SHFL_AMD_READLANE || op == SHFL_AMD_WRITELANE;
    const unsigned count = lane ? 1 : op == SHFL_AMD_PERMLANE16 || op == SHFL_AMD_PERMLANEX16 ? 2 : 0;

    for (unsigned i = 0; i < count; i++) {
        if (insn->select[i] < AMD_NUMBER)
            return false;
        value[i] = amd_number(insn, &insn->select[i]);
    }
    if (count > 0)
        insn->in.control = value[0] | value[1] << 32;
    return true;
}

/* The word of DPP behind an instruction with that src0. Of another instruction than v_mov_b32 it may have signs. */
static bool decode_dpp(struct amd_insn *insn, uint32_t src0, uint32_t word)
{
    insn->src = (amd_operand)(amd_field(word, 7, 0) + AMD_VECTOR);
    if (src0 != 250) {
        insn->in.op = SHFL_AMD_DPP8;
        insn->in.control = amd_field(word, 31, 8);
        insn->in.fi = src0 == 234;
        return true;
    }
    insn->in.op = SHFL_AMD_DPP16;
    insn->in.control = amd_field(word, 16, 8);
    insn->in.fi = amd_field(word, 18, 18);
    insn->in.bc = amd_field(word, 19, 19);
    insn->in.bank_mask = (uint8_t)amd_field(word, 27, 24);
    insn->in.row_mask = (uint8_t)amd_field(word, 31, 28);
    return !amd_field(word, 17, 17) && (insn->format != NULL || !amd_field(word, 23, 20));
}

static unsigned decode_vop1(struct amd_insn *insn, uint32_t low)
{
    const uint32_t src0 = amd_field(low, 8, 0), op = amd_field(low, 16, 9), dst = amd_field(low, 24, 17);

    insn->src = (amd_operand)src0;
    if (op == 2) {
        insn->in.op = SHFL_AMD_READFIRSTLANE;
        insn->dst = (amd_operand)dst;
        return is_vector(src0) && is_register(insn, dst);
    }
    insn->in.op = SHFL_AMD_PERMLANE64;
    insn->dst = (amd_operand)(dst + AMD_VECTOR);
    return op == 103 && is_vector(src0);
}

/* VOP1, VOP2 and VOPC with a word of DPP. */
static unsigned decode_vop(struct amd_insn *insn, const uint32_t words[2])
{
    const unsigned kind = amd_field(words[0], 31, 25), vop1_op = amd_field(words[0], 16, 9);

    if (kind == 0x3f && vop1_op == 1) {
        insn->dst = (amd_operand)(amd_field(words[0], 24, 17) + AMD_VECTOR);
    } else {
        insn->format = kind == 0x3f ? "vop1" : kind == 0x3e ? "vopc" : "vop2";
        insn->opcode = (uint16_t)(kind == 0x3f ? vop1_op : kind == 0x3e ? amd_field(words[0], 24, 17) : kind);
    }
    return decode_dpp(insn, amd_field(words[0], 8, 0), words[1]) ? 2 : 0;
}

static unsigned decode_ds(struct amd_insn *insn, uint32_t low, uint32_t high)
{
    const bool old = insn->gen < SHFL_AMD_GFX10;
    const uint32_t op = old ? amd_field(low, 24, 17) : amd_field(low, 25, 18);

    if (op == (old ? 61u : 53u))
        insn->in.op = SHFL_AMD_SWIZZLE;
    else if (op == (old ? 62u : 178u))
        insn->in.op = SHFL_AMD_PERMUTE;
    else if (op == (old ? 63u : 179u))
        insn->in.op = SHFL_AMD_BPERMUTE;
    else
        return 0;
    insn->in.control = amd_field(low, 15, 0);
    insn->addr = (amd_operand)(amd_field(high, 7, 0) + AMD_VECTOR);
    insn->src = (amd_operand)(amd_field(high, 15, 8) + AMD_VECTOR);
    insn->dst = (amd_operand)(amd_field(high, 31, 24) + AMD_VECTOR);
    const bool other = amd_field(high, 23, 16)
                    || (old ? amd_field(low, 16, 16) || amd_field(low, 25, 25) : amd_field(low, 17, 16) != 0);
    return other || (insn->in.op == SHFL_AMD_SWIZZLE && insn->src != AMD_VECTOR) ? 0 : 2;
}

/* VOP3 and VOP3P of gfx11 and gfx12 with a word of DPP. */
static unsigned decode_vop3_dpp(struct amd_insn *insn, const uint32_t words[3])
{
    const bool packed = amd_field(words[0], 31, 26) == 0x33;

    insn->format = packed ? "vop3p" : "vop3";
    insn->opcode = (uint16_t)(packed ? amd_field(words[0], 22, 16) : amd_field(words[0], 25, 16));
    return decode_dpp(insn, amd_field(words[1], 8, 0), words[2]) ? 3 : 0;
}

static unsigned decode_vop3(struct amd_insn *insn, uint32_t low, uint32_t high)
{
    const enum shfl_amd_gen gen = insn->gen;
    const bool old = gen < SHFL_AMD_GFX10;
    const uint32_t op = amd_field(low, 25, 16), src0 = amd_field(high, 8, 0), src1 = amd_field(high, 17, 9);
    const uint32_t src2 = amd_field(high, 26, 18), permlane16 = gen == SHFL_AMD_GFX10 ? 0x377 : 0x25b;
    const unsigned length = 2u + (src0 == AMD_LITERAL || src1 == AMD_LITERAL || src2 == AMD_LITERAL);

    insn->dst = (amd_operand)amd_field(low, 7, 0);
    insn->src = (amd_operand)src0;
    insn->select[0] = (amd_operand)src1;
    insn->select[1] = (amd_operand)src2;
    if (amd_field(high, 31, 27) || amd_field(low, 10, 8) || amd_field(low, 15, 13))
        return 0;
    if (op == permlane16 || op == permlane16 + 1) {
        insn->in.op = op == permlane16 ? SHFL_AMD_PERMLANE16 : SHFL_AMD_PERMLANEX16;
        insn->in.fi = amd_field(low, 11, 11);
        insn->in.bc = amd_field(low, 12, 12);
        insn->dst = (amd_operand)(insn->dst + AMD_VECTOR);
        return !old && is_vector(src0) && is_scalar(insn, src1) && is_scalar(insn, src2) ? length : 0;
    }
    if (amd_field(low, 12, 11) || src2)
        return 0;
    if (op == (old ? 0x289u : 0x360u)) {
        insn->in.op = SHFL_AMD_READLANE;
        return is_register(insn, insn->dst) && is_vector(src0) && is_scalar(insn, src1) ? length : 0;
    }
    insn->in.op = SHFL_AMD_WRITELANE;
    insn->dst = (amd_operand)(insn->dst + AMD_VECTOR);
    return op == (old ? 0x28au : 0x361u) && is_scalar(insn, src0) && is_scalar(insn, src1) ? length : 0;
}

/* A literal that a small number would do for becomes that one, as an assembler has it. */
static void take_literal(struct amd_insn *insn, uint32_t word)
{
    amd_operand *const at[] = { &insn->src, &insn->select[0], &insn->select[1] };
    const bool small = word <= 64 || word >= (uint32_t)-16;

    for (unsigned i = 0; i < 3; i++)
        if (*at[i] == AMD_LITERAL && small)
            *at[i] = (amd_operand)(word <= 64 ? AMD_NUMBER + word : 192 - word);
        else
            insn->literal[i] = word;
}

unsigned amd_decode(enum shfl_amd_gen gen, const uint32_t words[AMD_WORDS], unsigned count, struct amd_insn *insn)
{
    const struct shfl_amd_unit unit = { 64, gen };
    const uint32_t low = words[0], high = count > 1 ? words[1] : 0;
    const unsigned kind = amd_field(low, 31, 26), vop3 = gen < SHFL_AMD_GFX10 ? 0x34 : 0x35;
    const unsigned needed = amd_length(gen, (const uint32_t[]){ low, high });
    unsigned length = 0;

    *insn = (struct amd_insn){ .gen = gen };
    if (count < needed)
        return 0;
    if (kind < 32 && amd_is_dpp(gen, amd_field(low, 8, 0)))
        length = decode_vop(insn, words);
    else if (amd_field(low, 31, 25) == 0x3f)
        length = decode_vop1(insn, low);
    else if (kind == 0x36)
        length = decode_ds(insn, low, high);
    else if (gen >= SHFL_AMD_GFX11 && (kind == 0x33 || kind == 0x35) && needed == 3 && amd_is_dpp(gen, high & 0x1ff))
        length = decode_vop3_dpp(insn, words);
    else if (kind == vop3)
        length = decode_vop3(insn, low, high);
    if (length == 3 && insn->format == NULL)
        take_literal(insn, words[2]);
    if (length != needed || !amd_control(insn))
        return length == needed ? length : 0;
    return shfl_amd_check(&unit, &insn->in) == SHFL_AMD_LEGAL ? length : 0;
}
