/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents_print - see show.h */
#include "show.h"

#include <string.h>

static void print_text(void *context, const struct equiv *equiv)
{
    FILE *file = context;
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

void equivalents_text(const struct equiv_query *q, FILE *file) { equiv_search(q, print_text, file); }

static bool first;

static void print_json(void *context, const struct equiv *equiv)
{
    FILE *file = context;

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
    equiv_search(q, print_json, file);
    fputs("\n  ]\n}\n", file);
}
