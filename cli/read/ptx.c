/* SPDX-License-Identifier: Apache-2.0 */
/* ptx - see ptx.h */
#include "ptx.h"
#include "expr.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct parse {
    const char *at, *shape;
    char *why;
};

/* Is this what comes next? If so, it is passed over. */
static bool pass(struct parse *p, const char *what)
{
    const char *at = text_skip(p->at);

    if (strncmp(at, what, strlen(what)) != 0)
        return false;
    p->at = at + strlen(what);
    return true;
}

static bool take(struct parse *p, const char *what)
{
    p->at = text_skip(p->at);
    return pass(p, what) || text_refuse(p->why, p->at, "expected '%s', as in '%s'", what, p->shape);
}

/* A register's name. */
static bool take_name(struct parse *p)
{
    const char *from = p->at = text_skip(p->at);

    if (!isdigit((unsigned char)*p->at))
        while (text_is_name(*p->at) || *p->at == '%')
            p->at++;
    else if (p->at[-1] == '%' || p->at[-1] == '$') /* of inline assembly */
        p->at++;
    if (p->at == from)
        return text_refuse(p->why, p->at, "expected a register or a number, as in '%s'", p->shape);
    return true;
}

/* A register's name, or a constant expression. */
static bool take_operand(struct parse *p, bool *is_number, uint32_t *number)
{
    static struct expr expr;
    static const char *const let[] = { "WARP_SZ=32" };
    const struct expr_scope scope = { .lanes = 2, .let = let, .lets = 1 };
    char text[80];
    const char *from = p->at = text_skip(p->at);
    size_t length = 0, depth = 0;

    if (strncmp(from, "WARP_SZ", 7) != 0 && !isdigit((unsigned char)*from) && strchr("-+~(!", *from) == NULL) {
        *is_number = false;
        return take_name(p);
    }
    while (from[length] != '\0' && strchr(";,\"\n", from[length]) == NULL && length < sizeof text - 1
           && !(from[length] == '}' && depth == 0)) {
        depth += from[length] == '(';
        depth -= depth && from[length] == ')';
        length++;
    }
    if (*from == '\0')
        return text_refuse(p->why, from, "expected a register or a number, as in '%s'", p->shape);
    snprintf(text, sizeof text, "%.*s", (int)length, from);
    if (!expr_read(text, &scope, &expr, p->why))
        return false;
    *is_number = true;
    *number = (uint32_t)expr.word[0];
    p->at = from + length;
    return true;
}

/* "0x1f", or the register */
static void operand(char text[8], bool is_number, uint32_t number, const char *name)
{
    if (is_number)
        snprintf(text, 8, "0x%x", number & 0x1fff);
    else
        snprintf(text, 8, "%s", name);
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

static bool take_mode(struct parse *p, unsigned *mode)
{
    char name[8];

    for (*mode = 0; *mode < SHFL_MODES; ++*mode) {
        snprintf(name, sizeof name, ".%s", shfl_mode_name[*mode]);
        for (char *letter = name; *letter != '\0'; letter++)
            *letter = (char)tolower((unsigned char)*letter);
        if (pass(p, name))
            return true;
    }
    return text_refuse(p->why, p->at, "expected .up, .down, .bfly or .idx, as in '%s'", p->shape);
}

/* The member mask, behind a comma. */
static bool take_mask(struct parse *p, struct ptx_shuffle *ptx)
{
    ptx->names_mask = true;
    return take(p, ",") && take_operand(p, &ptx->has_mask, &ptx->mask);
}

/* One of several words, and what it stands for. */
struct meaning {
    const char *word, *sass;
};
static const char *take_one(struct parse *p, const struct meaning meanings[])
{
    char known[120];
    struct text text = { known, 0, sizeof known };

    for (const struct meaning *m = meanings; m->word != NULL; m++) {
        if (pass(p, m->word))
            return m->sass;
        text_append(&text, "%s%s", m == meanings ? "" : " ", m->word);
    }
    if (strncmp(p->shape, "redux", 5) == 0 && strstr(p->at, ".f32") != NULL)
        text_refuse(p->why, p->at, "a redux of f32, sm_100a's: openshfl run has it, of PTX; docs/rules.md R10.6");
    else
        text_refuse(p->why, p->at, "expected one of %s, as in '%s'", known, p->shape);
    return NULL;
}

static bool shfl(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    const char *pu = "PT";
    bool is_number, b_known, c_known, sync;
    uint32_t number, b = 0, c = 0;
    unsigned mode;
    char sb[8], sc[8];

    if (!take(p, "shfl"))
        return false;
    sync = pass(p, ".sync");
    if (!take_mode(p, &mode) || !take(p, ".b32") || !take_name(p))
        return false;
    if (pass(p, "|")) {
        pu = "P0";
        if (!take_name(p))
            return false;
    }
    if (!take(p, ",") || !take_operand(p, &is_number, &number))
        return false;
    if (!is_number)
        name_it(p, "Ra", ptx);
    if (!take(p, ",") || !take_operand(p, &b_known, &b))
        return false;
    if (!b_known)
        name_it(p, "Rb", ptx);
    if (!take(p, ",") || !take_operand(p, &c_known, &c))
        return false;
    if (!c_known)
        name_it(p, "Rc", ptx);
    if (sync && !take_mask(p, ptx))
        return false;
    operand(sb, b_known, b & 31, "Rb");
    operand(sc, c_known, c, "Rc");
    snprintf(ptx->sass, sizeof ptx->sass, "%sSHFL.%s %s, Rd, Ra, %s, %s", guard, shfl_mode_name[mode], pu, sb, sc);
    if ((b_known && b > 31) || (c_known && (c & ~UINT32_C(0x1f1f)) != 0))
        snprintf(ptx->note, sizeof ptx->note,
                 "of b only the low five bits count, of c the bits 4:0 and 12:8: %s and %s", sb, sc);
    else if (!sync)
        snprintf(ptx->note, sizeof ptx->note, "shfl without .sync is gone from sm_70 on: use shfl.sync, with a mask");
    return true;
}

static bool vote(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    static const struct meaning modes[] = { { ".all.pred", "ALL P2" },
                                            { ".any.pred", "ANY P2" },
                                            { ".uni.pred", "EQ P2" },
                                            { ".ballot.b32", "ANY Rd, PT" },
                                            { NULL, NULL } };
    bool sync, negated;

    if (!take(p, "vote"))
        return false;
    sync = pass(p, ".sync");
    const char *mode = take_one(p, modes);
    if (mode == NULL || !take_name(p) || !take(p, ","))
        return false;
    negated = pass(p, "!");
    if (!take_name(p))
        return false;
    name_it(p, "P0", ptx);
    if (sync && !take_mask(p, ptx))
        return false;
    snprintf(ptx->sass, sizeof ptx->sass, "%sVOTE.%s, %sP0", guard, mode, negated ? "!" : "");
    if (!sync)
        snprintf(ptx->note, sizeof ptx->note, "vote without .sync is gone from sm_70 on: use vote.sync, with a mask");
    return true;
}

static bool activemask(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    snprintf(ptx->sass, sizeof ptx->sass, "%sVOTE.ANY Rd, PT, PT", guard);
    return take(p, "activemask.b32") && take_name(p);
}

static bool elect(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    if (!take(p, "elect.sync"))
        return false;
    const bool none = text_pass_word(p->at, "_") != NULL;
    if (!take_name(p) || !take(p, "|") || !take_name(p) || !take_mask(p, ptx))
        return false;
    snprintf(ptx->sass, sizeof ptx->sass, "%sELECT P2, %s, PT", guard, none ? "URZ" : "URd");
    return true;
}

static bool match(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    static const struct meaning types[] = { { ".b32", "" }, { ".b64", ".U64" }, { NULL, NULL } };
    const char *pu = "";

    if (!take(p, "match"))
        return false;
    const bool all = pass(p, ".all");
    if ((!all && !take(p, ".any")) || !take(p, ".sync"))
        return false;
    const char *type = take_one(p, types);
    if (type == NULL || !take_name(p))
        return false;
    if (all)
        pu = "PT, ";
    if (all && pass(p, "|")) {
        pu = "P2, ";
        if (!take_name(p))
            return false;
    }
    if (!take(p, ",") || !take_name(p))
        return false;
    name_it(p, "Ra", ptx);
    if (!take_mask(p, ptx))
        return false;
    snprintf(ptx->sass, sizeof ptx->sass, "%sMATCH.%s%s %sRd, Ra", guard, all ? "ALL" : "ANY", type, pu);
    return true;
}

static bool redux(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    static const struct meaning operations[] = { { ".and.b32", "" },         { ".or.b32", ".OR" },
                                                 { ".xor.b32", ".XOR" },     { ".add.u32", ".SUM" },
                                                 { ".add.s32", ".SUM.S32" }, { ".min.u32", ".MIN" },
                                                 { ".min.s32", ".MIN.S32" }, { ".max.u32", ".MAX" },
                                                 { ".max.s32", ".MAX.S32" }, { NULL, NULL } };

    if (!take(p, "redux.sync"))
        return false;
    const char *operation = take_one(p, operations);
    if (operation == NULL || !take_name(p) || !take(p, ",") || !take_name(p))
        return false;
    name_it(p, "Ra", ptx);
    if (!take_mask(p, ptx))
        return false;
    snprintf(ptx->sass, sizeof ptx->sass, "%sREDUX%s URd, Ra", guard, operation);
    return true;
}

/* bar.red, barrier.red and the same with .cta: what stands between the name and .red is passed over. */
static bool barrier(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    static const struct meaning operations[] = {
        { ".popc", "POPC" }, { ".and", "AND" }, { ".or", "OR" }, { NULL, NULL }
    };
    bool is_number, b_known = false, negated;
    uint32_t number, b = 0;
    char id[8], threads[16];

    if (!pass(p, "barrier") && !take(p, "bar"))
        return false;
    pass(p, ".cta");
    if (!take(p, ".red"))
        return false;
    const char *operation = take_one(p, operations);
    if (operation == NULL)
        return false;
    pass(p, ".aligned");
    if (!take(p, operation[0] == 'P' ? ".u32" : ".pred") || !take_name(p) || !take(p, ",")
        || !take_operand(p, &is_number, &number) || !take(p, ","))
        return false;
    const char *second = text_skip(p->at);
    const bool has_threads = second[strcspn(second, ",;\n")] == ',';
    if (has_threads && (!take_operand(p, &b_known, &b) || !take(p, ",")))
        return false;
    negated = pass(p, "!");
    if (!take_name(p))
        return false;
    if (is_number && number > 15)
        return text_refuse(p->why, p->at, "expected a barrier from 0 to 15, as in '%s'", p->shape);
    operand(id, is_number, number, "Ra");
    if (b_known)
        snprintf(threads, sizeof threads, "0x%x, ", b);
    else
        strcpy(threads, has_threads ? "Rb, " : "");
    snprintf(ptx->sass, sizeof ptx->sass, "%sBAR.RED.%s %s, %s%sP0", guard, operation, id, threads, negated ? "!" : "");
    return true;
}

static bool movmatrix(struct parse *p, const char *guard, struct ptx_shuffle *ptx)
{
    snprintf(ptx->sass, sizeof ptx->sass, "%sMOVM.16.MT88 Rd, Ra", guard);
    return take(p, "movmatrix.sync.aligned.m8n8.trans.b16") && take_name(p) && take(p, ",") && take_name(p);
}

/* ---- Where it is */

/* What an instruction begins with, how it looks as a whole, and what reads it. */
static const struct form {
    const char *begin, *shape;
    bool (*read)(struct parse *p, const char *guard, struct ptx_shuffle *ptx);
} forms[] = {
    { "shfl.", "shfl.sync.up.b32 d|p, a, b, c, membermask;", shfl },
    { "vote.sync.", "vote.sync.ballot.b32 d, p, membermask;", vote },
    { "vote.all.pred", "vote.all.pred p, a;", vote },
    { "vote.any.pred", "vote.any.pred p, a;", vote },
    { "vote.uni.pred", "vote.uni.pred p, a;", vote },
    { "vote.ballot.b32", "vote.ballot.b32 d, a;", vote },
    { "activemask.b32", "activemask.b32 d;", activemask },
    { "elect.sync", "elect.sync d|p, membermask;", elect },
    { "match.any.sync", "match.any.sync.b32 d, a, membermask;", match },
    { "match.all.sync", "match.all.sync.b32 d|p, a, membermask;", match },
    { "redux.sync", "redux.sync.add.u32 d, a, membermask;", redux },
    { "bar.red", "bar.red.popc.u32 d, a, p;", barrier },
    { "bar.cta.red", "bar.cta.red.popc.u32 d, a, p;", barrier },
    { "barrier.red", "barrier.red.popc.u32 d, 3, 64, p;", barrier },
    { "barrier.cta.red", "barrier.cta.red.and.aligned.pred d, a, p;", barrier },
    { "movmatrix.sync", "movmatrix.sync.aligned.m8n8.trans.b16 d, a;", movmatrix },
};

/* The form that begins here, or NULL. */
static const struct form *form_at(const char *at)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strncmp(at, forms[i].begin, strlen(forms[i].begin)) == 0)
            return &forms[i];
    return NULL;
}

const char *ptx_find(const char *text, const char **end)
{
    for (const char *at = text; *at != '\0'; at++) {
        const char *begin = at;

        if (strchr("svaemrb", *at) == NULL || (at > text && (text_is_name(at[-1]) || strchr(".@:", at[-1])))
            || form_at(at) == NULL)
            continue;
        while (begin > text && (begin[-1] == ' ' || begin[-1] == '\t'))
            begin--;
        const char *guard = begin;
        while (guard > text && (text_is_name(guard[-1]) || guard[-1] == '%' || guard[-1] == '!'))
            guard--;
        *end = at + strcspn(at, ";\n\"");
        return guard > text && guard[-1] == '@' ? guard - 1 : at;
    }
    return NULL;
}

void ptx_forms(FILE *file)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const int name = (int)strcspn(forms[i].begin, ".");
        const bool alone = forms[i].read == activemask || forms[i].read == movmatrix;

        if (forms[i].read == barrier)
            fprintf(file, "PTX | %s | PTX ISA 9.0, barrier.red\n", forms[i].shape);
        else
            fprintf(file, "PTX | %s | PTX ISA 9.0, %.*s%s\n", forms[i].shape, name, forms[i].begin,
                    alone ? "" : ".sync");
    }
}

/* ---- The whole of it */

bool ptx_parse(const char *text, struct ptx_shuffle *ptx, char why[READ_WHY_MAX])
{
    struct parse p = { text, forms[0].shape, why };
    const char *guard = "";

    *ptx = (struct ptx_shuffle){ .has_mask = false };
    if (pass(&p, "@")) {
        guard = pass(&p, "!") ? "@!P1 " : "@P1 ";
        if (!take_name(&p))
            return false;
        name_it(&p, "P1", ptx);
    }
    const struct form *form = form_at(text_skip(p.at));
    if (form == NULL)
        form = &forms[0]; /* it says what was expected */
    p.shape = form->shape;
    if (!form->read(&p, guard, ptx))
        return false;
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
