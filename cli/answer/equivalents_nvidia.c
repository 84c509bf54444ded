/* SPDX-License-Identifier: Apache-2.0 */
/* equivalents_nvidia - see equivalents.h: SASS and PTX, which have every Sc and a predicate, and CUDA, which has a width. */
#include "equivalents.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum language { SASS, PTX, CUDA };

/* What the model does with in->active, in->mode and the operands; with a predicate, that has to be right, too. */
static enum equiv_fit fit(struct equiv *equiv, const struct shfl_in *in)
{
    static const struct shfl_unit gpu = { WARP_LANES, SHFL_ZERO };
    static struct shfl_out out;

    if (shfl_warp(&gpu, in, &out) != 0)
        return EQUIV_OFF;
    return equiv_fit_but(equiv, (const int8_t *)out.src_lane,
                         equiv->q.has_pu ? (out.pu ^ equiv->q.pu) & in->active : 0);
}

/* An operand for all lanes, with the widths of CUDA first. */
static bool search(struct equiv *equiv, enum language language, struct shfl_in *in, struct shfl_in *near)
{
    in->sb_is_imm = in->sc_is_imm = true;
    for (unsigned all = 0; all < (language == CUDA ? 1 : 2); all++)
        for (unsigned mode = 0; mode < SHFL_MODES; mode++)
            for (unsigned i = 0; i < (all ? 1024u : 6u); i++)
                for (in->sb_imm = 0; in->sb_imm < WARP_LANES; in->sb_imm++) {
                    in->mode = (enum shfl_mode)mode;
                    if (language == CUDA && call_shfl_name(in->mode) == NULL)
                        continue;
                    in->sc_imm = all ? (i & 31) << 8 | i >> 5 : warp_sc(in->mode, WARP_LANES >> i) & 0x1fff;
                    equiv->tried++;
                    const enum equiv_fit found = fit(equiv, in);

                    if (found == EQUIV_NEAR)
                        *near = *in;
                    if (found == EQUIV_SAME)
                        return true;
                }
    return false;
}

/* IDX with Sb, and if the predicate needs it Sc, from registers: out of range where the clamp is 0. */
static bool search_by_lane(struct equiv *equiv, struct shfl_in *in)
{
    uint32_t from[SHFL_LANES_MAX];
    const uint64_t outside = equiv->q.has_pu ? ~equiv->q.pu & equiv->q.active : 0;

    if (!equiv_gather(equiv, from))
        return false;
    in->mode = SHFL_IDX;
    in->sb_is_imm = false;
    in->sc_is_imm = outside == 0;
    in->sc_imm = WARP_LANES - 1;
    for (unsigned k = 0; k < WARP_LANES; k++) {
        in->sb[k] = outside >> k & 1 ? WARP_LANES - 1 : from[k];
        in->sc[k] = outside >> k & 1 ? 0 : WARP_LANES - 1;
    }
    equiv->by_lane = true;
    return fit(equiv, in) == EQUIV_SAME;
}

/* The operand in brackets, if it is a register: what that holds. */
static const char *operand(struct equiv *equiv, bool is_imm, uint32_t imm, const uint32_t lanes[], const char *name,
                           char values[EQUIV_TEXT_MAX], char text[8])
{
    if (is_imm) {
        snprintf(text, 8, "0x%x", imm);
        return text;
    }
    equiv_values(equiv, 1, lanes, values);
    return name;
}

/* The call or instruction; sb and sc: what Rb and Rc hold, or empty. */
static void take(struct equiv *equiv, int language, enum equiv_fit found, const struct shfl_in *in,
                 char sb[EQUIV_TEXT_MAX], char sc[EQUIV_TEXT_MAX])
{
    const bool lower = language == PTX;
    char b[8], c[8], mode[8], mask[16];

    sb[0] = sc[0] = '\0';
    snprintf(mode, sizeof mode, "%s", shfl_mode_name[in->mode]);
    for (char *at = mode; *at != '\0' && lower; at++)
        *at = (char)tolower((unsigned char)*at);
    snprintf(mask, sizeof mask, "0x%08" PRIx64, in->active);
    const char *index = operand(equiv, in->sb_is_imm, in->sb_imm, in->sb, lower ? "b" : "Rb", sb, b);
    const char *bounds = operand(equiv, in->sc_is_imm, in->sc_imm, in->sc, lower ? "c" : "Rc", sc, c);

    if (language == SASS) {
        equiv_take(equiv, found, "SHFL.%s %s, Rd, Ra, %s, %s", mode, equiv->q.has_pu ? "P0" : "PT", index, bounds);
    } else if (language == PTX) {
        equiv_take(equiv, found, "shfl.sync.%s.b32 %s, a, %s, %s, %s;", mode, equiv->q.has_pu ? "d|p" : "d", index,
                   bounds, mask);
    } else {
        char width[8] = "", number[8];

        for (unsigned w = 1; w < WARP_LANES; w *= 2)
            if (in->sb_is_imm && (warp_sc(in->mode, (int)w) & 0x1fff) == in->sc_imm)
                snprintf(width, sizeof width, ", %u", w);
        snprintf(number, sizeof number, "%u", (unsigned)in->sb_imm);
        equiv_take(equiv, found, "%s_sync(%s, v, %s%s)", call_shfl_name(in->mode), mask, in->sb_is_imm ? number : sb,
                   width);
    }
}

static void find(const struct equiv_api *api, struct equiv *equiv)
{
    static struct shfl_in in, near;
    static struct equiv sass; /* what SASS has, PTX has with the same operands */
    static bool known;
    char sb[EQUIV_TEXT_MAX] = "", sc[EQUIV_TEXT_MAX] = "";

    equiv->q.has_pu = equiv->q.has_pu && api->number != CUDA;
    if (api->number != PTX) {
        memset(&in, 0, sizeof in);
        in.active = equiv->q.active;
        known = search(equiv, (enum language)api->number, &in, &near) || search_by_lane(equiv, &in);
        sass = *equiv;
    }
    equiv->by_lane = sass.by_lane;
    equiv->tried = sass.tried;
    equiv->open = sass.open;
    equiv->gets = sass.gets;
    if (equiv->open != 0)
        take(equiv, api->number, EQUIV_NEAR, &near, sb, sc);
    if (!known)
        return;
    take(equiv, api->number, EQUIV_SAME, &in, sb, sc);
    equiv_argument(equiv, "%s", equiv->text);
    equiv_active(equiv);
    if (sb[0] != '\0' && api->number != CUDA) {
        equiv_argument(equiv, "--init");
        equiv_argument(equiv, "Rb=%.*s", EQUIV_TEXT_MAX - 4, sb);
    }
    if (sc[0] != '\0') {
        equiv_argument(equiv, "--init");
        equiv_argument(equiv, "Rc=%.*s", EQUIV_TEXT_MAX - 4, sc);
    }
}

const struct equiv_api equiv_nvidia[] = {
    { "SASS", "docs/rules.md 2 and 3; an H200", WARP_LANES, find, SASS },
    { "PTX", "PTX ISA 9.0, shfl.sync; docs/rules.md 2 and 3", WARP_LANES, find, PTX },
    { "CUDA", "CUDA 13.0, sm_30_intrinsics.hpp; docs/rules.md 7", WARP_LANES, find, CUDA },
    { .name = NULL },
};
