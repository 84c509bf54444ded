/* SPDX-License-Identifier: Apache-2.0 */
/* isa_amd - see isa.h: AMD's lane crossing */
#include "isa.h"

#include <string.h>

#include "lib/trips.h"

static struct shfl_amd_unit unit_of(const struct rtl_build *build)
{
    return (struct shfl_amd_unit){ build->unit.lanes, build->gen };
}

uint64_t isa_amd_some_lanes(unsigned lanes, uint64_t n)
{
    const uint64_t random = suite_hash(1, 1, n), more = suite_hash(1, 2, n);

    return shfl_all_lanes(lanes)
         & (n % 4 == 0   ? ~UINT64_C(0)
            : n % 4 == 1 ? random | more
            : n % 4 == 2 ? random
                         : random & more);
}

/* permlane_bcast, up, down and xor, whose S2 is the size of a group */
static bool is_grouped(enum shfl_amd_op op) { return op >= SHFL_AMD_PERMLANE_BCAST && op <= SHFL_AMD_PERMLANE_XOR; }

static void mixed(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    struct shfl_amd_in *const in = &warp->amd;
    static const uint8_t bits[SHFL_AMD_RTL_OPS] = { 9, 24, 16, 16, 16, 32, 0, 32, 64, 64, 0, 16, 0, 0, 64, 64, 64, 64 };
    const struct shfl_amd_unit unit = unit_of(source->build);
    const uint64_t key = suite_hash(source->seed, 101, n), keep = ~UINT64_C(0) >> (64 - source->build->w);
    const uint64_t *data = source->pool + key % SUITE_POOL, *addr = source->pool + (key >> 12) % SUITE_POOL;
    bool legal = false;

    for (uint64_t i = 0; i < 64 && !legal; i++) {
        const uint64_t random = suite_hash(key, 1, i);
        const unsigned op = (unsigned)(random % SHFL_AMD_RTL_OPS);

        in->op = (enum shfl_amd_op)op;
        in->control = bits[op] == 0 ? 0 : suite_hash(key, 2, i) >> (64 - bits[op]);
        in->fi = random >> 8 & 1;
        in->bc = random >> 9 & 1;
        in->row_mask = random >> 10 & 1 ? 15 : random >> 12 & 15;
        in->bank_mask = random >> 11 & 1 ? 15 : random >> 16 & 15;
        if (op == SHFL_AMD_DPP16 && (random >> 24 & 3) == 0) /* row_bcast */
            in->control = 0x142 | (random >> 26 & 1);
        if (is_grouped(in->op) && (random >> 24 & 7) != 0) /* a power of two, and S1 that is mostly in the group */
            in->control = UINT64_C(1) << (32 + (random >> 27 & 7))
                        | (random >> 32 & (random >> 30 & 3 ? 31 : UINT32_MAX));
        legal = shfl_amd_check(&unit, in) == SHFL_AMD_LEGAL || (random >> 20 & 7) == 0; /* or to be refused */
    }
    in->exec = isa_amd_some_lanes(unit.lanes, key);
    for (unsigned k = 0; k < unit.lanes; k++) {
        in->src[k] = (data[k] ^ key) & keep;
        in->old[k] = 0;
        in->addr[k] = (uint32_t)addr[k] ^ (uint32_t)(key >> 32);
        if (in->op == SHFL_AMD_PERMUTE && key >> 24 & 1) /* many lanes send to one */
            in->addr[k] &= 0xc;
    }
}

static uint64_t *active(struct warp *warp) { return &warp->amd.exec; }

/* The trips through a network. A lane that reads no lane, or itself in a row broadcast or at the end of a group, goes by.
 * It leads all the same: as if it named what the others do that are alike, and lane 0 in a ds_permute. With SELECTS what it names
 * counts in the first trip, and is the unit's. */
static void trips_of(const struct rtl_build *build, const struct shfl_amd_in *in, const struct shfl_amd_out *out,
                     struct want *want)
{
    const unsigned lanes = build->unit.lanes, network = build->network;
    uint8_t named[SHFL_LANES_MAX] = { 0 };

    if (network == 0 || is_grouped(in->op)
        || (in->op == SHFL_AMD_DPP16 && (in->control == 0x142 || in->control == 0x143)))
        return;
    for (unsigned low = 1; low < lanes; low *= network) /* the bits of each rank */
        for (unsigned k = lanes; k-- > 0;) {
            const uint8_t bits = (uint8_t)(low * network - low);
            const unsigned alike = k + low * network;

            if (out->valid >> k & 1)
                named[k] |= out->src_lane[k] & bits;
            else if (in->op != SHFL_AMD_PERMUTE && alike < lanes)
                named[k] |= named[alike] & bits;
        }
    want->trips = want->trips_most = trips(lanes, network, build->selects, named, out->valid);
    if (build->selects && in->op != SHFL_AMD_PERMUTE && out->valid != shfl_all_lanes(lanes)) {
        want->trips = 1;
        want->trips_most = lanes / network + 1;
    }
}

static void expect(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct shfl_amd_unit unit = unit_of(build);
    const struct shfl_amd_in *in = &warp->amd;
    struct shfl_amd_out out;

    *want = ISA_WANT;
    want->counts = ISA_SRC_ACTIVE;
    want->reserved = shfl_amd_warp(&unit, in, &out) != SHFL_AMD_LEGAL
                  || (in->op == SHFL_AMD_PERMUTE && build->banked && !build->permute);
    if (want->reserved)
        return;
    memcpy(want->rd, out.rd, unit.lanes * sizeof *out.rd);
    want->we = out.we;
    want->src_active = out.src_active;
    for (unsigned k = 0; k < unit.lanes; k++) { /* A12.4.3: data that did not come is unknown */
        const bool valid = out.valid >> k & 1, of_active = out.src_active >> k & 1;
        const bool comes = warp->there >> out.src_lane[k] & 1;

        want->known |= (uint64_t)(comes || shfl_amd_what(in, k, valid, of_active) != SHFL_AMD_DATA) << k;
    }
    want->known &= out.we;
    trips_of(build, in, &out, want);
    want->waits = in->op == SHFL_AMD_PERMUTE && !build->banked ? unit.lanes : 0;
}

static const struct rtl_field fields[] = { ISA_AMD_FIELDS, RTL_END };

const struct isa isa_amd = {
    .in = fields,
    .out = rtl_out_fields,
    .slower = 4,
    .suite = { [SUITE_MIXED] = { .make = mixed }, [SUITE_PIPELINE] = { .make = mixed } },
    .active = active,
    .expect = expect,
    .op_name = shfl_amd_op_name,
    .ops = SHFL_AMD_RTL_OPS,
};
