/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents_amd - see equivalents.h: HIP's calls, and the instructions that move values between lanes. */
#include "equivalents.h"

#include <string.h>

static struct amd_insn insn;
static struct amd_wave wave;

static bool counts(const struct equiv *equiv, unsigned lane)
{
    return (equiv->q.active >> lane & 1) && equiv->q.source[lane] != EQUIV_UNDEFINED;
}

/* An instruction as text, with all but its addresses set; false if the GPU does not have it. Where its destination is its
 * source, what it does not write is the own value; if the query wants what the destination held, it becomes v1. */
static bool begin(const struct equiv *equiv, const char *text)
{
    char err[AMD_ERROR_MAX];

    memset(&insn, 0, sizeof insn);
    wave = (struct amd_wave){ .insn = &insn, .lanes = equiv->lanes };
    if (!amd_gen(equiv->gpu, &insn.gen) || !amd_parse(insn.gen, text, NULL, &insn, err) || !amd_control(&insn))
        return false;
    for (unsigned k = 0; k < equiv->lanes; k++)
        if (counts(equiv, k) && equiv->q.source[k] == EQUIV_KEPT && insn.dst == insn.src)
            insn.dst++;
    return true;
}

/* What it does with these operands. */
static enum equiv_fit fit(struct equiv *equiv)
{
    const struct shfl_amd_unit unit = { equiv->lanes, insn.gen };
    int8_t map[SHFL_LANES_MAX];

    insn.in.exec = equiv->q.active;
    if (shfl_amd_check(&unit, &insn.in) != SHFL_AMD_LEGAL)
        return EQUIV_OFF;
    amd_model(&wave);
    equiv_map_wave(&wave, map);
    return equiv_fit(equiv, map);
}

static bool keep(struct equiv *equiv, enum equiv_fit found)
{
    char text[AMD_TEXT_MAX];

    amd_text(&insn, text);
    equiv_take(equiv, found, "%s", text);
    return found == EQUIV_SAME;
}

/* How many lanes may be wrong for a map to be closer than the closest so far; 0: it has to be right. */
static unsigned most_wrong(const struct equiv *equiv)
{
    return equiv->open != 0 ? (unsigned)__builtin_popcountll(equiv->open)
                            : (unsigned)__builtin_popcountll(equiv->q.active & shfl_all_lanes(equiv->lanes)) / 2;
}

/* Does the instruction name the lanes, or come close? A quick look, before the model is run for all. */
static bool names(const struct equiv *equiv, uint64_t control)
{
    const struct shfl_amd_unit unit = { equiv->lanes, insn.gen };
    const unsigned most = most_wrong(equiv);
    unsigned wrong = 0;

    for (unsigned k = 0; k < equiv->lanes && wrong <= most; k++)
        wrong += counts(equiv, k) && shfl_amd_named(&unit, insn.in.op, control, k) != equiv->q.source[k];
    return wrong <= most;
}

static void arguments(struct equiv *equiv)
{
    equiv_argument(equiv, "%s", equiv->text);
    equiv_argument(equiv, "--gpu");
    equiv_argument(equiv, "%s", equiv->gpu);
    equiv_argument(equiv, "--lanes");
    equiv_argument(equiv, "%u", equiv->lanes);
    equiv_active(equiv);
}

/* ds_bpermute_b32 with these lanes. */
static enum equiv_fit gather(struct equiv *equiv, const uint32_t from[SHFL_LANES_MAX])
{
    if (!begin(equiv, "ds_bpermute_b32 v1, v2, v0"))
        return EQUIV_OFF;
    for (unsigned k = 0; k < equiv->lanes; k++)
        insn.in.addr[k] = 4 * from[k];
    return fit(equiv);
}

static void hip(const struct equiv_api *api, struct equiv *equiv)
{
    uint32_t from[SHFL_LANES_MAX];
    char list[EQUIV_TEXT_MAX], bounds[16];

    (void)api;
    for (uint32_t width = equiv->lanes; width > 0 && !equiv->says; width /= 2)
        for (unsigned i = 0; i < SHFL_MODES * equiv->lanes && !equiv->says; i++) {
            const enum shfl_mode mode = (enum shfl_mode)(i / equiv->lanes);
            unsigned wrong = 0;

            for (unsigned k = 0; k < equiv->lanes; k++) {
                from[k] = amd_hip_index(mode, k, i % equiv->lanes, width) & (equiv->lanes - 1);
                wrong += counts(equiv, k) && (int)from[k] != equiv->q.source[k];
            }
            equiv->tried++;
            snprintf(bounds, sizeof bounds, ", %u", (unsigned)width);
            if (call_shfl_name(mode) != NULL && wrong <= most_wrong(equiv))
                equiv_take(equiv, gather(equiv, from), "%s(v, %u%s)", call_shfl_name(mode), i % equiv->lanes,
                           width < equiv->lanes ? bounds : "");
        }
    if (!equiv->says && equiv_gather(equiv, from)) {
        equiv->by_lane = true;
        equiv_values(equiv, 1, from, list);
        equiv_take(equiv, gather(equiv, from), "%s(v, %.*s)", call_shfl_name(SHFL_IDX), EQUIV_TEXT_MAX - 40, list);
    }
    if (equiv->says)
        arguments(equiv);
}

static void bpermute(const struct equiv_api *api, struct equiv *equiv)
{
    uint32_t from[SHFL_LANES_MAX];
    char list[EQUIV_TEXT_MAX];

    (void)api;
    if (!equiv_gather(equiv, from) || !keep(equiv, gather(equiv, from)))
        return;
    equiv->by_lane = true;
    equiv_values(equiv, 4, from, list);
    arguments(equiv);
    equiv_argument(equiv, "--address");
    equiv_argument(equiv, "%s", list);
}

/* DPP with rows and banks switched off: those lanes keep their own value. */
static bool masked(struct equiv *equiv)
{
    int8_t map[SHFL_LANES_MAX];

    equiv_map_wave(&wave, map);
    for (unsigned k = 0; k < equiv->lanes; k++)
        if (counts(equiv, k) && map[k] != equiv->q.source[k] && equiv->q.source[k] != (int)k)
            return false;
    for (unsigned masks = 0; masks < 255; masks++) {
        insn.in.row_mask = (uint8_t)(masks >> 4);
        insn.in.bank_mask = masks & 15;
        if (keep(equiv, fit(equiv)))
            return true;
    }
    insn.in.row_mask = insn.in.bank_mask = 15;
    return false;
}

static bool dpp16(struct equiv *equiv)
{
    for (unsigned i = 0; i < 4 * 512; i++) {
        insn.in.control = i & 511;
        insn.in.bc = i >> 9 & 1;
        insn.in.fi = i >> 10;
        equiv->tried++;
        const enum equiv_fit found = fit(equiv);

        if (keep(equiv, found))
            return true;
    }
    insn.in.bc = insn.in.fi = false;
    for (insn.in.control = 0; insn.in.control < 512; insn.in.control++) {
        const struct shfl_amd_unit unit = { equiv->lanes, insn.gen };

        if (shfl_amd_check(&unit, &insn.in) == SHFL_AMD_LEGAL && (fit(equiv), masked(equiv)))
            return true;
    }
    return false;
}

/* The selectors of groups of so many lanes that the query asks for, each of so many bits. */
static uint64_t selectors(const struct equiv *equiv, unsigned group, unsigned bits)
{
    uint64_t control = 0, known = 0;

    for (unsigned k = 0; k < equiv->lanes; k++)
        if (counts(equiv, k) && equiv->q.source[k] >= 0 && !(known >> k % group & 1)) {
            control |= ((uint64_t)equiv->q.source[k] & (group - 1)) << bits * (k % group);
            known |= UINT64_C(1) << k % group;
        }
    return control;
}

static bool permlane16(struct equiv *equiv, const char *name)
{
    const uint64_t control = selectors(equiv, 16, 4);
    char text[AMD_TEXT_MAX];

    snprintf(text, sizeof text, "%s v0, v0, 0x%x, 0x%x", name, (unsigned)(control & UINT32_MAX),
             (unsigned)(control >> 32));
    return begin(equiv, text) && keep(equiv, fit(equiv));
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

static void instruction(const struct equiv_api *api, struct equiv *equiv)
{
    const enum shfl_amd_op op = (enum shfl_amd_op)api->number;
    char text[AMD_TEXT_MAX];
    bool found = false;

    if (!begin(equiv, starts[op])) {
        snprintf(equiv->reason, sizeof equiv->reason, "%s does not have it", equiv->gpu);
        return;
    }
    switch (op) {
    case SHFL_AMD_DPP16: found = dpp16(equiv); break;
    case SHFL_AMD_DPP8:
        insn.in.control = selectors(equiv, 8, 3);
        equiv->tried = 1u << 24;
        found = keep(equiv, fit(equiv));
        break;
    case SHFL_AMD_SWIZZLE:
        for (; equiv->tried < 65536 && !found; equiv->tried++) {
            insn.in.control = equiv->tried;
            found = names(equiv, equiv->tried) && keep(equiv, fit(equiv));
        }
        break;
    case SHFL_AMD_READLANE:
        for (; equiv->tried < equiv->lanes && !found; equiv->tried++) {
            snprintf(text, sizeof text, "v_readlane_b32 s0, v0, %u", equiv->tried);
            found = names(equiv, equiv->tried) && begin(equiv, text) && keep(equiv, fit(equiv));
        }
        break;
    case SHFL_AMD_PERMLANE64:
        equiv->tried = 1;
        found = keep(equiv, fit(equiv));
        break;
    default:
        equiv->tried = 16;
        found = permlane16(equiv, op == SHFL_AMD_PERMLANE16 ? "v_permlane16_b32" : "v_permlanex16_b32");
    }
    if (found)
        arguments(equiv);
}

#define ISA "AMD's instruction set guides and LLVM; docs/amd.md "

const struct equiv_api equiv_amd[] = {
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
