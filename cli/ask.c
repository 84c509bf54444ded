/* SPDX-License-Identifier: Apache-2.0
 * ask - the command openshfl ask: one lane of one SHFL, in one line; or of each in a listing. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "lib/number.h"
#include "cli/read/listing.h"
#include "cli/program/program.h"
#include "cli/show/show.h"

#include <inttypes.h>
#include <string.h>

enum { LISTING_MAX = 1 << 28 };

static const char usage[] =
    "Usage: openshfl ask MODE B C LANE [option ...]                        such as: openshfl ask up 7 0x1803 9\n"
    "       openshfl ask 'SHFL.UP PT, R2, R1, 0x7, 0x1803' LANE [option ...]\n"
    "       openshfl ask '__shfl_up_sync(0xffff, v, 1, 8)' LANE [option ...]\n"
    "       openshfl ask 'vrgather.vv v1, v2, v3' ELEMENT --vtype e8,m1,ta,ma --init 'v3=[3,2,1,0]' [option ...]\n"
    "       openshfl ask --listing FILE LANE [option ...]\n"
    "Print which lane a lane reads, whether that is in range and active, and the number of the rule, in one line.\n"
    "Of a text with statements, or a file's name, print such a line for each call that the lane executes.\n";
static const char note[] = "\nThe rules are those of docs/rules.md.\n";

/* ---- a listing: machine code, PTX, or a program */

enum { UNKNOWN_SHOWN = 3 };

struct asked {
    const char *path;
    struct read_options given;
    unsigned lane, found, unknown;
    char program[READ_WHY_MAX]; /* it has to be compiled: why, or empty */
    FILE *out;
    char first[UNKNOWN_SHOWN][READ_WHY_MAX];
};

static void not_understood(void *context, unsigned line, const char *why)
{
    struct asked *asked = context;

    if (asked->unknown < UNKNOWN_SHOWN)
        snprintf(asked->first[asked->unknown], READ_WHY_MAX, "%s:%u: %.320s", asked->path, line, why);
    asked->unknown++;
}

static void found(void *context, const struct listing_place *place)
{
    static struct answer a;
    struct asked *asked = context;
    struct read_options given = asked->given;
    char why[READ_WHY_MAX], shown[EXPLAIN_CALL_MAX + 16];

    given.at = place->at;
    given.flow = place->flow;
    if (given.gpu == NULL)
        given.gpu = place->gpu;
    if (!answer_read(place->text, &given, &a, why)) {
        if (a.is_program && asked->program[0] == '\0')
            snprintf(asked->program, sizeof asked->program, "%s", why);
        not_understood(context, place->line, why);
        return;
    }
    snprintf(shown, sizeof shown, "%u: %s", place->line, answer_shown(&a)[0] ? answer_shown(&a) : place->text);
    if (a.has_values && asked->lane >= a.lanes)
        fprintf(asked->out, "%s, %s %u: it has %u\n", shown, answer_unit(&a), asked->lane, a.lanes);
    else
        show_line(&a, shown, asked->lane, asked->out);
    asked->found++;
}

static void listing(const char *path, const struct read_options *given, unsigned lane)
{
    static struct asked asked;
    struct listing listing;
    size_t size, printed;
    char *text = take_file(path, LISTING_MAX, &size), *lines;

    asked = (struct asked){ .path = path, .given = *given, .lane = lane };
    asked.given.is_file = true;
    asked.out = open_memstream(&lines, &printed); /* of a program nothing is answered */
    if (asked.out == NULL)
        trouble("out of memory");
    size = text_plain(text, size);
    text[size] = '\0';
    if (!listing_scan(text, size, given->gpu, &listing, &(struct listing_sink){ found, not_understood, &asked }))
        trouble("out of memory");
    fclose(asked.out);
    if (asked.program[0] != '\0') {
        program_ask("ask", path, text, given, lane, asked.program);
        return;
    }
    fwrite(lines, 1, printed, stdout);
    if (asked.found == 0 && asked.unknown == 0)
        misuse("ask: %s: no shuffle that is understood in its %u lines: SASS, PTX or calls; AMD's need --gpu, such as "
               "--gpu gfx90a, or RISC-V's vectors",
               path, listing.lines);
    if (asked.found == 0)
        misuse("ask: %s", asked.first[0]);
    if (asked.unknown)
        printf("%u line%s with a shuffle %s not understood:\n", asked.unknown, asked.unknown == 1 ? "" : "s",
               asked.unknown == 1 ? "is" : "are");
    for (unsigned i = 0; i < asked.unknown && i < UNKNOWN_SHOWN; i++)
        printf("  %s\n", asked.first[i]);
    if (asked.unknown > UNKNOWN_SHOWN)
        printf("  and %u more\n", asked.unknown - UNKNOWN_SHOWN);
}

/* ---- the command */

static uint32_t operand(const char *name, const char *text)
{
    uint64_t found;
    const bool minus = text[0] == '-';

    if (!number_read(text + minus, 0, minus ? 0x80000000 : UINT32_MAX, &found))
        misuse("ask: %s: %s: expected a number of 32 bits, such as 7 or 0x1803", name, text);
    return minus ? -(uint32_t)found : (uint32_t)found;
}

void ask(int argc, char **argv)
{
    const char *file = NULL;
    static const char *init[INITS_MAX], *let[INITS_MAX];
    struct read_options given = { .init = init, .let = let };
    static struct answer a;
    const struct cli_option options[] = {
        { "listing", "FILE",
          "every shuffle of a file, a line each: a listing such as nvdisasm's, PTX, or a program; - is stdin", &file,
          NULL },
        ANSWER_OPTIONS(&given, init, let),
        { .name = NULL }
    };
    const int first = take_options(argc, argv, options, usage, note), count = argc - first;

    if (file != NULL && count != 1)
        misuse("ask: --listing %s: expected one argument behind it, LANE, not %d", file, count);
    if (file == NULL && count == 1)
        misuse("ask: '%.60s': expected also LANE, as in: openshfl ask '__shfl_up_sync(m, v, 1, 8)' 9", argv[first]);
    if (file == NULL && count != 2 && count != 4)
        misuse("ask: %d arguments: expected MODE B C LANE, or an instruction or a call, in quotes, and LANE; "
               "see openshfl ask --help",
               count);
    uint64_t lane;
    char why[READ_WHY_MAX], shown[AMD_TEXT_MAX];
    const char *text = argv[first];

    if (file != NULL) {
        const int last = given.block ? BLOCK_MAX - 1 : SHFL_LANES_MAX - 1;

        if (!number_read(argv[first], 0, (uint64_t)last, &lane))
            misuse("ask: LANE %s: expected a number from 0 to %d", argv[first], last);
        listing(file, &given, (unsigned)lane);
        return;
    }
    if (count == 2) {
        enum shfl_mode mode;

        if (mode_of(text, &mode))
            misuse("ask: %s: expected three numbers behind it, B C LANE", text);
        text = take_text(text);
        const bool is_read = answer_read(text, &given, &a, why), are_many = is_read && program_has_calls(text);
        if (are_many)
            text_why(why, "it has several calls");
        if ((!is_read && a.is_program) || (are_many && program_can())) {
            if (!number_read(argv[argc - 1], 0, BLOCK_MAX - 1, &lane))
                misuse("ask: LANE %s: expected a number from 0 to %d", argv[argc - 1], BLOCK_MAX - 1);
            program_ask("ask", "the text", text, &given, (unsigned)lane, why);
            return;
        }
        if (!is_read)
            misuse("ask: %s", why);
        if (!a.has_values)
            misuse("ask: %s", a.needs);
        if (a.family == ANSWER_SHFL
            || ((a.family == ANSWER_COLLECTIVE || a.family == ANSWER_BLOCK) && given.gpu == NULL))
            text = answer_shown(&a);
        else if (a.family == ANSWER_RVV)
            text = a.r.text;
        else if (a.wave.call[0] == '\0' && strchr(text, '\n')) {
            amd_text(&a.wave.insn, shown);
            text = shown;
        }
    } else {
        if (given.inits || given.gpu)
            misuse("ask: --%s and MODE B C: expected one of them", given.gpu ? "gpu" : "init");
        if (!answer_lanes(given.lanes, &a.e.lanes, why))
            misuse("ask: %s", why);
        if (!mode_of(text, &a.e.mode))
            misuse("ask: %s: expected idx, up, down or bfly", text);
        const uint32_t b = operand("B", argv[first + 1]), c = operand("C", argv[first + 2]);

        a.e.in.mode = a.e.mode;
        a.e.in.sb_is_imm = a.e.in.sc_is_imm = a.e.has_values = true;
        a.e.in.sb_imm = b & (a.e.lanes - 1);
        a.e.in.sc_imm = c & ((a.e.lanes << 8) - 1);
        if (!shuffle_mask(&given, a.e.lanes, &a.e.in.active, why) || !answer_explain(&a, &given, why))
            misuse("ask: %s", why);
        snprintf(shown, sizeof shown, "%s, b 0x%" PRIx32 ", c 0x%" PRIx32, shfl_mode_name[a.e.mode], b, c);
        text = shown;
    }
    if (!number_read(argv[argc - 1], 0, a.lanes - 1, &lane))
        misuse("ask: %s %.60s: expected a number from 0 to %u", a.family == ANSWER_RVV ? "ELEMENT" : "LANE",
               argv[argc - 1], a.lanes - 1);
    show_line(&a, text, (unsigned)lane, stdout);
}
