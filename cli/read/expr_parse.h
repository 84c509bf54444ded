/* SPDX-License-Identifier: Apache-2.0 */
/* expr_parse - what expr.c and expr_names.c share. */
#ifndef READ_EXPR_PARSE_H
#define READ_EXPR_PARSE_H

#include "expr.h"

struct parse {
    const char *text, *at;
    const struct expr_scope *scope;
    char *why;
    unsigned depth, lets;
    bool is_unknown; /* a name in it is: the rest is read for its types */
    bool has_type;
    char spelled[NAME_TEXT_MAX];
};

static const struct expr_type type_int = { 32, false }, type_unsigned = { 32, true };

/* A message, if it is the first. Returns false. */
bool expr_refuse(struct parse *p, const char *at, const char *what);

void expr_convert(const struct parse *p, struct expr *v, struct expr_type type);
void expr_constant(const struct parse *p, uint64_t word, struct expr_type type, struct expr *v);

/* An expression; and a name in it. */
bool expr_take(struct parse *p, struct expr *v);
bool expr_take_name(struct parse *p, struct expr *v);

#endif
