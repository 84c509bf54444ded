/* SPDX-License-Identifier: Apache-2.0 */
/* decode - see decode.h */
#include "decode.h"

#include <stdarg.h>
#include <stdio.h>

static uint64_t field(uint64_t word, unsigned high, unsigned low)
{
    return word >> low & (~UINT64_C(0) >> (63 - (high - low)));
}

const char *const decode_kind_name[DECODE_KINDS] = { "SHFL",    "VOTE",       "ELECT", "MATCH",  "REDUX",
                                                     "BAR.RED", "B2R.RESULT", "MOVM",  "FSWZADD" };

enum decode_kind decode_kind_of(uint64_t low)
{
    static const struct {
        uint16_t opcode;
        enum decode_kind kind;
    } known[] = {
        { 0x389, DECODE_SHFL },    { 0x589, DECODE_SHFL },    { 0x989, DECODE_SHFL },    { 0xf89, DECODE_SHFL },
        { 0x806, DECODE_VOTE },    { 0x886, DECODE_VOTE },    { 0x82f, DECODE_ELECT },   { 0x3a1, DECODE_MATCH },
        { 0x3c4, DECODE_REDUX },   { 0x2cc, DECODE_REDUX },   { 0x31d, DECODE_BARRIER }, { 0x51d, DECODE_BARRIER },
        { 0x91d, DECODE_BARRIER }, { 0xb1d, DECODE_BARRIER }, { 0x31c, DECODE_RESULT },  { 0x23a, DECODE_MOVM },
        { 0x822, DECODE_FSWZADD },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].opcode == field(low, 11, 0))
            return known[i].kind;
    return DECODE_KINDS;
}

/* The texts of parts of a word. */
enum { PART_MAX = 16 };

/* "R7", "RZ" or "0x1f". */
static const char *operand(bool is_imm, unsigned number, char text[PART_MAX])
{
    snprintf(text, PART_MAX, is_imm ? "0x%x" : number == 255 ? "RZ" : "R%u", number);
    return text;
}

static const char *predicate(bool negated, unsigned number, char text[PART_MAX])
{
    snprintf(text, PART_MAX, number == 7 ? "%sPT" : "%sP%u", negated ? "!" : "", number);
    return text;
}

/* "@!P0 ", or nothing. */
static const char *guard_text(bool negated, unsigned number, char text[PART_MAX])
{
    char name[PART_MAX];

    text[0] = '\0';
    if (negated || number != 7)
        snprintf(text, PART_MAX, "@%.8s ", predicate(negated, number, name));
    return text;
}

/* ---- SHFL */

/* Set sb, sc and the text. Returns true. */
static bool shfl(struct cubin_shfl *w, unsigned sb, unsigned sc)
{
    char guard[PART_MAX], pu[PART_MAX], rd[PART_MAX], ra[PART_MAX], b[PART_MAX], c[PART_MAX];
    struct shfl_word *const s = &w->shfl;

    w->kind = DECODE_SHFL;
    s->sb = (uint16_t)sb;
    s->sc = (uint16_t)sc;
    snprintf(w->text, sizeof w->text, "%sSHFL.%s %s, %s, %s, %s, %s", guard_text(s->guard_negated, s->guard, guard),
             shfl_mode_name[s->mode], predicate(false, s->pu, pu), operand(false, s->rd, rd), operand(false, s->ra, ra),
             operand(s->sb_is_imm, sb, b), operand(s->sc_is_imm, sc, c));
    return true;
}

bool decode_maxwell(struct cubin_shfl *w)
{
    const uint64_t word = w->word[0];

    if (field(word, 63, 51) != 0xef10 >> 3)
        return false;
    w->shfl = (struct shfl_word){ .mode = (enum shfl_mode)field(word, 31, 30),
                                  .guard = (uint8_t)field(word, 18, 16),
                                  .guard_negated = field(word, 19, 19),
                                  .pu = (uint8_t)field(word, 50, 48),
                                  .rd = (uint8_t)field(word, 7, 0),
                                  .ra = (uint8_t)field(word, 15, 8),
                                  .sb_is_imm = field(word, 28, 28),
                                  .sc_is_imm = field(word, 29, 29) };
    return shfl(w, (unsigned)(w->shfl.sb_is_imm ? field(word, 24, 20) : field(word, 27, 20)),
                (unsigned)(w->shfl.sc_is_imm ? field(word, 46, 34) : field(word, 46, 39)));
}

static bool shfl_of_volta(struct cubin_shfl *w)
{
    const uint64_t low = w->word[0], high = w->word[1], opcode = field(low, 11, 0);

    w->shfl = (struct shfl_word){ .mode = (enum shfl_mode)field(low, 59, 58),
                                  .guard = (uint8_t)field(low, 14, 12),
                                  .guard_negated = field(low, 15, 15),
                                  .pu = (uint8_t)field(high, 19, 17),
                                  .rd = (uint8_t)field(low, 23, 16),
                                  .ra = (uint8_t)field(low, 31, 24),
                                  .sb_is_imm = opcode == 0x989 || opcode == 0xf89,
                                  .sc_is_imm = opcode == 0x589 || opcode == 0xf89 };
    return shfl(w, (unsigned)(w->shfl.sb_is_imm ? field(low, 57, 53) : field(low, 39, 32)),
                (unsigned)(w->shfl.sc_is_imm ? field(low, 52, 40) : field(high, 7, 0)));
}

/* ---- Vote, match, redux, barriers and the others of sm_70 and later */

/* A word, and the texts of the fields that several have: the guard; registers, rd also as a uniform one; the predicate that is
 * written, and the one that is read. */
struct word {
    unsigned sm;
    uint64_t low, high;
    char guard[PART_MAX], rd[PART_MAX], ra[PART_MAX], uniform[PART_MAX], pd[PART_MAX], p[PART_MAX];
};

static struct word word_of(unsigned sm, uint64_t low, uint64_t high)
{
    struct word w = { .sm = sm, .low = low, .high = high };
    const unsigned rd = (unsigned)field(low, 23, 16), number = sm != 0 && sm < 100 ? rd & 63 : rd;

    guard_text(field(low, 15, 15), (unsigned)field(low, 14, 12), w.guard);
    operand(false, rd, w.rd);
    operand(false, (unsigned)field(low, 31, 24), w.ra);
    snprintf(w.uniform, PART_MAX, number == 255 || (number == 63 && sm < 100) ? "URZ" : "UR%u", number);
    predicate(false, (unsigned)field(high, 19, 17), w.pd);
    predicate(field(high, 26, 26), (unsigned)field(high, 25, 23), w.p);
    return w;
}

/* The text, behind the guard. Returns true. */
__attribute__((format(printf, 3, 4))) static bool say(char text[DECODE_TEXT_MAX], const struct word *w,
                                                      const char *format, ...)
{
    const int used = snprintf(text, DECODE_TEXT_MAX, "%s", w->guard);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + used, DECODE_TEXT_MAX - (size_t)used, format, arguments);
    va_end(arguments);
    return true;
}

static bool vote_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    const bool is_uniform = field(w->low, 11, 0) == 0x886;
    const unsigned op = (unsigned)field(w->high, 9, 8);
    const char *rd = is_uniform ? w->uniform : w->rd;
    const bool has_rd = rd[is_uniform + 1] != 'Z';

    return op < SHFL_VOTE_ELECT
        && say(text, w, "VOTE%s.%s %s%s%s%s, %s", is_uniform ? "U" : "", shfl_vote_name[op], has_rd ? rd : "",
               has_rd ? ", " : "", is_uniform ? "U" : "", w->pd, w->p);
}

/* Its third operand is PT; of others, and of bits 85 and 91, the meaning is not known. */
static bool elect_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    return field(w->high, 27, 23) == 7 && !field(w->high, 21, 21)
        && say(text, w, "ELECT %s, %s, PT", w->pd, w->uniform);
}

static bool match_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    const bool is_any = field(w->high, 15, 15);

    return say(text, w, "MATCH.%s%s %s%s%s, %s", shfl_match_name[is_any], field(w->high, 9, 9) ? ".U64" : "",
               is_any ? "" : w->pd, is_any ? "" : ", ", w->rd, w->ra);
}

static bool redux_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    const uint64_t high = w->high;
    const bool is_c = field(w->low, 11, 0) == 0x2cc, is_float = is_c && field(high, 10, 10);
    const unsigned op = is_c ? (field(high, 15, 15) ? SHFL_REDUX_MIN : SHFL_REDUX_MAX) : (unsigned)field(high, 16, 14);

    if (is_float && !field(high, 9, 9))
        return say(text, w, "CREDUX.%s%s.F32%s %s, %s", shfl_redux_name[op], field(high, 14, 14) ? "ABS" : "",
                   field(high, 13, 13) ? ".NAN" : "", w->uniform, w->ra);
    if (op >= SHFL_REDUXES || is_float || (is_c && field(high, 14, 13)))
        return false;
    return say(text, w, "%sREDUX%s%s%s %s, %s", is_c ? "C" : "", op == SHFL_REDUX_AND ? "" : ".",
               op == SHFL_REDUX_AND ? "" : shfl_redux_name[op], field(high, 9, 9) ? ".S32" : "", w->uniform, w->ra);
}

enum { BAR_RED = 2, B2R_RESULT = 2 };

/* Of other kinds BAR waits and moves nothing. The number is an immediate in bits 57:54, that of the threads one in 53:42; or
 * one is in the register of bits 39:32, or this has both. */
static bool barrier_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    static const char *const operations[] = { "POPC", "AND", "OR" };
    const uint64_t opcode = field(w->low, 11, 0);
    const bool id_is_imm = opcode == 0xb1d || opcode == 0x91d, count_is_imm = opcode == 0xb1d || opcode == 0x51d;
    const unsigned op = (unsigned)field(w->high, 11, 10), count = (unsigned)field(w->low, 53, 42);
    const unsigned reg = (unsigned)field(w->low, 39, 32);
    const bool is_all = count_is_imm ? count == 0 : id_is_imm && reg == 255 && (w->sm >= 90 || w->sm == 0);
    char id[PART_MAX], number[PART_MAX];

    if (field(w->high, 15, 13) != BAR_RED || op >= sizeof operations / sizeof *operations)
        return false;
    operand(id_is_imm, id_is_imm ? (unsigned)field(w->low, 57, 54) : reg, id);
    operand(count_is_imm, count_is_imm ? count : reg, number);
    return say(text, w, "BAR.RED.%s%s %s, %s%s%s", operations[op], field(w->high, 16, 16) ? ".DEFER_BLOCKING" : "", id,
               is_all ? "" : number, is_all ? "" : ", ", w->p);
}

static bool result_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    const bool has_pd = field(w->high, 19, 17) != 7;

    return field(w->high, 15, 13) == B2R_RESULT
        && say(text, w, "B2R.RESULT %s%s%s", w->rd, has_pd ? ", " : "", has_pd ? w->pd : "");
}

static bool movm_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    return field(w->high, 15, 14) == 0 && say(text, w, "MOVM.16.MT88 %s, %s", w->rd, w->ra);
}

/* Two signs for each lane of a quad, those of lane 0 in the upper bits. */
static bool signed_add_text(const struct word *w, char text[DECODE_TEXT_MAX])
{
    static const char *const signs[] = { "PP", "PN", "NP", "ZP" }, *const roundings[] = { "", ".RM", ".RP", ".RZ" };
    const uint64_t low = w->low, high = w->high;
    char rb[PART_MAX];

    return say(text, w, "FSWZADD%s%s%s %s, %s, %s, %s%s%s%s", field(high, 16, 16) ? ".FTZ" : "",
               roundings[field(high, 15, 14)], field(high, 13, 13) ? ".NDV" : "", w->rd, w->ra,
               operand(false, (unsigned)field(high, 7, 0), rb), signs[field(low, 39, 38)], signs[field(low, 37, 36)],
               signs[field(low, 35, 34)], signs[field(low, 33, 32)]);
}

bool decode_volta(unsigned sm, struct cubin_shfl *w)
{
    static bool (*const text_of[DECODE_KINDS])(const struct word *, char *) = {
        [DECODE_VOTE] = vote_text,   [DECODE_ELECT] = elect_text,        [DECODE_MATCH] = match_text,
        [DECODE_REDUX] = redux_text, [DECODE_BARRIER] = barrier_text,    [DECODE_RESULT] = result_text,
        [DECODE_MOVM] = movm_text,   [DECODE_FSWZADD] = signed_add_text,
    };
    const struct word of = word_of(sm, w->word[0], w->word[1]);

    w->kind = decode_kind_of(w->word[0]);
    if (w->kind == DECODE_SHFL)
        return shfl_of_volta(w);
    return w->kind != DECODE_KINDS && text_of[w->kind](&of, w->text);
}
