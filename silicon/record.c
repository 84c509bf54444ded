/* record - see record.h */
#include "record.h"

#include <errno.h>
#include <lzma.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    struct record_about about;
    uint8_t *bytes;         /* the file's content: head, then answers */
    const uint8_t *answers; /* within bytes */
    const uint8_t *at[RECORD_SUITES_MAX];
    unsigned suite; /* of the next warp */
    uint32_t warp;
};

static bool refuse(char err[RECORD_ERROR_MAX], const char *path, const char *format, ...)
{
    va_list arguments;
    int used = snprintf(err, RECORD_ERROR_MAX, "%s: ", path);

    if (used > 0 && used < RECORD_ERROR_MAX) {
        va_start(arguments, format);
        vsnprintf(err + used, (size_t)(RECORD_ERROR_MAX - used), format, arguments);
        va_end(arguments);
    }
    return false;
}

static uint8_t *put32(uint8_t *to, uint32_t word)
{
    for (unsigned byte = 0; byte < 4; byte++)
        *to++ = (uint8_t)(word >> 8 * byte);
    return to;
}

/* Carry a checksum over all that a warp is given (CRC-32 of its words, little-endian). */
static uint32_t vector_checksum(const struct vector *v, uint32_t checksum)
{
    uint8_t bytes[4 * (7 + 4 * VECTOR_LANES)], *end = bytes;

    end = put32(end, (uint32_t)v->in.mode);
    end = put32(end, v->in.sb_is_imm);
    end = put32(end, v->in.sc_is_imm);
    end = put32(end, v->in.sb_imm);
    end = put32(end, v->in.sc_imm);
    end = put32(end, (uint32_t)v->in.active);
    end = put32(end, (uint32_t)v->width);
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        end = put32(end, (uint32_t)v->in.ra[k]);
        end = put32(end, v->in.sb[k]);
        end = put32(end, v->in.sc[k]);
        end = put32(end, v->slot[k]);
    }
    return lzma_crc32(bytes, sizeof bytes, checksum);
}

uint32_t silicon_suite_checksum(const struct silicon_suite *suite)
{
    struct vector v;
    uint32_t checksum = 0;

    for (uint32_t warp = 0; warp < suite->warps; warp++) {
        suite->make(warp, &v);
        checksum = vector_checksum(&v, checksum);
    }
    return checksum;
}

/* --- The file's content ------------------------------------------------------------------------------- */

static const char *lzma_message(lzma_ret code)
{
    switch (code) {
    case LZMA_FORMAT_ERROR:
        return "not an xz file, so not a record";
    case LZMA_DATA_ERROR:
        return "corrupt: the xz data are damaged";
    case LZMA_BUF_ERROR:
        return "truncated: the xz data end before their end";
    case LZMA_OPTIONS_ERROR:
        return "corrupt, or made by a newer xz: unknown options in the xz header";
    case LZMA_MEM_ERROR:
        return "out of memory";
    default:
        return "cannot be read as xz";
    }
}

/* All that is in an xz file; *size bytes, limit at most. */
static bool unpack(FILE *file, const char *path, uint8_t *bytes, size_t limit, size_t *size,
                   char err[RECORD_ERROR_MAX])
{
    uint8_t packed[16384];
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_ret code = lzma_stream_decoder(&stream, UINT64_MAX, 0);
    uint64_t total = 0;

    stream.next_out = bytes;
    stream.avail_out = limit;
    while (code == LZMA_OK) {
        stream.next_in = packed;
        stream.avail_in = fread(packed, 1, sizeof packed, file);
        total += stream.avail_in;
        if (stream.avail_in == 0)
            break;
        while (code == LZMA_OK && stream.avail_in > 0 && stream.avail_out > 0)
            code = lzma_code(&stream, LZMA_RUN);
        if (code == LZMA_OK && stream.avail_out == 0)
            break;
    }
    *size = limit - stream.avail_out;
    bool more = stream.avail_in > 0 || fgetc(file) != EOF;
    bool failed = ferror(file) != 0;
    lzma_end(&stream);

    if (failed)
        return refuse(err, path, "cannot be read: %s", strerror(errno));
    if (total == 0)
        return refuse(err, path, "is empty");
    if (code == LZMA_OK && stream.avail_out == 0)
        return refuse(err, path, "not a record: holds more than a record's %zu bytes", limit);
    if (code == LZMA_OK)
        return refuse(err, path, "%s", lzma_message(LZMA_BUF_ERROR));
    if (code != LZMA_STREAM_END)
        return refuse(err, path, "%s", lzma_message(code));
    if (more)
        return refuse(err, path, "corrupt: more bytes after the end of the xz data");
    return true;
}

/* --- The head: lines of a key and a value, up to an empty line ----------------------------------------- */

static bool take(char *to, size_t size, const char *value)
{
    size_t length = strlen(value);

    if (length == 0 || length >= size)
        return false;
    memcpy(to, value, length + 1);
    return true;
}

static bool take_bench(struct record_about *about, const char *value)
{
    struct device_figure *b = &about->bench[about->benches];
    int end = 0;

    if (about->benches == BENCH_MAX
        || sscanf(value, "%47s %lf %lf %lf%n", b->name, &b->median, &b->least, &b->most, &end) != 4
        || value[end] != '\0')
        return false;
    about->benches++;
    return true;
}

/* Suite number *count: the file must ask what this program asks, in the same order. */
static bool take_suite(const char *path, const char *value, unsigned *count, uint32_t answers_sum[],
                       char err[RECORD_ERROR_MAX])
{
    char name[32];
    unsigned warps, asked, answered;
    int end = 0;

    if (sscanf(value, "%31s %u %8x %8x%n", name, &warps, &asked, &answered, &end) != 4
        || value[end] != '\0')
        return refuse(err, path, "corrupt: line 'suite %s' does not hold a name, a number of warps and "
                      "two checksums", value);
    if (*count == silicon_suites_count || strcmp(name, silicon_suites[*count].name) != 0)
        return refuse(err, path, "holds suite '%s' where this program has '%s': record again with "
                      "'make cuda-record'", name,
                      *count == silicon_suites_count ? "no more" : silicon_suites[*count].name);
    if (warps != silicon_suites[*count].warps || asked != silicon_suite_checksum(&silicon_suites[*count]))
        return refuse(err, path, "answers other questions than this program asks in suite '%s': record "
                      "again with 'make cuda-record'", name);
    answers_sum[(*count)++] = answered;
    return true;
}

static bool take_line(struct record_about *about, const char *key, const char *value)
{
    struct device_about *device = &about->device;

    if (strcmp(key, "device") == 0)
        return take(device->name, sizeof device->name, value);
    if (strcmp(key, "compute-capability") == 0)
        return take(device->compute_capability, sizeof device->compute_capability, value);
    if (strcmp(key, "multiprocessors") == 0)
        return sscanf(value, "%d", &device->multiprocessors) == 1;
    if (strcmp(key, "driver") == 0)
        return take(device->driver, sizeof device->driver, value);
    if (strcmp(key, "cuda-driver") == 0)
        return take(device->cuda_driver, sizeof device->cuda_driver, value);
    if (strcmp(key, "cuda-runtime") == 0)
        return take(device->cuda_runtime, sizeof device->cuda_runtime, value);
    if (strcmp(key, "date") == 0)
        return take(about->date, sizeof about->date, value);
    if (strcmp(key, "command") == 0)
        return take(about->command, sizeof about->command, value);
    if (strcmp(key, "bench") == 0)
        return take_bench(about, value);
    return false;
}

static bool complete(const struct record_about *about)
{
    return about->device.name[0] && about->device.compute_capability[0] && about->device.driver[0]
        && about->device.cuda_driver[0] && about->device.cuda_runtime[0] && about->date[0]
        && about->command[0] && about->device.multiprocessors > 0;
}

/* The head at text, size bytes; *used bytes of it are taken. */
static bool take_head(const char *path, char *text, size_t size, size_t *used,
                      struct record_about *about, uint32_t answers_sum[], char err[RECORD_ERROR_MAX])
{
    unsigned line = 0, count = 0;
    char *at = text;

    for (;;) {
        char *end = memchr(at, '\n', size - (size_t)(at - text));

        if (line == 0 && (end == NULL || (size_t)(end - at) != strlen(RECORD_MAGIC)
                          || memcmp(at, RECORD_MAGIC, strlen(RECORD_MAGIC)) != 0))
            return refuse(err, path, "not a record: its first line is not '%s'", RECORD_MAGIC);
        if (end == NULL)
            return refuse(err, path, "corrupt: the head has no end");
        line++;
        *end = '\0';
        char *key = at, *value = strchr(at, ' ');
        at = end + 1;
        if (line == 1)
            continue;
        if (*key == '\0')
            break;
        if (value == NULL)
            return refuse(err, path, "corrupt: line %u of the head has no value", line);
        *value++ = '\0';
        if (strcmp(key, "suite") == 0) {
            if (!take_suite(path, value, &count, answers_sum, err))
                return false;
        } else if (!take_line(about, key, value)) {
            return refuse(err, path, "corrupt: line %u of the head is not what it should be", line);
        }
    }
    if (count != silicon_suites_count)
        return refuse(err, path, "holds %u suites, this program has %u: record again with "
                      "'make cuda-record'", count, silicon_suites_count);
    if (!complete(about))
        return refuse(err, path, "corrupt: the head lacks a line");
    *used = (size_t)(at - text);
    return true;
}

/* --- The answers -------------------------------------------------------------------------------------- */

/* An answer that a lane of this warp could give. */
static bool plausible(const struct vector *v, const struct silicon_suite *suite, unsigned k, uint8_t answer)
{
    unsigned held = answer & ANSWER_HELD;

    if (!(v->in.active >> k & 1))
        return answer == ANSWER_NOTHING;
    return held < ANSWER_NOTHING
        && (answer & ANSWER_OPEN || held < VECTOR_LANES)
        && (suite->has_pu || !(answer & ANSWER_PU));
}

static bool check_answers(const struct record *record, const char *path, size_t size,
                          const uint32_t answers_sum[], char err[RECORD_ERROR_MAX])
{
    struct vector v;

    if (size != silicon_points())
        return refuse(err, path, "corrupt: holds %zu answers, not %lu", size,
                      (unsigned long)silicon_points());
    for (unsigned i = 0; i < silicon_suites_count; i++) {
        const struct silicon_suite *suite = &silicon_suites[i];

        if (lzma_crc32(record->at[i], silicon_suite_points(suite), 0) != answers_sum[i])
            return refuse(err, path, "corrupt: the answers of suite '%s' do not fit their checksum",
                          suite->name);
        for (uint32_t warp = 0; warp < suite->warps; warp++) {
            suite->make(warp, &v);
            for (unsigned k = 0; k < VECTOR_LANES; k++)
                if (!plausible(&v, suite, k, record->at[i][v.slot[k]]))
                    return refuse(err, path, "corrupt: the answer 0x%02x of lane %u, warp %lu, suite "
                                  "'%s' makes no sense", record->at[i][v.slot[k]], k,
                                  (unsigned long)warp, suite->name);
        }
    }
    return true;
}

static bool load(struct record *record, FILE *file, const char *path, char err[RECORD_ERROR_MAX])
{
    size_t limit = RECORD_HEAD_MAX + silicon_points(), size = 0, head = 0;
    uint32_t answers_sum[RECORD_SUITES_MAX];

    record->bytes = malloc(limit);
    if (record->bytes == NULL)
        return refuse(err, path, "out of memory: needs %zu bytes", limit);
    if (!unpack(file, path, record->bytes, limit, &size, err)
        || !take_head(path, (char *)record->bytes, size, &head, &record->about, answers_sum, err))
        return false;
    record->answers = record->bytes + head;
    for (unsigned i = 0; i < silicon_suites_count; i++)
        record->at[i] = i == 0 ? record->answers
                               : record->at[i - 1] + silicon_suite_points(&silicon_suites[i - 1]);
    return check_answers(record, path, size - head, answers_sum, err);
}

/* --- The loader --------------------------------------------------------------------------------------- */

struct record *record_open(const char *path, char err[RECORD_ERROR_MAX])
{
    struct record *record = NULL;
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        refuse(err, path, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    record = calloc(1, sizeof *record);
    if (record == NULL) {
        refuse(err, path, "out of memory");
    } else if (!load(record, file, path, err)) {
        record_close(record);
        record = NULL;
    }
    fclose(file);
    return record;
}

bool record_next(struct record *record, struct record_warp *warp)
{
    if (record->suite == silicon_suites_count)
        return false;

    const struct silicon_suite *suite = &silicon_suites[record->suite];
    const uint8_t *answers = record->at[record->suite];
    struct vector v;

    suite->make(record->warp, &v);
    memset(warp, 0, sizeof *warp);
    warp->suite = suite;
    warp->number = record->warp;
    warp->in = v.in;
    for (unsigned k = 0; k < VECTOR_LANES; k++) {
        uint8_t answer = answers[v.slot[k]];
        unsigned held = answer & ANSWER_HELD;
        uint32_t bit = UINT32_C(1) << k;

        if (held == ANSWER_NOTHING)
            continue;
        if (held < VECTOR_LANES)
            warp->rd[k] = (uint32_t)v.in.ra[held];
        if (!(answer & ANSWER_OPEN))
            warp->rd_defined |= bit;
        else if (held != ANSWER_OTHER)
            warp->rd_seen |= bit;
        if (answer & ANSWER_PU)
            warp->pu |= bit;
        if (suite->has_pu)
            warp->pu_defined |= bit;
    }
    if (++record->warp == suite->warps) {
        record->suite++;
        record->warp = 0;
    }
    return true;
}

void record_rewind(struct record *record)
{
    record->suite = 0;
    record->warp = 0;
}

const struct record_about *record_about(const struct record *record)
{
    return &record->about;
}

const uint8_t *record_answers(const struct record *record, const struct silicon_suite *suite)
{
    return record->at[suite - silicon_suites];
}

void record_close(struct record *record)
{
    if (record == NULL)
        return;
    free(record->bytes);
    free(record);
}
