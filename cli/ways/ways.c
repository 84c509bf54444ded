/* SPDX-License-Identifier: Apache-2.0 */
/* ways - see ways.h */
#include "ways.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void way_of_shfl(const struct explain *e, struct way_question *q)
{
    q->lanes = e->lanes;
    q->active = e->in.active;
    q->has_pu = e->function == NULL;
    q->pu = e->out.pu;
    for (unsigned k = 0; k < e->lanes; k++)
        q->source[k] = explain_defined(e, k) ? (int8_t)e->out.src_lane[k] : WAY_UNDEFINED;
}

void way_map_wave(const struct amd_wave *wave, int8_t map[SHFL_LANES_MAX])
{
    const struct shfl_amd_in *in = &wave->insn->in;
    const bool in_place = wave->insn->dst == wave->insn->src;

    for (unsigned k = 0; k < wave->lanes; k++) {
        const enum shfl_amd_write what = shfl_amd_what(in, k, wave->out.valid >> k & 1, wave->out.src_active >> k & 1);

        map[k] = (int8_t)(wave->question[k]       ? WAY_UNDEFINED
                          : what == SHFL_AMD_ZERO ? WAY_ZERO
                          : what == SHFL_AMD_DATA ? (int)wave->out.src_lane[k]
                          : in_place              ? (int)k
                                                  : WAY_KEPT);
    }
}

void way_of_wave(const struct amd_wave *wave, struct way_question *q)
{
    q->lanes = wave->lanes;
    q->active = wave->insn->in.exec;
    way_map_wave(wave, q->source);
}

/* ---- What the searches share */

enum way_fit way_fit(struct way *way, const int8_t map[SHFL_LANES_MAX])
{
    const struct way_question *q = &way->q;
    uint64_t open = 0;
    unsigned lowest = 0;

    for (unsigned k = 0; k < q->lanes; k++) {
        if (!(q->active >> k & 1) || q->source[k] == WAY_UNDEFINED || q->source[k] == map[k])
            continue;
        if (map[k] >= 0)
            return WAY_OFF;
        lowest = open == 0 ? k : lowest;
        open |= UINT64_C(1) << k;
    }
    if (open == 0)
        return WAY_SAME;
    unsigned now = 0, before = 0;
    for (unsigned k = 0; k < q->lanes; k++) {
        now += open >> k & 1;
        before += way->open >> k & 1;
    }
    if (2 * now > q->lanes /* that is not close */ || (way->open != 0 && now >= before))
        return WAY_OFF;
    way->open = open;
    way->gets = (enum way_source)map[lowest];
    return WAY_NEAR;
}

void way_take(struct way *way, enum way_fit fit, const char *format, ...)
{
    va_list arguments;

    if (fit == WAY_OFF)
        return;
    va_start(arguments, format);
    vsnprintf(fit == WAY_SAME ? way->text : way->closest, WAY_TEXT_MAX, format, arguments);
    va_end(arguments);
    way->says = fit == WAY_SAME;
}

void way_argument(struct way *way, const char *format, ...)
{
    va_list arguments;

    if (way->arguments == WAY_ARGUMENTS)
        return;
    va_start(arguments, format);
    vsnprintf(way->argument[way->arguments++], WAY_TEXT_MAX, format, arguments);
    va_end(arguments);
}

void way_active(struct way *way)
{
    if (way->q.active == shfl_all_lanes(way->lanes))
        return;
    way_argument(way, "--active");
    way_argument(way, "0x%" PRIx64, way->q.active);
}

static bool counts(const struct way *way, unsigned lane)
{
    return (way->q.active >> lane & 1) && way->q.source[lane] != WAY_UNDEFINED;
}

void way_values(const struct way *way, unsigned scale, const uint32_t lane[SHFL_LANES_MAX], char text[WAY_TEXT_MAX])
{
    static const char signs[] = "+-^";
    unsigned first = 0, used;
    char factor[12];

    while (first < way->lanes - 1 && !counts(way, first))
        first++;
    for (const char *sign = signs; *sign != '\0'; sign++) {
        const uint32_t by = *sign == '+' ? lane[first] - first
                          : *sign == '-' ? first - lane[first]
                                         : lane[first] ^ first;
        bool same = by < way->lanes;

        for (unsigned k = 0; k < way->lanes && same; k++)
            same = !counts(way, k) || lane[k] == (*sign == '+' ? k + by : *sign == '-' ? k - by : (k ^ by));
        if (same) {
            snprintf(factor, sizeof factor, "*%u", scale);
            snprintf(text, WAY_TEXT_MAX, "lane%s%c%u", scale > 1 ? factor : "", *sign, scale * by);
            return;
        }
    }
    used = (unsigned)snprintf(text, WAY_TEXT_MAX, "[");
    for (unsigned k = 0; k < way->lanes; k++)
        used += (unsigned)snprintf(text + used, WAY_TEXT_MAX - used, "%u%s", scale * lane[k],
                                   k + 1 < way->lanes ? "," : "]");
}

bool way_gather(const struct way *way, uint32_t word[SHFL_LANES_MAX])
{
    for (unsigned k = 0; k < way->lanes; k++) {
        if (counts(way, k) && way->q.source[k] < 0)
            return false;
        word[k] = counts(way, k) ? (uint32_t)way->q.source[k] : k;
    }
    return true;
}

/* ---- The table */

/* Does every block of so many lanes do the same as the first? */
static bool repeats(const struct way_question *q, unsigned lanes)
{
    for (unsigned k = lanes; k < q->lanes; k++) {
        const int source = q->source[k - lanes];

        if ((q->active >> k & 1) != (q->active >> (k - lanes) & 1)
            || ((q->active >> k & 1)
                && (q->source[k] != (source < 0 ? source : source + (int)lanes)
                    || (q->has_pu && (q->pu >> k & 1) != (q->pu >> (k - lanes) & 1)))))
            return false;
    }
    return true;
}

/* The question in the API's warp: its lanes over and over until that is full, or the part that repeats. False if it does
 * not repeat. */
static bool fill(const struct way_question *q, struct way *way)
{
    way->q = *q;
    way->q.lanes = way->lanes;
    way->q.active &= shfl_all_lanes(way->lanes);
    for (unsigned k = q->lanes; k < way->lanes; k++) {
        const int source = way->q.source[k - q->lanes];

        way->q.active |= (way->q.active >> (k - q->lanes) & 1) << k;
        way->q.pu |= (way->q.pu >> (k - q->lanes) & 1) << k;
        way->q.source[k] = (int8_t)(source < 0 ? source : source + (int)q->lanes);
    }
    for (unsigned k = 0; k < way->lanes; k++)
        if (way->q.source[k] >= (int)way->lanes)
            return false;
    return repeats(q, way->lanes);
}

static void say_reason(struct way *way)
{
    static const char *const gives[] = { [-WAY_UNDEFINED] = "is undefined",
                                         [-WAY_ZERO] = "gives 0",
                                         [-WAY_KEPT] = "keeps what the destination held" };
    const char *what = way->gpu && way->gets == WAY_UNDEFINED ? "is left open by the documents" : gives[-way->gets];
    char lanes[WAY_TEXT_MAX / 2] = "";
    size_t used = 0;

    if (way->closest[0] == '\0') {
        if (way->tried > 1)
            snprintf(way->reason, sizeof way->reason, "none of its %u operands reads these lanes", way->tried);
        else
            snprintf(way->reason, sizeof way->reason, "%s",
                     way->tried == 1 ? "it reads other lanes" : "a lane's word comes from no lane");
        return;
    }
    for (unsigned k = 0, end; k < way->lanes && used + 12 < sizeof lanes; k = end) {
        for (end = k; end < way->lanes && (way->open >> end & 1); end++)
            ;
        if (end > k + 1)
            used += (size_t)snprintf(lanes + used, sizeof lanes - used, " %u-%u", k, end - 1);
        else if (end > k)
            used += (size_t)snprintf(lanes + used, sizeof lanes - used, " %u", k);
        end += end == k;
    }
    snprintf(way->reason, sizeof way->reason, "%.120s does the same, but %s in lane%s%s", way->closest, what,
             way->open & (way->open - 1) ? "s" : "", lanes);
}

/* Ask one API. */
static void ask(const struct way_api *api, const struct way_question *q, const char *gpu, struct way *way)
{
    *way = (struct way){ .api = api->name, .gpu = gpu, .source = api->source, .lanes = api->lanes };
    if (way->lanes == 0)
        way->lanes = q->lanes;
    if (gpu != NULL) {
        enum shfl_amd_gen gen = SHFL_AMD_GFX9;

        amd_gen(gpu, &gen);
        way->lanes = q->lanes > 32 || gen < SHFL_AMD_GFX10 ? 64 : 32;
    }
    if (!fill(q, way)) {
        snprintf(way->reason, sizeof way->reason, "its warp has %u lanes, and these are not the same %u over and over",
                 way->lanes, way->lanes);
        return;
    }
    api->find(api, way);
    if (way->reason[0] == '\0' && (!way->says || (way->by_lane && way->tried > 0)))
        say_reason(way);
}

static void ask_all(const struct way_question *q, void (*told)(const struct way *, FILE *), FILE *file)
{
    static struct way way;
    const char *const gpus[] = { q->gpu ? q->gpu : "gfx90a", q->gpu ? NULL : "gfx1100" };

    for (const struct way_api *api = way_nvidia; api->name != NULL; api++) {
        ask(api, q, NULL, &way);
        told(&way, file);
    }
    for (unsigned i = 0; i < 2 && gpus[i] != NULL; i++)
        for (const struct way_api *api = way_amd; api->name != NULL; api++) {
            ask(api, q, gpus[i], &way);
            told(&way, file);
        }
    for (const struct way_api *api = way_subgroup; api->name != NULL; api++) {
        ask(api, q, NULL, &way);
        told(&way, file);
    }
}

static void tell_text(const struct way *way, FILE *file)
{
    char name[40];

    snprintf(name, sizeof name, "%s%s%s", way->api, way->gpu ? ", " : "", way->gpu ? way->gpu : "");
    if (way->says)
        fprintf(file, "%-24s  %s\n", name, way->text);
    else
        fprintf(file, "%-24s  cannot say it: %s\n", name, way->reason);
    if (way->says && way->by_lane && way->reason[0] != '\0')
        fprintf(file, "%-24s    lane by lane; with one operand for all it cannot: %s\n", "", way->reason);
    for (unsigned i = 0; i < way->arguments; i++)
        if (way->says && strcmp(way->argument[i], way->text) != 0 && i + 1 < way->arguments)
            if (strcmp(way->argument[i], "--init") == 0 || strcmp(way->argument[i], "--address") == 0)
                fprintf(file, "%-24s    with %s\n", "", way->argument[i + 1]);
    fprintf(file, "%-24s    by %s\n", "", way->source);
}

void ways_text(const struct way_question *q, FILE *file) { ask_all(q, tell_text, file); }

static bool first;

static void tell_json(const struct way *way, FILE *file)
{
    fputs(first ? "[\n    {\"api\": " : ",\n    {\"api\": ", file);
    first = false;
    word_json(file, way->api);
    fputs(", \"gpu\": ", file);
    if (way->gpu)
        word_json(file, way->gpu);
    else
        fputs("null", file);
    fprintf(file, ", \"lanes\": %u, \"says\": %s, \"by_lane\": %s, \"text\": ", way->lanes,
            way->says ? "true" : "false", way->by_lane ? "true" : "false");
    if (way->says)
        word_json(file, way->text);
    else
        fputs("null", file);
    fputs(", \"reason\": ", file);
    if (way->reason[0] != '\0')
        word_json(file, way->reason);
    else
        fputs("null", file);
    fputs(", \"source\": ", file);
    word_json(file, way->source);
    fputs(", \"arguments\": [", file);
    for (unsigned i = 0; i < (way->says ? way->arguments : 0); i++) {
        fputs(i ? ", " : "", file);
        word_json(file, way->argument[i]);
    }
    fputs("]}", file);
}

void ways_json(const struct way_question *q, FILE *file)
{
    first = true;
    fprintf(file, "{\n  \"lanes\": %u,\n  \"ways\": ", q->lanes);
    ask_all(q, tell_json, file);
    fputs("\n  ]\n}\n", file);
}
