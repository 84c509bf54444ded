/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents_search - see equivalents.h: a query to all APIs, printed as text and as JSON */
#include "equivalents.h"

#include <string.h>

/* Does every block of so many lanes do the same as the first? */
static bool repeats(const struct equiv_query *q, unsigned lanes)
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

/* The query in the API's warp: its lanes over and over until that is full, or the part that repeats. False if it does
 * not repeat. */
static bool fill(const struct equiv_query *q, struct equiv *equiv)
{
    equiv->q = *q;
    equiv->q.lanes = equiv->lanes;
    equiv->q.active &= shfl_all_lanes(equiv->lanes);
    for (unsigned k = q->lanes; k < equiv->lanes; k++) {
        const int source = equiv->q.source[k - q->lanes];

        equiv->q.active |= (equiv->q.active >> (k - q->lanes) & 1) << k;
        equiv->q.pu |= (equiv->q.pu >> (k - q->lanes) & 1) << k;
        equiv->q.source[k] = (int8_t)(source < 0 ? source : source + (int)q->lanes);
    }
    for (unsigned k = 0; k < equiv->lanes; k++)
        if (equiv->q.source[k] >= (int)equiv->lanes)
            return false;
    return repeats(q, equiv->lanes);
}

static void set_reason(struct equiv *equiv)
{
    static const char *const gives[] = { [-EQUIV_UNDEFINED] = "is undefined",
                                         [-EQUIV_ZERO] = "gives 0",
                                         [-EQUIV_KEPT] = "keeps what the destination held",
                                         [-EQUIV_DIFFERS] = "not" };
    const char *what = equiv->gpu && equiv->gets == EQUIV_UNDEFINED ? "is left open by the documents"
                                                                    : gives[-equiv->gets];
    char lanes[EQUIV_TEXT_MAX] = ""; /* at most 32 of 64 lanes */
    size_t used = 0;

    if (equiv->closest[0] == '\0') {
        if (equiv->tried > 1)
            snprintf(equiv->reason, sizeof equiv->reason, "none of its %u operands reads these lanes", equiv->tried);
        else
            snprintf(equiv->reason, sizeof equiv->reason, "%s",
                     equiv->tried == 1 ? "it reads other lanes" : "a lane's value is no lane's");
        return;
    }
    for (unsigned k = 0, end; k < equiv->lanes; k = end) {
        for (end = k; end < equiv->lanes && (equiv->open >> end & 1); end++)
            ;
        if (end > k + 1)
            used += (size_t)snprintf(lanes + used, sizeof lanes - used, " %u-%u", k, end - 1);
        else if (end > k)
            used += (size_t)snprintf(lanes + used, sizeof lanes - used, " %u", k);
        end += end == k;
    }
    snprintf(equiv->reason, sizeof equiv->reason, "%.120s does the same, but %s in lane%s%s", equiv->closest, what,
             equiv->open & (equiv->open - 1) ? "s" : "", lanes);
}

/* Search one API. */
static void search(const struct equiv_api *api, const struct equiv_query *q, const char *gpu, struct equiv *equiv)
{
    *equiv = (struct equiv){ .api = api->name, .gpu = gpu, .source = api->source, .lanes = api->lanes };
    if (equiv->lanes == 0)
        equiv->lanes = q->lanes;
    if (gpu != NULL) {
        enum shfl_amd_gen gen = SHFL_AMD_GFX9;

        amd_gen(gpu, &gen);
        equiv->lanes = (q->lanes > 32 && gen != SHFL_AMD_GFX1250) || shfl_amd_kind(gen) < SHFL_AMD_GFX10 ? 64 : 32;
    }
    if (!fill(q, equiv)) {
        snprintf(equiv->reason, sizeof equiv->reason,
                 "its warp has %u lanes, and these are not the same %u over and over", equiv->lanes, equiv->lanes);
        return;
    }
    api->find(api, equiv);
    if (equiv->reason[0] == '\0' && (!equiv->says || (equiv->by_lane && equiv->tried > 0)))
        set_reason(equiv);
}

static void search_all(const struct equiv_query *q, void (*print)(const struct equiv *, FILE *), FILE *file)
{
    static struct equiv equiv;
    const char *const gpus[] = { q->gpu ? q->gpu : "gfx90a", q->gpu ? NULL : "gfx1100" };

    for (const struct equiv_api *api = equiv_nvidia; api->name != NULL; api++) {
        search(api, q, NULL, &equiv);
        print(&equiv, file);
    }
    for (unsigned i = 0; i < 2 && gpus[i] != NULL; i++)
        for (const struct equiv_api *api = equiv_amd; api->name != NULL; api++) {
            search(api, q, gpus[i], &equiv);
            print(&equiv, file);
        }
    for (const struct equiv_api *api = equiv_subgroup; api->name != NULL; api++) {
        search(api, q, NULL, &equiv);
        print(&equiv, file);
    }
}

static void print_text(const struct equiv *equiv, FILE *file)
{
    char name[40];

    snprintf(name, sizeof name, "%s%s%s", equiv->api, equiv->gpu ? ", " : "", equiv->gpu ? equiv->gpu : "");
    if (equiv->says)
        fprintf(file, "%-24s  %s\n", name, equiv->text);
    else
        fprintf(file, "%-24s  no equivalent: %s\n", name, equiv->reason);
    if (equiv->says && equiv->by_lane && equiv->reason[0] != '\0')
        fprintf(file, "%-24s    an operand per lane; with one for all lanes none: %s\n", "", equiv->reason);
    for (unsigned i = 0; i < equiv->arguments; i++)
        if (equiv->says && strcmp(equiv->argument[i], equiv->text) != 0 && i + 1 < equiv->arguments)
            if (strcmp(equiv->argument[i], "--init") == 0 || strcmp(equiv->argument[i], "--address") == 0)
                fprintf(file, "%-24s    with %s\n", "", equiv->argument[i + 1]);
    fprintf(file, "%-24s    by %s\n", "", equiv->source);
}

void equivalents_text(const struct equiv_query *q, FILE *file) { search_all(q, print_text, file); }

static bool first;

static void print_json(const struct equiv *equiv, FILE *file)
{
    fputs(first ? "[\n    {\"api\": " : ",\n    {\"api\": ", file);
    first = false;
    word_json(file, equiv->api);
    fputs(", \"gpu\": ", file);
    if (equiv->gpu)
        word_json(file, equiv->gpu);
    else
        fputs("null", file);
    fprintf(file, ", \"lanes\": %u, \"says\": %s, \"by_lane\": %s, \"text\": ", equiv->lanes,
            equiv->says ? "true" : "false", equiv->by_lane ? "true" : "false");
    if (equiv->says)
        word_json(file, equiv->text);
    else
        fputs("null", file);
    fputs(", \"reason\": ", file);
    if (equiv->reason[0] != '\0')
        word_json(file, equiv->reason);
    else
        fputs("null", file);
    fputs(", \"source\": ", file);
    word_json(file, equiv->source);
    fputs(", \"arguments\": [", file);
    for (unsigned i = 0; i < (equiv->says ? equiv->arguments : 0); i++) {
        fputs(i ? ", " : "", file);
        word_json(file, equiv->argument[i]);
    }
    fputs("]}", file);
}

void equivalents_json(const struct equiv_query *q, const char *key, FILE *file)
{
    first = true;
    fprintf(file, "{\n  \"lanes\": %u,\n  \"%s\": ", q->lanes, key);
    search_all(q, print_json, file);
    fputs("\n  ]\n}\n", file);
}
