/* SPDX-License-Identifier: Apache-2.0
 * subgroup - see subgroup.h */
#include "subgroup.h"

#include <stdio.h>
#include <string.h>

#define GLSL "SPIR-V 1.6, section Non-Uniform Instructions, OpGroupNonUniform"
#define CL "OpenCL Extension Specification 3.0, section cl_khr_subgroup_"
#define BEYOND "there is no such lane"

const struct subgroup_function subgroup_functions[] = {
    { "subgroupShuffleXor", false, SUBGROUP_XOR, false, 1, 0, BEYOND, GLSL "ShuffleXor" },
    { "subgroupShuffleUp", false, SUBGROUP_UP, false, 1, 0, BEYOND, GLSL "ShuffleUp" },
    { "subgroupShuffleDown", false, SUBGROUP_DOWN, false, 1, 0, BEYOND, GLSL "ShuffleDown" },
    { "subgroupBroadcast", false, SUBGROUP_BROADCAST, false, 1, 0, BEYOND, GLSL "Broadcast" },
    { "subgroupBroadcastFirst", false, SUBGROUP_FIRST, false, 0, 0, NULL, GLSL "BroadcastFirst" },
    { "subgroupRotate", false, SUBGROUP_ROTATE, false, 1, 0, NULL,
      "SPV_KHR_subgroup_rotate, OpGroupNonUniformRotateKHR" },
    { "subgroupClusteredRotate", false, SUBGROUP_ROTATE, false, 2, 0, NULL,
      "SPV_KHR_subgroup_rotate, OpGroupNonUniformRotateKHR" },
    { "subgroupQuadBroadcast", false, SUBGROUP_QUAD_BROADCAST, false, 1, 0, BEYOND, GLSL "QuadBroadcast" },
    { "subgroupQuadSwapHorizontal", false, SUBGROUP_QUAD_SWAP, false, 0, 1, NULL, GLSL "QuadSwap" },
    { "subgroupQuadSwapVertical", false, SUBGROUP_QUAD_SWAP, false, 0, 2, NULL, GLSL "QuadSwap" },
    { "subgroupQuadSwapDiagonal", false, SUBGROUP_QUAD_SWAP, false, 0, 3, NULL, GLSL "QuadSwap" },
    { "subgroupShuffle", false, SUBGROUP_SHUFFLE, false, 1, 0, BEYOND, GLSL "Shuffle" },
    { "sub_group_shuffle_xor", true, SUBGROUP_XOR, false, 1, 0, BEYOND, CL "shuffle" },
    { "sub_group_shuffle_up", true, SUBGROUP_UP, false, 1, 0, BEYOND, CL "shuffle_relative" },
    { "sub_group_shuffle_down", true, SUBGROUP_DOWN, false, 1, 0, BEYOND, CL "shuffle_relative" },
    { "sub_group_broadcast", true, SUBGROUP_BROADCAST, true, 1, 0, "there is no such lane, or not all lanes execute it",
      "OpenCL C 3.0, section Subgroup Functions" },
    { "sub_group_non_uniform_broadcast", true, SUBGROUP_BROADCAST, false, 1, 0, BEYOND, CL "ballot" },
    { "sub_group_broadcast_first", true, SUBGROUP_FIRST, false, 0, 0, NULL, CL "ballot" },
    { "sub_group_rotate", true, SUBGROUP_ROTATE, false, 1, 0, NULL, CL "rotate" },
    { "sub_group_clustered_rotate", true, SUBGROUP_ROTATE, false, 2, 0, NULL, CL "rotate" },
    { "sub_group_shuffle", true, SUBGROUP_SHUFFLE, false, 1, 0, BEYOND, CL "shuffle" },
};
const unsigned subgroup_functions_count = sizeof subgroup_functions / sizeof subgroup_functions[0];

bool subgroup_is(const char *text)
{
    text += strspn(text, " \t");
    return strncmp(text, "subgroup", 8) == 0 || strncmp(text, "sub_group", 9) == 0;
}

static const struct subgroup_function *find(const char *text, size_t length)
{
    for (unsigned i = 0; i < subgroup_functions_count; i++)
        if (strlen(subgroup_functions[i].name) == length && memcmp(subgroup_functions[i].name, text, length) == 0)
            return &subgroup_functions[i];
    return NULL;
}

/* Whether the operand is the same in all lanes by the function's rule. */
static bool is_uniform(enum subgroup_op op)
{
    return op == SUBGROUP_BROADCAST || op == SUBGROUP_QUAD_BROADCAST || op == SUBGROUP_ROTATE;
}

bool subgroup_parse(const char *text, unsigned lanes, struct subgroup_call *call, char why[240])
{
    static const char *const more[] = { "value", "value, number", "value, number, size of the clusters" };
    char argument[4][INTRINSIC_ARGUMENT_MAX];
    uint32_t number;
    unsigned count;

    text += strspn(text, " \t");
    const size_t length = strcspn(text, " \t(");
    const char *open = strchr(text, '(');
    const struct subgroup_function *f = find(text, length);

    *call = (struct subgroup_call){ .function = f, .cluster = lanes };
    if (f == NULL || open == NULL) {
        snprintf(why, 240,
                 "'%.60s': expected a call that reads another lane, such as 'subgroupShuffleUp(v, 1)' or "
                 "'sub_group_shuffle_up(v, 1)'",
                 text);
        return false;
    }
    if (!intrinsic_cut(open + 1, argument, &count) || count != 1 + f->arguments) {
        snprintf(why, 240, "'%.60s': expected %s(%s)", text, f->name, more[f->arguments]);
        return false;
    }
    if (f->arguments == 0)
        snprintf(call->argument, sizeof call->argument, "%u", (unsigned)f->operand);
    else if (intrinsic_number(argument[1], &number))
        snprintf(call->argument, sizeof call->argument, "%u", (unsigned)number);
    else
        memcpy(call->argument, argument[1], sizeof call->argument);
    if (!intrinsic_number(call->argument, &number) && (is_uniform(f->op) || !intrinsic_by_lane(call->argument))) {
        snprintf(why, 240, "'%.60s': expected a number%s", argument[1],
                 is_uniform(f->op) ? ", the same for all lanes" : ", or lane with +N, -N, *N or ^N, or [N,N,...]");
        return false;
    }
    if (f->arguments == 2
        && (!intrinsic_number(argument[2], &call->cluster) || call->cluster < 1 || call->cluster > lanes
            || (call->cluster & (call->cluster - 1)) != 0)) {
        snprintf(why, 240, "'%.60s': expected the size of the clusters, a power of two up to %u", argument[2], lanes);
        return false;
    }
    return true;
}

int subgroup_source(const struct subgroup_function *function, unsigned lanes, uint64_t active, unsigned lane,
                    uint32_t operand, uint32_t cluster)
{
    const bool exists = operand < lanes;
    unsigned first = 0;

    if (function->needs_all && active != shfl_all_lanes(lanes))
        return -1;
    switch (function->op) {
    case SUBGROUP_SHUFFLE:
    case SUBGROUP_BROADCAST: return exists ? (int)operand : -1;
    case SUBGROUP_XOR: return exists ? (int)(lane ^ operand) : -1;
    case SUBGROUP_UP: return operand <= lane ? (int)(lane - operand) : -1;
    case SUBGROUP_DOWN: return exists && lane + operand < lanes ? (int)(lane + operand) : -1;
    case SUBGROUP_FIRST:
        while (first < lanes - 1 && !(active >> first & 1))
            first++;
        return (int)first;
    case SUBGROUP_ROTATE: return (int)((lane & ~(cluster - 1)) + ((lane + operand) & (cluster - 1)));
    case SUBGROUP_QUAD_BROADCAST:
        return operand < 4 && (lane & ~3u) + operand < lanes ? (int)((lane & ~3u) + operand) : -1;
    default: return (lane ^ operand) < lanes ? (int)(lane ^ operand) : -1;
    }
}
