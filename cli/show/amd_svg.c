/* SPDX-License-Identifier: Apache-2.0 */
/* amd_picture - see rows.h: a lane that gets 0 has a hatched box, one that keeps its old value a dashed box, if a mask leaves it
 * out a thick one, one that does not execute a dotted box. A dotted arrow is from a lane that does not execute, so that nothing is read. */
#include "picture.h"
#include "rows.h"

/* What becomes of a lane. */
enum part { DATA, ZERO, ZERO_OFF, KEEP, KEEP_OFF, MASKED, OFF, PARTS };
static const struct picture_mark parts[PARTS] = {
    [DATA] = { "box", "in", "gets the value of that lane" },
    [ZERO] = { "outside", NULL, "no source: gets 0" },
    [ZERO_OFF] = { "outside", "bad", "that lane does not execute: gets 0" },
    [KEEP] = { "keep", NULL, "no source: keeps its old value" },
    [KEEP_OFF] = { "keep", "bad", "that lane does not execute: keeps its old value" },
    [MASKED] = { "masked", NULL, "left out by row_mask or bank_mask: keeps its old value" },
    [OFF] = { "off", NULL, "does not execute: keeps its old value" },
};

static enum part part_of(const struct amd_wave *w, unsigned k)
{
    const struct shfl_amd_in *in = &w->insn->in;
    const bool valid = w->out.valid >> k & 1, src_active = w->out.src_active >> k & 1;

    switch (shfl_amd_what(in, k, valid, src_active)) {
    case SHFL_AMD_DATA: return DATA;
    case SHFL_AMD_ZERO: return valid ? ZERO_OFF : ZERO;
    default:
        if (shfl_amd_what(in, k, true, true) == SHFL_AMD_DATA)
            return valid ? KEEP_OFF : KEEP;
        return in->exec >> k & 1 ? MASKED : OFF;
    }
}

/* Among how many lanes each lane finds the one that it reads. */
static unsigned group_size(const struct amd_wave *w)
{
    const struct shfl_amd_in *in = &w->insn->in;
    const unsigned control = (unsigned)in->control;

    if (w->width)
        return w->width;
    switch (in->op) {
    case SHFL_AMD_DPP16:
        return control < 0x100 ? 4 : control == 0x141 ? 8 : control >= 0x130 && control < 0x140 ? w->lanes : 16;
    case SHFL_AMD_DPP8: return 8;
    case SHFL_AMD_SWIZZLE:
        return control >= 0x8000 && (control < 0xc000 || shfl_amd_kind(w->insn->gen) == SHFL_AMD_GFX8) ? 4 : 32;
    case SHFL_AMD_BPERMUTE:
    case SHFL_AMD_PERMUTE: return w->insn->gen == SHFL_AMD_GFX10 || w->insn->gen == SHFL_AMD_GFX11 ? 32 : w->lanes;
    case SHFL_AMD_PERMLANE16:
    case SHFL_AMD_PERMLANEX16:
    case SHFL_AMD_PERMLANE16_VAR:
    case SHFL_AMD_PERMLANEX16_VAR:
    case SHFL_AMD_PERMLANE16_SWAP: return 16;
    case SHFL_AMD_PERMLANE_BCAST:
    case SHFL_AMD_PERMLANE_UP:
    case SHFL_AMD_PERMLANE_DOWN:
    case SHFL_AMD_PERMLANE_XOR: return (unsigned)(in->control >> 32);
    case SHFL_AMD_PERMLANE32_SWAP:
    case SHFL_AMD_PERMLANE64: return 32;
    default: return w->lanes;
    }
}

void amd_picture(const struct answer *a, struct picture *p)
{
    const struct amd_wave *w = &a->wave;
    const struct shfl_amd_in *in = &w->insn->in;
    const unsigned size = group_size(w);
    const bool is_group = w->width || (in->op >= SHFL_AMD_PERMLANE_BCAST && in->op <= SHFL_AMD_PERMLANE_XOR);

    p->one_source = in->op == SHFL_AMD_WRITELANE;
    p->one_result = in->op == SHFL_AMD_READLANE || in->op == SHFL_AMD_READFIRSTLANE;
    p->group[0] = p->group[1] = is_group         ? "group"
                              : size == w->lanes ? "wave"
                              : size == 32       ? "half"
                              : size == 16       ? "row"
                              : size == 8        ? "eight"
                                                 : "quad";
    p->group[2] = "g";
    p->group_size = size;
    p->marks = parts;
    p->marks_count = PARTS;
    for (unsigned k = 0; k < w->lanes; k++) {
        const enum part part = part_of(w, k);
        struct picture_lane *lane = &p->lane[k];

        lane->mark = &parts[part];
        lane->source_box = p->one_source || in->exec >> k & 1 ? parts[DATA].box : parts[OFF].box;
        lane->arrow = parts[part].arrow;
        lane->from = w->out.src_lane[k];
        lane->group = k - k % size;
        if (w->open[k])
            p->note = "?  the documents leave this open, and no AMD GPU was measured";
    }
}
