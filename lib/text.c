/* SPDX-License-Identifier: Apache-2.0 */
/* text - see text.h */
#include "text.h"
#include "model/shfl.h"

#include <string.h>

void text_append(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (text->used < text->size) {
        const int n = vsnprintf(text->at + text->used, text->size - text->used, format, arguments);

        text->used += n > 0 ? (size_t)n : 0;
    }
    va_end(arguments);
}

bool text_is(const char *at, size_t length, const char *word)
{
    return strncmp(word, at, length) == 0 && word[length] == '\0';
}

const char *text_word(const char *words, const char *behind, char first)
{
    const char key[] = { ' ', first, '\0' };

    if (first == '\0' || (behind == NULL && *words == first))
        return first ? words : NULL;
    const char *found = strstr(behind ? behind : words, key);
    return found ? found + 1 : NULL;
}

bool text_among(const char *at, size_t length, const char *words)
{
    for (const char *w = NULL; length > 0 && (w = text_word(words, w, *at)) != NULL;)
        if (strcspn(w, " ") == length && memcmp(at, w, length) == 0)
            return true;
    return false;
}

bool text_lanes(struct text *l, uint64_t set, unsigned lanes)
{
    const uint64_t all = shfl_all_lanes(lanes);
    const unsigned n = (unsigned)__builtin_popcountll(set);

    if (set == all || set == 0) {
        text_append(l, set ? "all lanes" : "no lane");
        return set == 0;
    }
    for (unsigned width = lanes; width >= 2; width /= 2) { /* the first or the last of each segment */
        const uint64_t part = shfl_all_lanes(width);
        const unsigned some = n * width / lanes;
        uint64_t firsts = 0, lasts = 0;

        if (some == 0 || some == width)
            continue;
        for (unsigned k = 0; k < lanes; k += width) {
            firsts |= (part >> (width - some)) << k;
            lasts |= (part & ~(part >> some)) << k;
        }
        if (set != firsts && set != lasts)
            continue;
        text_append(l, "the %s", set == firsts ? "first" : "last");
        text_append(l, some == 1 ? " lane" : " %u lanes", some);
        if (width < lanes)
            text_append(l, " of each segment of %u", width);
        return some == 1;
    }
    text_append(l, n == 1 ? "lane" : "lanes");
    for (unsigned k = 0, said = 0; k < lanes; k++) {
        unsigned last = k;

        if (!(set >> k & 1))
            continue;
        while (last + 1 < lanes && set >> (last + 1) & 1)
            last++;
        text_append(l, said == 0 ? " " : last == lanes - 1 || (set >> last) >> 1 == 0 ? " and " : ", ");
        text_append(l, last == k ? "%u" : last == k + 1 ? "%u, %u" : "%u to %u", k, last);
        said++;
        k = last;
    }
    return n == 1;
}
