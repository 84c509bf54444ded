/* SPDX-License-Identifier: Apache-2.0
 * word - see word.h */
#include "word.h"
#include "lib/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t word_of_float(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

float word_as_float(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

const char *word_text(uint32_t word, bool is_float, enum word_format format, char text[WORD_TEXT_MAX])
{
    float value = word_as_float(word);
    int32_t number = (int32_t)word;

    if (format == WORD_AUTO)
        format = is_float ? WORD_FLOAT : number > -100000000 && number < 1000000000 ? WORD_INT : WORD_HEX;
    if (format == WORD_HEX)
        snprintf(text, WORD_TEXT_MAX, "0x%08" PRIx32, word);
    else if (format == WORD_INT)
        snprintf(text, WORD_TEXT_MAX, "%" PRId32, number);
    else
        for (int digits = 6; digits <= 9; digits++) {
            snprintf(text, WORD_TEXT_MAX, "%.*g", digits, (double)value);
            if (word_of_float(strtof(text, NULL)) == word)
                break;
        }
    return text;
}

static bool is_sign(char c) { return c == '-' || c == '+'; }

const char *word_scan(const char *text, uint32_t *word)
{
    const bool negative = *text == '-';
    uint64_t value;
    const char *end = number_scan(text + is_sign(*text), &value);

    if (end == NULL || value > (negative ? UINT32_C(0x80000000) : UINT32_MAX))
        return NULL;
    *word = negative ? 0 - (uint32_t)value : (uint32_t)value;
    return end;
}

const char *word_scan_float(const char *text, uint32_t *word)
{
    const char *digits = text + is_sign(*text);
    const uint32_t sign = *text == '-' ? 0x80000000 : 0;
    char *end;

    if (strncmp(digits, "INF", 3) == 0) {
        *word = sign | 0x7f800000;
        return digits + 3;
    }
    if (strncmp(digits, "QNAN", 4) == 0) {
        *word = sign | 0x7fffffff;
        return digits + 4;
    }
    if (strspn(digits, ".0123456789") == 0 || digits[1] == 'x' || digits[1] == 'X') /* no hexadecimal floats */
        return NULL;
    *word = word_of_float(strtof(text, &end));
    return end == text || (*word & 0x7fffffff) == 0x7f800000 ? NULL : end;
}
