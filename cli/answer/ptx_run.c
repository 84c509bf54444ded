/* SPDX-License-Identifier: Apache-2.0 */
/* run - see run.h. A fragment is a set of lanes of a warp that are at the same instruction; a meeting is where
 * fragments become one again. */
#include "ptx_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOCAL_MAX = 16384, DEPTH_MAX = 200, SLICE = 512, PATIENCE = 100000, CAUSES_MAX = 60000, BARRIERS = 16 };

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
    enum state state;
    unsigned barrier;
    uint32_t votes; /* at a barrier that reduces: the lanes' predicates */
    bool is_whole;  /* at a barrier: all lanes of the warp came together */
};

struct warp {
    unsigned number, fragments;
    uint32_t live;
    struct fragment fragment[PTX_WARP];
    uint64_t since; /* steps without a meeting */
    uint8_t *local;
    uint16_t *local_open;
};

struct run {
    struct ptx_launch *l;
    struct ptx_module *m;
    char *why;
    jmp_buf stopped;
    unsigned threads, warps, block;
    struct warp warp[PTX_WARPS_MAX];
    uint8_t *shared;
    uint16_t *shared_open, *global_open;
    uint32_t shared_size;
    unsigned expects[BARRIERS]; /* threads; 0: all */
    uint32_t *unwritten;        /* by function: the cause of its first register */
    uint64_t memory;
    void **blocks; /* all memory that is not freed yet */
    size_t block_count, block_room;
};

/* ---- stopping, memory */

_Noreturn static void stop(struct run *r, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void stop(struct run *r, unsigned line, const char *format, ...)
{
    va_list arguments;
    const int at = snprintf(r->why, PTX_WHY_MAX, "%.150s:%u: ", r->m->file, line);

    va_start(arguments, format);
    vsnprintf(r->why + at, (size_t)(PTX_WHY_MAX - at), format, arguments);
    va_end(arguments);
    PTX_LEAVE(r->stopped, r->why);
}

/* Memory is kept in a list, by which all of it is freed when a run stops. Each block has its place in front. */
union head {
    struct {
        size_t place, size;
    } is;
    max_align_t align;
};

static void *take(struct run *r, size_t count, size_t size)
{
    if (r->block_count == r->block_room) {
        const size_t room = r->block_room ? 2 * r->block_room : 256;
        void **more = realloc(r->blocks, room * sizeof *more);

        if (more == NULL)
            stop(r, 0, "out of memory");
        r->blocks = more;
        r->block_room = room;
    }
    const size_t bytes = count * size;
    r->memory += bytes;
    if (r->memory > r->l->memory_max)
        stop(r, 0, "more than %llu bytes of memory: --memory sets the limit", (unsigned long long)r->l->memory_max);
    union head *h = calloc(1, sizeof *h + bytes);
    if (h == NULL)
        stop(r, 0, "out of memory");
    h->is.place = r->block_count;
    h->is.size = bytes;
    r->blocks[r->block_count++] = h;
    return h + 1;
}

static void give(struct run *r, void *memory)
{
    union head *h = (union head *)memory - 1, *last;

    if (memory == NULL)
        return;
    r->memory -= h->is.size;
    last = r->blocks[--r->block_count];
    r->blocks[h->is.place] = last;
    last->is.place = h->is.place;
    free(h);
}

static void note(struct run *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(struct run *r, const char *format, ...)
{
    char text[300];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (r->l->note)
        r->l->note(r->l->watcher, text);
}

static unsigned lowest(uint32_t lanes)
{
    unsigned k = 0;

    while (k < PTX_WARP - 1 && !(lanes >> k & 1))
        k++;
    return k;
}

/* "lanes 0..15, 20" */
static const char *lanes_text(uint32_t lanes, char text[120])
{
    size_t at = (size_t)snprintf(text, 120, "lane%s", lanes & (lanes - 1) ? "s" : "");
    const char *between = " ";

    for (unsigned k = 0; k < PTX_WARP && at < 100; k++) {
        unsigned end = k;

        if (!(lanes >> k & 1))
            continue;
        while (end + 1 < PTX_WARP && lanes >> (end + 1) & 1)
            end++;
        if (end > k)
            at += (size_t)snprintf(text + at, 120 - at, "%s%u..%u", between, k, end);
        else
            at += (size_t)snprintf(text + at, 120 - at, "%s%u", between, k);
        between = ", ";
        k = end;
    }
    return text;
}

/* ---- undefined values */

static uint16_t cause(struct run *r, struct ptx_cause c)
{
    struct ptx_launch *l = r->l;

    for (uint32_t k = l->causes; k > 0 && k + 64 > l->causes; k--)
        if (l->cause[k].what == c.what && l->cause[k].line == c.line && l->cause[k].lane == c.lane
            && l->cause[k].reg == c.reg && l->cause[k].f == c.f)
            return (uint16_t)k;
    if (l->causes < CAUSES_MAX)
        l->cause[++l->causes] = c;
    return (uint16_t)l->causes;
}

void ptx_cause_text(const struct ptx_launch *l, uint16_t number, char text[PTX_NAME_MAX])
{
    const struct ptx_cause *c = &l->cause[number];

    if (c->what == PTX_UNREAD)
        snprintf(text, PTX_NAME_MAX, "rests on a read of lane %u, which does not execute (line %u)", c->lane, c->line);
    else if (c->what == PTX_UNWRITTEN_REGISTER && c->f) {
        const struct ptx_register *g = &c->f->reg[c->reg];
        char number_text[16] = "";

        if (g->number >= 0)
            snprintf(number_text, sizeof number_text, "%d", (int)g->number);
        snprintf(text, PTX_NAME_MAX, "rests on %.*s%s, which is not written before",
                 (int)(g->length < 100 ? g->length : 100), l->m->text + g->name, number_text);
    } else
        snprintf(text, PTX_NAME_MAX, "rests on memory that is not written before");
}

_Noreturn static void stop_open(struct run *r, const struct warp *w, unsigned lane, const struct ptx_insn *i,
                                const char *what, uint16_t open)
{
    char text[PTX_NAME_MAX];

    ptx_cause_text(r->l, open, text);
    stop(r, i->line, "%s: thread %u: %s %s", i->row->name, PTX_WARP * w->number + lane, what, text);
}

/* ---- what operands hold */

static uint32_t special(const struct run *r, const struct warp *w, unsigned lane, uint32_t which)
{
    const struct ptx_launch *l = r->l;
    const unsigned t = PTX_WARP * w->number + lane;
    const unsigned x = l->block[0], y = l->block[1];
    const unsigned gx = l->grid[0], gy = l->grid[1], b = r->block;
    const uint32_t bit = UINT32_C(1) << lane;

    switch (which) {
    case PTX_TID: return t % x;
    case PTX_TID + 1: return t / x % y;
    case PTX_TID + 2: return t / x / y;
    case PTX_NTID:
    case PTX_NTID + 1:
    case PTX_NTID + 2: return l->block[which - PTX_NTID];
    case PTX_CTAID: return b % gx;
    case PTX_CTAID + 1: return b / gx % gy;
    case PTX_CTAID + 2: return b / gx / gy;
    case PTX_NCTAID:
    case PTX_NCTAID + 1:
    case PTX_NCTAID + 2: return l->grid[which - PTX_NCTAID];
    case PTX_LANEID: return lane;
    case PTX_WARPID: return w->number;
    case PTX_NWARPID: return r->warps;
    case PTX_MASK_EQ: return bit;
    case PTX_MASK_LE: return bit | (bit - 1);
    case PTX_MASK_LT: return bit - 1;
    case PTX_MASK_GE: return ~(bit - 1);
    default: return ~(bit | (bit - 1));
    }
}

static inline uint64_t get(const struct run *r, const struct warp *w, const struct frame *f, unsigned lane,
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
        v = o->kind == PTX_SPECIAL ? special(r, w, lane, o->reg) : 0;
    }
    return o->negated ? !v : v;
}

/* Write a register: cut to its bits, or with the type's sign if it has more. */
static inline void put(const struct frame *f, unsigned lane, const struct ptx_operand *o, struct ptx_type type,
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

/* ---- memory */

struct place {
    uint8_t *bytes;
    uint16_t *open;
    struct ptx_buffer *buffer;
};

_Noreturn static void stop_bounds(struct run *r, const struct warp *w, unsigned lane, const struct ptx_insn *i,
                                  uint64_t at, unsigned size, const char *where)
{
    stop(r, i->line, "%s: thread %u of block %u: %u bytes at 0x%llx: %s", i->row->name, PTX_WARP * w->number + lane,
         r->block, size, (unsigned long long)at, where);
}

static struct place memory(struct run *r, struct warp *w, struct frame *f, unsigned lane, const struct ptx_insn *i,
                           uint64_t at, unsigned size)
{
    struct ptx_launch *l = r->l;
    char where[160];

    if (at % size != 0)
        stop_bounds(r, w, lane, i, at, size, "not aligned to its size");
    if (ptx_has(i, PTX_param)) {
        if (at > f->f->param_size || size > f->f->param_size - at)
            stop_bounds(r, w, lane, i, at, size, "outside the parameters");
        const size_t from = (size_t)lane * f->f->param_size + at;
        return (struct place){ f->param + from, f->param_open + from, NULL };
    }
    const bool is_shared = ptx_has(i, PTX_shared), is_local = ptx_has(i, PTX_local);
    if (is_shared || (at >> 32 == PTX_SHARED_AT >> 32 && !is_local && !ptx_has(i, PTX_global))) {
        const uint64_t offset = is_shared ? at : at - PTX_SHARED_AT;

        if (offset > r->shared_size || size > r->shared_size - offset) {
            snprintf(where, sizeof where, "outside the block's %u bytes of shared memory%s", r->shared_size,
                     r->l->dynamic_shared ? "" : " (--shared BYTES adds to it)");
            stop_bounds(r, w, lane, i, at, size, where);
        }
        return (struct place){ r->shared + offset, r->shared_open + offset, NULL };
    }
    if (is_local || (at >> 32 == PTX_LOCAL_AT >> 32 && !ptx_has(i, PTX_global))) {
        const uint64_t offset = is_local ? at : at - PTX_LOCAL_AT, end = f->local_at + f->f->local_size;

        if (w->local == NULL || offset > end || size > end - offset)
            stop_bounds(r, w, lane, i, at, size, "outside the thread's local memory");
        return (struct place){ w->local + (size_t)lane * LOCAL_MAX + offset,
                               w->local_open + (size_t)lane * LOCAL_MAX + offset, NULL };
    }
    if (at >= PTX_GLOBAL_AT && at - PTX_GLOBAL_AT < r->m->global_size
        && size <= r->m->global_size - (at - PTX_GLOBAL_AT))
        return (struct place){ r->m->global + (at - PTX_GLOBAL_AT), r->global_open + (at - PTX_GLOBAL_AT), NULL };
    snprintf(where, sizeof where, "no buffer is there");
    for (unsigned b = 0; b < l->buffers; b++) {
        struct ptx_buffer *buffer = &l->buffer[b];

        if (at >= buffer->at && at - buffer->at < buffer->size && size <= buffer->size - (at - buffer->at))
            return (struct place){ buffer->bytes + (at - buffer->at), buffer->open + (at - buffer->at), buffer };
        if (at >= buffer->at + buffer->size && at - buffer->at - buffer->size < UINT64_C(1) << 24)
            snprintf(where, sizeof where, "%llu bytes behind the end of buffer %u, which has %llu bytes",
                     (unsigned long long)(at - buffer->at - buffer->size), b, (unsigned long long)buffer->size);
        else if (at < buffer->at && buffer->at - at < UINT64_C(1) << 20 && strncmp(where, "no ", 3) == 0)
            snprintf(where, sizeof where, "%llu bytes before buffer %u", (unsigned long long)(buffer->at - at), b);
    }
    stop_bounds(r, w, lane, i, at, size, where);
}

static uint64_t address(struct run *r, struct warp *w, struct frame *f, unsigned lane, const struct ptx_insn *i,
                        const struct ptx_operand *o)
{
    uint16_t open;
    struct ptx_operand base = *o;

    if (o->kind == PTX_REG)
        base.negated = false;
    uint64_t at = get(r, w, f, lane, &base, &open);
    if (open)
        stop_open(r, w, lane, i, "its address", open);
    if (o->kind == PTX_REG)
        at += o->imm;
    /* a 32-bit register is an address within its space */
    return o->kind == PTX_REG && f->f->reg[o->reg].type.bits == 32 ? (uint32_t)at : at;
}

static uint64_t read_bytes(struct run *r, struct place p, unsigned size, unsigned line, uint16_t *open)
{
    uint64_t v = 0;

    (void)r;
    (void)line;
    for (unsigned k = 0; k < size; k++) {
        v |= (uint64_t)p.bytes[k] << 8 * k;
        *open = *open ? *open : p.open[k];
    }
    return v;
}

static void write_bytes(struct place p, unsigned size, uint64_t v, uint16_t open, struct ptx_type type)
{
    for (unsigned k = 0; k < size; k++) {
        p.bytes[k] = (uint8_t)(v >> 8 * k);
        p.open[k] = open;
    }
    if (p.buffer && !p.buffer->is_typed) {
        p.buffer->element = size;
        p.buffer->is_float = type.letter == 'f' || (type.letter == 'b' && p.buffer->is_float);
    }
}

static void load_store(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const bool loads = i->row->what == PTX_LOAD;
    const struct ptx_operand *at = &i->s[0], *data = loads ? &i->d : &i->s[1];
    const unsigned size = i->type[0].bits / 8u, parts = data->kind == PTX_VECTOR ? (unsigned)data->imm : 1;

    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
        if (!(g->lanes >> lane & 1))
            continue;
        const uint64_t where = address(r, w, g->frame, lane, i, at);

        if (where % (size * parts) != 0)
            stop_bounds(r, w, lane, i, where, size * parts, "not aligned to its size");
        for (unsigned k = 0; k < parts; k++) {
            const struct ptx_operand *one = parts > 1 || data->kind == PTX_VECTOR ? &r->m->operand[data->reg + k]
                                                                                  : data;
            const struct place p = memory(r, w, g->frame, lane, i, where + k * size, size);
            uint16_t open = 0;

            if (loads) {
                const uint64_t v = read_bytes(r, p, size, i->line, &open);
                put(g->frame, lane, one, i->type[0], v, open);
            } else {
                const uint64_t v = get(r, w, g->frame, lane, one, &open);
                write_bytes(p, size, v, open, i->type[0]);
            }
        }
    }
}

/* Lane by lane, the lowest first. */
static void atomic(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const unsigned size = i->type[0].bits / 8u;

    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
        uint64_t x[PTX_SOURCES] = { 0 };
        uint16_t open = 0, other;

        if (!(g->lanes >> lane & 1))
            continue;
        const struct place p = memory(r, w, g->frame, lane, i, address(r, w, g->frame, lane, i, &i->s[0]), size);
        x[0] = read_bytes(r, p, size, i->line, &open);
        const uint16_t before = open;
        for (unsigned k = 1; k < i->sources; k++) {
            x[k] = get(r, w, g->frame, lane, &i->s[k], &other) & ptx_bits(i->type[0].bits);
            open = open ? open : other;
        }
        const uint64_t v = i->row->meaning(i, x);
        write_bytes(p, size, v, ptx_has(i, PTX_exch) ? 0 : open, i->type[0]);
        put(g->frame, lane, &i->d, i->type[0], x[0], before);
    }
}

/* ---- computing */

static unsigned form_bits(const struct ptx_insn *i, unsigned source)
{
    const char form = i->row->form[source + 1];

    if (source == 2 && ptx_has(i, PTX_wide))
        return 2u * i->type[0].bits;
    return form == 'w' ? 32 : form == 'p' ? 1 : form == 'z' ? i->type[i->types - 1].bits : i->type[0].bits;
}

static struct ptx_type result_type(const struct ptx_insn *i)
{
    const char form = i->row->form[0];

    if (form == 'w')
        return (struct ptx_type){ 'u', 32 };
    if (form == 'p')
        return (struct ptx_type){ 'p', 1 };
    if (ptx_has(i, PTX_wide))
        return (struct ptx_type){ i->type[0].letter, (uint8_t)(2 * i->type[0].bits) };
    return i->type[0];
}

static bool is_row(const struct ptx_insn *i, const char *name) { return strcmp(i->row->name, name) == 0; }

static void compute(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    struct frame *f = g->frame;
    const struct ptx_type type = result_type(i);
    const bool and = is_row(i, "and"), or = is_row(i, "or"), selp = is_row(i, "selp"),
               setp = type.letter == 'p' && i->row->form[0] == 'p';
    uint64_t mask[PTX_SOURCES];

    for (unsigned k = 0; k < i->sources; k++)
        mask[k] = ptx_bits(form_bits(i, k));
    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
        uint64_t x[PTX_SOURCES] = { 0 };
        uint16_t open[PTX_SOURCES] = { 0 }, undefined = 0;

        if (!(g->lanes >> lane & 1))
            continue;
        for (unsigned k = 0; k < i->sources; k++) {
            x[k] = get(r, w, f, lane, &i->s[k], &open[k]) & mask[k];
            undefined = undefined ? undefined : open[k];
        }
        if (undefined && and&&((!open[0] && x[0] == 0) || (!open[1] && x[1] == 0)))
            undefined = 0, x[0] = 0, x[1] = 0;
        if (undefined && or &&((!open[0] && x[0] == mask[0]) || (!open[1] && x[1] == mask[0])))
            undefined = 0, x[0] = mask[0], x[1] = mask[0];
        if (undefined && selp && !open[2])
            undefined = open[x[2] ? 0 : 1];
        uint64_t v = i->row->meaning(i, x);
        if (setp) {
            const bool c = i->sources < 3 || x[2], combine = i->sources > 2;
            const bool q = !v;

            put(f, lane, &i->q, type,
                !combine              ? q
                : ptx_has(i, PTX_and) ? q && c
                : ptx_has(i, PTX_or)  ? q || c
                                      : q != c,
                undefined);
            v = !combine ? v : ptx_has(i, PTX_and) ? v && c : ptx_has(i, PTX_or) ? v || c : (v != 0) != c;
        }
        put(f, lane, &i->d, type, v, undefined);
    }
}

/* mov, also of vectors: {a, b} is a in the low bits. */
static void move(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
        const struct ptx_operand *from = &i->s[0], *to = &i->d;
        uint16_t open = 0, other;
        uint64_t v = 0;

        if (!(g->lanes >> lane & 1))
            continue;
        if (from->kind == PTX_VECTOR) {
            const unsigned bits = i->type[0].bits / (unsigned)from->imm;

            for (unsigned k = 0; k < from->imm; k++) {
                v |= (get(r, w, g->frame, lane, &r->m->operand[from->reg + k], &other) & ptx_bits(bits)) << bits * k;
                open = open ? open : other;
            }
        } else {
            v = get(r, w, g->frame, lane, from, &open);
        }
        if (to->kind == PTX_VECTOR) {
            const unsigned bits = i->type[0].bits / (unsigned)to->imm;

            for (unsigned k = 0; k < to->imm; k++)
                put(g->frame, lane, &r->m->operand[to->reg + k], (struct ptx_type){ 'b', (uint8_t)bits }, v >> bits * k,
                    open);
        } else {
            put(g->frame, lane, to, i->type[0], v, open);
        }
    }
}

/* cvta: between an address within a space and one in the space of all. */
static void convert_address(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const uint64_t window = ptx_has(i, PTX_shared) ? PTX_SHARED_AT
                          : ptx_has(i, PTX_local)  ? PTX_LOCAL_AT
                                                   : 0; /* others have the same addresses in both */

    for (unsigned lane = 0; lane < PTX_WARP; lane++)
        if (g->lanes >> lane & 1) {
            uint16_t open;
            const uint64_t v = get(r, w, g->frame, lane, &i->s[0], &open);

            put(g->frame, lane, &i->d, i->type[0], ptx_has(i, PTX_to) ? v - window : v + window, open);
        }
}

/* ---- fragments and meetings */

static void drop_frame(struct run *r, struct frame *f)
{
    while (f && --f->refs == 0) {
        struct frame *up = f->up;

        give(r, f->value);
        give(r, f->open);
        give(r, f->param);
        give(r, f->param_open);
        give(r, f);
        f = up;
    }
}

static void drop_meeting(struct run *r, struct meeting *m)
{
    while (m && --m->refs == 0) {
        struct meeting *up = m->up;

        drop_frame(r, m->frame);
        give(r, m);
        m = up;
    }
}

static void drop_fragment(struct run *r, struct warp *w, unsigned at)
{
    struct fragment *g = &w->fragment[at];

    drop_frame(r, g->frame);
    drop_meeting(r, g->meeting);
    memmove(g, g + 1, (--w->fragments - at) * sizeof *g);
}

/* A part of a fragment becomes one by itself, behind it in the list. */
static struct fragment *split(struct run *r, struct warp *w, struct fragment *g, uint32_t lanes)
{
    struct fragment *part = &w->fragment[w->fragments++];

    (void)r;
    *part = *g;
    part->lanes = lanes;
    g->lanes &= ~lanes;
    part->frame->refs++;
    if (part->meeting)
        part->meeting->refs++;
    return part;
}

/* The fragment's lanes, which are about to part, meet at pc. */
static void meet_at(struct run *r, struct fragment *g, uint32_t pc)
{
    struct meeting *m;

    const struct ptx_function *f = g->frame->f;
    if (g->frame->up == NULL
        && (pc >= f->insns
            || ((f->insn[pc].row->what == PTX_RET || f->insn[pc].row->what == PTX_EXIT) && !f->insn[pc].guarded)))
        return; /* at the end of the kernel nobody waits */
    if (g->meeting && g->meeting->pc == pc && g->meeting->frame == g->frame)
        return;
    m = take(r, 1, sizeof *m);
    *m = (struct meeting){ g->meeting, g->frame, 1, pc, g->lanes };
    g->frame->refs++;
    g->meeting = m;
}

/* Are all lanes of a meeting there? Then they are one fragment, and may be at the meeting around it, too. */
static void settle(struct run *r, struct warp *w, struct meeting *m)
{
    while (m) {
        struct fragment *first = NULL;
        uint32_t there = 0;

        for (unsigned k = 0; k < w->fragments; k++)
            if (w->fragment[k].state == MEETS && w->fragment[k].meeting == m)
                there |= w->fragment[k].lanes;
        if (there == 0 || there != m->lanes)
            return;
        m->refs++; /* as long as it is looked at */
        for (unsigned k = 0; k < w->fragments;) {
            struct fragment *g = &w->fragment[k];

            if (g->state != MEETS || g->meeting != m) {
                k++;
            } else if (first == NULL) {
                first = g;
                k++;
            } else {
                first->lanes |= g->lanes;
                drop_fragment(r, w, k);
            }
        }
        struct meeting *up = m->up;
        if (up)
            up->refs++;
        drop_meeting(r, m);
        drop_meeting(r, m);
        first->meeting = up;
        w->since = 0;
        if (up == NULL || up->pc != first->pc || up->frame != first->frame) {
            first->state = RUNS;
            return;
        }
        m = up;
    }
}

/* The fragment has come to another instruction. It may be a meeting, and then g may be gone. */
static void arrive(struct run *r, struct warp *w, struct fragment *g, uint32_t pc)
{
    g->pc = pc;
    g->state = RUNS;
    if (g->meeting && g->meeting->pc == pc && g->meeting->frame == g->frame) {
        g->state = MEETS;
        settle(r, w, g->meeting);
    }
}

/* Nobody in the warp can go on: the lanes that wait at a meeting go on without the others. */
static bool release(struct run *r, struct warp *w)
{
    for (unsigned k = w->fragments; k-- > 0;) {
        struct fragment *g = &w->fragment[k];
        struct meeting *m = g->meeting;
        char lanes[120];

        if (g->state != MEETS)
            continue;
        note(r, "line %u: %s of warp %u go on without the lanes that left with them at a branch",
             g->pc < g->frame->f->insns ? g->frame->f->insn[g->pc].line : g->frame->f->line,
             lanes_text(g->lanes, lanes), w->number);
        m->lanes &= ~g->lanes;
        g->meeting = m->up;
        if (m->up)
            m->up->refs++;
        m->refs++;
        drop_meeting(r, m);
        w->since = 0;
        const uint32_t pc = g->pc;
        g->state = RUNS;
        arrive(r, w, g, pc);
        settle(r, w, m);
        drop_meeting(r, m);
        return true;
    }
    return false;
}

/* ---- shuffles and their kin: all members of the mask at once */

static void try_barriers(struct run *r);

static void watch(struct run *r, struct warp *w, const struct frame *f, const struct ptx_insn *i, uint32_t lanes,
                  struct ptx_event e)
{
    if (r->l->watch == NULL)
        return;
    e.f = f->f;
    e.insn = i;
    e.block = r->block;
    e.warp = w->number;
    e.lanes = lanes;
    if (i->d.kind == PTX_REG) {
        e.d = f->value + (size_t)i->d.reg * PTX_WARP;
        e.open = f->open + (size_t)i->d.reg * PTX_WARP;
        e.type = f->f->reg[i->d.reg].type;
    }
    r->l->watch(r->l->watcher, &e);
}

/* What each lane brings, in its own instruction. */
struct gathered {
    const struct fragment *g[PTX_WARP];
    const struct ptx_insn *insn[PTX_WARP];
    uint64_t a[SHFL_LANES_MAX];
    uint16_t open[PTX_WARP];
};

static const struct ptx_insn *insn_at(const struct fragment *g) { return &g->frame->f->insn[g->pc]; }

static void put_sync(struct gathered *y, unsigned lane, uint64_t d, bool q, uint16_t open, uint16_t q_open)
{
    const struct ptx_insn *i = y->insn[lane];
    const bool to_predicate = is_row(i, "vote") && i->type[0].letter == 'p';

    put(y->g[lane]->frame, lane, &i->d, to_predicate ? (struct ptx_type){ 'p', 1 } : (struct ptx_type){ 'b', 32 }, d,
        open);
    put(y->g[lane]->frame, lane, &i->q, (struct ptx_type){ 'p', 1 }, q, q_open);
}

static void shuffle(struct run *r, struct warp *w, uint32_t active, struct gathered *y)
{
    static const struct shfl_unit unit = { .lanes = PTX_WARP, .policy = SHFL_ZERO };
    const struct ptx_insn *i = y->insn[lowest(active)];
    struct shfl_in in = { .mode = ptx_has(i, PTX_idx)  ? SHFL_IDX
                                : ptx_has(i, PTX_up)   ? SHFL_UP
                                : ptx_has(i, PTX_down) ? SHFL_DOWN
                                                       : SHFL_BFLY,
                          .active = active };
    struct shfl_out out = { .pu = 0 };
    struct ptx_event e = { .in = &in, .out = &out, .member_mask = active };

    for (unsigned k = 0; k < PTX_WARP; k++) {
        uint16_t open[2] = { 0, 0 };

        if (!(active >> k & 1))
            continue;
        in.ra[k] = y->a[k];
        in.sb[k] = (uint32_t)get(r, w, y->g[k]->frame, k, &y->insn[k]->s[1], &open[0]);
        in.sc[k] = (uint32_t)get(r, w, y->g[k]->frame, k, &y->insn[k]->s[2], &open[1]);
        if (open[0] || open[1])
            stop_open(r, w, k, y->insn[k], "which lane it reads", open[0] ? open[0] : open[1]);
        e.ra_open |= (uint64_t)(y->open[k] != 0) << k;
    }
    shfl_warp(&unit, &in, &out);
    for (unsigned k = 0; k < PTX_WARP; k++)
        if (out.we >> k & 1) {
            const unsigned from = out.src_lane[k];
            const uint16_t open = out.src_active >> k & 1
                                    ? y->open[from]
                                    : cause(r, (struct ptx_cause){ PTX_UNREAD, y->insn[k]->line, from, 0, NULL });

            put_sync(y, k, out.rd[k], out.pu >> k & 1, open, 0);
        }
    watch(r, w, y->g[lowest(active)]->frame, i, active, e);
}

static void collective(struct run *r, struct warp *w, uint32_t active, struct gathered *y)
{
    const unsigned first = lowest(active);
    const struct ptx_insn *i = y->insn[first];
    uint16_t open = 0;

    for (unsigned k = 0; k < PTX_WARP; k++)
        if (active >> k & 1 && y->open[k])
            open = y->open[k];
    if (is_row(i, "vote") || is_row(i, "elect")) {
        struct shfl_vote_out out;
        uint64_t p = 0;

        for (unsigned k = 0; k < PTX_WARP; k++)
            p |= (y->a[k] & 1) << k;
        shfl_vote(PTX_WARP,
                  is_row(i, "elect")    ? SHFL_VOTE_ELECT
                  : ptx_has(i, PTX_all) ? SHFL_VOTE_ALL
                  : ptx_has(i, PTX_uni) ? SHFL_VOTE_EQ
                                        : SHFL_VOTE_ANY,
                  active, p, &out);
        for (unsigned k = 0; k < PTX_WARP; k++)
            if (out.we >> k & 1)
                put_sync(y, k, is_row(i, "vote") && !ptx_has(i, PTX_ballot) ? out.pu >> k & 1 : out.rd, out.pu >> k & 1,
                         open, open);
    } else if (is_row(i, "match")) {
        struct shfl_match_out out;

        shfl_match(PTX_WARP, ptx_has(i, PTX_all) ? SHFL_MATCH_ALL : SHFL_MATCH_ANY, i->type[0].bits, active, y->a,
                   &out);
        for (unsigned k = 0; k < PTX_WARP; k++)
            if (out.we >> k & 1)
                put_sync(y, k, out.rd[k], out.pu >> k & 1, open, open);
    } else if (is_row(i, "redux")) {
        struct shfl_redux_out out;

        shfl_redux(PTX_WARP,
                   ptx_has(i, PTX_and)   ? SHFL_REDUX_AND
                   : ptx_has(i, PTX_or)  ? SHFL_REDUX_OR
                   : ptx_has(i, PTX_xor) ? SHFL_REDUX_XOR
                   : ptx_has(i, PTX_add) ? SHFL_REDUX_SUM
                   : ptx_has(i, PTX_min) ? SHFL_REDUX_MIN
                                         : SHFL_REDUX_MAX,
                   i->type[0].letter == 's', 32, active, y->a, &out);
        for (unsigned k = 0; k < PTX_WARP; k++)
            if (out.we >> k & 1)
                put_sync(y, k, out.rd, false, open, 0);
    }
    watch(r, w, y->g[first]->frame, i, active, (struct ptx_event){ .member_mask = active });
}

/* Are these the same instruction, apart from registers and guard? */
static bool alike(const struct ptx_insn *a, const struct ptx_insn *b)
{
    return a->row == b->row && a->modifiers[0] == b->modifiers[0] && a->modifiers[1] == b->modifiers[1]
        && a->type[0].letter == b->type[0].letter && a->type[0].bits == b->type[0].bits;
}

/* Issue what waits with this mask, if all members that have not exited have come. */
static bool try_issue(struct run *r, struct warp *w, uint32_t members)
{
    static struct gathered y;
    uint32_t there = 0;
    const struct ptx_insn *first = NULL;

    for (unsigned k = 0; k < w->fragments; k++)
        if (w->fragment[k].state == WAITS && w->fragment[k].members == members)
            there |= w->fragment[k].lanes;
    if (there == 0 || there != (members & w->live))
        return false;
    memset(&y, 0, sizeof y);
    for (unsigned k = 0; k < w->fragments; k++) {
        const struct fragment *g = &w->fragment[k];

        if (g->state != WAITS || g->members != members)
            continue;
        const struct ptx_insn *i = insn_at(g);
        first = first ? first : i;
        if (!alike(first, i))
            stop(r, i->line,
                 "%s: undefined: lane %u waits here and lane %u at another instruction, %s in line %u, with "
                 "the same mask 0x%08x (docs/rules.md R7.10)",
                 i->row->name, lowest(g->lanes), lowest(there & ~g->lanes), first->row->name, first->line, members);
        for (unsigned lane = 0; lane < PTX_WARP; lane++)
            if (g->lanes >> lane & 1) {
                y.g[lane] = g;
                y.insn[lane] = i;
                if (i->row->what == PTX_SYNC && !is_row(i, "elect"))
                    y.a[lane] = get(r, w, g->frame, lane, &i->s[0], &y.open[lane]);
            }
    }
    if (is_row(first, "shfl"))
        shuffle(r, w, there, &y);
    else
        collective(r, w, there, &y);
    /* settling moves the list: begin again after each */
    for (bool again = true; again;) {
        again = false;
        for (unsigned k = 0; k < w->fragments && !again; k++)
            if (w->fragment[k].state == WAITS && w->fragment[k].members == members) {
                again = true;
                arrive(r, w, &w->fragment[k], w->fragment[k].pc + 1);
            }
    }
    return true;
}

/* Come to an instruction of a member mask: each mask waits by itself. */
static void begin_sync(struct run *r, struct warp *w, unsigned at, const struct ptx_insn *i)
{
    struct fragment *g = &w->fragment[at];
    const bool has_mask = ptx_has(i, PTX_sync) || i->row->what == PTX_BARRIER;
    uint32_t mask[PTX_WARP], left = g->lanes, tried[PTX_WARP];
    unsigned count = 0;

    for (unsigned lane = 0; lane < PTX_WARP; lane++) {
        uint16_t open = 0;

        if (!(g->lanes >> lane & 1))
            continue;
        mask[lane] = has_mask ? (uint32_t)get(r, w, g->frame, lane, &i->s[i->sources - 1], &open) : g->lanes;
        if (open)
            stop_open(r, w, lane, i, "its member mask", open);
        if (!(mask[lane] >> lane & 1))
            stop(r, i->line,
                 "%s: undefined: lane %u of warp %u executes this, and its member mask 0x%08x does not "
                 "name it (docs/rules.md R7.10)",
                 i->row->name, lane, w->number, mask[lane]);
    }
    while (left) {
        const uint32_t one = mask[lowest(left)];
        uint32_t same = 0;

        for (unsigned lane = 0; lane < PTX_WARP; lane++)
            if (left >> lane & 1 && mask[lane] == one)
                same |= UINT32_C(1) << lane;
        left &= ~same;
        if (left && count == 0)
            meet_at(r, g, g->pc + 1);
        struct fragment *part = left ? split(r, w, g, same) : g;
        part->state = WAITS;
        part->members = one;
        tried[count++] = one;
    }
    for (unsigned k = 0; k < count; k++)
        try_issue(r, w, tried[k]);
}

/* ---- barriers of a block */

static unsigned threads_left(const struct run *r)
{
    unsigned count = 0;

    for (unsigned k = 0; k < r->warps; k++)
        for (uint32_t lanes = r->warp[k].live; lanes; lanes &= lanes - 1)
            count++;
    return count;
}

static void complete(struct run *r, unsigned barrier)
{
    unsigned count = 0;
    bool all = true, any = false;

    for (unsigned n = 0; n < r->warps; n++)
        for (unsigned k = 0; k < r->warp[n].fragments; k++) {
            const struct fragment *g = &r->warp[n].fragment[k];
            struct shfl_vote_out out;

            if (g->state != AT_BARRIER || g->barrier != barrier)
                continue;
            shfl_vote(PTX_WARP, SHFL_VOTE_ALL, g->lanes, g->votes, &out);
            all = all && (out.pu >> lowest(g->lanes) & 1);
            any = any || out.rd != 0;
            for (uint64_t p = out.rd; p; p &= p - 1)
                count++;
        }
    r->expects[barrier] = 0;
    for (unsigned n = 0; n < r->warps; n++)
        for (unsigned k = 0; k < r->warp[n].fragments;) {
            struct warp *w = &r->warp[n];
            struct fragment *g = &w->fragment[k];

            if (g->state != AT_BARRIER || g->barrier != barrier) {
                k++;
                continue;
            }
            const struct ptx_insn *i = insn_at(g);
            if (ptx_has(i, PTX_red))
                for (unsigned lane = 0; lane < PTX_WARP; lane++)
                    if (g->lanes >> lane & 1)
                        put(g->frame, lane, &i->d, (struct ptx_type){ 'u', 32 },
                            ptx_has(i, PTX_popc)  ? count
                            : ptx_has(i, PTX_and) ? all
                                                  : any,
                            0);
            watch(r, w, g->frame, i, g->lanes, (struct ptx_event){ .member_mask = 0 });
            arrive(r, w, g, g->pc + 1);
            k = 0;
        }
}

static void try_barriers(struct run *r)
{
    for (unsigned b = 0; b < BARRIERS; b++) {
        unsigned threads = 0, lanes = 0;

        for (unsigned n = 0; n < r->warps; n++)
            for (unsigned k = 0; k < r->warp[n].fragments; k++) {
                const struct fragment *g = &r->warp[n].fragment[k];
                unsigned own = 0;

                if (g->state != AT_BARRIER || g->barrier != b)
                    continue;
                for (uint32_t l = g->lanes; l; l &= l - 1)
                    own++;
                lanes += own;
                threads += g->is_whole ? PTX_WARP : own;
            }
        if (lanes > 0 && (r->expects[b] ? threads >= r->expects[b] : lanes == threads_left(r)))
            complete(r, b);
    }
}

/* bar.sync a{, b}; bar.red.op d, a{, b}, {!}c */
static void begin_barrier(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const bool reduces = ptx_has(i, PTX_red);
    const unsigned numbers = i->sources - reduces;
    uint16_t open = 0;

    if (ptx_has(i, PTX_arrive))
        stop(r, i->line, "%s.arrive: not executed here: it needs a barrier that a thread passes without waiting",
             i->row->name);
    for (unsigned lane = lowest(g->lanes), other = lane; other < PTX_WARP; other++) {
        if (!(g->lanes >> other & 1))
            continue;
        for (unsigned k = 0; k < numbers; k++) {
            const uint64_t v = get(r, w, g->frame, lane, &i->s[k], &open);

            if (open)
                stop_open(r, w, lane, i, "its operand", open);
            if (v != get(r, w, g->frame, other, &i->s[k], &open))
                stop(r, i->line, "%s: lanes %u and %u of warp %u have different operands", i->row->name, lane, other,
                     w->number);
        }
    }
    const uint64_t barrier = get(r, w, g->frame, lowest(g->lanes), &i->s[0], &open);
    const uint64_t expects = numbers > 1 ? get(r, w, g->frame, lowest(g->lanes), &i->s[1], &open) : 0;
    if (barrier >= BARRIERS || (numbers > 1 && (expects % PTX_WARP != 0 || expects == 0 || expects > 1024)))
        stop(r, i->line, "%s: barrier %llu of %llu threads: expected 0 to 15, and a multiple of 32", i->row->name,
             (unsigned long long)barrier, (unsigned long long)expects);
    g->votes = 0;
    for (unsigned lane = 0; reduces && lane < PTX_WARP; lane++)
        if (g->lanes >> lane & 1) {
            g->votes |= (uint32_t)(get(r, w, g->frame, lane, &i->s[i->sources - 1], &open) & 1) << lane;
            if (open)
                stop_open(r, w, lane, i, "its predicate", open);
        }
    if (expects && r->expects[barrier] && r->expects[barrier] != expects)
        stop(r, i->line, "%s: barrier %llu is waited at with %u threads and with %llu", i->row->name,
             (unsigned long long)barrier, r->expects[barrier], (unsigned long long)expects);
    r->expects[barrier] = (unsigned)expects;
    g->barrier = (unsigned)barrier;
    g->state = AT_BARRIER;
    g->is_whole = g->lanes == w->live;
    try_barriers(r);
}

/* ---- control flow */

static void leave(struct run *r, struct warp *w, unsigned at)
{
    const uint32_t lanes = w->fragment[at].lanes;
    struct meeting *m = w->fragment[at].meeting;

    w->live &= ~lanes;
    if (m)
        m->refs++;
    drop_fragment(r, w, at);
    for (struct meeting *k = m; k; k = k->up)
        k->lanes &= ~lanes;
    /* the innermost that is complete settles, and with it those around it */
    for (struct meeting *k = m; k;) {
        struct meeting *up = k->up;

        if (up)
            up->refs++;
        settle(r, w, k);
        drop_meeting(r, k);
        k = up;
    }
    for (bool again = true; again;) {
        again = false;
        for (unsigned k = 0; k < w->fragments && !again; k++)
            again = w->fragment[k].state == WAITS && try_issue(r, w, w->fragment[k].members);
    }
    try_barriers(r);
}

static struct frame *new_frame(struct run *r, struct warp *w, const struct ptx_function *f, struct frame *up,
                               unsigned line)
{
    struct frame *n = take(r, 1, sizeof *n);

    *n = (struct frame){ .f = f, .up = up, .refs = 1, .depth = up ? up->depth + 1 : 0 };
    if (n->depth > DEPTH_MAX)
        stop(r, line, "calls nested more than %d deep", DEPTH_MAX);
    n->local_at = up ? (up->local_at + up->f->local_size + 15) / 16 * 16 : 0;
    if (n->local_at + f->local_size > LOCAL_MAX)
        stop(r, line, "%s: more than %d bytes of local memory in a thread", f->name, LOCAL_MAX);
    if (f->local_size > 0 && w->local == NULL) {
        w->local = take(r, (size_t)PTX_WARP * LOCAL_MAX, 1);
        w->local_open = take(r, (size_t)PTX_WARP * LOCAL_MAX, sizeof *w->local_open);
    }
    n->value = take(r, (size_t)f->regs * PTX_WARP, sizeof *n->value);
    n->open = take(r, (size_t)f->regs * PTX_WARP, sizeof *n->open);
    n->param = take(r, (size_t)f->param_size * PTX_WARP, 1);
    n->param_open = take(r, (size_t)f->param_size * PTX_WARP, sizeof *n->param_open);
    uint32_t *first = &r->unwritten[f - r->m->function];
    if (*first == 0 && f->regs > 0) {
        *first = r->l->causes + 1;
        for (uint32_t k = 0; k < f->regs && r->l->causes < CAUSES_MAX; k++)
            r->l->cause[++r->l->causes] = (struct ptx_cause){ PTX_UNWRITTEN_REGISTER, f->line, 0, k, f };
    }
    for (uint32_t k = 0; k < f->regs; k++)
        for (unsigned lane = 0; lane < PTX_WARP; lane++)
            n->open[(size_t)k * PTX_WARP + lane] = (uint16_t)(*first + k > CAUSES_MAX ? CAUSES_MAX : *first + k);
    return n;
}

static void call(struct run *r, struct warp *w, struct fragment *g, const struct ptx_insn *i)
{
    const struct ptx_function *f = &r->m->function[i->d.reg];
    struct frame *from = g->frame;
    unsigned passed = 0;

    if (!f->is_defined)
        stop(r, i->line, "call of %s: not in this file: its text is needed, or the system call in place of it",
             f->name);
    struct frame *to = new_frame(r, w, f, from, i->line);
    const uint16_t unwritten = cause(r, (struct ptx_cause){ PTX_UNWRITTEN_MEMORY, i->line, 0, 0, NULL });
    for (size_t k = 0; k < (size_t)f->param_size * PTX_WARP; k++)
        to->param_open[k] = unwritten;
    for (unsigned k = 0; k < i->calls; k++) {
        const struct ptx_operand *o = &r->m->operand[i->call + k];

        if (o->negated) /* a returned value */
            continue;
        if (f->returned + passed >= f->params)
            stop(r, i->line, "call of %s with more arguments than its %u", f->name, f->params - f->returned);
        const struct ptx_param *p = &f->param[f->returned + passed++];
        for (unsigned lane = 0; lane < PTX_WARP; lane++) {
            const size_t a = (size_t)lane * from->f->param_size + o->imm, b = (size_t)lane * f->param_size + p->at;

            if (o->imm + p->size > from->f->param_size)
                stop(r, i->line, "call of %s: an argument that is smaller than the parameter", f->name);
            memcpy(to->param + b, from->param + a, p->size);
            memcpy(to->param_open + b, from->param_open + a, p->size * sizeof *to->param_open);
        }
    }
    if (f->returned + passed != f->params)
        stop(r, i->line, "call of %s with %u arguments, not %u", f->name, passed, f->params - f->returned);
    to->back = g->pc;
    g->frame = to; /* which holds its caller's frame */
    arrive(r, w, g, 0);
}

/* The end of a function that was called. */
static void come_back(struct run *r, struct warp *w, struct fragment *g)
{
    struct frame *from = g->frame, *to = from->up;
    const struct ptx_insn *i = &to->f->insn[from->back];
    const uint32_t pc = from->back + 1;
    unsigned got = 0;

    for (unsigned k = 0; k < i->calls; k++) {
        const struct ptx_operand *o = &r->m->operand[i->call + k];

        if (!o->negated)
            continue;
        if (got >= from->f->returned)
            stop(r, i->line, "call of %s, which returns nothing", from->f->name);
        const struct ptx_param *p = &from->f->param[got++];
        if (o->imm + p->size > to->f->param_size)
            stop(r, i->line, "call of %s: a variable that is smaller than what it returns", from->f->name);
        for (unsigned lane = 0; lane < PTX_WARP; lane++)
            if (g->lanes >> lane & 1) {
                const size_t a = (size_t)lane * from->f->param_size + p->at;
                const size_t b = (size_t)lane * to->f->param_size + o->imm;

                memcpy(to->param + b, from->param + a, p->size);
                memcpy(to->param_open + b, from->param_open + a, p->size * sizeof *to->param_open);
            }
    }
    to->refs++;
    drop_frame(r, from);
    g->frame = to;
    arrive(r, w, g, pc);
}

/* The lanes whose guard is true. */
static uint32_t guarded(struct run *r, struct warp *w, const struct fragment *g, const struct ptx_insn *i)
{
    const struct ptx_operand o = { .kind = PTX_REG, .reg = i->guard };
    uint32_t lanes = 0;

    for (unsigned lane = 0; lane < PTX_WARP; lane++)
        if (g->lanes >> lane & 1) {
            uint16_t open;
            const bool p = get(r, w, g->frame, lane, &o, &open) != 0;

            if (open)
                stop_open(r, w, lane, i, "its guard", open);
            lanes |= (uint32_t)(p != i->guard_not) << lane;
        }
    return lanes;
}

/* One instruction of a fragment. The list of fragments may be another afterwards. */
static void step(struct run *r, struct warp *w, unsigned at)
{
    struct fragment *g = &w->fragment[at];
    struct frame *f = g->frame;
    const uint32_t all = g->lanes;
    uint32_t lanes = all;

    if (g->pc >= f->f->insns) { /* behind the last instruction */
        if (f->up)
            come_back(r, w, g);
        else
            leave(r, w, at);
        return;
    }
    const struct ptx_insn *i = insn_at(g);
    if (++r->l->steps > r->l->steps_max)
        stop(r, i->line, "more than %llu steps: --steps sets the limit; warp %u is here",
             (unsigned long long)r->l->steps_max, w->number);
    w->since++;
    if (i->guarded)
        lanes = guarded(r, w, g, i);
    const bool transfers = i->row->what == PTX_BRANCH || i->row->what == PTX_CALL || i->row->what == PTX_RET
                        || i->row->what == PTX_EXIT || i->row->what == PTX_TRAP || i->row->what == PTX_SYNC
                        || i->row->what == PTX_BARRIER;

    if (lanes == 0) {
        arrive(r, w, g, g->pc + 1);
        return;
    }
    if (transfers && lanes != all) {
        /* those that do not take it go on; where both meet again: behind it, or where the branch's ways join */
        const bool ends = i->row->what == PTX_EXIT || (i->row->what == PTX_RET && f->up == NULL);

        if (!ends)
            meet_at(r, g, i->row->what == PTX_BRANCH || i->row->what == PTX_RET ? i->join : g->pc + 1);
        struct fragment *rest = split(r, w, g, all & ~lanes);
        arrive(r, w, rest, rest->pc + 1);
        for (at = 0; w->fragment[at].state != RUNS || w->fragment[at].lanes != lanes;)
            at++;
        g = &w->fragment[at];
    }
    switch ((enum ptx_what)i->row->what) {
    case PTX_BRANCH: arrive(r, w, g, i->s[0].reg); break;
    case PTX_CALL: call(r, w, g, i); return;
    case PTX_RET:
        if (f->up)
            arrive(r, w, g, f->f->insns);
        else
            leave(r, w, at);
        return;
    case PTX_EXIT: leave(r, w, at); return;
    case PTX_TRAP: stop(r, i->line, "trap: thread %u stops the kernel", PTX_WARP * w->number + lowest(lanes));
    case PTX_SYNC: begin_sync(r, w, at, i); return;
    case PTX_BARRIER:
        if (ptx_has(i, PTX_warp))
            begin_sync(r, w, at, i);
        else
            begin_barrier(r, w, g, i);
        return;
    default: {
        const uint32_t whole = g->lanes;

        g->lanes = lanes;
        switch ((enum ptx_what)i->row->what) {
        case PTX_COMPUTE: compute(r, w, g, i); break;
        case PTX_MOVE: move(r, w, g, i); break;
        case PTX_LOAD:
        case PTX_STORE: load_store(r, w, g, i); break;
        case PTX_ADDRESS: convert_address(r, w, g, i); break;
        case PTX_ATOMIC: atomic(r, w, g, i); break;
        case PTX_ACTIVE: {
            struct shfl_vote_out out;

            shfl_vote(PTX_WARP, SHFL_VOTE_ANY, lanes, UINT32_MAX, &out);
            for (unsigned lane = 0; lane < PTX_WARP; lane++)
                if (out.we >> lane & 1)
                    put(f, lane, &i->d, (struct ptx_type){ 'b', 32 }, out.rd, 0);
            break;
        }
        default: break; /* fences: each instruction is done before the next */
        }
        g->lanes = whole;
        watch(r, w, f, i, lanes, (struct ptx_event){ .member_mask = 0 });
        arrive(r, w, g, g->pc + 1);
        return;
    }
    }
    if (r->l->watch)
        watch(r, w, f, i, lanes, (struct ptx_event){ .member_mask = 0 });
}

/* ---- blocks */

/* Run a warp for a while. Returns whether it could do anything. */
static bool run_warp(struct run *r, struct warp *w)
{
    bool ran = false, could = false;

    for (unsigned n = 0; n < SLICE; n++) {
        unsigned at = 0;

        while (at < w->fragments && w->fragment[at].state != RUNS)
            at++;
        if (at == w->fragments)
            break;
        step(r, w, at);
        ran = true;
    }
    if (w->fragments > 1) { /* the next one's turn */
        const struct fragment first = w->fragment[0];

        memmove(&w->fragment[0], &w->fragment[1], (w->fragments - 1) * sizeof first);
        w->fragment[w->fragments - 1] = first;
    }
    bool waits_for_others = false;
    for (unsigned k = 0; k < w->fragments; k++) {
        could = could || w->fragment[k].state == RUNS;
        waits_for_others = waits_for_others || w->fragment[k].state == AT_BARRIER;
    }
    if ((!could && !waits_for_others && w->fragments > 0) || w->since > PATIENCE)
        ran = release(r, w) || ran;
    w->since = w->since > PATIENCE ? 0 : w->since;
    return ran;
}

/* Nothing can go on: who waits where, and for whom. */
_Noreturn static void stop_waiting(struct run *r)
{
    char text[420], lanes[120], missing[120];
    size_t at = 0;
    unsigned line = 0;

    text[0] = '\0';
    for (unsigned n = 0; n < r->warps; n++)
        for (unsigned k = 0; k < r->warp[n].fragments; k++) {
            const struct fragment *g = &r->warp[n].fragment[k];
            const struct ptx_insn *i = insn_at(g);
            const uint32_t absent = g->members & r->warp[n].live & ~g->lanes;

            if (at > sizeof text - 200)
                continue;
            line = line ? line : i->line;
            at += (size_t)snprintf(text + at, sizeof text - at, "%swarp %u: %s wait%s at %s in line %u", at ? "; " : "",
                                   n, lanes_text(g->lanes, lanes), g->lanes & (g->lanes - 1) ? "" : "s", i->row->name,
                                   i->line);
            if (g->state == WAITS)
                at += (size_t)snprintf(text + at, sizeof text - at, " for %s, mask 0x%08x", lanes_text(absent, missing),
                                       g->members);
        }
    stop(r, line, "no thread can go on: %s", text);
}

static void run_block(struct run *r)
{
    struct ptx_launch *l = r->l;
    const struct ptx_function *f = l->kernel;
    const uint16_t unwritten = cause(r, (struct ptx_cause){ PTX_UNWRITTEN_MEMORY, f->line, 0, 0, NULL });

    for (uint32_t k = 0; k < r->shared_size; k++)
        r->shared_open[k] = unwritten;
    memset(r->expects, 0, sizeof r->expects);
    for (unsigned n = 0; n < r->warps; n++) {
        struct warp *w = &r->warp[n];
        const unsigned left = r->threads - PTX_WARP * n;
        struct frame *frame;

        w->number = n;
        w->live = left >= PTX_WARP ? UINT32_MAX : (UINT32_C(1) << left) - 1;
        w->fragments = 0;
        w->since = 0;
        frame = new_frame(r, w, f, NULL, f->line);
        if (w->local_open)
            for (size_t k = 0; k < (size_t)PTX_WARP * LOCAL_MAX; k++)
                w->local_open[k] = unwritten;
        for (unsigned lane = 0; lane < PTX_WARP; lane++)
            for (unsigned k = 0; k < f->params; k++)
                memcpy(frame->param + (size_t)lane * f->param_size + f->param[k].at, l->params + f->param[k].at,
                       f->param[k].size);
        w->fragment[w->fragments++] = (struct fragment){ .frame = frame, .lanes = w->live };
    }
    for (;;) {
        bool ran = false, left = false;

        for (unsigned n = 0; n < r->warps; n++)
            ran = run_warp(r, &r->warp[n]) || ran;
        for (unsigned n = 0; n < r->warps; n++)
            left = left || r->warp[n].fragments > 0;
        if (!left)
            return;
        for (unsigned n = 0; n < r->warps && !ran; n++)
            ran = release(r, &r->warp[n]);
        if (!ran)
            stop_waiting(r);
    }
}

bool ptx_launch(struct ptx_launch *l, char why[PTX_WHY_MAX])
{
    struct run *r = calloc(1, sizeof *r);
    struct ptx_cause *causes = calloc(CAUSES_MAX + 1, sizeof *causes);
    bool done = false;

    if (r == NULL || causes == NULL) {
        snprintf(why, PTX_WHY_MAX, "%.150s: out of memory", l->m->file);
        free(r);
        free(causes);
        return false;
    }
    *r = (struct run){ .l = l, .m = l->m, .why = why, .threads = l->block[0] * l->block[1] * l->block[2] };
    l->cause = causes;
    l->causes = 0;
    l->steps = 0;
    r->warps = (r->threads + PTX_WARP - 1) / PTX_WARP;
    if (!setjmp(r->stopped)) {
        r->shared_size = (l->m->shared_size + 15) / 16 * 16 * (l->dynamic_shared > 0) + l->dynamic_shared
                       + l->m->shared_size * (l->dynamic_shared == 0);
        r->shared = take(r, r->shared_size, 1);
        r->shared_open = take(r, r->shared_size, sizeof *r->shared_open);
        r->unwritten = take(r, l->m->functions, sizeof *r->unwritten);
        r->global_open = take(r, l->m->global_size, sizeof *r->global_open);
        for (r->block = 0; r->block < l->grid[0] * l->grid[1] * l->grid[2]; r->block++)
            run_block(r);
        done = true;
    }
    for (size_t k = 0; k < r->block_count; k++)
        free(r->blocks[k]);
    free(r->blocks);
    free(r);
    return done;
}
