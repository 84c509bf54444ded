/* SPDX-License-Identifier: Apache-2.0 */
/* test_programs FOLDER [SEED] - the examples of the SPA 5.0 page, as they stand there, on both engines.
 *
 * What they should leave is computed here in plain C, from what the page says a program is for: with whole
 * numbers, whose sums are exact, as the sum or the permutation itself; with floats that round, by the same
 * additions in the same order. Lanes whose result rests on a lane that does not execute are left out, and
 * the interpreter has to have marked just those.
 */
#include "engines.h"

#include "cli/answer/sass_step.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = WARP_LANES, ROUNDS = 200 };

/* A lane's value as the reference has it. */
struct reference {
    float value[LANES];
    uint32_t open; /* not defined */
};

static bool on(uint32_t mask, int lane) { return lane >= 0 && lane < LANES && (mask >> lane & 1); }

/* A step: each lane gets the value of the lane so far away, or whose number is its own xor that, or of its quad the lane
 * that the digits name, from lane 3 to lane 0; or it adds that to its own. What a lane of no other one gets is in ends. */
struct step {
    enum { FAR, XOR, QUAD } from;
    int by;
    enum { ADD, COPY } what;
    const char *digits;
    enum { KEEPS, ZERO } ends;
};

static int source(const struct step *s, int k)
{
    return s->from == FAR ? k + s->by : s->from == XOR ? k ^ s->by : k / 4 * 4 + (s->digits[3 - k % 4] - '0');
}

static void take(struct reference *r, uint32_t active, const struct step *s)
{
    const struct reference before = *r;

    for (int k = 0; k < LANES; k++) {
        const int from = source(s, k);
        const bool is_lane = from >= 0 && from < LANES;

        if (!on(active, k) || (!is_lane && s->ends == KEEPS))
            continue;
        if (s->what == COPY)
            r->open &= ~(1u << k);
        if (is_lane && (!on(active, from) || on(before.open, from)))
            r->open |= 1u << k;
        r->value[k] = !is_lane ? 0 : s->what == COPY ? before.value[from] : before.value[from] + before.value[k];
    }
}

#define UP(n) { .by = -(n) }
#define LAST(n) { .by = -(n), .what = COPY, .ends = ZERO }
#define DOWN(n) { .by = (n) }
#define BFLY(n) { .from = XOR, .by = (n) }
static const struct example {
    const char *name, *result;
    unsigned instructions, count;
    struct step steps[6];
    int sum; /* with whole numbers and all lanes: 1 the sum of lanes 0..k, 2 of 0..k-1, 3 of k..31, 4 of all */
} examples[] = {
    { "inclusive_scan", "Rx", 10, 5, { UP(1), UP(2), UP(4), UP(8), UP(16) }, 1 },
    { "exclusive_scan", "Rx", 12, 6, { UP(1), UP(2), UP(4), UP(8), UP(16), LAST(1) }, 2 },
    { "reverse_scan", "Rx", 10, 5, { DOWN(1), DOWN(2), DOWN(4), DOWN(8), DOWN(16) }, 3 },
    { "butterfly_reduction", "Rx", 10, 5, { BFLY(16), BFLY(8), BFLY(4), BFLY(2), BFLY(1) }, 4 },
#define FSWZ(name, digits_) { name, "Ry", 1, 1, { { .from = QUAD, .what = COPY, .digits = digits_ } }, 0 }
    FSWZ("fswz_0000", "0000"),
    FSWZ("fswz_1111", "1111"),
    FSWZ("fswz_2222", "2222"),
    FSWZ("fswz_3333", "3333"),
    FSWZ("fswz_1032", "2301"), /* lane 0 reads lane 1 */
    FSWZ("fswz_2301", "1032"), /* lane 0 reads lane 2 */
};

static struct sass_program program;
static struct sass_warp warp;

static bool read_program(const char *folder, const char *name)
{
    char path[512], text[4096];
    struct sass_error error;

    snprintf(path, sizeof path, "%s/%s.sass", folder, name);
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    if (size == 0 || size == sizeof text)
        return false;
    return sass_parse(text, size, &program, &error);
}

static uint32_t float_bits(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

/* Active masks: some by hand; then all, the low lanes, the high lanes and noise in turn. */
static uint32_t mask_of(unsigned round, uint64_t *state)
{
    static const uint32_t some[] = { 0xffffffff, 0x0000ffff, 0xffff0000, 0x00000001, 0x80000000, 0xfffffffe,
                                     0x7fffffff, 0x55555555, 0xaaaaaaaa, 0x0f0f0f0f, 0xffff00ff, 0x000fffff };
    uint32_t random = noise(state);

    if (round < sizeof some / sizeof some[0])
        return some[round];
    return round % 4 == 0 ? UINT32_MAX
         : round % 4 == 1 ? UINT32_MAX >> random % 32
         : round % 4 == 2 ? UINT32_MAX << random % 32
                          : random;
}

static void set_lanes(const char *reg, const float value[LANES], uint32_t held[LANES])
{
    int r = sass_register(&program, reg, strlen(reg));

    for (int k = 0; k < LANES && r >= 0; k++)
        held[k] = warp.r[r][k] = float_bits(value[k]);
}

/* What the page says it is for, in whole numbers. */
static float sum_of(int which, const float value[LANES], int lane)
{
    int64_t sum = 0;

    for (int k = 0; k < LANES; k++)
        if (which == 4 || (which == 1 && k <= lane) || (which == 2 && k < lane) || (which == 3 && k >= lane))
            sum += (int64_t)value[k];
    return (float)sum;
}

/* One run. Returns the lanes that are wrong in one way or another. */
static uint32_t run(const struct example *e, const struct engine *engine, uint32_t active, bool whole, uint64_t *state,
                    unsigned *defined)
{
    struct reference r = { .open = 0 };
    uint32_t began[LANES] = { 0 }, old[LANES], wrong = 0;
    float y[LANES];

    memset(&warp, 0, sizeof warp);
    warp.active = active;
    for (int k = 0; k < LANES; k++) {
        r.value[k] = whole ? (float)(noise(state) % 2000) - 1000 : (float)(int32_t)noise(state) / 65536.0f;
        y[k] = -1000 - (float)k;
    }
    const struct reference start = r;
    set_lanes("Ry", y, old);
    set_lanes("Rx", r.value, began);
    if (strcmp(e->result, "Rx") == 0)
        memcpy(old, began, sizeof old);
    for (unsigned i = 0; i < program.count; i++)
        sass_step(engine, &program.insn[i], &warp);
    for (unsigned i = 0; i < e->count; i++)
        take(&r, active, &e->steps[i]);

    int reg = sass_register(&program, e->result, 2);
    for (int k = 0; k < LANES; k++) {
        uint32_t got = warp.r[reg][k], bit = 1u << k;

        if (!on(active, k)) { /* keeps what it had */
            wrong |= got != old[k] ? bit : 0;
            continue;
        }
        if ((warp.r_open[reg] ^ r.open) & bit)
            wrong |= bit;
        if (r.open & bit)
            continue;
        ++*defined;
        wrong |= got != float_bits(r.value[k]) ? bit : 0;
        if (whole && e->sum && active == UINT32_MAX)
            wrong |= got != float_bits(sum_of(e->sum, start.value, k)) ? bit : 0;
    }
    return wrong;
}

static void test_example(const struct example *e, const char *folder, struct engine engine[ENGINES], uint64_t seed)
{
    char name[128];

    snprintf(name, sizeof name, "programs/%s: %u instructions", e->name, e->instructions);
    if (!check(read_program(folder, e->name) && program.count == e->instructions, name,
               "cannot be read, or another number of instructions"))
        return;
    for (unsigned n = 0; n < ENGINES; n++) {
        uint64_t state = seed;
        uint32_t wrong = 0, mask = 0, seen = 0;
        unsigned defined = 0;

        for (unsigned round = 0; round < 2 * ROUNDS && !wrong; round++) {
            mask = mask_of(round / 2, &state);
            wrong = run(e, &engine[n], mask, round % 2 == 0, &state, &defined);
            seen++;
        }
        snprintf(name, sizeof name, "programs/%s on the %s: %u warps, %u defined lanes", e->name, engine[n].name, seen,
                 defined);
        check(wrong == 0 && defined > 0, name, "lanes 0x%08" PRIx32 " are wrong, active 0x%08" PRIx32 ", seed %" PRIu64,
              wrong, mask, seed);
    }
}

int main(int argc, char **argv)
{
    struct engine engine[ENGINES];
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;

    if (argc < 2) {
        fprintf(stderr, "usage: test_programs FOLDER [SEED]\n");
        return 2;
    }
    printf("seed %" PRIu64 "\n", seed);
    if (!engines_open(engine))
        return check_status();
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        test_example(&examples[i], argv[1], engine, seed);
    engines_close(engine);
    return check_status();
}
