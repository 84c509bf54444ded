/* SPDX-License-Identifier: Apache-2.0
 * explain_amd - the command openshfl explain --gpu: an instruction of AMD's, or a call of HIP's. */
#include "cli/amd/amd.h"
#include "explain_options.h"
#include "cli/lib/number.h"
#include "cli/equivalents/equivalents.h"

#include <string.h>

/* What every lane's address register holds. */
static void take_address(const char *text, uint32_t addr[SHFL_LANES_MAX])
{
    bool is_float;

    if (text == NULL)
        misuse("explain: --address is missing: expected what the lanes' address register holds, such as --address "
               "lane*4+4");
    if (!sass_values(text, SHFL_LANES_MAX, addr, &is_float) || is_float)
        misuse("explain: --address %s: expected what the lanes' address register holds, such as lane*4+4", text);
}

/* A call of HIP's, which becomes ds_bpermute_b32. */
static void hip_call(const char *option, const char *text, const char *const *let, unsigned lets, struct amd_wave *wave,
                     struct amd_insn *insn, uint64_t *active)
{
    static struct call call;
    const struct expr_scope scope = { .lanes = wave->lanes, .let = let, .lets = lets };
    char why[READ_WHY_MAX];

    if (!call_read(text, NULL, &scope, &call, why))
        misuse("explain: %s%s", option, why);
    if (call.row->language != CALL_CUDA || call.has_c)
        misuse("explain: %s'%.60s': expected a call of HIP's, such as '__shfl_up(v, 3, 16)'", option, text);
    if (call.width < 1 || call.width > wave->lanes || (call.width & (call.width - 1)) != 0)
        misuse("explain: %s'%.60s': a width of %d: expected a power of two up to %u", option, text, (int)call.width,
               wave->lanes);
    const enum shfl_mode mode = (enum shfl_mode)(call.row->op - CALL_SHFL_IDX);
    amd_parse(insn->gen, "ds_bpermute_b32 v1, v2, v0", insn, why);
    for (unsigned k = 0; k < wave->lanes; k++)
        insn->in.addr[k] = 4 * amd_hip_index(mode, k, (uint32_t)call.operand.word[k], call.width);
    if (call.has_mask)
        *active &= call.mask;
    wave->width = call.width;
}

/* An instruction of AMD's, or a call of HIP's. */
void explain_amd(const struct explain_options *o, const char *text)
{
    static struct amd_insn insn;
    static struct amd_wave wave = { .insn = &insn, .lanes = 64 };
    struct equiv_query query = { .gpu = o->gpu };
    unsigned lane = SHFL_LANES_MAX;
    char err[AMD_ERROR_MAX];
    enum shfl_amd_gen gen;
    uint64_t active;

    if (o->mode || o->warp.inits || o->policy)
        misuse("explain: --gpu and --%s: expected one of them; with --gpu the lanes hold their numbers",
               o->mode     ? "mode"
               : o->policy ? "policy"
                           : "init");
    const bool is_call = o->intrinsic != NULL || strstr(text, "__shfl") != NULL;
    if (!amd_gen(o->gpu, &gen))
        misuse("explain: --gpu %s: expected a name of LLVM's, gfx801 to gfx1201, such as gfx90a", o->gpu);
    take_lanes("explain", o->lanes, &wave.lanes);
    if (wave.lanes != 64 && (wave.lanes != 32 || gen < SHFL_AMD_GFX10))
        misuse("explain: --lanes %s: expected 64%s", o->lanes, gen < SHFL_AMD_GFX10 ? "" : " or 32");
    take_number("explain", "lane", o->lane, wave.lanes - 1, &lane);
    active = shfl_all_lanes(wave.lanes);
    insn.gen = gen;
    if (is_call) {
        hip_call(o->intrinsic ? "--intrinsic " : "", o->intrinsic ? o->intrinsic : text, o->warp.let, o->warp.lets,
                 &wave, &insn, &active);
    } else if (!amd_parse(gen, text, &insn, err)) {
        misuse("explain: --gpu %s: %s", o->gpu, err);
    } else {
        amd_line(&insn, wave.line);
        if (insn.in.op == SHFL_AMD_BPERMUTE || insn.in.op == SHFL_AMD_PERMUTE)
            take_address(o->address, insn.in.addr);
    }
    if (!amd_control(&insn) || (insn.in.op == SHFL_AMD_WRITELANE && insn.src < AMD_NUMBER))
        misuse("explain: the lanes depend on a scalar register: give a number in its place");
    if (o->warp.active && !number_read(o->warp.active, 0, shfl_all_lanes(wave.lanes), &active))
        misuse("explain: --active %s: expected a mask of %u lanes, such as 0xffff", o->warp.active, wave.lanes);
    if (o->address && (is_call || (insn.in.op != SHFL_AMD_BPERMUTE && insn.in.op != SHFL_AMD_PERMUTE)))
        misuse("explain: --address %s: expected ds_bpermute_b32 or ds_permute_b32, not '%.60s'", o->address,
               is_call && o->intrinsic ? o->intrinsic : text);
    insn.in.exec = active;
    for (unsigned k = 0; k < wave.lanes; k++)
        insn.in.src[k] = insn.src < AMD_VECTOR ? amd_number(&insn, &insn.src) : k;
    amd_run(&wave);
    if (o->svg)
        amd_svg(&wave, explain_begin_svg(o->svg));
    if (o->svg)
        explain_end_svg();
    if (explain_picture_alone(o))
        return;
    if (o->equivalents && o->json) {
        equiv_of_wave(&wave, &query);
        equivalents_json(&query, o->equivalents, stdout);
    } else if (o->equivalents) {
        equiv_of_wave(&wave, &query);
        equivalents_text(&query, stdout);
    } else if (o->json) {
        amd_json(&wave, stdout);
    } else {
        amd_explain(&wave, lane, stdout);
    }
}
