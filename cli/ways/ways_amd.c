/* SPDX-License-Identifier: Apache-2.0 */
/* ways_amd - see ways.h: HIP's calls, and the instructions that move words between lanes. */
#include "cli/sass/intrinsic.h"
#include "ways.h"

#include <string.h>

static struct amd_insn insn;
static struct amd_wave wave;

static bool counts(const struct way *way, unsigned lane)
{
    return (way->q.active >> lane & 1) && way->q.source[lane] != WAY_UNDEFINED;
}

/* An instruction as text, with all but its addresses set; false if the GPU does not have it. Where its destination is its
 * source, what it does not write is the own word; if the question wants what the destination held, it becomes v1. */
static bool begin(const struct way *way, const char *text)
{
    char err[AMD_ERROR_MAX];

    memset(&insn, 0, sizeof insn);
    wave = (struct amd_wave){ .insn = &insn, .lanes = way->lanes };
    if (!amd_gen(way->gpu, &insn.gen) || !amd_parse(insn.gen, text, &insn, err) || !amd_control(&insn))
        return false;
    for (unsigned k = 0; k < way->lanes; k++)
        if (counts(way, k) && way->q.source[k] == WAY_KEPT && insn.dst == insn.src)
            insn.dst++;
    return true;
}

/* What it does with these operands. */
static enum way_fit fit(struct way *way)
{
    const struct shfl_amd_unit unit = { way->lanes, insn.gen };
    int8_t map[SHFL_LANES_MAX];

    insn.in.exec = way->q.active;
    if (shfl_amd_check(&unit, &insn.in) != SHFL_AMD_LEGAL)
        return WAY_OFF;
    amd_run(&wave);
    way_map_wave(&wave, map);
    return way_fit(way, map);
}

static bool keep(struct way *way, enum way_fit found)
{
    char text[AMD_TEXT_MAX];

    amd_text(&insn, text);
    way_take(way, found, "%s", text);
    return found == WAY_SAME;
}

/* Does the instruction name the lanes, wherever it counts? A quick look, before the model is asked for all. */
static bool names(const struct way *way, uint64_t control)
{
    const struct shfl_amd_unit unit = { way->lanes, insn.gen };

    for (unsigned k = 0; k < way->lanes; k++)
        if (counts(way, k) && shfl_amd_named(&unit, insn.in.op, control, k) != way->q.source[k])
            return false;
    return true;
}

static void arguments(struct way *way)
{
    way_argument(way, "%s", way->text);
    way_argument(way, "--gpu");
    way_argument(way, "%s", way->gpu);
    way_argument(way, "--lanes");
    way_argument(way, "%u", way->lanes);
    way_active(way);
}

/* ds_bpermute_b32 with these lanes. */
static enum way_fit gather(struct way *way, const uint32_t from[SHFL_LANES_MAX])
{
    if (!begin(way, "ds_bpermute_b32 v1, v2, v0"))
        return WAY_OFF;
    for (unsigned k = 0; k < way->lanes; k++)
        insn.in.addr[k] = 4 * from[k];
    return fit(way);
}

static void hip(const struct way_api *api, struct way *way)
{
    uint32_t from[SHFL_LANES_MAX];
    char list[WAY_TEXT_MAX], bounds[16];

    (void)api;
    for (uint32_t width = way->lanes; width > 0 && !way->says; width /= 2)
        for (unsigned i = 0; i < SHFL_MODES * way->lanes && !way->says; i++) {
            const enum shfl_mode mode = (enum shfl_mode)(i / way->lanes);
            bool same = intrinsic_name(mode) != NULL;

            for (unsigned k = 0; k < way->lanes; k++) {
                from[k] = amd_hip_index(mode, k, i % way->lanes, width) & (way->lanes - 1);
                same = same && (!counts(way, k) || (int)from[k] == way->q.source[k]);
            }
            way->tried++;
            snprintf(bounds, sizeof bounds, ", %u", (unsigned)width);
            if (same)
                way_take(way, gather(way, from), "%s(v, %u%s)", intrinsic_name(mode), i % way->lanes,
                         width < way->lanes ? bounds : "");
        }
    if (!way->says && way_gather(way, from)) {
        way->by_lane = true;
        way_values(way, 1, from, list);
        way_take(way, gather(way, from), "%s(v, %.*s)", intrinsic_name(SHFL_IDX), WAY_TEXT_MAX - 40, list);
    }
    if (way->says)
        arguments(way);
}

static void bpermute(const struct way_api *api, struct way *way)
{
    uint32_t from[SHFL_LANES_MAX];
    char list[WAY_TEXT_MAX];

    (void)api;
    if (!way_gather(way, from) || !keep(way, gather(way, from)))
        return;
    way->by_lane = true;
    way_values(way, 4, from, list);
    arguments(way);
    way_argument(way, "--address");
    way_argument(way, "%s", list);
}

/* DPP with rows and banks switched off: those lanes keep their own word. */
static bool masked(struct way *way)
{
    int8_t map[SHFL_LANES_MAX];

    way_map_wave(&wave, map);
    for (unsigned k = 0; k < way->lanes; k++)
        if (counts(way, k) && map[k] != way->q.source[k] && way->q.source[k] != (int)k)
            return false;
    for (unsigned masks = 0; masks < 255; masks++) {
        insn.in.row_mask = (uint8_t)(masks >> 4);
        insn.in.bank_mask = masks & 15;
        if (keep(way, fit(way)))
            return true;
    }
    insn.in.row_mask = insn.in.bank_mask = 15;
    return false;
}

static bool dpp16(struct way *way)
{
    for (unsigned i = 0; i < 4 * 512; i++) {
        insn.in.control = i & 511;
        insn.in.bc = i >> 9 & 1;
        insn.in.fi = i >> 10;
        way->tried++;
        const enum way_fit found = fit(way);

        if (keep(way, found))
            return true;
    }
    insn.in.bc = insn.in.fi = false;
    for (insn.in.control = 0; insn.in.control < 512; insn.in.control++) {
        const struct shfl_amd_unit unit = { way->lanes, insn.gen };

        if (shfl_amd_check(&unit, &insn.in) == SHFL_AMD_LEGAL && (fit(way), masked(way)))
            return true;
    }
    return false;
}

/* The selectors of groups of so many lanes that the question asks for, each of so many bits. */
static uint64_t selectors(const struct way *way, unsigned group, unsigned bits)
{
    uint64_t control = 0, known = 0;

    for (unsigned k = 0; k < way->lanes; k++)
        if (counts(way, k) && way->q.source[k] >= 0 && !(known >> k % group & 1)) {
            control |= ((uint64_t)way->q.source[k] & (group - 1)) << bits * (k % group);
            known |= UINT64_C(1) << k % group;
        }
    return control;
}

static bool permlane16(struct way *way, const char *name)
{
    const uint64_t control = selectors(way, 16, 4);
    char text[AMD_TEXT_MAX];

    snprintf(text, sizeof text, "%s v0, v0, 0x%x, 0x%x", name, (unsigned)(control & UINT32_MAX),
             (unsigned)(control >> 32));
    return begin(way, text) && keep(way, fit(way));
}

static const char *const starts[SHFL_AMD_OPS] = {
    [SHFL_AMD_DPP16] = "v_mov_b32_dpp v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf",
    [SHFL_AMD_DPP8] = "v_mov_b32_dpp v0, v0 dpp8:[0,1,2,3,4,5,6,7]",
    [SHFL_AMD_SWIZZLE] = "ds_swizzle_b32 v1, v0 offset:0",
    [SHFL_AMD_READLANE] = "v_readlane_b32 s0, v0, 0",
    [SHFL_AMD_PERMLANE16] = "v_permlane16_b32 v0, v0, 0, 0",
    [SHFL_AMD_PERMLANEX16] = "v_permlanex16_b32 v0, v0, 0, 0",
    [SHFL_AMD_PERMLANE64] = "v_permlane64_b32 v0, v0",
};

static void instruction(const struct way_api *api, struct way *way)
{
    const enum shfl_amd_op op = (enum shfl_amd_op)api->number;
    char text[AMD_TEXT_MAX];
    bool found = false;

    if (!begin(way, starts[op])) {
        snprintf(way->reason, sizeof way->reason, "%s does not have it", way->gpu);
        return;
    }
    switch (op) {
    case SHFL_AMD_DPP16: found = dpp16(way); break;
    case SHFL_AMD_DPP8:
        insn.in.control = selectors(way, 8, 3);
        way->tried = 1u << 24;
        found = keep(way, fit(way));
        break;
    case SHFL_AMD_SWIZZLE:
        for (; way->tried < 65536 && !found; way->tried++) {
            insn.in.control = way->tried;
            found = names(way, way->tried) && keep(way, fit(way));
        }
        break;
    case SHFL_AMD_READLANE:
        for (; way->tried < way->lanes && !found; way->tried++) {
            snprintf(text, sizeof text, "v_readlane_b32 s0, v0, %u", way->tried);
            found = names(way, way->tried) && begin(way, text) && keep(way, fit(way));
        }
        break;
    case SHFL_AMD_PERMLANE64:
        way->tried = 1;
        found = keep(way, fit(way));
        break;
    default:
        way->tried = 16;
        found = permlane16(way, op == SHFL_AMD_PERMLANE16 ? "v_permlane16_b32" : "v_permlanex16_b32");
    }
    if (found)
        arguments(way);
}

#define ISA "AMD's instruction set guides and LLVM; docs/amd.md "

const struct way_api way_amd[] = {
    { "HIP", "HIP, amd_warp_functions.h; docs/amd.md 10.1", 0, hip, 0 },
    { "DPP", ISA "3.2 and 7", 0, instruction, SHFL_AMD_DPP16 },
    { "DPP8", ISA "3.3 and 7", 0, instruction, SHFL_AMD_DPP8 },
    { "ds_swizzle", ISA "4 and 7", 0, instruction, SHFL_AMD_SWIZZLE },
    { "permlane16", ISA "6 and 7", 0, instruction, SHFL_AMD_PERMLANE16 },
    { "permlanex16", ISA "6 and 7", 0, instruction, SHFL_AMD_PERMLANEX16 },
    { "permlane64", ISA "6 and 7", 0, instruction, SHFL_AMD_PERMLANE64 },
    { "readlane", ISA "6 and 7", 0, instruction, SHFL_AMD_READLANE },
    { "ds_bpermute", ISA "5 and 7", 0, bpermute, 0 },
    { .name = NULL },
};
