/* SPDX-License-Identifier: Apache-2.0
 * mnemonic - see reader.h: the instructions that are known, with what may follow the mnemonic.
 *
 * Modifiers, a letter each; what is in [] may be left out:
 *     m  mode of SHFL                  i  comparison of integers            f  comparison of floats
 *     v  kind of vote                  o  logic                             l  the logic of the last predicate
 *     a  kind of match                 x  operation of redux                e  MIN or MAX
 *     u  U32                           s  U32 or S32                        t  F32
 *     3  S32                           6  U64
 * Operands, likewise:
 *     d  destination register          q  destination predicate
 *     U  the same, uniform             Q  the same, uniform
 *     r  source register               i  source register or integer        n  the same, or -Rx
 *     f  source register or float, -Rx, |Rx|
 *     b  Sb of SHFL                    c  Sc of SHFL                        p  source predicate, !P1
 *     s  special register              T  PT
 */
#include "sass_reader.h"

#include <stdio.h>
#include <string.h>

static const struct mnemonic mnemonics[] = {
    { "SHFL", SASS_SHFL, "m", "qdrbc" },
    { "FADD", SASS_FADD, "", "dff" },
    { "FMUL", SASS_FMUL, "", "dff" },
    { "FFMA", SASS_FFMA, "", "dfff" },
    { "FMNMX", SASS_FMNMX, "", "dffp" },
    { "FSETP", SASS_FSETP, "f[l]", "qqff[p]" },
    { "IADD", SASS_IADD, "", "dnn" },
    { "IADD3", SASS_IADD3, "", "dnnn" },
    { "IMUL", SASS_IMUL, "", "dii" },
    { "IMNMX", SASS_IMNMX, "[u]", "diip" },
    { "ISETP", SASS_ISETP, "i[u][l]", "qqii[p]" },
    { "PSETP", SASS_PSETP, "ol", "qqpp[p]" },
    { "LOP", SASS_LOP, "o", "dii" },
    { "SHL", SASS_SHL, "", "dii" },
    { "SHR", SASS_SHR, "[s]", "dii" },
    { "SEL", SASS_SEL, "", "diip" },
    { "MOV", SASS_MOV, "", "di" },
    { "MOV32I", SASS_MOV, "", "di" },
    { "I2F", SASS_I2F, "[t][s]", "di" },
    { "POPC", SASS_POPC, "", "di" },
    { "S2R", SASS_S2R, "", "ds" },
    { "VOTE", SASS_VOTE, "v", "[d]qp" },
    { "VOTEU", SASS_VOTE, "v", "[U]Qp" },
    { "ELECT", SASS_ELECT, "", "qUT" },
    { "MATCH", SASS_MATCH, "a[6]", "[q]dr" },
    { "REDUX", SASS_REDUX, "[x][3]", "Ur" },
    { "CREDUX", SASS_REDUX, "e[3]", "Ur" },
    { "NOP", SASS_NOP, "", "" },
    { "EXIT", SASS_EXIT, "", "" },
};

static const struct word logics[] = { { "AND", SASS_AND }, { "OR", SASS_OR }, { "XOR", SASS_XOR }, { NULL, 0 } };
#define ORDERED                                                                                          \
    { "LT", SASS_LESS }, { "EQ", SASS_EQUAL }, { "LE", SASS_LESS | SASS_EQUAL }, { "GT", SASS_GREATER }, \
        { "GE", SASS_GREATER | SASS_EQUAL },                                                             \
    {                                                                                                    \
        "NE", SASS_LESS | SASS_GREATER                                                                   \
    }
static const struct word compares[] = { ORDERED, { NULL, 0 } };
static const struct word float_compares[] = { ORDERED,
                                              { "LTU", SASS_LESS | SASS_UNORDERED },
                                              { "EQU", SASS_EQUAL | SASS_UNORDERED },
                                              { "LEU", SASS_LESS | SASS_EQUAL | SASS_UNORDERED },
                                              { "GTU", SASS_GREATER | SASS_UNORDERED },
                                              { "GEU", SASS_GREATER | SASS_EQUAL | SASS_UNORDERED },
                                              { "NEU", SASS_LESS | SASS_GREATER | SASS_UNORDERED },
                                              { "NUM", SASS_LESS | SASS_EQUAL | SASS_GREATER },
                                              { "NAN", SASS_UNORDERED },
                                              { NULL, 0 } };
static const struct word u32[] = { { "U32", true }, { NULL, 0 } };
static const struct word u32_s32[] = { { "U32", true }, { "S32", false }, { NULL, 0 } };
static const struct word f32[] = { { "F32", 0 }, { NULL, 0 } };
static const struct word s32[] = { { "S32", true }, { NULL, 0 } };
static const struct word u64[] = { { "U64", true }, { NULL, 0 } };

const struct mnemonic *find_mnemonic(const struct token *token)
{
    const char *dot = memchr(token->text, '.', token->length);
    size_t length = dot != NULL ? (size_t)(dot - token->text) : token->length;

    for (size_t i = 0; i < sizeof mnemonics / sizeof mnemonics[0]; i++)
        if (strlen(mnemonics[i].name) == length && memcmp(mnemonics[i].name, token->text, length) == 0)
            return &mnemonics[i];
    return NULL;
}

bool unknown_mnemonic(struct reader *r, const struct token *token)
{
    char known[220];
    size_t used = 0;

    for (size_t i = 0; i < sizeof mnemonics / sizeof mnemonics[0] && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, " %s", mnemonics[i].name);
    return reader_error(r, token, "unknown instruction, known are%s", known);
}

/* The words of an encoding, from first on. */
static const struct word *words_from(const char *const names[], uint8_t first, uint8_t count)
{
    static struct word words[SHFL_REDUXES + 1];

    for (uint8_t i = first; i < count; i++)
        words[i - first] = (struct word){ names[i], i };
    words[count - first] = (struct word){ NULL, 0 };
    return words;
}

static const struct word *words_of(char letter)
{
    switch (letter) {
    case 'm': return words_from(shfl_mode_name, 0, SHFL_MODES);
    case 'v': return words_from(shfl_vote_name, 0, SHFL_VOTE_ELECT);
    case 'a': return words_from(shfl_match_name, 0, SHFL_MATCHES);
    case 'x': return words_from(shfl_redux_name, 0, SHFL_REDUXES);
    case 'e': return words_from(shfl_redux_name, SHFL_REDUX_MIN, SHFL_REDUXES);
    case '3': return s32;
    case '6': return u64;
    case 'i': return compares;
    case 'f': return float_compares;
    case 'u': return u32;
    case 's': return u32_s32;
    case 't': return f32;
    default: return logics;
    }
}

/* "expected one of .LT .EQ .LE .GT .NE .GE, then .U32 or nothing" */
static bool wrong_modifier(struct reader *r, const struct token *token, const char *modifiers)
{
    char text[200] = "expected no modifier";
    size_t used = 0;

    for (const char *m = modifiers; *m != '\0'; m++) {
        bool optional = *m == '[';
        const struct word *word = words_of(m[optional]);

        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", m == modifiers ? "expected " : ", then ",
                                 word[1].name != NULL ? "one of " : "");
        for (const char *blank = ""; word->name != NULL; word++, blank = " ")
            used += (size_t)snprintf(text + used, sizeof text - used, "%s.%s", blank, word->name);
        used += (size_t)snprintf(text + used, sizeof text - used, optional ? " or nothing" : "");
        m += 2 * optional;
    }
    for (const char *at = token->text; at + 4 <= token->text + token->length; at++)
        if (strncmp(at, ".F32", 4) == 0 && strncmp(token->text, "CREDUX", 6) == 0)
            return reader_error(r, token, "a redux of f32: openshfl run has it, of PTX; docs/rules.md R10.6");
    return reader_error(r, token, "%s", text);
}

bool take_modifiers(struct reader *r, const struct token *token, const struct mnemonic *m, struct sass_insn *insn)
{
    const char *at = token->text + strlen(m->name), *end = token->text + token->length;

    for (const char *letter = m->modifiers; *letter != '\0'; letter++) {
        bool optional = *letter == '[';
        uint8_t value;

        letter += optional;
        const char *next = at < end ? memchr(at + 1, '.', (size_t)(end - at) - 1) : NULL;
        next = next != NULL ? next : end;
        if (at < end && word_value(words_of(*letter), at + 1, (size_t)(next - at) - 1, &value)) {
            at = next;
            if (*letter == 'l')
                insn->logic = value;
            else if (*letter == 'u' || *letter == 's')
                insn->is_unsigned = value;
            else if (*letter == '3')
                insn->is_signed = value;
            else if (*letter == '6')
                insn->is_wide = value;
            else
                insn->modifier = value;
        } else if (!optional) {
            return wrong_modifier(r, token, m->modifiers);
        }
        letter += optional; /* past ] */
    }
    return at == end || wrong_modifier(r, token, m->modifiers);
}

bool word_value(const struct word words[], const char *text, size_t length, uint8_t *value)
{
    for (; words->name != NULL; words++)
        if (strlen(words->name) == length && memcmp(words->name, text, length) == 0) {
            *value = words->value;
            return true;
        }
    return false;
}
