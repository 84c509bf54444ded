/* SPDX-License-Identifier: Apache-2.0 */
/* async - cp.async, whose bytes are undefined until its thread has waited for them, or with .bulk until its barrier's phase is
 * over, and mbarrier, a barrier in eight bytes of shared memory. PTX ISA, 9.7.9.25 and 9.7.13.15; what an mbarrier holds is
 * opaque there, and here as struct mbarrier. */
#include "ptx_warp.h"

/* ---- copies that run on */

struct copy {
    const struct ptx_insn *insn;
    unsigned thread, size;
    uint32_t group;         /* 0: not committed */
    const uint8_t *barrier; /* of .bulk: it is done when this one's phase is */
    struct place to;
    uint8_t bytes[16];
    uint16_t open[16];
};

void ptx_async_block(struct run *r)
{
    r->copies = 0;
    if (r->groups)
        memset(r->groups, 0, r->warps * PTX_WARP * sizeof *r->groups);
}

/* For races a copy writes where it begins, and where it is waited for. */
static void writes(struct run *r, unsigned lane, const struct copy *c)
{
    for (unsigned b = 0; b < c->size; b += 4) {
        uint32_t word;

        memcpy(&word, c->bytes + b, 4);
        ptx_race_access(r, lane, c->insn, c->to.bytes + b, 4, PTX_WRITES, word);
    }
}

/* The thread's copies up to this group are done, with UINT32_MAX those of no group, too; or all that a barrier counts. */
static void finish(struct run *r, unsigned lane, uint32_t group, const uint8_t *barrier)
{
    const unsigned thread = PTX_WARP * r->now->place + lane;
    unsigned left = 0;

    for (unsigned k = 0; k < r->copies; k++) {
        const struct copy *c = &r->copy[k];

        if (c->barrier != barrier || (!barrier && c->thread != thread)
            || (group != UINT32_MAX && (c->group == 0 || c->group > group))) {
            r->copy[left++] = *c;
            continue;
        }
        memcpy(c->to.bytes, c->bytes, c->size);
        memcpy(c->to.open, c->open, c->size * sizeof *c->open);
        writes(r, lane, c);
    }
    r->copies = left;
}

/* ---- barriers in shared memory */

enum { COUNT_BITS = 20, COUNT_MAX = (1 << COUNT_BITS) - 1 };

struct mbarrier {
    uint32_t expected, pending; /* arrivals of a phase, and those that are missing */
    int32_t bytes;              /* that are expected, and not there */
    bool phase;                 /* of the one that is not complete: is it odd? */
};

static struct mbarrier of_word(uint64_t v)
{
    return (struct mbarrier){ .expected = v & COUNT_MAX,
                              .pending = v >> COUNT_BITS & COUNT_MAX,
                              .bytes = (int32_t)(v >> 2 * COUNT_BITS & 0x7fffff) - 0x400000,
                              .phase = v >> 63 };
}

static uint64_t to_word(struct mbarrier m)
{
    return m.expected | (uint64_t)m.pending << COUNT_BITS | (uint64_t)(m.bytes + 0x400000) << 2 * COUNT_BITS
         | (uint64_t)m.phase << 63;
}

static struct place barrier_at(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i)
{
    struct ptx_insn own = *i;
    uint16_t open;

    ptx_unset(&own, PTX_global); /* of .bulk: what it reads is there */
    const uint64_t at = ptx_address(r, f, lane, &own, &i->s[ptx_has(i, PTX_bulk) ? 3 : 0], &open);
    if (open)
        ptx_stop_open(r, lane, i, "its address", open);
    return ptx_memory(r, f, lane, &own, at, 8);
}

static uint64_t word_at(struct run *r, unsigned lane, const struct ptx_insn *i, struct place p)
{
    uint16_t open = 0;
    const uint64_t word = ptx_read_bytes(r, i, p, 8, &open, NULL);

    if (open)
        ptx_stop_open(r, lane, i, "its barrier", open);
    return word;
}

/* The operand behind the barrier, or what it is without one. */
static uint32_t count_of(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint32_t usual)
{
    uint16_t open = 0;
    const uint64_t v = i->sources > 1 ? ptx_get(r, f, lane, &i->s[1], &open) : usual;

    if (open)
        ptx_stop_open(r, lane, i, "its count", open);
    if (v > COUNT_MAX)
        ptx_stop(ptx_fault(r, PTX_BARRIER_OPERAND), i->line, "%s: thread %u: a count of %llu: at most %u", i->row->name,
                 PTX_WARP * r->now->number + lane, (unsigned long long)v, COUNT_MAX);
    return (uint32_t)v;
}

/* All that arrive, are expected, or drop; the barrier's word before it. */
static uint64_t change(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint32_t arrivals,
                       uint32_t drops, int32_t bytes)
{
    const struct place p = barrier_at(r, f, lane, i);
    const uint64_t before = word_at(r, lane, i, p);
    struct mbarrier m = of_word(before);

    if (arrivals > m.pending || drops > m.expected)
        ptx_stop(ptx_fault(r, PTX_BARRIER_OPERAND), i->line,
                 "%s: thread %u arrives, and of the %u arrivals of this phase %u are missing", i->row->name,
                 PTX_WARP * r->now->number + lane, m.expected, m.pending);
    m.bytes += bytes;
    m.pending -= arrivals;
    m.expected -= drops;
    if (m.pending == 0 && m.bytes == 0) {
        m.pending = m.expected;
        m.phase = !m.phase;
        finish(r, lane, UINT32_MAX, p.bytes);
    }
    const uint64_t after = to_word(m);
    memcpy(p.bytes, &after, 8);
    ptx_race_access(r, lane, i, p.bytes, 8, PTX_UPDATES, after);
    return before;
}

/* Is the phase over that it waits for? */
static bool is_complete(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t *hash)
{
    uint16_t open;
    const uint64_t token = ptx_get(r, f, lane, &i->s[1], &open);

    if (open)
        ptx_stop_open(r, lane, i, "the phase that it waits for", open);
    const struct place p = barrier_at(r, f, lane, i);
    const uint64_t word = word_at(r, lane, i, p);
    const bool is_odd = ptx_has(i, PTX_parity) ? token & 1 : of_word(token).phase;
    *hash = ptx_hash(*hash, (uintptr_t)p.bytes, word);
    if (of_word(word).phase == is_odd)
        return false;
    ptx_race_access(r, lane, i, p.bytes, 8, PTX_READS, word);
    return true;
}

void ptx_mbarrier(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    struct frame *f = g->frame;
    uint64_t hash = 0;

    PTX_LANES(lane, g->lanes) {
        uint16_t open;

        if (ptx_has(i, PTX_init) || ptx_has(i, PTX_inval)) {
            const struct place p = barrier_at(r, f, lane, i);
            const uint32_t count = count_of(r, f, lane, i, 0);
            const uint64_t word = to_word((struct mbarrier){ .expected = count, .pending = count });

            memcpy(p.bytes, &word, 8);
            for (unsigned k = 0; k < 8; k++)
                p.open[k] = ptx_has(i, PTX_init) ? 0 : r->unnamed;
            ptx_race_access(r, lane, i, p.bytes, 8, PTX_WRITES, word);
        } else if (ptx_has(i, PTX_test_wait) || ptx_has(i, PTX_try_wait)) {
            ptx_put(f, lane, &i->d, (struct ptx_type){ 'p', 1 }, is_complete(r, f, lane, i, &hash), 0);
        } else if (ptx_has(i, PTX_pending_count)) {
            const uint64_t token = ptx_get(r, f, lane, &i->s[0], &open);

            ptx_put(f, lane, &i->d, (struct ptx_type){ 'u', 32 }, of_word(token).pending, open);
        } else {
            const bool drops = ptx_has(i, PTX_arrive_drop), arrives = drops || ptx_has(i, PTX_arrive);
            const bool expects = ptx_has(i, PTX_expect_tx);
            const uint32_t count = count_of(r, f, lane, i, 1);
            const uint32_t arrivals = arrives ? expects ? 1 : count : 0;
            const int32_t bytes = expects ? (int32_t)count : ptx_has(i, PTX_complete_tx) ? -(int32_t)count : 0;

            ptx_put(f, lane, &i->d, i->type[0], change(r, f, lane, i, arrivals, drops ? arrivals : 0, bytes), 0);
        }
    }
    if (hash)
        ptx_has_read(g, i, PTX_SHARED_AT, hash);
}

/* ---- copies */

/* Read at most 16 bytes, of which those behind filled are 0, at an offset from the operands' addresses. */
static void begin(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t offset,
                  unsigned size, uint64_t filled, const uint8_t *barrier)
{
    struct ptx_insn from = *i, to = *i;
    uint16_t open, to_open;

    ptx_unset(&from, PTX_shared);
    ptx_unset(&to, PTX_global);
    if (r->copies == r->copies_room) {
        struct copy *more = ptx_take(r, 2 * r->copies_room + 64, sizeof *more);

        if (r->copies)
            memcpy(more, r->copy, r->copies * sizeof *more);
        ptx_give(r, r->copy);
        r->copy = more;
        r->copies_room = 2 * r->copies_room + 64;
    }
    struct copy *c = &r->copy[r->copies];
    *c = (struct copy){ .insn = i, .thread = PTX_WARP * r->now->place + lane, .size = size, .barrier = barrier };
    const uint64_t source = ptx_address(r, f, lane, &from, &i->s[1], &open) + offset;
    const uint64_t target = ptx_address(r, f, lane, &to, &i->s[0], &to_open) + offset;
    if (open || to_open)
        ptx_stop_open(r, lane, i, "its address", open ? open : to_open);
    for (unsigned b = 0; b < filled; b += 4) {
        const struct place p = ptx_memory(r, f, lane, &from, source + b, 4);
        uint32_t word = (uint32_t)ptx_read_bytes(r, i, p, 4, &open, NULL);

        ptx_race_access(r, lane, i, p.bytes, 4, PTX_READS, word);
        memcpy(c->bytes + b, &word, 4);
        memcpy(c->open + b, p.open, 4 * sizeof *p.open);
    }
    c->to = ptx_memory(r, f, lane, &to, target, size);
    const uint16_t copying = ptx_cause(r,
                                       (struct ptx_cause){ .what = PTX_COPYING, .line = i->line, .place = i->place });
    for (unsigned b = 0; b < size; b++)
        c->to.open[b] = copying;
    r->copies++;
    writes(r, lane, c);
}

void ptx_copy_async(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    if (r->groups == NULL)
        r->groups = ptx_take(r, r->warps * PTX_WARP, sizeof *r->groups);
    PTX_LANES(lane, g->lanes) {
        const unsigned thread = PTX_WARP * r->now->place + lane;
        uint16_t open;

        if (ptx_has(i, PTX_commit_group)) {
            r->groups[thread]++;
            for (unsigned k = 0; k < r->copies; k++)
                if (r->copy[k].thread == thread && r->copy[k].group == 0 && r->copy[k].barrier == NULL)
                    r->copy[k].group = r->groups[thread];
        } else if (ptx_has(i, PTX_wait_all)) {
            finish(r, lane, UINT32_MAX, NULL);
        } else if (ptx_has(i, PTX_wait_group)) {
            const uint64_t left = ptx_get(r, g->frame, lane, &i->s[0], &open);

            if (left < r->groups[thread])
                finish(r, lane, r->groups[thread] - (uint32_t)left, NULL);
        } else if (!ptx_has(i, PTX_mbarrier) || ptx_has(i, PTX_bulk)) {
            const bool is_bulk = ptx_has(i, PTX_bulk), has_filled = !is_bulk && i->sources > 3;
            const uint64_t size = ptx_get(r, g->frame, lane, &i->s[2], &open);
            const uint64_t filled = has_filled && !open ? ptx_get(r, g->frame, lane, &i->s[3], &open) : size;
            const unsigned part = is_bulk ? 16 : (unsigned)size;

            if (open)
                ptx_stop_open(r, lane, i, "the number of bytes", open);
            if (filled > size || filled % 4 || size % part || size > 1 << 20)
                ptx_stop(r, i->line, "cp.async: thread %u: %llu bytes read for %llu: expected %s", thread,
                         (unsigned long long)filled, (unsigned long long)size,
                         is_bulk ? "a multiple of 16" : "fewer, a multiple of 4");
            const uint8_t *barrier = is_bulk ? barrier_at(r, g->frame, lane, i).bytes : NULL;
            for (uint64_t at = 0; at < size; at += part)
                begin(r, g->frame, lane, i, at, part, is_bulk ? part : filled, barrier);
            if (is_bulk)
                change(r, g->frame, lane, i, 0, 0, -(int32_t)size);
        } else {
            finish(r, lane, UINT32_MAX, NULL);
            /* without .noinc it counts itself, and so changes nothing */
            change(r, g->frame, lane, i, ptx_has(i, PTX_noinc), 0, 0);
        }
    }
}
