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

#define RECORD_MAGIC "openshfl-record 2"
#define RECORD_SUITES_MAX 32
#define RECORD_LINE_MAX 256   /* bytes of a line in the head, at most */
#define RECORD_MAX (64 << 20) /* bytes of a file, at most */

/* A permutation of the 32-bit words that leaves 0 in place, the finalizer of MurmurHash3: words that differ become words
 * that differ in about half of their bits. */
static inline uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x85ebca6b;
    x ^= x >> 13;
    x *= 0xc2b2ae35;
    x ^= x >> 16;
    return x;
}

/* A checksum, which begins with 0, and count words more. */
static inline uint32_t mix_words(uint32_t sum, const uint32_t words[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = mix(sum ^ words[i]);
    return sum;
}

/* Word i of bytes, which have the lowest one first. */
static inline uint32_t record_word(const uint8_t bytes[], size_t i)
{
    const uint8_t *at = bytes + 4 * i;

    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint32_t mix_bytes(uint32_t sum, const uint8_t bytes[], size_t size)
{
    for (size_t i = 0; i < size / 4; i++)
        sum = mix(sum ^ record_word(bytes, i));
    return sum;
}

/* How an instruction is put to the GPU. */
enum issue {
    ISSUE_STRAIGHT,  /* no branch: all lanes execute, also those that the member mask does not name */
    ISSUE_BRANCH,    /* lanes that do not execute do not take the branch with the instruction */
    ISSUE_EXIT,      /* they have exited, and the member masks name them */
    ISSUE_SITES,     /* two or four branches, each with an instruction of its own */
    ISSUE_GUARD,     /* @p shfl.sync: they have their guard off */
    ISSUE_MEMBERS,   /* warps 2n and 2n+1 are one warp, split by two member masks: sites */
    ISSUE_IMMEDIATE, /* shfl.sync with the constants of IMMEDIATE_SB and _SC */
    ISSUE_INT,       /* __shfl_sync, _up, _down, _xor of an int */
    ISSUE_FLOAT,
    ISSUE_LONG, /* of a long long: warps 2n and 2n+1 are its low and its high words */
    ISSUE_DOUBLE
};

/* A suite of numbered cases; of lists shfl and collective each is a warp. */
struct ask;
struct record_suite {
    const char *name, *about; /* about: half a line for people */
    uint32_t cases;
    enum issue issue;
    void (*make)(uint32_t warp,
                 struct ask *a); /* of lists shfl and collective: warp is 0 .. cases-1; fills all of *a */
};

/* What a program asks a GPU. An answer is that to a chunk of cases in a row, the last one of a suite perhaps less. */
struct record_plan {
    const char *again;                /* the command that records the answers */
    const struct record_suite *suite; /* RECORD_SUITES_MAX at most */
    unsigned suites;
    uint32_t chunk;  /* cases */
    uint32_t answer; /* bytes; of a suite in all a multiple of 4 */
    uint32_t (*question)(const struct record_suite *suite, uint32_t number, uint32_t sum); /* a checksum and one more */
};

/* Does a chunk end with case i? */
static inline bool record_ends(const struct record_plan *plan, unsigned suite, uint32_t i)
{
    return (i + 1) % plan->chunk == 0 || i + 1 == plan->suite[suite].cases;
}

struct record {
    char *head;                           /* its lines, each ended by 0; an empty one is the last */
    const uint8_t *at[RECORD_SUITES_MAX]; /* the answers of each suite */
};

/* Read and check a whole file, the one of a program; misuse, with a line that names the file and says what is wrong, if it
 * cannot be read, is empty, truncated, damaged, no record, or answers other questions. */
const struct record *record_open(const char *path, const struct record_plan *plan);

/* Write a record to a file, whose errors are its own.
 *
 *   origin    lines "key value\n" for the head, among them "device"; "date" and "command" are added
 *   answers   all suites, one after the other, of size bytes
 */
void record_write(FILE *file, const struct record_plan *plan, const char *origin, const uint8_t answers[], size_t size);

#endif
