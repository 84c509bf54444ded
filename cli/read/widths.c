/* SPDX-License-Identifier: Apache-2.0 */
/* widths - see widths.h */
#include "widths.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPE_MAX = 160, NESTED_MAX = 4, GROUP_MAX = 32 /* bytes of a value that a group of threads takes */ };

struct width {
    unsigned bytes, align; /* bytes 0: it is not known */
    bool has_shuffle;      /* CUDA's headers have functions of this type */
    bool is_packed;        /* it has several parts */
    char type[NAME_TEXT_MAX];
};

/* ---- Types */

static const struct {
    const char *name;
    unsigned char bytes;
    bool has_shuffle;
} types[] = {
    { "float", 4, true },          { "double", 8, true },          { "half", 2, true },
    { "__half", 2, true },         { "half2", 4, true },           { "__half2", 4, true },
    { "nv_bfloat16", 2, true },    { "nv_bfloat162", 4, true },    { "__nv_bfloat16", 2, true },
    { "__nv_bfloat162", 4, true }, { "__hip_bfloat16", 2, true },  { "__hip_bfloat162", 4, true },
    { "cuComplex", 8, false },     { "cuFloatComplex", 8, false }, { "cuDoubleComplex", 16, false },
};

/* The elements of CUDA's vectors, such as float4. */
static const struct {
    const char *name;
    unsigned char bytes;
} elements[] = {
    { "char", 1 },  { "uchar", 1 }, { "short", 2 }, { "ushort", 2 },   { "int", 4 },       { "uint", 4 },
    { "float", 4 }, { "long", 8 },  { "ulong", 8 }, { "longlong", 8 }, { "ulonglong", 8 }, { "double", 8 }
};

static void type_width(const char *text, const struct names *names, const char *type, unsigned depth, struct width *w);

/* Behind words that change no width, and namespaces. */
static const char *plain(const char *type)
{
    static const char *const words[] = { "const",    "volatile", "static",       "constexpr", "struct",
                                         "typename", "register", "__restrict__", "inline" };
    enum { WORDS = sizeof words / sizeof *words };

    for (type = text_skip(type);;) {
        const size_t length = text_name(type);
        size_t i = 0;

        while (i < WORDS && !text_is(type, length, words[i]))
            i++;
        if (length > 0 && strncmp(type + length, "::", 2) == 0)
            type += length + 2;
        else if (i < WORDS)
            type = text_skip(type + length);
        else
            return type;
    }
}

/* The members of a struct between from and to: false, one of them is not known. */
static bool take_members(const char *text, const struct names *names, const char *from, const char *to, unsigned depth,
                         struct width *w)
{
    for (const char *at = text_skip(from), *end; at < to; at = text_skip(end + 1)) {
        struct expr_type plain_type;
        unsigned marks;
        struct width one;
        char type[TYPE_MAX];

        end = at + strcspn(at, ";{(:");
        if (*end == ':' || end >= to || text_pass_word(at, "virtual") || text_pass_word(at, "template"))
            return false;
        if (*end != ';') { /* a function */
            while (end < to && *end != ';' && *end != '{')
                end = *end == '(' && text_bracket(end) ? text_bracket(end) : end + 1;
            end = *end == '{' && text_bracket(end) ? text_bracket(end) - 1 : end;
            end += *text_skip(end + 1) == ';' ? text_skip(end + 1) - end : 0;
            continue;
        }
        if (text_pass_word(at, "static") || text_pass_word(at, "using") || text_pass_word(at, "typedef"))
            continue;
        const char *names_at = names_type(at, &plain_type, &marks);
        if (names_at == NULL) {
            names_at = plain(at) + text_name(plain(at));
            if (*names_at == '<')
                names_at += strcspn(names_at, ">;") + 1;
        }
        snprintf(type, sizeof type, "%.*s", (int)(names_at - at), at);
        type_width(text, names, type, depth + 1, &one);
        for (const char *c = names_at; c < end; c += strspn(c, ", ")) {
            const bool is_pointer = *(c = text_skip(c)) == '*';
            const unsigned bytes = is_pointer ? 8 : one.bytes, align = is_pointer ? 8 : one.align;
            unsigned long count = 1;

            c = text_skip(c + is_pointer);
            if (text_name(c) == 0 || bytes == 0)
                return false;
            c = text_skip(c + text_name(c));
            if (*c == '=')
                c += strcspn(c, ",;");
            for (char *close; *c == '['; c = text_skip(close + 1)) {
                count *= strtoul(c + 1, &close, 0);
                if (*close != ']' || count == 0 || count > 1000)
                    return false;
            }
            if (*c != ',' && *c != ';')
                return false;
            w->bytes = (w->bytes + align - 1) / align * align + (unsigned)count * bytes;
            w->align = align > w->align ? align : w->align;
        }
    }
    return w->bytes > 0;
}

/* A struct that the text declares by this name: false, there is none that is known. */
static bool take_struct(const char *text, const struct names *names, const char *name, size_t length, unsigned depth,
                        struct width *w)
{
    for (const char *at = text; (at = strstr(at, "struct")) != NULL; at += 6) {
        const char *open = at + strcspn(at, "{;()"), *behind = *open == '{' ? text_bracket(open) : NULL, *word = at + 6;
        unsigned align = 1;

        if (text_is_name(at[6]) || (at > text && text_is_name(at[-1])))
            continue;
        while ((word = text_skip(word), text_pass_word(word, "__align__") || text_pass_word(word, "alignas"))) {
            word = text_skip(word + text_name(word));
            align = *word == '(' ? (unsigned)strtoul(word + 1, NULL, 0) : 0;
            if (align == 0 || align > 128 || (word = text_bracket(word)) == NULL)
                return false;
            open = word + strcspn(word, "{;()");
            behind = *open == '{' ? text_bracket(open) : NULL;
        }
        if (behind == NULL || (text_name(word) > 0 && text_skip(word + text_name(word)) != open))
            continue;
        const char *own = text_name(word) > 0 ? word : text_skip(behind); /* typedef struct { .. } name; */
        if (text_name(own) != length || memcmp(own, name, length) != 0)
            continue;
        w->align = align;
        if (!take_members(text, names, open + 1, behind - 1, depth, w)) {
            w->bytes = 0;
            return false;
        }
        w->bytes = (w->bytes + w->align - 1) / w->align * w->align;
        return true;
    }
    return false;
}

static void type_width(const char *text, const struct names *names, const char *type, unsigned depth, struct width *w)
{
    struct expr_type whole;
    unsigned marks;
    char expanded[TYPE_MAX];

    *w = (struct width){ .bytes = 0 };
    if (depth > NESTED_MAX || !names_expand(names, type, type + strlen(type), expanded, sizeof expanded))
        return;
    type = plain(expanded);
    const size_t length = text_name(type);
    snprintf(w->type, sizeof w->type, "%.*s", (int)(text_trim(type, type + strlen(type)) - type), type);
    if (names_type(expanded, &whole, &marks) != NULL && whole.bits != 0) {
        w->bytes = w->align = whole.bits < 8 ? 1 : whole.bits / 8;
        w->has_shuffle = !(w->is_packed = type_is_vector(whole));
        return;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (text_is(type, length, types[i].name)) {
            w->bytes = w->align = types[i].bytes;
            w->has_shuffle = types[i].has_shuffle;
            w->is_packed = type[length - 1] == '2' || !w->has_shuffle;
            return;
        }
    w->is_packed = true;
    const unsigned count = length > 1 ? (unsigned)(type[length - 1] - '0') : 0;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (count >= 1 && count <= 4 && text_is(type, length - 1, elements[i].name)) {
            w->bytes = count * elements[i].bytes;
            w->align = count == 3 ? elements[i].bytes : w->bytes < 16 ? w->bytes : 16;
            return;
        }
    if (text_is(type, length, "complex") && type[length] == '<') {
        struct width part;
        char inner[TYPE_MAX];

        snprintf(inner, sizeof inner, "%.*s", (int)strcspn(type + length + 1, ">"), type + length + 1);
        type_width(text, names, inner, depth + 1, &part);
        w->bytes = w->align = 2 * part.bytes;
        return;
    }
    if (length > 0)
        take_struct(text, names, type, length, depth, w);
}

/* ---- Values */

/* The type of a value: false, it is declared nowhere, or it is an expression that is not followed. */
static bool value_width(const char *text, const struct names *names, const char *from, const char *to, struct width *w)
{
    char type[TYPE_MAX];
    unsigned indirect = 0;

    from = text_skip(from);
    to = text_trim(from, to);
    while (*from == '(' && text_bracket(from) == to) {
        from = text_skip(from + 1);
        to = text_trim(from, to - 1);
    }
    if (from >= to)
        return false;
    for (const char *at = to - 1; at > from; at--) { /* a sum has the wider of its types */
        if (strchr(")]", *at) != NULL) {
            unsigned depth = 0;

            for (; at > from; at--) {
                depth += strchr(")]", *at) != NULL;
                depth -= strchr("([", *at) != NULL;
                if (depth == 0)
                    break;
            }
        }
        const bool is_exponent = isdigit((unsigned char)*from) && (at[-1] == 'e' || at[-1] == 'E');

        if (at > from && strchr("+-*/", *at) != NULL && !is_exponent
            && (text_is_name(text_trim(from, at)[-1]) || strchr(")].", text_trim(from, at)[-1]))) {
            struct width left, right;

            if (!value_width(text, names, from, at, &left) || !value_width(text, names, at + 1, to, &right)
                || !left.has_shuffle || !right.has_shuffle || left.bytes == 0 || right.bytes == 0)
                return false;
            *w = right.bytes > left.bytes ? right : left;
            return true;
        }
    }
    if (*from == '(' && text_bracket(from) != NULL && text_bracket(from) < to) { /* a cast */
        snprintf(type, sizeof type, "%.*s", (int)(text_bracket(from) - from - 2), from + 1);
        type_width(text, names, type, 0, w);
        return w->bytes > 0;
    }
    if (isdigit((unsigned char)*from)) {
        const bool is_hex = from[1] == 'x' || from[1] == 'X';
        const bool is_double = !is_hex && strcspn(from, ".eE") < (size_t)(to - from) && to[-1] != 'f';
        const bool is_long = to[-1] == 'l' || to[-1] == 'L';

        type_width(text, names, is_double ? "double" : is_long ? "long long" : "int", 0, w);
        return true;
    }
    for (; *from == '*'; indirect++)
        from = text_skip(from + 1);
    const size_t length = text_name(from);
    const struct name *name = names_find(names, from, length);
    const char *behind = text_skip(from + length);
    for (; behind < to && *behind == '[' && text_bracket(behind) != NULL; indirect++)
        behind = text_skip(text_bracket(behind));
    if (length == 0 || behind < to || name == NULL || name->type_name[0] == '\0' || indirect > name->indirect)
        return false;
    if (indirect < name->indirect) {
        *w = (struct width){ .bytes = 8, .align = 8, .type = "pointer" };
        return true;
    }
    type_width(text, names, name->type_name, 0, w);
    return !text_is(w->type, strlen(w->type), "auto");
}

/* The type of the variable that the statement declares and the call initializes. */
static bool result_width(const char *text, const char *at, const struct names *names, struct width *w)
{
    const char *begin = at, *equals, *name;
    char type[TYPE_MAX];

    while (begin > text && strchr(";{}\n", begin[-1]) == NULL)
        begin--;
    begin = text_skip(begin);
    equals = text_trim(begin, at);
    if (equals == begin || equals[-1] != '=')
        return false;
    equals = text_trim(begin, equals - 1);
    name = text_name_begin(begin, equals);
    if (name == begin || name == equals || !isspace((unsigned char)name[-1]))
        return false;
    snprintf(type, sizeof type, "%.*s", (int)(name - begin), begin);
    type_width(text, names, type, 0, w);
    return w->bytes > 0;
}

/* ---- The remark */

static unsigned words_of(const struct width *w, bool is_cub)
{
    unsigned word = 4;

    while (is_cub && (w->bytes % word != 0 || w->align % word != 0))
        word /= 2;
    return (w->bytes + word - 1) / word;
}

void widths_note(const char *text, const char *at, const char *value, const struct call_row *row,
                 const struct names *names, const char *unit, char remark[CALL_NOTE_MAX])
{
    const bool is_cub = strncmp(row->name, "cub::Shuffle", 12) == 0, is_plain = strncmp(row->name, "__shfl", 6) == 0;
    const bool is_of_group = row->language == CALL_GROUPS;
    const char *base = value + strspn(value, "*( ");
    struct width w;

    remark[0] = '\0';
    if (row->op > CALL_SHFL_BFLY || (!is_cub && !is_plain && !is_of_group))
        return;
    const bool is_declared = value_width(text, names, value, value + strlen(value), &w);
    const unsigned words = is_declared && w.bytes > 0 ? words_of(&w, is_cub) : 0;
    if (is_declared && words == 0)
        snprintf(remark, CALL_NOTE_MAX, "how many %s a value of type %s takes is not known here: one for each 32 bits",
                 unit, w.type);
    else if (is_declared && (is_plain ? !w.has_shuffle : is_of_group && w.bytes > GROUP_MAX))
        snprintf(remark, CALL_NOTE_MAX, "no %s takes a value of type %s: its %u bits are %u %s of 32 bits each",
                 row->name, w.type, 8 * w.bytes, words, unit);
    else if (is_declared && (words > 1 || w.is_packed))
        snprintf(remark, CALL_NOTE_MAX, "a value of type %s has %u bits: %u %s of %u bits each", w.type, 8 * w.bytes,
                 words, unit, w.bytes / words < 3 && words > 1 ? 8 * w.bytes / words : 32);
    else if (!is_declared && names_find(names, base, text_name(base)) == NULL && result_width(text, at, names, &w)
             && w.bytes > 4 && (!is_plain || w.has_shuffle))
        snprintf(remark, CALL_NOTE_MAX, "if %.40s has the type of the result, %s, it takes %u %s of 32 bits each",
                 value, w.type, words_of(&w, is_cub), unit);
}
