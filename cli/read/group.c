/* SPDX-License-Identifier: Apache-2.0 */
/* group - see before.h: the group of threads that an expression makes */
#include "before.h"

#include <stdio.h>
#include <string.h>

enum { PART_MAX = 400 };

static void members_by(struct name *group, const struct name *of, const struct expr *label, bool binary, unsigned lanes,
                       uint64_t active)
{
    for (unsigned k = 0; k < lanes; k++) {
        group->word[k] = 0;
        for (unsigned j = 0; j < lanes; j++) {
            const bool same = binary ? (label->word[k] != 0) == (label->word[j] != 0)
                                     : label->word[k] == label->word[j];
            const bool together = of->kind == NAME_TILE ? k / of->word[0] == j / of->word[0] : of->word[k] >> j & 1;

            group->word[k] |= (uint64_t)(same && together && (active >> j & 1)) << j;
        }
    }
}

bool before_group(const char *text, const struct expr_scope *scope, struct name *group)
{
    const char *labeled = strstr(text, "labeled_partition"), *binary = strstr(text, "binary_partition");
    const char *tile = strstr(text, "tiled_partition"), *by = labeled ? labeled : binary;
    const uint64_t active = shfl_all_lanes(scope->lanes) & ~scope->absent;
    char part[PART_MAX], why[READ_WHY_MAX];
    static struct expr expr;

    *group = (struct name){ .kind = NAME_RANKS, .is_known = true };
    if (by != NULL) {
        const char *open = strchr(by, '('), *close = open ? text_bracket(open) : NULL;
        const char *comma = open ? open + 1 : NULL;

        while (comma != NULL && *comma != ',' && *comma != '\0')
            comma = *comma == '(' ? text_bracket(comma) : comma + 1;
        if (close == NULL || comma == NULL || *comma != ',')
            return false;
        open = text_skip(open + 1);
        snprintf(part, sizeof part, "%.*s", (int)(comma - open), open);
        const struct name *of = names_find(scope->names, part, strlen(part));
        struct name made;
        if (of == NULL && before_group(part, scope, &made))
            of = &made;
        snprintf(part, sizeof part, "%.*s", (int)(close - 1 - (comma + 1)), comma + 1);
        if (of == NULL || !of->is_known || of->kind == NAME_VALUE || of->kind == NAME_BLOCK
            || !expr_read(part, scope, &expr, why))
            return false;
        members_by(group, of, &expr, labeled == NULL, scope->lanes, active);
        return true;
    }
    if (tile != NULL || strstr(text, "thread_block_tile<") != NULL) {
        const char *open = strchr(tile ? tile : text, '<'), *of_text = tile ? strchr(tile, '(') : NULL;
        const size_t length = of_text ? strcspn(of_text + 1, " ,)") : 0;
        const struct name *of = length ? names_find(scope->names, of_text + 1, length) : NULL;

        group->kind = NAME_TILE;
        if (open == NULL || (of != NULL && of->kind == NAME_RANKS))
            return false;
        snprintf(part, sizeof part, "%.*s", (int)strcspn(open + 1, ",>;"), open + 1);
        const bool known = expr_read(part, scope, &expr, why) && !expr.by_lane;
        const uint64_t size = known ? expr.word[0] : 0;
        if (size < 1 || size > scope->lanes || (size & (size - 1)) != 0)
            return false;
        for (unsigned k = 0; k < scope->lanes; k++)
            group->word[k] = size;
        return true;
    }
    if (strstr(text, "coalesced_threads") != NULL) {
        for (unsigned k = 0; k < scope->lanes; k++)
            group->word[k] = active;
        return true;
    }
    const char *sub_group = strstr(text, "get_sub_group");
    if ((sub_group != NULL && !text_is_name(sub_group[13])) || strstr(text, "this_sub_group") != NULL) {
        group->kind = NAME_TILE;
        for (unsigned k = 0; k < scope->lanes; k++)
            group->word[k] = scope->lanes;
        return true;
    }
    group->kind = NAME_BLOCK;
    return strstr(text, "this_thread_block") != NULL;
}
