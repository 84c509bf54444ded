/* SPDX-License-Identifier: Apache-2.0 */
/* warp - what the files of the run of a kernel share: the state of a block, and what each of them does for the others.
 * A fragment is a set of lanes of a warp that are at the same instruction; a meeting is where fragments become one again. */
#ifndef PTX_WARP_H
#define PTX_WARP_H

#include "ptx_run.h"

#include <string.h>

/* LOCAL_MAX: bytes that calls of a function by itself may add to one frame of each. */
enum { LOCAL_MAX = 16384, DEPTH_MAX = 200, CAUSES_MAX = 60000, BARRIERS = 16, GANG_WARPS = 512 };

/* A call of a function: what its lanes' registers, parameters and variables hold. */
struct frame {
    const struct ptx_function *f;
    struct frame *up;
    uint32_t refs, depth, local_at;
    uint32_t back;   /* where the caller goes on */
    uint64_t *value; /* [regs][PTX_WARP] */
    uint16_t *open;  /* [regs][PTX_WARP], causes */
    uint8_t *param;  /* [PTX_WARP][param_size] */
    uint16_t *param_open;
};

struct meeting {
    struct meeting *up;
    struct frame *frame;
    uint32_t refs, pc, lanes;
};

enum state { RUNS, MEETS, WAITS, AT_BARRIER };

struct fragment {
    struct frame *frame;
    struct meeting *meeting;
    uint32_t pc, lanes, members; /* members: of what it waits at */
    uint32_t apart;              /* those of them that had left at a branch */
    enum state state;
    unsigned barrier;
    uint32_t votes; /* at a barrier that reduces: the lanes' predicates */
    uint16_t open;  /* why one of them is undefined */
    bool is_whole;  /* at a barrier: all lanes of the warp came together */
    bool is_judged; /* and that they did not is told */
    uint64_t waits; /* at a meeting: since this step of the warp */
    /* the last instruction that read global or shared memory, the lowest lane's address, a hash of all addresses and
     * values, and how often it was the same in turn: a loop that waits for others has no other reads */
    const struct ptx_insn *read;
    uint64_t read_at, read_hash, spins;
};

struct warp {
    unsigned number, block, place, fragments; /* number: in its block; place: among all warps that run together */
    uint32_t live, missed;                    /* missed: lanes that a mask has named, and that came to no call of it */
    uint32_t came;                            /* to the barrier of the cluster, whose others are not all there yet */
    struct fragment *fragment[PTX_WARP], slot[PTX_WARP]; /* slot: where they are; without lanes it is free */
    uint64_t steps;
    uint8_t *local;
    uint16_t *local_open;
    uint64_t staged[PTX_ARGUMENTS][PTX_WARP]; /* arguments of the next call of each lane */
    uint16_t staged_open[PTX_ARGUMENTS][PTX_WARP];
};

struct run {
    struct ptx_launch *l;
    struct ptx_module *m;
    char *why;
    jmp_buf stopped;
    unsigned threads, own;       /* of a block: its threads and warps */
    unsigned gang, warps, block; /* blocks that run together, their warps, and the number of such a gang */
    unsigned phase;              /* of the cluster's barrier */
    const struct warp *now;      /* the one that runs */
    struct warp *warp;
    uint8_t *shared, workspace[64]; /* shared: of each block of the gang; workspace: of the grid's barrier */
    uint16_t *shared_open, *global_open, workspace_open[64];
    uint32_t local_max;        /* of a thread */
    uint32_t shared_size;      /* of a block, without what the system keeps */
    unsigned *expects;         /* of each block's barriers: threads; 0: all */
    unsigned *arrived;         /* threads that have passed it without waiting */
    uint16_t unnamed;          /* the cause of memory that is not written, before it is read by a name */
    uint16_t by_hash[1 << 17]; /* causes */
    uint32_t *unwritten;       /* by function: the cause of its first register */
    uint64_t memory, printed;
    uint64_t spins, waits; /* so many, and lanes at a meeting go on without the others */
    uint64_t random;       /* of the schedule */
    uint32_t released;     /* the line where they did so last */
    struct race *race;     /* NULL: none are looked for */
    struct copy *copy;     /* of cp.async, which nothing has waited for yet: in their order */
    unsigned copies, copies_room;
    uint32_t *groups;         /* of cp.async, that each thread has committed */
    struct ptx_block *blocks; /* all memory that is not freed yet */
};

/* The lanes that a warp began with: the last one of a block may have fewer. */
static inline uint32_t ptx_began(const struct run *r, const struct warp *w)
{
    const unsigned left = r->threads - PTX_WARP * w->number;

    return left >= PTX_WARP ? UINT32_MAX : (UINT32_C(1) << left) - 1;
}

static inline const struct ptx_insn *ptx_insn_at(const struct fragment *g) { return &g->frame->f->insn[g->pc]; }

/* Where the shared memory of a block of the gang begins. */
static inline size_t ptx_shared_of(const struct run *r, unsigned block)
{
    return (size_t)block * (r->shared_size + PTX_RESERVED_SIZE);
}

static inline bool ptx_is_shared(const struct run *r, const uint8_t *byte)
{
    return byte >= r->shared && byte < r->shared + ptx_shared_of(r, r->gang);
}

/* ---- ptx_run.c: blocks, and stopping */

/* The number in the grid of the block that has this place in a gang. */
unsigned ptx_block(const struct run *r, unsigned gang, unsigned place);

_Noreturn void ptx_stop(struct run *r, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* And who waits or spins where, and for whom. */
_Noreturn void ptx_stop_waiting(struct run *r, const struct ptx_insn *i, const char *what, bool is_fault);
_Noreturn void ptx_stop_open(struct run *r, unsigned lane, const struct ptx_insn *i, const char *what, uint16_t open);

/* A finding: the run goes on. And of what stops it next: which one it is. */
void ptx_tell(struct run *r, enum ptx_fault fault, const struct ptx_insn *i, const struct ptx_insn *other,
              const char *format, ...) __attribute__((format(printf, 5, 6)));

static inline struct run *ptx_fault(struct run *r, enum ptx_fault fault)
{
    r->l->fault = fault;
    return r;
}

/* Which of the open lanes have the guard; without a watcher that decides the run stops. */
uint32_t ptx_decide(struct run *r, const struct ptx_insn *i, const char *what, uint32_t lanes, uint32_t open_lanes,
                    uint16_t cause);

/* What an instruction is called, and where it stands: of a source, in that. */
const char *ptx_insn_name(const struct run *r, const struct ptx_insn *i);
unsigned ptx_insn_line(const struct run *r, const struct warp *w, const struct ptx_insn *i, uint32_t lanes);

/* Memory, all zeros, that is freed when the run ends; ptx_give frees it before. */
void *ptx_take(struct run *r, size_t count, size_t size);
void ptx_give(struct run *r, void *memory);
const char *ptx_lanes_text(uint32_t lanes, char text[120]);
uint16_t ptx_cause(struct run *r, struct ptx_cause c);

/* The cause for these bits of a value of that width; 0 for none. */
uint16_t ptx_partly(struct run *r, uint16_t open, uint64_t bits, unsigned width);
void ptx_watch(struct run *r, struct warp *w, const struct frame *f, const struct ptx_insn *i, uint32_t lanes,
               struct ptx_event e);

/* ---- ptx_compute.c: what operands hold, and computing */

uint32_t ptx_special_value(const struct run *r, unsigned lane, uint32_t which);
void ptx_compute(struct run *r, struct fragment *g, const struct ptx_insn *i);
void ptx_put_bits(struct run *r, const struct frame *f, unsigned lane, const struct ptx_operand *o,
                  struct ptx_type type, uint64_t v, uint16_t open, uint64_t bits);
void ptx_move(struct run *r, struct fragment *g, const struct ptx_insn *i);

static inline uint64_t ptx_open_bits(const struct run *r, uint16_t open)
{
    return open == 0 ? 0 : r->l->cause[open].whole ? r->l->cause[open].bits : UINT64_MAX;
}

/* The elements of a vector; another operand is its only one. */
static inline unsigned ptx_elements(const struct ptx_operand *o)
{
    return o->kind == PTX_VECTOR ? (unsigned)o->imm : 1;
}
static inline const struct ptx_operand *ptx_element(const struct run *r, const struct ptx_operand *o, unsigned k)
{
    return o->kind == PTX_VECTOR ? &r->m->operand[o->reg + k] : o;
}

/* What an operand holds. Its cause may be that of a part of its bits; with ptx_get it is that of all. */
static inline uint64_t ptx_get_bits(const struct run *r, const struct frame *f, unsigned lane,
                                    const struct ptx_operand *o, uint16_t *open)
{
    uint64_t v;

    *open = 0;
    if (o->kind == PTX_REG) {
        *open = f->open[(size_t)o->reg * PTX_WARP + lane];
        v = f->value[(size_t)o->reg * PTX_WARP + lane];
    } else if (o->kind == PTX_IMM) {
        v = o->imm + (o->is_local ? f->local_at : 0);
    } else {
        v = o->kind == PTX_SPECIAL ? ptx_special_value(r, lane, o->reg) : 0;
    }
    return o->negated ? !v : v;
}

static inline uint64_t ptx_get(const struct run *r, const struct frame *f, unsigned lane, const struct ptx_operand *o,
                               uint16_t *open)
{
    const uint64_t v = ptx_get_bits(r, f, lane, o, open);

    *open = *open && r->l->cause[*open].whole ? r->l->cause[*open].whole : *open;
    return v;
}

/* Write a register: cut to its bits, or with the type's sign if it has more. */
static inline void ptx_put(const struct frame *f, unsigned lane, const struct ptx_operand *o, struct ptx_type type,
                           uint64_t v, uint16_t open)
{
    if (o->kind != PTX_REG)
        return;
    const unsigned bits = f->f->reg[o->reg].type.bits;

    v &= ptx_bits(type.bits);
    if (type.letter == 's' && bits > type.bits)
        v = (uint64_t)ptx_signed(v, type.bits);
    f->value[(size_t)o->reg * PTX_WARP + lane] = v & ptx_bits(bits);
    f->open[(size_t)o->reg * PTX_WARP + lane] = open;
}

/* ---- ptx_memory.c */

/* Bytes in memory, and the causes for which they are undefined. */
struct place {
    uint8_t *bytes;
    uint16_t *open;
    struct ptx_buffer *buffer;
    bool is_shared, is_watched; /* is_watched: other threads may see it */
};

struct place ptx_memory(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t at,
                        unsigned size);
uint64_t ptx_address(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i,
                     const struct ptx_operand *o, uint16_t *open);
uint64_t ptx_read_bytes(struct run *r, const struct ptx_insn *i, struct place p, unsigned size, uint16_t *open,
                        uint64_t *bits);

void ptx_load_store(struct run *r, struct fragment *g, const struct ptx_insn *i);
void ptx_atomic(struct run *r, struct fragment *g, const struct ptx_insn *i);
void ptx_discard(struct run *r, struct fragment *g, const struct ptx_insn *i);
void ptx_convert_address(struct run *r, struct fragment *g, const struct ptx_insn *i);

/* What memory holds in the space of all; open is kept, or the cause. */
uint64_t ptx_read_at(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t at,
                     unsigned size, uint16_t *open);

/* "tile[12]", "out[3]": the element of an access of that many bytes */
const char *ptx_memory_text(const struct run *r, const uint8_t *byte, unsigned size, char text[PTX_NAME_MAX]);

/* ---- ptx_async.c: copies that run on behind their instruction, and barriers in shared memory */

void ptx_async_block(struct run *r);
void ptx_copy_async(struct run *r, struct fragment *g, const struct ptx_insn *i);
void ptx_mbarrier(struct run *r, struct fragment *g, const struct ptx_insn *i);

/* ---- ptx_race.c; all but the first do nothing where races are not looked for */

enum ptx_access_kind { PTX_READS, PTX_WRITES, PTX_UPDATES };
void ptx_race_block(struct run *r);
void ptx_race_access(struct run *r, unsigned lane, const struct ptx_insn *i, const uint8_t *byte, unsigned size,
                     enum ptx_access_kind kind, uint64_t value);
void ptx_race_end(struct run *r);
void ptx_race_fence(struct run *r, uint32_t lanes);
void ptx_race_warp(struct run *r, const struct warp *w, uint32_t lanes);                     /* they have met */
void ptx_race_arrive(struct run *r, const struct warp *w, uint32_t lanes, unsigned barrier); /* and do not wait */
void ptx_race_barrier(struct run *r, unsigned barrier, const uint32_t lanes[GANG_WARPS]);    /* those that waited */
void ptx_race_learn(struct run *r, const struct warp *w, uint32_t lanes,
                    unsigned barrier);                 /* they waited, after arriving */
void ptx_race_forget(struct run *r, unsigned barrier); /* nobody has arrived */

/* ---- ptx_system.c */

bool ptx_system_call(struct run *r, struct fragment *g, const struct ptx_insn *i, const struct ptx_function *f);

/* ---- ptx_meet.c: fragments and meetings */

void ptx_drop_frame(struct run *r, struct frame *f);
void ptx_drop_meeting(struct run *r, struct meeting *m);
void ptx_drop_fragment(struct run *r, struct warp *w, struct fragment *g);
struct fragment *ptx_split(struct warp *w, struct fragment *g, uint32_t lanes);
/* The lanes that parted from these at a branch, and are to meet them again before the kernel ends. */
uint32_t ptx_apart(const struct fragment *g);
/* Lanes that have the same value go on as a fragment by themselves, until they meet the others at join: of those that are left the
 * lowest one's. */
struct fragment *ptx_part(struct run *r, struct warp *w, struct fragment *g, const uint32_t value[PTX_WARP],
                          uint32_t *left, uint32_t join);
void ptx_meet_at(struct run *r, struct fragment *g, uint32_t pc);
bool ptx_settle(struct run *r, struct warp *w, struct meeting *m);
void ptx_arrive(struct run *r, struct warp *w, struct fragment *g, uint32_t pc);
bool ptx_release(struct run *r, struct warp *w);

/* The hash of what a fragment reads, with one more value. */
static inline uint64_t ptx_hash(uint64_t hash, uint64_t at, uint64_t v)
{
    return (hash ^ at ^ v << 20) * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

/* A fragment has read memory: does it spin? */
void ptx_has_read(struct fragment *g, const struct ptx_insn *i, uint64_t at, uint64_t hash);

/* ---- ptx_sync.c: shuffles and their kin */

bool ptx_try_issue(struct run *r, struct warp *w, uint32_t members);
void ptx_begin_sync(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i);

/* ---- ptx_barrier.c: barriers of a block */

/* Tell that a part of a warp came to a barrier, if it did. At the end of the wait it is known who has exited; before it, who has
 * something left to do with those that came. */
void ptx_judge_barrier(struct run *r, const struct warp *w, struct fragment *g, bool is_end);
void ptx_try_barriers(struct run *r, const struct warp *w); /* of its block */
void ptx_begin_barrier(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i);

/* ---- ptx_step.c: one instruction of a fragment, and control flow */

struct frame *ptx_new_frame(struct run *r, struct warp *w, const struct ptx_function *f, struct frame *up,
                            unsigned line);
void ptx_step(struct run *r, struct warp *w, struct fragment *g);

#endif
