/* SPDX-License-Identifier: Apache-2.0 */
/* before - see before.h */
#include "before.h"
#include "calls.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { PART_MAX = 400 };

struct run {
    const char *text, *call;
    enum before_style style;
    struct expr_scope scope;
    struct before *out;
    char *why;
};

/* ---- What is said */

static unsigned line_of(const struct run *r, const char *at)
{
    unsigned line = 1;

    for (const char *c = r->text; c < at; c++)
        line += *c == '\n';
    return line;
}

/* The statement that begins here is none of these forms: in a message. */
static bool program(const struct run *r, const char *at, char why[READ_WHY_MAX])
{
    const size_t length = strcspn(at, *at == '#' ? "\n" : "\n;");
    const bool is_c = r->style == BEFORE_C && text_pass_word(at, "fn") == NULL && *at != '@';

    snprintf(why, READ_WHY_MAX, "line %u: '%.*s%s': %s", line_of(r, at), (int)(length < 60 ? length : 60), at,
             length > 60 ? ".." : "",
             is_c ? READ_PROGRAM
                  : "is not read in front of a call: give the call alone, what its names hold with --let, and who "
                    "executes it with --active MASK");
    return false;
}

static bool is_program(const struct run *r, const char *at) { return program(r, at, r->why); }

/* ---- Names */

static bool evaluate(struct run *r, const char *from, const char *to, struct expr *expr, char why[READ_WHY_MAX])
{
    char text[PART_MAX];

    if (to - from >= PART_MAX)
        return text_refuse(why, from, "it is too long");
    snprintf(text, sizeof text, "%.*s", (int)(to - from), from);
    if (r->style == BEFORE_PYTHON) /* // divides */
        for (char *slash = strstr(text, "//"); slash != NULL; slash = strstr(slash, "//"))
            slash[1] = ' ';
    return expr_read(text, &r->scope, expr, why);
}

static void set(struct name *name, const struct expr *expr, unsigned lanes)
{
    if (name->type.bits == 0)
        name->type = expr->has_type ? expr->type : (struct expr_type){ 32, false };
    for (unsigned k = 0; k < lanes; k++)
        name->word[k] = name_fit(expr->word[k], name->type);
    name->is_known = true;
    name->by_lane = expr->by_lane;
    memcpy(name->spelled, expr->spelled, sizeof name->spelled);
}

/* Does a call begin between these that crosses lanes? One that writes an argument, if that is asked. */
static bool has_call(const struct run *r, const char *from, const char *to, bool with_output)
{
    const struct call_row *row;

    for (const char *at = from; at < to; at++)
        if (call_at(r->text, at, &row) != NULL && (!with_output || call_has_output(row)))
            return true;
    return false;
}

/* A name of which this statement makes something that is not known: why a use of it is refused. */
static void lose(struct run *r, const char *at, size_t length, struct expr_type type, const char *statement)
{
    const struct name *before = names_find(&r->out->names, at, length);
    struct name *name = names_add(&r->out->names, at, length);

    if (name == NULL)
        return;
    name->type = before != NULL ? before->type : type;
    program(r, statement, name->why);
}

static const struct expr_type no_type = { .bits = 0 };

static const char *skip_back(const char *from, const char *at)
{
    while (at > from && isspace((unsigned char)at[-1]))
        at--;
    return at;
}

/* Behind what follows a name as part of it: .x, ->x, [i]. */
static const char *pass_members(const char *at)
{
    for (at = text_skip(at);; at = text_skip(at)) {
        if (*at == '[' && text_bracket(at) != NULL)
            at = text_bracket(at);
        else if ((*at == '.' && text_is_name(at[1])) || (at[0] == '-' && at[1] == '>'))
            at += *at == '.' ? 1 + text_name(at + 1) : 2 + text_name(text_skip(at + 2));
        else
            return at;
    }
}

static bool is_assigned(const char *at)
{
    if (at[0] == '=' || at[0] == '\0')
        return at[0] == '=' && at[1] != '=';
    if ((at[0] == '+' || at[0] == '-') && at[1] == at[0])
        return true;
    if ((at[0] == '<' || at[0] == '>') && at[1] == at[0])
        return at[2] == '=';
    return strchr("+-*/%&|^:", at[0]) != NULL && (at[1] == '=' || (at[0] == '/' && at[1] == '/' && at[2] == '='));
}

/* Is a name stepped, or assigned to in brackets, or decides a branch who goes on? Such a statement is a program. */
static bool has_effect(const char *from, const char *to, bool branches)
{
    unsigned depth = 0;

    for (const char *at = from; at < to; at++) {
        depth += strchr("([{", *at) != NULL;
        depth -= depth > 0 && strchr(")]}", *at) != NULL;
        if (((*at == '+' || *at == '-') && at[1] == *at && at[2] != *at && (at == from || at[-1] != *at))
            || (depth > 0 && *at == '=' && at[1] != '=' && at > from && strchr("=!<>", at[-1]) == NULL)
            || (branches && (*at == '?' || ((*at == '&' || *at == '|') && at[1] == *at))))
            return true;
    }
    return false;
}

/* A value that is not known: the names that a function in it, or a pointer, may change are not known behind it. */
static void lend(struct run *r, const char *statement, const char *from, const char *to)
{
    bool lends = false;

    for (const char *at = from; at < to; at++) {
        const char *before = skip_back(from, at), *name = text_name_begin(from, before);
        const struct call_row *row;
        struct expr_type type;
        unsigned marks;

        if (*at == '&' && at[1] != '&' && (before == from || strchr("(,={", before[-1]) != NULL))
            lends = true;
        if (*at != '(' || name == before)
            continue;
        name -= name > from && (name[-1] == '.' || name[-1] == ':'); /* a method */
        if (call_at(r->text, name, &row) != NULL)
            lends = lends || call_has_output(row);
        else
            lends = lends || *name == '.'
                 || (!expr_is_function(name, (size_t)(before - name)) && names_type(name, &type, &marks) == NULL);
    }
    for (const char *at = from; at < to && lends; at += text_name(at) ? text_name(at) : 1)
        if (names_find(&r->out->names, at, text_name(at)) != NULL && text_name(at) > 0)
            lose(r, at, text_name(at), no_type, statement);
}

/* ---- Groups of threads */

/* Does a text make a group, known or not? */
static bool makes_group(const char *from, const char *to)
{
    static const char *const words[] = { "_partition", "coalesced_threads", "this_thread_block", "thread_block_tile<",
                                         "sub_group" };

    for (const char *at = from; at < to; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncmp(at, words[i], strlen(words[i])) == 0)
                return true;
    return false;
}

/* ---- Declarations */

/* The end of one declarator: a comma outside of brackets, or the end. */
static const char *declarator_end(const char *at, const char *end)
{
    while (at < end && *at != ',')
        at = strchr("([{", *at) != NULL && text_bracket(at) != NULL ? text_bracket(at) : at + 1;
    return at < end ? at : end;
}

/* NAME = VALUE, NAME(VALUE), NAME{VALUE} or NAME alone, of a type. */
static bool declare(struct run *r, const char *statement, const char *type_text, struct expr_type type, bool typed,
                    const char *at, const char *end)
{
    static struct expr expr;
    const size_t length = text_name(at);
    const char *equals = text_skip(at + length), *value = equals, *value_end = end;
    char group_text[PART_MAX], why[READ_WHY_MAX];
    struct name *name, group;

    if (*equals == ':' && memchr(equals, '=', (size_t)(end - equals)) != NULL) {
        unsigned marks; /* NAME: TYPE = */

        names_type(text_skip(equals + 1), &type, &marks);
        equals = value = memchr(equals, '=', (size_t)(end - equals));
    }
    if (equals >= end) {
        lose(r, at, length, type, statement);
        return true;
    }
    if (*equals == '=')
        value = text_skip(equals + 1);
    else if ((*equals == '(' || *equals == '{') && text_bracket(equals) != NULL && text_bracket(equals) <= end) {
        value = equals + 1;
        value_end = text_bracket(equals) - 1;
    }
    if (makes_group(type_text, end)) {
        const bool named = makes_group(value, end);

        snprintf(group_text, sizeof group_text, "%.*s", (int)(end - (named ? value : type_text)),
                 named ? value : type_text);
        const bool known = before_group(group_text, &r->scope, &group);
        if ((name = names_add(&r->out->names, at, length)) == NULL)
            return true;
        memcpy(group.text, name->text, sizeof group.text);
        *name = group;
        name->is_known = known;
        if (!known)
            snprintf(name->why, sizeof name->why,
                     "'%.47s': the size of this group is not known: give it with --let '%.47s.size()=8'", name->text,
                     name->text);
        return true;
    }
    const bool by_address = memchr(type_text, '&', (size_t)(at - type_text)) != NULL
                         || memchr(type_text, '*', (size_t)(at - type_text)) != NULL;
    const char *list = *equals == '[' || *value == '{' ? value : NULL;
    if (r->style >= BEFORE_PYTHON && strchr("[(", *value) != NULL && text_bracket(value) == value_end
        && declarator_end(value + 1, value_end) < value_end)
        list = value;
    if (memchr(type_text, '&', (size_t)(at - type_text)) != NULL) /* a reference: what it names may change */
        return is_program(r, statement);
    if (by_address || list != NULL || has_call(r, value, value_end, false)) {
        lend(r, statement, value, value_end);
        lose(r, at, length, type, statement);
        return true;
    }
    const bool known = evaluate(r, value, value_end, &expr, why);
    if (!known)
        lend(r, statement, value, value_end);
    if ((name = names_add(&r->out->names, at, length)) == NULL)
        return true;
    name->type = type;
    if (known && (type.bits || !typed))
        set(name, &expr, r->scope.lanes);
    else if (read_is_program(why) && !known)
        memcpy(name->why, why, sizeof name->why);
    else
        snprintf(name->why, sizeof name->why,
                 "%.47s is declared by '%.*s', which is not known: give it with --let %.47s=VALUE", name->text,
                 (int)(value_end - value < 40 ? value_end - value : 40), value, name->text);
    return true;
}

/* Behind the type of a declaration, where a name begins; NULL: it is none. */
static const char *pass_type(const struct run *r, const char *at, const char *end, struct expr_type *type, bool *typed)
{
    static const char *const own[] = { "let", "var", "const", "mut", "static", "local", "alias", "comptime" };
    const bool is_c = r->style == BEFORE_C;
    unsigned marks;
    const char *behind = NULL, *next;

    *type = no_type;
    *typed = false;
    for (size_t i = 0; i < sizeof own / sizeof *own && (!is_c || i < 2); i++)
        if ((next = text_pass_word(at, own[i])) != NULL) {
            at = behind = text_skip(*next == '<' ? next + strcspn(next, ">") + 1 : next);
            i = (size_t)-1;
        }
    if (r->style >= BEFORE_PYTHON || (behind != NULL && !is_c))
        return behind;
    if (strncmp(at, "__shared__", 10) == 0 || strncmp(at, "__constant__", 12) == 0 || strncmp(at, "extern", 6) == 0
        || strncmp(at, "uniform", 7) == 0) { /* others may change it */
        at = text_skip(at + text_name(at));
        *typed = true;
    }
    if ((next = names_type(at, type, &marks)) != NULL) {
        *typed = *typed || (type->bits == 0 && !(marks & TYPE_AUTO));
        if (*typed)
            type->bits = 0;
    } else { /* a type that is not known, and a name */
        for (next = at; text_is_name(*next) || (next[0] == ':' && next[1] == ':'); next += *next == ':' ? 2 : 1)
            ;
        if (next > at && *next == '<') {
            unsigned depth = 0;

            do
                depth += *next == '<' ? 1u : *next == '>' ? -1u : 0u;
            while (*next++ != '\0' && depth > 0 && next < end);
        }
        if (next == at)
            return behind;
        *typed = true;
    }
    next = text_skip(next);
    while (*next == '*' || *next == '&')
        next = text_skip(next + 1);
    return next < end && text_name(next) > 0 && !isdigit((unsigned char)*next) ? next : behind;
}

/* A statement that is not around the call: declarations, NAME = VALUE or NAME OP= VALUE. */
static bool simple(struct run *r, const char *at, const char *end)
{
    struct expr_type type;
    bool typed;
    const char *name = pass_type(r, at, end, &type, &typed);
    const size_t first = text_name(at);
    const char *behind = pass_members(at + first), *equals = memchr(at, '=', (size_t)(end - at));

    if (has_effect(at, end, false))
        return is_program(r, at);
    if (name == NULL && r->style >= BEFORE_PYTHON && first > 0 && names_find(&r->out->names, at, first) == NULL
        && (behind == equals || *behind == ':') && equals != NULL && is_assigned(equals))
        return declare(r, at, at, no_type, false, at, end);
    if (name == NULL && first > 0 && equals != NULL && is_assigned(behind)) {
        lend(r, at, equals, end);
        lose(r, at, first, no_type, at);
        return true;
    }
    const char *stream = strstr(at, ">>");
    if (name == NULL && equals == NULL && (stream == NULL || stream >= end)) { /* a value, unused */
        lend(r, at, at, end);
        return true;
    }
    if (name == NULL || text_name(name) == 0)
        return is_program(r, at);
    while (name < end) {
        const char *stop = r->style >= BEFORE_PYTHON ? end : declarator_end(name, end);

        while (*name == '*' || *name == '&')
            name = text_skip(name + 1);
        if (text_name(name) == 0 || !declare(r, at, at, type, typed, name, text_trim(name, stop)))
            return is_program(r, at);
        name = text_skip(stop + 1);
    }
    return true;
}

/* The first trip of a loop: its counter, for the note. */
static void note_trip(struct run *r, const char *at, size_t length)
{
    const struct name *name = names_find(&r->out->names, at, length);
    struct text text = { r->out->note, strlen(r->out->note), sizeof r->out->note };

    text_append(&text, "%s", text.used ? "; " : "");
    text_append(&text, "of the loop this is the first time");
    if (name != NULL && name->is_known && !name->by_lane)
        text_append(&text, ", %s=%d", name->text, (int)name->word[0]);
    text_append(&text, "; another is given with --let");
}

/* ---- C's */

/* The head of a for, whose body begins at `body`: false, it is a program. */
static bool take_for(struct run *r, const char *at, const char *open, const char *close)
{
    static struct expr expr;
    const char *head = open + 1, *one = head + strcspn(head, ";"), *two = *one ? one + 1 + strcspn(one + 1, ";") : one;
    char why[READ_WHY_MAX];
    struct expr_type type;
    bool typed, all = true;

    if (two >= close - 1 || *two != ';')
        return is_program(r, at);
    head = text_skip(head);
    const char *name = pass_type(r, head, one, &type, &typed);
    if (name == NULL && *text_skip(head + text_name(head)) == '=' && text_name(head) > 0) {
        if (!declare(r, at, head, type, false, name = head, text_trim(head, one)))
            return false;
    } else if (name == NULL || !simple(r, head, text_trim(head, one))) {
        return is_program(r, at);
    }
    if (text_skip(one + 1) < two) {
        if (!evaluate(r, one + 1, two, &expr, why))
            return is_program(r, at);
        for (unsigned k = 0; k < r->scope.lanes; k++)
            all = all && (expr.word[k] != 0 || (r->scope.absent >> k & 1));
    }
    if (!all)
        return is_program(r, at);
    note_trip(r, name ? name : head, name ? text_name(name) : 0);
    return true;
}

/* The end of a statement without braces, but those of an initializer; NULL: it is a program. *own: the call is in it. */
static const char *statement_end(const struct run *r, const char *from, bool *own)
{
    static const char *const words[] = { "if",   "else",    "while",    "do",        "switch",
                                         "case", "default", "goto",     "break",     "continue",
                                         "try",  "using",   "template", "namespace", "typedef" };
    unsigned depth = 0;

    *own = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_pass_word(from, words[i]) != NULL)
            return NULL;
    const char *label = text_skip(from + text_name(from));
    if (text_name(from) > 0 && label[0] == ':' && label[1] != ':')
        return NULL;
    for (const char *at = from; *at != '\0'; at++) {
        const char *before = skip_back(from, at);

        if (at >= r->call) {
            *own = true;
            return has_effect(from, at + strcspn(at, ";"), false) || has_effect(from, at, true) ? NULL : r->call;
        }
        if (*at == '/' && (at[1] == '/' || at[1] == '*')) {
            at = text_skip(at) - 1;
        } else if (*at == '"') {
            const char *end = strchr(at + 1, '"');

            if (end == NULL || has_call(r, at, end, false))
                return NULL;
            at = end;
        } else if (strchr("([{", *at) != NULL) {
            if (*at == '{'
                && (before == from || (strchr("=,({", before[-1]) == NULL && !text_is_name(before[-1]))
                    || memchr(from, '(', (size_t)(at - from)) != NULL))
                return NULL;
            depth++;
        } else if (strchr(")]}", *at) != NULL) {
            if (depth-- == 0)
                return NULL;
        } else if (*at == ';' && depth == 0) {
            return text_pass_word(from, "return") != NULL ? NULL : at;
        }
    }
    return NULL;
}

/* Is the body of a macro a value wherever it stands? One word or what is in brackets, of numbers, the lane and other macros. */
static bool is_plain(const struct run *r, const char *body, const char *end)
{
    const char *at = body + strspn(body, "-~");
    const char *stop = *at == '(' ? text_bracket(at) : at;

    while (stop != NULL && *at != '(' && (text_is_name(*stop) || *stop == '.'))
        stop++;
    if (stop == NULL || stop < text_trim(body, end))
        return false;
    for (const char *c = body; c < end; c += text_name(c) ? text_name(c) : 1) {
        const struct name *name = names_find(&r->out->names, c, text_name(c));

        if (name != NULL && !name->is_macro)
            return false;
    }
    return true;
}

static bool directive(struct run *r, const char *at, const char **end)
{
    static const char *const passed[] = { "include", "pragma", "error", "line", "version", "extension" };
    const char *define = text_pass_word(at + 1, "define"), *behind;

    *end = text_line_end(at);
    if (r->call < *end)
        return is_program(r, at);
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (text_pass_word(at + 1, passed[i]) != NULL)
            return true;
    if (define == NULL)
        return is_program(r, at);
    define += strspn(define, " \t");
    behind = define + text_name(define);
    const char *body = behind + strspn(behind, " \t"), *stop = *end;
    for (const char *c = body; c < stop; c++)
        if (c[0] == '/' && (c[1] == '/' || c[1] == '*'))
            stop = c;
    struct name *name;
    static struct expr expr;
    char why[READ_WHY_MAX];
    const bool plain = *behind != '(' && body < stop && !has_call(r, body, stop, false) && is_plain(r, body, stop);
    const bool known = plain && evaluate(r, body, text_trim(body, stop), &expr, why);
    if (!plain && body < stop) {
        lose(r, define, (size_t)(behind - define), no_type, at);
    } else if (known && (name = names_add(&r->out->names, define, (size_t)(behind - define))) != NULL) {
        name->type = expr.type;
        name->is_macro = true;
        set(name, &expr, r->scope.lanes);
    }
    return true;
}

static bool run_c(struct run *r)
{
    const char *at = text_skip(r->text), *end;

    for (; at < r->call; at = text_skip(at)) {
        bool own;

        if (*at == ';') {
            at++;
        } else if ((text_pass_word(at, "using") != NULL || text_pass_word(at, "typedef") != NULL)
                   && at + strcspn(at, ";{") <= r->call && at[strcspn(at, ";{")] == ';') {
            at += strcspn(at, ";"); /* values of such a type are not known */
        } else if (*at == '#') {
            if (!directive(r, at, &end))
                return false;
            at = end;
        } else if (text_pass_word(at, "for") != NULL) { /* the call is in its body */
            const char *open = text_skip(at + 3), *close = *open == '(' ? text_bracket(open) : NULL;
            const char *body = close ? text_skip(close) : NULL;

            if (body == NULL || r->call < body || !take_for(r, at, open, close))
                return is_program(r, at);
            end = *body == '{' ? text_bracket(body) : NULL;
            if (end != NULL ? end <= r->call
                            : *body != '{' && text_pass_word(body, "for") == NULL
                                  && (statement_end(r, body, &own) == NULL || !own))
                return is_program(r, at);
            at = body + (*body == '{');
        } else {
            end = statement_end(r, at, &own);
            if (end == NULL)
                return is_program(r, at);
            if (own)
                return true;
            if (!simple(r, at, text_trim(at, end)))
                return false;
            at = end;
        }
    }
    return true;
}

/* ---- Lines: Python's and Julia's */

/* The end of a statement: of its line, or of its brackets. */
static const char *line_end(const char *at)
{
    for (; *at != '\0' && *at != '\n' && *at != ';'; at++) {
        const char *behind = NULL;

        if (strchr("([{", *at) != NULL)
            behind = text_bracket(at);
        else if (*at == '"')
            behind = strchr(at + 1, '"') ? strchr(at + 1, '"') + 1 : NULL;
        else if (*at == '#')
            behind = at + strcspn(at, "\n");
        at = behind != NULL ? behind - 1 : at;
    }
    return at;
}

static bool has_word(const char *from, const char *to, const char *const words[])
{
    for (const char *at = from; at < to; at++)
        for (size_t i = 0; words[i] != NULL; i++)
            if (strncmp(at, words[i], strlen(words[i])) == 0
                && (!text_is_name(*words[i])
                    || (!text_is_name(at[strlen(words[i])]) && (at == from || !text_is_name(at[-1])))))
                return true;
    return false;
}

/* for NAME in range(..): or in a list; the first trip. Behind the colon, or NULL. */
static const char *take_in(struct run *r, const char *at, const char *end)
{
    static struct expr expr;
    const char *name = text_skip(text_pass_word(at, "for")), *in = text_pass_word(name + text_name(name), "in");
    const size_t length = text_name(name);
    char why[READ_WHY_MAX];

    if (length == 0 || in == NULL)
        return NULL;
    in = text_skip(in);
    const bool ranges = strncmp(in, "range", 5) == 0;
    const char *open = ranges ? text_skip(in + 5) : in, *close = strchr("([", *open) ? text_bracket(open) : NULL;
    if (close == NULL || close > end || *text_skip(close) != ':')
        return NULL;
    const char *first = declarator_end(open + 1, close - 1);
    if (has_call(r, open, close, false))
        return NULL;
    struct name made = { .type = { 32, false } };
    int64_t bound[3] = { 0, 0, 1 };
    unsigned count = 0;
    for (const char *from = open + 1; from < close - 1 && count < 3; from = first + 1) {
        first = declarator_end(from, close - 1);
        if (!evaluate(r, from, first, &expr, why) || expr.by_lane)
            return NULL;
        bound[count++] = (int64_t)expr.word[0];
        if (!ranges)
            break;
    }
    if (count == 0)
        return NULL;
    const int64_t start = !ranges || count > 1 ? bound[0] : 0, stop = count > 1 ? bound[1] : bound[0];
    if (ranges && (bound[2] > 0 ? start >= stop : start <= stop))
        return NULL;
    struct name *into = names_add(&r->out->names, name, length);
    if (into == NULL)
        return NULL;
    memcpy(made.text, into->text, sizeof made.text);
    *into = made;
    into->is_known = true;
    for (unsigned k = 0; k < r->scope.lanes; k++)
        into->word[k] = (uint64_t)start;
    note_trip(r, name, length);
    return text_skip(close) + 1;
}

static bool run_lines(struct run *r)
{
    static const char *const control[] = { "if",       "elif",  "else",   "while",  "def",    "class",
                                           "with",     "try",   "except", "end",    "return", "begin",
                                           "function", "fn",    "while",  "quote",  "do",     "break",
                                           "continue", "raise", "@",      "lambda", NULL };
    static const char *const branches[] = { "if", "and", "or", "lambda", "?", "&&", "||", "->", NULL };
    static const char *const behind_it[] = { "if", "for", NULL };
    size_t loop = 0;
    bool in_loop = false;
    const char *end;

    for (const char *at = r->text; *at != '\0'; at = end + (*end != '\0')) {
        const size_t indent = strspn(at, " \t");
        const char *from = at + indent;

        end = line_end(from);
        if (*from == '\n' || *from == '\0' || *from == '#' || *from == ';')
            continue;
        const bool own = r->call < end;
        if (in_loop && indent <= loop && (at == r->text || at[-1] == '\n'))
            return is_program(r, from);
        if (text_pass_word(from, "for") == from + 3) {
            const char *body = take_in(r, from, end);

            if (body == NULL || (own && r->call < body))
                return is_program(r, from);
            in_loop = true;
            loop = indent;
            from = body + strspn(body, " \t");
        }
        const bool returns = text_pass_word(from, "return") != NULL && own;
        const bool branch = has_word(from, from + strcspn(from, " \t(:\n"), control) && !returns;
        if (branch || (own && (has_word(from, r->call, branches) || has_word(r->call, end, behind_it))))
            return is_program(r, from);
        if (own)
            return true;
        if (text_pass_word(from, "import") == NULL && text_pass_word(from, "from") == NULL
            && text_pass_word(from, "using") == NULL && from < end && !simple(r, from, text_trim(from, end)))
            return false;
    }
    return true;
}

/* ---- Compilers' IR: constants, and the lane */

static void run_ssa(struct run *r)
{
    static const struct {
        const char *begin;
        size_t type; /* 1: a type stands behind it */
    } constants[] = { { "arith.constant ", 0 }, { "OpConstant ", 1 }, { "llvm.mlir.constant(", 0 } };
    static const char *const lanes[] = { "gpu.lane_id", "OpLoad %uint %gl_SubgroupInvocationID", "read.ptx.sreg.laneid",
                                         "read.ptx.sreg.tid.x" };
    static struct expr expr;
    char why[READ_WHY_MAX], line[PART_MAX];

    for (const char *at = r->text, *end; *at != '\0' && at < r->call; at = end + (*end == '\n')) {
        const char *name = at + strspn(at, " \t");
        size_t length = 1;
        bool known = false;

        end = at + strcspn(at, "\n");
        while (text_is_name(name[length]) || name[length] == '.' || (name[length] == '-' && name[1] == 'c'))
            length++;
        const char *value = name + length + strspn(name + length, " \t");
        if (*name != '%' || *value != '=')
            continue;
        value += 1 + strspn(value + 1, " \t");
        snprintf(line, sizeof line, "%.*s", (int)(end - value), value);
        for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
            if (strncmp(line, constants[i].begin, strlen(constants[i].begin)) == 0) {
                const char *number = line + strlen(constants[i].begin);

                number += constants[i].type ? strcspn(number, " ") : 0;
                known = evaluate(r, number, number + strcspn(number, ":;"), &expr, why);
            }
        for (size_t i = 0; i < sizeof lanes / sizeof *lanes && !known; i++)
            if (strstr(line, lanes[i]) != NULL)
                known = expr_read("laneid", &r->scope, &expr, why);
        struct name *into = known ? names_add(&r->out->names, name, length) : NULL;
        if (into != NULL) {
            set(into, &expr, r->scope.lanes);
            into->spelled[0] = '\0';
        }
    }
}

bool before_read(const char *text, const char *call, enum before_style style, const struct expr_scope *scope,
                 struct before *before, char why[READ_WHY_MAX])
{
    struct run r = { .text = text, .call = call, .style = style, .scope = *scope, .out = before, .why = why };

    before->names.count = 0;
    before->note[0] = '\0';
    r.scope.names = &before->names;
    r.scope.is_python = style == BEFORE_PYTHON;
    r.scope.is_julia = style == BEFORE_JULIA;
    if (style == BEFORE_SSA)
        run_ssa(&r);
    return style == BEFORE_SSA || (style >= BEFORE_PYTHON ? run_lines(&r) : run_c(&r));
}
