/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_read - see rvv.h: the text, and the values of the registers. */
#include "rvv.h"

#include "cli/lib/number.h"
#include "expr.h"
#include "cli/lib/word.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { OPERANDS_MAX = 6, OPERAND_MAX = 160, COPY_MAX = 4096 };

/* What is read from the text, before values are known. */
struct reading {
    const struct rvv_options *o;
    struct rvv *r;
    char *why;
    bool has_vtype, has_op, is_call;
    char kind;                               /* of the third operand: v, x, i, f, m */
    char vl[OPERAND_MAX], mask[OPERAND_MAX]; /* an AVL, and the name of the mask; or empty */
    int vd, vs1, vs2;                        /* numbers of registers; -1: it has names */
    char destination[OPERAND_MAX], source[OPERAND_MAX], third[OPERAND_MAX];
};

/* ---- Operands */

/* Split at the commas outside of brackets; blanks around an operand are left out. Returns how many, or -1: too many or too long. */
static int split(const char *at, const char *end, char operand[OPERANDS_MAX][OPERAND_MAX])
{
    int count = 0;

    while (at < end) {
        const char *from = at, *to;

        while (at < end && *at != ',') {
            const char *behind = *at == '(' || *at == '[' ? text_bracket(at) : NULL;

            at = behind != NULL && behind <= end ? behind : at + 1;
        }
        for (to = at; to > from && isspace((unsigned char)to[-1]); to--)
            ;
        while (from < to && isspace((unsigned char)*from))
            from++;
        if (count == OPERANDS_MAX || to - from >= OPERAND_MAX)
            return -1;
        snprintf(operand[count++], OPERAND_MAX, "%.*s", (int)(to - from), from);
        at += at < end;
    }
    return count;
}

/* The number of a vector register, or -1. */
static int vector_number(const char *text)
{
    uint64_t number;

    return text[0] == 'v' && isdigit((unsigned char)text[1]) && number_read(text + 1, 0, 31, &number) ? (int)number
                                                                                                      : -1;
}

/* ---- vtype and vl */

static const char *const lmuls[] = { "mf8", "mf4", "mf2", "m1", "m2", "m4", "m8" };

/* "e8, m1, ta, ma", in any order; what is not named stays. */
static bool take_vtype(struct reading *g, const char *where, char operand[][OPERAND_MAX], int count)
{
    static const char *const sews[] = { "e8", "e16", "e32", "e64" };
    struct shfl_rvv_in *in = &g->r->in;
    bool has_sew = false;

    in->lmul = 0;
    in->vta = in->vma = false;
    for (int i = 0; i < count; i++) {
        bool known = false;

        for (unsigned s = 0; s < 4; s++)
            if (strcmp(operand[i], sews[s]) == 0) {
                in->sew = s;
                known = has_sew = true;
            }
        for (int m = 0; m < 7; m++)
            if (strcmp(operand[i], lmuls[m]) == 0) {
                in->lmul = m - 3;
                known = true;
            }
        if (strcmp(operand[i], "ta") == 0 || strcmp(operand[i], "tu") == 0) {
            in->vta = operand[i][1] == 'a';
            known = true;
        }
        if (strcmp(operand[i], "ma") == 0 || strcmp(operand[i], "mu") == 0) {
            in->vma = operand[i][1] == 'a';
            known = true;
        }
        if (!known)
            return text_why(
                g->why, "%.60s: '%.40s': expected e8 to e64, mf8 to m8, ta or tu, and ma or mu, such as e8,m1,ta,ma",
                where, operand[i]);
    }
    if (!has_sew)
        return text_why(g->why, "%.60s: expected an element width, e8, e16, e32 or e64, such as e8,m1,ta,ma", where);
    g->has_vtype = true;
    return true;
}

/* vsetvli rd, rs1, vtype; vsetivli rd, uimm, vtype. */
static bool take_vset(struct reading *g, const char *at)
{
    char operand[OPERANDS_MAX][OPERAND_MAX];
    const char *operands = at + strcspn(at, " \t");
    const int count = split(operands, at + strlen(at), operand);

    if (strncmp(at, "vsetvl ", 7) == 0 || strncmp(at, "vsetvl\t", 7) == 0)
        return text_why(g->why, "'%.60s': vtype is in a register: give it with --vtype e8,m1,ta,ma", at);
    if (count < 3)
        return text_why(g->why, "'%.60s': expected a destination, an application vector length and a vtype", at);
    if (strcmp(operand[1], "x0") != 0 && strcmp(operand[1], "zero") != 0) /* of x0, vl is VLMAX or stays */
        snprintf(g->vl, sizeof g->vl, "%s", operand[1]);
    return take_vtype(g, at, operand + 2, count - 2);
}

/* ... = __riscv_vsetvl_e8m1(avl), or vsetvlmax_e8m1() */
static bool take_vsetvl_call(struct reading *g, const char *at)
{
    char operand[OPERANDS_MAX][OPERAND_MAX], type[2][OPERAND_MAX] = { "", "" };
    const char *open = strchr(at, '('), *name = strstr(at, "vsetvl"), *e;
    const char *close = open ? text_bracket(open) : NULL;

    if (close == NULL || (e = strstr(name, "_e")) == NULL || e > open)
        return text_why(g->why, "'%.60s': expected a call such as __riscv_vsetvl_e8m1(n)", at);
    const char *m = strchr(e, 'm');
    if (m == NULL || m > open)
        return text_why(g->why, "'%.60s': expected a call such as __riscv_vsetvl_e8m1(n)", at);
    snprintf(type[0], OPERAND_MAX, "%.*s", (int)(m - e - 1), e + 1);
    snprintf(type[1], OPERAND_MAX, "%.*s", (int)(open - m), m);
    if (split(open + 1, close - 1, operand) == 1)
        snprintf(g->vl, sizeof g->vl, "%s", operand[0]);
    return take_vtype(g, at, type, 2);
}

/* ---- Instructions and calls */

static const struct form {
    const char *name; /* of the instruction; a call's has _ for the dot */
    enum shfl_rvv_op op;
    char kind;
} forms[] = {
    { "vrgather.vv", SHFL_RVV_GATHER, 'v' },        { "vrgatherei16.vv", SHFL_RVV_GATHER_EI16, 'v' },
    { "vrgather.vx", SHFL_RVV_GATHER_X, 'x' },      { "vrgather.vi", SHFL_RVV_GATHER_X, 'i' },
    { "vslideup.vx", SHFL_RVV_SLIDEUP, 'x' },       { "vslideup.vi", SHFL_RVV_SLIDEUP, 'i' },
    { "vslidedown.vx", SHFL_RVV_SLIDEDOWN, 'x' },   { "vslidedown.vi", SHFL_RVV_SLIDEDOWN, 'i' },
    { "vslide1up.vx", SHFL_RVV_SLIDE1UP, 'x' },     { "vfslide1up.vf", SHFL_RVV_SLIDE1UP, 'f' },
    { "vslide1down.vx", SHFL_RVV_SLIDE1DOWN, 'x' }, { "vfslide1down.vf", SHFL_RVV_SLIDE1DOWN, 'f' },
    { "vcompress.vm", SHFL_RVV_COMPRESS, 'm' },
};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* The length of the operation's name in front of the dot. */
static size_t base_length(const struct form *form) { return strcspn(form->name, "."); }

/* Where the first operation is, as an instruction or a call; NULL: nowhere. */
const char *rvv_find(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        if (at == text || !text_is_name(at[-1]) || (at - text >= 8 && strncmp(at - 8, "__riscv_", 8) == 0))
            for (unsigned i = 0; i < FORMS; i++) {
                const size_t length = base_length(&forms[i]);

                if (strncmp(at, forms[i].name, length) == 0 && at[length] != '\0' && strchr("._(", at[length]) != NULL)
                    return at;
            }
    return NULL;
}

bool rvv_is(const char *text) { return rvv_find(text) != NULL; }

static bool take_instruction(struct reading *g, const char *at)
{
    char operand[OPERANDS_MAX][OPERAND_MAX];
    const size_t length = strcspn(at, " \t");
    const int count = split(at + length, at + strlen(at), operand);
    const struct form *form = NULL;

    for (unsigned i = 0; i < FORMS; i++)
        if (strlen(forms[i].name) == length && strncmp(forms[i].name, at, length) == 0)
            form = &forms[i];
    if (form == NULL)
        return text_why(
            g->why,
            "'%.40s': expected vrgather.vv, .vx or .vi, vrgatherei16.vv, vslideup or vslidedown .vx or .vi, "
            "vslide1up.vx, vslide1down.vx, vfslide1up.vf, vfslide1down.vf or vcompress.vm",
            at);
    if (count != 3 && !(count == 4 && form->kind != 'm' && strcmp(operand[3], "v0.t") == 0))
        return text_why(g->why, "'%.60s': expected three operands%s, such as '%s v1, v2, %s'", at,
                        form->kind == 'm' ? "" : ", and v0.t behind them with a mask", form->name,
                        form->kind == 'x'   ? "a0"
                        : form->kind == 'f' ? "fa0"
                        : form->kind == 'i' ? "1"
                                            : "v3");
    g->vd = vector_number(operand[0]);
    g->vs2 = vector_number(operand[1]);
    g->vs1 = vector_number(operand[2]);
    for (unsigned i = 0; i < 2; i++)
        if (vector_number(operand[i]) < 0)
            return text_why(g->why, "'%.40s' in '%.60s': expected a vector register, v0 to v31", operand[i], at);
    if (strchr("vm", form->kind) ? g->vs1 < 0 : g->vs1 >= 0)
        return text_why(g->why, "'%.40s' in '%.60s': expected a %s register", operand[2], at,
                        g->vs1 < 0          ? "vector"
                        : form->kind == 'f' ? "float"
                                            : "scalar");
    g->r->in.op = form->op;
    g->kind = form->kind;
    g->r->in.vm = count == 3;
    snprintf(g->destination, OPERAND_MAX, "%s", operand[0]);
    snprintf(g->source, OPERAND_MAX, "%s", operand[1]);
    snprintf(g->third, OPERAND_MAX, "%s", operand[2]);
    snprintf(g->mask, OPERAND_MAX, "v0");
    snprintf(g->r->text, RVV_TEXT_MAX, "%s", at);
    return true;
}

/* [__riscv_]vslideup_vx_i32m1_tum(mask, vd, vs2, offset, vl), or without the types. */
static bool take_call(struct reading *g, const char *at)
{
    static const char *const policies[] = { "m", "tu", "tum", "tumu", "mu" };
    char operand[OPERANDS_MAX][OPERAND_MAX], word[OPERANDS_MAX][OPERAND_MAX] = { "" }, name[OPERAND_MAX];
    const char *open = strchr(at, '('), *close = open ? text_bracket(open) : NULL, *policy = "";
    const struct form *form = NULL;
    int words = 0, first = 0;

    if (close == NULL || open - at >= OPERAND_MAX)
        return text_why(g->why, "'%.60s': expected a call, with ) at its end", at);
    snprintf(name, sizeof name, "%.*s", (int)(open - at), at);
    for (char *part = strtok(name, "_"); part != NULL && words < OPERANDS_MAX; part = strtok(NULL, "_"))
        snprintf(word[words++], OPERAND_MAX, "%s", part);
    for (unsigned i = 0; i < FORMS && form == NULL; i++)
        if (strlen(word[0]) == base_length(&forms[i]) && strncmp(word[0], forms[i].name, strlen(word[0])) == 0)
            form = &forms[i];
    int next = words > 1 && strlen(word[1]) == 2 && word[1][0] == 'v' ? 2 : 1;
    if (next < words && strchr("iufb", word[next][0]) && isdigit((unsigned char)word[next][1])) {
        char type[2][OPERAND_MAX];
        const size_t digits = 1 + strspn(word[next] + 1, "0123456789");

        snprintf(type[0], OPERAND_MAX, "e%.*s", (int)digits - 1, word[next] + 1);
        snprintf(type[1], OPERAND_MAX, "%s", word[next] + digits);
        if (!take_vtype(g, at, type, 2))
            return false;
        next++;
    }
    for (unsigned i = 0; next < words && i < 5; i++)
        if (strcmp(word[next], policies[i]) == 0)
            policy = policies[i];
    if (next + (policy[0] != '\0') < words)
        return text_why(g->why, "'%.60s': expected the name of a C intrinsic, such as __riscv_vrgather_vv_u8m1_m", at);
    const bool masked = strchr(policy, 'm') != NULL;
    const bool has_old = form->op == SHFL_RVV_SLIDEUP || (policy[0] != '\0' && strcmp(policy, "m") != 0);
    const int count = split(open + 1, close - 1, operand), want = 3 + masked + has_old;
    /* up to version 0.11, compress and slidedown have the destination, too, compress behind the mask */
    const bool is_old = count == want + 1 && (form->op == SHFL_RVV_COMPRESS || form->op == SHFL_RVV_SLIDEDOWN);
    if (count != want && !is_old)
        return text_why(g->why, "'%.60s': %d arguments: expected %d", at, count, want);
    g->r->in.op = form->op;
    g->kind = form->op == SHFL_RVV_GATHER && word[1][0] == 'v' && word[1][1] == 'x' ? 'x' : form->kind;
    if (g->kind == 'x' && form->op == SHFL_RVV_GATHER)
        g->r->in.op = SHFL_RVV_GATHER_X;
    g->r->in.vm = !masked;
    g->r->in.vta = strncmp(policy, "tu", 2) != 0;
    g->r->in.vma = strcmp(policy, "mu") != 0 && strcmp(policy, "tumu") != 0;
    g->vd = g->vs1 = g->vs2 = -1;
    if (masked)
        snprintf(g->mask, OPERAND_MAX, "%.159s", operand[first++]);
    snprintf(g->destination, OPERAND_MAX, "the result");
    if (is_old && form->op == SHFL_RVV_COMPRESS) {
        snprintf(g->third, OPERAND_MAX, "%s", operand[0]);
        snprintf(g->source, OPERAND_MAX, "%s", operand[2]);
    } else {
        first += has_old + is_old;
        snprintf(g->source, OPERAND_MAX, "%s", operand[first]);
        snprintf(g->third, OPERAND_MAX, "%s", operand[first + 1]);
    }
    if (g->vl[0] == '\0' || isdigit((unsigned char)operand[count - 1][0]))
        snprintf(g->vl, OPERAND_MAX, "%s", operand[count - 1]);
    g->is_call = true;
    return true;
}

/* One line of the text. */
static bool take_statement(struct reading *g, char *at)
{
    const char *op;
    size_t length = strlen(at);
    char *label;

    while (length > 0 && isspace((unsigned char)at[length - 1]))
        at[--length] = '\0';
    at += strspn(at, " \t");
    label = at + strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$");
    if (*label == ':' && label > at)
        at = label + 1 + strspn(label + 1, " \t");
    if (*at == '\0')
        return true;
    if (strstr(at, "vsetvl") != NULL && strchr(at, '(') != NULL && rvv_find(at) == NULL)
        return take_vsetvl_call(g, at);
    if (strncmp(at, "vsetvl", 6) == 0 || strncmp(at, "vsetivli", 8) == 0)
        return take_vset(g, at);
    op = rvv_find(at);
    if (op == NULL)
        return text_why(g->why, "'%.60s': expected vsetvli, vsetivli or a permutation", at);
    if (g->has_op)
        return text_why(g->why, "'%.60s': expected one permutation", at);
    g->has_op = true;
    if (op[strcspn(op, ". (")] == '.')
        return take_instruction(g, op);
    if (!take_call(g, op))
        return false;
    const char *from = op - at >= 8 && strncmp(op - 8, "__riscv_", 8) == 0 ? op - 8 : op;

    snprintf(g->r->text, RVV_TEXT_MAX, "%.*s", (int)(text_bracket(strchr(op, '(')) - from), from);
    return true;
}

/* ---- Values */

/* What a name stands for, NULL: nothing. */
static const char *given(const struct rvv_options *o, const char *name)
{
    const size_t length = strlen(name);

    for (unsigned i = 0; i < o->inits + o->lets; i++) {
        const char *each = i < o->inits ? o->init[i] : o->let[i - o->inits];

        if (strncmp(each, name, length) == 0 && each[length] == '=')
            return each + length + 1;
    }
    return NULL;
}

static bool missing(struct reading *g, const char *what, const char *name, const char *example)
{
    g->r->is_lacking = true;
    return text_why(g->why, "%s of %.60s %s missing: give %s with --%s %.60s=%s", what, name,
                    what[strlen(what) - 1] == 's' ? "are" : "is", what[strlen(what) - 1] == 's' ? "them" : "it",
                    g->is_call ? "let" : "init", name, example);
}

/* Evaluate an expression in elements 0 .. count-1, of 1 << eew bytes each. */
static bool take_elements(struct reading *g, const char *text, unsigned count, unsigned eew, uint8_t bytes[])
{
    static struct expr expr;

    for (unsigned first = 0; first < count; first += SHFL_LANES_MAX) {
        const struct expr_scope scope = {
            .lanes = SHFL_LANES_MAX, .first = first, .let = g->o->let, .lets = g->o->lets
        };

        if (!expr_read(text, &scope, &expr, g->why))
            return false;
        for (unsigned k = 0; k < SHFL_LANES_MAX && first + k < count; k++)
            for (unsigned b = 0; b < 1u << eew; b++)
                bytes[((first + k) << eew) + b] = (uint8_t)(expr.word[k] >> 8 * b);
    }
    return true;
}

/* A mask: a number, whose bit k is element k's, or an expression, which is 0 or not in each element. */
static bool take_mask(struct reading *g, const char *name, uint8_t bits[RVV_MASK_MAX])
{
    static uint8_t value[RVV_BYTES_MAX];
    const char *text = given(g->o, name);
    uint64_t number;

    memset(bits, 0, RVV_MASK_MAX);
    if (text == NULL)
        return missing(g, "the mask bits", name, "0x5555, or lane%2");
    if (number_read(text, 0, UINT64_MAX, &number)) {
        for (unsigned b = 0; b < 8; b++)
            bits[b] = (uint8_t)(number >> 8 * b);
        return true;
    }
    if (!take_elements(g, text, g->r->elements, 0, value))
        return false;
    for (unsigned k = 0; k < g->r->elements; k++)
        bits[k / 8] |= (uint8_t)((value[k] != 0) << k % 8);
    return true;
}

/* A scalar: a number, a register or a name. */
static bool take_scalar(struct reading *g, const char *what, const char *name, uint64_t *value)
{
    static struct expr expr;
    const struct expr_scope scope = { .lanes = 1, .let = g->o->let, .lets = g->o->lets };
    const char *text = given(g->o, name);
    uint32_t bits;

    *value = 0;
    if (text == NULL && (strcmp(name, "x0") == 0 || strcmp(name, "zero") == 0))
        return true;
    if (text == NULL && !expr_read(name, &scope, &expr, g->why))
        return missing(g, what, name, "3");
    if (text != NULL && strncmp(text, "float:", 6) == 0) {
        const char *end = word_scan_float(text + 6, &bits);

        *value = bits;
        return (end != NULL && *end == '\0' && g->r->in.sew == 2)
            || text_why(g->why, "--init %.60s=%.60s: expected a float and e32, or the bits as a number", name, text);
    }
    if (text != NULL && !expr_read(text, &scope, &expr, g->why))
        return false;
    *value = expr.word[0];
    return true;
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

/* vl: by the option, by the text, or VLMAX. */
static bool take_vl(struct reading *g)
{
    struct rvv *r = g->r;
    uint64_t avl;

    r->in.vl = r->elements;
    if (g->o->vl != NULL)
        return take_option(g, "vl", g->o->vl, r->elements, &r->in.vl);
    if (g->vl[0] == '\0' || (given(g->o, g->vl) == NULL && !isdigit((unsigned char)g->vl[0]))) {
        if (g->vl[0] != '\0')
            snprintf(r->note, sizeof r->note, "%.60s is taken to be %u, all elements", g->vl, r->elements);
        return true;
    }
    if (!take_scalar(g, "the vector length", g->vl, &avl))
        return false;
    if (avl > r->elements)
        snprintf(r->note, sizeof r->note, "%" PRIu64 " elements are asked for, and VLMAX is %u", avl, r->elements);
    r->in.vl = avl < r->elements ? (unsigned)avl : r->elements;
    return true;
}

static bool take_values(struct reading *g)
{
    struct rvv *r = g->r;
    const struct shfl_rvv_in *in = &r->in;
    const bool is_ei16 = in->op == SHFL_RVV_GATHER_EI16;
    const char *text = given(g->o, g->source), *indices = given(g->o, g->third);
    uint64_t number;

    if (!in->vm && !take_mask(g, g->mask, r->v0))
        return false;
    if (!take_elements(g, text ? text : "lane", r->elements, in->sew, r->vs2))
        return false;
    if (g->kind == 'm')
        return take_mask(g, g->third, r->vs1);
    if (g->kind == 'v')
        return indices == NULL ? missing(g, "the indices", g->third, "[3,2,1,0]")
                               : take_elements(g, indices, r->elements, is_ei16 ? 1 : in->sew, r->vs1);
    if (g->kind == 'i' && !number_read(g->third, 0, 31, &number))
        return text_why(g->why, "'%.60s': expected an immediate from 0 to 31", g->third);
    return take_scalar(g,
                       g->kind == 'f' || in->op == SHFL_RVV_SLIDE1UP || in->op == SHFL_RVV_SLIDE1DOWN ? "the value"
                       : in->op == SHFL_RVV_GATHER_X                                                  ? "the index"
                                                                                                      : "the offset",
                       g->third, &r->in.x);
}

/* ---- The sentence */

static void describe_rvv(struct rvv *r)
{
    const char *d = r->destination, *s = r->source, *t = r->third;
    struct text line = { r->line, 0, RVV_LINE_MAX };
    const struct shfl_rvv_in *in = &r->in;

    switch (in->op) {
    case SHFL_RVV_GATHER:
    case SHFL_RVV_GATHER_EI16:
        text_append(&line, "element k of %s gets element %s[k] of %s, and 0 where %s[k] is %u or more", d, t, s, t,
                    r->elements);
        break;
    case SHFL_RVV_GATHER_X:
        if (in->x < r->elements)
            text_append(&line, "every element of %s gets element %" PRIu64 " of %s", d, in->x, s);
        else
            text_append(&line, "every element of %s gets 0: the index, %" PRIu64 ", is %u or more", d, in->x,
                        r->elements);
        break;
    case SHFL_RVV_SLIDEUP:
        if (in->x < r->elements)
            text_append(&line,
                        "element k of %s gets element k-%" PRIu64 " of %s; those below %" PRIu64 " stay as they are", d,
                        in->x, s, in->x);
        else
            text_append(&line, "nothing is written: the offset, %" PRIu64 ", is %u or more", in->x, r->elements);
        break;
    case SHFL_RVV_SLIDEDOWN:
        text_append(&line, "element k of %s gets element k+%" PRIu64 " of %s, and 0 where that is %u or more", d, in->x,
                    s, r->elements);
        break;
    case SHFL_RVV_SLIDE1UP:
        text_append(&line, "element k of %s gets element k-1 of %s, and element 0 gets %s", d, s, t);
        break;
    case SHFL_RVV_SLIDE1DOWN:
        text_append(&line, "element k of %s gets element k+1 of %s, and the last of vl elements gets %s", d, s, t);
        break;
    case SHFL_RVV_COMPRESS:
        text_append(&line, "the elements of %s whose bit in %s is 1 go to the first elements of %s", s, t, d);
        break;
    }
    if (in->vstart >= in->vl)
        text_append(&line, "; none is written, as vstart is not below vl");
}

/* ---- All of it */

static bool take_text(struct reading *g, const char *text)
{
    char copy[COPY_MAX];
    size_t size = strlen(text);

    if (size >= sizeof copy)
        return text_why(g->why, "a text of %zu bytes: expected one permutation", size);
    memcpy(copy, text, size + 1);
    copy[text_plain(copy, size)] = '\0';
    for (char *at = copy; *at != '\0'; at++) /* comments of the assembler and of C */
        if (*at == '#' || (at[0] == '/' && at[1] == '/'))
            while (*at != '\0' && *at != '\n')
                *at++ = ' ';
    for (char *line = strtok(copy, ";\n"), *next; line != NULL; line = next) {
        char one[COPY_MAX];

        next = line + strlen(line) + 1;
        snprintf(one, sizeof one, "%s", line);
        if (!take_statement(g, one))
            return false;
        next = next < copy + size ? strtok(next, ";\n") : NULL;
    }
    return g->has_op || text_why(g->why, "expected a permutation, such as 'vrgather.vv v1, v2, v3'");
}

static const char *const errors[] = {
    [-SHFL_RVV_NO_UNIT] = "no such VLEN",
    [-SHFL_RVV_NO_OP] = "no such operation",
    [-SHFL_RVV_VTYPE] = "its elements are wider than 64 times LMUL",
    [-SHFL_RVV_EMUL] = "its indices would take more than eight registers",
    [-SHFL_RVV_VL] = "vl is more than VLMAX",
    [-SHFL_RVV_VSTART] = "vstart has to be below VLMAX, and 0 of vcompress",
    [-SHFL_RVV_MASKED] = "vcompress has no mask",
    [-SHFL_RVV_ALIGN] = "a register number is no multiple of the registers of its group",
    [-SHFL_RVV_OVERLAP] = "the destination overlaps a source",
    [-SHFL_RVV_OVER_V0] = "the destination overlaps the mask v0",
    [-SHFL_RVV_TWO_EEW] = "a register is read with elements of two widths",
};

static bool check(struct reading *g)
{
    const enum shfl_rvv_error error = shfl_rvv_check(&g->r->in);

    if (error != SHFL_RVV_LEGAL)
        return text_why(g->why, "'%.100s' is reserved: %s", g->r->text, errors[-error]);
    if (g->is_call)
        return true;
    const enum shfl_rvv_error overlap = shfl_rvv_check_registers(&g->r->in, (unsigned)g->vd,
                                                                 g->vs1 < 0 ? 0 : (unsigned)g->vs1, (unsigned)g->vs2);
    return overlap == SHFL_RVV_LEGAL || text_why(g->why, "'%.100s' is reserved: %s", g->r->text, errors[-overlap]);
}

bool rvv_read(const char *text, const struct rvv_options *options, struct rvv *r, char why[READ_WHY_MAX])
{
    struct reading g = { .o = options, .r = r, .why = why };
    char vtype[OPERANDS_MAX][OPERAND_MAX];
    uint64_t vlen = 128;

    memset(r, 0, sizeof *r);
    if (!take_text(&g, text))
        return false;
    if (options->vlen && (!number_read(options->vlen, 64, SHFL_RVV_VLEN_MAX, &vlen) || (vlen & (vlen - 1)) != 0))
        return text_why(why, "--vlen %.60s: expected a power of two from 64 to %d", options->vlen, SHFL_RVV_VLEN_MAX);
    r->in.vlen = (unsigned)vlen;
    if (options->vtype) {
        const int count = split(options->vtype, options->vtype + strlen(options->vtype), vtype);

        if (!take_vtype(&g, "--vtype", vtype, count))
            return false;
    }
    if (!g.has_vtype)
        return text_why(why,
                        "the element width is missing: give it with --vtype e8,m1,ta,ma, or with a vsetvli in front");
    r->in.v0 = r->v0;
    r->in.vs1 = r->vs1;
    r->in.vs2 = r->vs2;
    r->elements = shfl_rvv_vlmax(&r->in);
    snprintf(r->vtype, sizeof r->vtype, "e%u, %s, %s, %s", 8u << r->in.sew, lmuls[r->in.lmul + 3],
             r->in.vta ? "ta" : "tu", r->in.vma ? "ma" : "mu");
    snprintf(r->destination, RVV_NAME_MAX, "%.63s", g.destination);
    snprintf(r->source, RVV_NAME_MAX, "%.63s", g.source);
    snprintf(r->third, RVV_NAME_MAX, "%.63s", g.third);
    if (!check(&g)) /* its vtype, as vl is 0 */
        return false;
    if (!take_vl(&g) || !take_option(&g, "vstart", options->vstart, r->elements ? r->elements - 1 : 0, &r->in.vstart))
        return false;
    if (!check(&g) || !take_values(&g))
        return false;
    describe_rvv(r);
    return true;
}
