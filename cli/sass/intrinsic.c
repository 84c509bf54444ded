/* SPDX-License-Identifier: Apache-2.0
 * intrinsic - see intrinsic.h */
#include "intrinsic.h"
#include "cli/warp/intrinsics.h"
#include "cli/lib/number.h"
#include "word.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENT_MAX = INTRINSIC_ARGUMENT_MAX };

static const struct name {
    const char *name;
    enum shfl_mode mode;
} names[] = {
    { "__shfl", SHFL_IDX }, { "__shfl_up", SHFL_UP }, { "__shfl_down", SHFL_DOWN }, { "__shfl_xor", SHFL_BFLY }
};

bool intrinsic_cut(const char *at, char argument[4][ARGUMENT_MAX], unsigned *count)
{
    unsigned depth = 0;
    size_t used = 0;

    memset(argument, 0, 4 * ARGUMENT_MAX);
    *count = 0;
    for (; *at != '\0' && !(*at == ')' && depth == 0); at++) {
        depth += *at == '(' || *at == '[';
        depth -= depth > 0 && (*at == ')' || *at == ']');
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

bool intrinsic_number(const char *text, uint32_t *word)
{
    const char *end = word_scan(text, word);

    return end != NULL && end[strspn(end, "uUlL")] == '\0';
}

bool intrinsic_by_lane(const char *text) { return strncmp(text, "lane", 4) == 0 || text[0] == '['; }

const char *intrinsic_name(enum shfl_mode mode)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].mode == mode)
            return names[i].name;
    return NULL;
}

/* Nothing but letters and digits, and a digit first: a number, or what was meant as one. */
static bool is_literal(const char *text)
{
    text += *text == '-' || *text == '+';
    return *text >= '0' && *text <= '9' && text[strspn(text, "0123456789abcdefABCDEFxXuUlL")] == '\0';
}

/* A mask of 32 lanes may have a sign, one of 64 may not. */
static bool mask_number(const char *text, unsigned lanes, uint64_t *mask)
{
    const char *end;
    uint32_t word;

    if (lanes == 32) {
        const bool ok = intrinsic_number(text, &word);

        *mask = ok ? word : 0;
        return ok;
    }
    end = number_scan(text, mask);
    return end != NULL && end[strspn(end, "uUlL")] == '\0';
}

bool intrinsic_call_parse(const char *text, unsigned lanes, struct intrinsic_call *call, char why[240])
{
    char argument[4][ARGUMENT_MAX];
    const char *open = strchr(text, '(');
    const struct name *name = NULL;
    unsigned count;

    *call = (struct intrinsic_call){ .width = lanes };
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
    if (!intrinsic_cut(open + 1, argument, &count) || count < 2u + sync || count > 3u + sync) {
        snprintf(why, 240, "'%.60s': expected %s(%svalue, %s) or the same with a width", text,
                 sync ? "..._sync" : name->name, sync ? "mask, " : "",
                 name->mode == SHFL_IDX    ? "srcLane"
                 : name->mode == SHFL_BFLY ? "laneMask"
                                           : "delta");
        return false;
    }
    call->mode = name->mode;
    call->is_sync = sync;
    if (count == 3u + sync && !intrinsic_number(argument[2 + sync], &call->width)) {
        snprintf(why, 240, "'%.60s': the width must be a number, one of 1 2 4 8 16 32%s", argument[2 + sync],
                 lanes == 64 ? " 64" : "");
        return false;
    }
    call->has_mask = sync && mask_number(argument[0], lanes, &call->mask);
    if (sync && !call->has_mask && is_literal(argument[0])) {
        snprintf(why, 240, "'%.60s': expected a mask of %u lanes, such as 0xffffffff", argument[0], lanes);
        return false;
    }
    memcpy(call->argument, argument[1 + sync], ARGUMENT_MAX);
    call->is_number = intrinsic_number(call->argument, &call->number);
    if (!call->is_number && !intrinsic_by_lane(call->argument)) {
        snprintf(why, 240, "'%.60s': expected a number, or lane with +N, -N, *N or ^N, or [N,N,...]", call->argument);
        return false;
    }
    return true;
}

bool intrinsic_parse(const char *text, struct intrinsic *intrinsic, char why[240])
{
    struct intrinsic_call call;

    memset(intrinsic, 0, sizeof *intrinsic);
    if (!intrinsic_call_parse(text, WARP_LANES, &call, why))
        return false;
    intrinsic->has_mask = call.has_mask;
    intrinsic->mask = (uint32_t)call.mask;
    const unsigned sc = warp_sc(call.mode, (int)call.width) & 0x1fff;
    if (call.is_number) {
        snprintf(intrinsic->sass, sizeof intrinsic->sass, "SHFL.%s PT, Rd, Ra, 0x%x, 0x%x", shfl_mode_name[call.mode],
                 call.number & 31, sc);
        if (call.number > 31)
            snprintf(intrinsic->note, sizeof intrinsic->note, "of %.60s only the low five bits count: %u",
                     call.argument, call.number & 31);
    } else {
        snprintf(intrinsic->sass, sizeof intrinsic->sass, "SHFL.%s PT, Rd, Ra, Rb, 0x%x", shfl_mode_name[call.mode],
                 sc);
        snprintf(intrinsic->init, sizeof intrinsic->init, "Rb=%s", call.argument);
    }
    if (call.width < 1 || call.width > WARP_LANES || (call.width & (call.width - 1)) != 0)
        snprintf(intrinsic->note, sizeof intrinsic->note,
                 "CUDA allows widths of 1 2 4 8 16 32; for %d the same formula is used", (int)call.width);
    else if (!call.is_sync && intrinsic->note[0] == '\0')
        snprintf(intrinsic->note, sizeof intrinsic->note,
                 "%s is gone from compute capability 7.0 on: use %s_sync, with a mask", intrinsic_name(call.mode),
                 intrinsic_name(call.mode));
    return true;
}
