/* SPDX-License-Identifier: Apache-2.0
 * explain_step - see explain.h: what each stage of the datapath does in one lane. The arithmetic is the rule's, with
 * numbers in place of its words. */
#include "explain.h"

#include <string.h>

const char *const explain_stages[] = { "decode", "lane index", "range check", "crossbar", "write-back", NULL };

/* The rule behind its "=", with this lane's numbers. */
static const char *numbers(const struct explain *e, unsigned lane, const char *rule, char text[STEP_MAX])
{
    const struct {
        const char *word;
        int number;
    } words[] = { { "min_lane", (int)explain_min_lane(e, lane) },
                  { "max_lane", (int)explain_max_lane(e, lane) },
                  { "lane", (int)lane },
                  { "index", e->out.index[lane] },
                  { "clamp", e->out.clamp[lane] },
                  { "j", e->out.j[lane] } };
    size_t used = 0;
    char mask[8];

    explain_binary(e, e->out.segmask[lane], mask);
    rule = strchr(rule, '=') + 2;
    while (*rule != '\0' && used + 12 < STEP_MAX) {
        unsigned i = 0;

        while (i < sizeof words / sizeof words[0] && strncmp(rule, words[i].word, strlen(words[i].word)) != 0)
            i++;
        if (i < sizeof words / sizeof words[0]) {
            used += (size_t)snprintf(text + used, STEP_MAX - used, "%d", words[i].number);
            rule += strlen(words[i].word);
        } else if (strncmp(rule, "segmask", 7) == 0) {
            used += (size_t)snprintf(text + used, STEP_MAX - used, "%s", mask);
            rule += 7;
        } else {
            text[used++] = *rule++;
        }
    }
    text[used] = '\0';
    return text;
}

void explain_steps(const struct explain *e, unsigned lane, char step[STEPS_MAX][STEP_MAX])
{
    const struct shfl_out *out = &e->out;
    const unsigned n = explain_bits(e), from = out->src_lane[lane];
    const bool read = out->src_active >> lane & 1;
    static const char *const why[] = { [EXPLAIN_DEFINED] = "",
                                       [EXPLAIN_UNREAD] = ": UNPREDICTABLE",
                                       [EXPLAIN_OUTSIDE] = ": undefined, the lane is no member of its mask",
                                       [EXPLAIN_STRANGE] = ": undefined, that lane is no member of the mask",
                                       [EXPLAIN_BLANK] = ": undefined, as what that lane holds is" };
    char a[STEP_MAX], b[STEP_MAX], word[WORD_TEXT_MAX];

    snprintf(step[0], STEP_MAX, "index = Sb[%u:0] = %u, clamp = Sc[%u:0] = %u, segmask = Sc[%u:8] = %s", n - 1,
             out->index[lane], n - 1, out->clamp[lane], n + 7, explain_binary(e, out->segmask[lane], word));
    snprintf(step[1], STEP_MAX, "min_lane = %.24s = %u, j = %.40s = %d", numbers(e, lane, explain_rule_min, a),
             explain_min_lane(e, lane), numbers(e, lane, explain_rule_j[e->mode], b), out->j[lane]);
    snprintf(step[2], STEP_MAX, "max_lane = %.40s = %u, %.16s is %s, reads lane %u",
             numbers(e, lane, explain_rule_max, a), explain_max_lane(e, lane),
             numbers(e, lane, explain_rule_range(e->mode), b), out->in_range[lane] ? "true" : "false", from);
    snprintf(step[3], STEP_MAX, "lane %u holds %s%s", from, explain_ra(e, from, word),
             read ? "" : " and does not execute");
    if (!(e->in.active >> lane & 1))
        snprintf(step[4], STEP_MAX, "does not execute: writes nothing");
    else if (explain_open(e, lane) == EXPLAIN_BEYOND)
        snprintf(step[4], STEP_MAX, "Rd = %s: %.60s leaves it undefined", explain_rd(e, lane, word),
                 call_name(e->row, NULL, a));
    else
        snprintf(step[4], STEP_MAX, "Rd = %s%s, Pu = %u", explain_rd(e, lane, word), why[explain_open(e, lane)],
                 (unsigned)(out->pu >> lane & 1));
}
