/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_read - see rvv.h: the text, with what the lines in front of the permutation leave in vtype, vl, vstart and the scalar
 * registers; and the values of the registers. */
#include "rvv.h"

#include "lib/number.h"
#include "lib/word.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATEMENT_MAX = 2048, OPERANDS_MAX = 8, SCALARS_MAX = 32, INDICES_MAX = 160 };

/* What the lines in front of it leave in a scalar register, or in a name of C. */
struct scalar {
    char name[40], by[48]; /* by: the line that is not followed, or empty */
    uint64_t word;
};

/* What is read from the text, before values are known. */
struct reading {
    const struct read_options *o;
    struct rvv *r;
    char *why;
    bool has_vtype, has_op, is_call, has_vl;
    char kind;        /* of the third operand: v, x, i, f, m */
    text_part mask;   /* the name of the mask, or empty */
    int vd, vs1, vs2; /* numbers of registers; -1: it has names */
    unsigned vl;      /* if has_vl */
    unsigned scalars;
    struct scalar scalar[SCALARS_MAX];
    /* what the lines in front leave in a vector register, as an expression of the element's number, or empty */
    char indices[32][INDICES_MAX];
};

static int vector_number(const char *text)
{
    uint64_t number;

    return text[0] == 'v' && isdigit((unsigned char)text[1]) && number_read(text + 1, 0, 31, &number) ? (int)number
                                                                                                      : -1;
}

static bool is_zero(const char *name) { return strcmp(name, "x0") == 0 || strcmp(name, "zero") == 0; }

/* ---- Scalars */

/* What an option has for a name; NULL: nothing. */
static const char *given_of(const struct read_options *o, const char *name)
{
    const char *init = text_given(o->init, o->inits, name);

    return init != NULL ? init : text_given(o->let, o->lets, name);
}

static struct scalar *scalar_of(struct reading *g, const char *name)
{
    struct scalar *scalar = g->scalar;

    while (scalar < g->scalar + g->scalars && strcmp(scalar->name, name) != 0)
        scalar++;
    return scalar;
}

/* A line sets a scalar; by: it is not followed. */
static bool set_scalar(struct reading *g, const char *name, uint64_t word, const char *by)
{
    struct scalar *scalar = scalar_of(g, name);

    if (is_zero(name))
        return true;
    if (scalar == g->scalar + SCALARS_MAX)
        return text_why(g->why, "'%.60s': more than %d scalars are set in front of the permutation", name, SCALARS_MAX);
    g->scalars += scalar == g->scalar + g->scalars;
    snprintf(scalar->name, sizeof scalar->name, "%.39s", name);
    snprintf(scalar->by, sizeof scalar->by, "%.47s", by);
    scalar->word = word;
    return true;
}

/* A number of 64 bits, as a register has. */
static bool evaluate(const struct reading *g, const char *text, uint64_t *word)
{
    static struct expr expr;
    const struct expr_scope scope = { .lanes = 2, .is_wide = true, .let = g->o->let, .lets = g->o->lets };

    if (!expr_read(text, &scope, &expr, g->why))
        return false;
    *word = expr.word[0];
    return !expr.by_lane || text_why(g->why, "'%.60s': expected one number, the same for all elements", text);
}

/* A number, a register or a name: what the text, an option or itself says, if *is_known. False: a line that is not followed has set
 * it, or what is given is no value. */
static bool scalar_value(struct reading *g, const char *name, bool *is_known, uint64_t *word)
{
    const struct scalar *scalar = scalar_of(g, name);
    const char *text = given_of(g->o, name);
    const bool is_set = scalar < g->scalar + g->scalars;

    *is_known = true;
    if (is_set && scalar->by[0] != '\0')
        return text_why(g->why,
                        "what %.40s holds is not followed through '%s': leave out the lines before, and give it", name,
                        scalar->by);
    *word = is_set ? scalar->word : 0;
    if (is_set || (is_zero(name) && text == NULL))
        return true;
    if (text != NULL)
        return evaluate(g, text, word);
    *is_known = evaluate(g, name, word);
    return true;
}

/* ---- vtype and vl */

/* The words of vtype: element widths, LMUL, and what becomes of the tail and of what is masked off. */
enum { VTYPE_LMUL = 4, VTYPE_TAIL = 11, VTYPE_MASK = 13, VTYPE_WORDS = 15 };
static const char *const vtype_word[VTYPE_WORDS] = { "e8", "e16", "e32", "e64", "mf8", "mf4", "mf2", "m1",
                                                     "m2", "m4",  "m8",  "tu",  "ta",  "mu",  "ma" };

/* VLMAX of vtype; 0 if it is reserved. */
static unsigned vlmax_of(const struct shfl_rvv_in *in) { return (int)in->sew > 3 + in->lmul ? 0 : shfl_rvv_vlmax(in); }

/* "e8, m1, ta, ma", in any order; where is what has them, for a message. */
static bool take_vtype(struct reading *g, const char *where, text_part operand[], int count)
{
    struct shfl_rvv_in *in = &g->r->in;
    const char *unknown = NULL;
    bool has_sew = false;

    in->lmul = 0;
    in->vta = in->vma = false;
    for (int i = 0; i < count; i++) {
        unsigned word = 0;

        while (word < VTYPE_WORDS && strcmp(operand[i], vtype_word[word]) != 0)
            word++;
        has_sew = has_sew || word < VTYPE_LMUL;
        if (word < VTYPE_LMUL)
            in->sew = word;
        else if (word < VTYPE_TAIL)
            in->lmul = (int)(word - VTYPE_LMUL) - 3;
        else if (word < VTYPE_WORDS)
            *(word < VTYPE_MASK ? &in->vta : &in->vma) = operand[i][1] == 'a';
        else
            unknown = operand[i];
    }
    if (!has_sew || unknown)
        return text_why(g->why, "%.60s: '%.40s': expected e8 to e64, and mf8 to m8, ta or tu, ma or mu, as e8,m1,ta,ma",
                        where, unknown ? unknown : "");
    if (vlmax_of(in) == 0)
        return text_why(g->why, "'%.100s' is reserved: its elements are wider than 64 times LMUL", where);
    g->has_vtype = true;
    return true;
}

/* The digits and LMUL of "8m1", up to end, as they stand behind e in a name, or behind the letters of a type. */
static bool take_type(struct reading *g, const char *where, const char *digits, const char *end)
{
    const int count = (int)strspn(digits, "0123456789");
    text_part type[2];

    snprintf(type[0], TEXT_PART_MAX, "e%.*s", count, digits);
    snprintf(type[1], TEXT_PART_MAX, "%.*s", (int)(end - digits) - count, digits + count);
    return take_vtype(g, where, type, 2);
}

/* vl of an application vector length. Source: RVV 6.2, 6.3 */
static unsigned vl_of(struct reading *g, const char *avl, unsigned vlmax, bool *ok)
{
    char fewer[40] = "";
    struct rvv *r = g->r;
    uint64_t word = 0;
    bool is_known = true;

    *ok = scalar_value(g, avl, &is_known, &word);
    if (!*ok || (is_known && word <= vlmax))
        return (unsigned)word;
    if ((word + 1) / 2 < vlmax)
        snprintf(fewer, sizeof fewer, "; a machine may take %u or more", (unsigned)(word + 1) / 2);
    if (g->o->vl == NULL && is_known)
        text_remark(r->note, sizeof r->note, "%" PRIu64 " elements are asked for, and VLMAX is %u%s", word, vlmax,
                    fewer);
    else if (g->o->vl == NULL)
        text_remark(r->note, sizeof r->note, "%.60s is taken to be %u, all elements", avl, vlmax);
    return vlmax;
}

/* vsetvli rd, rs1, vtype; vsetivli rd, uimm, vtype. */
static bool take_vset(struct reading *g, const char *at)
{
    text_part operand[OPERANDS_MAX];
    const char *operands = at + strcspn(at, " \t");
    const int count = text_split(operands, at + strlen(at), operand, OPERANDS_MAX);
    struct shfl_rvv_in *in = &g->r->in;
    const unsigned before = g->has_vtype ? vlmax_of(in) : 0;
    uint64_t number;
    bool ok = true;

    if (strncmp(at, "vsetvl ", 7) == 0 || strncmp(at, "vsetvl\t", 7) == 0)
        return text_why(g->why, "'%.60s': vtype is in a register: give it with --vtype e8,m1,ta,ma", at);
    if (count < 3 || (at[4] == 'i' && !number_read(operand[1], 0, 31, &number)))
        return text_why(g->why, "'%.60s': expected a destination, an application vector length and a vtype", at);
    if (!take_vtype(g, at, operand + 2, count - 2))
        return false;
    const unsigned vlmax = vlmax_of(in);
    if (!is_zero(operand[1]) || at[4] == 'i') {
        g->vl = vl_of(g, operand[1], vlmax, &ok);
    } else if (!is_zero(operand[0])) {
        g->vl = vlmax;
    } else if (g->has_vl && before != vlmax) { /* vl stays; RVV 6.2 */
        return text_why(g->why, "'%.100s' is reserved: it keeps vl, and VLMAX changes from %u to %u", at, before,
                        vlmax);
    } else if (!g->has_vl) {
        g->vl = vlmax;
        if (g->o->vl == NULL)
            text_note(g->r->note, sizeof g->r->note, "vl stays, and is taken to be VLMAX; another is --vl");
    }
    g->has_vl = true;
    in->vstart = 0;
    memset(g->indices, 0, sizeof g->indices);
    const bool is_given = g->o->vl != NULL && number_read(g->o->vl, 0, vlmax, &number);
    return ok && set_scalar(g, operand[0], is_given ? number : g->vl, "");
}

/* __riscv_vsetvl_e8m1(avl), vsetvlmax_e8m1() or llvm.riscv.vsetvli.i64(avl, sew, lmul); its value. */
static bool take_vsetvl_call(struct reading *g, const char *at, uint64_t *word)
{
    text_part operand[OPERANDS_MAX];
    const char *open = strchr(at, '('), *name = strstr(at, "vsetvl"), *close = open ? text_bracket(open) : NULL;
    const char *e = name ? strstr(name, "_e") : NULL, *m = e ? strchr(e, 'm') : NULL;
    bool ok = true;

    if (close == NULL || m == NULL || m > open)
        return text_why(g->why, "'%.60s': expected a call such as __riscv_vsetvl_e8m1(n)", at);
    if (!take_type(g, at, e + 2, open))
        return false;
    const int count = text_split(open + 1, close - 1, operand, OPERANDS_MAX);
    const unsigned vlmax = vlmax_of(&g->r->in);
    *word = count == 1 && strncmp(name, "vsetvlmax", 9) != 0 ? vl_of(g, operand[0], vlmax, &ok) : vlmax;
    return ok;
}

/* ---- Instructions and calls */

static bool take_instruction(struct reading *g, const char *at)
{
    text_part operand[OPERANDS_MAX];
    const size_t length = strcspn(at, " \t");
    const int count = text_split(at + length, at + strlen(at), operand, OPERANDS_MAX);
    const struct rvv_form *form = rvv_form(at, length, false);

    if (form == NULL)
        return text_why(g->why, "'%.40s': expected a permutation, such as vrgather.vv, vslideup.vx or vcompress.vm",
                        at);
    const bool has_mask = count == 4 && form->kind != 'm' && strcmp(operand[3], "v0.t") == 0;
    g->vd = count > 0 ? vector_number(operand[0]) : -1;
    g->vs2 = count > 1 ? vector_number(operand[1]) : -1;
    g->vs1 = count > 2 ? vector_number(operand[2]) : -1;
    if ((count != 3 && !has_mask) || g->vd < 0 || g->vs2 < 0 || (g->vs1 < 0) == (strchr("vm", form->kind) != NULL))
        return text_why(g->why, "'%.60s': expected three operands%s, such as '%s v1, v2, %s'", at,
                        form->kind == 'm' ? "" : ", and v0.t behind them with a mask", form->name,
                        form->kind == 'x'   ? "a0"
                        : form->kind == 'f' ? "fa0"
                        : form->kind == 'i' ? "1"
                                            : "v3");
    g->r->in.op = form->op;
    g->kind = form->kind;
    g->r->in.vm = count == 3;
    snprintf(g->r->destination, TEXT_PART_MAX, "%s", operand[0]);
    snprintf(g->r->source, TEXT_PART_MAX, "%s", operand[1]);
    snprintf(g->r->third, TEXT_PART_MAX, "%s", operand[2]);
    snprintf(g->mask, TEXT_PART_MAX, "v0");
    snprintf(g->r->text, RVV_TEXT_MAX, "%.239s", at);
    return true;
}

/* vl of a call's last argument, which may be a call itself; without a vtype the call is refused for that. */
static bool take_call_vl(struct reading *g, const char *text)
{
    const struct shfl_rvv_in in = g->r->in;
    const bool has_vtype = g->has_vtype || g->o->vtype != NULL;
    uint64_t vl = 0;
    bool ok = true;

    if (strstr(text, "vsetvl") != NULL) {
        ok = take_vsetvl_call(g, text, &vl);
        g->r->in = in;
    } else if (has_vtype) {
        vl = vl_of(g, text, vlmax_of(&in), &ok);
    }
    g->vl = has_vtype && vl > vlmax_of(&in) ? vlmax_of(&in) : (unsigned)vl;
    g->has_vl = true;
    return ok;
}

/* [__riscv_]vslideup_vx_i32m1_tum(mask, vd, vs2, offset, vl), or without the types. */
static bool take_call(struct reading *g, const char *at, bool has_prefix)
{
    text_part operand[OPERANDS_MAX], word[OPERANDS_MAX] = { "" }, name;
    const char *open = strchr(at, '('), *close = open ? text_bracket(open) : NULL, *policy = "";
    int words = 0, first = 0;

    if (close == NULL || open - at >= TEXT_PART_MAX)
        return text_why(g->why, "'%.60s': expected a call, with ) at its end", at);
    snprintf(name, sizeof name, "%.*s", (int)(open - at), at);
    for (char *part = strtok(name, "_ "); part != NULL && words < OPERANDS_MAX; part = strtok(NULL, "_ "))
        snprintf(word[words++], TEXT_PART_MAX, "%s", part);
    const struct rvv_form *form = rvv_form(word[0], strlen(word[0]), true);
    int next = words > 1 && strlen(word[1]) == 2 && word[1][0] == 'v' ? 2 : 1;
    const size_t letters = strspn(word[next], "iufb");
    if (next < words && letters == (strncmp(word[next], "bf", 2) == 0 ? 2u : 1u)
        && isdigit((unsigned char)word[next][letters])) {
        if (!take_type(g, at, word[next] + letters, word[next] + strlen(word[next])))
            return false;
        next++;
    }
    if (next < words && text_among(word[next], strlen(word[next]), "m tu tum tumu mu"))
        policy = word[next];
    if (next + (policy[0] != '\0') < words)
        return text_why(g->why, "'%.60s': expected the name of a C intrinsic, such as __riscv_vrgather_vv_u8m1_m", at);
    const bool masked = strchr(policy, 'm') != NULL, is_slideup = form->op == SHFL_RVV_SLIDEUP;
    const bool has_old = is_slideup || (policy[0] != '\0' && strcmp(policy, "m") != 0);
    const int count = text_split(open + 1, close - 1, operand, OPERANDS_MAX), want = 3 + masked + has_old;
    if (is_slideup && !has_prefix) /* up to version 0.11 its tail is another */
        return text_why(g->why, "'%.60s': expected __riscv_ in front of it", at);
    if (count != want)
        return text_why(g->why, "'%.60s': %d arguments: expected %d", at, count, want);
    g->r->in.op = form->op;
    g->kind = form->op == SHFL_RVV_GATHER && word[1][0] == 'v' && word[1][1] == 'x' ? 'x' : form->kind;
    g->r->in.vm = !masked;
    g->r->in.vta = strncmp(policy, "tu", 2) != 0;
    g->r->in.vma = strcmp(policy, "mu") != 0 && strcmp(policy, "tumu") != 0;
    g->vd = g->vs1 = g->vs2 = -1;
    if (masked)
        snprintf(g->mask, TEXT_PART_MAX, "%.159s", operand[first++]);
    snprintf(g->r->destination, TEXT_PART_MAX, "the result");
    first += has_old;
    snprintf(g->r->source, TEXT_PART_MAX, "%s", operand[first]);
    snprintf(g->r->third, TEXT_PART_MAX, "%s", operand[first + 1]);
    if (g->kind == 'v' && form->op == SHFL_RVV_GATHER && next == 1 && isdigit((unsigned char)g->r->third[0]))
        g->kind = 'x'; /* overloaded: a number is one index */
    if (g->kind == 'x' && form->op == SHFL_RVV_GATHER)
        g->r->in.op = SHFL_RVV_GATHER_X;
    g->is_call = true;
    return take_call_vl(g, operand[count - 1]);
}

/* ---- Lines in front */

/* A vector instruction, which may make indices: vid.v, and operations of them and a scalar, without a mask. */
static void take_vector(struct reading *g, const char *at)
{
    static const struct {
        const char *name, *sign;
    } forms[] = { { "vadd", "+" }, { "vsub", "-" }, { "vrsub", "-" }, { "vand", "&" }, { "vor", "|" },
                  { "vxor", "^" }, { "vmul", "*" }, { "vsll", "<<" }, { "vsrl", ">>" } };
    const size_t length = strcspn(at, " \t"), name = strcspn(at, ".");
    text_part operand[OPERANDS_MAX];
    const int count = text_split(at + length, at + strlen(at), operand, OPERANDS_MAX),
              vd = count > 0 ? vector_number(operand[0]) : -1, vs2 = count > 1 ? vector_number(operand[1]) : -1;
    const unsigned long long mask = g->r->in.sew > 2 ? ~0ull : (1ull << (8 << g->r->in.sew)) - 1;
    char made[INDICES_MAX] = "", why[READ_WHY_MAX], *const reason = g->why;
    bool is_known;
    uint64_t word;

    if (vd < 0)
        return;
    g->why = why;
    if (g->has_vtype && count == 1 && strncmp(at, "vid.v", length) == 0)
        strcpy(made, "lane");
    for (size_t i = 0; i < sizeof forms / sizeof *forms && count == 3 && vs2 >= 0 && g->indices[vs2][0]; i++)
        if (text_is(at, name, forms[i].name) && strchr("xi", at[name + 2]) != NULL && g->has_vtype
            && scalar_value(g, operand[2], &is_known, &word) && is_known) {
            const bool is_reverse = forms[i].name[1] == 'r';
            char number[24];

            snprintf(number, sizeof number, "%lld", (long long)word);
            const int used = snprintf(made, sizeof made, "((%s)%s(%s)&0x%llx)", is_reverse ? number : g->indices[vs2],
                                      forms[i].sign, is_reverse ? g->indices[vs2] : number, mask);
            if (used >= (int)sizeof made)
                made[0] = '\0';
        }
    g->why = reason;
    /* an instruction that is not known may write eight registers */
    const int own = g->r->in.lmul > 0 ? 1 << g->r->in.lmul : 1, written = made[0] || rvv_find(at) == at ? own : 8;
    for (int k = 0; k < 32; k++)
        if (k + own > vd && k < vd + written)
            g->indices[k][0] = '\0';
    strcpy(g->indices[vd], made);
}

/* A line of C, NAME = VALUE or NAME OP= VALUE; of the assembler, one that writes a scalar register. */
static bool take_other(struct reading *g, const char *at)
{
    static const char *const registers = "axts";
    text_part operand[OPERANDS_MAX];
    const char *equals = strchr(at, '='), *from, *to;
    uint64_t word = 0;
    char name[40];

    if (equals != NULL && equals > at && equals[1] != '=' && strchr("<>!=", equals[-1]) == NULL) {
        const bool is_compound = strchr("+-*/%&|^", equals[-1]) != NULL;

        to = text_trim(at, equals - is_compound);
        for (from = to; from > at && (text_is_name(from[-1]) || from[-1] == '%'); from--)
            ;
        if (from == to || to - from >= (long)sizeof name)
            return true;
        snprintf(name, sizeof name, "%.*s", (int)(to - from), from);
        if (strstr(equals, "vsetvl") != NULL && !is_compound)
            return take_vsetvl_call(g, text_skip(equals + 1), &word) && set_scalar(g, name, word, "");
        if (!is_compound && evaluate(g, text_skip(equals + 1), &word))
            return set_scalar(g, name, word, "");
        return scalar_of(g, name) == g->scalar + g->scalars || set_scalar(g, name, 0, at);
    }
    if (strstr(at, "vsetvl") != NULL && strchr(at, '(') != NULL)
        return take_vsetvl_call(g, at, &word);
    const size_t length = strcspn(at, " \t");
    const int count = text_split(at + length, at + strlen(at), operand, OPERANDS_MAX);
    const bool is_csr = strncmp(at, "csr", 3) == 0;
    if (strncmp(at, "csrw", 4) == 0 && count == 2 && strcmp(operand[0], "vstart") == 0) {
        bool is_known;

        if (!scalar_value(g, operand[1], &is_known, &word))
            return false;
        if (!is_known || word >= SHFL_RVV_VLEN_MAX)
            return text_why(g->why, "'%.60s': vstart is not known: give it with --vstart", at);
        g->r->in.vstart = (unsigned)word;
        return true;
    }
    if (at[0] == 'v') {
        g->r->in.vstart = 0; /* every vector instruction leaves 0 there */
        take_vector(g, at);
    }
    const bool writes = count >= 1 && at[0] != 'b' && !(at[0] == 's' && length <= 2) && operand[0][0] != '\0'
                     && strchr(registers, operand[0][0]) != NULL && isdigit((unsigned char)operand[0][1])
                     && (!is_csr || at[3] == 'r');
    if (!writes)
        return true;
    if (text_is(at, length, "li") && count == 2 && evaluate(g, operand[1], &word))
        return set_scalar(g, operand[0], word, "");
    const struct scalar *base = scalar_of(g, count == 3 ? operand[1] : "");
    if (text_is(at, length, "addi") && base < g->scalar + g->scalars && base->by[0] == '\0'
        && evaluate(g, operand[2], &word))
        return set_scalar(g, operand[0], base->word + word, "");
    return set_scalar(g, operand[0], 0, at);
}

static bool take_statement(struct reading *g, const char *at, bool is_it)
{
    char shown[RVV_TEXT_MAX];
    uint32_t word;

    at = text_past_listing(at);
    if (*at == '\0')
        return true;
    if (rvv_word_at(at, &word)) {
        if (!rvv_word(word, shown))
            return g->has_op || text_why(g->why, "'%.60s': a machine word, and no permutation of RISC-V's vectors", at);
        at = shown;
    }
    const char *op = rvv_find(at);
    if (op != NULL && !is_it && !g->has_op) { /* one of those in front of it */
        g->r->in.vstart = 0;
        take_vector(g, op);
        return true;
    }
    if (g->has_op) /* what stands behind it has no effect */
        return true;
    if (op == NULL)
        return strncmp(at, "vsetvl", 6) == 0 && strchr(at, '(') == NULL ? take_vset(g, at)
             : strncmp(at, "vsetivli", 8) == 0                          ? take_vset(g, at)
                                                                        : take_other(g, at);
    g->has_op = true;
    if (op - at >= 3 && strncmp(op - 3, "th.", 3) == 0)
        return text_why(g->why, "'%.60s': XTheadVector is version 0.7.1, whose tails have other rules: expected 1.0",
                        op - 3);
    const size_t prefix = (size_t)(op - rvv_begin(at, op));
    if (op[strcspn(op, ". (")] == '.')
        return take_instruction(g, op);
    if (!take_call(g, op, prefix > 0))
        return false;
    snprintf(g->r->text, RVV_TEXT_MAX, "%.*s", (int)(text_bracket(strchr(op, '(')) - (op - prefix)), op - prefix);
    return true;
}

/* The end of the line, or of the statement of C. In brackets, lines go on; what stands in quotes is assembler. */
static const char *statement_end(const char *from, const char **next)
{
    unsigned depth = 0;
    const char *at = from;

    for (; *at != '\0'; at++) {
        depth += *at == '(';
        depth -= depth > 0 && *at == ')';
        if (*at == '"' || *at == '#' || (*at == '\n' && depth == 0) || (strchr(";{}", *at) && depth == 0))
            break;
        if (at[0] == '\\' && strchr("nt", at[1]) != NULL && at[1] != '\0')
            break;
        if (at[0] == '/' && at[1] == '/')
            break;
    }
    *next = at + (*at != '\0') + (*at == '\\');
    if (*at == '#' || *at == '/')
        *next = at + strcspn(at, "\n");
    return at;
}

/* The text up to the permutation at `where`, or up to the first. */
static bool read_text(struct reading *g, const char *text, const char *where)
{
    static char one[STATEMENT_MAX];
    const char *next = text;

    for (const char *from = text, *end; *from != '\0'; from = next) {
        from += strncmp(text_skip(from), "for", 3) == 0 ? text_skip(from) - from : 0;
        if (text_pass_word(from, "for") != NULL && *text_skip(from + 3) == '(') { /* its first part */
            const char *open = text_skip(from + 3), *close = text_bracket(open);

            end = open + strcspn(open, ";");
            from = open + 1;
            next = close != NULL ? close : end;
        } else {
            end = statement_end(from, &next);
        }
        end = text_trim(from, end);
        const bool is_last = where != NULL && where >= from && where < end;
        if (where != NULL && from > where)
            break;
        if (is_last && rvv_find(from) != NULL && rvv_begin(from, rvv_find(from)) < where)
            from = where;
        snprintf(one, sizeof one, "%.*s", (int)(end - from), from);
        text_one_line(one);
        if (end - from < STATEMENT_MAX && !take_statement(g, one, where == NULL || is_last))
            return false;
        if (is_last)
            break;
    }
    return g->has_op || text_why(g->why, "expected a permutation, such as 'vrgather.vv v1, v2, v3'");
}

/* ---- Values */

static bool missing(struct reading *g, const char *what, const char *name, const char *example)
{
    g->r->is_lacking = true;
    return text_why(g->why, "%s of %.60s %s missing: give %s with --%s %.60s=%s", what, name,
                    what[strlen(what) - 1] == 's' ? "are" : "is", what[strlen(what) - 1] == 's' ? "them" : "it",
                    g->is_call ? "let" : "init", name, example);
}

/* Evaluate an expression in elements 0 .. count-1, of 1 << eew bytes each.
 *
 *   what      what an element has to hold as a whole, such as an index; NULL: its lowest bits count
 */
static bool take_elements(struct reading *g, const char *text, unsigned count, unsigned eew, const char *what,
                          uint8_t bytes[])
{
    const unsigned bits = 8u << eew;
    static struct expr expr;

    for (unsigned first = 0; first < count; first += SHFL_LANES_MAX) {
        const struct expr_scope scope = {
            .lanes = SHFL_LANES_MAX, .first = first, .let = g->o->let, .lets = g->o->lets
        };

        if (!expr_read(text, &scope, &expr, g->why))
            return false;
        for (unsigned k = 0; k < SHFL_LANES_MAX && first + k < count; k++) {
            if (what != NULL && bits < 64 && expr.word[k] >> bits != 0 && ~expr.word[k] >> (bits - 1) != 0)
                return text_why(g->why, "'%.60s': %s of element %u is %" PRId64 ", which %u bits cannot hold", text,
                                what, first + k, (int64_t)expr.word[k], bits);
            for (unsigned b = 0; b < 1u << eew; b++)
                bytes[((first + k) << eew) + b] = (uint8_t)(expr.word[k] >> 8 * b);
        }
    }
    return true;
}

/* A mask: a number, whose bit k is element k's, or an expression of the element or a list, which is 0 or not in each. */
static bool take_mask(struct reading *g, const char *name, uint8_t bits[RVV_MASK_MAX])
{
    static uint8_t value[RVV_BYTES_MAX];
    static struct expr expr;
    const struct expr_scope scope = { .lanes = 2, .is_wide = true, .let = g->o->let, .lets = g->o->lets };
    const char *text = given_of(g->o, name);

    memset(bits, 0, RVV_MASK_MAX);
    if (text == NULL)
        return missing(g, "the mask bits", name, "0x5555, or lane%2");
    if (text[0] != '[') {
        if (!expr_read(text, &scope, &expr, g->why))
            return false;
        if (!expr.by_lane) {
            for (unsigned b = 0; b < 8; b++)
                bits[b] = (uint8_t)(expr.word[0] >> 8 * b);
            if (g->r->elements > 64)
                text_note(g->r->note, sizeof g->r->note,
                          "a number has the bits of elements 0 to 63: those above are 0");
            return true;
        }
    }
    if (!take_elements(g, text, g->r->elements, 0, NULL, value))
        return false;
    for (unsigned k = 0; k < g->r->elements; k++)
        bits[k / 8] |= (uint8_t)((value[k] != 0) << k % 8);
    return true;
}

/* The bits of a float, 1.5f or float:1.5; NULL if the text is none. */
static bool take_float(struct reading *g, const char *text, uint64_t *value)
{
    const char *from = text + text_begins(text, "float:");
    char *end;
    const double number = strtod(from, &end);

    if (end == from || (from == text && strpbrk(from, ".eE") == NULL) || strncmp(from, "0x", 2) == 0)
        return false;
    end += *end == 'f' || *end == 'F';
    if (*end != '\0' || g->r->in.sew < 2)
        return false;
    *value = word_of_float((float)number);
    if (g->r->in.sew == 3)
        memcpy(value, &number, sizeof *value);
    return true;
}

/* A scalar: a number, a register or a name. */
static bool take_scalar(struct reading *g, const char *what, const char *name, uint64_t *value)
{
    const char *text = given_of(g->o, name), *given = text != NULL ? text : name;
    const bool is_float = strncmp(given, "float:", 6) == 0
                       || (g->kind == 'f' && strchr(given, '.') != NULL && strchr("0123456789.-", given[0]) != NULL);
    bool is_known;

    if (g->kind == 'f' && take_float(g, given, value))
        return true;
    if (is_float)
        return text_why(g->why, "'%.60s': expected a float and e32 or e64, or the bits as a number", given);
    return scalar_value(g, name, &is_known, value) && (is_known || missing(g, what, name, "3"));
}

static bool take_option(struct reading *g, const char *option, const char *text, unsigned most, unsigned *value)
{
    uint64_t number;

    if (text == NULL)
        return true;
    if (!number_read(text, 0, most, &number))
        return text_why(g->why, "--%s %.60s: expected a number from 0 to %u", option, text, most);
    *value = (unsigned)number;
    return true;
}

static bool take_values(struct reading *g)
{
    struct rvv *r = g->r;
    const struct shfl_rvv_in *in = &r->in;
    const bool is_ei16 = in->op == SHFL_RVV_GATHER_EI16;
    const char *text = given_of(g->o, g->r->source), *indices = given_of(g->o, g->r->third);
    if (indices == NULL && g->kind == 'v' && g->vs1 >= 0 && g->indices[g->vs1][0] != '\0')
        indices = g->indices[g->vs1];
    uint64_t number;

    if (!in->vm && !take_mask(g, g->mask, r->v0))
        return false;
    if (!take_elements(g, text ? text : "lane", r->elements, in->sew, NULL, r->vs2))
        return false;
    if (g->kind == 'm')
        return take_mask(g, g->r->third, r->vs1);
    if (g->kind == 'v')
        return indices == NULL ? missing(g, "the indices", g->r->third, "[3,2,1,0]")
                               : take_elements(g, indices, r->elements, is_ei16 ? 1 : in->sew, "the index", r->vs1);
    if (g->kind == 'i' && !number_read(g->r->third, 0, 31, &number))
        return text_why(g->why, "'%.60s': expected an immediate from 0 to 31", g->r->third);
    return take_scalar(g,
                       g->kind == 'f' || in->op == SHFL_RVV_SLIDE1UP || in->op == SHFL_RVV_SLIDE1DOWN ? "the value"
                       : in->op == SHFL_RVV_GATHER_X                                                  ? "the index"
                                                                                                      : "the offset",
                       g->r->third, &r->in.x);
}

/* What the readers of --vlen, vtype, vl and of names do not refuse themselves. */
static const char *const errors[] = {
    [-SHFL_RVV_EMUL] = "its indices would take more than eight registers",
    [-SHFL_RVV_VSTART] = "vstart has to be below VLMAX, and 0 of vcompress",
    [-SHFL_RVV_MASKED] = "vcompress has no mask",
    [-SHFL_RVV_ALIGN] = "a register number is no multiple of the registers of its group",
    [-SHFL_RVV_OVERLAP] = "the destination overlaps a source",
    [-SHFL_RVV_OVER_V0] = "the destination overlaps the mask v0",
    [-SHFL_RVV_TWO_EEW] = "a register is read with elements of two widths",
};

static bool check(struct reading *g)
{
    if (g->kind == 'f' && g->r->in.sew == 0)
        return text_why(g->why, "'%.100s' is reserved: there is no float of 8 bits", g->r->text);
    const enum shfl_rvv_error error = shfl_rvv_check(&g->r->in);

    if (error != SHFL_RVV_LEGAL)
        return text_why(g->why, "'%.100s' is reserved: %s", g->r->text, errors[-error]);
    if (g->is_call)
        return true;
    const enum shfl_rvv_error overlap = shfl_rvv_check_registers(&g->r->in, (unsigned)g->vd,
                                                                 g->vs1 < 0 ? 0 : (unsigned)g->vs1, (unsigned)g->vs2);
    return overlap == SHFL_RVV_LEGAL || text_why(g->why, "'%.100s' is reserved: %s", g->r->text, errors[-overlap]);
}

bool rvv_read(const char *text, const struct read_options *options, struct rvv *r, char why[READ_WHY_MAX])
{
    struct reading g = { .o = options, .r = r, .why = why };
    text_part vtype[OPERANDS_MAX];
    uint64_t vlen = 128;

    memset(r, 0, sizeof *r);
    if (options->vlen && (!number_read(options->vlen, 64, SHFL_RVV_VLEN_MAX, &vlen) || !is_power(vlen)))
        return text_why(why, "--vlen %.60s: expected a power of two from 64 to %d", options->vlen, SHFL_RVV_VLEN_MAX);
    r->in.vlen = (unsigned)vlen;
    const int parts = options->vtype == NULL
                        ? 0
                        : text_split(options->vtype, options->vtype + strlen(options->vtype), vtype, OPERANDS_MAX);
    if (options->vtype && !take_vtype(&g, "--vtype", vtype, parts)) /* of a call without types, its vl depends on it */
        return false;
    g.has_vtype = false;
    if (!read_text(&g, text, options->at))
        return false;
    if (options->vtype) {
        const struct shfl_rvv_in own = r->in;
        const bool has_vtype = g.has_vtype;

        take_vtype(&g, "--vtype", vtype, parts);
        if (has_vtype && (own.sew != r->in.sew || own.lmul != r->in.lmul))
            text_note(r->note, sizeof r->note, "--vtype overrules the element width or LMUL of the text");
    }
    if (!g.has_vtype)
        return text_why(why,
                        "the element width is missing: give it with --vtype e8,m1,ta,ma, or with a vsetvli in front");
    r->in.v0 = r->v0;
    r->in.vs1 = r->vs1;
    r->in.vs2 = r->vs2;
    r->elements = shfl_rvv_vlmax(&r->in);
    snprintf(r->vtype, sizeof r->vtype, "e%u, %s, %s, %s", 8u << r->in.sew, vtype_word[VTYPE_LMUL + 3 + r->in.lmul],
             r->in.vta ? "ta" : "tu", r->in.vma ? "ma" : "mu");
    if (!check(&g)) /* its vtype, as vl is 0 */
        return false;
    r->in.vl = g.has_vl && g.vl < r->elements ? g.vl : r->elements;
    if (!take_option(&g, "vl", options->vl, r->elements, &r->in.vl)
        || !take_option(&g, "vstart", options->vstart, r->elements ? r->elements - 1 : 0, &r->in.vstart))
        return false;
    return check(&g) && take_values(&g);
}
