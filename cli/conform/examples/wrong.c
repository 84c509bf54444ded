/* SPDX-License-Identifier: Apache-2.0
 * wrong - a peer, openshfl_peer, with the fault that the variable OPENSHFL_WRONG names, or two, joined by +; with OPENSHFL_OUTSIDE,
 * out of range gives 0. Or one that is right but writes garbage, crashes later, or changes its results, if the variable names
 * that: at every second call, from the second run on, or only out of range.
 */
#include "cli/conform/level.h"

#include <stdlib.h>

static const struct fault *fault(const char *name, size_t length)
{
    for (const struct fault *f = faults; f->name != NULL; f++)
        if (strlen(f->name) == length && memcmp(f->name, name, length) == 0)
            return f;
    return NULL;
}

int openshfl_peer(unsigned lanes, unsigned mode, uint64_t active, const uint32_t *sb, const uint32_t *sc,
                  const uint64_t *ra, uint64_t *rd, uint64_t *pu, uint64_t *we)
{
    static unsigned calls;
    static struct result r;
    static struct call c;
    const char *name = getenv("OPENSHFL_WRONG") ? getenv("OPENSHFL_WRONG") : "", *plus = strchr(name, '+');
    const bool there = mode == SHFL_DOWN && (sb[0] & (lanes - 1)) == 1;
    struct profile ptx = profile_ptx(lanes);

    if (getenv("OPENSHFL_OUTSIDE") != NULL) /* zero */
        ptx.outside = OUTSIDE_ZERO;
    c = (struct call){ .profile = &ptx, .lanes = lanes, .points = lanes, .op = mode, .active = active };
    for (unsigned k = 0; k < lanes; k++) {
        c.index[k] = sb[k];
        c.label[k] = sc[k];
        c.ra[k] = ra[k];
    }
    memset(r.flags, 0, lanes * sizeof *r.flags);
    faulty_shuffle(&c, fault(name, plus ? (size_t)(plus - name) : strlen(name)),
                   plus ? fault(plus + 1, strlen(plus + 1)) : NULL, &r);
    *pu = *we = 0;
    for (unsigned k = 0; k < lanes; k++) { /* an inactive source gives 0 */
        rd[k] = r.flags[k] & GARBAGE ? 0x12345 : r.flags[k] & ANY ? 0 : r.rd[k];
        *pu |= (uint64_t)(r.flags[k] & PU && active >> k & 1) << k;
        *we |= (uint64_t)(r.flags[k] & WRITTEN) << k;
    }
    if (there && strcmp(name, "garbage") == 0)
        rd[lanes - 1] = 0x12345;
    calls += there;
    if (there && (strcmp(name, "toggles") == 0 ? calls % 2 : strcmp(name, "drifts") == 0 ? calls > 6 : false))
        rd[0] = ra[0];
    for (unsigned k = 0; k < lanes && strcmp(name, "varies") == 0; k++)
        if (!(*pu >> k & 1))
            rd[k] = ra[calls++ % lanes];
    if (calls > 6 && strcmp(name, "crashes_later") == 0)
        abort();
    return 0;
}
