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

static void print_json(void *context, const struct equiv *equiv)
{
    struct json *json = context;

    json_open(json, NULL, '{');
    json_text(json, "api", equiv->api);
    json_text(json, "gpu", equiv->gpu);
    json_number(json, "lanes", equiv->lanes);
    json_bool(json, "says", equiv->says);
    json_bool(json, "by_lane", equiv->by_lane);
    json_text(json, "text", equiv->says ? equiv->text : NULL);
    json_text(json, "reason", equiv->reason);
    json_text(json, "source", equiv->source);
    json_open(json, "arguments", '[');
    for (unsigned i = 0; i < (equiv->says ? equiv->arguments : 0); i++)
        json_text(json, NULL, equiv->argument[i]);
    json_close(json);
    json_close(json);
}

void equivalents_json(const struct equiv_query *q, const char *key, FILE *file)
{
    struct json json = { .file = file };

    json_open_tall(&json, NULL, '{');
    json_number(&json, "lanes", q->lanes);
    json_open_tall(&json, key, '[');
    equiv_search(q, print_json, &json);
    json_close(&json);
    json_close(&json);
}
