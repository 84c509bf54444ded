/* SPDX-License-Identifier: Apache-2.0 */
/* wave - one instruction of AMD's, or a call of HIP's or of a compiler's, as a program has it, and what it does to a wave. */
#ifndef READ_WAVE_H
#define READ_WAVE_H

#include "amd_text.h"
#include "operation.h"

/* An instruction and what it does to a wave. */
enum { AMD_LINE_MAX = 280, AMD_NOTE_MAX = 280 };
struct amd_wave {
    struct amd_insn insn; /* all of its `in` is set */
    unsigned lanes;
    unsigned width;               /* of HIP's call; 0: it is none */
    char call[EXPLAIN_CALL_MAX];  /* of HIP, as it was written; or empty */
    bool is_lacking;              /* it is understood, but for what a register holds */
    bool may_leave;               /* a lane that reads itself would leave its group */
    const char *old;              /* of a call: what a lane that keeps what it had gets, or NULL */
    char note[AMD_NOTE_MAX];      /* what else there is to know, or empty */
    char line[AMD_LINE_MAX];      /* what it does, in a sentence */
    struct shfl_amd_out out;      /* the model's, stage by stage */
    uint8_t open[SHFL_LANES_MAX]; /* what the documents leave open */
};

/* Add a remark. */
#define wave_note(wave, remark) text_note((wave)->note, sizeof(wave)->note, remark)

/* Read the text; amd_run computes its lanes.
 *
 *   wave      all of it is set
 *   returns   whether it is understood; if not, why says what was expected
 */
bool wave_read(const char *text, const struct read_options *options, struct amd_wave *wave, char why[READ_WHY_MAX]);

/* Is the first call in the text a vote, match, reduction or barrier? HIP has them under CUDA's names. */
bool wave_is_collective(const char *text);

/* Read it as HIP's.
 *
 *   e         it is 0 before; all of it is set
 */
bool wave_read_collective(const char *text, const struct read_options *options, struct explain *e,
                          char why[READ_WHY_MAX]);

#endif
