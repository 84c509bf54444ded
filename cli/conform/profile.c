/* SPDX-License-Identifier: Apache-2.0
 * profile - see level.h */
#include "level.h"
#include "lib/number.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

static unsigned log2_of(unsigned lanes)
{
    unsigned bits = 0;

    while (lanes >> bits > 1)
        bits++;
    return bits;
}

struct profile profile_ptx(unsigned lanes)
{
    const unsigned bits = log2_of(lanes);

    return (struct profile){ .lanes = lanes,
                             .modes = (1u << PTX_MODES) - 1,
                             .up_clamp = true,
                             .predicate = true,
                             .outside = OUTSIDE_OWN,
                             .inactive = INACTIVE_NOT_SAID,
                             .index_bits = bits,
                             .clamp_bits = bits,
                             .seg_bits = bits,
                             .data_bits = 64,
                             .vlen = 1024 };
}

/* The index of a text in a list that ends with NULL; or -1. */
static int word(const char *text, const char *const words[])
{
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return -1;
}

/* The modes of "idx,up,down". */
static bool modes(char *text, unsigned *set)
{
    *set = 0;
    for (char *at = strtok(text, ","); at != NULL; at = strtok(NULL, ",")) {
        unsigned mode = 0;

        for (char *c = at; *c != '\0'; c++)
            *c = (char)toupper((unsigned char)*c);
        while (mode < PTX_MODES && strcmp(at, shfl_mode_name[mode]) != 0)
            mode++;
        if (mode == PTX_MODES)
            return false;
        *set |= 1u << mode;
    }
    return *set != 0;
}

/* Set a key; or return its allowed values. */
static const char *set(struct profile *p, const char *key, char *value)
{
    static const char *const yes_no[] = { "no", "yes", NULL }, *const c[] = { "full", "width", NULL },
                             *const outside[] = { "undefined", "own", "zero", NULL },
                             *const inactive[] = { "unknown", "zero", "own", "raw", "undefined", NULL };
    const struct {
        const char *name;
        unsigned *bits, most;
    } fields[] = { { "index", &p->index_bits, 32 },
                   { "clamp", &p->clamp_bits, log2_of(p->lanes) },
                   { "segmask", &p->seg_bits, log2_of(p->lanes) } };
    uint64_t number;
    int at;

    if (strcmp(key, "lanes") == 0) {
        if (!number_read(value, 2, 64, &number) || (number & (number - 1)) != 0)
            return "2, 4, 8, 16, 32 or 64";
        const unsigned bits = log2_of((unsigned)number);
        p->lanes = (unsigned)number;
        p->index_bits = p->clamp_bits = p->seg_bits = bits;
    } else if (strcmp(key, "modes") == 0) {
        if (!modes(value, &p->modes))
            return "a list such as idx,up,down,bfly";
    } else if (strcmp(key, "up_clamp") == 0 || strcmp(key, "predicate") == 0) {
        if ((at = word(value, yes_no)) < 0)
            return "yes or no";
        *(key[0] == 'u' ? &p->up_clamp : &p->predicate) = at;
    } else if (strcmp(key, "c") == 0) {
        if ((at = word(value, c)) < 0)
            return "full or width";
        p->c_width = at;
    } else if (strcmp(key, "outside") == 0) {
        if ((at = word(value, outside)) < 0)
            return "own, zero or undefined";
        p->outside = (enum outside)at;
    } else if (strcmp(key, "inactive") == 0) {
        if ((at = word(value, inactive)) < 0)
            return "zero, own, raw, undefined or unknown";
        p->inactive = (enum inactive)at;
    } else if (strcmp(key, "data") == 0) {
        if (!number_read(value, 32, 64, &number) || (number != 32 && number != 64))
            return "32 or 64";
        p->data_bits = (unsigned)number;
    } else if (strcmp(key, "vlen") == 0) {
        if (!number_read(value, 64, 1024, &number) || (number & (number - 1)) != 0)
            return "a power of two from 64 to 1024";
        p->vlen = (unsigned)number;
    } else {
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
            if (strcmp(key, fields[i].name) == 0) {
                if (!number_read(value, 0, fields[i].most, &number))
                    return i == 0 ? "its width in bits, 0 to 32" : "its width in bits, 0 to log2 of the lanes";
                *fields[i].bits = (unsigned)number;
                return NULL;
            }
        return "";
    }
    return NULL;
}

bool profile_read(const char *text, struct profile *profile, char err[PROFILE_ERROR_MAX])
{
    unsigned line = 1, keys = 0;

    *profile = profile_ptx(32);
    for (; *text != '\0'; line++) {
        char copy[120], key[24], value[80], rest[2];
        const size_t length = strcspn(text, "\n"), said = strcspn(text, "#\n");

        if (said >= sizeof copy) {
            snprintf(err, PROFILE_ERROR_MAX, "line %u: expected a key and a value, such as `lanes 32`", line);
            return false;
        }
        memcpy(copy, text, said);
        copy[said] = '\0';
        text += length + (text[length] == '\n');
        const int got = sscanf(copy, "%23s %79s %1s", key, value, rest);
        if (got <= 0)
            continue;
        if (got != 2) {
            snprintf(err, PROFILE_ERROR_MAX, "line %u: '%.23s': expected a key and one value, such as `lanes 32`", line,
                     key);
            return false;
        }
        char shown[80];
        strcpy(shown, value);
        const bool late = strcmp(key, "lanes") == 0 && keys > 0;
        const char *expected = late ? NULL : set(profile, key, value);
        if (late)
            snprintf(err, PROFILE_ERROR_MAX, "line %u: lanes must be the first key", line);
        else if (expected == NULL) {
            keys++;
            continue;
        } else if (*expected == '\0')
            snprintf(err, PROFILE_ERROR_MAX,
                     "line %u: '%.23s': no such key; they are lanes, modes, up_clamp, predicate, outside, c, inactive, "
                     "index, clamp, segmask, data and vlen",
                     line, key);
        else
            snprintf(err, PROFILE_ERROR_MAX, "line %u: %.23s %.40s: expected %s", line, key, shown, expected);
        return false;
    }
    return true;
}

bool profile_is_ptx(const struct profile *p)
{
    const struct profile ptx = profile_ptx(p->lanes);

    return p->modes == ptx.modes && p->up_clamp && p->predicate && p->outside == OUTSIDE_OWN && !p->c_width
        && p->index_bits == ptx.index_bits && p->clamp_bits == ptx.clamp_bits && p->seg_bits == ptx.seg_bits;
}

static void add(char text[PROFILE_TEXT_MAX], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text + used, PROFILE_TEXT_MAX - used, format, arguments);
    va_end(arguments);
}

void profile_text(const struct profile *p, char text[PROFILE_TEXT_MAX])
{
    static const char *const inactive[] = { "", "0", "the reader's own value", "that lane's value", "undefined" };
    static const char *const outside[] = { ", out of range undefined", "", ", out of range 0" };
    const struct profile ptx = profile_ptx(p->lanes);

    text[0] = '\0';
    add(text, "%u lanes", p->lanes);
    if (p->modes != ptx.modes)
        for (unsigned mode = 0, first = 1; mode < PTX_MODES; mode++)
            if (p->modes >> mode & 1) {
                add(text, "%s%s", first ? ", modes " : " ", shfl_mode_name[mode]);
                first = 0;
            }
    add(text, "%s%s%s%s", p->up_clamp ? "" : ", UP without a clamp", p->predicate ? "" : ", no predicate",
        outside[p->outside], p->c_width ? ", Sc from a width" : "");
    if (p->index_bits != ptx.index_bits)
        add(text, ", index of %u bits", p->index_bits);
    if (p->clamp_bits == 0)
        add(text, ", no clamp");
    else if (p->clamp_bits != ptx.clamp_bits)
        add(text, ", clamp of %u bits", p->clamp_bits);
    if (p->seg_bits != ptx.seg_bits)
        add(text, ", segment mask of %u bits", p->seg_bits);
    if (p->inactive != INACTIVE_NOT_SAID)
        add(text, ", an inactive source gives %s", inactive[p->inactive]);
}
