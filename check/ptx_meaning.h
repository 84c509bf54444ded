/* SPDX-License-Identifier: Apache-2.0 */
/* meaning - what the instructions compute: x[] are the sources, cut to their types' bits.
 * Source: PTX ISA 9.0, the section of the instruction's name. */
#ifndef PTX_MEANING_H
#define PTX_MEANING_H

#include "ptx_module.h"

#include <math.h>

#define MEANING(name) uint64_t ptx_do_##name(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES])
#define BITS (i->type[0].bits)
#define IS_SIGNED (i->type[0].letter == 's')
#define IS_FLOAT (ptx_is_float(i->type[0]))
#define IS_PACKED (ptx_is_packed(i->type[0]))
#define HAS(m) ptx_has(i, PTX_##m)

MEANING(add);
MEANING(sub);
MEANING(mul);
MEANING(mad);
MEANING(divide);
MEANING(rem);
MEANING(absolute);
MEANING(negate);
MEANING(minimum);
MEANING(maximum);
MEANING(sad);
MEANING(copy_sign);
MEANING(root);
MEANING(reciprocal);
MEANING(bit_and);
MEANING(bit_or);
MEANING(bit_xor);
MEANING(bit_not);
MEANING(is_zero);
MEANING(shl);
MEANING(shr);
MEANING(shf);
MEANING(fns);
MEANING(lop3);
MEANING(prmt);
MEANING(popc);
MEANING(clz);
MEANING(bfind);
MEANING(brev);
MEANING(bfe);
MEANING(bfi);
MEANING(bmsk);
MEANING(mapa);
MEANING(setp);
MEANING(set);
MEANING(testp);
MEANING(isspacep);
MEANING(add_carry);
MEANING(sub_carry);
MEANING(mad_carry);
MEANING(mul24);
MEANING(mad24);
MEANING(dp4a);
MEANING(dp2a);
MEANING(vabsdiff);
MEANING(selp);
MEANING(slct);
MEANING(cvt);
MEANING(atomic);

/* ---- for each other */

float ptx_f32(uint64_t v);
double ptx_f64(uint64_t v);
uint64_t ptx_of_f32(float f);
uint64_t ptx_of_f64(double f);
uint64_t ptx_flush(const struct ptx_insn *i, uint64_t v);
float ptx_round_f32(const struct ptx_insn *i, double high, double low);
bool ptx_is_directed(const struct ptx_insn *i);
double ptx_odd(double high, double low);
uint64_t ptx_small_fma(const struct ptx_insn *i, uint64_t a, uint64_t b, uint64_t c);
struct ptx_insn ptx_half(const struct ptx_insn *i);
uint64_t ptx_halves(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES],
                    uint64_t meaning(const struct ptx_insn *, const uint64_t *));
double ptx_value(struct ptx_type t, uint64_t v);
bool ptx_below(const struct ptx_insn *i, uint64_t a, uint64_t b);
bool ptx_opposite(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES]);
bool ptx_carries(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES]);

/* rcp, sqrt, rsqrt, ex2, lg2, sin, cos and div with .approx or .full, of f32 */
uint64_t ptx_approximate(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES]);

#endif
