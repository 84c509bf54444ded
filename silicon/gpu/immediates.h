/* SPDX-License-Identifier: Apache-2.0 */
/* The constants that suite "immediate" issues as immediates, and those of two more: one list, read by points.c, by
 * the kernels (CUDA) and by tests/cli/test_sass.py, which looks for every one of them in the machine code.
 *
 *   Sb   5 bits.  0, 1, 2, 3, 4, 8 and 16 are the SPA 5.0 SHFL page's examples
 *   Sc   13 bits. 0, 0x1f and 0x1c03 are that page's examples; (32 - width) << 8, with and without 0x1f,
 *        is what the CUDA intrinsics pass for the widths 32, 16, 8, 4 and 2; the last four have a segment
 *        mask with holes, or ones in the ignored bits 7:5
 */
#ifndef SILICON_IMMEDIATES_H
#define SILICON_IMMEDIATES_H

/* clang-format off */
#define IMMEDIATE_SB(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(7) X(8) X(10) X(15) X(16) X(21) X(30) X(31)

#define IMMEDIATE_SC(X) \
    X(0x0000) X(0x001f) X(0x1c03) \
    X(0x1000) X(0x101f) X(0x1800) X(0x181f) X(0x1c00) X(0x1c1f) X(0x1e00) X(0x1e1f) \
    X(0x0a15) X(0x150a) X(0x1fff) X(0x00e0)

/* The member masks that are constants: of all lanes, and those of the suites "outside". */
#define MASKS(X) X(0xffffffff) X(0x0000ffff) X(0x80000000) X(0xaaaaaaaa) X(0x9e3779b9) X(0x000000ff) X(0x00000001)
/* clang-format on */

/* Suite "sites": the constants of a branch. */
#define SITE_SB(site) ((site) == 0 ? 1 : (site) == 1 ? 16 : (site) == 2 ? 6 : 31)
#define SITE_SC(site, is_up) ((is_up) ? 0x1000 * ((site) % 2) : 0x1000 * ((site) % 2) + 0x1f)

#define IMMEDIATE_ONE(constant) +1
#define IMMEDIATE_ITEM(constant) constant,

enum {
    IMMEDIATE_SBS = 0 IMMEDIATE_SB(IMMEDIATE_ONE),
    IMMEDIATE_SCS = 0 IMMEDIATE_SC(IMMEDIATE_ONE),

    /* Every mode with every Sb and every Sc, and with a register in the place of either or both. */
    IMMEDIATE_FORMS = 4 * (IMMEDIATE_SBS + 1) * (IMMEDIATE_SCS + 1),

    /* Form f is mode, then Sb's place in its list, then Sc's place, the last one fastest. The place
     * after the end of a list stands for the register. Each form is issued by this many warps. */
    IMMEDIATE_REPEATS = 32,
    IMMEDIATE_WARPS = IMMEDIATE_FORMS * IMMEDIATE_REPEATS
};

#endif
