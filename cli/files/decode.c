/* SPDX-License-Identifier: Apache-2.0 */
/* decode - see decode.h */
#include "decode.h"

#include <stdio.h>

static uint64_t field(uint64_t word, unsigned high, unsigned low)
{
    return word >> low & (~UINT64_C(0) >> (63 - (high - low)));
}

bool decode_maxwell(uint64_t word, struct shfl_word *shfl)
{
    if (field(word, 63, 51) != 0xef10 >> 3)
        return false;
    *shfl = (struct shfl_word){ .mode = (enum shfl_mode)field(word, 31, 30),
                                .guard = (uint8_t)field(word, 18, 16),
                                .guard_negated = field(word, 19, 19),
                                .pu = (uint8_t)field(word, 50, 48),
                                .rd = (uint8_t)field(word, 7, 0),
                                .ra = (uint8_t)field(word, 15, 8),
                                .sb_is_imm = field(word, 28, 28),
                                .sc_is_imm = field(word, 29, 29) };
    shfl->sb = (uint16_t)(shfl->sb_is_imm ? field(word, 24, 20) : field(word, 27, 20));
    shfl->sc = (uint16_t)(shfl->sc_is_imm ? field(word, 46, 34) : field(word, 46, 39));
    return true;
}

const char *const decode_kind_name[DECODE_KINDS] = { "SHFL",    "VOTE",       "ELECT", "MATCH",  "REDUX",
                                                     "BAR.RED", "B2R.RESULT", "MOVM",  "FSWZADD" };

bool decode_is_volta(uint64_t low, enum decode_kind *kind)
{
    switch (field(low, 11, 0)) {
    case 0x389:
    case 0x589:
    case 0x989:
    case 0xf89: *kind = DECODE_SHFL; return true;
    case 0x806:
    case 0x886: *kind = DECODE_VOTE; return true;
    case 0x82f: *kind = DECODE_ELECT; return true;
    case 0x3a1: *kind = DECODE_MATCH; return true;
    case 0x3c4:
    case 0x2cc: *kind = DECODE_REDUX; return true;
    case 0x31d:
    case 0x51d:
    case 0x91d:
    case 0xb1d: *kind = DECODE_BARRIER; return true;
    case 0x31c: *kind = DECODE_RESULT; return true;
    case 0x23a: *kind = DECODE_MOVM; return true;
    case 0x822: *kind = DECODE_FSWZADD; return true;
    default: return false;
    }
}

bool decode_volta(uint64_t low, uint64_t high, struct shfl_word *shfl)
{
    const uint64_t opcode = field(low, 11, 0);
    enum decode_kind kind;

    if (!decode_is_volta(low, &kind) || kind != DECODE_SHFL)
        return false;
    *shfl = (struct shfl_word){ .mode = (enum shfl_mode)field(low, 59, 58),
                                .guard = (uint8_t)field(low, 14, 12),
                                .guard_negated = field(low, 15, 15),
                                .pu = (uint8_t)field(high, 19, 17),
                                .rd = (uint8_t)field(low, 23, 16),
                                .ra = (uint8_t)field(low, 31, 24),
                                .sb_is_imm = opcode == 0x989 || opcode == 0xf89,
                                .sc_is_imm = opcode == 0x589 || opcode == 0xf89 };
    shfl->sb = (uint16_t)(shfl->sb_is_imm ? field(low, 57, 53) : field(low, 39, 32));
    shfl->sc = (uint16_t)(shfl->sc_is_imm ? field(low, 52, 40) : field(high, 7, 0));
    return true;
}

/* "R7", "RZ" or "0x1f". */
static const char *operand(bool is_imm, unsigned number, char text[8])
{
    if (is_imm)
        snprintf(text, 8, "0x%x", number);
    else if (number == 255)
        snprintf(text, 8, "RZ");
    else
        snprintf(text, 8, "R%u", number);
    return text;
}

static const char *predicate(unsigned number, char text[8])
{
    if (number == 7)
        snprintf(text, 8, "PT");
    else
        snprintf(text, 8, "P%u", number);
    return text;
}

void decode_text(const struct shfl_word *shfl, char text[DECODE_TEXT_MAX])
{
    char guard[8], pu[8], rd[8], ra[8], sb[8], sc[8];
    bool guarded = shfl->guard != 7 || shfl->guard_negated;

    predicate(shfl->guard, guard);
    snprintf(text, DECODE_TEXT_MAX, "%s%s%s%sSHFL.%s %s, %s, %s, %s, %s", guarded ? "@" : "",
             shfl->guard_negated ? "!" : "", guarded ? guard : "", guarded ? " " : "", shfl_mode_name[shfl->mode],
             predicate(shfl->pu, pu), operand(false, shfl->rd, rd), operand(false, shfl->ra, ra),
             operand(shfl->sb_is_imm, shfl->sb, sb), operand(shfl->sc_is_imm, shfl->sc, sc));
}

/* ---- Vote, match and redux */

enum { WORD_MAX = 16 }; /* bytes of a part of the text */

/* "@!P0 ", or nothing. */
static const char *guard_text(uint64_t low, char text[WORD_MAX])
{
    char name[8];

    text[0] = '\0';
    if (field(low, 15, 12) != 7)
        snprintf(text, WORD_MAX, "@%s%s ", field(low, 15, 15) ? "!" : "",
                 predicate((unsigned)field(low, 14, 12), name));
    return text;
}

/* A source predicate in bits 90:87. */
static const char *source_predicate(uint64_t high, char text[WORD_MAX])
{
    char name[8];

    snprintf(text, WORD_MAX, "%s%s", field(high, 26, 26) ? "!" : "", predicate((unsigned)field(high, 25, 23), name));
    return text;
}

/* A uniform register in bits 23:16. */
static const char *uniform(unsigned sm, uint64_t low, char text[WORD_MAX])
{
    const bool is_narrow = sm < 100;
    unsigned number = (unsigned)field(low, 23, 16);

    if (is_narrow && sm != 0)
        number &= 63;
    if (number == 255 || (is_narrow && number == 63))
        snprintf(text, WORD_MAX, "URZ");
    else
        snprintf(text, WORD_MAX, "UR%u", number);
    return text;
}

static bool vote_text(unsigned sm, uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    const bool is_uniform = field(low, 11, 0) == 0x886;
    const unsigned op = (unsigned)field(high, 9, 8);
    char guard[WORD_MAX], rd[WORD_MAX], pd[WORD_MAX], p[WORD_MAX];

    if (op >= SHFL_VOTE_ELECT)
        return false;
    if (is_uniform)
        uniform(sm, low, rd);
    else
        operand(false, (unsigned)field(low, 23, 16), rd);
    const bool has_rd = rd[is_uniform + 1] != 'Z';
    snprintf(text, DECODE_TEXT_MAX, "%sVOTE%s.%s %s%s%s%s, %s", guard_text(low, guard), is_uniform ? "U" : "",
             shfl_vote_name[op], has_rd ? rd : "", has_rd ? ", " : "", is_uniform ? "U" : "",
             predicate((unsigned)field(high, 19, 17), pd), source_predicate(high, p));
    return true;
}

/* Its third operand is PT; of others, and of bits 85 and 91, the meaning is not known. */
static bool elect_text(unsigned sm, uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    char guard[WORD_MAX], rd[WORD_MAX], pd[WORD_MAX];

    if (field(high, 27, 23) != 7 || field(high, 21, 21))
        return false;
    snprintf(text, DECODE_TEXT_MAX, "%sELECT %s, %s, PT", guard_text(low, guard),
             predicate((unsigned)field(high, 19, 17), pd), uniform(sm, low, rd));
    return true;
}

static bool match_text(uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    const bool is_any = field(high, 15, 15);
    char guard[WORD_MAX], rd[WORD_MAX], ra[WORD_MAX], pd[WORD_MAX];

    predicate((unsigned)field(high, 19, 17), pd);
    snprintf(text, DECODE_TEXT_MAX, "%sMATCH.%s%s %s%s%s, %s", guard_text(low, guard), shfl_match_name[is_any],
             field(high, 9, 9) ? ".U64" : "", is_any ? "" : pd, is_any ? "" : ", ",
             operand(false, (unsigned)field(low, 23, 16), rd), operand(false, (unsigned)field(low, 31, 24), ra));
    return true;
}

static bool redux_text(unsigned sm, uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    const bool is_c = field(low, 11, 0) == 0x2cc;
    const unsigned op = is_c ? (field(high, 15, 15) ? SHFL_REDUX_MIN : SHFL_REDUX_MAX) : (unsigned)field(high, 16, 14);
    const bool is_float = is_c && field(high, 10, 10);
    char guard[WORD_MAX], rd[WORD_MAX], ra[WORD_MAX];

    if (is_float && !field(high, 9, 9)) {
        snprintf(text, DECODE_TEXT_MAX, "%sCREDUX.%s%s.F32%s %s, %s", guard_text(low, guard), shfl_redux_name[op],
                 field(high, 14, 14) ? "ABS" : "", field(high, 13, 13) ? ".NAN" : "", uniform(sm, low, rd),
                 operand(false, (unsigned)field(low, 31, 24), ra));
        return true;
    }
    if (op >= SHFL_REDUXES || is_float || (is_c && field(high, 14, 13)))
        return false;
    snprintf(text, DECODE_TEXT_MAX, "%s%sREDUX%s%s%s %s, %s", guard_text(low, guard), is_c ? "C" : "",
             op == SHFL_REDUX_AND ? "" : ".", op == SHFL_REDUX_AND ? "" : shfl_redux_name[op],
             field(high, 9, 9) ? ".S32" : "", uniform(sm, low, rd), operand(false, (unsigned)field(low, 31, 24), ra));
    return true;
}

/* ---- Barriers and movmatrix */

enum { BAR_RED = 2, B2R_RESULT = 2 };

/* Of other kinds BAR waits and moves nothing. The number is an immediate in bits 57:54, that of the threads one in 53:42; or
 * one is in the register of bits 39:32, or this has both. */
static bool barrier_text(unsigned sm, uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    static const char *const operations[] = { "POPC", "AND", "OR" };
    const uint64_t opcode = field(low, 11, 0);
    const bool id_is_imm = opcode == 0xb1d || opcode == 0x91d, count_is_imm = opcode == 0xb1d || opcode == 0x51d;
    const unsigned op = (unsigned)field(high, 11, 10), count = (unsigned)field(low, 53, 42);
    const unsigned reg = (unsigned)field(low, 39, 32);
    char guard[WORD_MAX], id[WORD_MAX], number[WORD_MAX], p[WORD_MAX];

    if (field(high, 15, 13) != BAR_RED || op >= sizeof operations / sizeof *operations)
        return false;
    operand(id_is_imm, id_is_imm ? (unsigned)field(low, 57, 54) : reg, id);
    operand(count_is_imm, count_is_imm ? count : reg, number);
    const bool is_all = count_is_imm ? count == 0 : id_is_imm && reg == 255 && (sm >= 90 || sm == 0);
    snprintf(text, DECODE_TEXT_MAX, "%sBAR.RED.%s%s %s, %s%s%s", guard_text(low, guard), operations[op],
             field(high, 16, 16) ? ".DEFER_BLOCKING" : "", id, is_all ? "" : number, is_all ? "" : ", ",
             source_predicate(high, p));
    return true;
}

static bool result_text(uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    const unsigned pd = (unsigned)field(high, 19, 17);
    char guard[WORD_MAX], rd[WORD_MAX], name[WORD_MAX];

    if (field(high, 15, 13) != B2R_RESULT)
        return false;
    predicate(pd, name);
    snprintf(text, DECODE_TEXT_MAX, "%sB2R.RESULT %s%s%s", guard_text(low, guard),
             operand(false, (unsigned)field(low, 23, 16), rd), pd == 7 ? "" : ", ", pd == 7 ? "" : name);
    return true;
}

static bool movm_text(uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    char guard[WORD_MAX], rd[WORD_MAX], ra[WORD_MAX];

    if (field(high, 15, 14) != 0)
        return false;
    snprintf(text, DECODE_TEXT_MAX, "%sMOVM.16.MT88 %s, %s", guard_text(low, guard),
             operand(false, (unsigned)field(low, 23, 16), rd), operand(false, (unsigned)field(low, 31, 24), ra));
    return true;
}

/* Two signs for each lane of a quad, those of lane 0 in the upper bits. */
static bool signed_add_text(uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    static const char *const signs[] = { "PP", "PN", "NP", "ZP" }, *const roundings[] = { "", ".RM", ".RP", ".RZ" };
    char guard[WORD_MAX], rd[WORD_MAX], ra[WORD_MAX], rb[WORD_MAX];

    snprintf(text, DECODE_TEXT_MAX, "%sFSWZADD%s%s%s %s, %s, %s, %s%s%s%s", guard_text(low, guard),
             field(high, 16, 16) ? ".FTZ" : "", roundings[field(high, 15, 14)], field(high, 13, 13) ? ".NDV" : "",
             operand(false, (unsigned)field(low, 23, 16), rd), operand(false, (unsigned)field(low, 31, 24), ra),
             operand(false, (unsigned)field(high, 7, 0), rb), signs[field(low, 39, 38)], signs[field(low, 37, 36)],
             signs[field(low, 35, 34)], signs[field(low, 33, 32)]);
    return true;
}

bool decode_collective(unsigned sm, uint64_t low, uint64_t high, char text[DECODE_TEXT_MAX])
{
    enum decode_kind kind;

    if (!decode_is_volta(low, &kind))
        return false;
    switch (kind) {
    case DECODE_VOTE: return vote_text(sm, low, high, text);
    case DECODE_ELECT: return elect_text(sm, low, high, text);
    case DECODE_MATCH: return match_text(low, high, text);
    case DECODE_REDUX: return redux_text(sm, low, high, text);
    case DECODE_BARRIER: return barrier_text(sm, low, high, text);
    case DECODE_RESULT: return result_text(low, high, text);
    case DECODE_MOVM: return movm_text(low, high, text);
    case DECODE_FSWZADD: return signed_add_text(low, high, text);
    default: return false;
    }
}
