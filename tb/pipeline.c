/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline - see pipeline.h */
#include "pipeline.h"

#include <stddef.h>

void pipeline_init(struct pipeline *pipeline, const struct rtl_build *build)
{
    *pipeline = (struct pipeline){
        .banked = build->banked, .block = build->block, .depth = build->depth, .skid = build->skid
    };
    if (build->banked) { /* of the registers that are always there, two are behind the memories; block RAM has two */
        pipeline->front = build->depth < PIPELINE_FRONT_MAX ? build->depth : PIPELINE_FRONT_MAX;
        pipeline->depth = 2u + 2u * build->block + build->depth - pipeline->front;
        pipeline->next_is_first = true;
    }
}

/* What the stages offer, in front of the skid buffer. */
static void *result(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    if (pipeline->depth == 0)
        return pins->in_valid && !pins->rst ? coming : NULL;
    return pipeline->warp[pipeline->depth];
}

/* R5.3.3, R6.3.2 */
void *pipeline_out(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    return pipeline->kept ? pipeline->kept : result(pipeline, pins, coming);
}

/* R5.3.5, R5.3.7, R5.3.12: do the pipeline registers, or those behind the memories, step on? */
static bool moves(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    const bool last_is_empty = pipeline->depth > 0 && !pipeline->warp[pipeline->depth];
    const bool last_leaves = pipeline->skid ? !pipeline->kept : pins->out_ready;

    return last_is_empty || last_leaves;
}

/* Does a warp begin to be read? Block RAM has its first beat in a register then. */
static bool begins(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    if (!moves(pipeline, pins))
        return false;
    if (pipeline->block)
        return pipeline->warp[1] && pipeline->read_is_first;
    return pipeline->readable > 0 && pipeline->memory[pipeline->begin].first;
}

/* R6.3.3, R6.3.4: can a beat be written into the memories? */
static bool room(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    return !pipeline->arrived || (pipeline->block ? !pipeline->waits : begins(pipeline, pins));
}

/* R5.3.4, R5.3.6, R5.3.13, R5.4.2, R6.3.5, R6.3.6, R6.3.9 */
bool pipeline_ready(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    if (pins->rst || !pipeline->banked)
        return !pins->rst && moves(pipeline, pins);
    return room(pipeline, pins) || (pipeline->front > 0 && !pipeline->in[pipeline->front].beat);
}

/* The oldest beat in the memories, taken out of them; NULL if it cannot be read yet. */
static void *read_beat(struct pipeline *pipeline)
{
    const struct pipeline_slot *oldest = &pipeline->memory[pipeline->begin];

    if (!(pipeline->block ? pipeline->some : pipeline->readable))
        return NULL;
    pipeline->begin = (pipeline->begin + 1) % PIPELINE_MEMORY;
    pipeline->held--;
    pipeline->readable -= oldest->last;
    pipeline->read_is_first = oldest->first;
    return oldest->beat;
}

static void write_beat(struct pipeline *pipeline, struct pipeline_slot slot)
{
    slot.first = pipeline->next_is_first;
    pipeline->next_is_first = slot.last;
    pipeline->memory[(pipeline->begin + pipeline->held++) % PIPELINE_MEMORY] = slot;
    pipeline->arrived = slot.last;
    pipeline->readable += slot.last && !pipeline->block;
}

void pipeline_edge(struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    const bool move = moves(pipeline, pins), begin = begins(pipeline, pins), write = room(pipeline, pins);
    const bool load = pipeline_ready(pipeline, pins);
    void *next = pins->in_valid ? coming : NULL;

    if (pipeline->skid)
        pipeline->kept = pins->out_ready || pins->rst ? NULL : pipeline_out(pipeline, pins, coming);
    if (pins->rst) {
        for (unsigned p = 1; p <= pipeline->depth; p++)
            pipeline->warp[p] = NULL;
        for (unsigned p = 1; p <= pipeline->front; p++)
            pipeline->in[p].beat = NULL;
        pipeline->held = pipeline->readable = 0;
        pipeline->arrived = pipeline->waits = pipeline->some = false;
        pipeline->next_is_first = true;
        return;
    }
    if (pipeline->banked) {
        pipeline->in[0] = (struct pipeline_slot){ .beat = next, .last = pins->in_last };
        const struct pipeline_slot written = pipeline->in[pipeline->front];

        const bool waits = pipeline->arrived && !pipeline->waits; /* from now on, with block RAM */

        if (move)
            next = read_beat(pipeline);
        if (pipeline->block) {
            pipeline->some = pipeline->readable > 0;
            pipeline->readable += waits;
            pipeline->waits = waits || (pipeline->waits && !begin);
        }
        if (pipeline->block ? waits : begin)
            pipeline->arrived = false;
        if (write && written.beat)
            write_beat(pipeline, written);
        for (unsigned p = pipeline->front; load && p > 0; p--)
            pipeline->in[p] = pipeline->in[p - 1];
    }
    for (unsigned p = pipeline->depth; move && p > 0; p--)
        pipeline->warp[p] = p > 1 ? pipeline->warp[p - 1] : next;
}

bool pipeline_empty(const struct pipeline *pipeline)
{
    for (unsigned p = 1; p <= pipeline->depth; p++)
        if (pipeline->warp[p])
            return false;
    for (unsigned p = 1; p <= pipeline->front; p++)
        if (pipeline->in[p].beat)
            return false;
    return pipeline->held == 0 && !pipeline->kept;
}
