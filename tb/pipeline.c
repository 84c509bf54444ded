/* SPDX-License-Identifier: Apache-2.0 */
/* pipeline - see pipeline.h */
#include "pipeline.h"

#include <stddef.h>

void pipeline_init(struct pipeline *pipeline, const struct rtl_build *build)
{
    *pipeline = (struct pipeline){ .banked = build->banked,
                                   .block = build->block,
                                   .network = build->network > 0,
                                   .elastic = build->elastic,
                                   .depth = build->depth,
                                   .skid = build->skid,
                                   .senses = build->isa == RTL_AMD && !build->banked,
                                   .gathers = build->gathers,
                                   .coming_trips = 1 };
    if (build->isa == RTL_MATCH) {
        pipeline->depth = 3;
        pipeline->slices = build->gathers ? 0 : build->w / build->slice;
    }
    if (!build->banked && !build->gathers
        && build->depth >= 2) /* the registers of low, high and write-back are behind the trips */
        pipeline->place = build->depth - 1u - (build->depth > 2) - (build->depth > 4);
    for (unsigned r = 1; r <= pipeline->depth; r++)
        if (r == pipeline->depth
            || (build->elastic && (r == pipeline->place || r + 1 == pipeline->place || r + 1 == pipeline->depth)))
            pipeline->ends |= UINT32_C(1) << r;
    if (build->banked) { /* of the registers that are always there, two are behind the memories; block RAM has two */
        pipeline->front = build->depth < PIPELINE_FRONT_MAX ? build->depth : PIPELINE_FRONT_MAX;
        pipeline->depth = 2u + 2u * build->block + build->depth - pipeline->front;
        pipeline->next_is_first = true;
    }
}

/* A12.3.2: is a warp on the input that has waited long enough? */
static bool comes(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    return pins->in_valid && pipeline->waited >= pipeline->coming_waits;
}

/* R12.3.1: is it complete? */
static bool completes(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    return comes(pipeline, pins) && (!pipeline->gathers || pins->in_last);
}

/* What the stages offer, in front of the skid buffer. */
static void *result(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    if (pipeline->depth == 0)
        return completes(pipeline, pins) && !pins->rst ? coming : NULL;
    return pipeline->warp[pipeline->depth];
}

/* R5.3.3, R6.3.2 */
void *pipeline_out(const struct pipeline *pipeline, const struct rtl_pins *pins, void *coming)
{
    return pipeline->kept ? pipeline->kept : result(pipeline, pins, coming);
}

/* ---- a unit for whole warps */

static bool loads(const struct pipeline *p, unsigned r) { return p->load >> r & 1; }

/* R5.3.6, R5.3.7, R5.6.4: the registers of a part are loaded together, unless the last of them has a warp that stays. */
static void steps(struct pipeline *p, const struct rtl_pins *pins)
{
    bool load = p->skid ? !p->kept : pins->out_ready;

    p->trips_now = p->network && (p->place > 0 ? p->warp[p->place] != NULL : comes(p, pins));
    p->last = !p->trips_now || p->made + 1 >= (p->place > 0 ? p->trips[p->place] : p->coming_trips);
    p->load = (uint32_t)load << (p->depth + 1);
    for (unsigned r = p->depth; r > 0; r--) {
        load = (load && (p->last || r != p->place)) || (p->ends >> r & 1 && !p->warp[r]);
        p->load |= (uint32_t)load << r;
    }
}

/* R12.3.2: does a slice enter, if there is one? */
static bool cuts(const struct pipeline *p, bool load) { return load && p->gaps == 0; }

/* What enters the registers as they are loaded. R12.3.2, R12.3.3 */
static void *entering(struct pipeline *p, const struct rtl_pins *pins, void *coming)
{
    const bool words = p->slices > 0, complete = words ? p->word && p->left == 0 : completes(p, pins);
    const unsigned gaps = words ? p->word_gaps : p->coming_gaps;
    void *const item = words ? p->word : coming;

    if (p->gaps > 0)
        return --p->gaps == 0 ? p->gapped : NULL;
    if (!complete)
        return NULL;
    p->gaps = gaps;
    p->gapped = item;
    return gaps == 0 ? item : NULL;
}

/* The words at the input. */
static bool takes_word(const struct pipeline *p, bool load) { return !p->word || (cuts(p, load) && p->left == 0); }

static void cut(struct pipeline *p, bool takes, bool cutting, const struct rtl_pins *pins, void *coming)
{
    if (takes) {
        p->word = pins->in_valid ? coming : NULL;
        p->word_gaps = p->coming_gaps;
        p->left = p->slices - 1;
    } else if (cutting) {
        p->left--;
    }
}

static void step(struct pipeline *p, void *next)
{
    for (unsigned r = p->depth; r > 0; r--) {
        if (!loads(p, r))
            continue;
        p->warp[r] = r > 1 ? p->warp[r - 1] : next;
        if (!p->network)
            continue;
        p->trips[r] = r > 1 ? p->trips[r - 1] : p->coming_trips;
        p->trip[r] = r == p->place + 1 ? p->made : p->trip[r - 1];
        p->whole[r] = r == p->place + 1 ? p->last : p->whole[r - 1];
        if (r == p->depth && !p->whole[r]) /* its lanes are there, but there are more to come */
            p->warp[r] = NULL;
    }
    if (!p->trips_now)
        p->made = 0;
    else if (loads(p, p->place + 1))
        p->made = p->last ? 0 : p->made + 1;
}

/* ---- a unit in beats */

/* R6.3.2, R6.3.10: is register r behind the memories loaded? The last one is write-back, the others are another part if
 * the unit is elastic. */
static bool moves(const struct pipeline *pipeline, const struct rtl_pins *pins, unsigned r)
{
    const bool leaves = pipeline->skid ? !pipeline->kept : pins->out_ready;
    const bool writeback = leaves || !pipeline->warp[pipeline->depth];

    return writeback || (pipeline->elastic && r < pipeline->depth && !pipeline->warp[pipeline->depth - 1]);
}

/* Does a warp begin to be read? Block RAM has its first beat in a register then. */
static bool begins(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    if (!moves(pipeline, pins, 1))
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

/* R5.6.5, A12.3.5 */
bool pipeline_ready_is_defined(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    return !(pipeline->senses || (pipeline->network && pipeline->place == 0)) || pins->in_valid || pins->rst;
}

/* Of a unit for whole warps, or one that gathers. */
static bool whole_ready(const struct pipeline *pipeline, const struct rtl_pins *pins)
{
    if (pipeline->slices > 0)
        return takes_word(pipeline, loads(pipeline, 1));
    return cuts(pipeline, loads(pipeline, 1)) && (pipeline->place > 0 || pipeline->last)
        && !(pins->in_valid && !comes(pipeline, pins));
}

/* R5.3.4, R5.3.6, R5.3.13, R5.4.2, R6.3.5, R6.3.6, R6.3.9 */
bool pipeline_ready(struct pipeline *pipeline, const struct rtl_pins *pins)
{
    if (pins->rst)
        return pipeline->ready = false;
    if (pipeline->banked)
        return pipeline->ready = room(pipeline, pins) || (pipeline->front > 0 && !pipeline->in[pipeline->front].beat);
    steps(pipeline, pins);
    return pipeline->ready = whole_ready(pipeline, pins);
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
    void *const kept = pipeline->skid && !pins->out_ready ? pipeline_out(pipeline, pins, coming) : NULL;
    void *next = pins->in_valid ? coming : NULL;

    if (pins->rst) {
        pipeline->kept = NULL;
        for (unsigned p = 1; p <= pipeline->depth; p++)
            pipeline->warp[p] = NULL;
        for (unsigned p = 1; p <= pipeline->front; p++)
            pipeline->in[p].beat = NULL;
        pipeline->held = pipeline->readable = 0;
        pipeline->arrived = pipeline->waits = pipeline->some = false;
        pipeline->next_is_first = true;
        pipeline->made = pipeline->waited = pipeline->gaps = 0;
        pipeline->word = NULL;
        return;
    }
    if (!pipeline->banked) {
        const bool enters = loads(pipeline, 1);
        const bool takes = takes_word(pipeline, enters), cutting = cuts(pipeline, enters);

        step(pipeline, enters ? entering(pipeline, pins, coming) : NULL);
        if (pipeline->slices > 0)
            cut(pipeline, takes, cutting, pins, coming);
        pipeline->waited = pins->in_valid && !pipeline->ready ? pipeline->waited + 1 : 0;
    } else {
        const bool move = moves(pipeline, pins, 1), writeback = moves(pipeline, pins, pipeline->depth);
        const bool begin = begins(pipeline, pins), write = room(pipeline, pins);

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
        for (unsigned p = pipeline->front; pipeline->ready && p > 0; p--)
            pipeline->in[p] = pipeline->in[p - 1];
        for (unsigned p = pipeline->depth; p > 0; p--)
            if (p == pipeline->depth ? writeback : move)
                pipeline->warp[p] = p > 1 ? pipeline->warp[p - 1] : next;
    }
    pipeline->kept = kept;
}

bool pipeline_empty(const struct pipeline *pipeline)
{
    for (unsigned p = 1; p <= pipeline->depth; p++)
        if (pipeline->warp[p])
            return false;
    for (unsigned p = 1; p <= pipeline->front; p++)
        if (pipeline->in[p].beat)
            return false;
    return pipeline->held == 0 && !pipeline->kept && pipeline->gaps == 0 && !pipeline->word;
}
