/* silicon_rtl RECORD - the recorded answers of a GPU, held against the RTL: every warp of the recording,
 * back to back, through every build of 32 lanes and 32 bits. */
#include "record.h"
#include "check.h"
#include "rtl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define INSIDE_MAX 8   /* warps in a unit */
#define SILENT_MAX 64  /* clocks without an answer, while there is something to answer */

/* What one suite of the recording came to on one build. */
struct tally {
    const struct silicon_suite *suite;
    uint32_t warps, differ;
    char first[160]; /* the first difference, in words */
};

static void judge(struct tally *tally, const struct rtl_out *got, const struct record_warp *want)
{
    bool ok = !((got->pu ^ want->pu) & want->pu_defined);

    for (unsigned k = 0; k < VECTOR_LANES; k++)
        if (want->rd_defined >> k & 1)
            ok = ok && got->rd[k] == want->rd[k];
    tally->warps++;
    if (!ok && tally->differ++ == 0)
        snprintf(tally->first, sizeof tally->first, "first in warp %" PRIu32 ", pu 0x%08" PRIx32
                 ", on silicon 0x%08" PRIx32 " of 0x%08" PRIx32, want->number, (uint32_t)got->pu, want->pu,
                 want->pu_defined);
}

static void replay(const struct rtl_build *build, struct record *record)
{
    struct rtl *rtl = build->open();
    struct rtl_pins pins = { .rst = true, .out_ready = true };
    struct record_warp inside[INSIDE_MAX], coming; /* a ring; and what is on the input */
    struct tally tally[RECORD_SUITES_MAX] = { { 0 } };
    unsigned suites = 0, lost = 0, silent = 0;
    uint64_t asked = 0, answered = 0;
    bool more;
    struct rtl_out out;

    record_rewind(record);
    build->drive(rtl, &(struct shfl_in){ .mode = SHFL_IDX }, 0);
    for (unsigned i = 0; i < 2; i++) {
        build->settle(rtl, &pins);
        build->edge(rtl);
    }
    pins.rst = false;
    more = record_next(record, &coming);
    while ((more || answered < asked) && silent < SILENT_MAX && asked - answered <= INSIDE_MAX) {
        pins.in_valid = more;
        if (more)
            build->drive(rtl, &coming.in, (uint32_t)asked & 0xffff);
        build->settle(rtl, &pins);
        silent++;
        if (pins.out_valid && answered == asked) {
            lost++; /* an answer that nobody asked for */
        } else if (pins.out_valid) {
            const struct record_warp *w = &inside[answered % INSIDE_MAX];

            build->out(rtl, &out);
            if (suites == 0 || tally[suites - 1].suite != w->suite)
                tally[suites++].suite = w->suite;
            judge(&tally[suites - 1], &out, w);
            lost += out.tag != (answered & 0xffff);
            answered++;
            silent = 0;
        }
        build->edge(rtl);
        if (more && pins.in_ready) {
            inside[asked++ % INSIDE_MAX] = coming;
            more = record_next(record, &coming);
        }
    }
    lost += (unsigned)(asked - answered);
    build->close(rtl);

    for (unsigned i = 0; i < suites; i++) {
        char name[128];
        snprintf(name, sizeof name, "silicon/%s/%s: %" PRIu32 " warps", build->name, tally[i].suite->name,
                 tally[i].warps);
        check(tally[i].differ == 0 && tally[i].warps == tally[i].suite->warps, name,
              "%" PRIu32 " differ from silicon, %" PRIu32 " were to come; %s", tally[i].differ,
              tally[i].suite->warps, tally[i].first);
    }
    char name[128];
    snprintf(name, sizeof name, "silicon/%s/all %u suites in order", build->name, silicon_suites_count);
    check(suites == silicon_suites_count && lost == 0, name, "%u suites, %u warps lost or out of order",
          suites, lost);
}

int main(int argc, char **argv)
{
    char err[RECORD_ERROR_MAX];
    struct record *record;
    unsigned builds = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: silicon_rtl RECORD\n");
        return 2;
    }
    record = record_open(argv[1], err);
    if (!check(record != NULL, "silicon/recording", "%s", err))
        return check_status();
    for (const struct rtl_build *const *list = rtl_bare; list; list = list == rtl_bare ? rtl_probed : NULL)
        for (const struct rtl_build *const *b = list; *b; b++)
            if ((*b)->unit.lanes == VECTOR_LANES && (*b)->w == 32) {
                replay(*b, record);
                builds++;
            }
    check(builds >= 2, "silicon/builds", "%u builds of 32 lanes and 32 bits", builds);
    record_close(record);
    return check_status();
}
