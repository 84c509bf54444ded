/* SPDX-License-Identifier: Apache-2.0 */
/* scenario - see scenario.h */
#include "scenario.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/number.h"
#include "lib/output.h"
#include "lib/text.h"
#include "report.h"

#define RESET_CYCLES 2
#define IDLE_CYCLES 4                  /* after the last warp */
#define WAIT_MAX 64                    /* clock cycles of a bubble or a stall */
#define SCENARIO_MAX (1 << 20)         /* bytes of a file */
#define WORDS_MAX (4 * SHFL_LANES_MAX) /* of a line */

/* ---- reading */

struct reader {
    struct scenario *scenario;
    unsigned line;
    char **word; /* of the line, or of one of its keys */
    unsigned words;
    unsigned seen; /* keys of the warp, by bit */
};

enum { MODE, SB, SC, RA, ACTIVE, BEATS, BUBBLE, STALL, KEYS };
static const char *const key_name[KEYS] = { "mode", "sb", "sc", "ra", "inactive", "beats", "bubble", "stall" };
#define NEEDED (1U << MODE | 1U << SB | 1U << SC | 1U << RA)

_Noreturn static void wrong(const struct reader *r, const char *format, ...)
{
    char text[512];

    text_arguments(text, sizeof text, format);
    misuse("%s:%u: %s", r->scenario->path, r->line, text);
}

static unsigned key_of(const char *word)
{
    unsigned key = 0;

    while (key < KEYS && strcmp(word, key_name[key]) != 0)
        key++;
    return key;
}

/* The words have to be of this form. */
static void need(const struct reader *r, bool right, const char *form)
{
    if (!right)
        wrong(r, "%s: expected %s", r->word[0], form);
}

/* Word i, a number. */
static uint64_t number(const struct reader *r, unsigned i, uint64_t most)
{
    uint64_t value;

    if (!number_read(r->word[i], 0, most, &value))
        wrong(r, "%s '%s': expected a whole number from 0 to %" PRIu64, r->word[0], r->word[i], most);
    return value;
}

/* A value per lane, from word first on: one number for all, NUMBER + lane, or as many numbers as lanes. */
static void per_lane(const struct reader *r, unsigned first, uint64_t most, uint64_t value[SHFL_LANES_MAX])
{
    const unsigned lanes = r->scenario->build->unit.lanes, n = r->words - first;
    const bool plus_lane = n == 3 && strcmp(r->word[first + 1], "+") == 0 && strcmp(r->word[first + 2], "lane") == 0;

    if (n != 1 && n != lanes && !plus_lane)
        wrong(r, "%s: expected one number, NUMBER + lane, or %u numbers, lane 0 first", r->word[0], lanes);
    if (plus_lane && most < lanes - 1)
        wrong(r, "%s: + lane gives up to %u, expected %" PRIu64 " at the most", r->word[0], lanes - 1, most);
    for (unsigned k = 0; k < lanes; k++)
        value[k] = number(r, first + (n == lanes ? k : 0), most - (plus_lane ? lanes - 1 : 0)) + (plus_lane ? k : 0);
}

/* sb or sc: imm NUMBER, or reg and a value per lane. */
static void operand(const struct reader *r, uint64_t imm_most, bool *is_imm, uint32_t *imm,
                    uint32_t reg[SHFL_LANES_MAX])
{
    uint64_t value[SHFL_LANES_MAX];

    *is_imm = r->words == 3 && strcmp(r->word[1], "imm") == 0;
    need(r, *is_imm || (r->words > 2 && strcmp(r->word[1], "reg") == 0), "imm NUMBER or reg NUMBERS");
    if (*is_imm) {
        *imm = (uint32_t)number(r, 2, imm_most);
        return;
    }
    per_lane(r, 2, UINT32_MAX, value);
    for (unsigned k = 0; k < r->scenario->build->unit.lanes; k++)
        reg[k] = (uint32_t)value[k];
}

/* The beats that are sent, in this order; the lanes of the others are inactive. */
static void beats(const struct reader *r, struct scenario_warp *w)
{
    const struct rtl_build *build = r->scenario->build;
    const unsigned all = build->unit.lanes / build->ways;
    uint64_t come = 0;

    need(r, r->words > 1 && r->words - 1 <= all, "the numbers of beats, once each");
    w->beats = r->words - 1;
    for (unsigned b = 0; b < w->beats; b++) {
        w->number[b] = (uint8_t)number(r, 1 + b, all - 1);
        need(r, !(come & beats_lanes(build, w->number[b])), "the numbers of beats, once each");
        come |= beats_lanes(build, w->number[b]);
    }
    w->in.active &= come;
}

static void key_line(struct reader *r, struct scenario_warp *w)
{
    const struct rtl_build *build = r->scenario->build;
    const unsigned lanes = build->unit.lanes;
    const unsigned key = key_of(r->word[0]);
    struct shfl_in *in = &w->in;
    unsigned mode = 0;

    if (key == KEYS || (key == MODE && r->words > 2))
        wrong(r, "'%s': expected warp, mode, sb, sc, ra, inactive, beats, bubble or stall",
              r->word[key == MODE ? 2 : 0]);
    if (r->seen >> key & 1)
        wrong(r, "%s: this warp has one already", r->word[0]);
    r->seen |= 1U << key;

    switch (key) {
    case MODE:
        while (mode < SHFL_MODES && (r->words < 2 || strcmp(r->word[1], shfl_mode_name[mode]) != 0))
            mode++;
        if (mode == SHFL_MODES)
            wrong(r, "mode '%s': expected IDX, UP, DOWN or BFLY", r->words > 1 ? r->word[1] : "");
        in->mode = (enum shfl_mode)mode;
        break;
    case SB: operand(r, lanes - 1, &in->sb_is_imm, &in->sb_imm, in->sb); break;
    case SC: operand(r, lanes * 256 - 1, &in->sc_is_imm, &in->sc_imm, in->sc); break;
    case RA: per_lane(r, 1, ~UINT64_C(0) >> (64 - build->w), in->ra); break;
    case ACTIVE:
        need(r, r->words > 1, "the numbers of lanes");
        for (unsigned i = 1; i < r->words; i++)
            in->active &= ~(UINT64_C(1) << number(r, i, lanes - 1));
        break;
    case BEATS: beats(r, w); break;
    default:
        need(r, r->words == 2, "one number of clock cycles");
        *(key == STALL ? &w->stall : &w->bubble) = (unsigned)number(r, 1, WAIT_MAX);
    }
}

/* The warp before this line has to have all it needs. */
static void complete(const struct reader *r)
{
    unsigned key = 0;

    if (r->scenario->warps == 0 || (r->seen & NEEDED) == NEEDED)
        return;
    while (r->seen >> key & 1)
        key++;
    wrong(r, "the warp that ends before this line has no %s", key_name[key]);
}

static void warp_line(struct reader *r, const char *caption)
{
    struct scenario *scenario = r->scenario;
    struct scenario_warp *w = &scenario->warp[scenario->warps];

    if (!scenario->build)
        wrong(r, "expected 'config NAME' before the first warp");
    complete(r);
    if (scenario->warps == SCENARIO_WARPS_MAX)
        wrong(r, "more than %d warps", SCENARIO_WARPS_MAX);
    if (strlen(caption) > SCENARIO_CAPTION_MAX)
        wrong(r, "caption '%s': expected %d characters or fewer", caption, SCENARIO_CAPTION_MAX);
    *w = (struct scenario_warp){ .bubble = 0 };
    strcpy(w->caption, caption);
    w->in.active = shfl_all_lanes(scenario->build->unit.lanes);
    w->beats = scenario->build->unit.lanes / scenario->build->ways;
    for (unsigned b = 0; b < w->beats; b++)
        w->number[b] = (uint8_t)b;
    scenario->warps++;
    r->seen = 0;
}

static void config_line(const struct reader *r)
{
    need(r, r->words == 2 && !r->scenario->build, "one name, once; --list prints them");

    const struct rtl_build *build = isa_named(rtl_probed, r->word[1]);

    if (!build || build->isa != RTL_SHFL)
        wrong(r, "config '%s': expected one of shfl or shfl_banked that --list prints", r->word[1]);
    r->scenario->build = build;
}

static void lane_line(const struct reader *r)
{
    need(r, r->scenario->build && r->words == 2, "one number, after config");
    r->scenario->lane = (unsigned)number(r, 1, r->scenario->build->unit.lanes - 1);
}

static void line(struct reader *r, char *text)
{
    const size_t indent = strspn(text, " \t");
    char *caption, *word[WORDS_MAX];
    unsigned words = 0;

    text[strcspn(text, "#\r\n")] = '\0';
    for (size_t n = strlen(text); n && strchr(" \t", text[n - 1]); n--)
        text[n - 1] = '\0';
    caption = text + indent;
    if (strncmp(caption, "warp", 4) == 0 && strchr(" \t", caption[4])) {
        warp_line(r, caption + 4 + strspn(caption + 4, " \t"));
        return;
    }
    for (char *p = strtok(text, " \t"); p; p = strtok(NULL, " \t")) {
        if (words == WORDS_MAX)
            wrong(r, "too many values");
        word[words++] = p;
    }
    if (words == 0)
        return;
    r->word = word;
    r->words = words;
    if (strcmp(word[0], "config") == 0)
        config_line(r);
    else if (strcmp(word[0], "lane") == 0)
        lane_line(r);
    else if (r->scenario->warps == 0)
        wrong(r, "'%s': expected config, lane or warp", word[0]);
    else
        for (; words; r->word += r->words, words -= r->words) { /* a key, and its values up to the next one */
            for (r->words = 1; r->words < words && key_of(r->word[r->words]) == KEYS; r->words++)
                ;
            key_line(r, &r->scenario->warp[r->scenario->warps - 1]);
        }
}

void scenario_read(struct scenario *scenario, const char *path)
{
    struct reader r = { .scenario = scenario };
    const char *why;
    size_t size;
    char *text = file_read(path, SCENARIO_MAX, &size, &why);

    if (!text)
        misuse("%s: cannot read: %s", path, why);
    *scenario = (struct scenario){ .path = strcmp(path, "-") == 0 ? "standard input" : path };
    for (char *at = text, *end = text; end; at = end + 1) {
        end = strchr(at, '\n');
        if (end)
            *end = '\0';
        r.line++;
        line(&r, at);
    }
    free(text);
    if (scenario->warps == 0)
        wrong(&r, "the file ends without a warp");
    complete(&r);
}

/* ---- playing */

/* Does clock cycle n agree? If not, print what differs; leaving is NULL where nothing is at the output. */
static bool agree(const struct scenario *scenario, uint64_t n, const struct rtl_pins *pins, bool ready, struct rtl *rtl,
                  const struct scenario_beat *leaving)
{
    const struct rtl_build *build = scenario->build;
    const bool handshake = n == 0 || (pins->in_ready == ready && pins->out_valid == (leaving != NULL));
    struct rtl_out out = { .beat = 0 };

    if (leaving)
        rtl_get(rtl, &out);
    if (handshake && (!leaving || run_agree(build, &out, &leaving->warp->want, &leaving->expect)))
        return true;
    printf("MISMATCH in scenario %s on %s, clock cycle %" PRIu64 "\n", scenario->path, build->name, n);
    if (handshake) {
        const struct warp warp = { .isa = &isa_shfl, .shfl = leaving->warp->in };

        report_beat(stdout, build, &warp, &leaving->expect, &leaving->warp->want, &out);
    } else {
        printf("  in_ready is %d, expected %d; out_valid is %d, expected %d\n", pins->in_ready, ready, pins->out_valid,
               leaving != NULL);
    }
    return false;
}

/* The model's results, and what is expected of each beat. */
static void expect(struct scenario *scenario)
{
    const struct rtl_build *build = scenario->build;

    for (unsigned n = 0; n < scenario->warps; n++) {
        struct scenario_warp *w = &scenario->warp[n];
        uint64_t there = 0;

        for (unsigned b = 0; b < w->beats; b++)
            there |= beats_lanes(build, w->number[b]);
        shfl_warp(&build->unit, &w->in, &w->stages);
        isa_shfl_want(build, &w->stages, there, &w->want);
        for (unsigned b = 0; b < w->beats; b++)
            w->beat[b] = (struct scenario_beat){
                .warp = w, .expect = { .number = w->number[b], .last = b + 1 == w->beats, .tag = n + 1 }
            };
    }
}

static void note(struct scenario_beat *beat, unsigned trip, unsigned place, uint64_t cycle)
{
    if (beat && beat->since[trip][place] == 0)
        beat->since[trip][place] = cycle;
}

/* Note where the beats are from this clock cycle on. Memories count as one register. Where a warp makes its trips it is
 * in one register for all of them; up to there its later trips are where the first is. */
static void note_since(const struct pipeline *pipeline, struct scenario_beat *coming, uint64_t cycle)
{
    const unsigned front = pipeline->front + pipeline->banked;

    if (pipeline->place == 0 && pipeline->made > 0)
        note(coming, pipeline->made, 0, cycle);
    for (unsigned p = 1; p <= front + pipeline->depth; p++) {
        if (p <= pipeline->front)
            note(pipeline->in[p].beat, 0, p, cycle);
        else if (p <= front) /* written last */
            note(pipeline->held ? pipeline->memory[(pipeline->begin + pipeline->held - 1) % PIPELINE_MEMORY].beat
                                : NULL,
                 0, p, cycle);
        else if (p <= pipeline->place)
            note(pipeline->warp[p], p == pipeline->place ? pipeline->made : 0, p, cycle);
        else
            note(pipeline->warp[p - front], pipeline->trip[p - front], p, cycle);
    }
}

bool scenario_play(struct scenario *scenario, const char *trace)
{
    static const struct shfl_in nothing;
    const struct rtl_build *build = scenario->build;
    struct scenario_beat *coming = NULL, *offered = NULL; /* on the input; on the output, a clock cycle ago */
    struct pipeline pipeline;
    unsigned next = 0, next_beat = 0, bubble = scenario->warp[0].bubble, stall = 0, idle = 0;
    uint64_t cycle = 0;
    bool agreed = true;
    struct rtl *rtl = isa_open(build);

    if (trace)
        build->trace(rtl, trace);
    pipeline_init(&pipeline, build);
    expect(scenario);

    while (agreed && idle < IDLE_CYCLES) {
        struct rtl_pins pins = { .rst = cycle < RESET_CYCLES };
        struct scenario_beat *leaving;

        /* the input: bubbles first, then the warp, beat by beat, each until it is accepted */
        if (!coming && next < scenario->warps && !pins.rst && bubble-- == 0) {
            coming = &scenario->warp[next].beat[next_beat];
            coming->since[0][0] = cycle;
            bubble = 0;
            if (coming->expect.last) {
                next++;
                bubble = next < scenario->warps ? scenario->warp[next].bubble : 0;
            }
            next_beat = coming->expect.last ? 0 : next_beat + 1;
        }
        pins.in_valid = coming != NULL;
        pins.in_last = coming && coming->expect.last;
        pipeline.coming_trips = coming ? coming->warp->want.trips : 1;
        leaving = pipeline_out(&pipeline, &pins, coming);
        if (leaving != offered)
            stall = leaving && leaving == leaving->warp->beat ? leaving->warp->stall : 0;
        offered = leaving;
        pins.out_ready = !leaving || stall == 0;
        rtl_drive(build, rtl, coming ? &coming->warp->in : &nothing, coming ? coming->expect.number : 0,
                  coming ? coming->expect.tag : 0);
        build->settle(rtl, &pins);

        const bool expected = pipeline_ready(&pipeline, &pins);
        const bool ready = pipeline_ready_is_defined(&pipeline, &pins) ? expected : pins.in_ready;
        agreed = agree(scenario, cycle, &pins, ready, rtl, leaving);
        build->edge(rtl);

        if (leaving && pins.out_ready)
            leaving->left = cycle;
        cycle++;
        stall -= leaving && stall > 0;
        pipeline_edge(&pipeline, &pins, coming);
        if (ready)
            coming = NULL;
        note_since(&pipeline, coming, cycle);
        idle = pipeline_empty(&pipeline) && !coming && next == scenario->warps ? idle + 1 : 0;
    }
    if (trace && !build->trace(rtl, NULL))
        trouble("--trace: the trace is not whole; is the disk full?");
    build->close(rtl);
    scenario->cycles = cycle;
    return agreed;
}

/* ---- notes */

#define LIST(format, name, value)                              \
    do {                                                       \
        fprintf(f, "%s", name);                                \
        for (unsigned k = first; k < first + build->ways; k++) \
            fprintf(f, " %" format, value);                    \
        fprintf(f, "\n");                                      \
    } while (0)

static void beat_notes(FILE *f, const struct rtl_build *build, const struct scenario_beat *b, const char *caption)
{
    const struct scenario_warp *w = b->warp;
    const struct shfl_out *o = &w->stages;
    const unsigned first = b->expect.number * build->ways;
    struct pipeline pipeline;
    unsigned end;

    pipeline_init(&pipeline, build);
    end = pipeline.front + pipeline.banked + pipeline.depth;
    fprintf(f, "warp %" PRIu32 " %s\nbeat %u\nlast %d\ntrips %u\n", b->expect.tag, caption, b->expect.number,
            b->expect.last, w->want.trips);
    for (unsigned t = 0; t < w->want.trips; t++) {
        fprintf(f, t == 0 ? "since" : "since_%u", t + 1);
        for (unsigned p = 0; p <= end; p++)
            fprintf(f, " %" PRIu64, b->since[p < pipeline.place ? 0 : p == end ? w->want.trips - 1 : t][p]);
        fprintf(f, "\n");
    }
    fprintf(f, "left %" PRIu64 "\nmode %u\n", b->left, (unsigned)w->in.mode);
    LIST("d", "active", (int)(w->in.active >> k & 1));
    LIST(PRIu64, "ra", w->in.ra[k]);
    LIST("d", "index", o->index[k]);
    LIST("d", "clamp", o->clamp[k]);
    LIST("d", "segmask", o->segmask[k]);
    LIST("d", "j", o->j[k]);
    LIST("d", "in_range", o->in_range[k]);
    LIST("d", "src_lane", o->src_lane[k]);
    LIST(PRIu64, "src_data", o->src_data[k]);
    LIST("d", "src_active", (int)(o->src_active >> k & 1));
    LIST(PRIu64, "rd", o->rd[k]);
    LIST("d", "pu", (int)(o->pu >> k & 1));
    LIST("d", "we", (int)(o->we >> k & 1));
}

void scenario_notes(FILE *f, const struct scenario *scenario)
{
    fprintf(f, "config %s\nlane %u\nfirst 0\nclocks %" PRIu64 "\n", scenario->build->name, scenario->lane,
            scenario->cycles);
    for (unsigned n = 0; n < scenario->warps; n++)
        for (unsigned b = 0; b < scenario->warp[n].beats; b++)
            beat_notes(f, scenario->build, &scenario->warp[n].beat[b], b == 0 ? scenario->warp[n].caption : "");
}
