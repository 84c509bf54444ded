/* SPDX-License-Identifier: Apache-2.0 */
/* amd - what an instruction of AMD's does to a wave, by the model. docs/amd.md */
#ifndef ANSWER_AMD_H
#define ANSWER_AMD_H

#include "describe.h"
#include "cli/read/wave.h"

/* What it does, in a sentence. */
void amd_line(const struct amd_insn *insn, char line[AMD_LINE_MAX]);

/* amd_model fills in out and open; amd_run also the sentence, and what the lanes add to the remarks. */
void amd_model(struct amd_wave *wave);
void amd_run(struct amd_wave *wave);

/* "dpp16" */
const char *amd_op_name(enum shfl_amd_op op);

/* The stages, ended by NULL; and what each does in a lane. */
extern const char *const amd_stages[];
void amd_steps(const struct amd_wave *wave, unsigned lane, char step[STEPS_MAX][STEP_MAX]);

#endif
