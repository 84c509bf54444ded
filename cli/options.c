/* SPDX-License-Identifier: Apache-2.0
 * options - see command.h */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "number.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPTIONS_MAX = 16, FIRST = 256 /* above all characters */, HELP_COLUMN = 21 };

const char init_help[] = "what a register starts with; may be given several times. VALUE is one of\n"
                         "  lane  lane*N  lane+N  lane*N+M  lane^N     computed in every lane\n"
                         "  N                                          the same in all\n"
                         "  [N,N,...]                                  lane by lane, over and over\n"
                         "  random:SEED                                32 random bits\n"
                         "  float:VALUE                                any of these, as floats\n"
                         "P1=MASK sets a predicate, bit k in lane k";
const char active_help[] = "the lanes that execute, such as 0xffff (default: all)";

static int tell(int status, const char *format, va_list arguments)
{
    fprintf(stderr, "openshfl: ");
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    return status;
}

int misuse(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int status = tell(MISUSED, format, arguments);
    va_end(arguments);
    return status;
}

int trouble(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int status = tell(TROUBLE, format, arguments);
    va_end(arguments);
    return status;
}

int finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return DONE;
    return trouble("cannot write the output: %s", strerror(errno));
}

/* --- Options ------------------------------------------------------------------------------------------ */

static int help(const struct cli_option options[], const char *usage, const char *note)
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
    return finish();
}

int take_options(int argc, char **argv, const struct cli_option options[], const char *usage, const char *note,
                 int *first)
{
    const char *command = argv[0];
    struct option known[OPTIONS_MAX + 2] = { { NULL, 0, NULL, 0 } };
    int count = 0, got;

    for (; options[count].name != NULL; count++)
        known[count] = (struct option){ options[count].name, options[count].argument ? required_argument : no_argument,
                                        NULL, FIRST + count };
    known[count] = (struct option){ "help", no_argument, NULL, 'h' };
    opterr = 0;
    while ((got = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
        const struct cli_option *o = &options[got >= FIRST ? got - FIRST : optopt >= FIRST ? optopt - FIRST : 0];

        if (got == 'h')
            return help(options, usage, note);
        if (got == '?' && optopt >= FIRST)
            return misuse("%s: --%s: this option takes no value", command, o->name);
        if (got == '?')
            return misuse("%s: %s: no such option, openshfl %s --help lists them", command, argv[optind - 1], command);
        if (got == ':' || (optarg != NULL && *optarg == '\0'))
            return misuse("%s: --%s: needs a value, see openshfl %s --help", command, o->name, command);
        if (o->count == NULL && *o->value != NULL)
            return misuse("%s: --%s: given twice", command, o->name);
        if (o->count != NULL && *o->count == INITS_MAX)
            return misuse("%s: --%s may be given %d times", command, o->name, INITS_MAX);
        o->value[o->count != NULL ? (*o->count)++ : 0] = optarg != NULL ? optarg : o->name;
    }
    *first = optind;
    return GO_ON;
}

int take_warp(const char *command, const struct cli_warp *options, const struct sass_program *program,
              struct sass_warp *warp)
{
    char why[240];
    uint64_t active = UINT32_MAX;

    if (options->active && !number_read(options->active, 0, UINT32_MAX, &active))
        return misuse("%s: --active %s: expected a mask of 32 lanes, such as 0xffff", command, options->active);
    warp->active = (uint32_t)active;
    for (unsigned i = 0; i < options->inits; i++)
        if (!sass_init(program, options->init[i], warp, why))
            return misuse("%s: --init %s", command, why);
    return DONE;
}

int take_number(const char *command, const char *option, const char *text, unsigned most, unsigned *value)
{
    uint64_t found = *value;

    if (text != NULL && !number_read(text, 0, most, &found))
        return misuse("%s: --%s %s: expected a number from 0 to %u", command, option, text, most);
    *value = (unsigned)found;
    return DONE;
}

int choice(const char *text, const char *const list[])
{
    for (int i = 0; list[i] != NULL; i++)
        if (strcmp(text, list[i]) == 0)
            return i;
    return -1;
}

/* --- Files -------------------------------------------------------------------------------------------- */

char *read_file(const char *path, size_t limit, size_t *size, int *status)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *bytes = NULL, *more = NULL;

    *size = 0;
    *status = DONE;
    if (file == NULL) {
        *status = misuse("%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    for (size_t room = 65536, got = 1; got > 0 && *size <= limit; room *= 2) {
        more = realloc(bytes, room + 1);
        if (more == NULL)
            break;
        bytes = more;
        got = fread(bytes + *size, 1, room - *size, file);
        *size += got;
    }
    if (more == NULL)
        *status = trouble("%s: out of memory", path);
    else if (ferror(file))
        *status = misuse("%s: cannot be read: %s", path, strerror(errno));
    else if (*size > limit)
        *status = misuse("%s: too long, %zu bytes are allowed", path, limit);
    else
        bytes[*size] = '\0';
    if (file != stdin)
        fclose(file);
    if (*status == DONE)
        return bytes;
    free(bytes);
    return NULL;
}

int write_file(const char *option, const char *path, void (*print)(const void *what, FILE *file), const void *what)
{
    char beside[4096];
    struct stat is;
    bool there = lstat(path, &is) == 0, regular = !there || S_ISREG(is.st_mode);
    int length = regular ? snprintf(beside, sizeof beside, "%s.%ld.part", path, (long)getpid())
                         : snprintf(beside, sizeof beside, "%s", path);
    FILE *file = length < (int)sizeof beside ? fopen(beside, "w") : NULL;

    if (file == NULL)
        return misuse("%s %s: cannot be written: %s", option, path, strerror(errno));
    print(what, file);
    bool written = !ferror(file);
    if (fclose(file) == 0 && written && (!regular || rename(beside, path) == 0))
        return DONE;
    int why = errno;
    if (regular)
        unlink(beside);
    return trouble("%s %s: cannot be written: %s", option, path, strerror(why));
}
