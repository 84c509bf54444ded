/* SPDX-License-Identifier: Apache-2.0 */
/* race - two threads' accesses of the same bytes, one of them a write, that nothing orders. Barriers order, __syncwarp does, and
 * atomic accesses behind a fence; a shuffle does not. Each thread has a clock, and knows how far it has seen the others':
 * those of its warp one by one, the others' up to the last barrier of the whole block, or up to what it has acquired. */
#include "ptx_warp.h"

#include <stdio.h>

enum { OWN_READS = 4, READERS = 3, PAGE = 64, PAGES = 1 << 16, PAIRS = 64 };

struct access {
    const struct ptx_insn *insn; /* NULL: there was none */
    uint32_t block, epoch, clock;
    uint16_t thread;
    bool is_strong; /* atomic, volatile, relaxed: it races with no other of these, but for legacy() */
};

/* What has been done with four bytes, or where an access had fewer with one: the last write, strong writes since then, and
 * reads since the last of both. */
struct cell {
    struct access write, strong, read[READERS];
    uint32_t value[2]; /* of write and of strong */
    struct published *published;
    struct cell *bytes; /* [4], or NULL */
};

struct page {
    uintptr_t at;
    struct cell cell[PAGE];
    struct page *next;
};

/* What another thread learns from an atomic access: how far it may look back at each thread of the block. */
struct published {
    uint32_t block, epoch, blocks;
    uint32_t clock[];
};

/* Clocks of all threads of the block, and the vector that was made before. */
struct vector {
    struct vector *next;
    uint32_t clock[];
};

struct thread {
    uint32_t epoch, clock, fence; /* fence: its clock at the last one; 0: none */
    uint32_t warp[PTX_WARP];      /* of this epoch, as long as epoch is the block's */
    const uint32_t *others;       /* [threads], or NULL: what it has acquired in this epoch */
    uint32_t blocks;              /* of this number and before it acquired; 0: none */
    struct {
        const struct ptx_insn *insn;
        const uint8_t *byte;
    } read[OWN_READS]; /* the last ones, plain */
    unsigned reads;
};

/* Two instructions that race; one word alone of is_legacy() can be a flag, and is not told. A plain read of what others change by
 * compare-and-swap is held until the end: it is none of a race if its thread swaps that word, and so finds out. */
struct pair {
    const struct ptx_insn *insn[2], *read;
    const uint8_t *word;
    bool is_told;
    char held[PTX_WHY_MAX]; /* of read: what is to be told */
};

struct race {
    struct page *page[PAGES], *last;
    struct thread *thread;
    struct vector *vectors;
    uint32_t epoch; /* barriers of the whole block */
    uint32_t **arrived;
    struct pair pair[PAIRS];
    const struct ptx_insn *swapped[PAIRS]; /* reads that a compare-and-swap of the same word followed */
    unsigned pairs, swaps;
};

/* ---- what threads know */

static unsigned threads(const struct run *r) { return r->warps * PTX_WARP; }

static uint32_t *new_vector(struct run *r)
{
    struct vector *v = ptx_take(r, 1, sizeof *v + threads(r) * sizeof *v->clock);

    v->next = r->race->vectors;
    r->race->vectors = v;
    return v->clock;
}

static struct thread *known(struct run *r, unsigned t)
{
    struct race *a = r->race;
    struct thread *x = &a->thread[t];

    if (x->epoch != a->epoch) {
        memset(x->warp, 0, sizeof x->warp);
        x->others = NULL;
        x->epoch = a->epoch;
    }
    x->warp[t % PTX_WARP] = x->clock;
    return x;
}

/* How far a thread has seen another one. */
static uint32_t seen(const struct thread *x, unsigned t, unsigned other)
{
    const uint32_t in_warp = other / PTX_WARP == t / PTX_WARP ? x->warp[other % PTX_WARP] : 0;

    return x->others && x->others[other] > in_warp ? x->others[other] : in_warp;
}

static bool is_before(struct run *r, const struct access *a, unsigned t)
{
    const struct thread *x = known(r, t);

    if (a->insn == NULL || (a->block == r->block && (a->thread == t || a->epoch < r->race->epoch)))
        return true;
    if (a->block != r->block)
        return x->blocks > a->block;
    return a->clock <= seen(x, t, a->thread);
}

/* All that a thread knows, into clock[threads]; what is there is kept where it is newer. */
static void collect(struct run *r, unsigned t, uint32_t own, uint32_t *clock)
{
    const struct thread *x = known(r, t);

    for (unsigned u = 0; u < threads(r); u++) {
        const uint32_t c = u == t ? own : seen(x, t, u);

        clock[u] = c > clock[u] ? c : clock[u];
    }
}

/* A thread learns what clock[threads] says. */
static void learn(struct run *r, unsigned t, const uint32_t *clock)
{
    struct thread *x = known(r, t);
    uint32_t *both = NULL;

    for (unsigned u = 0; u < threads(r); u++) {
        if (clock[u] <= seen(x, t, u))
            continue;
        if (u / PTX_WARP == t / PTX_WARP) {
            x->warp[u % PTX_WARP] = clock[u];
            continue;
        }
        if (both == NULL) {
            both = new_vector(r);
            for (unsigned v = 0; x->others && v < threads(r); v++)
                both[v] = x->others[v];
            x->others = both;
        }
        both[u] = clock[u];
    }
}

/* ---- what orders */

static void clear(struct run *r, struct cell *c)
{
    struct cell *bytes = c->bytes;

    ptx_give(r, c->published);
    *c = (struct cell){ .bytes = bytes };
    for (unsigned k = 0; k < 4 && bytes; k++)
        clear(r, &bytes[k]);
}

void ptx_race_block(struct run *r)
{
    struct race *a = r->race;

    if (!r->l->races)
        return;
    if (a == NULL) {
        a = r->race = ptx_take(r, 1, sizeof *a);
        a->thread = ptx_take(r, threads(r), sizeof *a->thread);
        a->arrived = ptx_take(r, r->gang * BARRIERS + 2, sizeof *a->arrived);
    }
    a->epoch++;
    memset(a->thread, 0, threads(r) * sizeof *a->thread);
    memset(a->arrived, 0, (r->gang * BARRIERS + 2) * sizeof *a->arrived);
    while (a->vectors) {
        struct vector *next = a->vectors->next;

        ptx_give(r, a->vectors);
        a->vectors = next;
    }
    for (unsigned t = 0; t < threads(r); t++)
        a->thread[t].clock = 1;
    /* shared memory is another in each block */
    for (uintptr_t at = (uintptr_t)r->shared / (4 * PAGE);
         at <= ((uintptr_t)r->shared + ptx_shared_of(r, r->gang)) / (4 * PAGE); at++)
        for (struct page *p = a->page[at % PAGES]; p; p = p->next)
            if (p->at == at)
                for (unsigned k = 0; k < PAGE; k++)
                    clear(r, &p->cell[k]);
}

static void tick(struct run *r, uint32_t lanes, unsigned warp)
{
    PTX_LANES(k, lanes)
        r->race->thread[PTX_WARP * warp + k].clock++;
}

void ptx_race_warp(struct run *r, const struct warp *w, uint32_t lanes)
{
    uint32_t all[PTX_WARP] = { 0 }, blocks = 0;
    const uint32_t *others = NULL;
    bool differ = false;

    if (r->race == NULL)
        return;
    PTX_LANES(k, lanes) {
        const struct thread *x = known(r, PTX_WARP * w->place + k);

        for (unsigned u = 0; u < PTX_WARP; u++)
            all[u] = all[u] > x->warp[u] ? all[u] : x->warp[u];
        differ = differ || (x->others && others && x->others != others);
        others = x->others ? x->others : others;
        blocks = x->blocks > blocks ? x->blocks : blocks;
    }
    if (differ) {
        uint32_t *both = new_vector(r);

        PTX_LANES(k, lanes)
            collect(r, PTX_WARP * w->place + k, r->race->thread[PTX_WARP * w->place + k].clock, both);
        others = both;
    }
    PTX_LANES(k, lanes) {
        struct thread *x = &r->race->thread[PTX_WARP * w->place + k];

        memcpy(x->warp, all, sizeof all);
        x->others = others;
        x->blocks = blocks;
    }
    tick(r, lanes, w->place);
}

void ptx_race_arrive(struct run *r, const struct warp *w, uint32_t lanes, unsigned barrier)
{
    struct race *a = r->race;

    if (a == NULL)
        return;
    if (a->arrived[barrier] == NULL)
        a->arrived[barrier] = new_vector(r);
    PTX_LANES(k, lanes)
        collect(r, PTX_WARP * w->place + k, a->thread[PTX_WARP * w->place + k].clock, a->arrived[barrier]);
    tick(r, lanes, w->place);
}

void ptx_race_learn(struct run *r, const struct warp *w, uint32_t lanes, unsigned barrier)
{
    for (unsigned k = 0; k < PTX_WARP; k++)
        if (r->race && r->race->arrived[barrier] && lanes >> k & 1)
            learn(r, PTX_WARP * w->place + k, r->race->arrived[barrier]);
}

void ptx_race_barrier(struct run *r, unsigned barrier, const uint32_t lanes[GANG_WARPS])
{
    struct race *a = r->race;
    bool is_whole = true;
    uint32_t blocks = 0;

    if (a == NULL)
        return;
    for (unsigned n = 0; n < r->warps; n++)
        is_whole = is_whole && lanes[n] == r->warp[n].live;
    for (unsigned t = 0; t < threads(r); t++)
        if (lanes[t / PTX_WARP] >> t % PTX_WARP & 1)
            blocks = a->thread[t].blocks > blocks ? a->thread[t].blocks : blocks;
    for (unsigned n = 0; n < r->warps && !is_whole; n++)
        if (lanes[n])
            ptx_race_arrive(r, &r->warp[n], lanes[n], barrier);
    for (unsigned n = 0; n < r->warps && !is_whole; n++)
        ptx_race_learn(r, &r->warp[n], lanes[n], barrier);
    for (unsigned t = 0; t < threads(r); t++)
        if (lanes[t / PTX_WARP] >> t % PTX_WARP & 1)
            a->thread[t].blocks = blocks;
    a->epoch += is_whole;
    for (unsigned n = 0; n < r->warps && is_whole; n++)
        tick(r, lanes[n], n);
    a->arrived[barrier] = NULL;
}

void ptx_race_forget(struct run *r, unsigned barrier)
{
    if (r->race)
        r->race->arrived[barrier] = NULL;
}

void ptx_race_fence(struct run *r, uint32_t lanes)
{
    if (r->race == NULL)
        return;
    PTX_LANES(k, lanes)
        r->race->thread[PTX_WARP * r->now->place + k].fence = r->race->thread[PTX_WARP * r->now->place + k].clock;
    tick(r, lanes, r->now->place);
}

static void publish(struct run *r, struct cell *c, unsigned t, uint32_t own)
{
    const struct thread *x = known(r, t);
    struct published *p = c->published;

    if (p == NULL || p->block != r->block || p->epoch != r->race->epoch) {
        const uint32_t blocks = p ? p->blocks : 0;

        ptx_give(r, p);
        p = c->published = ptx_take(r, 1, sizeof *p + threads(r) * sizeof *p->clock);
        p->block = r->block;
        p->epoch = r->race->epoch;
        p->blocks = blocks;
    }
    collect(r, t, own, p->clock);
    p->blocks = x->blocks > p->blocks ? x->blocks : p->blocks;
    p->blocks = r->block + 1 > p->blocks ? r->block + 1 : p->blocks;
}

static void acquire(struct run *r, const struct cell *c, unsigned t)
{
    struct thread *x = known(r, t);

    if (c->published->block == r->block && c->published->epoch == r->race->epoch)
        learn(r, t, c->published->clock);
    x->blocks = x->blocks > c->published->blocks ? x->blocks : c->published->blocks;
}

/* ---- accesses */

static struct page *page_of(struct run *r, const uint8_t *byte)
{
    struct race *a = r->race;
    const uintptr_t at = (uintptr_t)byte / (4 * PAGE);
    struct page *p = a->last;

    if (p && p->at == at)
        return p;
    for (p = a->page[at % PAGES]; p && p->at != at; p = p->next)
        ;
    if (p == NULL) {
        p = ptx_take(r, 1, sizeof *p);
        p->at = at;
        p->next = a->page[at % PAGES];
        a->page[at % PAGES] = p;
    }
    return a->last = p;
}

static struct pair *pair_of(struct race *race, const struct ptx_insn *a, const struct ptx_insn *b, const uint8_t *word)
{
    for (unsigned k = 0; k < race->pairs; k++) {
        struct pair *p = &race->pair[k];

        if ((p->insn[0] == a && p->insn[1] == b) || (p->insn[0] == b && p->insn[1] == a))
            return p;
    }
    if (race->pairs == PAIRS)
        return NULL;
    race->pair[race->pairs] = (struct pair){ .insn = { a, b }, .word = word };
    return &race->pair[race->pairs++];
}

static void tell(struct run *r, const struct access *a, bool a_writes, const struct access *b, bool b_writes,
                 const uint8_t *byte, bool is_legacy)
{
    struct pair *pair = pair_of(r->race, a->insn, b->insn, byte);
    const struct access *read = !a_writes ? a : b_writes ? NULL : b, *write = read == a ? b : a;
    char what[PTX_NAME_MAX], other[24] = "", line[PTX_NAME_MAX + 4], text[PTX_WHY_MAX];

    if (pair == NULL || pair->is_told || (is_legacy && pair->word == byte))
        return;
    pair->is_told = true;
    const unsigned block = ptx_block(r, b->block, b->thread / PTX_WARP / r->own),
                   before = ptx_block(r, a->block, a->thread / PTX_WARP / r->own);
    if (before != block)
        snprintf(other, sizeof other, " of block %u", before);
    snprintf(line, sizeof line, a->insn == b->insn ? "too" : "in %s",
             ptx_line_text(r->l, ptx_at(r->l, a->insn->place, a->insn->line).line));
    snprintf(text, sizeof text, "thread %u of block %u %s %s here, thread %u%s %s it %s, and nothing orders them",
             b->thread % (PTX_WARP * r->own), block, b_writes ? "writes" : "reads",
             ptx_memory_text(r, byte, b->insn->type[0].bits / 8u, what), a->thread % (PTX_WARP * r->own), other,
             a_writes ? "writes" : "reads", line);
    if (read == NULL || read->is_strong || !ptx_has(write->insn, PTX_cas)) {
        ptx_tell(r, PTX_RACE, b->insn, a->insn, "%s", text);
        return;
    }
    pair->read = read->insn;
    pair->insn[0] = b->insn;
    pair->insn[1] = a->insn;
    memcpy(pair->held, text, sizeof pair->held);
}

static bool is_swapped(const struct race *a, const struct ptx_insn *read)
{
    unsigned k = 0;

    while (k < a->swaps && a->swapped[k] != read)
        k++;
    return k < a->swaps;
}

void ptx_race_end(struct run *r)
{
    for (unsigned k = 0; r->race && k < r->race->pairs; k++) {
        const struct pair *p = &r->race->pair[k];

        if (p->read && !is_swapped(r->race, p->read))
            ptx_tell(r, PTX_RACE, p->insn[0], p->insn[1], "%s", p->held);
    }
}

/* Volatile words of shared memory without a fence: lanes of a warp that rest on going together, as before Volta. */
static bool is_legacy(struct run *r, const struct access *a, const struct access *b, const struct cell *c,
                      const uint8_t *byte)
{
    return ptx_is_shared(r, byte) && a->thread / PTX_WARP == b->thread / PTX_WARP && a->insn
        && ptx_has(a->insn, PTX_volatile) && ptx_has(b->insn, PTX_volatile) && c->published == NULL
        && r->race->thread[b->thread].fence == 0;
}

/* An access now, behind one before. */
static void compare(struct run *r, const struct access *before, bool wrote, const struct access *now, bool writes,
                    const struct cell *c, const uint8_t *byte)
{
    const bool both = before->is_strong && now->is_strong;

    if (!is_before(r, before, now->thread) && (!both || is_legacy(r, before, now, c, byte)))
        tell(r, before, wrote, now, writes, byte, both);
}

static void access_cell(struct run *r, struct cell *c, const struct access *now, const uint8_t *byte,
                        enum ptx_access_kind kind, uint32_t value)
{
    const unsigned t = now->thread;
    const bool writes = kind != PTX_READS, stores = kind == PTX_WRITES;

    if (now->is_strong && c->published)
        acquire(r, c, t);
    if (!(stores && c->write.block == r->block && c->value[0] == value))
        compare(r, &c->write, true, now, writes, c, byte);
    if (!(stores && c->strong.block == r->block && c->value[1] == value && now->is_strong))
        compare(r, &c->strong, true, now, writes, c, byte);
    if (writes) {
        for (unsigned n = 0; n < READERS; n++)
            compare(r, &c->read[n], false, now, true, c, byte);
        memset(c->read, 0, sizeof c->read);
        c->strong = now->is_strong ? *now : (struct access){ 0 };
        if (!now->is_strong)
            c->write = *now;
        c->value[now->is_strong] = value;
    }
    if (kind != PTX_WRITES) {
        unsigned slot = 0;

        while (slot < READERS && c->read[slot].thread != t && !is_before(r, &c->read[slot], t))
            slot++;
        if (slot < READERS || t % 8 == 0)
            c->read[slot < READERS ? slot : t / 8 % READERS] = *now;
    }
    if (now->is_strong && writes) {
        const struct thread *x = known(r, t);

        if (ptx_has(now->insn, PTX_release) || ptx_has(now->insn, PTX_acq_rel))
            publish(r, c, t, x->clock);
        else if (x->fence)
            publish(r, c, t, x->fence);
        else if (kind == PTX_WRITES) {
            ptx_give(r, c->published);
            c->published = NULL;
        }
    }
}

void ptx_race_access(struct run *r, unsigned lane, const struct ptx_insn *i, const uint8_t *byte, unsigned size,
                     enum ptx_access_kind kind, uint64_t value)
{
    static const enum ptx_modifier strong[] = { PTX_volatile, PTX_relaxed, PTX_acquire, PTX_release, PTX_acq_rel };
    const unsigned t = PTX_WARP * r->now->place + lane;
    struct race *a = r->race;

    if (a == NULL)
        return;
    struct access now = { i, r->block, a->epoch, a->thread[t].clock, (uint16_t)t, kind == PTX_UPDATES };
    for (size_t k = 0; k < sizeof strong / sizeof *strong; k++)
        now.is_strong = now.is_strong || ptx_has(i, strong[k]);
    struct thread *own = &a->thread[t];
    for (unsigned n = 0; n < OWN_READS && kind == PTX_UPDATES && ptx_has(i, PTX_cas); n++)
        if (own->read[n].byte == byte && a->swaps < PAIRS && !is_swapped(a, own->read[n].insn))
            a->swapped[a->swaps++] = own->read[n].insn;
    if (kind == PTX_READS && !now.is_strong) {
        own->read[own->reads % OWN_READS].insn = i;
        own->read[own->reads++ % OWN_READS].byte = byte;
    }
    for (unsigned k = 0; k < size;) {
        const unsigned offset = (unsigned)((uintptr_t)(byte + k) % (4 * PAGE)), first = offset % 4;
        struct cell *c = &page_of(r, byte + k)->cell[offset / 4];

        if (size < 4 && c->bytes == NULL) {
            struct cell *bytes = ptx_take(r, 4, sizeof *bytes);

            for (unsigned n = 0; n < 4; n++) {
                bytes[n] = *c;
                bytes[n].value[0] = c->value[0] >> 8 * n & 0xff;
                bytes[n].value[1] = c->value[1] >> 8 * n & 0xff;
                bytes[n].published = n ? NULL : c->published;
            }
            c->published = NULL;
            c->bytes = bytes;
        }
        for (unsigned n = first; c->bytes && n < 4 && k + n - first < size; n++)
            access_cell(r, &c->bytes[n], &now, byte + k + n - first, kind,
                        (uint32_t)(value >> 8 * (k + n - first)) & 0xff);
        if (c->bytes == NULL)
            access_cell(r, c, &now, byte + k, kind, (uint32_t)(value >> 8 * k));
        k += 4 - first;
    }
    if (now.is_strong && kind != PTX_READS)
        a->thread[t].clock++;
}
