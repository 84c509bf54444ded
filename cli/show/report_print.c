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

void print_json(const struct report *r, const char *path, enum file_kind kind)
{
    struct json json = { .file = stdout };

    json_open_tall(&json, NULL, '{');
    json_text(&json, "file", path);
    json_text(&json, "kind", kind == FILE_TEXT ? r->images[0].what : file_kind_name(kind));
    json_open_tall(&json, "images", '[');
    for (size_t i = 0; i < r->image_count; i++) {
        const struct found_image *image = &r->images[i];

        json_open(&json, NULL, '{');
        json_number(&json, "image", i + 1);
        json_text(&json, "kind", image->kind == FILE_OTHER ? NULL : image->what);
        json_text(&json, "where", image->where);
        json_text(&json, "gpu", image->gpu);
        json_number(&json, "shuffles", image->shuffles);
        json_open(&json, "not_understood", '[');
        for (size_t k = image->first_unknown; k < image->first_unknown + image->unknowns; k++) {
            json_open(&json, NULL, '{');
            json_number(&json, "line", r->unknowns[k].line);
            json_text(&json, "why", r->unknowns[k].why);
            json_close(&json);
        }
        json_close(&json);
        json_text(&json, "error", image->why);
        json_close(&json);
    }
    json_close(&json);
    json_open_tall(&json, "shuffles", '[');
    for (size_t i = 0; i < r->image_count; i++)
        for (size_t k = r->images[i].first; k < r->images[i].first + r->images[i].shuffles; k++) {
            const struct shuffle *s = &r->shuffles[k];

            json_open(&json, NULL, '{');
            json_number(&json, "image", i + 1);
            json_text(&json, "kernel", s->kernel);
            if (s->has_offset)
                json_number(&json, "offset", s->offset);
            else
                json_null(&json, "offset");
            if (s->line)
                json_number(&json, "line", s->line);
            else
                json_null(&json, "line");
            json_members(&json, s->members);
            json_close(&json);
        }
    json_close(&json);
    json_close(&json);
}
