/* SPDX-License-Identifier: Apache-2.0 */
/* amd_parse - see amd.h */
#include "amd.h"
#include "cli/lib/number.h"

#include <stdarg.h>
#include <string.h>

enum { VALUES_MAX = 8 };

struct parse {
    const char *at;
    struct amd_insn *insn;
    char *err;
};

static bool refuse(struct parse *p, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(p->err, AMD_ERROR_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* Is this what comes next? If so, it is passed over. */
static bool pass(struct parse *p, const char *what)
{
    p->at += strspn(p->at, " \t");
    if (strncmp(p->at, what, strlen(what)) != 0)
        return false;
    p->at += strlen(what);
    return true;
}

static bool take(struct parse *p, const char *what)
{
    return pass(p, what) || refuse(p, "expected '%s' before '%.40s'", what, p->at);
}

static bool take_number(struct parse *p, uint64_t most, uint64_t *value)
{
    const char *end = number_scan(p->at += strspn(p->at, " \t"), value);

    if (end == NULL || *value > most)
        return refuse(p, "expected a number from 0 to %llu at '%.40s'", (unsigned long long)most, p->at);
    p->at = end;
    return true;
}

/* count numbers with commas between them, and end behind them */
static bool take_numbers(struct parse *p, unsigned count, uint64_t most, const char *end, uint64_t value[])
{
    for (unsigned i = 0; i < count; i++)
        if ((i > 0 && !take(p, ",")) || !take_number(p, most, &value[i]))
            return false;
    return take(p, end);
}

/* A number: a small one is part of the machine word, another one a literal. Two are taken, too: they stand for the scalar
 * registers that a program would have them in. */
static bool take_constant(struct parse *p, amd_operand *o)
{
    const bool negative = pass(p, "-"), literal = p->insn->gen >= SHFL_AMD_GFX10;
    uint64_t value;

    if (!take_number(p, !literal ? (negative ? 16 : 64) : negative ? UINT64_C(1) << 31 : UINT32_MAX, &value))
        return false;
    if (value <= (negative ? 16 : 64)) {
        *o = (amd_operand)(negative && value ? 192 + value : 128 + value);
        return true;
    }
    *o = AMD_LITERAL;
    p->insn->literal[o == &p->insn->src ? 0 : 1 + (o - p->insn->select)] = negative ? -(uint32_t)value
                                                                                    : (uint32_t)value;
    return true;
}

/* kinds: of 'v', 's' and 'n' (a number) those that may stand here */
static bool take_operand(struct parse *p, const char *kinds, amd_operand *o)
{
    const amd_operand plain = p->insn->gen < SHFL_AMD_GFX10 ? 102 : 106;
    uint64_t value;
    const char kind = *(p->at += strspn(p->at, " \t"));

    for (amd_operand i = plain; i < AMD_NUMBER && strchr(kinds, 's'); i++) {
        const char *name = amd_special(p->insn->gen, i);
        const size_t length = name ? strlen(name) : 0;

        if (name && strncmp(p->at, name, length) == 0 && strchr(", \t", p->at[length]) != NULL) {
            p->at += length;
            *o = i;
            return true;
        }
    }
    if ((kind == 'v' || kind == 's') && strchr(kinds, kind) && p->at[1] >= '0' && p->at[1] <= '9') {
        p->at++;
        if (!take_number(p, kind == 'v' ? 255u : plain - 1u, &value))
            return false;
        *o = (amd_operand)(value + (kind == 'v' ? AMD_VECTOR : 0));
        return true;
    }
    if (strchr(kinds, 'n'))
        return take_constant(p, o);
    return refuse(p, "expected a %s register at '%.40s'", strchr(kinds, 'v') ? "vector" : "scalar", p->at);
}

/* --- modifiers */

static const struct {
    const char *name;
    unsigned first, least, most; /* dpp_ctrl is first + the number, which is least .. most; most 0: there is none */
} dpp[] = {
    { "row_shl:", 0x100, 1, 15 },    { "row_shr:", 0x110, 1, 15 },    { "row_ror:", 0x120, 1, 15 },
    { "wave_shl:", 0x12f, 1, 1 },    { "wave_rol:", 0x133, 1, 1 },    { "wave_shr:", 0x137, 1, 1 },
    { "wave_ror:", 0x13b, 1, 1 },    { "row_mirror", 0x140, 0, 0 },   { "row_half_mirror", 0x141, 0, 0 },
    { "row_bcast:15", 0x142, 0, 0 }, { "row_bcast:31", 0x143, 0, 0 }, { "row_newbcast:", 0x150, 0, 15 },
    { "row_share:", 0x150, 0, 15 },  { "row_xmask:", 0x160, 0, 15 },
};

static bool take_dpp(struct parse *p)
{
    struct shfl_amd_in *in = &p->insn->in;
    uint64_t v[VALUES_MAX];

    in->op = SHFL_AMD_DPP16;
    if (pass(p, "dpp8:[")) {
        in->op = SHFL_AMD_DPP8;
        if (!take_numbers(p, 8, 7, "]", v))
            return false;
        for (unsigned k = 0; k < 8; k++)
            in->control |= v[k] << 3 * k;
        return true;
    }
    if (pass(p, "quad_perm:[")) {
        if (!take_numbers(p, 4, 3, "]", v))
            return false;
        in->control = v[0] | v[1] << 2 | v[2] << 4 | v[3] << 6;
        return true;
    }
    for (size_t i = 0; i < sizeof dpp / sizeof *dpp; i++)
        if (pass(p, dpp[i].name)) {
            if (dpp[i].first == 0x150
                && (p->insn->gen == SHFL_AMD_GFX90A) != (strcmp(dpp[i].name, "row_newbcast:") == 0))
                return refuse(p, "row_newbcast is of gfx90a to gfx950, row_share of gfx10 and later");
            v[0] = 0;
            if (dpp[i].most && (!take_number(p, dpp[i].most, v) || v[0] < dpp[i].least))
                return refuse(p, "%s expected %u to %u", dpp[i].name, dpp[i].least, dpp[i].most);
            in->control = dpp[i].first + v[0];
            return true;
        }
    return refuse(p, "expected what DPP does, such as row_shr:1, at '%.40s'", p->at);
}

static bool take_dpp_rest(struct parse *p)
{
    struct shfl_amd_in *in = &p->insn->in;
    uint64_t v;

    in->row_mask = in->bank_mask = in->op == SHFL_AMD_DPP16 ? 15 : 0;
    while (*(p->at += strspn(p->at, " \t")) != '\0') {
        if (pass(p, "fi:")) {
            if (!take_number(p, 1, &v))
                return false;
            in->fi = v;
        } else if (in->op == SHFL_AMD_DPP8) {
            return refuse(p, "expected fi:1 or the end at '%.40s'", p->at);
        } else if (pass(p, "row_mask:")) {
            if (!take_number(p, 15, &v))
                return false;
            in->row_mask = (uint8_t)v;
        } else if (pass(p, "bank_mask:")) {
            if (!take_number(p, 15, &v))
                return false;
            in->bank_mask = (uint8_t)v;
        } else if (pass(p, "bound_ctrl:")) { /* before gfx11, 0 sets the bit, too */
            if (!take_number(p, 1, &v))
                return false;
            in->bc = v == 1 || p->insn->gen < SHFL_AMD_GFX11;
        } else {
            return refuse(p, "expected row_mask, bank_mask, bound_ctrl or fi at '%.40s'", p->at);
        }
    }
    return true;
}

static bool take_swizzle(struct parse *p, uint64_t *offset)
{
    const bool gfx9 = p->insn->gen > SHFL_AMD_GFX8;
    uint64_t v[VALUES_MAX];

    if (pass(p, "QUAD_PERM,")) {
        if (!take_numbers(p, 4, 3, ")", v))
            return false;
        *offset = 0x8000 | v[0] | v[1] << 2 | v[2] << 4 | v[3] << 6;
    } else if (pass(p, "SWAP,") || pass(p, "REVERSE,")) {
        const bool reverse = p->at[-2] == 'E';

        if (!take_numbers(p, 1, reverse ? 32 : 16, ")", v))
            return false;
        if (v[0] < (reverse ? 2u : 1u) || (v[0] & (v[0] - 1)))
            return refuse(p, "expected a power of two, not %u", (unsigned)v[0]);
        *offset = (v[0] - reverse) << 10 | 31;
    } else if (pass(p, "BROADCAST,")) {
        if (!take_numbers(p, 2, 32, ")", v))
            return false;
        if (v[0] < 2 || (v[0] & (v[0] - 1)) || v[1] >= v[0])
            return refuse(p, "BROADCAST: expected the size of a group, a power of two up to 32, and a lane of it");
        *offset = v[1] << 5 | (32 - v[0]);
    } else if (gfx9 && pass(p, "ROTATE,")) {
        if (!take_numbers(p, 2, 31, ")", v))
            return false;
        if (v[0] > 1)
            return refuse(p, "ROTATE: expected 0, left, or 1, right, and a distance");
        *offset = 0xc000 | v[0] << 10 | v[1] << 5;
    } else if (gfx9 && pass(p, "FFT,")) {
        if (!take_numbers(p, 1, 31, ")", v))
            return false;
        *offset = 0xe000 | v[0];
    } else if (pass(p, "BITMASK_PERM,") && take(p, "\"")) {
        *offset = 0;
        for (unsigned b = 5; b-- > 0; p->at++) {
            if (*p->at == '\0' || !strchr("01pi", *p->at))
                return refuse(p, "BITMASK_PERM: expected five of 0, 1, p and i");
            *offset |= (uint64_t)(*p->at == 'p' || *p->at == 'i') << b | (uint64_t)(*p->at == '1') << (5 + b)
                     | (uint64_t)(*p->at == 'i') << (10 + b);
        }
        return take(p, "\"") && take(p, ")");
    } else {
        return refuse(p, "expected QUAD_PERM, SWAP, REVERSE, BROADCAST, BITMASK_PERM%s at '%.40s'",
                      gfx9 ? ", ROTATE or FFT" : "", p->at);
    }
    return true;
}

/* --- instructions */

static bool take_ds(struct parse *p, enum shfl_amd_op op)
{
    struct amd_insn *insn = p->insn;

    insn->in.op = op;
    insn->src = AMD_VECTOR;
    if (!take_operand(p, "v", &insn->dst) || !take(p, ",") || !take_operand(p, "v", &insn->addr)
        || (op != SHFL_AMD_SWIZZLE && (!take(p, ",") || !take_operand(p, "v", &insn->src))))
        return false;
    if (!pass(p, "offset:"))
        return true;
    if (op == SHFL_AMD_SWIZZLE && pass(p, "swizzle("))
        return take_swizzle(p, &insn->in.control);
    return take_number(p, 0xffff, &insn->in.control);
}

static bool take_permlane(struct parse *p, enum shfl_amd_op op)
{
    struct amd_insn *insn = p->insn;
    uint64_t v[2] = { 0, 0 };

    insn->in.op = op;
    if (!take_operand(p, "v", &insn->dst) || !take(p, ",") || !take_operand(p, "v", &insn->src) || !take(p, ",")
        || !take_operand(p, "sn", &insn->select[0]) || !take(p, ",") || !take_operand(p, "sn", &insn->select[1])
        || (pass(p, "op_sel:[") && !take_numbers(p, 2, 1, "]", v)))
        return false;
    insn->in.fi = v[0];
    insn->in.bc = v[1];
    return true;
}

static bool take_lane(struct parse *p, enum shfl_amd_op op)
{
    struct amd_insn *insn = p->insn;
    const bool write = op == SHFL_AMD_WRITELANE;

    insn->in.op = op;
    return take_operand(p, write || op == SHFL_AMD_PERMLANE64 ? "v" : "s", &insn->dst) && take(p, ",")
        && take_operand(p, write ? "sn" : "v", &insn->src)
        && (op == SHFL_AMD_READFIRSTLANE || op == SHFL_AMD_PERMLANE64
            || (take(p, ",") && take_operand(p, "sn", &insn->select[0])));
}

static bool take_mov(struct parse *p)
{
    struct amd_insn *insn = p->insn;

    return take_operand(p, "v", &insn->dst) && take(p, ",") && take_operand(p, "v", &insn->src) && take_dpp(p)
        && take_dpp_rest(p);
}

static bool take_insn(struct parse *p)
{
    if (pass(p, "v_mov_b32_dpp "))
        return take_mov(p);
    if (pass(p, "ds_swizzle_b32 "))
        return take_ds(p, SHFL_AMD_SWIZZLE);
    if (pass(p, "ds_bpermute_b32 "))
        return take_ds(p, SHFL_AMD_BPERMUTE);
    if (pass(p, "ds_permute_b32 "))
        return take_ds(p, SHFL_AMD_PERMUTE);
    if (pass(p, "v_readlane_b32 "))
        return take_lane(p, SHFL_AMD_READLANE);
    if (pass(p, "v_readfirstlane_b32 "))
        return take_lane(p, SHFL_AMD_READFIRSTLANE);
    if (pass(p, "v_writelane_b32 "))
        return take_lane(p, SHFL_AMD_WRITELANE);
    if (pass(p, "v_permlane16_b32 "))
        return take_permlane(p, SHFL_AMD_PERMLANE16);
    if (pass(p, "v_permlanex16_b32 "))
        return take_permlane(p, SHFL_AMD_PERMLANEX16);
    if (pass(p, "v_permlane64_b32 "))
        return take_lane(p, SHFL_AMD_PERMLANE64);
    return refuse(
        p,
        "'%.40s': expected v_mov_b32_dpp, ds_swizzle_b32, ds_bpermute_b32, ds_permute_b32, v_readlane_b32, "
        "v_readfirstlane_b32, v_writelane_b32, v_permlane16_b32, v_permlanex16_b32, v_permlane64_b32 or HIP's __shfl",
        p->at);
}

bool amd_parse(enum shfl_amd_gen gen, const char *text, struct amd_insn *insn, char err[AMD_ERROR_MAX])
{
    static const char *const why[] = {
        [-SHFL_AMD_NO_UNIT] = "there is no such wave",
        [-SHFL_AMD_NO_OP] = "this generation does not have it",
        [-SHFL_AMD_RESERVED] = "this generation does not have that DPP",
        [-SHFL_AMD_WIDE] = "a number is too large",
    };
    const struct shfl_amd_unit unit = { 64, gen };
    struct parse p = { text, insn, err };

    *insn = (struct amd_insn){ .gen = gen };
    if (!take_insn(&p))
        return false;
    if (*(p.at += strspn(p.at, " \t")) != '\0')
        return refuse(&p, "expected the end at '%.40s'", p.at);
    amd_control(insn);
    const enum shfl_amd_error error = shfl_amd_check(&unit, &insn->in);
    return error == SHFL_AMD_LEGAL || refuse(&p, "%s", why[-error]);
}
