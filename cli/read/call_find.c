/* SPDX-License-Identifier: Apache-2.0 */
/* call_find - see calls.h: where a call is in a text, and names that are none */
#include "calls.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Where a call is */

/* Is this part of a name at `at`, to its end? Behind it, or NULL. */
static const char *matches_end(const char *name, const char *at, bool method)
{
    const size_t length = strlen(name), typed = length > 0 && name[length - 1] == '*';

    if (strncmp(at, name, length - typed) != 0)
        return NULL;
    at += length - typed;
    if (method && strchr("(<", *text_skip(at)) == NULL) /* i8x16.shuffle */
        return NULL;
    if (!typed)
        return text_is_name(*at) || *at == '.' ? NULL : at;
    while (text_is_name(*at) || *at == '.' || *at == ':')
        at++;
    return at;
}

const char *call_matches(const struct call_row *row, const char *begin, const char *at, const struct call_word **word)
{
    const char *name = row->name, *end;
    const bool method = name[0] == '.';
    const size_t before = row->words ? strcspn(name, "$") : 0;

    *word = NULL;
    if (strncmp(at, name, before ? before : 1) != 0)
        return NULL;
    /* it may have a namespace before it, unless that makes it another name: llvm.nvvm.shfl.sync.bfly */
    const bool ends_others = (strchr(name, '.') != NULL || row->language == CALL_JULIA) && row->language != CALL_NUMBA;

    if (method ? at == begin || !(text_is_name(at[-1]) || strchr(")>]", at[-1]))
               : at > begin && (text_is_name(at[-1]) || (at[-1] == '.' && ends_others)))
        return NULL;
    if (row->words == NULL)
        return matches_end(name, at, method);
    at += before;
    for (*word = row->words; (*word)->text != NULL; ++*word) {
        const size_t length = strlen((*word)->text);

        if (strncmp(at, (*word)->text, length) == 0
            && (end = matches_end(name + before + 1, at + length, method)) != NULL)
            return end;
    }
    return NULL;
}

/* Where the bracket opens that ends here, or the arguments of a template; NULL: it does not, or none ends here. What is in
 * brackets may be anything. */
static const char *opening(const char *begin, const char *end)
{
    const bool is_template = end > begin && end[-1] == '>';
    unsigned depth = 0;

    for (const char *at = end; at > begin; at--) {
        if (is_template && !text_is_name(at[-1]) && strchr("<>:,*+-/% \t\n", at[-1]) == NULL)
            break;
        depth += strchr(is_template ? ">" : ")]", at[-1]) != NULL;
        depth -= depth > 0 && strchr(is_template ? "<" : "([", at[-1]) != NULL;
        if (depth == 0)
            return at < end ? at - 1 : NULL;
    }
    return NULL;
}

const char *call_object(const char *begin, const char *dot)
{
    const char *from = dot;

    while (from > begin && (text_is_name(from[-1]) || strchr(".:<>)]", from[-1]))) {
        const char *open = from[-1] == '>' && *from != '(' ? NULL : opening(begin, from);

        if (open == NULL && strchr(")]", from[-1]) != NULL)
            break;
        from = open != NULL ? open : from - 1;
    }
    return from;
}

/* The names .all and .any are those of many other methods: is the object before the dot one of threads, by its declaration or
 * by its name? */
static bool is_group(const char *begin, const char *dot)
{
    const char *name = call_object(begin, dot);
    const size_t length = (size_t)(dot - name);
    char object[80];

    snprintf(object, sizeof object, "%.*s", (int)length, name);
    for (const char *c = object; *c != '\0'; c++)
        if (text_begins(c, "tile warp group partition coalesced active") > 0)
            return true;
    for (const char *at = begin; length > 0 && length < sizeof object && at < name; at++) {
        if ((at = strstr(at, object)) == NULL || at >= name)
            break;
        const char *equals = text_skip(at + length), *end = at + strcspn(at, ";\n");

        if ((at > begin && text_is_name(at[-1])) || *equals != '=')
            continue;
        for (const char *c = equals; c < end; c++)
            if (text_begins(c, "partition coalesced") > 0)
                return true;
    }
    return strcmp(object, "g") == 0 || strcmp(object, "sg") == 0;
}

bool call_block_type(const char *text, const char *dot, char type[CALL_TEXT_MAX])
{
    const char *name = islower((unsigned char)dot[1]) ? "block_shuffle"
                                                      : "BlockShuffle"; /* rocPRIM's; CUB's, hipCUB's */
    const char *end = text_trim(text, dot),
               *open = end > text && end[-1] == ')' ? opening(text, end) : NULL; /* of an object that is made here */

    /* the type in front of it, with its namespaces and the arguments of its template */
    const char *stop = text_trim(text, open != NULL ? open : end), *from = stop;
    if (from > text && from[-1] == '>') {
        from = opening(text, from);
        from = from == NULL ? stop : text_trim(text, from);
    }
    while (from > text && (text_is_name(from[-1]) || from[-1] == ':'))
        from--;
    snprintf(type, CALL_TEXT_MAX, "%.*s", stop - from < CALL_TEXT_MAX ? (int)(stop - from) : 0, from);
    return strstr(type, name) != NULL;
}

const char *call_at(const char *text, const char *at, const struct call_row **row)
{
    char type[CALL_TEXT_MAX];

    if (*at != '.' && (!text_is_name(*at) || (at > text && text_is_name(at[-1]))))
        return NULL;
    for (unsigned i = 0; i < call_rows_count; i++) {
        const enum call_op op = call_rows[i].op;
        const struct call_word *word;
        const char *behind = *at != call_rows[i].name[0] ? NULL : call_matches(&call_rows[i], text, at, &word);

        if (behind == NULL || (*at == '.' && (op == CALL_VOTE_ALL || op == CALL_VOTE_ANY) && !is_group(text, at))
            || (*at == '.' && call_is_block(&call_rows[i]) && !call_block_type(text, at, type))
            || (op >= CALL_SLOPE_X && call_rows[i].language != CALL_SPIRV && *text_skip(behind) != '('))
            continue; /* ddx is a variable's name, too */
        /* LLVM declares before it calls */
        if (at > text && at[-1] == '@') {
            const char *line = at;

            while (line > text && line[-1] != '\n')
                line--;
            if (text_pass_word(line, "declare") != NULL)
                return NULL;
        }
        if (row != NULL)
            *row = &call_rows[i];
        return behind;
    }
    return NULL;
}

const char *call_find(const char *text, const struct call_row **row, const char **end)
{
    for (const char *at = text; *at != '\0'; at++)
        if ((*end = call_at(text, at, row)) != NULL)
            return at;
    return NULL;
}

const char *call_name(const struct call_row *row, const struct call_word *word, char name[64])
{
    const char *dollar = row->words ? strchr(row->name, '$') : NULL;

    if (dollar != NULL)
        snprintf(name, 64, "%.*s%s%s", (int)(dollar - row->name), row->name, (word ? word : row->words)->text,
                 dollar + 1);
    else
        snprintf(name, 64, "%s", row->name);
    const size_t length = strlen(name);
    if (name[length - 1] == '*')
        name[length - 2] = '\0';
    return name;
}

size_t call_family(const char *text, const char *at)
{
    /* the families, and their members that move nothing between lanes */
    static const char names[] =
        "__shfl __ballot __match_ __reduce_ __syncthreads_ subgroup sub_group_ intel_sub_group_ OpGroupNonUniform "
        "OpSubgroup __spirv_GroupNonUniform __spirv_Subgroup Wave QuadRead QuadA simd_ quad_ quadBroadcast quadSwap "
        "dFd "
        "OpDPd llvm.nvvm.shfl. llvm.nvvm.vote. llvm.nvvm.match. llvm.nvvm.redux. llvm.nvvm.barrier.cta.red. nvvm.shfl. "
        "nvvm.vote. nvvm.match. nvvm.redux. nvvm.elect. gpu.shuffle gpu.rotate gpu.subgroup_ cute.arch.shuffle_ "
        "cute.arch.vote_ rocprim::warp_ warp::shuffle alpaka::warp:: packed_shfl __kmpc_shuffle ompx_shfl ompx_ballot "
        "__gpu_lane_ __gpu_prefix_ __gpu_suffix_ __gpu_ballot __gpu_match dx.op.wave dx.op.quad llvm.dx.wave. "
        "llvm.spv.wave. air.simd_ air.quad_";
    static const char idle[] = "subgroupBarrier subgroupMemoryBarrier sub_group_barrier WaveGetLane";
    size_t length;

    if (!text_is_name(*at) || (at > text && (text_is_name(at[-1]) || at[-1] == '.'))
        || (length = text_begins(at, names)) == 0 || text_begins(at, idle))
        return 0;
    const bool dotted = memchr(at, '.', length) != NULL;
    while (text_is_name(at[length]) || (dotted && at[length] == '.'))
        length++;
    return dotted || *at == 'O' || at[length + strspn(at + length, " \t")] == '(' ? length : 0;
}
