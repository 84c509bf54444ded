/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of RISC-V's vector permutations against docs/rvv.md: rows by hand, and what follows from its rules.
 * tests/rvv/ compares it with an emulator. */
#include "lib/check.h"
#include "tests/rvv/rvv_cases.h"
#include "tests/rvv/rvv_rows.h"

/* ---- rows by hand */

static struct rvv_row_data data;

/* V3.1.1, V3.1.2, V3.1.3, V3.1.4, V3.2.1, V3.2.2, V3.2.3, V3.3.1, V3.3.2, V3.4.1, V3.4.2, V2.1, V2.2, V2.3 */
static void test_rows(void)
{
    for (size_t r = 0; r < rvv_row_count; r++) {
        const struct rvv_row *row = &rvv_rows[r];
        unsigned wrong = 0, at = 0;

        rvv_row_make(row, &data);
        if (!check_need(shfl_rvv_check(&data.in) == SHFL_RVV_LEGAL, row->why, "refused"))
            continue;
        for (unsigned ones = 0; ones < 2; ones++) {
            uint8_t vd[SHFL_RVV_BYTES_MAX];

            memcpy(vd, data.vd, sizeof vd);
            shfl_rvv_execute(&data.in, ones, vd);
            for (unsigned b = 0; b < sizeof vd; b++)
                if (vd[b] != (b < data.size ? data.want[ones][b] : data.vd[b]) && wrong++ == 0)
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
