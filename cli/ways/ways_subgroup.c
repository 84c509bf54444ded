/* SPDX-License-Identifier: Apache-2.0 */
/* ways_subgroup - see ways.h: the functions of OpenCL and of Vulkan's GLSL. */
#include "ways.h"

enum { VULKAN, OPENCL };

static enum way_fit fit(struct way *way, const struct subgroup_function *f, const uint32_t operand[], uint32_t cluster)
{
    int8_t map[SHFL_LANES_MAX];

    for (unsigned k = 0; k < way->lanes; k++)
        map[k] = (int8_t)subgroup_source(f, way->lanes, way->q.active, k, operand[k], cluster);
    return way_fit(way, map);
}

/* An operand for all lanes. */
static bool search(struct way *way, const struct subgroup_function *f)
{
    const unsigned least = f->arguments == 2 ? 2 : way->lanes;
    uint32_t operand[SHFL_LANES_MAX];

    for (uint32_t cluster = way->lanes; cluster >= least; cluster /= 2)
        for (uint32_t i = 0; i < (f->arguments == 0 ? 1 : cluster); i++) {
            for (unsigned k = 0; k < way->lanes; k++)
                operand[k] = f->arguments == 0 ? f->operand : i;
            const enum way_fit found = fit(way, f, operand, cluster);

            way->tried++;
            if (f->arguments == 0)
                way_take(way, found, "%s(v)", f->name);
            else if (f->arguments == 1)
                way_take(way, found, "%s(v, %u)", f->name, (unsigned)i);
            else
                way_take(way, found, "%s(v, %u, %u)", f->name, (unsigned)i, (unsigned)cluster);
            if (found == WAY_SAME)
                return true;
        }
    return false;
}

static void find(const struct way_api *api, struct way *way)
{
    const struct subgroup_function *shuffle = NULL;
    uint32_t from[SHFL_LANES_MAX];
    char list[WAY_TEXT_MAX];

    for (unsigned i = 0; i < subgroup_functions_count && !way->says; i++) {
        const struct subgroup_function *f = &subgroup_functions[i];

        if (f->is_opencl != (api->number == OPENCL))
            continue;
        if (search(way, f))
            way->source = f->source;
        if (f->op == SUBGROUP_SHUFFLE)
            shuffle = f;
    }
    if (!way->says && shuffle != NULL && way_gather(way, from)) {
        way->by_lane = true;
        way_values(way, 1, from, list);
        way_take(way, fit(way, shuffle, from, way->lanes), "%s(v, %.*s)", shuffle->name, WAY_TEXT_MAX - 40, list);
        way->source = shuffle->source;
    }
    if (!way->says)
        return;
    way_argument(way, "%s", way->text);
    way_argument(way, "--lanes");
    way_argument(way, "%u", way->lanes);
    way_active(way);
}

const struct way_api way_subgroup[] = {
    { "OpenCL", "OpenCL Extension Specification 3.0, sections cl_khr_subgroup_...", 0, find, OPENCL },
    { "Vulkan, GLSL", "SPIR-V 1.6, section Non-Uniform Instructions", 0, find, VULKAN },
    { .name = NULL },
};
