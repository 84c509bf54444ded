/* The answers of a GPU, kept in a file, and the loader that plays them back on machines with none.
 *
 * The file is described in silicon/README.md. It holds the answers; what was asked is computed again by
 * vectors.h, and a checksum in the file sees to it that this is still what was asked.
 */
#ifndef CUDA_RECORD_H
#define CUDA_RECORD_H

#include "device.h"
#include "points.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RECORD_MAGIC "openshfl-record 1"
#define RECORD_ERROR_MAX 512
#define RECORD_HEAD_MAX 16384 /* bytes, the text before the answers */
#define RECORD_SUITES_MAX 32

/* One answer is one byte: what Rd held, two flags. */
enum {
    ANSWER_HELD = 0x3f,    /* 0 .. 31: the data word of that lane; or one of the next three */
    ANSWER_ZERO = 32,      /* 0 */
    ANSWER_OTHER = 33,     /* some other word */
    ANSWER_NOTHING = 34,   /* the lane does not execute: Rd and Pu kept what they had */
    ANSWER_PU = 0x40,      /* Pu; 0 in suites without Pu */
    ANSWER_OPEN = 0x80     /* the lane read is inactive: the contract leaves Rd open */
};

/* Where and how it was recorded. */
struct record_about {
    struct device_about device;
    char date[32];     /* UTC, ISO 8601 */
    char command[256];
    struct device_figure bench[BENCH_MAX];
    unsigned benches;
};

/* One warp: what was asked and what the GPU answered. Bit k of a mask is lane k. */
struct record_warp {
    const struct silicon_suite *suite;
    uint32_t number;           /* 0 .. suite->warps - 1 */
    struct shfl_in in;         /* for shfl_warp with 32 lanes, or for the RTL */
    uint32_t rd[VECTOR_LANES]; /* of the lanes in rd_defined and rd_seen */
    uint32_t rd_defined;       /* the lane executes, and so does the lane it reads */
    uint32_t rd_seen;          /* the lane it reads does not: rd is what this GPU did, no contract */
    uint32_t pu;               /* of the lanes in pu_defined */
    uint32_t pu_defined;       /* the lane executes, and the suite has Pu */
};

struct record;

/* Read and check a whole file.
 *
 *   returns   the record, at its first warp; or NULL with a line in err that names the file and says what
 *             is wrong: missing, empty, truncated, corrupt, not a record, or answers to other questions
 */
struct record *record_open(const char *path, char err[RECORD_ERROR_MAX]);

/* The next warp, suite after suite. Returns false after the last one. */
bool record_next(struct record *record, struct record_warp *warp);

/* Back to the first warp. */
void record_rewind(struct record *record);

const struct record_about *record_about(const struct record *record);

/* The answers of a suite, [32 * suite->warps], in the order of struct vector's slot. suite is one of
 * silicon_suites[]. */
const uint8_t *record_answers(const struct record *record, const struct silicon_suite *suite);

void record_close(struct record *record);

/* Write a file: to path.tmp first, which is renamed when it is complete.
 *
 *   answers   all suites, one after the other
 *   returns   true; or false with a line in err, and path as it was
 */
bool record_write(const char *path, const struct record_about *about, const uint8_t answers[],
                  char err[RECORD_ERROR_MAX]);

/* The checksum over all that a suite asks. */
uint32_t silicon_suite_checksum(const struct silicon_suite *suite);

#ifdef __cplusplus
}
#endif
#endif
