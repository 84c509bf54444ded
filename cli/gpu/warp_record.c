/* warp_record - see warp_record.h */
#include "warp_record.h"

#include <errno.h>
#include <inttypes.h>
#include <lzma.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct warp_record {
    struct record_about about;
    uint32_t *words;
    const uint32_t *at[WARP_KINDS];
};

static bool refuse(char err[RECORD_ERROR_MAX], const char *path, const char *format, ...)
{
    va_list arguments;
    int used = snprintf(err, RECORD_ERROR_MAX, "%.300s: ", path);

    va_start(arguments, format);
    vsnprintf(err + used, (size_t)(RECORD_ERROR_MAX - used), format, arguments);
    va_end(arguments);
    return false;
}

static uint32_t word_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Carry a CRC-32 over words, as little-endian bytes. */
static uint32_t checksum(const uint32_t words[], size_t count, uint32_t sum)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t bytes[4] = { (uint8_t)words[i], (uint8_t)(words[i] >> 8), (uint8_t)(words[i] >> 16),
                                   (uint8_t)(words[i] >> 24) };
        sum = lzma_crc32(bytes, sizeof bytes, sum);
    }
    return sum;
}

/* The words of a suite's answers; *asked is the checksum over all that it asks. */
static size_t survey(enum warp_kind kind, uint32_t *asked)
{
    static struct warp_case c;
    size_t words = 0;

    *asked = 0;
    for (uint32_t i = 0; i < warp_suites[kind].cases; i++) {
        warp_case_make(kind, i, &c);
        const uint32_t head[] = { (uint32_t)c.kind, c.threads, (uint32_t)c.a, (uint32_t)c.b, (uint32_t)c.c, c.shape,
                                  c.words, (uint32_t)c.in_words, (uint32_t)c.out_words };
        *asked = checksum(head, sizeof head / sizeof head[0], *asked);
        *asked = checksum(c.in, c.in_words, *asked);
        words += c.out_words;
    }
    return words;
}

size_t warp_suite_words(enum warp_kind kind)
{
    uint32_t asked;

    return survey(kind, &asked);
}

size_t warp_words(void)
{
    size_t words = 0;

    for (unsigned kind = 0; kind < WARP_KINDS; kind++)
        words += warp_suite_words((enum warp_kind)kind);
    return words;
}

/* --- The head ----------------------------------------------------------------------------------------- */

/* Its lines before the suites: key, where the value goes, and how long it may be. */
struct line {
    const char *key;
    char *value;
    size_t size;
};

#define ABOUT_LINES 8

static void about_lines(struct record_about *about, char multiprocessors[16], struct line line[ABOUT_LINES])
{
    struct device_about *d = &about->device;
    const struct line lines[ABOUT_LINES] = {
        { "device", d->name, sizeof d->name },
        { "compute-capability", d->compute_capability, sizeof d->compute_capability },
        { "multiprocessors", multiprocessors, 16 },
        { "driver", d->driver, sizeof d->driver },
        { "cuda-driver", d->cuda_driver, sizeof d->cuda_driver },
        { "cuda-runtime", d->cuda_runtime, sizeof d->cuda_runtime },
        { "date", about->date, sizeof about->date },
        { "command", about->command, sizeof about->command },
    };

    memcpy(line, lines, sizeof lines);
}

/* The next line of the head, ended by 0, or NULL if there is no more. */
static char *next_line(char **at, char *end)
{
    char *line = *at, *stop = memchr(line, '\n', (size_t)(end - line));

    if (stop == NULL)
        return NULL;
    *stop = '\0';
    *at = stop + 1;
    return line;
}

static bool take_suite(const char *path, unsigned kind, const char *line, size_t *words, uint32_t *answered,
                       char err[RECORD_ERROR_MAX])
{
    const struct warp_suite *suite = &warp_suites[kind];
    char name[32];
    unsigned cases, asked, sum;
    unsigned long count;
    int end = 0;
    uint32_t ask;

    if (line == NULL || sscanf(line, "suite %31s %u %lu %8x %8x%n", name, &cases, &count, &asked, &sum, &end) != 5
        || line[end] != '\0')
        return refuse(err, path, "corrupt: expected the line of suite '%s'", suite->name);
    if (strcmp(name, suite->name) != 0)
        return refuse(err, path, "holds suite '%s' where this program has '%s': record again with "
                      "'make warp-record'", name, suite->name);
    *words = survey((enum warp_kind)kind, &ask);
    if (cases != suite->cases || count != *words || asked != ask)
        return refuse(err, path, "answers other questions than this program asks in suite '%s': record again with "
                      "'make warp-record'", name);
    *answered = sum;
    return true;
}

/* The whole content. */
static bool take(struct warp_record *record, const char *path, char *text, size_t size, char err[RECORD_ERROR_MAX])
{
    char *at = text, *end = text + size, *line = next_line(&at, end), multiprocessors[16];
    struct line about[ABOUT_LINES];
    size_t words[WARP_KINDS], all = 0;
    uint32_t answered[WARP_KINDS];

    if (line == NULL || strcmp(line, WARP_RECORD_MAGIC) != 0)
        return refuse(err, path, "not a record: its first line is not '%s'", WARP_RECORD_MAGIC);
    about_lines(&record->about, multiprocessors, about);
    for (unsigned i = 0; i < ABOUT_LINES; i++) {
        size_t key = strlen(about[i].key);

        line = next_line(&at, end);
        if (line == NULL || strncmp(line, about[i].key, key) != 0 || line[key] != ' ' || line[key + 1] == '\0'
            || strlen(line + key + 1) >= about[i].size)
            return refuse(err, path, "corrupt: expected a line '%s ...' of less than %zu bytes", about[i].key,
                          about[i].size);
        strcpy(about[i].value, line + key + 1);
    }
    if (sscanf(multiprocessors, "%6d", &record->about.device.multiprocessors) != 1)
        return refuse(err, path, "corrupt: '%s' is no number of multiprocessors", multiprocessors);
    for (unsigned kind = 0; kind < WARP_KINDS; kind++) {
        if (!take_suite(path, kind, next_line(&at, end), &words[kind], &answered[kind], err))
            return false;
        all += words[kind];
    }
    line = next_line(&at, end);
    if (line == NULL || *line != '\0')
        return refuse(err, path, "corrupt: expected an empty line behind the suites");
    if ((size_t)(end - at) != 4 * all)
        return refuse(err, path, "corrupt: holds %zu bytes of answers, not %zu", (size_t)(end - at), 4 * all);

    record->words = malloc(4 * all);
    if (record->words == NULL)
        return refuse(err, path, "out of memory");
    uint32_t *to = record->words;
    for (unsigned kind = 0; kind < WARP_KINDS; kind++) {
        record->at[kind] = to;
        for (size_t i = 0; i < words[kind]; i++, at += 4)
            *to++ = word_at((const uint8_t *)at);
        if (checksum(record->at[kind], words[kind], 0) != answered[kind])
            return refuse(err, path, "corrupt: the answers of suite '%s' do not fit their checksum",
                          warp_suites[kind].name);
    }
    return true;
}

/* --- The file ----------------------------------------------------------------------------------------- */

/* All bytes of a file; NULL with a line in err. */
static uint8_t *read_all(const char *path, size_t *size, char err[RECORD_ERROR_MAX])
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(WARP_RECORD_MAX);

    *size = 0;
    if (file == NULL)
        refuse(err, path, "cannot be opened: %s", strerror(errno));
    else if (bytes == NULL)
        refuse(err, path, "out of memory");
    else if ((*size = fread(bytes, 1, WARP_RECORD_MAX, file)) == 0)
        refuse(err, path, ferror(file) ? "cannot be read" : "is empty");
    if (file != NULL)
        fclose(file);
    if (*size == 0) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

/* What an xz file holds. */
static bool unpack(const char *path, const uint8_t *packed, size_t packed_size, uint8_t *content, size_t *size,
                   char err[RECORD_ERROR_MAX])
{
    uint64_t memory = UINT64_C(256) << 20;
    size_t in = 0;
    lzma_ret code = lzma_stream_buffer_decode(&memory, 0, NULL, packed, &in, packed_size, content, size,
                                              WARP_RECORD_MAX);

    if (code == LZMA_FORMAT_ERROR)
        return refuse(err, path, "not an xz file, so not a record");
    if (code == LZMA_BUF_ERROR && *size < WARP_RECORD_MAX)
        return refuse(err, path, "truncated: the xz data end before their end");
    if (code != LZMA_OK)
        return refuse(err, path, "corrupt: the xz data are damaged, or too long");
    if (in != packed_size)
        return refuse(err, path, "corrupt: more bytes after the end of the xz data");
    return true;
}

struct warp_record *warp_record_open(const char *path, char err[RECORD_ERROR_MAX])
{
    size_t packed_size, size = 0;
    uint8_t *packed = read_all(path, &packed_size, err);
    uint8_t *content = packed ? malloc(WARP_RECORD_MAX) : NULL;
    struct warp_record *record = content ? calloc(1, sizeof *record) : NULL;

    if (packed != NULL && record == NULL)
        refuse(err, path, "out of memory");
    if (record != NULL && !(unpack(path, packed, packed_size, content, &size, err)
                            && take(record, path, (char *)content, size, err))) {
        warp_record_close(record);
        record = NULL;
    }
    free(content);
    free(packed);
    return record;
}

const struct record_about *warp_record_about(const struct warp_record *record)
{
    return &record->about;
}

const uint32_t *warp_record_answers(const struct warp_record *record, enum warp_kind kind)
{
    return record->at[kind];
}

void warp_record_close(struct warp_record *record)
{
    if (record == NULL)
        return;
    free(record->words);
    free(record);
}

bool warp_record_write(const char *path, const struct record_about *about, const uint32_t answers[],
                       char err[RECORD_ERROR_MAX])
{
    struct record_about copy = *about;
    struct line line[ABOUT_LINES];
    char temporary[4096], multiprocessors[16];
    size_t words = warp_words(), room = RECORD_HEAD_MAX + 4 * words, size = 0;
    uint8_t *content = malloc(room), *packed = malloc(lzma_stream_buffer_bound(room));
    size_t packed_size = 0, packed_room = lzma_stream_buffer_bound(room);

    if (content == NULL || packed == NULL
        || (size_t)snprintf(temporary, sizeof temporary, "%s.tmp", path) >= sizeof temporary) {
        free(content);
        free(packed);
        return refuse(err, path, content && packed ? "name too long" : "out of memory");
    }
    snprintf(multiprocessors, sizeof multiprocessors, "%d", about->device.multiprocessors);
    about_lines(&copy, multiprocessors, line);
    size += (size_t)snprintf((char *)content, room, "%s\n", WARP_RECORD_MAGIC);
    for (unsigned i = 0; i < ABOUT_LINES; i++)
        size += (size_t)snprintf((char *)content + size, room - size, "%s %s\n", line[i].key, line[i].value);
    const uint32_t *from = answers;
    for (unsigned kind = 0; kind < WARP_KINDS; kind++) {
        uint32_t asked;
        size_t count = survey((enum warp_kind)kind, &asked);

        size += (size_t)snprintf((char *)content + size, room - size, "suite %s %" PRIu32 " %zu %08" PRIx32
                                 " %08" PRIx32 "\n", warp_suites[kind].name, warp_suites[kind].cases, count, asked,
                                 checksum(from, count, 0));
        from += count;
    }
    content[size++] = '\n';
    for (size_t i = 0; i < words; i++)
        for (unsigned byte = 0; byte < 4; byte++)
            content[size++] = (uint8_t)(answers[i] >> 8 * byte);

    bool good = lzma_easy_buffer_encode(9 | LZMA_PRESET_EXTREME, LZMA_CHECK_CRC64, NULL, content, size, packed,
                                        &packed_size, packed_room) == LZMA_OK;
    FILE *file = good ? fopen(temporary, "wb") : NULL;
    good = file != NULL && fwrite(packed, 1, packed_size, file) == packed_size;
    good = file != NULL && fclose(file) == 0 && good;
    good = good && rename(temporary, path) == 0;
    if (!good) {
        refuse(err, path, "cannot be written: %s", strerror(errno));
        remove(temporary);
    }
    free(content);
    free(packed);
    return good;
}
