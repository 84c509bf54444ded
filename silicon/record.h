/* SPDX-License-Identifier: Apache-2.0 */
/* record - a GPU's answers in a file.
 *
 * The file has a head of lines, an empty line, and the answers; silicon/README.md describes it. It holds answers
 * only. The questions are computed again, and a checksum in the head shows that they are the same ones.
 */
#ifndef SILICON_RECORD_H
#define SILICON_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RECORD_MAGIC "openshfl-record 2"
#define RECORD_ERROR_MAX 512
#define RECORD_SUITES_MAX 32
#define RECORD_LINE_MAX 256           /* bytes of a line in the head, at most */
#define RECORD_MAX (64 << 20)         /* bytes of a file, at most */
#define RECORD_QUESTION_MAX (1 << 15) /* words of a question, at most */

struct record_question {
    size_t words;  /* of word[] */
    size_t answer; /* bytes of its answer; of a suite in all a multiple of 4 */
    uint32_t word[RECORD_QUESTION_MAX];
};

/* What a program asks a GPU: numbered suites of numbered questions. */
struct record_plan {
    const char *again; /* the command that records the answers */
    unsigned suites;   /* RECORD_SUITES_MAX at most */
    const char *(*name)(unsigned suite);
    uint32_t (*questions)(unsigned suite);
    void (*question)(unsigned suite, uint32_t number, struct record_question *q);
};

struct record;

/* Read and check a whole file.
 *
 *   returns   the record; or NULL with a line in err that names the file and says what is wrong: it cannot be
 *             read, is empty, truncated, damaged, no record, or answers other questions
 */
struct record *record_open(const char *path, const struct record_plan *plan, char err[RECORD_ERROR_MAX]);

/* The value of a line of the head, by its key: "device", "date", "command". NULL if there is none. */
const char *record_value(const struct record *record, const char *key);

/* The answers of a suite, and how many bytes they have. */
const uint8_t *record_answers(const struct record *record, unsigned suite);
size_t record_size(const struct record *record, unsigned suite);

/* Word i of answers, which have the lowest byte first. */
static inline uint32_t record_word(const uint8_t answers[], size_t i)
{
    const uint8_t *at = answers + 4 * i;

    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void record_close(struct record *record);

/* Write a record to a file, whose errors are its own.
 *
 *   origin    lines "key value\n" for the head, among them "device"; "date" and "command" are added
 *   answers   all suites, one after the other, of size bytes
 */
void record_write(FILE *file, const struct record_plan *plan, const char *origin, const uint8_t answers[], size_t size);

#ifdef __cplusplus
}
#endif
#endif
