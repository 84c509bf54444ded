/* explain - what one SHFL does, in words, lane by lane, as JSON and as a picture.
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "decode.h"
#include "sass.h"

#include <stdio.h>

#define EXPLAIN_LINE_MAX 320

/* One SHFL and the warp that it meets. */
struct explain {
    char text[160];        /* the instruction */
    char note[160];        /* one more thing to say, or empty */
    enum shfl_mode mode;
    char sb[SASS_NAME_MAX], sc[SASS_NAME_MAX]; /* the register's name, empty for an immediate */
    struct shfl_in in;
    struct shfl_out out;   /* the model's, stage by stage */
    bool is_float;         /* Ra */
    bool has_values;       /* all operands are known, and so are the lanes */
};

/* The ends of a lane's range. docs/spec.md 3.1 */
unsigned explain_min_lane(const struct explain *e, unsigned lane);
unsigned explain_max_lane(const struct explain *e, unsigned lane);

/* One sentence: "every lane reads the lane 1 below it; lane 0 keeps its own word".
 *
 *   sb, sc    the register's name, or NULL or empty for an immediate; RZ is a 0
 */
void explain_line(enum shfl_mode mode, const char *sb, unsigned sb_imm, const char *sc, unsigned sc_imm,
                  char line[EXPLAIN_LINE_MAX]);

void explain_text(const struct explain *e, FILE *file);
void explain_json(const struct explain *e, FILE *file);
void explain_svg(const struct explain *e, FILE *file); /* e has_values */

#endif
