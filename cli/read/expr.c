/* SPDX-License-Identifier: Apache-2.0 */
/* expr - see expr.h */
#include "expr.h"
#include "calls.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 20, FUNCTION_ARGUMENTS = 3 };

/* A value in every lane, with its type in C. */
struct value {
    uint64_t word[SHFL_LANES_MAX];
    struct expr_type type;
    bool by_lane;
};

struct parse {
    const char *text, *at;
    const struct expr_scope *scope;
    char *why;
    unsigned depth, lets;
    uint64_t idle; /* the lanes that do not come to it: they have no value */
    bool is_unknown; /* a name in it is: the rest is read for its types */
    bool has_type;
    struct expr *expr;
};

static bool take_conditional(struct parse *p, struct value *v);
static bool take_unary(struct parse *p, struct value *v);

static const struct expr_type type_int = { 32, false }, type_unsigned = { 32, true };

/* ---- Values */

/* The first reason counts. */
static bool refuse(struct parse *p, const char *at, const char *what)
{
    return p->is_unknown ? false : text_refuse(p->why, at, "%s", what);
}

static bool is_idle(const struct parse *p, unsigned lane) { return p->idle >> lane & 1; }

static void convert(const struct parse *p, struct value *v, struct expr_type type)
{
    if (type.bits != 0)
        v->type = type;
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = name_fit(v->word[k], v->type);
}

/* Types below int become int. */
static void promote(struct value *v)
{
    if (v->type.bits < 32)
        v->type = type_int;
}

/* The type of both operands, by C's usual arithmetic conversions. */
static struct expr_type common(struct expr_type a, struct expr_type b)
{
    const struct expr_type wide = a.bits > b.bits ? a : b;

    return a.bits == b.bits ? (struct expr_type){ a.bits, a.is_unsigned || b.is_unsigned } : wide;
}

/* No operator is known for a vector but those of masks. */
static bool is_scalar(struct parse *p, const struct value *v, const char *at)
{
    return !type_is_vector(v->type) || refuse(p, at, "expected a word of this vector, such as .x");
}

static void to_common(const struct parse *p, struct value *a, struct value *b)
{
    promote(a);
    promote(b);
    const struct expr_type type = common(a->type, b->type);
    convert(p, a, type);
    convert(p, b, type);
}

static void constant(const struct parse *p, uint64_t word, struct expr_type type, struct value *v)
{
    *v = (struct value){ .type = p->scope->is_wide ? (struct expr_type){ 64, type.is_unsigned && type.bits == 64 }
                                                   : type };
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = word;
}

/* ---- Names */

/* In front of x, y or z: the threads of a block, and the number of a thread in it; Julia's begin with 1. */
static const char *const block_sizes[] = { "blockDim.", "hipBlockDim_", "cuda.blockDim.", "blockDim().", NULL };
static const char *const thread_numbers[] = { "threadIdx.", "hipThreadIdx_", "cuda.threadIdx.", "threadIdx().", NULL };

/* Which of x, y and z a name has behind one of these: 0 to 2; -1: it is none. */
static int axis_of(const char *name, const char *const before[])
{
    for (size_t i = 0; before[i] != NULL; i++) {
        const size_t length = strlen(before[i]);

        if (strncmp(name, before[i], length) == 0 && name[length] >= 'x' && name[length] <= 'z'
            && name[length + 1] == '\0')
            return name[length] - 'x';
    }
    return -1;
}

/* The size of the block, or the number of a thread in it, in one direction; threads are numbered by x first. */
static bool take_of_block(const struct parse *p, const char *name, struct value *v)
{
    const struct expr_scope *scope = p->scope;
    const unsigned x = scope->extent[0], y = scope->extent[1], block[3] = { x ? x : scope->block, y, scope->extent[2] };
    const unsigned stride[3] = { 1, x, x * y };
    const int size = axis_of(name, block_sizes), thread = axis_of(name, thread_numbers);

    if (scope->block == 0 || (size != 0 && x == 0) || (size < 0 && thread < 0))
        return false;
    if (size >= 0) {
        constant(p, block[size], type_unsigned, v);
        return true;
    }
    *v = (struct value){ .by_lane = true, .type = { 32, strstr(name, "cuda.") == NULL && strchr(name, '(') == NULL } };
    for (unsigned k = 0; k < scope->lanes; k++)
        v->word[k] = (scope->first + k) / stride[thread] % block[thread] + (strchr(name, '(') != NULL);
    return true;
}

/* Is it the number of a thread in its block, or may it be by its spelling? Others count in the warp. */
static bool is_of_thread(const char *name, bool is_spelled)
{
    return is_spelled || strstr(name, "hread") != NULL || strstr(name, "get_local_id") != NULL;
}

/* Names of the lane's number, and of the number of lanes. */
static const struct special {
    const char *name;
    struct expr_type type;
    bool is_size, from_one;
    bool is_spelled; /* no language has it: it is taken so by its spelling */
} specials[] = {
    { "lane", { 32, false }, false, false, true },
    { "element", { 32, false }, false, false, true },
    { "laneid", { 32, false }, false, false, true },
    { "lane_id", { 32, false }, false, false, true },
    { "laneId", { 32, false }, false, false, true },
    { "laneID", { 32, false }, false, false, true },
    { "LaneId", { 32, false }, false, false, true },
    { "LaneID", { 32, false }, false, false, true },
    { "LANE_ID", { 32, false }, false, false, true },
    { "lane_idx", { 32, false }, false, false, true },
    { "laneIdx", { 32, false }, false, false, true },
    { "laneIndex", { 32, false }, false, false, true },
    { "lane_index", { 32, false }, false, false, true },
    { "tid", { 32, false }, false, false, true },
    { "subgroup_invocation_id", { 32, true }, false, false, true },
    { "thread_index_in_simdgroup", { 32, true }, false, false, true },
    { "simd_lane_id", { 32, true }, false, false, true },
    { "%laneid", { 32, true }, false, false, false },
    { "threadIdx.x", { 32, true }, false, false, false },
    { "hipThreadIdx_x", { 32, true }, false, false, false },
    { "__lane_id()", { 32, true }, false, false, false },
    { "__laneid()", { 32, true }, false, false, false },
    { "lane_id()", { 64, true }, false, false, false }, /* Mojo's */
    { "cuda.laneid", { 32, false }, false, false, false },
    { "cuda.threadIdx.x", { 32, false }, false, false, false },
    { "gl_SubgroupInvocationID", { 32, true }, false, false, false },
    { "get_sub_group_local_id()", { 32, true }, false, false, false },
    { "WaveGetLaneIndex()", { 32, true }, false, false, false },
    { "get_local_id(0)", { 64, true }, false, false, false },
    { "item.get_local_id(0)", { 64, true }, false, false, false },
    { "laneid()", { 32, true }, false, true, false }, /* Julia's */
    { "CUDA.laneid()", { 32, true }, false, true, false },
    { "threadIdx().x", { 32, false }, false, true, false },
    { "warpSize", { 32, false }, true, false, false },
    { "warpsize()", { 32, false }, true, false, false },
    { "hipWarpSize", { 32, false }, true, false, true },
    { "gl_SubgroupSize", { 32, true }, true, false, false },
    { "get_sub_group_size()", { 32, true }, true, false, false },
    { "get_max_sub_group_size()", { 32, true }, true, false, false },
    { "WaveGetLaneCount()", { 32, true }, true, false, false },
    { "cuda.warpsize", { 32, false }, true, false, false },
    { "warpsize", { 32, false }, true, false, true },
    { "WARP_SIZE", { 32, false }, true, false, true },
    { "WARPSIZE", { 32, false }, true, false, true },
    { "kWarpSize", { 32, false }, true, false, true },
    { "WARP_SZ", { 32, false }, true, false, true },
    { "warp_size", { 32, false }, true, false, true },
    { "C10_WARP_SIZE", { 32, false }, true, false, true },
    { "CUDA_WARP_SIZE", { 32, false }, true, false, true },
    { "WAVE_SIZE", { 32, false }, true, false, true },
    { "wavefront", { 32, false }, true, false, true },
    { "subgroup_size", { 32, true }, true, false, true },
    { "threads_per_simdgroup", { 32, true }, true, false, true },
};

static const struct special *special(const char *name)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (strcmp(specials[i].name, name) == 0)
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

/* Where the method of a group begins, such as ".size()"; NULL: it has none of these at its end. */
static const char *method(const char *name, const char *what)
{
    const size_t length = strlen(name), part = strlen(what);

    return length > part && strcmp(name + length - part, what) == 0 ? name + length - part : NULL;
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

/* Its value is not known: the rest is read for its type alone. */
static void unknown(struct parse *p, struct expr_type type, struct value *v)
{
    p->is_unknown = true;
    p->has_type = p->has_type && type.bits != 0;
    constant(p, 0, type.bits ? type : type_int, v);
    v->by_lane = true;
}

/* A word of a vector, behind it: .x or [0]. */
static void take_word_of(struct parse *p, struct value *v)
{
    static const char names[] = "xyzw", others[] = "rgba";
    const char *at = p->at, *found;
    unsigned part = 4;

    if (!type_is_vector(v->type))
        return;
    if (*at == '.' && at[1] != '\0' && !text_is_name(at[2])) {
        found = strchr(names, at[1]) ? strchr(names, at[1]) : strchr(others, at[1]);
        part = found == NULL ? 4 : (unsigned)(found - (strchr(names, at[1]) ? names : others));
        at += 2;
    } else if (*at == '[' && at[1] >= '0' && at[1] <= '3' && at[2] == ']') {
        part = (unsigned)(at[1] - '0');
        at += 3;
    }
    if (part == 4)
        return;
    p->at = at;
    v->type = type_unsigned;
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = part > 1 ? 0 : v->word[k] >> 32 * part & UINT32_MAX;
}

/* The lanes at, below or above the own one, as GLSL names their masks: gl_SubgroupLtMask. */
static bool take_lane_mask(struct parse *p, const char *name, struct value *v)
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
    *v = (struct value){ .type = { is_arb ? 64 : TYPE_VECTOR, true }, .by_lane = true };
    for (unsigned k = 0; k < p->scope->lanes; k++) {
        const uint64_t own = UINT64_C(1) << k, below = own - 1, all = shfl_all_lanes(p->scope->lanes);

        v->word[k] = (i == 0 ? own : i == 1 ? ~below : i == 2 ? ~(below | own) : i == 3 ? below | own : below) & all;
    }
    return true;
}

static bool take_let(struct parse *p, const char *text, struct value *v)
{
    struct expr_scope plain = *p->scope;
    struct parse inner = *p;

    plain.names = NULL;
    inner.scope = &plain;
    if (++inner.lets > 8)
        return refuse(p, text, "the names of --let stand for one another");
    inner.at = text;
    inner.expr = NULL;
    if (!take_conditional(&inner, v))
        return false;
    p->is_unknown = inner.is_unknown;
    inner.at = text_skip(inner.at);
    return *inner.at == '\0' || refuse(p, inner.at, "expected the end of the value of --let");
}

static unsigned count_ones(uint64_t word)
{
    unsigned n = 0;

    for (; word; word &= word - 1)
        n++;
    return n;
}

/* A method of a group that the text declares. */
static bool of_group(const struct parse *p, const struct name *group, const char *name, struct value *v)
{
    const bool is_rank = method(name, ".thread_rank()") != NULL || method(name, ".get_local_id()") != NULL
                      || method(name, ".get_local_linear_id()") != NULL || method(name, ".get_local_id()[0]") != NULL;
    const bool is_size = method(name, ".size()") != NULL || method(name, ".num_threads()") != NULL
                      || method(name, ".get_local_range()[0]") != NULL;
    const bool is_meta = method(name, ".meta_group_rank()") != NULL;
    const bool is_metas = method(name, ".meta_group_size()") != NULL;

    *v = (struct value){ .type = type_unsigned, .by_lane = is_rank || is_meta || group->kind == NAME_RANKS };
    for (unsigned k = 0; k < p->scope->lanes; k++) {
        const uint64_t below = (UINT64_C(1) << k) - 1;
        const unsigned width = group->kind == NAME_TILE    ? (unsigned)group->word[0]
                             : p->scope->block && !is_rank ? p->scope->block
                                                           : UINT_MAX;
        const unsigned thread = p->scope->first + k, all = p->scope->block ? p->scope->block : p->scope->lanes;

        if (group->kind == NAME_RANKS)
            v->word[k] = count_ones(group->word[k] & (is_rank ? below : UINT64_MAX));
        else
            v->word[k] = is_rank ? thread % width : is_size ? width : is_meta ? thread / width : all / width;
    }
    return is_rank || (is_size && (group->kind != NAME_BLOCK || p->scope->block))
        || (group->kind == NAME_TILE && (is_meta || is_metas));
}

/* What the text declares. */
static void of_declared(struct parse *p, const struct name *name, const char *start, struct value *v)
{
    if (name->kind != NAME_VALUE || !name->is_known) {
        if (!p->is_unknown && name->why[0])
            memcpy(p->why, name->why, READ_WHY_MAX);
        else if (!p->is_unknown)
            text_refuse(p->why, start, "%s is no value: give it with --let %s=VALUE", name->text, name->text);
        unknown(p, name->type, v);
        return;
    }
    *v = (struct value){ .type = name->type.bits ? name->type : type_int, .by_lane = name->by_lane };
    memcpy(v->word, name->word, sizeof v->word);
    p->has_type = p->has_type && name->type.bits != 0;
    if (p->expr != NULL && p->expr->spelled[0] == '\0')
        memcpy(p->expr->spelled, name->spelled, sizeof p->expr->spelled);
}

static bool take_name(struct parse *p, struct value *v)
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
    const char *let = let_of(p->scope, name);
    p->at = end;
    if (let != NULL) {
        if (!take_let(p, let, v))
            return false;
        if (declared != NULL && declared->kind == NAME_VALUE && declared->type.bits)
            convert(p, v, declared->type);
        return true;
    }
    if (of != NULL && of->kind == NAME_VALUE && type_is_vector(of->type) && of->is_known)
        p->at = start + base;
    if (declared != NULL || p->at != end || (of != NULL && of->kind == NAME_VALUE)) {
        of_declared(p, declared != NULL ? declared : of, start, v);
        take_word_of(p, v);
        return true;
    }
    if (take_lane_mask(p, name, v))
        return true;
    if (of != NULL && of->is_known && of_group(p, of, name, v))
        return true;
    uint64_t word;
    const struct special *known = of != NULL ? NULL : special(name);
    const bool is_rank = method(name, ".thread_rank()") != NULL;
    const unsigned lanes = p->scope->lanes, width = p->scope->width;
    const bool is_of_warp = p->scope->block && known != NULL && !is_of_thread(name, known->is_spelled);
    const unsigned first = is_of_warp ? 0 : p->scope->first;
    if (of == NULL && take_of_block(p, name, v)) {
        return true;
    } else if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
        constant(p, name[0] == 't', (struct expr_type){ 1, true }, v);
    } else if (known != NULL && known->is_size) {
        constant(p, lanes, known->type, v);
    } else if (known != NULL
               || (of == NULL
                   && (is_rank || method(name, ".get_local_linear_id()") || method(name, ".get_local_id()")
                       || method(name, ".get_local_id()[0]")))) {
        *v = (struct value){ .by_lane = true, .type = known ? known->type : type_unsigned };
        for (unsigned k = 0; k < lanes; k++)
            v->word[k] = (first + k) % (is_rank && width ? width : UINT_MAX) + (known && known->from_one);
    } else if (of == NULL
               && (method(name, ".size()") || method(name, ".num_threads()") || method(name, ".get_local_range()[0]")
                   || method(name, ".get_max_local_range()[0]"))) {
        constant(p, width ? width : lanes, type_unsigned, v);
    } else if (of == NULL && strcmp(name, "__activemask()") == 0) {
        constant(p, shfl_all_lanes(lanes) & ~p->scope->absent, type_unsigned, v);
    } else if (named_constant(name, &word)) {
        constant(p, word, word > INT32_MAX && word <= UINT32_MAX ? type_unsigned : type_int, v);
    } else {
        const char *quote = strcspn(name, "()[]<>$*&;|") < length ? "'" : "";
        const struct call_row *row;
        bool is_call = false;

        for (const char *c = start; c < end && !is_call; c++)
            is_call = call_at(p->text, c, &row) != NULL;
        if (!p->is_unknown && is_call)
            text_refuse(p->why, start, "a call's value: " READ_PROGRAM);
        else if (!p->is_unknown)
            text_refuse(p->why, start, "the value of %s is not known: give it with --let %s%s=VALUE%s", name, quote,
                        name, quote);
        unknown(p, (struct expr_type){ .bits = 0 }, v);
        return true;
    }
    if (known != NULL && known->is_spelled) {
        p->has_type = false;
        if (p->expr != NULL && p->expr->spelled[0] == '\0')
            snprintf(p->expr->spelled, sizeof p->expr->spelled, "%.47s", name);
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
            return refuse(p, p->at, "expected a number of at most 64 bits");
        sum = sum * base + d;
    }
    if (at == digits || *at == '.' || ((*at == 'e' || *at == 'f') && base == 10))
        return refuse(p, p->at, "expected a whole number");
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
        return refuse(p, p->at, "expected a number");
    is_wide = is_wide || sum > UINT32_MAX || (base == 10 && !is_unsigned && sum > INT32_MAX);
    is_unsigned = is_unsigned || (!is_wide && sum > INT32_MAX) || sum > INT64_MAX;
    constant(p, sum, (struct expr_type){ is_wide ? 64 : 32, is_unsigned }, v);
    p->at = at;
    return true;
}

static bool take_list(struct parse *p, struct value *v)
{
    struct value one;
    unsigned count = 0;

    *v = (struct value){ .by_lane = true, .type = { 64, false } };
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
        return refuse(p, p->at, "expected , or ] in [N,N,...]");
    p->at++;
    one = *v;
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = one.word[(p->scope->first + k) % count];
    return true;
}

/* ---- Functions */

enum function { MIN, MAX, CLAMP, ABS, FFS, CLZ, CTZ, LSB, POPC, BREV, XOR_OF, MBCNT_LO, MBCNT_HI };

static const struct {
    const char *name;
    enum function what;
    unsigned char count, bits; /* of the argument; 0: its own */
} functions[] = {
    { "min", MIN, 2, 0 },
    { "max", MAX, 2, 0 },
    { "clamp", CLAMP, 3, 0 },
    { "abs", ABS, 1, 0 },
    { "__ffs", FFS, 1, 32 },
    { "__ffsll", FFS, 1, 64 },
    { "__clz", CLZ, 1, 32 },
    { "__clzll", CLZ, 1, 64 },
    { "__popc", POPC, 1, 32 },
    { "__popcll", POPC, 1, 64 },
    { "__brev", BREV, 1, 32 },
    { "__brevll", BREV, 1, 64 },
    { "popcount", POPC, 1, 0 },
    { "clz", CLZ, 1, 0 },
    { "ctz", CTZ, 1, 0 },
    { "bitCount", POPC, 1, 32 },
    { "findLSB", LSB, 1, 32 },
    { "countbits", POPC, 1, 32 },
    { "countOneBits", POPC, 1, 0 },
    { "reversebits", BREV, 1, 32 },
    { "bitfieldReverse", BREV, 1, 32 },
    { "reverseBits", BREV, 1, 0 },
    { "umin", MIN, 2, 32 },
    { "umax", MAX, 2, 32 },
    { "xor", XOR_OF, 2, 0 },
    { "__builtin_amdgcn_mbcnt_lo", MBCNT_LO, 2, 32 },
    { "__builtin_amdgcn_mbcnt_hi", MBCNT_HI, 2, 32 },
    { "__builtin_popcount", POPC, 1, 32 },
    { "__builtin_ctz", CTZ, 1, 32 },
    { "__builtin_clz", CLZ, 1, 32 },
    { "__builtin_ffs", FFS, 1, 32 },
};

/* AMD's v_mbcnt: a number more by the bits of a half of the mask that are below the lane. */
static uint64_t count_below(enum function what, unsigned lane, const uint64_t word[2])
{
    const unsigned first = what == MBCNT_HI ? 32 : 0, below = lane < first ? 0 : lane - first < 32 ? lane - first : 32;

    return count_ones(word[0] & ((UINT64_C(1) << below) - 1)) + word[1];
}

/* The word of one lane. */
static uint64_t apply_function(enum function what, unsigned bits, bool is_unsigned, const uint64_t word[])
{
    const uint64_t all = UINT64_MAX >> (64 - bits), a = word[0] & all;
    const bool less = is_unsigned ? word[0] < word[1] : (int64_t)word[0] < (int64_t)word[1];
    uint64_t sum = 0;

    switch (what) {
    case MIN: return word[!less];
    case MAX: return word[less];
    case XOR_OF: return word[0] ^ word[1];
    case ABS: return (int64_t)word[0] < 0 ? 0 - word[0] : word[0];
    case FFS: return a ? count_ones((a & (0 - a)) - 1) + 1 : 0;
    case CTZ: return a ? count_ones((a & (0 - a)) - 1) : bits;
    case LSB: return a ? count_ones((a & (0 - a)) - 1) : UINT64_MAX;
    case POPC: return count_ones(a);
    case CLZ:
        while (sum < bits && !(a >> (bits - 1 - sum) & 1))
            sum++;
        return sum;
    default:
        for (unsigned i = 0; i < bits; i++)
            sum |= (a >> i & 1) << (bits - 1 - i);
        return sum;
    }
}

/* A call of one of them: *found says whether it is. */
static bool take_function(struct parse *p, struct value *v, bool *found)
{
    static const char *const spaces[] = { "std::", "cuda::std::", "sycl::", "metal::", "::" };
    static const struct expr_type none = { .bits = 0 };
    struct value argument[FUNCTION_ARGUMENTS];
    const char *name = p->at, *at, *type_end;
    struct expr_type type = none;
    unsigned marks;
    size_t length = 0, i = 0;

    *found = false;
    for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
        if (strncmp(p->at, spaces[s], strlen(spaces[s])) == 0)
            name = p->at + strlen(spaces[s]);
    length = text_name(name);
    while (i < sizeof functions / sizeof *functions && !text_is(name, length, functions[i].name))
        i++;
    at = text_skip(name + length);
    if (i == sizeof functions / sizeof *functions
        || (p->scope->names != NULL && names_find(p->scope->names, name, length) != NULL))
        return true;
    if (*at == '<' && (type_end = names_type(at + 1, &type, &marks)) != NULL && type.bits != 0
        && *(type_end = text_skip(type_end)) == '>')
        at = text_skip(type_end + 1);
    if (*at != '(')
        return true;
    *found = true;
    if (++p->depth > DEPTH_MAX)
        return refuse(p, name, "too many brackets");
    for (unsigned a = 0; a < functions[i].count; a++) {
        p->at = at + 1;
        if (!take_conditional(p, &argument[a]))
            return false;
        at = p->at = text_skip(p->at);
        if (*at != (a + 1 < functions[i].count ? ',' : ')'))
            return refuse(p, at, "expected the arguments of a function that is known, such as min(a, b) or __ffs(m)");
    }
    p->at = at + 1;
    p->depth--;
    const enum function what = functions[i].what;
    for (unsigned a = 0; a < functions[i].count; a++) {
        if (!is_scalar(p, &argument[a], name))
            return false;
        if (type.bits)
            convert(p, &argument[a], type);
        if (functions[i].bits)
            convert(p, &argument[a], (struct expr_type){ functions[i].bits, what != FFS });
    }
    *v = argument[0];
    for (unsigned a = 1; a < functions[i].count; a++)
        to_common(p, v, &argument[a]);
    for (unsigned a = 1; a < functions[i].count; a++)
        to_common(p, v, &argument[a]);
    if (what == ABS)
        promote(v);
    if (what == ABS && v->type.is_unsigned)
        return refuse(p, name, "expected a signed value in abs()");
    const struct expr_type t = v->type;
    for (unsigned a = 1; a < functions[i].count; a++)
        v->by_lane = v->by_lane || argument[a].by_lane;
    for (unsigned k = 0; k < p->scope->lanes; k++) {
        uint64_t word[2] = { v->word[k], functions[i].count > 1 ? argument[1].word[k] : 0 };

        if (word[0] == 0 && !is_idle(p, k) && strncmp(functions[i].name, "__builtin_c", 11) == 0)
            return refuse(p, name, "of 0 it is undefined");
        if (what == CLAMP) {
            word[0] = apply_function(MAX, t.bits, t.is_unsigned, word);
            word[1] = argument[2].word[k];
            v->word[k] = apply_function(MIN, t.bits, t.is_unsigned, word);
        } else if (what >= MBCNT_LO) {
            v->word[k] = count_below(what, p->scope->first + k, word);
        } else {
            v->word[k] = apply_function(what, t.bits, t.is_unsigned, word);
        }
    }
    v->by_lane = v->by_lane || what >= MBCNT_LO;
    if (what >= FFS && what <= POPC)
        v->type = functions[i].bits || t.bits < 32 ? type_int : t;
    convert(p, v, v->type);
    return true;
}

/* uvec4(0xf0, 0, 0, 0); one word stands for all four. */
static bool take_vector(struct parse *p, struct value *v)
{
    struct value word;
    unsigned count = 0;

    *v = (struct value){ .type = { TYPE_VECTOR, true } };
    do {
        p->at++;
        const char *start = p->at;
        if (!take_conditional(p, &word) || !is_scalar(p, &word, start))
            return false;
        v->by_lane = v->by_lane || word.by_lane;
        for (unsigned k = 0; k < p->scope->lanes && count < 2; k++)
            v->word[k] |= (word.word[k] & UINT32_MAX) << 32 * count;
        count++;
        p->at = text_skip(p->at);
    } while (*p->at == ',');
    if (*p->at != ')' || (count != 1 && count != 4))
        return refuse(p, p->at, "expected one word, or four");
    p->at++;
    for (unsigned k = 0; k < p->scope->lanes && count == 1; k++)
        v->word[k] |= v->word[k] << 32;
    take_word_of(p, v);
    return true;
}

/* ---- Operators */

static bool take_cast(struct parse *p, struct expr_type type, struct value *v, char open)
{
    const char close = open == '(' ? ')' : '}';

    p->at = text_skip(p->at);
    if (*p->at != open)
        return refuse(p, p->at, "expected a value in brackets behind the type");
    if (type_is_vector(type) && open == '(')
        return take_vector(p, v);
    const char *start = p->at;
    const bool has_type = p->has_type;
    p->at++;
    if (!take_conditional(p, v))
        return false;
    p->has_type = has_type;
    p->at = text_skip(p->at);
    if (*p->at != close)
        return refuse(p, p->at, "expected )");
    p->at++;
    if (type.bits == 0)
        return refuse(p, p->at, "expected a type of whole numbers");
    if (!is_scalar(p, v, start))
        return false;
    convert(p, v, type);
    return true;
}

static bool take_primary(struct parse *p, struct value *v)
{
    struct expr_type type;
    unsigned marks;
    const char *end;
    bool found;

    p->at = text_skip(p->at);
    if (*p->at == '[')
        return take_list(p, v);
    if (isdigit((unsigned char)*p->at))
        return take_number(p, v);
    if (*p->at == '(') {
        p->at++;
        if (!take_conditional(p, v))
            return false;
        p->at = text_skip(p->at);
        if (*p->at != ')')
            return refuse(p, p->at, "expected )");
        p->at++;
        return true;
    }
    if (strncmp(p->at, "static_cast<", 12) == 0) {
        end = names_type(p->at + 12, &type, &marks);
        if (end == NULL || type.bits == 0 || *(end = text_skip(end)) != '>')
            return refuse(p, p->at, "expected a cast to a type of whole numbers");
        p->at = end + 1;
        return take_cast(p, type, v, '(');
    }
    if (strncmp(p->at, "sizeof", 6) == 0 && *(end = text_skip(p->at + 6)) == '(') {
        const char *behind = names_type(end + 1, &type, &marks);

        if (behind == NULL || type.bits == 0 || *(behind = text_skip(behind)) != ')')
            return refuse(p, p->at, "expected the size of a type of whole numbers");
        p->at = behind + 1;
        constant(p, type.bits == 1 ? 1 : type.bits / 8, (struct expr_type){ 64, true }, v);
        return true;
    }
    end = names_type(p->at, &type, &marks);
    if (end != NULL && (p->scope->names == NULL || names_find(p->scope->names, p->at, (size_t)(end - p->at)) == NULL)) {
        const char *start = p->at;
        const bool has_type = p->has_type;

        end = text_skip(end); /* int(x), or i32 %x */
        p->at = end;
        if (*end == '(' || *end == '{')
            return take_cast(p, type, v, *end);
        if (!take_unary(p, v))
            return false;
        if (type.bits == 0)
            return refuse(p, start, "expected a type of whole numbers");
        p->has_type = has_type;
        convert(p, v, type);
        return true;
    }
    if (!text_is_name(*p->at) && *p->at != '%' && *p->at != '@' && *p->at != ':')
        return refuse(p, p->at, "expected a number, a name or an expression of them");
    return take_function(p, v, &found) && (found || take_name(p, v));
}

static bool take_unary(struct parse *p, struct value *v)
{
    struct expr_type type;
    unsigned marks;
    const char *end;
    bool ok;

    p->at = text_skip(p->at);
    if (*p->at == '\0' || ++p->depth > DEPTH_MAX)
        return refuse(p, p->at, *p->at ? "too many brackets" : "expected a number");
    const char c = *p->at;
    if (c == '(' && (end = names_type(p->at + 1, &type, &marks)) != NULL && *(end = text_skip(end)) == ')') {
        const char *start = p->at; /* a cast */
        const bool has_type = p->has_type;

        p->at = end + 1;
        if (type_is_vector(type)) { /* OpenCL's (uint4)(1, 0, 0, 0) */
            ok = take_cast(p, type, v, '(');
            p->depth--;
            return ok;
        }
        ok = take_unary(p, v) && is_scalar(p, v, start);
        if (ok && type.bits == 0)
            return refuse(p, start, "expected a cast to a type of whole numbers");
        if (ok) {
            p->has_type = has_type;
            convert(p, v, type);
        }
    } else if (c == '-' || c == '~' || c == '!' || c == '+') {
        const char *start = p->at++;
        ok = take_unary(p, v) && (c == '~' || is_scalar(p, v, start));
        if (ok && c != '!')
            promote(v);
        for (unsigned k = 0; ok && k < p->scope->lanes; k++)
            v->word[k] = c == '-' ? 0 - v->word[k] : c == '~' ? ~v->word[k] : c == '!' ? !v->word[k] : v->word[k];
        if (ok && c == '!')
            v->type = (struct expr_type){ 1, true };
        if (ok)
            convert(p, v, v->type);
    } else {
        ok = take_primary(p, v);
        while (ok && text_pass_word(p->at, "as") != NULL) { /* Rust's cast */
            end = names_type(text_pass_word(p->at, "as"), &type, &marks);
            if (end == NULL || type.bits == 0)
                return refuse(p, p->at, "expected a type of whole numbers behind as");
            p->at = end;
            convert(p, v, type);
        }
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
static bool combine(struct parse *p, const char *op, const char *start, struct value *v, struct value *right)
{
    const bool shift = strcmp(op, "<<") == 0 || strcmp(op, ">>") == 0;
    const bool logical = strcmp(op, "&&") == 0 || strcmp(op, "||") == 0;
    const bool compares = strchr("=!<>", op[0]) != NULL && !shift;

    const bool vectors = type_is_vector(v->type) && type_is_vector(right->type) && strchr("&|^", op[0]) != NULL
                      && !logical;
    if (!vectors && (!is_scalar(p, v, start) || !is_scalar(p, right, start)))
        return false;
    if (shift)
        promote(v);
    else if (!logical && !vectors)
        to_common(p, v, right);
    for (unsigned k = 0; k < p->scope->lanes; k++)
        if (!apply(op, v->type, p->scope->is_python, v->word[k], right->word[k], &v->word[k]) && !is_idle(p, k)) {
            if (p->is_unknown)
                break;
            return shift ? text_refuse(p->why, start, "a shift by %d in lane %u, of a value of %u bits",
                                       (int)right->word[k], k, v->type.bits)
                         : text_refuse(p->why, start, "a division by zero in lane %u", k);
        }
    if (logical || compares)
        v->type = (struct expr_type){ 1, true };
    v->by_lane = v->by_lane || right->by_lane;
    convert(p, v, v->type);
    return true;
}

/* The lanes where a value is not 0. */
static uint64_t true_lanes(const struct parse *p, const struct value *v)
{
    uint64_t lanes = 0;

    for (unsigned k = 0; k < p->scope->lanes; k++)
        lanes |= (uint64_t)(v->word[k] != 0) << k;
    return lanes;
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
        const uint64_t idle = p->idle;

        p->at += strlen(op);
        if (*p->at == '=' && level != 7)
            return refuse(p, start, "expected no assignment");
        if (p->scope->is_julia && *op == '^')
            return refuse(p, start, "expected xor(a, b): ^ is a power");
        /* what is behind && and || is evaluated where it is needed */
        p->idle |= level == 2 ? ~true_lanes(p, v) : level == 1 ? true_lanes(p, v) : 0;
        if (++p->depth > DEPTH_MAX || !take_binary(p, level + 1, &right))
            return p->depth > DEPTH_MAX ? refuse(p, start, "too many brackets") : false;
        p->depth--;
        p->idle = idle;
        if (!combine(p, op, start, v, &right))
            return false;
    }
}

static bool take_conditional(struct parse *p, struct value *v)
{
    struct value yes, no;
    const uint64_t idle = p->idle;

    if (!take_binary(p, 1, v))
        return false;
    if (*(p->at = text_skip(p->at)) != '?')
        return true;
    p->at++;
    if (++p->depth > DEPTH_MAX)
        return refuse(p, p->at, "too many brackets");
    const uint64_t holds = true_lanes(p, v);
    p->idle = idle | ~holds;
    if (!take_conditional(p, &yes))
        return false;
    if (*(p->at = text_skip(p->at)) != ':')
        return refuse(p, p->at, "expected : behind ?");
    p->at++;
    p->idle = idle | holds;
    if (!take_conditional(p, &no))
        return false;
    p->idle = idle;
    p->depth--;
    if (!is_scalar(p, v, p->at)
        || (type_is_vector(yes.type) != type_is_vector(no.type)
            && (!is_scalar(p, &yes, p->at) || !is_scalar(p, &no, p->at))))
        return false;
    if (yes.type.bits != no.type.bits || yes.type.is_unsigned != no.type.is_unsigned)
        to_common(p, &yes, &no);
    for (unsigned k = 0; k < p->scope->lanes; k++)
        v->word[k] = holds >> k & 1 ? yes.word[k] : no.word[k];
    v->type = yes.type;
    v->by_lane = v->by_lane || yes.by_lane || no.by_lane;
    return true;
}

/* ---- The whole of it */

bool expr_is_function(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (text_is(name, length, functions[i].name))
            return true;
    return false;
}

bool expr_read(const char *text, const struct expr_scope *scope, struct expr *expr, char why[READ_WHY_MAX])
{
    struct parse p = {
        .text = text, .at = text, .scope = scope, .why = why, .has_type = true, .expr = expr
    };
    struct value v;

    memset(expr, 0, sizeof *expr);
    const bool ok = take_conditional(&p, &v);
    if (ok && *(p.at = text_skip(p.at)) != '\0')
        return *p.at == '=' || p.at[1] == '=' || (strchr("+-", *p.at) && p.at[1] == *p.at)
                 ? refuse(&p, text, "an assignment: " READ_PROGRAM)
                 : refuse(&p, p.at, "expected an operator or the end of the expression");
    if (ok) {
        expr->has_type = p.has_type;
        expr->type = v.type;
        expr->is_unsigned = v.type.is_unsigned && v.type.bits >= 32;
        expr->is_wide = v.type.bits == 64;
        expr->by_lane = v.by_lane;
    }
    if (!ok || p.is_unknown)
        return false;
    for (unsigned k = 0; k < scope->lanes; k++)
        expr->word[k] = v.word[k];
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
