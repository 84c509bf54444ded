/* SPDX-License-Identifier: Apache-2.0 */
/* ptx - see ptx.h */
#define _GNU_SOURCE
#include "ptx.h"
#include "expr.h"

#include <ctype.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parse {
    const char *at, *shape;
    const struct flow *flow; /* with its function, or NULL */
    struct text holds;       /* "%r4 is 1, %r3 is 0" */
    char *why;
};

static bool take(struct parse *p, const char *what)
{
    return text_take(&p->at, what) || text_refuse(p->why, p->at, "expected '%s', as in '%s'", what, p->shape);
}

static bool take_name(struct parse *p)
{
    const char *from = p->at = text_skip(p->at);

    if (!isdigit((unsigned char)*p->at))
        p->at += text_name_with(p->at, "%");
    else if (p->at[-1] == '%' || p->at[-1] == '$') /* of inline assembly */
        p->at++;
    if (p->at == from)
        return text_refuse(p->why, p->at, "expected a register or a number, as in '%s'", p->shape);
    return true;
}

/* ---- Registers that hold a number: the only thing that writes them is one mov. nvcc puts the operands of shuffles into such
 * registers. */

struct written {
    const char *name, *value; /* NULL: no number */
    size_t length, digits;
};

static int by_name(const void *a, const void *b)
{
    const struct written *x = a, *y = b;

    return x->length != y->length ? (x->length > y->length) - (x->length < y->length)
                                  : strncmp(x->name, y->name, x->length);
}

void *ptx_written(const char *function)
{
    void *all = NULL;

    for (const char *line = function, *end; *line != '\0'; line = end + (*end != '\0')) {
        const char *insn = text_past_listing(line);

        end = line + strcspn(line, ";\n");
        for (const char *at = insn; *insn == '.' && at < end; at++)
            if (strncmp(at, ".entry", 6) == 0 || strncmp(at, ".func", 5) == 0) /* the next one */
                return all;
        const char *comma = text_to(insn, end, ",");
        for (const char *at = insn;
             *insn != '.' && at < comma && (at = memchr(at, '%', (size_t)(comma - at))) != NULL;) {
            struct written *one = calloc(1, sizeof *one), **kept = NULL;
            char *behind;

            if (one != NULL) {
                *one = (struct written){ .name = at, .length = text_name_with(at, "%") };
                kept = tsearch(one, &all, by_name);
            }
            if (kept == NULL) { /* no memory: none holds a number that is known */
                free(one);
                ptx_forget(all);
                return NULL;
            }
            at += one->length;
            const char *value = at + strspn(at, " \t,"), *digit = value + (*value == '-');
            strtoll(value, &behind, 0);
            if (*kept != one) {
                (*kept)->value = NULL;
                free(one);
            } else if (strncmp(insn, "mov.", 4) == 0 && isdigit((unsigned char)*digit) && *behind == ';') {
                one->value = value;
                one->digits = (size_t)(behind - value);
            }
        }
    }
    return all;
}

void ptx_forget(void *written) { tdestroy(written, free); }

/* A register's name, or a constant expression; of b, c, the threads and the mask also a register that holds a number. */
static bool take_operand(struct parse *p, bool may_hold, bool *is_number, uint32_t *number)
{
    static struct expr expr;
    static const char *const let[] = { "WARP_SZ=32" };
    const struct expr_scope scope = { .lanes = 2, .let = let, .lets = 1 };
    char text[80];
    const char *from = p->at = text_skip(p->at);
    size_t length = 0, depth = 0;

    if (strncmp(from, "WARP_SZ", 7) != 0 && !isdigit((unsigned char)*from) && memchr("-+~(!", *from, 5) == NULL) {
        const size_t name = text_name_with(from, "%");
        const struct written own = { .name = from, .length = name };
        struct written *const *found = may_hold && p->flow ? tfind(&own, &p->flow->written, by_name) : NULL;

        *is_number = found != NULL && (*found)->value != NULL;
        if (*is_number) {
            *number = (uint32_t)strtoll((*found)->value, NULL, 0);
            text_append(&p->holds, "%s%.*s is %.*s", p->holds.used ? ", " : "", (int)name, from, (int)(*found)->digits,
                        (*found)->value);
        }
        return take_name(p);
    }
    while (from[length] != '\0' && strchr(";,\"\n", from[length]) == NULL && length < sizeof text - 1
           && !(from[length] == '}' && depth == 0)) {
        depth += from[length] == '(';
        depth -= depth && from[length] == ')';
        length++;
    }
    snprintf(text, sizeof text, "%.*s", (int)length, from);
    if (!expr_read(text, &scope, &expr, p->why))
        return false;
    *is_number = true;
    *number = (uint32_t)expr.word[0];
    p->at = from + length;
    return true;
}

/* The register that was passed over last is this one in the SASS. */
static void name_it(const struct parse *p, const char *as, struct ptx_shuffle *ptx)
{
    struct ptx_given *given = &ptx->given[ptx->givens++];
    const char *from = p->at;

    while (text_is_name(from[-1]) || from[-1] == '%')
        from--;
    snprintf(given->as, sizeof given->as, "%s", as);
    snprintf(given->own, sizeof given->own, "%.*s", (int)(p->at - from), from);
}

/* ---- The instructions */

/* A name, with [] around what may be left out; its operands; and the SASS that it becomes.
 *
 * Operands: d a register that is written, | or & a predicate behind it, P0 or P2, which may be left out, a value, v one that is
 * no number, b and c those of shfl, p a predicate, which may be negated, i a barrier, t the threads that wait for it, if they
 * are named, and m the mask, if .sync stands in the name. In the SASS a letter behind % is the operand. */
static const struct form {
    const char *name, *operands, *sass;
} forms[] = {
    { "shfl[.sync].idx.b32", "d|abcm", "SHFL.IDX %|, Rd, Ra, %b, %c" },
    { "shfl[.sync].up.b32", "d|abcm", "SHFL.UP %|, Rd, Ra, %b, %c" },
    { "shfl[.sync].down.b32", "d|abcm", "SHFL.DOWN %|, Rd, Ra, %b, %c" },
    { "shfl[.sync].bfly.b32", "d|abcm", "SHFL.BFLY %|, Rd, Ra, %b, %c" },
    { "vote[.sync].all.pred", "dpm", "VOTE.ALL P2, %p" },
    { "vote[.sync].any.pred", "dpm", "VOTE.ANY P2, %p" },
    { "vote[.sync].uni.pred", "dpm", "VOTE.EQ P2, %p" },
    { "vote[.sync].ballot.b32", "dpm", "VOTE.ANY Rd, PT, %p" },
    { "activemask.b32", "d", "VOTE.ANY Rd, PT, PT" },
    { "elect.sync", "d&m", "ELECT %&, %d, PT" },
    { "match.any.sync.b32", "dvm", "MATCH.ANY Rd, Ra" },
    { "match.any.sync.b64", "dvm", "MATCH.ANY.U64 Rd, Ra" },
    { "match.all.sync.b32", "d&vm", "MATCH.ALL %&, Rd, Ra" },
    { "match.all.sync.b64", "d&vm", "MATCH.ALL.U64 %&, Rd, Ra" },
    { "redux.sync.and.b32", "dvm", "REDUX URd, Ra" },
    { "redux.sync.or.b32", "dvm", "REDUX.OR URd, Ra" },
    { "redux.sync.xor.b32", "dvm", "REDUX.XOR URd, Ra" },
    { "redux.sync.add.u32", "dvm", "REDUX.SUM URd, Ra" },
    { "redux.sync.add.s32", "dvm", "REDUX.SUM.S32 URd, Ra" },
    { "redux.sync.min.u32", "dvm", "REDUX.MIN URd, Ra" },
    { "redux.sync.min.s32", "dvm", "REDUX.MIN.S32 URd, Ra" },
    { "redux.sync.max.u32", "dvm", "REDUX.MAX URd, Ra" },
    { "redux.sync.max.s32", "dvm", "REDUX.MAX.S32 URd, Ra" },
    { "bar[rier][.cta].red.popc[.aligned].u32", "ditp", "BAR.RED.POPC %i, %t%p" },
    { "bar[rier][.cta].red.and[.aligned].pred", "ditp", "BAR.RED.AND %i, %t%p" },
    { "bar[rier][.cta].red.or[.aligned].pred", "ditp", "BAR.RED.OR %i, %t%p" },
    { "movmatrix.sync.aligned.m8n8.trans.b16", "dv", "MOVM.16.MT88 Rd, Ra" },
};
enum { FORMS = sizeof forms / sizeof *forms };

/* The length of the name that begins here, if it is that of a form; else 0. */
static size_t name_fits(const char *name, const char *at)
{
    const char *from = at;

    for (; *name != '\0'; name++) {
        const size_t optional = *name == '[' ? strcspn(name, "]") : 0;

        if (optional) {
            at += strncmp(at, name + 1, optional - 1) == 0 ? optional - 1 : 0;
            name += optional;
        } else if (*name != *at++) {
            return 0;
        }
    }
    return text_is_name(*at) || *at == '.' ? 0 : (size_t)(at - from);
}

/* The form whose name comes next, which is passed over. NULL: p->why has those of its kind. */
static const struct form *take_form(struct parse *p, bool *has_sync)
{
    char known[240];
    struct text text = { known, 0, sizeof known };

    p->at = text_skip(p->at);
    for (const struct form *f = forms; f < forms + FORMS; f++) {
        const size_t length = name_fits(f->name, p->at);

        if (length > 0) {
            const char *sync = strstr(p->at, ".sync");

            *has_sync = sync != NULL && sync < p->at + length;
            p->at += length;
            return f;
        }
        if (strncmp(f->name, p->shape, 3) == 0)
            text_append(&text, "%s%s", text.used ? " " : "", f->name);
    }
    if (strncmp(p->shape, "redux", 5) == 0 && strstr(p->at, ".f32") != NULL)
        text_refuse(p->why, p->at, "a redux of f32, sm_100a's: openshfl run has it, of PTX; docs/rules.md R10.6");
    else
        text_refuse(p->why, p->at, "expected one of %s, as in '%s'", known, p->shape);
    return NULL;
}

/* What stands behind the name. */
struct operands {
    bool has_sync, is_cut;      /* cut: not all bits of b and c count */
    char as[UCHAR_MAX + 1][16]; /* by its letter: what it is in the SASS */
};

/* a, b, c, i or t */
static bool take_source(struct parse *p, unsigned char letter, struct operands *o, struct ptx_shuffle *ptx)
{
    const char *name = letter == 'c' ? "Rc" : strchr("bt", letter) ? "Rb" : "Ra";
    const uint32_t bits = letter == 'b' ? 31 : letter == 'c' ? 0x1fff : UINT32_MAX;
    bool is_number;
    uint32_t number;

    if (!take_operand(p, strchr("bct", letter) != NULL, &is_number, &number))
        return false;
    if (!is_number) {
        snprintf(o->as[letter], sizeof *o->as, "%s", name);
        if (strchr("abc", letter))
            name_it(p, name, ptx);
        return true;
    }
    snprintf(o->as[letter], sizeof *o->as, "0x%x", (unsigned)(number & bits));
    o->is_cut = o->is_cut || (number & ~(letter == 'c' ? UINT32_C(0x1f1f) : bits)) != 0;
    return letter != 'i' || number <= 15
        || text_refuse(p->why, p->at, "expected a barrier from 0 to 15, as in '%s'", p->shape);
}

static bool take_operands(struct parse *p, const char *letters, struct operands *o, struct ptx_shuffle *ptx)
{
    bool comma = false;

    for (const char *letter = letters; *letter != '\0' && (*letter != 'm' || o->has_sync); letter++) {
        const bool is_predicate = *letter == '|' || *letter == '&', is_needed = is_predicate && letter[1] == 'm';
        char *as = o->as[(unsigned char)*letter];

        if (comma && !is_predicate && !take(p, ","))
            return false;
        comma = true;
        switch (*letter) {
        case 'd':
            strcpy(as, text_pass_word(p->at, "_") != NULL ? "URZ" : "URd");
            if (!take_name(p))
                return false;
            break;
        case '|':
        case '&':
            strcpy(as, "PT");
            if (!is_needed && !text_take(&p->at, "|"))
                break;
            strcpy(as, *letter == '|' ? "P0" : "P2");
            if ((is_needed && !take(p, "|")) || !take_name(p)) /* that of elect has to be there */
                return false;
            break;
        case 'v':
        case 'p':
            strcpy(as, *letter == 'v' ? "Ra" : text_take(&p->at, "!") ? "!P0" : "P0");
            if (!take_name(p))
                return false;
            name_it(p, *letter == 'p' ? "P0" : "Ra", ptx);
            break;
        case 'm':
            ptx->names_mask = true;
            if (!take_operand(p, true, &ptx->has_mask, &ptx->mask))
                return false;
            break;
        case 't':
            p->at = text_skip(p->at);
            comma = p->at[strcspn(p->at, ",;\n")] == ',';
            if (comma && !take_source(p, 't', o, ptx))
                return false;
            strcat(as, comma ? ", " : "");
            break;
        default:
            if (!take_source(p, (unsigned char)*letter, o, ptx))
                return false;
        }
    }
    return true;
}

/* ---- Where it is */

/* What an instruction begins with, how it looks as a whole, and its document. */
static const struct shape {
    const char *begin, *shape, *document;
} shapes[] = {
    { "shfl.", "shfl.sync.up.b32 d|p, a, b, c, membermask;", "shfl.sync" },
    { "vote.sync.", "vote.sync.ballot.b32 d, p, membermask;", "vote.sync" },
    { "vote.all.pred", "vote.all.pred p, a;", "vote.sync" },
    { "vote.any.pred", "vote.any.pred p, a;", "vote.sync" },
    { "vote.uni.pred", "vote.uni.pred p, a;", "vote.sync" },
    { "vote.ballot.b32", "vote.ballot.b32 d, a;", "vote.sync" },
    { "activemask.b32", "activemask.b32 d;", "activemask" },
    { "elect.sync", "elect.sync d|p, membermask;", "elect.sync" },
    { "match.any.sync", "match.any.sync.b32 d, a, membermask;", "match.sync" },
    { "match.all.sync", "match.all.sync.b32 d|p, a, membermask;", "match.sync" },
    { "redux.sync", "redux.sync.add.u32 d, a, membermask;", "redux.sync" },
    { "bar.red", "bar.red.popc.u32 d, a, p;", "barrier.red" },
    { "bar.cta.red", "bar.cta.red.popc.u32 d, a, p;", "barrier.red" },
    { "barrier.red", "barrier.red.popc.u32 d, 3, 64, p;", "barrier.red" },
    { "barrier.cta.red", "barrier.cta.red.and.aligned.pred d, a, p;", "barrier.red" },
    { "movmatrix.sync", "movmatrix.sync.aligned.m8n8.trans.b16 d, a;", "movmatrix" },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const struct shape *shape_at(const char *at)
{
    for (size_t i = 0; i < SHAPES; i++)
        if (strncmp(at, shapes[i].begin, strlen(shapes[i].begin)) == 0)
            return &shapes[i];
    return NULL;
}

bool ptx_is(const char *text, const char *at)
{
    return strchr("svaemrb", *at) != NULL && (at == text || !(text_is_name(at[-1]) || strchr(".@:", at[-1])))
        && shape_at(at) != NULL;
}

const char *ptx_find(const char *text, const char **end)
{
    for (const char *at = text; *at != '\0'; at++)
        if (ptx_is(text, at)) {
            *end = at + strcspn(at, ";\n\"");
            return text_guard(text, at);
        }
    return NULL;
}

void ptx_forms(FILE *file)
{
    for (size_t i = 0; i < SHAPES; i++)
        fprintf(file, "PTX | %s | PTX ISA 9.0, %s\n", shapes[i].shape, shapes[i].document);
}

bool ptx_parse(const char *text, const struct flow *flow, struct ptx_shuffle *ptx, char why[READ_WHY_MAX])
{
    struct parse p = { text, shapes[0].shape, flow, { ptx->holds, 0, sizeof ptx->holds }, why };
    struct text sass = { ptx->sass, 0, sizeof ptx->sass }, note = { ptx->note, 0, sizeof ptx->note };
    struct operands o = { .is_cut = false };

    *ptx = (struct ptx_shuffle){ .has_mask = false };
    if (text_take(&p.at, "@")) {
        text_append(&sass, text_take(&p.at, "!") ? "@!P1 " : "@P1 ");
        if (!take_name(&p))
            return false;
        name_it(&p, "P1", ptx);
    }
    const char *name = text_skip(p.at);
    const struct shape *shape = shape_at(name); /* NULL: the first says what was expected */
    p.shape = shape ? shape->shape : p.shape;
    const struct form *form = take_form(&p, &o.has_sync);
    if (form == NULL || !take_operands(&p, form->operands, &o, ptx))
        return false;
    for (const char *c = form->sass; *c != '\0'; c++)
        if (*c == '%')
            text_append(&sass, "%s", o.as[(unsigned char)*++c]);
        else
            text_append(&sass, "%c", *c);
    if (o.is_cut) {
        text_append(&note, "of b only the low five bits count, of c the bits 4:0 and 12:8: %s and %s", o.as['b'],
                    o.as['c']);
    } else if (!o.has_sync && strchr("sv", name[0]) != NULL) {
        text_append(&note, "%.4s without .sync is gone from sm_70 on: use %.4s.sync, with a mask", name, name);
    }
    const char *end = text_skip(p.at);
    if (*end == ';')
        end++;
    else if (*end == '\0' || *end == '}' || *end == '"' || memchr(p.at, '\n', (size_t)(end - p.at)) != NULL)
        end = p.at;
    else
        return text_refuse(why, end, "expected nothing more, as in '%s'", p.shape);
    snprintf(ptx->text, sizeof ptx->text, "%.*s", (int)(end - text), text);
    return true;
}
