/* SPDX-License-Identifier: Apache-2.0 */
/* before - see calls.h */
#include "calls.h"

#include <stdio.h>
#include <string.h>

enum { PART_MAX = 400 };

struct run {
    const char *text, *call, *from; /* from here on it is not read */
    struct expr_scope scope;
    struct before *out;
    char *why;
};

/* ---- What is said */

/* The statement that begins here is none of these forms. Returns false. */
static bool is_program(const struct run *r, const char *at)
{
    const size_t length = strcspn(at, *at == '#' ? "\n" : "\n;");
    const bool is_c = r->scope.style == BEFORE_C && text_pass_word(at, "fn") == NULL
                   && text_pass_word(at, "let") == NULL && *at != '@';

    return text_why(r->why, "line %u: '%.*s%s': %s", text_line_of(r->text, at), (int)(length < 60 ? length : 60), at,
                    length > 60 ? ".." : "",
                    is_c ? READ_PROGRAM
                         : "is not read in front of a call: give the call alone, what its names hold with --let, and "
                           "who executes it with --active MASK");
}

/* Of the loop this is the first trip. */
static void note_trip(struct run *r, const char *name, size_t length)
{
    const struct name *of = names_find(&r->out->names, name, length);
    char trip[80] = "";

    if (of != NULL && text_given(r->scope.let, r->scope.lets, of->text) != NULL)
        return;
    if (of != NULL && !of->value.by_lane)
        snprintf(trip, sizeof trip, ", %s=%d", of->text, (int)of->value.word[0]);
    text_remark(r->out->note, sizeof r->out->note, "of the loop this is the first time%s; another is given with --let",
                trip);
}

/* The statement of the call begins at `at`; inside of a loop, or not. Returns true. */
static bool arrive(const struct run *r, const char *at, bool is_inside)
{
    if (r->scope.resume != NULL && !is_inside)
        *r->scope.resume = (struct before_resume){ r->text, at, r->scope.lanes, r->scope.style, *r->out };
    return true;
}

/* ---- A name and its value */

static bool evaluate(struct run *r, const char *from, const char *to, struct expr *expr)
{
    char text[PART_MAX], why[READ_WHY_MAX];

    snprintf(text, sizeof text, "%.*s", (int)(to - from), from);
    if (r->scope.style == BEFORE_PYTHON)
        expr_python(text);
    return to - from < PART_MAX && expr_read(text, &r->scope, expr, why);
}

static bool has_call(const struct run *r, const char *from, const char *to)
{
    for (const char *at = from; at < to; at++)
        if (call_at(r->text, at, NULL) != NULL)
            return true;
    return false;
}

/* A new name with a value, of this type, if it has bits, or its own. False: there is no room. */
static bool add(struct run *r, const char *at, size_t length, struct expr_type type, const struct expr *value)
{
    struct name *name = names_add(&r->out->names, at, length);

    if (name == NULL)
        return false;
    name->value = *value;
    name->value.type = type.bits ? type : value->has_type ? value->type : (struct expr_type){ 32, false };
    for (unsigned k = 0; k < r->scope.lanes; k++)
        name->value.word[k] = name_fit(value->word[k], name->value.type);
    return true;
}

/* Is a name stepped in it, or assigned to in brackets? Does a branch decide who goes on? */
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

/* Behind the type in front of a name, and behind words that may stand for it; NULL: there is none that is known. */
static const char *pass_type(const struct run *r, const char *at, struct expr_type *type)
{
    const char *behind = r->scope.style >= BEFORE_PYTHON ? at : NULL;

    *type = (struct expr_type){ .bits = 0 };
    if (r->scope.style == BEFORE_C && text_pass_word(at, "let") == NULL) { /* WGSL has names of GLSL's */
        bool is_auto = false;

        behind = names_type(at, type, &is_auto);
        return behind != NULL && (type->bits != 0 || is_auto) ? text_skip(behind) : NULL;
    }
    while (text_among(at, text_name(at), "let var const mut alias comptime"))
        at = behind = text_skip(at + text_name(at));
    return behind;
}

static bool add_unknown(struct run *r, const char *at, bool is_call, struct expr_type type)
{
    struct names *names = &r->out->names;
    const struct name *found = names_find(names, at, text_name(at));
    struct name *name = found != NULL ? &names->name[found - names->name] : names_add(names, at, text_name(at));

    if (name != NULL) {
        name->kind = NAME_UNKNOWN;
        name->is_call = is_call;
        name->value.type = found != NULL ? found->value.type : type;
    }
    return name != NULL;
}

/* NAME = VALUE, with a type in front of it or behind a colon. False: it is a program. */
static bool declare(struct run *r, const char *at, const char *end, struct expr_type type)
{
    static struct expr expr;
    const size_t length = text_name(at);
    const char *equals = text_skip(at + length);
    char let[NAME_TEXT_MAX];
    bool known;

    if (*equals == ':') {
        names_type(text_skip(equals + 1), &type, NULL);
        equals += strcspn(equals, "=");
    }
    if (length > 0 && type.bits != 0 && (equals == end || (*equals == '[' && text_bracket(equals) == end)))
        return add_unknown(r, at, false, type); /* without a value */
    if (length == 0 || equals >= end || equals[0] != '=' || equals[1] == '=' || has_call(r, equals, end)
        || names_find(&r->out->names, at, length) != NULL)
        return false;
    snprintf(let, sizeof let, "%.*s", (int)length, at);
    known = strchr("[{", *text_skip(equals + 1)) == NULL && evaluate(r, equals + 1, end, &expr);
    known = known || (text_given(r->scope.let, r->scope.lets, let) != NULL && evaluate(r, at, at + length, &expr));
    return known && add(r, at, length, type, &expr);
}

/* A call alone; or NAME = VALUE or NAME OP= VALUE whose value is not known: that of a call, or in a language that clang does not
 * know, any. It changes NAME, and what it has the address of. */
static bool lose(struct run *r, const char *at, const char *end)
{
    struct expr_type type;
    const bool is_c = r->scope.style == BEFORE_C;
    const struct call_row *row;
    bool lends = false; /* it writes to names in it */
    const char *behind = is_c ? names_type(at, &type, NULL) : pass_type(r, at, &type), *equals;
    const char *name = behind != NULL ? text_skip(behind) : at;

    behind = text_skip(name + text_name(name));
    equals = behind + strspn(behind, "+-*/|^<>%&");
    const bool is_set = text_name(name) > 0
                     && ((*equals == '=' && equals[1] != '=' && equals - behind <= 2) || *behind == ':');
    if (has_effect(at, end, false) || (is_c && !has_call(r, at, end)))
        return false;
    for (const char *c = at; c < end; c++) {
        const char *before = text_trim(at, c), *word = before;

        while (word > at && (text_is_name(word[-1]) || strchr(".:", word[-1]) != NULL))
            word--;
        if (*c == '(' && is_c && text_name_begin(at, before) < before && !has_call(r, word, before))
            return false;
        lends = lends || (*c == '&' && before > at && strchr("(,=", before[-1]) != NULL)
             || (call_at(r->text, c, &row) != NULL && call_has_output(row));
    }
    for (const char *c = at; c < end && lends; c += text_name(c) ? text_name(c) : 1)
        if (names_find(&r->out->names, c, text_name(c)) != NULL && text_name(c) > 0)
            add_unknown(r, c, is_c, type);
    return !is_set || add_unknown(r, name, is_c, type);
}

/* TYPE NAME = VALUE, NAME = VALUE; or a group of threads. */
static bool declaration(struct run *r, const char *at, const char *end)
{
    const char *equals = memchr(at, '=', (size_t)(end - at)), *name;
    struct expr_type type;
    char text[PART_MAX];
    struct name group, *into;

    snprintf(text, sizeof text, "%.*s", equals ? (int)(end - equals - 1) : 0, equals ? equals + 1 : "");
    if (before_group(text, &r->scope, &group)) {
        name = text_name_begin(at, text_trim(at, equals));
        if ((into = names_add(&r->out->names, name, text_name(name))) == NULL)
            return false;
        memcpy(group.text, into->text, sizeof group.text);
        *into = group;
        return true;
    }
    const unsigned count = r->out->names.count;
    for (name = pass_type(r, at, &type); name != NULL && name < end; name = text_skip(text_to(name, end, ",") + 1))
        if (!declare(r, name, text_trim(name, text_to(name, end, ",")), type)) {
            r->out->names.count = count;
            return lose(r, at, end);
        }
    return name != NULL || lose(r, at, end);
}

bool before_group(const char *text, const struct expr_scope *scope, struct name *group)
{
    const char *open = strstr(text, "tiled_partition<"), *sub_group = strstr(text, "get_sub_group");
    static struct expr expr;
    char part[PART_MAX], why[READ_WHY_MAX];

    *group = (struct name){ .kind = NAME_TILE };
    if (open != NULL) {
        open += strlen("tiled_partition<");
        snprintf(part, sizeof part, "%.*s", (int)strcspn(open, ",>;"), open);
        if (!expr_read(part, scope, &expr, why) || expr.by_lane || expr.word[0] > scope->lanes
            || !is_power(expr.word[0]))
            return false;
    }
    for (unsigned k = 0; k < scope->lanes; k++)
        group->value.word[k] = open != NULL ? expr.word[0] : scope->lanes;
    if (open != NULL || (sub_group != NULL && !text_is_name(sub_group[13])) || strstr(text, "this_sub_group"))
        return strstr(text, "ed_partition(") == NULL;
    group->kind = NAME_BLOCK;
    return strstr(text, "this_thread_block") != NULL;
}

/* ---- The statement that the call is in */

/* Does one of these words, or signs, stand between these? */
static bool has_word(const char *from, const char *to, const char *words)
{
    for (size_t length; from < to; from += length ? length : 1) {
        length = text_name(from);
        if (length ? text_among(from, length, words) : text_begins(from, words) > 0)
            return true;
    }
    return false;
}

/* The end of a statement of C, outside of brackets; NULL: there is none, or it is no plain one. */
static const char *statement_end(const struct run *r, const char *from)
{
    static const char words[] = "if else while do switch case default goto for break try template namespace continue";
    const char *label = text_skip(from + text_name(from)), *behind;

    if (text_among(from, text_name(from), words) || (text_name(from) > 0 && label[0] == ':' && label[1] != ':'))
        return NULL;
    for (const char *at = from; *at != '\0'; at = behind) {
        if (*at == ';')
            return at;
        behind = *at == '/' && (at[1] == '/' || at[1] == '*') ? text_skip(at) : text_pass(at);
        if (behind == NULL || strchr(")]}", *at) != NULL || (*at == '{' && at < r->call))
            return NULL;
    }
    return r->call + strlen(r->call);
}

/* ---- C's, and what is written like it */

/* The head of a for around the call: its first trip. */
static bool take_for(struct run *r, const char *open, const char *close)
{
    static struct expr expr;
    const char *head = text_skip(open + 1), *one = head + strcspn(head, ";"), *two = *one ? strchr(one + 1, ';') : NULL;
    struct expr_type type;

    if (two == NULL || two >= close)
        return false;
    const char *name = pass_type(r, head, &type);
    if (name == NULL ? !declare(r, name = head, text_trim(head, one), type)
                     : !declaration(r, head, text_trim(head, one)))
        return false;
    if (text_skip(one + 1) < two && !evaluate(r, one + 1, two, &expr))
        return false;
    for (unsigned k = 0; k < r->scope.lanes && text_skip(one + 1) < two; k++)
        if (expr.word[k] == 0 && !(r->scope.absent >> k & 1))
            return false;
    note_trip(r, name, text_name(name));
    return true;
}

/* #define NAME VALUE, of one word or in brackets, which is then a value wherever it stands. */
static bool directive(struct run *r, const char *at, const char *end)
{
    const char *word = text_skip(at + 1), *define = text_pass_word(word, "define"), *body;

    if (text_among(word, text_name(word), "include pragma error line version extension"))
        return true;
    if (define == NULL || r->call < end)
        return false;
    define += strspn(define, " \t");
    body = define + text_name(define);
    if (*body == '(')
        return false;
    if (text_skip(body) >= end)
        return true;
    body += strspn(body, " \t");
    const char *behind = body + strspn(body, "-~");
    behind = *behind == '(' ? text_bracket(behind) : behind + text_name(behind);
    static struct expr expr;
    return behind != NULL && text_skip(behind) >= end && behind <= end && evaluate(r, body, behind, &expr)
        && add(r, define, text_name(define), (struct expr_type){ .bits = 0 }, &expr);
}

static bool run_c(struct run *r)
{
    const char *at = text_skip(r->from);
    bool is_inside = false;

    for (const char *end; at < r->call; at = text_skip(at)) {
        if (*at == ';') {
            at++;
        } else if (*at == '#') {
            end = text_line_end(at);
            if (!directive(r, at, end))
                return is_program(r, at);
            at = end;
        } else if (text_pass_word(at, "for") != NULL) { /* the call is in its body */
            const char *open = text_skip(at + 3), *close = *open == '(' ? text_bracket(open) : NULL;
            const char *body = close ? text_skip(close) : NULL;

            if (body == NULL || r->call < body || !take_for(r, open, close - 1))
                return is_program(r, at);
            end = *body == '{' ? text_bracket(body) : text_pass_word(body, "for") ? NULL : statement_end(r, body);
            if (end != NULL ? end <= r->call : *body != '{' && text_pass_word(body, "for") == NULL)
                return is_program(r, at);
            at = body + (*body == '{');
            is_inside = true;
        } else {
            end = statement_end(r, at);
            /* SHFL.UP P0, R1, R2 or .target sm_90, or a call of LLVM's IR */
            const size_t length = text_name_with(at, ".");
            const bool is_instruction = strncmp(at, "llvm.", 5) == 0
                                     || (at[text_name(at)] == '.' && (at[length] == ' ' || at[length] == '\t')
                                         && strchr("(=", *text_skip(at + length)) == NULL);
            const bool own = end != NULL && end > r->call;
            if (own && !has_effect(at, end, false) && !has_effect(at, r->call, true)
                && text_within(at, r->call) != TEXT_STRING)
                return arrive(r, at, is_inside);
            if (end == NULL || own
                || (text_pass_word(at, "using") == NULL && text_pass_word(at, "typedef") == NULL && !is_instruction
                    && !declaration(r, at, text_trim(at, end))))
                return is_program(r, at);
            at = end;
        }
    }
    return arrive(r, at, is_inside);
}

/* ---- Lines: Python's and Julia's */

/* for NAME in (16, 8), or in range(5): the first trip, if there is one. Returns the end of the head, or NULL. */
static const char *take_for_in(struct run *r, const char *name, const char *end)
{
    const char *in = text_pass_word(name + text_name(name), "in"), *range = in ? text_pass_word(in, "range") : NULL;
    const char *first = text_skip(range ? range
                                  : in  ? in
                                        : end),
               *close = strchr("([", *first) ? text_bracket(first) : NULL;
    static struct expr expr;

    if (close == NULL || r->call < close || *text_skip(first + 1) == ')' || (r->scope.style != BEFORE_PYTHON && range))
        return NULL;
    const char *stop = text_to(first + 1, close - 1, ",");
    if (!evaluate(r, first + 1, stop, &expr) || expr.by_lane || (range && (stop < close - 1 || (int)expr.word[0] < 1)))
        return NULL;
    for (unsigned k = 0; range && k < r->scope.lanes; k++)
        expr.word[k] = 0;
    if (!add(r, name, text_name(name), (struct expr_type){ .bits = 0 }, &expr))
        return NULL;
    note_trip(r, name, text_name(name));
    return r->scope.style != BEFORE_PYTHON ? end : *text_skip(close) == ':' ? text_skip(close) : NULL;
}

static bool run_lines(struct run *r)
{
    static const char control[] = "if elif else while for def class with try end function fn begin continue break";
    const char *end, *head;
    long indent = -1; /* of Python's for: what is in it has more */

    for (const char *at = r->from; *at != '\0'; at = end + (*end != '\0')) {
        const char *from = at + strspn(at, " \t"), *name = text_pass_word(from, "for");
        const size_t word = text_name(from);

        end = text_to(from, NULL, "\n;#"); /* of its line, or of its brackets */
        end += *end == '#' ? strcspn(end, "\n") : 0;
        if (*from == '\n' || *from == '\0' || *from == '#' || *from == ';')
            continue;
        if ((at == r->text || at[-1] == '\n') && from - at <= indent)
            return is_program(r, from);
        if (name != NULL && (head = take_for_in(r, text_skip(name), end)) != NULL) {
            indent = r->scope.style == BEFORE_PYTHON ? from - at : -1;
            end = head;
            continue;
        }
        if (text_among(from, word, control)
            || (r->call < end
                && (has_word(from, r->call, "if and or lambda while ? && || ->") || has_word(r->call, end, "if for"))))
            return is_program(r, from);
        if (r->call < end)
            return arrive(r, at, indent >= 0);
        const bool is_passed = text_among(from, word, "import from using")
                            || (*from == '@' && from[1 + text_name(from + 1)] == '.'); /* of LLVM's IR */
        if (from < end && !is_passed && !declaration(r, from, text_trim(from, end)))
            return is_program(r, from);
    }
    return true;
}

/* ---- Compilers' IR: constants, and the lane */

static void run_ssa(struct run *r)
{
    static const char *const lanes[] = { "gpu.lane_id", "OpLoad %uint %gl_SubgroupInvocationID", "read.ptx.sreg.laneid",
                                         "read.ptx.sreg.tid.x" };
    static const char own[] = "%laneid";
    static struct expr expr;
    char line[PART_MAX];
    const char *at = r->from;

    for (const char *end; *at != '\0' && at < r->call; at = end + (*end == '\n')) {
        const char *name = at + strspn(at, " \t");
        const size_t length = 1 + text_name_with(name + 1, name[1] == 'c' ? ".-" : "."); /* %c-1_i32 */

        end = at + strcspn(at, "\n");
        const char *value = name + length + strspn(name + length, " \t");
        if (*name != '%' || *value != '=')
            continue;
        value += 1 + strspn(value + 1, " \t");
        snprintf(line, sizeof line, "%.*s", (int)(end - value), value);
        const size_t constant = text_begins(line, "arith.constant OpConstant llvm.mlir.constant(");
        const char *number = line + constant + strspn(line + constant, " ");
        const bool is_constant = constant > 0 && (line[constant] == ' ' || line[constant - 1] == '(');
        number += line[0] == 'O' ? strcspn(number, " ") : 0; /* behind a type */
        bool known = is_constant && evaluate(r, number, number + strcspn(number, ":;"), &expr);
        for (size_t i = 0; i < sizeof lanes / sizeof *lanes && !known; i++)
            known = strstr(line, lanes[i]) != NULL && evaluate(r, own, own + strlen(own), &expr);
        if (known)
            add(r, name, length, (struct expr_type){ .bits = 0 }, &expr);
    }
    arrive(r, at, false);
}

bool before_read(const char *text, const char *call, const struct expr_scope *scope, struct before *before,
                 char why[READ_WHY_MAX])
{
    struct run r = { .text = text, .call = call, .from = text, .scope = *scope, .out = before, .why = why };
    const struct before_resume *resume = scope->resume;

    before->names.count = 0;
    before->note[0] = '\0';
    if (resume != NULL && resume->text == text && resume->at <= call && resume->lanes == scope->lanes
        && resume->style == scope->style) {
        *before = resume->before;
        r.from = resume->at;
    }
    r.scope.names = &before->names;
    if (scope->style == BEFORE_SSA)
        run_ssa(&r);
    return scope->style == BEFORE_SSA || (scope->style >= BEFORE_PYTHON ? run_lines(&r) : run_c(&r));
}
