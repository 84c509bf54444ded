/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of RISC-V's vector permutations against docs/rvv.md: rows by hand, and what follows from its rules.
 * tests/rvv/ compares it with an emulator. */
#include "lib/check.h"
#include "tests/rvv/rvv_cases.h"

/* ---- rows by hand, most of them from public reports of faults in vector cores, simulators and models */

#define ELEMENTS 32

/* What becomes of an element, in place of the number of the element that it gets. */
enum { K = -1 /* keeps */, A = -2 /* agnostic */, Z = -3 /* 0 */, S = -4 /* the value in x */ };

struct row {
    const char *why;
    enum shfl_rvv_op op;
    unsigned vlen, sew;
    int lmul;
    unsigned vl, vstart;
    bool vm, vta, vma;
    uint64_t x;
    uint32_t mask;            /* v0, of COMPRESS vs1; the bits above are 1 */
    uint16_t index[ELEMENTS]; /* vs1 of GATHER and GATHER_EI16 */
    int8_t want[ELEMENTS];    /* all elements of the group, with LMUL below 1 of the register */
};

#define FF UINT64_C(0xffffffffffffffff)
/* of 64 bits; elements of 8, of 16 and of 32 bits */
#define E8 .vlen = 64, .sew = 0
#define E16 .vlen = 64, .sew = 1
#define E32 .vlen = 64, .sew = 2
#define E64 .vlen = 64, .sew = 3

static const struct row rows[] = {
    /* indices past the end: a core waited for data that it had rightly not asked for, and hung */
    { "an index past the end reads 0", SHFL_RVV_GATHER, E8, 0, 8, .vm = 1, .index = { 7, 8, 200, 255, 0, 6, 16, 1 },
      .want = { 7, Z, Z, Z, 0, 6, Z, 1 } },
    { "all indices are past the end, the rest is tail", SHFL_RVV_GATHER, E8, 0, 4, .vm = 1, .vta = 1, .vma = 1,
      .index = { 200, 200, 200, 200 }, .want = { Z, Z, Z, Z, A, A, A, A } },
    { "an index is not taken modulo VLMAX, with LMUL below 1 either", SHFL_RVV_GATHER, E8, -1, 4, .vm = 1,
      .index = { 4, 3, 5, 0 }, .want = { Z, 3, Z, 0, K, K, K, K } },
    { "index ffff of 16 bits", SHFL_RVV_GATHER, E16, 1, 8, .vm = 1, .index = { 0xffff, 7, 8, 0, 256, 0x8000, 6, 1 },
      .want = { Z, 7, Z, 0, Z, Z, 6, 1 } },
    /* vrgatherei16: of 8-bit elements its indices still have 16 bits; a core took them for something else */
    { "vrgatherei16 with SEW 8: 65,535 is not 255, 256 is not 0", SHFL_RVV_GATHER_EI16, E8, 0, 8, .vm = 1,
      .index = { 0xffff, 0x100, 7, 0x107, 0, 0x8001, 3, 8 }, .want = { Z, Z, 7, Z, 0, Z, 3, Z } },
    { "vcompress behind it: not the same operation", SHFL_RVV_COMPRESS, E8, 0, 8, .vm = 1, .mask = 0xb2,
      .want = { 1, 4, 5, 7, K, K, K, K } },
    { "vrgatherei16 with SEW 64: four indices fill 64 bits", SHFL_RVV_GATHER_EI16, E64, 2, 4, .vm = 1,
      .index = { 3, 4, 0, 0xffff }, .want = { 3, Z, 0, Z } },
    { "vrgatherei16 with SEW 8 and LMUL 2: the indices are four registers", SHFL_RVV_GATHER_EI16, E8, 1, 16, .vm = 1,
      .index = { 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 16 },
      .want = { 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, Z } },
    /* the scalar index: not cut to SEW bits, not signed */
    { "the index in x is not cut to SEW bits", SHFL_RVV_GATHER_X, E8, 0, 8, .vm = 1, .x = 0x100,
      .want = { Z, Z, Z, Z, Z, Z, Z, Z } },
    { "nor to 32", SHFL_RVV_GATHER_X, E32, 1, 4, .vm = 1, .x = UINT64_C(0x100000001), .want = { Z, Z, Z, Z } },
    { "the last element for all", SHFL_RVV_GATHER_X, E16, 1, 7, .vm = 1, .vta = 1, .x = 7,
      .want = { 7, 7, 7, 7, 7, 7, 7, A } },
    { "VLMAX is past the end", SHFL_RVV_GATHER_X, E16, 1, 8, .vm = 1, .x = 8, .want = { Z, Z, Z, Z, Z, Z, Z, Z } },
    /* offsets: unsigned numbers of 64 bits; simulators and cores took them for signed or short ones */
    { "vslideup by VLMAX writes nothing but the tail", SHFL_RVV_SLIDEUP, E8, 0, 6, .vm = 1, .vta = 1, .x = 8,
      .want = { K, K, K, K, K, K, A, A } },
    { "vslideup by 2^64 - 1 is no slide down", SHFL_RVV_SLIDEUP, E8, 0, 8, .vm = 1, .x = FF,
      .want = { K, K, K, K, K, K, K, K } },
    { "vslideup by 2^32 + 1 is not by 1", SHFL_RVV_SLIDEUP, E16, 0, 4, .vm = 1, .x = UINT64_C(0x100000001),
      .want = { K, K, K, K } },
    { "vslidedown by 2^64 - 1: the sum does not wrap", SHFL_RVV_SLIDEDOWN, E8, 0, 8, .vm = 1, .x = FF,
      .want = { Z, Z, Z, Z, Z, Z, Z, Z } },
    { "vslidedown by -8, unsigned", SHFL_RVV_SLIDEDOWN, E16, 1, 8, .vm = 1, .x = UINT64_C(0xfffffffffffffff8),
      .want = { Z, Z, Z, Z, Z, Z, Z, Z } },
    { "vslidedown by 256 with SEW 8 is not by 0", SHFL_RVV_SLIDEDOWN, E8, 1, 16, .vm = 1, .x = 256,
      .want = { Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z } },
    { "vslidedown by VLMAX - 1", SHFL_RVV_SLIDEDOWN, E8, 1, 16, .vm = 1, .x = 15,
      .want = { 15, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z, Z } },
    /* where vslidedown reads 0: a core began at vl, another one ended at the register */
    { "vslidedown reads elements behind vl", SHFL_RVV_SLIDEDOWN, E8, 0, 3, .vm = 1, .x = 4,
      .want = { 4, 5, 6, K, K, K, K, K } },
    { "vslidedown with LMUL 1/4 reads 0 from VLMAX on, and not the register", SHFL_RVV_SLIDEDOWN, E8, -2, 2, .vm = 1,
      .x = 1, .want = { 1, Z, K, K, K, K, K, K } },
    { "a gather reads elements behind vl", SHFL_RVV_GATHER, E8, 0, 2, .vm = 1, .index = { 7, 2 },
      .want = { 7, 2, K, K, K, K, K, K } },
    /* elements below the offset */
    { "vslideup: below the offset nothing is written, not even ones where v0 is 0", SHFL_RVV_SLIDEUP, E8, 0, 8,
      .vta = 1, .vma = 1, .x = 3, .mask = 0x55, .want = { K, K, K, A, 1, A, 3, A } },
    { "vslideup: vstart above the offset", SHFL_RVV_SLIDEUP, E8, 0, 7, 5, .vm = 1, .vta = 1, .x = 2,
      .want = { K, K, K, K, K, 3, 4, A } },
    { "vslideup: vstart below the offset", SHFL_RVV_SLIDEUP, E16, 1, 7, 1, .vm = 1, .vta = 1, .x = 4,
      .want = { K, K, K, K, 0, 1, 2, A } },
    /* vstart in the middle */
    { "vrgather from vstart on", SHFL_RVV_GATHER, E8, 0, 7, 3, .vta = 1, .vma = 1, .mask = 0xef,
      .index = { 0, 0, 0, 7, 6, 5, 9, 0 }, .want = { K, K, K, 7, A, 5, Z, A } },
    { "vslidedown from vstart on", SHFL_RVV_SLIDEDOWN, E8, 0, 8, 6, .vm = 1, .x = 1,
      .want = { K, K, K, K, K, K, 7, Z } },
    { "vslide1up from element 1 on: x goes nowhere", SHFL_RVV_SLIDE1UP, E8, 0, 4, 1, .vm = 1, .x = 0x77,
      .want = { K, 0, 1, 2, K, K, K, K } },
    { "vslide1down from its last element on", SHFL_RVV_SLIDE1DOWN, E8, 0, 4, 3, .vm = 1, .x = 0x77,
      .want = { K, K, K, S, K, K, K, K } },
    /* nothing at all: the tail neither */
    { "vl = 0: no tail", SHFL_RVV_GATHER, E8, 0, 0, .vm = 1, .vta = 1, .vma = 1, .index = { 1, 2 },
      .want = { K, K, K, K, K, K, K, K } },
    { "vcompress with vl = 0: no tail", SHFL_RVV_COMPRESS, E8, 0, 0, .vm = 1, .vta = 1, .vma = 1, .mask = 0xff,
      .want = { K, K, K, K, K, K, K, K } },
    { "vslide1down with vl = 0 has no last element", SHFL_RVV_SLIDE1DOWN, E16, 0, 0, .vm = 1, .vta = 1, .x = FF,
      .want = { K, K, K, K } },
    { "vstart = vl: no tail", SHFL_RVV_SLIDEDOWN, E8, 0, 4, 4, .vm = 1, .vta = 1, .vma = 1, .x = 1,
      .want = { K, K, K, K, K, K, K, K } },
    { "vstart above vl: no tail", SHFL_RVV_SLIDE1UP, E8, 0, 2, 7, .vm = 1, .vta = 1, .vma = 1, .x = 1,
      .want = { K, K, K, K, K, K, K, K } },
    /* the tail: there is none at VLMAX, and with LMUL below 1 it goes on to the end of the register */
    { "vl = VLMAX: no tail", SHFL_RVV_SLIDE1UP, E8, 1, 16, .vm = 1, .vta = 1, .x = 0xee,
      .want = { S, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 } },
    { "vl = VLMAX, LMUL 1/8: seven elements are tail", SHFL_RVV_SLIDE1UP, E8, -3, 1, .vm = 1, .vta = 1, .x = 0xee,
      .want = { S, A, A, A, A, A, A, A } },
    { "the tail of a group is in its other registers, too", SHFL_RVV_GATHER_X, E16, 2, 3, .vm = 1, .vta = 1, .x = 15,
      .want = { 15, 15, 15, A, A, A, A, A, A, A, A, A, A, A, A, A } },
    /* vslide1: where x goes, and how much of it */
    { "vslide1up: element 0 masked off", SHFL_RVV_SLIDE1UP, E8, 0, 8, .x = 0x77, .mask = 0xfe,
      .want = { K, 0, 1, 2, 3, 4, 5, 6 } },
    { "vslide1down: x goes to element vl - 1 and not to the last one", SHFL_RVV_SLIDE1DOWN, E8, 1, 10, .vm = 1,
      .x = 0x77, .want = { 1, 2, 3, 4, 5, 6, 7, 8, 9, S, K, K, K, K, K, K } },
    { "vslide1down: element vl - 1 masked off", SHFL_RVV_SLIDE1DOWN, E16, 0, 4, .vma = 1, .x = FF, .mask = 7,
      .want = { 1, 2, 3, A } },
    { "vslide1down of one element", SHFL_RVV_SLIDE1DOWN, E64, 0, 1, .vm = 1, .x = UINT64_C(0x0123456789abcdef),
      .want = { S } },
    { "vslide1up with SEW 32: the upper half of x does not count", SHFL_RVV_SLIDE1UP, E32, 0, 2, .vm = 1,
      .x = UINT64_C(0xffffffff7fc00001), .want = { S, 0 } },
    /* vcompress: a simulator wrote behind the packed elements, a test took its vl for the number of them */
    { "vcompress: an empty mask; all is tail", SHFL_RVV_COMPRESS, E8, 0, 8, .vm = 1, .mask = 0,
      .want = { K, K, K, K, K, K, K, K } },
    { "vcompress: an empty mask, tail agnostic", SHFL_RVV_COMPRESS, E16, 1, 8, .vm = 1, .vta = 1, .mask = 0,
      .want = { A, A, A, A, A, A, A, A } },
    { "vcompress: a full mask", SHFL_RVV_COMPRESS, E8, 1, 16, .vm = 1, .vta = 1, .mask = 0xffff,
      .want = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 } },
    { "vcompress: bits from vl on select nothing", SHFL_RVV_COMPRESS, E8, 0, 3, .vm = 1, .vta = 1, .mask = 0xfa,
      .want = { 1, A, A, A, A, A, A, A } },
    { "vcompress: what lies behind the packed elements stays, below vl and above it", SHFL_RVV_COMPRESS, E8, 1, 12,
      .vm = 1, .mask = 0xff00, .want = { 8, 9, 10, 11, K, K, K, K, K, K, K, K, K, K, K, K } },
    { "vcompress: mask agnostic does not matter", SHFL_RVV_COMPRESS, E16, 0, 4, .vm = 1, .vma = 1, .mask = 8,
      .want = { 3, K, K, K } },
    { "vcompress: selected elements of the last register only", SHFL_RVV_COMPRESS, E16, 2, 16, .vm = 1, .vta = 1,
      .mask = 0xc000, .want = { 14, 15, A, A, A, A, A, A, A, A, A, A, A, A, A, A } },
    /* SEW 8 and SEW 64 in turn */
    { "SEW 8", SHFL_RVV_SLIDEDOWN, E8, 2, 32, .vm = 1, .x = 8,
      .want = { 8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                24, 25, 26, 27, 28, 29, 30, 31, Z,  Z,  Z,  Z,  Z,  Z,  Z,  Z } },
    { "SEW 64 behind it", SHFL_RVV_SLIDEDOWN, E64, 2, 4, .vm = 1, .x = 1, .want = { 1, 2, 3, Z } },
    { "SEW 8 behind that, LMUL 1/2", SHFL_RVV_SLIDEUP, E8, -1, 4, .vm = 1, .vta = 1, .x = 1,
      .want = { K, 0, 1, 2, A, A, A, A } },
    { "SEW 32, the mask has one bit for each element", SHFL_RVV_GATHER_X, E32, 2, 8, .x = 6, .mask = 0x92,
      .want = { K, 6, K, K, 6, K, K, 6 } },
};

static void put(uint8_t *at, unsigned bytes, uint64_t value)
{
    for (unsigned b = 0; b < bytes; b++)
        at[b] = (uint8_t)(value >> 8 * b);
}

/* Byte b of vs2, and of vd before the instruction. */
static uint8_t of_vs2(unsigned b) { return (uint8_t)(0x10 + b); }

static uint8_t of_vd(unsigned b) { return (uint8_t)(0x80 + b); }

/* Byte b of vd after it, where agnostic elements become ones or keep what they had. */
static uint8_t wanted(const struct row *row, bool ones, unsigned b)
{
    const unsigned bytes = 1u << row->sew, of_element = b % bytes;
    const int want = row->want[b / bytes];

    switch (want) {
    case Z: return 0;
    case S: return (uint8_t)(row->x >> 8 * of_element);
    case A: return ones ? 0xff : of_vd(b);
    case K: return of_vd(b);
    default: return of_vs2((unsigned)want * bytes + of_element);
    }
}

/* V3.1.1, V3.1.2, V3.1.3, V3.1.4, V3.2.1, V3.2.2, V3.2.3, V3.3.1, V3.3.2, V3.4.1, V3.4.2, V2.1, V2.2, V2.3 */
static void test_rows(void)
{
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
        const unsigned bytes = row->op == SHFL_RVV_GATHER_EI16 ? 2 : 1u << row->sew; /* of an index */
        uint8_t v0[SHFL_RVV_VLEN_MAX / 8], vs1[SHFL_RVV_BYTES_MAX], vs2[SHFL_RVV_BYTES_MAX], vd[SHFL_RVV_BYTES_MAX];
        const struct shfl_rvv_in in = { row->op,  row->vlen, row->sew, row->lmul, row->vl, row->vstart, row->vm,
                                        row->vta, row->vma,  row->x,   v0,        vs1,     vs2,         0 };
        unsigned wrong = 0, at = 0;

        memset(v0, 0xff, sizeof v0);
        memset(vs1, 0xff, sizeof vs1);
        if (row->op == SHFL_RVV_COMPRESS || !row->vm)
            put(row->op == SHFL_RVV_COMPRESS ? vs1 : v0, 4, row->mask);
        for (unsigned i = 0; i < ELEMENTS && row->op <= SHFL_RVV_GATHER_EI16; i++)
            put(vs1 + bytes * i, bytes, row->index[i]);
        if (!check_need(shfl_rvv_check(&in) == SHFL_RVV_LEGAL, row->why, "refused"))
            continue;
        const unsigned size = shfl_rvv_registers(&in) * (row->vlen / 8);
        for (unsigned ones = 0; ones < 2; ones++) {
            for (unsigned b = 0; b < sizeof vd; b++)
                vs2[b] = of_vs2(b), vd[b] = of_vd(b);
            shfl_rvv_execute(&in, ones, vd);
            for (unsigned b = 0; b < sizeof vd; b++)
                if (vd[b] != (b < size ? wanted(row, ones, b) : of_vd(b)) && wrong++ == 0)
                    at = b;
        }
        check(wrong == 0, row->why, "%u bytes differ, the first is byte %u", wrong, at);
    }
}

/* ---- reserved encodings */

/* V1.1, V4.1.1, V4.1.2, V4.1.3, V4.1.4, V3.4.3 */
static void test_check(void)
{
    static const struct {
        const char *why;
        struct shfl_rvv_in in;
        enum shfl_rvv_error error;
    } row[] = {
#define IN(op, vlen, sew, lmul, vl, vstart, vm) { SHFL_RVV_##op, vlen, sew, lmul, vl, vstart, vm, 0, 0, 0, 0, 0, 0, 0 }
#define IN_32(op, sew, lmul, elen) { SHFL_RVV_##op, 128, sew, lmul, 1, 0, 1, 0, 0, 0, 0, 0, 0, elen }
        { "VLEN 32", IN(GATHER, 32, 0, 0, 4, 0, 1), SHFL_RVV_NO_UNIT },
        { "VLEN 2048", IN(GATHER, 2048, 0, 0, 4, 0, 1), SHFL_RVV_NO_UNIT },
        { "no operation 8", { (enum shfl_rvv_op)8, 128, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 }, SHFL_RVV_NO_OP },
        { "SEW 8 by its low bits", IN(SLIDEUP, 128, 0x80000000, 3, 1, 0, 1), SHFL_RVV_VTYPE },
        { "SEW 16, LMUL 1/8, whatever VLEN is", IN(SLIDEUP, 1024, 1, -3, 1, 0, 1), SHFL_RVV_VTYPE },
        { "SEW 64, LMUL 1/2", IN(SLIDEUP, 1024, 3, -1, 1, 0, 1), SHFL_RVV_VTYPE },
        { "vrgatherei16, SEW 8, LMUL 8: EMUL is 16", IN(GATHER_EI16, 128, 0, 3, 1, 0, 1), SHFL_RVV_EMUL },
        { "vcompress with vl 0 and vstart 1 is refused like any other", IN(COMPRESS, 128, 0, 0, 0, 1, 1),
          SHFL_RVV_VSTART },
        { "vl = VLMAX", IN(SLIDEDOWN, 128, 1, 1, 16, 15, 1), SHFL_RVV_LEGAL },
        { "vl above VLMAX", IN(SLIDEDOWN, 128, 1, 1, 17, 0, 1), SHFL_RVV_VL },
        { "vstart = VLMAX", IN(SLIDEDOWN, 128, 1, 1, 16, 16, 1), SHFL_RVV_VSTART },
        { "ELEN 32, SEW 64", IN_32(SLIDEUP, 3, 3, 32), SHFL_RVV_VTYPE },
        { "ELEN 32, SEW 32, LMUL 1/2", IN_32(SLIDEUP, 2, -1, 32), SHFL_RVV_VTYPE },
        { "ELEN 128", IN_32(SLIDEUP, 0, 0, 128), SHFL_RVV_NO_UNIT },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const enum shfl_rvv_error got = shfl_rvv_check(&row[i].in);

        check(got == row[i].error, row[i].why, "%d, expected %d", got, row[i].error);
    }
}

/* V4.2.1, V4.2.2, V4.2.3, V4.2.4, V4.2.5 */
static void test_check_registers(void)
{
    static const struct {
        const char *why;
        enum shfl_rvv_op op;
        unsigned sew;
        int lmul;
        bool vm;
        unsigned vd, vs1, vs2;
        enum shfl_rvv_error error;
    } row[] = {
        { "vs1 is no multiple of LMUL", SHFL_RVV_GATHER, 0, 2, 1, 4, 10, 16, SHFL_RVV_ALIGN },
        { "vs1 of vrgatherei16 with SEW 8 is twice LMUL", SHFL_RVV_GATHER_EI16, 0, 0, 1, 1, 3, 4, SHFL_RVV_ALIGN },
        { "vrgatherei16: vs1 is the last register of vd", SHFL_RVV_GATHER_EI16, 3, 2, 1, 8, 11, 4, SHFL_RVV_OVERLAP },
        { "vslidedown: vd = vs2", SHFL_RVV_SLIDEDOWN, 0, 3, 1, 8, 0, 8, SHFL_RVV_LEGAL },
        { "vcompress: the mask is in vd", SHFL_RVV_COMPRESS, 0, 2, 1, 4, 7, 8, SHFL_RVV_OVERLAP },
        { "masked, vd has v0", SHFL_RVV_GATHER_X, 0, 3, 0, 0, 0, 8, SHFL_RVV_OVER_V0 },
        { "masked, vs2 is v0", SHFL_RVV_SLIDEDOWN, 0, 0, 0, 1, 0, 0, SHFL_RVV_TWO_EEW },
        { "vrgatherei16, SEW 32: vs1 is in vs2", SHFL_RVV_GATHER_EI16, 2, 1, 1, 2, 5, 4, SHFL_RVV_TWO_EEW },
        { "vcompress: the mask is in vs2", SHFL_RVV_COMPRESS, 0, 1, 1, 2, 5, 4, SHFL_RVV_TWO_EEW },
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const struct shfl_rvv_in in = { row[i].op, 128, row[i].sew, row[i].lmul, 1, 0, row[i].vm, 0, 0, 0, 0, 0, 0, 0 };
        const enum shfl_rvv_error got = shfl_rvv_check_registers(&in, row[i].vd, row[i].vs1, row[i].vs2);

        check(got == row[i].error, row[i].why, "%d, expected %d", got, row[i].error);
    }
}

/* ---- a slide downwards in place */

/* V1.2 */
static void test_in_place(void)
{
    unsigned wrong = 0;

    for (unsigned one = 0; one < 2; one++)
        for (unsigned sew = 0; sew < 4; sew++)
            for (uint64_t x = 0; x < 70; x++) {
                uint8_t apart[64], vs2[64], v0[16];

                for (unsigned b = 0; b < 64; b++)
                    apart[b] = vs2[b] = (uint8_t)(b * 3 + 1);
                memset(v0, 0xb7, sizeof v0);
                const struct shfl_rvv_in in = { one ? SHFL_RVV_SLIDE1DOWN : SHFL_RVV_SLIDEDOWN,
                                                128,
                                                sew,
                                                2,
                                                64u >> sew,
                                                1,
                                                0,
                                                0,
                                                0,
                                                x,
                                                v0,
                                                0,
                                                vs2,
                                                0 };

                shfl_rvv_execute(&in, false, apart);
                shfl_rvv_execute(&in, false, vs2);
                wrong += memcmp(apart, vs2, sizeof apart) != 0;
            }
    check(wrong == 0, "a slide downwards in place", "%u slides differ from those into another group", wrong);
}

/* ---- VLEN 64, which the emulator does not have: with twice the registers in a group it is VLEN 128 */

static void test_vlen_64(void)
{
    static struct rvv_case c;
    static uint8_t other[sizeof c.regs];
    unsigned wrong = 0, count = 0;

    for (uint32_t number = 0; number < RVV_CASES; number++) {
        rvv_case_make(128, number, &c);
        if (rvv_case_check(&c) != SHFL_RVV_LEGAL || c.in.lmul < 0 || c.in.lmul > 2)
            continue;
        struct shfl_rvv_in half = c.in;
        const unsigned vd = c.vd * 16, size = shfl_rvv_registers(&c.in) * 16;

        half.vlen = 64;
        half.lmul++;
        half.v0 = memcpy(other, c.regs, sizeof other);
        half.vs1 = other + c.vs1 * 16;
        half.vs2 = other + c.vs2 * 16;
        if (shfl_rvv_check(&half) != SHFL_RVV_LEGAL)
            continue; /* EMUL 16 */
        shfl_rvv_execute(&half, true, other + vd);
        shfl_rvv_execute(&c.in, true, c.regs + vd);
        wrong += memcmp(other + vd, c.regs + vd, size) != 0;
        count++;
    }
    check(wrong == 0 && count > 4000, "VLEN 64", "%u of %u instructions differ", wrong, count);
}

int main(int argc, char **argv)
{
    static const struct check_test tests[] = {
        CHECK_TEST(rows),     CHECK_TEST(check),   CHECK_TEST(check_registers),
        CHECK_TEST(in_place), CHECK_TEST(vlen_64), { 0 },
    };

    return check_main(argv + (argc > 0), tests);
}
