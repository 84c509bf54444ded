/* SPDX-License-Identifier: Apache-2.0 */
/* model_rules [--full] - the golden model against docs/rules.md 2 to 4, for every input of every stage.
 *
 * The rules are stated here once more, on single bits and integers, so that no expression is the model's.
 * Lanes do not share their operands: each meets every point, no two the same one at a time. Lane values are
 * unbounded in number, but a stage only moves them: each bit is moved alone, set and clear, from every lane to
 * every lane. Of the 2^32 values of a register, all those of the low 16 bits are tried, under 18 patterns of
 * the high ones; with --full all 2^32, in a minute. A line per check: PASS or FAIL. */
#include <stdlib.h>
#include <string.h>
#include "lib/check.h"
#include "model/shfl.h"

#define MAX SHFL_LANES_MAX

static unsigned lane_w; /* log2 of the lanes */
static uint64_t asked, wrong;

static void see(bool same)
{
    asked++;
    wrong += !same;
}

static void verdict(const char *stage, unsigned lanes)
{
    char name[80];

    snprintf(name, sizeof name, "model: %s, %u lanes, %llu inputs", stage, lanes, (unsigned long long)asked);
    check(wrong == 0 && asked > 0, name, "%llu results differ from the rule", (unsigned long long)wrong);
    asked = wrong = 0;
}

static unsigned bit(unsigned x, unsigned b) { return x >> b & 1; }

/* R2.2.1: lane_w bits, from bit `first` on */
static unsigned rule_field(uint32_t operand, unsigned first)
{
    unsigned field = 0;

    for (unsigned b = lane_w; b-- > 0;)
        field = 2 * field + bit(operand, first + b);
    return field;
}

/* R3.1.2: bit by bit, the lane's own where segmask pins it, `other` elsewhere */
static int rule_pinned(unsigned lane, unsigned segmask, unsigned other)
{
    int result = 0;

    for (unsigned b = lane_w; b-- > 0;)
        result = 2 * result + (int)(bit(segmask, b) ? bit(lane, b) : bit(other, b));
    return result;
}

/* R3.2.1 */
static int rule_j(enum shfl_mode mode, unsigned lane, unsigned index, unsigned segmask)
{
    int j = 0;

    switch (mode) {
    case SHFL_IDX: return rule_pinned(lane, segmask, index);
    case SHFL_UP: return (int)lane - (int)index;
    case SHFL_DOWN: return (int)lane + (int)index;
    case SHFL_BFLY:
        for (unsigned b = lane_w; b-- > 0;)
            j = 2 * j + (bit(lane, b) != bit(index, b));
    }
    return j;
}

static void decode_register(const struct shfl_unit *unit, uint32_t value)
{
    struct shfl_in in = { .sb_is_imm = false };
    uint8_t index[MAX], clamp[MAX], segmask[MAX];

    for (unsigned k = 0; k < unit->lanes; k++) {
        in.sb[k] = value + k;
        in.sc[k] = (value + k) * 0x9e3779b1u; /* odd: every value once */
    }
    shfl_decode(unit, &in, index, clamp, segmask);
    for (unsigned k = 0; k < unit->lanes; k++)
        see(index[k] == rule_field(in.sb[k], 0) && clamp[k] == rule_field(in.sc[k], 0)
            && segmask[k] == rule_field(in.sc[k], 8));
}

/* R2.1.1, R2.1.3, R2.2.1, R2.2.2 */
static void check_decode(const struct shfl_unit *unit, bool full)
{
    const unsigned lanes = unit->lanes;
    struct shfl_in in = { 0 };
    uint8_t index[MAX], clamp[MAX], segmask[MAX];

    if (full)
        for (uint64_t value = 0; value < UINT64_C(1) << 32; value += lanes)
            decode_register(unit, (uint32_t)value);
    else
        for (unsigned high = 0; high < 18; high++)
            for (uint32_t low = 0; low < 1u << 16; low += lanes)
                decode_register(unit, low | (high < 16 ? 1u << high : high == 16 ? 0 : 0xffff) << 16);
    memset(in.sb, 0xff, sizeof in.sb);
    memset(in.sc, 0xff, sizeof in.sc);
    for (unsigned forms = 1; forms < 4; forms++) /* which of the two are immediates; of the registers, all bits are 1 */
        for (uint32_t imm = 0; imm < 256u * lanes; imm++) {
            in.sb_is_imm = forms & 1;
            in.sc_is_imm = forms & 2;
            in.sb_imm = imm % lanes;
            in.sc_imm = imm;
            shfl_decode(unit, &in, index, clamp, segmask);
            for (unsigned k = 0; k < lanes; k++)
                see(index[k] == (in.sb_is_imm ? imm % lanes : lanes - 1)
                    && clamp[k] == (in.sc_is_imm ? rule_field(imm, 0) : lanes - 1)
                    && segmask[k] == (in.sc_is_imm ? rule_field(imm, 8) : lanes - 1));
        }
    verdict("decode is 2", lanes);
}

/* R3.1.2, R3.1.3, R3.2.1, R3.3.1, R3.3.2, R3.3.3 */
static void check_lanes(const struct shfl_unit *unit)
{
    const unsigned lanes = unit->lanes, last = lanes - 1;
    uint8_t index[MAX] = { 0 }, clamp[MAX] = { 0 }, segmask[MAX] = { 0 }, in_range[MAX], src_lane[MAX];
    int8_t j[MAX];

    for (unsigned n = 0; n < SHFL_MODES * lanes * lanes * lanes; n++) {
        const enum shfl_mode mode = (enum shfl_mode)(n % SHFL_MODES);
        const unsigned point = n / SHFL_MODES;

        for (unsigned k = 0; k < lanes; k++) {
            index[k] = (uint8_t)((point + k) & last);
            clamp[k] = (uint8_t)(((point >> lane_w) + 3 * k) & last);
            segmask[k] = (uint8_t)(((point >> 2 * lane_w) + 5 * k) & last);
        }
        shfl_lane_index(unit, mode, index, segmask, j);
        shfl_range_check(unit, mode, clamp, segmask, j, in_range, src_lane);
        for (unsigned k = 0; k < lanes; k++) {
            int j_is = rule_j(mode, k, index[k], segmask[k]), max_lane = rule_pinned(k, segmask[k], clamp[k]);
            bool good = mode == SHFL_UP ? j_is >= max_lane : j_is <= max_lane;

            see(j[k] == j_is && in_range[k] == good && src_lane[k] == (good ? j_is : (int)k));
        }
    }
    verdict("lane index and range check are 3.1 to 3.3", lanes);
}

/* R3.4.1, R3.4.2, R4.3 */
static void check_crossbar(const struct shfl_unit *unit)
{
    const unsigned lanes = unit->lanes;
    uint64_t ra[MAX], src_data[MAX], src_active;
    uint8_t src_lane[MAX];

    for (unsigned shift = 0; shift < lanes; shift++) {
        for (unsigned k = 0; k < lanes; k++)
            src_lane[k] = (uint8_t)((k + shift) % lanes);
        for (unsigned from = 0; from < lanes; from++)
            for (unsigned b = 0; b < 128; b++) {
                uint64_t others = b < 64 ? 0 : ~UINT64_C(0), one = others ^ UINT64_C(1) << b % 64;

                for (unsigned k = 0; k < lanes; k++)
                    ra[k] = k == from ? one : others;
                src_active = shfl_crossbar(unit, b < 64 ? UINT64_C(1) << from : ~(UINT64_C(1) << from), ra, src_lane,
                                           src_data);
                for (unsigned k = 0; k < lanes; k++) {
                    unsigned source = (k + shift) % lanes;
                    bool its_bit = (source == from) == (b < 64);
                    unsigned read = unit->policy == SHFL_OWN && !its_bit ? k : source;

                    see(src_data[k] == (read == from ? one : others) && (src_active >> k & 1) == its_bit);
                }
            }
    }
}

/* R3.5.1, R3.5.2, R3.5.3, R4.2, R4.5 */
static void check_writeback(const struct shfl_unit *unit)
{
    const unsigned lanes = unit->lanes;
    uint64_t src_data[MAX], rd[MAX], pu, we;
    uint8_t in_range[MAX];

    for (unsigned flags = 0; flags < 8; flags++)
        for (unsigned one = 0; one < lanes; one++)
            for (unsigned b = 0; b < 64; b++) {
                uint64_t lane = UINT64_C(1) << one, all = shfl_all_lanes(lanes);
                uint64_t active = flags & 1 ? lane : all ^ lane, src_active = flags & 2 ? lane : all ^ lane;

                for (unsigned k = 0; k < lanes; k++) {
                    in_range[k] = (flags & 4) != 0 ? k == one : k != one;
                    src_data[k] = ~(UINT64_C(1) << (b + k) % 64);
                }
                shfl_writeback(unit, active, src_active, in_range, src_data, rd, &pu, &we);
                for (unsigned k = 0; k < lanes; k++) {
                    uint64_t want = src_data[k];

                    if (!(src_active >> k & 1) && unit->policy == SHFL_ZERO)
                        want = 0;
                    see(rd[k] == want && (pu >> k & 1) == in_range[k] && (we >> k & 1) == (active >> k & 1));
                }
                see((pu & ~all) == 0 && (we & ~all) == 0);
            }
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;

    if (argc > 2 || (argc == 2 && !full)) {
        fprintf(stderr, "model_rules: expected --full or nothing\n");
        return 2;
    }
    for (lane_w = 1; lane_w <= 6; lane_w++) {
        const struct shfl_unit unit = { 1u << lane_w, SHFL_ZERO };

        check_decode(&unit, full && lane_w >= 5);
        check_lanes(&unit);
        for (unsigned policy = SHFL_ZERO; policy <= SHFL_RAW; policy++)
            check_crossbar(&(struct shfl_unit){ unit.lanes, (enum shfl_policy)policy });
        verdict("crossbar is 3.4 and 4", unit.lanes);
        for (unsigned policy = SHFL_ZERO; policy <= SHFL_RAW; policy++)
            check_writeback(&(struct shfl_unit){ unit.lanes, (enum shfl_policy)policy });
        verdict("write-back is 3.5 and 4", unit.lanes);
    }
    return check_status();
}
