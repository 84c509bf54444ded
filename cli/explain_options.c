/* SPDX-License-Identifier: Apache-2.0
 * explain_options - see explain_options.h */
#include "explain_options.h"

#include <string.h>

static struct output picture;

FILE *explain_begin_svg(const char *path)
{
    output_begin(&picture, "explain: --svg", path, "");
    return picture.f;
}

void explain_end_svg(void) { output_end(&picture); }

bool explain_picture_alone(const struct explain_options *o) { return o->svg && strcmp(o->svg, "-") == 0; }
