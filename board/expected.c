/* SPDX-License-Identifier: Apache-2.0 */
/* The signatures that a board should report, computed with the golden model. Spec: docs/use/board.md, "The suites".
 *
 *   expected LANES W WARPS KIND    KIND: 0 shfl, 1 shfl_banked
 *
 * prints "NAME WARPS SIGNATURE" for each suite, both numbers in hexadecimal. */
#include <inttypes.h>
#include <stdio.h>

#include "lib/number.h"
#include "model/shfl.h"

enum { UNIFORM, PER_LANE, MASKS, STALLS, SUITES };
enum { WHOLE, BANKED };
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
    uint32_t values, registers; /* of the next lane */
    uint32_t warp_registers;    /* of the last lane of the warp before */
};

/* The lanes of a warp in the order in which they come: number, value, register, and whether it executes. */
struct lanes {
    unsigned number[SHFL_LANES_MAX];
    uint64_t active, ra[SHFL_LANES_MAX];
    uint32_t registers[SHFL_LANES_MAX];
};

static void lanes_of(struct state *s, struct lanes *lanes)
{
    const unsigned order = s->suite == STALLS && s->kind != WHOLE ? s->warp_registers >> 24 & (s->lanes - 1) : 0;
    const bool all = s->suite < MASKS;
    const bool dense = s->warp_registers >> 30 & 1;

    lanes->active = 0;
    for (unsigned i = 0; i < s->lanes; i++) {
        const unsigned k = i ^ order;
        const bool active = all || (s->registers >> 6 & 1) || (dense && (s->registers >> 7 & 1));

        lanes->number[i] = k;
        lanes->active |= (uint64_t)active << k;
        lanes->ra[k] = s->values & (UINT32_MAX >> (32 - s->w));
        lanes->registers[k] = s->registers;
        s->warp_registers = s->registers;
        s->values = step(s->values);
        s->registers = step(s->registers);
    }
}

static void shfl(struct state *s, uint32_t n, struct lanes *lanes, struct shfl_out *out)
{
    const struct shfl_unit unit = { s->lanes, SHFL_ZERO };
    const uint32_t of_warp = s->warp_registers, last = s->lanes - 1;
    struct shfl_in in = { .mode = (enum shfl_mode)(of_warp & 3) };

    if (s->suite == UNIFORM) {
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
    shfl_warp(&unit, &in, out);
}

static void run(struct state *s, uint32_t warps)
{
    uint64_t signature = 0;

    for (uint32_t n = 0; n < warps; n++) {
        struct lanes lanes;
        struct shfl_out results;

        shfl(s, n, &lanes, &results);
        for (unsigned i = 0; i < s->lanes; i++) {
            const unsigned k = lanes.number[i];
            const uint64_t place = (uint64_t)((n & 0xff) << s->bits | k);
            const uint64_t side = place << 4 | (uint64_t)(i == s->lanes - 1) << 3 | (results.pu >> k & 1) << 2
                                | (results.we >> k & 1) << 1 | (results.src_active >> k & 1);

            signature = mixed(signature, side << 32 | results.rd[k]);
        }
    }
    printf("%s %" PRIx32 " %016" PRIx64 "\n", names[s->suite], warps, signature);
}

int main(int argc, char **argv)
{
    uint64_t lanes, w, warps, kind;

    if (argc != 5 || !number_read(argv[1], 2, 32, &lanes) || (lanes & (lanes - 1)) || !number_read(argv[2], 1, 32, &w)
        || !number_read(argv[3], 1, 0xfffff, &warps) || !number_read(argv[4], WHOLE, BANKED, &kind)) {
        fprintf(stderr, "expected LANES W WARPS KIND: 2, 4, 8, 16 or 32; 1 to 32; 1 to 1048575; 0 or 1\n");
        return 2;
    }
    for (unsigned suite = 0; suite < SUITES; suite++) {
        const uint32_t n = (uint32_t)(suite == UNIFORM ? 4 * lanes * lanes * lanes : warps);
        struct state state = { .suite = suite, .lanes = (unsigned)lanes, .w = (unsigned)w, .kind = (unsigned)kind };

        while (1u << state.bits < lanes)
            state.bits++;
        state.values = 0x2545f491;
        state.warp_registers = 0x9e3779b9;
        state.registers = state.warp_registers ^ suite;
        run(&state, n);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
