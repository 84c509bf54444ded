/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents_search - see equivalents.h: a query to all APIs */
#include "equivalents.h"

#include <stdio.h>
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

void equiv_search(const struct equiv_query *q, void (*found)(void *context, const struct equiv *), void *context)
{
    static struct equiv equiv;
    const char *const gpus[] = { q->gpu ? q->gpu : "gfx90a", q->gpu ? NULL : "gfx1100" };

    for (const struct equiv_api *api = equiv_nvidia; api->name != NULL; api++) {
        search(api, q, NULL, &equiv);
        found(context, &equiv);
    }
    for (unsigned i = 0; i < 2 && gpus[i] != NULL; i++)
        for (const struct equiv_api *api = equiv_amd; api->name != NULL; api++) {
            search(api, q, gpus[i], &equiv);
            found(context, &equiv);
        }
    for (const struct equiv_api *api = equiv_subgroup; api->name != NULL; api++) {
        search(api, q, NULL, &equiv);
        found(context, &equiv);
    }
}
