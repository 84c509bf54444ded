/* SPDX-License-Identifier: Apache-2.0
 * kinds - see kinds.h: the calls of a level, from its table, and the judgement of a peer's results. */
#include "kinds.h"
#include "lib/options.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct kind *const kinds[] = { &kind_ballot,    &kind_match,        &kind_reduce, &kind_rvv_gather,
                                            &kind_rvv_slide, &kind_rvv_compress, &kind_tile,   &kind_coalesced,
                                            &kind_barrier,   &kind_block_shuffle };

const struct kind *kind_of(enum level level) { return level < SHUFFLES ? NULL : kinds[level - SHUFFLES]; }
const char *kind_about(enum level level) { return level < SHUFFLES ? level_about[level] : kind_of(level)->about; }

/* ---- the calls: drawn ones; and for each operand with bases, all values alike but in one bit of one element */

static uint64_t *field(const struct operand *o, struct call *c) { return (uint64_t *)((char *)c + o->at); }

static unsigned elements_of(const struct kind *kind, unsigned lanes) { return kind->elements ? kind->elements : lanes; }

/* A warp for each bit, and for each element. */
static size_t single_rows(const struct operand *o, unsigned elements)
{
    return o->bases * (o->form == LIST ? o->bits + elements : elements);
}

size_t kind_rows(const struct kind *kind, const struct profile *profile, unsigned operation)
{
    size_t rows = kind->drawn + (kind->each >> operation & 1 ? profile->vlen : 0);

    for (const struct operand *o = kind->operands; o->name != NULL; o++)
        rows += single_rows(o, elements_of(kind, profile->lanes));
    return rows;
}

unsigned kind_operations(const struct kind *kind)
{
    unsigned n = 0;

    while (kind->operations[n].name != NULL)
        n++;
    return n;
}

size_t kind_warps(enum level level, const struct profile *profile)
{
    const struct kind *kind = kind_of(level);
    size_t warps = 0;

    for (unsigned i = 0; i < kind_operations(kind); i++)
        warps += kind_rows(kind, profile, i);
    return warps;
}

static void flip(const struct operand *o, unsigned element, unsigned bit, struct call *c)
{
    if (o->form == LIST)
        field(o, c)[element] ^= UINT64_C(1) << bit;
    else
        field(o, c)[element / 64] ^= UINT64_C(1) << element % 64;
}

/* All values: random ones and their complements, zeros, ones. */
static void fill(const struct operand *o, unsigned base, uint64_t random, struct call *c)
{
    const uint64_t all[] = { random, ~random, 0, ~UINT64_C(0) };

    for (unsigned k = 0; k < c->points && base != AS_IS; k++)
        if (o->form == LIST)
            field(o, c)[k] = low(all[base], o->bits);
        else if (bit_of(field(o, c), k) != (base & 1))
            flip(o, k, 0, c);
}

static void single(size_t n, struct call *c)
{
    const unsigned elements = elements_of(c->kind, c->lanes);
    const struct operand *o = c->kind->operands, *value = o;

    for (; n >= single_rows(o, elements); o++)
        n -= single_rows(o, elements);
    while (value->at != c->kind->value)
        value++;
    const unsigned at = (unsigned)n / o->bases, base = (unsigned)n % o->bases + (o->bases == 4 ? 0 : 2);
    const bool by_bit = o->form == LIST && at < o->bits;
    const unsigned element = by_bit ? elements / 4 + at % (elements / 2) : o->form == LIST ? at - o->bits : at;

    fill(value, c->kind->plain(base, element, c), mixed(n), c);
    flip(value, element, by_bit && o == value ? at : 0, c);
    if (o != value)
        flip(o, element, by_bit ? at : 0, c);
    c->active = c->active ? c->active : shfl_all_lanes(c->lanes);
}

void kind_call(const struct profile *profile, enum level level, size_t n, struct call *c)
{
    const struct kind *kind = kind_of(level);
    unsigned operation = 0;

    for (; n >= kind_rows(kind, profile, operation); operation++)
        n -= kind_rows(kind, profile, operation);
    memset(c, 0, sizeof *c);
    c->kind = kind;
    c->of = &kind->operations[operation];
    c->op = c->of->op;
    c->is_signed = c->of->is_signed;
    c->lanes = c->points = c->bits = profile->lanes;
    c->active = shfl_all_lanes(profile->lanes);
    c->vlen = profile->vlen;
    kind->draw((unsigned)n, c);
    if (n >= kind->drawn && kind->plain != NULL)
        single(n - kind->drawn, c);
}

/* ---- results */

void flags_of(struct result *r, unsigned points, uint64_t pu, uint64_t we)
{
    for (unsigned k = 0; k < points; k++)
        r->flags[k] = (uint8_t)((we >> k & 1 ? WRITTEN : 0) | (pu >> k & 1 ? PU : 0));
}

void kind_right(const struct call *c, struct result *r)
{
    memset(r->flags, 0, c->points);
    r->state = GIVEN;
    c->kind->right(c, r);
}

void again(struct call *c, struct result *r)
{
    uint8_t before[POINTS_MAX];

    memcpy(before, r->flags, sizeof before);
    kind_right(c, r);
    EACH_POINT(r->flags[k] = (uint8_t)((r->flags[k] & ~WRITTEN) | (before[k] & WRITTEN)))
}

bool kind_same(const struct call *c, const struct result *got, const struct result *want, unsigned k)
{
    const uint8_t g = got->flags[k], r = want->flags[k];

    if ((g ^ r) & WRITTEN)
        return false;
    if (!(r & WRITTEN) || r & ANY)
        return true;
    return (!c->of->rd
            || (!(g & OPEN)
                && (got->rd[k] == want->rd[k] || (r & AGNOSTIC && got->rd[k] == low(UINT64_MAX, (unsigned)c->sew)))))
        && (!c->of->pu || !((g ^ r) & PU));
}

static bool is_right(const struct call *c, const struct result *got, const struct result *want)
{
    EACH_POINT(if (!kind_same(c, got, want, k)) return false)
    return true;
}

/* ---- a peer's results */

void kind_ask(struct sheet *s, void *function, size_t n)
{
    static const uint64_t untouched = UINT64_C(0xa5a5a5a55a5a5a5a);
    struct result *r = &s->result[n];
    static struct call c;

    kind_call(s->profile, s->level, n, &c);
    memset(r->flags, 0, sizeof r->flags);
    for (unsigned k = 0; k < c.points + BEYOND; k++)
        r->rd[k] = untouched;
    const int refused = c.kind->ask(function, &c, r);
    r->state = refused == 0 ? GIVEN : refused == 1 ? REFUSED : GARBAGE;
    for (unsigned k = c.points; k < c.points + BEYOND; k++)
        if (r->rd[k] != untouched)
            r->state = GARBAGE;
    if (r->state == GARBAGE && s->tally->garbage[0] == '\0')
        snprintf(s->tally->garbage, sizeof s->tally->garbage,
                 refused == 0 || refused == 1 ? "warp %zu: writes beyond the last result"
                                              : "warp %zu: returns %d, expected 0, or 1 for refused",
                 n + 1, refused);
}

bool kind_changes(struct sheet *s, void *function, size_t n)
{
    static struct result before;
    static struct call c;
    bool changes;

    before = s->result[n];
    kind_ask(s, function, n);
    kind_call(s->profile, s->level, n, &c);
    changes = before.state != s->result[n].state || (before.state == GIVEN && !is_right(&c, &s->result[n], &before));
    s->result[n] = before;
    return changes;
}

static int digit(char c)
{
    const char *digits = "0123456789abcdefABCDEF", *found = c ? strchr(digits, c) : NULL;

    return found == NULL ? -1 : (int)(found - digits) - (found - digits > 15 ? 6 : 0);
}

/* A hexadecimal number whose bit k sets a flag of point k. */
static bool take_mask(const char **at, struct result *r, unsigned points, uint8_t flag)
{
    size_t digits;

    *at += strspn(*at, " \t");
    digits = strspn(*at, "0123456789abcdefABCDEF");
    for (size_t k = 0; k < 4 * digits && k < points; k++)
        if (digit((*at)[digits - 1 - k / 4]) >> k % 4 & 1)
            r->flags[k] |= flag;
    *at += digits;
    return digits > 0 && strchr(" \t\r\n", **at) != NULL; /* a 0 counts as one of them */
}

/* rd[0] .. rd[points-1], of most levels pu we; or - */
static bool read_line(const struct kind *kind, struct result *r, unsigned points, const char *at)
{
    at += strspn(at, " \t");
    if (*at == '-') {
        r->state = REFUSED;
        at++;
    } else {
        for (unsigned k = 0; k < points; k++) {
            bool open;

            if (!hexadecimal(&at, &r->rd[k], &open))
                return false;
            r->flags[k] = (uint8_t)((open ? OPEN : 0) | (kind->values ? WRITTEN : 0));
        }
        if (!kind->values && (!take_mask(&at, r, points, PU) || !take_mask(&at, r, points, WRITTEN)))
            return false;
        r->state = GIVEN;
    }
    at += strspn(at, " \t\r");
    return *at == '\n' || *at == '\0';
}

void kind_read(struct sheet *s, const char *path, const char *bytes, size_t size)
{
    static struct call c;
    size_t line = 0;

    for (const char *at = bytes; at < bytes + size; line++) {
        if (line < s->warps) {
            kind_call(s->profile, s->level, line, &c);
            if (!read_line(s->kind, &s->result[line], c.points, at))
                misuse("conform: %s:%zu: '%.*s': expected rd[0] .. rd[%u]%s in hexadecimal, or -", path, line + 1,
                       (int)(strcspn(at, "\n") < 40 ? strcspn(at, "\n") : 40), at, c.points - 1,
                       s->kind->values ? "" : " pu we");
        }
        at += strcspn(at, "\n");
        at += at < bytes + size;
    }
    if (line != s->warps)
        snprintf(s->trouble, sizeof s->trouble, "%zu lines, expected %zu", line, s->warps);
}

/* ---- the judgement */

/* Whether a fault gives all results of an operation, whose first warp is this one. */
static bool fits(const struct sheet *s, size_t first, size_t rows, const struct match *m)
{
    static struct call c, changed;
    static struct result want;

    for (size_t n = first; n < first + rows; n++) {
        if (s->result[n].state != GIVEN)
            return false;
        kind_call(s->profile, s->level, n, &c);
        kind_right(&c, &want);
        changed = c;
        m->fault[0]->change(&changed, &want, m->argument);
        if (!is_right(&c, &s->result[n], &want))
            return false;
    }
    return true;
}

/* "active 0xf, ra 0x3, lane 2: rd 0x1; expected rd 0x3". */
static void say_result(const struct call *c, const struct result *r, unsigned k, char text[EXAMPLE_TEXT_MAX])
{
    size_t used = strlen(text);

    if (!(r->flags[k] & WRITTEN))
        used += (size_t)snprintf(text + used, EXAMPLE_TEXT_MAX - used, "nothing is written");
    else if (c->of->rd && r->flags[k] & OPEN)
        used += (size_t)snprintf(text + used, EXAMPLE_TEXT_MAX - used, "rd x");
    else if (c->of->rd)
        used += (size_t)snprintf(text + used, EXAMPLE_TEXT_MAX - used, "rd 0x%" PRIx64 "%s", r->rd[k],
                                 r->flags[k] & AGNOSTIC ? " or all ones" : "");
    if (c->of->pu && r->flags[k] & WRITTEN)
        snprintf(text + used, EXAMPLE_TEXT_MAX - used, "%spu %u", c->of->rd ? ", " : "",
                 (unsigned)(r->flags[k] & PU) / PU);
}

static void say(const struct sheet *s, size_t n, unsigned k, char text[EXAMPLE_TEXT_MAX])
{
    static struct result want;
    static struct call c;
    size_t used = (size_t)snprintf(text, EXAMPLE_TEXT_MAX, "warp %zu, point %u", n + 1, k);

    kind_call(s->profile, s->level, n, &c);
    for (const struct operand *o = c.kind->operands; o->name != NULL; o++) {
        const uint64_t *at = field(o, &c);
        const bool is_list = o->form == LIST, one = is_list || (o->form == MASK && c.bits > 64);

        if (!is_list || ((!o->operations || o->operations >> c.op & 1) && k + o->less < c.points))
            used += (size_t)snprintf(text + used, EXAMPLE_TEXT_MAX - used,
                                     o->form == DECIMAL ? ", %s%s %" PRId64 : ", %s%s 0x%" PRIx64, o->name,
                                     one ? "[k]" : "",
                                     is_list ? at[k]
                                     : one   ? (uint64_t)bit_of(at, k)
                                             : *at);
    }
    snprintf(text + used, EXAMPLE_TEXT_MAX - used, ": ");
    say_result(&c, &s->result[n], k, text);
    strcat(text, "; expected ");
    kind_right(&c, &want);
    say_result(&c, &want, k, text);
}

static void judge(const struct sheet *s, unsigned operation, size_t first, size_t rows, struct finding *f)
{
    static struct call c;
    static struct result want;

    for (size_t n = first; n < first + rows; n++) {
        const struct result *got = &s->result[n];

        kind_call(s->profile, s->level, n, &c);
        kind_right(&c, &want);
        f->name = c.of->name;
        f->points += c.points;
        *(got->state == REFUSED   ? &f->refused
          : got->state == MISSING ? &f->missing
                                  : &f->garbage) += got->state == GIVEN ? 0 : c.points;
        for (unsigned k = 0; k < c.points && got->state == GIVEN; k++)
            if (!kind_same(&c, got, &want, k) && f->differ++ == 0)
                f->example = (struct example){ n, k };
    }
    if (f->differ == 0)
        return;
    say(s, f->example.warp, f->example.lane, f->first);
    for (const struct fault *known = s->kind->faults; known->name != NULL; known++)
        for (unsigned n = known->last > 0; n <= known->last && f->matches < MATCHES_MAX; n++) {
            f->match[f->matches] = (struct match){ { known, NULL }, n };
            f->matches += known->modes >> operation & 1 && fits(s, first, rows, &f->match[f->matches]);
        }
    f->all_apart = true;
}

unsigned kind_diagnose(const struct sheet *s, struct finding finding[FINDINGS_MAX])
{
    const unsigned operations = kind_operations(s->kind);
    size_t first = 0;

    for (unsigned i = 0; i < operations; i++) {
        const size_t rows = kind_rows(s->kind, s->profile, i);

        judge(s, i, first, rows, &finding[i]);
        first += rows;
    }
    return operations;
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
    for (const struct operand *o = c->kind->operands; o->name != NULL; o++) {
        const uint64_t *at = field(o, c);

        if (o->form == LIST && o->operations && !(o->operations >> c->op & 1))
            continue;
        if (o->form != LIST)
            putc(' ', file);
        if (o->form == MASK)
            write_mask(at, c->bits, file);
        else if (o->form == LIST)
            for (unsigned k = 0; k + o->less < c->points; k++)
                fprintf(file, " %" PRIx64, at[k]);
        else
            fprintf(file, o->form == DECIMAL ? "%" PRId64 : "%" PRIx64, *at);
    }
}

static void write_result(const struct call *c, const struct result *r, FILE *file)
{
    uint64_t pu[MASK_WORDS] = { 0 }, we[MASK_WORDS] = { 0 };

    for (unsigned k = 0; k < c->points; k++) {
        const uint8_t f = r->flags[k];

        if (c->of->rd && f & WRITTEN && !(f & ANY))
            fprintf(file, "%s%" PRIx64, k ? " " : "", r->rd[k]);
        else
            fputs(k ? " x" : "x", file);
        pu[k / 64] |= (uint64_t)(c->of->pu && f & PU && f & WRITTEN) << k % 64;
        we[k / 64] |= (uint64_t)(f & WRITTEN) << k % 64;
    }
    for (unsigned i = 0; i < 2 && !c->kind->values; i++) {
        putc(' ', file);
        write_mask(i == 0 ? pu : we, c->points, file);
    }
}

void kind_write(const struct profile *profile, enum level level, bool results, FILE *file)
{
    static struct result r;
    static struct call c;

    for (size_t n = 0; n < kind_warps(level, profile); n++) {
        kind_call(profile, level, n, &c);
        if (results) {
            kind_right(&c, &r);
            write_result(&c, &r, file);
        } else
            write_call(&c, file);
        putc('\n', file);
    }
}
