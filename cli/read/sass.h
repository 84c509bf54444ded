/* SPDX-License-Identifier: Apache-2.0 */
/* sass - programs for one warp, in the text of NVIDIA's machine code (SASS): parse, run, print.
 *
 * The subset, its text and its semantics are in docs/use/programs.md. A program runs on 32 lanes, in order,
 * with no branches: an instruction executes in the lanes that have not exited and whose guard holds.
 */
#ifndef SASS_H
#define SASS_H

#include "text.h"

#include "model/shfl.h"

#include <stddef.h>

#define WARP_LANES 32

#define SASS_NAMES_MAX 64 /* symbolic registers in a program */
#define SASS_NAME_MAX 16  /* bytes of a name, with its end */
#define SASS_RZ 255       /* R0 .. R254 are 0 .. 254; symbolic ones follow */
#define SASS_REGS (256 + SASS_NAMES_MAX)
#define SASS_PT 7 /* P0 .. P6 are 0 .. 6; UP0 .. UP6 are 8 .. 14 */
#define SASS_PREDICATES 15
#define SASS_INSNS_MAX 4096
#define SASS_TEXT_MAX (1 << 20) /* bytes of a program */

/* The instructions, with the modifiers and operands that sass_parse.c has letters for. VOTE is also VOTEU, REDUX also CREDUX. */
#define SASS_EACH_OP(M)         \
    M(SHFL, "m", "qdrbc")       \
    M(FADD, "", "dff")          \
    M(FMUL, "", "dff")          \
    M(FFMA, "", "dfff")         \
    M(FMNMX, "", "dffp")        \
    M(FSETP, "fl?", "qqffp?")   \
    M(IADD, "", "dnn")          \
    M(IADD3, "", "dnnn")        \
    M(IMUL, "", "dii")          \
    M(IMNMX, "u?", "diip")      \
    M(ISETP, "iu?l?", "qqiip?") \
    M(PSETP, "ol", "qqppp?")    \
    M(LOP, "o", "dii")          \
    M(SHL, "", "dii")           \
    M(SHR, "s?", "dii")         \
    M(SEL, "", "diip")          \
    M(MOV, "", "di")            \
    M(I2F, "t?s?", "di")        \
    M(POPC, "", "di")           \
    M(S2R, "", "ds")            \
    M(VOTE, "v", "d?qp")        \
    M(ELECT, "", "qUT")         \
    M(MATCH, "a6?", "q?dr")     \
    M(REDUX, "x?3?", "Ur")      \
    M(NOP, "", "")              \
    M(EXIT, "", "")
#define SASS_OP(name, modifiers, operands) SASS_##name,
enum sass_op { SASS_EACH_OP(SASS_OP) };

/* The one word that follows the mnemonic: SHFL.UP, ISETP.LT, LOP.AND, VOTE.ALL. Comparisons are a set of
 * the outcomes that make them true. */
enum sass_compare { SASS_LESS = 1, SASS_EQUAL = 2, SASS_GREATER = 4, SASS_UNORDERED = 8 };
enum sass_logic { SASS_AND, SASS_OR, SASS_XOR };
enum sass_special { SASS_LANEID, SASS_TID_X, SASS_EQMASK, SASS_LTMASK, SASS_LEMASK, SASS_GTMASK, SASS_GEMASK };

struct sass_source {
    bool is_imm;
    bool is_float;           /* an immediate that can only be one, 1.5 */
    bool negative, absolute; /* of a register: -R2, |R2| */
    uint16_t reg;
    uint32_t imm; /* the bits; of a float where the instruction computes with floats */
};

struct sass_predicate {
    uint8_t number; /* SASS_PT is true as a source, and nowhere as a destination */
    bool negated;
};

struct sass_insn {
    enum sass_op op;
    uint8_t modifier; /* a shfl_mode, a set of sass_compare, a sass_logic, or the operation of vote, match and redux */
    uint8_t logic;    /* ISETP, FSETP, PSETP: the logic of the last predicate, a sass_logic */
    bool is_unsigned; /* .U32 */
    bool is_signed;   /* REDUX.S32 */
    bool is_wide;     /* MATCH.U64: the source is a register and the next one */
    bool is_uniform;  /* rd has one value for the warp, URd */
    struct sass_predicate guard;
    uint16_t rd;                  /* SASS_RZ if there is none */
    uint8_t pd[2];                /* destination predicates; SASS_PT if there is none */
    struct sass_source source[3]; /* SHFL: Ra, Sb, Sc */
    struct sass_predicate p[3];   /* source predicates, of ISETP and FSETP the last one first */
    enum sass_special special;
    unsigned line, column; /* of the mnemonic, from 1 */
    size_t text, length;   /* the instruction in the text, from its guard to its last operand */
};

struct sass_program {
    unsigned count, names;
    char name[SASS_NAMES_MAX][SASS_NAME_MAX]; /* register 256 + i */
    struct sass_insn insn[SASS_INSNS_MAX];
};

struct sass_error {
    unsigned line, column;
    char text[240]; /* the token and what would be right */
};

/* Read a program.
 *
 *   text      [length], need not end in 0
 *   returns   whether it is one; if not, *error is the first error, and *program is of no use
 */
bool sass_parse(const char *text, size_t length, struct sass_program *program, struct sass_error *error);

/* The number of a register, R0 to RZ or symbolic, or -1 if the program has none of that name. */
int sass_register(const struct sass_program *program, const char *name, size_t length);

/* The number of a predicate, P0 to P6, PT, UP0 to UP6 or UPT, or -1. */
int sass_predicate(const char *name, size_t length);

/* The name of a register, and of a predicate. */
void sass_register_name(const struct sass_program *program, unsigned reg, char name[SASS_NAME_MAX]);
const char *sass_predicate_name(unsigned number, char name[SASS_NAME_MAX]);

/* The second register of a value of 64 bits that begins in reg: reg + 1; of a name, RZ. */
unsigned sass_high(unsigned reg);

/* Is it a vote, an election, a match or a redux? */
bool sass_is_collective(const struct sass_insn *insn);

/* Whether an instruction reads its registers as floats. */
bool sass_is_float(const struct sass_insn *insn);

/* The number of registers that insn reads, and their numbers. RZ is left out. */
unsigned sass_reads(const struct sass_insn *insn, uint16_t reg[3]);

/* A warp: its registers and predicates. Lanes in a mask are its bits. */
struct sass_warp {
    uint32_t r[SASS_REGS][WARP_LANES];
    uint32_t p[SASS_PREDICATES];
    uint32_t active; /* lanes that have not exited */
    /* what the value rests on: a read of an inactive lane somewhere, which leaves it UNPREDICTABLE */
    uint32_t r_open[SASS_REGS];
    uint32_t p_open[SASS_PREDICATES];
    bool is_float[SASS_REGS]; /* how to print it: what wrote it last */
    bool written[SASS_REGS];
    uint16_t p_written; /* bit per predicate */
};

/* What a VALUE is in each lane: "lane*4+8", a number and so on, see docs/use/programs.md.
 *
 *   word      [lanes], bits of floats where *is_float
 *   returns   whether it was understood
 */
bool sass_values(const char *value, unsigned lanes, uint32_t word[], bool *is_float);

/* What a predicate is in each lane, as a mask: "0xff", "lane<8", "[1,0]".
 *   returns   whether it was understood
 */
bool sass_predicates(const char *value, unsigned lanes, uint64_t *mask);

/* What a register starts with, or a predicate: "Rx=lane*2", "P1=0xff". See docs/use/programs.md.
 *
 *   program   whose symbolic names count; a register that it does not have is an error
 *   returns   whether it is one; if not, why is a line with what would be right
 */
bool sass_init(const struct sass_program *program, const char *init, struct sass_warp *warp, char why[READ_WHY_MAX]);

/* What SHFL has of a warp. */
void sass_shfl_in(const struct sass_insn *insn, const struct sass_warp *warp, uint32_t active, struct shfl_in *in);

/* The Sc that CUDA makes of mode and width. */
static inline uint32_t warp_sc(enum shfl_mode mode, int width)
{
    return (32 - (uint32_t)width) << 8 | (mode == SHFL_UP ? 0 : 0x1f);
}

#endif
