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

bool decode_volta(uint64_t low, uint64_t high, struct shfl_word *shfl)
{
    const uint64_t opcode = field(low, 11, 0);

    if (opcode != 0x389 && opcode != 0x589 && opcode != 0x989 && opcode != 0xf89)
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
