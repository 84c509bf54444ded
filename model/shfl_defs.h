/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_defs - the encodings, made from rtl/shfl_defs.vh by model/defs.py: `make docs` writes this file. */
#ifndef SHFL_DEFS_H
#define SHFL_DEFS_H

/* How a lane names the lane that it reads. Spec 1; the order is that of the PTX and SASS encodings. */
enum shfl_mode { SHFL_IDX, SHFL_UP, SHFL_DOWN, SHFL_BFLY };
#define SHFL_MODES 4
#define SHFL_MODE_BITS 2

/* What Rd holds in a lane that read an inactive lane; the architecture leaves it open. Spec 4.
 * ZERO: 0, which is what an H200 does; OWN: the reader's own Ra; RAW: whatever Ra the inactive lane holds. */
enum shfl_policy { SHFL_ZERO, SHFL_OWN, SHFL_RAW };
#define SHFL_POLICIES 3

/* Their names, by number. */
static const char *const shfl_mode_name[] = { "IDX", "UP", "DOWN", "BFLY" };
static const char *const shfl_policy_name[] = { "ZERO", "OWN", "RAW" };

#endif
