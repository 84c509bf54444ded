/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline - see pipeline.h */
#include "pipeline.h"

#include <stddef.h>

unsigned pipeline_latency(const struct rtl_build *build)
{
    return build->depth == 0 ? 0 : build->depth - 1 + build->passes;
}

unsigned pipeline_interval(const struct rtl_build *build)
{
    const unsigned inside_crossbar = build->depth >= 5 ? 2 : build->depth >= 3 ? 1 : 0; /* registers */

    return build->passes == 1 ? 1 : build->passes + inside_crossbar + 1;
}

void pipeline_init(struct pipeline *pipeline, const struct rtl_build *build)
{
    *pipeline = (struct pipeline){ .work = pipeline_interval(build) - 1 };
    pipeline->places = pipeline_latency(build) - pipeline->work;
}

void *pipeline_out(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    if (pipeline->places == 0)
        return pins->in_valid && !pins->rst ? coming : NULL;
    return pipeline->to_go ? NULL : pipeline->warp[pipeline->places];
}

/* Do the warps step on at the next edge, reset apart? */
static bool steps(const struct pipeline *pipeline, bool out_ready)
{
    return !pipeline->warp[pipeline->places] || (pipeline->to_go == 0 && out_ready);
}

bool pipeline_ready(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    return !pins->rst && (pipeline->places == 0 ? pins->out_ready : steps(pipeline, pins->out_ready));
}

void pipeline_edge(struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    if (pins->rst) {
        for (unsigned p = 1; p <= pipeline->places; p++)
            pipeline->warp[p] = NULL;
        pipeline->to_go = 0;
    } else if (pipeline->places == 0) {
        return;
    } else if (steps(pipeline, pins->out_ready)) {
        for (unsigned p = pipeline->places; p > 1; p--)
            pipeline->warp[p] = pipeline->warp[p - 1];
        pipeline->warp[1] = pins->in_valid ? coming : NULL;
        pipeline->to_go = pipeline->warp[pipeline->places] ? pipeline->work : 0;
    } else if (pipeline->to_go) {
        pipeline->to_go--;
    }
}

bool pipeline_empty(const struct pipeline *pipeline)
{
    for (unsigned p = 1; p <= pipeline->places; p++)
        if (pipeline->warp[p])
            return false;
    return true;
}
