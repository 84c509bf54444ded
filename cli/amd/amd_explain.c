/* SPDX-License-Identifier: Apache-2.0 */
/* amd_explain - see amd.h */
#include "amd.h"
#include "cli/sass/word.h"

#include <inttypes.h>
#include <string.h>

static void dpp_line(const struct shfl_amd_in *in, char line[AMD_LINE_MAX])
{
    const unsigned word = (unsigned)in->control, m = word & 15;
    static const char *const waves[] = { "the next lane, if there is one", "the next lane, lane 63 lane 0",
                                         "the lane before, if there is one", "the lane before, lane 0 lane 63" };

    if (word < 0x100)
        snprintf(line, AMD_LINE_MAX, "in every four lanes, the lanes read number %u, %u, %u and %u", word & 3,
                 word >> 2 & 3, word >> 4 & 3, word >> 6);
    else if (word < 0x120)
        snprintf(line, AMD_LINE_MAX, "each lane reads the lane %u %s it, if that is in its row of 16", m,
                 word < 0x110 ? "above" : "below");
    else if (word < 0x130)
        snprintf(line, AMD_LINE_MAX, "each lane reads the lane %u below it, round the end of its row of 16", m);
    else if (word < 0x140)
        snprintf(line, AMD_LINE_MAX, "each lane reads %s", waves[m / 4]);
    else if (word < 0x142)
        snprintf(line, AMD_LINE_MAX, "every %u lanes are read from the last to the first", word == 0x140 ? 16 : 8);
    else if (word < 0x144)
        snprintf(line, AMD_LINE_MAX, "%s",
                 word == 0x142 ? "each row reads the last lane of the row before it, the first itself"
                               : "lanes 32 to 63 read lane 31, the others themselves");
    else if (word < 0x160)
        snprintf(line, AMD_LINE_MAX, "each lane reads number %u of its row of 16", m);
    else
        snprintf(line, AMD_LINE_MAX, "each lane reads its own number xor %u", m);
}

static void swizzle_line(const struct amd_insn *insn, char line[AMD_LINE_MAX])
{
    const unsigned offset = (unsigned)insn->in.control, mask = offset & 31, by = offset >> 5 & 31;

    if (offset < 0x8000)
        snprintf(line, AMD_LINE_MAX, "each lane reads, of its 32, ((lane & %u) | %u) ^ %u", mask, by, offset >> 10);
    else if (offset < 0xc000 || shfl_amd_kind(insn->gen) == SHFL_AMD_GFX8)
        snprintf(line, AMD_LINE_MAX, "in every four lanes, the lanes read number %u, %u, %u and %u", offset & 3,
                 offset >> 2 & 3, offset >> 4 & 3, offset >> 6 & 3);
    else if (offset < 0xe000)
        snprintf(line, AMD_LINE_MAX, "each lane reads the lane %u %s it, round the end of its 32; bits 0x%x stay", by,
                 offset & 0x400 ? "below" : "above", mask);
    else
        snprintf(line, AMD_LINE_MAX, "each lane reads, of its 32, its number with the bits reversed; bits 0x%x stay",
                 mask);
}

void amd_other_line(const struct amd_insn *insn, char line[AMD_LINE_MAX])
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
    static const char *const lines[SHFL_AMD_OPS] = {
        [SHFL_AMD_DPP8] = "in every eight lanes, each reads the number that its selector gives",
        [SHFL_AMD_BPERMUTE] = "each lane reads the lane that its address names, in bytes: lane 1 is 4",
        [SHFL_AMD_PERMUTE] = "each lane sends to the lane that its address names, in bytes: lane 1 is 4",
        [SHFL_AMD_READLANE] = "the scalar register becomes the value of one lane, whether or not it executes",
        [SHFL_AMD_READFIRSTLANE] = "the scalar register becomes the value of the first lane that executes",
        [SHFL_AMD_WRITELANE] = "one lane becomes the scalar, whether or not it executes",
        [SHFL_AMD_PERMLANE16] = "each lane reads the number of its row of 16 that its selector gives",
        [SHFL_AMD_PERMLANEX16] = "each lane reads the number of the other row of 16 that its selector gives",
        [SHFL_AMD_PERMLANE64] = "the two halves of a wave of 64 change places",
        [SHFL_AMD_BPERMUTE_FI] =
            "each lane reads the lane that its address names, in bytes: lane 1 is 4; also one that "
            "does not execute",
        [SHFL_AMD_PERMLANE16_VAR] = "each lane reads the number of its row of 16 that its own register gives",
        [SHFL_AMD_PERMLANEX16_VAR] = "each lane reads the number of the other row of 16 that its own register gives",
        [SHFL_AMD_PERMLANE16_SWAP] = "two registers exchange rows of 16: row 1 of the first with row 0 of the second, "
                                     "and row 3 with row 2",
        [SHFL_AMD_PERMLANE32_SWAP] =
            "two registers exchange halves: the upper of the first and the lower of the second",
        [SHFL_AMD_PERMLANE_BCAST] = "each lane reads, of its group, the lane that the second operand gives",
        [SHFL_AMD_PERMLANE_UP] = "each lane reads the lane below it by the second operand, itself where that is not in "
                                 "its group",
        [SHFL_AMD_PERMLANE_DOWN] =
            "each lane reads the lane above it by the second operand, itself where that is not in "
            "its group",
        [SHFL_AMD_PERMLANE_XOR] =
            "each lane reads its own number xor the second operand, itself where that is above its "
            "group",
        [SHFL_AMD_IDX_GEN] = "each lane's number in its group becomes the address with which ds_bpermute reads it",
    };

    if (insn->in.op == SHFL_AMD_DPP16)
        dpp_line(&insn->in, line);
    else if (insn->in.op == SHFL_AMD_SWIZZLE)
        swizzle_line(insn, line);
    else
        snprintf(line, AMD_LINE_MAX, "%s", lines[insn->in.op]);
    amd_other_line(insn, line);
}

void amd_run(struct amd_wave *wave)
{
    const struct shfl_amd_unit unit = { wave->lanes, wave->insn->gen };

    shfl_amd_warp(&unit, &wave->insn->in, &wave->out);
    shfl_amd_open(&unit, &wave->insn->in, wave->open);
}

enum { STAGES = 3, STEP_MAX = 120 };
static const char *const stages[STAGES] = { "source", "crossbar", "write-back" };

/* What each stage does in one lane. */
static void steps(const struct amd_wave *wave, unsigned lane, char step[STAGES][STEP_MAX])
{
    const struct amd_insn *insn = wave->insn;
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

static void steps_text(const struct amd_wave *wave, unsigned lane, FILE *file)
{
    char step[STAGES][STEP_MAX];

    steps(wave, lane, step);
    fprintf(file, "\nlane %u\n", lane);
    for (unsigned i = 0; i < STAGES; i++)
        fprintf(file, "%11s  %s\n", stages[i], step[i]);
}

void amd_explain(const struct amd_wave *wave, unsigned lane, FILE *file)
{
    const struct shfl_amd_in *in = &wave->insn->in;
    const struct shfl_amd_out *out = &wave->out;
    char text[AMD_TEXT_MAX], src[WORD_TEXT_MAX], rd[WORD_TEXT_MAX], from[8];
    const bool is_swap = in->op == SHFL_AMD_PERMLANE16_SWAP || in->op == SHFL_AMD_PERMLANE32_SWAP;
    const bool is_bits = wave->insn->is_compare && shfl_amd_kind(wave->insn->gen) >= SHFL_AMD_GFX11;
    unsigned open = 0;

    amd_text(wave->insn, text);
    fprintf(file, "%s\n%s\n", text, wave->line);
    if (wave->note[0] != '\0')
        fprintf(file, "note: %s\n", wave->note);
    if (lane < wave->lanes) {
        steps_text(wave, lane, file);
        return;
    }
    fprintf(file, "\nlane  executes  reads  %10s  %10s%s\n", "source", amd_is_other(wave->insn) ? "src0" : "result",
            is_swap ? "  the source then" : "");
    for (unsigned k = 0; k < wave->lanes; k++) {
        word_text((uint32_t)in->src[k], false, WORD_AUTO, src);
        word_text((uint32_t)out->rd[k], false, WORD_AUTO, rd);
        snprintf(from, sizeof from, "%u", out->src_lane[k]);
        fprintf(file, "%4u  %8s  %5s  %10s  %10s", k, in->exec >> k & 1 ? "yes" : "no",
                out->valid >> k & 1 ? from : "none", src,
                out->we >> k & 1 ? rd
                : is_bits        ? "bit 0"
                                 : "keeps");
        if (is_swap) {
            word_text((uint32_t)out->rd2[k], false, WORD_AUTO, rd);
            fprintf(file, "  %15s", out->we2 >> k & 1 ? rd : "keeps");
        }
        fputs(wave->open[k] ? "  ?\n" : "\n", file);
        open |= 1u << wave->open[k];
    }
    for (unsigned q = 1; q < SHFL_AMD_QUESTIONS; q++)
        if (open >> q & 1)
            fprintf(file, "\n?  the documents leave this open, and no AMD GPU was measured: docs/amd.md 9.%u\n", q);
}

void amd_json(const struct amd_wave *wave, FILE *file)
{
    const bool is_swap = wave->insn->in.op == SHFL_AMD_PERMLANE16_SWAP || wave->insn->in.op == SHFL_AMD_PERMLANE32_SWAP;
    static const char *const whats[] = { [SHFL_AMD_KEEP] = "keep", [SHFL_AMD_ZERO] = "zero", [SHFL_AMD_DATA] = "data" };
    const struct shfl_amd_in *in = &wave->insn->in;
    const struct shfl_amd_out *out = &wave->out;
    char text[AMD_TEXT_MAX], step[STAGES][STEP_MAX];

    amd_text(wave->insn, text);
    fputs("{\n  \"instruction\": ", file);
    word_json(file, text);
    fputs(",\n  \"summary\": ", file);
    word_json(file, wave->line);
    fputs(",\n  \"note\": ", file);
    if (wave->note[0] != '\0')
        word_json(file, wave->note);
    else
        fputs("null", file);
    fprintf(file,
            ",\n  \"stages\": [\"%s\", \"%s\", \"%s\"],\n  \"exec\": \"0x%" PRIx64 "\",\n  \"lanes\": ", stages[0],
            stages[1], stages[2], in->exec);
    for (unsigned k = 0; k < wave->lanes; k++) {
        const bool valid = out->valid >> k & 1, src_active = out->src_active >> k & 1;

        fprintf(file, "%s\n    {\"lane\": %u, \"active\": %s, ", k == 0 ? "[" : ",", k,
                in->exec >> k & 1 ? "true" : "false");
        if (valid)
            fprintf(file, "\"src_lane\": %u, \"src_active\": %s, ", out->src_lane[k], src_active ? "true" : "false");
        else
            fputs("\"src_lane\": null, \"src_active\": null, ", file);
        fprintf(file, "\"src\": %" PRIu64 ", \"what\": \"%s\", ", in->src[k],
                whats[shfl_amd_what(in, k, valid, src_active)]);
        if (out->we >> k & 1)
            fprintf(file, "\"rd\": %" PRIu64 ", ", out->rd[k]);
        else
            fputs("\"rd\": null, ", file);
        fprintf(file, "\"valid\": %s, \"src_data\": %" PRIu64 ", \"we\": %s, ", valid ? "true" : "false",
                out->src_data[k], out->we >> k & 1 ? "true" : "false");
        if (wave->open[k])
            fprintf(file, "\"open\": \"9.%u\", ", wave->open[k]);
        else
            fputs("\"open\": null, ", file);
        if (is_swap && (out->we2 >> k & 1))
            fprintf(file, "\"rd2\": %" PRIu64 ", ", out->rd2[k]);
        else if (is_swap)
            fputs("\"rd2\": null, ", file);
        fputs("\"steps\": ", file);
        steps(wave, k, step);
        for (unsigned i = 0; i < STAGES; i++) {
            fputs(i == 0 ? "[" : ", ", file);
            word_json(file, step[i]);
        }
        fputs("]}", file);
    }
    fputs("\n  ]\n}\n", file);
}
