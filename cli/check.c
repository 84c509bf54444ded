/* SPDX-License-Identifier: Apache-2.0
 * check - the command openshfl check: what is wrong with a file's kernels. docs/use/programs.md */
#include "command.h"
#include "check/findings.h"
#include "check/show_ptx.h"
#include "cli/program/program.h"

#include <stdlib.h>
#include <string.h>

enum { GUESS_STEPS = 8000000 }; /* of a warp, with another guess */

static struct findings findings;
static struct ptx_launch launch;
static struct ptx_show shown; /* what a kernel prints, for JSON */
static char *name;            /* of the kernel that is run, of a source in that */
static char given[300];       /* what was taken for what nobody gave */

static struct findings own, again;        /* of one kernel, and with other guesses */
static struct findings *into = &findings; /* one of these */

static struct program_source *source; /* NULL: PTX */

/* A line of a file that the source includes is shown as that file's. */
static void add(const struct ptx_finding *one)
{
    struct ptx_finding of = *one;
    const char *file = source ? program_source_place(source, &of.at.line) : NULL,
               *other = source ? program_source_place(source, &of.other.line) : NULL;

    of.at.file = file ? file : of.at.file;
    of.other.file = other ? other : of.other.file;
    findings_add(into, &of);
}

static void found(void *watcher, const struct ptx_finding *one)
{
    (void)watcher;
    if (launch_defaults()[0] && one->fault == PTX_OUT_OF_BUFFER)
        launch.fault = PTX_NO_FAULT;
    else
        add(one);
}

/* What the buffers hold at the end and is not defined. */
static void find_undefined(void)
{
    for (unsigned n = 0; n < launch.buffers; n++) {
        const struct ptx_buffer *b = &launch.buffer[n];

        for (uint64_t k = 0; k < b->size; k++) {
            const struct ptx_cause *c = &launch.cause[b->open[k]];
            const enum ptx_fault fault = b->open[k] == 0             ? PTX_NO_FAULT
                                       : c->what == PTX_UNKNOWN_NAME ? PTX_UNKNOWN_VALUE
                                                                     : ptx_cause_fault(c);
            char cause[PTX_NAME_MAX], text[PTX_WHY_MAX];

            if (!fault || (k > 0 && b->open[k] == b->open[k - 1]))
                continue;
            ptx_cause_text(&launch, b->open[k], cause);
            snprintf(text, sizeof text, "%s[%llu] %s", b->name, (unsigned long long)k / b->element, cause);
            add(&(struct ptx_finding){ fault, ptx_at(&launch, c->place, c->line), { NULL, 0, 0 }, text });
        }
    }
}

/* With --schedule: what buffers hold is compared with that of the usual order. */
static void compare_orders(const struct launch_options *o, const struct ptx_function *f, struct ptx_module *m)
{
    static struct ptx_launch other;
    struct launch_options usual = *o;
    char why[PTX_WHY_MAX], text[PTX_WHY_MAX];

    if (o->schedule == NULL)
        return;
    usual.schedule = NULL;
    launch_prepare(&usual, f, m, &other);
    const bool done = ptx_launch(&other, why);
    for (unsigned n = 0; done && n < launch.buffers; n++) {
        const struct ptx_buffer *a = &launch.buffer[n], *b = &other.buffer[n];
        uint64_t k = 0;

        while (k < a->size && a->bytes[k] == b->bytes[k])
            k++;
        if (k == a->size)
            continue;
        snprintf(text, sizeof text, "%s[%llu] is another one with --schedule %s", a->name,
                 (unsigned long long)k / a->element, o->schedule);
        add(&(struct ptx_finding){ PTX_ORDER, ptx_at(&launch, 0, f->line), { NULL, 0, 0 }, text });
    }
    launch_free(&other);
}

/* Run a kernel. Returns whether it came to its end, or to a fault. */
static bool run_once(const struct ptx_function *f, struct ptx_module *m, const struct launch_options *o,
                     char why[PTX_WHY_MAX])
{
    launch_free(&launch);
    launch_prepare(o, f, m, &launch);
    if (o->guess && launch.steps_max > GUESS_STEPS)
        launch.steps_max = GUESS_STEPS;
    launch.races = true;
    launch.found = found;
    launch.watcher = &shown;
    launch.print = ptx_show_print;
    const bool is_done = ptx_launch(&launch, why);
    if (is_done)
        find_undefined();
    return is_done || launch.fault;
}

static bool has(const struct findings *f, enum ptx_fault fault, unsigned line)
{
    for (unsigned k = 0; k < f->count; k++)
        if (f->found[k].of.fault == fault && (line == 0 || f->found[k].of.at.line == line))
            return true;
    return false;
}

/* What is not there with other guesses is doubted; of other data that which an index in them can do. */
static void doubt(const struct ptx_function *f, struct ptx_module *m, const struct launch_options *o)
{
    struct launch_options other = *o;
    char why[PTX_WHY_MAX];

    for (other.guess = LAUNCH_NUMBERS; other.guess < LAUNCH_GUESSES && own.errors > 0; other.guess++) {
        if (!launch_guessed(other.guess))
            continue;
        into = &again;
        const bool is_known = run_once(f, m, &other, why);
        /* a run that another fault stopped says nothing of these */
        for (unsigned k = 0; is_known && (!launch.fault || has(&own, launch.fault, 0)) && k < own.count; k++)
            own.found[k].is_doubted |= (other.guess != LAUNCH_DATA || own.found[k].of.fault == PTX_OUT_OF_BOUNDS
                                        || own.found[k].of.fault == PTX_UNINITIALIZED)
                                    && !has(&again, own.found[k].of.fault, own.found[k].of.at.line);
        again = (struct findings){ .count = 0 };
    }
}

/* Returns false, and why says it, if the kernel had to stop for something that is not known here. */
static bool check_kernel(const struct ptx_function *f, struct ptx_module *m, const struct launch_options *o,
                         char why[PTX_WHY_MAX])
{
    size_t length = strlen(f->name);
    const char *base = o->source ? ptx_base_name(f->name, &length) : f->name;

    findings.kernel = own.kernel = name = text_copy(base, length);
    into = &own;
    bool is_known = run_once(f, m, o, why);
    const enum ptx_fault fault = launch.fault;
    snprintf(given, sizeof given, "%s", launch_defaults());
    if (is_known && !fault)
        compare_orders(o, f, m);
    if (own.errors > 0)
        doubt(f, m, o);
    for (unsigned k = 0; fault && k < own.count; k++) /* it had to stop for it */
        is_known = is_known && !(own.found[k].of.fault == fault && own.found[k].is_doubted);
    into = &findings;
    findings_move(&findings, &own);
    if (is_known)
        return true;
    const bool is_unknown = o->source && (strstr(why, "(), which is not known") || strstr(why, "not computed here"));
    if (is_unknown)
        snprintf(why + strlen(why), PTX_WHY_MAX - strlen(why),
                 "; OPENSHFL_LIBDEVICE names the file of CUDA's functions, docs/use/programs.md; nvcc -ptx makes PTX "
                 "of it, which check takes too");
    else if (given[0]) {
        char text[PTX_WHY_MAX];

        snprintf(text, sizeof text, "%.300s; say with --arg, --block and --shared what was taken to be %.100s", why,
                 given);
        memcpy(why, text, sizeof text);
    }
    return false;
}

/* A buffer's bytes in hex, and the ranges of them that are not defined: [from, to, ..]. */
static void buffer_json(const struct ptx_buffer *b, struct json *json)
{
    char *hex = more_memory(NULL, 2 * b->size + 1);

    for (uint64_t k = 0; k < b->size; k++)
        snprintf(hex + 2 * k, 3, "%02x", b->bytes[k]);
    json_open(json, NULL, '{');
    json_text(json, "name", b->name);
    json_text(json, "bytes", hex);
    json_open(json, "undefined", '[');
    for (uint64_t k = 0; k < b->size; k++)
        if ((b->open[k] != 0) != (k > 0 && b->open[k - 1] != 0))
            json_number(json, NULL, k);
    json_close(json);
    json_close(json);
    free(hex);
}

static void print_whole(struct json *json)
{
    json_open_tall(json, NULL, '{');
    findings_json(&findings, json);
    json_text(json, "printed", shown.output);
    json_open_tall(json, "buffers", '[');
    for (unsigned b = 0; b < launch.buffers; b++)
        buffer_json(&launch.buffer[b], json);
    json_close(json);
    json_close(json);
}

/* The PTX of a source. */
static char *compiled(const char *path, const char *text, struct launch_options *o)
{
    char why[READ_WHY_MAX];

    if (strstr(text, "__global__") == NULL && strstr(text, "__kernel") == NULL)
        misuse("check: %s: expected PTX, or a source with a kernel, __global__; openshfl ask answers calls", path);
    char *ptx = program_ptx(text, &o->file, &o->source, why);
    if (ptx == NULL)
        misuse("check: %s: %s%s", path, why,
               strstr(why, "clang: ") ? "; nvcc -ptx makes PTX of it, which check takes too" : "");
    return ptx;
}

void check(int argc, char **argv)
{
    static struct launch_options o;
    static struct ptx_module m;
    static const char *let[INITS_MAX];
    const char *format = NULL, *buffers = NULL;
    unsigned kernels = 0;
    const struct cli_option options[] = {
        { "format", "F", "text (default), json, sarif, or github: annotations of a workflow", &format, NULL },
        { "buffers", NULL, "in JSON also what the buffers of one kernel hold at the end; it needs all arguments",
          &buffers, NULL },
        LAUNCH_OPTIONS("", &o),
        LET_OPTION(&o.file.read, let),
        { .name = NULL }
    };
    const int first = take_options(
        argc, argv, options,
        "Usage: openshfl check FILE.cu [option ...]\n"
        "       openshfl check FILE.ptx [option ...]\n"
        "Run each kernel of a file, and say what is wrong with it: shuffles of lanes that do not execute, masks\n"
        "without their caller, lanes that never come, races, accesses out of bounds. - is standard input.\n",
        "\nAn argument that is not given is taken to be: of a pointer 65536 elements 0, 1, 2 ..; of a whole number\n"
        "the number of threads, in blocks of two dimensions along x; of a float 1. Threads of a block and dynamic\n"
        "shared memory are those of the source's <<<..>>> or __launch_bounds__, where they say them; else 32, and\n"
        "49152 bytes. Exit status: 0 nothing is wrong, 1 something is, 2 it could not be said.\n");
    const int chosen = choice(format ? format : "text", findings_formats);
    struct json json = { .file = stdout };
    shown.json.file = stdout;
    char why[PTX_WHY_MAX];
    bool is_known = true;
    size_t size;

    if (chosen < 0)
        misuse("check: --format %s: expected text, json, sarif or github", format);
    if (buffers && chosen != FINDINGS_JSON)
        misuse("check: --buffers: is for --format json");
    if (argc - first != 1)
        misuse("check: expected one FILE, not %d; see openshfl check --help", argc - first);
    const char *path = argv[first];
    char *text = take_file(path, PTX_TEXT_MAX, &size);
    if (strlen(text) != size)
        misuse("%s: not a text, byte %zu is 0", path, strlen(text));
    o.file.read.let = let;
    o.file.path = path;
    o.file.is_launch = true;
    char *ptx = run_is_ptx(path, text) ? text : compiled(path, text, &o);
    source = o.source;
    o.has_defaults = buffers == NULL;
    launch_read("check", path, ptx, &o, &m);
    const struct ptx_function *one = o.file.kernel || buffers ? launch_kernel(&m, o.file.kernel) : NULL;
    for (uint32_t k = 0; k < m.functions; k++) {
        const struct ptx_function *f = &m.function[k];

        if (!f->is_kernel || !f->is_defined || (one && f != one))
            continue;
        kernels++;
        if (!check_kernel(f, &m, &o, why)) {
            is_known = false;
            fprintf(stderr, ptx == text ? "openshfl: check: %s\n" : "openshfl: check: %s: %s\n",
                    ptx == text ? why : path, why);
        }
        if (chosen == FINDINGS_TEXT && given[0])
            printf("%s: %s is run with %s\n", path, name, given);
    }
    if (chosen == FINDINGS_TEXT && source && program_source_note(source)[0])
        printf("%s: %s\n", path, program_source_note(source));
    if (kernels == 0)
        launch_kernel(&m, NULL);
    for (unsigned line = 0; source && (line = program_source_activemask(source, line)) != 0;)
        add(&(struct ptx_finding){ PTX_ACTIVEMASK,
                                   { path, line, 0 },
                                   { NULL, 0, 0 },
                                   "__activemask() is no way to say which lanes come: give the mask "
                                   "of those that have to, as __ballot_sync makes it" });
    if (buffers)
        print_whole(&json);
    else
        findings_print(&findings, (enum findings_format)chosen, stdout);
    if (chosen == FINDINGS_TEXT && is_known)
        printf("%s: %u kernel%s, %u finding%s, %u note%s\n", path, kernels, kernels == 1 ? "" : "s", findings.errors,
               findings.errors == 1 ? "" : "s", findings.count - findings.errors,
               findings.count - findings.errors == 1 ? "" : "s");
    if (!is_known || findings.errors > 0)
        exit(is_known ? MISMATCH : MISUSED);
}
