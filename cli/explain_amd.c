/* SPDX-License-Identifier: Apache-2.0
 * explain_amd - the command openshfl explain --gpu: an instruction of AMD's, or a call of HIP's. */
#include "explain_options.h"
#include "cli/equivalents/equivalents.h"
#include "cli/read/wave.h"

/* An instruction of AMD's, or a call of HIP's. */
void explain_amd(const struct explain_options *o, const char *text)
{
    static struct amd_insn insn;
    static struct amd_wave wave;
    const struct wave_options given = { o->gpu, o->lanes, o->warp.active, o->address, o->warp.let, o->warp.lets, NULL };
    struct equiv_query query = { .gpu = o->gpu };
    unsigned lane = SHFL_LANES_MAX;
    char why[READ_WHY_MAX];

    if (o->mode || o->warp.inits || o->policy)
        misuse("explain: --gpu and --%s: expected one of them; with --gpu the lanes hold their numbers",
               o->mode     ? "mode"
               : o->policy ? "policy"
                           : "init");
    if (!wave_read(o->intrinsic ? o->intrinsic : text, &given, &wave, &insn, why))
        misuse("explain: %s%s", o->intrinsic ? "--intrinsic " : "", why);
    take_number("explain", "lane", o->lane, wave.lanes - 1, &lane);
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
