/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents - see equivalents.h */
#include "equivalents.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void equiv_of_shfl(const struct explain *e, struct equiv_query *q)
{
    q->lanes = e->lanes;
    q->active = e->in.active;
    q->has_pu = e->row == NULL;
    q->pu = e->out.pu;
    q->own = e->row == NULL && e->in.sb_is_imm && e->in.sc_is_imm ? &e->in : NULL;
    for (unsigned k = 0; k < e->lanes; k++)
        q->source[k] = (int8_t)(!explain_defined(e, k) ? EQUIV_UNDEFINED
                                : e->other >> k & 1    ? EQUIV_OTHER
                                                       : (int)e->out.src_lane[k]);
}

/* What an instruction does to a wave. */
static void map_wave(const struct amd_wave *wave, int8_t map[SHFL_LANES_MAX])
{
    const struct shfl_amd_in *in = &wave->insn->in;
    const bool in_place = wave->insn->dst == wave->insn->src;

    for (unsigned k = 0; k < wave->lanes; k++) {
        const enum shfl_amd_write what = shfl_amd_what(in, k, wave->out.valid >> k & 1, wave->out.src_active >> k & 1);

        map[k] = (int8_t)(wave->open[k]           ? EQUIV_UNDEFINED
                          : what == SHFL_AMD_ZERO ? EQUIV_ZERO
                          : what == SHFL_AMD_DATA ? (int)wave->out.src_lane[k]
                          : in_place              ? (int)k
                                                  : EQUIV_KEPT);
    }
}

void equiv_of_wave(const struct amd_wave *wave, struct equiv_query *q)
{
    q->lanes = wave->lanes;
    q->active = wave->insn->in.exec;
    map_wave(wave, q->source);
}

/* ---- Forms */

enum kind { SAME, UP, DOWN, XOR, ROTATE, KINDS };

struct form {
    enum kind kind;
    unsigned width, by; /* of a segment; the lane, the distance or the mask */
};

static bool counts(const struct equiv *e, unsigned lane)
{
    return (e->q.active >> lane & 1) && e->q.source[lane] != EQUIV_UNDEFINED;
}

/* The form of a kind and a width: by what the first lane reads that does not read itself, for SAME the first. */
static struct form form_of(const struct equiv *e, enum kind kind, unsigned width)
{
    struct form form = { kind, width, 0 };

    for (unsigned k = 0; k < e->lanes; k++) {
        const int from = e->q.source[k];

        if (!counts(e, k) || from < 0 || (kind != SAME && from == (int)k))
            continue;
        const unsigned down = (unsigned)from - k, lane = (unsigned)from;
        form.by = (kind == SAME  ? lane
                   : kind == UP  ? 0 - down
                   : kind == XOR ? lane ^ k
                                 : down)
                & (kind == SAME || kind == ROTATE ? width - 1 : e->lanes - 1);
        break;
    }
    return form;
}

static bool fits(const struct equiv *e, const int8_t map[SHFL_LANES_MAX])
{
    for (unsigned k = 0; k < e->lanes; k++)
        if (counts(e, k) && e->q.source[k] != map[k])
            return false;
    return true;
}

/* The lane that each lane reads, for an operand per lane; false if some lane reads none. */
static bool gather(const struct equiv *e, uint32_t word[SHFL_LANES_MAX])
{
    for (unsigned k = 0; k < e->lanes; k++) {
        if (counts(e, k) && e->q.source[k] < 0)
            return false;
        word[k] = counts(e, k) ? (uint32_t)e->q.source[k] : k;
    }
    return true;
}

/* Lanes, each of them times scale, as "lane*4^4" or "[1,0,3,...]"; right in the lanes that the query asks for. */
static void values(const struct equiv *e, unsigned scale, const uint32_t lane[], char text[EQUIV_TEXT_MAX])
{
    static const struct {
        enum kind kind;
        char sign;
    } signs[] = { { DOWN, '+' }, { UP, '-' }, { XOR, '^' } };
    unsigned used = 0;
    char factor[12] = "";

    for (unsigned i = 0; i < 3; i++) {
        const unsigned by = form_of(e, signs[i].kind, e->lanes).by;
        bool same = true;

        for (unsigned k = 0; k < e->lanes && same; k++)
            same = !counts(e, k) || lane[k] == (i == 0 ? k + by : i == 1 ? k - by : (k ^ by));
        if (scale > 1)
            snprintf(factor, sizeof factor, "*%u", scale);
        if (same) {
            snprintf(text, EQUIV_TEXT_MAX, "lane%s%c%u", factor, signs[i].sign, scale * by);
            return;
        }
    }
    for (unsigned k = 0; k < e->lanes; k++)
        used += (unsigned)snprintf(text + used, EQUIV_TEXT_MAX - used, "%c%u", k ? ',' : '[', scale * lane[k]);
    snprintf(text + used, EQUIV_TEXT_MAX - used, "]");
}

static void argument(struct equiv *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void argument(struct equiv *e, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(e->argument[e->arguments++], EQUIV_TEXT_MAX, format, arguments);
    va_end(arguments);
}

/* It is this text, with these options. */
static void take(struct equiv *e, bool with_lanes)
{
    e->says = true;
    argument(e, "%s", e->text);
    if (e->gpu != NULL) {
        argument(e, "--gpu");
        argument(e, "%s", e->gpu);
    }
    if (with_lanes) {
        argument(e, "--lanes");
        argument(e, "%u", e->lanes);
    }
    if (e->q.active != shfl_all_lanes(e->lanes)) {
        argument(e, "--active");
        argument(e, "0x%" PRIx64, e->q.active);
    }
}

struct api {
    const char *name, *source;
    unsigned lanes; /* 0: those of the query */
    void (*find)(const struct api *api, struct equiv *e);
    int number;       /* the API's own */
    const char *text; /* AMD's instruction, which has its operands set */
};

/* ---- SASS, PTX and CUDA: the modes, with the Sc of CUDA's widths */

enum language { SASS, PTX, CUDA };

static bool fits_warp(const struct equiv *e, const struct shfl_in *in)
{
    static const struct shfl_unit gpu = { WARP_LANES, SHFL_ZERO };
    static struct shfl_out out;

    return shfl_warp(&gpu, in, &out) == 0 && fits(e, (const int8_t *)out.src_lane)
        && !(e->q.has_pu && ((out.pu ^ e->q.pu) & in->active));
}

static bool uniform_warp(const struct equiv *e, enum language language, struct shfl_in *in, unsigned *width)
{
    static const enum shfl_mode modes[] = { [SAME] = SHFL_IDX, [UP] = SHFL_UP, [DOWN] = SHFL_DOWN, [XOR] = SHFL_BFLY };

    *width = WARP_LANES;
    in->sb_is_imm = in->sc_is_imm = true;
    if (language != CUDA && e->q.own != NULL) {
        in->mode = e->q.own->mode;
        in->sb_imm = e->q.own->sb_imm & (WARP_LANES - 1);
        in->sc_imm = e->q.own->sc_imm & 0x1fff;
        if (fits_warp(e, in))
            return true;
    }
    for (*width = WARP_LANES; *width > 0; *width /= 2)
        for (enum kind kind = SAME; kind <= XOR; kind++) {
            in->mode = modes[kind];
            in->sb_imm = form_of(e, kind, *width).by & (WARP_LANES - 1);
            in->sc_imm = warp_sc(in->mode, (int)*width) & 0x1fff;
            if (fits_warp(e, in))
                return true;
        }
    return false;
}

/* IDX with Sb, and if the predicate needs it Sc, from registers: out of range where the clamp is 0. */
static bool warp_by_lane(const struct equiv *e, struct shfl_in *in)
{
    uint32_t from[SHFL_LANES_MAX];
    const uint64_t outside = e->q.has_pu ? ~e->q.pu & e->q.active : 0;

    if (!gather(e, from))
        return false;
    in->mode = SHFL_IDX;
    in->sb_is_imm = false;
    in->sc_is_imm = outside == 0;
    in->sc_imm = WARP_LANES - 1;
    for (unsigned k = 0; k < WARP_LANES; k++) {
        in->sb[k] = outside >> k & 1 ? WARP_LANES - 1 : from[k];
        in->sc[k] = outside >> k & 1 ? 0 : WARP_LANES - 1;
    }
    return fits_warp(e, in);
}

static void nvidia(const struct api *api, struct equiv *e)
{
    static struct shfl_in in;
    const bool lower = api->number == PTX;
    char sb[EQUIV_TEXT_MAX] = "", sc[EQUIV_TEXT_MAX] = "", b[8], c[8], bounds[8] = "", mode[8];
    unsigned width;

    memset(&in, 0, sizeof in);
    in.active = e->q.active;
    e->q.has_pu = e->q.has_pu && api->number != CUDA;
    if (!uniform_warp(e, (enum language)api->number, &in, &width)) {
        e->by_lane = warp_by_lane(e, &in);
        width = WARP_LANES;
        if (!e->by_lane)
            return;
    }
    snprintf(b, sizeof b, in.sb_is_imm ? "0x%x" : lower ? "b" : "Rb", (unsigned)in.sb_imm);
    snprintf(c, sizeof c, in.sc_is_imm ? "0x%x" : lower ? "c" : "Rc", (unsigned)in.sc_imm);
    if (!in.sb_is_imm)
        values(e, 1, in.sb, sb);
    for (unsigned k = 0, used = 0; k < WARP_LANES && !in.sc_is_imm; k++)
        used += (unsigned)snprintf(sc + used, sizeof sc - used, "%c%u%s", k ? ',' : '[', (unsigned)in.sc[k],
                                   k + 1 < WARP_LANES ? "" : "]");
    snprintf(mode, sizeof mode, "%s", shfl_mode_name[in.mode]);
    for (char *at = mode; *at != '\0' && lower; at++)
        *at = (char)tolower((unsigned char)*at);
    if (width < WARP_LANES)
        snprintf(bounds, sizeof bounds, ", %u", width);
    if (api->number == SASS)
        snprintf(e->text, sizeof e->text, "SHFL.%s %s, Rd, Ra, %s, %s", mode, e->q.has_pu ? "P0" : "PT", b, c);
    else if (lower)
        snprintf(e->text, sizeof e->text, "shfl.sync.%s.b32 %s, a, %s, %s, 0x%08" PRIx64 ";", mode,
                 e->q.has_pu ? "d|p" : "d", b, c, in.active);
    else if (in.sb_is_imm)
        snprintf(e->text, sizeof e->text, "%s_sync(0x%08" PRIx64 ", v, %u%s)", call_shfl_name(in.mode), in.active,
                 (unsigned)in.sb_imm, bounds);
    else
        snprintf(e->text, sizeof e->text, "%s_sync(0x%08" PRIx64 ", v, %.200s)", call_shfl_name(in.mode), in.active,
                 sb);
    take(e, false);
    for (unsigned i = 0; i < 2 && api->number != CUDA; i++)
        if (*(i ? sc : sb) != '\0') {
            argument(e, "--init");
            argument(e, "R%c=%.*s", i ? 'c' : 'b', EQUIV_TEXT_MAX - 4, i ? sc : sb);
        }
}

/* ---- AMD's */

static struct amd_insn insn;

/* Does it do the same? Where its destination is its source, what it does not write is the own value; if the query wants what
 * the destination held, it is another register. */
static bool fits_wave(struct equiv *e)
{
    static struct amd_wave wave;
    const struct shfl_amd_unit unit = { e->lanes, insn.gen };
    int8_t map[SHFL_LANES_MAX];

    for (unsigned k = 0; k < e->lanes; k++)
        if (counts(e, k) && e->q.source[k] == EQUIV_KEPT && insn.dst == insn.src)
            insn.dst++;
    wave = (struct amd_wave){ .insn = &insn, .lanes = e->lanes };
    insn.in.exec = e->q.active;
    if (shfl_amd_check(&unit, &insn.in) != SHFL_AMD_LEGAL)
        return false;
    amd_model(&wave);
    map_wave(&wave, map);
    return fits(e, map);
}

static bool begin(const struct equiv *e, const char *text)
{
    char err[READ_WHY_MAX];

    memset(&insn, 0, sizeof insn);
    return amd_gen(e->gpu, &insn.gen) && amd_parse(insn.gen, text, NULL, &insn, err) && amd_control(&insn);
}

static bool fits_bpermute(struct equiv *e, const uint32_t from[SHFL_LANES_MAX])
{
    const bool has = begin(e, "ds_bpermute_b32 v1, v2, v0");

    for (unsigned k = 0; k < e->lanes; k++)
        insn.in.addr[k] = 4 * from[k];
    return has && fits_wave(e);
}

static void hip(const struct api *api, struct equiv *e)
{
    static const enum shfl_mode modes[] = { [SAME] = SHFL_IDX, [UP] = SHFL_UP, [DOWN] = SHFL_DOWN, [XOR] = SHFL_BFLY };
    uint32_t from[SHFL_LANES_MAX];
    char list[EQUIV_TEXT_MAX], bounds[16] = "";

    (void)api;
    for (unsigned width = e->lanes; width > 0 && !e->says; width /= 2)
        for (enum kind kind = SAME; kind <= XOR && !e->says; kind++) {
            const unsigned by = form_of(e, kind, width).by;

            for (unsigned k = 0; k < e->lanes; k++)
                from[k] = amd_hip_index(modes[kind], k, by, width) & (e->lanes - 1);
            if (!fits_bpermute(e, from))
                continue;
            if (width < e->lanes)
                snprintf(bounds, sizeof bounds, ", %u", width);
            snprintf(e->text, sizeof e->text, "%s(v, %u%s)", call_shfl_name(modes[kind]), by, bounds);
            take(e, true);
        }
    if (!e->says && gather(e, from) && fits_bpermute(e, from)) {
        e->by_lane = true;
        values(e, 1, from, list);
        snprintf(e->text, sizeof e->text, "%s(v, %.*s)", call_shfl_name(SHFL_IDX), EQUIV_TEXT_MAX - 40, list);
        take(e, true);
    }
}

static void bpermute(const struct api *api, struct equiv *e)
{
    uint32_t from[SHFL_LANES_MAX];

    if (!gather(e, from) || !fits_bpermute(e, from))
        return;
    e->by_lane = true;
    snprintf(e->text, sizeof e->text, "%s", api->text);
    take(e, true);
    argument(e, "--address");
    values(e, 4, from, e->argument[e->arguments++]);
}

/* The selectors of groups of so many lanes that the query asks for, each of so many bits. */
static uint64_t selectors(const struct equiv *e, unsigned group, unsigned bits)
{
    uint64_t control = 0, known = 0;

    for (unsigned k = 0; k < e->lanes; k++)
        if (counts(e, k) && e->q.source[k] >= 0 && !(known >> k % group & 1)) {
            control |= ((uint64_t)e->q.source[k] & (group - 1)) << bits * (k % group);
            known |= UINT64_C(1) << k % group;
        }
    return control;
}

/* What an operation's control may be, for each form; false: there are no more. docs/amd.md 3, 4 and 6 */
static bool control_of(const struct equiv *e, enum shfl_amd_op op, unsigned n, uint64_t *control)
{
    static const uint16_t whole[] = { 0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143 };
    const unsigned up = form_of(e, UP, 16).by & 15, down = form_of(e, DOWN, 16).by & 15, xor = form_of(e, XOR, 16).by,
                   width = 32u >> (n - 1) / 3 % 6;
    const uint16_t dpp[] = { (uint16_t)selectors(e, 4, 2),
                             (uint16_t)(0x100 | down),
                             (uint16_t)(0x110 | up),
                             (uint16_t)(0x120 | up),
                             (uint16_t)(0x150 | form_of(e, SAME, 16).by),
                             (uint16_t)(0x160 | (xor&15)) };

    switch (op) {
    case SHFL_AMD_DPP16: *control = n < 6 ? dpp[n] : n < 14 ? whole[n - 6] : 0; return n < 14;
    case SHFL_AMD_DPP8: *control = selectors(e, 8, 3); return n == 0;
    case SHFL_AMD_SWIZZLE: /* quad_perm; of each width swap, broadcast and rotate */
        *control = n == 0           ? 0x8000 | selectors(e, 4, 2)
                 : (n - 1) % 3 == 0 ? 0x1f | (xor&31) << 10
                 : (n - 1) % 3 == 1 ? (31 & ~(width - 1)) | form_of(e, SAME, width).by << 5
                                    : 0xc000 | form_of(e, ROTATE, 32).by << 5 | ((32 - width) & 31);
        return n < 19;
    case SHFL_AMD_READLANE: *control = form_of(e, SAME, e->lanes).by; return n == 0;
    case SHFL_AMD_PERMLANE64: return n == 0;
    default: *control = selectors(e, 16, 4); return n == 0;
    }
}

static void instruction(const struct api *api, struct equiv *e)
{
    const enum shfl_amd_op op = (enum shfl_amd_op)api->number;
    uint64_t control = 0;
    char text[AMD_TEXT_MAX];

    for (unsigned n = 0; control_of(e, op, n, &control); n++)
        for (unsigned bc = 0; bc < (op == SHFL_AMD_DPP16 ? 2 : 1); bc++) {
            snprintf(text, sizeof text, api->text, (unsigned)(control & UINT32_MAX), (unsigned)(control >> 32));
            if (!begin(e, text)) {
                e->reason = "this GPU does not have it";
                return;
            }
            if (op == SHFL_AMD_DPP16 || op == SHFL_AMD_DPP8 || op == SHFL_AMD_SWIZZLE)
                insn.in.control = control;
            insn.in.bc = bc;
            if (!fits_wave(e))
                continue;
            amd_text(&insn, text);
            snprintf(e->text, sizeof e->text, "%s", text);
            take(e, true);
            return;
        }
}

/* ---- OpenCL's and Vulkan's functions: the rows of calls.c */

static enum kind kind_of(enum call_op op)
{
    return op == CALL_UP ? UP : op == CALL_DOWN ? DOWN : op == CALL_XOR ? XOR : op == CALL_ROTATE ? ROTATE : SAME;
}

static bool fits_row(const struct equiv *e, const struct call_row *row, const uint32_t operand[], uint32_t cluster)
{
    int8_t map[SHFL_LANES_MAX];
    bool other;

    for (unsigned k = 0; k < e->lanes; k++)
        map[k] = (int8_t)call_source(row, e->lanes, e->q.active, k, operand[k], cluster, &other);
    return fits(e, map);
}

static void subgroup(const struct api *api, struct equiv *e)
{
    uint32_t from[SHFL_LANES_MAX];
    char list[EQUIV_TEXT_MAX];

    for (unsigned by_lane = 0; by_lane < 2 && !e->says; by_lane++)
        for (unsigned i = 0; i < call_rows_count && !e->says; i++) {
            const struct call_row *row = &call_rows[i];
            const size_t arguments = strlen(row->arguments) - 1;
            const unsigned most = row->width ? row->width : e->lanes;

            if ((int)row->language != api->number || call_is_collective(row) || (by_lane && row->op != CALL_SELECT))
                continue;
            for (unsigned width = most; width >= (arguments == 2 ? 2 : most) && !e->says; width /= 2) {
                const unsigned by = arguments ? form_of(e, kind_of(row->op), width).by : row->operand;

                for (unsigned k = 0; k < e->lanes && !by_lane; k++)
                    from[k] = by;
                if ((by_lane && !gather(e, from)) || !fits_row(e, row, from, width))
                    continue;
                if (by_lane)
                    values(e, 1, from, list);
                else
                    snprintf(list, sizeof list, "%u", by);
                snprintf(e->text, sizeof e->text,
                         arguments == 0   ? "%s(v)"
                         : arguments == 1 ? "%s(v, %.200s)"
                                          : "%s(v, %.200s, %u)",
                         row->name, list, width);
                e->by_lane = by_lane;
                e->source = call_document(row);
                take(e, true);
            }
        }
}

/* ---- All */

#define ISA "AMD's instruction set guides and LLVM; docs/amd.md "

static const struct api apis[] = {
    { "SASS", "docs/rules.md 2 and 3; an H200", WARP_LANES, nvidia, SASS, NULL },
    { "PTX", "PTX ISA 9.0, shfl.sync; docs/rules.md 2 and 3", WARP_LANES, nvidia, PTX, NULL },
    { "CUDA", "CUDA 13.0, sm_30_intrinsics.hpp; docs/rules.md 7", WARP_LANES, nvidia, CUDA, NULL },
    { "OpenCL", "OpenCL Extension Specification 3.0, sections cl_khr_subgroup_...", 0, subgroup, CALL_OPENCL, NULL },
    { "Vulkan, GLSL", "SPIR-V 1.6, section Non-Uniform Instructions", 0, subgroup, CALL_GLSL, NULL },
};

static const struct api amds[] = {
    { "HIP", "HIP, amd_warp_functions.h; docs/amd.md 10.1", 0, hip, 0, NULL },
    { "DPP", ISA "3.2 and 7", 0, instruction, SHFL_AMD_DPP16,
      "v_mov_b32_dpp v0, v0 row_shr:1 row_mask:0xf bank_mask:0xf" },
    { "DPP8", ISA "3.3 and 7", 0, instruction, SHFL_AMD_DPP8, "v_mov_b32_dpp v0, v0 dpp8:[0,1,2,3,4,5,6,7]" },
    { "ds_swizzle", ISA "4 and 7", 0, instruction, SHFL_AMD_SWIZZLE, "ds_swizzle_b32 v1, v0 offset:0" },
    { "permlane16", ISA "6 and 7", 0, instruction, SHFL_AMD_PERMLANE16, "v_permlane16_b32 v0, v0, 0x%x, 0x%x" },
    { "permlanex16", ISA "6 and 7", 0, instruction, SHFL_AMD_PERMLANEX16, "v_permlanex16_b32 v0, v0, 0x%x, 0x%x" },
    { "permlane64", ISA "6 and 7", 0, instruction, SHFL_AMD_PERMLANE64, "v_permlane64_b32 v0, v0" },
    { "readlane", ISA "6 and 7", 0, instruction, SHFL_AMD_READLANE, "v_readlane_b32 s0, v0, %u" },
    { "ds_bpermute", ISA "5 and 7", 0, bpermute, 0, "ds_bpermute_b32 v1, v2, v0" },
};

/* The query in the API's warp: its lanes over and over until that is full, or the part that repeats. False if it does not
 * repeat. */
static bool fill(const struct equiv_query *q, struct equiv *e)
{
    const unsigned lanes = e->lanes;

    e->q = *q;
    e->q.lanes = lanes;
    e->q.active &= shfl_all_lanes(lanes);
    for (unsigned k = q->lanes; k < lanes; k++) {
        const int source = e->q.source[k - q->lanes];

        e->q.active |= (e->q.active >> (k - q->lanes) & 1) << k;
        e->q.pu |= (e->q.pu >> (k - q->lanes) & 1) << k;
        e->q.source[k] = (int8_t)(source < 0 ? source : source + (int)q->lanes);
    }
    for (unsigned k = 0; k < lanes; k++)
        if (e->q.source[k] >= (int)lanes)
            return false;
    for (unsigned k = lanes; k < q->lanes; k++) { /* each part is the first */
        const int source = q->source[k - lanes];

        if ((q->active >> k & 1) != (q->active >> (k - lanes) & 1)
            || ((q->active >> k & 1)
                && (q->source[k] != (source < 0 ? source : source + (int)lanes)
                    || (q->has_pu && (q->pu >> k & 1) != (q->pu >> (k - lanes) & 1)))))
            return false;
    }
    return true;
}

static void one(const struct api *api, const struct equiv_query *q, const char *gpu, struct equiv *e)
{
    enum shfl_amd_gen gen = SHFL_AMD_GFX9;

    *e = (struct equiv){ .api = api->name, .gpu = gpu, .source = api->source, .lanes = api->lanes, .reason = "" };
    if (gpu != NULL && amd_gen(gpu, &gen))
        e->lanes = (q->lanes > 32 && gen != SHFL_AMD_GFX1250) || shfl_amd_kind(gen) < SHFL_AMD_GFX10 ? 64 : 32;
    else if (e->lanes == 0)
        e->lanes = q->lanes;
    if (!fill(q, e)) {
        e->reason = "its warp is smaller, and this one does not consist of equal parts";
        return;
    }
    api->find(api, e);
    if (e->reason[0] == '\0' && (!e->says || (e->by_lane && api->find != bpermute)))
        e->reason = "none of its forms with one operand for all lanes does the same";
}

void equiv_all(const struct equiv_query *q, void (*found)(void *context, const struct equiv *), void *context)
{
    static struct equiv equiv;
    const char *const gpus[] = { q->gpu ? q->gpu : "gfx90a", q->gpu ? NULL : "gfx1100" };

    for (size_t i = 0; i < sizeof apis / sizeof *apis; i++) {
        for (unsigned g = 0; g < 2 && i == 3; g++) /* in front of OpenCL's */
            for (size_t a = 0; a < sizeof amds / sizeof *amds && gpus[g] != NULL; a++) {
                one(&amds[a], q, gpus[g], &equiv);
                found(context, &equiv);
            }
        one(&apis[i], q, NULL, &equiv);
        found(context, &equiv);
    }
}
