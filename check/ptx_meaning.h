/* SPDX-License-Identifier: Apache-2.0 */
/* meaning - what the instructions compute: x[] are the sources, cut to their types' bits.
 * Source: PTX ISA 9.0, the section of the instruction's name. */
#ifndef PTX_MEANING_H
#define PTX_MEANING_H

#include "ptx_module.h"

#include <math.h>

#define MEANING(name) \
    uint64_t ptx_do_##name(const struct ptx_insn *i __attribute__((unused)), const uint64_t x[PTX_SOURCES])
#define BITS (i->type[0].bits)
#define IS_SIGNED (i->type[0].letter == 's')
#define IS_FLOAT (ptx_is_float(i->type[0]))
#define IS_PACKED (ptx_is_packed(i->type[0]))
#define HAS(m) ptx_has(i, PTX_##m)

/* clang-format off */
#define PTX_MEANINGS(X) \
    X(add) X(sub) X(mul) X(mad) X(divide) X(rem) X(absolute) X(negate) X(minimum) X(maximum) X(sad) \
    X(copy_sign) X(root) X(reciprocal) X(bit_and) X(bit_or) X(bit_xor) X(bit_not) X(is_zero) X(shl) X(shr) \
    X(shf) X(fns) X(lop3) X(prmt) X(popc) X(clz) X(bfind) X(brev) X(bfe) X(bfi) X(bmsk) X(mapa) X(setp) \
    X(set) X(testp) X(isspacep) X(sub_carry) X(mad24) X(dot) X(vabsdiff) X(selp) X(slct) X(cvt) X(atomic)
/* clang-format on */
#define DECLARED(name) MEANING(name);
PTX_MEANINGS(DECLARED)
#undef DECLARED

/* What an instruction computes: of pairs its meaning in each half by itself, but where it compares or converts them. */
ptx_meaning *ptx_meaning_of(const struct ptx_insn *i);

/* ---- for each other */

float ptx_f32(uint64_t v);
double ptx_f64(uint64_t v);
uint64_t ptx_of_f32(float f);
uint64_t ptx_of_f64(double f);
uint64_t ptx_flush_as(const struct ptx_insn *i, struct ptx_type t, uint64_t v); /* with .ftz */
uint64_t ptx_flush(const struct ptx_insn *i, uint64_t v);                       /* of f32 */
uint64_t ptx_saturate(const struct ptx_insn *i, uint64_t v);                    /* with .sat */
uint64_t ptx_round(const struct ptx_insn *i, struct ptx_type to, double high, double low);
bool ptx_is_directed(const struct ptx_insn *i);
double ptx_odd(double high, double low);
uint64_t ptx_small_fma(const struct ptx_insn *i, uint64_t a, uint64_t b, uint64_t c);
struct ptx_insn ptx_half(const struct ptx_insn *i);
double ptx_value(struct ptx_type t, uint64_t v);
uint64_t ptx_of_value(struct ptx_type t, double v);
bool ptx_below(const struct ptx_insn *i, uint64_t a, uint64_t b);
bool ptx_opposite(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES]);
bool ptx_carries(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES]);

/* rcp, sqrt, rsqrt, ex2, lg2, sin, cos and div with .approx or .full, of f32 */
uint64_t ptx_approximate(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES]);

#endif
