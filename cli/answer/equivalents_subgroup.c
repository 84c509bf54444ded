/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents_subgroup - see equivalents.h: the functions of OpenCL and of Vulkan's GLSL. */
#include "equivalents.h"

#include <string.h>

static enum equiv_fit fit(struct equiv *equiv, const struct call_row *f, const uint32_t operand[], uint32_t cluster)
{
    int8_t map[SHFL_LANES_MAX];
    bool other;

    for (unsigned k = 0; k < equiv->lanes; k++)
        map[k] = (int8_t)call_source(f, equiv->lanes, equiv->q.active, k, operand[k], cluster, &other);
    return equiv_fit(equiv, map);
}

/* An operand for all lanes. */
static bool search(struct equiv *equiv, const struct call_row *f)
{
    const unsigned arguments = (unsigned)strlen(f->arguments) - 1, most = f->width ? f->width : equiv->lanes;
    const unsigned least = arguments == 2 ? 2 : most;
    uint32_t operand[SHFL_LANES_MAX];

    for (uint32_t cluster = most; cluster >= least; cluster /= 2)
        for (uint32_t i = 0; i < (arguments == 0 ? 1 : arguments == 2 ? cluster : equiv->lanes); i++) {
            for (unsigned k = 0; k < equiv->lanes; k++)
                operand[k] = arguments == 0 ? f->operand : i;
            const enum equiv_fit found = fit(equiv, f, operand, cluster);

            equiv->tried++;
            if (arguments == 0)
                equiv_take(equiv, found, "%s(v)", f->name);
            else if (arguments == 1)
                equiv_take(equiv, found, "%s(v, %u)", f->name, (unsigned)i);
            else
                equiv_take(equiv, found, "%s(v, %u, %u)", f->name, (unsigned)i, (unsigned)cluster);
            if (found == EQUIV_SAME)
                return true;
        }
    return false;
}

static void find(const struct equiv_api *api, struct equiv *equiv)
{
    const struct call_row *shuffle = NULL;
    uint32_t from[SHFL_LANES_MAX];
    char list[EQUIV_TEXT_MAX];

    for (unsigned i = 0; i < call_rows_count && !equiv->says; i++) {
        const struct call_row *f = &call_rows[i];

        if ((int)f->language != api->number || call_is_collective(f))
            continue;
        if (search(equiv, f))
            equiv->source = f->source;
        if (f->op == CALL_SELECT && shuffle == NULL)
            shuffle = f;
    }
    if (!equiv->says && shuffle != NULL && equiv_gather(equiv, from)) {
        equiv->by_lane = true;
        equiv_values(equiv, 1, from, list);
        equiv_take(equiv, fit(equiv, shuffle, from, equiv->lanes), "%s(v, %.*s)", shuffle->name, EQUIV_TEXT_MAX - 40,
                   list);
        equiv->source = shuffle->source;
    }
    if (!equiv->says)
        return;
    equiv_argument(equiv, "%s", equiv->text);
    equiv_argument(equiv, "--lanes");
    equiv_argument(equiv, "%u", equiv->lanes);
    equiv_active(equiv);
}

const struct equiv_api equiv_subgroup[] = {
    { "OpenCL", "OpenCL Extension Specification 3.0, sections cl_khr_subgroup_...", 0, find, CALL_OPENCL },
    { "Vulkan, GLSL", "SPIR-V 1.6, section Non-Uniform Instructions", 0, find, CALL_GLSL },
    { .name = NULL },
};
