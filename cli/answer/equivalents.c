/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents - see answer.h */
#include "answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void query_of(const struct answer *a, struct equiv_query *q)
{
    const struct explain *e = &a->e;
    const struct amd_wave *wave = &a->wave;
    const bool is_amd = a->family == ANSWER_AMD, is_shfl = !is_amd && e->row == NULL;

    *q = (struct equiv_query){ .lanes = a->lanes,
                               .active = is_amd ? wave->insn.in.exec : e->in.active,
                               .has_pu = is_shfl,
                               .pu = e->out.pu,
                               .own = is_shfl && e->in.sb_is_imm && e->in.sc_is_imm ? &e->in : NULL };
    for (unsigned k = 0; k < a->lanes && is_amd; k++) {
        const enum shfl_amd_write what = amd_what(wave, k);

        q->source[k] = (int8_t)(wave->open[k]                      ? EQUIV_UNDEFINED
                                : what == SHFL_AMD_ZERO            ? EQUIV_ZERO
                                : what == SHFL_AMD_DATA            ? (int)wave->out.src_lane[k]
                                : wave->insn.dst == wave->insn.src ? (int)k
                                                                   : EQUIV_KEPT);
    }
    for (unsigned k = 0; k < a->lanes && !is_amd; k++)
        q->source[k] = (int8_t)(!explain_defined(e, k) ? EQUIV_UNDEFINED
                                : e->other >> k & 1    ? EQUIV_OTHER
                                                       : (int)e->out.src_lane[k]);
}

/* ---- Forms */

enum kind { SAME, DOWN, UP, XOR, ROTATE };

static bool counts(const struct equiv *e, unsigned lane)
{
    return (e->q.active >> lane & 1) && e->q.source[lane] != EQUIV_UNDEFINED;
}

/* The lane, the distance or the mask of a form in segments of a width: by what the first lane reads that does not read
 * itself, for SAME the first. */
static unsigned by_of(const struct equiv *e, enum kind kind, unsigned width)
{
    for (unsigned k = 0; k < e->lanes; k++) {
        const int from = e->q.source[k];

        if (!counts(e, k) || from < 0 || (kind != SAME && from == (int)k))
            continue;
        switch (kind) {
        case SAME: return (unsigned)from & (width - 1);
        case DOWN: return ((unsigned)from - k) & (e->lanes - 1);
        case UP: return (k - (unsigned)from) & (e->lanes - 1);
        case XOR: return (unsigned)from ^ k;
        case ROTATE: return ((unsigned)from - k) & (width - 1);
        }
    }
    return 0;
}

/* Does each lane read a lane, as an operand per lane can say? */
static bool is_gather(const struct equiv *e)
{
    for (unsigned k = 0; k < e->lanes; k++)
        if (counts(e, k) && e->q.source[k] < 0)
            return false;
    return true;
}

/* ---- Fields, which stand as {name} in the texts */

static struct {
    const char *name;
    char text[EQUIV_TEXT_MAX];
} fields[32];
static unsigned fields_count, fields_fixed; /* the first are those of the query */

__attribute__((format(printf, 2, 3))) static void field(const char *name, const char *format, ...)
{
    fields[fields_count].name = name;
    text_arguments(fields[fields_count++].text, EQUIV_TEXT_MAX, format);
}

static void expand(const char *format, struct text *to)
{
    for (; *format != '\0'; format++) {
        const size_t length = strcspn(format, "}");
        unsigned i = 0;

        if (*format != '{') {
            text_append(to, "%c", *format);
            continue;
        }
        while (strlen(fields[i].name) != length - 1 || strncmp(fields[i].name, format + 1, length - 1) != 0)
            i++;
        text_append(to, "%s", fields[i].text);
        format += length;
    }
}

static void list_field(const char *name, bool has_brackets, const uint32_t value[], unsigned count)
{
    char list[EQUIV_TEXT_MAX];
    struct text t = { list, 0, sizeof list };

    for (unsigned k = 0; k < count; k++)
        text_append(&t, "%s%" PRIu32, k ? "," : "", value[k]);
    field(name, has_brackets ? "[%s]" : "%s", list);
}

/* What the lanes read, times scale: "lane*4^4" or "[1,0,3,...]"; right in the lanes that the query asks for. */
static void lanes_field(const struct equiv *e, const char *name, unsigned scale)
{
    static const char signs[] = { [DOWN] = '+', [UP] = '-', [XOR] = '^' };
    uint32_t value[SHFL_LANES_MAX];

    for (unsigned k = 0; k < e->lanes; k++)
        value[k] = scale * (counts(e, k) && e->q.source[k] >= 0 ? (unsigned)e->q.source[k] : k);
    for (enum kind kind = DOWN; kind <= XOR; kind++) {
        const unsigned by = by_of(e, kind, e->lanes);
        bool same = true;

        for (unsigned k = 0; k < e->lanes && same; k++)
            same = !counts(e, k) || value[k] == scale * (kind == DOWN ? k + by : kind == UP ? k - by : k ^ by);
        if (same) {
            field(name, "lane%s%c%u", scale > 1 ? "*4" : "", signs[kind], scale * by);
            return;
        }
    }
    list_field(name, true, value, e->lanes);
}

/* The lanes that each of a group reads in its group, by the first group that says so; as a list and as a number. */
static void selectors(const struct equiv *e, const char *name, unsigned group, uint64_t *number)
{
    uint32_t select[16] = { 0 };
    unsigned known = 0;

    *number = 0;
    for (unsigned k = 0; k < e->lanes; k++)
        if (counts(e, k) && e->q.source[k] >= 0 && !(known >> k % group & 1)) {
            select[k % group] = (unsigned)e->q.source[k] & (group - 1);
            *number |= (uint64_t)select[k % group] << 4 * (k % group);
            known |= 1u << k % group;
        }
    list_field(name, false, select, group);
}

static void fields_of_query(const struct equiv *e)
{
    const uint64_t outside = e->q.has_pu ? ~e->q.pu & e->q.active : 0;
    bool keeps = false; /* a lane has what another register held, so that is the destination */
    uint32_t sb[SHFL_LANES_MAX], sc[SHFL_LANES_MAX];
    uint64_t sixteen;

    for (unsigned k = 0; k < e->lanes; k++) { /* out of range where the clamp is 0 */
        keeps = keeps || (counts(e, k) && e->q.source[k] == EQUIV_KEPT);
        sb[k] = outside >> k & 1 || e->q.source[k] < 0 ? WARP_LANES - 1 : (unsigned)e->q.source[k];
        sc[k] = outside >> k & 1 ? 0 : WARP_LANES - 1;
    }
    fields_count = 0;
    field("gpu", "%s", e->gpu ? e->gpu : "");
    field("lanes", "%u", e->lanes);
    field("active", "0x%08" PRIx64, e->q.active);
    field("P", e->q.has_pu ? "P0" : "PT");
    field("d", e->q.has_pu ? "d|p" : "d");
    field("v", keeps ? "v1" : "v0");
    lanes_field(e, "by lane", 1);
    lanes_field(e, "address", 4);
    list_field("Sb", true, sb, WARP_LANES);
    list_field("Sc", true, sc, WARP_LANES);
    selectors(e, "quad", 4, &sixteen);
    selectors(e, "eight", 8, &sixteen);
    selectors(e, "sixteen", 16, &sixteen);
    field("low", "0x%x", (unsigned)(sixteen & UINT32_MAX));
    field("high", "0x%x", (unsigned)(sixteen >> 32));
    fields_fixed = fields_count;
}

static void fields_of_form(enum shfl_mode mode, unsigned by, unsigned width, unsigned sc)
{
    static const char *const names[SHFL_MODES][2] = {
        { "idx", "" }, { "up", "_up" }, { "down", "_down" }, { "bfly", "_xor" }
    };

    fields_count = fields_fixed;
    field("MODE", "%s", shfl_mode_name[mode]);
    field("mode", "%s", names[mode][0]);
    field("_mode", "%s", names[mode][1]);
    field("by", "%u", by);
    field("row", "%u", by & 15);
    field("width", "%u", width);
    field("b", "0x%x", by & (WARP_LANES - 1));
    field("c", "0x%x", sc & 0x1fff);
    field("swap", "%u", 31 | (by & 31) << 10);
    field("rotate", "%u", 0xc000 | (by & 31) << 5 | ((32 - width) & 31));
}

/* ---- The APIs */

/* How an API writes some forms: letters of those; O is the instruction of the query itself, L an operand per lane, - has no operand,
 * or selectors. The options stand behind tabs. The width is that of a segment, 0 the warp; of a text with {width} or {c}
 * the largest. */
struct way {
    const char *forms;
    unsigned width;
    const char *text;
};

static const struct api {
    const char *name, *source;
    bool is_amd;
    unsigned lanes; /* 0: those of the query */
    bool has_pu;
    struct way ways[32];
} apis[] = {
#define ISA "AMD's instruction set guides and LLVM; docs/amd.md "
#define DPP_TEXT(control) "v_mov_b32_dpp {v}, v0 " control " row_mask:0xf bank_mask:0xf"
#define DPP(forms, control) { forms, 16, DPP_TEXT(control) }, { forms, 16, DPP_TEXT(control) " bound_ctrl:1" }
    { "SASS", "docs/rules.md 2 and 3; an H200", .lanes = WARP_LANES, .has_pu = true,
      .ways = { { "OSUDX", 0, "SHFL.{MODE} {P}, Rd, Ra, {b}, {c}" },
                { "L", 0, "SHFL.IDX {P}, Rd, Ra, Rb, 0x1f\t--init\tRb={by lane}" },
                { "L", 0, "SHFL.IDX {P}, Rd, Ra, Rb, Rc\t--init\tRb={Sb}\t--init\tRc={Sc}" } } },
    { "PTX", "PTX ISA 9.0, shfl.sync; docs/rules.md 2 and 3", .lanes = WARP_LANES, .has_pu = true,
      .ways = { { "OSUDX", 0, "shfl.sync.{mode}.b32 {d}, a, {b}, {c}, {active};" },
                { "L", 0, "shfl.sync.idx.b32 {d}, a, b, 0x1f, {active};\t--init\tRb={by lane}" },
                { "L", 0, "shfl.sync.idx.b32 {d}, a, b, c, {active};\t--init\tRb={Sb}\t--init\tRc={Sc}" } } },
    { "CUDA", "CUDA 13.0, sm_30_intrinsics.hpp; docs/rules.md 7", .lanes = WARP_LANES,
      .ways = { { "SUDX", 0, "__shfl{_mode}_sync({active}, v, {by})" },
                { "SUDX", 16, "__shfl{_mode}_sync({active}, v, {by}, {width})" },
                { "L", 0, "__shfl_sync({active}, v, {by lane})" } } },
    { "HIP", "HIP, amd_warp_functions.h; docs/amd.md 10.1", .is_amd = true,
      .ways = { { "SUDX", 0, "__shfl{_mode}(v, {by})" },
                { "SUDX", 32, "__shfl{_mode}(v, {by}, {width})" },
                { "L", 0, "__shfl(v, {by lane})" } } },
    { "DPP", ISA "3.2 and 7", .is_amd = true,
      .ways = { DPP("-", "quad_perm:[{quad}]"), DPP("D", "row_shl:{row}"), DPP("U", "row_shr:{row}"),
                DPP("U", "row_ror:{row}"), DPP("S", "row_newbcast:{row}"), /* gfx90a's name of row_share */
                DPP("S", "row_share:{row}"), DPP("X", "row_xmask:{row}"), DPP("-", "wave_shl:1"),
                DPP("-", "wave_rol:1"), DPP("-", "wave_shr:1"), DPP("-", "wave_ror:1"), DPP("-", "row_mirror"),
                DPP("-", "row_half_mirror"), DPP("-", "row_bcast:15"), DPP("-", "row_bcast:31") } },
    { "DPP8", ISA "3.3 and 7", .is_amd = true, .ways = { { "-", 0, "v_mov_b32_dpp {v}, v0 dpp8:[{eight}]" } } },
    { "ds_swizzle", ISA "4 and 7", .is_amd = true,
      .ways = { { "-", 0, "ds_swizzle_b32 v1, v0 offset:swizzle(QUAD_PERM,{quad})" },
                { "X", 0, "ds_swizzle_b32 v1, v0 offset:{swap}" },
                { "S", 32, "ds_swizzle_b32 v1, v0 offset:swizzle(BROADCAST,{width},{by})" },
                { "R", 32, "ds_swizzle_b32 v1, v0 offset:{rotate}" } } },
    { "permlane16", ISA "6 and 7", .is_amd = true, .ways = { { "-", 0, "v_permlane16_b32 {v}, v0, {low}, {high}" } } },
    { "permlanex16", ISA "6 and 7", .is_amd = true,
      .ways = { { "-", 0, "v_permlanex16_b32 {v}, v0, {low}, {high}" } } },
    { "permlane64", ISA "6 and 7", .is_amd = true, .ways = { { "-", 0, "v_permlane64_b32 {v}, v0" } } },
    { "readlane", ISA "6 and 7", .is_amd = true, .ways = { { "S", 0, "v_readlane_b32 s0, v0, {by}" } } },
    { "ds_bpermute", ISA "5 and 7", .is_amd = true,
      .ways = { { "L", 0, "ds_bpermute_b32 v1, v2, v0\t--address\t{address}" } } },
    { "OpenCL", "OpenCL C 3.0, section Subgroup Functions; OpenCL Extension Specification 3.0",
      .ways = { { "X", 0, "sub_group_shuffle_xor(v, {by})" },
                { "U", 0, "sub_group_shuffle_up(v, {by})" },
                { "D", 0, "sub_group_shuffle_down(v, {by})" },
                { "S", 0, "sub_group_broadcast(v, {by})" },
                { "S", 0, "sub_group_non_uniform_broadcast(v, {by})" },
                { "-", 0, "sub_group_broadcast_first(v)" },
                { "R", 0, "sub_group_rotate(v, {by})" },
                { "R", 0, "sub_group_clustered_rotate(v, {by}, {width})" },
                { "S", 0, "sub_group_shuffle(v, {by})" },
                { "L", 0, "sub_group_shuffle(v, {by lane})" } } },
    { "Vulkan, GLSL", "SPIR-V 1.6, section Non-Uniform Instructions",
      .ways = { { "X", 0, "subgroupShuffleXor(v, {by})" },
                { "U", 0, "subgroupShuffleUp(v, {by})" },
                { "D", 0, "subgroupShuffleDown(v, {by})" },
                { "S", 0, "subgroupBroadcast(v, {by})" },
                { "-", 0, "subgroupBroadcastFirst(v)" },
                { "R", 0, "subgroupRotate(v, {by})" },
                { "R", 0, "subgroupClusteredRotate(v, {by}, {width})" },
                { "S", 4, "subgroupQuadBroadcast(v, {by})" },
                { "-", 0, "subgroupQuadSwapHorizontal(v)" },
                { "-", 0, "subgroupQuadSwapVertical(v)" },
                { "-", 0, "subgroupQuadSwapDiagonal(v)" },
                { "S", 0, "subgroupShuffle(v, {by})" },
                { "L", 0, "subgroupShuffle(v, {by lane})" } } },
};

/* ---- The judge: what `openshfl explain` answers to the text with its options */

/* Set the arguments to the text, with its fields, and the options of the query. True: it does the same. */
static bool try(const struct api *api, const char *format, struct equiv *e)
{
    static struct answer a;
    static struct equiv_query got;
    static char all[EQUIV_ARGUMENTS * EQUIV_TEXT_MAX];
    struct text t = { all, 0, sizeof all };
    const char *init[2];
    struct read_options o = { .gpu = e->gpu, .init = init };
    char why[READ_WHY_MAX];

    expand(format, &t);
    expand(api->is_amd ? "\t--gpu\t{gpu}" : "", &t);
    expand(api->lanes ? "" : "\t--lanes\t{lanes}", &t);
    expand(e->q.active == shfl_all_lanes(e->lanes) ? "" : "\t--active\t{active}", &t);
    e->arguments = 0;
    for (const char *at = all; at != NULL; at = strchr(at, '\t')) {
        at += *at == '\t';
        snprintf(e->argument[e->arguments++], EQUIV_TEXT_MAX, "%.*s", (int)strcspn(at, "\t"), at);
    }
    for (unsigned i = 1; i < e->arguments; i += 2) {
        const char *option = e->argument[i], *value = e->argument[i + 1];

        if (strcmp(option, "--init") == 0)
            init[o.inits++] = value;
        else
            *(strcmp(option, "--gpu") == 0       ? &o.gpu
              : strcmp(option, "--lanes") == 0   ? &o.lanes
              : strcmp(option, "--address") == 0 ? &o.address
                                                 : &o.active) = value;
    }
    if (!answer_read(e->argument[0], &o, &a, why) || !a.has_values)
        return false;
    e->is_read = true;
    if (a.family == ANSWER_AMD && a.wave.call[0] == '\0')
        amd_text(&a.wave.insn, e->argument[0]);
    query_of(&a, &got);
    for (unsigned k = 0; k < e->lanes;
         k++) /* does each lane that counts have the same value, and the same predicate? */
        if (counts(e, k) && e->q.source[k] != got.source[k])
            return false;
    return !e->q.has_pu || ((got.pu ^ e->q.pu) & e->q.active) == 0;
}

static bool try_way(const struct api *api, const struct way *way, struct equiv *e)
{
    static const char letters[] = "SDUXR";
    static const enum shfl_mode modes[] = { SHFL_IDX, SHFL_DOWN, SHFL_UP, SHFL_BFLY, SHFL_IDX };
    const unsigned most = way->width ? way->width : e->lanes;
    const bool has_width = strstr(way->text, "{width}") || strstr(way->text, "{c}") || strstr(way->text, "{rotate}");

    for (unsigned width = most; width >= (has_width ? 1 : most); width /= 2)
        for (const char *form = way->forms; *form != '\0'; form++) {
            const char *letter = strchr(letters, *form);
            const unsigned kind = letter ? (unsigned)(letter - letters) : SAME;

            if ((*form == 'O' && (e->q.own == NULL || width < most)) || (*form == 'L' && !is_gather(e)))
                continue;
            if (*form == 'O')
                fields_of_form(e->q.own->mode, e->q.own->sb_imm, width, e->q.own->sc_imm);
            else
                fields_of_form(modes[kind], by_of(e, kind, width), width, warp_sc(modes[kind], (int)width));
            e->by_lane = *form == 'L';
            e->is_tried = true;
            if (try(api, way->text, e))
                return true;
        }
    return false;
}

/* ---- All */

/* The query in the API's warp: its lanes over and over until that is full, or the part that repeats. False if it does not
 * repeat. */
static bool fill(const struct equiv_query *from, unsigned lanes, struct equiv_query *q)
{
    const unsigned part = from->lanes < lanes ? from->lanes : lanes;

    *q = *from;
    q->lanes = lanes;
    for (unsigned k = part; k < lanes || k < from->lanes; k++) {
        const int source = q->source[k - part] < 0 ? q->source[k - part] : q->source[k - part] + (int)part;
        const bool active = q->active >> (k - part) & 1, pu = q->pu >> (k - part) & 1;

        if (k < from->lanes) { /* each part is the first */
            if (active != (q->active >> k & 1)
                || (active && (q->source[k] != source || (q->has_pu && pu != (q->pu >> k & 1)))))
                return false;
            continue;
        }
        q->source[k] = (int8_t)source;
        q->active |= (uint64_t)active << k;
        q->pu |= (uint64_t)pu << k;
    }
    for (unsigned k = 0; k < lanes; k++)
        if (q->source[k] >= (int)lanes)
            return false;
    q->active &= shfl_all_lanes(lanes);
    return true;
}

static void one(const struct api *api, const struct equiv_query *q, const char *gpu, struct equiv *e)
{
    enum shfl_amd_gen gen = SHFL_AMD_GFX9;

    *e = (struct equiv){ .api = api->name, .gpu = gpu, .source = api->source, .reason = "" };
    e->lanes = api->lanes                                                                        ? api->lanes
             : gpu == NULL || !amd_gen(gpu, &gen)                                                ? q->lanes
             : (q->lanes > 32 && gen != SHFL_AMD_GFX1250) || shfl_amd_kind(gen) < SHFL_AMD_GFX10 ? 64
                                                                                                 : 32;
    if (!fill(q, e->lanes, &e->q)) {
        e->reason = "its warp is smaller, and this one does not consist of equal parts";
        return;
    }
    e->q.has_pu = q->has_pu && api->has_pu;
    fields_of_query(e);
    for (const struct way *way = api->ways; way->text != NULL && !e->says; way++)
        e->says = try_way(api, way, e);
    e->by_lane = e->by_lane && e->says;
    if (!e->says && e->is_tried && !e->is_read)
        e->reason = "this GPU does not have it";
    else if (!e->says || (e->by_lane && api->ways[0].forms[0] != 'L'))
        e->reason = "none of its forms with one operand for all lanes does the same";
}

void equiv_all(const struct answer *a, const char *gpu, void (*found)(void *context, const struct equiv *),
               void *context)
{
    static struct equiv_query query;
    static struct equiv equiv;
    const char *const gpus[] = { gpu ? gpu : "gfx90a", gpu ? NULL : "gfx1100" };
    const size_t count = sizeof apis / sizeof *apis;
    size_t first = 0, end = 0;

    query_of(a, &query);
    for (; first < count; first = end) { /* an API, or all of AMD's for each GPU */
        for (end = first + 1; end < count && apis[first].is_amd && apis[end].is_amd;)
            end++;
        for (unsigned g = 0; g < (apis[first].is_amd && gpus[1] ? 2 : 1); g++)
            for (size_t i = first; i < end; i++) {
                one(&apis[i], &query, apis[i].is_amd ? gpus[g] : NULL, &equiv);
                found(context, &equiv);
            }
    }
}
