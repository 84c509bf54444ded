/* SPDX-License-Identifier: Apache-2.0 */
/* show - see show.h: text, line and picture */
#include "show.h"

void show_text(const struct answer *a, unsigned lane, FILE *file)
{
    const bool table = lane == SHOW_ALL;
    const char *const *stage = answer_stages(a);
    char step[STEPS_MAX][STEP_MAX];

    switch (a->family) {
    case ANSWER_AMD: amd_print(&a->wave, table, file); break;
    case ANSWER_RVV: rvv_print(&a->r, table, file); break;
    case ANSWER_BLOCK: block_text(&a->e, table, file); break;
    case ANSWER_COLLECTIVE: collective_text(&a->e, table, file); break;
    default: explain_text(&a->e, table, file);
    }
    if (table || !a->has_values)
        return;
    answer_steps(a, lane, step);
    fprintf(file, "\n%s %u\n", answer_unit(a), lane);
    for (unsigned i = 0; stage[i] != NULL; i++)
        fprintf(file, "%11s  %s\n", stage[i], step[i]);
}

void show_line(const struct answer *a, const char *shown, unsigned lane, FILE *file)
{
    if (!a->has_values) {
        fprintf(file, "%s, lane %u: %s\n", shown, lane, a->needs);
        return;
    }
    switch (a->family) {
    case ANSWER_AMD: amd_reply(&a->wave, shown, lane, file); break;
    case ANSWER_RVV: rvv_reply(&a->r, shown, lane, file); break;
    case ANSWER_BLOCK: block_reply(&a->e, shown, lane, file); break;
    case ANSWER_COLLECTIVE: collective_reply(&a->e, shown, lane, file); break;
    default: explain_reply(&a->e, shown, lane, file);
    }
}

void show_svg(const struct answer *a, FILE *file)
{
    switch (a->family) {
    case ANSWER_AMD: amd_svg(&a->wave, file); break;
    case ANSWER_RVV: rvv_svg(&a->r, file); break;
    case ANSWER_BLOCK: block_svg(&a->e, file); break;
    case ANSWER_COLLECTIVE: collective_svg(&a->e, file); break;
    default: explain_svg(&a->e, file);
    }
}
