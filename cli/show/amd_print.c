/* SPDX-License-Identifier: Apache-2.0 */
/* amd_print - see show.h: what each lane gets, as text and as JSON. */
#include "show.h"

#include <inttypes.h>
#include <string.h>

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
