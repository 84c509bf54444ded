/* SPDX-License-Identifier: Apache-2.0
 * level - of the command openshfl conform: is a unit right, and if not, where and why not. docs/use/conformance.md
 *
 * A level, a row of a table, has operations, operands, right results and known faults. A peer, the unit under test, gets the
 * calls of a level; each has points: lanes, threads or elements. A sheet has the peer's results.
 */
#ifndef LEVEL_H
#define LEVEL_H

#include "model/shfl.h"
#include "model/shfl_rvv.h"
#include "peer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- the operands and results that a peer has: profile.c */

enum inactive { INACTIVE_NOT_SAID, INACTIVE_ZERO, INACTIVE_OWN, INACTIVE_RAW, INACTIVE_UNDEFINED };

enum outside { OUTSIDE_UNDEFINED, OUTSIDE_OWN, OUTSIDE_ZERO };

struct profile {
    unsigned lanes;                            /* 2, 4, 8, 16, 32 or 64 */
    unsigned modes;                            /* bit m: mode m */
    unsigned up_clamp;                         /* UP reads the clamp; else its limit is the segment's first lane */
    unsigned predicate;                        /* there is one */
    unsigned c_width;                          /* Sc has only the values that CUDA makes of a width */
    unsigned outside;                          /* the value out of range: enum outside */
    unsigned inactive;                         /* the value of a lane that reads an inactive lane: enum inactive */
    unsigned index_bits, clamp_bits, seg_bits; /* of the fields */
    unsigned data_bits;                        /* 32 or 64: of Ra and Rd */
    unsigned vlen;                             /* bits of a vector register, of the levels rvv-* */
};

/* That of PTX, with so many lanes. */
struct profile profile_ptx(unsigned lanes);

/* A profile in a file, lines of a key and a value; that of PTX with 32 lanes without one. Misuse, with the line and what is
 * expected, if it is none. */
struct profile profile_read(const char *path);

/* One line, with what differs from PTX: "32 lanes, predicate no". */
#define PROFILE_TEXT_MAX 240
void profile_text(const struct profile *profile, char text[PROFILE_TEXT_MAX]);

/* ---- levels: level.c; the tables are in shuffle.c, lanes.c, blocks.c and rvv.c */

enum { AS_IS = 4, DRAWN = 256, POINTS_MAX = 1024, MASK_WORDS = POINTS_MAX / 64, BEYOND = 8 };

/* Of a result, at each point. */
enum {
    WRITTEN = 1 << 0,
    PU = 1 << 1,
    AGNOSTIC = 1 << 2, /* a right one: all ones are right, too */
    ANY = 1 << 3,      /* a right one: rd is undefined */
    OUTSIDE = 1 << 4,  /* a right one: the profile excludes the operands */
    OPEN = 1 << 5,     /* a peer's: rd is not given */
    GARBAGE = 1 << 6,  /* a peer's: rd is no lane's value, or it wrote beyond its results */
    REFUSED = 1 << 7,
    MISSING = 1 << 8
};

struct result {
    uint64_t rd[POINTS_MAX + BEYOND];
    uint16_t flags[POINTS_MAX];
};

/* An operation: its number in files and calls, and what counts of its results. */
struct operation {
    const char *name;
    unsigned op;
    bool is_signed, rd, pu;
};

/* What one call of a peer gets. */
struct call {
    const struct level *level;
    const struct profile *profile;
    const struct operation *of;
    bool pu;                      /* the predicate counts */
    unsigned lanes, points, bits; /* bits: of its masks */
    uint64_t op;                  /* that of its operation, unless a fault changes it */
    uint64_t is_signed, tile, threads, warps;
    uint64_t vlen, sew, vlmul, vl, vstart, vm, vta, vma, x;
    uint64_t active, p[MASK_WORDS], exited[MASK_WORDS];
    uint64_t ra[POINTS_MAX], old[POINTS_MAX], index[POINTS_MAX],
        label[POINTS_MAX]; /* of a shuffle Sb is index, Sc label */
};

/* An operand, a field of struct call. */
struct operand {
    const char *name;
    enum { NUMBER, MASK, LIST } form;
    size_t at;
    unsigned bits;       /* that count, of a number or of an element; 0: it is the shape of a call */
    unsigned bases;      /* warps for each bit and each element in which these alone differ; 0: it is drawn */
    unsigned operations; /* a list of these, by op, and not of the others; 0: of all */
    unsigned readers;    /* the operations that read it, by op; 0: all */
    unsigned predicates; /* those that read bit 0 of its elements alone */
};
static inline uint64_t *operand_of(struct call *c, const struct operand *o) { return (uint64_t *)((char *)c + o->at); }
#define OPERAND_WITH(form_, name_, field, bits_, bases_, ...) \
    { .name = name_, .form = form_, .at = offsetof(struct call, field), .bits = bits_, .bases = bases_, __VA_ARGS__ }
#define OPERAND(form, name, field, bits, bases) OPERAND_WITH(form, name, field, bits, bases, .readers = 0)
#define SHAPE(name_, field) OPERAND(NUMBER, name_, field, 0, 0)

/* A row of faults.def. */
struct look;
enum stage { DECODE, BOUNDS, INDEX, CHECK, SOURCE };
struct fault {
    const char *name;
    uint64_t where;       /* bit o: it shows in operation o of the levels that share the table, see level->first */
    unsigned first, last; /* arguments */
    const char *says;     /* its # is the argument */
    void (*change)(struct call *call, struct result *right, unsigned argument);
    enum stage stage;
    void (*apply)(struct look *look); /* of a shuffle: behind the rule of that stage */
};

typedef void any_function(void); /* of the types of peer.h */
struct level {
    const char *name, *about, *function;
    any_function *golden;                                 /* that function of the golden model; or there is right */
    bool shuffle;                                         /* its results are bytes in memory, see shuffle.c */
    enum { RESULTS, VALUES, SIGNATURE, PACK } form;       /* of a file: rd pu we; rd alone; bytes; mode and Sc */
    size_t (*rows)(const struct profile *p, unsigned op); /* calls of an operation; NULL: by the following */
    unsigned drawn;                                       /* that are drawn; behind them are those of one bit */
    unsigned elements;                                    /* that an operand has at most; 0: the lanes */
    unsigned each;  /* bit o: operation o has a call more for each element of a vector register group */
    size_t value;   /* the operand that the others change the meaning of */
    unsigned first; /* the bit of its first operation in the faults */
    unsigned lacks; /* bit o: it has no operation o */
    const struct operation *operations; /* ended by name NULL; so are operands and faults */
    const struct operand *operands;
    const struct fault *faults;
    void (*draw)(unsigned row, struct call *c);
    unsigned (*plain)(unsigned base, unsigned element,
                      struct call *c); /* make all alike; the base of the values, or AS_IS */
    void (*right)(const struct call *c, struct result *r);
    int (*ask)(any_function *function, const struct call *c, struct result *r);
};
/* Their names, in order: level_quick, ... */
/* clang-format off */
#define LEVELS(X) \
    X(quick) X(cuda) X(cub) X(ptx) X(ignored) X(perlane) X(inactive) X(data64) X(pack) X(ballot) X(match) X(reduce) \
    X(rvv_gather) X(rvv_slide) X(rvv_compress) X(tile) X(coalesced) X(barrier)
/* clang-format on */
/* What each has; and one whose right results are those of the golden model's function. */
#define LEVEL_ROW(name_, function_, drawn_, operations_, operands_, faults_, draw_, ask_, about_)       \
    .name = name_, .about = about_, .function = #function_, .drawn = drawn_, .operations = operations_, \
    .operands = operands_, .faults = faults_, .draw = draw_, .ask = ask_
#define LEVEL(name_, function_, value_, first_, operations_, operands_, call_, ask_, about_)          \
    LEVEL_ROW(name_, function_, DRAWN, operations_, operands_, known, draw_##call_, ask_, about_),    \
        .golden = (any_function *)function_, .value = offsetof(struct call, value_), .first = first_, \
        .plain = plain_##call_
#define LEVEL_DECLARED(name) extern const struct level level_##name;
LEVELS(LEVEL_DECLARED)
extern const struct level *const levels[]; /* ended by NULL */

unsigned level_operations(const struct level *level);
size_t level_rows(const struct level *level, const struct profile *profile, unsigned operation);
size_t level_warps(const struct level *level, const struct profile *profile);
bool level_shows(const struct level *level, const struct fault *fault, unsigned operation);

/* The call that has this number, and its right results. */
void level_call(const struct level *level, const struct profile *profile, size_t n, struct call *c);
void right_result(const struct call *c, struct result *r);

/* Whether a point counts; whether a result is right there, as far as it counts; and at all points. */
bool counts(const struct call *c, const struct result *right, unsigned k);
bool same(const struct call *c, const struct result *got, const struct result *right, unsigned k);

/* The lane of a shuffle that has this value, the nearest one behind near; or c->lanes. */
unsigned lane_with(const struct call *c, uint64_t value, unsigned near);

/* What a result is that differs: REFUSED, MISSING, GARBAGE or 0. */
unsigned result_sort(const struct call *c, const struct result *got, unsigned k);

/* Write the file of right results of a level, or those of a fault; or the file of its operands. */
struct match;
void level_write(const struct level *level, const struct profile *profile, bool results, const struct match *fault,
                 FILE *file);

/* Pseudorandom bits of a number: splitmix64. */
static inline uint64_t mixed(uint64_t number)
{
    number += UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

static inline bool bit_of(const uint64_t mask[], unsigned k) { return mask[k / 64] >> k % 64 & 1; }

/* Of a mask of threads, those of a warp. */
enum { BARRIER_LANES = 32 };
static inline uint32_t lanes_at(const uint64_t mask[], unsigned warp)
{
    return (uint32_t)(mask[warp / 2] >> warp % 2 * 32);
}

/* The lowest so many bits, 1 to 64. */
static inline uint64_t low(uint64_t value, unsigned bits) { return value & ~UINT64_C(0) >> (64 - bits); }

/* Results from masks, a bit per lane. */
void flags_of(struct result *r, unsigned points, uint64_t pu, uint64_t we);

/* The right results of a changed call, for the points that got one before. */
void again(struct call *c, struct result *r);

/* For faults.def: a function of each row, and the row. */
#define FAULT_FUNCTION(name, where, first, last, says, ...)                \
    static void fault_##name(struct call *c, struct result *r, unsigned n) \
    {                                                                      \
        (void)c, (void)r, (void)n;                                         \
        __VA_ARGS__;                                                       \
    }
#define FAULT_ROW(name_, where_, first_, last_, says_, ...) \
    { .name = #name_, .change = fault_##name_, .where = where_, .first = first_, .last = last_, .says = says_ },
#define OPERANDS(...) \
    __VA_ARGS__;      \
    again(c, r)
#define EACH_POINT_OF(call, ...)                    \
    for (unsigned k = 0; k < (call)->points; k++) { \
        __VA_ARGS__;                                \
    }
#define EACH_POINT(...) EACH_POINT_OF(c, __VA_ARGS__)
#define ALL UINT64_MAX

/* ---- the golden model behind peer.h: golden.c */

/* openshfl_rvv_peer; ones: agnostic elements become ones, or else they keep their values. */
int golden_rvv(const struct openshfl_rvv *peer, bool ones, uint64_t *vd);
enum shfl_rvv_op golden_rvv_op(unsigned op);

/* ---- the shuffle: shuffle.c, faults.c */

extern const struct fault faults[];

/* Change the right results of a shuffle by a fault, or two. */
void faulty_shuffle(const struct call *c, const struct fault *first, const struct fault *second, struct result *r);

/* ---- results: sheet.c, and run.c */

/* Of a function; the peer's process shares it. */
struct tally {
    size_t asked, answered; /* calls: started, and finished */
    char garbage[400];      /* the first invalid result */
    char refusal[300];      /* why there is no function to call */
    bool done;              /* asked all */
    size_t again, changed;  /* calls: asked a second time, and with another result then */
    char change[500];       /* the first change */
};

struct sheet {
    const struct profile *profile;
    const struct level *level;
    size_t warps, points; /* points: of a call, at most */
    struct tally *tally;  /* shared with the peer's process, as the results are: */
    uint64_t *rd;         /* [warps * points] */
    uint16_t *flags;      /* [warps * points], the flags ^ MISSING */
    char trouble[400];    /* a crash, a hang, missing results; or empty */
};

void sheet_start(struct sheet *sheet, const struct profile *profile, const struct level *level);

/* Enter the results of a call, or look at them. */
void sheet_enter(struct sheet *sheet, size_t n, const struct call *c, const struct result *r);
void sheet_result(const struct sheet *sheet, size_t n, const struct call *c, struct result *r);

/* Enter a file of results; a line that is none ends the program. */
void sheet_read(struct sheet *sheet, const char *path, const char *bytes, size_t size);

/* Call the level's function of a shared object, in a separate process.
 *
 *   seconds   the time limit of one call
 *   returns   whether there is such a function; if not, tally->refusal says why not
 */
bool sheet_run(struct sheet *sheet, const char *library, unsigned seconds);

/* ---- why it differs: diagnose.c */

enum { MATCHES_MAX = 16, FINDINGS_MAX = 16, TEXT_MAX = 1200 };

/* A fault that gives all results, alone or with a second one. */
struct match {
    const struct fault *fault[2];
    unsigned argument;
};

/* The results of a call with it. */
void faulty_result(const struct call *c, const struct match *match, struct result *r);

struct example {
    size_t warp;
    unsigned point;
};

struct finding {
    const char *name;             /* of the operation */
    size_t first, rows;           /* its calls */
    bool changes;                 /* the peer's results change from call to call: nothing is judged */
    size_t points, outside, open; /* tested; outside of the profile; undefined. The last two are not part of points */
    size_t differ, refused, garbage, missing; /* of the points; differ: a wrong result */
    struct example example;                   /* the smallest of all that are wrong */
    unsigned matches;
    struct match match[MATCHES_MAX];
    uint32_t ones, zeros; /* of a shuffle, the bits of fields_of that all have, and that none has, which differ */
};

/* Judge the results of each operation. Returns how many there are. */
unsigned diagnose(const struct sheet *sheet, struct finding finding[FINDINGS_MAX]);

static inline size_t wrong(const struct finding *f) { return f->differ + f->refused + f->garbage + f->missing; }

/* ---- reports: report.c */

enum { LEVELS_MAX = 20 };
struct report {
    const char *peer;
    const struct profile *profile;
    unsigned levels;
    struct sheet sheet[LEVELS_MAX];
    unsigned findings[LEVELS_MAX]; /* of each level */
    struct finding finding[LEVELS_MAX][FINDINGS_MAX];
};

/* Judge no fault of a peer whose results change at any level. */
void report_changes(struct report *report);
bool report_agrees(const struct report *report);

void report_text(const struct report *report, FILE *file);
void report_json(const struct report *report, FILE *file);
void report_junit(const struct report *report, FILE *file);

/* "UP lane 9, index 7, clamp 3, segmask 00000"; without the point if there is no such point. */
void point_text(const struct call *c, size_t n, unsigned point, char text[TEXT_MAX]);

/* "lane 2, in range", or "rd 0x4, pu 1". */
void result_text(const struct call *c, const struct result *r, unsigned point, char text[TEXT_MAX]);

#endif
