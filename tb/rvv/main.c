/* SPDX-License-Identifier: Apache-2.0 */
/* The units for RISC-V's vector permutations: RTL against golden model. An instruction is made of all its passes, in
 * any order, or of its beats; each is compared, and the group that they leave. Without names, all units.
 *
 *     rvv_sim [--instructions N] [--seed N] [UNIT ...]
 */
#include "unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lib/trips.h"
#include "tb/suite.h"

#define TAGS 0xffff
#define PASSES_MAX 64 /* of an instruction */
#define INSIDE 400    /* more than the passes or beats that a unit holds */
#define PATIENCE 300  /* clock cycles without a transfer after which a unit hangs */

static const char *const op_name[] = { "GATHER",    "GATHER_EI16", "GATHER_X",   "SLIDEUP",
                                       "SLIDEDOWN", "SLIDE1UP",    "SLIDE1DOWN", "COMPRESS" };

/* An instruction, with what it reads and writes. */
struct instruction {
    struct shfl_rvv_in in;
    unsigned lmul; /* vlmul: 4 is none */
    bool reserved;
    uint8_t v0[BYTES_MAX], vs1[BYTES_MAX * 8], vs2[BYTES_MAX * 8];
    uint8_t old[BYTES_MAX * 8], want[BYTES_MAX * 8], got[BYTES_MAX * 8];
    unsigned passes, order[PASSES_MAX]; /* a pass: 8 * dst_reg + src_reg; or the beats */
};

struct want {
    uint64_t n; /* of the instruction */
    unsigned at;
    bool last;
    struct pass pass;
    struct result result;
};

static unsigned per_clock(const struct unit *unit) { return unit->ways ? unit->ways : unit->lanes; }

static uint64_t hash(uint64_t seed, uint64_t stream, uint64_t n) { return suite_hash(seed, stream, n); }

static void bytes(uint64_t seed, uint64_t stream, uint8_t byte[], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        byte[i] = (uint8_t)(hash(seed, stream, i / 8) >> i % 8 * 8);
}

/* ---- instructions */

/* A number below limit, or near it, or near a multiple of n, or any. */
static uint64_t near(uint64_t r, uint64_t limit, uint64_t n)
{
    const uint64_t any = hash(r, 1, 0);

    switch (r % 8) {
    case 0: return any % 4;
    case 1: return limit - 2 + any % 4;
    case 2: return any % 9 * n + (any >> 32) % 3 - 1;
    case 3: return any >> any / 64 % 64;
    case 4: return any % limit | UINT64_C(1) << (any >> 32) % 64;
    default: return any % limit;
    }
}

static bool uniform(const struct shfl_rvv_in *in) { return in->op >= SHFL_RVV_GATHER_X && in->op < SHFL_RVV_COMPRESS; }

/* What a run consists of: instructions of any kind; slides and GATHER_X; COMPRESS of a register of bytes with selection n. */
enum kind { ANY, UNIFORM, SELECTIONS };

/* Instruction n; of ANY, reserved encodings now and then. */
static void make(const struct unit *unit, uint64_t seed, uint64_t n, enum kind kind, struct instruction *to)
{
    const uint64_t r = hash(seed, 1, n), s = hash(seed, 2, n), own = hash(seed, 3, n);
    const unsigned lanes = unit->lanes;
    struct shfl_rvv_in *in = &to->in;

    memset(to, 0, sizeof *to);
    in->op = (enum shfl_rvv_op)(kind == UNIFORM ? SHFL_RVV_GATHER_X + r % 5 : r % SHFL_RVV_OPS);
    in->vlen = 8 * lanes;
    in->sew = r >> 8 & 3;
    to->lmul = r >> 12 & 7;
    if ((r >> 16 & 31) != 0) /* mostly a legal one */
        while (to->lmul >= 4 && in->sew >= to->lmul % 4)
            to->lmul = (to->lmul + 3) % 8;
    to->reserved = to->lmul >= 4 && in->sew >= to->lmul % 4;
    in->lmul = to->lmul >= 4 ? (int)to->lmul - 8 : (int)to->lmul;
    if (in->lmul == -4)
        in->lmul = -3;

    const unsigned of_register = lanes >> in->sew;
    unsigned vlmax = shfl_rvv_vlmax(in);
    if (vlmax == 0) /* of a reserved encoding */
        vlmax = 1;
    in->vl = (unsigned)(r >> 24 & 3 ? near(r >> 28, vlmax, of_register) % (vlmax + 1) : vlmax);
    if ((s & 7) == 0) { /* also one that no element has */
        const unsigned vstarts = lanes * (unit->ways ? unit->regs : 8);
        in->vstart = (unsigned)near(s >> 8, vlmax, of_register) % (s >> 3 & 1 ? vstarts : vlmax);
    }
    in->vm = s >> 4 & 1;
    in->vta = s >> 5 & 1;
    in->vma = s >> 6 & 1;
    if (in->op == SHFL_RVV_COMPRESS && (s >> 40 & 15) != 0) {
        in->vm = true;
        in->vstart = 0;
    }
    in->x = near(hash(own, 1, 0), vlmax, of_register);
    if (in->op == SHFL_RVV_SLIDE1UP || in->op == SHFL_RVV_SLIDE1DOWN)
        in->x = hash(own, 2, 0);
    to->reserved |= (in->op == SHFL_RVV_GATHER_EI16 && in->sew == 0 && in->lmul == 3)
                 || (in->op == SHFL_RVV_COMPRESS && (!in->vm || in->vstart != 0));
    if (unit->ways)
        to->reserved |= in->op == SHFL_RVV_COMPRESS || (in->lmul > 0 && 1u << in->lmul > unit->regs);

    bytes(own, 3, to->v0, sizeof to->v0);
    bytes(own, 4, to->vs1, sizeof to->vs1);
    bytes(own, 5, to->vs2, sizeof to->vs2);
    bytes(own, 6, to->old, sizeof to->old);
    if (in->op == SHFL_RVV_COMPRESS && (s >> 44 & 3) == 0) /* all, or nearly, or none */
        memset(to->vs1, s >> 46 & 1 ? 0xff : 0, sizeof to->vs1 / (1 + (s >> 47 & 1)));
    if (in->op == SHFL_RVV_GATHER || in->op == SHFL_RVV_GATHER_EI16) { /* indices, many of them in range */
        const unsigned size = in->op == SHFL_RVV_GATHER ? 1u << in->sew : 2;
        for (unsigned i = 0; i < sizeof to->vs1 / size; i++) {
            const uint64_t index = near(hash(own, 7, i), vlmax, of_register);
            memcpy(to->vs1 + size * i, &index, size);
        }
    }
    if (kind == SELECTIONS) {
        *in = (struct shfl_rvv_in){
            .op = SHFL_RVV_COMPRESS, .vlen = 8 * lanes, .vl = lanes, .vm = true, .vta = s >> 5 & 1
        };
        to->lmul = 0;
        to->reserved = false;
        memcpy(to->vs1, &n, sizeof n);
    }
    in->v0 = to->v0;
    in->vs1 = to->vs1;
    in->vs2 = to->vs2;

    memcpy(to->got, to->old, sizeof to->old);
    memcpy(to->want, to->old, sizeof to->old);
    if (!to->reserved)
        shfl_rvv_execute(in, unit->agnostic, to->want);
    const unsigned registers = to->reserved ? 1 : shfl_rvv_registers(in);
    for (unsigned b = 0; unit->ways && b < registers * lanes / unit->ways; b++)
        to->order[to->passes++] = b;
    for (unsigned d = 0; !unit->ways && d < registers; d++)
        for (unsigned g = 0; g < registers; g++)
            to->order[to->passes++] = 8 * d + g;
    for (unsigned i = to->passes - 1; i > 0; i--) { /* shuffled */
        const unsigned j = (unsigned)(hash(own, 8, i) % (i + 1)), kept = to->order[i];
        to->order[i] = to->order[j];
        to->order[j] = kept;
    }
}

/* What belongs to the instruction, of a pass or beat as the unit is shown it; what does not count is random. */
static void show_all(const struct instruction *from, uint64_t garbage, struct pass *pass)
{
    const struct shfl_rvv_in *in = &from->in;

    *pass = (struct pass){ .op = in->op,
                           .sew = in->sew,
                           .lmul = from->lmul,
                           .vl = in->vl,
                           .vstart = in->vstart,
                           .vm = in->vm,
                           .vta = in->vta,
                           .vma = in->vma,
                           .x = in->x };
    pass->mask = hash(garbage, 1, 0);
    bytes(garbage, 2, pass->index, sizeof pass->index);
    for (unsigned w = 0; w < BYTES_MAX; w++)
        pass->wide[w] = hash(garbage, 4, w);
    if (in->op <= SHFL_RVV_GATHER_EI16)
        pass->x = hash(garbage, 3, 0);
}

/* A beat. Spec: docs/rvv.md 5.4. */
static void show_beat(const struct unit *unit, const struct instruction *from, unsigned beat, uint64_t garbage,
                      struct pass *pass)
{
    const struct shfl_rvv_in *in = &from->in;
    const unsigned size = in->op == SHFL_RVV_GATHER ? 1u << in->sew : 2;

    show_all(from, garbage, pass);
    pass->beat = beat;
    for (unsigned w = 0; w < unit->ways; w++) {
        const unsigned byte = unit->ways * beat + w, element = byte >> in->sew;
        const uint64_t one = UINT64_C(1) << w;

        if (!in->vm)
            pass->mask = mask_bit(from->v0, element) ? pass->mask | one : pass->mask & ~one;
        if (in->op <= SHFL_RVV_GATHER_EI16) {
            pass->wide[w] = 0;
            memcpy(&pass->wide[w], from->vs1 + size * element, size);
        }
        pass->ra[w] = in->vs2[byte];
    }
    pass->mask &= ~UINT64_C(0) >> (64 - unit->ways);
}

/* A pass. Spec: docs/rvv.md 5.1 and 5.2. */
static void show(const struct unit *unit, const struct instruction *from, unsigned d, unsigned s, uint64_t garbage,
                 struct pass *pass)
{
    show_all(from, garbage, pass);
    pass_operands(unit, &from->in, !from->reserved, d, s, pass);
    pass->mask &= ~UINT64_C(0) >> (64 - unit->lanes);
}

/* What a beat gives. Spec: docs/rvv.md 5.4. */
static void expect_beat(const struct unit *unit, const struct instruction *from, unsigned beat, struct result *result)
{
    memset(result, 0, sizeof *result);
    result->reserved = from->reserved;
    result->beat = beat;
    for (unsigned w = 0; w < unit->ways && !from->reserved; w++) {
        unsigned source = 0;
        const enum shfl_rvv_what what = shfl_rvv_source(&from->in, unit->ways * beat + w, &source);

        result->we |= (uint64_t)(what != SHFL_RVV_KEEP && (what != SHFL_RVV_AGNOSTIC || unit->agnostic)) << w;
        result->rd[w] = (uint8_t)(what == SHFL_RVV_BYTE     ? from->in.vs2[source]
                                  : what == SHFL_RVV_SCALAR ? from->in.x >> 8 * source
                                  : what == SHFL_RVV_ZERO   ? 0
                                                            : 0xff);
    }
}

/* What a pass gives, and the fewest and most trips that it makes. Spec: docs/rvv.md 5.2 and 5.5. */
static void expect(const struct unit *unit, const struct instruction *from, unsigned d, unsigned s,
                   struct result *result, uint64_t *least, uint64_t *most)
{
    const struct shfl_rvv_in *in = &from->in;
    const unsigned lanes = unit->lanes;
    uint8_t named[BYTES_MAX] = { 0 };
    uint64_t reads = 0;

    memset(result, 0, sizeof *result);
    result->reserved = from->reserved;
    *least = *most = 1;
    if (from->reserved)
        return;
    for (unsigned k = 0; k < lanes; k++) {
        unsigned source = 0;
        bool writes = false;

        switch (shfl_rvv_source(in, lanes * d + k, &source)) {
        case SHFL_RVV_KEEP: break;
        case SHFL_RVV_AGNOSTIC:
            writes = unit->agnostic && (in->op != SHFL_RVV_COMPRESS || s + 1 == shfl_rvv_registers(in));
            result->rd[k] = 0xff;
            break;
        case SHFL_RVV_ZERO: writes = true; break;
        case SHFL_RVV_SCALAR:
            writes = true;
            result->rd[k] = (uint8_t)(in->x >> 8 * source);
            break;
        case SHFL_RVV_BYTE:
            writes = source / lanes == s;
            result->rd[k] = in->vs2[source];
            named[k] = (uint8_t)(source % lanes);
            reads |= (uint64_t)writes << k;
        }
        result->we |= (uint64_t)writes << k;
    }
    if (unit->network == 0 || uniform(in))
        return;
    /* a first lane that reads nothing names any lane: the one of another lane, or one that nobody names */
    for (unsigned k = 0; k < unit->network; k++)
        for (unsigned i = k; i < lanes && !(reads >> k & 1); i += unit->network)
            if (reads >> i & 1) {
                named[k] = named[i];
                break;
            }
    *least = trips(lanes, unit->network, named, reads);
    *most = *least + (reads != ~UINT64_C(0) >> (64 - lanes));
}

/* ---- a run */

static bool agree(const struct unit *unit, const struct result *got, const struct result *want)
{
    if (got->tag != want->tag || got->reserved != want->reserved || got->we != want->we || got->beat != want->beat
        || got->last != want->last)
        return false;
    for (unsigned k = 0; k < per_clock(unit); k++)
        if ((want->we >> k & 1) && got->rd[k] != want->rd[k])
            return false;
    return true;
}

static void describe(const struct unit *unit, uint64_t n, const struct pass *pass)
{
    printf("FAIL  %s, instruction %" PRIu64 ": %s sew %u lmul %u vl %u vstart %u vm %u vta %u vma %u x 0x%" PRIx64
           " dst_reg %u src_reg %u beat %u mask 0x%" PRIx64 "\n",
           unit->name, n, op_name[pass->op], pass->sew, pass->lmul, pass->vl, pass->vstart, pass->vm, pass->vta,
           pass->vma, pass->x, pass->dst_reg, pass->src_reg, pass->beat, pass->mask);
}

static void report(const struct unit *unit, const struct want *want, const struct result *got)
{
    const struct result *result = &want->result;

    describe(unit, want->n, &want->pass);
    printf("    tag 0x%04" PRIx32 " got 0x%04" PRIx32 "  reserved %d got %d  we 0x%" PRIx64 " got 0x%" PRIx64 "\n",
           result->tag, got->tag, result->reserved, got->reserved, result->we, got->we);
    for (unsigned k = 0; k < per_clock(unit); k++)
        printf("    byte %2u  ra 0x%02x  index 0x%02x  rd 0x%02x got 0x%02x%s\n", k, want->pass.ra[k],
               want->pass.index[k], result->rd[k], got->rd[k],
               (result->we >> k & 1) && result->rd[k] != got->rd[k] ? " *" : "");
}

/* Something is withheld: now and then, often, always, never, in phases. */
static bool withheld(uint64_t pattern, uint64_t chance)
{
    static const uint8_t of_256[8] = { 0, 0, 16, 64, 128, 192, 240, 255 };
    return (chance & 0xff) < of_256[pattern & 7];
}

struct tally {
    uint64_t passes, cycles, least, most; /* least and most: clock cycles without a stall */
};

static bool run(const struct unit *unit, bool stalls, enum kind kind, uint64_t seed, uint64_t count,
                struct tally *tally)
{
    static struct instruction instruction, leaving;
    static struct want inside[INSIDE];
    unsigned from = 0, inside_count = 0; /* a ring of the passes inside */
    uint64_t n = 0, cycle = 0, idle = 0, made = 0, least = 1, most = 1, first_in = 0, last_out = 0;
    uint64_t leaving_n = ~UINT64_C(0); /* the instruction that leaves, */
    bool broken = false;               /* which a reset cut */
    unsigned at = 0;
    struct want coming = { 0 };

    memset(tally, 0, sizeof *tally);
    make(unit, seed, 0, kind, &instruction);
    while (n < count || inside_count > 0) {
        struct pins pins = { .rst = cycle < 2, .in_valid = n < count, .out_ready = true };
        const uint64_t pattern = hash(seed, 6, cycle / 16), chance = hash(seed, 7, cycle);

        if (stalls && cycle >= 2) {
            pins.in_valid = pins.in_valid && !withheld(pattern, chance);
            pins.out_ready = !withheld(pattern >> 8, chance >> 8);
            pins.rst = (pattern >> 16 & 7) == 0 && (chance >> 16 & 63) == 0;
        }
        if (n < count && made == 0) {
            const unsigned d = instruction.order[at] / 8, s = instruction.order[at] % 8;
            coming = (struct want){ 0 };
            coming.n = n;
            coming.at = at;
            coming.last = at + 1 == instruction.passes;
            if (unit->ways) {
                show_beat(unit, &instruction, instruction.order[at], hash(seed, 9 + n, at), &coming.pass);
                expect_beat(unit, &instruction, instruction.order[at], &coming.result);
                coming.pass.last = coming.result.last = coming.last;
            } else {
                show(unit, &instruction, d, s, hash(seed, 9 + n, at), &coming.pass);
                expect(unit, &instruction, d, s, &coming.result, &least, &most);
            }
            coming.pass.tag = coming.result.tag = (uint32_t)((n * PASSES_MAX + at) * 40503) & TAGS;
            made = 1;
        }
        if (pins.in_valid) {
            unit->drive(&coming.pass);
        } else {
            struct pass garbage;
            uint8_t *byte = (uint8_t *)&garbage;
            bytes(seed ^ cycle, 8, byte, sizeof garbage);
            garbage.beat = 0, garbage.last = cycle & 1, garbage.op &= 7, garbage.sew &= 3, garbage.lmul &= 7,
            garbage.vm &= 1, garbage.vta &= 1, garbage.vma &= 1;
            garbage.dst_reg &= 7, garbage.src_reg &= 7, garbage.vl %= 8 * unit->lanes,
                garbage.vstart %= 8 * unit->lanes;
            garbage.mask &= ~UINT64_C(0) >> (64 - per_clock(unit));
            unit->drive(&garbage);
        }
        unit->settle(&pins);

        const bool in = pins.in_valid && pins.in_ready && !pins.rst;
        if (in) {
            if (inside_count == INSIDE) {
                printf("FAIL  %s, instruction %" PRIu64 ": %d passes are inside\n", unit->name, n, INSIDE);
                return false;
            }
            inside[(from + inside_count++) % INSIDE] = coming;
            if (tally->passes++ == 0)
                first_in = cycle;
            tally->least += least;
            tally->most += most;
        }
        if (pins.out_valid && cycle >= 2 && !pins.rst) {
            struct result got;
            unit->out(&got);
            const struct want *want = inside_count > 0                ? &inside[from]
                                    : unit->depth == 0 && !unit->ways ? &coming
                                                                      : NULL;
            if (!want) {
                printf("FAIL  %s, clock cycle %" PRIu64 ": a result, and no pass is inside\n", unit->name, cycle);
                return false;
            }
            if (!agree(unit, &got, &want->result)) {
                report(unit, want, &got);
                return false;
            }
            if (pins.out_ready) {
                last_out = cycle;
                if (want->n != leaving_n) {
                    make(unit, seed, want->n, kind, &leaving);
                    leaving_n = want->n;
                    broken = want->at != 0;
                }
                for (unsigned k = 0; k < per_clock(unit); k++)
                    if (got.we >> k & 1)
                        leaving.got[unit->lanes * want->pass.dst_reg + unit->ways * want->pass.beat + k] = got.rd[k];
                if (want->last && !broken && memcmp(leaving.got, leaving.want, sizeof leaving.got) != 0) {
                    describe(unit, want->n, &want->pass);
                    printf("    the passes leave another group than the instruction\n");
                    return false;
                }
                from = (from + 1) % INSIDE, inside_count--;
            }
        }
        idle = in || (pins.out_valid && pins.out_ready) || pins.rst ? 0 : idle + 1;
        if (idle > PATIENCE) {
            printf("FAIL  %s, instruction %" PRIu64 ": it hangs\n", unit->name, n);
            return false;
        }

        unit->edge();
        cycle++;
        if (pins.rst) {
            inside_count = 0;
            broken = true;
        } else if (in) {
            made = 0;
            at++;
        }
        if (at == instruction.passes || (pins.rst && unit->ways && at > 0)) { /* a group in part is dropped in reset */
            made = at = 0;
            if (++n < count)
                make(unit, seed, n, kind, &instruction);
        }
    }
    tally->cycles = last_out - first_in + 1;
    tally->least += unit->depth;
    tally->most += unit->depth;
    if (!stalls && !unit->ways && (tally->cycles < tally->least || tally->cycles > tally->most)) {
        printf("FAIL  %s: %" PRIu64 " passes in %" PRIu64 " clock cycles; expected %" PRIu64 " to %" PRIu64 "\n",
               unit->name, tally->passes, tally->cycles, tally->least, tally->most);
        return false;
    }
    return true;
}

static uint64_t number(const char *option, const char *text)
{
    char *end;
    uint64_t n;

    errno = 0;
    n = strtoull(text ? text : "", &end, 0);
    if (!text || *end || end == text || errno) {
        fprintf(stderr, "rvv_sim: %s: expected a number\n", option);
        exit(2);
    }
    return n;
}

int main(int argc, char **argv)
{
    uint64_t instructions = 2000, seed = 1;
    bool failed = false;
    int i = 1;

    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--instructions") == 0) {
            instructions = number(argv[i], argv[i + 1]);
        } else if (strcmp(argv[i], "--seed") == 0) {
            seed = number(argv[i], argv[i + 1]);
        } else {
            fprintf(stderr, "rvv_sim: %s: expected --instructions, --seed or the name of a unit\n", argv[i]);
            return 2;
        }
    }
    for (int a = i; a < argc; a++) {
        const struct unit *const *u = units;
        while (*u && strcmp((*u)->name, argv[a]) != 0)
            u++;
        if (!*u) {
            fprintf(stderr, "rvv_sim: %s: there is no such unit; there are", argv[a]);
            for (u = units; *u; u++)
                fprintf(stderr, " %s", (*u)->name);
            fprintf(stderr, "\n");
            return 2;
        }
    }
    for (const struct unit *const *u = units; *u; u++) {
        struct tally flow, uniform_flow, stalled, selected = { 0 };
        const uint64_t selections = (*u)->ways || (*u)->lanes > 16 ? 0 : UINT64_C(1) << (*u)->lanes;
        bool asked = i == argc;

        for (int a = i; a < argc; a++)
            asked = asked || strcmp((*u)->name, argv[a]) == 0;
        if (!asked)
            continue;
        if (!run(*u, false, ANY, seed, instructions, &flow)
            || !run(*u, false, UNIFORM, seed ^ 1, instructions / 4, &uniform_flow)
            || !run(*u, true, ANY, seed, instructions / 2, &stalled)
            || (selections != 0
                && !run(*u, false, SELECTIONS, seed, selections < 4 * instructions ? selections : 4 * instructions,
                        &selected))) {
            failed = true;
            continue;
        }
        printf("ok    %-30s %" PRIu64 " passes in %" PRIu64 " clocks, of slides and GATHER_X %" PRIu64 " in %" PRIu64
               ", stalled %" PRIu64 ", selections %" PRIu64 "\n",
               (*u)->name, flow.passes, flow.cycles, uniform_flow.passes, uniform_flow.cycles, stalled.passes,
               selected.passes);
    }
    return failed ? 1 : 0;
}
