/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_read - see rvv.h: the text, and the values of the registers. */
#include "rvv_text.h"

#include "lib/number.h"
#include "expr.h"
#include "lib/word.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values */

static bool missing(struct rvv_reading *g, const char *what, const char *name, const char *example)
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
static bool take_elements(struct rvv_reading *g, const char *text, unsigned count, unsigned eew, const char *what,
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
static bool take_mask(struct rvv_reading *g, const char *name, uint8_t bits[RVV_MASK_MAX])
{
    static uint8_t value[RVV_BYTES_MAX];
    static struct expr expr;
    const struct expr_scope scope = { .lanes = 2, .is_wide = true, .let = g->o->let, .lets = g->o->lets };
    const char *text = rvv_given(g->o, name);

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
static bool take_float(struct rvv_reading *g, const char *text, uint64_t *value)
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
static bool take_scalar(struct rvv_reading *g, const char *what, const char *name, uint64_t *value)
{
    const char *text = rvv_given(g->o, name), *given = text != NULL ? text : name;
    const bool is_float = strncmp(given, "float:", 6) == 0
                       || (g->kind == 'f' && strchr(given, '.') != NULL && strchr("0123456789.-", given[0]) != NULL);
    bool is_known;

    if (g->kind == 'f' && take_float(g, given, value))
        return true;
    if (is_float)
        return text_why(g->why, "'%.60s': expected a float and e32 or e64, or the bits as a number", given);
    return rvv_scalar(g, name, &is_known, value) && (is_known || missing(g, what, name, "3"));
}

static bool take_option(struct rvv_reading *g, const char *option, const char *text, unsigned most, unsigned *value)
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
static bool take_vl(struct rvv_reading *g)
{
    struct rvv *r = g->r;

    r->in.vl = g->has_vl && g->vl < r->elements ? g->vl : r->elements;
    return take_option(g, "vl", g->o->vl, r->elements, &r->in.vl);
}

static bool take_values(struct rvv_reading *g)
{
    struct rvv *r = g->r;
    const struct shfl_rvv_in *in = &r->in;
    const bool is_ei16 = in->op == SHFL_RVV_GATHER_EI16;
    const char *text = rvv_given(g->o, g->source), *indices = rvv_given(g->o, g->third);
    if (indices == NULL && g->kind == 'v' && g->vs1 >= 0 && g->indices[g->vs1][0] != '\0')
        indices = g->indices[g->vs1];
    uint64_t number;

    if (!in->vm && !take_mask(g, g->mask, r->v0))
        return false;
    if (!take_elements(g, text ? text : "lane", r->elements, in->sew, NULL, r->vs2))
        return false;
    if (g->kind == 'm')
        return take_mask(g, g->third, r->vs1);
    if (g->kind == 'v')
        return indices == NULL ? missing(g, "the indices", g->third, "[3,2,1,0]")
                               : take_elements(g, indices, r->elements, is_ei16 ? 1 : in->sew, "the index", r->vs1);
    if (g->kind == 'i' && !number_read(g->third, 0, 31, &number))
        return text_why(g->why, "'%.60s': expected an immediate from 0 to 31", g->third);
    return take_scalar(g,
                       g->kind == 'f' || in->op == SHFL_RVV_SLIDE1UP || in->op == SHFL_RVV_SLIDE1DOWN ? "the value"
                       : in->op == SHFL_RVV_GATHER_X                                                  ? "the index"
                                                                                                      : "the offset",
                       g->third, &r->in.x);
}

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

static bool check(struct rvv_reading *g)
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
    struct rvv_reading g = { .o = options, .r = r, .why = why };
    text_part vtype[RVV_OPERANDS_MAX];
    uint64_t vlen = 128;

    memset(r, 0, sizeof *r);
    if (options->vlen && (!number_read(options->vlen, 64, SHFL_RVV_VLEN_MAX, &vlen) || !is_power(vlen)))
        return text_why(why, "--vlen %.60s: expected a power of two from 64 to %d", options->vlen, SHFL_RVV_VLEN_MAX);
    r->in.vlen = (unsigned)vlen;
    const int parts = options->vtype == NULL
                        ? 0
                        : text_split(options->vtype, options->vtype + strlen(options->vtype), vtype, RVV_OPERANDS_MAX);
    if (options->vtype && !rvv_vtype(&g, "--vtype", vtype, parts)) /* of a call without types, its vl depends on it */
        return false;
    g.has_vtype = false;
    if (!rvv_text(&g, text, options->at))
        return false;
    if (options->vtype) {
        const struct shfl_rvv_in own = r->in;
        const bool has_vtype = g.has_vtype;

        rvv_vtype(&g, "--vtype", vtype, parts);
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
    snprintf(r->vtype, sizeof r->vtype, "e%u, %s, %s, %s", 8u << r->in.sew, rvv_lmul_name(r->in.lmul),
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
