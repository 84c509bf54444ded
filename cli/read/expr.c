/* SPDX-License-Identifier: Apache-2.0 */
/* expr - see expr.h */
#include "expr.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 16, NAME_MAX_LENGTH = 64 };

/* A value in every lane, with its type in C: 32 or 64 bits, signed or not. */
struct value {
    uint64_t word[SHFL_LANES_MAX];
    bool is_unsigned, is_wide, by_lane;
};

struct parse {
    const char *at;
    const struct expr_scope *scope;
    char *why;
    unsigned depth, lets;
};

static bool take_conditional(struct parse *p, struct value *v);

/* ---- Values */

static void fit(const struct parse *p, struct value *v)
{
    for (unsigned k = 0; k < p->scope->lanes && !v->is_wide; k++)
        v->word[k] = v->is_unsigned ? (uint32_t)v->word[k] : (uint64_t)(int64_t)(int32_t)(uint32_t)v->word[k];
}

static void constant(const struct parse *p, uint64_t word, struct value *v)
{
    *v = (struct value){ .is_unsigned = false };
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = word;
}

/* ---- Names */

static const char *const lane_names[] = {
    "lane",
    "element",
    "laneid",
    "lane_id",
    "laneId",
    "laneID",
    "LaneId",
    "LaneID",
    "LANE_ID",
    "lane_idx",
    "laneIdx",
    "laneIndex",
    "lane_index",
    "%laneid",
    "threadIdx.x",
    "hipThreadIdx_x",
    "tid",
    "__lane_id()",
    "__laneid()",
    "cuda.laneid",
    "cuda.threadIdx.x",
    "gl_SubgroupInvocationID",
    "get_sub_group_local_id()",
    "WaveGetLaneIndex()",
    "subgroup_invocation_id",
    "thread_index_in_simdgroup",
    "simd_lane_id",
    "get_local_id(0)",
    "item.get_local_id(0)",
};
/* Julia's */
static const char *const lane_names_from_one[] = { "laneid()", "CUDA.laneid()", "threadIdx().x" };
static const char *const size_names[] = {
    "warpSize",
    "warpsize",
    "warpsize()",
    "WARP_SIZE",
    "WARPSIZE",
    "kWarpSize",
    "WARP_SZ",
    "warp_size",
    "C10_WARP_SIZE",
    "hipWarpSize",
    "wavefront",
    "gl_SubgroupSize",
    "WAVE_SIZE",
    "get_sub_group_size()",
    "get_max_sub_group_size()",
    "WaveGetLaneCount()",
    "subgroup_size",
    "threads_per_simdgroup",
    "cuda.warpsize",
    "CUDA_WARP_SIZE",
};
static const char *const types[] = {
    "int",    "unsigned", "signed",   "long",     "short",    "char",    "uint",    "ushort",  "uchar",
    "size_t", "uint8_t",  "uint16_t", "uint32_t", "uint64_t", "int8_t",  "int16_t", "int32_t", "int64_t",
    "u32",    "i32",      "u64",      "i64",      "u16",      "i16",     "i8",      "i1",      "UInt32",
    "Int32",  "const",    "float",    "double",   "half",     "noundef", "bool",    "auto",    "constexpr",
};

static bool is_among(const char *const names[], size_t count, const char *at, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], at, length) == 0)
            return true;
    return false;
}
#define AMONG(names, at, length) is_among(names, sizeof(names) / sizeof *(names), at, length)

/* Behind a type of one or more words, with std:: before it or not; NULL if there is none. */
static const char *pass_type(const char *at)
{
    const char *behind = NULL;

    for (;;) {
        size_t length = 0;

        at = text_skip(at);
        if (strncmp(at, "std::", 5) == 0 || strncmp(at, "cuda::", 6) == 0)
            at = strchr(at, ':') + 2;
        while (text_is_name(at[length]))
            length++;
        if (length == 0 || !AMONG(types, at, length))
            return behind;
        behind = at += length;
    }
}

/* Behind a name with its dots, its :: and the brackets behind it. */
static const char *pass_name(const char *at)
{
    at += *at == '%' || *at == '@' || *at == '!';
    if (at[0] == 'c' && at[1] == '-' && at[-1] == '%' && isdigit((unsigned char)at[2])) /* %c-1_i32 of MLIR */
        at += 2;
    for (;;) {
        while (text_is_name(*at))
            at++;
        if ((*at == '.' && (text_is_name(at[1]))) || (*at == '-' && at[1] == '>'))
            at += *at == '.' ? 1 : 2;
        else if (at[0] == ':' && at[1] == ':')
            at += 2;
        else if ((*at == '(' || *at == '[') && text_bracket(at) != NULL)
            at = text_bracket(at);
        else
            return at;
    }
}

static bool ends_in(const char *name, const char *what)
{
    const size_t length = strlen(name), part = strlen(what);

    return length > part && strcmp(name + length - part, what) == 0;
}

/* A constant by the name that a disassembler gives it: %uint_3 and %int_n1 of SPIR-V, %c16_i32 of MLIR. */
static bool named_constant(const char *name, uint64_t *word)
{
    static const char *const before[] = { "%uint_", "%int_", "%u32_", "%i32_", "%c" };

    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        const size_t length = strlen(before[i]);
        const char *at = name + length;
        uint64_t sum = 0;

        if (strncmp(name, before[i], length) != 0)
            continue;
        const bool negative = *at == 'n' || *at == '-';
        at += negative;
        if (!isdigit((unsigned char)*at))
            continue;
        for (; isdigit((unsigned char)*at) && sum < UINT32_MAX; at++)
            sum = 10 * sum + (uint64_t)(*at - '0');
        if (*at != '\0' && strncmp(at, "_i32", 4) != 0 && strncmp(at, "_i64", 4) != 0)
            continue;
        *word = negative ? 0 - sum : sum;
        return true;
    }
    return false;
}

/* The expression of a name that --let gives; NULL if there is none. */
static const char *let_of(const struct expr_scope *scope, const char *name)
{
    const size_t length = strlen(name);

    for (unsigned i = scope->lets; i-- > 0;)
        if (strncmp(scope->let[i], name, length) == 0 && scope->let[i][length] == '=')
            return scope->let[i] + length + 1;
    return NULL;
}

static bool take_let(struct parse *p, const char *text, struct value *v)
{
    struct parse inner = *p;

    if (++inner.lets > 8)
        return text_refuse(p->why, text, "the names of --let stand for one another");
    inner.at = text;
    if (!take_conditional(&inner, v))
        return false;
    inner.at = text_skip(inner.at);
    return *inner.at == '\0' || text_refuse(p->why, inner.at, "expected the end of the value of --let");
}

static bool take_name(struct parse *p, struct value *v)
{
    char name[NAME_MAX_LENGTH];
    const char *end = pass_name(p->at);
    size_t length = 0;

    for (const char *at = p->at; at < end && length < sizeof name - 1; at++)
        if (*at != ' ' && *at != '\t')
            name[length++] = *at;
    name[length] = '\0';
    const char *start = p->at;
    p->at = end;
    const char *let = let_of(p->scope, name);
    if (let != NULL)
        return take_let(p, let, v);
    uint64_t word;
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
        constant(p, name[0] == 't', v);
    } else if (AMONG(lane_names, name, length) || AMONG(lane_names_from_one, name, length)
               || ends_in(name, ".thread_rank()") || ends_in(name, ".get_local_linear_id()")
               || ends_in(name, ".get_local_id()") || ends_in(name, ".get_local_id()[0]")) {
        const unsigned first = AMONG(lane_names_from_one, name, length);
        const unsigned width = ends_in(name, ".thread_rank()") && p->scope->width ? p->scope->width : UINT_MAX;

        *v = (struct value){ .by_lane = true, .is_unsigned = name[0] == 't' };
        for (unsigned k = 0; k < p->scope->lanes; k++)
            v->word[k] = (p->scope->first + k) % width + first;
    } else if (AMONG(size_names, name, length)) {
        constant(p, p->scope->lanes, v);
    } else if (ends_in(name, ".size()") || ends_in(name, ".num_threads()") || ends_in(name, ".get_local_range()[0]")
               || ends_in(name, ".get_max_local_range()[0]")) {
        constant(p, p->scope->width ? p->scope->width : p->scope->lanes, v);
    } else if (named_constant(name, &word)) {
        constant(p, word, v);
    } else {
        const char *quote = strcspn(name, "()[]<>$*&;|") < length ? "'" : "";

        return text_refuse(p->why, start, "the value of %s is not known: give it with --let %s%s=VALUE%s", name, quote,
                           name, quote);
    }
    return true;
}

/* ---- Numbers and lists */

static bool take_number(struct parse *p, struct value *v)
{
    const char *at = p->at;
    unsigned base = 10;
    uint64_t sum = 0;
    bool is_unsigned = false, is_wide = false;

    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        base = 16, at += 2;
    else if (at[0] == '0' && (at[1] == 'b' || at[1] == 'B'))
        base = 2, at += 2;
    else if (at[0] == '0' && isdigit((unsigned char)at[1]))
        base = 8;
    const char *digits = at;
    for (;; at++) {
        if (*at == '\'' && isxdigit((unsigned char)at[1]))
            continue;
        const unsigned char c = (unsigned char)*at;
        const unsigned d = isdigit(c)                ? (unsigned)(c - '0')
                         : isxdigit(c) && base == 16 ? (unsigned)(tolower(c) - 'a' + 10)
                                                     : 99;

        if (d >= base)
            break;
        if (sum > (UINT64_MAX - d) / base)
            return text_refuse(p->why, p->at, "expected a number of at most 64 bits");
        sum = sum * base + d;
    }
    if (at == digits || *at == '.' || *at == 'e')
        return text_refuse(p->why, p->at, "expected a whole number");
    if (strncmp(at, "u32", 3) == 0 || strncmp(at, "i32", 3) == 0 || strncmp(at, "u64", 3) == 0
        || strncmp(at, "i64", 3) == 0) {
        is_unsigned = *at == 'u';
        is_wide = at[1] == '6';
        at += 3;
    }
    for (; *at != '\0' && strchr("uUlLi", *at) != NULL; at++) {
        is_unsigned = is_unsigned || *at == 'u' || *at == 'U';
        is_wide = is_wide || *at == 'l' || *at == 'L';
    }
    if (text_is_name(*at))
        return text_refuse(p->why, p->at, "expected a number");
    constant(p, sum, v);
    v->is_wide = is_wide || sum > UINT32_MAX;
    v->is_unsigned = is_unsigned || (!v->is_wide && sum > INT32_MAX) || sum > INT64_MAX;
    p->at = at;
    return true;
}

static bool take_list(struct parse *p, struct value *v)
{
    struct value one;
    unsigned count = 0;

    *v = (struct value){ .by_lane = true, .is_wide = true };
    do {
        p->at = text_skip(p->at + 1);
        if (count == p->scope->lanes)
            return text_refuse(p->why, p->at, "expected at most %u numbers in [N,N,...]", p->scope->lanes);
        if (!take_conditional(p, &one))
            return false;
        v->word[count] = one.word[count];
        count++;
        p->at = text_skip(p->at);
    } while (*p->at == ',');
    if (*p->at != ']')
        return text_refuse(p->why, p->at, "expected , or ] in [N,N,...]");
    p->at++;
    one = *v;
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = one.word[(p->scope->first + k) % count];
    return true;
}

/* ---- Operators */

static bool take_primary(struct parse *p, struct value *v)
{
    const char *type;

    p->at = text_skip(p->at);
    if (*p->at == '[')
        return take_list(p, v);
    if (isdigit((unsigned char)*p->at))
        return take_number(p, v);
    if (strncmp(p->at, "static_cast<", 12) == 0 && strchr(p->at, '>') != NULL)
        p->at = strchr(p->at, '>') + 1;
    else if ((type = pass_type(p->at)) != NULL) { /* int(x), or i32 %x */
        p->at = text_skip(type);
        if (*p->at != '(')
            return take_primary(p, v);
    }
    if (*p->at == '(') {
        p->at++;
        if (!take_conditional(p, v))
            return false;
        p->at = text_skip(p->at);
        if (*p->at != ')')
            return text_refuse(p->why, p->at, "expected )");
        p->at++;
        return true;
    }
    if (!text_is_name(*p->at) && *p->at != '%' && *p->at != '@')
        return text_refuse(p->why, p->at, "expected a number, a name or an expression of them");
    return take_name(p, v);
}

static bool take_unary(struct parse *p, struct value *v)
{
    const char *type;
    bool ok;

    p->at = text_skip(p->at);
    if (*p->at == '\0' || ++p->depth > DEPTH_MAX)
        return text_refuse(p->why, p->at, *p->at ? "too many brackets" : "expected a number");
    const char c = *p->at;
    if (c == '(' && (type = pass_type(p->at + 1)) != NULL && *(type = text_skip(type)) == ')') { /* a cast */
        const bool to_unsigned = memchr(p->at, 'u', (size_t)(type - p->at)) != NULL;

        p->at = type + 1;
        ok = take_unary(p, v);
        v->is_unsigned = to_unsigned;
        if (ok)
            fit(p, v);
    } else if (c == '-' || c == '~' || c == '!' || c == '+') {
        p->at++;
        ok = take_unary(p, v);
        for (unsigned k = 0; ok && k < p->scope->lanes; k++)
            v->word[k] = c == '-' ? 0 - v->word[k] : c == '~' ? ~v->word[k] : c == '!' ? !v->word[k] : v->word[k];
        if (ok)
            fit(p, v);
    } else {
        ok = take_primary(p, v);
    }
    p->depth--;
    return ok;
}

static const struct {
    char text[3];
    unsigned char level;
} operators[] = { { "||", 1 }, { "&&", 2 }, { "==", 6 }, { "!=", 6 }, { "<=", 7 }, { ">=", 7 },
                  { "<<", 8 }, { ">>", 8 }, { "|", 3 },  { "^", 4 },  { "&", 5 },  { "<", 7 },
                  { ">", 7 },  { "+", 9 },  { "-", 9 },  { "*", 10 }, { "/", 10 }, { "%", 10 } };

/* One lane's; false: a division by zero. */
static bool apply(const char *op, bool is_unsigned, bool is_wide, uint64_t a, uint64_t b, uint64_t *word)
{
    const int64_t x = (int64_t)a, y = (int64_t)b;
    const unsigned bits = is_wide ? 63 : 31;

    switch (op[0] << 8 | op[1]) {
    case '|' << 8 | '|': *word = a || b; break;
    case '&' << 8 | '&': *word = a && b; break;
    case '=' << 8 | '=': *word = a == b; break;
    case '!' << 8 | '=': *word = a != b; break;
    case '<' << 8 | '=': *word = is_unsigned ? a <= b : x <= y; break;
    case '>' << 8 | '=': *word = is_unsigned ? a >= b : x >= y; break;
    case '<' << 8 | '<': *word = a << (b & bits); break;
    case '>' << 8 | '>': *word = is_unsigned || x >= 0 ? a >> (b & bits) : ~(~a >> (b & bits)); break;
    case '|' << 8: *word = a | b; break;
    case '^' << 8: *word = a ^ b; break;
    case '&' << 8: *word = a & b; break;
    case '<' << 8: *word = is_unsigned ? a < b : x < y; break;
    case '>' << 8: *word = is_unsigned ? a > b : x > y; break;
    case '+' << 8: *word = a + b; break;
    case '-' << 8: *word = a - b; break;
    case '*' << 8: *word = a * b; break;
    default:
        if (b == 0)
            return false;
        if (is_unsigned)
            *word = op[0] == '/' ? a / b : a % b;
        else if (y == -1)
            *word = op[0] == '/' ? 0 - a : 0;
        else
            *word = (uint64_t)(op[0] == '/' ? x / y : x % y);
    }
    return true;
}

static bool take_binary(struct parse *p, unsigned level, struct value *v)
{
    if (level > 10)
        return take_unary(p, v);
    if (!take_binary(p, level + 1, v))
        return false;
    for (;;) {
        struct value right;
        size_t i = 0;

        p->at = text_skip(p->at);
        while (i < sizeof operators / sizeof *operators
               && strncmp(p->at, operators[i].text, strlen(operators[i].text)) != 0)
            i++;
        if (i == sizeof operators / sizeof *operators || operators[i].level != level)
            return true;
        const char *op = operators[i].text, *start = p->at;
        const bool shift = level == 8;

        p->at += strlen(op);
        if (*p->at == '=' && level != 7)
            return text_refuse(p->why, start, "expected no assignment");
        if (++p->depth > DEPTH_MAX || !take_binary(p, level + 1, &right))
            return p->depth > DEPTH_MAX ? text_refuse(p->why, start, "too many brackets") : false;
        p->depth--;
        if (!shift) {
            const bool wide = v->is_wide || right.is_wide;

            v->is_unsigned = (v->is_unsigned && v->is_wide == wide) || (right.is_unsigned && right.is_wide == wide);
            v->is_wide = wide;
            right.is_wide = wide;
            right.is_unsigned = v->is_unsigned;
            fit(p, v);
            fit(p, &right);
        }
        for (unsigned k = 0; k < p->scope->lanes; k++)
            if (!apply(op, v->is_unsigned, v->is_wide, v->word[k], right.word[k], &v->word[k]))
                return text_refuse(p->why, start, "a division by zero in lane %u", k);
        if (level <= 2 || level == 6 || level == 7)
            v->is_unsigned = v->is_wide = false;
        v->by_lane = v->by_lane || right.by_lane;
        fit(p, v);
    }
}

static bool take_conditional(struct parse *p, struct value *v)
{
    struct value yes, no;

    if (!take_binary(p, 1, v))
        return false;
    if (*(p->at = text_skip(p->at)) != '?')
        return true;
    p->at++;
    if (++p->depth > DEPTH_MAX || !take_conditional(p, &yes))
        return p->depth > DEPTH_MAX ? text_refuse(p->why, p->at, "too many brackets") : false;
    if (*(p->at = text_skip(p->at)) != ':')
        return text_refuse(p->why, p->at, "expected : behind ?");
    p->at++;
    if (!take_conditional(p, &no))
        return false;
    p->depth--;
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = v->word[k] ? yes.word[k] : no.word[k];
    v->is_unsigned = yes.is_unsigned || no.is_unsigned;
    v->is_wide = yes.is_wide || no.is_wide;
    v->by_lane = v->by_lane || yes.by_lane || no.by_lane;
    return true;
}

/* ---- The whole of it */

bool expr_read(const char *text, const struct expr_scope *scope, struct expr *expr, char why[READ_WHY_MAX])
{
    struct parse p = { .at = text, .scope = scope, .why = why };
    struct value v;

    if (!take_conditional(&p, &v))
        return false;
    p.at = text_skip(p.at);
    if (*p.at != '\0')
        return text_refuse(why, p.at, "expected an operator or the end of the expression");
    memcpy(expr->word, v.word, sizeof expr->word);
    expr->by_lane = v.by_lane;
    expr->is_unsigned = v.is_unsigned;
    expr->is_wide = v.is_wide;
    return true;
}

bool expr_let(const char *let, const struct expr_scope *scope, char why[READ_WHY_MAX])
{
    static struct expr expr;
    const char *equals = strchr(let, '=');

    if (equals == NULL || equals == let || isdigit((unsigned char)let[0]))
        return text_refuse(why, let, "expected NAME=VALUE, such as i=4");
    return expr_read(equals + 1, scope, &expr, why);
}
