/* SPDX-License-Identifier: Apache-2.0 */
/* amd_parse - see amd.h */
#include "amd_text.h"
#include "lib/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { VALUES_MAX = 8, INPUT_MAX = 600, NAME_MAX = 48, ARGUMENTS_MAX = 10, CALL_MAX = 64 };

struct parse {
    const char *at;
    struct amd_insn *insn;
    const struct expr_scope *scope; /* of a call */
    char *err;
};

static bool pass(struct parse *p, const char *what) { return text_take(&p->at, what); }

static bool take(struct parse *p, const char *what)
{
    return pass(p, what) || text_why(p->err, "expected '%s' before '%.40s'", what, p->at);
}

/* Between operands: hand-written assembly may leave it out. */
static bool take_comma(struct parse *p)
{
    const bool blank = *p->at == ' ' || *p->at == '\t';

    return pass(p, ",") || (blank && *p->at != '\0') || text_why(p->err, "expected ',' before '%.40s'", p->at);
}

static bool take_number(struct parse *p, uint64_t most, uint64_t *value)
{
    const char *end = number_scan(p->at += strspn(p->at, " \t"), value);

    if (end == NULL || *value > most)
        return text_why(p->err, "expected a number from 0 to %llu at '%.40s'", (unsigned long long)most, p->at);
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
    const bool negative = pass(p, "-"), literal = shfl_amd_kind(p->insn->gen) >= SHFL_AMD_GFX10;
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

/* %0, $0, %[name]: the register with that number, or 0. */
static bool take_placeholder(struct parse *p, unsigned first, amd_operand *o)
{
    uint64_t value = 0;

    p->at++;
    if (*p->at == '[') {
        p->at += strcspn(p->at, "]");
        return take(p, "]") && (*o = (amd_operand)first, true);
    }
    if (!take_number(p, 99, &value))
        return false;
    *o = (amd_operand)(first + value);
    return true;
}

/* v[2:3], for 64 bits. */
static bool take_pair(struct parse *p, amd_operand *o)
{
    uint64_t low, high;

    if (!take(p, "v[") || !take_number(p, 254, &low) || !take(p, ":") || !take_number(p, 255, &high) || !take(p, "]"))
        return false;
    if (high != low + 1)
        return text_why(p->err, "expected two registers, such as v[2:3]");
    *o = (amd_operand)(AMD_VECTOR + low);
    return true;
}

/* kinds: of 'v', 's' and 'n' (a number) those that may stand here */
static bool take_operand(struct parse *p, const char *kinds, amd_operand *o)
{
    const amd_operand plain = (amd_operand)amd_scalars(p->insn->gen);
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
    if (kind == '%' || kind == '$') /* of inline assembly: any register of the kind that may stand here */
        return take_placeholder(p, strchr(kinds, 'v') ? AMD_VECTOR : 0, o);
    if (kind == 'v' && p->insn->is_wide && p->at[1] == '[' && strchr(kinds, 'v'))
        return take_pair(p, o);
    if ((kind == 'v' || kind == 's') && strchr(kinds, kind) && p->at[1] >= '0' && p->at[1] <= '9') {
        p->at++;
        if (!take_number(p, kind == 'v' ? 255u : plain - 1u, &value))
            return false;
        *o = (amd_operand)(value + (kind == 'v' ? AMD_VECTOR : 0));
        return true;
    }
    if (strchr(kinds, 'n'))
        return take_constant(p, o);
    return text_why(p->err, "expected a %s register at '%.40s'", strchr(kinds, 'v') ? "vector" : "scalar", p->at);
}

/* --- modifiers */

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
    for (const struct amd_dpp *dpp = amd_dpps; dpp->name != NULL; dpp++)
        if (pass(p, dpp->name)) {
            if (dpp->first == 0x150
                && (shfl_amd_kind(p->insn->gen) == SHFL_AMD_GFX90A) != (strcmp(dpp->name, "row_newbcast:") == 0))
                return text_why(p->err, "row_newbcast is of gfx90a to gfx950, row_share of gfx10 and later");
            v[0] = 0;
            if (dpp->most && (!take_number(p, dpp->most, v) || v[0] < dpp->least))
                return text_why(p->err, "%s expected %u to %u", dpp->name, dpp->least, dpp->most);
            in->control = dpp->first + v[0];
            return true;
        }
    return text_why(p->err, "expected what DPP does, such as row_shr:1, at '%.40s'", p->at);
}

/* Of another instruction: what has nothing to do with lanes. */
static bool pass_modifier(struct parse *p)
{
    const size_t list = text_begins(p->at, "op_sel:[ op_sel_hi:[ neg_lo:[ neg_hi:["),
                 number = text_begins(p->at, "mul: div: byte_sel:");
    uint64_t v;

    p->at += list ? strcspn(p->at, "]") : number;
    return list ? pass(p, "]") : number ? take_number(p, 4, &v) : pass(p, "clamp");
}

/* What stands behind the operands of an instruction with DPP, in any order. */
static bool take_modifiers(struct parse *p, bool is_other)
{
    struct shfl_amd_in *in = &p->insn->in;
    static const char *const names[] = { "row_mask:", "bank_mask:", "bound_ctrl:", "fi:" };
    bool has_dpp = false, has_mask = false;
    uint64_t v;

    in->row_mask = in->bank_mask = 15;
    while (pass(p, ","), *(p->at += strspn(p->at, " \t")) != '\0') {
        unsigned i = 0;

        while (i < 4 && !pass(p, names[i]))
            i++;
        has_mask = has_mask || i < 3;
        if (i < 4) {
            if (!take_number(p, i < 2 ? 15 : 1, &v))
                return false;
            if (i < 2)
                *(i == 0 ? &in->row_mask : &in->bank_mask) = (uint8_t)v;
            else if (i == 2) /* before gfx11, 0 sets the bit, too */
                in->bc = v == 1 || shfl_amd_kind(p->insn->gen) < SHFL_AMD_GFX11;
            else
                in->fi = v;
        } else if (!is_other || !pass_modifier(p)) {
            if (has_dpp)
                return text_why(p->err, "expected row_mask, bank_mask, bound_ctrl, fi or the end at '%.40s'", p->at);
            if (!take_dpp(p))
                return false;
            has_dpp = true;
        }
    }
    if (!has_dpp)
        return text_why(p->err, "expected what DPP does, such as row_shr:1, behind the operands");
    if (in->op == SHFL_AMD_DPP8) {
        if (has_mask)
            return text_why(p->err, "dpp8 has no row_mask, bank_mask and bound_ctrl: expected fi:1 or the end");
        in->row_mask = in->bank_mask = 0;
    }
    if (p->insn->is_wide && amd_refuses_wide(p->insn))
        return text_why(p->err, "64-bit data have DPP on gfx90a to gfx950 only, and with row_newbcast only");
    return true;
}

/* LLVM's macros, with how many numbers they have, and the largest. Those from ROTATE on are of gfx9 and later. */
enum { QUAD_PERM, SWAP, REVERSE, BROADCAST, ROTATE, FFT, BITMASK_PERM };
static const struct {
    const char *name;
    unsigned count, most;
} swizzles[] = { { "QUAD_PERM,", 4, 3 },  { "SWAP,", 1, 16 },   { "REVERSE,", 1, 32 },
                 { "BROADCAST,", 2, 32 }, { "ROTATE,", 2, 31 }, { "FFT,", 1, 31 } };

static bool take_swizzle(struct parse *p, uint64_t *offset)
{
    const bool gfx9 = shfl_amd_kind(p->insn->gen) > SHFL_AMD_GFX8;
    uint64_t v[VALUES_MAX] = { 0 };
    unsigned which = 0;

    while (which < BITMASK_PERM && !((which < ROTATE || gfx9) && pass(p, swizzles[which].name)))
        which++;
    if (which < BITMASK_PERM && !take_numbers(p, swizzles[which].count, swizzles[which].most, ")", v))
        return false;
    const bool is_size = is_power(v[0]) && (which == SWAP || v[0] > 1);
    switch (which) {
    case QUAD_PERM: *offset = 0x8000 | v[0] | v[1] << 2 | v[2] << 4 | v[3] << 6; return true;
    case SWAP:
    case REVERSE:
        *offset = (v[0] - (which == REVERSE)) << 10 | 31;
        return is_size || text_why(p->err, "expected a power of two, not %u", (unsigned)v[0]);
    case BROADCAST:
        *offset = v[1] << 5 | (32 - v[0]);
        return (is_size && v[1] < v[0])
            || text_why(p->err, "BROADCAST: expected the size of a group, a power of two up to 32, and a lane of it");
    case ROTATE:
        *offset = 0xc000 | v[0] << 10 | v[1] << 5;
        return v[0] <= 1 || text_why(p->err, "ROTATE: expected 0, left, or 1, right, and a distance");
    case FFT: *offset = 0xe000 | v[0]; return true;
    default: break;
    }
    if (!pass(p, "BITMASK_PERM,") || !take(p, "\""))
        return text_why(p->err, "expected QUAD_PERM, SWAP, REVERSE, BROADCAST, BITMASK_PERM%s at '%.40s'",
                        gfx9 ? ", ROTATE or FFT" : "", p->at);
    *offset = 0;
    for (unsigned b = 5; b-- > 0; p->at++) {
        if (*p->at == '\0' || !strchr("01pi", *p->at))
            return text_why(p->err, "BITMASK_PERM: expected five of 0, 1, p and i");
        *offset |= (uint64_t)(*p->at == 'p' || *p->at == 'i') << b | (uint64_t)(*p->at == '1') << (5 + b)
                 | (uint64_t)(*p->at == 'i') << (10 + b);
    }
    return take(p, "\"") && take(p, ")");
}

/* --- instructions */

/* FI and BC of permlane16: op_sel:[1,0]; of the swaps by their names. */
static bool take_flags(struct parse *p, bool by_name)
{
    uint64_t v[2] = { 0, 0 };
    bool is_bound;

    while (by_name && ((is_bound = pass(p, "bound_ctrl:")) || pass(p, "fi:")))
        if (!take_number(p, 1, &v[is_bound]))
            return false;
    if (!by_name && pass(p, "op_sel:[") && !take_numbers(p, 2, 1, "]", v))
        return false;
    p->insn->in.fi = v[0];
    p->insn->in.bc = v[1];
    return true;
}

/* What stands behind the name, by its letters; see amd_ops. */
static bool take_form(struct parse *p, enum shfl_amd_op op)
{
    struct amd_insn *insn = p->insn;
    bool ok = true;

    insn->in.op = op;
    insn->src = AMD_VECTOR;
    for (const char *letter = amd_ops[op].operands; ok && *letter != '\0'; letter++) {
        if (letter > amd_ops[op].operands && strchr("vVasS", *letter) && !take_comma(p))
            return false;
        switch (*letter) {
        case 'd': ok = take_operand(p, "v", &insn->dst); break;
        case 'D': ok = take_operand(p, "s", &insn->dst); break;
        case 'v': ok = take_operand(p, "v", &insn->src); break;
        case 'V': ok = take_operand(p, "sn", &insn->src); break;
        case 'a': ok = take_operand(p, "v", &insn->addr); break;
        case 's': ok = take_operand(p, "sn", &insn->select[0]); break;
        case 'S': ok = take_operand(p, "sn", &insn->select[1]); break;
        case 'o': /* of a swizzle also as LLVM's macro */
            if (pass(p, "offset:"))
                ok = op == SHFL_AMD_SWIZZLE && pass(p, "swizzle(") ? take_swizzle(p, &insn->in.control)
                                                                   : take_number(p, 0xffff, &insn->in.control);
            break;
        default: ok = take_flags(p, *letter == 'b');
        }
    }
    return ok;
}

/* --- another instruction, with DPP on its first source */

/* Those that cannot have DPP: all that begin so. */
static const char no_dpp[] =
    "v_swap v_mul_lo_u32 v_mul_lo_i32 v_mul_hi_u32 v_mul_hi_i32 v_qsad v_mqsad v_madmk v_madak v_fmamk v_fmaak v_dual_ "
    "v_pk_ v_mfma v_smfmac v_wmma v_swmmac v_accvgpr v_clrexcp v_interp v_add_f64 v_cmp_class_f64";

/* One operand of any kind: its text goes behind the instruction's, and what it is: 'v', 's', 'n', or 0. */
static char take_any(struct parse *p, bool is_first, bool *is_pair)
{
    struct amd_insn *insn = p->insn;
    const char *from = p->at, *name = from + strspn(from, "-|");
    const size_t used = strlen(insn->other), all = (size_t)(text_to(from, NULL, ", \t") - from);

    if (strncmp(name, "abs(", 4) == 0 || strncmp(name, "neg(", 4) == 0)
        name += 4;
    if (used + all + 4 > AMD_OTHER_MAX || all == 0)
        return '\0';
    strcat(insn->other, is_first ? " " : ", ");
    strncat(insn->other, from, all);
    p->at = from + all;
    *is_pair = (name[0] == 'v' || name[0] == 's') && name[1] == '[';
    if (name[0] == '%' || name[0] == '$' || (name[0] == 'v' && (name[1] == '[' || (name[1] >= '0' && name[1] <= '9'))))
        return 'v';
    return name[0] >= 'a' && name[0] <= 'z' ? 's' : 'n';
}

static bool take_other(struct parse *p, const char *name, bool is_e64)
{
    struct amd_insn *insn = p->insn;
    const enum shfl_amd_gen kind = shfl_amd_kind(insn->gen);
    const bool is_cmpx = strncmp(name, "v_cmpx", 6) == 0;
    bool pair[8] = { false };
    unsigned count = 0;
    char kinds[8];

    if (strlen(name) + sizeof "_e64_dpp" > NAME_MAX) /* with the endings it has to be a name, too */
        return text_why(p->err, "'%.40s': the name is too long for an instruction", name);
    if (text_begins(name, no_dpp))
        return text_why(p->err, "%s: moves no data between lanes, and cannot have DPP", name);
    insn->is_compare = strncmp(name, "v_cmp", 5) == 0;
    snprintf(insn->other, sizeof insn->other, "%s%s_dpp", name, is_e64 ? "_e64" : "");
    for (p->at += strspn(p->at, " \t"); *p->at != '\0'; p->at += strspn(p->at, " \t,")) {
        const size_t length = strspn(p->at, "abcdefghijklmnopqrstuvwxyz0123456789_");

        if ((length > 1 && p->at[length] == ':') || text_begins(p->at, "row_ clamp")) /* a modifier */
            break;
        if (count == sizeof kinds || (kinds[count] = take_any(p, count == 0, &pair[count])) == '\0')
            return text_why(p->err, "%s: expected its operands before '%.40s'", name, p->at);
        count++;
    }
    /* behind the destination, and a carry, which is scalar, stands src0; v_cmpx may write EXEC alone */
    unsigned at = is_cmpx && count == 2 && kinds[0] == 'v' ? 0 : 1;
    at += !insn->is_compare && count > 3 && kinds[1] == 's';
    if (*p->at == '\0')
        return text_why(p->err, "%s: moves data between lanes with DPP only, such as row_shr:1", name);
    if (at >= count || kinds[at] != 'v')
        return text_why(p->err, "%s: expected a vector register as the first source: DPP reads that of another lane",
                        name);
    insn->is_wide = pair[at] || pair[0];
    insn->src = AMD_VECTOR;
    if (memchr(kinds, 'n', count) && kind < SHFL_AMD_GFX11)
        return text_why(p->err, "%s: expected no number: behind DPP there is no place for it", name);
    if (is_e64 && kind < SHFL_AMD_GFX11)
        return text_why(p->err, "%s_e64: has DPP from gfx11 on", name);
    return take_modifiers(p, true);
}

/* --- one line */

static bool is_ending(char name[NAME_MAX], const char *ending)
{
    const size_t length = strlen(name), more = strlen(ending);

    if (length <= more || strcmp(name + length - more, ending) != 0)
        return false;
    name[length - more] = '\0';
    return true;
}

static bool take_insn(struct parse *p)
{
    const char *begin = p->at;
    char name[NAME_MAX];
    size_t length = 0;

    for (; length + 1 < sizeof name && (*p->at == '_' || isalnum((unsigned char)*p->at)); p->at++)
        name[length++] = (char)tolower((unsigned char)*p->at);
    name[length] = '\0';
    if (is_ending(name, "_sdwa"))
        return text_why(p->err, "%s_sdwa: SDWA chooses bytes, and moves no data between lanes", name);
    const bool is_dpp = is_ending(name, "_dpp") || is_ending(name, "_dpp8"), is_e64 = is_ending(name, "_e64");
    is_ending(name, "_e32");
    for (enum shfl_amd_op op = 0; op < SHFL_AMD_OPS && !is_dpp; op++)
        if (amd_ops[op].insn != NULL && strcmp(name, amd_ops[op].insn) == 0)
            return take_form(p, op);
    p->insn->is_wide = strcmp(name, "v_mov_b64") == 0;
    if (p->insn->is_wide && p->insn->gen == SHFL_AMD_GFX90A)
        return text_why(p->err, "v_mov_b64: exists from gfx940 on");
    if (p->insn->is_wide || (strcmp(name, "v_mov_b32") == 0 && !is_e64))
        return take_operand(p, "v", &p->insn->dst) && take_comma(p) && take_operand(p, "v", &p->insn->src)
            && take_modifiers(p, false);
    if (strncmp(name, "v_", 2) == 0 && (*p->at == ' ' || *p->at == '\t'))
        return take_other(p, name, is_e64);
    return text_why(p->err,
                    "'%.40s': expected an instruction between lanes, such as v_mov_b32_dpp, ds_swizzle_b32 or "
                    "v_readlane_b32, or HIP's __shfl",
                    begin);
}

/* --- a call of a compiler's, or of HIP's */

/* Each spelling. Of the operands, in order: v the value, o what the destination holds, a the address or the selectors of each
 * lane, c dpp_ctrl, r row_mask, b bank_mask, B bound_ctrl, f fetch-inactive, 8 the selectors of DPP8, x the offset of a
 * swizzle, l a lane, s and S the first and second scalar, w the scalar of writelane.
 *
 * Source: LLVM, IntrinsicsAMDGPU.td and BuiltinsAMDGPU.def; HIP, amd_hip_runtime.h and
 * amd_device_functions.h; rocPRIM, warp_shuffle.hpp. LLVM's page of Clang's builtins has other operands for permlane_bcast;
 * LLVM's intrinsic and HIP have these. */
static const struct spelling {
    const char *name, *operands;
    enum shfl_amd_op op;
} spellings[] = {
    /* __builtin_amdgcn_..., llvm.amdgcn.... */
    { "update_dpp", "ovcrbB", SHFL_AMD_DPP16 },
    { "mov_dpp", "vcrbB", SHFL_AMD_DPP16 },
    { "mov_dpp8", "v8", SHFL_AMD_DPP8 },
    { "ds_swizzle", "vx", SHFL_AMD_SWIZZLE },
    { "ds_bpermute", "av", SHFL_AMD_BPERMUTE },
    { "ds_bpermute_fi_b32", "av", SHFL_AMD_BPERMUTE_FI },
    { "ds_permute", "av", SHFL_AMD_PERMUTE },
    { "readlane", "vl", SHFL_AMD_READLANE },
    { "readfirstlane", "v", SHFL_AMD_READFIRSTLANE },
    { "writelane", "wlo", SHFL_AMD_WRITELANE },
    { "permlane16", "ovsSfB", SHFL_AMD_PERMLANE16 },
    { "permlanex16", "ovsSfB", SHFL_AMD_PERMLANEX16 },
    { "permlane64", "v", SHFL_AMD_PERMLANE64 },
    { "permlane16_var", "ovafB", SHFL_AMD_PERMLANE16_VAR },
    { "permlanex16_var", "ovafB", SHFL_AMD_PERMLANEX16_VAR },
    { "permlane16_swap", "ovfB", SHFL_AMD_PERMLANE16_SWAP },
    { "permlane32_swap", "ovfB", SHFL_AMD_PERMLANE32_SWAP },
    { "permlane_bcast", "vsS", SHFL_AMD_PERMLANE_BCAST },
    { "permlane_up", "vsS", SHFL_AMD_PERMLANE_UP },
    { "permlane_down", "vsS", SHFL_AMD_PERMLANE_DOWN },
    { "permlane_xor", "vsS", SHFL_AMD_PERMLANE_XOR },
    { "permlane_idx_gen", "vs", SHFL_AMD_IDX_GEN },
    /* HIP */
    { "__hip_ds_swizzle", "vx", SHFL_AMD_SWIZZLE },
    { "__hip_ds_swizzlef", "vx", SHFL_AMD_SWIZZLE },
    { "__hip_ds_bpermute", "av", SHFL_AMD_BPERMUTE },
    { "__hip_ds_bpermutef", "av", SHFL_AMD_BPERMUTE },
    { "__hip_ds_permute", "av", SHFL_AMD_PERMUTE },
    { "__hip_ds_permutef", "av", SHFL_AMD_PERMUTE },
    { "__hip_move_dpp", "vcrbB", SHFL_AMD_DPP16 },
};

/* Their letters, and what they are called. */
static const char letters[] = "voacrbBf8xlsSw";
static const char *const words[] = { "value", "old",       "address", "dpp_ctrl", "row_mask", "bank_mask", "bound_ctrl",
                                     "fi",    "selectors", "offset",  "lane",     "scalar",   "scalar",    "value" };

/* In brackets; or of MLIR without them, up to the types, where "with" stands for a comma. How many there are, or -1. */
static int cut(const char *at, bool bare, text_part argument[ARGUMENTS_MAX])
{
    char text[ARGUMENTS_MAX * AMD_ADDRESS_MAX], *with;
    const char *end = bare ? at + strcspn(at, ":\n") : text_bracket(at);

    if (end == NULL)
        return -1;
    snprintf(text, sizeof text, "%.*s", (int)(end - at - (bare ? 0 : 2)), at + !bare);
    if (bare && (with = strstr(text, " with ")) != NULL)
        memcpy(with, " ,    ", 6);
    return text_split(text, text + strlen(text), argument, ARGUMENTS_MAX);
}

/* A constant, as C or LLVM's IR has it. Negative ones have 32 bits. */
static bool constant(const char *text, const struct expr_scope *scope, uint64_t *value, char why[READ_WHY_MAX])
{
    static struct expr expr;
    static const struct expr_scope none = { .lanes = 64 };

    why[0] = '\0';
    if (!expr_read(text, scope ? scope : &none, &expr, why) || expr.by_lane)
        return false;
    *value = (int64_t)expr.word[0] < 0 ? (uint32_t)expr.word[0] : expr.word[0];
    return (int64_t)expr.word[0] >= INT32_MIN && (int64_t)expr.word[0] <= UINT32_MAX;
}

static bool wrong_call(const struct parse *p, const struct spelling *s, const char *what)
{
    struct text text = { p->err, 0, READ_WHY_MAX };

    text_append(&text, "%s: %.150s; expected", s->name, what);
    for (const char *o = s->operands; *o != '\0'; o++)
        text_append(&text, "%s %s", o == s->operands ? "" : ",", words[strchr(letters, *o) - letters]);
    return false;
}

/* A scalar: a number, or a register that is not known. */
static void take_scalar(const struct parse *p, amd_operand *o, const char *text)
{
    struct amd_insn *insn = p->insn;
    char why[READ_WHY_MAX];
    uint64_t value;

    if (!constant(text, p->scope, &value, why)) {
        *o = 0;
    } else if (value <= 64) {
        *o = (amd_operand)(AMD_NUMBER + value);
    } else {
        *o = AMD_LITERAL;
        insn->literal[o == &insn->src ? 0 : 1 + (o - insn->select)] = (uint32_t)value;
    }
}

/* One operand. False if it had to be a constant of so many bits; why says what a name in it lacks, or is empty. */
static bool take_argument(const struct parse *p, char operand, const char *text, char why[READ_WHY_MAX])
{
    static const char bits[][2] = {
        { 'c', 9 }, { 'r', 4 }, { 'b', 4 }, { 'B', 1 }, { 'f', 1 }, { '8', 24 }, { 'x', 16 }
    };
    struct amd_insn *insn = p->insn;
    struct shfl_amd_in *in = &insn->in;
    uint64_t value = 0;

    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (operand == bits[i][0] && (!constant(text, p->scope, &value, why) || value >> bits[i][1] != 0))
            return false;
    switch (operand) {
    case 'c':
    case '8':
    case 'x': in->control = value; break;
    case 'r': in->row_mask = (uint8_t)value; break;
    case 'b': in->bank_mask = (uint8_t)value; break;
    case 'B': in->bc = value; break;
    case 'f': in->fi = value; break;
    case 'a': memcpy(insn->address, text, strlen(text) + 1); break;
    case 'l':
    case 's': take_scalar(p, &insn->select[0], text); break;
    case 'S': take_scalar(p, &insn->select[1], text); break;
    case 'w': take_scalar(p, &insn->src, text); break;
    default: break;
    }
    return true;
}

/* The call whose name ends here. */
static bool take_call(const struct parse *p, const struct spelling *s, const char *end, bool bare)
{
    struct amd_insn *insn = p->insn;
    text_part argument[ARGUMENTS_MAX];
    const int count = cut(end + strspn(end, " \t"), bare, argument);
    char why[READ_WHY_MAX] = "";

    insn->in.op = s->op;
    insn->in.row_mask = insn->in.bank_mask = s->op == SHFL_AMD_DPP16 ? 15 : 0;
    insn->dst = s->op == SHFL_AMD_READLANE || s->op == SHFL_AMD_READFIRSTLANE ? 0 : AMD_VECTOR + 1;
    insn->src = AMD_VECTOR;
    insn->addr = s->op == SHFL_AMD_SWIZZLE ? AMD_VECTOR : strchr(s->operands, 'a') ? AMD_VECTOR + 2 : 0;
    if (count != (int)strlen(s->operands))
        return wrong_call(p, s, count < 0 ? "no call" : "another number of operands");
    for (int i = 0; i < count; i++)
        if (!take_argument(p, s->operands[i], argument[i], why))
            return wrong_call(p, s, strstr(why, "--let") ? why : argument[i]);
    return true;
}

/* Is it a type that LLVM has behind the name of an intrinsic? */
static bool is_type(const char *text)
{
    return *text == '\0' || (*text == '_' && strchr("ifbvp", text[1]) && text[strcspn(text, "0123456789")] != '\0');
}

/* The spelling of a name, with dots as underscores; the longest, so that permlane16 is not permlane16_swap. */
static const struct spelling *find(const char *name)
{
    const size_t begin = text_begins(name, "__builtin_amdgcn_ llvm_amdgcn_ llvm_hip_ rocdl_");
    const bool is_builtin = begin > 0, is_llvm = is_builtin && name[0] != '_';
    const struct spelling *found = NULL;

    name += begin;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const struct spelling *s = &spellings[i];
        const size_t length = strlen(s->name);
        const bool is_same = strncmp(name, s->name, length) == 0
                          && (is_llvm ? is_type(name + length) : name[length] == '\0');

        if (is_same && is_builtin == (s->name[0] != '_') && (found == NULL || length > strlen(found->name)))
            found = s;
    }
    return found;
}

/* Copy the name that begins here, with underscores for dots; behind it. */
static const char *copy_name(const char *at, char name[CALL_MAX])
{
    size_t length = 0;

    for (; length + 1 < CALL_MAX && (*at == '_' || *at == '.' || isalnum((unsigned char)*at)); at++)
        name[length++] = *at == '.' ? '_' : *at;
    name[length] = '\0';
    return at;
}

static bool is_mlir(const char *name) { return strncmp(name, "rocdl_", 6) == 0; }

/* Behind the name of the first call that is known, or of one that is of AMD's; the name is copied. NULL: there is none. */
static const char *find_call(const char *text, bool is_known, char name[CALL_MAX])
{
    for (const char *at = text, *end; *at != '\0'; at = end + (end == at)) {
        end = copy_name(at, name);
        if ((is_known ? find(name) != NULL : text_begins(name, "__builtin_amdgcn_ llvm_amdgcn_ rocdl_") > 0)
            && (is_mlir(name) || end[strspn(end, " \t")] == '('))
            return end;
    }
    return NULL;
}

const char *amd_builtin_find(const char *text)
{
    char name[CALL_MAX];
    const char *end = find_call(text, true, name);

    return end != NULL ? end - strlen(name) : NULL;
}

/* --- the line */

/* The line without comments, and what else a listing has. */
static bool clean(const char *text, char line[INPUT_MAX])
{
    const char *quoted = strchr(text, '"'); /* of inline assembly */
    const bool is_quoted = quoted != NULL && text_begins(quoted + 1, "v_ ds_") > 0;
    const char *at = is_quoted ? quoted + 1 : text_past_listing(text);
    size_t used = 0;

    while (*at != '\0' && used + 1 < INPUT_MAX) {
        if (at[0] == ';' || (at[0] == '/' && at[1] == '/') || (at[0] == '\\' && (at[1] == 'n' || at[1] == 't')))
            break;
        if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
            at += used == 0 ? strspn(at, " \t") : 0;
            continue;
        }
        line[used] = '\0';
        if (at[0] == '"' && strstr(line, "BITMASK_PERM") == NULL) /* of inline assembly */
            break;
        line[used++] = *at == '\n' || *at == '\r' ? ' ' : *at;
        at++;
    }
    line[used] = '\0';
    return used + 1 < INPUT_MAX;
}

bool amd_parse(enum shfl_amd_gen gen, const char *text, const struct expr_scope *scope, struct amd_insn *insn,
               char err[READ_WHY_MAX])
{
    static const char *const why[] = {
        [-SHFL_AMD_NO_OP] = "this generation does not have it",
        [-SHFL_AMD_RESERVED] = "this generation does not have that DPP",
        [-SHFL_AMD_WIDE] = "a number is too large",
    };
    const struct shfl_amd_unit unit = { amd_lanes(gen), gen };
    char line[INPUT_MAX];
    struct parse p = { line, insn, scope, err };
    char name[CALL_MAX];
    bool ok;

    *insn = (struct amd_insn){ .gen = gen };
    if (!clean(text, line))
        return text_why(err, "'%.40s...': too long", text);
    const char *end = find_call(line, true, name);
    if (end != NULL)
        ok = take_call(&p, find(name), end, is_mlir(name));
    else if (find_call(line, false, name) != NULL)
        ok = text_why(err, "'%.60s': moves no data between lanes, or is not known", name);
    else
        ok = take_insn(&p)
          && (*(p.at += strspn(p.at, " \t")) == '\0' || text_why(err, "expected the end at '%.40s'", p.at));
    if (!ok)
        return false;
    const bool is_set = amd_control(insn);
    struct shfl_amd_in in = insn->in;
    if (!is_set) /* any legal number, in place of the scalar registers' */
        in.control = UINT64_C(1) << 32;
    if (in.op == SHFL_AMD_READLANE || in.op == SHFL_AMD_WRITELANE || (in.op == SHFL_AMD_IDX_GEN && !is_set))
        in.control = 1;
    const enum shfl_amd_error error = shfl_amd_check(&unit, &in);
    if (error == SHFL_AMD_RESERVED && in.op >= SHFL_AMD_PERMLANE_BCAST)
        return text_why(err, "expected a power of two up to %u as the size of a group", unit.lanes);
    return error == SHFL_AMD_LEGAL || text_why(err, "%s", why[-error]);
}
