/* SPDX-License-Identifier: Apache-2.0
 * ask - the command openshfl ask: one lane of one SHFL, in one line; any number of them as JSON; or a listing. */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "cli/sass/intrinsic.h"
#include "cli/sass/network.h"
#include "cli/lib/number.h"
#include "cli/lib/trips.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LISTING_MAX = 1 << 28 };

static const char usage[] =
    "Usage: openshfl ask MODE B C LANE [option ...]                        such as: openshfl ask up 7 0x1803 9\n"
    "       openshfl ask 'SHFL.UP PT, R2, R1, 0x7, 0x1803' LANE [option ...]\n"
    "       openshfl ask '__shfl_up_sync(0xffff, v, 1, 8)' LANE\n"
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

struct query {
    unsigned lanes, lane;
    enum shfl_mode mode;
    uint32_t b, c;
    const uint32_t *b_by_lane, *c_by_lane; /* of a register; NULL: b or c in all lanes */
    unsigned network;                      /* 0: none */
    uint64_t active;
    bool members; /* active is CUDA's member mask */
};

struct reply {
    unsigned src_lane;
    bool in_range, src_active, executes;
    const char *rule;
    unsigned trips; /* 0: no network */
    struct shfl_out out;
};

static void reply_to(const struct query *q, struct reply *r)
{
    const struct shfl_unit unit = { q->lanes, SHFL_ZERO };
    static struct shfl_in in;

    in.mode = q->mode;
    in.sb_is_imm = q->b_by_lane == NULL;
    in.sc_is_imm = q->c_by_lane == NULL;
    if (q->b_by_lane != NULL)
        memcpy(in.sb, q->b_by_lane, q->lanes * sizeof *in.sb);
    if (q->c_by_lane != NULL)
        memcpy(in.sc, q->c_by_lane, q->lanes * sizeof *in.sc);
    in.sb_imm = q->b & (q->lanes - 1);
    in.sc_imm = q->c & ((q->lanes << 8) - 1);
    in.active = q->active;
    shfl_warp(&unit, &in, &r->out);
    r->src_lane = r->out.src_lane[q->lane];
    r->in_range = r->out.in_range[q->lane];
    r->src_active = r->out.src_active >> q->lane & 1;
    r->executes = q->active >> q->lane & 1;
    r->trips = q->network ? trips_of_shfl(q->lanes, q->network, &r->out) : 0;
    r->rule = !r->executes ? "3.5" : !r->in_range ? "3.3" : !r->src_active ? "4" : "3.2";
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

static void print_reply(const char *shown, const struct query *q, const char *condition)
{
    struct reply r;
    char segmask[8], trips[NETWORK_TEXT_MAX];
    const unsigned all = q->lanes - 1;
    unsigned n = 0;

    reply_to(q, &r);
    for (unsigned bit = q->lanes / 2; bit > 0; bit /= 2)
        segmask[n++] = q->c >> 8 & bit ? '1' : '0';
    segmask[n] = '\0';
    printf("%s, lane %u (index %u, clamp %u, segmask %s): ", shown, q->lane, q->b & all, q->c & all, segmask);
    if (!r.executes)
        printf("lane %u is %s, so it writes nothing", q->lane, q->members ? "no member" : "inactive");
    else
        printf("reads lane %u%s, %s range, %s", r.src_lane, r.src_lane == q->lane ? " (its own)" : "",
               r.in_range ? "in" : "out of",
               r.src_active ? "source active"
               : q->members ? "source no member: its value is undefined"
                            : "source inactive: its value is undefined");
    printf("%s; docs/rules.md %s", condition, r.rule);
    if (q->network)
        printf("; %s", network_text(q->lanes, q->network, r.trips, trips));
    putchar('\n');
}

/* ---- an instruction */

/* The query of an instruction in a lane; or why says what is not known. */
static bool from_insn(const struct sass_program *program, const struct sass_warp *warp, struct query *q,
                      char condition[40], char why[240])
{
    const struct sass_insn *insn = &program->insn[0];
    uint32_t *const operand[] = { &q->b, &q->c };
    const uint32_t **const by_lane[] = { &q->b_by_lane, &q->c_by_lane };

    for (unsigned i = 0; i < 2; i++) {
        const struct sass_source *from = &insn->source[1 + i];

        *by_lane[i] = from->is_imm ? NULL : warp->r[from->reg];
        if (from->is_imm)
            *operand[i] = from->imm;
        else if (from->reg == SASS_RZ || warp->written[from->reg])
            *operand[i] = warp->r[from->reg][q->lane];
        else {
            char name[SASS_NAME_MAX];

            sass_register_name(program, from->reg, name);
            snprintf(why, 240, "it depends on %s: give it with --init %s=VALUE", name, name);
            return false;
        }
    }
    q->mode = (enum shfl_mode)insn->modifier;
    condition[0] = '\0';
    if (warp->p_written >> insn->guard.number & 1)
        q->active &= insn->guard.negated ? ~warp->p[insn->guard.number] : warp->p[insn->guard.number];
    else if (insn->guard.number != SASS_PT)
        snprintf(condition, 40, ", if @%sP%u holds", insn->guard.negated ? "!" : "", insn->guard.number);
    else if (insn->guard.negated)
        q->active = 0;
    return true;
}

static struct sass_program program;

static void set_up(const struct cli_warp *options, struct sass_warp *warp)
{
    memset(warp, 0, sizeof *warp);
    take_warp("ask", options, &program, warp);
}

static void one(const char *text, const struct cli_warp *options, struct query *q)
{
    static struct sass_warp warp;
    struct intrinsic intrinsic = { .has_mask = false };
    struct sass_error error;
    char condition[40], why[240];
    const bool call = strstr(text, "__shfl") != NULL;

    if (mode_of(text, strlen(text), &q->mode))
        misuse("ask: %s: expected three numbers behind it, B C LANE", text);
    if (!call && strstr(text, "SHFL") == NULL)
        misuse("ask: '%.60s': expected one SHFL, such as 'SHFL.UP PT, R2, R1, 1, 0x1800', or a call of CUDA's, such as "
               "'__shfl_up_sync(m, v, 1, 8)'",
               text);
    if (call && !intrinsic_parse(text, &intrinsic, why))
        misuse("ask: %s", why);
    const char *sass = call ? intrinsic.sass : text;
    if (!sass_parse(sass, strlen(sass), &program, &error))
        misuse("ask: column %u: %s", error.column, error.text);
    if (program.count != 1 || program.insn[0].op != SASS_SHFL)
        misuse("ask: '%.60s': expected one SHFL, such as 'SHFL.UP P1, R2, R1, 1, 0x1800'", text);
    set_up(options, &warp);
    if (intrinsic.init[0] != '\0' && !sass_init(&program, intrinsic.init, &warp, why))
        misuse("ask: %s", why);
    q->members = intrinsic.has_mask && !options->active;
    q->active = q->members ? intrinsic.mask : warp.active;
    if (!from_insn(&program, &warp, q, condition, why))
        misuse("ask: %s", why);
    print_reply(text, q, condition);
}

/* ---- a listing */

static void listing(const char *path, const struct cli_warp *options, const struct query *base)
{
    static struct sass_warp warp;
    size_t size;
    char *text = take_file(path, LISTING_MAX, &size), *end;
    unsigned found = 0, number = 1;

    for (char *line = text; line < text + size; line = end + 1, number++) {
        struct query q = *base;
        struct sass_error error;
        char condition[40], why[240], shown[160];

        end = line + strcspn(line, "\n");
        *end = '\0';
        if (strstr(line, "SHFL") == NULL)
            continue;
        if (!sass_parse(line, (size_t)(end - line), &program, &error))
            misuse("ask: %s:%u:%u: %s", path, number, error.column, error.text);
        if (program.count != 1 || program.insn[0].op != SASS_SHFL)
            continue;
        set_up(options, &warp);
        q.active = warp.active;
        snprintf(shown, sizeof shown, "%u: %.*s", number, (int)program.insn[0].length, line + program.insn[0].text);
        if (from_insn(&program, &warp, &q, condition, why))
            print_reply(shown, &q, condition);
        else
            printf("%s, lane %u: %s\n", shown, q.lane, why);
        found++;
    }
    free(text);
    if (found == 0)
        misuse("ask: %s: there is no SHFL in it", path);
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

    struct reply r;
    reply_to(&q, &r);
    printf("{\"src_lane\": %u, \"in_range\": %s, \"src_active\": %s, \"executes\": %s, \"rule\": \"%s\"", r.src_lane,
           r.in_range ? "true" : "false", r.src_active ? "true" : "false", r.executes ? "true" : "false", r.rule);
    if (q.network)
        printf(", \"trips\": %u", r.trips);
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
    const char *lanes = NULL, *network = NULL, *as_json = NULL, *file = NULL;
    static struct cli_warp warp;
    struct query q = { .lanes = 32 };
    const struct cli_option options[] = {
        { "listing", "FILE", "every SHFL of a listing, such as nvdisasm's; - is standard input", &file, NULL },
        { "json", NULL, "read queries in JSON, one per line, from standard input", &as_json, NULL },
        { "lanes", "N", "with MODE: a warp of 2, 4, 8, 16, 32 or 64 lanes (default 32)", &lanes, NULL },
        { "network", "N",
          "also how many trips this shuffle takes through a network of N:1 multiplexers, then\n"
          "LANES/N:1, in a unit with NETWORK=N; a power of two, 2 to half of the lanes",
          &network, NULL },
        WARP_OPTIONS(&warp),
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
    if (lanes != NULL && count != 4)
        misuse("ask: --lanes %s: expected MODE B C LANE with it", lanes);
    take_lanes("ask", lanes, &q.lanes);
    take_network("ask", network, q.lanes, &q.network);
    uint64_t lane;
    if (!number_read(argv[argc - 1], 0, q.lanes - 1, &lane))
        misuse("ask: LANE %s: expected a number from 0 to %u", argv[argc - 1], q.lanes - 1);
    q.lane = (unsigned)lane;
    if (file != NULL)
        listing(file, &warp, &q);
    else if (count == 2)
        one(argv[first], &warp, &q);
    else {
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
        print_reply(shown, &q, "");
    }
}
