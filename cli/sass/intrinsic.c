/* SPDX-License-Identifier: Apache-2.0
 * intrinsic - see intrinsic.h */
#include "intrinsic.h"
#include "intrinsics.h"
#include "word.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENT_MAX = 64 };

static const struct name {
    const char *name;
    enum shfl_mode mode;
} names[] = {
    { "__shfl", SHFL_IDX }, { "__shfl_up", SHFL_UP }, { "__shfl_down", SHFL_DOWN }, { "__shfl_xor", SHFL_BFLY }
};

/* The arguments, cut at the commas that are in no parentheses, without blanks. False if they do not fit. */
static bool cut(const char *at, char argument[4][ARGUMENT_MAX], unsigned *count)
{
    unsigned depth = 0;
    size_t used = 0;

    memset(argument, 0, 4 * ARGUMENT_MAX);
    *count = 0;
    for (; *at != '\0' && !(*at == ')' && depth == 0); at++) {
        depth += *at == '(';
        depth -= *at == ')';
        if (*at == ',' && depth == 0) {
            if (used == 0 || *count == 3)
                return false;
            (*count)++;
            used = 0;
        } else if (*at != ' ' && *at != '\t') {
            if (used == ARGUMENT_MAX - 1)
                return false;
            argument[*count][used++] = *at;
        }
    }
    if (*at != ')' || used == 0)
        return false;
    (*count)++;
    at++;
    at += strspn(at, " \t;");
    return *at == '\0';
}

/* A C number of 32 bits: decimal or hexadecimal, with a sign or none, perhaps with a suffix. */
static bool number(const char *text, uint32_t *word)
{
    const char *end = word_scan(text, word);

    return end != NULL && end[strspn(end, "uUlL")] == '\0';
}

/* Nothing but letters and digits, and a digit first: a number, or what was meant as one. */
static bool is_literal(const char *text)
{
    text += *text == '-' || *text == '+';
    return *text >= '0' && *text <= '9' && text[strspn(text, "0123456789abcdefABCDEFxXuUlL")] == '\0';
}

bool intrinsic_parse(const char *text, struct intrinsic *intrinsic, char why[240])
{
    char argument[4][ARGUMENT_MAX];
    const char *open = strchr(text, '(');
    const struct name *name = NULL;
    unsigned count;
    uint32_t third, width = WARP_LANES;

    memset(intrinsic, 0, sizeof *intrinsic);
    text += strspn(text, " \t");
    size_t length = open != NULL ? (size_t)(open - text) : strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    bool sync = length > 5 && memcmp(text + length - 5, "_sync", 5) == 0;
    if (sync)
        length -= 5;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, text, length) == 0)
            name = &names[i];
    if (name == NULL || open == NULL) {
        snprintf(why, 240,
                 "'%.60s': expected a call of __shfl_sync, __shfl_up_sync, __shfl_down_sync or "
                 "__shfl_xor_sync, such as '__shfl_up_sync(m, v, 1, 8)'",
                 text);
        return false;
    }
    if (!cut(open + 1, argument, &count) || count < 2u + sync || count > 3u + sync) {
        snprintf(why, 240, "'%.60s': expected %s(%svalue, %s) or the same with a width", text,
                 sync ? "..._sync" : name->name, sync ? "mask, " : "",
                 name->mode == SHFL_IDX    ? "srcLane"
                 : name->mode == SHFL_BFLY ? "laneMask"
                                           : "delta");
        return false;
    }
    const char *argument3 = argument[1 + sync];
    if (count == 3u + sync && !number(argument[2 + sync], &width)) {
        snprintf(why, 240, "'%.60s': the width must be a number, one of 1 2 4 8 16 32", argument[2 + sync]);
        return false;
    }
    intrinsic->has_mask = sync && number(argument[0], &intrinsic->mask);
    if (sync && !intrinsic->has_mask && is_literal(argument[0])) {
        snprintf(why, 240, "'%.60s': expected a mask of 32 lanes, such as 0xffffffff", argument[0]);
        return false;
    }
    unsigned sc = warp_sc(name->mode, (int)width) & 0x1fff;
    if (number(argument3, &third)) {
        snprintf(intrinsic->sass, sizeof intrinsic->sass, "SHFL.%s PT, Rd, Ra, 0x%x, 0x%x", shfl_mode_name[name->mode],
                 third & 31, sc);
        if (third > 31)
            snprintf(intrinsic->note, sizeof intrinsic->note, "of %s only the low five bits count: %u", argument3,
                     third & 31);
    } else if (strncmp(argument3, "lane", 4) == 0) {
        snprintf(intrinsic->sass, sizeof intrinsic->sass, "SHFL.%s PT, Rd, Ra, Rb, 0x%x", shfl_mode_name[name->mode],
                 sc);
        snprintf(intrinsic->init, sizeof intrinsic->init, "Rb=%s", argument3);
    } else {
        snprintf(why, 240, "'%.60s': expected a number, or lane with +N, -N, *N or ^N", argument3);
        return false;
    }
    if (width < 1 || width > WARP_LANES || (width & (width - 1)) != 0)
        snprintf(intrinsic->note, sizeof intrinsic->note,
                 "CUDA allows widths of 1 2 4 8 16 32; %.12s is answered by "
                 "the same formula",
                 argument[2 + sync]);
    return true;
}
