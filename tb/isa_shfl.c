/* SPDX-License-Identifier: Apache-2.0 */
/* isa_shfl - see isa.h: SHFL, whose operands suite.c makes */
#include "isa.h"

#include <inttypes.h>
#include <string.h>

#include "cli/lib/trips.h"

static uint64_t *active(struct warp *warp) { return &warp->shfl.active; }

static void beat(const struct suite_source *source, uint64_t n, unsigned number, struct warp *warp)
{
    const unsigned lanes = source->build->unit.lanes;
    const uint64_t chance = suite_hash(source->seed, 11 + number, n);
    struct shfl_in *in = &warp->shfl;

    in->mode = (enum shfl_mode)(chance % SHFL_MODES);
    in->sb_is_imm = chance >> 2 & 1;
    in->sc_is_imm = chance >> 3 & 1;
    in->sb_imm = (uint32_t)(chance >> 4) & (lanes - 1);
    in->sc_imm = (uint32_t)(chance >> 16) & (lanes * 256 - 1);
}

/* With policy RAW a lane that reads one of a beat that is left out gets an unknown value. */
void isa_shfl_want(const struct rtl_build *build, const struct shfl_out *out, uint64_t there, struct want *want)
{
    const unsigned lanes = build->unit.lanes;

    memcpy(want->rd, out->rd, lanes * sizeof *out->rd);
    want->known = shfl_all_lanes(lanes);
    for (unsigned k = 0; k < lanes && build->unit.policy == SHFL_RAW; k++)
        if (!(there >> out->src_lane[k] & 1))
            want->known &= ~(UINT64_C(1) << k);
    want->pu = out->pu;
    want->we = out->we;
    want->src_active = out->src_active;
    want->reserved = false;
    want->trips = trips_of_shfl(lanes, build->network, out);
    want->waits = 0;
}

static void expect(const struct rtl_build *build, const struct warp *warp, uint64_t there, struct want *want)
{
    struct shfl_out out;

    shfl_warp(&build->unit, &warp->shfl, &out);
    isa_shfl_want(build, &out, there, want);
}

static void drive(const struct rtl_build *build, struct rtl *rtl, const struct warp *warp, unsigned number,
                  uint32_t tag)
{
    build->drive(rtl, &warp->shfl, number, tag);
}

static void operand(FILE *f, const char *name, bool is_imm, uint32_t imm)
{
    fprintf(f, "  %s: ", name);
    if (is_imm)
        fprintf(f, "immediate 0x%" PRIx32, imm);
    else
        fprintf(f, "register");
}

int isa_digits(const struct rtl_build *build) { return build->w > 12 ? (int)(build->w + 3) / 4 : 4; }

void isa_print_results(FILE *f, const struct rtl_build *build, const struct want *want, const struct rtl_out *got,
                       unsigned way, unsigned k)
{
    const int digits = (int)(build->w + 3) / 4, fill = isa_digits(build) - digits;

    fprintf(f, "  %0*" PRIx64 "%*s  %0*" PRIx64 "%*s  %d %3d   %d %3d  %10d %3d\n", digits, want->rd[k], fill, "",
            digits, got->rd[way], fill, "", (int)(want->pu >> k & 1), (int)(got->pu >> way & 1),
            (int)(want->we >> k & 1), (int)(got->we >> way & 1), (int)(want->src_active >> k & 1),
            (int)(got->src_active >> way & 1));
}

static void print(FILE *f, const struct rtl_build *build, const struct warp *warp, const struct beat *beat,
                  const struct want *want, const struct rtl_out *got)
{
    const struct shfl_in *in = &warp->shfl;
    const unsigned first = beat->number * build->ways;
    const int digits = (int)(build->w + 3) / 4, data = isa_digits(build);
    struct shfl_out out;

    shfl_warp(&build->unit, in, &out);
    fprintf(f, "  SHFL.%s", shfl_mode_name[in->mode]);
    operand(f, "Sb", in->sb_is_imm, in->sb_imm);
    operand(f, "Sc", in->sc_is_imm, in->sc_imm);
    fprintf(f, "  policy: %s  tag: 0x%04" PRIx32 ", got 0x%04" PRIx32 "\n", shfl_policy_name[build->unit.policy],
            beat->tag, got->tag);
    fprintf(f, "    %-6s%-7s%-*s %-8s  %-8s  %5s %5s %7s %4s %8s %8s  %-*s  %-*s " ISA_RESULTS, "lane", "active", data,
            "ra", "sb", "sc", "index", "clamp", "segmask", "j", "in_range", "src_lane", data, "rd", data, "got");
    for (unsigned k = first, way = 0; way < build->ways; k++, way++) {
        fprintf(f, "  %c %-6u%-7u%0*" PRIx64 "%*s %08" PRIx32 "  %08" PRIx32 "  %5u %5u %7u %4d %8u %8u",
                isa_lane_differs(got, way, want, k) ? '*' : ' ', k, (unsigned)(in->active >> k & 1), digits, in->ra[k],
                data - digits, "", in->sb[k], in->sc[k], out.index[k], out.clamp[k], out.segmask[k], out.j[k],
                out.in_range[k], out.src_lane[k]);
        isa_print_results(f, build, want, got, way, k);
    }
}

const struct isa isa_shfl = { active, beat, expect, drive, print };
