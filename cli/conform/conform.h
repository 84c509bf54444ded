/* SPDX-License-Identifier: Apache-2.0
 * conform - is a shuffle SHFL, and if not, where and why not. docs/use/conformance.md
 *
 * A peer, the shuffle under test, runs the warps of a level. Each lane of a warp is a point. A sheet has the peer's results
 * and the right ones for its profile.
 */
#ifndef CONFORM_H
#define CONFORM_H

#include "lib/table.h"
#include "model/shfl.h"

#include <stddef.h>
#include <stdio.h>

/* IDX, UP, DOWN, BFLY: the modes that PTX has, and so the kit. */
#define PTX_MODES 4

/* ---- the operands and results that a peer has: profile.c */

enum inactive { INACTIVE_NOT_SAID, INACTIVE_ZERO, INACTIVE_OWN, INACTIVE_RAW, INACTIVE_UNDEFINED };

enum outside { OUTSIDE_UNDEFINED, OUTSIDE_OWN, OUTSIDE_ZERO };

struct profile {
    unsigned lanes;                            /* 2, 4, 8, 16, 32 or 64 */
    unsigned modes;                            /* bit m: mode m */
    bool up_clamp;                             /* UP reads the clamp; else its limit is the segment's first lane */
    bool predicate;                            /* there is one */
    bool c_width;                              /* Sc has only the values that CUDA makes of a width */
    enum outside outside;                      /* the value out of range */
    enum inactive inactive;                    /* the value of a lane that reads an inactive lane */
    unsigned index_bits, clamp_bits, seg_bits; /* of the fields */
    unsigned data_bits;                        /* 32 or 64: of Ra and Rd */
    unsigned vlen;                             /* bits of a vector register, of the levels rvv-* */
};

/* That of PTX, with so many lanes. */
struct profile profile_ptx(unsigned lanes);

/* Read a profile, lines of a key and a value.
 *
 *   returns   whether it is valid; if not, err names the line, and what is expected
 */
#define PROFILE_ERROR_MAX 200
bool profile_read(const char *text, struct profile *profile, char err[PROFILE_ERROR_MAX]);

/* Whether this profile is that of PTX. */
bool profile_is_ptx(const struct profile *profile);

/* One line: "32 lanes, IDX UP DOWN BFLY, no predicate". */
#define PROFILE_TEXT_MAX 240
void profile_text(const struct profile *profile, char text[PROFILE_TEXT_MAX]);

/* ---- the warps to test: level.c */

enum level {
    LEVEL_QUICK,
    LEVEL_CUDA,
    LEVEL_CUB,
    LEVEL_PTX,
    LEVEL_IGNORED,
    LEVEL_PERLANE,
    LEVEL_INACTIVE,
    LEVEL_DATA64,
    LEVEL_PACK
};
#define LEVELS 9
extern const char *const level_name[LEVELS + 1]; /* ended by NULL */
extern const char *const level_about[LEVELS];

/* Whether the results are a signature, one byte per point; else they are text, one line per warp. */
bool level_is_signature(enum level level);

struct warp {
    unsigned lanes;
    enum shfl_mode mode;
    uint64_t active;
    uint32_t sb[SHFL_LANES_MAX], sc[SHFL_LANES_MAX];
    uint64_t ra[SHFL_LANES_MAX];
};

/* How many warps a level has. */
size_t level_warps(enum level level, unsigned lanes);

/* Its n-th warp: all but ra, and ra, whose values all differ. Random operands are those of the profile. */
void level_operands(const struct profile *profile, enum level level, size_t n, struct warp *warp);
void level_data(enum level level, size_t n, struct warp *warp);

/* The warps of level quick: cli/conform/quick.c, found by cli/conform/search.c. */
struct quick {
    enum shfl_mode mode;
    uint32_t c, index;
};
extern const struct quick quick_set[];
extern const size_t quick_count;

/* The value 0 in a signature; plus ANSWER_IN_RANGE * in_range. */
enum { SIGNATURE_ZERO = 128 };

/* A result is a byte: src_lane + ANSWER_IN_RANGE * in_range, or one of those below. */
enum {
    ANSWER_IN_RANGE = 64,
    ANSWER_GARBAGE = 128,     /* a value of no lane, an undefined byte; + 1: with a predicate of 1 */
    ANSWER_NOT_WRITTEN = 130, /* the lane writes nothing */
    ANSWER_WRITTEN = 131,     /* a lane that does not execute writes */
    ANSWER_ZERO = 132,        /* the value 0, where the profile has it out of range; + 1: with a predicate of 1 */
    ANSWER_MISSING = 254,     /* the peer did not reach this point */
    ANSWER_REFUSED = 255
};
/* The part of a result that counts. */
enum { CARE_SOURCE = 0x3f, CARE_PREDICATE = 0x40, CARE_OPEN = 0, CARE_OUTSIDE = 0x80, CARE_ALL = 0xff };

/* The right results of a warp by the golden model and the profile, and the part of them that counts.
 *
 *   care      [lanes]: bits of CARE_SOURCE and CARE_PREDICATE; CARE_OPEN where nothing is defined; CARE_OUTSIDE where
 *             the profile excludes the operands; CARE_ALL where the lane must not write
 */
void contract(const struct profile *profile, const struct warp *warp, uint8_t want[], uint8_t care[]);

/* Write the file of right results of a level. */
void level_expected(const struct profile *profile, enum level level, FILE *file);

/* Whether a result is a value with a predicate; its value, a lane, ANSWER_ZERO or ANSWER_GARBAGE; and its predicate. */
static inline bool answer_is_value(uint8_t a)
{
    return a <= ANSWER_GARBAGE + 1 || a == ANSWER_ZERO || a == ANSWER_ZERO + 1;
}
static inline unsigned answer_value(uint8_t a) { return a < ANSWER_GARBAGE ? a & 63u : a & ~1u; }
static inline bool answer_in_range(uint8_t a) { return a < ANSWER_GARBAGE ? a & ANSWER_IN_RANGE : a & 1; }

/* The lane that is read, or `lane` if none is. */
static inline unsigned answer_lane(uint8_t a, unsigned lane) { return a < ANSWER_GARBAGE ? a & 63u : lane; }

/* Whether a result is right, as far as it counts. */
static inline bool same(uint8_t got, uint8_t want, uint8_t care)
{
    if (care == CARE_OPEN || care == CARE_OUTSIDE || got == want)
        return true;
    return care != CARE_ALL && answer_is_value(got) && answer_is_value(want)
        && (!(care & CARE_SOURCE) || answer_value(got) == answer_value(want))
        && (!(care & CARE_PREDICATE) || answer_in_range(got) == answer_in_range(want));
}

/* ---- known faults: faults.c */

struct look; /* one lane of one warp on its way through the stages */
enum stage { DECODE, BOUNDS, INDEX, CHECK, SOURCE };

struct fault {
    const char *name;
    unsigned modes; /* bit m: it shows in mode m */
    enum stage stage;
    void (*apply)(struct look *look, unsigned argument); /* behind the rule of that stage */
    unsigned argument;
    const char *says;
};
extern const struct fault faults[];
extern const size_t fault_count;

/* How many of them a profile has: out_own, the last one, only where out of range is 0. */
size_t faults_of(const struct profile *profile);

/* The result of one lane of a peer that has two faults; either may be NULL.
 *
 *   src_active  whether the lane that is read executes; if it does not, the value is undefined
 *   returns     a result
 */
uint8_t fault_answer(const struct profile *profile, const struct warp *warp, unsigned lane, const struct fault *first,
                     const struct fault *second, bool *src_active);

/* ---- results: answers.c, and run.c */

/* Counted while the results arrive; the peer's process shares it. */
struct tally {
    size_t asked, answered; /* warps: started, and finished */
    size_t policy[4];       /* reads of inactive lanes: 0, the own value, the lane's value, other */
    size_t narrow, quiet;   /* data64: the upper half is lost; a NaN is made quiet */
    char garbage[400];      /* the first invalid result */
    char refusal[300];      /* why there is no function to call */
    bool done;              /* asked all */
    size_t again, changed;  /* warps: asked a second time, and with another result then */
    char change[500];       /* the first change */
};

struct sheet {
    const struct profile *profile;
    enum level level;
    size_t warps;
    uint8_t *want, *care, *got; /* [warps * lanes] */
    struct tally *tally;
    char trouble[400]; /* a crash, a hang, missing results; or empty */
};

void sheet_start(struct sheet *sheet, const struct profile *profile, enum level level);
void sheet_free(struct sheet *sheet);

/* Enter the results of a warp, whose ra is set.
 *
 *   open      bit k: the peer leaves lane k's rd undefined
 */
void sheet_enter(struct sheet *sheet, size_t n, const struct warp *warp, const uint64_t rd[], uint64_t open,
                 uint64_t pu, uint64_t we);

/* Enter a file of results. Its errors go to trouble and garbage. */
void sheet_read(struct sheet *sheet, const char *bytes, size_t size);

/* Call the function openshfl_peer of a shared object, in a separate process.
 *
 *   seconds   the time limit of one warp
 *   returns   whether there is such a function; if not, tally->refusal says why not
 */
bool sheet_run(struct sheet *sheet, const char *library, unsigned seconds);

/* ---- why it differs: diagnose.c */

enum { MATCHES_MAX = 16, SPLITS_MAX = 4, CLUSTERS_MAX = 6, WHERE_MAX = 200 };

/* A point at which faults differ that give the same results in those of the peer. */
struct split {
    enum level level;
    size_t warp;
    unsigned lane;
    uint8_t care, answer[MATCHES_MAX]; /* of each match */
};
/* The part of a match's result there that counts. */
static inline uint8_t split_result(const struct split *split, unsigned match)
{
    const uint8_t answer = split->answer[match];

    return answer < ANSWER_GARBAGE                                    ? answer & split->care
         : answer_is_value(answer) && !(split->care & CARE_PREDICATE) ? answer & 0xfe
                                                                      : answer;
}

struct example {
    size_t warp;
    unsigned lane;
};

struct cluster {
    char where[WHERE_MAX];  /* "index[4] = 1 and clamp[0] = 0" */
    size_t differ, points;  /* differences there, and points */
    const char *what;       /* the peer's results there */
    struct example example; /* the first one */
};

struct finding {
    bool changes;                 /* the peer's results change from call to call: nothing is judged */
    size_t points, outside, open; /* tested; outside of the profile; undefined. The last two are not part of points */
    size_t differ, refused, garbage, missing; /* of the points; differ: a wrong result */
    struct example example;                   /* the smallest of all that are wrong */
    unsigned matches;
    const struct fault *match[MATCHES_MAX][2]; /* each alone, or with a second one, gives all of the peer's results */
    unsigned splits;                           /* if there are several: points that tell them apart */
    struct split split[SPLITS_MAX];
    bool all_apart;              /* they do so for each of them */
    const struct fault *closest; /* if there is no match: gives most of them */
    size_t explained, besides;   /* differences that the closest gives; points where it differs and the peer does not */
    unsigned clusters;
    struct cluster cluster[CLUSTERS_MAX];
    size_t distance_outside, distance_differ, distance_open; /* of the profile from PTX; open: undefined in it alone */
    unsigned differ_c[64][64], asked_c[64][64];              /* the map: [segmask][clamp] */
    unsigned differ_ij[64][64], asked_ij[64][64];            /* the map: [index][lane] */
};

/* Judge the results of each mode. */
void diagnose(const struct sheet *sheet, struct finding finding[PTX_MODES]);

/* Find the points that tell the matches of a mode apart: apart.c. */
void tell_apart(const struct profile *profile, enum shfl_mode mode, struct finding *finding);

static inline size_t wrong(const struct finding *f) { return f->differ + f->refused + f->garbage + f->missing; }

/* ---- reports: report.c and html.c */

struct report {
    const char *peer;
    const struct profile *profile;
    unsigned levels;
    struct sheet sheet[LEVELS];
    struct finding finding[LEVELS][PTX_MODES];
};

/* Judge no fault of a peer whose results change at any level. */
void report_changes(struct report *report);
bool report_agrees(const struct report *report);

void report_text(const struct report *report, FILE *file);
void report_json(const struct report *report, FILE *file);
void report_junit(const struct report *report, FILE *file);
void report_html(const struct report *report, FILE *file);

/* The sentences on a level, in front of the table of its modes or behind it; and on a mode. The writer gets a class, "bad",
 * "quiet" or "", and a sentence. */
typedef void (*remark_writer)(FILE *file, const char *class, const char *text);
void level_remarks(const struct sheet *sheet, bool is_end, remark_writer write, FILE *file);
void finding_remarks(const struct sheet *sheet, const struct finding *finding, remark_writer write, FILE *file);

/* The table of the modes: of what is judged, or of how far the profile is from PTX. A mode that the profile has not has no row:
 * false. */
void findings_table(struct table *t, bool is_distance);
bool findings_row(struct table *t, enum shfl_mode mode, const struct finding *finding, bool is_distance);
const char *distance_title(const struct profile *profile);

/* "UP lane 9, index 7, clamp 3, segmask 00000"; without the lane if there is no such lane. */
#define POINT_TEXT_MAX 160
void point_text(const struct warp *warp, unsigned lane, char text[POINT_TEXT_MAX]);

/* "lane 2, in range". */
void answer_text(uint8_t answer, uint8_t care, unsigned lane, char text[POINT_TEXT_MAX]);

/* Point, result and expected result. */
#define EXAMPLE_TEXT_MAX 600
void example_text(const struct sheet *sheet, const struct example *example, char text[EXAMPLE_TEXT_MAX]);

/* The sentence on a mode: whether it agrees, and why not. */
#define VERDICT_TEXT_MAX 1200
void verdict_text(const struct finding *finding, char text[VERDICT_TEXT_MAX]);

#define CHANGES "its answers change: at %zu of %zu warps that were asked again; %s"

/* The name of a match: "limit_or", or "limit_or with unchecked". */
#define MATCH_TEXT_MAX 80
void match_text(const struct finding *finding, unsigned match, char text[MATCH_TEXT_MAX]);

/* What a match is, in words. */
void match_says(const struct finding *finding, unsigned match, char text[VERDICT_TEXT_MAX]);

#define TELLS_APART "told apart by"
#define NEVER_APART "no point of any level tells them apart"
#define NOT_ALL_APART "no point of any level tells the others apart"

/* How a point tells the matches apart: "level ptx, UP lane 1, ...: limit_or: lane 1; limit_plus, unchecked: lane 0". */
void split_text(const struct profile *profile, const struct finding *finding, const struct split *split,
                char text[VERDICT_TEXT_MAX]);

/* The values of reads of inactive lanes: "0 at 512 of 512 points". Empty if there were none. */
#define POLICY_TEXT_MAX 200
void policy_text(const struct tally *tally, char text[POLICY_TEXT_MAX]);

/* The command openshfl conform: command.c. */
void conform(int argc, char **argv);

#endif
