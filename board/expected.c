/* SPDX-License-Identifier: Apache-2.0 */
/* The signatures that a board should report, computed with the golden model. Spec: docs/use/board.md, "The suites".
 *
 *   expected LANES W WARPS ANY     ANY is 1 for shfl_banked: lanes in any order in the suite of stalls
 *
 * prints "NAME WARPS SIGNATURE" for each suite, both numbers in hexadecimal. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/lib/number.h"
#include "model/shfl.h"

enum { UNIFORM, PER_LANE, MASKS, STALLS, SUITES };
static const char *const names[SUITES] = {"uniform", "per-lane", "masks", "stalls"};

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

/* The lanes of warp N of a suite, in the order in which they come: their numbers go to lane. */
static void operands(unsigned suite, uint32_t n, unsigned lanes, unsigned w, bool any, uint32_t *values,
                     uint32_t *registers, uint32_t *of_warp, struct shfl_in *in, unsigned lane[SHFL_LANES_MAX])
{
    unsigned bits = 0;
    uint32_t last = 0;

    while (1u << bits < lanes)
        bits++;
    *in = (struct shfl_in){.active = 0};
    if (suite == UNIFORM) {
        in->mode = (enum shfl_mode)(n >> 3 * bits);
        in->sb_is_imm = in->sc_is_imm = true;
        in->sb_imm = n & (lanes - 1);
        in->sc_imm = (n >> 2 * bits & (lanes - 1)) << 8 | (n >> bits & (lanes - 1));
    } else {
        in->mode = (enum shfl_mode)(*of_warp & 3);
        in->sb_is_imm = suite != PER_LANE && (*of_warp >> 2 & 1);
        in->sc_is_imm = suite != PER_LANE && (*of_warp >> 3 & 1);
        in->sb_imm = *of_warp >> 4 & (lanes - 1);
        in->sc_imm = *of_warp >> 10 & ((lanes << 8) - 1);
    }
    for (unsigned i = 0; i < lanes; i++) {
        const unsigned k = i ^ (suite == STALLS && any ? *of_warp >> 24 & (lanes - 1) : 0);
        const bool dense = *of_warp >> 30 & 1;
        const bool active = suite < MASKS || (*registers >> 6 & 1) || (dense && (*registers >> 7 & 1));

        lane[i] = k;
        in->active |= (uint64_t)active << k;
        in->ra[k] = *values & (UINT32_MAX >> (32 - w));
        in->sb[k] = *registers;
        in->sc[k] = *registers >> 15 | *registers << 17;
        last = *registers;
        *values = step(*values);
        *registers = step(*registers);
    }
    *of_warp = last;
}

static int run(unsigned suite, unsigned lanes, unsigned w, uint32_t warps, bool any)
{
    const struct shfl_unit unit = {lanes, SHFL_ZERO};
    uint32_t values = 0x2545f491, registers = 0x9e3779b9 ^ suite, of_warp = 0x9e3779b9;
    uint64_t signature = 0;
    unsigned bits = 0;

    while (1u << bits < lanes)
        bits++;
    for (uint32_t n = 0; n < warps; n++) {
        struct shfl_in in;
        struct shfl_out out;
        unsigned lane[SHFL_LANES_MAX];

        operands(suite, n, lanes, w, any, &values, &registers, &of_warp, &in, lane);
        if (shfl_warp(&unit, &in, &out) != 0) {
            fprintf(stderr, "expected: the model refuses warp %" PRIu32 " of suite %s\n", n, names[suite]);
            return 1;
        }
        for (unsigned i = 0; i < lanes; i++) {
            const unsigned k = lane[i];
            const uint64_t place = (n & 0xff) << bits | k;
            const uint64_t side = place << 4 | (uint64_t)(i == lanes - 1) << 3 | (out.pu >> k & 1) << 2 |
                                  (out.we >> k & 1) << 1 | (out.src_active >> k & 1);

            signature = mixed(signature, side << 32 | out.rd[k]);
        }
    }
    printf("%s %" PRIx32 " %016" PRIx64 "\n", names[suite], warps, signature);
    return 0;
}

int main(int argc, char **argv)
{
    uint64_t lanes, w, warps, any;

    if (argc != 5 || !number_read(argv[1], 2, 32, &lanes) || (lanes & (lanes - 1)) || !number_read(argv[2], 1, 32, &w) ||
        !number_read(argv[3], 1, 0xfffff, &warps) || !number_read(argv[4], 0, 1, &any)) {
        fprintf(stderr, "expected LANES W WARPS ANY: 2, 4, 8, 16 or 32; 1 to 32; 1 to 1048575; 0 or 1\n");
        return 2;
    }
    for (unsigned suite = 0; suite < SUITES; suite++) {
        const uint32_t n = (uint32_t)(suite == UNIFORM ? 4 * lanes * lanes * lanes : warps);

        if (run(suite, (unsigned)lanes, (unsigned)w, n, any) != 0)
            return 1;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
