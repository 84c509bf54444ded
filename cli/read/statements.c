/* SPDX-License-Identifier: Apache-2.0 */
/* statements - see statements.h. A statement that can't be followed makes the names unknown that it may change, and where it may
 * leave, it is not known who comes to the call. */
#include "statements.h"
#include "calls.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 20000,
    STATEMENT_MAX = 1500,
    LEVELS_MAX = 8,
    PASSED_MAX = 64,
    PASSED_MIN = 2000,
    TRIPS_MAX = 2000,
    BLOCKS_MAX = 60,
    NESTED_MAX = 100
};

/* The place whose line was asked for last: most are asked for in the order of the text. */
struct counted {
    const char *at;
    unsigned line;
};

struct run {
    const char *text, *call; /* comments are blanks in it */
    unsigned line;           /* of a macro's text: where it stands; else 0 */
    struct counted *counted;
    struct expr_scope scope;
    struct statements *out;
    struct names *names;
    uint64_t all, active, returned, broken, continued;
    const char *maybe;           /* whether the statements are executed is not known, and why; or NULL */
    unsigned maybe_loops;        /* loops around them that are not, either */
    char loop_why[NAME_WHY_MAX]; /* who is left in the loop is not known */
    unsigned steps, nested;
    unsigned level; /* of the sequences of statements around the call, how many it is in */
    bool arrived;
    bool in_function;
};

/* What the statements in front of a place have done, of a text whose calls are read one after another: the next goes on from
 * there. The first statement of the sequence is at from. */
struct place {
    const char *from, *at;
    struct run run;
    struct statements out;
};

static struct {
    const char *text; /* as its owner has it, or NULL */
    char *copy;       /* as struct run has it, with the comments of this style as blanks */
    enum statements_style style;
    struct expr_scope scope;
    struct counted counted;
    struct place *level[LEVELS_MAX];
    const char *end;
    struct {
        const char *at, *end, *(*end_of)(const char *at);
    } passed[PASSED_MAX]; /* where long statements end */
} kept;

static const char *statement(struct run *r, const char *at);
static const char *take_macro(struct run *r, const char *at);

static bool contains(const struct run *r, const char *from, const char *to) { return from <= r->call && r->call < to; }

static unsigned line_of(const struct run *r, const char *at)
{
    struct counted *counted = r->counted;

    if (r->line > 0)
        return r->line;
    if (at < counted->at)
        *counted = (struct counted){ r->text, 1 };
    for (; counted->at < at; counted->at++)
        counted->line += *counted->at == '\n';
    return counted->line;
}

/* "is assigned on line 3 by 'f(x)', which is not known" */
static void say(const struct run *r, const char *format, const char *from, const char *to, const char *at,
                char why[NAME_WHY_MAX])
{
    char shown[40];
    size_t used = 0;

    from += strspn(from, " \t\r\n");
    for (const char *c = from; c < to && used < sizeof shown - 1; c++)
        if (!isspace((unsigned char)*c) || (used > 0 && shown[used - 1] != ' '))
            shown[used++] = isspace((unsigned char)*c) ? ' ' : *c;
    while (used > 0 && shown[used - 1] == ' ')
        used--;
    shown[used] = '\0';
    snprintf(why, NAME_WHY_MAX, format, line_of(r, at), shown);
}

/* ---- Cutting the text */

static const char *take_word(const char *at, const char *word)
{
    const size_t length = strlen(word);

    return *at == *word && strncmp(at, word, length) == 0 && !text_is_name(at[length]) ? at + length : NULL;
}

/* The head of a control statement, in brackets or, as WGSL has it, up to a brace. Behind it; NULL: there is none. */
static const char *pass_head(const char *at, const char **from, const char **to)
{
    at = text_skip(at);
    if (*at == '(') {
        const char *end = text_bracket(at);

        if (end == NULL)
            return NULL;
        *from = at + 1;
        *to = end - 1;
        return end;
    }
    *from = at;
    for (; *at != '\0' && *at != '{' && *at != ';'; at++)
        if (*at == '(' || *at == '[') {
            const char *end = text_bracket(at);

            if (end == NULL)
                return NULL;
            at = end - 1;
        }
    *to = at;
    return *at == '{' ? at : NULL;
}

/* Up to the semicolon, brace or end that ends a simple statement, outside of brackets. */
static const char *pass_simple(const char *at)
{
    for (; *at != '\0' && *at != ';' && *at != '{' && *at != '}'; at++)
        if (*at == '(' || *at == '[') {
            const char *end = text_bracket(at);

            if (end == NULL)
                return at + strlen(at);
            at = end - 1;
        } else if (*at == '"') {
            const char *end = strchr(at + 1, '"');

            at = end ? end : at;
        }
    return at;
}

static const char *const heads[] = { "if", "for", "while", "switch", "do", "else", "loop" };

static bool is_control(const char *at)
{
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (take_word(at, heads[i]) != NULL)
            return true;
    return false;
}

/* Behind a name, and the brackets behind it. */
static const char *pass_call(const char *at)
{
    while (text_is_name(*at))
        at++;
    const char *open = text_skip(at);

    return *open == '(' && text_bracket(open) != NULL ? text_bracket(open) : at;
}

/* Behind what may stand in front of a control statement: [unroll], UNROLL, _Pragma("unroll"), [[likely]]. */
static const char *pass_attributes(const char *at)
{
    const char *behind = at;

    for (;;) {
        behind = text_skip(behind);
        if (is_control(behind))
            return behind;
        if (*behind == '[' && text_bracket(behind) != NULL)
            behind = text_bracket(behind);
        else if (take_word(behind, "_Pragma") || take_word(behind, "__attribute__"))
            behind = pass_call(behind);
        else if (text_is_name(*behind) && *text_skip(pass_call(behind)) != '(' && pass_call(behind)[-1] != ')')
            behind = pass_call(behind);
        else
            return at;
    }
}

/* A macro or a call without a semicolon, in front of a control statement: its end, or NULL. */
static const char *pass_alone(const char *at)
{
    if (!text_is_name(*at) || is_control(at) || take_word(at, "_Pragma") || take_word(at, "__attribute__"))
        return NULL;
    const char *end = pass_call(at);

    return end[-1] == ')' && is_control(text_skip(end)) ? end : NULL;
}

/* The end of the statement that begins here, depth statements deep in others. */
static const char *pass_deep(const char *at, unsigned depth)
{
    const char *from, *to, *behind;

    at = text_skip(at);
    if (pass_alone(at) != NULL)
        return pass_alone(at);
    at = pass_attributes(at);
    if (*at == '\0' || depth > NESTED_MAX)
        return at + strlen(at);
    if (*at == '#')
        return text_line_end(at);
    if (*at == '{')
        return text_bracket(at) ? text_bracket(at) : at + strlen(at);
    if (*at == '}')
        return at + 1;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if ((behind = take_word(at, heads[i])) == NULL)
            continue;
        if (i == 0 && text_pass_word(behind, "constexpr"))
            behind = text_pass_word(behind, "constexpr");
        if (i < 4 && (behind = pass_head(behind, &from, &to)) == NULL)
            return pass_simple(at) + (*pass_simple(at) != '\0');
        behind = pass_deep(behind, depth + 1);
        const char *next = text_skip(behind);
        if (i == 0 && take_word(next, "else"))
            return pass_deep(take_word(next, "else"), depth + 1);
        if (i == 4 && take_word(next, "while") && (next = pass_head(take_word(next, "while"), &from, &to)) != NULL) {
            next = text_skip(next);
            return next + (*next == ';');
        }
        return behind;
    }
    behind = pass_simple(at);
    if (*behind == ';' || *behind == '}' || *behind == '\0')
        return behind + (*behind == ';');
    behind = text_bracket(behind) ? text_bracket(behind) : behind + strlen(behind);
    at = text_skip(behind);
    if (*at != '\0' && strchr(";,=).[", *at) != NULL) { /* it goes on: an initializer, a lambda */
        const char *end = pass_deep(at, depth + 1);

        return *at == ';' ? at + 1 : end;
    }
    return behind;
}

static bool is_kept(const char *at) { return kept.copy != NULL && at >= kept.copy && at < kept.end; }

/* Where what begins here ends. A long text that is kept is passed over once. */
static const char *remember(const char *at, const char *(*end_of)(const char *at))
{
    const size_t i = (size_t)(at - kept.copy) % PASSED_MAX;

    if (!is_kept(at))
        return end_of(at);
    if (kept.passed[i].at == at && kept.passed[i].end_of == end_of)
        return kept.passed[i].end;
    const char *end = end_of(at);
    if (end != NULL && end - at >= PASSED_MIN) {
        kept.passed[i].at = at;
        kept.passed[i].end = end;
        kept.passed[i].end_of = end_of;
    }
    return end;
}

static const char *bracket(const char *at) { return remember(at, text_bracket); }

static const char *pass_whole(const char *at) { return pass_deep(at, 0); }

static const char *pass(const char *at) { return remember(at, pass_whole); }

/* ---- Which names a text may change */

enum change { ASSIGNED, STEPPED, LENT, GIVEN };

/* The bracket around a place of the text, opened behind from; NULL: there is none. */
static const char *bracket_around(const char *from, const char *at)
{
    unsigned depth = 0;

    for (const char *c = at; c-- > from;) {
        depth += *c == ')' || *c == ']' || *c == '}';
        if (*c == '(' || *c == '[' || *c == '{') {
            if (depth == 0)
                return c;
            depth--;
        }
    }
    return NULL;
}

/* Does what is called here leave its arguments as they are? */
static bool is_harmless(const char *from, const char *open)
{
    static const char *const names[] = { "if",     "while",  "for",        "switch", "return",
                                         "sizeof", "printf", "__syncwarp", "assert", "__ldg",
                                         "case",   "select", "mix",        "float",  "double" };
    const struct call_row *row;
    struct expr_type type;
    unsigned marks;
    const char *end = text_trim(from, open), *begin;

    if (end > from && end[-1] == '>') { /* f<3>(x), or a cast */
        while (end > from && *end != '<')
            end--;
        begin = text_name_begin(from, end);
        return end - begin > 5 && memcmp(end - 5, "_cast", 5) == 0;
    }
    begin = text_name_begin(from, end);
    if (begin == end)
        return true; /* a bracket alone */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(begin, (size_t)(end - begin), names[i]))
            return true;
    if (call_at(from, begin, &row) != NULL)
        return !call_has_output(row);
    if (call_family(from, begin) > 0)
        return true;
    const char *behind = names_type(begin, &type, &marks);
    return expr_is_function(begin, (size_t)(end - begin)) || (behind != NULL && behind >= end);
}

/* Is it an output of inline assembly: "=r"(x)? */
static bool is_output(const char *from, const char *open)
{
    const char *quote = text_trim(from, open);
    if (quote == from || *--quote != '"')
        return false;
    while (quote > from && quote[-1] != '"')
        quote--;
    return *quote == '=' || *quote == '+';
}

static void changes(struct run *r, const char *from, const char *to,
                    void (*each)(struct run *, const char *at, size_t length, enum change, const void *context),
                    const void *context)
{
    for (const char *at = from; at < to;) {
        size_t length = 0;
        const char *before = at, *behind;

        if (*at == '"') {
            const char *end = strchr(at + 1, '"');

            at = end && end < to ? end + 1 : to;
            continue;
        }
        while (at + length < to && text_is_name(at[length]))
            length++;
        if (length == 0 || isdigit((unsigned char)*at)) {
            at += length ? length : 1;
            continue;
        }
        before = text_trim(from, before);
        behind = text_skip(at + length);
        const char last = before > from ? before[-1] : '\0', last2 = before > from + 1 ? before[-2] : '\0';
        const bool is_member = last == '.' || (last == '>' && last2 == '-');
        const char *next = behind < to ? behind : "";
        if (is_member) {
            at += length;
            continue;
        }
        const struct name *name = names_find(r->names, at, length);
        const bool is_array = name != NULL && name->kind == NAME_ARRAY;
        if (*next == '.' || *next == '[') { /* a word of a vector, or an element, which changes the whole */
            while (name != NULL && (type_is_vector(name->type) || (is_array && *next == '['))
                   && (*next == '.' || *next == '['))
                next = *next == '.' ? next + 1 + text_name(next + 1) : text_bracket(next) ? text_bracket(next) : "";
            next = text_skip(next);
        }
        if (is_array && !name->is_const && *behind != '[') /* it is a pointer, or its method is called */
            each(r, at, length, LENT, context);
        if ((next[0] == '=' && next[1] != '=') || (next[0] != '\0' && strchr("+-*/%&|^", next[0]) && next[1] == '=')
            || ((next[0] == '<' || next[0] == '>') && next[1] == next[0] && next[2] == '=')
            || (next[0] == '/' && next[1] == '/' && next[2] == '='))
            each(r, at, length, ASSIGNED, context);
        else if ((next[0] == '+' && next[1] == '+') || (next[0] == '-' && next[1] == '-')
                 || (last == '+' && last2 == '+') || (last == '-' && last2 == '-'))
            each(r, at, length, STEPPED, context);
        else if (last == '&' && last2 != '&') {
            const char *c = text_trim(from, before - 1);
            if (c == from || strchr("(,={;|?:<[", c[-1]) != NULL)
                each(r, at, length, LENT, context);
        } else if ((last == '(' || last == ',') && (next[0] == ')' || next[0] == ',')) {
            const char *open = bracket_around(from, at);

            if (open != NULL && *open == '(' && is_output(from, open))
                each(r, at, length, ASSIGNED, context);
            else if (open != NULL && *open == '(' && !is_harmless(from, open))
                each(r, at, length, GIVEN, context);
        }
        at += length;
    }
}

struct forget {
    const char *why;
    const char *text; /* of the statement with the call: where it begins */
};

static void forget_one(struct run *r, const char *at, size_t length, enum change change, const void *context)
{
    const struct forget *f = context;
    struct name *name = names_find(r->names, at, length);

    if (f->text != NULL) { /* what is assigned from the call, or given to a function around it, changes behind it */
        const char *open = bracket_around(f->text, at), *end = open ? text_bracket(open) : NULL;

        if ((change == ASSIGNED && open == NULL && at < r->call)
            || (change == GIVEN && end != NULL && (contains(r, open, end) || open == strchr(r->call, '('))))
            return;
    }
    if (name == NULL && (change == ASSIGNED || change == LENT))
        name = names_add(r->names, at, length, 0);
    if (name == NULL || (name->is_const && change != LENT) || (name->kind != NAME_VALUE && change == GIVEN))
        return;
    name_forget(name, r->active, f->why);
    name->is_lent = name->is_lent || change == LENT || name->kind != NAME_VALUE;
}

static void forget(struct run *r, const char *from, const char *to, const char *why)
{
    const struct forget f = { why, NULL };

    changes(r, from, to, forget_one, &f);
}

/* Names that may change any time. */
static void lend_one(struct run *r, const char *at, size_t length, enum change change, const void *context)
{
    struct name *name = names_find(r->names, at, length);

    (void)change;
    if (name != NULL && !name->is_const) {
        name_forget(name, r->all, context);
        name->is_lent = true;
    }
}

static void mark_trip(struct run *r, const char *at, size_t length, enum change change, const void *context)
{
    struct name *name = names_find(r->names, at, length);

    (void)change;
    (void)context;
    if (name != NULL)
        name->is_trip = true;
}

/* ---- Expressions */

/* Is it not known who executes this? */
static bool is_doubtful(const struct run *r)
{
    return r->maybe != NULL || (!r->scope.has_active && (r->out->why[0] != '\0' || r->loop_why[0] != '\0'));
}

static bool evaluate_as(struct run *r, uint64_t active, const char *from, const char *to, struct expr *expr,
                        char why[READ_WHY_MAX])
{
    char text[STATEMENT_MAX];

    while (from < to && isspace((unsigned char)*from))
        from++;
    to = text_trim(from, to);
    memset(expr, 0, sizeof *expr);
    if (!names_expand(r->names, from, to, text, sizeof text))
        return text_refuse(why, from, "a macro in it is not followed");
    r->scope.idle = ~active;
    r->scope.is_doubtful = is_doubtful(r);
    return expr_read(text, &r->scope, expr, why);
}

static bool evaluate(struct run *r, const char *from, const char *to, struct expr *expr, char why[READ_WHY_MAX])
{
    return evaluate_as(r, r->active, from, to, expr, why);
}

/* The lanes of those that are active in which a condition holds; false: it is not known. */
static bool condition(struct run *r, const char *from, const char *to, uint64_t *holds)
{
    static struct expr expr;
    char why[READ_WHY_MAX], said[NAME_WHY_MAX];

    *holds = 0;
    if (r->maybe != NULL || !evaluate(r, from, to, &expr, why)) {
        say(r, "may be changed on line %u by '%s', which is not followed", from, to, from, said);
        forget(r, from, to, r->maybe ? r->maybe : said);
        return false;
    }
    for (unsigned k = 0; k < r->scope.lanes; k++)
        *holds |= (uint64_t)(expr.word[k] != 0) << k;
    *holds &= r->active;
    if (expr.spelled[0])
        memcpy(r->out->spelled, expr.spelled, sizeof expr.spelled);
    if (expr.trip[0] && r->out->trip[0] == '\0' && *holds != r->active) {
        snprintf(r->out->trip, sizeof r->out->trip, "%s", expr.trip);
        r->out->trip_word = expr.trip_word;
    }
    return true;
}

/* It is not known who comes to the call. */
static void doubt(struct run *r, const char *format, const char *from, const char *to)
{
    char said[NAME_WHY_MAX];

    if (r->out->why[0] != '\0')
        return;
    say(r, format, from, to, from, said);
    snprintf(r->out->why, sizeof r->out->why, "%s", said);
}

/* ---- Declarations */

/* Where a variable is: what is in memory may change, unless it is const. */
enum memory {
    IN_REGISTER,
    IN_MEMORY,
    FROM_HOST /* its values are those of its declaration until the host changes them */
};

static const char *const memory_words[] = { "__shared__", "extern",      "__device__", "__constant__", "groupshared",
                                            "shared",     "local",       "__local",    "threadgroup",  "device",
                                            "__global",   "global",      "constant",   "buffer",       "in",
                                            "out",        "__managed__", "workgroup",  "static" };

/* Behind a type that is not one of whole numbers, in front of a name: "T &", "cg::thread_block_tile<8>"; or NULL. */
static const char *unknown_type(const char *at)
{
    const char *from = at;

    for (;;) {
        while (text_is_name(*at))
            at++;
        if (at[0] == ':' && at[1] == ':')
            at += 2;
        else
            break;
    }
    if (at == from || isdigit((unsigned char)*from))
        return NULL;
    if (*at == '<') {
        unsigned depth = 0;

        for (const char *c = at; *c != '\0' && strchr(";{}=", *c) == NULL; c++) {
            depth += *c == '<';
            depth -= *c == '>';
            if (depth == 0) {
                at = c + 1;
                break;
            }
        }
    }
    const char *type_end = at;
    at = text_skip(at);
    while (*at == '*' || *at == '&' || text_pass_word(at, "const"))
        at = text_skip(text_pass_word(at, "const") ? text_pass_word(at, "const") : at + 1);
    const size_t length = text_name(at);
    const char *behind = text_skip(at + length);
    if (length == 0 || isdigit((unsigned char)*at) || at == from || (at == type_end && *type_end != '>'))
        return NULL;
    return *behind == '\0' || (strchr("=;,([{:", *behind) && !(behind[0] == '=' && behind[1] == '=')) ? type_end : NULL;
}

/* A size of a tile in the text behind <; 0: none. */
static unsigned tile_size(struct run *r, const char *at)
{
    static struct expr expr;
    char why[READ_WHY_MAX];
    const char *end = at + strcspn(at, ",>;");

    if ((*end != ',' && *end != '>') || !evaluate(r, at, end, &expr, why))
        return 0;
    const uint64_t size = expr.word[0];
    return !expr.by_lane && size >= 1 && size <= r->scope.lanes && (size & (size - 1)) == 0 ? (unsigned)size : 0;
}

/* The group of threads that a text makes: false, it makes none. One that is not followed has no known lanes, or is lent. */
static bool take_group(struct run *r, struct name *name, const char *type, const char *init, const char *end)
{
    static struct expr expr;
    char why[READ_WHY_MAX];
    const char *partition, *by;
    char text[STATEMENT_MAX];

    snprintf(text, sizeof text, "%.*s", (int)(end - init), init);
    if ((partition = strstr(text, "labeled_partition")) != NULL || (by = strstr(text, "binary_partition")) != NULL) {
        const char *open = strchr(partition ? partition : by, '('), *comma = open ? strchr(open, ',') : NULL;
        const char *close = open ? text_bracket(open) : NULL;
        uint64_t members[SHFL_LANES_MAX];

        name->kind = NAME_RANKS;
        if (comma == NULL || close == NULL || is_doubtful(r))
            return true;
        open = text_skip(open + 1);
        const size_t length = strcspn(open, " ,");
        const struct name *of = names_find(r->names, open, length);
        struct name made = { .kind = NAME_RANKS };
        if (of == NULL && memchr(open, '(', length) != NULL && take_group(r, &made, "", open, comma)) /* made in it */
            of = &made;
        if (of == NULL || of->is_lent || (of->kind != NAME_TILE && of->kind != NAME_RANKS)
            || (of->kind == NAME_RANKS && (r->active & ~of->known) != 0)
            || !evaluate(r, comma + 1, close - 1, &expr, why))
            return true;
        for (unsigned k = 0; k < r->scope.lanes; k++) {
            members[k] = 0;
            for (unsigned j = 0; j < r->scope.lanes; j++) {
                const bool same = partition != NULL ? expr.word[k] == expr.word[j]
                                                    : (expr.word[k] != 0) == (expr.word[j] != 0);
                const bool together = of->kind == NAME_TILE ? k / of->word[0] == j / of->word[0] : of->word[k] >> j & 1;

                members[k] |= (uint64_t)(same && together && (r->active >> j & 1)) << j;
            }
        }
        memcpy(name->word, members, sizeof members);
        name->known = r->active;
        return true;
    }
    if (strstr(text, "coalesced_threads") != NULL) {
        name->kind = NAME_RANKS;
        if (is_doubtful(r))
            return true;
        for (unsigned k = 0; k < r->scope.lanes; k++)
            name->word[k] = r->active;
        name->known = r->active;
        return true;
    }
    if (strstr(text, "tiled_partition") != NULL || strstr(type, "thread_block_tile") != NULL) {
        const char *open = strchr((partition = strstr(text, "tiled_partition")) ? partition : type, '<');
        const size_t length = partition && strchr(partition, '(') ? strcspn(strchr(partition, '(') + 1, " ,)") : 0;
        const struct name *of = length ? names_find(r->names, strchr(partition, '(') + 1, length) : NULL;
        const unsigned size = open ? tile_size(r, open + 1) : 0;

        name->kind = NAME_TILE;
        name->is_lent = size == 0 || r->maybe != NULL || (of != NULL && of->kind == NAME_RANKS);
        for (unsigned k = 0; k < r->scope.lanes; k++)
            name->word[k] = size ? size : 1;
        name->known = r->all;
        return true;
    }
    const char *sub_group = strstr(text, "get_sub_group");
    if ((sub_group != NULL && !text_is_name(sub_group[13])) || strstr(text, "this_sub_group") != NULL
        || strstr(type, "sub_group") != NULL) {
        name->kind = NAME_TILE;
        name->known = r->all;
        for (unsigned k = 0; k < r->scope.lanes; k++)
            name->word[k] = r->scope.lanes;
        return true;
    }
    if (strstr(text, "this_thread_block") != NULL || strstr(type, "thread_block") != NULL) {
        name->kind = NAME_BLOCK;
        return true;
    }
    const char *of_text = text + strspn(text, " \t");
    const size_t length = text_name(of_text);
    const struct name *of = names_find(r->names, of_text, length);
    if (of != NULL && length == strlen(of_text) && (of->kind == NAME_TILE || of->kind == NAME_RANKS)) {
        name->kind = of->kind;
        name->known = of->known;
        name->is_lent = of->is_lent;
        memcpy(name->word, of->word, sizeof name->word);
        return true;
    }
    return false;
}

/* ---- Arrays */

/* Where the elements of an array stand, in {3, 1}, int[2](3, 1), array<i32, 2>(3, 1), [3, 1] or Python's (3, 1), and their
 * type if that says it. false: it is none of these. */
static bool cut_elements(const char **from, const char **to, bool is_python, struct expr_type *type)
{
    const char *at = text_skip(*from), *array = text_pass_word(at, "array"), *end = text_trim(at, *to);
    struct expr_type own = { .bits = 0 };
    unsigned marks;

    if (array != NULL && *(array = text_skip(array)) == '<') {
        names_type(array + 1, &own, &marks);
        array = text_skip(array + strcspn(array, ">(;") + 1);
    } else if (array == NULL && (array = names_type(at, &own, &marks)) != NULL) {
        array = text_skip(array);
        array = *array == '[' && text_bracket(array) != NULL ? text_skip(text_bracket(array)) : NULL;
    }
    at = array != NULL ? array : at;
    const bool is_tuple = is_python && *at == '(' && strchr(at, ',') != NULL;
    if (at >= end || (strchr(array != NULL ? "(" : "{[", *at) == NULL && !is_tuple) || text_bracket(at) != end)
        return false;
    *from = at + 1;
    *to = end - 1;
    if (own.bits != 0)
        *type = own;
    return true;
}

/* The elements of an array, in every lane; those that are not written are 0. false: one of them is not known, or there are
 * too many.
 *
 *   size, size_end  where their number stands; NULL: it is that of the text
 */
static bool take_elements(struct run *r, struct name *name, const char *size, const char *size_end, const char *from,
                          const char *to)
{
    static struct expr expr;
    struct names *names = r->names;
    char why[READ_WHY_MAX];
    uint64_t most = CELLS_MAX;

    if (size != NULL && text_skip(size) < size_end) {
        if (!evaluate(r, size, size_end, &expr, why) || expr.by_lane)
            return false;
        most = expr.word[0];
    }
    name->cell = names->cells;
    name->by_lane = r->active != r->all;
    for (const char *at = text_skip(from), *stop; at < to; at = text_skip(stop + 1), name->cells++) {
        for (stop = at; stop < to && *stop != ','; stop++)
            if (strchr("([{", *stop) != NULL && text_bracket(stop) != NULL)
                stop = text_bracket(stop) - 1;
        if (name->cell + name->cells >= CELLS_MAX || !evaluate(r, at, stop, &expr, why) || type_is_vector(expr.type))
            return false;
        if (name->type.bits == 0)
            name->type = expr.type;
        for (unsigned k = 0; k < r->scope.lanes; k++)
            names->cell[name->cell + name->cells][k] = name_fit(expr.word[k], name->type);
        name->by_lane = name->by_lane || expr.by_lane;
        name->is_trip = name->is_trip || expr.trip[0] != '\0';
        name_remark(names, name, expr.spelled, expr.held);
    }
    if (size == NULL || text_skip(size) >= size_end)
        most = name->cells;
    if (name->cells == 0 || name->cells > most || name->cell + most > CELLS_MAX)
        return false;
    for (; name->cells < most; name->cells++)
        memset(names->cell[name->cell + name->cells], 0, sizeof *names->cell);
    names->cells = name->cell + name->cells;
    name->kind = NAME_ARRAY;
    name->known = r->active;
    return true;
}

/* The variables of a declaration. at: behind the type. */
static void declare(struct run *r, const char *type_text, const char *at, const char *end, const char *line_at,
                    struct expr_type type, unsigned marks, enum memory memory)
{
    static struct expr expr;
    char why[READ_WHY_MAX], said[NAME_WHY_MAX], shown[64];
    const char *const type_end = at;

    snprintf(shown, sizeof shown, "%.*s", (int)(at - type_text < 60 ? at - type_text : 60), type_text);
    while (at < end) {
        bool is_pointer = false, is_reference = false;
        size_t length = 0;
        const char *init = NULL, *init_end, *stop, *size = NULL, *size_end = NULL;
        struct expr_type own = type;
        unsigned own_marks = marks, sizes = 0;

        at = text_skip(at);
        if (*at == '[' && text_bracket(at) != NULL) { /* int[4] x */
            size = at + 1;
            size_end = text_bracket(at) - 1;
            sizes++;
            at = text_skip(size_end + 1);
        }
        for (;;) {
            is_pointer = is_pointer || *at == '*';
            is_reference = is_reference || *at == '&';
            if (*at == '*' || *at == '&')
                at = text_skip(at + 1);
            else if (text_pass_word(at, "const") || text_pass_word(at, "__restrict__") || text_pass_word(at, "mut"))
                at = text_skip(at + strcspn(at, " \t\n"));
            else
                break;
        }
        length = text_name(at);
        if (length == 0 && at < end && *at == '(') /* int (&x)[4] = y */
            changes(r, at, end, lend_one, "has a second name, a reference or a pointer");
        if (length == 0 || at >= end)
            return;
        const char *behind = text_skip(at + length);
        for (; *behind == '[' && text_bracket(behind); sizes++) {
            size = behind + 1;
            size_end = text_bracket(behind) - 1;
            behind = text_skip(size_end + 1);
        }
        bool is_array = sizes > 0 || strstr(shown, "array<") != NULL;
        if (*behind == ':' && behind[1] != ':') { /* WGSL's and Rust's type */
            const char *own_end = names_type(behind + 1, &own, &own_marks), *other = text_skip(behind + 1);

            if (strncmp(other, "array<", 6) == 0 && strchr(other, '>') != NULL) {
                is_array = true;
                names_type(other + 6, &own, &own_marks);
                own_end = strchr(other, '>') + 1;
            } else if (*other == '[' && text_bracket(other) != NULL) {
                is_array = true;
                names_type(other + 1, &own, &own_marks);
                own_end = text_bracket(other);
            } else if (own_end == NULL) {
                own_end = behind + 1 + strcspn(behind + 1, "=,");
                own.bits = 0;
                own_marks = 0;
            }
            own_marks = (own_marks & ~(unsigned)TYPE_AUTO) | (marks & TYPE_CONST);
            behind = text_skip(own_end);
        }
        for (stop = behind; stop < end && *stop != ','; stop++)
            if (strchr("([{", *stop) != NULL && text_bracket(stop) != NULL && text_bracket(stop) <= end)
                stop = text_bracket(stop) - 1;
            else if (strncmp(stop, "array<", 6) == 0 && strchr(stop, '>') != NULL)
                stop = strchr(stop, '>');
        const char *list = *behind == '=' ? behind + 1 : behind, *list_end = stop;
        const bool has_list = behind < stop && cut_elements(&list, &list_end, false, &own);
        is_array = is_array || (has_list && *text_skip(behind) == '=' && *text_skip(behind + 1) != '{');
        init_end = stop;
        if (*behind == '=' && behind < end) {
            init = text_skip(behind + 1);
            if (*init == '{' && text_bracket(init)) {
                init_end = text_bracket(init) - 1;
                init++;
            }
        } else if ((*behind == '(' || *behind == '{') && behind < end && text_bracket(behind)) {
            init = behind + 1;
            init_end = text_bracket(behind) - 1;
        }
        const uint64_t active = r->active;
        struct name new = { .type = own, .is_const = (own_marks & TYPE_CONST) != 0 };
        bool known = false, empty = init == NULL || strspn(init, " \t\n") == (size_t)(init_end - init);
        if (is_pointer || is_reference || is_array) {
            say(r,
                is_array ? "is an array, declared on line %u: '%s'"
                         : "is a pointer or a reference, declared on line %u: '%s'",
                at, at + length, line_at, new.why);
            const bool is_fixed = memory == IN_REGISTER || memory == FROM_HOST || new.is_const;
            if (is_array && has_list && is_fixed && sizes < 2 && !is_pointer && !is_reference && r->maybe == NULL) {
                while (cut_elements(&list, &list_end, false, &own)) /* {{1, 2}} of std::array */
                    ;
                new.type = own;
                known = take_elements(r, &new, size, size_end, list, list_end);
            }
            new.is_lent = !known;
        } else if (memory == IN_MEMORY && !new.is_const) {
            say(r, "is in memory, declared on line %u: '%s'", at, at + length, line_at, new.why);
            new.is_lent = true;
        } else if (r->maybe != NULL) {
            snprintf(new.why, sizeof new.why, "%s", r->maybe);
        } else if (empty) {
            say(r, "is declared on line %u without a value: '%s'", at, at + length, line_at, new.why);
        } else if (own.bits == 0 && !(own_marks & TYPE_AUTO)) {
            say(r, "is declared on line %u as '%s', which is no type of whole numbers", shown, shown + strlen(shown),
                line_at, new.why);
        } else {
            /* in C a name is its own before it has a value; elsewhere, "let x = x + 1" reads the one before */
            if (marks != TYPE_AUTO || take_word(type_text, "auto"))
                names_add(r->names, at, length, r->names->depth);
            known = evaluate(r, init, init_end, &expr, why);
            say(r, "is assigned on line %u by '%s', which is not known", init, init_end, line_at, new.why);
            known = known && (own.bits == 0 || type_is_vector(own) == type_is_vector(expr.type));
            if (known || expr.has_type)
                new.type = own.bits ? own : expr.type;
        }
        if (!known && init != NULL) {
            say(r, "may be changed on line %u by '%s', which is not followed", init, init_end, line_at, said);
            forget(r, init, init_end, said);
        }
        if (is_reference && init != NULL) { /* two names of one variable */
            const size_t n = text_name(init);
            lend_one(r, init, n, LENT, "has a second name, a reference");
        }
        struct name *name = names_add(r->names, at, length, r->names->depth);
        if (name != NULL) {
            memcpy(new.text, name->text, sizeof new.text);
            new.depth = name->depth;
            *name = new;
            name_declare(name, type_text, type_end, sizes + is_pointer);
            if (known && memory == FROM_HOST && !new.is_const) {
                name->is_held = name->is_const = true; /* no lane changes it */
                memcpy(r->names->held, name->text, sizeof name->text);
            }
            if (known && name->kind != NAME_ARRAY) {
                for (unsigned k = 0; k < r->scope.lanes; k++)
                    name->word[k] = new.type.bits ? name_fit(expr.word[k], new.type) : expr.word[k];
                name->known = active;
                name->by_lane = expr.by_lane || active != r->all;
                name->is_trip = expr.trip[0] != '\0';
                name_remark(r->names, name, expr.spelled, expr.held);
            }
            if (!is_array && memory == IN_REGISTER && !is_pointer
                && take_group(r, name, shown, init ? init : "", init ? init_end : (init ? init : "")))
                snprintf(name->why, sizeof name->why, "%s", new.why);
        }
        at = stop + 1;
    }
}

/* A declaration: false, it is none. */
static bool declaration(struct run *r, const char *at, const char *end, const char *line_at)
{
    static const char *const lets[] = { "let", "var", "val" };
    struct expr_type type;
    unsigned marks;
    enum memory memory = IN_REGISTER;
    unsigned fixed = 0;
    const char *behind;

    at = text_skip(at);
    for (size_t i = 0; i < sizeof memory_words / sizeof *memory_words; i++)
        if ((behind = take_word(at, memory_words[i])) != NULL && text_is_name(*text_skip(behind))) {
            fixed |= take_word(at, "constant") ? TYPE_CONST : 0;
            if (take_word(at, "__constant__"))
                memory = FROM_HOST;
            else if (!take_word(at, "static") && memory == IN_REGISTER)
                memory = IN_MEMORY;
            at = text_skip(behind);
            i = (size_t)-1;
        }
    for (size_t i = 0; i < sizeof lets / sizeof *lets; i++)
        if ((behind = take_word(at, lets[i])) != NULL && *text_skip(behind) == '<') {
            behind = strchr(behind, '>') ? strchr(behind, '>') + 1 : behind;
            declare(r, at, behind, end, line_at, (struct expr_type){ .bits = 0 }, 0, IN_MEMORY);
            return true;
        } else if (behind != NULL && text_is_name(*text_skip(behind))) {
            declare(r, at, behind, end, line_at, (struct expr_type){ .bits = 0 }, TYPE_AUTO, memory);
            return true;
        }
    behind = names_type(at, &type, &marks);
    const char *names = behind ? text_skip(behind) : at;
    names += *names == '&';
    if (behind != NULL && marks & TYPE_AUTO && *names == '[' && text_bracket(names) != NULL) { /* auto [a, b] = */
        for (names++; *(names = text_skip(names)) != ']' && *names != '\0';) {
            const size_t length = text_name(names);
            struct name *one = length ? names_add(r->names, names, length, r->names->depth) : NULL;
            if (one != NULL)
                say(r, "is declared on line %u with others: '%s'", at, end, line_at, one->why);
            names += length ? length : 1;
        }
        return true;
    }
    if (behind != NULL && marks == (TYPE_CONST | TYPE_AUTO) && unknown_type(text_skip(behind)) != NULL) {
        at = text_skip(behind); /* const T x */
        behind = NULL;
    }
    if (behind != NULL && behind <= end) {
        const char *next = text_skip(behind);

        while (*next == '*' || *next == '&')
            next = text_skip(next + 1);
        if (*next == '[' && text_bracket(next) != NULL) /* int[4] x */
            next = text_skip(text_bracket(next));
        if (!text_is_name(*next) || isdigit((unsigned char)*next))
            return false; /* int(x) */
        declare(r, at, behind, end, line_at, type, marks | fixed, memory);
        return true;
    }
    behind = unknown_type(at);
    if (behind == NULL || behind > end)
        return false;
    declare(r, at, behind, end, line_at, (struct expr_type){ .bits = 0 }, fixed, memory);
    return true;
}

/* enum { A = 3, B } */
static void enumerate(struct run *r, const char *open)
{
    static struct expr expr;
    const char *close = text_bracket(open), *at = open + 1;
    char why[READ_WHY_MAX];
    uint64_t next = 0;
    bool known = true;

    while (close != NULL && at < close - 1) {
        at = text_skip(at);
        const size_t length = text_name(at);
        const char *behind = text_skip(at + length), *stop = behind + strcspn(behind, ",}");
        if (length == 0)
            return;
        if (*behind == '=') {
            known = evaluate(r, behind + 1, stop, &expr, why) && !expr.by_lane;
            next = expr.word[0];
        }
        struct name *name = names_add(r->names, at, length, r->names->depth);
        if (name != NULL) {
            name->type = (struct expr_type){ 32, false };
            name->is_const = true;
            name->known = known ? r->all : 0;
            for (unsigned k = 0; k < r->scope.lanes; k++)
                name->word[k] = next;
        }
        next++;
        at = stop + 1;
    }
}

/* "using T = int" and "typedef int T" are as a macro. */
static bool alias(struct run *r, const char *at, const char *end)
{
    struct expr_type type;
    unsigned marks;
    char macro[160];
    const char *behind;

    if ((behind = text_pass_word(at, "using")) != NULL) {
        const char *name = text_skip(behind), *equals = name + strcspn(name, " =;");

        equals = text_skip(equals);
        if (*equals != '=' || names_type(equals + 1, &type, &marks) == NULL)
            return true;
        snprintf(macro, sizeof macro, "%.*s %.*s", (int)strcspn(name, " =;"), name, (int)(end - equals - 1),
                 equals + 1);
    } else if ((behind = text_pass_word(at, "typedef")) != NULL) {
        const char *type_end = names_type(behind, &type, &marks);
        const char *name_end = text_trim(behind, end), *name = text_name_begin(behind, name_end);

        if (type_end == NULL || text_skip(type_end) != name)
            return true;
        snprintf(macro, sizeof macro, "%.*s %.*s", (int)(name_end - name), name, (int)(type_end - behind), behind);
    } else {
        return false;
    }
    names_define(r->names, macro, macro + strlen(macro));
    return true;
}

/* ---- Simple statements */

/* Lanes leave: by return, break or continue. */
static bool leave(struct run *r, const char *at, const char *end)
{
    static const char *const words[] = { "return", "break", "continue", "goto", "throw", "discard" };
    size_t i = 0;

    while (i < sizeof words / sizeof *words && take_word(at, words[i]) == NULL)
        i++;
    if (i == sizeof words / sizeof *words)
        return false;
    if (i == 3 || (r->maybe != NULL && (i == 0 || i >= 4))) {
        doubt(r, "which lanes come to it depends on line %u, '%s'", at, end);
    } else if (r->maybe != NULL) {
        if (r->maybe_loops == 0)
            say(r, "which lanes come to it depends on line %u, '%s'", at, end, at, r->loop_why);
    } else {
        if (i == 0 || i >= 4)
            r->returned |= r->active;
        else if (i == 1)
            r->broken |= r->active;
        else
            r->continued |= r->active;
        r->active = 0;
    }
    return true;
}

/* A macro that is not followed may do anything. */
static void lose(struct run *r, const char *from, const char *to)
{
    doubt(r, "which lanes come to it depends on line %u, a macro that is not followed: '%s'", from, to);
    for (unsigned i = 0; i < r->names->count; i++)
        if (!r->names->name[i].is_const)
            name_forget(&r->names->name[i], r->all, "may be changed by a macro that is not followed");
}

/* A statement that begins with a macro of more than an expression: it ends with it. Behind it; NULL: it is none. */
static const char *take_macro(struct run *r, const char *at)
{
    char text[STATEMENT_MAX];
    const size_t length = text_name(at);
    int depth = 0;

    const struct macro *m = names_macro(r->names, at, length);
    if (m == NULL)
        return NULL;
    const char *end = macro_use_end(m, at + length);
    if (end == NULL)
        return NULL;
    if (strpbrk(m->body, ";{}") == NULL && m->parameters <= MACRO_PARAMETERS) {
        if (!is_control(m->body))
            return NULL;
        end = at;
    }
    if (contains(r, at, end))
        return NULL;
    const bool ok = end > at && names_expand(r->names, at, end, text, sizeof text);
    for (const char *c = text; ok && *c != '\0' && depth >= 0; c++)
        depth += *c == '{' ? 1 : *c == '}' ? -1 : 0;
    if (!ok || depth != 0) {
        lose(r, at, at + length);
        return end > at ? end : NULL;
    }
    struct run inner = *r;
    inner.line = line_of(r, at);
    inner.text = text;
    inner.call = NULL;
    for (const char *c = text; *(c = text_skip(c)) != '\0';)
        c = statement(&inner, c);
    inner.nested = r->nested;
    inner.line = r->line;
    inner.text = r->text;
    inner.call = r->call;
    *r = inner;
    return end;
}

/* asm("mov.u32 %0, %%laneid;" : "=r"(lane)) as an assignment, in place, where it copies such a register and nothing else.
 */
static void plain_asm(char text[STATEMENT_MAX])
{
    static const struct {
        const char *special, *value;
    } specials[] = {
        { "laneid", "__laneid()" },
        { "lanemask_eq", "1u << __laneid()" },
        { "lanemask_lt", "(1u << __laneid()) - 1u" },
        { "lanemask_le", "(2u << __laneid()) - 1u" },
        { "lanemask_ge", "~((1u << __laneid()) - 1u)" },
        { "lanemask_gt", "~((2u << __laneid()) - 1u)" },
    };
    char special[16], name[NAME_TEXT_MAX];
    const char *at = take_word(text, "asm") ? take_word(text, "asm") : take_word(text, "__asm__"), *behind;
    int used = -1;

    if (at == NULL)
        return;
    if ((behind = text_pass_word(at, "volatile")) != NULL || (behind = text_pass_word(at, "__volatile__")) != NULL)
        at = behind;
    sscanf(text_skip(at), "( \"mov.%*[us]32 %%0, %%%%%15[a-z_];\" : \"=r\" ( %47[A-Za-z0-9_] ) )%n", special, name,
           &used);
    if (used < 0 || *text_skip(text_skip(at) + used) != '\0')
        return;
    for (size_t k = 0; k < sizeof specials / sizeof *specials; k++)
        if (strcmp(special, specials[k].special) == 0)
            snprintf(text, STATEMENT_MAX, "%s = %s", name, specials[k].value);
}

static void simple(struct run *r, const char *from, const char *to)
{
    static struct expr expr;
    char text[STATEMENT_MAX], why[READ_WHY_MAX], said[NAME_WHY_MAX];

    while (from < to && isspace((unsigned char)*from))
        from++;
    if (from >= to || leave(r, from, to) || alias(r, from, to) || (r->active == 0 && r->maybe == NULL))
        return;
    say(r, "is assigned on line %u by '%s', which is not known", from, to, from, said);
    if (memchr(from, '[', (size_t)(to - from)) != NULL && memchr(from, '{', (size_t)(to - from)) != NULL)
        changes(r, from, to, lend_one, "may be changed by a lambda"); /* when it is called */
    if (!names_expand(r->names, from, to, text, sizeof text)) {
        lose(r, from, to);
        return;
    }
    plain_asm(text);
    /* a declaration evaluates its parts itself */
    if (declaration(r, text, text + strlen(text), from))
        return;
    if (r->maybe != NULL) {
        forget(r, text, text + strlen(text), r->maybe);
        return;
    }
    r->scope.idle = ~r->active;
    r->scope.is_doubtful = is_doubtful(r);
    if (!expr_read(text, &r->scope, &expr, why))
        forget(r, text, text + strlen(text), said);
}

/* ---- The statement with the call */

/* What decides, in front of the call and in its statement: a && call, a || call, a ? call : b. */
static void guards(struct run *r, const char *from)
{
    struct level {
        const char *segment, *conjunction; /* where the operands of ?: and ||, and of &&, begin */
        const char *from[8], *to[8];
        bool holds[8];
        char kind[8];
        unsigned count;
    } level[12];
    unsigned depth = 0;

    level[0] = (struct level){ .segment = from, .conjunction = from };
    for (const char *at = from; at < r->call; at++) {
        struct level *l = &level[depth];
        const char next = at[1];

        if (*at == '"') {
            const char *end = strchr(at + 1, '"');

            at = end && end < r->call ? end : at;
        } else if (strchr("([{", *at) != NULL) {
            const char *end = text_bracket(at);

            if (end != NULL && end <= r->call) {
                at = end - 1;
            } else if (++depth < 12) {
                level[depth] = (struct level){ .segment = at + 1, .conjunction = at + 1 };
            } else {
                doubt(r, "it stands too deep in brackets on line %u: '%s'", from, r->call);
                return;
            }
        } else if (*at == ',' || *at == ';' || (*at == '=' && next != '=' && (at == from || !strchr("=!<>", at[-1])))) {
            *l = (struct level){ .segment = at + 1, .conjunction = at + 1 };
        } else if ((*at == '&' && next == '&') || (*at == '|' && next == '|') || *at == '?'
                   || (*at == ':' && next != ':' && at > from && at[-1] != ':')) {
            const bool is_and = *at == '&', is_or = *at == '|';

            if (*at == ':') {
                bool found = false;

                while (l->count > 0 && !found) { /* the other side of the last ? */
                    l->count--;
                    found = l->kind[l->count] == '?' && l->holds[l->count];
                }
                if (!found) /* a label, or a type */
                    continue;
                l->holds[l->count] = false;
                l->count++;
                l->segment = l->conjunction = at + 1;
                continue;
            }
            /* a condition or alternative takes the place of the operands in it */
            while (l->count > 0 && l->from[l->count - 1] >= (is_and ? l->conjunction : l->segment))
                l->count--;
            if (l->count == 8)
                return;
            l->from[l->count] = is_and ? l->conjunction : l->segment;
            l->to[l->count] = at;
            l->holds[l->count] = !is_or;
            l->kind[l->count++] = *at;
            if (is_or)
                l->conjunction = at + 2;
            if (*at == '?')
                l->segment = l->conjunction = at + 1;
            at += is_and || is_or;
        }
    }
    for (unsigned d = 0; d <= depth; d++)
        for (unsigned i = 0; i < level[d].count; i++) {
            uint64_t holds;
            const char *begin = level[d].from[i];

            if (d == 0 && take_word(text_skip(begin), "return"))
                begin = take_word(text_skip(begin), "return");
            if (!condition(r, begin, level[d].to[i], &holds))
                doubt(r, "who executes it depends on line %u, '%s'", begin, level[d].to[i]);
            else
                r->active &= level[d].holds[i] ? holds : ~holds;
        }
}

/* The call stands in [from, to), a simple statement or a condition. */
static void arrive(struct run *r, const char *from, const char *to)
{
    static const char why[] = "changes in the statement of the call";
    const char *comma = NULL;

    for (const char *at = from; at < r->call; at++)
        if (*at == ',')
            comma = at;
        else if (strchr("([{", *at) != NULL && text_bracket(at) != NULL && text_bracket(at) <= r->call)
            at = text_bracket(at) - 1;
        else if (strchr("([{", *at) != NULL)
            break;
        else if (*at == '"' && strchr(at + 1, '"') && strchr(at + 1, '"') < r->call)
            at = strchr(at + 1, '"');
    if (comma != NULL) {
        simple(r, from, comma);
        from = comma + 1;
    }
    for (const char *open = r->call; (open = bracket_around(from, open)) != NULL;) {
        const char *name_end = text_trim(from, open), *name = text_name_begin(from, name_end);

        if (*open == '(' && names_macro(r->names, name, (size_t)(name_end - name)) != NULL)
            doubt(r, "who executes it depends on a macro around it on line %u: '%s'", name, r->call);
    }
    guards(r, from);
    const struct forget f = { why, from };
    changes(r, from, to, forget_one, &f);
    r->arrived = true;
}

/* ---- Control statements */

/* Run a statement that may not be executed: its names are not known behind it. */
static const char *maybe(struct run *r, const char *at, const char *why)
{
    const char *before = r->maybe;
    const unsigned loops = r->maybe_loops;

    if (before == NULL) {
        r->maybe = why;
        r->maybe_loops = 0;
    }
    at = statement(r, at);
    r->maybe = before;
    r->maybe_loops = loops;
    return at;
}

static const char *take_if(struct run *r, const char *at)
{
    const char *from, *to, *body, *other = NULL, *end;
    char said[NAME_WHY_MAX];
    uint64_t holds;

    if (text_pass_word(at, "constexpr"))
        at = text_pass_word(at, "constexpr");
    if ((body = pass_head(at, &from, &to)) == NULL)
        return pass(at);
    end = pass(body);
    if (take_word(text_skip(end), "else")) {
        other = take_word(text_skip(end), "else");
        end = pass(other);
    }
    for (const char *c = from; c < to; c++) /* if (init; condition) */
        if (*c == ';' && !contains(r, from, c)) {
            simple(r, from, c);
            from = c + 1;
        }
    if (contains(r, from, to)) {
        arrive(r, from, to);
        return end;
    }
    const bool in_body = contains(r, body, other ? other : end), in_other = other && contains(r, other, end);
    if (condition(r, from, to, &holds)) {
        const uint64_t active = r->active;

        r->active = active & holds;
        if (!in_other) {
            if (r->active != 0 || in_body)
                statement(r, body);
            if (r->arrived)
                return end;
        } else {
            r->active = 0;
        }
        const uint64_t behind = r->active;
        r->active = active & ~holds;
        if (other != NULL && (r->active != 0 || in_other))
            statement(r, other);
        if (!r->arrived)
            r->active |= behind;
        return end;
    }
    if (in_body || in_other) {
        doubt(r, "who executes it depends on line %u, '%s'", from, to);
        statement(r, in_body ? body : other);
        return end;
    }
    say(r, "is assigned behind line %u, 'if (%s)', of which the condition is not known", from, to, from, said);
    maybe(r, body, said);
    if (other != NULL)
        maybe(r, other, said);
    return end;
}

struct loop {
    const char *init, *init_end, *cond, *cond_end, *step, *step_end, *body, *end;
    bool is_do;
};

/* Where the parts of a for's head are. false: it has others. */
static void cut_head(const char *from, const char *to, struct loop *loop)
{
    const char *first = pass_simple(from), *second;

    if (first >= to || *first != ';' || (second = pass_simple(first + 1)) >= to || *second != ';')
        return;
    *loop = (struct loop){ from, first, first + 1, second, second + 1, to, loop->body, loop->end, false };
}

static void run_loop(struct run *r, const struct loop *l, const char *head, const char *head_end, bool known_head)
{
    const uint64_t start = r->active, broken = r->broken, continued = r->continued;
    char said[NAME_WHY_MAX], loop_why[NAME_WHY_MAX];
    bool followed = known_head && r->maybe == NULL;
    uint64_t holds;

    memcpy(loop_why, r->loop_why, sizeof loop_why);
    r->loop_why[0] = '\0';
    r->broken = r->continued = 0;
    say(r, "is assigned in the loop on line %u, '%s', which is not followed", head, head_end, head, said);
    for (unsigned trips = 0; followed; trips++) {
        if (!(l->is_do && trips == 0) && text_skip(l->cond) < l->cond_end) {
            if (!condition(r, l->cond, l->cond_end, &holds)) {
                followed = false;
                break;
            }
            r->active = holds;
        }
        if (r->active == 0)
            break;
        if (trips == TRIPS_MAX || r->steps > STEPS_MAX) {
            followed = false;
            break;
        }
        statement(r, l->body);
        r->active |= r->continued;
        r->continued = 0;
        if (r->loop_why[0] != '\0')
            followed = false;
        else if (l->step != NULL)
            simple(r, l->step, l->step_end);
    }
    r->active = start & ~r->returned;
    r->broken = broken;
    r->continued = continued;
    if (!followed) {
        const char *before = r->maybe;
        const unsigned loops = r->maybe_loops;

        r->maybe = before ? before : said;
        r->maybe_loops++;
        statement(r, l->body);
        if (l->step != NULL)
            simple(r, l->step, l->step_end);
        forget(r, head, head_end, said);
        r->maybe = before;
        r->maybe_loops = loops;
        r->active = start & ~r->returned;
    }
    memcpy(r->loop_why, loop_why, sizeof loop_why);
}

/* Has a block around this call been come to before? What is done at its begin is done. */
static bool goes_on(const struct run *r, const char *body)
{
    const struct place *place = r->level < LEVELS_MAX ? kept.level[r->level] : NULL;

    body = text_skip(body);
    return is_kept(body) && *body == '{' && place != NULL && place->from == body + 1 && place->at <= r->call;
}

static const char *take_loop(struct run *r, const char *at, bool is_for, bool is_do)
{
    const char *from = at, *to = at, *begin = at;
    struct loop l = { .is_do = is_do };
    const unsigned depth = r->names->depth;
    uint64_t holds;

    if (is_do) {
        l.body = at;
        const char *next = take_word(text_skip(pass(at)), "while");
        if (next == NULL || (l.end = pass_head(next, &from, &to)) == NULL)
            return pass(at);
        l.cond = from;
        l.cond_end = to;
    } else {
        if ((l.body = pass_head(at, &from, &to)) == NULL)
            return pass(at);
        l.end = pass(l.body);
        l.cond = from;
        l.cond_end = to;
        if (is_for) {
            l.cond = NULL;
            cut_head(from, to, &l);
        }
    }
    const bool known_head = l.cond != NULL;
    r->names->depth++;
    if (l.init != NULL)
        simple(r, l.init, l.init_end);
    else if (!known_head) /* for (auto x : list) */
        declaration(r, from, to, from);
    if (!contains(r, begin, l.end)) {
        run_loop(r, &l, from, to, known_head);
        names_leave(r->names, depth);
        return l.end;
    }
    if (!goes_on(r, l.body)) /* else they are marked */
        changes(r, begin, l.end, mark_trip, NULL);
    r->loop_why[0] = '\0';
    if (!known_head) {
        char said[NAME_WHY_MAX];

        say(r, "is assigned in the loop on line %u, '%s', which is not followed", from, to, from, said);
        forget(r, begin, l.end, said);
        doubt(r, "who executes it depends on line %u, '%s'", from, to);
    }
    if (known_head && contains(r, l.cond, l.cond_end) && !is_do) {
        arrive(r, l.cond, l.cond_end);
        return l.end;
    }
    if (l.step != NULL && contains(r, l.step, l.step_end)) {
        doubt(r, "it stands in the head of the loop on line %u, '%s'", from, to);
        forget(r, begin, l.end, "is assigned in a loop whose head has the call");
        arrive(r, l.step, l.step_end);
        return l.end;
    }
    if (known_head && !is_do && text_skip(l.cond) < l.cond_end) {
        if (condition(r, l.cond, l.cond_end, &holds))
            r->active = holds;
        else
            doubt(r, "who executes it depends on line %u, '%s'", from, to);
    }
    statement(r, l.body);
    if (!r->arrived && is_do) {
        r->active |= r->continued;
        arrive(r, l.cond, l.cond_end);
    }
    return l.end;
}

static const char *take_switch(struct run *r, const char *at)
{
    static struct expr expr, label;
    const char *from, *to, *body = pass_head(at, &from, &to);
    char why[READ_WHY_MAX], said[NAME_WHY_MAX];
    uint64_t named = 0, lanes;

    if (body == NULL || *(body = text_skip(body)) != '{' || text_bracket(body) == NULL)
        return pass(at);
    const char *end = text_bracket(body);
    if (contains(r, from, to)) {
        arrive(r, from, to);
        return end;
    }
    bool known = r->maybe == NULL && evaluate(r, from, to, &expr, why);
    const struct expr value = expr;
    for (const char *s = text_skip(body + 1), *next; known && s < end - 1; s = text_skip(next)) {
        const char *word = take_word(s, "case"), *other = take_word(s, "default");
        const char *colon = word || other ? strchr(s, ':') : NULL;

        next = colon ? colon + 1 : pass(s);
        if (word == NULL)
            continue;
        known = colon != NULL && evaluate_as(r, r->all, word, colon, &label, why) && !label.by_lane;
        for (unsigned k = 0; k < r->scope.lanes && known; k++)
            named |= (uint64_t)(value.word[k] == label.word[k]) << k;
    }
    say(r, "is assigned behind line %u, 'switch (%s)', of which the value is not known", from, to, from, said);
    if (!known) {
        const bool inside = contains(r, body, end);

        if (inside)
            doubt(r, "who executes it depends on line %u, 'switch (%s)'", from, to);
        const char *before = r->maybe;
        const unsigned loops = r->maybe_loops;
        r->maybe = before ? before : said;
        r->maybe_loops++;
        statement(r, body);
        r->maybe = before;
        r->maybe_loops = loops;
        return end;
    }
    const uint64_t start = r->active, broken = r->broken;
    const unsigned depth = r->names->depth++;
    r->broken = 0;
    r->active = 0;
    for (const char *s = text_skip(body + 1); s < end - 1 && !r->arrived; s = text_skip(s)) {
        const char *word = take_word(s, "case"), *other = take_word(s, "default");
        const char *colon = word || other ? strchr(s, ':') : NULL;

        if (colon == NULL) {
            s = statement(r, s);
            continue;
        }
        lanes = other ? start & ~named : 0;
        if (word != NULL && evaluate_as(r, r->all, word, colon, &label, why))
            for (unsigned k = 0; k < r->scope.lanes; k++)
                lanes |= (uint64_t)(value.word[k] == label.word[k]) << k;
        r->active |= lanes & start & ~r->broken & ~r->returned & ~r->continued;
        s = colon + 1;
    }
    if (r->arrived)
        return end;
    r->active = start & ~r->returned & ~r->continued;
    r->broken = broken;
    names_leave(r->names, depth);
    return end;
}

/* ---- Functions and other braces */

/* A parameter: its last name. */
static void parameter(struct run *r, const char *from, const char *to)
{
    struct expr_type type = { .bits = 0 };
    unsigned marks = 0;
    const char *lane = "subgroup_invocation_id", *end = from, *begin;
    char said[NAME_WHY_MAX], text[200];

    snprintf(text, sizeof text, "%.*s", (int)(to - from), from);
    const char *colon = strchr(text, ':');
    const bool names_first = colon != NULL && colon[1] != ':' && (colon == text || colon[-1] != ':');
    end = from + strcspn(text, names_first ? ":" : "=");
    if (!names_first && strchr(text, '[') != NULL && strchr(text, '[') - text < end - from)
        end = from + (strchr(text, '[') - text); /* int x[4], [[an attribute]] */
    while (end > from && !text_is_name(end[-1]))
        end--;
    begin = text_name_begin(from, end);
    if (begin == end)
        return;
    names_type(names_first ? from + (colon - text) + 1 : from, &type, &marks);
    struct name *name = names_add(r->names, begin, (size_t)(end - begin), r->names->depth);
    if (name == NULL)
        return;
    if (!names_first)
        name_declare(name, from, begin, *text_skip(end) == '[' && text_skip(end)[1] != '[');
    say(r, "is a parameter on line %u, '%s'", begin, end, begin, said);
    snprintf(name->why, sizeof name->why, "%s", said);
    name->type = type;
    if (memchr(from, '*', (size_t)(end - from)) || memchr(from, '&', (size_t)(end - from)))
        name->is_lent = strstr(text, "thread_block_tile") == NULL;
    take_group(r, name, text, "", "");
    if (strstr(text, lane) != NULL || strstr(text, "thread_index_in_simdgroup") != NULL) {
        name->known = r->all;
        name->by_lane = true;
        for (unsigned k = 0; k < r->scope.lanes; k++)
            name->word[k] = k;
    } else if (strstr(text, "subgroup_size") != NULL || strstr(text, "threads_per_simdgroup") != NULL) {
        name->known = r->all;
        for (unsigned k = 0; k < r->scope.lanes; k++)
            name->word[k] = r->scope.lanes;
    }
}

static void parameters(struct run *r, const char *from, const char *to)
{
    const char *begin = from;

    for (const char *at = from; at <= to; at++)
        if (at == to || *at == ',') {
            if (begin < at)
                parameter(r, begin, at);
            begin = at + 1;
        } else if (strchr("([{", *at) != NULL && text_bracket(at) != NULL) {
            at = text_bracket(at) - 1;
        } else if (*at == '<') {
            const char *close = at + strcspn(at, ">;{");

            at = *close == '>' && close < to ? close : at;
        }
}

/* The last bracket in front of a function's body, and its name. */
static const char *parameters_in(const char *from, const char *brace, const char **close)
{
    const char *open = NULL;

    for (const char *at = from; at < brace; at++)
        if (*at == '(' || *at == '[') {
            const char *end = text_bracket(at);

            if (end == NULL || end > brace) { /* what is around a lambda */
                open = NULL;
                continue;
            }
            const bool attribute = *at == '(' && at > from && text_is_name(at[-1]) && *text_skip(end) != '{'
                                && open != NULL;
            if (*at == '(' && !attribute) {
                open = at;
                *close = end - 1;
            }
            at = end - 1;
        } else if (open != NULL && *at == ':' && at[1] != ':' && at[-1] != ':') {
            break; /* the initializers of a constructor */
        }
    return open;
}

/* The call stands behind this brace. false: it is a bracket of an expression. */
static bool descend(struct run *r, const char *from, const char *brace)
{
    static const char *const plain[] = { "struct", "class", "union", "namespace", "extern", "do", "try", "cbuffer" };
    const char *before = text_trim(from, brace), *open, *close = NULL, *head = from;
    bool is_lambda = false, words = false;

    if (before == from)
        return true;
    const char *template = take_word(head, "template");
    if (template != NULL && *text_skip(template) == '<') {
        unsigned depth = 0;

        for (head = text_skip(template); head < brace; head++) {
            depth += *head == '<';
            depth -= *head == '>';
            if (depth == 0)
                break;
        }
        parameters(r, text_skip(template) + 1, head);
        head = text_skip(head + 1);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (take_word(head, plain[i]) != NULL && (i > 3 || memchr(head, '(', (size_t)(brace - head)) == NULL)
            && (i != 4 || strchr(head, '"') == text_skip(take_word(head, "extern"))))
            return true;
    for (const char *at = head; at + 1 < brace; at++)
        is_lambda = is_lambda || (*at == ']' && (*text_skip(at + 1) == '(' || text_skip(at + 1) == brace));
    open = parameters_in(head, brace, &close);
    if (!is_lambda && (open == NULL || strchr("=,(", before[-1]) != NULL))
        return before[-1] != '=' && before[-1] != ',' && before[-1] != '(' && !text_is_name(before[-1])
                    && before[-1] != '>' && before[-1] != ']'
                 ? (doubt(r, "who executes it depends on line %u, '%s'", head, brace), true)
                 : false;
    for (const char *at = head; at < (open ? open : brace) && !words; at++)
        words = isspace((unsigned char)*at) && text_is_name(*text_skip(at)) && text_skip(at) < open;
    if (!is_lambda && (!words || take_word(head, "return"))) {
        doubt(r, "who executes it depends on line %u, '%s'", head, brace); /* a macro: FOREACH(i, n) { */
        return true;
    }
    const bool copies = is_lambda && strstr(head, "[=]") != NULL && strstr(head, "[=]") < brace;
    for (unsigned i = 0; i < r->names->count && !copies; i++)
        if (!r->names->name[i].is_const && r->names->name[i].kind != NAME_OTHER
            && r->names->name[i].depth < r->names->depth) {
            name_forget(&r->names->name[i], r->all, "may change before the function with the call is called");
            r->names->name[i].is_lent = true;
        }
    if (open != NULL)
        parameters(r, open + 1, close);
    /* a lambda's lanes are those that call it, unless it is a kernel itself, as SYCL has it */
    static const char *const kernels[] = { "item", "handler", "sub_group", "id<" };
    bool is_kernel = !is_lambda;
    for (const char *at = open; is_lambda && open != NULL && at < close; at++)
        for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
            is_kernel = is_kernel || strncmp(at, kernels[i], strlen(kernels[i])) == 0;
    if (!is_kernel)
        doubt(r, "who executes it depends on who calls the lambda on line %u: '%s'", head, brace);
    r->in_function = true;
    r->active = r->all & ~r->scope.absent;
    r->returned = 0;
    return true;
}

/* ---- Any statement */

static void preprocessor(struct run *r, const char *at, const char *end)
{
    at += 1 + strspn(at + 1, " \t");
    if (take_word(at, "define"))
        names_define(r->names, take_word(at, "define"), end);
    else if (take_word(at, "undef"))
        names_undefine(r->names, take_word(at, "undef"));
}

/* #if in front of the call, up to its end: what stands in it may be there or not. A part that has the call is. */
static const char *conditional(struct run *r, const char *at)
{
    const char *parts[20], *line = text_line_end(at), *word = at + 1 + strspn(at + 1, " \t");
    unsigned count = 0, depth = 0;
    char said[NAME_WHY_MAX];

    parts[count++] = line;
    const char *end = line;
    for (const char *c = line; *c != '\0'; c = text_line_end(c)) {
        c += *c == '\n';
        const char *hash = c + strspn(c, " \t"), *name = hash + (*hash == '#');

        end = c;
        if (*hash != '#')
            continue;
        name += strspn(name, " \t");
        if (strncmp(name, "if", 2) == 0) {
            depth++;
        } else if (take_word(name, "endif")) {
            if (depth-- == 0)
                break;
        } else if (depth == 0 && strncmp(name, "el", 2) == 0 && count < 20) {
            parts[count++] = c;
        }
    }
    if (depth + 1 != 0)
        end = end + strlen(end);
    say(r, "is assigned behind line %u, '%s', of which the condition is not known", at, line, at, said);
    const bool never = take_word(word, "if") && strtol(word + 2, NULL, 0) == 0
                    && isdigit((unsigned char)*text_skip(word + 2));
    const bool guard = count == 1 && contains(r, at, end);
    for (unsigned i = 0; i < count; i++) {
        const char *from = i == 0 ? parts[i] : text_line_end(parts[i]), *stop = i + 1 < count ? parts[i + 1] : end;
        const char *before = r->maybe;

        if (r->arrived || (i == 0 && never && !contains(r, from, stop)))
            continue;
        if (contains(r, at, end) && !contains(r, from, stop))
            continue;
        if (!guard && !contains(r, from, stop))
            r->maybe = before ? before : said;
        while (!r->arrived && (from = text_skip(from)) < stop)
            from = statement(r, from);
        r->maybe = before;
    }
    return *end == '\0' ? end : text_line_end(end);
}

/* The names and macros that there are, and the rest. */
static void copy_names(struct names *to, const struct names *from)
{
    to->count = from->count;
    to->depth = from->depth;
    to->macros = from->macros;
    to->is_full = from->is_full;
    to->cells = from->cells;
    memcpy(to->cell, from->cell, from->cells * sizeof *from->cell);
    memcpy(to->spelled, from->spelled, sizeof to->spelled);
    memcpy(to->held, from->held, sizeof to->held);
    memcpy(to->name, from->name, from->count * sizeof *from->name);
    memcpy(to->macro, from->macro, from->macros * sizeof *from->macro);
}

static void copy_statements(struct statements *to, const struct statements *from)
{
    copy_names(&to->names, &from->names);
    to->executes = from->executes;
    memcpy(to->why, from->why, sizeof to->why);
    memcpy(to->trip, from->trip, sizeof to->trip);
    to->trip_word = from->trip_word;
    memcpy(to->spelled, from->spelled, sizeof to->spelled);
}

/* Go on where a sequence around the last call has come to, if this call is behind it; else, at its begin. */
static const char *resume(struct run *r, const char *from)
{
    const struct place *place = r->level < LEVELS_MAX ? kept.level[r->level] : NULL;

    if (place == NULL || place->from != from || place->at > r->call)
        return from;
    struct run run = place->run;
    run.call = r->call;
    run.counted = r->counted;
    run.out = r->out;
    run.names = r->names;
    run.scope.names = r->scope.names;
    run.scope.options = r->scope.options;
    *r = run;
    copy_statements(r->out, &place->out);
    return place->at;
}

static void keep(const struct run *r, unsigned level, const char *from, const char *at)
{
    if (level >= LEVELS_MAX)
        return;
    if (kept.level[level] == NULL)
        kept.level[level] = malloc(sizeof *kept.level[level]);
    struct place *place = kept.level[level];
    if (place == NULL)
        return;
    place->from = from;
    place->at = at;
    place->run = *r;
    copy_statements(&place->out, r->out);
}

/* Statements up to an end, or that of the text, or the call. */
static void sequence(struct run *r, const char *from, const char *end)
{
    const unsigned level = r->level;
    const bool around = is_kept(from) && r->call != NULL && from <= r->call && (end == NULL || r->call < end);
    const char *at = around ? resume(r, from) : from;

    while (!r->arrived && *(at = text_skip(at)) != '\0' && (end == NULL || at < end)) {
        r->level = level;
        if (around)
            keep(r, level, from, at);
        r->level = level + around;
        at = statement(r, at);
    }
    r->level = level;
}

static const char *any_statement(struct run *r, const char *at)
{
    const char *word, *end;

    at = text_skip(at);
    const size_t first = text_name(at);
    end = pass_alone(at);
    if (end == NULL && first > 0 && names_macro(r->names, at, first) != NULL && is_control(text_skip(at + first)))
        end = at + first;
    if (end != NULL && !contains(r, at, end) && !r->arrived) {
        if (take_macro(r, at) == NULL)
            simple(r, at, end);
        return end;
    }
    at = pass_attributes(at);
    if (*at == '\0' || r->arrived)
        return at + strlen(at);
    if (++r->steps > 8 * STEPS_MAX) {
        doubt(r, "there is too much to follow up to line %u: '%s'", at, at + strcspn(at, "\n"));
        lose(r, at, at);
        return at + strlen(at);
    }
    if (*at == '#') {
        const char *name = at + 1 + strspn(at + 1, " \t");

        if (strncmp(name, "if", 2) == 0)
            return conditional(r, at);
        end = text_line_end(at);
        if (contains(r, at, end)) {
            doubt(r, "it stands in a macro on line %u: '%s'", at, end);
            r->arrived = true;
        } else {
            preprocessor(r, at, end);
        }
        return end;
    }
    if (*at == '{') {
        const unsigned depth = r->names->depth++;

        end = bracket(at) ? bracket(at) - 1 : at + strlen(at);
        sequence(r, at + 1, end);
        if (!r->arrived)
            names_leave(r->names, depth);
        return *end ? end + 1 : end;
    }
    if (*at == '}' || *at == ';')
        return at + 1;
    if ((word = take_word(at, "if")) != NULL)
        return take_if(r, word);
    if ((word = take_word(at, "for")) != NULL)
        return take_loop(r, word, true, false);
    if ((word = take_word(at, "while")) != NULL)
        return take_loop(r, word, false, false);
    if ((word = take_word(at, "do")) != NULL && (*text_skip(word) == '{' || *text_skip(word) != '('))
        return take_loop(r, word, false, true);
    if ((word = take_word(at, "switch")) != NULL)
        return take_switch(r, word);
    if ((word = take_word(at, "else")) != NULL) {
        doubt(r, "who executes it depends on line %u, an else without its if: '%s'", at, word);
        return statement(r, word);
    }
    if ((word = take_word(at, "case")) != NULL && strchr(word, ':') != NULL)
        return strchr(word, ':') + 1;
    if ((end = take_macro(r, at)) != NULL)
        return end;
    const size_t label = text_name(at);
    if (label > 0 && at[label] == ':' && at[label + 1] != ':' && !isdigit((unsigned char)*at))
        return at + label + 1; /* public:, default:, a label */
    end = pass(at);
    if (take_word(at, "enum") && memchr(at, '{', (size_t)(end - at)) != NULL) {
        enumerate(r, strchr(at, '{'));
        return end;
    }
    if (contains(r, at, end)) {
        for (const char *c = at; c < r->call; c++) {
            if (*c == '"') {
                const char *quote = strchr(c + 1, '"');

                c = quote && quote < r->call ? quote : c;
            } else if (*c == '{') {
                const char *close = bracket(c);

                if (close != NULL && close <= r->call) {
                    c = close - 1;
                    continue;
                }
                r->names->depth++;
                if (!descend(r, at, c))
                    break;
                sequence(r, c + 1, NULL);
                return end;
            }
        }
        while (end > at && end[-1] == ';')
            end--;
        arrive(r, at, end);
        return end;
    }
    /* a function's body that is not called here, a type */
    const char *brace = pass_simple(at);
    if (*brace == '{' && brace < end) {
        const char *close = NULL, *open = parameters_in(at, brace, &close), *before = text_trim(at, brace);

        if (before > at && before[-1] != '=' && open != NULL && memchr(at, '=', (size_t)(open - at)) == NULL) {
            const char *name_end = text_trim(at, open), *name = text_name_begin(at, name_end);

            if (name == at || r->in_function) { /* a macro with a block: what it does is not known */
                char said[NAME_WHY_MAX];

                say(r, "is assigned behind line %u, '%s', which is not followed", at, brace, at, said);
                maybe(r, brace, said);
                return end;
            }
            if (expr_is_function(name, (size_t)(name_end - name))) {
                struct name *function = names_add(r->names, name, (size_t)(name_end - name), 0);

                if (function != NULL)
                    function->kind = NAME_OTHER;
            }
            return end;
        }
        if (take_word(at, "struct") || take_word(at, "class") || take_word(at, "union") || take_word(at, "namespace")
            || take_word(at, "extern") || take_word(at, "template"))
            return end;
    }
    word = end;
    while (word > at && word[-1] == ';')
        word--;
    simple(r, at, word);
    return end;
}

static const char *statement(struct run *r, const char *at)
{
    if (r->nested == NESTED_MAX) {
        doubt(r, "what is on line %u stands too deep in other statements: '%s'", at, at + strcspn(at, "\n"));
        lose(r, at, at);
        return at + strlen(at);
    }
    r->nested++;
    at = any_statement(r, at);
    r->nested--;
    return at;
}

/* ---- Python and Julia: a statement is a line */

/* The end of a line, with those that go on in brackets. */
static const char *pass_logical(const char *at)
{
    for (; *at != '\0' && *at != '\n'; at++)
        if (strchr("([{", *at) != NULL && text_bracket(at) != NULL)
            at = text_bracket(at) - 1;
    return at;
}

static size_t indent(const char *at) { return strspn(at, " \t"); }

/* Where the block of a head ends: Python's by its indent, Julia's by end. */
static const char *block_end(const char *line, bool is_julia)
{
    static const char *const opens[] = { "if", "for", "while", "function", "let", "begin", "do", "try", "struct" };
    const size_t own = indent(line);
    unsigned depth = 0;

    for (const char *at = pass_logical(line); *at != '\0'; at = pass_logical(at)) {
        at += *at == '\n';
        const char *first = at + indent(at);

        if (*first == '\n' || *first == '\0')
            continue;
        if (!is_julia && indent(at) <= own)
            return at;
        for (size_t i = 0; i < sizeof opens / sizeof *opens && is_julia; i++)
            depth += take_word(first, opens[i]) != NULL;
        if (is_julia && take_word(first, "end") && depth-- == 0)
            return at;
        if (is_julia && depth == 0 && (take_word(first, "else") || take_word(first, "elseif")))
            return at;
    }
    return line + strlen(line);
}

/* Python's t = [3, 1] and t = (3, 1). false: it is no such line. */
static bool take_list(struct run *r, const char *text)
{
    const char *at = text_skip(text), *from, *to = text + strlen(text);
    const size_t length = text_name(at);
    struct name new = { .kind = NAME_VALUE };

    from = text_skip(at + length);
    if (!r->scope.is_python || length == 0 || *from++ != '=' || !cut_elements(&from, &to, true, &new.type)
        || !take_elements(r, &new, NULL, NULL, from, to))
        return false;
    struct name *name = names_find(r->names, at, length);
    if (name == NULL && (name = names_add(r->names, at, length, 0)) == NULL)
        return false;
    memcpy(new.text, name->text, sizeof new.text);
    *name = new;
    return true;
}

static void line_statement(struct run *r, const char *from, const char *to, const char *maybe)
{
    static struct expr expr;
    char text[STATEMENT_MAX], why[READ_WHY_MAX], said[NAME_WHY_MAX];

    say(r, "is assigned on line %u by '%s', which is not known", from, to, from, said);
    if (to - from >= STATEMENT_MAX)
        return;
    snprintf(text, sizeof text, "%.*s", (int)(to - from), from);
    for (char *slash = strstr(text, "//"); slash != NULL && r->scope.is_python; slash = strstr(slash, "//"))
        memmove(slash, slash + 1, strlen(slash)); /* Python's // divides */
    const char *name = text + strspn(text, " \t");
    if (take_word(name, "var") || take_word(name, "alias")) { /* Mojo's declarations */
        const size_t word = strcspn(name, " \t");
        memset(text + (name - text), ' ', word);
        name += strspn(name, " \t");
    }
    size_t length = strcspn(name, " :=");
    const char *colon = name + length;
    if (*colon == ':' && strchr(colon, '=') != NULL && colon[1] != '=') /* x: int = 3 */
        memmove(text + (colon - text), strchr(colon, '='), strlen(strchr(colon, '=')) + 1);
    r->scope.apart = ~r->active;
    r->scope.is_doubtful = is_doubtful(r);
    if (maybe == NULL && (take_list(r, text) || expr_read(text, &r->scope, &expr, why)))
        return;
    forget(r, text, text + strlen(text), maybe ? maybe : said);
    if (strchr(text, '=') != NULL && strchr(text, ',') != NULL && strchr(text, ',') < strchr(text, '='))
        for (const char *at = text; at < strchr(text, '=');) { /* a, b = ... */
            length = text_name(at);
            if (length > 0) {
                struct name *one = names_find(r->names, at, length);

                if (one == NULL)
                    one = names_add(r->names, at, length, 0);
                if (one != NULL)
                    name_forget(one, r->all, said);
            }
            at += length ? length : 1;
        }
}

static void run_lines(struct run *r, bool is_julia)
{
    static const char *const block_words[] = { "if",     "elif", "else",     "for",    "while", "with",  "try",
                                               "except", "def",  "function", "elseif", "let",   "begin", "class" };
    const char *ends[BLOCKS_MAX];
    char why[BLOCKS_MAX][NAME_WHY_MAX];
    unsigned blocks = 0;

    for (const char *at = r->text, *end; *at != '\0'; at = end + (*end == '\n')) {
        const char *first = at + indent(at);
        size_t word = 0;
        uint64_t holds;

        end = pass_logical(at);
        while (blocks > 0 && at >= ends[blocks - 1])
            blocks--;
        if (contains(r, at, end + 1)) {
            const struct forget f = { "changes in the statement of the call", first };

            if (strstr(first, " if ") != NULL && strstr(first, " if ") < end && take_word(first, "if") == NULL)
                doubt(r, "who executes it depends on line %u, '%s'", first, end);
            if ((strstr(first, " and ") && strstr(first, " and ") < r->call)
                || (strstr(first, " or ") && strstr(first, " or ") < r->call))
                doubt(r, "who executes it depends on line %u, '%s'", first, end);
            guards(r, first);
            changes(r, first, end, forget_one, &f);
            return;
        }
        for (size_t i = 0; i < sizeof block_words / sizeof *block_words && word == 0; i++)
            word = take_word(first, block_words[i]) ? strlen(block_words[i]) : 0;
        const char *last = text_trim(first, end);
        if (word > 0 && blocks < BLOCKS_MAX && (is_julia || (last > first && last[-1] == ':'))) {
            const char *stop = block_end(at, is_julia), *cond_end = last - !is_julia;

            if (strncmp(first, "def", 3) == 0 || strncmp(first, "function", 8) == 0) {
                const char *open = strchr(first, '('), *close = open ? text_bracket(open) : NULL;

                if (contains(r, at, stop) && close != NULL)
                    parameters(r, open + 1, close - 1);
                else if (!contains(r, at, stop))
                    end = stop[-1] == '\n' ? stop - 1 : stop; /* another function */
                continue;
            }
            say(r, "is assigned behind line %u, '%s', which is not followed", first, cond_end, first, why[blocks]);
            if (contains(r, at, stop)) {
                const bool is_loop = strncmp(first, "for", 3) == 0 || strncmp(first, "while", 5) == 0;

                if (is_loop)
                    changes(r, at, stop, mark_trip, NULL);
                if (strncmp(first, "for", 3) == 0) {
                    const char *name = first + 3 + indent(first + 3);
                    const size_t length = strcspn(name, " ,=");
                    struct name *one = names_add(r->names, name, length, 0);

                    if (one != NULL)
                        snprintf(one->why, sizeof one->why, "%s", why[blocks]);
                } else if ((strncmp(first, "if", 2) == 0 || strncmp(first, "while", 5) == 0)
                           && condition(r, first + word, cond_end, &holds)) {
                    r->active &= holds;
                } else if (strncmp(first, "with", 4) != 0 && strncmp(first, "let", 3) != 0) {
                    doubt(r, "who executes it depends on line %u, '%s'", first, cond_end);
                }
            } else {
                ends[blocks++] = stop;
            }
            continue;
        }
        const char *doubtful = blocks > 0 ? why[0] : NULL;
        if (take_word(first, "return") || take_word(first, "break") || take_word(first, "continue")) {
            doubt(r, "which lanes come to it depends on line %u, '%s'", first, end);
            continue;
        }
        if (first < end)
            line_statement(r, first, end, doubtful);
    }
}

/* ---- Compilers' IR: a name is assigned once */

static bool names_lane(const char *at, const char *end)
{
    static const char begin[] = "read.ptx.sreg.";
    static const char *const others[] = { "gpu.lane_id", "OpLoad %uint %gl_SubgroupInvocationID" };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if ((size_t)(end - at) >= strlen(others[i]) && strncmp(at, others[i], strlen(others[i])) == 0)
            return true;
    for (; at < end && (at = memchr(at, 'r', (size_t)(end - at))) != NULL; at++)
        if (strncmp(at, begin, sizeof begin - 1) == 0)
            return strncmp(at + sizeof begin - 1, "laneid", 6) == 0 || strncmp(at + sizeof begin - 1, "tid.x", 5) == 0;
    return false;
}

/* The integer instructions of 32 bits of LLVM, MLIR and SPIR-V, and what they are in C. */
static const struct ssa_row {
    const char *llvm, *mlir, *spirv, *operation;
    bool is_unsigned;
} ssa_rows[] = {
    { "xor", "arith.xori", "OpBitwiseXor", "^", true },
    { "or", "arith.ori", "OpBitwiseOr", "|", true },
    { "and", "arith.andi", "OpBitwiseAnd", "&", true },
    { "add", "arith.addi", "OpIAdd", "+", true },
    { "sub", "arith.subi", "OpISub", "-", true },
    { "mul", "arith.muli", "OpIMul", "*", true },
    { "shl", "arith.shli", "OpShiftLeftLogical", "<<", true },
    { "lshr", "arith.shrui", "OpShiftRightLogical", ">>", true },
    { "ashr", "arith.shrsi", "OpShiftRightArithmetic", ">>", false },
    { "udiv", "arith.divui", "OpUDiv", "/", true },
    { "sdiv", "arith.divsi", "OpSDiv", "/", false },
    { "urem", "arith.remui", "OpUMod", "%", true },
    { "srem", "arith.remsi", "OpSRem", "%", false },
    { NULL, "arith.index_cast", "OpCopyObject", NULL, false },
    { NULL, "arith.index_castui", "OpBitcast", NULL, false },
};

/* The operand that begins here, and where it ends. */
static const char *ssa_operand(const char *at, const char *end, const char **behind)
{
    at += strspn(at, " ,\t");
    for (*behind = at; *behind < end && strchr(" ,:\t", **behind) == NULL; ++*behind)
        ;
    return at < *behind ? at : NULL;
}

/* An instruction as C's expression; false: it is none of these, or of another width. */
static bool ssa_expression(const char *value, const char *end, char *text, size_t size)
{
    for (size_t i = 0; i < sizeof ssa_rows / sizeof *ssa_rows; i++) {
        const struct ssa_row *row = &ssa_rows[i];
        const char *const names[] = { row->llvm, row->mlir, row->spirv };
        const char *at = NULL, *first_end, *second_end;
        size_t language = 0;

        while (language < 3
               && (names[language] == NULL || (at = take_word(value, names[language])) == NULL || *at == '.'))
            language++;
        if (language == 3)
            continue;
        if (language == 0) { /* its flags and its type */
            static const char *const flags[] = { "nuw", "nsw", "exact", "disjoint" };
            for (size_t n = 0; n < sizeof flags / sizeof *flags; n++)
                at = text_pass_word(at, flags[n]) ? text_pass_word(at, flags[n]) : at;
            if ((at = text_pass_word(at, "i32")) == NULL)
                return false;
        } else if (language == 2) {
            (void)ssa_operand(at, end, &at);
        }
        const char *first = ssa_operand(at, end, &first_end);
        const char *second = first && row->operation ? ssa_operand(first_end, end, &second_end) : NULL;
        if (first == NULL || (row->operation != NULL && second == NULL))
            return false;
        const char *type = row->is_unsigned ? "unsigned" : "int";
        return (row->operation == NULL
                    ? snprintf(text, size, "%.*s", (int)(first_end - first), first)
                    : snprintf(text, size, "(%s)(%.*s) %s (%s)(%.*s)", type, (int)(first_end - first), first,
                               row->operation, type, (int)(second_end - second), second))
             < (int)size;
    }
    return false;
}

static void run_ssa(struct run *r)
{
    static struct expr expr;
    char made[STATEMENT_MAX];
    char why[READ_WHY_MAX];

    for (const char *at = r->text, *end; *at != '\0' && at <= r->call; at = end + (*end == '\n')) {
        const char *name = at + indent(at), *equals, *value;
        size_t length = 1;

        end = at + strcspn(at, "\n");
        while (text_is_name(name[length]) || name[length] == '.' || (name[length] == '-' && name[1] == 'c'))
            length++;
        equals = name + length + indent(name + length);
        if (*name != '%' || *equals != '=')
            continue;
        value = equals + 1 + indent(equals + 1);
        struct name new = { .type = { 32, false }, .by_lane = false };
        bool known = false;
        const char *constant = NULL;
        if (strncmp(value, "arith.constant ", 15) == 0) {
            constant = value + 15;
        } else if (strncmp(value, "OpConstant ", 11) == 0) {
            constant = value + 11 + strcspn(value + 11, " \t\n");
            new.type.is_unsigned = value[11] == '%' && value[12] == 'u';
        } else if (strncmp(value, "llvm.mlir.constant(", 19) == 0) {
            constant = value + 19;
        } else if (names_lane(value, end)) {
            known = true;
            for (unsigned k = 0; k < r->scope.lanes && known; k++)
                new.word[k] = k;
            new.by_lane = true;
        } else if (ssa_expression(value, end, made, sizeof made)) {
            known = evaluate_as(r, r->all, made, made + strlen(made), &expr, why);
            new.type = expr.type;
            new.by_lane = expr.by_lane;
            memcpy(new.word, expr.word, sizeof new.word);
        }
        if (constant != NULL && constant < end) {
            known = evaluate_as(r, r->all, constant, constant + strcspn(constant, ":;\n"), &expr, why);
            memcpy(new.word, expr.word, sizeof new.word);
        }
        struct name *into = known ? names_add(r->names, name, length, 0) : NULL;
        if (into != NULL) {
            memcpy(new.text, into->text, sizeof new.text);
            new.known = r->all;
            *into = new;
        }
    }
}

/* ---- The whole of it */

/* A copy in which comments are blanks. */
static char *plain_copy(const char *text, bool hash_comments, bool slash_comments)
{
    const size_t size = strlen(text);
    char *copy = malloc(size + 1);
    char quote = '\0';

    if (copy == NULL)
        return NULL;
    memcpy(copy, text, size + 1);
    for (char *at = copy; *at != '\0'; at++) {
        const bool is_line = (hash_comments && *at == '#') || (slash_comments && at[0] == '/' && at[1] == '/');

        if (quote != '\0') {
            if (*at == '\\' && at[1] != '\0')
                at++;
            else if (*at == quote || *at == '\n')
                quote = '\0';
        } else if (*at == '"'
                   || (*at == '\''
                       && !(at > copy && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1])))) {
            quote = *at;
        } else if (is_line) {
            while (*at != '\0' && *at != '\n')
                *at++ = ' ';
            at -= *at == '\0';
        } else if (slash_comments && at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            char *stop = end ? copy + (end - copy) + 2 : copy + size;

            for (; at < stop; at++)
                *at = *at == '\n' ? '\n' : ' ';
            at--;
        }
    }
    return copy;
}

static void forget_places(void)
{
    for (unsigned i = 0; i < LEVELS_MAX; i++) {
        free(kept.level[i]);
        kept.level[i] = NULL;
    }
    memset(kept.passed, 0, sizeof kept.passed);
}

/* The copy of the text that is kept; what is known of it is gone if the style or the scope is another. */
static char *kept_copy(enum statements_style style, const struct expr_scope *scope)
{
    const bool is_lines = style == STATEMENTS_PYTHON || style == STATEMENTS_JULIA;
    const struct expr_scope *old = &kept.scope;

    if (kept.copy != NULL && kept.style == style && old->lanes == scope->lanes && old->let == scope->let
        && old->lets == scope->lets && old->absent == scope->absent && old->has_active == scope->has_active
        && old->call == scope->call)
        return kept.copy;
    forget_places();
    if (kept.copy == NULL || kept.style != style) {
        free(kept.copy);
        kept.copy = plain_copy(kept.text, is_lines, style == STATEMENTS_C);
    }
    kept.end = kept.copy != NULL ? kept.copy + strlen(kept.copy) : NULL;
    kept.style = style;
    kept.scope = *scope;
    kept.counted = (struct counted){ kept.copy, 1 };
    return kept.copy;
}

void statements_keep(const char *text)
{
    forget_places();
    free(kept.copy);
    kept.copy = NULL;
    kept.text = text;
}

void statements_run(const char *text, const char *call, enum statements_style style, const struct expr_scope *scope,
                    struct statements *s)
{
    const bool is_lines = style == STATEMENTS_PYTHON || style == STATEMENTS_JULIA;
    const bool is_kept_text = kept.text == text;
    char *copy = is_kept_text ? kept_copy(style, scope) : plain_copy(text, is_lines, style == STATEMENTS_C);
    struct counted counted = { copy, 1 };
    struct run r = { .text = copy, .call = copy + (call - text), .counted = &counted, .scope = *scope, .out = s };

    if (is_kept_text)
        r.counted = &kept.counted;

    r.names = &s->names;
    memset(s, 0, sizeof *s);
    r.all = s->executes = shfl_all_lanes(scope->lanes);
    r.active = r.all & ~scope->absent;
    if (copy == NULL)
        return;
    r.scope.names = r.names;
    r.scope.is_python = style == STATEMENTS_PYTHON;
    r.scope.is_julia = style == STATEMENTS_JULIA;
    if (style == STATEMENTS_SSA)
        run_ssa(&r);
    else if (is_lines)
        run_lines(&r, style == STATEMENTS_JULIA);
    else
        sequence(&r, copy, NULL);
    if (r.loop_why[0] != '\0' && s->why[0] == '\0')
        snprintf(s->why, sizeof s->why, "%s", r.loop_why);
    if (r.arrived || is_lines)
        s->executes = r.active;
    else if (style == STATEMENTS_C && !isspace((unsigned char)*r.call)) { /* it is no comment */
        doubt(&r, "how the text comes to line %u is not followed: '%s'", r.call, r.call + strcspn(r.call, "\n"));
        lose(&r, r.call, r.call);
    }
    if (!is_kept_text)
        free(copy);
}

bool statements_group(struct statements *s, const struct expr_scope *scope, const char *text, struct name *group)
{
    struct counted counted = { text, 1 };
    struct run r = { .text = text, .call = text, .counted = &counted, .scope = *scope, .out = s, .names = &s->names };

    r.all = shfl_all_lanes(scope->lanes);
    r.active = s->executes;
    *group = (struct name){ .kind = NAME_VALUE };
    return take_group(&r, group, "", text, text + strlen(text));
}
