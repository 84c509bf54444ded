/* SPDX-License-Identifier: Apache-2.0 */
/* names - what the names of a text hold, lane by lane, and the types of whole numbers. */
#ifndef READ_NAMES_H
#define READ_NAMES_H

#include "text.h"

#include "model/shfl.h"

/* A type of whole numbers. */
struct expr_type {
    unsigned char bits; /* 1: bool, 8, 16, 32, 64; 0: it is not known */
    bool is_unsigned;
};

enum name_kind {
    NAME_VALUE,
    NAME_TILE,  /* of threads: word[0] lanes side by side */
    NAME_BLOCK, /* of threads, of which the warp is the first */
    NAME_UNKNOWN,
};

enum { NAMES_MAX = 400, NAME_TEXT_MAX = 48 };

struct name {
    char text[NAME_TEXT_MAX];
    enum name_kind kind;
    struct expr_type type;
    uint64_t word[SHFL_LANES_MAX];
    bool by_lane;
    bool is_call; /* UNKNOWN: it is the value of a call, which a program computes */
    char spelled
        [NAME_TEXT_MAX]; /* a name in its value that is declared nowhere, taken for the lane's number; or empty */
};

struct names {
    struct name name[NAMES_MAX];
    unsigned count;
};

/* The last of this name, or NULL. */
const struct name *names_find(const struct names *names, const char *text, size_t length);

/* A new one, of which nothing is known; NULL: there is no room. */
struct name *names_add(struct names *names, const char *text, size_t length);

/* A word as a type holds it: of 64 bits, with its sign. */
uint64_t name_fit(uint64_t word, struct expr_type type);

/* What the words of a type also say. */
enum {
    TYPE_CONST = 1,
    TYPE_AUTO = 2, /* it is that of the value: auto, or const alone */
};

/* Behind the words of a type, with namespaces and qualifiers; NULL: there is none that is known. *type has no bits if it holds
 * no whole number: auto, float, void. */
const char *names_type(const char *at, struct expr_type *type, unsigned *marks);

#endif
