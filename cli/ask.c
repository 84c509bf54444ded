/* SPDX-License-Identifier: Apache-2.0
 * ask - the command openshfl ask: one lane of one SHFL, in one line; any number of them as JSON; or a listing. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "cli/sass/network.h"
#include "cli/lib/number.h"
#include "cli/lib/trips.h"
#include "cli/files/files.h"
#include "cli/read/wave.h"

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
    "Print which lane a lane reads, whether that is in range and active, and the number of the rule, in one line.\n";
static const char note[] =
    "\n"
    "With --json every line of standard input is a query, and a line of standard output its result:\n"
    "  {\"mode\": \"up\", \"b\": 7, \"c\": 6147, \"lane\": 9}   also \"active\": \"0xffff\", \"lanes\": 32, "
    "\"network\": 8\n"
    "  {\"src_lane\": 9, \"in_range\": false, \"src_active\": true, \"executes\": true, \"rule\": \"3.3\"}\n"
    "With \"network\" also \"trips\", as with --network.\n"
    "The rules are those of docs/rules.md.\n";

/* A query of --json. */
struct query {
    unsigned lanes, lane;
    enum shfl_mode mode;
    uint32_t b, c;
    unsigned network; /* 0: none */
    uint64_t active;
};

/* The same operands in all lanes. */
static const struct explain *explain_query(const struct query *q)
{
    static struct explain e;
    char why[READ_WHY_MAX];

    e.lanes = q->lanes;
    e.network = q->network;
    e.mode = e.in.mode = q->mode;
    e.in.sb_is_imm = e.in.sc_is_imm = true;
    e.in.sb_imm = q->b & (q->lanes - 1);
    e.in.sc_imm = q->c & ((q->lanes << 8) - 1);
    e.in.active = q->active;
    shuffle_run(&e, why);
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

/* ---- in words */

static void print_reply(const char *shown, const struct explain *e, unsigned lane)
{
    const unsigned from = e->out.src_lane[lane];
    const bool in_range = e->out.in_range[lane], active = e->in.active >> lane & 1;
    const char *rule = !active ? "3.5" : !in_range ? "3.3" : "3.2", *own = from == lane ? " (its own)" : "";
    const enum explain_open open = explain_open(e, lane);
    char text[NETWORK_TEXT_MAX], name[64];

    if (e->c.kind) {
        collective_answer(e, shown, lane, stdout);
        return;
    }
    if (e->row)
        printf("%s, lane %u: ", shown, lane);
    else
        printf("%s, lane %u (index %u, clamp %u, segmask %s): ", shown, lane, e->out.index[lane], e->out.clamp[lane],
               explain_binary(e, e->out.segmask[lane], text));
    if (!active)
        printf("lane %u does not execute it, so it writes nothing", lane);
    else if (open == EXPLAIN_BEYOND)
        printf("undefined: %s", e->row->undefined);
    else if (open == EXPLAIN_OUTSIDE)
        printf("lane %u executes it and is no member of its mask: undefined by PTX; an H200 reads lane %u in straight "
               "code, and stops with an illegal instruction behind a branch",
               lane, from);
    else if (e->row)
        printf("reads lane %u%s, %s", from, e->other >> lane & 1 ? " of the other argument" : own,
               open == EXPLAIN_UNREAD ? "which does not execute: its value is undefined" : "which executes");
    else
        printf("reads lane %u%s, %s range, %s", from, own, in_range ? "in" : "out of",
               open == EXPLAIN_UNREAD    ? "source inactive: its value is undefined"
               : open == EXPLAIN_STRANGE ? "source no member of the mask: its value is undefined"
                                         : "source active");
    if (e->row)
        printf("; %s, %s", call_name(e->row, name), e->row->source);
    else
        printf("; docs/rules.md %s", open == EXPLAIN_OUTSIDE               ? "3.5"
                                     : open != EXPLAIN_DEFINED && in_range ? "4"
                                                                           : rule);
    if (e->network)
        printf("; %s", network_text(e->lanes, e->network, trips_of_shfl(e->lanes, e->network, &e->out), text));
    if (e->note[0])
        printf("; note: %s", e->note);
    putchar('\n');
}

/* The lanes depend on registers that are not given. */
static void needs(const struct explain *e, char why[READ_WHY_MAX])
{
    const char *name = explain_is_register(e->sb) ? e->sb : e->sc;
    const bool both = explain_is_register(e->sb) && explain_is_register(e->sc);

    snprintf(why, READ_WHY_MAX, "it depends on %s%s%s: give %s with --init %s=VALUE", name, both ? " and " : "",
             both ? e->sc : "", both ? "both" : "it", name);
}

static void one(const char *text, const struct cli_warp *options, bool has_lanes, struct explain *e, unsigned lane)
{
    const struct shuffle_options given = warp_given(options, has_lanes);
    char why[READ_WHY_MAX];

    if (!shuffle_read(text, &given, e, why))
        misuse("ask: %s", why);
    if (!e->has_values) {
        needs(e, why);
        misuse("ask: %s", why);
    }
    print_reply(e->call[0] ? e->call : e->text, e, lane);
}

/* ---- AMD's */

static struct amd_wave wave;
static struct amd_insn insn;

static void print_wave(const char *shown, unsigned lane)
{
    const struct shfl_amd_in *in = &insn.in;
    const bool valid = wave.out.valid >> lane & 1, executes = in->exec >> lane & 1;
    const bool src_active = wave.out.src_active >> lane & 1;
    const unsigned from = wave.out.src_lane[lane];

    printf("%s, lane %u of %u: ", shown, lane, wave.lanes);
    if (!executes && !(wave.out.we >> lane & 1))
        printf("it does not execute, so it writes nothing");
    else if (valid)
        printf("reads lane %u%s, which %s", from, from == lane ? " (its own)" : "",
               src_active ? "executes" : "does not execute");
    else
        printf("reads no lane");
    if (executes)
        switch (shfl_amd_what(in, lane, valid, src_active)) {
        case SHFL_AMD_KEEP: printf("; keeps what it had"); break;
        case SHFL_AMD_ZERO: printf("; gets 0"); break;
        default: break;
        }
    if (wave.open[lane])
        printf("; the documents leave this open: docs/amd.md 9.%u", wave.open[lane]);
    if (wave.note[0])
        printf("; note: %s", wave.note);
    putchar('\n');
}

/* Read it, and if it is understood, answer. */
static bool ask_wave(const char *text, const char *shown, const struct wave_options *given, unsigned lane,
                     char why[READ_WHY_MAX])
{
    static struct explain e;

    if (wave_is_collective(given->at ? given->at : text)) {
        if (!wave_read_collective(text, given, NULL, 0, &e, why))
            return false;
        if (lane >= e.lanes) {
            snprintf(why, READ_WHY_MAX, "LANE %u: expected a number from 0 to %u", lane, e.lanes - 1);
            return false;
        }
        collective_answer(&e, shown, lane, stdout);
        return true;
    }
    if (!wave_read(text, given, &wave, &insn, why))
        return false;
    if (lane >= wave.lanes) {
        snprintf(why, READ_WHY_MAX, "LANE %u: expected a number from 0 to %u", lane, wave.lanes - 1);
        return false;
    }
    print_wave(shown, lane);
    return true;
}

/* The name of a GPU that a listing has: gfx90a; NULL if there is none. */
static const char *gpu_of(const char *text, char name[16])
{
    enum shfl_amd_gen gen;

    for (const char *at = text; (at = strstr(at, "gfx")) != NULL; at += 3) {
        size_t length = 3;

        while (isalnum((unsigned char)at[length]))
            length++;
        snprintf(name, 16, "%.*s", (int)(length < 15 ? length : 15), at);
        if (amd_gen(name, &gen))
            return name;
    }
    return NULL;
}

/* ---- RISC-V's */

static void ask_rvv(const char *text, const char *element, struct rvv_options *given, const struct cli_warp *warp)
{
    static struct rvv r;
    char why[READ_WHY_MAX];
    uint64_t number;

    rvv_given(given, warp);
    if (!rvv_read(text, given, &r, why))
        misuse("ask: %s", why);
    if (!number_read(element, 0, r.elements - 1, &number))
        misuse("ask: ELEMENT %.60s: expected a number from 0 to %u", element, r.elements - 1);
    rvv_answer(&r, (unsigned)number, stdout);
}

/* ---- a listing: machine code, PTX, or a program */

enum { UNKNOWN_SHOWN = 3 };

/* Is it understood, but for what a register holds? */
static bool is_lacking(const char *why)
{
    return strstr(why, "--address is missing") != NULL || strstr(why, "depend on a scalar register") != NULL;
}

/* An answer, or why there is none for that lane. */
static void print_line(const char *shown, const struct explain *e, unsigned lane)
{
    char why[READ_WHY_MAX];

    if (lane >= e->lanes) {
        printf("%s, lane %u: it has %u lanes\n", shown, lane, e->lanes);
    } else if (e->has_values) {
        print_reply(shown, e, lane);
    } else {
        needs(e, why);
        printf("%s, lane %u: %s\n", shown, lane, why);
    }
}

/* What the lines of a listing are asked, and what becomes of them. */
struct asked {
    const char *path;
    const struct explain *base;
    struct wave_options *amd;
    bool is_hip; /* a GPU of AMD's is given: calls are HIP's */
    unsigned lane, found, unknown;
    bool has_amd;
    char first[UNKNOWN_SHOWN][READ_WHY_MAX];
};

static void listing_found(void *context, const struct listing_shfl *found)
{
    static struct explain e;
    struct asked *a = context;
    char shown[EXPLAIN_CALL_MAX + 16];

    a->found += found->e != NULL;
    if (found->e == NULL)
        return;
    e = *found->e;
    e.network = a->base->network;
    snprintf(shown, sizeof shown, "%u: %s", found->line, e.call[0] ? e.call : e.text);
    print_line(shown, &e, a->lane);
}

static void listing_unknown(void *context, unsigned line, const char *why)
{
    struct asked *a = context;

    if (a->unknown < UNKNOWN_SHOWN)
        snprintf(a->first[a->unknown], READ_WHY_MAX, "%s:%u: %.320s", a->path, line, why);
    a->unknown++;
}

/* Ask one instruction or call, and count what becomes of it. */
static void listing_ask(struct asked *a, unsigned line, const char *shown_from, int length, const char *text)
{
    char why[READ_WHY_MAX], shown[EXPLAIN_CALL_MAX + 16];

    while (length > 0 && isspace((unsigned char)shown_from[length - 1]))
        length--;
    snprintf(shown, sizeof shown, "%u: %.*s", line, length, shown_from);
    const bool answered = ask_wave(text, shown, a->amd, a->lane, why);
    if (!answered && is_lacking(why))
        printf("%s, lane %u: %s\n", shown, a->lane, why);
    if (answered || is_lacking(why))
        a->found++;
    else
        listing_unknown(a, line, why);
}

static bool listing_amd(void *context, unsigned line, char *text, const char *whole, const char *at)
{
    struct asked *a = context;
    const char *from = text + strspn(text, " \t"), *behind = text;
    const struct call_row *row;

    if (shuffle_is_amd(text)) {
        a->has_amd = true;
        if (a->amd->gpu == NULL)
            return shuffle_find(text, &behind) == NULL;
        listing_ask(a, line, from, (int)strcspn(from, ";/"), text);
        return true;
    }
    if (!a->is_hip || whole == NULL || (from = shuffle_find(text, &behind)) == NULL || !call_at(text, from, &row))
        return false;
    for (; from != NULL && call_at(text, from, &row); from = shuffle_find(behind, &behind)) {
        const char *open = strchr(from, '('), *end = open ? text_bracket(open) : NULL;

        a->amd->at = at + (from - text);
        listing_ask(a, line, from, end ? (int)(end - from) : (int)strcspn(from, ";"), whole);
    }
    a->amd->at = NULL;
    return true;
}

static void listing(const char *path, const struct cli_warp *options, struct wave_options *amd,
                    const struct explain *base, unsigned lane)
{
    static struct asked a;
    const struct listing_calls calls = { listing_found, listing_unknown, listing_amd, &a };
    const struct shuffle_options given = warp_given(options, false);
    struct listing what;
    size_t size;
    char *text = take_file(path, LISTING_MAX, &size), gpu[16];

    size = text_plain(text, size);
    text[size] = '\0';
    a = (struct asked){ .path = path, .base = base, .amd = amd, .is_hip = amd->gpu != NULL, .lane = lane };
    if (amd->gpu == NULL)
        amd->gpu = gpu_of(text, gpu);
    listing_scan(text, size, &given, &what, &calls);
    free(text);
    if (a.found == 0 && a.unknown == 0)
        misuse("ask: %s: no shuffle that is understood in its %u lines: SASS, PTX or calls%s", path, what.lines,
               a.has_amd ? "; AMD's need --gpu, such as --gpu gfx90a" : "");
    if (a.found == 0)
        misuse("ask: %s", a.first[0]);
    if (a.unknown)
        printf("%u line%s with a shuffle %s not understood:\n", a.unknown, a.unknown == 1 ? "" : "s",
               a.unknown == 1 ? "is" : "are");
    for (unsigned i = 0; i < a.unknown && i < UNKNOWN_SHOWN; i++)
        printf("  %s\n", a.first[i]);
    if (a.unknown > UNKNOWN_SHOWN)
        printf("  and %u more\n", a.unknown - UNKNOWN_SHOWN);
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
    static const char *const names[] = { "b", "c", "lane", "active", "lanes", "network", NULL };
    enum { B, C, LANE, ACTIVE, LANES, NETWORK, FIELDS };
    uint64_t field[FIELDS] = { 0, 0, 0, ~UINT64_C(0), 32, 0 };
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
            misuse("ask: line %zu: '%.*s': expected mode, b, c, lane, active, lanes or network", number,
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
    q.network = (unsigned)field[NETWORK];
    q.b = (uint32_t)field[B];
    q.c = (uint32_t)field[C];
    q.lane = (unsigned)field[LANE];
    q.active = field[ACTIVE] & shfl_all_lanes(q.lanes);

    const struct explain *e = explain_query(&q);
    const bool in_range = e->out.in_range[q.lane], src_active = e->out.src_active >> q.lane & 1,
               executes = q.active >> q.lane & 1;

    printf("{\"src_lane\": %u, \"in_range\": %s, \"src_active\": %s, \"executes\": %s, \"rule\": \"%s\"",
           e->out.src_lane[q.lane], in_range ? "true" : "false", src_active ? "true" : "false",
           executes ? "true" : "false",
           !executes     ? "3.5"
           : !in_range   ? "3.3"
           : !src_active ? "4"
                         : "3.2");
    if (q.network)
        printf(", \"trips\": %u", trips_of_shfl(q.lanes, q.network, &e->out));
    puts("}");
}

static void json(void)
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
    const char *lanes = NULL, *network = NULL, *as_json = NULL, *file = NULL, *gpu = NULL, *address = NULL;
    struct rvv_options rvv = { .vlen = NULL };
    static struct cli_warp warp;
    struct query q = { .lanes = 32 };
    static struct explain e;
    const struct cli_option options[] = {
        { "listing", "FILE",
          "every shuffle of a file, a line each: a listing such as nvdisasm's, PTX, or a program; - is standard\n"
          "input",
          &file, NULL },
        { "json", NULL, "read queries in JSON, one per line, from standard input", &as_json, NULL },
        { "lanes", "N",
          "a warp or sub-group of 2, 4, 8, 16, 32 or 64 lanes (default 32); with --gpu the wave, 32 or 64", &lanes,
          NULL },
        { "network", "N",
          "also how many trips this shuffle takes through a network of N:1 multiplexers, then\n"
          "LANES/N:1, in a unit with NETWORK=N; a power of two, 2 to half of the lanes",
          &network, NULL },
        { "gpu", "NAME", "an instruction of AMD's or a call of HIP's, for this GPU as LLVM names it, such as gfx90a",
          &gpu, NULL },
        { "address", "VALUE", "with --gpu: the address register of ds_bpermute_b32 or ds_permute_b32", &address, NULL },
        RVV_OPTIONS(&rvv),
        WARP_OPTIONS(&warp),
        LET_OPTION(&warp),
        { .name = NULL }
    };
    const int first = take_options(argc, argv, options, usage, note), count = argc - first;

    if (as_json != NULL && (count != 0 || file || lanes || network || warp.inits || warp.active))
        misuse("ask: --json: expected no other argument; the queries are read from standard input");
    if (as_json != NULL) {
        json();
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
    if (lanes != NULL && file != NULL && gpu == NULL)
        misuse("ask: --lanes %s: not with --listing, whose calls have warps of their languages' sizes", lanes);
    if (gpu != NULL && (network != NULL || count == 4 || warp.inits))
        misuse("ask: --gpu and %s: expected one of them", network ? "--network" : count == 4 ? "MODE B C" : "--init");
    if (address != NULL && gpu == NULL)
        misuse("ask: --address: expected --gpu, too, and ds_bpermute_b32 or ds_permute_b32");
    if (gpu == NULL)
        take_lanes("ask", lanes, &q.lanes);
    take_network("ask", network, q.lanes, &q.network);
    uint64_t lane;
    if (count == 2 && rvv_is(argv[first])) {
        if (lanes || network || gpu || warp.active)
            misuse("ask: --%s: not with RISC-V's vectors, whose options are --vtype, --vl, --vstart, --vlen and --init",
                   lanes     ? "lanes"
                   : network ? "network"
                   : gpu     ? "gpu"
                             : "active");
        ask_rvv(argv[first], argv[argc - 1], &rvv, &warp);
        return;
    }
    if (rvv.vtype || rvv.vl || rvv.vstart || rvv.vlen)
        misuse("ask: --vtype, --vl, --vstart and --vlen: expected an instruction of RISC-V's vectors with them");
    const unsigned last = gpu != NULL || file != NULL ? SHFL_LANES_MAX - 1 : q.lanes - 1;
    if (!number_read(argv[argc - 1], 0, last, &lane))
        misuse("ask: LANE %s: expected a number from 0 to %u", argv[argc - 1], last);
    q.lane = (unsigned)lane;
    e.lanes = q.lanes;
    e.network = q.network;
    struct wave_options amd = { gpu, lanes, warp.active, address, warp.let, warp.lets, NULL };
    char why[READ_WHY_MAX];
    if (file != NULL) {
        listing(file, &warp, &amd, &e, q.lane);
    } else if (gpu != NULL) {
        if (!ask_wave(argv[first], argv[first], &amd, q.lane, why))
            misuse("ask: %s", why);
    } else if (count == 2) {
        enum shfl_mode mode;

        if (mode_of(argv[first], strlen(argv[first]), &mode))
            misuse("ask: %s: expected three numbers behind it, B C LANE", argv[first]);
        one(argv[first], &warp, lanes != NULL, &e, q.lane);
    } else {
        char shown[80];
        uint64_t active = shfl_all_lanes(q.lanes);

        if (!mode_of(argv[first], strlen(argv[first]), &q.mode))
            misuse("ask: %s: expected idx, up, down or bfly", argv[first]);
        if (warp.inits)
            misuse("ask: --init: expected an instruction with it, not MODE B C");
        if (warp.active && !number_read(warp.active, 0, active, &active))
            misuse("ask: --active %s: expected a mask of %u lanes, such as 0xff", warp.active, q.lanes);
        q.active = active;
        q.b = operand("B", argv[first + 1]);
        q.c = operand("C", argv[first + 2]);
        snprintf(shown, sizeof shown, "%s, b 0x%" PRIx32 ", c 0x%" PRIx32, shfl_mode_name[q.mode], q.b, q.c);
        print_reply(shown, explain_query(&q), q.lane);
    }
}
