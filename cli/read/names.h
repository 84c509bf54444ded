/* SPDX-License-Identifier: Apache-2.0 */
/* names - what the names of a text hold, lane by lane: variables with their types, groups of threads, and macros. */
#ifndef READ_NAMES_H
#define READ_NAMES_H

#include "text.h"

#include "model/shfl.h"

/* A type of whole numbers. */
struct expr_type {
    unsigned char bits; /* 1: bool, 8, 16, 32, 64, TYPE_VECTOR; 0: it is not known */
    bool is_unsigned;
};

enum { TYPE_VECTOR = 128 }; /* four words of 32 bits, a ballot; its first two are the word of a name */

static inline bool type_is_vector(struct expr_type type) { return type.bits == TYPE_VECTOR; }

enum name_kind {
    NAME_VALUE,
    NAME_TILE,  /* of threads: word[0] lanes side by side */
    NAME_RANKS, /* a group by rank: word[k] has the members of lane k's */
    NAME_BLOCK, /* of threads, of which the warp is the first */
    NAME_ARRAY, /* of whole numbers: its elements are rows of names->cell */
    NAME_OTHER, /* a function, a type */
};

enum {
    NAMES_MAX = 200,
    NAME_TEXT_MAX = 48,
    NAME_WHY_MAX = 140,
    MACROS_MAX = 128,
    MACRO_PARAMETERS = 6,
    MACRO_BODY_MAX = 160,
    CELLS_MAX = 128
};

struct name {
    char text[NAME_TEXT_MAX];
    enum name_kind kind;
    struct expr_type type;
    char type_name[NAME_TEXT_MAX]; /* as the text has it, without its pointers; or empty */
    unsigned indirect;             /* how many pointers or arrays lead to it */
    unsigned depth;                /* of the block that declares it */
    uint64_t word[SHFL_LANES_MAX], known;
    unsigned cell, cells; /* of an array: the first element, and how many there are */
    bool by_lane;
    bool is_const;
    bool is_lent;           /* it may change out of sight: its address is taken, or a function has it */
    bool is_trip;           /* it is that of the first trip through a loop */
    bool is_spelled;        /* it is made of names->spelled */
    bool is_held;           /* and of names->held */
    char why[NAME_WHY_MAX]; /* where it is not known: "is assigned on line 3 by 'f(x)'" */
};

struct macro {
    char name[NAME_TEXT_MAX], parameter[MACRO_PARAMETERS][NAME_TEXT_MAX];
    int parameters;   /* -1: it has no brackets; above MACRO_PARAMETERS: it is not followed */
    bool is_variadic; /* the last one stands for all arguments that are left */
    char body[MACRO_BODY_MAX];
};

struct names {
    struct name name[NAMES_MAX];
    struct macro macro[MACROS_MAX];
    uint64_t cell[CELLS_MAX][SHFL_LANES_MAX]; /* of arrays, each element in every lane */
    unsigned count, depth, macros, cells;
    char spelled[NAME_TEXT_MAX]; /* a name that is declared nowhere, and taken for the lane's number by its spelling */
    char held[NAME_TEXT_MAX];    /* one that the host may change, and which is taken as it is declared */
    bool is_full;                /* some are lost: what is not found is not known */
};

/* The innermost of this name, or NULL. */
struct name *names_find(const struct names *names, const char *text, size_t length);

/* A new one in this block, of which nothing is known; NULL: there is no room. */
struct name *names_add(struct names *names, const char *text, size_t length, unsigned depth);

/* The end of a block: its names are gone. */
void names_leave(struct names *names, unsigned depth);

/* It is not known any more, in some lanes. */
void name_forget(struct name *name, uint64_t lanes, const char *why);

/* Its type is the text between from and to. */
void name_declare(struct name *name, const char *from, const char *to, unsigned arrays);

/* What its value is made of: spelled and held, or empty. */
void name_remark(struct names *names, struct name *name, const char *spelled, const char *held);

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

/* The text between from and to, its macros replaced, in out[size].
 *   returns   false: it gets too long, or a macro is more than text
 */
bool names_expand(const struct names *names, const char *from, const char *to, char out[], size_t size);

/* The macro of this name, or NULL. */
const struct macro *names_macro(const struct names *names, const char *at, size_t length);

/* The end of its use whose name ends here, behind the arguments; NULL: it has none, where it must have some. */
const char *macro_use_end(const struct macro *macro, const char *name_end);

/* Take the macro behind "#define". */
void names_define(struct names *names, const char *at, const char *end);
void names_undefine(struct names *names, const char *at);

#endif
