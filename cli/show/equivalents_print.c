/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents_print - see show.h */
#include "show.h"
#include "lib/table.h"

#include <string.h>

static void row(struct table *t, const char *api, const char *before, const char *text)
{
    table_cell(t, "%s", api);
    table_cell(t, "%s%s", before, text);
    table_end(t);
}

static void print_text(void *context, const struct equiv *equiv)
{
    struct table *t = context;
    char name[40];

    snprintf(name, sizeof name, "%s%s%s", equiv->api, equiv->gpu ? ", " : "", equiv->gpu ? equiv->gpu : "");
    row(t, name, equiv->says ? "" : "no equivalent: ", equiv->says ? equiv->argument[0] : equiv->reason);
    if (equiv->says && equiv->by_lane && equiv->reason[0] != '\0')
        row(t, "", "  an operand per lane: ", equiv->reason);
    for (unsigned i = 1; equiv->says && i < equiv->arguments; i += 2)
        if (strcmp(equiv->argument[i], "--init") == 0 || strcmp(equiv->argument[i], "--address") == 0)
            row(t, "", "  with ", equiv->argument[i + 1]);
    row(t, "", "  by ", equiv->source);
}

void equivalents_text(const struct equiv_query *q, FILE *file)
{
    struct table t = { .file = file };

    table_column(&t, "", -24);
    table_column(&t, "", 0);
    equiv_all(q, print_text, &t);
}

static void print_json(void *context, const struct equiv *equiv)
{
    struct json *json = context;

    json_open(json, NULL, '{');
    json_text(json, "api", equiv->api);
    json_text(json, "gpu", equiv->gpu);
    json_number(json, "lanes", equiv->lanes);
    json_bool(json, "says", equiv->says);
    json_bool(json, "by_lane", equiv->by_lane);
    json_text(json, "text", equiv->says ? equiv->argument[0] : NULL);
    json_text(json, "reason", equiv->reason);
    json_text(json, "source", equiv->source);
    json_open(json, "arguments", '[');
    for (unsigned i = 0; i < (equiv->says ? equiv->arguments : 0); i++)
        json_text(json, NULL, equiv->argument[i]);
    json_close(json);
    json_close(json);
}

void equivalents_json(const struct equiv_query *q, FILE *file)
{
    struct json json = { .file = file };

    json_open_tall(&json, NULL, '{');
    json_number(&json, "lanes", q->lanes);
    json_open_tall(&json, "equivalents", '[');
    equiv_all(q, print_json, &json);
    json_close(&json);
    json_close(&json);
}
