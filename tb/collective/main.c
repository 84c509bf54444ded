/* SPDX-License-Identifier: Apache-2.0 */
/* The units for vote, match and redux: RTL against golden model, warp by warp, and every handshake pin in every clock
 * cycle. Without names, all units.
 *
 *     collective_sim [--warps N] [--seed N] [UNIT ...]
 *     collective_sim --trace FILE.vcd [--warps N] [--seed N] UNIT        the ports, while warps stall now and then
 */
#include "unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/suite.h"
#include "trace.h"

#define TAGS 0xffff
#define INSIDE 16    /* more than the warps that a unit holds */
#define PATIENCE 300 /* clock cycles without a transfer after which a unit hangs */

struct want {
    uint64_t n;
    struct in in;
    struct out out;
};

/* ---- warps */

static uint64_t hash(uint64_t seed, uint64_t stream, uint64_t n) { return suite_hash(seed, stream, n); }

/* Warps, all of them where there are few. */
static uint64_t operands(const struct unit *unit)
{
    if (unit->kind == VOTE && unit->lanes <= 8)
        return (uint64_t)SHFL_VOTES << 2 * unit->lanes;
    return 0;
}

/* A mask of lanes: all, none, one, few, many or any. */
static uint64_t some_lanes(unsigned lanes, uint64_t r)
{
    const uint64_t all = shfl_all_lanes(lanes), any = hash(r, 1, 0);

    switch (r % 8) {
    case 0:
    case 1: return all;
    case 2: return r >> 8 & 7 ? UINT64_C(1) << any % lanes : 0;
    case 3: return all & ~(UINT64_C(1) << any % lanes);
    case 4: return all & any & hash(r, 2, 0) & hash(r, 3, 0);
    case 5: return all & (any | hash(r, 2, 0) | hash(r, 3, 0));
    default: return all & any;
    }
}

static void fill(const struct unit *unit, uint64_t seed, uint64_t n, struct in *in)
{
    const uint64_t r = hash(seed, 21, n), value = ~UINT64_C(0) >> (64 - unit->w), sign = UINT64_C(1) << (unit->w - 1);
    const unsigned lanes = unit->lanes;
    struct shfl_in *warp = &in->warp;

    memset(in, 0, sizeof *in);
    warp->active = some_lanes(lanes, r >> 32);
    in->p = some_lanes(lanes, hash(seed, 22, n));
    in->is_signed = r >> 8 & 1;
    switch (unit->kind) {
    case VOTE: in->op = (r & 0xff) % SHFL_VOTES; break;
    case MATCH:
    case MATCH_WORDS: in->op = unit->all ? r & 1 : SHFL_MATCH_ANY; break;
    case REDUX: in->op = (r & 0xff) % SHFL_REDUXES; break;
    case AND_VOTE:
        in->is_vote = r & 4;
        in->op = hash(seed, 24, n) % SHFL_VOTES;
        warp->mode = (enum shfl_mode)(hash(seed, 25, n) % SHFL_MODES);
        warp->sb_is_imm = r >> 5 & 1;
        warp->sc_is_imm = r >> 6 & 1;
        warp->sb_imm = (uint32_t)(r >> 10) % lanes;
        warp->sc_imm = (uint32_t)(r >> 16) % (lanes << 8);
        break;
    }
    if (operands(unit) > 0) { /* every op, p and active */
        in->op = n % SHFL_VOTES;
        in->p = n / SHFL_VOTES & shfl_all_lanes(lanes);
        warp->active = (n / SHFL_VOTES) >> lanes & shfl_all_lanes(lanes);
    }
    if (!unit->elect && (unit->kind == VOTE || unit->kind == AND_VOTE) && in->op == SHFL_VOTE_ELECT)
        in->op = SHFL_VOTE_EQ;

    const uint64_t any = hash(seed, 23, n), base = any % 4 == 0 ? 0 : any % 4 == 1 ? value : any;
    const unsigned distinct = 1 + (unsigned)(r >> 12) % 8; /* values, of which some differ in one bit */
    for (unsigned k = 0; k < lanes; k++) {
        const uint64_t lane = hash(seed, 24 + k, n), corner[] = { 0, 1, value, sign, sign - 1, sign | 1 };

        warp->sb[k] = (uint32_t)lane;
        warp->sc[k] = (uint32_t)(lane >> 32);
        if (unit->kind == MATCH || unit->kind == MATCH_WORDS) {
            const unsigned which = (unsigned)lane % distinct;
            warp->ra[k] = r >> 16 & 1 ? base ^ (which ? UINT64_C(1) << (any >> 8 * which) % unit->w : 0)
                                      : hash(any, which, 0);
        } else {
            warp->ra[k] = (r >> 20 & 3) == 0 ? corner[lane % 6] : lane;
        }
        warp->ra[k] &= value;
    }
}

static void expect(const struct unit *unit, const struct in *in, struct out *want)
{
    const struct shfl_in *warp = &in->warp;

    memset(want, 0, sizeof *want);
    if (unit->kind == REDUX) {
        struct shfl_redux_out out;
        shfl_redux(unit->lanes, (enum shfl_redux_op)in->op, in->is_signed, unit->w, warp->active, warp->ra, &out);
        want->rd[0] = out.rd;
        want->we = out.we;
    } else if (unit->kind == MATCH || unit->kind == MATCH_WORDS) {
        struct shfl_match_out out;
        shfl_match(unit->lanes, (enum shfl_match_op)in->op, unit->w, warp->active, warp->ra, &out);
        memcpy(want->rd, out.rd, unit->lanes * sizeof *out.rd);
        want->pu = unit->all ? out.pu : 0;
        want->we = out.we;
    } else if (unit->kind == VOTE || in->is_vote) {
        struct shfl_vote_out out;
        shfl_vote(unit->lanes, (enum shfl_vote_op)in->op, warp->active, in->p, &out);
        for (unsigned k = 0; k < (unit->kind == VOTE ? 1 : unit->lanes); k++)
            want->rd[k] = unit->kind == VOTE ? out.rd : out.rd & (~UINT64_C(0) >> (64 - unit->w));
        want->pu = out.pu;
        want->we = out.we;
    } else {
        const struct shfl_unit shuffle = { unit->lanes, SHFL_ZERO };
        struct shfl_out out;
        shfl_warp(&shuffle, warp, &out);
        memcpy(want->rd, out.rd, unit->lanes * sizeof *out.rd);
        want->pu = out.pu;
        want->we = out.we;
        want->src_active = out.src_active;
    }
}

/* ---- what the unit answers */

static bool agree(const struct unit *unit, const struct out *got, const struct want *want)
{
    const struct out *out = &want->out;

    if (got->tag != out->tag || got->we != out->we)
        return false;
    if (unit->kind != REDUX && (unit->all || unit->kind == VOTE || unit->kind == AND_VOTE) && got->pu != out->pu)
        return false;
    if (unit->kind == AND_VOTE && !want->in.is_vote && got->src_active != out->src_active)
        return false;
    for (unsigned k = 0; k < (unit->kind == VOTE || unit->kind == REDUX ? 1 : unit->lanes); k++)
        if (got->rd[k] != out->rd[k])
            return false;
    return true;
}

static void report(const struct unit *unit, const struct want *want, const struct out *got)
{
    static const char *const *const names[] = { shfl_vote_name, shfl_match_name, shfl_match_name, shfl_redux_name };
    const struct in *in = &want->in;
    const bool one = unit->kind == VOTE || unit->kind == REDUX;

    printf("FAIL  %s, warp %" PRIu64 ": ", unit->name, want->n);
    if (unit->kind != AND_VOTE)
        printf("%s%s", names[unit->kind][in->op], unit->kind == REDUX && in->is_signed ? ".S" : "");
    else
        printf("%s", in->is_vote ? shfl_vote_name[in->op] : shfl_mode_name[in->warp.mode]);
    printf("  active 0x%" PRIx64 "  p 0x%" PRIx64 "\n", in->warp.active, in->p);
    printf("    tag 0x%04" PRIx32 " got 0x%04" PRIx32 "  pu 0x%" PRIx64 " got 0x%" PRIx64 "  we 0x%" PRIx64
           " got 0x%" PRIx64 "\n",
           want->out.tag, got->tag, want->out.pu, got->pu, want->out.we, got->we);
    if (one)
        printf("    rd 0x%" PRIx64 " got 0x%" PRIx64 "\n", want->out.rd[0], got->rd[0]);
    for (unsigned k = 0; k < unit->lanes && unit->kind != VOTE; k++) {
        printf("    lane %2u  ra 0x%" PRIx64, k, in->warp.ra[k]);
        if (!one)
            printf("  rd 0x%" PRIx64 " got 0x%" PRIx64 "%s", want->out.rd[k], got->rd[k],
                   want->out.rd[k] != got->rd[k] ? " *" : "");
        putchar('\n');
    }
}

/* ---- a unit with one part of DEPTH registers, as R12.3.1 and R12.4.2 have it; others are only watched for hanging */

struct flow {
    bool valid[INSIDE]; /* [DEPTH], the last is the output */
};

static bool moves(const struct unit *unit, const struct flow *flow, const struct pins *pins)
{
    return pins->rst || pins->out_ready || (unit->depth > 0 && !flow->valid[unit->depth - 1]);
}

static bool pins_agree(const struct unit *unit, const struct flow *flow, const struct pins *pins)
{
    const bool result = pins->in_valid && (pins->in_last || unit->parts == 1) && !pins->rst;

    return pins->in_ready == (moves(unit, flow, pins) && !pins->rst)
        && pins->out_valid == (unit->depth > 0 ? flow->valid[unit->depth - 1] : result);
}

static void flow_edge(const struct unit *unit, struct flow *flow, const struct pins *pins)
{
    if (pins->rst) {
        memset(flow, 0, sizeof *flow);
    } else if (moves(unit, flow, pins)) {
        memmove(flow->valid + 1, flow->valid, sizeof flow->valid - sizeof *flow->valid);
        flow->valid[0] = pins->in_valid && pins->in_last;
    }
}

/* ---- a run */

/* Something is withheld: now and then, often, always, never, in phases. */
static bool withheld(uint64_t pattern, uint64_t chance)
{
    static const uint8_t of_256[8] = { 0, 0, 16, 64, 128, 192, 240, 255 };
    return (chance & 0xff) < of_256[pattern & 7];
}

/* The order of a warp's parts, without beats that have no active lane, or with them. Returns how many there are. */
static unsigned order(const struct unit *unit, const struct in *in, uint64_t r, unsigned part[])
{
    const bool in_beats = unit->kind == VOTE || unit->kind == REDUX;
    unsigned count = 0;

    for (unsigned i = 0; i < unit->parts; i++) {
        const uint64_t lanes = shfl_all_lanes(unit->ways) << (i * unit->ways % 64);
        if (!in_beats || unit->parts == 1 || in->warp.active & lanes || (r & 1))
            part[count++] = i;
    }
    if (count == 0)
        part[count++] = (unsigned)r % unit->parts;
    for (unsigned i = count - 1; i > 0 && r & 2; i--) { /* shuffled */
        const unsigned j = (unsigned)(hash(r, 3, i) % (i + 1)), kept = part[i];
        part[i] = part[j];
        part[j] = kept;
    }
    return count;
}

/* Trace: a file, or NULL. */
static bool run(const struct unit *unit, bool stalls, uint64_t seed, uint64_t warps, FILE *trace, uint64_t *cycles)
{
    static struct want inside[INSIDE];
    unsigned from = 0, count = 0; /* a ring of the warps inside */
    unsigned part[64], parts = 0, at = 0;
    uint64_t n = 0, cycle = 0, idle = 0;
    struct flow flow = { { false } };
    struct want coming = { 0 };

    while (n < warps || count > 0) {
        struct pins pins = { .rst = cycle < 2, .in_valid = n < warps, .out_ready = true };
        const uint64_t pattern = hash(seed, 6, cycle / 16), chance = hash(seed, 7, cycle);

        if (stalls && cycle >= 2) {
            pins.in_valid = pins.in_valid && !withheld(pattern, chance);
            pins.out_ready = !withheld(pattern >> 8, chance >> 8);
            pins.rst = (pattern >> 16 & 7) == 0 && (chance >> 16 & 31) == 0;
        }
        if (at == 0 && parts == 0 && n < warps) {
            coming.n = n;
            fill(unit, seed, n, &coming.in);
            expect(unit, &coming.in, &coming.out);
            coming.out.tag = (uint32_t)(n * 40503) & TAGS;
            parts = order(unit, &coming.in, hash(seed, 8, n), part);
        }
        if (pins.in_valid) { /* the tag of the last part counts */
            pins.in_last = at + 1 == parts;
            unit->drive(&coming.in, part[at], pins.in_last ? coming.out.tag : ~coming.out.tag);
        } else {
            struct in garbage;
            fill(unit, seed ^ cycle, ~n, &garbage);
            unit->drive(&garbage, 0, (uint32_t)cycle);
        }
        unit->settle(&pins);
        if (trace) {
            struct out now;
            unit->out(&now);
            trace_cycle(trace, unit, cycle, &pins, &coming.in, part[at], coming.out.tag, &now);
        }
        if (unit->exact && cycle > 0 && !pins_agree(unit, &flow, &pins)) {
            printf("FAIL  %s, warp %" PRIu64 ", clock cycle %" PRIu64 ": in_ready is %d, out_valid %d\n", unit->name, n,
                   cycle, pins.in_ready, pins.out_valid);
            return false;
        }

        const bool last_in = pins.in_valid && pins.in_ready && pins.in_last && !pins.rst;
        if (last_in) {
            if (count == INSIDE) {
                printf("FAIL  %s, warp %" PRIu64 ": %d warps are inside\n", unit->name, n, INSIDE);
                return false;
            }
            inside[(from + count++) % INSIDE] = coming;
        }
        if (pins.out_valid && cycle >= 2 && !pins.rst) {
            struct out got;
            unit->out(&got);
            const struct want *leaving = count > 0 ? &inside[from] : unit->depth == 0 ? &coming : NULL;
            if (!leaving) {
                printf("FAIL  %s, clock cycle %" PRIu64 ": a result, and no warp is inside\n", unit->name, cycle);
                return false;
            }
            if (!agree(unit, &got, leaving)) {
                report(unit, leaving, &got);
                return false;
            }
            if (pins.out_ready)
                from = (from + 1) % INSIDE, count--;
        }
        idle = (pins.in_valid && pins.in_ready) || (pins.out_valid && pins.out_ready) || pins.rst ? 0 : idle + 1;
        if (idle > PATIENCE) {
            printf("FAIL  %s, warp %" PRIu64 ": it hangs\n", unit->name, n);
            return false;
        }

        unit->edge();
        cycle++;
        flow_edge(unit, &flow, &pins);
        if (pins.rst) {
            count = 0;
            if (at > 0) /* the rest of the warp that had begun to arrive is not sent */
                n++, at = parts = 0;
        } else if (pins.in_valid && pins.in_ready) {
            at++;
            if (at == parts)
                n++, at = parts = 0;
        }
    }
    *cycles += cycle;
    return true;
}

/* Returns the exit status. */
static int traced(const struct unit *unit, uint64_t seed, uint64_t warps, const char *path)
{
    FILE *f = fopen(path, "w");
    uint64_t cycles = 0;

    if (!f) {
        fprintf(stderr, "collective_sim: %s: %s\n", path, strerror(errno));
        return 3;
    }
    trace_begin(f, unit);
    const bool agreed = run(unit, true, seed, warps, f, &cycles), failed = ferror(f);
    if (fclose(f) || failed) {
        fprintf(stderr, "collective_sim: %s: %s\n", path, strerror(errno));
        return 3;
    }
    if (agreed)
        printf("%" PRIu64 " warps in %" PRIu64 " clocks: %s\n", warps, cycles, path);
    return agreed ? 0 : 1;
}

static uint64_t number(const char *option, const char *text)
{
    char *end;
    uint64_t n;

    errno = 0;
    n = strtoull(text ? text : "", &end, 0);
    if (!text || *end || end == text || errno) {
        fprintf(stderr, "collective_sim: %s: expected a number\n", option);
        exit(2);
    }
    return n;
}

int main(int argc, char **argv)
{
    uint64_t warps = 20000, seed = 1;
    const char *path = NULL;
    bool failed = false;
    int i = 1;

    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--warps") == 0) {
            warps = number(argv[i], argv[i + 1]);
        } else if (strcmp(argv[i], "--seed") == 0) {
            seed = number(argv[i], argv[i + 1]);
        } else if (strcmp(argv[i], "--trace") == 0 && argv[i + 1]) {
            path = argv[i + 1];
        } else {
            fprintf(stderr, "collective_sim: %s: expected --warps, --seed, --trace FILE or the name of a unit\n",
                    argv[i]);
            return 2;
        }
    }
    for (int a = i; a < argc; a++) {
        const struct unit *const *u = units;
        while (*u && strcmp((*u)->name, argv[a]) != 0)
            u++;
        if (!*u) {
            fprintf(stderr, "collective_sim: %s: there is no such unit; there are", argv[a]);
            for (u = units; *u; u++)
                fprintf(stderr, " %s", (*u)->name);
            fprintf(stderr, "\n");
            return 2;
        }
    }
    if (path && argc != i + 1) {
        fprintf(stderr, "collective_sim: --trace: expected the name of one unit\n");
        return 2;
    }
    for (const struct unit *const *u = units; path && *u; u++)
        if (strcmp((*u)->name, argv[i]) == 0)
            return traced(*u, seed, warps, path);
    for (const struct unit *const *u = units; *u; u++) {
        const uint64_t all = operands(*u), of_unit = all > 0 ? all : warps;
        uint64_t cycles = 0, stalled = 0;
        bool asked = i == argc;

        for (int a = i; a < argc; a++)
            asked = asked || strcmp((*u)->name, argv[a]) == 0;
        if (!asked)
            continue;
        if (!run(*u, false, seed, of_unit, NULL, &cycles) || !run(*u, true, seed, of_unit / 4, NULL, &stalled)) {
            failed = true;
            continue;
        }
        printf("ok    %-28s %s%" PRIu64 " warps in %" PRIu64 " clocks, stalled %" PRIu64 "\n", (*u)->name,
               all > 0 ? "all " : "", of_unit, cycles, of_unit / 4);
    }
    return failed ? 1 : 0;
}
