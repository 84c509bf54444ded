/* SPDX-License-Identifier: Apache-2.0 */
/* steps - the arithmetic of a lane, a line for each stage. */
#ifndef STEPS_H
#define STEPS_H

enum { STEPS_MAX = 5, STEP_MAX = 160 };

#endif
