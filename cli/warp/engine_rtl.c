/* engine_rtl - see engine.h. One warp at a time: it goes in on one clock, and out on the first clock that
 * offers it. */
#include "engine.h"
#include "rtl.h"

#include <stdlib.h>

#define CLOCKS_MAX 64 /* any unit answers earlier: 7 ranks, 32 passes */

struct rtl_unit {
    const struct rtl_build *build;
    struct rtl *rtl;
};

static bool fits(const struct rtl_build *build)
{
    return build->unit.lanes == WARP_LANES && build->w == 32 && build->unit.policy == SHFL_ZERO;
}

static void shuffle(void *unit, const struct shfl_in *in, struct engine_answer *answer)
{
    const struct rtl_unit *u = unit;
    struct rtl_pins pins = { .out_ready = true };
    struct rtl_out out;
    bool inside = false, done = false;

    *answer = (struct engine_answer){ .pu = 0 }; /* of a unit that does not answer */
    u->build->drive(u->rtl, in, 0);
    for (unsigned clock = 0; clock < CLOCKS_MAX && !done; clock++) {
        pins.in_valid = !inside;
        u->build->settle(u->rtl, &pins);
        done = inside && pins.out_valid;
        if (done)
            u->build->out(u->rtl, &out);
        inside = inside || pins.in_ready;
        u->build->edge(u->rtl);
    }
    if (!done)
        return;
    for (unsigned k = 0; k < WARP_LANES; k++)
        answer->rd[k] = (uint32_t)out.rd[k];
    answer->pu = (uint32_t)out.pu;
    answer->src_active = (uint32_t)out.src_active;
}

static void close_unit(void *unit)
{
    struct rtl_unit *u = unit;

    u->build->close(u->rtl);
    free(u);
}

struct engine engine_rtl(void)
{
    const struct engine none = { .name = NULL };
    struct rtl_unit *u = calloc(1, sizeof *u);
    struct rtl_pins pins = { .rst = true, .out_ready = true };

    if (u == NULL)
        return none;
    for (const struct rtl_build *const *b = rtl_bare; *b && u->build == NULL; b++)
        if (fits(*b))
            u->build = *b;
    if (u->build == NULL || (u->rtl = u->build->open()) == NULL) {
        free(u);
        return none;
    }
    u->build->drive(u->rtl, &(struct shfl_in){ .mode = SHFL_IDX }, 0);
    u->build->settle(u->rtl, &pins);
    u->build->edge(u->rtl);
    return (struct engine){ .name = "rtl", .unit = u, .shuffle = shuffle, .close = close_unit };
}
