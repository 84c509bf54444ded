/* SPDX-License-Identifier: Apache-2.0
 * explain_options - what the parts of the command openshfl explain share. */
#ifndef EXPLAIN_OPTIONS_H
#define EXPLAIN_OPTIONS_H

#include "command.h"

struct explain_options {
    const char *mode, *index, *clamp, *segmask, *intrinsic, *lanes, *lane, *policy, *json, *svg, *equivalents, *ways,
        *gpu, *address, *network, *languages;
    struct rvv_options rvv;
    struct cli_warp warp;
};

/* An instruction of AMD's, or a call of HIP's. */
void explain_amd(const struct explain_options *o, const char *text);

/* A permutation of RISC-V's vectors. */
void explain_rvv(const struct explain_options *o, const char *text);

/* The file of --svg: it appears when it is whole. */
FILE *explain_begin_svg(const char *path);
void explain_end_svg(void);

/* Is standard output the picture's? */
bool explain_picture_alone(const struct explain_options *o);

#endif
