/* SPDX-License-Identifier: Apache-2.0
 * sheet - see level.h: the results of a peer, in memory and in files. */
#define _DEFAULT_SOURCE
#include "level.h"
#include "lib/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

void sheet_start(struct sheet *s, const struct profile *profile, const struct level *level)
{
    *s = (struct sheet){ .profile = profile,
                         .level = level,
                         .warps = level_warps(level, profile),
                         .points = level->elements ? level->elements : profile->lanes };
    const size_t results = s->warps * s->points,
                 bytes = sizeof *s->tally + results * (sizeof *s->rd + sizeof *s->flags);

    s->tally = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->tally == MAP_FAILED)
        trouble("out of memory");
    s->rd = (uint64_t *)(s->tally + 1);
    s->flags = (uint16_t *)(s->rd + results);
}

void sheet_enter(struct sheet *s, size_t n, const struct call *c, const struct result *r)
{
    memcpy(s->rd + n * s->points, r->rd, c->points * sizeof *r->rd);
    EACH_POINT(s->flags[n * s->points + k] = r->flags[k] ^ MISSING)
}

void sheet_result(const struct sheet *s, size_t n, const struct call *c, struct result *r)
{
    memcpy(r->rd, s->rd + n * s->points, c->points * sizeof *r->rd);
    EACH_POINT(r->flags[k] = s->flags[n * s->points + k] ^ MISSING)
}

/* ---- files */

static void too_few(struct sheet *s, size_t got, const char *what, size_t expected)
{
    if (got != expected)
        snprintf(s->trouble, sizeof s->trouble, "%zu %s, expected %zu%s", got, what, expected,
                 got > expected ? ": the surplus is ignored" : "");
}

/* A byte of a signature: the lane that is read, ZERO for a 0, or no lane's value; and IN_RANGE. Where the value is undefined, one
 * from ZERO on has no predicate that could be wrong. */
static void read_byte(const struct call *c, struct result *r, const struct result *right, unsigned k, uint8_t byte)
{
    enum { IN_RANGE = 64, ZERO = 128, REFUSES = 255 };
    const unsigned lane = byte & ~(unsigned)IN_RANGE;
    const bool is_lane = lane < c->lanes;

    r->rd[k] = is_lane ? c->ra[lane] : 0;
    if (byte == REFUSES)
        r->flags[k] = REFUSED;
    else if (right->flags[k] & ANY && byte >= ZERO)
        r->flags[k] = WRITTEN | (right->flags[k] & PU);
    else
        r->flags[k] = WRITTEN | (byte & IN_RANGE ? PU : 0) | (is_lane || lane == ZERO ? 0 : GARBAGE);
}

static void read_signature(struct sheet *s, const char *bytes, size_t size)
{
    static struct result right, r;
    static struct call c;

    for (size_t n = 0; n * s->points < size && n < s->warps; n++) {
        level_call(s->level, s->profile, n, &c);
        right_result(&c, &right);
        for (unsigned k = 0; k < c.lanes; k++) {
            const size_t at = n * c.lanes + k;

            r.flags[k] = MISSING;
            if (at < size)
                read_byte(&c, &r, &right, k, (uint8_t)bytes[at]);
        }
        sheet_enter(s, n, &c, &r);
    }
    too_few(s, size, "bytes", s->warps * s->points);
}

/* The hexadecimal number of at most 64 bits at *at, behind blanks; x is allowed if open is not NULL, and sets it. */
static bool hexadecimal(const char **at, uint64_t *value, bool *open)
{
    static const char ends[] = " \t\r\n"; /* a 0 counts as one of them */
    char *end;

    *at += strspn(*at, " \t");
    const size_t digits = strspn(*at, "0123456789abcdefABCDEF");
    if (open != NULL && (*open = **at == 'x')) {
        *value = 0;
        return strchr(ends, *++*at) != NULL;
    }
    *value = strtoull(*at, &end, 16);
    *at += digits;
    return digits > 0 && end == *at && strchr(ends, **at) != NULL && (digits <= 16 || *value != UINT64_MAX);
}

/* A hexadecimal number whose bit k sets a flag of point k. */
static bool take_mask(const char **at, struct result *r, unsigned points, uint16_t flag)
{
    *at += strspn(*at, " \t");
    const size_t digits = strspn(*at, "0123456789abcdefABCDEF");

    for (size_t k = 0; k < 4 * digits && k < points; k++) {
        const char digit[] = { (*at)[digits - 1 - k / 4], '\0' };

        if (strtoul(digit, NULL, 16) >> k % 4 & 1)
            r->flags[k] |= flag;
    }
    *at += digits;
    return digits > 0 && strchr(" \t\r\n", **at) != NULL;
}

/* rd[0] .. rd[points-1], of most levels pu we. */
static bool read_values(const struct call *c, struct result *r, const char **at)
{
    const bool values = c->level->form == VALUES;
    uint64_t mask;
    bool open;

    for (unsigned k = 0; k < c->points; k++) {
        if (!hexadecimal(at, &r->rd[k], &open))
            return false;
        r->flags[k] = (uint16_t)((open ? OPEN : 0) | (values ? WRITTEN : 0));
    }
    if (values)
        return true;
    /* a predicate that does not count may be x, too */
    const bool none = (*at)[strspn(*at, " \t")] == 'x' && !c->pu;
    return (none ? hexadecimal(at, &mask, &open) : take_mask(at, r, c->points, PU))
        && take_mask(at, r, c->points, WRITTEN);
}

/* Of level pack, mode and Sc: what PTX gives with them at this index. */
static bool read_packed(const struct call *c, struct result *r, const char **at)
{
    const struct profile ptx = profile_ptx(c->lanes);
    static struct call emitted;
    uint64_t sc;

    emitted = *c;
    emitted.profile = &ptx;
    if (!hexadecimal(at, &emitted.op, NULL) || !hexadecimal(at, &sc, NULL) || emitted.op >= SHFL_MODES
        || sc > UINT32_MAX)
        return false;
    EACH_POINT(emitted.label[k] = sc)
    right_result(&emitted, r);
    return true;
}

/* A line has the results of a call, or -. */
static bool read_line(const struct call *c, struct result *r, const char *at)
{
    at += strspn(at, " \t");
    if (*at == '-') {
        EACH_POINT(r->flags[k] = REFUSED)
        at++;
    } else if (!(c->level->form == PACK ? read_packed : read_values)(c, r, &at))
        return false;
    at += strspn(at, " \t\r");
    return *at == '\n' || *at == '\0';
}

void sheet_read(struct sheet *s, const char *path, const char *bytes, size_t size)
{
    static const char *const forms[] = { [RESULTS] = "rd[0] .. rd[%u] pu we in hexadecimal, or -",
                                         [VALUES] = "rd[0] .. rd[%u] in hexadecimal, or -",
                                         [PACK] = "a mode and Sc in hexadecimal, or -" };
    const size_t calls = s->level->form == PACK ? s->profile->lanes : 1; /* of a line */
    static struct result r;
    static struct call c;
    size_t line = 0;

    if (s->level->form == SIGNATURE) {
        read_signature(s, bytes, size);
        return;
    }
    for (const char *at = bytes; at < bytes + size; line++) {
        for (size_t n = line * calls; n < (line + 1) * calls && n < s->warps; n++) {
            level_call(s->level, s->profile, n, &c);
            if (!read_line(&c, &r, at)) {
                char form[80], shown[41] = "";

                for (size_t i = 0; i < 40 && i < strcspn(at, "\n"); i++)
                    shown[i] = at[i] < ' ' || at[i] > '~' ? '?' : at[i];
                snprintf(form, sizeof form, forms[s->level->form], c.points - 1);
                misuse("conform: %s:%zu: '%s': expected %s", path, line + 1, shown, form);
            }
            sheet_enter(s, n, &c, &r);
        }
        at += strcspn(at, "\n");
        at += at < bytes + size;
    }
    too_few(s, line, "lines", s->warps / calls);
}
