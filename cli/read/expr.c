/* SPDX-License-Identifier: Apache-2.0 */
/* expr - see expr.h */
#include "expr_parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 20, FUNCTION_ARGUMENTS = 3, DIGITS_MAX = 200 };

static bool take_unary(struct parse *p, struct expr *v);

/* ---- Values */

/* The first reason counts. */
bool expr_refuse(struct parse *p, const char *at, const char *what)
{
    return p->is_unknown ? false : text_refuse(p->why, at, "%s", what);
}

/* Past a sign that has to come next, and the blanks in front of it. */
static bool take_sign(struct parse *p, char sign, const char *what)
{
    p->at = text_skip(p->at);
    return *p->at == sign ? (p->at++, true) : expr_refuse(p, p->at, what);
}

void expr_convert(const struct parse *p, struct expr *v, struct expr_type type)
{
    if (type.bits != 0)
        v->type = type;
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = name_fit(v->word[k], v->type);
}

/* Types below int become int. */
static void promote(struct expr *v)
{
    if (v->type.bits < 32)
        v->type = type_int;
}

/* Both get one type, by C's usual arithmetic conversions. */
static void to_common(const struct parse *p, struct expr *a, struct expr *b)
{
    promote(a);
    promote(b);
    const struct expr_type wide = a->type.bits > b->type.bits ? a->type : b->type;
    const struct expr_type type = { wide.bits, a->type.bits == b->type.bits ? a->type.is_unsigned || b->type.is_unsigned
                                                                            : wide.is_unsigned };
    expr_convert(p, a, type);
    expr_convert(p, b, type);
}

void expr_constant(const struct parse *p, uint64_t word, struct expr_type type, struct expr *v)
{
    *v = (struct expr){ .type = p->scope->is_wide ? (struct expr_type){ 64, type.is_unsigned && type.bits == 64 }
                                                  : type };
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = word;
}

/* ---- Numbers and lists */

static bool take_number(struct parse *p, struct expr *v)
{
    const bool is_binary = p->at[0] == '0' && (p->at[1] == 'b' || p->at[1] == 'B');
    const char *at = p->at + (is_binary ? 2 : 0);
    char digits[DIGITS_MAX], *end;
    size_t used = 0;

    for (; text_is_name(*at) || (*at == '\'' && isxdigit((unsigned char)at[1])); at++)
        if (*at != '\'' && used < sizeof digits - 1)
            digits[used++] = *at;
    digits[used] = '\0';
    errno = 0;
    const uint64_t sum = strtoull(digits, &end, is_binary ? 2 : 0);
    const bool is_decimal = !is_binary && (digits[0] != '0' || end == digits + 1);
    if (errno != 0 || used == sizeof digits - 1)
        return expr_refuse(p, p->at, "expected a number of at most 64 bits");
    if (end == digits || (*end == '\0' && *at == '.') || (is_decimal && *end != '\0' && strchr("efxX", *end) != NULL))
        return expr_refuse(p, p->at, "expected a whole number");
    if (end[strspn(end, "uUlLi")] != '\0')
        return expr_refuse(p, p->at, "expected a number");
    const bool may_be_signed = strpbrk(end, "uU") == NULL;
    const bool is_wide = strpbrk(end, "lL") != NULL || sum > UINT32_MAX
                      || (is_decimal && may_be_signed && sum > INT32_MAX);
    const bool is_unsigned = !may_be_signed || (!is_wide && sum > INT32_MAX) || sum > INT64_MAX;
    expr_constant(p, sum, (struct expr_type){ is_wide ? 64 : 32, is_unsigned }, v);
    p->at = at;
    return true;
}

static bool take_list(struct parse *p, struct expr *v)
{
    struct expr one;
    unsigned count = 0;

    *v = (struct expr){ .by_lane = true, .type = { 64, false } };
    do {
        p->at = text_skip(p->at + 1);
        if (count == p->scope->lanes)
            return text_refuse(p->why, p->at, "expected at most %u numbers in [N,N,...]", p->scope->lanes);
        if (!expr_take(p, &one))
            return false;
        v->word[count] = one.word[count];
        count++;
        p->at = text_skip(p->at);
    } while (*p->at == ',');
    if (!take_sign(p, ']', "expected , or ] in [N,N,...]"))
        return false;
    one = *v;
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = one.word[(p->scope->first + k) % count];
    return true;
}

/* ---- Functions */

enum function { MIN, MAX, CLAMP, ABS, FFS, CLZ, CTZ, LSB, POPC, BREV, XOR_OF, MBCNT_LO, MBCNT_HI };

static const struct {
    const char *names; /* between blanks */
    enum function what;
    unsigned char count, bits; /* of the argument; 0: its own */
} functions[] = {
    { "min", MIN, 2, 0 },
    { "max", MAX, 2, 0 },
    { "umin", MIN, 2, 32 },
    { "umax", MAX, 2, 32 },
    { "clamp", CLAMP, 3, 0 },
    { "abs", ABS, 1, 0 },
    { "xor", XOR_OF, 2, 0 },
    { "__ffs __builtin_ffs", FFS, 1, 32 },
    { "__ffsll", FFS, 1, 64 },
    { "__clz __builtin_clz", CLZ, 1, 32 },
    { "__clzll", CLZ, 1, 64 },
    { "clz", CLZ, 1, 0 },
    { "__builtin_ctz", CTZ, 1, 32 },
    { "ctz", CTZ, 1, 0 },
    { "findLSB", LSB, 1, 32 },
    { "__popc __builtin_popcount bitCount countbits", POPC, 1, 32 },
    { "__popcll", POPC, 1, 64 },
    { "popcount countOneBits", POPC, 1, 0 },
    { "__brev reversebits bitfieldReverse", BREV, 1, 32 },
    { "__brevll", BREV, 1, 64 },
    { "reverseBits", BREV, 1, 0 },
    { "__builtin_amdgcn_mbcnt_lo", MBCNT_LO, 2, 32 },
    { "__builtin_amdgcn_mbcnt_hi", MBCNT_HI, 2, 32 },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* In a lane. Of AMD's v_mbcnt, a number more by the bits of a half of the mask that are below the lane. */
static uint64_t apply_function(enum function what, struct expr_type type, unsigned lane, const uint64_t word[])
{
    const unsigned bits = type.bits, first = what == MBCNT_HI ? 32 : 0;
    const unsigned below = lane < first ? 0 : lane - first < 32 ? lane - first : 32;
    const uint64_t all = UINT64_MAX >> (64 - bits), a = word[0] & all;
    const bool less = type.is_unsigned ? word[0] < word[1] : (int64_t)word[0] < (int64_t)word[1];
    uint64_t sum = 0;

    switch (what) {
    case MIN: return word[!less];
    case MAX: return word[less];
    case CLAMP: return apply_function(MIN, type, lane, (const uint64_t[]){ word[less], word[2] });
    case XOR_OF: return word[0] ^ word[1];
    case ABS: return (int64_t)word[0] < 0 ? 0 - word[0] : word[0];
    case FFS: return a ? (unsigned)__builtin_ctzll(a) + 1 : 0;
    case CTZ: return a ? (unsigned)__builtin_ctzll(a) : bits;
    case LSB: return a ? (unsigned)__builtin_ctzll(a) : UINT64_MAX;
    case POPC: return (unsigned)__builtin_popcountll(a);
    case CLZ: return a ? (unsigned)__builtin_clzll(a) + bits - 64 : bits;
    case BREV:
        for (unsigned i = 0; i < bits; i++)
            sum |= (a >> i & 1) << (bits - 1 - i);
        return sum;
    default: return (unsigned)__builtin_popcountll(word[0] & ((UINT64_C(1) << below) - 1)) + word[1];
    }
}

/* A call of one of them: *found says whether it is. */
static bool take_function(struct parse *p, struct expr *v, bool *found)
{
    static const struct expr_type none = { .bits = 0 };
    struct expr argument[FUNCTION_ARGUMENTS];
    const char *name = names_pass_space(p->at), *at, *type_end;
    struct expr_type type = none;
    size_t length = 0, i = 0;

    *found = false;
    length = text_name(name);
    while (i < FUNCTIONS && !text_among(name, length, functions[i].names))
        i++;
    at = text_skip(name + length);
    if (i == FUNCTIONS || (p->scope->names != NULL && names_find(p->scope->names, name, length) != NULL))
        return true;
    if (*at == '<' && (type_end = names_type(at + 1, &type, NULL)) != NULL && type.bits != 0
        && *(type_end = text_skip(type_end)) == '>')
        at = text_skip(type_end + 1);
    if (*at != '(')
        return true;
    *found = true;
    if (++p->depth > DEPTH_MAX)
        return expr_refuse(p, name, "too many brackets");
    const enum function what = functions[i].what;
    const unsigned count = functions[i].count;
    for (unsigned a = 0; a < count; a++) {
        p->at = at + 1;
        if (!expr_take(p, &argument[a]))
            return false;
        at = p->at = text_skip(p->at);
        if (*at != (a + 1 < count ? ',' : ')'))
            return expr_refuse(p, at,
                               "expected the arguments of a function that is known, such as min(a, b) or __ffs(m)");
        if (type.bits)
            expr_convert(p, &argument[a], type);
        if (functions[i].bits)
            expr_convert(p, &argument[a], (struct expr_type){ functions[i].bits, what != FFS });
    }
    p->at = at + 1;
    p->depth--;
    *v = argument[0];
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned a = 1; a < count; a++)
            to_common(p, v, &argument[a]);
    if (what == ABS)
        promote(v);
    if (what == ABS && v->type.is_unsigned)
        return expr_refuse(p, name, "expected a signed value in abs()");
    const struct expr_type t = v->type;
    for (unsigned a = 1; a < count; a++)
        v->by_lane = v->by_lane || argument[a].by_lane;
    for (unsigned k = 0; k < p->scope->lanes; k++) {
        const uint64_t word[FUNCTION_ARGUMENTS] = { v->word[k], count > 1 ? argument[1].word[k] : 0,
                                                    count > 2 ? argument[2].word[k] : 0 };

        if (word[0] == 0 && strncmp(name, "__builtin_c", 11) == 0)
            return expr_refuse(p, name, "of 0 it is undefined");
        v->word[k] = apply_function(what, t, p->scope->first + k, word);
    }
    v->by_lane = v->by_lane || what >= MBCNT_LO;
    if (what >= FFS && what <= POPC)
        v->type = functions[i].bits || t.bits < 32 ? type_int : t;
    expr_convert(p, v, v->type);
    return true;
}

/* ---- Operators */

/* An operand as a type, (int)x, int(x), int{x} or i32 %x; start is where the type begins. */
static bool take_as(struct parse *p, const char *start, struct expr_type type, struct expr *v)
{
    const bool has_type = p->has_type, is_list = *(p->at = text_skip(p->at)) == '{';

    p->at += is_list;
    if (!(is_list ? expr_take(p, v) && take_sign(p, '}', "expected }") : take_unary(p, v)))
        return false;
    if (type.bits == 0)
        return expr_refuse(p, start, "expected a type of whole numbers");
    p->has_type = has_type;
    expr_convert(p, v, type);
    return true;
}

static bool take_primary(struct parse *p, struct expr *v)
{
    struct expr_type type;
    const char *end;
    bool found;

    p->at = text_skip(p->at);
    if (*p->at == '[')
        return take_list(p, v);
    if (isdigit((unsigned char)*p->at))
        return take_number(p, v);
    if (*p->at == '(') {
        p->at++;
        return expr_take(p, v) && take_sign(p, ')', "expected )");
    }
    if (strncmp(p->at, "static_cast<", 12) == 0) {
        end = names_type(p->at + 12, &type, NULL);
        if (end == NULL || type.bits == 0 || *(end = text_skip(end)) != '>')
            return expr_refuse(p, p->at, "expected a cast to a type of whole numbers");
        const char *start = p->at;
        p->at = end + 1;
        return take_as(p, start, type, v);
    }
    if (strncmp(p->at, "sizeof", 6) == 0 && *(end = text_skip(p->at + 6)) == '(') {
        const char *behind = names_type(end + 1, &type, NULL);

        if (behind == NULL || type.bits == 0 || *(behind = text_skip(behind)) != ')')
            return expr_refuse(p, p->at, "expected the size of a type of whole numbers");
        p->at = behind + 1;
        expr_constant(p, type.bits == 1 ? 1 : type.bits / 8, (struct expr_type){ 64, true }, v);
        return true;
    }
    end = names_type(p->at, &type, NULL);
    if (end != NULL && (p->scope->names == NULL || names_find(p->scope->names, p->at, (size_t)(end - p->at)) == NULL)) {
        const char *start = p->at;

        p->at = end;
        return take_as(p, start, type, v);
    }
    if (!text_is_name(*p->at) && *p->at != '%' && *p->at != '@' && *p->at != ':')
        return expr_refuse(p, p->at, "expected a number, a name or an expression of them");
    return take_function(p, v, &found) && (found || expr_take_name(p, v));
}

static bool take_unary(struct parse *p, struct expr *v)
{
    struct expr_type type;
    const char *end;
    bool ok;

    p->at = text_skip(p->at);
    if (*p->at == '\0' || ++p->depth > DEPTH_MAX)
        return expr_refuse(p, p->at, *p->at ? "too many brackets" : "expected a number");
    const char c = *p->at;
    if (c == '(' && (end = names_type(p->at + 1, &type, NULL)) != NULL && *(end = text_skip(end)) == ')') {
        const char *start = p->at;

        p->at = end + 1;
        ok = take_as(p, start, type, v);
    } else if (c == '-' || c == '~' || c == '!' || c == '+') {
        p->at++;
        ok = take_unary(p, v);
        if (ok && c != '!')
            promote(v);
        for (unsigned k = 0; ok && k < p->scope->lanes; k++)
            v->word[k] = c == '-' ? 0 - v->word[k] : c == '~' ? ~v->word[k] : c == '!' ? !v->word[k] : v->word[k];
        if (ok && c == '!')
            v->type = (struct expr_type){ 1, true };
        if (ok)
            expr_convert(p, v, v->type);
    } else {
        ok = take_primary(p, v);
    }
    p->depth--;
    return ok;
}

static const struct {
    char text[4];
    unsigned char level;
} operators[] = { { "||", 1 }, { "&&", 2 }, { "==", 6 }, { "!=", 6 }, { "<=", 7 }, { ">=", 7 },
                  { "<<", 8 }, { ">>", 8 }, { "|", 3 },  { "^", 4 },  { "&", 5 },  { "<", 7 },
                  { ">", 7 },  { "+", 9 },  { "-", 9 },  { "*", 10 }, { "/", 10 }, { "%", 10 } };

/* One lane's; false: it is not defined. */
static bool apply(const char *op, struct expr_type type, bool floors, uint64_t a, uint64_t b, uint64_t *word)
{
    const int64_t x = (int64_t)a, y = (int64_t)b;
    const bool is_unsigned = type.is_unsigned;

    switch (op[0] << 8 | op[1]) {
    case '|' << 8 | '|': *word = a || b; break;
    case '&' << 8 | '&': *word = a && b; break;
    case '=' << 8 | '=': *word = a == b; break;
    case '!' << 8 | '=': *word = a != b; break;
    case '<' << 8 | '=': *word = is_unsigned ? a <= b : x <= y; break;
    case '>' << 8 | '=': *word = is_unsigned ? a >= b : x >= y; break;
    case '<' << 8 | '<': *word = b < type.bits ? a << b : 0; return b < type.bits;
    case '>' << 8 | '>': *word = b >= type.bits ? 0 : is_unsigned || x >= 0 ? a >> b : ~(~a >> b); return b < type.bits;
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
        else if (floors && x % y != 0 && (x % y < 0) != (y < 0))
            *word = (uint64_t)(op[0] == '/' ? x / y - 1 : x % y + y);
        else
            *word = (uint64_t)(op[0] == '/' ? x / y : x % y);
    }
    return true;
}

/* The value of an operator with both operands, in *v. */
static bool combine(struct parse *p, const char *op, const char *start, struct expr *v, struct expr *right)
{
    const bool shift = strcmp(op, "<<") == 0 || strcmp(op, ">>") == 0;
    const bool logical = strcmp(op, "&&") == 0 || strcmp(op, "||") == 0;
    const bool compares = strchr("=!<>", op[0]) != NULL && !shift;

    if (shift)
        promote(v);
    else if (!logical)
        to_common(p, v, right);
    for (unsigned k = 0; k < p->scope->lanes; k++)
        if (!apply(op, v->type, p->scope->style == BEFORE_PYTHON, v->word[k], right->word[k], &v->word[k])) {
            if (p->is_unknown)
                break;
            return shift ? text_refuse(p->why, start, "a shift by %d in lane %u, of a value of %u bits",
                                       (int)right->word[k], k, v->type.bits)
                         : text_refuse(p->why, start, "a division by zero in lane %u", k);
        }
    if (logical || compares)
        v->type = (struct expr_type){ 1, true };
    v->by_lane = v->by_lane || right->by_lane;
    expr_convert(p, v, v->type);
    return true;
}

static bool take_binary(struct parse *p, unsigned level, struct expr *v)
{
    if (level > 10)
        return take_unary(p, v);
    if (!take_binary(p, level + 1, v))
        return false;
    for (;;) {
        struct expr right;
        size_t i = 0;

        p->at = text_skip(p->at);
        while (i < sizeof operators / sizeof *operators
               && strncmp(p->at, operators[i].text, strlen(operators[i].text)) != 0)
            i++;
        if (i == sizeof operators / sizeof *operators || operators[i].level != level)
            return true;
        const char *op = operators[i].text, *start = p->at;

        p->at += strlen(op);
        if (*p->at == '=' && level != 7)
            return expr_refuse(p, start, "expected no assignment");
        if (p->scope->style == BEFORE_JULIA && *op == '^')
            return expr_refuse(p, start, "expected xor(a, b): ^ is a power");
        if (++p->depth > DEPTH_MAX || !take_binary(p, level + 1, &right))
            return p->depth > DEPTH_MAX ? expr_refuse(p, start, "too many brackets") : false;
        p->depth--;
        if (!combine(p, op, start, v, &right))
            return false;
    }
}

bool expr_take(struct parse *p, struct expr *v)
{
    struct expr yes, no;

    if (!take_binary(p, 1, v))
        return false;
    if (*(p->at = text_skip(p->at)) != '?')
        return true;
    p->at++;
    if (++p->depth > DEPTH_MAX)
        return expr_refuse(p, p->at, "too many brackets");
    if (!expr_take(p, &yes) || !take_sign(p, ':', "expected : behind ?") || !expr_take(p, &no))
        return false;
    p->depth--;
    if (yes.type.bits != no.type.bits || yes.type.is_unsigned != no.type.is_unsigned)
        to_common(p, &yes, &no);
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = v->word[k] ? yes.word[k] : no.word[k];
    v->type = yes.type;
    v->by_lane = v->by_lane || yes.by_lane || no.by_lane;
    return true;
}

/* ---- The whole of it */

void expr_python(char text[])
{
    for (char *slash = strstr(text, "//"); slash != NULL; slash = strstr(slash, "//"))
        slash[1] = ' ';
}

bool expr_read(const char *text, const struct expr_scope *scope, struct expr *expr, char why[READ_WHY_MAX])
{
    struct parse p = { .text = text, .at = text, .scope = scope, .why = why, .has_type = true };

    memset(expr, 0, sizeof *expr);
    const bool ok = expr_take(&p, expr);
    memcpy(expr->spelled, p.spelled, sizeof expr->spelled);
    if (ok && *(p.at = text_skip(p.at)) != '\0')
        return *p.at == '=' || p.at[1] == '=' || (strchr("+-", *p.at) && p.at[1] == *p.at)
                 ? expr_refuse(&p, text, "an assignment: " READ_PROGRAM)
                 : expr_refuse(&p, p.at, "expected an operator or the end of the expression");
    expr->has_type = ok && p.has_type;
    return ok && !p.is_unknown;
}
