/* silicon_count - see silicon_count.h */
#include "silicon_count.h"

#include "compare.h"

#include <string.h>

#define LANES VECTOR_LANES

static unsigned held(uint8_t answer)
{
    return answer & ANSWER_HELD;
}

/* Every point, in the order of mode, segmask, clamp, index and lane. */
static const uint8_t *point_table(const struct record *record)
{
    return record_answers(record, silicon_suite_find("uniform"));
}

/* What silicon read and said, from the table of all points. */
static uint8_t at_point(const uint8_t *table, unsigned mode, unsigned segmask, unsigned clamp,
                        unsigned index, unsigned lane)
{
    return table[(((mode * 32 + segmask) * 32 + clamp) * 32 + index) * 32 + lane];
}

/* --- SPA 5.0 SHFL page -------------------------------------------------------------------------------- */

/* One point of UP as the page has it: j is in range if it is not smaller than minLane. */
static bool spa_up(const uint8_t *table, unsigned segmask, unsigned clamp, unsigned index, unsigned lane)
{
    uint8_t answer = at_point(table, SHFL_UP, segmask, clamp, index, lane);
    bool in_range = lane >= index && lane - index >= (lane & segmask);

    return held(answer) == (in_range ? lane - index : lane) && ((answer & ANSWER_PU) != 0) == in_range;
}

/* One point of another mode, with maxLane, and IDX's j, as sums. */
static bool spa_plus(const uint8_t *table, enum shfl_mode mode, unsigned segmask, unsigned clamp,
                     unsigned index, unsigned lane)
{
    uint8_t answer = at_point(table, mode, segmask, clamp, index, lane);
    unsigned min_lane = lane & segmask, max_lane = min_lane + (clamp & ~segmask);
    unsigned j = mode == SHFL_IDX    ? min_lane + (index & ~segmask)
               : mode == SHFL_DOWN ? lane + index
                                   : lane ^ index;
    bool in_range = j <= max_lane;

    return held(answer) == (in_range ? j : lane) && ((answer & ANSWER_PU) != 0) == in_range;
}

void count_spa(struct record *record, struct spa *out)
{
    const uint8_t *table = point_table(record);

    memset(out, 0, sizeof *out);
    for (unsigned point = 0; point < 1 << 20; point++) {
        unsigned segmask = point >> 15, clamp = point >> 10 & 31, index = point >> 5 & 31, lane = point & 31;
        bool wrong = !spa_up(table, segmask, clamp, index, lane);

        out->up_points++;
        out->up_wrong += wrong;
        out->up_wrong_clamp_zero += wrong && (clamp & ~segmask) == 0;
        out->plus_points += 3;
        out->plus_wrong += !spa_plus(table, SHFL_IDX, segmask, clamp, index, lane);
        out->plus_wrong += !spa_plus(table, SHFL_DOWN, segmask, clamp, index, lane);
        out->plus_wrong += !spa_plus(table, SHFL_BFLY, segmask, clamp, index, lane);
        if (segmask != 0x00 && segmask != 0x10 && segmask != 0x18)
            out->other_masks_points += 4;
    }
}

/* --- The CUDA intrinsics: Handbook, tutorial, snippet --------------------------------------------------- */

/* One lane of one call: argument is srcLane, delta or laneMask; from is the lane whose value came back. */
static void count_call(struct calls *c, enum shfl_mode mode, uint32_t argument, unsigned width,
                       unsigned lane, unsigned from)
{
    unsigned base = lane / width * width, position = lane - base;

    switch (mode) {
    case SHFL_IDX: {
        int64_t src_lane = (int32_t)argument, remainder = src_lane % (int)width;
        bool outside = src_lane < 0 || src_lane >= (int)width;

        c->idx++;
        c->idx_outside += outside;
        c->idx_own_wrong += outside && from != lane;
        c->idx_negative_remainder += remainder < 0;
        if (remainder < 0)
            remainder += width;
        c->idx_modulo_wrong += from != base + (unsigned)remainder;
        break;
    }
    case SHFL_UP:
        if (argument > 31) {
            c->far_delta++;
            c->far_delta_own_wrong += from != lane;
            c->far_delta_low_wrong += from != ((argument & 31) > position ? lane : lane - (argument & 31));
            break;
        }
        c->up_near++;
        c->up_clamped_wrong += from != (argument > position ? base : lane - argument);
        c->up_unchanged += argument > position;
        c->up_unchanged_wrong += argument > position && from != lane;
        break;
    case SHFL_DOWN:
        if (argument > 31) {
            bool beyond = position + (argument & 31) >= width;
            c->far_delta++;
            c->far_delta_own_wrong += from != lane;
            c->far_delta_low_wrong += from != (beyond ? lane : lane + (argument & 31));
        } else if (position + argument >= width) {
            c->down_beyond++;
            c->down_beyond_wrong += from != lane;
            c->down_beyond_32 += width == 32;
            c->down_rotated_wrong += width == 32 && from != (lane + argument) % 32;
        }
        break;
    case SHFL_BFLY:
        c->xor_calls++;
        c->xor_lower += from < base;
        c->xor_higher += from >= base + width;
        break;
    }
}

void count_calls(struct record *record, struct calls *out)
{
    const struct silicon_suite *ints = silicon_suite_find("int"), *widths = silicon_suite_find("width");
    struct record_warp w;

    memset(out, 0, sizeof *out);
    record_rewind(record);
    while (record_next(record, &w)) {
        struct vector v;

        if (w.suite != ints && w.suite != widths)
            continue;
        w.suite->make(w.number, &v);
        for (unsigned k = 0; k < LANES; k++) {
            bool power = v.width > 0 && v.width <= 32 && (v.width & (v.width - 1)) == 0;

            if (w.suite == ints) {
                count_call(out, v.in.mode, v.in.sb[k], (unsigned)v.width, k,
                           held(record_answers(record, ints)[v.slot[k]]));
            } else if (v.in.mode == SHFL_IDX && power && v.in.sb[k] >= (uint32_t)v.width) {
                out->idx_pu_outside++;
                out->idx_pu_false += !(w.pu >> k & 1);
            }
        }
    }
}

/* --- What is left open -------------------------------------------------------------------------------- */

void count_open_source(struct record *record, const struct silicon_suite *suite, struct open_source *out)
{
    const uint8_t *answers = record_answers(record, suite), *table = point_table(record);
    struct vector v;

    memset(out, 0, sizeof *out);
    for (uint32_t warp = 0; warp < suite->warps; warp++) {
        suite->make(warp, &v);
        for (unsigned k = 0; k < LANES; k++) {
            uint8_t answer = answers[v.slot[k]];
            unsigned from = held(at_point(table, v.in.mode, v.in.sc[k] >> 8 & 31, v.in.sc[k] & 31,
                                          v.in.sb[k] & 31, k));
            if (!(answer & ANSWER_OPEN))
                continue;
            out->points++;
            if (held(answer) == ANSWER_ZERO)
                out->zero++;
            else if (held(answer) == k)
                out->own++;
            else if (held(answer) == from)
                out->source++;
            else
                out->other++;
        }
    }
}

/* --- The golden model --------------------------------------------------------------------------------- */

static unsigned ones(uint32_t mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

void count_model(struct record *record, struct tally tally[])
{
    struct record_warp w;
    struct shfl_out model;

    record_rewind(record);
    while (record_next(record, &w)) {
        struct tally *t = &tally[w.suite - silicon_suites];
        struct observed silicon = {
            .rd = w.rd, .rd_defined = w.rd_defined, .pu = w.pu, .pu_defined = w.pu_defined
        };
        model_answer(&w.in, false, &model);
        t->differ += ones(compare(&silicon, &model));
        t->rd += ones(w.rd_defined);
        t->pu += ones(w.pu_defined);
    }
}
