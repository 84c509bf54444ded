/* SPDX-License-Identifier: Apache-2.0 */
/* calls - the functions and instructions, of all languages but machine code and PTX, that read another lane, vote, match or
 * reduce: a row for each spelling, and a reader that finds one in a line of a program. AMD's own are in
 * amd_parse.c. */
#ifndef READ_CALLS_H
#define READ_CALLS_H

#include "expr.h"

#include <string.h>

/* Each with how it writes its statements, its name and its document. HIP, INTEL and SLANG have what CUDA, OPENCL and HLSL have not; CUTE is CUTLASS's Python; AIR
 * and LLVM_WAVE are Metal's and HLSL's as LLVM IR; what reads another lane in AMDGCN is in amd_parse.c. */
#define CALL_EACH_LANGUAGE(L)                                                                                 \
    L(CUDA, C, "CUDA", "CUDA C++ Programming Guide, sections Warp Shuffle, Vote, Match and Reduce Functions") \
    L(GROUPS, C, "CUDA's cooperative groups", "CUDA C++ Programming Guide, section Cooperative Groups")       \
    L(HIP, C, "HIP", "HIP, amd_warp_sync_functions.h")                                                        \
    L(AMDGCN, C, "LLVM's AMDGCN", "LLVM, User Guide for AMDGPU Backend; Clang, BuiltinsAMDGPU.def")           \
    L(NUMBA, PYTHON, "Numba", "Numba for CUDA GPUs, section Warp Intrinsics")                                 \
    L(JULIA, JULIA, "Julia", "CUDA.jl, sections Warp shuffle and Warp vote")                                  \
    L(NVVM, C, "LLVM's NVVM", "NVVM IR Specification; LLVM, User Guide for NVPTX Back-end")                   \
    L(MLIR, SSA, "MLIR", "MLIR, dialects nvvm, gpu and rocdl")                                                \
    L(CUTE, PYTHON, "CuTe", "CUTLASS, Python, cutlass/cute/arch/nvvm_wrappers.py; PTX ISA, shfl.sync")        \
    L(TILELANG, PYTHON, "tilelang", "tilelang, language/builtin.py")                                          \
    L(MOJO, PYTHON, "Mojo", "Mojo's library, gpu.warp")                                                       \
    L(ALPAKA, C, "alpaka", "alpaka, warp/Traits.hpp")                                                         \
    L(OPENCL, C, "OpenCL", "OpenCL C 3.0, section Subgroup Functions; OpenCL Extension Specification 3.0")    \
    L(INTEL, C, "Intel's OpenCL", "OpenCL extension cl_intel_subgroups")                                      \
    L(SYCL, C, "SYCL", "SYCL 2020, section 4.17.3, Group algorithms library")                                 \
    L(GLSL, C, "GLSL", "SPIR-V 1.6, section Non-Uniform Instructions")                                        \
    L(SPIRV, SSA, "SPIR-V", "SPIR-V 1.6, section Non-Uniform Instructions")                                   \
    L(WGSL, SHADER, "WGSL", "WebGPU Shading Language, section Quad Operations")                               \
    L(HLSL, C, "HLSL", "HLSL Shader Models 6.0 to 6.7, Wave Intrinsics")                                      \
    L(METAL, C, "Metal", "Metal Shading Language Specification, SIMD-Group and Quad-Group Functions")         \
    L(SLANG, C, "Slang", "Slang, docs/wave-intrinsics.md")                                                    \
    L(DXIL, SSA, "DXIL", "DirectX Intermediate Language, wave operations")                                    \
    L(AIR, SSA, "Metal's AIR", "Metal Shading Language Specification, SIMD-Group Functions")                  \
    L(LLVM_WAVE, SSA, "LLVM's wave intrinsics", "LLVM, IntrinsicsDirectX.td and IntrinsicsSPIRV.td")
#define CALL_LANGUAGE(id, style, name, document) CALL_##id,
enum call_language { CALL_EACH_LANGUAGE(CALL_LANGUAGE) CALL_LANGUAGES };

/* What is read. The first four are SHFL's modes in their order, with a clamp and a segment mask; the others have a rule of
 * their own, in which what is out of range is undefined. */
enum call_op {
    CALL_SHFL_IDX,
    CALL_SHFL_UP,
    CALL_SHFL_DOWN,
    CALL_SHFL_BFLY,
    CALL_SELECT,    /* the lane that the operand names, of a segment */
    CALL_BROADCAST, /* the same, and the operand is the same for all */
    CALL_XOR,
    CALL_UP,
    CALL_DOWN,
    CALL_FIRST,     /* the lowest lane that executes */
    CALL_ROTATE,    /* the operand above, round the end of the segment */
    CALL_ROTATE_UP, /* the same, below */
    CALL_FILL_UP,   /* as UP; out of range, the same lane of the other argument, round the end of the segment */
    CALL_FILL_DOWN,
    /* docs/rules.md 8 to 10, in the order of the model's operations */
    CALL_VOTE_ALL, /* the vote alone */
    CALL_VOTE_ANY,
    CALL_VOTE_EQ,
    CALL_VOTE_ELECT,
    CALL_BALLOT,      /* the ballot alone */
    CALL_BALLOT_BITS, /* its number of ones */
    CALL_VOTE_NONE,   /* the vote of all on the opposite */
    CALL_VOTE_ODD,    /* is its number of ones odd? */
    CALL_MATCH_ALL,
    CALL_MATCH_ANY,
    CALL_EQUAL, /* the predicate of MATCH_ALL alone */
    CALL_REDUX_AND,
    CALL_REDUX_OR,
    CALL_REDUX_XOR,
    CALL_REDUX_SUM,
    CALL_REDUX_MIN,
    CALL_REDUX_MAX,
    CALL_REDUX_PRODUCT,
    CALL_REDUX, /* an argument or a word of the name says which */
    /* of a ballot, a mask that all lanes have */
    CALL_MASK_BITS,    /* the number of its ones */
    CALL_MASK_LOWEST,  /* the number of the lowest one */
    CALL_MASK_HIGHEST, /* the number of the highest one */
    CALL_MASK_OWN,     /* the lane's own bit */
    CALL_MASK_BIT,     /* that of the operand */
    /* docs/rules.md 15 to 18, in the order of operation.h and of the model's operations */
    CALL_BARRIER_COUNT,
    CALL_BARRIER_AND,
    CALL_BARRIER_OR,
    CALL_BLOCK_OFFSET, /* CUB's BlockShuffle */
    CALL_BLOCK_ROTATE,
    CALL_BLOCK_UP,
    CALL_BLOCK_DOWN,
    CALL_SLOPE_X, /* derivatives; the operand is an enum call_slope */
    CALL_SLOPE_Y,
    CALL_SLOPE_WIDTH, /* the sum of both, without their signs */
    CALL_MOVMATRIX,
};

/* Of a derivative: whose difference it is. */
enum call_slope { CALL_SLOPE_FREE, CALL_SLOPE_FINE, CALL_SLOPE_COARSE };

/* Whose values count: of those that execute, or of the bits of a mask. */
enum call_scan {
    CALL_WHOLE,     /* all */
    CALL_INCLUSIVE, /* the lane's own and those below */
    CALL_EXCLUSIVE, /* those below */
};

/* A word that names a reduction in the names of a language. */
struct call_word {
    const char *text; /* NULL ends a list of them */
    enum call_op op;
    char type; /* of the value: u unsigned, f float; 0: the argument's */
};

/* A spelling, or those with each word of a list in the place of $. */
struct call_row {
    const char *name; /* "__shfl_up"; ".shfl_up" is a method; a * at its end stands for a type; "__reduce_$_sync" */
    enum call_language language;
    enum call_op op;
    /* Its arguments in their order: v value, o operand, k the operand counted from 1, d the operand less 1, m mask of the
     * members, w width of the segments, p how many lanes take part, c Sc, T its clamp alone, M mode, f the other value, x passed over; of vote,
     * match and redux q predicate, n value, b ballot, g the lane's mask of a partition, O operation, G SPIR-V's group
     * operation; t how many threads a barrier waits for; those behind [ may be left out */
    const char *arguments;
    uint32_t operand;              /* where there is none among the arguments */
    unsigned width;                /* of the segments; 0: all lanes, or an argument */
    enum call_scan scan;           /* vote, match and redux: whose values count */
    const struct call_word *words; /* for $ */
    bool is_template;              /* <8>, behind the name, is the width of the segments */
    bool keeps;                    /* where there is no such lane, it keeps its value */
    bool needs_all;                /* undefined unless all lanes execute it */
    const char *undefined;         /* of a row that is not in the table; else see call_undefined */
    const char *source;            /* the document, if it is not that of the language */
    const char *note;              /* or NULL */
};

extern const struct call_row call_rows[];
extern const unsigned call_rows_count;

/* The name and the style of its language, and its document; and when its result is undefined, "there is no such lane", or NULL: never by its
 * operand. */
const char *call_language(const struct call_row *row);
enum before_style call_style(const struct call_row *row);
const char *call_document(const struct call_row *row);
const char *call_undefined(const struct call_row *row);

enum { CALL_NOTE_MAX = 300, CALL_TEXT_MAX = 360, CALL_SHAPE_MAX = 160 };

struct call {
    const struct call_row *row;
    enum call_op op;          /* the row's, or of its argument or its name */
    char type;                /* of a value, by its name */
    char text[CALL_TEXT_MAX]; /* the call alone, as it was written */
    struct expr operand;
    uint32_t width; /* of the segments; any number, of SHFL's modes */
    uint32_t c;     /* Sc, if has_c; then there is no width */
    bool has_c, has_width;
    uint32_t threads; /* that a barrier waits for; 0: all of the block */
    bool has_mask;    /* the mask is a number */
    uint64_t mask;
    /* what is moved, or predicate, value or ballot, if it is known; if not, why */
    struct expr value;
    bool has_value;
    char value_text[64], value_why[READ_WHY_MAX];
    enum call_scan scan;
    const char *end;          /* behind it, in the text */
    char note[CALL_NOTE_MAX]; /* what is unusual about it, or empty */
    uint64_t executes;        /* the lanes that come to it */
    bool is_partition;        /* SPIR-V's, of which an argument is the lane's mask */
    bool has_ranks;           /* of a group by rank or a partition: the members of each lane's group */
    uint64_t group[SHFL_LANES_MAX];
    struct expr_scope scope; /* what the names hold at the call */
};

/* Where a call of a language begins in the text, and its row; NULL if there is none.
 *
 *   end       behind the name
 */
const char *call_find(const char *text, const struct call_row **row, const char **end);

/* Is the row's name at `at`, where a name begins? Behind it, or NULL; *word: in the place of $. And where the object begins whose
 * method is behind the dot: a name, or a call with its brackets. */
const char *call_matches(const struct call_row *row, const char *begin, const char *at, const struct call_word **word);
const char *call_object(const char *begin, const char *dot);

/* Does a call begin at this place of the text? Behind its name, and its row, if that is asked for; NULL: none does. */
const char *call_at(const char *text, const char *at, const struct call_row **row);

/* Read a call in a text. It may stand in a statement, with what before_read takes in front of it.
 *
 *   at        where it begins, as call_find has it; NULL: the first one
 *   returns   whether there is one that is understood; if not, why says what was expected
 */
bool call_read(const char *text, const char *at, const struct expr_scope *scope, struct call *call,
               char why[READ_WHY_MAX]);

/* Begin one of a row, and of a word in the place of $; the lanes of its scope are set before. */
void call_begin(struct call *call, const struct call_row *row, const struct call_word *word);

/* Take an argument but a mask, a value or an operation: its letter in the row, and what it is in each lane, whoever has read it.
 *
 *   text      for messages
 */
bool call_take(struct call *call, char letter, const struct expr *value, const char *text, char why[READ_WHY_MAX]);

/* Does it write one of its arguments? */
bool call_has_output(const struct call_row *row);

/* Does a name begin here that is of a family of these calls, such as subgroupMul? Its length, or 0. */
size_t call_family(const char *text, const char *at);
#define CALL_UNKNOWN "%.*s: no call that is known, though of a family that is; openshfl explain --languages lists them"

/* Is it a vote, a match or a redux, or of a ballot? */
static inline bool call_is_collective(const struct call_row *row)
{
    return row->op >= CALL_VOTE_ALL && row->op < CALL_BARRIER_COUNT;
}

/* Is it a barrier, a BlockShuffle, a derivative or movmatrix? */
static inline bool call_is_block(const struct call_row *row) { return row->op >= CALL_BARRIER_COUNT; }

/* Must its operand be the same in all lanes? */
static inline bool call_is_uniform(enum call_op op)
{
    return op == CALL_BROADCAST || op == CALL_ROTATE || op == CALL_ROTATE_UP || op >= CALL_BARRIER_COUNT;
}

/* Is it AMD's, for a GPU that --gpu names? */
static inline bool call_is_of_amd(const struct call_row *row)
{
    return row->language == CALL_HIP || row->language == CALL_AMDGCN || strncmp(row->name, "rocdl.", 6) == 0;
}

/* Is it NVIDIA's, for a warp of 32 lanes? */
static inline bool call_is_of_warp(const struct call_row *row)
{
    const bool any_gpu = strncmp(row->name, "gpu.", 4) == 0; /* MLIR's, of every maker */

    return row->op <= CALL_SHFL_BFLY || (call_is_collective(row) && row->language < CALL_OPENCL && !any_gpu);
}

/* Is the mask of a call, its first argument, a constant of 32 bits? And what that is in HIP. */
bool call_mask_is_short(const struct call *call);
extern const char call_short_mask[];

/* The type of the object whose method is at `dot`, if it is a BlockShuffle of CUB's, by the text in front of it:
 * "cub::BlockShuffle<int, 128>", or a name alone. False: it is another. */
bool call_block_type(const char *text, const char *dot, char type[CALL_TEXT_MAX]);

/* "__shfl_up(value, delta[, width])" */
const char *call_shape(const struct call_row *row, const struct call_word *word, char shape[CALL_SHAPE_MAX]);

/* The row's name without what stands for a type or an object.
 *
 *   word      in the place of $; NULL: the first of its list
 */
const char *call_name(const struct call_row *row, const struct call_word *word, char name[64]);

/* ---- What may stand in front of a call: constants, tiles of threads, and the head of a for. All else is a program. before.c */

struct before {
    struct names names;
    char note[200]; /* the first trip of a loop, or empty */
};

/* What was read in front of a call of a text, up to its statement at `at`: for the calls behind it. */
struct before_resume {
    const char *text, *at;
    unsigned lanes, style;
    struct before before;
};

/* Read what stands in front of `call` in the text; of a loop around the call, the first trip.
 *
 *   scope     its resume goes on where the call before has been; NULL: the text is read from its begin
 *   returns   false: it is a program, and why names the line and the statement
 */
bool before_read(const char *text, const char *call, const struct expr_scope *scope, struct before *before,
                 char why[READ_WHY_MAX]);

/* The group of threads that an expression makes, such as coalesced_threads(). False: none that is known. */
bool before_group(const char *text, const struct expr_scope *scope, struct name *group);

/* ---- Who executes an instruction of assembly or of compilers' IR: what stands in front of it in its function. flow.c */

struct flow {
    char doubt[200]; /* why it is not known, in a remark; or empty */
    bool has_exec;   /* AMD's: EXEC was written, as a constant */
    uint64_t exec;
    void *written;                /* PTX's: the registers that its function writes, of ptx_written; or NULL */
    struct before_resume *resume; /* of the calls of the text, or NULL */
};

/* The next line of a text, without its end, and its number. */
void flow_line(struct flow *flow, const char *line, unsigned number);

/* All lines in front of this place. */
void flow_to(struct flow *flow, const char *text, const char *at);

/* ---- What crosses lanes, threads or elements and cannot be answered for the lanes of one warp: what it is, its rule in
 * docs/rules.md, or which instruction is the same. known.c */

/* With this begins what is said of one that moves nothing: asked about it is named, in a file it is passed over. */
#define KNOWN_IDLE "it moves nothing: "

/* What begins at this place of the text; its length, and what it is. NULL: nothing that is in the table. */
const char *known_at(const char *text, const char *at, unsigned *length);

/* What a text has anywhere that moves something; its place in *at. NULL: nothing. */
const char *known_within(const char *text, const char **at);

/* What a text begins with; NULL: nothing that is in the table. */
const char *known_in(const char *text);

#endif
