/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_rvv - see shfl_rvv.h; docs/rvv.md 1 to 4 */
#include "shfl_rvv.h"

/* log2 of EMUL of vs1: of 16-bit indices 16/SEW * LMUL. Section 2. */
static int emul_of_indices(const struct shfl_rvv_in *in)
{
    return in->op == SHFL_RVV_GATHER_EI16 ? in->lmul + 1 - (int)in->sew : in->lmul;
}

enum shfl_rvv_error shfl_rvv_check(const struct shfl_rvv_in *in)
{
    const unsigned largest = in->elen == 32 ? 2 : 3; /* as sew */

    if (in->elen != 0 && in->elen != 32 && in->elen != 64)
        return SHFL_RVV_NO_UNIT;
    if (in->vlen < 64 || in->vlen > SHFL_RVV_VLEN_MAX || (in->vlen & (in->vlen - 1)) != 0)
        return SHFL_RVV_NO_UNIT;
    if ((unsigned)in->op >= SHFL_RVV_OPS)
        return SHFL_RVV_NO_OP;
    if (in->sew > largest || in->lmul < -3 || in->lmul > 3 || (int)in->sew > (int)largest + in->lmul)
        return SHFL_RVV_VTYPE;
    if (emul_of_indices(in) > 3)
        return SHFL_RVV_EMUL;
    if (in->op == SHFL_RVV_COMPRESS && !in->vm)
        return SHFL_RVV_MASKED;
    if (in->vstart >= (in->op == SHFL_RVV_COMPRESS ? 1 : shfl_rvv_vlmax(in)))
        return SHFL_RVV_VSTART;
    return in->vl > shfl_rvv_vlmax(in) ? SHFL_RVV_VL : SHFL_RVV_LEGAL;
}

/* Registers one after the other. */
struct group {
    unsigned first, count;
};

static struct group group_of(unsigned first, int emul) { return (struct group){ first, emul < 0 ? 1 : 1u << emul }; }

static bool aligned(struct group g) { return g.first < 32 && g.first % g.count == 0; }

static bool overlap(struct group a, struct group b)
{
    return a.first < b.first + b.count && b.first < a.first + a.count;
}

enum shfl_rvv_error shfl_rvv_check_registers(const struct shfl_rvv_in *in, unsigned vd, unsigned vs1, unsigned vs2)
{
    const bool compress = in->op == SHFL_RVV_COMPRESS;
    const bool indices = in->op == SHFL_RVV_GATHER || in->op == SHFL_RVV_GATHER_EI16;
    const bool down = in->op == SHFL_RVV_SLIDEDOWN || in->op == SHFL_RVV_SLIDE1DOWN;
    const struct group v0 = { 0, 1 }, to = group_of(vd, in->lmul), from = group_of(vs2, in->lmul);
    const struct group by = group_of(vs1, compress ? 0 : emul_of_indices(in));
    /* the element widths of vs2 and vs1: as sew, and of a mask none of these */
    const int of_from = (int)in->sew, of_by = compress ? -1 : in->op == SHFL_RVV_GATHER_EI16 ? 1 : of_from;

    if (!aligned(to) || !aligned(from) || ((indices || compress) && !aligned(by)))
        return SHFL_RVV_ALIGN;
    if ((!down && overlap(to, from)) || ((indices || compress) && overlap(to, by)))
        return SHFL_RVV_OVERLAP;
    if (!in->vm && overlap(to, v0))
        return SHFL_RVV_OVER_V0;
    if ((!in->vm && (overlap(from, v0) || (indices && overlap(by, v0))))
        || ((indices || compress) && of_by != of_from && overlap(from, by)))
        return SHFL_RVV_TWO_EEW;
    return SHFL_RVV_LEGAL;
}

static bool bit(const uint8_t *mask, unsigned i) { return mask[i / 8] >> i % 8 & 1; }

/* Element i of vs1, an unsigned number of so many bytes. */
static uint64_t index_at(const uint8_t *vs1, unsigned bytes, unsigned i)
{
    uint64_t index = 0;

    for (unsigned b = bytes; b-- > 0;)
        index = index << 8 | vs1[bytes * i + b];
    return index;
}

/* The element of vs2 that is number n of those that vs1 selects. False: there is none. Section 3.4. */
static bool selected(const struct shfl_rvv_in *in, unsigned n, uint64_t *from)
{
    for (unsigned i = 0; i < in->vl; i++)
        if (bit(in->vs1, i) && n-- == 0) {
            *from = i;
            return true;
        }
    return false;
}

/* What becomes of element i, and the element that it reads. Section 3. */
static enum shfl_rvv_what element(const struct shfl_rvv_in *in, unsigned i, uint64_t *from)
{
    const uint64_t vlmax = shfl_rvv_vlmax(in);
    const enum shfl_rvv_what tail = in->vta ? SHFL_RVV_AGNOSTIC : SHFL_RVV_KEEP;

    if (in->vstart >= in->vl || i < in->vstart)
        return SHFL_RVV_KEEP;
    if (i >= in->vl)
        return tail;
    if (in->op == SHFL_RVV_COMPRESS)
        return selected(in, i, from) ? SHFL_RVV_BYTE : tail;
    if (in->op == SHFL_RVV_SLIDEUP && i < in->x)
        return SHFL_RVV_KEEP;
    if (!in->vm && !bit(in->v0, i))
        return in->vma ? SHFL_RVV_AGNOSTIC : SHFL_RVV_KEEP;

    switch (in->op) {
    case SHFL_RVV_GATHER: *from = index_at(in->vs1, 1u << in->sew, i); break;
    case SHFL_RVV_GATHER_EI16: *from = index_at(in->vs1, 2, i); break;
    case SHFL_RVV_GATHER_X: *from = in->x; break;
    case SHFL_RVV_SLIDEUP: *from = i - in->x; break;
    case SHFL_RVV_SLIDEDOWN: *from = in->x < vlmax ? i + in->x : vlmax; break; /* a sum that does not wrap */
    case SHFL_RVV_SLIDE1UP:
        if (i == 0)
            return SHFL_RVV_SCALAR;
        *from = i - 1;
        break;
    default: /* SHFL_RVV_SLIDE1DOWN */
        if (i == in->vl - 1)
            return SHFL_RVV_SCALAR;
        *from = i + 1;
    }
    return *from < vlmax ? SHFL_RVV_BYTE : SHFL_RVV_ZERO;
}

enum shfl_rvv_what shfl_rvv_source(const struct shfl_rvv_in *in, unsigned byte, unsigned *source)
{
    const unsigned bytes = 1u << in->sew, in_element = byte % bytes;
    uint64_t from = 0;
    const enum shfl_rvv_what what = element(in, byte / bytes, &from);

    if (what == SHFL_RVV_BYTE)
        *source = (unsigned)from * bytes + in_element;
    else if (what == SHFL_RVV_SCALAR)
        *source = in_element;
    return what;
}

/* Upwards, so that a slide downwards reads each byte before it is written. */
void shfl_rvv_execute(const struct shfl_rvv_in *in, bool ones, uint8_t *vd)
{
    for (unsigned byte = 0; byte < shfl_rvv_registers(in) * (in->vlen / 8); byte++) {
        unsigned source = 0;

        switch (shfl_rvv_source(in, byte, &source)) {
        case SHFL_RVV_KEEP: break;
        case SHFL_RVV_AGNOSTIC:
            if (ones)
                vd[byte] = 0xff;
            break;
        case SHFL_RVV_ZERO: vd[byte] = 0; break;
        case SHFL_RVV_SCALAR: vd[byte] = (uint8_t)(in->x >> 8 * source); break;
        case SHFL_RVV_BYTE: vd[byte] = in->vs2[source]; break;
        }
    }
}
