/* SPDX-License-Identifier: Apache-2.0
 * options - see options.h */
#include "options.h"
#include "number.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST = 256 /* above all characters */, HELP_COLUMN = 21, TEXT_MAX = 1 << 22 };

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

/* A negative number is no option. As getopt knows no better, it sees one with a blank in front. */
static bool is_negative(const char *text) { return text[0] == '-' && text[1] >= '0' && text[1] <= '9'; }

static void hide_negatives(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (is_negative(argv[i])) {
            char *hidden = more_memory(NULL, strlen(argv[i]) + 2);

            hidden[0] = ' ';
            argv[i] = strcpy(hidden + 1, argv[i]) - 1;
        }
}

static const char *shown(const char *text)
{
    return text != NULL && text[0] == ' ' && is_negative(text + 1) ? text + 1 : text;
}

int take_options(int argc, char **argv, const struct cli_option options[], const char *usage, const char *note)
{
    const char *command = argv[0];
    int count = 0, got;

    while (options[count].name != NULL)
        count++;

    struct option known[count + 2];
    for (int i = 0; i < count; i++)
        known[i] = (struct option){ options[i].name, options[i].argument ? required_argument : no_argument, NULL,
                                    FIRST + i };
    known[count] = (struct option){ "help", no_argument, NULL, 'h' };
    known[count + 1] = (struct option){ NULL, 0, NULL, 0 };
    opterr = 0;
    hide_negatives(argc, argv);
    while ((got = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
        const struct cli_option *o = &options[got >= FIRST ? got - FIRST : optopt >= FIRST ? optopt - FIRST : 0];

        if (got == 'h')
            help(options, usage, note);
        if (got == '?' && optopt >= FIRST)
            misuse("%s: --%s: expected no value", command, o->name);
        if (got == '?')
            misuse("%s: %s: no such option, openshfl %s --help lists them", command, argv[optind - 1], command);
        if (got == ':' || (optarg != NULL && *optarg == '\0'))
            misuse("%s: --%s: expected a value, see openshfl %s --help", command, o->name, command);
        if (o->count == NULL && *o->value != NULL)
            misuse("%s: --%s: given twice", command, o->name);
        if (o->count != NULL && *o->count == INITS_MAX)
            misuse("%s: --%s may be given %d times", command, o->name, INITS_MAX);
        o->value[o->count != NULL ? (*o->count)++ : 0] = optarg != NULL ? shown(optarg) : o->name;
    }
    for (int i = optind; i < argc; i++)
        argv[i] += shown(argv[i]) != argv[i];
    return optind;
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
