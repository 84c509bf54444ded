/* test_record - play a recording back through the golden model, and see that the loader refuses what is
 * no recording. Needs no GPU.
 *
 * Usage: test_record RECORD FOLDER; FOLDER takes the broken files and must exist.
 * Prints PASS or FAIL, a line per check. Exit status: 0 all pass, 1 one fails, 2 wrong usage.
 */
#include "compare.h"
#include "record.h"

#include <inttypes.h>
#include <lzma.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool failed;

static void fail(const char *name, const char *why, va_list arguments)
{
    printf("FAIL %s: ", name);
    vprintf(why, arguments);
    printf("\n");
    failed = true;
}

/* A check. */
static void verdict(bool good, const char *name, const char *why, ...)
{
    va_list arguments;

    va_start(arguments, why);
    if (good)
        printf("PASS %s\n", name);
    else
        fail(name, why, arguments);
    va_end(arguments);
}

/* What a check rests on: told only if it is not so. */
static bool need(bool good, const char *name, const char *why, ...)
{
    va_list arguments;

    va_start(arguments, why);
    if (!good)
        fail(name, why, arguments);
    va_end(arguments);
    return good;
}

/* --- What the suites ask ------------------------------------------------------------------------------ */

/* Every answer has a place of its own; the data words of a warp differ and are not 0. */
static void test_vectors(const struct silicon_suite *suite)
{
    uint32_t points = silicon_suite_points(suite), twice = 0, alike = 0, nobody = 0;
    uint8_t *taken = calloc(points, 1);
    struct vector v;
    char name[64];

    snprintf(name, sizeof name, "vectors %s: places and data words differ", suite->name);
    if (!need(taken != NULL, "memory for the vectors", "%" PRIu32 " bytes", points))
        return;
    for (uint32_t warp = 0; warp < suite->warps; warp++) {
        suite->make(warp, &v);
        nobody += v.in.active == 0;
        for (unsigned k = 0; k < VECTOR_LANES; k++) {
            twice += v.slot[k] >= points || taken[v.slot[k]]++ > 0;
            alike += v.in.ra[k] == 0;
            for (unsigned other = 0; other < k; other++)
                alike += v.in.ra[k] == v.in.ra[other];
        }
    }
    free(taken);
    verdict(twice == 0 && alike == 0 && nobody == 0, name,
            "%" PRIu32 " places wrong, %" PRIu32 " words alike or 0, %" PRIu32 " warps without a lane",
            twice, alike, nobody);
}

/* --- Replay ------------------------------------------------------------------------------------------- */

/* Every suite through the model. plant: one wrong answer in each must be found, and only that one. */
static void test_replay(struct record *record, bool plant)
{
    uint32_t differ[RECORD_SUITES_MAX] = { 0 }, warps[RECORD_SUITES_MAX] = { 0 };
    struct record_warp w;
    struct shfl_out model;

    record_rewind(record);
    while (record_next(record, &w)) {
        size_t i = (size_t)(w.suite - silicon_suites);
        struct observed silicon = {
            .rd = w.rd, .rd_defined = w.rd_defined, .pu = w.pu, .pu_defined = w.pu_defined
        };
        bool here = plant && w.number == w.suite->warps / 2;

        model_answer(&w.in, here, &model);
        uint32_t lanes = compare(&silicon, &model);
        if (lanes && !plant && differ[i] < 4) {
            unsigned k = 0;
            while (!(lanes >> k & 1))
                k++;
            tell_difference(w.suite, w.number, &w.in, k, &silicon, &model);
        }
        differ[i] += lanes != 0;
        warps[i]++;
    }
    for (unsigned i = 0; i < silicon_suites_count; i++) {
        const struct silicon_suite *suite = &silicon_suites[i];
        char name[64];

        if (plant) {
            snprintf(name, sizeof name, "replay %s: a planted error is found", suite->name);
            verdict(differ[i] == 1, name, "%" PRIu32 " warps differ, not 1", differ[i]);
        } else {
            snprintf(name, sizeof name, "replay %s: %" PRIu32 " points", suite->name,
                     silicon_suite_points(suite));
            verdict(differ[i] == 0 && warps[i] == suite->warps, name,
                    "%" PRIu32 " of %" PRIu32 " warps differ, %" PRIu32 " were asked", differ[i], warps[i],
                    suite->warps);
        }
    }
}

/* --- Files that are no recording ---------------------------------------------------------------------- */

struct bytes {
    uint8_t *at;
    size_t size;
};

static struct bytes read_all(const char *path)
{
    struct bytes b = { malloc(1 << 20), 0 };
    FILE *file = fopen(path, "rb");

    if (file != NULL && b.at != NULL)
        b.size = fread(b.at, 1, 1 << 20, file);
    if (file != NULL)
        fclose(file);
    return b;
}

/* Write the bytes to FOLDER/broken.rec.xz: the loader must refuse it and say the two words. */
static void test_refused(const char *folder, const char *name, const uint8_t *bytes, size_t size,
                         const char *word, const char *other_word)
{
    char path[1024], err[RECORD_ERROR_MAX] = "", label[128];

    snprintf(path, sizeof path, "%s/broken.rec.xz", folder);
    snprintf(label, sizeof label, "refused: %s", name);
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    written = file != NULL && fclose(file) == 0 && written;
    if (!need(written, "write the broken file", "%s", path))
        return;
    struct record *record = record_open(path, err);
    verdict(record == NULL && strstr(err, path) && strstr(err, word) && strstr(err, other_word), label,
            "%s '%s', which should name the file, '%s' and '%s'",
            record ? "accepted;" : "the loader said", err, word, other_word);
    record_close(record);
    remove(path);
}

static struct bytes unpacked(struct bytes packed)
{
    struct bytes b = { malloc(RECORD_HEAD_MAX + silicon_points()), 0 };
    uint64_t memory = UINT64_MAX;
    size_t in = 0;

    if (b.at != NULL
        && lzma_stream_buffer_decode(&memory, 0, NULL, packed.at, &in, packed.size, b.at, &b.size,
                                     RECORD_HEAD_MAX + silicon_points()) != LZMA_OK)
        b.size = 0;
    return b;
}

/* Pack the content again, sound xz and all. */
static void test_content(const char *folder, const char *name, struct bytes content, const char *word,
                         const char *other_word)
{
    size_t limit = lzma_stream_buffer_bound(content.size), size = 0;
    uint8_t *packed = malloc(limit);

    bool good = packed != NULL
        && lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, content.at, content.size, packed, &size,
                                   limit) == LZMA_OK;
    if (need(good, "pack the broken file", "%s", name))
        test_refused(folder, name, packed, size, word, other_word);
    free(packed);
}

/* The place in the head after that text. */
static char *after(struct bytes content, const char *text)
{
    for (size_t at = 0; at + strlen(text) < content.size && at < RECORD_HEAD_MAX; at++)
        if (memcmp(content.at + at, text, strlen(text)) == 0)
            return (char *)content.at + at + strlen(text);
    return NULL;
}

static void test_broken_files(const char *path, const char *folder)
{
    static const uint8_t text[] = "this is no recording\n";
    struct bytes packed = read_all(path), content = unpacked(packed);
    char err[RECORD_ERROR_MAX], missing[1024];
    char *answers = after(content, "\n\n"), *place;

    if (!need(content.size > 0 && answers != NULL, "unpack the recording", "%s", path))
        return;

    snprintf(missing, sizeof missing, "%s/there-is-no-such-file", folder);
    struct record *record = record_open(missing, err);
    verdict(record == NULL && strstr(err, missing) && strstr(err, "cannot be opened"),
            "refused: a missing file", "the loader said '%s'", err);
    record_close(record);
    record = record_open(folder, err);
    verdict(record == NULL && strstr(err, folder) && strstr(err, "cannot be read"), "refused: a folder",
            "the loader said '%s'", err);
    record_close(record);

    /* the file */
    test_refused(folder, "an empty file", packed.at, 0, "empty", "");
    test_refused(folder, "a text file", text, sizeof text - 1, "not an xz file", "");
    test_refused(folder, "truncated within the xz header", packed.at, 7, "truncated", "");
    test_refused(folder, "truncated in the middle", packed.at, packed.size / 2, "truncated", "");
    test_refused(folder, "truncated by one byte", packed.at, packed.size - 1, "truncated", "");
    for (unsigned eighth = 1; eighth < 8; eighth++) {
        char name[64];
        snprintf(name, sizeof name, "one bit flipped at %u/8 of the file", eighth);
        packed.at[packed.size * eighth / 8] ^= 0x10;
        test_refused(folder, name, packed.at, packed.size, "corrupt", "");
        packed.at[packed.size * eighth / 8] ^= 0x10;
    }
    packed.at[packed.size] = 0;
    test_refused(folder, "a byte after the end", packed.at, packed.size + 1, "corrupt", "after the end");

    /* its content */
    struct bytes foreign = { (uint8_t *)(uintptr_t)text, sizeof text - 1 };
    test_content(folder, "some other file, packed by xz", foreign, "not a record", "first line");
    foreign.size = 0;
    test_content(folder, "nothing, packed by xz", foreign, "not a record", "first line");
    place = after(content, "openshfl-record ");
    if (need(place != NULL, "the recording has a version", "none")) {
        (*place)++;
        test_content(folder, "another version of the format", content, "not a record", RECORD_MAGIC);
        (*place)--;
    }
    answers[12345] = (char)(answers[12345] ^ 1);
    test_content(folder, "an answer changed, sound xz", content, "corrupt", "suite 'uniform'");
    answers[12345] = (char)(answers[12345] ^ 1);
    content.size--;
    test_content(folder, "an answer missing, sound xz", content, "corrupt", "answers");
    content.size++;
    place = after(content, "\nsuite lanes ");
    if (need(place != NULL, "the recording has suite 'lanes'", "none")) {
        place += strcspn(place, " ") + 1;
        char digit = *place;
        *place = digit == '0' ? '1' : '0';
        test_content(folder, "answers to other questions", content, "other questions", "suite 'lanes'");
        *place = digit;
    }
    place = after(content, "\nsuite ");
    if (need(place != NULL, "the recording has suites", "none")) {
        *place = 'U';
        test_content(folder, "another suite", content, "holds suite 'Uniform'", "'uniform'");
        *place = 'u';
    }
    place = after(content, "\ndriver");
    if (need(place != NULL, "the recording names the driver", "none")) {
        place[-1] = 'R';
        test_content(folder, "an unknown line in the head", content, "corrupt", "line 5 ");
        place[-1] = 'r';
    }
    test_content(folder, "the head alone", (struct bytes){ content.at, 200 }, "corrupt", "head");
    free(packed.at);
    free(content.at);
}

int main(int argc, char **argv)
{
    char err[RECORD_ERROR_MAX] = "";

    if (argc != 3) {
        fprintf(stderr, "test_record: takes two arguments, not %d\n"
                "Usage: test_record RECORD FOLDER\n", argc - 1);
        return 2;
    }
    for (unsigned i = 0; i < silicon_suites_count; i++)
        test_vectors(&silicon_suites[i]);

    struct record *record = record_open(argv[1], err);
    verdict(record != NULL, "the recording loads", "%s", err);
    if (record == NULL)
        return 1;
    const struct record_about *about = record_about(record);
    printf("# %s, compute capability %s, driver %s, CUDA %s, %s\n", about->device.name,
           about->device.compute_capability, about->device.driver, about->device.cuda_runtime,
           about->date);
    test_replay(record, false);
    test_replay(record, true);
    record_close(record);
    test_broken_files(argv[1], argv[2]);
    return failed;
}
