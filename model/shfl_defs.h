/* SPDX-License-Identifier: Apache-2.0 */
/* shfl_defs - the encodings, made from rtl/shfl_defs.vh by model/defs.py: `make docs` writes this file. */
#ifndef SHFL_DEFS_H
#define SHFL_DEFS_H

/* How a lane names the lane that it reads. Spec 1; the order is that of the PTX and SASS encodings. */
enum shfl_mode { SHFL_IDX, SHFL_UP, SHFL_DOWN, SHFL_BFLY };
#define SHFL_MODES 4
#define SHFL_MODE_BITS 2

/* The operations of vote, match and redux. Spec 8 to 10; the order is that of the SASS encodings. */
enum shfl_vote_op { SHFL_VOTE_ALL, SHFL_VOTE_ANY, SHFL_VOTE_EQ, SHFL_VOTE_ELECT };
enum shfl_match_op { SHFL_MATCH_ALL, SHFL_MATCH_ANY };
enum shfl_redux_op { SHFL_REDUX_AND, SHFL_REDUX_OR, SHFL_REDUX_XOR, SHFL_REDUX_SUM, SHFL_REDUX_MIN, SHFL_REDUX_MAX };
#define SHFL_VOTES 4
#define SHFL_MATCHES 2
#define SHFL_REDUXES 6

/* What Rd holds in a lane that read an inactive lane; the architecture leaves it open. Spec 4.
 * ZERO: 0, which is what an H200 does; OWN: the reader's own Ra; RAW: whatever Ra the inactive lane holds. */
enum shfl_policy { SHFL_ZERO, SHFL_OWN, SHFL_RAW };
#define SHFL_POLICIES 3

/* Their names, by number. */
static const char *const shfl_mode_name[] = { "IDX", "UP", "DOWN", "BFLY" };
static const char *const shfl_policy_name[] = { "ZERO", "OWN", "RAW" };
static const char *const shfl_vote_name[] = { "ALL", "ANY", "EQ", "ELECT" };
static const char *const shfl_match_name[] = { "ALL", "ANY" };
static const char *const shfl_redux_name[] = { "AND", "OR", "XOR", "SUM", "MIN", "MAX" };

#endif
