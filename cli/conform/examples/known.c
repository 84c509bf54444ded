/* SPDX-License-Identifier: Apache-2.0
 * known - what the levels see that are more than a shuffle.
 *
 *   known [VLEN]     the known faults, a line each: level, name, argument, points that differ, and the description, whose # is the
 *                    argument
 *   known drop LANES VLEN   for each operand and result of each operation, its bits and elements, and those that a peer may
 *                    leave out unseen: b5=1, if bit 5 is always 1, and 7=n, if element 7 is always the next one
 */
#include "cli/conform/kinds.h"

#include <stdlib.h>

static struct call c, changed;
static struct result want, got;

static void list(const struct profile *profile, enum level level)
{
    const struct kind *kind = kind_of(level);

    for (const struct fault *f = kind->faults; f->name != NULL; f++)
        for (unsigned argument = f->last > 0; argument <= f->last; argument++) {
            size_t differ = 0, first = 0;

            for (unsigned op = 0; op < kind_operations(kind); first += kind_rows(kind, profile, op++))
                for (size_t n = first; f->modes >> op & 1 && n < first + kind_rows(kind, profile, op); n++) {
                    kind_call(profile, level, n, &c);
                    kind_right(&c, &want);
                    got = want;
                    changed = c;
                    f->change(&changed, &got, argument);
                    EACH_POINT_OF(&c, differ += !kind_same(&c, &got, &want, k))
                }
            printf("%s\t%s\t%u\t%zu\t%s\n", level_name[level], f->name, argument, differ, f->says);
        }
}

/* An element of an operand, or a bit of all elements, that is always 0, always 1, or that of the next element. */
enum { ZERO, ONE, NEXT, STUCK };

static uint64_t *of(const struct operand *o, struct call *call) { return (uint64_t *)((char *)call + o->at); }

static unsigned count_of(const struct operand *o, const struct call *call)
{
    return o->form == LIST ? call->points - o->less
         : o->form == MASK ? (call->bits < call->points ? call->bits : call->points)
                           : 1;
}

static void set(uint64_t *word, unsigned bit, bool to)
{
    *word = (*word & ~(UINT64_C(1) << bit)) | (uint64_t)to << bit;
}

static void stick(const struct operand *o, bool is_bit, unsigned at, unsigned as)
{
    uint64_t *list = of(o, &changed);
    const unsigned count = count_of(o, &changed);

    if (o->form == MASK)
        set(&list[at / 64], at % 64, as == ONE);
    else if (!is_bit)
        list[at] = as == ZERO ? 0 : as == ONE ? low(UINT64_MAX, o->bits) : list[(at + 1) % count];
    else
        for (unsigned k = 0; k < count; k++)
            set(&list[k], at, as == ONE);
}

/* Whether a call shows it, by the results of those that get one. */
static bool shows(const struct operand *o, bool is_bit, unsigned at, unsigned as)
{
    if (!is_bit && at >= count_of(o, &c))
        return false;
    kind_right(&c, &want);
    changed = c;
    stick(o, is_bit, at, as);
    got = want;
    again(&changed, &got);
    EACH_POINT_OF(&c, if (!kind_same(&c, &got, &want, k)) return true)
    return false;
}

/* The bits that are ever set, and the elements that there are; and of the results, the bits that are ever set and ever not. */
static void extent(const struct profile *profile, enum level level, size_t first, size_t rows, const struct operand *o,
                   unsigned *bits, unsigned *elements)
{
    uint64_t ones = 0, zeros = 0;

    *elements = 0;
    for (size_t n = first; n < first + rows; n++) {
        kind_call(profile, level, n, &c);
        if (o == NULL)
            kind_right(&c, &want);
        const unsigned count = o ? count_of(o, &c) : c.points;
        for (unsigned k = 0; k < count; k++)
            if (o ? o->form != MASK : want.flags[k] & WRITTEN && !(want.flags[k] & ANY)) {
                ones |= o ? of(o, &c)[k] : want.rd[k];
                zeros |= o ? UINT64_MAX : ~want.rd[k];
            }
        *elements = count > *elements && !(o && (o->form == NUMBER || o->form == DECIMAL)) ? count : *elements;
    }
    *bits = (unsigned)__builtin_popcountll(o && o->bits < 64 ? ones & ((UINT64_C(1) << o->bits) - 1) : ones & zeros);
}

/* Level, operation, operand, its bits and elements, and those that may be stuck unseen. */
static void drops(const struct profile *profile, enum level level, unsigned op, size_t first, const struct operand *o)
{
    const size_t rows = kind_rows(kind_of(level), profile, op);
    size_t n[STUCK] = { 0 };
    unsigned bits, elements;

    extent(profile, level, first, rows, o, &bits, &elements);
    if (o && o->predicates >> kind_of(level)->operations[op].op & 1)
        bits = 1;
    printf("%s\t%s\t%s\t%u\t%u\t", level_name[level], kind_of(level)->operations[op].name, o ? o->name : "rd", bits,
           elements);
    for (unsigned at = 0; o && at < bits + elements; at++)
        for (unsigned as = ZERO; as < STUCK; as++) {
            const bool is_bit = at < bits;
            size_t i = 0;

            if ((as == NEXT && (is_bit || o->form != LIST)) || (as == ONE && elements == 0))
                continue;                                       /* a number that is larger may be none */
            for (; i < rows; i++, n[as] = (n[as] + 1) % rows) { /* the next one shows here, or behind it */
                kind_call(profile, level, first + n[as], &c);
                if (shows(o, is_bit, is_bit ? at : at - bits, as))
                    break;
            }
            if (i == rows)
                printf("%s%u=%c ", is_bit ? "b" : "", is_bit ? at : at - bits, "01n"[as]);
        }
    putchar('\n');
}

int main(int argc, char **argv)
{
    const bool drop = argc > 3 && strcmp(argv[1], "drop") == 0;
    struct profile profile = profile_ptx(drop ? (unsigned)atoi(argv[2]) : 32);

    if (argc > 1)
        profile.vlen = (unsigned)atoi(argv[argc - 1]);
    for (enum level level = SHUFFLES; level < LEVELS; level++) {
        const struct kind *kind = kind_of(level);
        size_t first = 0;

        for (unsigned op = 0; drop && op < kind_operations(kind); first += kind_rows(kind, &profile, op++)) {
            for (const struct operand *o = kind->operands; o->name != NULL; o++)
                if (o->bits && (!o->readers || o->readers >> kind->operations[op].op & 1))
                    drops(&profile, level, op, first, o);
            if (kind->operations[op].rd)
                drops(&profile, level, op, first, NULL);
        }
        if (!drop)
            list(&profile, level);
    }
    return 0;
}
