/* ranks - see ranks.h */
#include "ranks.h"

#include <stddef.h>

unsigned ranks_latency(const struct rtl_build *build)
{
    return build->depth - 1 + build->passes;
}

unsigned ranks_interval(const struct rtl_build *build)
{
    const unsigned inside_crossbar = build->depth >= 5 ? 2 : build->depth >= 3 ? 1 : 0; /* ranks */

    return build->passes == 1 ? 1 : build->passes + inside_crossbar + 1;
}

void ranks_init(struct ranks *ranks, const struct rtl_build *build)
{
    *ranks = (struct ranks){ .work = ranks_interval(build) - 1 };
    ranks->places = ranks_latency(build) - ranks->work;
}

void *ranks_out(const struct ranks *ranks)
{
    return ranks->to_go ? NULL : ranks->warp[ranks->places];
}

bool ranks_step(const struct ranks *ranks, const struct rtl_pins *pins)
{
    return pins->rst || !ranks->warp[ranks->places] || (ranks_out(ranks) && pins->out_ready);
}

void ranks_edge(struct ranks *ranks, const struct rtl_pins *pins, void *coming)
{
    const bool step = ranks_step(ranks, pins);

    if (pins->rst) {
        for (unsigned p = 1; p <= ranks->places; p++)
            ranks->warp[p] = NULL;
        ranks->to_go = 0;
    } else if (step) {
        for (unsigned p = ranks->places; p > 1; p--)
            ranks->warp[p] = ranks->warp[p - 1];
        ranks->warp[1] = pins->in_valid ? coming : NULL;
        ranks->to_go = ranks->warp[ranks->places] ? ranks->work : 0;
    } else if (ranks->to_go) {
        ranks->to_go--;
    }
}

bool ranks_empty(const struct ranks *ranks)
{
    for (unsigned p = 1; p <= ranks->places; p++)
        if (ranks->warp[p])
            return false;
    return true;
}
