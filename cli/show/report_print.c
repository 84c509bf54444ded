/* SPDX-License-Identifier: Apache-2.0 */
/* report_print - see report.h */
#include "report.h"

#include <inttypes.h>

enum { UNKNOWN_SHOWN = 3 };

void print_text(const struct report *r, const char *path)
{
    const size_t count = r->unknown_count;

    printf("%s: ", path);
    if (r->is_text)
        printf("%s%s", r->kind, r->gpu[0] ? " for " : "");
    printf("%s, %s\n", r->gpu, r->counts);
    for (size_t i = 0; i < r->shuffle_count; i++) {
        const struct shuffle *s = &r->shuffles[i];

        if (s->line)
            printf("line %u", s->line);
        if (s->kernel)
            printf("%s%s", s->line ? ", " : "", s->kernel);
        if (s->has_offset)
            printf("%s+0x%04" PRIx64, s->kernel || !s->line ? "" : ", ", s->offset);
        printf("  %s\n    %s\n", s->text, s->summary);
        if (s->note[0])
            printf("    note: %s\n", s->note);
    }
    if (count)
        printf("%zu line%s with a shuffle %s not understood:\n", count, count == 1 ? "" : "s",
               count == 1 ? "is" : "are");
    for (size_t i = 0; i < count && i < UNKNOWN_SHOWN; i++)
        printf("    line %u: %s\n", r->unknowns[i].line, r->unknowns[i].why);
    if (count > UNKNOWN_SHOWN)
        printf("    and %zu more\n", count - UNKNOWN_SHOWN);
}

static void number_or_null(struct json *json, const char *name, bool is_known, uint64_t value)
{
    if (is_known)
        json_number(json, name, value);
    else
        json_null(json, name);
}

void print_json(const struct report *r, const char *path)
{
    struct json json = { .file = stdout };

    json_open_tall(&json, NULL, '{');
    json_text(&json, "file", path);
    json_text(&json, "kind", r->kind);
    json_text(&json, "gpu", r->gpu);
    json_open_tall(&json, "shuffles", '[');
    for (size_t i = 0; i < r->shuffle_count; i++) {
        const struct shuffle *s = &r->shuffles[i];

        json_open(&json, NULL, '{');
        json_text(&json, "kernel", s->kernel);
        number_or_null(&json, "offset", s->has_offset, s->offset);
        number_or_null(&json, "line", s->line != 0, s->line);
        json_members(&json, s->members);
        json_close(&json);
    }
    json_close(&json);
    json_open_tall(&json, "not_understood", '[');
    for (size_t i = 0; i < r->unknown_count; i++) {
        json_open(&json, NULL, '{');
        json_number(&json, "line", r->unknowns[i].line);
        json_text(&json, "why", r->unknowns[i].why);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
}
