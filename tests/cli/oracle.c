/* SPDX-License-Identifier: Apache-2.0 */
/* oracle - the reader's answers for many texts: standard input has texts that end with a zero byte; of each a line with what its
 * last call gives in 32 lanes, as tests/cli/oracle.h prints it, or "refused: why". */
#include "cli/answer/answer.h"
#include "cli/answer/collective.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char text[1 << 16];
    static struct answer a;
    struct answer_options options = { .is_file = false };
    const struct call_row *row;
    const struct explain *e = &a.e;
    size_t used = 0;

    for (int c; (c = getchar()) != EOF;) {
        char why[READ_WHY_MAX];

        if (used < sizeof text - 1)
            text[used++] = (char)c;
        if (c != '\0')
            continue;
        used = 0;
        options.at = NULL;
        for (const char *end = text, *call; (call = call_find(end, &row, &end)) != NULL;)
            options.at = call;
        if (!answer_read(text, &options, &a, why) || !a.has_values) {
            printf("refused: %s\n", a.needs[0] ? a.needs : why);
            continue;
        }
        if (strstr(e->note, "is taken as lane") != NULL || strstr(e->note, "taken as one of") != NULL) {
            printf("refused: %s\n", e->note); /* an example, and it says so */
            continue;
        }
        for (unsigned k = 0; k < e->lanes; k++) {
            char open[READ_WHY_MAX];

            if (!(e->in.active >> k & 1))
                printf("- ");
            else if (e->c.kind ? collective_open(e, open) != NULL : explain_open(e, k) != EXPLAIN_DEFINED)
                printf("? ");
            else if (!e->c.kind)
                printf("%u ", (unsigned)e->out.src_lane[k]);
            else
                printf("%" PRIu32 " ", e->c.rd_name[0] ? (uint32_t)e->c.rd[k] : (uint32_t)(e->c.pu >> k & 1));
        }
        puts("");
    }
    return 0;
}
