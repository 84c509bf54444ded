/* SPDX-License-Identifier: Apache-2.0 */
/* wave - see wave.h */
#include "wave.h"
#include "lib/number.h"
#include "shuffle.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SCALAR = 100 }; /* what a scalar register is taken to hold */

/* Does each lane's register go into it? Of bpermute it is an address, of permlane16_var a selector. */
static bool is_addressed(enum shfl_amd_op op)
{
    const char *operands = amd_ops[op].operands;

    return op != SHFL_AMD_SWIZZLE && operands != NULL && strchr(operands, 'a') != NULL;
}

/* What every lane's address register holds: by the option, or where a compiler's call has it. */
static bool take_address(const struct read_options *o, const struct expr_scope *scope, struct amd_wave *wave,
                         char why[READ_WHY_MAX])
{
    struct amd_insn *insn = &wave->insn;
    static struct expr expr;
    bool is_float;

    if (o->address == NULL && insn->address[0] != '\0' && expr_read(insn->address, scope, &expr, why)) {
        for (unsigned k = 0; k < wave->lanes; k++)
            insn->in.addr[k] = (uint32_t)expr.word[k];
        return true;
    }
    wave->is_lacking = o->address == NULL;
    if (wave->is_lacking)
        return text_why(why, "--address is missing: expected what the lanes' address register holds, such as --address "
                             "lane*4+4");
    return (sass_values(o->address, SHFL_LANES_MAX, insn->in.addr, &is_float) && !is_float)
        || text_why(why, "--address %s: expected what the lanes' address register holds, such as lane*4+4", o->address);
}

/* Of HIP's shuffles the lane whose address goes into ds_bpermute_b32, before it is taken modulo the lanes; SHFL_BFLY is
 * __shfl_xor. docs/amd.md 10.1 */
static uint32_t hip_index(enum shfl_mode mode, unsigned lane, uint32_t operand, uint32_t width)
{
    const uint32_t in_group = lane & (width - 1), first = lane - in_group;

    switch (mode) {
    case SHFL_IDX: return first + (operand & (width - 1));
    case SHFL_UP: return (int32_t)(lane - operand) < (int32_t)first ? lane : lane - operand;
    case SHFL_DOWN: return (int32_t)(in_group + operand) >= (int32_t)width ? lane : lane + operand;
    default: return (int32_t)(lane ^ operand) >= (int32_t)(first + width) ? lane : lane ^ operand;
    }
}

/* A call of HIP's, which becomes ds_bpermute_b32.
 *
 *   may_grow    a width of 64 makes the wave one of 64
 */
static bool hip_call(const char *text, const struct read_options *o, struct amd_wave *wave, bool may_grow,
                     uint64_t *executes, char why[READ_WHY_MAX])
{
    struct amd_insn *insn = &wave->insn;
    static struct call call;
    struct expr_scope scope = shuffle_scope(o, wave->lanes);
    char err[READ_WHY_MAX];

    if (!call_read(text, o->at, &scope, &call, why))
        return false;
    if (may_grow && call.width == 64) {
        wave->lanes = scope.lanes = 64;
        if (!call_read(text, o->at, &scope, &call, why))
            return false;
        wave_note(wave, "a width of 64 needs a wave of 64");
    } else if (may_grow) {
        wave_note(wave, "HIP runs waves of 32 here; --lanes 64 is a wave of 64");
    }
    if ((call.row->language != CALL_CUDA && call.row->language != CALL_HIP && call.row->language != CALL_GROUPS)
        || call.has_c)
        return text_refuse(why, call.text, "expected a call of HIP's, such as '__shfl_up(v, 3, 16)'");
    if (call.width > wave->lanes || !is_power(call.width))
        return text_refuse(why, call.text, "a width of %d: expected a power of two up to %u", (int)call.width,
                           wave->lanes);
    snprintf(wave->call, sizeof wave->call, "%s", call.text);
    const enum shfl_mode mode = (enum shfl_mode)(call.row->op - CALL_SHFL_IDX);
    amd_parse(insn->gen, "ds_bpermute_b32 v1, v2, v0", NULL, insn, err);
    for (unsigned k = 0; k < wave->lanes; k++)
        insn->in.addr[k] = 4 * hip_index(mode, k, (uint32_t)call.operand.word[k], call.width);
    wave->width = call.width;
    if (call_mask_is_short(&call))
        wave_note(wave, call_short_mask);
    if (call.has_mask && call.mask != shfl_all_lanes(wave->lanes))
        wave_note(wave, "a mask switches no lane off");
    for (unsigned k = 0; k < wave->lanes; k++)
        if (mode == SHFL_IDX && call.has_width && (uint32_t)call.operand.word[k] >= call.width) {
            wave_note(wave, "up to ROCm 5, HIP did not take the lane modulo the width");
            break;
        }
    wave->may_leave = mode != SHFL_IDX;
    *executes = call.executes;
    wave_note(wave, call.note);
    if (o->at == NULL)
        shuffle_more(shuffle_count(call.end), wave->note, sizeof wave->note);
    return true;
}

/* The generation of the GPU, and the lanes of its wave; of a call, as HIP runs it. */
static bool take_gpu(const struct read_options *o, bool is_call, enum shfl_amd_gen *gen, unsigned *lanes,
                     char why[READ_WHY_MAX])
{
    if (!amd_gen(o->gpu, gen))
        return text_why(why, "--gpu %s: not known here; known of LLVM's names are " AMD_NAMES ", such as gfx90a",
                        o->gpu);
    const bool gfx10 = shfl_amd_kind(*gen) >= SHFL_AMD_GFX10, gfx1250 = *gen == SHFL_AMD_GFX1250;
    uint64_t number = gfx1250 || (is_call && gfx10) ? 32 : 64;
    const bool is_read = o->lanes == NULL || number_read(o->lanes, 32, 64, &number);
    *lanes = (unsigned)number;
    if (!is_read || (*lanes != 32 && *lanes != 64) || (*lanes == 64 ? gfx1250 : !gfx10))
        return text_why(why, "--lanes %s: expected %s", o->lanes, gfx1250 ? "32" : gfx10 ? "64 or 32" : "64");
    return true;
}

static const struct call_row *first_call(const char *text)
{
    const struct call_row *row;
    const char *end;

    return call_find(text, &row, &end) != NULL ? row : NULL;
}

bool wave_is_collective(const char *text)
{
    const struct call_row *row = first_call(text);

    return row != NULL && (call_is_collective(row) || call_is_block(row));
}

bool wave_read_collective(const char *text, const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    enum shfl_amd_gen gen;

    return take_gpu(o, true, &gen, &e->lanes, why) && shuffle_read(text, o, e, why);
}

/* Of a text of several lines the first with an instruction between lanes; what stands in front of it goes into flow, and how
 * many are behind it into a remark. */
static bool parse_line(enum shfl_amd_gen gen, const char *text, const struct expr_scope *scope, struct amd_wave *wave,
                       struct flow *flow, char err[READ_WHY_MAX])
{
    char line[AMD_TEXT_MAX];
    const char *found = NULL;
    unsigned others = 0;
    bool ok = false;

    for (const char *at = text, *end; strchr(text, '\n') && *at; at = end + (*end == '\n')) {
        end = text_line_end(at);
        snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
        if (!shuffle_is_amd(line))
            continue;
        ok = found ? ok : amd_parse(gen, line, scope, &wave->insn, err);
        others += found != NULL;
        found = found ? found : at;
    }
    if (ok) {
        flow_to(flow, text, found);
        shuffle_more(others, wave->note, sizeof wave->note);
    }
    return ok;
}

bool wave_read(const char *text, const struct read_options *o, struct amd_wave *wave, char why[READ_WHY_MAX])
{
    struct amd_insn *insn = &wave->insn;
    /* also a tile's shuffle, which HIP writes as __shfl with the tile's size. Source: hip/amd_detail/amd_hip_cooperative_groups.h */
    const struct call_row *row = first_call(text);
    const bool is_call = o->at != NULL || strstr(text, "__shfl") != NULL || strstr(text, "::warp_shuffle") != NULL
                      || (row != NULL && row->language == CALL_GROUPS && row->op <= CALL_SHFL_BFLY);
    enum shfl_amd_gen gen;
    char err[READ_WHY_MAX];
    uint64_t executes = UINT64_MAX;
    static struct before before;
    struct flow flow = { .has_exec = false };

    memset(wave, 0, sizeof *wave);
    if (!take_gpu(o, is_call, &gen, &wave->lanes, why))
        return false;
    const bool may_grow = is_call && o->lanes == NULL && shfl_amd_kind(gen) >= SHFL_AMD_GFX10
                       && gen != SHFL_AMD_GFX1250;
    insn->gen = gen;
    struct expr_scope scope = shuffle_scope(o, wave->lanes);
    const char *builtin = is_call ? NULL : amd_builtin_find(text);
    if (builtin != NULL) { /* the statements in front of it */
        const bool is_ssa = strchr("lr", builtin[0]) != NULL;

        scope.style = is_ssa ? BEFORE_SSA : BEFORE_C;
        if (!before_read(text, builtin, &scope, &before, why))
            return false;
        if (is_ssa && o->flow == NULL)
            flow_to(&flow, text, builtin);
        scope.names = &before.names;
        wave_note(wave, before.note);
    }
    flow = o->flow ? *o->flow : flow;
    if (is_call) {
        if (!hip_call(text, o, wave, may_grow, &executes, why))
            return false;
    } else if (!amd_parse(gen, builtin ? builtin : text, &scope, insn, err)
               && (builtin || !parse_line(gen, text, &scope, wave, &flow, err))) {
        const char *end;

        if (!shuffle_is_amd(text) && shuffle_find(text, &end) != NULL)
            return text_refuse(why, text, "a shuffle, but none of AMD's: leave out --gpu %s", o->gpu);
        if (known_within(text, &end) != NULL)
            return text_refuse(why, end, "%s", known_within(text, &end));
        return text_why(why, "--gpu %s: %s", o->gpu, err);
    } else {
        wave->may_leave = insn->in.op == SHFL_AMD_PERMLANE_UP || insn->in.op == SHFL_AMD_PERMLANE_DOWN
                       || insn->in.op == SHFL_AMD_PERMLANE_XOR;
        if (is_addressed(insn->in.op) && !take_address(o, &scope, wave, why))
            return false;
    }
    wave->is_lacking = !amd_control(insn);
    if (wave->is_lacking)
        return text_why(why, "the lanes depend on a scalar register: give a number in its place%s",
                        builtin != NULL ? ", or a name's value with --let" : "");
    const bool is_scalar = insn->in.op == SHFL_AMD_WRITELANE && insn->src < AMD_NUMBER;
    if (is_scalar)
        wave_note(wave, "the scalar register is taken to hold 100");
    if (amd_is_swap(insn->in.op))
        wave_note(wave, "the first register is taken to hold 100 and the number of the lane");
    uint64_t active;
    if (!shuffle_mask(o, wave->lanes, &active, why))
        return false;
    if (o->address && (is_call || !is_addressed(insn->in.op)))
        return text_why(why, "--address %s: expected ds_bpermute_b32 or ds_permute_b32, not '%.60s'", o->address, text);
    if (o->active == NULL && flow.has_exec)
        active &= flow.exec;
    if (o->active == NULL && !is_call)
        wave_note(wave, flow.doubt);
    insn->in.exec = active & executes;
    for (unsigned k = 0; k < wave->lanes; k++) {
        insn->in.src[k] = is_scalar ? SCALAR : insn->src < AMD_VECTOR ? amd_number(insn, &insn->src) : k;
        insn->in.old[k] = amd_is_swap(insn->in.op) ? SCALAR + k : 0;
    }
    /* Source: LLVM, IntrinsicsAMDGPU.td */
    if (o->at == NULL && (strstr(text, "update_dpp") != NULL || strstr(text, "update.dpp") != NULL))
        wave->old = "what a lane had is the call's first argument";
    else if (o->at == NULL && (strstr(text, "mov_dpp") != NULL || strstr(text, "mov.dpp") != NULL))
        wave->old = "what a lane had is undefined in this call";
    return true;
}
