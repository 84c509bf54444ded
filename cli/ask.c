/* SPDX-License-Identifier: Apache-2.0
 * ask - the command openshfl ask: one lane of one SHFL, in one line; any number of them as JSON; or a listing. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "lib/number.h"
#include "lib/trips.h"
#include "cli/read/listing.h"
#include "cli/show/show_program.h"
#include "cli/show/show.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LISTING_MAX = 1 << 28 };

static const char usage[] =
    "Usage: openshfl ask MODE B C LANE [option ...]                        such as: openshfl ask up 7 0x1803 9\n"
    "       openshfl ask 'SHFL.UP PT, R2, R1, 0x7, 0x1803' LANE [option ...]\n"
    "       openshfl ask '__shfl_up_sync(0xffff, v, 1, 8)' LANE [option ...]\n"
    "       openshfl ask 'vrgather.vv v1, v2, v3' ELEMENT --vtype e8,m1,ta,ma --init 'v3=[3,2,1,0]' [option ...]\n"
    "       openshfl ask --listing FILE LANE [option ...]\n"
    "       openshfl ask --json < FILE\n"
    "Print which lane a lane reads, whether that is in range and active, and the number of the rule, in one line. Of "
    "a\n"
    "text with statements, or a file's name, print such a line for each call that the lane executes.\n";
static const char note[] =
    "\n"
    "With --json every line of standard input is a query, and a line of standard output its result:\n"
    "  {\"mode\": \"up\", \"b\": 7, \"c\": 6147, \"lane\": 9}   also \"active\": \"0xffff\", \"lanes\": 32, "
    "\"network\": 8\n"
    "  {\"lane\": 9, \"active\": true, \"src_lane\": 9, \"src_active\": true, \"in_range\": false, \"rule\": \"3.3\"}\n"
    "With \"network\" also \"trips\", as with --network; \"selects\": 1 as ,selects there.\n"
    "The rules are those of docs/rules.md.\n";

/* A query of --json. */
struct query {
    unsigned lanes, lane;
    enum shfl_mode mode;
    uint32_t b, c;
    unsigned network; /* 0: none */
    bool selects;
    uint64_t active;
};

/* The same operands in all lanes. */
static const struct explain *explain_query(const struct query *q)
{
    static struct explain e;
    char why[READ_WHY_MAX];

    e.lanes = q->lanes;
    e.network = q->network;
    e.selects = q->selects;
    e.mode = e.in.mode = q->mode;
    e.in.sb_is_imm = e.in.sc_is_imm = true;
    e.in.sb_imm = q->b & (q->lanes - 1);
    e.in.sc_imm = q->c & ((q->lanes << 8) - 1);
    e.in.active = q->active;
    explain_run(&e, why);
    return &e;
}

static bool mode_of(const char *text, size_t length, enum shfl_mode *mode)
{
    for (unsigned m = 0; m < SHFL_MODES; m++) {
        const char *name = shfl_mode_name[m];
        size_t i = 0;

        while (i < length && toupper((unsigned char)text[i]) == name[i])
            i++;
        if (i == length && name[i] == '\0') {
            *mode = (enum shfl_mode)m;
            return true;
        }
    }
    *mode = SHFL_BFLY; /* as CUDA calls it */
    return length == 3 && tolower((unsigned char)text[0]) == 'x' && tolower((unsigned char)text[1]) == 'o'
        && tolower((unsigned char)text[2]) == 'r';
}

/* ---- a listing: machine code, PTX, or a program */

enum { UNKNOWN_SHOWN = 3 };

struct asked {
    const char *path;
    struct answer_options given;
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
    struct answer_options given = asked->given;
    char why[READ_WHY_MAX], shown[EXPLAIN_CALL_MAX + 16];

    given.at = place->at;
    given.warp.flow = place->flow;
    if (given.gpu == NULL)
        given.gpu = place->gpu;
    if (!answer_read(place->text, &given, &a, why)) {
        if (a.is_program && asked->program[0] == '\0')
            snprintf(asked->program, sizeof asked->program, "%s", why);
        not_understood(context, place->line, why);
        return;
    }
    snprintf(shown, sizeof shown, "%u: %s", place->line, place->written ? place->written : answer_shown(&a));
    if (place->note[0])
        text_note(a.e.note, sizeof a.e.note, place->note);
    if (a.has_values && asked->lane >= a.lanes)
        fprintf(asked->out, "%s, %s %u: it has %u\n", shown, answer_unit(&a), asked->lane, a.lanes);
    else
        show_line(&a, shown, asked->lane, asked->out);
    asked->found++;
}

static void listing(const char *path, const struct answer_options *given, unsigned lane)
{
    static struct asked asked;
    struct listing listing;
    size_t size, printed;
    char *text = take_file(path, LISTING_MAX, &size), *lines, *copy;

    asked = (struct asked){ .path = path, .given = *given, .lane = lane };
    asked.given.is_file = true;
    asked.out = open_memstream(&lines, &printed); /* of a program nothing is answered */
    if (asked.out == NULL)
        trouble("out of memory");
    size = text_plain(text, size);
    text[size] = '\0';
    copy = strdup(text); /* which the scan changes */
    if (copy == NULL)
        trouble("out of memory");
    listing_scan(text, size, given->gpu, &listing, found, not_understood, &asked);
    free(text);
    fclose(asked.out);
    if (asked.program[0] != '\0') {
        program_ask("ask", path, copy, given, lane, asked.program);
        free(lines);
        free(copy);
        return;
    }
    free(copy);
    fwrite(lines, 1, printed, stdout);
    free(lines);
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

/* ---- JSON, a query per line */

static const char *blank(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    return at;
}

/* A string without escapes. Returns where it ends, or NULL. */
static const char *string(const char *at, const char **from, size_t *length)
{
    if (*at != '"')
        return NULL;
    *from = ++at;
    while (*at != '"' && *at != '\\' && *at != '\0')
        at++;
    *length = (size_t)(at - *from);
    return *at == '"' ? at + 1 : NULL;
}

/* A number, or one in a string, such as "0xff". */
static const char *value(const char *at, uint64_t *number)
{
    const bool quoted = *at == '"';
    const bool minus = at[quoted] == '-'; /* a negative delta is a large one */

    at = number_scan(at + quoted + minus, number);
    if (at == NULL || (minus && *number > 0x80000000) || (quoted && *at != '"'))
        return NULL;
    if (minus)
        *number = -(uint32_t)*number;
    return at + quoted;
}

static void json_line(const char *line, size_t number)
{
    struct query q = { .lanes = 32, .active = ~UINT64_C(0) };
    struct json json = { .file = stdout };
    static const char *const names[] = { "b", "c", "lane", "active", "lanes", "network", "selects", NULL };
    enum { B, C, LANE, ACTIVE, LANES, NETWORK, SELECTS, FIELDS };
    uint64_t field[FIELDS] = { 0, 0, 0, ~UINT64_C(0), 32, 0, 0 };
    unsigned given = 0;
    bool mode = false;
    const char *at = blank(line), *key, *word;
    size_t length, word_length;

    if (*at != '{')
        misuse("ask: line %zu: expected {\"mode\": \"up\", \"b\": 1, \"c\": 0, \"lane\": 9}", number);
    do {
        int which = -1;

        at = string(blank(at + 1), &key, &length);
        at = at ? blank(at) : at;
        if (at == NULL || *at != ':')
            misuse("ask: line %zu: expected a name in quotes and a colon", number);
        at = blank(at + 1);
        for (int i = 0; i < FIELDS; i++)
            if (strlen(names[i]) == length && memcmp(names[i], key, length) == 0)
                which = i;
        if (length == 4 && memcmp(key, "mode", 4) == 0) {
            at = string(at, &word, &word_length);
            if (at == NULL || !mode_of(word, word_length, &q.mode))
                misuse("ask: line %zu: mode: expected \"idx\", \"up\", \"down\" or \"bfly\"", number);
            mode = true;
        } else if (which < 0)
            misuse("ask: line %zu: '%.*s': expected mode, b, c, lane, active, lanes, network or selects", number,
                   (int)(length < 30 ? length : 30), key);
        else if ((at = value(at, &field[which])) == NULL || (which < LANE && field[which] > UINT32_MAX))
            misuse("ask: line %zu: %s: expected a number%s", number, names[which], which < LANE ? " of 32 bits" : "");
        given |= which < 0 ? 0 : 1u << which;
        at = blank(at);
    } while (*at == ',');
    if (*at != '}' || *blank(at + 1) != '\0')
        misuse("ask: line %zu: expected , or } after a value, and nothing behind }", number);
    if (!mode || (given & 7) != 7)
        misuse("ask: line %zu: expected mode, b, c and lane", number);
    if (field[LANES] < 2 || field[LANES] > 64 || (field[LANES] & (field[LANES] - 1)) != 0)
        misuse("ask: line %zu: lanes: expected 2, 4, 8, 16, 32 or 64", number);
    q.lanes = (unsigned)field[LANES];
    if (field[LANE] >= q.lanes)
        misuse("ask: line %zu: lane: expected a number from 0 to %u", number, q.lanes - 1);
    if (given >> NETWORK & 1 && !trips_network_is_legal(field[NETWORK], q.lanes))
        misuse("ask: line %zu: network: expected a power of two from 2 to half of the lanes, %u", number, q.lanes / 2);
    if (field[SELECTS] > 1 || (field[SELECTS] && !field[NETWORK]))
        misuse("ask: line %zu: selects: expected 0, or with network 1", number);
    q.network = (unsigned)field[NETWORK];
    q.selects = field[SELECTS];
    q.b = (uint32_t)field[B];
    q.c = (uint32_t)field[C];
    q.lane = (unsigned)field[LANE];
    q.active = field[ACTIVE] & shfl_all_lanes(q.lanes);

    const struct explain *e = explain_query(&q);
    const bool in_range = e->out.in_range[q.lane], src_active = e->out.src_active >> q.lane & 1,
               executes = q.active >> q.lane & 1;

    json_open(&json, NULL, '{');
    json_number(&json, "lane", q.lane);
    json_bool(&json, "active", executes);
    json_number(&json, "src_lane", e->out.src_lane[q.lane]);
    json_bool(&json, "src_active", src_active);
    json_bool(&json, "in_range", in_range);
    json_text(&json, "rule", !executes ? "3.5" : !in_range ? "3.3" : !src_active ? "4" : "3.2");
    if (q.network)
        json_number(&json, "trips", trips_of_shfl(q.lanes, q.network, q.selects, &e->out));
    json_close(&json);
}

static void queries(void)
{
    char *line = NULL;
    size_t room = 0, number = 1;

    for (; getline(&line, &room, stdin) >= 0; number++)
        if (*blank(line) != '\0')
            json_line(line, number);
    free(line);
    if (ferror(stdin))
        trouble("ask: standard input cannot be read");
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
    const char *as_json = NULL, *file = NULL;
    struct answer_options given = { .gpu = NULL };
    static struct cli_warp warp;
    static struct answer a;
    const struct cli_option options[] = {
        { "listing", "FILE",
          "every shuffle of a file, a line each: a listing such as nvdisasm's, PTX, or a program; - is standard\n"
          "input",
          &file, NULL },
        { "json", NULL, "read queries in JSON, one per line, from standard input", &as_json, NULL },
        { "lanes", "N",
          "with MODE and the calls of sub-groups: 2, 4, 8, 16, 32 or 64 lanes (default 32); with --gpu the wave",
          &given.lanes, NULL },
        { "network", "N",
          "also how many trips this shuffle takes through a network of N:1 multiplexers, in a\n"
          "unit with NETWORK=N; a power of two, 2 to half of the lanes; with ,selects SELECTS=1",
          &given.network, NULL },
        { "gpu", "NAME", "an instruction of AMD's or a call of HIP's, for this GPU as LLVM names it, such as gfx90a",
          &given.gpu, NULL },
        { "address", "VALUE", "with --gpu: the address register of ds_bpermute_b32 or ds_permute_b32", &given.address,
          NULL },
        RVV_OPTIONS(&given),
        WARP_OPTIONS(&warp),
        LET_OPTION(&warp),
        BLOCK_OPTION(&given),
        { .name = NULL }
    };
    const int first = take_options(argc, argv, options, usage, note), count = argc - first;

    if (as_json != NULL && (count != 0 || file || given.lanes || given.network || warp.inits || warp.active))
        misuse("ask: --json: expected no other argument; the queries are read from standard input");
    if (as_json != NULL) {
        queries();
        return;
    }
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

    given.warp = warp_given(&warp);
    if (file != NULL) {
        const int last = given.block ? BLOCK_MAX - 1 : SHFL_LANES_MAX - 1;

        if (!number_read(argv[first], 0, (uint64_t)last, &lane))
            misuse("ask: LANE %s: expected a number from 0 to %d", argv[first], last);
        listing(file, &given, (unsigned)lane);
        return;
    }
    if (count == 2) {
        enum shfl_mode mode;

        if (mode_of(text, strlen(text), &mode))
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
            amd_text(&a.insn, shown);
            text = shown;
        }
    } else {
        if (warp.inits || given.gpu)
            misuse("ask: --%s and MODE B C: expected one of them", given.gpu ? "gpu" : "init");
        if (!answer_lanes(given.lanes, &a.e.lanes, why))
            misuse("ask: %s", why);
        if (!mode_of(text, strlen(text), &a.e.mode))
            misuse("ask: %s: expected idx, up, down or bfly", text);
        const uint32_t b = operand("B", argv[first + 1]), c = operand("C", argv[first + 2]);

        a.e.in.mode = a.e.mode;
        a.e.in.sb_is_imm = a.e.in.sc_is_imm = a.e.has_values = true;
        a.e.in.sb_imm = b & (a.e.lanes - 1);
        a.e.in.sc_imm = c & ((a.e.lanes << 8) - 1);
        if (!shuffle_active(&given.warp, &a.e, why) || !answer_explain(&a, &given, why))
            misuse("ask: %s", why);
        snprintf(shown, sizeof shown, "%s, b 0x%" PRIx32 ", c 0x%" PRIx32, shfl_mode_name[a.e.mode], b, c);
        text = shown;
    }
    if (!number_read(argv[argc - 1], 0, a.lanes - 1, &lane))
        misuse("ask: %s %.60s: expected a number from 0 to %u", a.family == ANSWER_RVV ? "ELEMENT" : "LANE",
               argv[argc - 1], a.lanes - 1);
    show_line(&a, text, (unsigned)lane, stdout);
}
