/* SPDX-License-Identifier: Apache-2.0 */
/* expr_names - see expr.h: what the names of an expression stand for */
#include "calls.h"
#include "expr_parse.h"
#include "lib/number.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct name *names_find(const struct names *names, const char *text, size_t length)
{
    for (unsigned i = names->count; i-- > 0;)
        if (text_is(text, length, names->name[i].text))
            return &names->name[i];
    return NULL;
}

struct name *names_add(struct names *names, const char *text, size_t length)
{
    if (names->count == NAMES_MAX || length >= NAME_TEXT_MAX)
        return NULL;
    struct name *name = &names->name[names->count++];
    *name = (struct name){ .kind = NAME_VALUE };
    memcpy(name->text, text, length);
    return name;
}

/* ---- Types */

uint64_t name_fit(uint64_t word, struct expr_type type)
{
    const unsigned rest = 64u - type.bits;

    if (type.bits == 1)
        return word != 0;
    if (type.bits == 0 || type.bits >= 64)
        return word;
    if (type.is_unsigned || !(word >> (type.bits - 1) & 1))
        return word << rest >> rest;
    return word | UINT64_MAX << type.bits;
}

enum word_kind { WHOLE, SIGN, LONG, QUALIFIER, CONST, OTHER, KINDS };

static const struct {
    const char *word;
    enum word_kind kind;
    unsigned char bits;
    bool is_unsigned;
} words[] = {
    { "int", WHOLE, 32, false },      { "short", WHOLE, 16, false },     { "char", WHOLE, 8, false },
    { "bool", WHOLE, 1, true },       { "Bool", WHOLE, 1, true },        { "i1", WHOLE, 1, true },
    { "uint", WHOLE, 32, true },      { "ushort", WHOLE, 16, true },     { "uchar", WHOLE, 8, true },
    { "ulong", WHOLE, 64, true },     { "size_t", WHOLE, 64, true },     { "ptrdiff_t", WHOLE, 64, false },
    { "uintptr_t", WHOLE, 64, true }, { "lanemask_t", WHOLE, 64, true }, { "unsigned", SIGN, 32, true },
    { "signed", SIGN, 32, false },    { "long", LONG, 64, false },       { "const", CONST, 0, false },
    { "constexpr", CONST, 0, false },
};
static const char qualifiers[] =
    "static inline volatile register noundef highp mediump lowp uniform constinit private __private thread";
static const char others[] = "auto float double half void"; /* they hold no whole number */

/* The bits of int16_t, uint8, u32 or Int64; 0: it is no such type. */
static unsigned char sized(const char *at, size_t length, bool *is_unsigned)
{
    const size_t name = text_begins(at, "uint UInt u int Int i");
    char *end;

    if (name == 0 || !isdigit((unsigned char)at[name]))
        return 0;
    const unsigned long bits = strtoul(at + name, &end, 10);
    end += name > 1 && strncmp(end, "_t", 2) == 0 ? 2 : 0;
    *is_unsigned = tolower((unsigned char)at[0]) == 'u';
    return end == at + length && bits >= 8 && bits <= 64 && is_power(bits) ? (unsigned char)bits : 0;
}

/* What a word of a type is; KINDS: it is none. */
static enum word_kind kind_of(const char *at, size_t length, struct expr_type *type)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(at, length, words[i].word)) {
            *type = (struct expr_type){ words[i].bits, words[i].is_unsigned };
            return words[i].kind;
        }
    type->bits = sized(at, length, &type->is_unsigned);
    if (type->bits != 0)
        return WHOLE;
    return text_among(at, length, qualifiers) ? QUALIFIER : text_among(at, length, others) ? OTHER : KINDS;
}

const char *names_pass_space(const char *at)
{
    static const char spaces[] = ":: std:: cuda::std:: cuda:: sycl:: metal::";

    return at + text_begins(at, spaces);
}

const char *names_type(const char *at, struct expr_type *type, bool *is_auto)
{
    const char *behind = NULL;
    unsigned seen = 0; /* 1 << kind */
    bool is_unsigned = false, has_auto = false;

    *type = (struct expr_type){ .bits = 0 };
    for (;;) {
        const char *from = names_pass_space(at = text_skip(at));
        struct expr_type own = { .bits = 0 };

        const size_t length = text_name(from);
        const enum word_kind kind = kind_of(from, length, &own);
        if (kind == KINDS)
            break;
        const bool is_int = own.bits == 32 && kind == WHOLE, is_double = text_is(from, length, "double");
        /* behind a type, such a word is the name of a variable: "int half" */
        if (((seen & (1 << WHOLE | 1 << OTHER)) && kind != SIGN && kind != LONG && kind != CONST
             && !(is_int && type->bits == 16))
            || ((seen & (1 << SIGN | 1 << LONG)) && (kind == OTHER || kind == QUALIFIER) && !is_double))
            break;
        if (kind == WHOLE && !(seen & 1 << WHOLE)) {
            type->bits = own.bits;
            is_unsigned = seen & 1 << SIGN ? is_unsigned : own.is_unsigned;
        } else if (kind == SIGN) {
            is_unsigned = own.is_unsigned;
        }
        has_auto = has_auto || text_is(from, length, "auto");
        seen |= 1u << kind;
        behind = at = from + length;
    }
    if ((seen & ~(1u << QUALIFIER)) == 0)
        return NULL;
    if (is_auto != NULL)
        *is_auto = has_auto || seen == 1 << CONST || seen == (1 << CONST | 1 << QUALIFIER);
    type->bits = seen & 1 << OTHER ? 0
               : seen & 1 << LONG  ? 64
               : seen & 1 << WHOLE ? type->bits
               : seen & 1 << SIGN  ? 32
                                   : 0;
    type->is_unsigned = is_unsigned;
    return behind;
}

/* ---- Names */

/* In front of x, y or z: the threads of a block, and the number of a thread in it; Julia's begin with 1. */
static const char block_sizes[] = "blockDim. hipBlockDim_ cuda.blockDim. blockDim().";
static const char thread_numbers[] = "threadIdx. hipThreadIdx_ cuda.threadIdx. threadIdx().";

/* Which of x, y and z a name has behind one of these: 0 to 2; -1: it is none. */
static int axis_of(const char *name, const char *before)
{
    const size_t length = text_begins(name, before);
    const bool is_axis = length > 0 && name[length] >= 'x' && name[length] <= 'z' && name[length + 1] == '\0';

    return is_axis ? name[length] - 'x' : -1;
}

/* The size of the block, or the number of a thread in it, in one direction; threads are numbered by x first. */
static bool take_of_block(const struct parse *p, const char *name, struct expr *v)
{
    const struct expr_scope *scope = p->scope;
    const unsigned x = scope->extent[0], y = scope->extent[1], block[3] = { x ? x : scope->block, y, scope->extent[2] };
    const unsigned stride[3] = { 1, x, x * y };
    const int size = axis_of(name, block_sizes), thread = axis_of(name, thread_numbers);

    if (scope->block == 0 || (size != 0 && x == 0) || (size < 0 && thread < 0))
        return false;
    if (size >= 0) {
        expr_constant(p, block[size], type_unsigned, v);
        return true;
    }
    *v = (struct expr){ .by_lane = true, .type = { 32, strstr(name, "cuda.") == NULL && strchr(name, '(') == NULL } };
    for (unsigned k = 0; k < scope->lanes; k++)
        v->word[k] = (scope->first + k) / stride[thread] % block[thread] + (strchr(name, '(') != NULL);
    return true;
}

/* Names of the lane's number, and of the number of lanes, between blanks. */
static const struct special {
    const char *names;
    struct expr_type type;
    enum { OF_LANE, OF_LANE_FROM_ONE, OF_SIZE } what;
    bool is_spelled; /* no language has it: it is taken so by its spelling, in capitals or with underscores, too */
} specials[] = {
    { "%laneid threadIdx.x hipThreadIdx_x __lane_id() __laneid()", { 32, true }, OF_LANE, false },
    { "gl_SubgroupInvocationID get_sub_group_local_id() WaveGetLaneIndex()", { 32, true }, OF_LANE, false },
    { "get_local_id(0) item.get_local_id(0) lane_id()", { 64, true }, OF_LANE, false }, /* the last is Mojo's */
    { "cuda.laneid cuda.threadIdx.x", { 32, false }, OF_LANE, false },
    { "laneid() CUDA.laneid()", { 32, true }, OF_LANE_FROM_ONE, false }, /* Julia's */
    { "threadIdx().x", { 32, false }, OF_LANE_FROM_ONE, false },
    { "warpSize warpsize() cuda.warpsize", { 32, false }, OF_SIZE, false },
    { "gl_SubgroupSize get_sub_group_size() get_max_sub_group_size()", { 32, true }, OF_SIZE, false },
    { "WaveGetLaneCount()", { 32, true }, OF_SIZE, false },
    { "lane laneid laneidx element tid", { 32, false }, OF_LANE, true },
    { "warpsize", { 32, false }, OF_SIZE, true },
};

static const struct special *special(const char *name)
{
    char plain[2 * NAME_TEXT_MAX];
    size_t length = 0;

    for (const char *c = name; *c != '\0'; c++)
        if (*c != '_')
            plain[length++] = (char)tolower((unsigned char)*c);
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (specials[i].is_spelled ? text_among(plain, length, specials[i].names)
                                   : text_among(name, strlen(name), specials[i].names))
            return &specials[i];
    return NULL;
}

/* Behind a name with its dots, its :: and the brackets behind it. */
static const char *pass_name(const char *at)
{
    const bool is_ssa = *at == '%';

    at += is_ssa || *at == '@' || *at == '!';
    if (is_ssa && at[0] == 'c' && at[1] == '-' && isdigit((unsigned char)at[2])) /* %c-1_i32 of MLIR */
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

/* Does a name end with one of these, between blanks, such as " .size()"? */
static bool has_method(const char *name, const char *methods)
{
    for (const char *dot = name; (dot = strchr(dot, '.')) != NULL; dot++)
        if (dot > name && text_among(dot, strlen(dot), methods))
            return true;
    return false;
}

static const char ranks[] = ".thread_rank() .get_local_id() .get_local_linear_id() .get_local_id()[0]";
static const char sizes[] = ".size() .num_threads() .get_local_range()[0]";

/* A constant by the name that a disassembler gives it: %uint_3 and %int_n1 of SPIR-V, %c16_i32 of MLIR. */
static bool named_constant(const char *name, uint64_t *word)
{
    const size_t length = text_begins(name, "%uint_ %int_ %u32_ %i32_ %c");
    const bool negative = name[length] == 'n' || name[length] == '-';
    uint64_t sum = 0;
    const char *at = length > 0 ? number_scan(name + length + negative, &sum) : NULL;

    *word = negative ? 0 - sum : sum;
    return at != NULL && (*at == '\0' || strncmp(at, "_i32", 4) == 0 || strncmp(at, "_i64", 4) == 0);
}

/* Its value is not known, or is that of a call: the rest is read for its type alone. */
static void unknown(struct parse *p, const char *start, const char *name, bool is_call, struct expr_type type,
                    struct expr *v)
{
    const char *quote = strpbrk(name, "()[]<>$*&;|") != NULL ? "'" : "";

    if (!p->is_unknown && is_call)
        text_refuse(p->why, start, "a call's value: " READ_PROGRAM);
    else if (!p->is_unknown && text_begins(name, "uvec4( vec4"))
        text_refuse(p->why, start, "a vector: " READ_PROGRAM);
    else if (!p->is_unknown)
        text_refuse(p->why, start, "the value of %s is not known: give it with --let %s%s=VALUE%s", name, quote, name,
                    quote);
    p->is_unknown = true;
    p->has_type = p->has_type && type.bits != 0;
    expr_constant(p, 0, type.bits ? type : type_int, v);
    v->by_lane = true;
}

/* The lanes at, below or above the own one, as GLSL names their masks: gl_SubgroupLtMask. */
static bool take_lane_mask(struct parse *p, const char *name, struct expr *v)
{
    static const char *const which[] = { "Eq", "Ge", "Gt", "Le", "Lt" };
    const bool is_arb = strncmp(name, "gl_SubGroup", 11) == 0;
    size_t i = 0;

    if (!is_arb && strncmp(name, "gl_Subgroup", 11) != 0)
        return false;
    while (i < 5 && strncmp(name + 11, which[i], 2) != 0)
        i++;
    if (i == 5 || strcmp(name + 13, is_arb ? "MaskARB" : "Mask") != 0)
        return false;
    *v = (struct expr){ .type = { 64, true }, .by_lane = true };
    for (unsigned k = 0; k < p->scope->lanes; k++) {
        const uint64_t own = UINT64_C(1) << k, below = own - 1, all = shfl_all_lanes(p->scope->lanes);

        v->word[k] = (i == 0 ? own : i == 1 ? ~below : i == 2 ? ~(below | own) : i == 3 ? below | own : below) & all;
    }
    return true;
}

static bool take_let(struct parse *p, const char *text, struct expr *v)
{
    struct expr_scope plain = *p->scope;
    struct parse inner = *p;

    plain.names = NULL;
    inner.scope = &plain;
    if (++inner.lets > 8)
        return expr_refuse(p, text, "the names of --let stand for one another");
    inner.at = text;
    if (!expr_take(&inner, v))
        return false;
    p->is_unknown = inner.is_unknown;
    inner.at = text_skip(inner.at);
    return *inner.at == '\0' || expr_refuse(p, inner.at, "expected the end of the value of --let");
}

/* A method of a tile, or of the block. */
static bool of_group(const struct parse *p, const struct name *group, const char *name, struct expr *v)
{
    const bool is_rank = has_method(name, ranks), is_size = has_method(name, sizes);
    const bool is_meta = has_method(name, ".meta_group_rank()"), is_metas = has_method(name, ".meta_group_size()");
    const bool is_tile = group->kind == NAME_TILE;
    const unsigned all = p->scope->block ? p->scope->block : p->scope->lanes;
    const unsigned width = is_tile ? (unsigned)group->value.word[0] : is_rank ? UINT_MAX : p->scope->block;

    *v = (struct expr){ .type = type_unsigned, .by_lane = is_rank || is_meta };
    for (unsigned k = 0; k < p->scope->lanes && width; k++) {
        const unsigned thread = p->scope->first + k;

        v->word[k] = is_rank ? thread % width : is_size ? width : is_meta ? thread / width : all / width;
    }
    return is_rank || (is_size && width) || (is_tile && (is_meta || is_metas));
}

bool expr_take_name(struct parse *p, struct expr *v)
{
    char name[2 * NAME_TEXT_MAX];
    const char *end = pass_name(p->at);
    size_t length = 0;

    for (const char *at = p->at; at < end && length < sizeof name - 1; at++)
        if (*at != ' ' && *at != '\t')
            name[length++] = *at;
    name[length] = '\0';
    const char *start = p->at;
    const size_t base = strcspn(name, ".-[(:");
    const struct names *names = p->scope->names;
    const struct name *declared = names ? names_find(names, name, length) : NULL;
    const struct name *of = names && base < length ? names_find(names, name, base) : NULL;
    const char *let = text_given(p->scope->let, p->scope->lets, name);
    p->at = end;
    if (let != NULL) {
        if (!take_let(p, let, v))
            return false;
        if (declared != NULL && declared->value.type.bits)
            expr_convert(p, v, declared->value.type);
        return true;
    }
    const struct name *known = declared != NULL ? declared : of;
    if (known != NULL && known->kind == NAME_VALUE) {
        *v = known->value;
        if (p->spelled[0] == '\0')
            memcpy(p->spelled, v->spelled, sizeof p->spelled);
        return true;
    }
    if (declared != NULL) {
        unknown(p, start, declared->text, declared->is_call, declared->value.type, v);
        return true;
    }
    if (take_lane_mask(p, name, v))
        return true;
    if (of != NULL && of_group(p, of, name, v))
        return true;
    uint64_t word;
    const struct special *of_lane = of != NULL ? NULL : special(name);
    const bool is_rank = of == NULL && has_method(name, ranks);
    const unsigned lanes = p->scope->lanes, width = p->scope->width;
    /* of the block, the number of a thread, and what may be one by its spelling; others count in the warp */
    const bool is_of_warp = p->scope->block && of_lane != NULL && !of_lane->is_spelled && strstr(name, "hread") == NULL
                         && strstr(name, "get_local_id") == NULL;
    const unsigned first = is_of_warp ? 0 : p->scope->first;
    if (of == NULL && take_of_block(p, name, v)) {
        return true;
    } else if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
        expr_constant(p, name[0] == 't', (struct expr_type){ 1, true }, v);
    } else if (of_lane != NULL && of_lane->what == OF_SIZE) {
        expr_constant(p, lanes, of_lane->type, v);
    } else if (of_lane != NULL || is_rank) {
        const bool in_tile = width && has_method(name, ".thread_rank()");

        *v = (struct expr){ .by_lane = true, .type = of_lane ? of_lane->type : type_unsigned };
        for (unsigned k = 0; k < lanes; k++)
            v->word[k] = (first + k) % (in_tile ? width : UINT_MAX) + (of_lane && of_lane->what == OF_LANE_FROM_ONE);
    } else if (of == NULL && (has_method(name, sizes) || has_method(name, ".get_max_local_range()[0]"))) {
        expr_constant(p, width ? width : lanes, type_unsigned, v);
    } else if (of == NULL && strcmp(name, "__activemask()") == 0) {
        expr_constant(p, shfl_all_lanes(lanes) & ~p->scope->absent, type_unsigned, v);
    } else if (named_constant(name, &word)) {
        expr_constant(p, word, word > INT32_MAX && word <= UINT32_MAX ? type_unsigned : type_int, v);
    } else {
        bool is_call = false;

        for (const char *c = start; c < end && !is_call; c++)
            is_call = call_at(p->text, c, NULL) != NULL;
        unknown(p, start, name, is_call, (struct expr_type){ .bits = 0 }, v);
        return true;
    }
    if (of_lane != NULL && of_lane->is_spelled) {
        p->has_type = false;
        if (p->spelled[0] == '\0')
            snprintf(p->spelled, sizeof p->spelled, "%.47s", name);
    }
    return true;
}
