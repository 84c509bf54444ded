/* SPDX-License-Identifier: Apache-2.0 */
/* module - a file of PTX as its reader leaves it: functions, variables and instructions. docs/use/programs.md */
#ifndef PTX_MODULE_H
#define PTX_MODULE_H

#ifdef __wasm__ /* it has no setjmp: what is refused ends the program */
#include "lib/output.h"
typedef int jmp_buf[1];
#define setjmp(buffer) ((void)(buffer), 0)
#define PTX_LEAVE(buffer, why) misuse("%s", why)
#else
#include <setjmp.h>
#define PTX_LEAVE(buffer, why) longjmp(buffer, 1)
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PTX_TEXT_MAX = 64 << 20, PTX_NAME_MAX = 200, PTX_SOURCES = 5, PTX_WHY_MAX = 500 };

/* A type: its letter, b, u, s, f or p for .pred, and its bits. h is .f16x2, e .bf16, g .bf16x2, U .u16x2, S .s16x2. */
struct ptx_type {
    char letter;
    uint8_t bits;
};

static inline bool ptx_is_packed(struct ptx_type t) { return t.letter && strchr("hgUS", t.letter); }
static inline bool ptx_is_float(struct ptx_type t) { return t.letter && strchr("fehg", t.letter); }

/* What an instruction's name may have behind it, types apart. */
#define PTX_MODIFIERS(X)                                                                                               \
    X(rn), X(rz), X(rm), X(rp), X(rni), X(rzi), X(rmi), X(rpi), X(ftz), X(sat), X(hi), X(lo), X(wide), X(eq), X(ne),   \
        X(lt), X(le), X(gt), X(ge), X(ls), X(hs), X(equ), X(neu), X(ltu), X(leu), X(gtu), X(geu), X(num), X(nan),      \
        X(and), X(or), X(xor), X(l), X(r), X(clamp), X(wrap), X(f4e), X(b4e), X(rc8), X(ecl), X(ecr), X(rc16),         \
        X(shiftamt), X(global), X(shared), X(local), X(param), X(const), X(volatile), X(relaxed), X(acquire),          \
        X(release), X(acq_rel), X(sc), X(cta), X(gpu), X(sys), X(cluster), X(weak), X(nc), X(v2), X(v4), X(to),        \
        X(uni), X(sync), X(arrive), X(red), X(aligned), X(warp), X(popc), X(up), X(down), X(bfly), X(idx), X(all),     \
        X(any), X(ballot), X(add), X(min), X(max), X(inc), X(dec), X(exch), X(cas), X(gl), X(ca), X(cg), X(cs), X(lu), \
        X(cv), X(wb), X(wt), X(NaN), X(cc), X(relu), X(noftz), X(finite), X(infinite), X(number), X(notanumber),       \
        X(normal), X(subnormal), X(approx), X(full), X(abs), X(L1), X(L2), X(v8), X(m8n8), X(trans), X(async),         \
        X(commit_group), X(wait_group), X(wait_all), X(mbarrier), X(bulk), X(noinc), X(init), X(inval), X(test_wait),  \
        X(try_wait), X(parity), X(arrive_drop), X(noComplete), X(expect_tx), X(complete_tx), X(pending_count),         \
        X(wait), X(launch_dependents), X(proxy), X(alias), X(mbarrier_init)
enum ptx_modifier {
#define NAME(word) PTX_##word
    PTX_MODIFIERS(NAME),
#undef NAME
    PTX_MODIFIER_COUNT
};

enum ptx_operand_kind {
    PTX_NONE,
    PTX_REG,
    PTX_IMM,
    PTX_SPECIAL,
    PTX_SINK,
    PTX_VECTOR,
    PTX_LABEL,
    PTX_FUNC,
    PTX_TARGETS
};

/* A register, or a number, which an address is, too; a memory operand is its base and imm behind it. */
struct ptx_operand {
    uint8_t kind;
    bool negated, is_local; /* is_local: imm is behind the beginning of the frame */
    uint32_t reg; /* also the special register's part, the label, the function; of a vector its first of the operands */
    uint64_t imm; /* of a vector how many */
};

struct ptx_insn {
    const struct ptx_row *row;
    uint32_t line, text, length; /* where it stands */
    uint32_t place;              /* in the source, of .loc: an element of the module's; 0: not known */
    uint64_t modifiers[3];
    struct ptx_type type[3];
    char form[PTX_SOURCES + 2];
    uint8_t types, sources, signs; /* signs: the sources of an fma that are subtracted */
    struct ptx_operand guard;      /* PTX_NONE, or the predicate behind the @ */
    struct ptx_operand d, q;       /* q: behind the | */
    struct ptx_operand s[PTX_SOURCES];
    uint32_t call, calls, returned; /* the call's operands: returned values and arguments; of brx its targets */
    uint32_t join;                  /* of a branch: where its lanes meet again, its immediate post-dominator */
};

static inline bool ptx_has(const struct ptx_insn *i, enum ptx_modifier m) { return i->modifiers[m / 64] >> m % 64 & 1; }
static inline void ptx_set(struct ptx_insn *i, enum ptx_modifier m) { i->modifiers[m / 64] |= UINT64_C(1) << m % 64; }
static inline void ptx_unset(struct ptx_insn *i, enum ptx_modifier m)
{
    i->modifiers[m / 64] &= ~(UINT64_C(1) << m % 64);
}

typedef uint64_t ptx_meaning(const struct ptx_insn *, const uint64_t x[PTX_SOURCES]);

/* What a row's operands are, its form: the destination, then the sources; what is behind a ? may be left out. d, a: of the
 * first type; z: of the last; w: 32 bits; l: 64 bits; W: twice the first type's; p: a predicate; m: memory; t: a list of branch
 * targets; x: any. c is the carry, CC.CF, which the text does not name: a register of the function. Of several forms it is the
 * first whose modifiers, or first type, the instruction has: cas:dmaa dma. */
struct ptx_row {
    const char *name, *modifiers, *types, *form;
    uint8_t what; /* enum ptx_what */
    ptx_meaning *meaning;
};

enum ptx_what {
    PTX_COMPUTE,
    PTX_MOVE,
    PTX_ADDRESS,
    PTX_LOAD,
    PTX_STORE,
    PTX_ATOMIC,
    PTX_DISCARD,
    PTX_COPY,
    PTX_MBARRIER, /* up to here the next instruction follows, whatever the lanes hold */
    PTX_BRANCH,
    PTX_BRANCH_INDEX,
    PTX_CALL,
    PTX_RET,
    PTX_EXIT,
    PTX_TRAP,
    PTX_BARRIER,
    PTX_SYNC, /* and from PTX_BRANCH on up to here lanes whose guard is false part from the others */
    PTX_NOTHING,
    PTX_ACTIVE,
    PTX_STAGE,
    PTX_UNKNOWN
};

static inline bool ptx_is_row(const struct ptx_insn *i, const char *name) { return strcmp(i->row->name, name) == 0; }

struct ptx_param {
    const char *name;
    struct ptx_type type;
    uint32_t at, size;
};

struct ptx_register {
    struct ptx_type type;
    uint32_t name, length; /* in the text, 0 for the carry; number behind it, if it is one of a range */
    int32_t number;
};

struct ptx_function {
    const char *name, *body;                /* body: in the text, while it has not been read */
    bool is_kernel, is_defined, is_reached; /* is_reached: from a kernel that is asked for */
    uint32_t line, body_line;
    struct ptx_param *param; /* the returned value's are the first */
    uint32_t params, returned, param_size, local_size;
    struct ptx_register *reg;
    uint32_t regs, carry; /* carry: the register for it, from 1 on; 0: none */
    struct ptx_insn *insn;
    uint32_t insns;
    unsigned threads[3]; /* of .maxntid or .reqntid; 0: it says none */
    unsigned cluster[3]; /* of .reqnctapercluster */
    bool has_grid;       /* it asks for the barrier of the grid */
};

/* A variable of .shared, .global or .const. Of unknown_n the value is not known, as somebody says who writes the text. */
struct ptx_variable {
    const char *name; /* as it was in the source: no length in front, no unknown_ */
    bool is_shared, is_unknown;
    uint32_t line, at, size; /* size 0: the launch's shared memory, at PTX_DYNAMIC_AT */
};

/* Of .loc 1 4 10, .. inlined_at 1 9 3: the file's number in .file, line and column; line 0: there is none. */
struct ptx_place {
    uint32_t file, line, column, at_file, at_line, at_column;
};

struct ptx_source {
    uint32_t number;
    const char *name;
};

struct ptx_module {
    const char *text, *file, *kernel; /* kernel: the one that is read, or NULL: all */
    struct ptx_function *function;
    uint32_t functions;
    struct ptx_operand *operand; /* of vectors and calls */
    uint32_t operands;
    struct ptx_variable *variable;
    struct ptx_place *place; /* [1 .. places - 1] */
    struct ptx_source *source;
    uint32_t variables, places, sources;
    uint8_t *global; /* of .global and .const variables, what they begin with */
    uint32_t global_size, shared_size;
    bool has_dynamic_shared;  /* a variable that goes up to the end of shared memory */
    struct ptx_block *blocks; /* all memory */
    jmp_buf *refused;
    char *why;
};

/* Where variables and buffers lie in the one space of addresses. */
/* memory of which nothing is known: 4 GB for each name of the launch */
#define PTX_UNKNOWN_AT UINT64_C(0x600000000000)
#define PTX_GRID_AT UINT64_C(0x6fff00000000) /* the workspace of the grid's barrier */
#define PTX_GLOBAL_AT UINT64_C(0x700000000000)
#define PTX_SHARED_AT UINT64_C(0x7e0000000000)
#define PTX_DYNAMIC_AT UINT64_C(0x400000)  /* in shared memory: that of the launch, behind all variables */
#define PTX_RESERVED_AT UINT64_C(0x800000) /* in shared memory */
#define PTX_RESERVED_SIZE 1024
#define PTX_LOCAL_AT UINT64_C(0x7d0000000000)
#define PTX_FUNCTION_AT UINT64_C(0x7c0000000000) /* of the first function; no bytes are there */
#define PTX_FUNCTION_SIZE 16

/* Read a file; of its kernels those of one name, as ptx_is_named has it, or with NULL all, and what they reach. Returns false, and why has "file:line: what", if it is none. ptx_free either way. */
bool ptx_read(struct ptx_module *m, const char *file, const char *text, const char *kernel, char why[PTX_WHY_MAX]);
void ptx_free(struct ptx_module *m);

/* So many bytes, all zeros, at the head of a list that is freed as one; or one of them before. Returns what it had. */
void *ptx_block_new(struct ptx_block **list, size_t size);
size_t ptx_block_free(void *memory);
void ptx_blocks_free(struct ptx_block **list);

/* Memory that ptx_free frees, all zeros. */
void *ptx_new(struct ptx_module *m, size_t count, size_t size);
_Noreturn void ptx_refuse(struct ptx_module *m, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A value of f16 or bf16, and back: to the nearest, ties to even. */
double ptx_small(struct ptx_type t, uint64_t v);
uint64_t ptx_of_small(struct ptx_type t, double v);

/* The name of .file's number; "" if there is none. */
const char *ptx_source_name(const struct ptx_module *m, uint32_t number);
/* Is it a text that openshfl had compiled? Lines are of that, then. */
bool ptx_source_is(const struct ptx_module *m, uint32_t number);

/* Make one fma of a product and a sum, as ptxas does, and of a source nvcc. */
void ptx_contract(struct ptx_module *m, bool is_source);

/* A copy of a text's part. */
const char *ptx_copy(struct ptx_module *m, const char *from, size_t length);

/* Is this the function's name in PTX or in C++? */
bool ptx_is_named(const struct ptx_function *f, const char *name);

/* Of a name such as _ZN2ns8warp_sumIfEEvPKT_, or _ZZ1kvE4tile: warp_sum, tile; where it is none, itself. */
const char *ptx_base_name(const char *name, size_t *length);

/* The immediate post-dominators of a function's branches. */
void ptx_joins(struct ptx_module *m, struct ptx_function *f);

/* The type of an operand by its letter in the form of a row. */
struct ptx_type ptx_of_form(const struct ptx_insn *i, char form);

/* What goes to the operand behind the |, or to the carry. */
uint64_t ptx_second(const struct ptx_insn *i, const uint64_t x[PTX_SOURCES]);

/* The number of a special register, such as %tid, of three parts or one; -1: there is none. */
int ptx_special(const char *name, size_t length, bool *has_parts);

/* The row with this name, or NULL. */
const struct ptx_row *ptx_row(const char *name, size_t length);
extern const char *const ptx_modifier_names[PTX_MODIFIER_COUNT];

static inline uint64_t ptx_bits(unsigned bits) { return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }
static inline int64_t ptx_signed(uint64_t v, unsigned bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);

    return (int64_t)(((v & ptx_bits(bits)) ^ sign) - sign);
}

#endif
