/* SPDX-License-Identifier: Apache-2.0 */
/* count [--collective] [--plant-error] RECORD - a recording of list shfl, or of list collective, compared with the model; and
 * what list shfl says about the documents, and about what they leave open: the figures of docs/reference/silicon.md, as JSON on
 * standard output. The documents' rules are written down as they state them, right or wrong, and tried on the recorded
 * answers. With --plant-error the model is wrong in the last warp of each suite.
 *
 * Exit status: 0, 1 if an answer differs, 2 if the recording is refused, 3 if the output cannot be written. */
#include "lib/output.h"
#include "suites.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LANES ASK_LANES

static unsigned held(uint8_t answer) { return answer & ANSWER_HELD; }

static bool pu(uint8_t answer) { return answer & ANSWER_PU; }

/* A suite of list shfl: its answers, its cases, and those of "uniform". */
struct answered {
    const struct record_suite *suite;
    const uint8_t *answers, *uniform;
};

static struct answered of(const struct record *record, const char *name)
{
    unsigned i = 0;

    while (strcmp(silicon_suites[i].name, name) != 0)
        i++;
    return (struct answered){ &silicon_suites[i], record_answers(record, i), record_answers(record, SILICON_UNIFORM) };
}

/* A JSON object of counts: OBJECT(name, F(number), ...). */
struct figure {
    const char *name;
    uint32_t number;
};
#define F(number) { #number, number }
#define OBJECT(name, ...) object(name, (const struct figure[]){ __VA_ARGS__, { NULL, 0 } })

static void object(const char *name, const struct figure *f)
{
    printf(",\n \"%s\": {", name);
    for (const struct figure *first = f; f->name; f++)
        printf("%s\"%s\": %" PRIu32, f == first ? "" : ", ", f->name, f->number);
    printf("}");
}

/* --- The golden model --------------------------------------------------------------------------------- */

/* Returns what differs. */
static uint32_t count_model(const struct record *record, const struct record_plan *plan, bool plant)
{
    uint32_t differ = 0;

    printf("{\"suites\": [");
    for (unsigned i = 0; i < plan->suites; i++) {
        const struct record_suite *suite = &plan->suite[i];
        struct replay_tally tally = { 0 };

        for (uint32_t warp = 0; warp < suite->cases; warp++) {
            struct answer model;
            struct ask a;

            suite->make(warp, &a);
            answer_model(&a, plant && warp == suite->cases - 1, &model);
            replay_compare(record, suite, &a, &model, &tally);
        }
        printf("%s\n  {\"name\": \"%s\", \"about\": \"%s\", \"warps\": %" PRIu32 ", \"points\": %" PRIu32
               ", \"rd\": %" PRIu32 ", \"pu\": %" PRIu32 ", \"chunks\": %" PRIu32 ", \"differ\": %" PRIu32
               ", \"first\": %" PRIu32 "}",
               i ? "," : "", suite->name, suite->about, tally.warps, LANES * tally.warps, tally.rd, tally.pu,
               tally.chunks, tally.differ, tally.first);
        differ += tally.differ;
    }
    printf("]");
    return differ;
}

/* Points that silicon answered otherwise than in suite "uniform", of the other suites that have them all. */
static void count_apart(const struct record *record)
{
    static const char *const same[] = { "lanes", "garbage", "ones" };
    uint32_t apart = 0, points = 0;

    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const struct answered s = of(record, same[i]);

        for (size_t at = 0; at < LANES * s.suite->cases; at++, points++)
            apart += s.answers[at] != s.uniform[at];
    }
    OBJECT("apart", F(points), { "differ", apart });
}

/* --- SPA 5.0 SHFL page -------------------------------------------------------------------------------- */

/* One point as the page has it. UP: j is in range if it is not smaller than minLane. The others: maxLane, and IDX's j, are
 * sums. */
static bool spa(const uint8_t *uniform, enum shfl_mode mode, unsigned segmask, unsigned clamp, unsigned index,
                unsigned lane)
{
    const uint8_t answer = replay_point(uniform, mode, segmask, clamp, index, lane);
    const unsigned min_lane = lane & segmask, max_lane = min_lane + (clamp & ~segmask);
    const unsigned j = mode == SHFL_IDX  ? min_lane + (index & ~segmask)
                     : mode == SHFL_UP   ? lane - index
                     : mode == SHFL_DOWN ? lane + index
                                         : lane ^ index;
    const bool in_range = mode == SHFL_UP ? lane >= index && j >= min_lane : j <= max_lane;

    return held(answer) == (in_range ? j : lane) && pu(answer) == in_range;
}

static void count_spa(const struct record *record)
{
    const uint8_t *uniform = record_answers(record, SILICON_UNIFORM);
    uint32_t up_points = 0, up_wrong = 0, up_wrong_clamp_zero = 0, plus_points = 0, plus_wrong = 0, other_masks = 0;

    for (unsigned point = 0; point < 1 << 20; point++) {
        unsigned segmask = point >> 15, clamp = point >> 10 & 31, index = point >> 5 & 31, lane = point & 31;
        bool wrong = !spa(uniform, SHFL_UP, segmask, clamp, index, lane);

        up_points++;
        up_wrong += wrong;
        up_wrong_clamp_zero += wrong && (clamp & ~segmask) == 0;
        plus_points += 3;
        plus_wrong += !spa(uniform, SHFL_IDX, segmask, clamp, index, lane);
        plus_wrong += !spa(uniform, SHFL_DOWN, segmask, clamp, index, lane);
        plus_wrong += !spa(uniform, SHFL_BFLY, segmask, clamp, index, lane);
        if (segmask != 0x00 && segmask != 0x10 && segmask != 0x18)
            other_masks += 4;
    }
    OBJECT("spa", F(up_points), F(up_wrong), F(up_wrong_clamp_zero), F(plus_points), F(plus_wrong), F(other_masks));
}

/* --- The CUDA intrinsics: Handbook, tutorial, snippet ------------------------------------------------- */

/* The last two of down: of width 32. far_delta: above 31. xor: answered from a segment below, or above. */
/* clang-format off */
#define CALLS(X) \
    X(idx) X(idx_outside) X(idx_own_wrong) X(idx_modulo_wrong) X(idx_negative_remainder) X(up_near) \
    X(up_clamped_wrong) X(up_unchanged) X(up_unchanged_wrong) X(down_beyond) X(down_beyond_wrong) \
    X(down_beyond_32) X(down_rotated_wrong) X(far_delta) X(far_delta_own_wrong) \
    X(far_delta_low_wrong) X(xor_calls) X(xor_lower) X(xor_higher)
/* clang-format on */

struct calls {
#define CALLS_FIELD(name) uint32_t name;
    CALLS(CALLS_FIELD)
};

/* One lane of one call: argument is srcLane, delta or laneMask; from is the lane whose value came back. */
static void count_call(struct calls *c, enum shfl_mode mode, uint32_t argument, unsigned width, unsigned lane,
                       unsigned from)
{
    unsigned base = lane / width * width, position = lane - base, low = argument & 31;
    bool beyond = position + low >= width;

    if (mode == SHFL_IDX) {
        int64_t src_lane = (int32_t)argument, remainder = src_lane % (int)width;
        bool outside = src_lane < 0 || src_lane >= (int)width;

        c->idx++;
        c->idx_outside += outside;
        c->idx_own_wrong += outside && from != lane;
        c->idx_negative_remainder += remainder < 0;
        if (remainder < 0)
            remainder += width;
        c->idx_modulo_wrong += from != base + (unsigned)remainder;
    } else if (mode == SHFL_BFLY) {
        c->xor_calls++;
        c->xor_lower += from < base;
        c->xor_higher += from >= base + width;
    } else if (argument > 31) {
        bool outside = mode == SHFL_UP ? low > position : beyond;

        c->far_delta++;
        c->far_delta_own_wrong += from != lane;
        c->far_delta_low_wrong += from != (outside ? lane : mode == SHFL_UP ? lane - low : lane + low);
    } else if (mode == SHFL_UP) {
        c->up_near++;
        c->up_clamped_wrong += from != (argument > position ? base : lane - argument);
        c->up_unchanged += argument > position;
        c->up_unchanged_wrong += argument > position && from != lane;
    } else if (beyond) {
        c->down_beyond++;
        c->down_beyond_wrong += from != lane;
        c->down_beyond_32 += width == 32;
        c->down_rotated_wrong += width == 32 && from != (lane + argument) % 32;
    }
}

static void count_calls(const struct record *record)
{
    const struct answered s = of(record, "int");
    struct calls c = { 0 };
    struct ask a;

    for (uint32_t warp = 0; warp < s.suite->cases; warp++) {
        s.suite->make(warp, &a);
        for (unsigned k = 0; k < LANES; k++)
            count_call(&c, (enum shfl_mode)op_row[a.op].op, a.sb[k], (unsigned)a.width, k, held(s.answers[a.slot[k]]));
    }
#define CALLS_FIGURE(name) { #name, c.name },
    object("calls", (const struct figure[]){ CALLS(CALLS_FIGURE){ NULL, 0 } });
}

/* Suite "width": Pu of IDX where the source is outside a width that CUDA allows, and the widths that it does not. */
static void count_widths(const struct record *record)
{
    const struct answered s = of(record, "width");
    uint32_t outside = 0, pu_false = 0, illegal = 0;
    struct ask a;

    for (uint32_t warp = 0; warp < s.suite->cases; warp++) {
        s.suite->make(warp, &a);
        bool legal = a.width > 0 && a.width <= 32 && (a.width & (a.width - 1)) == 0;

        illegal += legal ? 0 : LANES;
        for (unsigned k = 0; k < LANES; k++)
            if (legal && a.op == OP_IDX && a.sb[k] >= (uint32_t)a.width) {
                outside++;
                pu_false += !pu(s.answers[a.slot[k]]);
            }
    }
    OBJECT("widths", F(illegal), F(outside), { "outside_pu_false", pu_false });
}

/* --- What is left open, members, and who executes ----------------------------------------------------- */

/* Of a suite with inactive lanes those that read one: Rd is 0, the reader's word, the inactive lane's, or another. */
static void count_open(const struct record *record, const char *name)
{
    const struct answered s = of(record, name);
    uint32_t points = 0, zero = 0, own = 0, source = 0;
    struct ask a;

    for (uint32_t warp = 0; warp < s.suite->cases; warp++) {
        s.suite->make(warp, &a);
        const uint32_t open = a.active & ~replay_defined(s.uniform, &a);
        for (unsigned k = 0; k < LANES; k++) {
            const unsigned got = held(s.answers[a.slot[k]]);

            if (!(open >> k & 1))
                continue;
            points++;
            zero += got == ANSWER_ZERO;
            own += got == k;
            source += got == held(replay_uniform(s.uniform, &a, k));
        }
    }
    OBJECT(name, F(points), F(zero), F(own), F(source), { "other", points - zero - own - source });
}

/* Of a suite in which all lanes execute those of which silicon said something else than in suite "uniform", in
 * "outside" of those that are no members and of those that read one that is none, in "sites" of those that read a lane
 * in another branch. */
static void count_members(const struct record *record, const char *name)
{
    const struct answered s = of(record, name);
    uint32_t callers = 0, callers_differ = 0, across = 0, across_differ = 0;
    struct ask a;

    for (uint32_t warp = 0; warp < s.suite->cases; warp++) {
        s.suite->make(warp, &a);
        for (unsigned k = 0; k < LANES; k++) {
            const uint8_t want = replay_uniform(s.uniform, &a, k);
            bool differs = s.answers[a.slot[k]] != want, caller = !(a.members[k] >> k & 1);
            bool reads = !(a.members[k] >> held(want) & 1) || ask_site(&a, k) != ask_site(&a, held(want));

            callers += caller;
            callers_differ += caller && differs;
            across += reads;
            across_differ += reads && differs;
        }
    }
    OBJECT(name, F(callers), F(callers_differ), F(across), F(across_differ));
}

int main(int argc, char **argv)
{
    char err[RECORD_ERROR_MAX];
    const bool collective = argc > 1 && strcmp(argv[1], "--collective") == 0;
    const bool plant = argc > 1 + collective && strcmp(argv[1 + collective], "--plant-error") == 0;
    const struct record_plan *plan = collective ? &collective_plan : &silicon_plan;

    output_start("count");
    if (argc != 2 + collective + plant)
        misuse("takes RECORD, or --collective RECORD");
    struct record *record = replay_open(argv[argc - 1], plan, err);
    if (record == NULL)
        misuse("%s", err);
    const uint32_t differ = count_model(record, plan, plant);
    if (!collective) {
        count_apart(record);
        count_spa(record);
        count_calls(record);
        count_widths(record);
        count_open(record, "guard");
        count_open(record, "branch");
        count_open(record, "exit");
        count_open(record, "members");
        count_members(record, "outside");
        count_members(record, "sites");
    }
    printf("}\n");
    record_close(record);
    return differ ? MISMATCH : AGREED;
}
