/* SPDX-License-Identifier: Apache-2.0
 * sheet - see level.h: the results of a peer, in memory and in files. */
#define _DEFAULT_SOURCE
#include "level.h"
#include "lib/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>

/* A result of a shuffle in memory, as in a signature: the lane that is read, or one of these; and IN_RANGE. */
enum {
    BYTE_IN_RANGE = 64,
    BYTE_ZERO = 128,
    BYTE_GARBAGE, /* no lane's value */
    BYTE_OPEN,
    BYTE_SILENT, /* nothing is written */
    BYTE_WRITES, /* a lane that does not execute writes */
    BYTE_MISSING,
    BYTE_REFUSED = 255
};

/* The peer's process writes these bytes. */
static size_t shared_bytes(const struct sheet *s)
{
    return sizeof *s->tally + s->warps * (s->level->shuffle ? s->profile->lanes : sizeof *s->result);
}

void sheet_start(struct sheet *s, const struct profile *profile, const struct level *level)
{
    *s = (struct sheet){ .profile = profile, .level = level, .warps = level_warps(level, profile) };
    s->tally = mmap(NULL, shared_bytes(s), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->tally == MAP_FAILED)
        trouble("out of memory");
    s->byte = (uint8_t *)(s->tally + 1);
    s->result = (struct result *)(s->tally + 1);
    if (level->shuffle)
        memset(s->byte, BYTE_MISSING, s->warps * profile->lanes);
}

void sheet_free(struct sheet *s) { munmap(s->tally, shared_bytes(s)); }

/* Keep the first value of no lane. */
static void garbage(struct sheet *s, size_t n, const struct call *c, unsigned lane, uint64_t value)
{
    char point[TEXT_MAX];

    if (s->tally->garbage[0] != '\0')
        return;
    point_text(c, n, lane, point);
    snprintf(s->tally->garbage, sizeof s->tally->garbage, "%.300s: 0x%" PRIx64 " is no lane's value", point, value);
}

/* The lane whose value this is, or c->lanes. */
static unsigned lane_of(const struct call *c, uint64_t value)
{
    unsigned lane = (unsigned)value & (c->lanes - 1);

    if (c->ra[lane] != value)
        for (lane = 0; lane < c->lanes && c->ra[lane] != value; lane++) {
        }
    return lane;
}

/* What a result of a shuffle is in memory, and what the tally says of its values. */
static uint8_t byte_of(struct sheet *s, size_t n, const struct call *c, const struct result *r,
                       const struct result *right, unsigned k)
{
    const uint64_t quiet = UINT64_C(1) << 51 | UINT64_C(1) << 54 | UINT64_C(1) << 22;
    const uint64_t rd = r->rd[k], want = right->rd[k];
    const unsigned flags = r->flags[k], in_range = flags & PU ? BYTE_IN_RANGE : 0, lane = lane_of(c, rd);

    if (flags & (REFUSED | GARBAGE))
        return flags & REFUSED ? BYTE_REFUSED : BYTE_GARBAGE;
    if (!(flags & WRITTEN))
        return BYTE_SILENT;
    if (!(c->active >> k & 1))
        return BYTE_WRITES;
    if (flags & OPEN)
        return (uint8_t)(BYTE_OPEN | in_range);
    if ((right->flags[k] & (INACTIVE | OUTSIDE)) == INACTIVE)
        s->tally->policy[rd == 0 ? 0 : rd == c->ra[k] ? 1 : rd == want ? 2 : 3]++;
    if (lane < c->lanes || rd == 0)
        return (uint8_t)((rd == 0 ? BYTE_ZERO : lane) | in_range);
    if (right->flags[k] & (ANY | OUTSIDE))
        return (uint8_t)(BYTE_GARBAGE | in_range);
    s->tally->narrow += rd == (uint32_t)want;
    s->tally->quiet += (rd & ~quiet) == (want & ~quiet) && (rd & quiet) != (want & quiet);
    garbage(s, n, c, k, rd);
    return (uint8_t)(BYTE_GARBAGE | in_range);
}

void sheet_enter(struct sheet *s, size_t n, const struct call *c, const struct result *r)
{
    struct result *to = &s->result[n];
    static struct result right;

    if (s->level->shuffle) {
        right_result(c, &right);
        for (unsigned k = 0; k < c->lanes; k++)
            s->byte[n * c->lanes + k] = byte_of(s, n, c, r, &right, k);
        return;
    }
    memcpy(to->rd, r->rd, c->points * sizeof *r->rd);
    memcpy(to->flags, r->flags, c->points * sizeof *r->flags);
    to->entered = true;
}

void sheet_result(const struct sheet *s, size_t n, const struct call *c, struct result *r)
{
    static const uint16_t flags[] = { WRITTEN, WRITTEN | GARBAGE, WRITTEN | OPEN, 0, WRITTEN, MISSING };
    const struct result *from = &s->result[n];

    if (!s->level->shuffle) {
        memcpy(r->rd, from->rd, c->points * sizeof *r->rd);
        memcpy(r->flags, from->flags, c->points * sizeof *r->flags);
        EACH_POINT(r->flags[k] = from->entered ? r->flags[k] : MISSING)
        return;
    }
    for (unsigned k = 0; k < c->lanes; k++) {
        const uint8_t byte = s->byte[n * c->lanes + k], code = (uint8_t)(byte & ~BYTE_IN_RANGE);
        const bool is_lane = byte < BYTE_ZERO && code < c->lanes;

        r->rd[k] = is_lane ? c->ra[code] : 0;
        r->flags[k] = byte == BYTE_REFUSED                    ? REFUSED
                    : is_lane                                 ? WRITTEN
                    : code < BYTE_ZERO || code > BYTE_MISSING ? flags[BYTE_GARBAGE - BYTE_ZERO]
                                                              : flags[code - BYTE_ZERO];
        if (r->flags[k] & WRITTEN && byte & BYTE_IN_RANGE)
            r->flags[k] |= PU;
    }
}

/* ---- files */

static void too_few(struct sheet *s, size_t got, const char *what, size_t expected)
{
    if (got != expected)
        snprintf(s->trouble, sizeof s->trouble, "%zu %s, expected %zu%s", got, what, expected,
                 got > expected ? ": the surplus is ignored" : "");
}

/* Where the value is undefined, a byte from 128 on has no predicate that could be wrong. */
static void read_signature(struct sheet *s, const char *bytes, size_t size)
{
    const unsigned lanes = s->profile->lanes;
    static struct result right;
    static struct call c;

    for (size_t n = 0; n < s->warps; n++) {
        level_call(s->level, s->profile, n, &c);
        right_result(&c, &right);
        for (size_t i = n * lanes; i < (n + 1) * lanes && i < size; i++) {
            const uint8_t byte = (uint8_t)bytes[i];
            const unsigned k = (unsigned)(i % lanes), flags = right.flags[k];
            const bool value = (byte & ~BYTE_IN_RANGE) < BYTE_OPEN; /* the others are those in memory alone */

            s->byte[i] = flags & ANY && byte >= BYTE_ZERO && byte < BYTE_REFUSED
                           ? (uint8_t)(k | (flags & PU ? BYTE_IN_RANGE : 0))
                       : value || byte == BYTE_REFUSED ? byte
                                                       : BYTE_GARBAGE;
        }
    }
    too_few(s, size, "bytes", s->warps * lanes);
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

/* rd[0] .. rd[points-1], of most levels pu we; or - */
static bool read_line(const struct call *c, struct result *r, const char *at)
{
    const bool values = c->level->form == VALUES;
    bool open, none;
    uint64_t mask;

    at += strspn(at, " \t");
    if (*at == '-') {
        EACH_POINT(r->flags[k] = REFUSED)
        at++;
    } else {
        for (unsigned k = 0; k < c->points; k++) {
            if (!hexadecimal(&at, &r->rd[k], &open))
                return false;
            r->flags[k] = (uint16_t)((open ? OPEN : 0) | (values ? WRITTEN : 0));
        }
        none = !values && at[strspn(at, " \t")] == 'x' && !c->pu; /* a predicate that does not count may be one, too */
        if (!values && !(none ? hexadecimal(&at, &mask, &open) : take_mask(&at, r, c->points, PU)))
            return false;
        if (!values && !take_mask(&at, r, c->points, WRITTEN))
            return false;
    }
    at += strspn(at, " \t\r");
    return *at == '\n' || *at == '\0';
}

/* A line of level pack, mode and Sc, is what PTX gives with them at this index. */
static bool read_packed(const struct call *c, struct result *r, const char *at)
{
    const struct profile ptx = profile_ptx(c->lanes);
    static struct call emitted;
    uint64_t sc;

    if (*at == '-') {
        EACH_POINT(r->flags[k] = REFUSED)
        at++;
    } else {
        call_copy(&emitted, c);
        emitted.profile = &ptx;
        if (!hexadecimal(&at, &emitted.op, NULL) || !hexadecimal(&at, &sc, NULL) || emitted.op >= PTX_MODES
            || sc > UINT32_MAX)
            return false;
        EACH_POINT(emitted.label[k] = sc)
        right_result(&emitted, r);
    }
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
            if (!(s->level->form == PACK ? read_packed : read_line)(&c, &r, at)) {
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
