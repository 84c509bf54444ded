/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_rows - instructions whose results are written by hand, most of them from public reports of faults in vector cores,
 * simulators and models. tests/model/test_rvv.c puts them to the model, tests/model/rvv_rtl.c to the RTL, one after the other. */
#ifndef RVV_ROWS_H
#define RVV_ROWS_H

#include "model/shfl_rvv.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RVV_ROW_ELEMENTS 32

/* What becomes of an element, in place of the number of the element that it gets. */
enum { RVV_K = -1 /* keeps */, RVV_A = -2 /* agnostic */, RVV_Z = -3 /* 0 */, RVV_S = -4 /* the value in x */ };

struct rvv_row {
    const char *why;
    enum shfl_rvv_op op;
    unsigned vlen, sew;
    int lmul;
    unsigned vl, vstart;
    bool vm, vta, vma;
    uint64_t x;
    uint32_t mask;                    /* v0, of COMPRESS vs1; the bits above are 1 */
    uint16_t index[RVV_ROW_ELEMENTS]; /* vs1 of GATHER and GATHER_EI16 */
    int8_t want[RVV_ROW_ELEMENTS];    /* all elements of the group, with LMUL below 1 of the register */
};

extern const struct rvv_row rvv_rows[];
extern const size_t rvv_row_count;

/* What a row's instruction reads and writes. Byte b of vs2 is 10 + b, and of vd before it 80 + b, hexadecimal. */
struct rvv_row_data {
    struct shfl_rvv_in in; /* its pointers are into the arrays */
    unsigned size;         /* bytes of the group */
    uint8_t v0[SHFL_RVV_VLEN_MAX / 8], vs1[SHFL_RVV_BYTES_MAX], vs2[SHFL_RVV_BYTES_MAX], vd[SHFL_RVV_BYTES_MAX];
    uint8_t want[2][SHFL_RVV_BYTES_MAX]; /* vd after it: [0] agnostic elements keep, [1] they are ones */
};

void rvv_row_make(const struct rvv_row *row, struct rvv_row_data *data);

#ifdef __cplusplus
}
#endif
#endif
