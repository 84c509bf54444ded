/* SPDX-License-Identifier: Apache-2.0 */
/* record - see record.h */
#define _POSIX_C_SOURCE 200809L
#include "record.h"

#include "lib/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- Reading ------------------------------------------------------------------------------------------ */

/* End every line of the head with 0. Returns what is behind the empty line. */
static char *split_head(const char *path, char *text, size_t size)
{
    for (char *line = text;;) {
        char *end = memchr(line, '\n', size - (size_t)(line - text));

        if (end == NULL)
            misuse("%s: truncated: the head has no end", path);
        *end = '\0';
        if (end == line)
            return end + 1;
        if (end - line >= RECORD_LINE_MAX || strlen(line) != (size_t)(end - line))
            misuse("%s: damaged: a line of the head is no text of less than %d bytes", path, RECORD_LINE_MAX);
        line = end + 1;
    }
}

/* The value of the first line of that key from *line on, which becomes the line behind it. */
static const char *next(const char **line, const char *key)
{
    const size_t length = strlen(key);

    while (**line) {
        const char *at = *line;

        *line += strlen(at) + 1;
        if (strncmp(at, key, length) == 0 && at[length] == ' ' && at[length + 1])
            return at + length + 1;
    }
    return NULL;
}

/* What a line "suite" has of a plan, all but the checksum of the answers. Returns the size of the answers in bytes. */
static size_t suite_words(const struct record_plan *plan, unsigned suite, char words[RECORD_LINE_MAX])
{
    const uint32_t questions = (plan->suite[suite].cases + plan->chunk - 1) / plan->chunk;
    const size_t size = (size_t)questions * plan->answer;
    uint32_t asked = 0;

    for (uint32_t number = 0; number < plan->suite[suite].cases; number++)
        asked = plan->question(&plan->suite[suite], number, asked);
    snprintf(words, RECORD_LINE_MAX, "%s %" PRIu32 " %zu %08" PRIx32, plan->suite[suite].name, questions, size, asked);
    return size;
}

const struct record *record_open(const char *path, const struct record_plan *plan)
{
    static const char *const keys[] = { "device", "date", "command" };
    static struct record record;
    size_t size;
    const char *why;

    record.head = file_read(path, RECORD_MAX, &size, &why);
    if (why)
        misuse("%s: %s", path, why);
    if (strncmp(record.head, RECORD_MAGIC "\n", sizeof RECORD_MAGIC) != 0)
        misuse("%s: not a record: its first line is not '%s'", path, RECORD_MAGIC);
    const uint8_t *answers = (const uint8_t *)split_head(path, record.head, size);
    const uint8_t *end = (const uint8_t *)record.head + size;
    const char *line = record.head;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++, line = record.head)
        if (next(&line, keys[i]) == NULL)
            misuse("%s: damaged: the head has no line '%s ...'", path, keys[i]);
    for (unsigned suite = 0; suite <= plan->suites; suite++) {
        const char *value = next(&line, "suite");
        char words[RECORD_LINE_MAX] = "";
        const size_t length = suite < plan->suites ? suite_words(plan, suite, words) : 0;
        unsigned answered;

        if (suite == plan->suites && value == NULL)
            break;
        if (value == NULL || strncmp(value, words, strlen(words)) != 0 || suite == plan->suites
            || sscanf(value + strlen(words), " %8x", &answered) != 1)
            misuse("%s: holds suite '%.80s' where this program asks '%s': record again with '%s'", path,
                   value ? value : "", words, plan->again);
        if (length > (size_t)(end - answers))
            misuse("%s: truncated: the answers of suite '%s' are not all there", path, plan->suite[suite].name);
        if (mix_bytes(0, answers, length) != answered)
            misuse("%s: damaged: the answers of suite '%s' do not fit their checksum", path, plan->suite[suite].name);
        record.at[suite] = answers;
        answers += length;
    }
    if (answers != end)
        misuse("%s: damaged: %td bytes behind the last answer", path, end - answers);
    return &record;
}

/* --- Writing ------------------------------------------------------------------------------------------ */

void record_write(FILE *file, const struct record_plan *plan, const char *origin, const uint8_t answers[], size_t size)
{
    const uint8_t *at = answers;
    time_t now = time(NULL);
    char date[32];

    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    fprintf(file, RECORD_MAGIC "\n%sdate %s\ncommand %s\n", origin, date, plan->again);
    for (unsigned suite = 0; suite < plan->suites; suite++) {
        char words[RECORD_LINE_MAX];
        const size_t length = suite_words(plan, suite, words);

        fprintf(file, "suite %s %08" PRIx32 "\n", words, mix_bytes(0, at, length));
        at += length;
    }
    fputc('\n', file);
    fwrite(answers, 1, size, file);
}
