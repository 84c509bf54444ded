/* SPDX-License-Identifier: Apache-2.0 */
/* The harness's idea of a unit: the trips of a warp through a network, the clocks of a pipeline, what is compared. */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>
#include <unistd.h>

#include "lib/check.h"
#include "lib/output.h"
#include "lib/trips.h"
#include "tb/isa.h"
#include "tb/pipeline.h"
#include "tb/run.h"

#define FOR_EACH(x, array) for (unsigned x = 0; x < sizeof array / sizeof *array; x++)

static uint64_t hash(uint64_t stream, uint64_t n) { return suite_hash(1, stream, n); }

/* ---- trips */

static const struct {
    unsigned lanes, network;
    const char *named; /* by lane, a hexadecimal digit; in brackets, of a lane that reads itself */
    unsigned trips;
    bool selects; /* each multiplexer has its own */
} by_hand[] = {
    { 8, 0, "00112233", 1, false },
    { 8, 2, "01234567", 1, false }, /* the own lane */
    { 8, 2, "76543210", 1, false }, /* reversed */
    { 8, 4, "76543210", 1, false },
    { 8, 2, "12345670", 1, false }, /* rotated */
    { 8, 4, "33333333", 1, false }, /* all from one */
    { 8, 2, "00112233", 4, false }, /* lanes 0 2 4 6: low bits 0 1 0 1, the next ones 0 0 1 1; lane 0 leads 0 and 4 */
    { 8, 4, "00112233", 2, false }, /* lanes 0 4: 0 2 */
    { 8, 2, "11111110", 2, false }, /* lanes 1 3 5 7: 1 1 1 0 */
    { 8, 2, "1111111[0]", 1, false },
    { 8, 2, "10[1]0[1]0[1]0", 1, false },
    { 16, 4, "0123012301230123", 1, false },
    { 16, 4, "0123112321233123", 4, false }, /* lanes 0 4 8 12: 0 1 2 3 */
    { 16, 4, "012311232123[3]123", 3, false },
    { 16, 4, "[0]123112321233123", 4, false }, /* the first lane's low bits come first, though it reads itself */
    { 16, 4, "[0]123012321233123", 3, false }, /* and serve lane 4 */
    { 16, 4, "[3]123012321233123", 3, false },
    { 16, 4, "01234523896bc127", 1, false }, /* high bits do not matter */
    { 16, 4, "01234523897bc127", 2, false }, /* lane 10: low bits 3, those of lanes 2, 6 and 14 are 2 */
    { 16, 8, "0123456789abcdef", 1, false },
    { 16, 8, "01234567fedcba98", 2, false },
    { 16, 2, "0011223344556677", 8, false }, /* two lanes each: others differ from the first in a bit that it leads */
    { 16, 2, "89ab0123012389ab", 1, false }, /* bits 0 to 2 by those of the lane; the last rank's does not matter */
    { 16, 2, "0123456789abfede", 2, false }, /* the last four have bit 0 the other way, and agree in it */
    { 4, 2, "0010", 2, false },
    { 4, 2, "1023", 1, true },   /* inside groups of 2: each lane's word passes its own position */
    { 4, 2, "0010", 2, true },   /* lane 2's passes position 0, of lane 0, which names the other bit */
    { 4, 2, "2310", 2, true },   /* positions 2 3 0 1, each of a lane with the other bit: the first trip serves none */
    { 4, 2, "3210", 1, true },   /* the same positions, of lanes with the same bit */
    { 4, 2, "31[2]0", 2, true }, /* lane 2 has position 2, though it reads itself */
    { 8, 4, "00112233", 2, true },          /* lanes 4 to 7 pass positions 0 to 3 */
    { 8, 2, "00112233", 3, true },          /* lanes 0 1; 2 to 5; 6 7, which pass the positions of 4 5 and of 2 3 */
    { 16, 4, "0123112321233123", 4, true }, /* lanes 0 4 8 12 pass position 0 */
    { 16, 4, "3210765489abfedc", 1, true }, /* inside groups of 4 */
    { 4, 2, "1010", 1, false },
};

/* R5.6.1, R5.6.2, R5.6.3 */
static void test_trips_by_hand(void)
{
    FOR_EACH(i, by_hand)
    {
        uint8_t named[SHFL_LANES_MAX];
        uint64_t reads = 0;
        unsigned k = 0, got;
        char name[80];
        bool self = false;

        for (const char *c = by_hand[i].named; *c; c++) {
            if (*c == '[' || *c == ']') {
                self = *c == '[';
                continue;
            }
            named[k] = (uint8_t)(*c <= '9' ? *c - '0' : *c - 'a' + 10);
            reads |= (uint64_t)!self << k++;
        }
        got = trips(k, by_hand[i].network, by_hand[i].selects, named, reads);
        snprintf(name, sizeof name, "%u words: %s", by_hand[i].network, by_hand[i].named);
        check(k == by_hand[i].lanes && got == by_hand[i].trips, name, "%u trips, expected %u", got, by_hand[i].trips);
    }
}

/* ---- clocks */

static const struct {
    const char *what;
    unsigned depth, skid;
    /* of warps A, B ..; behind its end 1. "": a crossbar, elastic; "r": one with a single enable. Behind w, of a unit for AMD's operations, the clocks that they
     * wait; behind its end none */
    const char *trips;
    const char *in_valid; /* clock by clock; r: 1, and rst too */
    const char *out_ready;
    const char *in_ready; /* expected; x: undefined */
    const char *out;      /* expected: the warp on the output */
} clocks[] = {
    { "one after the other", 3, 0, "", "111000", "111111", "111111", "---ABC" },
    { "with one enable a bubble stays", 2, 0, "r", "10111", "00001", "11001", "--AAA" },
    { "also at the end of a part", 5, 0, "r", "10111111", "00000001", "11111001", "-----AAA" },
    { "no register", 0, 0, "", "1101", "1011", "1011", "AB-B" },
    { "a bubble between parts closes", 2, 0, "", "10111", "00001", "11101", "--AAA" },
    { "a unit that is full", 3, 0, "", "11111111", "00000100", "11100100", "---AAABB" },
    { "a bubble at the end of a part closes", 5, 0, "", "10111111", "00000000", "11111100", "-----AAA" },
    { "a bubble inside a part stays", 5, 0, "", "1101111", "0000000", "1111100", "-----AA" },
    { "up to the end of the part", 5, 0, "", "11011111", "00000100", "11111110", "-----ABB" },
    { "a bubble at the end of the front end", 6, 0, "", "111101111", "000000000", "111111100", "------AAA" },
    { "a bubble inside the front end", 6, 0, "", "111110111", "000000000", "111111000", "------AAA" },
    { "reset", 3, 0, "", "111r1000", "11111111", "11101111", "---A---D" },
    { "skid buffer", 1, 1, "", "11111", "00011", "11001", "-AAAB" },
    { "trips at the input", 1, 0, "311", "1111100", "1111111", "00111xx", "---ABC-" },
    { "trips that restart", 1, 0, "2", "10110", "11111", "0x01x", "----A" },
    { "trips that wait for the output", 1, 0, "12", "111110", "100111", "10001x", "-AAA-B" },
    { "trips while nobody takes the result", 1, 0, "21", "11111", "00011", "01011", "--AAB" },
    { "trips behind select", 2, 0, "21", "11100", "11111", "10111", "---AB" },
    { "trips behind select that wait", 2, 0, "13", "1110000000", "0000011111", "1100000111", "--AAAA--B-" },
    { "trips through the register of low", 3, 0, "31", "1111000", "1111111", "1001111", "-----AB" },
    { "trips in all registers of the crossbar", 5, 0, "141", "1110000000000000", "0000000000111111", "1110000000011111",
      "-----AAAAAA---BC" },
    { "reset between trips", 2, 0, "312", "11r11000", "11111111", "10011011", "-----B-C" },
    { "reset between trips at the input", 1, 0, "3", "11r1110", "1111111", "000001x", "------A" },
    { "trips and a skid buffer", 1, 1, "12", "11111", "00011", "10101", "-AAAB" },
    { "seven registers", 7, 0, "2", "11000000000", "11111111111", "11110111111", "--------AB-" },
    { "a warp that waits", 1, 0, "w3", "111110", "111111", "00011x", "----AB" },
    { "the one before it leaves meanwhile", 2, 0, "w02", "11111", "11111", "10011", "--A--" },
    { "it waits for the output as well", 1, 0, "w02", "111111", "000011", "100011", "-AAAAB" },
    { "withdrawn, it waits again", 1, 0, "w3", "11011110", "11111111", "00x0001x", "-------A" },
    { "reset, it waits again", 1, 0, "w3", "11r11110", "11111111", "0000001x", "-------A" },
    { "it waits without a register", 0, 0, "w3", "11110", "11101", "0000x", "---A-" },
};

/* R5.3.3, R5.3.4, R5.3.6, R5.3.7, R5.3.12, R5.4.2, R5.6.5, R5.6.6, R5.6.7, A12.3.2, A12.3.4,
 * A12.3.5 */
static void test_clocks_by_hand(void)
{
    FOR_EACH(i, clocks)
    {
        const bool waits = *clocks[i].trips == 'w', rigid = *clocks[i].trips == 'r';
        const struct rtl_build build = { .unit = { 32, SHFL_ZERO },
                                         .depth = clocks[i].depth,
                                         .skid = clocks[i].skid,
                                         .network = *clocks[i].trips && !waits && !rigid ? 8 : 0,
                                         .elastic = !rigid,
                                         .isa = waits ? RTL_AMD : RTL_SHFL };
        const size_t known = rigid ? 0 : strlen(clocks[i].trips);
        struct pipeline pipeline;
        char letter[27] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", got[2][20] = { "" };
        unsigned next = 0;

        pipeline_init(&pipeline, &build);
        for (unsigned c = 0; clocks[i].in_valid[c]; c++) {
            const struct rtl_pins pins = { .rst = clocks[i].in_valid[c] == 'r',
                                           .in_valid = clocks[i].in_valid[c] != '0',
                                           .out_ready = clocks[i].out_ready[c] == '1' };

            if (waits)
                pipeline.coming_waits = next + 1 < known ? (unsigned)(clocks[i].trips[next + 1] - '0') : 0;
            else
                pipeline.coming_trips = next < known ? (unsigned)(clocks[i].trips[next] - '0') : 1;

            const char *out = pipeline_out(&pipeline, &pins, &letter[next]);
            const bool ready = pipeline_ready(&pipeline, &pins);

            got[0][c] = (char)(!pipeline_ready_is_defined(&pipeline, &pins) ? 'x' : ready ? '1' : '0');
            got[1][c] = (char)(out ? *out : '-');
            pipeline_edge(&pipeline, &pins, &letter[next]);
            next += pins.in_valid && ready;
        }
        check(strcmp(got[0], clocks[i].in_ready) == 0 && strcmp(got[1], clocks[i].out) == 0, clocks[i].what,
              "in_ready is %s, expected %s; out is %s, expected %s", got[0], clocks[i].in_ready, got[1], clocks[i].out);
    }
}

/* ---- what is compared */

/* A difference in any bit of an output counts, but not where the unit leaves that output open. */
static void test_each_output_is_compared(void)
{
    static const struct rtl_build build[] = { { .unit = { 8, SHFL_ZERO }, .ways = 8 },
                                              { .unit = { 8, SHFL_ZERO }, .ways = 4, .banked = true } };
    struct want want = { .known = 0xff, .pu = 0xa5, .we = 0x3c, .src_active = 0x96, .counts = ISA_PU | ISA_SRC_ACTIVE };

    FOR_EACH(k, want.rd) { want.rd[k] = hash(1, k); }
    FOR_EACH(b, build)
    {
        const struct beat beat = { .number = b, .last = true, .tag = 77 };
        const unsigned ways = build[b].ways, first = b * ways;
        struct rtl_out got = { .tag = 77, .beat = (uint8_t)b, .last = true };
        struct want open = want;
        const struct {
            const char *name;
            uint64_t *bits;
            unsigned counts; /* without which it does not */
        } mask[] = { { "pu", &got.pu, ISA_PU },
                     { "src_active", &got.src_active, ISA_SRC_ACTIVE },
                     { "we", &got.we, 0 } };

        memcpy(got.rd, want.rd + first, ways * sizeof got.rd[0]);
        got.pu = want.pu >> first, got.we = want.we >> first, got.src_active = want.src_active >> first;
        check(run_agree(&build[b], &got, &want, &beat), "the same", "%u lanes of 8 differ", ways);
        FOR_EACH(m, mask)
        {
            unsigned missed = 0, too_many = 0;

            open.counts = want.counts & ~mask[m].counts;
            for (unsigned k = 0; k < ways; k++) {
                *mask[m].bits ^= UINT64_C(1) << k;
                missed += run_agree(&build[b], &got, &want, &beat) || !isa_lane_differs(&got, k, &want, first + k);
                too_many += mask[m].counts && !run_agree(&build[b], &got, &open, &beat);
                *mask[m].bits ^= UINT64_C(1) << k;
            }
            check(missed == 0 && too_many == 0, mask[m].name, "of %u ways %u are not compared, %u where they are open",
                  ways, missed, too_many);
        }
        for (unsigned bit = 0; bit < 64 * ways; bit++) {
            open = want;
            open.known ^= UINT64_C(1) << (first + bit / 64);
            got.rd[bit / 64] ^= UINT64_C(1) << bit % 64;
            check_need(!run_agree(&build[b], &got, &want, &beat), "rd", "bit %u is not compared", bit);
            check_need(run_agree(&build[b], &got, &open, &beat), "rd", "bit %u is compared where it is open", bit);
            open.known = want.known ^ UINT64_C(1) << (first + (bit / 64 + 1) % ways);
            check_need(!run_agree(&build[b], &got, &open, &beat), "rd", "bit %u is not, next to an open lane", bit);
            got.rd[bit / 64] ^= UINT64_C(1) << bit % 64;
        }
        got.tag ^= 1;
        check(!run_agree(&build[b], &got, &want, &beat), "tag", "is not compared");
        got.tag ^= 1, got.reserved = true;
        check(!run_agree(&build[b], &got, &want, &beat), "reserved", "is not compared");
        got.reserved = false, got.beat ^= 1;
        check(run_agree(&build[b], &got, &want, &beat) != build[b].banked, "beat", "expected to count in beats alone");
        got.beat ^= 1, got.last = false;
        check(run_agree(&build[b], &got, &want, &beat) != build[b].banked, "last", "expected to count in beats alone");
    }
}

/* What each unit's expectation leaves open: no output that the rules define. */
static void test_each_unit_compares_its_outputs(void)
{
    static const struct {
        const char *name;
        enum rtl_isa isa;
        unsigned counts, results; /* results: of rd */
    } unit[] = {
        { "shfl", RTL_SHFL, ISA_PU | ISA_SRC_ACTIVE, 0xff },
        { "amd", RTL_AMD, ISA_SRC_ACTIVE, 0 },
        { "vote", RTL_VOTE, ISA_PU, 1 },
        { "and_vote", RTL_AND_VOTE, ISA_PU, 0xff },
        { "match", RTL_MATCH, ISA_PU, 0xff },
        { "redux", RTL_REDUX, 0, 1 },
        { "barrier", RTL_BARRIER, ISA_PU | ISA_SRC_ACTIVE, 1 },
    };

    FOR_EACH(i, unit)
    {
        const struct rtl_build build = { .name = unit[i].name,
                                         .isa = unit[i].isa,
                                         .unit = { unit[i].isa == RTL_AMD ? 32 : 8, SHFL_ZERO },
                                         .gen = SHFL_AMD_GFX12,
                                         .w = 8,
                                         .ways = 8,
                                         .slice = 8,
                                         .elect = true,
                                         .all = true,
                                         .warps = 4,
                                         .slots = 2 };
        static struct suite_source source;
        const struct suite *mixed = suites;
        unsigned open = 0;

        while (strcmp(mixed->name, "mixed") != 0)
            mixed++;
        suite_source_init(&source, &build, 1);
        for (uint64_t n = 0; n < 256; n++) {
            struct warp warp;
            struct want want;

            isa_warp(&source, mixed, n, &warp);
            warp.isa->expect(&build, &warp, &want);
            open += (unit[i].counts & ~want.counts) != 0 || (unit[i].results & ~want.known) != 0;
        }
        check(open == 0, unit[i].name, "%u warps of 256 have an output that is not compared", open);
    }
}

/* The same where the lanes are compared at the outputs, in each way that they lie there. */
static void test_lanes_are_compared_in_place(void)
{
    static const struct {
        const char *name;
        unsigned width, lies;
    } ways[] = { { "32 bits", 32, RTL_HALVES }, { "64 bits", 64, RTL_ALIKE }, { "5 bits", 5, RTL_PACKED } };

    FOR_EACH(i, ways)
    {
        const unsigned width = ways[i].width, lanes = 32, bits = lanes * width;
        uint32_t port[2 * SHFL_LANES_MAX] = { 0 };
        uint64_t element[SHFL_LANES_MAX];
        struct rtl rtl = { .outs = 1, .arrays = 1 };
        unsigned missed = 0;

        rtl.out[0] = (struct rtl_pin){ .port = port,
                                       .form = RTL_LANES,
                                       .size = sizeof *element,
                                       .bits = bits,
                                       .bytes = bits / 8,
                                       .count = lanes,
                                       .width = width,
                                       .lies = ways[i].lies };
        for (unsigned k = 0; k < lanes; k++)
            element[k] = hash(2, k) >> (64 - width);
        rtl_put_out(&rtl, element);
        check(rtl_shows(&rtl, element), ways[i].name, "the same lanes differ");
        for (unsigned bit = 0; bit < bits; bit++) {
            port[bit / 32] ^= UINT32_C(1) << bit % 32;
            missed += rtl_shows(&rtl, element);
            port[bit / 32] ^= UINT32_C(1) << bit % 32;
        }
        check(missed == 0, ways[i].name, "%u bits of %u are not compared", missed, bits);
        rtl.arrays = 0;
        check(!rtl_shows(&rtl, element), ways[i].name, "an output that is not there has these lanes");
    }
}

/* ---- the twin of a model */

static unsigned judged;

static void counted(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    judged++;
    isa_shfl.expect(build, warp, want);
}

static void wrong_twin(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    isa_shfl.twin(build, warp, want);
    want->rd[7] ^= 1;
}

/* The first block, and of each 64 warps behind it one, at all places; a twin that is wrong ends the program. */
static void test_twin_is_judged(void)
{
    static struct suite_source source;
    static const struct rtl_build build = { .name = "twin", .unit = { 8, SHFL_ZERO }, .w = 8, .ways = 8 };
    const struct run run = { .build = &build, .suite = &suites[SUITE_MIXED], .source = &source };
    struct isa isa = isa_shfl;
    struct warp warp;
    struct want want;
    uint64_t places = 0;
    unsigned elsewhere = 0;
    int status = 0;

    suite_source_init(&source, &build, 1);
    isa_warp(&source, run.suite, 0, &warp);
    isa.expect = counted;
    warp.isa = &isa;
    for (uint64_t n = 0; n < RUN_BLOCK; n++)
        run_expect(&run, n, &warp, &want);
    check(judged == RUN_BLOCK, "the first block", "%u of %u warps are judged", judged, RUN_BLOCK);
    for (uint64_t n = RUN_BLOCK; n < RUN_BLOCK + 64 * 64; n++) {
        judged = 0;
        run_expect(&run, n, &warp, &want);
        places |= (uint64_t)judged << n % 64;
        elsewhere += judged;
    }
    check(elsewhere == 64 && places == ~UINT64_C(0), "behind it", "%u warps of %u are judged", elsewhere, 64 * 64);

    isa.twin = wrong_twin;
    fflush(stdout);
    if (fork() == 0) {
        freopen("/dev/null", "w", stderr);
        run_expect(&run, 0, &warp, &want);
        _exit(0);
    }
    wait(&status);
    check(WIFEXITED(status) && WEXITSTATUS(status) == TROUBLE, "a twin that is wrong", "ends with status %d", status);
}

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(trips_by_hand),
        CHECK_TEST(clocks_by_hand),
        CHECK_TEST(each_output_is_compared),
        CHECK_TEST(each_unit_compares_its_outputs),
        CHECK_TEST(lanes_are_compared_in_place),
        CHECK_TEST(twin_is_judged),
        { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
