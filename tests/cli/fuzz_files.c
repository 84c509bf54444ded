/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_files - any bytes as a file: all images that are found lie within what there is, and each is read. */
#include "cli/amd/amd.h"
#include "cli/files/files.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
    unsigned images, shuffles, sum;
};

static void require(bool ok)
{
    if (!ok)
        abort();
}

static void add(struct seen *seen, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        seen->sum += (uint8_t)text[i];
}

static void found_word(void *context, const struct cubin_shfl *found)
{
    add(context, found->kernel, found->kernel_length);
}

static void found_amd(void *context, const struct amd_found *found)
{
    add(context, found->symbol, strlen(found->symbol));
}

static void found_line(void *context, const struct listing_shfl *found)
{
    struct seen *seen = context;
    char line[EXPLAIN_LINE_MAX];

    require(found->line > 0 && (found->e != NULL) != (found->insn != NULL));
    if (found->kernel)
        add(seen, found->kernel, found->kernel_length);
    add(seen, found->text, strlen(found->text));
    if (found->e)
        explain_line(found->e, line);
    seen->shuffles++;
}

static void unknown_line(void *context, unsigned line, const char *why)
{
    require(line > 0 && why[0] != '\0');
    add(context, why, strlen(why));
}

static void found_image(void *context, const struct image *image)
{
    struct seen *seen = context;
    char err[ELF_ERROR_MAX];
    struct cubin cubin;
    struct amd_code code;
    struct listing listing;

    seen->images++;
    require(memchr(image->where, 0, sizeof image->where) && memchr(image->gpu, 0, sizeof image->gpu)
            && memchr(image->why, 0, sizeof image->why));
    add(seen, (const char *)image->bytes, image->size < 65536 ? image->size : 65536);
    if (image->kind == FILE_CUBIN) {
        cubin_scan(image->bytes, image->size, found_word, seen, &cubin, err);
    } else if (image->kind == FILE_CODE_OBJECT) {
        amd_scan(image->bytes, image->size, found_amd, seen, &code, err);
    } else if (image->kind == FILE_TEXT && image->size < 65536) {
        const struct shuffle_options none = { .active = NULL };
        char *text = malloc(image->size + 1);
        const unsigned before = seen->shuffles;

        require(text != NULL);
        memcpy(text, image->bytes, image->size);
        const size_t size = text_plain(text, image->size);
        text[size] = '\0';
        listing_scan(text, size, &none, &listing, &(struct listing_calls){ found_line, unknown_line, NULL, seen });
        require(listing.found == seen->shuffles - before);
        free(text);
    } else if (image->kind == FILE_OTHER) {
        require(image->why[0] != '\0');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct seen seen = { 0, 0, 0 };
    struct walk walk = { .found = found_image, .context = &seen };

    if (!walk_file(&walk, data, size))
        require(memchr(walk.err, 0, sizeof walk.err) && walk.err[0] != '\0');
    return 0;
}
