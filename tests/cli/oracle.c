/* SPDX-License-Identifier: Apache-2.0 */
/* oracle - the reader's answers for many texts: standard input has texts that end with a zero byte; of each a line with what its
 * last call gives in 32 lanes, as tests/cli/oracle.h prints it, or "refused: why"; or that its calls have other answers when
 * they are read one after another. */
#include "cli/answer/answer.h"
#include "cli/answer/collective.h"
#include "cli/read/statements.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_ = 1200, CALLS_MAX = 200 };

/* The line of the call that begins at a place; NULL: of the first one. */
static void answer_line(const char *text, const char *at, char line[LINE_MAX_])
{
    static struct answer a;
    const struct answer_options options = { .at = at };
    const struct explain *e = &a.e;
    char why[READ_WHY_MAX];
    size_t used = 0;

    if (!answer_read(text, &options, &a, why) || !a.has_values) {
        snprintf(line, LINE_MAX_, "refused: %s", a.needs[0] ? a.needs : why);
        return;
    }
    if (strstr(e->note, "is taken as lane") != NULL || strstr(e->note, "taken as one of") != NULL) {
        snprintf(line, LINE_MAX_, "refused: %s", e->note); /* an example, and it says so */
        return;
    }
    line[0] = '\0';
    for (unsigned k = 0; k < e->lanes; k++) {
        char open[READ_WHY_MAX], word[16];

        if (!(e->in.active >> k & 1))
            strcpy(word, "- ");
        else if (e->c.kind ? collective_open(e, open) != NULL : explain_open(e, k) != EXPLAIN_DEFINED)
            strcpy(word, "? ");
        else
            snprintf(word, sizeof word, "%" PRIu32 " ",
                     !e->c.kind        ? (uint32_t)e->out.src_lane[k]
                     : e->c.rd_name[0] ? (uint32_t)e->c.rd[k]
                                       : (uint32_t)(e->c.pu >> k & 1));
        used += (size_t)snprintf(line + used, LINE_MAX_ - used, "%s", word);
    }
}

int main(void)
{
    static char text[1 << 16], alone[CALLS_MAX][LINE_MAX_], line[LINE_MAX_];
    static const char *calls[CALLS_MAX];
    const struct call_row *row;
    size_t used = 0;

    for (int c; (c = getchar()) != EOF;) {
        unsigned count = 0, same = 0;

        if (used < sizeof text - 1)
            text[used++] = (char)c;
        if (c != '\0')
            continue;
        used = 0;
        for (const char *end = text, *call; count < CALLS_MAX && (call = call_find(end, &row, &end)) != NULL;)
            calls[count++] = call;
        for (unsigned i = 0; i < count; i++)
            answer_line(text, calls[i], alone[i]);
        statements_keep(text); /* each goes on where the one before it was */
        for (unsigned i = 0; i < count; i++) {
            answer_line(text, calls[i], line);
            same += strcmp(line, alone[i]) == 0;
        }
        statements_keep(NULL);
        puts(same < count ? "one after another they have other answers"
             : count > 0  ? alone[count - 1]
                          : "refused: no call");
    }
    return 0;
}
