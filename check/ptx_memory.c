/* SPDX-License-Identifier: Apache-2.0 */
/* memory - loads, stores and atomics: buffers, variables, shared and local memory, parameters, each within its bounds. */
#include "ptx_warp.h"

#include "ptx_meaning.h"

#include <stdio.h>

/* Where dynamic shared memory begins, and any variable. */
static uint32_t dynamic_begin(const struct run *r) { return r->shared_size - r->l->dynamic_shared; }
static uint32_t begin_of(const struct run *r, const struct ptx_variable *v)
{
    return v->is_shared && v->size == 0 ? dynamic_begin(r) : v->at;
}

static const uint8_t *bytes_of(const struct run *r, const struct ptx_variable *v)
{
    return (v->is_shared ? r->shared : r->m->global) + begin_of(r, v);
}

_Noreturn static void stop_access(struct run *r, enum ptx_fault fault, unsigned lane, const struct ptx_insn *i,
                                  uint64_t at, unsigned size, const char *where)
{
    ptx_stop(ptx_fault(r, fault), i->line, "%s: thread %u of block %u: %u bytes at 0x%llx: %s", i->row->name,
             PTX_WARP * r->now->number + lane, r->now->block, size, (unsigned long long)at, where);
}

static struct place place_of(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t at,
                             unsigned size)
{
    struct ptx_launch *l = r->l;
    char where[160];

    if (ptx_has(i, PTX_param)) {
        if (at > f->f->param_size || size > f->f->param_size - at)
            stop_access(r, PTX_OUT_OF_BOUNDS, lane, i, at, size, "outside the parameters");
        const size_t from = (size_t)lane * f->f->param_size + at;
        return (struct place){ f->param + from, f->param_open + from, NULL, false, false };
    }
    const bool is_shared = ptx_has(i, PTX_shared), is_local = ptx_has(i, PTX_local);
    if (is_shared || (at >> 32 == PTX_SHARED_AT >> 32 && !is_local && !ptx_has(i, PTX_global))) {
        uint64_t offset = is_shared ? at : at - PTX_SHARED_AT;
        const unsigned block = offset >> 24 ? (unsigned)(offset >> 24) - 1 : r->now->place / r->own;

        offset = block < r->gang ? offset & 0xffffff : offset;

        if (offset >= PTX_DYNAMIC_AT && offset < PTX_RESERVED_AT)
            offset += dynamic_begin(r) - PTX_DYNAMIC_AT;
        if (offset >= PTX_RESERVED_AT && offset + size <= PTX_RESERVED_AT + PTX_RESERVED_SIZE) {
            offset += r->shared_size - PTX_RESERVED_AT;
        } else if (offset > r->shared_size || size > r->shared_size - offset) {
            snprintf(where, sizeof where, "outside the block's %u bytes of shared memory%s", r->shared_size,
                     r->l->dynamic_shared ? "" : " (--shared BYTES adds to it)");
            stop_access(r, PTX_OUT_OF_BOUNDS, lane, i, at, size, where);
        }
        offset += ptx_shared_of(r, block);
        return (struct place){ r->shared + offset, r->shared_open + offset, NULL, true, true };
    }
    if (is_local || (at >> 32 == PTX_LOCAL_AT >> 32 && !ptx_has(i, PTX_global))) {
        const uint64_t offset = is_local ? at : at - PTX_LOCAL_AT, end = f->local_at + f->f->local_size;

        if (r->now->local == NULL || offset > end || size > end - offset)
            stop_access(r, PTX_OUT_OF_BOUNDS, lane, i, at, size, "outside the thread's local memory");
        return (struct place){ r->now->local + (size_t)lane * r->local_max + offset,
                               r->now->local_open + (size_t)lane * r->local_max + offset, NULL, false, false };
    }
    if (at >= PTX_GLOBAL_AT && at - PTX_GLOBAL_AT < r->m->global_size
        && size <= r->m->global_size - (at - PTX_GLOBAL_AT))
        return (struct place){ r->m->global + (at - PTX_GLOBAL_AT), r->global_open + (at - PTX_GLOBAL_AT), NULL, false,
                               true };
    if (at - PTX_GRID_AT < sizeof r->workspace && size <= sizeof r->workspace - (at - PTX_GRID_AT))
        return (struct place){ r->workspace + (at - PTX_GRID_AT), r->workspace_open + (at - PTX_GRID_AT), NULL, false,
                               true };
    if (l->unknown != NULL && at >= PTX_UNKNOWN_AT && at < PTX_GLOBAL_AT) {
        static uint8_t bytes[8];
        static uint16_t open[8];

        for (unsigned k = 0; k < 8; k++)
            open[k] = ptx_cause(
                r, (struct ptx_cause){ .what = PTX_UNKNOWN_NAME, .reg = (uint32_t)((at - PTX_UNKNOWN_AT) >> 32) });
        return (struct place){ bytes, open, NULL, false, false };
    }
    snprintf(where, sizeof where, "no buffer is there");
    for (unsigned b = 0; b < l->buffers; b++) {
        struct ptx_buffer *buffer = &l->buffer[b];

        if (at >= buffer->at && at - buffer->at < buffer->size && size <= buffer->size - (at - buffer->at))
            return (struct place){ buffer->bytes + (at - buffer->at), buffer->open + (at - buffer->at), buffer, false,
                                   true };
        if (at >= buffer->at + buffer->size && at - buffer->at - buffer->size < UINT64_C(1) << 24)
            snprintf(where, sizeof where, "%llu bytes behind the end of buffer %u, which has %llu bytes",
                     (unsigned long long)(at - buffer->at - buffer->size), b, (unsigned long long)buffer->size);
        else if (at < buffer->at && buffer->at - at < UINT64_C(1) << 20 && strncmp(where, "no ", 3) == 0)
            snprintf(where, sizeof where, "%llu bytes before buffer %u", (unsigned long long)(buffer->at - at), b);
    }
    stop_access(r, PTX_OUT_OF_BUFFER, lane, i, at, size, where);
}

struct place ptx_memory(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t at,
                        unsigned size)
{
    const struct place p = place_of(r, f, lane, i, at, size);

    if (at % size != 0)
        stop_access(r, PTX_MISALIGNED, lane, i, at, size, "not aligned to its size");
    return p;
}

uint64_t ptx_address(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i,
                     const struct ptx_operand *o, uint16_t *open)
{
    const uint64_t at = ptx_get(r, f, lane, o, open);

    if (*open && r->l->decide == NULL)
        ptx_stop_open(r, lane, i, "its address", *open);
    if (o->kind != PTX_REG)
        return at;
    /* a 32-bit register is an address within its space */
    return f->f->reg[o->reg].type.bits == 32 ? (uint32_t)(at + o->imm) : at + o->imm;
}

/* The module's variable that has this byte, or NULL. */
static const struct ptx_variable *variable_at(const struct run *r, const uint8_t **at)
{
    const uint8_t *byte = *at;

    if (ptx_is_shared(r, byte)) /* in the first block's */
        *at = byte -= (size_t)(byte - r->shared) / ptx_shared_of(r, 1) * ptx_shared_of(r, 1);
    for (uint32_t k = 0; k < r->m->variables; k++) {
        const struct ptx_variable *v = &r->m->variable[k];
        const uint8_t *bytes = bytes_of(r, v), *end = v->size ? bytes + v->size : r->shared + r->shared_size;

        if (byte >= bytes && byte < end && (v->size || v->is_shared))
            return v;
    }
    return NULL;
}

const char *ptx_memory_text(const struct run *r, const uint8_t *byte, unsigned size, char text[PTX_NAME_MAX])
{
    const bool is_shared = ptx_is_shared(r, byte);
    const struct ptx_variable *v = variable_at(r, &byte);

    snprintf(text, PTX_NAME_MAX, is_shared ? "shared memory" : "global memory");
    if (v && v->size == size)
        snprintf(text, PTX_NAME_MAX, "%.140s", v->name);
    else if (v)
        snprintf(text, PTX_NAME_MAX, "%.140s[%u]", v->name, (unsigned)(byte - bytes_of(r, v)) / size);
    for (unsigned b = 0; b < r->l->buffers; b++) {
        const struct ptx_buffer *buffer = &r->l->buffer[b];

        if (byte >= buffer->bytes && byte < buffer->bytes + buffer->size && buffer->name)
            snprintf(text, PTX_NAME_MAX, "%.140s[%llu]", buffer->name,
                     (unsigned long long)(byte - buffer->bytes) / size);
    }
    return text;
}

/* A value that nothing has written is first read at i. */
uint64_t ptx_read_bytes(struct run *r, const struct ptx_insn *i, struct place p, unsigned size, uint16_t *open,
                        uint64_t *bits)
{
    uint64_t v = 0, undefined = 0;

    for (unsigned k = 0; k < size; k++) {
        const uint8_t *byte = p.bytes + k;
        const struct ptx_variable *of = p.open[k] == r->unnamed ? variable_at(r, &byte) : NULL;

        if (of)
            p.open[k] = ptx_cause(r, (struct ptx_cause){ .what = PTX_UNWRITTEN_VARIABLE,
                                                         .line = of->line,
                                                         .reg = (uint32_t)(byte - k - bytes_of(r, of)),
                                                         .variable = of,
                                                         .element = size });
        v |= (uint64_t)p.bytes[k] << 8 * k;
        undefined |= (ptx_open_bits(r, p.open[k]) & 0xff) << 8 * k;
        *open = *open ? *open : p.open[k];
    }
    if (*open && r->l->cause[*open].place == 0)
        r->l->cause[*open].place = i->place;
    if (bits)
        *bits = undefined;
    return v;
}

uint64_t ptx_read_at(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t at,
                     unsigned size, uint16_t *open)
{
    return ptx_read_bytes(r, i, ptx_memory(r, f, lane, i, at, size), size, open, NULL);
}

static void write_bytes(struct run *r, struct place p, unsigned size, uint64_t v, uint16_t open, struct ptx_type type)
{
    for (unsigned k = 0; k < size; k++) {
        p.bytes[k] = (uint8_t)(v >> 8 * k);
        p.open[k] = ptx_partly(r, open, ptx_open_bits(r, open) >> 8 * k, 8);
    }
    if (p.buffer && !p.buffer->is_typed) {
        p.buffer->element = size;
        p.buffer->is_float = type.letter == 'f' || (type.letter == 'b' && p.buffer->is_float);
    }
}

static bool spoil_range(uint64_t at, uint64_t from, uint64_t size, uint16_t *open, uint16_t cause)
{
    if (at < from || at - from >= size)
        return false;
    for (uint64_t k = 0; k < size; k++)
        open[k] = cause;
    return true;
}

/* A store to an undefined address: undefined is the variable that has the address, as it would be, or else its space. */
static void spoil(struct run *r, struct frame *f, unsigned lane, const struct ptx_insn *i, uint64_t at, uint16_t cause)
{
    uint16_t *local = r->now->local_open ? r->now->local_open + (size_t)lane * r->local_max : NULL;
    const bool is_shared = ptx_has(i, PTX_shared), is_local = ptx_has(i, PTX_local), is_global = ptx_has(i, PTX_global);
    bool found = false;

    at += is_shared ? PTX_SHARED_AT : is_local ? PTX_LOCAL_AT : 0;
    for (uint32_t k = 0; k < r->m->variables && !found; k++) {
        const struct ptx_variable *v = &r->m->variable[k];

        found = v->is_shared ? spoil_range(at, PTX_SHARED_AT + v->at, v->size, r->shared_open + begin_of(r, v), cause)
                             : spoil_range(at, PTX_GLOBAL_AT + v->at, v->size, r->global_open + v->at, cause);
    }
    for (; f && local && !found; f = f->up)
        found = spoil_range(at, PTX_LOCAL_AT + f->local_at, f->f->local_size, local + f->local_at, cause);
    for (unsigned b = 0; b < r->l->buffers && !found; b++)
        found = spoil_range(at, r->l->buffer[b].at, r->l->buffer[b].size, r->l->buffer[b].open, cause);
    const bool in_shared = at >> 32 == PTX_SHARED_AT >> 32, in_local = at >> 32 == PTX_LOCAL_AT >> 32;
    if (found)
        return;
    if (is_shared || (!is_local && !is_global && !in_local))
        spoil_range(0, 0, r->shared_size, r->shared_open, cause);
    if (local && (is_local || (!is_shared && !is_global && !in_shared)))
        spoil_range(0, 0, r->local_max, local, cause);
    if (is_global || (!is_shared && !is_local && !in_shared && !in_local)) {
        spoil_range(0, 0, r->m->global_size, r->global_open, cause);
        for (unsigned b = 0; b < r->l->buffers; b++)
            spoil_range(0, 0, r->l->buffer[b].size, r->l->buffer[b].open, cause);
    }
}

void ptx_load_store(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    const bool loads = i->row->what == PTX_LOAD;
    const struct ptx_operand *at = &i->s[0], *data = loads ? &i->d : &i->s[1];
    const unsigned size = i->type[0].bits / 8u, parts = ptx_elements(data);
    uint64_t hash = 0, first = 0;

    PTX_LANES(lane, g->lanes) {
        uint16_t unknown;
        const uint64_t where = ptx_address(r, g->frame, lane, i, at, &unknown);

        if (unknown && !loads)
            spoil(r, g->frame, lane, i, where, unknown);
        for (unsigned k = 0; k < parts; k++) {
            const struct ptx_operand *one = ptx_element(r, data, k);
            uint16_t open = 0;

            if (unknown) {
                if (loads)
                    ptx_put(g->frame, lane, one, i->type[0], 0, unknown);
                continue;
            }
            const struct place p = ptx_memory(r, g->frame, lane, i, where + k * size, size);
            if (where % (size * parts) != 0)
                stop_access(r, PTX_MISALIGNED, lane, i, where, size * parts, "not aligned to its size");
            if (loads) {
                uint64_t bits;
                const uint64_t v = ptx_read_bytes(r, i, p, size, &open, &bits);
                if (p.is_watched)
                    ptx_race_access(r, lane, i, p.bytes, size, PTX_READS, v);
                ptx_put_bits(r, g->frame, lane, one, i->type[0], v, open, bits);
                first = hash ? first : where;
                hash = ptx_hash(hash, where, v);
            } else {
                const uint64_t v = ptx_get_bits(r, g->frame, lane, one, &open);
                if (p.is_watched)
                    ptx_race_access(r, lane, i, p.bytes, size, PTX_WRITES, v);
                write_bytes(r, p, size, v, open, i->type[0]);
            }
        }
    }
    if (loads && !ptx_has(i, PTX_param) && !ptx_has(i, PTX_local))
        ptx_has_read(g, i, first, hash);
}

/* What a discarded line of a cache held is undefined. */
void ptx_discard(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    const uint16_t open = ptx_cause(r, (struct ptx_cause){ .what = PTX_UNWRITTEN_MEMORY, .line = i->line });
    const unsigned size = 128;

    PTX_LANES(lane, g->lanes) {
        uint16_t unknown;
        const uint64_t at = ptx_address(r, g->frame, lane, i, &i->s[0], &unknown);

        if (unknown) {
            spoil(r, g->frame, lane, i, at, unknown);
            continue;
        }
        const struct place p = ptx_memory(r, g->frame, lane, i, at, size);
        for (unsigned k = 0; k < size; k++)
            p.open[k] = open;
    }
}

/* Lane by lane, the lowest first. */
void ptx_atomic(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    const unsigned size = i->type[0].bits / 8u;
    ptx_meaning *const meaning = ptx_meaning_of(i);
    uint64_t hash = 0, first = 0;

    PTX_LANES(lane, g->lanes) {
        uint64_t x[PTX_SOURCES] = { 0 };
        uint16_t open = 0, other;

        const uint64_t at = ptx_address(r, g->frame, lane, i, &i->s[0], &other);
        if (other) {
            spoil(r, g->frame, lane, i, at, other);
            ptx_put(g->frame, lane, &i->d, i->type[0], 0, other);
            continue;
        }
        const struct place p = ptx_memory(r, g->frame, lane, i, at, size);
        x[0] = ptx_read_bytes(r, i, p, size, &open, NULL);
        if (p.is_watched)
            ptx_race_access(r, lane, i, p.bytes, size, PTX_UPDATES, x[0]);
        const uint16_t before = open = ptx_partly(r, open, UINT64_MAX, 64);
        for (unsigned k = 1; k < i->sources; k++) {
            x[k] = ptx_get(r, g->frame, lane, &i->s[k], &other) & ptx_bits(i->type[0].bits);
            open = open ? open : other;
        }
        /* in global memory sums of f32 have no denormals, whatever the text says; in shared memory they have */
        const bool flushes = ptx_has(i, PTX_add) && i->type[0].letter == 'f' && size == 4 && !p.is_shared;
        struct ptx_insn as = *i;
        if (flushes)
            ptx_set(&as, PTX_ftz);
        const uint64_t v = meaning(&as, x);
        write_bytes(r, p, size, v, ptx_has(i, PTX_exch) ? 0 : open, i->type[0]);
        ptx_put(g->frame, lane, &i->d, i->type[0], x[0], before);
        first = hash ? first : at;
        hash = ptx_hash(hash, at, x[0]);
    }
    ptx_has_read(g, i, first, hash);
}

/* cvta: between an address within a space and one in the space of all. */
void ptx_convert_address(struct run *r, struct fragment *g, const struct ptx_insn *i)
{
    const uint64_t window = ptx_has(i, PTX_shared) ? PTX_SHARED_AT
                          : ptx_has(i, PTX_local)  ? PTX_LOCAL_AT
                                                   : 0; /* others have the same addresses in both */

    PTX_LANES(lane, g->lanes) {
        uint16_t open;
        const uint64_t v = ptx_get(r, g->frame, lane, &i->s[0], &open);

        ptx_put(g->frame, lane, &i->d, i->type[0], ptx_has(i, PTX_to) ? v - window : v + window, open);
    }
}
