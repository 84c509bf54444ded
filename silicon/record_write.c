/* record_write - see record.h */
#include "record.h"

#include <errno.h>
#include <inttypes.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t line(char *text, size_t used, const char *key, const char *value)
{
    return used + (size_t)snprintf(text + used, RECORD_HEAD_MAX - used, "%s %s\n", key, value);
}

/* Every line is far shorter than its share of RECORD_HEAD_MAX: 8 of 300 bytes, BENCH_MAX of 130 and
 * RECORD_SUITES_MAX of 70 at most. */
static size_t head(char text[RECORD_HEAD_MAX], const struct record_about *about, const uint8_t *answers)
{
    size_t used = (size_t)snprintf(text, RECORD_HEAD_MAX, "%s\n", RECORD_MAGIC);
    char value[128];

    used = line(text, used, "device", about->device.name);
    used = line(text, used, "compute-capability", about->device.compute_capability);
    snprintf(value, sizeof value, "%d", about->device.multiprocessors);
    used = line(text, used, "multiprocessors", value);
    used = line(text, used, "driver", about->device.driver);
    used = line(text, used, "cuda-driver", about->device.cuda_driver);
    used = line(text, used, "cuda-runtime", about->device.cuda_runtime);
    used = line(text, used, "date", about->date);
    used = line(text, used, "command", about->command);
    for (unsigned i = 0; i < about->benches; i++) {
        const struct device_figure *b = &about->bench[i];
        snprintf(value, sizeof value, "%s %.4f %.4f %.4f", b->name, b->median, b->least, b->most);
        used = line(text, used, "bench", value);
    }
    for (unsigned i = 0; i < silicon_suites_count; i++) {
        const struct silicon_suite *suite = &silicon_suites[i];
        snprintf(value, sizeof value, "%s %" PRIu32 " %08" PRIx32 " %08" PRIx32, suite->name,
                 suite->warps, silicon_suite_checksum(suite),
                 lzma_crc32(answers, silicon_suite_points(suite), 0));
        used = line(text, used, "suite", value);
        answers += silicon_suite_points(suite);
    }
    text[used++] = '\n';
    return used;
}

/* The dictionary spans the whole record: the suites repeat each other's answers. */
static lzma_ret start(lzma_stream *stream)
{
    lzma_options_lzma options;
    lzma_filter filters[2] = { { LZMA_FILTER_LZMA2, &options }, { LZMA_VLI_UNKNOWN, NULL } };

    if (lzma_lzma_preset(&options, 9))
        return LZMA_OPTIONS_ERROR;
    options.lc = 0;
    options.pb = 0;
    return lzma_stream_encoder(stream, filters, LZMA_CHECK_CRC64);
}

static bool pack(FILE *file, lzma_stream *stream, const void *bytes, size_t size, lzma_action action)
{
    uint8_t packed[16384];
    lzma_ret code = LZMA_OK;

    stream->next_in = bytes;
    stream->avail_in = size;
    do {
        stream->next_out = packed;
        stream->avail_out = sizeof packed;
        code = lzma_code(stream, action);
        size_t done = sizeof packed - stream->avail_out;
        if ((code != LZMA_OK && code != LZMA_STREAM_END) || fwrite(packed, 1, done, file) != done)
            return false;
    } while (action == LZMA_FINISH ? code != LZMA_STREAM_END : stream->avail_in > 0);
    return true;
}

bool record_write(const char *path, const struct record_about *about, const uint8_t answers[],
                  char err[RECORD_ERROR_MAX])
{
    char text[RECORD_HEAD_MAX], temporary[4096];
    lzma_stream stream = LZMA_STREAM_INIT;

    if ((size_t)snprintf(temporary, sizeof temporary, "%s.tmp", path) >= sizeof temporary) {
        snprintf(err, RECORD_ERROR_MAX, "%.100s...: name too long", path);
        return false;
    }
    FILE *file = fopen(temporary, "wb");
    if (file == NULL) {
        snprintf(err, RECORD_ERROR_MAX, "%.400s: cannot be written: %.80s", temporary, strerror(errno));
        return false;
    }
    bool good = start(&stream) == LZMA_OK
        && pack(file, &stream, text, head(text, about, answers), LZMA_RUN)
        && pack(file, &stream, answers, silicon_points(), LZMA_FINISH);
    lzma_end(&stream);
    good = fclose(file) == 0 && good;
    good = good && rename(temporary, path) == 0;
    if (!good) {
        snprintf(err, RECORD_ERROR_MAX, "%.400s: cannot be written: %.80s", path, strerror(errno));
        remove(temporary);
    }
    return good;
}
