/* SPDX-License-Identifier: Apache-2.0 */
/* amd_line - see answer.h: the lanes, and the sentence. */
#include "answer.h"
#include "lib/word.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void quad_line(unsigned of, char line[AMD_LINE_MAX])
{
    snprintf(line, AMD_LINE_MAX, "in every four lanes, the lanes read number %u, %u, %u and %u", of & 3, of >> 2 & 3,
             of >> 4 & 3, of >> 6 & 3);
}

static void swizzle_line(const struct amd_insn *insn, char line[AMD_LINE_MAX])
{
    const unsigned offset = (unsigned)insn->in.control, mask = offset & 31, by = offset >> 5 & 31;

    if (offset < 0x8000)
        snprintf(line, AMD_LINE_MAX, "each lane reads, of its 32, ((lane & %u) | %u) ^ %u", mask, by, offset >> 10);
    else if (offset < 0xc000 || shfl_amd_kind(insn->gen) == SHFL_AMD_GFX8)
        quad_line(offset, line);
    else if (offset < 0xe000)
        snprintf(line, AMD_LINE_MAX, "each lane reads the lane %u %s it, round the end of its 32; bits 0x%x stay", by,
                 offset & 0x400 ? "below" : "above", mask);
    else
        snprintf(line, AMD_LINE_MAX, "each lane reads, of its 32, its number with the bits reversed; bits 0x%x stay",
                 mask);
}

/* Of another instruction with DPP: what becomes of the values that are read. */
static void other_line(const struct amd_insn *insn, char line[AMD_LINE_MAX])
{
    const char *dpp = strstr(insn->other, "_dpp");
    const size_t used = strlen(line);

    if (dpp != NULL)
        snprintf(line + used, AMD_LINE_MAX - used, "; that is the first source of %.*s, the others are the lane's own",
                 (int)(dpp - insn->other), insn->other);
    else if (insn->format != NULL)
        snprintf(line + used, AMD_LINE_MAX - used, "; that is the first source");
    if (insn->is_compare && shfl_amd_kind(insn->gen) >= SHFL_AMD_GFX11)
        strcat(line, "; the bit of a lane that keeps is 0");
}

void amd_line(const struct amd_insn *insn, char line[AMD_LINE_MAX])
{
    const unsigned control = (unsigned)insn->in.control;
    const struct amd_dpp *dpp = amd_dpp_of(control);

    if (insn->in.op == SHFL_AMD_DPP16 && control < 0x100)
        quad_line(control, line);
    else if (insn->in.op == SHFL_AMD_DPP16)
        snprintf(line, AMD_LINE_MAX, dpp->line, control - dpp->first);
    else if (insn->in.op == SHFL_AMD_SWIZZLE)
        swizzle_line(insn, line);
    else
        snprintf(line, AMD_LINE_MAX, "%s", amd_ops[insn->in.op].line);
    other_line(insn, line);
}

/* ---- Of a wave */

/* Is the sentence made from what the lanes do, and not from the instruction? Not of scalars, swaps and what sends. */
static bool is_described(enum shfl_amd_op op)
{
    const char *operands = amd_ops[op].operands;

    return operands == NULL || (strpbrk(operands, "DVb") == NULL && op != SHFL_AMD_PERMUTE && op != SHFL_AMD_IDX_GEN);
}

enum shfl_amd_write amd_what(const struct amd_wave *wave, unsigned lane)
{
    return shfl_amd_what(&wave->insn.in, lane, wave->out.valid >> lane & 1, wave->out.src_active >> lane & 1);
}

static void describe_wave(struct amd_wave *wave)
{
    static const enum describe_what whats[] = {
        [SHFL_AMD_KEEP] = DESCRIBE_OLD, [SHFL_AMD_ZERO] = DESCRIBE_ZERO, [SHFL_AMD_DATA] = DESCRIBE_READS
    };
    const struct shfl_amd_in *in = &wave->insn.in;
    static const char no_pattern[] = "every lane reads the lane that the table names";
    struct describe_lane lane[SHFL_LANES_MAX];
    char line[DESCRIBE_MAX];

    for (unsigned k = 0; k < wave->lanes; k++) {
        const enum shfl_amd_write what = amd_what(wave, k);
        const uint8_t from = wave->out.src_lane[k];
        const bool own = what == SHFL_AMD_DATA && wave->may_leave && from == k;

        lane[k].from = from;
        lane[k].what = !(in->exec >> k & 1) ? DESCRIBE_NOTHING : own ? DESCRIBE_OWN : whats[what];
    }
    describe(wave->lanes, lane, line);
    if (strncmp(line, no_pattern, strlen(no_pattern)) == 0 && wave->width == 0) { /* the instruction's sentence */
        const struct amd_insn plain = { .gen = wave->insn.gen, .in = *in };

        amd_line(&plain, wave->line);
        strncat(wave->line, line + strlen(no_pattern), sizeof wave->line - strlen(wave->line) - 1);
    } else {
        snprintf(wave->line, sizeof wave->line, "%s", line);
    }
    other_line(&wave->insn, wave->line);
}

void amd_run(struct amd_wave *wave)
{
    const struct shfl_amd_unit unit = { wave->lanes, wave->insn.gen };
    const struct shfl_amd_in *in = &wave->insn.in;
    bool keeps = false;

    shfl_amd_warp(&unit, in, &wave->out);
    shfl_amd_open(&unit, in, wave->open);
    for (unsigned k = 0; k < wave->lanes; k++)
        keeps = keeps || ((in->exec >> k & 1) && amd_what(wave, k) == SHFL_AMD_KEEP);
    if (is_described(in->op))
        describe_wave(wave);
    else
        amd_line(&wave->insn, wave->line);
    if (wave->old && keeps)
        wave_note(wave, wave->old);
}

const char *const amd_stages[] = { "source", "crossbar", "write-back", NULL };

void amd_steps(const struct answer *a, unsigned lane, char step[STEPS_MAX][STEP_MAX])
{
    const struct amd_wave *wave = &a->wave;
    const struct amd_insn *insn = &wave->insn;
    const struct shfl_amd_in *in = &insn->in;
    const struct shfl_amd_out *out = &wave->out;
    const unsigned from = out->src_lane[lane];
    const bool valid = out->valid >> lane & 1, read = out->src_active >> lane & 1;
    char word[WORD_TEXT_MAX];

    const bool bits = insn->is_compare && shfl_amd_kind(insn->gen) >= SHFL_AMD_GFX11;
    if (!valid)
        snprintf(step[0], STEP_MAX, "no lane is named");
    else if (in->op == SHFL_AMD_BPERMUTE || in->op == SHFL_AMD_BPERMUTE_FI)
        snprintf(step[0], STEP_MAX, "the address %" PRIu32 " names lane %u", in->addr[lane] + (uint32_t)in->control,
                 from);
    else
        snprintf(step[0], STEP_MAX, "lane %u is named", from);
    word_text((uint32_t)in->src[from], false, WORD_AUTO, word);
    snprintf(step[1], STEP_MAX, "lane %u holds %s%s", from, word, read ? "" : " and does not execute");
    word_text((uint32_t)out->rd[lane], false, WORD_AUTO, word);
    if (out->we >> lane & 1)
        snprintf(step[2], STEP_MAX, amd_is_other(insn) ? "goes on with %s" : "writes %s", word);
    else if (bits)
        snprintf(step[2], STEP_MAX, "its bit of the mask is 0");
    else
        snprintf(step[2], STEP_MAX, "%s",
                 in->exec >> lane & 1 ? "keeps its old value" : "does not execute: writes nothing");
    if (wave->open[lane])
        strcat(step[2], ": the documents leave it open");
}

void amd_said(const struct answer *a, struct said *s)
{
    s->kind = "AMD";
    s->operation = amd_ops[a->wave.insn.in.op].name;
    s->asked = a->wave.call;
    amd_text(&a->wave.insn, s->text);
    s->instruction = s->text;
    amd_line(&a->wave.insn, s->general);
    snprintf(s->line, sizeof s->line, "%s", a->has_values || a->wave.call[0] ? a->wave.line : s->general);
    s->note = a->wave.note;
    s->source = "docs/amd.md";
}
