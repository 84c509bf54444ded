/* SPDX-License-Identifier: Apache-2.0 */
/* amd_word - see amd.h */
#include "amd.h"

#include <ctype.h>
#include <string.h>

static bool is_vector(uint32_t operand) { return operand >= AMD_VECTOR; }

const char *amd_special(enum shfl_amd_gen gen, amd_operand o)
{
    static const char *const old[] = { "flat_scratch_lo", "flat_scratch_hi", "xnack_mask_lo", "xnack_mask_hi" };
    static const char *const ttmp[] = { "ttmp0", "ttmp1", "ttmp2",  "ttmp3",  "ttmp4",  "ttmp5",  "ttmp6",  "ttmp7",
                                        "ttmp8", "ttmp9", "ttmp10", "ttmp11", "ttmp12", "ttmp13", "ttmp14", "ttmp15" };
    const enum shfl_amd_gen kind = shfl_amd_kind(gen);
    const unsigned first_ttmp = kind == SHFL_AMD_GFX8 ? 112 : 108;

    if (o >= 102 && o < 106)
        return gen == SHFL_AMD_GFX6 ? NULL : kind < SHFL_AMD_GFX10 ? old[o - 102] : NULL;
    if (o >= first_ttmp && o < 124)
        return ttmp[o - first_ttmp];
    switch (o) {
    case 106: return "vcc_lo";
    case 107: return "vcc_hi";
    case 124: return kind >= SHFL_AMD_GFX11 ? NULL : "m0";
    case 125: return kind >= SHFL_AMD_GFX11 ? "m0" : NULL;
    case 126: return "exec_lo";
    case 127: return "exec_hi";
    default: return NULL;
    }
}

unsigned amd_scalars(enum shfl_amd_gen gen)
{
    return gen == SHFL_AMD_GFX6 ? 104 : shfl_amd_kind(gen) < SHFL_AMD_GFX10 ? 102 : 106;
}

static bool is_register(const struct amd_insn *insn, uint32_t o)
{
    return o < amd_scalars(insn->gen) || (o < 128 && amd_special(insn->gen, (amd_operand)o));
}

/* That, or a number. */
static bool is_scalar(const struct amd_insn *insn, uint32_t o)
{
    return is_register(insn, o) || (o >= AMD_NUMBER && o <= 208)
        || (o == AMD_LITERAL && shfl_amd_kind(insn->gen) >= SHFL_AMD_GFX10);
}

bool amd_gen(const char *cpu, enum shfl_amd_gen *gen)
{
    static const struct {
        const char *name;
        enum shfl_amd_gen gen;
    } known[] = {
        { "gfx90a", SHFL_AMD_GFX90A }, { "gfx94", SHFL_AMD_GFX940 }, { "gfx950", SHFL_AMD_GFX950 },
        { "gfx10", SHFL_AMD_GFX10 },   { "gfx11", SHFL_AMD_GFX11 },  { "gfx1250", SHFL_AMD_GFX1250 },
        { "gfx120", SHFL_AMD_GFX12 },  { "gfx8", SHFL_AMD_GFX8 },    { "gfx9-4-", SHFL_AMD_GFX940 },
        { "gfx9", SHFL_AMD_GFX9 },     { "gfx12-", SHFL_AMD_GFX12 }, { "gfx600", SHFL_AMD_GFX6 },
        { "gfx601", SHFL_AMD_GFX6 },   { "gfx602", SHFL_AMD_GFX6 },  { "gfx70", SHFL_AMD_GFX6 },
    };
    char name[24];
    size_t length = 0;

    for (; cpu[length] != '\0' && cpu[length] != ':' && length + 1 < sizeof name;
         length++) /* features behind a colon */
        name[length] = (char)tolower((unsigned char)cpu[length]);
    name[length] = '\0';
    const char *generic = strstr(name, "-generic");

    if ((cpu[length] != '\0' && cpu[length] != ':')
        || (generic != NULL ? strcmp(generic, "-generic") != 0 : length != (strncmp(name, "gfx1", 4) == 0 ? 7u : 6u)))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(name, known[i].name, strlen(known[i].name)) == 0) {
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

/* How many operands of `select` it has. */
static unsigned selects(enum shfl_amd_op op)
{
    if (op == SHFL_AMD_READLANE || op == SHFL_AMD_WRITELANE || op == SHFL_AMD_IDX_GEN)
        return 1;
    return op == SHFL_AMD_PERMLANE16 || op == SHFL_AMD_PERMLANEX16
                || (op >= SHFL_AMD_PERMLANE_BCAST && op <= SHFL_AMD_PERMLANE_XOR)
             ? 2
             : 0;
}

bool amd_control(struct amd_insn *insn)
{
    uint64_t value[2] = { 0, 0 };
    const unsigned count = selects(insn->in.op);

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

/* The operations of a format, each by the last generation's number below a next one. */
enum format { VOP1, VOP2, VOP3, DS };
static const struct row {
    enum format format;
    enum shfl_amd_gen first, last; /* of shfl_amd_kind; or one of the others, and then first = last */
    uint16_t number;
    enum shfl_amd_op op;
} rows[] = {
    { VOP1, SHFL_AMD_GFX6, SHFL_AMD_GFX6, 2, SHFL_AMD_READFIRSTLANE },
    { VOP1, SHFL_AMD_GFX8, SHFL_AMD_GFX12, 2, SHFL_AMD_READFIRSTLANE },
    { VOP1, SHFL_AMD_GFX11, SHFL_AMD_GFX12, 103, SHFL_AMD_PERMLANE64 },
    { VOP1, SHFL_AMD_GFX950, SHFL_AMD_GFX950, 89, SHFL_AMD_PERMLANE16_SWAP },
    { VOP1, SHFL_AMD_GFX950, SHFL_AMD_GFX950, 90, SHFL_AMD_PERMLANE32_SWAP },
    { VOP1, SHFL_AMD_GFX1250, SHFL_AMD_GFX1250, 73, SHFL_AMD_PERMLANE16_SWAP },
    { VOP2, SHFL_AMD_GFX6, SHFL_AMD_GFX6, 1, SHFL_AMD_READLANE },
    { VOP2, SHFL_AMD_GFX6, SHFL_AMD_GFX6, 2, SHFL_AMD_WRITELANE },
    { VOP3, SHFL_AMD_GFX6, SHFL_AMD_GFX6, 0x101, SHFL_AMD_READLANE },
    { VOP3, SHFL_AMD_GFX6, SHFL_AMD_GFX6, 0x102, SHFL_AMD_WRITELANE },
    { VOP3, SHFL_AMD_GFX8, SHFL_AMD_GFX90A, 0x289, SHFL_AMD_READLANE },
    { VOP3, SHFL_AMD_GFX8, SHFL_AMD_GFX90A, 0x28a, SHFL_AMD_WRITELANE },
    { VOP3, SHFL_AMD_GFX950, SHFL_AMD_GFX950, 0x199, SHFL_AMD_PERMLANE16_SWAP },
    { VOP3, SHFL_AMD_GFX950, SHFL_AMD_GFX950, 0x19a, SHFL_AMD_PERMLANE32_SWAP },
    { VOP3, SHFL_AMD_GFX10, SHFL_AMD_GFX12, 0x360, SHFL_AMD_READLANE },
    { VOP3, SHFL_AMD_GFX10, SHFL_AMD_GFX12, 0x361, SHFL_AMD_WRITELANE },
    { VOP3, SHFL_AMD_GFX10, SHFL_AMD_GFX10, 0x377, SHFL_AMD_PERMLANE16 },
    { VOP3, SHFL_AMD_GFX10, SHFL_AMD_GFX10, 0x378, SHFL_AMD_PERMLANEX16 },
    { VOP3, SHFL_AMD_GFX11, SHFL_AMD_GFX12, 0x25b, SHFL_AMD_PERMLANE16 },
    { VOP3, SHFL_AMD_GFX11, SHFL_AMD_GFX12, 0x25c, SHFL_AMD_PERMLANEX16 },
    { VOP3, SHFL_AMD_GFX12, SHFL_AMD_GFX12, 0x30f, SHFL_AMD_PERMLANE16_VAR },
    { VOP3, SHFL_AMD_GFX12, SHFL_AMD_GFX12, 0x310, SHFL_AMD_PERMLANEX16_VAR },
    { VOP3, SHFL_AMD_GFX1250, SHFL_AMD_GFX1250, 0x1c9, SHFL_AMD_PERMLANE16_SWAP },
    { VOP3, SHFL_AMD_GFX1250, SHFL_AMD_GFX1250, 0x270, SHFL_AMD_PERMLANE_BCAST },
    { VOP3, SHFL_AMD_GFX1250, SHFL_AMD_GFX1250, 0x271, SHFL_AMD_PERMLANE_UP },
    { VOP3, SHFL_AMD_GFX1250, SHFL_AMD_GFX1250, 0x272, SHFL_AMD_PERMLANE_DOWN },
    { VOP3, SHFL_AMD_GFX1250, SHFL_AMD_GFX1250, 0x273, SHFL_AMD_PERMLANE_XOR },
    { VOP3, SHFL_AMD_GFX1250, SHFL_AMD_GFX1250, 0x314, SHFL_AMD_IDX_GEN },
    { DS, SHFL_AMD_GFX6, SHFL_AMD_GFX6, 53, SHFL_AMD_SWIZZLE },
    { DS, SHFL_AMD_GFX8, SHFL_AMD_GFX90A, 61, SHFL_AMD_SWIZZLE },
    { DS, SHFL_AMD_GFX8, SHFL_AMD_GFX90A, 62, SHFL_AMD_PERMUTE },
    { DS, SHFL_AMD_GFX8, SHFL_AMD_GFX90A, 63, SHFL_AMD_BPERMUTE },
    { DS, SHFL_AMD_GFX10, SHFL_AMD_GFX12, 53, SHFL_AMD_SWIZZLE },
    { DS, SHFL_AMD_GFX10, SHFL_AMD_GFX12, 178, SHFL_AMD_PERMUTE },
    { DS, SHFL_AMD_GFX10, SHFL_AMD_GFX12, 179, SHFL_AMD_BPERMUTE },
    { DS, SHFL_AMD_GFX12, SHFL_AMD_GFX12, 205, SHFL_AMD_BPERMUTE_FI },
};

/* Set insn's operation to the one of this number. Returns whether there is one. */
static bool find(struct amd_insn *insn, enum format format, uint32_t number)
{
    const enum shfl_amd_gen gen = insn->gen, kind = gen == SHFL_AMD_GFX6 ? gen : shfl_amd_kind(gen);

    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++)
        if (row->format == format && row->number == number
            && (row->first == gen || (kind >= row->first && kind <= row->last))) {
            insn->in.op = row->op;
            return true;
        }
    return false;
}

/* Set what is read and written. Returns whether they are registers that the operation can have. */
static bool take_registers(struct amd_insn *insn, uint32_t src0, uint32_t dst)
{
    const bool to_scalar = insn->in.op == SHFL_AMD_READLANE || insn->in.op == SHFL_AMD_READFIRSTLANE;

    insn->src = (amd_operand)src0;
    insn->dst = (amd_operand)(dst + (to_scalar ? 0 : AMD_VECTOR));
    return (insn->in.op == SHFL_AMD_WRITELANE ? is_scalar(insn, src0) : is_vector(src0))
        && (!to_scalar || is_register(insn, dst));
}

static bool decode_vop1(struct amd_insn *insn, uint32_t low)
{
    return find(insn, VOP1, amd_field(low, 16, 9))
        && take_registers(insn, amd_field(low, 8, 0), amd_field(low, 24, 17));
}

/* readlane and writelane of gfx6 and gfx7. */
static bool decode_vop2(struct amd_insn *insn, uint32_t low)
{
    insn->select[0] = (amd_operand)amd_field(low, 16, 9);
    return find(insn, VOP2, amd_field(low, 30, 25)) && is_scalar(insn, insn->select[0])
        && take_registers(insn, amd_field(low, 8, 0), amd_field(low, 24, 17));
}

/* VOP1, VOP2 and VOPC with a word of DPP. */
static bool decode_vop(struct amd_insn *insn, const uint32_t words[2])
{
    const unsigned kind = amd_field(words[0], 31, 25), vop1_op = amd_field(words[0], 16, 9);

    insn->is_wide = kind == 0x3f && vop1_op == 56 && (insn->gen == SHFL_AMD_GFX940 || insn->gen == SHFL_AMD_GFX950);
    if (kind == 0x3f && (vop1_op == 1 || insn->is_wide)) {
        insn->dst = (amd_operand)(amd_field(words[0], 24, 17) + AMD_VECTOR);
    } else {
        insn->format = kind == 0x3f ? "vop1" : kind == 0x3e ? "vopc" : "vop2";
        insn->is_compare = kind == 0x3e;
        insn->opcode = (uint16_t)(kind == 0x3f ? vop1_op : kind == 0x3e ? amd_field(words[0], 24, 17) : kind);
    }
    return decode_dpp(insn, amd_field(words[0], 8, 0), words[1]) && !(insn->is_wide && amd_refuses_wide(insn));
}

bool amd_refuses_wide(const struct amd_insn *insn)
{
    return insn->in.op != SHFL_AMD_DPP16 || insn->in.control >> 4 != 0x15
        || shfl_amd_kind(insn->gen) != SHFL_AMD_GFX90A;
}

static bool decode_ds(struct amd_insn *insn, uint32_t low, uint32_t high)
{
    const bool gfx6 = insn->gen == SHFL_AMD_GFX6, old = shfl_amd_kind(insn->gen) < SHFL_AMD_GFX10 && !gfx6;

    if (!find(insn, DS, old ? amd_field(low, 24, 17) : amd_field(low, 25, 18)))
        return false;
    insn->in.control = amd_field(low, 15, 0);
    insn->addr = (amd_operand)(amd_field(high, 7, 0) + AMD_VECTOR);
    insn->src = (amd_operand)(amd_field(high, 15, 8) + AMD_VECTOR);
    insn->dst = (amd_operand)(amd_field(high, 31, 24) + AMD_VECTOR);
    const bool other = amd_field(high, 23, 16)
                    || (old ? amd_field(low, 16, 16) || amd_field(low, 25, 25) : amd_field(low, 17, 16) != 0);
    return !other && (insn->in.op != SHFL_AMD_SWIZZLE || insn->src == AMD_VECTOR);
}

/* VOP3 and VOP3P of gfx11 and gfx12 with a word of DPP. */
static bool decode_vop3_dpp(struct amd_insn *insn, const uint32_t words[3])
{
    const bool packed = amd_field(words[0], 31, 26) == 0x33;

    insn->format = packed ? "vop3p" : "vop3";
    insn->is_compare = !packed && amd_field(words[0], 25, 16) < 0x100;
    insn->opcode = (uint16_t)(packed ? amd_field(words[0], 22, 16) : amd_field(words[0], 25, 16));
    return decode_dpp(insn, amd_field(words[1], 8, 0), words[2]);
}

static bool decode_vop3(struct amd_insn *insn, uint32_t low, uint32_t high)
{
    const bool gfx6 = insn->gen == SHFL_AMD_GFX6;
    const uint32_t src0 = amd_field(high, 8, 0), src1 = amd_field(high, 17, 9), src2 = amd_field(high, 26, 18);

    if (!find(insn, VOP3, gfx6 ? amd_field(low, 25, 17) : amd_field(low, 25, 16))
        || !take_registers(insn, src0, amd_field(low, 7, 0)) || amd_field(high, 31, 27) || amd_field(low, 10, 8)
        || amd_field(low, 15, 13) || (gfx6 && amd_field(low, 16, 11)))
        return false;
    insn->select[0] = (amd_operand)src1;
    insn->select[1] = (amd_operand)src2;
    const enum shfl_amd_op op = insn->in.op;
    const bool is_var = op == SHFL_AMD_PERMLANE16_VAR || op == SHFL_AMD_PERMLANEX16_VAR;
    const bool has_flags = is_var || amd_is_swap(op) || op == SHFL_AMD_PERMLANE16 || op == SHFL_AMD_PERMLANEX16;
    insn->in.fi = amd_field(low, 11, 11);
    insn->in.bc = amd_field(low, 12, 12);
    if (!has_flags && (insn->in.fi || insn->in.bc))
        return false;
    if (is_var) {
        insn->addr = (amd_operand)src1;
        insn->select[0] = 0;
        return is_vector(src1) && src2 == 0;
    }
    if (amd_is_swap(op))
        return src1 == 0 && src2 == 0;
    return is_scalar(insn, src1) && (selects(insn->in.op) == 2 ? is_scalar(insn, src2) : src2 == 0);
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
    const struct shfl_amd_unit unit = { amd_lanes(gen), gen };
    const uint32_t low = words[0], high = count > 1 ? words[1] : 0;
    const unsigned kind = amd_field(low, 31, 26), vop3 = shfl_amd_kind(gen) < SHFL_AMD_GFX10 ? 0x34 : 0x35;
    const unsigned length = amd_length(gen, (const uint32_t[]){ low, high });
    bool is_known = false;

    *insn = (struct amd_insn){ .gen = gen };
    if (count < length)
        return 0;
    if (kind < 32 && amd_is_dpp(gen, amd_field(low, 8, 0)))
        is_known = decode_vop(insn, words);
    else if (amd_field(low, 31, 25) == 0x3f)
        is_known = decode_vop1(insn, low);
    else if (gen == SHFL_AMD_GFX6 && kind < 32)
        is_known = decode_vop2(insn, low);
    else if (kind == 0x36)
        is_known = decode_ds(insn, low, high);
    else if (shfl_amd_kind(gen) >= SHFL_AMD_GFX11 && (kind == 0x33 || kind == 0x35) && length == 3
             && amd_is_dpp(gen, high & 0x1ff))
        is_known = decode_vop3_dpp(insn, words);
    else if (kind == vop3)
        is_known = decode_vop3(insn, low, high);
    if (length == 3 && insn->format == NULL)
        take_literal(insn, words[2]);
    return is_known && (!amd_control(insn) || shfl_amd_check(&unit, &insn->in) == SHFL_AMD_LEGAL) ? length : 0;
}
