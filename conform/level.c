/* SPDX-License-Identifier: Apache-2.0
 * level - see level.h: the calls of a level, from its table, what counts of their results, and both in files. */
#include "level.h"

#include <inttypes.h>

#define LEVEL_ADDRESS(name) &level_##name,
const struct level *const levels[] = { LEVELS(LEVEL_ADDRESS) NULL };

/* ---- the calls: drawn ones; and for each operand with bases, all values alike but in one bit of one element */

static unsigned elements_of(const struct level *level, unsigned lanes)
{
    return level->elements ? level->elements : lanes;
}

/* A call for each bit, and for each element. */
static size_t single_rows(const struct operand *o, unsigned elements)
{
    return o->bases * (o->form == LIST ? o->bits + elements : elements);
}

size_t level_rows(const struct level *level, const struct profile *profile, unsigned operation)
{
    size_t rows = level->drawn + (level->each >> operation & 1 ? profile->vlen : 0);

    if (level->rows != NULL)
        return level->rows(profile, operation);
    if (level->lacks >> operation & 1)
        return 0;
    for (const struct operand *o = level->operands; o->name != NULL; o++)
        rows += single_rows(o, elements_of(level, profile->lanes));
    return rows;
}

unsigned level_operations(const struct level *level)
{
    unsigned n = 0;

    while (level->operations[n].name != NULL)
        n++;
    return n;
}

size_t level_warps(const struct level *level, const struct profile *profile)
{
    size_t warps = 0;

    for (unsigned i = 0; i < level_operations(level); i++)
        warps += level_rows(level, profile, i);
    return warps;
}

static void flip(const struct operand *o, unsigned element, unsigned bit, struct call *c)
{
    if (o->form == LIST)
        operand_of(c, o)[element] ^= UINT64_C(1) << bit;
    else
        operand_of(c, o)[element / 64] ^= UINT64_C(1) << element % 64;
}

/* All values: random ones and their complements, zeros, ones. */
static void fill(const struct operand *o, unsigned base, uint64_t random, struct call *c)
{
    const uint64_t all[] = { random, ~random, 0, ~UINT64_C(0) };

    for (unsigned k = 0; k < c->points && base != AS_IS; k++)
        if (o->form == LIST)
            operand_of(c, o)[k] = low(all[base], o->bits);
        else if (bit_of(operand_of(c, o), k) != (base & 1))
            flip(o, k, 0, c);
}

static void single(size_t n, struct call *c)
{
    const unsigned elements = elements_of(c->level, c->lanes);
    const struct operand *o = c->level->operands, *value = o;

    for (; n >= single_rows(o, elements); o++)
        n -= single_rows(o, elements);
    while (value->at != c->level->value)
        value++;
    const unsigned at = (unsigned)n / o->bases, base = (unsigned)n % o->bases + (o->bases == 4 ? 0 : 2);
    const bool by_bit = o->form == LIST && at < o->bits;
    const unsigned element = by_bit ? elements / 4 + at % (elements / 2) : o->form == LIST ? at - o->bits : at;

    fill(value, c->level->plain(base, element, c), mixed(n), c);
    flip(value, element, by_bit && o == value ? at : 0, c);
    if (o != value)
        flip(o, element, by_bit ? at : 0, c);
    c->active = c->active ? c->active : shfl_all_lanes(c->lanes);
}

bool level_shows(const struct level *level, const struct fault *fault, unsigned operation)
{
    return fault->where >> level->first >> operation & 1 && !(level->lacks >> operation & 1);
}

void level_call(const struct level *level, const struct profile *profile, size_t n, struct call *c)
{
    unsigned operation = 0;

    for (size_t rows; n >= (rows = level_rows(level, profile, operation)); operation++)
        n -= rows;
    memset(c, 0, offsetof(struct call, ra));
    c->level = level;
    c->profile = profile;
    c->of = &level->operations[operation];
    c->pu = c->of->pu && (profile->predicate || !level->shuffle);
    c->op = c->of->op;
    c->is_signed = c->of->is_signed;
    c->lanes = c->points = c->bits = profile->lanes;
    c->active = shfl_all_lanes(profile->lanes);
    c->vlen = profile->vlen;
    for (unsigned k = 0; k < c->lanes && level->shuffle; k++) /* values that all differ, by their lowest bits */
        c->ra[k] = ((uint32_t)mixed(c->op << 40 | (uint64_t)n << 6 | k) & ~(c->lanes - 1)) | k;
    level->draw((unsigned)n, c);
    if (n >= level->drawn && level->plain != NULL)
        single(n - level->drawn, c);
}

/* ---- results */

void flags_of(struct result *r, unsigned points, uint64_t pu, uint64_t we)
{
    for (unsigned k = 0; k < points; k++)
        r->flags[k] = (uint16_t)((we >> k & 1 ? WRITTEN : 0) | (pu >> k & 1 ? PU : 0));
}

void right_result(const struct call *c, struct result *r)
{
    memset(r->flags, 0, c->points * sizeof *r->flags);
    if (c->level->right != NULL)
        c->level->right(c, r);
    else
        c->level->ask(c->level->golden, c, r);
}

void again(struct call *c, struct result *r)
{
    uint16_t before[POINTS_MAX];

    memcpy(before, r->flags, sizeof before);
    right_result(c, r);
    EACH_POINT(r->flags[k] = (uint16_t)((r->flags[k] & ~WRITTEN) | (before[k] & WRITTEN)))
}

void faulty_result(const struct call *c, const struct match *m, struct result *r)
{
    static struct call changed;

    right_result(c, r);
    if (c->level->shuffle) {
        faulty_shuffle(c, m->fault[0], m->fault[1], r);
    } else if (level_shows(c->level, m->fault[0], (unsigned)(c->of - c->level->operations))) {
        changed = *c;
        m->fault[0]->change(&changed, r, m->argument);
    }
}

bool counts(const struct call *c, const struct result *right, unsigned k)
{
    const unsigned r = right->flags[k];

    return !(r & OUTSIDE) && (!(r & WRITTEN) || c->pu || (c->of->rd && !(r & ANY)));
}

bool same(const struct call *c, const struct result *got, const struct result *right, unsigned k)
{
    const unsigned g = got->flags[k], r = right->flags[k];

    if (r & OUTSIDE)
        return true;
    if (g & (REFUSED | MISSING) || (g ^ r) & WRITTEN)
        return false;
    if (!(r & WRITTEN))
        return true;
    if (r & GARBAGE) /* of a fault */
        return g & GARBAGE || lane_with(c, got->rd[k], 0) == c->lanes;
    if (c->pu && (g ^ r) & PU)
        return false;
    if (!c->of->rd || r & ANY)
        return true;
    if (g & GARBAGE)
        return false;
    return !(g & OPEN)
        && (got->rd[k] == right->rd[k] || (r & AGNOSTIC && got->rd[k] == low(UINT64_MAX, (unsigned)c->sew)));
}

unsigned lane_with(const struct call *c, uint64_t value, unsigned near)
{
    for (unsigned k = near; k < c->lanes + near; k++)
        if (c->ra[k % c->lanes] == value)
            return k % c->lanes;
    return c->lanes;
}

unsigned result_sort(const struct call *c, const struct result *got, unsigned k)
{
    const unsigned flags = got->flags[k], sort = flags & (REFUSED | MISSING | GARBAGE);
    const bool is_value = c->level->shuffle && (flags & (WRITTEN | OPEN)) == WRITTEN && c->active >> k & 1;

    return sort == 0 && is_value && got->rd[k] != 0 && lane_with(c, got->rd[k], 0) == c->lanes ? GARBAGE : sort;
}

/* ---- files of operands and of right results */

static void write_mask(const uint64_t mask[], unsigned bits, FILE *file)
{
    unsigned digit = (bits + 3) / 4;

    while (digit > 1 && (mask[(digit - 1) / 16] >> 4 * ((digit - 1) % 16) & 15) == 0)
        digit--;
    while (digit-- > 0)
        putc("0123456789abcdef"[mask[digit / 16] >> 4 * (digit % 16) & 15], file);
}

static void write_call(struct call *c, FILE *file)
{
    fprintf(file, "%" PRIx64, c->op);
    for (const struct operand *o = c->level->operands; o->name != NULL; o++) {
        const uint64_t *at = operand_of(c, o);

        if (o->form == LIST && o->operations && !(o->operations >> c->op & 1))
            continue;
        if (o->form != LIST)
            putc(' ', file);
        if (o->form == MASK)
            write_mask(at, c->bits, file);
        else if (o->form == LIST)
            for (unsigned k = 0; k < c->points; k++)
                fprintf(file, " %" PRIx64, at[k]);
        else
            fprintf(file, "%" PRIx64, *at);
    }
}

static void write_result(const struct call *c, const struct result *r, FILE *file)
{
    uint64_t pu[MASK_WORDS] = { 0 }, we[MASK_WORDS] = { 0 };

    for (unsigned k = 0; k < c->points; k++) {
        const unsigned f = r->flags[k];

        if (c->of->rd && f & WRITTEN && !(f & (ANY | OUTSIDE | GARBAGE)))
            fprintf(file, "%s%" PRIx64, k ? " " : "", r->rd[k]);
        else
            fputs(k ? " x" : "x", file);
        pu[k / 64] |= (uint64_t)(c->of->pu && f & PU && f & WRITTEN) << k % 64;
        we[k / 64] |= (uint64_t)((f & WRITTEN) != 0) << k % 64;
    }
    for (unsigned i = 0; i < 2 && c->level->form == RESULTS; i++) {
        putc(' ', file);
        write_mask(i == 0 ? pu : we, c->points, file);
    }
}

/* A byte per lane: the lane that is read, 128 for a 0; and 64 in range. */
static void write_signature(const struct call *c, const struct result *r, FILE *file)
{
    for (unsigned k = 0; k < c->lanes; k++) {
        const unsigned f = r->flags[k], lane = r->rd[k] == 0 ? 128 : (unsigned)r->rd[k] & (c->lanes - 1);

        putc(f & OUTSIDE ? 255 : f & GARBAGE ? 254 : (int)(lane + (f & PU ? 64 : 0)), file);
    }
}

void level_write(const struct level *level, const struct profile *profile, bool results, const struct match *fault,
                 FILE *file)
{
    static const char *const call[] = { "idx", "up", "down", "xor" };
    static struct result r;
    static struct call c;

    for (size_t n = 0; n < level_warps(level, profile); n++) {
        level_call(level, profile, n, &c);
        if (fault)
            faulty_result(&c, fault, &r);
        else
            right_result(&c, &r);
        if (level->form == PACK && n % c.lanes != 0)
            continue;
        if (level->form == PACK && !results)
            fprintf(file, "%s %u", call[c.op], c.lanes - (unsigned)(c.label[0] >> 8));
        else if (level->form == PACK)
            fprintf(file, "%" PRIx64 " %" PRIx64, c.op, c.label[0]);
        else if (!results)
            write_call(&c, file);
        else if (level->form == SIGNATURE)
            write_signature(&c, &r, file);
        else
            write_result(&c, &r, file);
        if (level->form != SIGNATURE || !results)
            putc('\n', file);
    }
}
