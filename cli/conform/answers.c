/* SPDX-License-Identifier: Apache-2.0
 * answers - see conform.h: a sheet, and the files of results that fill it. */
#define _DEFAULT_SOURCE
#include "conform.h"
#include "lib/output.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* The peer's process writes these bytes. */
static size_t shared_bytes(const struct sheet *s) { return sizeof *s->tally + s->warps * s->profile->lanes; }

void sheet_start(struct sheet *s, const struct profile *profile, enum level level)
{
    struct warp w;

    *s = (struct sheet){ .profile = profile, .level = level, .warps = level_warps(level, profile->lanes) };
    const size_t points = s->warps * profile->lanes;
    void *shared = mmap(NULL, shared_bytes(s), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    s->want = malloc(2 * points);
    if (shared == MAP_FAILED || s->want == NULL)
        trouble("out of memory");
    s->care = s->want + points;
    s->tally = shared;
    s->got = (uint8_t *)(s->tally + 1);
    memset(s->got, ANSWER_MISSING, points);
    for (size_t n = 0; n < s->warps; n++) {
        level_operands(profile, level, n, &w);
        contract(profile, &w, s->want + n * profile->lanes, s->care + n * profile->lanes);
    }
}

void sheet_free(struct sheet *s)
{
    free(s->want);
    munmap(s->tally, shared_bytes(s));
}

/* Keep the first invalid result. */
static void garbage(struct sheet *s, const struct warp *w, unsigned lane, const char *format, ...)
{
    char point[POINT_TEXT_MAX];
    va_list arguments;

    if (s->tally->garbage[0] != '\0')
        return;
    point_text(w, lane, point);
    size_t used = (size_t)snprintf(s->tally->garbage, sizeof s->tally->garbage, "%s: ", point);
    va_start(arguments, format);
    vsnprintf(s->tally->garbage + used, sizeof s->tally->garbage - used, format, arguments);
    va_end(arguments);
    for (char *c = s->tally->garbage; *c != '\0'; c++) /* it may be a part of a file */
        if (*c < ' ' || *c > '~')
            *c = '?';
}

/* The lane whose value this is, or w->lanes. */
static unsigned lane_of(const struct warp *w, uint64_t word)
{
    unsigned lane = (unsigned)(word & 63);

    if (lane >= w->lanes || w->ra[lane] != word)
        for (lane = 0; lane < w->lanes && w->ra[lane] != word; lane++) {
        }
    return lane;
}

/* A value of no lane: is it a part of the right one? */
static void damaged(struct sheet *s, uint64_t got, uint64_t right)
{
    const uint64_t quiet = UINT64_C(1) << 51 | UINT64_C(1) << 54 | UINT64_C(1) << 22;

    s->tally->narrow += got == (uint32_t)right;
    s->tally->quiet += (got & ~quiet) == (right & ~quiet) && (got & quiet) != (right & quiet);
}

void sheet_enter(struct sheet *s, size_t n, const struct warp *w, const uint64_t rd[], uint64_t open, uint64_t pu,
                 uint64_t we)
{
    const uint8_t *want = s->want + n * w->lanes, *care = s->care + n * w->lanes;
    uint8_t *got = s->got + n * w->lanes;

    for (unsigned k = 0; k < w->lanes; k++) {
        const unsigned predicate = pu >> k & 1, source = answer_lane(want[k], k);
        const bool zero = s->profile->outside == OUTSIDE_ZERO;

        if (!(w->active >> k & 1))
            got[k] = we >> k & 1 ? ANSWER_WRITTEN : ANSWER_NOT_WRITTEN;
        else if (!(we >> k & 1))
            got[k] = ANSWER_NOT_WRITTEN;
        else if (zero && rd[k] == 0 && !(open >> k & 1) && care[k] & CARE_SOURCE && w->active >> source & 1)
            got[k] = (uint8_t)(ANSWER_ZERO | predicate);
        else if (!(w->active >> source & 1)) { /* not defined, unless the profile defines it */
            const unsigned kind = rd[k] == 0 ? 0 : rd[k] == w->ra[k] ? 1 : rd[k] == w->ra[source] ? 2 : 3;
            const bool said = s->profile->inactive >= INACTIVE_ZERO && s->profile->inactive <= INACTIVE_RAW;

            if (!(open >> k & 1) && care[k] != CARE_OUTSIDE)
                s->tally->policy[kind]++;
            if (said && (open >> k & 1 || kind != (unsigned)s->profile->inactive - INACTIVE_ZERO))
                got[k] = (uint8_t)(ANSWER_GARBAGE | predicate);
            else
                got[k] = (uint8_t)(source | predicate * ANSWER_IN_RANGE);
        } else if (open >> k & 1) {
            got[k] = care[k] & CARE_SOURCE ? ANSWER_REFUSED : (uint8_t)(source | predicate * ANSWER_IN_RANGE);
        } else {
            const unsigned lane = care[k] & CARE_SOURCE ? lane_of(w, rd[k]) : source;

            got[k] = (uint8_t)(lane | predicate * ANSWER_IN_RANGE);
            if (lane == w->lanes) {
                got[k] = (uint8_t)(ANSWER_GARBAGE | predicate);
                damaged(s, rd[k], w->ra[source]);
                if (care[k] != CARE_OUTSIDE)
                    garbage(s, w, k, "0x%" PRIx64 " is no lane's value", rd[k]);
            }
        }
    }
    s->tally->answered = n + 1;
}

/* ---- files */

static void warp_number(const struct sheet *s, size_t n, struct warp *w)
{
    level_operands(s->profile, s->level, n, w);
    level_data(s->level, n, w);
}

static void too_few(struct sheet *s, size_t got, const char *what, size_t expected, size_t point)
{
    const unsigned lanes = s->profile->lanes;
    char text[POINT_TEXT_MAX];
    struct warp w;

    if (got > expected) {
        snprintf(s->trouble, sizeof s->trouble, "%zu %s, expected %zu: the surplus is ignored", got, what, expected);
        return;
    }
    warp_number(s, point / lanes, &w);
    point_text(&w, (unsigned)(point % lanes), text);
    snprintf(s->trouble, sizeof s->trouble, "short output: %zu %s, expected %zu; the first missing result is %s", got,
             what, expected, text);
}

static void read_signature(struct sheet *s, const char *bytes, size_t size)
{
    const unsigned lanes = s->profile->lanes;
    const size_t points = s->warps * lanes;
    struct warp w;

    for (size_t i = 0; i < size && i < points; i++) {
        s->got[i] = (uint8_t)bytes[i];
        if (s->care[i] == CARE_OPEN || s->care[i] == CARE_OUTSIDE)
            continue;
        if (!(s->care[i] & CARE_SOURCE)) { /* only the predicate counts, which the bytes of no lane do not have */
            if (s->got[i] >= ANSWER_GARBAGE)
                s->care[i] = CARE_OPEN;
            else
                s->got[i] = (uint8_t)((s->want[i] & CARE_SOURCE) | (s->got[i] & ANSWER_IN_RANGE));
            continue;
        }
        if (s->profile->outside == OUTSIDE_ZERO && (s->got[i] & ~ANSWER_IN_RANGE) == SIGNATURE_ZERO) {
            s->got[i] = ANSWER_ZERO | (s->got[i] & ANSWER_IN_RANGE ? 1 : 0);
            continue;
        }
        if (s->got[i] < ANSWER_REFUSED && (s->got[i] & 63) >= lanes)
            s->got[i] = ANSWER_GARBAGE;
        if (s->got[i] >= ANSWER_GARBAGE && s->got[i] != ANSWER_REFUSED) {
            warp_number(s, i / lanes, &w);
            garbage(s, &w, (unsigned)(i % lanes), "byte 0x%02x at offset %zu is not a result", (unsigned char)bytes[i],
                    i);
            s->got[i] = ANSWER_GARBAGE;
        }
    }
    if (size != points)
        too_few(s, size, "bytes", points, size);
}

/* The hexadecimal number at *at, behind blanks; x is allowed if open is not NULL, and sets it. */
static bool number(const char **at, uint64_t *value, bool *open)
{
    char *end;

    *at += strspn(*at, " \t");
    if (open != NULL)
        *open = **at == 'x' && strchr(" \t\r\n", (*at)[1]) != NULL;
    if (open != NULL && *open) {
        *value = 0;
        ++*at;
        return true;
    }
    if (strchr("0123456789abcdefABCDEF", **at) == NULL || **at == '\0')
        return false;
    *value = strtoull(*at, &end, 16);
    *at = end;
    return strchr(" \t\r\n", **at) != NULL; /* a 0 counts as one of them */
}

/* One line of results. False: it is malformed. */
static bool read_line(struct sheet *s, size_t n, const struct warp *w, const char *at)
{
    const unsigned lanes = w->lanes;
    uint64_t rd[SHFL_LANES_MAX], open = 0, pu, we;
    bool is_open = false, no_predicate;

    if (*at == '-') {
        memset(s->got + n * lanes, ANSWER_REFUSED, lanes);
        s->tally->answered = n + 1;
        return at[1 + strspn(at + 1, " \t\r")] == '\n' || at[1 + strspn(at + 1, " \t\r")] == '\0';
    }
    for (unsigned k = 0; k < lanes; k++) {
        if (!number(&at, &rd[k], &is_open))
            return false;
        open |= (uint64_t)is_open << k;
    }
    if (!number(&at, &pu, s->profile->predicate ? NULL : &no_predicate) || !number(&at, &we, NULL))
        return false;
    at += strspn(at, " \t\r");
    sheet_enter(s, n, w, rd, open, pu, we);
    return *at == '\n' || *at == '\0';
}

/* A line of level pack: mode and Sc, which are then tested at every index. */
static bool read_packed(struct sheet *s, size_t n, const char *at)
{
    const unsigned lanes = s->profile->lanes;
    const struct profile ptx = profile_ptx(lanes);
    uint8_t care[SHFL_LANES_MAX], *got = s->got + n * lanes * lanes;
    uint64_t mode, sc;
    struct warp w;

    if (*at == '-') {
        memset(got, ANSWER_REFUSED, lanes * lanes);
        return at[1 + strspn(at + 1, " \t\r")] == '\n' || at[1 + strspn(at + 1, " \t\r")] == '\0';
    }
    if (!number(&at, &mode, NULL) || !number(&at, &sc, NULL) || mode >= PTX_MODES || sc > UINT32_MAX)
        return false;
    at += strspn(at, " \t\r");
    for (unsigned index = 0; index < lanes; index++) {
        level_operands(s->profile, s->level, n * lanes + index, &w);
        w.mode = (enum shfl_mode)mode;
        for (unsigned k = 0; k < lanes; k++)
            w.sc[k] = (uint32_t)sc;
        contract(&ptx, &w, got + index * lanes, care);
    }
    s->tally->answered = (n + 1) * lanes;
    return *at == '\n' || *at == '\0';
}

void sheet_read(struct sheet *s, const char *bytes, size_t size)
{
    const unsigned lanes = s->profile->lanes;
    const size_t per_line = s->level == LEVEL_PACK ? lanes : 1, lines = s->warps / per_line;
    const char *at = bytes;
    size_t line = 0;
    struct warp w;

    if (level_is_signature(s->level)) {
        read_signature(s, bytes, size);
        return;
    }
    for (; at < bytes + size; line++) {
        if (line < lines) {
            warp_number(s, line * per_line, &w);
            if (!(s->level == LEVEL_PACK ? read_packed(s, line, at) : read_line(s, line, &w, at))) {
                memset(s->got + line * per_line * lanes, ANSWER_GARBAGE, per_line * lanes);
                garbage(s, &w, 0, "line %zu: '%.*s' is not a result", line + 1, (int)strcspn(at, "\n") % 60, at);
            }
        }
        at += strcspn(at, "\n");
        at += at < bytes + size; /* also a 0 in the file */
    }
    if (line != lines)
        too_few(s, line, "lines", lines, line * per_line * lanes);
}
