/* SPDX-License-Identifier: Apache-2.0 */
/* report_print - see report.h */
#include "report.h"

#include <inttypes.h>

enum { UNKNOWN_SHOWN = 3 };

/* ---- As a text */

static void print_unknown(const struct report *r, const struct found_image *image)
{
    const size_t count = image->unknowns;

    if (count)
        printf("%zu line%s with a shuffle %s not understood:\n", count, count == 1 ? "" : "s",
               count == 1 ? "is" : "are");
    for (size_t i = 0; i < count && i < UNKNOWN_SHOWN; i++)
        printf("    line %u: %s\n", r->unknowns[image->first_unknown + i].line,
               r->unknowns[image->first_unknown + i].why);
    if (count > UNKNOWN_SHOWN)
        printf("    and %zu more\n", count - UNKNOWN_SHOWN);
}

static void print_image(const struct report *r, const struct found_image *image)
{
    if (image->kind == FILE_TEXT)
        printf("%s%s%s, ", image->what, image->gpu[0] ? " for " : "", image->gpu);
    else if (image->gpu[0])
        printf("%s, ", image->gpu);
    printf("%s%s\n", image->why ? "not read: " : "", image->why ? image->why : image->counts);
    for (size_t i = image->first; i < image->first + image->shuffles; i++) {
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
    print_unknown(r, image);
}

void print_text(const struct report *r, const char *path, enum file_kind kind)
{
    const bool alone = kind == r->images[0].kind && r->image_count == 1;

    if (alone)
        printf("%s: ", path);
    else
        printf("%s: %s, %zu image%s\n", path, file_kind_name(kind), r->image_count, r->image_count == 1 ? "" : "s");
    for (size_t i = 0; i < r->image_count; i++) {
        if (!alone)
            printf("image %zu%s%s: ", i + 1, r->images[i].where[0] ? ", " : "", r->images[i].where);
        print_image(r, &r->images[i]);
    }
}

/* ---- As JSON */

static void put_text(const char *name, const char *text)
{
    printf("\"%s\": ", name);
    if (text && text[0])
        word_json(stdout, text);
    else
        fputs("null", stdout);
}

static void print_shuffle_json(const struct shuffle *s, size_t image)
{
    printf("    {\"image\": %zu, ", image);
    put_text("kernel", s->kernel);
    fputs(", \"offset\": ", stdout);
    if (s->has_offset)
        printf("%" PRIu64, s->offset);
    else
        fputs("null", stdout);
    fputs(", \"line\": ", stdout);
    if (s->line)
        printf("%u, ", s->line);
    else
        fputs("null, ", stdout);
    put_text("instruction", s->text);
    fputs(", ", stdout);
    put_text("summary", s->summary);
    fputs(", ", stdout);
    put_text("note", s->note);
    printf(", \"fields\": %s}", s->fields);
}

void print_json(const struct report *r, const char *path, enum file_kind kind)
{
    const char *between = "\n";

    fputs("{\n  ", stdout);
    put_text("file", path);
    fputs(",\n  ", stdout);
    put_text("kind", kind == FILE_TEXT ? r->images[0].what : file_kind_name(kind));
    fputs(",\n  \"images\": [", stdout);
    for (size_t i = 0; i < r->image_count; i++, between = ",\n") {
        const struct found_image *image = &r->images[i];

        printf("%s    {\"image\": %zu, ", between, i + 1);
        put_text("kind", image->kind == FILE_OTHER ? NULL : image->what);
        fputs(", ", stdout);
        put_text("where", image->where);
        fputs(", ", stdout);
        put_text("gpu", image->gpu);
        printf(", \"shuffles\": %zu, \"not_understood\": [", image->shuffles);
        for (size_t k = 0; k < image->unknowns; k++) {
            printf("%s{\"line\": %u, ", k ? ", " : "", r->unknowns[image->first_unknown + k].line);
            put_text("why", r->unknowns[image->first_unknown + k].why);
            putchar('}');
        }
        fputs("], ", stdout);
        put_text("error", image->why);
        putchar('}');
    }
    fputs("\n  ],\n  \"shuffles\": [", stdout);
    between = "\n";
    for (size_t i = 0; i < r->image_count; i++)
        for (size_t k = 0; k < r->images[i].shuffles; k++, between = ",\n") {
            fputs(between, stdout);
            print_shuffle_json(&r->shuffles[r->images[i].first + k], i + 1);
        }
    fputs("\n  ]\n}\n", stdout);
}
