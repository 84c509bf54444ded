/* SPDX-License-Identifier: Apache-2.0
 * options - see options.h */
#include "options.h"
#include "number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HELP_COLUMN = 21, TEXT_MAX = 1 << 22 };

_Noreturn static void help(const struct cli_option options[], const char *usage, const char *note)
{
    printf("%s\n", usage);
    for (const struct cli_option *o = options; o->name != NULL; o++) {
        int used = printf("  --%s%s%s", o->name, o->argument ? " " : "", o->argument ? o->argument : "");

        printf("%*s", used < HELP_COLUMN ? HELP_COLUMN - used : 2, "");
        for (const char *at = o->help; *at != '\0'; at++)
            if (*at == '\n')
                printf("\n%*s", HELP_COLUMN, "");
            else
                putchar(*at);
        putchar('\n');
    }
    fputs(note, stdout);
    exit(AGREED);
}

int take_options(int argc, char **argv, const struct cli_option options[], const char *usage, const char *note)
{
    const char *command = argv[0];
    char *others[argc];
    int count = 0;

    for (int i = 1, end = argc; i < argc; i++) {
        const size_t length = strcspn(argv[i], "=");
        const struct cli_option *o = options;
        const char *value = argv[i][length] ? argv[i] + length + 1 : NULL;

        if (i > end || argv[i][0] != '-' || argv[i][1] == '\0' || isdigit((unsigned char)argv[i][1])) {
            others[count++] = argv[i]; /* a negative number is no option */
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            end = i;
            continue;
        }
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0)
            help(options, usage, note);
        while (o->name
               && (argv[i][1] != '-' || strlen(o->name) != length - 2 || strncmp(o->name, argv[i] + 2, length - 2)))
            o++;
        if (o->name == NULL)
            misuse("%s: %s: no such option, openshfl %s --help lists them", command, argv[i], command);
        if (o->argument == NULL && value != NULL)
            misuse("%s: --%s: expected no value", command, o->name);
        if (o->argument != NULL && value == NULL)
            value = argv[++i];
        if (o->argument != NULL && (value == NULL || *value == '\0'))
            misuse("%s: --%s: expected a value, see openshfl %s --help", command, o->name, command);
        if (o->count == NULL && *o->value != NULL)
            misuse("%s: --%s: given twice", command, o->name);
        if (o->count != NULL && *o->count == INITS_MAX)
            misuse("%s: --%s may be given %d times", command, o->name, INITS_MAX);
        o->value[o->count != NULL ? (*o->count)++ : 0] = value != NULL ? value : o->name;
    }
    memcpy(argv + argc - count, others, (size_t)count * sizeof *others);
    return argc - count;
}

void take_number(const char *command, const char *option, const char *text, unsigned most, unsigned *value)
{
    uint64_t found = *value;

    if (text != NULL && !number_read(text, 0, most, &found))
        misuse("%s: --%s %s: expected a number from 0 to %u", command, option, text, most);
    *value = (unsigned)found;
}

char *take_file(const char *path, size_t limit, size_t *size)
{
    const char *why;
    char *bytes = file_read(path, limit, size, &why);

    if (!bytes)
        misuse("%s: cannot be read: %s", path, why);
    return bytes;
}

const char *take_text(const char *argument)
{
    size_t size;

    return strcmp(argument, "-") == 0 || access(argument, F_OK) == 0 ? take_file(argument, TEXT_MAX, &size) : argument;
}

int choice(const char *text, const char *const list[])
{
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(text, list[i]) == 0)
            return i;
    return -1;
}
