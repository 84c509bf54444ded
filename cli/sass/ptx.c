/* SPDX-License-Identifier: Apache-2.0 */
/* ptx - see ptx.h */
#include "ptx.h"
#include "cli/read/expr.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char shape[] = "shfl.sync.up.b32 d|p, a, b, c, membermask;";

struct parse {
    const char *at;
    char *why;
};

const char *ptx_find(const char *text, const char **end)
{
    for (const char *at = text; (at = strstr(at, "shfl.")) != NULL; at += 5) {
        const char *begin = at;

        if (at > text && (text_is_name(at[-1]) || strchr(".@:", at[-1])))
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
    return pass(p, what) || text_refuse(p->why, p->at, "expected '%s', as in '%s'", what, shape);
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
        return text_refuse(p->why, p->at, "expected a register or a number, as in '%s'", shape);
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
        return text_refuse(p->why, from, "expected a register or a number, as in '%s'", shape);
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
    return text_refuse(p->why, p->at, "expected .up, .down, .bfly or .idx, as in '%s'", shape);
}

bool ptx_parse(const char *text, struct ptx_shuffle *ptx, char why[READ_WHY_MAX])
{
    struct parse p = { text, why };
    const char *guard = "", *pu = "PT";
    bool is_number, b_known, c_known, sync;
    uint32_t number, b = 0, c = 0;
    unsigned mode;
    char sb[8], sc[8];

    *ptx = (struct ptx_shuffle){ .has_mask = false };
    if (pass(&p, "@")) {
        guard = pass(&p, "!") ? "@!P1 " : "@P1 ";
        if (!take_name(&p))
            return false;
    }
    if (!take(&p, "shfl"))
        return false;
    sync = pass(&p, ".sync");
    if (!take_mode(&p, &mode) || !take(&p, ".b32") || !take_name(&p))
        return false;
    if (pass(&p, "|")) {
        pu = "P0";
        if (!take_name(&p))
            return false;
    }
    if (!take(&p, ",") || !take_operand(&p, &is_number, &number) || !take(&p, ",") || !take_operand(&p, &b_known, &b)
        || !take(&p, ",") || !take_operand(&p, &c_known, &c))
        return false;
    if (sync && (!take(&p, ",") || !take_operand(&p, &ptx->has_mask, &ptx->mask)))
        return false;
    const char *end = text_skip(p.at);
    if (*end == ';')
        end++;
    else if (*end == '\0' || *end == '}' || *end == '"' || memchr(p.at, '\n', (size_t)(end - p.at)) != NULL)
        end = p.at;
    else
        return text_refuse(why, end, "expected nothing more, as in '%s'", shape);
    snprintf(ptx->text, sizeof ptx->text, "%.*s", (int)(end - text), text);
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
