/* SPDX-License-Identifier: Apache-2.0 */
/* expr - an operand as a program has it, "(lane + 1) % 32" or "1 << 4", evaluated in every lane. */
#ifndef READ_EXPR_H
#define READ_EXPR_H

#include "text.h"

#include "model/shfl.h"

/* What the text does not say, as the command line has it; each may be NULL. */
struct read_options {
    const char *const *init; /* "Rx=lane": a register, a vector, a mask or a scalar */
    const char *const *let;  /* likewise, names in a value */
    unsigned inits, lets;
    const char *active;                     /* the mask of the lanes that execute; of a block also a condition */
    const char *block;                      /* the threads of a block */
    const char *gpu;                        /* AMD's, as LLVM names it */
    const char *lanes;                      /* of the warp, or the wave */
    const char *address;                    /* what every lane's address register holds */
    const char *vtype, *vl, *vstart, *vlen; /* of RISC-V's vectors */
    const char *policy, *network, *equivalents;
    const char *at; /* where the call begins in the text, a file; NULL: the first one */
    const struct flow
        *flow;      /* what stands in front of an instruction that is the whole text; NULL: it is in the text */
    bool is_file;   /* all of its calls are read; an option that means nothing for one of them is passed over there */
    bool is_report; /* what a call does, whoever executes it: a condition that is not known is no obstacle */
};

/* ---- What the names of a text hold, lane by lane, and the types of whole numbers: expr_names.c */

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

struct expr {
    uint64_t word[SHFL_LANES_MAX]; /* in each lane; of a negative number in two's complement */
    bool by_lane;                  /* it speaks of the lane, or is a list */
    bool has_type; /* all names in it have a type; then type is set, though the value may not be known */
    struct expr_type type;
    char spelled[NAME_TEXT_MAX]; /* a name declared nowhere, taken for the lane's number or the warp's size; or empty */
};

struct name {
    char text[NAME_TEXT_MAX];
    enum name_kind kind;
    bool is_call; /* UNKNOWN: it is the value of a call, which a program computes */
    struct expr value;
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

/* Behind the namespace of a type or a function, std::, if one begins here. */
const char *names_pass_space(const char *at);

/* Behind the words of a type, with namespaces and qualifiers; NULL: there is none that is known. *type has no bits if it holds
 * no whole number: auto, float, void. *is_auto, unless it is NULL: it is that of the value, auto or const alone. */
const char *names_type(const char *at, struct expr_type *type, bool *is_auto);

/* ---- An expression */

/* How a language writes its statements. */
enum before_style {
    BEFORE_C,
    BEFORE_SHADER, /* C's, and no compiler of C takes it: WGSL, Rust */
    BEFORE_PYTHON,
    BEFORE_JULIA,
    BEFORE_SSA, /* %name = ..., as compilers' IR has it */
};

/* What the names in an expression stand for. */
struct expr_scope {
    unsigned lanes;         /* warpSize and its like */
    unsigned first;         /* the number of the first of them; lists begin with lane 0 */
    unsigned block;         /* threads of the block, if that is known: then first is a thread, and lanes are a warp */
    unsigned extent[3];     /* of the block, in x, y, z; 0: not known */
    unsigned width;         /* of a tile: tile.size(); lane modulo width is tile.thread_rank() */
    const char *const *let; /* "NAME=EXPRESSION" */
    unsigned lets;
    const struct names *names;    /* what the text has declared, or NULL */
    struct before_resume *resume; /* calls.h */
    uint64_t absent;              /* the lanes that --active leaves out */
    bool has_active;              /* it is given */
    enum before_style style;      /* of Python a division rounds down; of Julia ^ is a power, which is not followed */
    bool is_wide;                 /* a number has 64 bits, as in a register of RISC-V's */
};

/* Evaluate an expression.
 *
 *   The operators of C on integers with their types, casts, parentheses, true and false; functions such as min, abs, __ffs,
 *   __popc; numbers as in C and WGSL; a type before an operand, as in LLVM's IR. [N,N,...] is lane by lane, over and
 *   over. Names of the lane, such as threadIdx.x; of the lanes of a warp, such as warpSize; of constants as SPIR-V and MLIR
 *   print them, %uint_3, %c16_i32; those of scope->let, which come first, and of scope->names.
 *
 *   returns   whether all of the text is one, and its value is known; if not, why says what was expected
 */
bool expr_read(const char *text, const struct expr_scope *scope, struct expr *expr, char why[READ_WHY_MAX]);

/* Make Python's // one of C's divisions, in place. */
void expr_python(char text[]);

#endif
