/* SPDX-License-Identifier: Apache-2.0 */
/* wave - one instruction of AMD's, or a call of HIP's or of a compiler's, as a program has it, and what it does to a wave. */
#ifndef READ_WAVE_H
#define READ_WAVE_H

#include "cli/amd/amd.h"
#include "cli/sass/explain.h"

/* What the command line says about the wave. */
struct wave_options {
    const char *gpu;     /* as LLVM names it */
    const char *lanes;   /* the wave, or NULL */
    const char *active;  /* the mask of the lanes that execute, or NULL: all */
    const char *address; /* what every lane's address register holds, or NULL */
    const char *const *let;
    unsigned lets;
    const char *at; /* of HIP: where the call begins in the text; NULL: the first one */
};

/* Read the text, and run the model.
 *
 *   wave, insn   all of them is set; wave->insn is insn
 *   returns   whether it is understood; if not, why says what was expected
 */
bool wave_read(const char *text, const struct wave_options *options, struct amd_wave *wave, struct amd_insn *insn,
               char why[READ_WHY_MAX]);

/* Is the first call in the text a vote, match or reduction? HIP has them under CUDA's names. */
bool wave_is_collective(const char *text);

/* Read it as HIP's.
 *
 *   init      "Ra=VALUE" or "P0=VALUE", [inits]
 *   e         all of it is set
 */
bool wave_read_collective(const char *text, const struct wave_options *options, const char *const init[],
                          unsigned inits, struct explain *e, char why[READ_WHY_MAX]);

#endif
