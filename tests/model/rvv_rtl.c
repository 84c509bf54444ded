/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_rtl RECORD - the rows of tests/rvv/rvv_rows.h, and the recorded answers of an emulator, compared with the RTL:
 * each instruction as its passes through a unit. */
#include "lib/check.h"
#include "tests/rtl/unit.h"
#include "tests/rvv/rvv_cases.h"
#include "tests/rvv/rvv_rows.h"

#include <string.h>

/* Is this pass one of the table of docs/rvv.md 5.2? Of slides downwards, which may be in place, others would write a
 * register before it is read. */
static bool has_pass(const struct shfl_rvv_in *in, unsigned n, unsigned registers, unsigned d, unsigned s)
{
    const uint64_t by = in->op == SHFL_RVV_SLIDE1DOWN ? 1 : in->x;

    if (in->op != SHFL_RVV_SLIDEDOWN && in->op != SHFL_RVV_SLIDE1DOWN)
        return true;
    if (by / n >= registers - d)
        return s == 0;
    return s == d + by / n || (s == d + by / n + 1 && by % n != 0);
}

/* An instruction: its passes, destination by destination. Returns reserved. */
static bool instruction(struct unit unit, const struct shfl_rvv_in *in, unsigned registers, uint8_t *vd)
{
    const unsigned lanes = unit.build->unit.lanes, n = lanes >> in->sew;
    bool reserved = false;

    for (unsigned d = 0; d < registers; d++)
        for (unsigned s = 0; s < registers; s++) {
            if (!has_pass(in, n, registers, d, s))
                continue;
            struct isa_pass pass = { .op = in->op,
                                     .sew = in->sew,
                                     .lmul = (unsigned)in->lmul & 7,
                                     .vl = in->vl,
                                     .vstart = in->vstart,
                                     .vm = in->vm,
                                     .vta = in->vta,
                                     .vma = in->vma,
                                     .x = in->x };
            struct rtl_out result = { .pu = 0 };

            isa_rvv_pass(unit.build, in, !(in->sew == 0 && in->lmul == 3), d, s, &pass);
            unit_transfer(&unit, &pass, 0, true, &result);
            reserved |= result.reserved;
            for (unsigned k = 0; k < lanes; k++)
                if (result.we >> k & 1)
                    vd[lanes * d + k] = (uint8_t)result.rd[k];
        }
    return reserved;
}

static void rows(struct unit unit)
{
    for (size_t r = 0; r < rvv_row_count; r++) {
        struct rvv_row_data data;

        rvv_row_make(&rvv_rows[r], &data);
        if (data.in.vlen != 8 * unit.build->unit.lanes)
            continue;
        instruction(unit, &data.in, shfl_rvv_registers(&data.in), data.vd);
        check(memcmp(data.vd, data.want[unit.build->ones], data.size) == 0, rvv_rows[r].why, "%s", unit.build->name);
    }
}

/* Cases that are legal, and those with a reserved encoding. */
static void recorded(struct record *record, struct unit unit, unsigned suite)
{
    static struct rvv_case c;
    unsigned differ = 0, legal = 0, refused = 0, first = 0;

    for (uint32_t number = 0; number < RVV_CASES; number++) {
        const uint32_t answer = rvv_answer(record_answers(record, suite), number);

        rvv_case_make(RVV_VLEN(suite), number, &c);
        const enum shfl_rvv_error error = shfl_rvv_check(&c.in);
        bool wrong = false;

        if (answer >= RVV_LEAST) {
            legal++;
            wrong = instruction(unit, &c.in, shfl_rvv_registers(&c.in), c.regs + c.vd * unit.build->unit.lanes)
                 || rvv_case_sum(&c, c.regs) != answer;
        } else if (error == SHFL_RVV_VTYPE || error == SHFL_RVV_EMUL || error == SHFL_RVV_MASKED) {
            refused++;
            wrong = !instruction(unit, &c.in, 1, c.regs);
        }
        if (wrong && differ++ == 0)
            first = number;
    }
    if (check(differ == 0, unit.build->name, "%u differ, first case %u", differ, first))
        printf("     %u legal cases, %u reserved encodings\n", legal, refused);
}

int main(int argc, char **argv)
{
    char err[RECORD_ERROR_MAX];
    struct record *record = argc == 2 ? record_open(argv[1], &rvv_plan, err) : NULL;

    if (!record) {
        fprintf(stderr, "rvv_rtl: %s\n", argc == 2 ? err : "expected RECORD");
        return 2;
    }
    rows(unit_of("rvv_l8_d0_ones"));
    rows(unit_of("rvv_l8_d2_net2_skid"));
    recorded(record, unit_of("rvv_l16_d1_net4"), 0);
    recorded(record, unit_of("rvv_l32_d4_ones"), 1);
    recorded(record, unit_of("rvv_l64_d2_net8_ones_skid"), 2);
    record_close(record);
    return check_status();
}
