/* SPDX-License-Identifier: Apache-2.0 */
/* rvv - see rvv.h */
#include "rvv.h"

#include <inttypes.h>
#include <stdio.h>

const char *const rvv_part_name[] = {
    [RVV_BODY] = "body", [RVV_PRESTART] = "prestart", [RVV_TAIL] = "tail", [RVV_MASKED] = "masked off"
};

enum rvv_part rvv_part(const struct rvv *r, unsigned element)
{
    if (element < r->in.vstart)
        return RVV_PRESTART;
    if (element >= r->in.vl)
        return RVV_TAIL;
    return r->in.vm || r->v0[element / 8] >> element % 8 & 1 ? RVV_BODY : RVV_MASKED;
}

enum shfl_rvv_what rvv_what(const struct rvv *r, unsigned element, unsigned *from)
{
    unsigned byte = 0;
    const enum shfl_rvv_what what = shfl_rvv_source(&r->in, element << r->in.sew, &byte);

    *from = byte >> r->in.sew;
    return what;
}

uint64_t rvv_source(const struct rvv *r, unsigned element)
{
    uint64_t value = 0;

    for (unsigned b = 0; b < 1u << r->in.sew; b++)
        value |= (uint64_t)r->vs2[(element << r->in.sew) + b] << 8 * b;
    return value;
}

uint64_t rvv_result(const struct rvv *r, unsigned element)
{
    const uint64_t all = ~UINT64_C(0) >> (64 - (8 << r->in.sew));
    unsigned from;

    switch (rvv_what(r, element, &from)) {
    case SHFL_RVV_BYTE: return rvv_source(r, from);
    case SHFL_RVV_SCALAR: return r->in.x & all;
    default: return 0;
    }
}

const char *rvv_number(uint64_t value, char text[RVV_NUMBER_MAX])
{
    snprintf(text, RVV_NUMBER_MAX, value < 1000000000 ? "%" PRIu64 : "0x%" PRIx64, value);
    return text;
}
