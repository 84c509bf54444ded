/* SPDX-License-Identifier: Apache-2.0
 * explain_rvv - the command openshfl explain of a permutation of RISC-V's vector extension. */
#include "cli/show/show.h"
#include "explain_options.h"

void explain_rvv(const struct explain_options *o, const char *text)
{
    static struct rvv r;
    struct rvv_options given = o->rvv;
    const char *other = o->gpu         ? "gpu"
                      : o->policy      ? "policy"
                      : o->network     ? "network"
                      : o->equivalents ? o->equivalents
                      : o->lanes       ? "lanes"
                      : o->warp.active ? "active"
                                       : NULL;
    unsigned element = RVV_BYTES_MAX;
    char why[READ_WHY_MAX];

    if (other != NULL)
        misuse("explain: --%s: not with RISC-V's vectors, whose options are --vtype, --vl, --vstart, --vlen and --init",
               other);
    rvv_given(&given, &o->warp);
    if (!rvv_read(text, &given, &r, why))
        misuse("explain: %s", why);
    take_number("explain", "lane", o->lane, r.elements - 1, &element);
    if (o->svg && r.elements > SHFL_LANES_MAX)
        misuse("explain: --svg: %u elements: expected at most %d", r.elements, SHFL_LANES_MAX);
    if (o->svg) {
        rvv_svg(&r, explain_begin_svg(o->svg));
        explain_end_svg();
    }
    if (explain_picture_alone(o))
        return;
    if (o->json)
        rvv_json(&r, stdout);
    else
        rvv_explain(&r, element, stdout);
}
