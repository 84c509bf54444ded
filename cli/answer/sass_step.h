/* SPDX-License-Identifier: Apache-2.0
 * sass_step - one instruction of a program on a warp. docs/use/programs.md */
#ifndef SASS_STEP_H
#define SASS_STEP_H

#include "engine.h"

/* Execute one instruction; SHFL through the engine.
 *   returns   the lanes that executed it
 */
uint32_t sass_step(const struct engine *engine, const struct sass_insn *insn, struct sass_warp *warp);

#endif
