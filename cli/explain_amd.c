/* SPDX-License-Identifier: Apache-2.0
 * explain_amd - the command openshfl explain --gpu: an instruction of AMD's, or a call of HIP's. */
#include "cli/amd/amd.h"
#include "explain_options.h"
#include "cli/sass/intrinsic.h"
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
static void hip_call(const char *option, const char *text, struct amd_wave *wave, struct amd_insn *insn,
                     uint64_t *active)
{
    static const char *const rules[SHFL_MODES] = {
        [SHFL_IDX] = "each lane reads lane %.30s of its %u",
        [SHFL_UP] = "each lane reads the lane %.30s below it; where that is below its %u, itself",
        [SHFL_DOWN] = "each lane reads the lane %.30s above it; where that is above its %u, itself",
        [SHFL_BFLY] = "each lane reads its own number xor %.30s; where that is above its %u, itself",
    };
    struct intrinsic_call call;
    bool is_float;
    char why[240];

    if (!intrinsic_call_parse(text, wave->lanes, &call, why))
        misuse("explain: %s%s", option, why);
    if (call.width < 1 || call.width > wave->lanes || (call.width & (call.width - 1)) != 0)
        misuse("explain: %s'%.60s': a width of %d: expected a power of two up to %u", option, text, (int)call.width,
               wave->lanes);
    amd_parse(insn->gen, "ds_bpermute_b32 v1, v2, v0", insn, why);
    if (call.is_number)
        for (unsigned k = 0; k < wave->lanes; k++)
            insn->in.addr[k] = call.number;
    else if (!sass_values(call.argument, SHFL_LANES_MAX, insn->in.addr, &is_float))
        misuse("explain: %s'%.60s': expected a number, or lane with +N, -N, *N or ^N, or [N,N,...]", option,
               call.argument);
    for (unsigned k = 0; k < wave->lanes; k++)
        insn->in.addr[k] = 4 * amd_hip_index(call.mode, k, insn->in.addr[k], call.width);
    if (call.has_mask)
        *active &= call.mask;
    wave->width = call.width;
    snprintf(wave->line, sizeof wave->line, rules[call.mode], call.argument[0] == '[' ? "N" : call.argument,
             call.width);
    if (call.argument[0] == '[')
        strcat(wave->line, ", N by the list");
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
    const bool is_call = o->intrinsic != NULL || strncmp(text, "__shfl", 6) == 0;
    if (!amd_gen(o->gpu, &gen))
        misuse("explain: --gpu %s: expected a name of LLVM's, gfx801 to gfx1201, such as gfx90a", o->gpu);
    take_lanes("explain", o->lanes, &wave.lanes);
    if (wave.lanes != 64 && (wave.lanes != 32 || gen < SHFL_AMD_GFX10))
        misuse("explain: --lanes %s: expected 64%s", o->lanes, gen < SHFL_AMD_GFX10 ? "" : " or 32");
    take_number("explain", "lane", o->lane, wave.lanes - 1, &lane);
    active = shfl_all_lanes(wave.lanes);
    insn.gen = gen;
    if (is_call) {
        hip_call(o->intrinsic ? "--intrinsic " : "", o->intrinsic ? o->intrinsic : text, &wave, &insn, &active);
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
