/* SPDX-License-Identifier: Apache-2.0 */
/* amd_print - see show.h: what each lane gets, as text and as JSON. */
#include "show.h"

#include <inttypes.h>
#include <string.h>

void amd_print(const struct amd_wave *wave, bool table, FILE *file)
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
    if (!table)
        return;
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

void amd_reply(const struct amd_wave *wave, const char *shown, unsigned lane, FILE *file)
{
    const struct shfl_amd_in *in = &wave->insn->in;
    const bool valid = wave->out.valid >> lane & 1, executes = in->exec >> lane & 1;
    const bool src_active = wave->out.src_active >> lane & 1;
    const unsigned from = wave->out.src_lane[lane];

    fprintf(file, "%s, lane %u of %u: ", shown, lane, wave->lanes);
    if (!executes && !(wave->out.we >> lane & 1))
        fprintf(file, "it does not execute, so it writes nothing");
    else if (valid)
        fprintf(file, "reads lane %u%s, which %s", from, from == lane ? " (its own)" : "",
                src_active ? "executes" : "does not execute");
    else
        fprintf(file, "reads no lane");
    if (executes)
        switch (shfl_amd_what(in, lane, valid, src_active)) {
        case SHFL_AMD_KEEP: fprintf(file, "; keeps what it had"); break;
        case SHFL_AMD_ZERO: fprintf(file, "; gets 0"); break;
        default: break;
        }
    if (wave->open[lane])
        fprintf(file, "; the documents leave this open: docs/amd.md 9.%u", wave->open[lane]);
    if (wave->note[0])
        fprintf(file, "; note: %s", wave->note);
    fputc('\n', file);
}
