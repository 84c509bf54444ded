/* SPDX-License-Identifier: Apache-2.0 */
/* run - a kernel of a module on a grid of blocks, warp by warp: each shuffle, vote, match and redux by the golden model.
 *
 * Lanes that part at a branch meet again at its immediate post-dominator, or go on alone from there if the others
 * cannot come. Members of a shuffle wait for each other, wherever they call it: docs/rules.md 7. */
#ifndef PTX_RUN_H
#define PTX_RUN_H

#include "ptx_module.h"

#include "model/shfl.h"

enum { PTX_WARP = 32, PTX_WARPS_MAX = 32, PTX_BUFFERS_MAX = 32 };

/* A loop over the lanes of a set. */
#define PTX_LANES(lane, set)                         \
    for (unsigned lane = 0; lane < PTX_WARP; lane++) \
        if ((set) >> lane & 1)

static inline unsigned ptx_lowest(uint32_t lanes) { return lanes ? (unsigned)__builtin_ctz(lanes) : PTX_WARP - 1; }
static inline unsigned ptx_count(uint32_t lanes) { return (unsigned)__builtin_popcount(lanes); }

/* Why a value is undefined. 0 is: it is defined. */
struct ptx_cause {
    enum {
        PTX_UNREAD,
        PTX_UNWRITTEN_REGISTER,
        PTX_UNWRITTEN_MEMORY,
        PTX_UNWRITTEN_VARIABLE,
        PTX_UNKNOWN_NAME,
        PTX_UNDEFINED_CALL,
        PTX_COPYING
    } what;
    uint32_t line, lane,
        reg; /* lane: the one that is read, and does not execute; reg: of a variable the offset, the number of a name */
    const struct ptx_function *f;
    const struct ptx_variable *variable;
    unsigned element; /* bytes of the access */
    uint32_t place;   /* of the instruction, as struct ptx_insn has it */
    uint16_t whole;   /* 0, or of a value that is undefined in these bits alone the cause of that */
    uint64_t bits;
};

struct ptx_buffer {
    const char *name; /* of the parameter, or NULL */
    unsigned parameter;
    bool is_shown; /* at the end, whatever it holds */
    uint8_t *bytes;
    uint16_t *open; /* a cause for each byte */
    uint64_t at, size;
    unsigned element;        /* bytes of the last access */
    bool is_float, is_typed; /* is_typed: an access does not change element and is_float */
};

/* A vote, match, reduction or barrier: each lane's operand, and what it gives. A barrier gives it to one fragment. */
struct ptx_collective {
    const char *operation; /* such as ANY, SUM or ARRIVE */
    const uint64_t *a;     /* [PTX_WARP] */
    uint64_t rd[PTX_WARP], pu;
    bool has_rd, has_pu; /* are they written? */
    unsigned barrier;
};

/* A call of the source, by its row in a table that the launch does not know: its arguments in each lane, and what it gives. */
enum { PTX_ARGUMENTS = 16, PTX_AT = 8 }; /* PTX_AT: its line in the source */
struct ptx_called {
    uint32_t row, lanes, members; /* lanes: those that come, together */
    unsigned block, warp;
    uint64_t a[PTX_ARGUMENTS][PTX_WARP], rd[PTX_WARP];
    uint16_t open[PTX_ARGUMENTS][PTX_WARP], rd_open[PTX_WARP];
    uint16_t undefined;       /* the cause of what it leaves undefined */
    uint8_t unread[PTX_WARP]; /* 0, or 1 + the lane that it reads, and that does not come */
    uint16_t members_unknown; /* why it is not known who comes, or 0 */
};

/* What has been done in one warp: for those who watch. */
struct ptx_event {
    const struct ptx_function *f;
    const struct ptx_insn *insn;
    unsigned block, warp;
    uint32_t lanes;
    const uint64_t *d; /* [PTX_WARP], what its destination holds, or NULL */
    const uint16_t *open;
    struct ptx_type type;
    const uint64_t *q, *value; /* the same of what is behind the |; and all registers, [PTX_WARP] each */
    const uint16_t *q_open, *value_open;
    const struct shfl_in *in; /* of a shuffle */
    const struct shfl_out *out;
    const struct ptx_collective *c;
    uint64_t ra_open; /* lanes whose data were undefined */
    /* Of a shuffle and its kin: lanes are those that came, members the mask that they gave. */
    const uint16_t *a_open, *b_open, *c_open; /* [PTX_WARP], why data, index and clamp are undefined */
    uint32_t members;
};

/* What is wrong with a kernel, and is none of what stops a run because it is not known here: its name, which stays, how bad it is,
 * and its rule of NVIDIA's "CUDA C++ Guidelines for Robust and Safety-Critical Programming", or NULL. A buffer, unlike a
 * variable, can be smaller than the program's. */
/* clang-format off */
#define PTX_FAULTS(X) \
    X(RACE, "race", "error", NULL, "two threads use the same memory, one writes, and nothing orders them") \
    X(INACTIVE_LANE, "inactive-lane", "error", "2.3", \
      "a value is used that a shuffle read from a lane that did not execute it") \
    X(CALLER_NOT_IN_MASK, "caller-not-in-mask", "error", "2.3", "a lane's member mask does not name the lane") \
    X(MASKS_DIFFER, "masks-differ", "error", "2.3", "lanes that name each other come with different masks") \
    X(MASK_AT_TWO_CALLS, "mask-at-two-calls", "error", "2.1", "members of one mask wait at instructions that differ") \
    X(MISSING_LANE, "missing-lane", "error", "2.1", "a mask names a lane that never comes") \
    X(EXITED_LANE, "exited-lane", "note", "2.1", "a mask names a lane that has exited") \
    X(WIDTH, "width", "error", "2.2", "a shuffle's width is no power of two from 1 to 32") \
    X(ACTIVEMASK, "activemask", "warning", "2.1", \
      "__activemask() is given as a mask: which lanes it has is not promised") \
    X(DIVERGENT_BARRIER, "divergent-barrier", "error", "1.14", \
      "not all threads of a warp come to a barrier together") \
    X(EXITED_THREAD, "exited-thread", "note", "1.14", "threads of a warp have exited in front of a barrier") \
    X(MISSING_THREAD, "missing-thread", "error", "1.14", "threads wait at a barrier to which others never come") \
    X(BARRIER_OPERAND, "barrier-operand", "error", "1.14", \
      "a barrier's number or threads differ, or are none that it can have") \
    X(ENDLESS, "endless-loop", "error", NULL, "all threads that are left read the same again and again") \
    X(OUT_OF_BOUNDS, "out-of-bounds", "error", NULL, "an access outside of its buffer or variable") \
    X(OUT_OF_BUFFER, "out-of-bounds", "error", NULL, "an access outside of its buffer or variable") \
    X(MISALIGNED, "misaligned", "error", NULL, "an address that is no multiple of the access's size") \
    X(UNINITIALIZED, "uninitialized", "error", NULL, "a value is used that nothing has written") \
    X(UNKNOWN_VALUE, "unknown", "note", NULL, "a value rests on a function that is not known here") \
    X(ORDER, "order", "note", NULL, "what memory holds at the end depends on the order of the threads") \
    X(ASSERTION, "assertion", "error", NULL, "an assert is false") \
    X(TRAPPED, "trap", "error", NULL, "the kernel stops itself")
/* clang-format on */
enum ptx_fault {
    PTX_NO_FAULT,
#define NAME(fault, ...) PTX_##fault,
    PTX_FAULTS(NAME)
#undef NAME
        PTX_FAULT_COUNT
};

/* A place in the source, by .loc, or where that is not known in the PTX. */
struct ptx_at {
    const char *file;
    unsigned line, column; /* column 0: not known */
};

struct ptx_finding {
    enum ptx_fault fault;
    struct ptx_at at, other; /* other: of a race, the access before; line 0: none */
    const char *text;
};

struct ptx_launch {
    struct ptx_module *m;
    const struct ptx_function *kernel;
    unsigned block[3], grid[3], cluster[3]; /* cluster: blocks of one; 0: there is none */
    uint8_t params[32764];                  /* as many as sm_70 and later take */
    struct ptx_buffer buffer[PTX_BUFFERS_MAX];
    unsigned buffers;
    uint32_t dynamic_shared; /* bytes behind the module's shared variables */
    uint64_t steps, steps_max, memory_max;
    void (*watch)(void *, const struct ptx_event *);
    /* NULL, and an undefined value that decides stops the run. Else it says which of open_lanes have this guard, or of
     * brx go to the next target; the last one is for those that are left. Then an undefined address, index or mask does
     * not stop either: what it gives is undefined, and what a store of it may have changed. */
    uint32_t (*decide)(void *watcher, const struct ptx_insn *, uint32_t lanes, uint32_t open_lanes, uint16_t cause);
    bool races;        /* are they looked for? */
    unsigned schedule; /* 0, or another order of the threads for each number */
    void (*found)(void *, const struct ptx_finding *);
    enum ptx_fault fault; /* for which it stops */
    void (*note)(void *, const char *);
    void (*print)(void *, const char *);         /* what printf prints */
    void (*stopped)(void *, const char *why);    /* when it has to stop, before anything else */
    void (*called)(void *, struct ptx_called *); /* sets rd and rd_open in its lanes */
    const char *(*call_name)(uint32_t row);
    /* the file that a line of the source is of, if it is an included one; *line becomes its own */
    const char *(*line_file)(void *caller, unsigned *line);
    const char *source;         /* NULL, or the text from which it was compiled: lines are of it */
    const char *const *unknown; /* names by number, of PTX_UNKNOWN_NAME */
    void *watcher, *caller;
    struct ptx_cause *cause; /* [1 .. causes] */
    uint32_t causes;
    const char *stop;            /* a watcher sets it to stop the run, with this text */
    const struct ptx_insn *insn; /* the last one: where the run has stopped */
};

/* Returns false, and why says "file:line: what", if it had to stop. */
bool ptx_launch(struct ptx_launch *l, char why[PTX_WHY_MAX]);

/* The place of an instruction, or by its number in the module. */
struct ptx_at ptx_at(const struct ptx_launch *l, uint32_t place, unsigned line);

/* A register's name, such as %r12. */
void ptx_register_name(const struct ptx_module *m, const struct ptx_function *f, uint32_t reg, char text[PTX_NAME_MAX]);

/* The line of an instruction in the text that was compiled; 0: none. */
unsigned ptx_source_line(const struct ptx_module *m, const struct ptx_insn *i);

enum ptx_fault ptx_cause_fault(const struct ptx_cause *c);

/* The line to which a cause belongs: in the source, where that is what is shown. */
unsigned ptx_cause_line(const struct ptx_launch *l, const struct ptx_cause *c);
/* "line 6", or of an included file "line 6 of warp.cuh"; the text stays for three more calls. */
const char *ptx_line_text(const struct ptx_launch *l, unsigned line);

/* "rests on a read of lane 20, which does not execute (line 14)", "rests on tile[12], which is not written" */
void ptx_cause_text(const struct ptx_launch *l, uint16_t cause, char text[PTX_NAME_MAX]);

#endif
