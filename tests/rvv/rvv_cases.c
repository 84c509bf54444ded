/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_cases - see rvv_cases.h; docs/rvv.md 6. tests/model/test_rvv.py calls it, too. */
#include "rvv_cases.h"

#include <string.h>

/* ---- numbers that look random, the same on every machine */

struct noise {
    uint32_t seed, count;
};

static uint32_t noise(struct noise *n) { return mix(mix(n->seed + 1) + 0x9e3779b9u * ++n->count); }

static uint32_t below(struct noise *n, uint32_t limit) { return noise(n) % limit; }

static bool one_in(struct noise *n, uint32_t of) { return below(n, of) == 0; }

static uint64_t wide(struct noise *n)
{
    const uint64_t high = noise(n);

    return high << 32 | noise(n);
}

/* ---- what is asked */

/* The legal pairs of SEW and LMUL: V4.1.1. */
static const struct {
    uint8_t sew;
    int8_t lmul;
} vtypes[] = {
    { 0, -3 }, { 0, -2 }, { 0, -1 }, { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, -2 }, { 1, -1 }, { 1, 0 }, { 1, 1 },
    { 1, 2 },  { 1, 3 },  { 2, -1 }, { 2, 0 }, { 2, 1 }, { 2, 2 }, { 2, 3 }, { 3, 0 },  { 3, 1 },  { 3, 2 }, { 3, 3 },
};
#define VTYPES (sizeof vtypes / sizeof vtypes[0])

/* A number up to last: its edges, and any. */
static unsigned edge(struct noise *n, unsigned last)
{
    switch (below(n, 16)) {
    case 0: return 0;
    case 1: return last > 0 ? 1 : 0;
    case 2:
    case 3: return last > 0 ? last - 1 : 0;
    case 4:
    case 5:
    case 6: return last;
    case 7: return last / 2;
    default: return below(n, last + 1);
    }
}

/* An index or an offset. */
static uint64_t distance(struct noise *n, unsigned vlmax, unsigned sew)
{
    const uint64_t around = below(n, 3) - UINT64_C(1); /* -1, 0 or 1 */

    switch (below(n, 12)) {
    case 0: return vlmax + around;
    case 1: return UINT64_MAX - below(n, 4);
    case 2: return (UINT64_C(1) << (8u << sew) % 64) + below(n, vlmax);
    case 3: return UINT64_C(1) << 32 | below(n, vlmax);
    case 4: return UINT64_C(1) << 63 | below(n, vlmax);
    case 5: return 0 - (uint64_t)below(n, vlmax + 1);
    case 6: return wide(n);
    case 7: return vlmax / 2 + around;
    default: return below(n, vlmax);
    }
}

/* The index of element i, in a pattern for all elements. */
static uint64_t index_of(struct noise *n, unsigned pattern, unsigned i, unsigned vlmax)
{
    switch (pattern) {
    case 0: return i;
    case 1: return vlmax - 1 - i;
    case 2: return i + 1;
    case 3: return below(n, vlmax);
    case 4: return wide(n);
    default:
        switch (below(n, 6)) {
        case 0: return vlmax - 1;
        case 1: return vlmax;
        case 2: return UINT64_MAX; /* of 8 bits 255, of 16 bits 65,535 */
        case 3: return vlmax + below(n, vlmax);
        default: return below(n, vlmax);
        }
    }
}

static void fill_indices(struct noise *n, uint8_t *at, unsigned bytes, unsigned elements, unsigned vlmax)
{
    const unsigned pattern = below(n, 8);

    for (unsigned i = 0; i < elements; i++) {
        const uint64_t index = index_of(n, pattern, i, vlmax);

        for (unsigned b = 0; b < bytes; b++)
            at[bytes * i + b] = (uint8_t)(index >> 8 * b);
    }
}

/* Empty, full, one bit, few, many, any. */
static void fill_mask(struct noise *n, uint8_t *at, unsigned bytes, unsigned vlmax)
{
    const unsigned pattern = below(n, 8), bit = below(n, vlmax);

    for (unsigned b = 0; b < bytes; b++)
        switch (pattern) {
        case 0: at[b] = 0; break;
        case 1: at[b] = 0xff; break;
        case 2: at[b] = (uint8_t)(bit / 8 == b ? 1u << bit % 8 : 0); break;
        case 3: at[b] = (uint8_t)(noise(n) & noise(n) & noise(n)); break;
        case 4: at[b] = (uint8_t)(noise(n) | noise(n) | noise(n)); break;
        default: at[b] = (uint8_t)noise(n);
        }
}

/* Numbers that are legal: each group in one of v8 to v15, v16 to v23 and v24 to v31; of an instruction without a mask
 * one of them perhaps in v0 to v7; and of a slide downwards perhaps vd = vs2. */
static void legal_registers(struct noise *n, struct rvv_case *c, unsigned of_vs1)
{
    const unsigned registers = shfl_rvv_registers(&c->in), turn = below(n, 3);
    unsigned eight[3];

    for (unsigned k = 0; k < 3; k++)
        eight[k] = 8 + 8 * ((turn + k) % 3);
    if (one_in(n, 2)) {
        const unsigned other = eight[0];

        eight[0] = eight[1];
        eight[1] = other;
    }
    if (c->in.vm && one_in(n, 3))
        eight[below(n, 3)] = 0;
    c->vd = eight[0] + registers * below(n, 8 / registers);
    c->vs2 = eight[1] + registers * below(n, 8 / registers);
    c->vs1 = eight[2] + of_vs1 * below(n, 8 / of_vs1);
    if ((c->in.op == SHFL_RVV_SLIDEDOWN || c->in.op == SHFL_RVV_SLIDE1DOWN) && one_in(n, 3))
        c->vd = c->vs2;
}

/* What may be reserved: any register numbers, any vtype, any vstart, or the other vm. */
static void wild(struct noise *n, struct rvv_case *c)
{
    const unsigned at = one_in(n, 2) ? 1 : shfl_rvv_registers(&c->in);

    switch (below(n, 4)) {
    case 0:
        c->vd = below(n, 32 / at) * at;
        c->vs1 = below(n, 32 / at) * at;
        c->vs2 = below(n, 32 / at) * at;
        break;
    case 1:
        c->in.sew = below(n, 4);
        c->in.lmul = (int)below(n, 8) - 4;
        c->in.vl = below(n, 2);
        c->in.vstart = 0;
        break;
    case 2: c->in.vstart = below(n, c->in.vlen); break;
    default: c->in.vm = !c->in.vm;
    }
}

static enum rvv_form form_of(struct noise *n, const struct shfl_rvv_in *in)
{
    switch (in->op) {
    case SHFL_RVV_GATHER_X:
    case SHFL_RVV_SLIDEUP:
    case SHFL_RVV_SLIDEDOWN: return one_in(n, 3) ? RVV_I : RVV_X;
    case SHFL_RVV_SLIDE1UP:
    case SHFL_RVV_SLIDE1DOWN: return in->sew >= 2 && one_in(n, 2) ? RVV_F : RVV_X; /* float numbers of 32 and 64 bits */
    default: return RVV_VV;
    }
}

void rvv_case_make(unsigned vlen, uint32_t number, struct rvv_case *c)
{
    struct noise n = { mix(vlen + 1) ^ number, 0 };
    const unsigned vtype = number / SHFL_RVV_OPS % VTYPES, vlenb = vlen / 8;
    struct shfl_rvv_in *in = &c->in;

    in->op = (enum shfl_rvv_op)(number % SHFL_RVV_OPS);
    in->vlen = vlen;
    in->sew = vtypes[vtype].sew;
    in->lmul = vtypes[vtype].lmul;
    in->vm = in->op == SHFL_RVV_COMPRESS || one_in(&n, 2);
    in->vta = one_in(&n, 2);
    in->vma = one_in(&n, 2);

    const unsigned vlmax = shfl_rvv_vlmax(in);
    const bool ei16 = in->op == SHFL_RVV_GATHER_EI16;
    const unsigned index_bytes = ei16 ? 2 : 1u << in->sew;
    const unsigned elements = vlmax * index_bytes > 8 * vlenb ? 8 * vlenb / index_bytes : vlmax;
    const unsigned of_vs1 = in->op == SHFL_RVV_COMPRESS ? 1 : (elements * index_bytes + vlenb - 1) / vlenb;

    in->vl = edge(&n, vlmax);
    in->vstart = in->op == SHFL_RVV_COMPRESS || !one_in(&n, 3) ? 0
               : one_in(&n, 4)                                 ? edge(&n, vlmax - 1)
                                                               : edge(&n, in->vl > 0 ? in->vl - 1 : 0);
    c->form = form_of(&n, in);
    in->x = c->form == RVV_I              ? below(&n, 32)
          : in->op == SHFL_RVV_SLIDE1UP   ? wide(&n)
          : in->op == SHFL_RVV_SLIDE1DOWN ? wide(&n)
                                          : distance(&n, vlmax, in->sew);

    for (unsigned b = 0; b < 32 * vlenb; b++)
        c->regs[b] = (uint8_t)noise(&n);
    legal_registers(&n, c, of_vs1);
    if (in->op == SHFL_RVV_COMPRESS)
        fill_mask(&n, c->regs + c->vs1 * vlenb, vlenb, vlmax);
    else if (in->op <= SHFL_RVV_GATHER_EI16)
        fill_indices(&n, c->regs + c->vs1 * vlenb, index_bytes, elements, vlmax);
    if (!in->vm)
        fill_mask(&n, c->regs, vlenb, vlmax);
    if (one_in(&n, 8))
        wild(&n, c);
    if (c->form == RVV_F && in->sew < 2)
        in->sew = 2;
    if (c->form == RVV_F && in->sew == 2)
        in->x |= UINT64_C(0xffffffff) << 32; /* NaN-boxed */
    in->v0 = c->regs;
    in->vs1 = c->regs + c->vs1 * vlenb;
    in->vs2 = c->regs + c->vs2 * vlenb;
}

enum shfl_rvv_error rvv_case_check(const struct rvv_case *c)
{
    const enum shfl_rvv_error error = shfl_rvv_check(&c->in);

    return error != SHFL_RVV_LEGAL ? error : shfl_rvv_check_registers(&c->in, c->vd, c->vs1, c->vs2);
}

uint32_t rvv_case_word(const struct rvv_case *c)
{
    enum { OPIVV, OPFVV, OPMVV, OPIVI, OPIVX, OPFVF, OPMVX };
    static const struct {
        uint8_t funct6, vv, vx;
    } code[SHFL_RVV_OPS] = {
        [SHFL_RVV_GATHER] = { 0x0c, OPIVV, 0 },     [SHFL_RVV_GATHER_EI16] = { 0x0e, OPIVV, 0 },
        [SHFL_RVV_GATHER_X] = { 0x0c, 0, OPIVX },   [SHFL_RVV_SLIDEUP] = { 0x0e, 0, OPIVX },
        [SHFL_RVV_SLIDEDOWN] = { 0x0f, 0, OPIVX },  [SHFL_RVV_SLIDE1UP] = { 0x0e, 0, OPMVX },
        [SHFL_RVV_SLIDE1DOWN] = { 0x0f, 0, OPMVX }, [SHFL_RVV_COMPRESS] = { 0x17, OPMVV, 0 },
    };
    const uint32_t funct3 = c->form == RVV_VV ? code[c->in.op].vv
                          : c->form == RVV_X  ? code[c->in.op].vx
                          : c->form == RVV_I  ? OPIVI
                                              : OPFVF;
    const uint32_t operand = c->form == RVV_VV ? c->vs1 : c->form == RVV_I ? (uint32_t)c->in.x : 5;

    return (uint32_t)code[c->in.op].funct6 << 26 | (uint32_t)c->in.vm << 25 | c->vs2 << 20 | operand << 15
         | funct3 << 12 | c->vd << 7 | 0x57;
}

/* ---- the recording */

static const struct record_suite suites[RVV_SUITES] = { { .name = "vlen128", .cases = RVV_CASES },
                                                        { .name = "vlen256", .cases = RVV_CASES },
                                                        { .name = "vlen512", .cases = RVV_CASES },
                                                        { .name = "vlen1024", .cases = RVV_CASES } };

/* The whole case, as words. */
static uint32_t question(const struct record_suite *suite, uint32_t number, uint32_t sum)
{
    static struct rvv_case c;

    rvv_case_make(RVV_VLEN(suite - suites), number, &c);
    const uint32_t head[] = { rvv_case_word(&c), rvv_case_vtype(&c), c.in.vl,
                              c.in.vstart,       (uint32_t)c.in.x,   (uint32_t)(c.in.x >> 32) };
    return mix_bytes(mix_words(sum, head, sizeof head / sizeof head[0]), c.regs, 32 * (c.in.vlen / 8));
}

const struct record_plan rvv_plan = { "make rvv-record", suites, RVV_SUITES, 1, 2, question };

uint32_t rvv_case_sum(const struct rvv_case *c, uint8_t *regs)
{
    const unsigned vlenb = c->in.vlen / 8;

    for (unsigned byte = 0; byte < shfl_rvv_registers(&c->in) * vlenb; byte++) {
        unsigned source;

        if (shfl_rvv_source(&c->in, byte, &source) == SHFL_RVV_AGNOSTIC)
            regs[c->vd * vlenb + byte] = 0xff;
    }
    uint32_t sum = mix_bytes(0, regs, 32 * vlenb);
    sum = (sum ^ sum >> 16) & 0xffff;
    return sum < RVV_LEAST ? RVV_LEAST : sum;
}

uint32_t rvv_case_model(const struct rvv_case *c)
{
    uint8_t regs[sizeof c->regs];

    switch (rvv_case_check(c)) {
    case SHFL_RVV_LEGAL:
        memcpy(regs, c->regs, 32 * (c->in.vlen / 8));
        shfl_rvv_execute(&c->in, true, regs + c->vd * (c->in.vlen / 8));
        return rvv_case_sum(c, regs);
    case SHFL_RVV_MASKED:
    case SHFL_RVV_TWO_EEW: return RVV_RESERVED;
    case SHFL_RVV_VSTART: return c->in.op == SHFL_RVV_COMPRESS ? RVV_ILLEGAL : RVV_RESERVED;
    default: return RVV_ILLEGAL;
    }
}
