/* test_silicon RECORD PROGRAMS PAGE SCRATCH - what a GPU answered to cli/gpu/warp_cases.h, against both engines;
 * what CUB's documentation says where CUB does something else, with the figures that PAGE gives; and files
 * that are no recording. */
#include "engines.h"

#include "warp_record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct warp_case c;
static uint32_t out[WARP_CASE_WORDS];

/* Words of a suite that differ from silicon's, by a rule. *cases, if not NULL, has those with a difference. */
static uint32_t compare(const struct warp_record *record, enum warp_kind kind, const struct engine *engine,
                        enum block_rule rule, const char *programs, bool plant, uint32_t *cases)
{
    const uint32_t *silicon = warp_record_answers(record, kind);
    uint32_t differ = 0, touched = 0;

    for (uint32_t i = 0; i < warp_suites[kind].cases; i++) {
        uint32_t here = 0;

        warp_case_make(kind, i, &c);
        for (size_t k = 0; k < c.out_words; k++)
            out[k] = WARP_OLD(k);
        if (!warp_case_answer(&c, engine, rule, programs, out))
            return UINT32_MAX;
        out[c.out_words - 1] ^= plant && i == warp_suites[kind].cases / 2;
        for (size_t k = 0; k < c.out_words; k++)
            here += out[k] != silicon[k];
        silicon += c.out_words;
        differ += here;
        touched += here > 0;
    }
    if (cases)
        *cases = touched;
    return differ;
}

/* A number as people write it, 12,345. */
static const char *commas(uint32_t number, char text[16])
{
    if (number < 1000)
        snprintf(text, 16, "%" PRIu32, number);
    else if (number < 1000000)
        snprintf(text, 16, "%" PRIu32 ",%03" PRIu32, number / 1000, number % 1000);
    else
        snprintf(text, 16, "%" PRIu32 ",%03" PRIu32 ",%03" PRIu32, number / 1000000, number / 1000 % 1000, number % 1000);
    return text;
}

/* Does the page have a line that begins with start and holds word? */
static bool page_says(const char *path, const char *start, const char *word)
{
    char line[1024];
    bool found = false;
    FILE *file = fopen(path, "r");

    while (file && !found && fgets(line, sizeof line, file))
        found = strncmp(line, start, strlen(start)) == 0 && strstr(line, word) != NULL;
    if (file)
        fclose(file);
    return found;
}

static void test_documented(const struct warp_record *record, const struct engine *engine, const char *programs,
                            const char *page)
{
    static const struct { enum warp_kind kind; const char *name; bool differs; } rule[] = {
        { WARP_OFFSET, "Offset", true }, { WARP_ROTATE, "Rotate", true }, { WARP_BLOCK_UP, "Up", false },
        { WARP_BLOCK_DOWN, "Down", true }
    };

    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
        char name[160], row[64], figure[64], number[16], all[16];
        uint32_t cases, differ = compare(record, rule[i].kind, engine, BLOCK_AS_DOCUMENTED, programs, false, &cases);

        snprintf(row, sizeof row, "| `%s` |", rule[i].name);
        snprintf(figure, sizeof figure, "| %s | %s |", commas((uint32_t)warp_suite_words(rule[i].kind), all),
                 commas(differ, number));
        snprintf(name, sizeof name, "silicon/%s as documented: wrong at %s of %s words, in %" PRIu32 " of %" PRIu32
                 " cases, and the page says so", rule[i].name, number, all, cases, warp_suites[rule[i].kind].cases);
        check((differ > 0) == rule[i].differs && page_says(page, row, figure), name, "%s has no line %s ... %s", page,
              row, figure);
    }
}

/* --- Files that are no recording ---------------------------------------------------------------------- */

static void test_refused(const char *scratch, const char *name, const uint8_t *bytes, size_t size, const char *words)
{
    char path[512], err[RECORD_ERROR_MAX] = "", label[160];

    snprintf(path, sizeof path, "%s/broken.rec.xz", scratch);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file)
        written = fclose(file) == 0 && written;
    struct warp_record *record = warp_record_open(path, err);
    snprintf(label, sizeof label, "silicon/refused: %s", name);
    check(written && record == NULL && strncmp(err, path, strlen(path)) == 0 && strstr(err, words) != NULL, label,
          "%s", record ? "it is taken" : err);
    warp_record_close(record);
    remove(path);
}

static void test_loader(const char *path, const char *scratch)
{
    static uint8_t bytes[1 << 20], part[1 << 20];
    char err[RECORD_ERROR_MAX] = "";
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0, taken = 0, tried = 0;

    if (file)
        fclose(file);
    if (!check(size > 1000 && size < sizeof bytes, "silicon/recording can be read", "%zu bytes", size))
        return;
    check(warp_record_open("/nonexistent/x", err) == NULL && strstr(err, "cannot be opened"),
          "silicon/refused: no file", "%s", err);
    test_refused(scratch, "an empty file", bytes, 0, "is empty");
    test_refused(scratch, "a text", (const uint8_t *)"openshfl-warp-record 1\n", 23, "not an xz file");
    test_refused(scratch, "half of it", bytes, size / 2, "truncated");
    memcpy(part, bytes, size);
    part[size] = 'x';
    test_refused(scratch, "a byte more", part, size + 1, "more bytes");
    for (size_t at = 13; at < size; at += size / 40, tried++) { /* any bit that flips */
        char broken[512];

        snprintf(broken, sizeof broken, "%s/broken.rec.xz", scratch);
        memcpy(part, bytes, size);
        part[at] ^= 1;
        file = fopen(broken, "wb");
        if (file == NULL)
            break;
        fwrite(part, 1, size, file);
        fclose(file);
        struct warp_record *record = warp_record_open(broken, err);
        taken += record != NULL;
        warp_record_close(record);
        remove(broken);
    }
    check(tried >= 40 && taken == 0, "silicon/refused: a bit flipped, at 40 places", "%zu of %zu are taken", taken, tried);
}

/* What is written can be read again; a word that changed on the way is found. */
static void test_write(const struct warp_record *record, const char *scratch)
{
    char path[512], err[RECORD_ERROR_MAX] = "";
    uint32_t *answers = malloc(warp_words() * sizeof *answers);
    size_t words = 0;

    snprintf(path, sizeof path, "%s/again.rec.xz", scratch);
    for (unsigned kind = 0; kind < WARP_KINDS && answers; kind++) {
        size_t count = warp_suite_words((enum warp_kind)kind);

        memcpy(answers + words, warp_record_answers(record, (enum warp_kind)kind), count * sizeof *answers);
        words += count;
    }
    bool ok = answers && warp_record_write(path, warp_record_about(record), answers, err);
    struct warp_record *again = ok ? warp_record_open(path, err) : NULL;
    const struct record_about *a = warp_record_about(record), *b = again ? warp_record_about(again) : a;
    check(again && strcmp(a->device.name, b->device.name) == 0 && strcmp(a->command, b->command) == 0
          && strcmp(a->date, b->date) == 0 && a->device.multiprocessors == b->device.multiprocessors
          && memcmp(warp_record_answers(again, (enum warp_kind)0), answers, words * sizeof *answers) == 0,
          "silicon/written and read again, it is the same", "%s", err);
    warp_record_close(again);
    remove(path);
    check(!answers || !warp_record_write("/nonexistent/x", a, answers, err), "silicon/cannot be written to no folder",
          "no error");
    free(answers);
}

int main(int argc, char **argv)
{
    struct engine engine[ENGINES];
    char err[RECORD_ERROR_MAX], name[160];

    if (argc != 5) {
        fprintf(stderr, "usage: test_silicon RECORD PROGRAMS PAGE SCRATCH\n");
        return 2;
    }
    struct warp_record *record = warp_record_open(argv[1], err);
    if (!check(record != NULL, "silicon/recording", "%s", err) || !engines_open(engine))
        return check_status();
    for (unsigned n = 0; n < ENGINES; n++)
        for (unsigned kind = 0; kind < WARP_KINDS; kind++) {
            uint32_t differ = compare(record, (enum warp_kind)kind, &engine[n], BLOCK_AS_BUILT, argv[2], false, NULL);

            snprintf(name, sizeof name, "silicon/%s on the %s: %" PRIu32 " cases, %zu words", warp_suites[kind].name,
                     engine[n].name, warp_suites[kind].cases, warp_suite_words((enum warp_kind)kind));
            check(differ == 0, name, "%" PRIu32 " words differ from %s", differ,
                  warp_record_about(record)->device.name);
        }
    for (unsigned kind = 0; kind < WARP_KINDS; kind++) {
        uint32_t differ = compare(record, (enum warp_kind)kind, &engine[0], BLOCK_AS_BUILT, argv[2], true, NULL);

        snprintf(name, sizeof name, "silicon/%s: a planted error is found", warp_suites[kind].name);
        check(differ == 1, name, "%" PRIu32 " words differ, not 1", differ);
    }
    test_documented(record, &engine[0], argv[2], argv[3]);
    test_loader(argv[1], argv[4]);
    test_write(record, argv[4]);
    warp_record_close(record);
    engines_close(engine);
    return check_status();
}
