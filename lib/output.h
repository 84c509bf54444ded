/* SPDX-License-Identifier: Apache-2.0
 * output - exit statuses, messages, and the files that options name.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit statuses. MISUSED: options or files that are not usable. TROUBLE: the environment's, such as a full disk. */
enum { AGREED = 0, MISMATCH = 1, MISUSED = 2, TROUBLE = 3 };

/* Call this first. From then on the program ends with TROUBLE if its standard output cannot be written. */
void output_start(const char *program);

/* Print a line on stderr, and end with that status. */
_Noreturn void end_with(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define misuse(...) end_with(MISUSED, __VA_ARGS__)
#define trouble(...) end_with(TROUBLE, __VA_ARGS__)

/* So much memory, as realloc gives it in place of other memory or of NULL; or trouble. */
void *more_memory(void *other, size_t size);

/* A copy of a text, ended by a 0, that the caller frees. */
char *text_copy(const char *from, size_t length);

/* Seconds since some moment; they never go back. */
double now(void);

/* A file that appears under its path when it is whole, and not before. Until then what is written is in part. Where
 * path is no regular file but a device, a pipe or a link, the whole is copied into it at the end. */
struct output {
    const char *option, *path;
    char part[4096]; /* a file that another library writes has to be written here */
    bool special;
    FILE *f; /* stdout if path is -, which has no part */
};

/* Begin the file of an option, or misuse. suffix: what the name of part has to end with. A signal, and the end of a program that
 * called output_start, remove what is not whole. */
void output_begin(struct output *o, const char *option, const char *path, const char *suffix);
/* It is whole; or trouble, and there is nothing of it. */
void output_end(struct output *o);

/* The rest of a stream in memory, ended by a 0 that size does not count; it stops soon behind limit. */
char *stream_read(FILE *f, size_t limit, size_t *size);

/* A whole file in memory, ended by a 0 that size does not count; - is standard input. NULL: *why is the reason. */
char *file_read(const char *path, size_t limit, size_t *size, const char **why);

#endif
