/* SPDX-License-Identifier: Apache-2.0 */
/* The signatures that a board should report, computed with the golden model. Spec: docs/use/board.md, "The suites".
 *
 *   expected LANES W WARPS KIND    KIND: 0 shfl, 1 shfl_banked, 2 shfl_amd_banked of gfx10
 *
 * prints "NAME WARPS SIGNATURE" for each suite, both numbers in hexadecimal. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/number.h"
#include "model/shfl_amd.h"

enum { UNIFORM, PER_LANE, MASKS, STALLS, SUITES };
enum { WHOLE, BANKED, AMD };
static const char *const names[SUITES] = { "uniform", "per-lane", "masks", "stalls" };

static uint32_t step(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

static uint64_t mixed(uint64_t signature, uint64_t result)
{
    const uint64_t feedback = (signature >> 63 ^ signature >> 62 ^ signature >> 60 ^ signature >> 59) & 1;

    return (signature << 1 | feedback) ^ result;
}

/* A suite on its way: the random numbers of shfl_board_generator.v. */
struct state {
    unsigned suite, lanes, bits, w, kind;
    uint32_t values, registers;           /* of the next lane */
    uint32_t warp_values, warp_registers; /* of the last lane of the warp before */
};

static bool uniform(const struct state *s) { return s->suite == UNIFORM; }

/* The lanes of a warp in the order in which they come: number, value, register, and whether it executes. */
struct lanes {
    unsigned number[SHFL_LANES_MAX];
    uint64_t active, ra[SHFL_LANES_MAX];
    uint32_t registers[SHFL_LANES_MAX];
};

static void lanes_of(struct state *s, struct lanes *lanes)
{
    const unsigned order = s->suite == STALLS && s->kind != WHOLE ? s->warp_registers >> 24 & (s->lanes - 1) : 0;
    const bool all = s->kind == AMD ? s->suite == PER_LANE : s->suite < MASKS;
    const bool dense = s->warp_registers >> 30 & 1;

    lanes->active = 0;
    for (unsigned i = 0; i < s->lanes; i++) {
        const unsigned k = i ^ order;
        const bool active = all || (s->registers >> 6 & 1) || (dense && (s->registers >> 7 & 1));

        lanes->number[i] = k;
        lanes->active |= (uint64_t)active << k;
        lanes->ra[k] = s->values & (UINT32_MAX >> (32 - s->w));
        lanes->registers[k] = s->registers;
        s->warp_values = s->values;
        s->warp_registers = s->registers;
        s->values = step(s->values);
        s->registers = step(s->registers);
    }
}

/* What the unit gives for a warp: of AMD, pu is reserved. */
struct results {
    uint64_t rd[SHFL_LANES_MAX], pu, we, src_active;
};

static bool shfl(struct state *s, uint32_t n, struct lanes *lanes, struct results *results)
{
    const struct shfl_unit unit = { s->lanes, SHFL_ZERO };
    const uint32_t of_warp = s->warp_registers, last = s->lanes - 1;
    struct shfl_in in = { .mode = (enum shfl_mode)(of_warp & 3) };
    struct shfl_out out;

    if (uniform(s)) {
        in.mode = (enum shfl_mode)(n >> 3 * s->bits);
        in.sb_is_imm = in.sc_is_imm = true;
        in.sb_imm = n & last;
        in.sc_imm = (n >> 2 * s->bits & last) << 8 | (n >> s->bits & last);
    } else {
        in.sb_is_imm = s->suite != PER_LANE && (of_warp >> 2 & 1);
        in.sc_is_imm = s->suite != PER_LANE && (of_warp >> 3 & 1);
        in.sb_imm = of_warp >> 4 & last;
        in.sc_imm = of_warp >> 10 & ((s->lanes << 8) - 1);
    }
    lanes_of(s, lanes);
    in.active = lanes->active;
    for (unsigned k = 0; k < s->lanes; k++) {
        in.ra[k] = lanes->ra[k];
        in.sb[k] = lanes->registers[k];
        in.sc[k] = lanes->registers[k] >> 15 | lanes->registers[k] << 17;
    }
    if (shfl_warp(&unit, &in, &out) != 0)
        return false;
    memcpy(results->rd, out.rd, sizeof out.rd);
    results->pu = out.pu;
    results->we = out.we;
    results->src_active = out.src_active;
    return true;
}

/* Of AMD, control is as wide as the operation's, and rd of a lane that does not write is 0. */
static bool amd(struct state *s, uint32_t n, struct lanes *lanes, struct results *results)
{
    static const enum shfl_amd_op ops[] = { SHFL_AMD_DPP16,      SHFL_AMD_DPP8,       SHFL_AMD_SWIZZLE,
                                            SHFL_AMD_BPERMUTE,   SHFL_AMD_READLANE,   SHFL_AMD_WRITELANE,
                                            SHFL_AMD_PERMLANE16, SHFL_AMD_PERMLANEX16 };
    static const unsigned widths[] = { 9, 24, 16, 16, 32, 32, 64, 64 };
    static const unsigned by_number[] = { 4, 5, 6, 1 };
    const struct shfl_amd_unit unit = { s->lanes, SHFL_AMD_GFX10 };
    const uint32_t of_warp = s->warp_registers;
    const uint64_t random = (uint64_t)of_warp << 32 | s->warp_values;
    const unsigned which = s->suite == PER_LANE ? 3
                         : !uniform(s)          ? of_warp & 7
                         : n < 1u << 16         ? 2
                         : !(n >> 15 & 1)       ? 0
                                                : by_number[n >> 13 & 3];
    struct shfl_amd_in in = { .op = ops[which], .control = random };
    struct shfl_amd_out out = { .valid = 0 };
    uint32_t bits = of_warp >> 3; /* fi, bc, two of row_mask, four of bank_mask */

    if (uniform(s)) {
        const uint32_t bank = n >> 13 & 3;

        bits = (n >> 9 & 15) | (bank << 2 | (bank ^ 3)) << 4;
        if (which == 0 || which == 2)
            in.control = n;
    }
    in.control &= ~UINT64_C(0) >> (64 - widths[which]);
    in.fi = (bits & 1) && (which < 2 || which > 5);
    in.bc = bits >> 1 & 1;
    in.row_mask = bits >> 2 & 3;
    in.bank_mask = bits >> 4 & 15;
    lanes_of(s, lanes);
    in.exec = lanes->active;
    memcpy(in.src, lanes->ra, sizeof in.src);
    memcpy(in.addr, lanes->registers, sizeof in.addr);
    memset(results, 0, sizeof *results);
    if (shfl_amd_warp(&unit, &in, &out) != SHFL_AMD_LEGAL) {
        results->pu = shfl_all_lanes(s->lanes);
        return shfl_amd_check(&unit, &in) == SHFL_AMD_RESERVED;
    }
    for (unsigned k = 0; k < s->lanes; k++)
        results->rd[k] = out.we >> k & 1 ? out.rd[k] : 0;
    results->we = out.we;
    results->src_active = out.src_active;
    return true;
}

static int run(struct state *s, uint32_t warps)
{
    uint64_t signature = 0;

    for (uint32_t n = 0; n < warps; n++) {
        struct lanes lanes;
        struct results results;

        if (!(s->kind == AMD ? amd : shfl)(s, n, &lanes, &results)) {
            fprintf(stderr, "expected: the model refuses warp %" PRIu32 " of suite %s\n", n, names[s->suite]);
            return 1;
        }
        for (unsigned i = 0; i < s->lanes; i++) {
            const unsigned k = lanes.number[i];
            const uint64_t place = (uint64_t)((n & 0xff) << s->bits | k);
            const uint64_t side = place << 4 | (uint64_t)(i == s->lanes - 1) << 3 | (results.pu >> k & 1) << 2
                                | (results.we >> k & 1) << 1 | (results.src_active >> k & 1);

            signature = mixed(signature, side << 32 | results.rd[k]);
        }
    }
    printf("%s %" PRIx32 " %016" PRIx64 "\n", names[s->suite], warps, signature);
    return 0;
}

int main(int argc, char **argv)
{
    uint64_t lanes, w, warps, kind;

    if (argc != 5 || !number_read(argv[1], 2, 32, &lanes) || (lanes & (lanes - 1)) || !number_read(argv[2], 1, 32, &w)
        || !number_read(argv[3], 1, 0xfffff, &warps) || !number_read(argv[4], WHOLE, AMD, &kind)
        || (kind == AMD && lanes != 32)) {
        fprintf(stderr, "expected LANES W WARPS KIND: 2, 4, 8, 16 or 32, of AMD 32; 1 to 32; 1 to 1048575; 0 to 2\n");
        return 2;
    }
    for (unsigned suite = 0; suite < SUITES; suite++) {
        const uint32_t n = (uint32_t)(suite == UNIFORM ? 4 * lanes * lanes * lanes : warps);
        struct state state = { .suite = suite, .lanes = (unsigned)lanes, .w = (unsigned)w, .kind = (unsigned)kind };

        while (1u << state.bits < lanes)
            state.bits++;
        state.values = state.warp_values = 0x2545f491;
        state.warp_registers = 0x9e3779b9;
        state.registers = state.warp_registers ^ suite;
        if (run(&state, n) != 0)
            return 1;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
