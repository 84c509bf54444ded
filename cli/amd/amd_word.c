/* SPDX-License-Identifier: Apache-2.0 */
/* amd_word - see amd.h */
#include "amd.h"

#include <string.h>

static uint32_t field(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & (~UINT32_C(0) >> (31 - (high - low)));
}

static bool is_vector(uint32_t operand) { return operand >= AMD_VECTOR; }

/* A scalar register below the special ones. */
static bool is_register(uint32_t operand) { return operand < 106; }

/* That, or a number. */
static bool is_scalar(uint32_t operand) { return is_register(operand) || (operand >= AMD_NUMBER && operand <= 208); }

bool amd_gen(const char *cpu, enum shfl_amd_gen *gen)
{
    static const struct {
        const char *name;
        enum shfl_amd_gen gen;
    } known[] = {
        { "gfx90a", SHFL_AMD_GFX90A }, { "gfx94", SHFL_AMD_GFX90A }, { "gfx950", SHFL_AMD_GFX90A },
        { "gfx10", SHFL_AMD_GFX10 },   { "gfx11", SHFL_AMD_GFX11 },  { "gfx120", SHFL_AMD_GFX12 },
        { "gfx8", SHFL_AMD_GFX8 },     { "gfx9", SHFL_AMD_GFX9 },
    };
    const size_t length = strncmp(cpu, "gfx1", 4) == 0 ? 7 : 6;

    for (size_t i = 0; i < sizeof known / sizeof *known && strlen(cpu) == length; i++)
        if (strncmp(cpu, known[i].name, strlen(known[i].name)) == 0) {
            *gen = known[i].gen;
            return true;
        }
    return false;
}

uint32_t amd_number(amd_operand o) { return (uint32_t)(o <= 192 ? o - AMD_NUMBER : 192 - o); }

bool amd_control(struct amd_insn *insn)
{
    uint64_t value[2] = { 0, 0 };
    const enum shfl_amd_op op = insn->in.op;
    const bool lane = op == SHFL_AMD_READLANE || op == SHFL_AMD_WRITELANE;
    const unsigned count = lane ? 1 : op == SHFL_AMD_PERMLANE16 || op == SHFL_AMD_PERMLANEX16 ? 2 : 0;

    for (unsigned i = 0; i < count; i++) {
        if (insn->select[i] < AMD_NUMBER)
            return false;
        value[i] = amd_number(insn->select[i]);
    }
    if (count > 0)
        insn->in.control = value[0] | value[1] << 32;
    return true;
}

static unsigned decode_vop1(struct amd_insn *insn, uint32_t low, uint32_t high, unsigned count)
{
    const uint32_t src0 = field(low, 8, 0), op = field(low, 16, 9);

    insn->dst = (amd_operand)(field(low, 24, 17) + AMD_VECTOR);
    insn->src = (amd_operand)src0;
    if (op == 1 && count == 2 && src0 == 250) {
        insn->in.op = SHFL_AMD_DPP16;
        insn->in.control = field(high, 16, 8);
        insn->in.fi = field(high, 18, 18);
        insn->in.bc = field(high, 19, 19);
        insn->in.bank_mask = (uint8_t)field(high, 27, 24);
        insn->in.row_mask = (uint8_t)field(high, 31, 28);
        if (field(high, 17, 17) || field(high, 23, 20))
            return 0;
    } else if (op == 1 && count == 2 && (src0 == 233 || src0 == 234)) {
        insn->in.op = SHFL_AMD_DPP8;
        insn->in.control = field(high, 31, 8);
        insn->in.fi = src0 == 234;
    } else if (op == 2 && is_vector(src0)) {
        insn->in.op = SHFL_AMD_READFIRSTLANE;
        insn->dst = (amd_operand)(insn->dst - AMD_VECTOR);
        return is_register(insn->dst);
    } else if (op == 103 && is_vector(src0)) {
        insn->in.op = SHFL_AMD_PERMLANE64;
        return 1;
    } else {
        return 0;
    }
    insn->src = (amd_operand)(field(high, 7, 0) + AMD_VECTOR);
    return 2;
}

static unsigned decode_ds(struct amd_insn *insn, uint32_t low, uint32_t high)
{
    const bool old = insn->gen < SHFL_AMD_GFX10;
    const uint32_t op = old ? field(low, 24, 17) : field(low, 25, 18);

    if (op == (old ? 61u : 53u))
        insn->in.op = SHFL_AMD_SWIZZLE;
    else if (op == (old ? 62u : 178u))
        insn->in.op = SHFL_AMD_PERMUTE;
    else if (op == (old ? 63u : 179u))
        insn->in.op = SHFL_AMD_BPERMUTE;
    else
        return 0;
    insn->in.control = field(low, 15, 0);
    insn->addr = (amd_operand)(field(high, 7, 0) + AMD_VECTOR);
    insn->src = (amd_operand)(field(high, 15, 8) + AMD_VECTOR);
    insn->dst = (amd_operand)(field(high, 31, 24) + AMD_VECTOR);
    const bool other = field(high, 23, 16)
                    || (old ? field(low, 16, 16) || field(low, 25, 25) : field(low, 17, 16) != 0);
    return other || (insn->in.op == SHFL_AMD_SWIZZLE && insn->src != AMD_VECTOR) ? 0 : 2;
}

static unsigned decode_vop3(struct amd_insn *insn, uint32_t low, uint32_t high)
{
    const enum shfl_amd_gen gen = insn->gen;
    const bool old = gen < SHFL_AMD_GFX10;
    const uint32_t op = field(low, 25, 16), src0 = field(high, 8, 0), src1 = field(high, 17, 9);
    const uint32_t src2 = field(high, 26, 18), permlane16 = gen == SHFL_AMD_GFX10 ? 0x377 : 0x25b;

    insn->dst = (amd_operand)field(low, 7, 0);
    insn->src = (amd_operand)src0;
    insn->select[0] = (amd_operand)src1;
    insn->select[1] = (amd_operand)src2;
    if (field(high, 31, 27) || field(low, 10, 8) || field(low, 15, 13))
        return 0;
    if (op == permlane16 || op == permlane16 + 1) {
        insn->in.op = op == permlane16 ? SHFL_AMD_PERMLANE16 : SHFL_AMD_PERMLANEX16;
        insn->in.fi = field(low, 11, 11);
        insn->in.bc = field(low, 12, 12);
        insn->dst = (amd_operand)(insn->dst + AMD_VECTOR);
        return !old && is_vector(src0) && is_scalar(src1) && is_scalar(src2) ? 2 : 0;
    }
    if (field(low, 12, 11) || src2)
        return 0;
    if (op == (old ? 0x289u : 0x360u)) {
        insn->in.op = SHFL_AMD_READLANE;
        return is_register(insn->dst) && is_vector(src0) && is_scalar(src1) ? 2 : 0;
    }
    insn->in.op = SHFL_AMD_WRITELANE;
    insn->dst = (amd_operand)(insn->dst + AMD_VECTOR);
    return op == (old ? 0x28au : 0x361u) && is_scalar(src0) && is_scalar(src1) ? 2 : 0;
}

unsigned amd_decode(enum shfl_amd_gen gen, const uint32_t words[2], unsigned count, struct amd_insn *insn)
{
    const struct shfl_amd_unit unit = { 64, gen };
    unsigned length = 0;

    *insn = (struct amd_insn){ .gen = gen };
    if (field(words[0], 31, 25) == 0x3f)
        length = decode_vop1(insn, words[0], words[1], count);
    else if (count == 2 && field(words[0], 31, 26) == 0x36)
        length = decode_ds(insn, words[0], words[1]);
    else if (count == 2 && field(words[0], 31, 26) == (gen < SHFL_AMD_GFX10 ? 0x34 : 0x35))
        length = decode_vop3(insn, words[0], words[1]);
    if (length == 0 || !amd_control(insn))
        return length;
    return shfl_amd_check(&unit, &insn->in) == SHFL_AMD_LEGAL ? length : 0;
}
