/* SPDX-License-Identifier: Apache-2.0 */
/* decode - see decode.h */
#include "decode.h"

#include "lib/text.h"

#include <stdio.h>
#include <string.h>

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

/* "R7", "RZ" or "0x1f". */
static const char *operand(bool is_imm, uint64_t number, char text[DECODE_PART_MAX])
{
    snprintf(text, DECODE_PART_MAX, is_imm ? "0x%x" : number == 255 ? "RZ" : "R%u", (unsigned)number);
    return text;
}

static const char *predicate(bool negated, uint64_t number, char text[DECODE_PART_MAX])
{
    snprintf(text, DECODE_PART_MAX, number == 7 ? "%sPT" : "%sP%u", negated ? "!" : "", (unsigned)number);
    return text;
}

/* The texts of the fields that all of them have. guard: its number, and above that whether it is negated. */
static void take_fields(struct cubin_shfl *w, uint64_t guard, uint64_t pd, uint64_t rd, uint64_t ra)
{
    char name[DECODE_PART_MAX];

    w->guard[0] = '\0';
    if (guard != 7)
        snprintf(w->guard, sizeof w->guard, "@%.8s ", predicate(guard >> 3, guard & 7, name));
    predicate(false, pd, w->pd);
    operand(false, rd, w->rd);
    operand(false, ra, w->ra);
}

/* The text, behind the guard. Returns true. */
__attribute__((format(printf, 2, 3))) static bool say(struct cubin_shfl *w, const char *format, ...)
{
    const int used = snprintf(w->text, sizeof w->text, "%s", w->guard);

    text_arguments(w->text + used, sizeof w->text - (size_t)used, format);
    return true;
}

/* ---- SHFL */

static bool shfl(struct cubin_shfl *w, uint64_t mode, bool b_is_imm, uint64_t b, bool c_is_imm, uint64_t c)
{
    char sb[DECODE_PART_MAX], sc[DECODE_PART_MAX];

    return say(w, "SHFL.%s %s, %s, %s, %s, %s", shfl_mode_name[mode], w->pd, w->rd, w->ra, operand(b_is_imm, b, sb),
               operand(c_is_imm, c, sc));
}

bool decode_maxwell(struct cubin_shfl *w)
{
    const uint64_t word = w->word[0];
    const bool b_is_imm = field(word, 28, 28), c_is_imm = field(word, 29, 29);

    if (field(word, 63, 51) != 0xef10 >> 3)
        return false;
    w->kind = DECODE_SHFL;
    take_fields(w, field(word, 19, 16), field(word, 50, 48), field(word, 7, 0), field(word, 15, 8));
    return shfl(w, field(word, 31, 30), b_is_imm, field(word, b_is_imm ? 24 : 27, 20), c_is_imm,
                field(word, 46, c_is_imm ? 34 : 39));
}

static bool shfl_text(struct cubin_shfl *w)
{
    const bool b_is_imm = field(w->word[0], 11, 11), c_is_imm = field(w->word[0], 10, 10);

    return shfl(w, field(w->word[0], 59, 58), b_is_imm,
                b_is_imm ? field(w->word[0], 57, 53) : field(w->word[0], 39, 32), c_is_imm,
                c_is_imm ? field(w->word[0], 52, 40) : field(w->word[1], 7, 0));
}

/* ---- Vote, match, redux, barriers and the others of sm_70 and later */

static bool vote_text(struct cubin_shfl *w)
{
    const bool is_uniform = field(w->word[0], 11, 0) == 0x886;
    const unsigned op = (unsigned)field(w->word[1], 9, 8);
    const char *rd = is_uniform ? w->uniform : w->rd;
    const bool has_rd = rd[is_uniform + 1] != 'Z';

    return op < SHFL_VOTE_ELECT
        && say(w, "VOTE%s.%s %s%s%s%s, %s", is_uniform ? "U" : "", shfl_vote_name[op], has_rd ? rd : "",
               has_rd ? ", " : "", is_uniform ? "U" : "", w->pd, w->p);
}

/* Its third operand is PT; of others, and of bits 85 and 91, the meaning is not known. */
static bool elect_text(struct cubin_shfl *w)
{
    return field(w->word[1], 27, 23) == 7 && !field(w->word[1], 21, 21)
        && say(w, "ELECT %s, %s, PT", w->pd, w->uniform);
}

static bool match_text(struct cubin_shfl *w)
{
    const bool is_any = field(w->word[1], 15, 15);

    return say(w, "MATCH.%s%s %s%s%s, %s", shfl_match_name[is_any], field(w->word[1], 9, 9) ? ".U64" : "",
               is_any ? "" : w->pd, is_any ? "" : ", ", w->rd, w->ra);
}

static bool redux_text(struct cubin_shfl *w)
{
    const uint64_t high = w->word[1];
    const bool is_c = field(w->word[0], 11, 0) == 0x2cc, is_float = is_c && field(high, 10, 10);
    const unsigned op = is_c ? (field(high, 15, 15) ? SHFL_REDUX_MIN : SHFL_REDUX_MAX) : (unsigned)field(high, 16, 14);

    if (is_float && !field(high, 9, 9))
        return say(w, "CREDUX.%s%s.F32%s %s, %s", shfl_redux_name[op], field(high, 14, 14) ? "ABS" : "",
                   field(high, 13, 13) ? ".NAN" : "", w->uniform, w->ra);
    if (op >= SHFL_REDUXES || is_float || (is_c && field(high, 14, 13)))
        return false;
    return say(w, "%sREDUX%s%s%s %s, %s", is_c ? "C" : "", op == SHFL_REDUX_AND ? "" : ".",
               op == SHFL_REDUX_AND ? "" : shfl_redux_name[op], field(high, 9, 9) ? ".S32" : "", w->uniform, w->ra);
}

enum { BAR_RED = 2, B2R_RESULT = 2 };

/* Of other kinds BAR waits and moves nothing. The number is an immediate in bits 57:54, that of the threads one in 53:42; or
 * one is in the register of bits 39:32, or this has both. */
static bool barrier_text(struct cubin_shfl *w)
{
    static const char *const operations[] = { "POPC", "AND", "OR" };
    const uint64_t opcode = field(w->word[0], 11, 0);
    const bool id_is_imm = opcode == 0xb1d || opcode == 0x91d, count_is_imm = opcode == 0xb1d || opcode == 0x51d;
    const unsigned op = (unsigned)field(w->word[1], 11, 10), count = (unsigned)field(w->word[0], 53, 42);
    const unsigned reg = (unsigned)field(w->word[0], 39, 32);
    const bool is_all = count_is_imm ? count == 0 : id_is_imm && reg == 255 && (w->sm >= 90 || w->sm == 0);
    char id[DECODE_PART_MAX], number[DECODE_PART_MAX];

    if (field(w->word[1], 15, 13) != BAR_RED || op >= sizeof operations / sizeof *operations)
        return false;
    operand(id_is_imm, id_is_imm ? field(w->word[0], 57, 54) : reg, id);
    operand(count_is_imm, count_is_imm ? count : reg, number);
    return say(w, "BAR.RED.%s%s %s, %s%s%s", operations[op], field(w->word[1], 16, 16) ? ".DEFER_BLOCKING" : "", id,
               is_all ? "" : number, is_all ? "" : ", ", w->p);
}

static bool result_text(struct cubin_shfl *w)
{
    const bool has_pd = field(w->word[1], 19, 17) != 7;

    return field(w->word[1], 15, 13) == B2R_RESULT
        && say(w, "B2R.RESULT %s%s%s", w->rd, has_pd ? ", " : "", has_pd ? w->pd : "");
}

static bool movm_text(struct cubin_shfl *w)
{
    return field(w->word[1], 15, 14) == 0 && say(w, "MOVM.16.MT88 %s, %s", w->rd, w->ra);
}

/* Two signs for each lane of a quad, those of lane 0 in the upper bits. */
static bool signed_add_text(struct cubin_shfl *w)
{
    static const char *const signs[] = { "PP", "PN", "NP", "ZP" }, *const roundings[] = { "", ".RM", ".RP", ".RZ" };
    const uint64_t low = w->word[0], high = w->word[1];
    char rb[DECODE_PART_MAX];

    return say(w, "FSWZADD%s%s%s %s, %s, %s, %s%s%s%s", field(high, 16, 16) ? ".FTZ" : "",
               roundings[field(high, 15, 14)], field(high, 13, 13) ? ".NDV" : "", w->rd, w->ra,
               operand(false, field(high, 7, 0), rb), signs[field(low, 39, 38)], signs[field(low, 37, 36)],
               signs[field(low, 35, 34)], signs[field(low, 33, 32)]);
}

bool decode_volta(unsigned sm, struct cubin_shfl *w)
{
    static bool (*const text_of[DECODE_KINDS])(struct cubin_shfl *) = {
        [DECODE_SHFL] = shfl_text,     [DECODE_VOTE] = vote_text,   [DECODE_ELECT] = elect_text,
        [DECODE_MATCH] = match_text,   [DECODE_REDUX] = redux_text, [DECODE_BARRIER] = barrier_text,
        [DECODE_RESULT] = result_text, [DECODE_MOVM] = movm_text,   [DECODE_FSWZADD] = signed_add_text,
    };
    const uint64_t low = w->word[0], high = w->word[1];
    const unsigned rd = (unsigned)field(low, 23, 16), uniform = sm != 0 && sm < 100 ? rd & 63 : rd;

    w->sm = sm;
    w->kind = decode_kind_of(low);
    if (w->kind == DECODE_KINDS)
        return false;
    take_fields(w, field(low, 15, 12), field(high, 19, 17), rd, field(low, 31, 24));
    snprintf(w->uniform, sizeof w->uniform, uniform == 255 || (uniform == 63 && sm < 100) ? "URZ" : "UR%u", uniform);
    predicate(field(high, 26, 26), field(high, 25, 23), w->p);
    return text_of[w->kind](w);
}

/* ---- A cubin */

bool cubin_scan(const uint8_t bytes[], size_t size, void (*found)(void *context, const struct cubin_shfl *),
                void *context, struct cubin *cubin, char err[ELF_ERROR_MAX])
{
    struct elf elf;

    memset(cubin, 0, sizeof *cubin);
    if (!elf_open(bytes, size, &elf_cuda, &elf, err))
        return false;
    /* up to ABI 7 the low byte of the flags is the architecture, from ABI 8 on the next one */
    cubin->sm = elf.flags >> (elf.abi >= 8 ? 8 : 0) & 0xff;
    if (cubin->sm < 50)
        return elf_refuse(err, "made for sm_%u; known are sm_50 and later", cubin->sm);
    /* in sm_50 to sm_62 a word has 8 bytes, and the first of four is the scheduler's */
    const bool volta = cubin->sm >= 70;
    const unsigned step = volta ? 16 : 8;

    for (unsigned i = 0; i < elf.sections; i++) {
        const struct elf_section section = elf_section(&elf, i);

        if (strncmp(section.name, ".text.", 6) != 0 || section.type != ELF_CODE_OR_DATA)
            continue;
        struct cubin_shfl shfl = { .kernel = section.name + 6, .kernel_length = strlen(section.name + 6) };
        cubin->kernels++;
        for (uint64_t at = 0; at + step <= section.length; at += step) {
            shfl.offset = at;
            shfl.word[0] = elf_number(&elf, section.offset + at, 8);
            shfl.word[1] = volta ? elf_number(&elf, section.offset + at + 8, 8) : 0;
            if (volta ? !decode_volta(cubin->sm, &shfl) : at % 32 == 0 || !decode_maxwell(&shfl))
                continue;
            found(context, &shfl);
            cubin->found[shfl.kind]++;
        }
    }
    return true;
}
