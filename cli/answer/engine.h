/* SPDX-License-Identifier: Apache-2.0
 * engine - one function that shuffles a warp of 32 lanes, and two units that offer it: the golden model
 * and the RTL. All that is built on SHFL here uses an engine, and knows nothing else about the unit.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "cli/read/sass.h"

/* What a shuffled warp is left with. Only lanes that execute have a result; the rest carries no meaning. */
struct engine_answer {
    uint32_t rd[WARP_LANES];
    uint32_t pu;
    uint32_t src_active; /* bit k: the lane that lane k read executes, so rd[k] is defined */
};

struct engine {
    const char *name; /* "model" or "rtl" */
    void *unit;       /* the engine's own */
    /* in has 32 lanes and 32-bit data, and its immediates are in range */
    void (*shuffle)(void *unit, const struct shfl_in *in, struct engine_answer *answer);
    void (*close)(void *unit); /* or NULL */
};

/* The golden model. Cannot fail, holds nothing. */
struct engine engine_model(void);

/* The RTL, clocked warp by warp: the default unit, out of rtl_engine.so in the build folder, which make builds first
 * if it is not there or older than the RTL.
 *   returns   whether *engine is one; if not, why names what is missing
 */
bool engine_rtl(struct engine *engine, char why[240]);

/* Execute one instruction; SHFL through the engine.
 *   returns   the lanes that executed it
 */
uint32_t sass_step(const struct engine *engine, const struct sass_insn *insn, struct sass_warp *warp);

#endif
