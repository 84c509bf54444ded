/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline - see pipeline.h */
#include "pipeline.h"

#include <stddef.h>

void pipeline_init(struct pipeline *pipeline, const struct rtl_build *build)
{
    *pipeline = (struct pipeline){ .depth = build->depth };
}

void *pipeline_out(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    if (pipeline->depth == 0)
        return pins->in_valid && !pins->rst ? coming : NULL;
    return pipeline->warp[pipeline->depth];
}

bool pipeline_ready(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    const bool last_is_empty = pipeline->depth > 0 && !pipeline->warp[pipeline->depth];

    return !pins->rst && (last_is_empty || pins->out_ready);
}

void pipeline_edge(struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    if (pins->rst) {
        for (unsigned p = 1; p <= pipeline->depth; p++)
            pipeline->warp[p] = NULL;
    } else if (pipeline_ready(pipeline, pins)) {
        for (unsigned p = pipeline->depth; p > 0; p--)
            pipeline->warp[p] = p > 1 ? pipeline->warp[p - 1] : pins->in_valid ? coming : NULL;
    }
}

bool pipeline_empty(const struct pipeline *pipeline)
{
    for (unsigned p = 1; p <= pipeline->depth; p++)
        if (pipeline->warp[p])
            return false;
    return true;
}
