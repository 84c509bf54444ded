/* SPDX-License-Identifier: Apache-2.0 */
/* isa_rvv - see isa.h: RISC-V's vector permutations. A warp is a pass of an instruction, any one, or in beats the group.
 * Passes have no state in common, and tests/rtl/test_suites.c shows that those of an instruction make the instruction. */
#include "isa.h"

#include <string.h>

#include "lib/trips.h"

static const char *const op_name[] = { "GATHER",    "GATHER_EI16", "GATHER_X",   "SLIDEUP",
                                       "SLIDEDOWN", "SLIDE1UP",    "SLIDE1DOWN", "COMPRESS" };

/* count is a multiple of 8. */
static void bytes(uint64_t seed, uint64_t stream, void *to, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        const uint64_t eight = suite_hash(seed, stream, i / 8);

        memcpy((uint8_t *)to + i, &eight, 8);
    }
}

/* Bytes of a register; of a unit in beats a group is the warp. */
static unsigned register_of(const struct rtl_build *build) { return build->unit.lanes / build->regs; }

static bool mask_bit(const uint8_t *mask, unsigned i) { return mask[i / 8] >> i % 8 & 1; }

/* ---- instructions */

/* A number below limit, or near it, or near a multiple of n, or any. */
static uint64_t near(uint64_t r, uint64_t limit, uint64_t n)
{
    const uint64_t any = suite_hash(r, 1, 0);

    switch (r % 8) {
    case 0: return any % 4;
    case 1: return limit - 2 + any % 4;
    case 2: return any % 9 * n + (any >> 32) % 3 - 1;
    case 3: return any >> any / 64 % 64;
    case 4: return any % limit | UINT64_C(1) << (any >> 32) % 64;
    default: return any % limit;
    }
}

static void operands(uint64_t own, struct isa_rvv *to)
{
    bytes(own, 3, to->v0, sizeof to->v0);
    bytes(own, 4, to->vs1, sizeof to->vs1);
    bytes(own, 5, to->vs2, sizeof to->vs2);
    to->in.v0 = to->v0;
    to->in.vs1 = to->vs1;
    to->in.vs2 = to->vs2;
}

/* Is the operation left out of the unit? V5.2.11 */
static bool lacks(const struct rtl_build *build, enum shfl_rvv_op op)
{
    return (op == SHFL_RVV_COMPRESS && !build->compress) || (op <= SHFL_RVV_GATHER_EI16 && !build->gather);
}

/* And SEW or LMUL? V4.1.1, V5.2.11 */
static bool is_vtype_reserved(const struct rtl_build *build, unsigned sew, unsigned lmul)
{
    const unsigned narrow = build->elen == 32;

    return sew + narrow > 3 || (lmul >= 4 && sew + narrow >= lmul % 4) || (lmul < 4 && 1u << lmul > build->most);
}

static bool is_reserved(const struct rtl_build *build, const struct isa_rvv *instruction)
{
    const struct shfl_rvv_in *in = &instruction->in;

    return is_vtype_reserved(build, in->sew, instruction->lmul) || lacks(build, in->op)
        || (in->op == SHFL_RVV_GATHER_EI16 && in->sew == 0 && in->lmul == 3)
        || (in->op == SHFL_RVV_COMPRESS && (!in->vm || in->vstart != 0));
}

/* Any instruction, now and then one with a reserved encoding. */
void isa_rvv_make(const struct suite_source *source, uint64_t n, struct isa_rvv *to)
{
    const struct rtl_build *build = source->build;
    const uint64_t r = suite_hash(source->seed, 31, n), s = suite_hash(source->seed, 32, n),
                   own = suite_hash(source->seed, 33, n);
    const unsigned lanes = register_of(build);
    struct shfl_rvv_in *in = &to->in;

    memset(to, 0, sizeof *to);
    in->op = (enum shfl_rvv_op)(r % SHFL_RVV_OPS);
    in->vlen = 8 * lanes;
    in->sew = r >> 8 & 3;
    to->lmul = r >> 12 & 7;
    if ((r >> 16 & 31) != 0) { /* mostly a legal one */
        if (!build->banked && lacks(build, in->op))
            in->op = (enum shfl_rvv_op)(SHFL_RVV_GATHER_X + r % 5);
        if (build->elen == 32 && in->sew == 3)
            in->sew = r >> 20 & 1;
        while (is_vtype_reserved(build, in->sew, to->lmul) && (to->lmul >= 4 || !build->banked))
            to->lmul = (to->lmul + 3) % 8;
    }
    in->lmul = to->lmul >= 4 ? (int)to->lmul - 8 : (int)to->lmul;
    if (in->lmul == -4)
        in->lmul = -3;

    const unsigned of_register = lanes >> in->sew;
    unsigned vlmax = shfl_rvv_vlmax(in);
    if (vlmax == 0) /* of a reserved encoding */
        vlmax = 1;
    in->vl = (unsigned)(r >> 24 & 3 ? near(r >> 28, vlmax, of_register) % (vlmax + 1) : vlmax);
    if ((s & 7) == 0) { /* also one that no element has */
        const unsigned vstarts = lanes * (build->banked ? build->regs : 8);
        in->vstart = (unsigned)near(s >> 8, vlmax, of_register) % (s >> 3 & 1 ? vstarts : vlmax);
    }
    in->vm = s >> 4 & 1;
    in->vta = s >> 5 & 1;
    in->vma = s >> 6 & 1;
    if (in->op == SHFL_RVV_COMPRESS && (s >> 40 & 15) != 0) {
        in->vm = true;
        in->vstart = 0;
    }
    in->x = near(suite_hash(own, 1, 0), vlmax, of_register);
    if (in->op == SHFL_RVV_SLIDE1UP || in->op == SHFL_RVV_SLIDE1DOWN)
        in->x = suite_hash(own, 2, 0);
    to->reserved = is_reserved(build, to);

    operands(own, to);
    if (in->op == SHFL_RVV_COMPRESS && (s >> 44 & 3) == 0) /* all, or nearly, or none */
        memset(to->vs1, s >> 46 & 1 ? 0xff : 0, sizeof to->vs1 / (1 + (s >> 47 & 1)));
    if (in->op == SHFL_RVV_GATHER || in->op == SHFL_RVV_GATHER_EI16) { /* indices, many of them in range */
        const unsigned size = in->op == SHFL_RVV_GATHER ? 1u << in->sew : 2;
        for (unsigned i = 0; i < sizeof to->vs1 / size; i++) {
            const uint64_t index = near(suite_hash(own, 7, i), vlmax, of_register);
            memcpy(to->vs1 + size * i, &index, size);
        }
    }
}

/* ---- passes */

/* What belongs to the instruction; what does not count is random. */
static void begin(const struct isa_rvv *from, uint64_t garbage, struct isa_pass *pass)
{
    const struct shfl_rvv_in *in = &from->in;

    *pass = (struct isa_pass){ .op = in->op,
                               .sew = in->sew,
                               .lmul = from->lmul,
                               .vl = in->vl,
                               .vstart = in->vstart,
                               .vm = in->vm,
                               .vta = in->vta,
                               .vma = in->vma,
                               .x = in->op <= SHFL_RVV_GATHER_EI16 ? suite_hash(garbage, 3, 0) : in->x,
                               .mask = suite_hash(garbage, 1, 0),
                               .reserved = from->reserved };
    bytes(garbage, 2, pass->index, sizeof pass->index);
    bytes(garbage, 4, pass->wide, sizeof pass->wide);
}

/* A pass of an instruction from register s to register d, as the ports have it; bits of the mask and indices that do not
 * count are random. has_indices: not where those of 16 bits would take more than 8 registers. */
static void one_pass(const struct rtl_build *build, const struct shfl_rvv_in *in, bool has_indices, unsigned d,
                     unsigned s, struct isa_pass *pass)
{
    const unsigned lanes = build->unit.lanes, n = lanes >> in->sew;
    const bool compress = in->op == SHFL_RVV_COMPRESS;

    pass->dst_reg = d;
    pass->src_reg = s;
    if (compress) {
        pass->x = in->x & ~UINT64_C(0) << 10; /* of the highest bits none counts, V5.2.5 */
        for (unsigned i = 0; i < s * n && i < in->vl; i++)
            pass->x += mask_bit(in->vs1, i);
    }
    for (unsigned i = 0; i < n && (compress || !in->vm); i++) {
        const uint64_t one = UINT64_C(1) << i;
        const bool set = compress ? mask_bit(in->vs1, s * n + i) : mask_bit(in->v0, d * n + i);

        pass->mask = set ? pass->mask | one : pass->mask & ~one;
    }
    if (in->op == SHFL_RVV_GATHER)
        memcpy(pass->index, in->vs1 + d * lanes, lanes);
    if (in->op == SHFL_RVV_GATHER_EI16 && has_indices)
        memcpy(pass->index, in->vs1 + 2 * d * n, 2 * n);
    memcpy(pass->ra, in->vs2 + s * lanes, lanes);
}

/* What a byte becomes that is written. */
static uint8_t byte_of(const struct shfl_rvv_in *in, enum shfl_rvv_what what, unsigned source)
{
    return (uint8_t)(what == SHFL_RVV_BYTE     ? in->vs2[source]
                     : what == SHFL_RVV_SCALAR ? in->x >> 8 * source
                     : what == SHFL_RVV_ZERO   ? 0
                                               : 0xff);
}

/* Spec: docs/rvv.md 5.2 */
void isa_rvv_expect(const struct rtl_build *build, const struct shfl_rvv_in *in, unsigned d, unsigned s,
                    struct isa_pass *pass)
{
    const unsigned lanes = build->unit.lanes;
    const bool has_tail = in->op != SHFL_RVV_COMPRESS || s + 1 == shfl_rvv_registers(in);

    pass->we = pass->reads = 0;
    for (unsigned k = 0; k < lanes; k++) {
        unsigned source = 0;
        const enum shfl_rvv_what what = shfl_rvv_source(in, lanes * d + k, &source);
        const bool is_read = what == SHFL_RVV_BYTE, is_blank = what == SHFL_RVV_AGNOSTIC;
        const bool writes = is_read ? source / lanes == s : is_blank ? build->ones && has_tail : what != SHFL_RVV_KEEP;

        pass->rd[k] = byte_of(in, what, source);
        pass->named[k] = (uint8_t)(is_read ? source % lanes : 0);
        pass->reads |= (uint64_t)(is_read && writes) << k;
        pass->we |= (uint64_t)writes << k;
    }
}

/* A group in beats. Spec: docs/rvv.md 5.4 */
static void group(const struct rtl_build *build, const struct isa_rvv *from, struct isa_pass *pass)
{
    const struct shfl_rvv_in *in = &from->in;
    const unsigned size = in->op == SHFL_RVV_GATHER ? 1u << in->sew : 2;

    for (unsigned k = 0; k < build->unit.lanes; k++) {
        const unsigned element = k >> in->sew;
        const uint64_t one = UINT64_C(1) << k;
        unsigned source = 0;

        if (!in->vm)
            pass->mask = mask_bit(from->v0, element) ? pass->mask | one : pass->mask & ~one;
        if (in->op <= SHFL_RVV_GATHER_EI16) {
            pass->wide[k] = 0;
            memcpy(&pass->wide[k], from->vs1 + size * element, size);
        }
        pass->ra[k] = in->vs2[k];
        if (from->reserved || k >= shfl_rvv_registers(in) * register_of(build))
            continue;
        const enum shfl_rvv_what what = shfl_rvv_source(in, k, &source);

        pass->we |= (uint64_t)(what != SHFL_RVV_KEEP && (what != SHFL_RVV_AGNOSTIC || build->ones)) << k;
        pass->rd[k] = byte_of(in, what, source);
    }
}

static void show(const struct suite_source *source, uint64_t n, const struct isa_rvv *instruction, struct warp *warp)
{
    const struct rtl_build *build = source->build;
    const uint64_t chance = suite_hash(source->seed, 34, n);
    const unsigned registers = instruction->reserved ? 1 : shfl_rvv_registers(&instruction->in);
    const unsigned d = (unsigned)(chance % registers), s = (unsigned)((chance >> 8) % registers);

    begin(instruction, chance, &warp->pass);
    if (build->banked) {
        group(build, instruction, &warp->pass);
        return;
    }
    one_pass(build, &instruction->in, !instruction->reserved, d, s, &warp->pass);
    if (!instruction->reserved)
        isa_rvv_expect(build, &instruction->in, d, s, &warp->pass);
}

static void mixed(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    struct isa_rvv instruction;

    isa_rvv_make(source, n, &instruction);
    show(source, n, &instruction, warp);
}

/* COMPRESS of one register of bytes, with each selection. */
static uint64_t all_selections(const struct rtl_build *build)
{
    return !build->compress || build->unit.lanes > 16 ? 0 : UINT64_C(1) << build->unit.lanes;
}

static void selections(const struct suite_source *source, uint64_t n, struct warp *warp)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t selected = suite_spread(source, n, all_selections(source->build));
    struct isa_rvv instruction = {
        .in = { .op = SHFL_RVV_COMPRESS, .vlen = 8 * lanes, .vl = lanes, .vm = true, .vta = n & 1 }
    };

    operands(suite_hash(source->seed, 35, n), &instruction);
    memcpy(instruction.vs1, &selected, sizeof selected);
    show(source, n, &instruction, warp);
}

/* With LMUL below 1 there is one register. Spec: docs/rvv.md 5.4 */
static unsigned beats(const struct rtl_build *build, const struct warp *warp)
{
    const struct isa_pass *pass = &warp->pass;
    const unsigned registers = pass->reserved || pass->lmul >= 4 ? 1 : 1u << pass->lmul;

    return build->banked ? registers * register_of(build) / build->ways : 1;
}

/* ---- what is expected */

/* V5.5.1, V5.5.2. A first lane that reads nothing names any lane: the one of another lane, or one that nobody names. */
static void trips_of(const struct rtl_build *build, const struct isa_pass *pass, struct want *want)
{
    const unsigned lanes = build->unit.lanes, network = build->network;
    const bool uniform = pass->op >= SHFL_RVV_GATHER_X && pass->op < SHFL_RVV_COMPRESS;
    uint8_t named[SHFL_LANES_MAX];

    if (network == 0 || uniform || pass->reserved)
        return;
    memcpy(named, pass->named, sizeof named);
    for (unsigned k = 0; k < network; k++)
        for (unsigned i = k; i < lanes && !(pass->reads >> k & 1); i += network)
            if (pass->reads >> i & 1) {
                named[k] = named[i];
                break;
            }
    want->trips = trips(lanes, network, build->selects, named, pass->reads);
    want->trips_most = want->trips + (pass->reads != shfl_all_lanes(lanes));
    if ((network * network < lanes || build->selects)
        && pass->reads != shfl_all_lanes(lanes)) { /* more leaders, of which each names any */
        want->trips = 1;
        want->trips_most = lanes / network + build->selects;
    }
}

static void expect(const struct rtl_build *build, const struct warp *warp, struct want *want)
{
    const struct isa_pass *pass = &warp->pass;

    *want = ISA_WANT;
    for (unsigned k = 0; k < build->unit.lanes; k++)
        want->rd[k] = pass->rd[k];
    want->we = pass->reserved ? 0 : pass->we;
    want->known = want->we;
    want->reserved = pass->reserved;
    trips_of(build, pass, want);
}

/* ---- the ports */

#define FIELD(name) RTL_FIELD(#name, RTL_VALUE, isa_pass, name)
#define FIELDS(index)                                                                                             \
    RTL_OF_BEAT, FIELD(op), FIELD(sew), FIELD(lmul), FIELD(vl), FIELD(vstart), FIELD(vm), FIELD(vta), FIELD(vma), \
        FIELD(dst_reg), FIELD(src_reg), FIELD(x), RTL_FIELD("mask", RTL_MASK, isa_pass, mask), index,             \
        RTL_ARRAY("ra", RTL_LANES, isa_pass, ra), RTL_END

static const struct rtl_field fields[] = { FIELDS(RTL_FIELD("index", RTL_BYTES, isa_pass, index)) };
static const struct rtl_field beat_fields[] = { FIELDS(RTL_ARRAY("index", RTL_LANES, isa_pass, wide)) };

const struct isa isa_rvv = {
    .in = fields,
    .in_beats = beat_fields,
    .out = rtl_out_fields,
    .slower = 8,
    .suite = { [SUITE_MIXED] = { .make = mixed },
               [SUITE_PIPELINE] = { .make = mixed },
               [SUITE_SELECTIONS] = { selections, all_selections } },
    .beats = beats,
    .expect = expect,
    .op_name = op_name,
    .ops = sizeof op_name / sizeof op_name[0],
};
