/* SPDX-License-Identifier: Apache-2.0
 * profile - see level.h */
#include "level.h"
#include "lib/number.h"
#include "lib/options.h"
#include "lib/text.h"

#include <stddef.h>
#include <stdlib.h>
#include <strings.h>

static const char *const yes_no[] = { "no", "yes", NULL }, *const c[] = { "full", "width", NULL },
                         *const outside[] = { "undefined", "own", "zero", NULL },
                         *const inactive[] = { "unknown", "zero", "own", "raw", "undefined", NULL };

/* A key: a number from least to most, of a field of bits, which has log2 of the lanes at most, or a power of two; or a word. */
static const struct key {
    const char *name;
    size_t at;
    unsigned least, most;
    enum { ANY_NUMBER, POWER, FIELD, WORD, MODES } form;
    const char *const *words;
    const char *expected;
} keys[] = {
    { "lanes", offsetof(struct profile, lanes), 2, 64, POWER, NULL, "2, 4, 8, 16, 32 or 64" },
    { "modes", offsetof(struct profile, modes), 0, 0, MODES, NULL, "a list such as idx,up,down,bfly" },
    { "up_clamp", offsetof(struct profile, up_clamp), 0, 0, WORD, yes_no, "yes or no" },
    { "predicate", offsetof(struct profile, predicate), 0, 0, WORD, yes_no, "yes or no" },
    { "outside", offsetof(struct profile, outside), 0, 0, WORD, outside, "own, zero or undefined" },
    { "c", offsetof(struct profile, c_width), 0, 0, WORD, c, "full or width" },
    { "inactive", offsetof(struct profile, inactive), 0, 0, WORD, inactive, "zero, own, raw, undefined or unknown" },
    { "index", offsetof(struct profile, index_bits), 0, 32, ANY_NUMBER, NULL, "its width in bits, 0 to 32" },
    { "clamp", offsetof(struct profile, clamp_bits), 0, 0, FIELD, NULL, "its width in bits, 0 to log2 of the lanes" },
    { "segmask", offsetof(struct profile, seg_bits), 0, 0, FIELD, NULL, "its width in bits, 0 to log2 of the lanes" },
    { "data", offsetof(struct profile, data_bits), 32, 64, POWER, NULL, "32 or 64" },
    { "vlen", offsetof(struct profile, vlen), 64, 1024, POWER, NULL, "a power of two from 64 to 1024" },
};
enum { KEYS = sizeof keys / sizeof *keys, PROFILE_MAX = 1 << 16 };

static unsigned *field(struct profile *p, const struct key *key) { return (unsigned *)((char *)p + key->at); }

struct profile profile_ptx(unsigned lanes)
{
    const unsigned bits = (unsigned)__builtin_ctz(lanes);

    return (struct profile){ .lanes = lanes,
                             .modes = (1u << SHFL_MODES) - 1,
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

/* The modes of "idx,up,down". */
static bool modes(char *text, unsigned *set)
{
    *set = 0;
    for (char *at = strtok(text, ","); at != NULL; at = strtok(NULL, ",")) {
        unsigned mode = 0;

        while (mode < SHFL_MODES && strcasecmp(at, shfl_mode_name[mode]) != 0)
            mode++;
        if (mode == SHFL_MODES)
            return false;
        *set |= 1u << mode;
    }
    return *set != 0;
}

/* Set a key. Returns whether its value is one. */
static bool set(struct profile *p, const struct key *key, char *value)
{
    const unsigned most = key->form == FIELD ? (unsigned)__builtin_ctz(p->lanes) : key->most;
    uint64_t number = 0;

    if (key->form == MODES)
        return modes(value, &p->modes);
    if (key->form == WORD) {
        const int chosen = choice(value, key->words);

        if (chosen < 0)
            return false;
        number = (uint64_t)chosen;
    } else if (!number_read(value, key->least, most, &number) || (key->form == POWER && (number & (number - 1)) != 0))
        return false;
    if (key == keys) /* lanes */
        *p = profile_ptx((unsigned)number);
    *field(p, key) = (unsigned)number;
    return true;
}

struct profile profile_read(const char *path)
{
    struct profile profile = profile_ptx(32);
    unsigned line = 1, read = 0;
    size_t size;
    char *const file = path ? take_file(path, PROFILE_MAX, &size) : NULL;

    for (const char *text = file; text && *text != '\0'; line++) {
        char copy[120] = "", name[24] = "", value[80], shown[80], rest[2];
        const size_t length = strcspn(text, "\n"), said = strcspn(text, "#\n");
        const struct key *key = keys;

        if (said < sizeof copy)
            memcpy(copy, text, said);
        text += length + (text[length] == '\n');
        const int got = said < sizeof copy ? sscanf(copy, "%23s %79s %1s", name, value, rest) : 3;
        if (got <= 0)
            continue;
        if (got != 2)
            misuse("conform: %s: line %u: '%s': expected a key and one value, such as `lanes 32`", path, line, name);
        while (key < keys + KEYS && strcmp(name, key->name) != 0)
            key++;
        if (key == keys && read > 0)
            misuse("conform: %s: line %u: lanes must be the first key", path, line);
        if (key == keys + KEYS)
            misuse("conform: %s: line %u: '%s': no such key; they are lanes, modes, up_clamp, predicate, outside, c, "
                   "inactive, index, clamp, segmask, data and vlen",
                   path, line, name);
        strcpy(shown, value);
        if (!set(&profile, key, value))
            misuse("conform: %s: line %u: %s %.40s: expected %s", path, line, name, shown, key->expected);
        read++;
    }
    free(file);
    return profile;
}

void profile_text(const struct profile *profile, char text[PROFILE_TEXT_MAX])
{
    struct profile own = *profile, ptx = profile_ptx(own.lanes);
    struct text line = { text, 0, PROFILE_TEXT_MAX };

    text_append(&line, "%u lanes", own.lanes);
    for (const struct key *key = keys + 1; key < keys + KEYS; key++) {
        const unsigned value = *field(&own, key);

        if (value == *field(&ptx, key))
            continue;
        text_append(&line, ", %s", key->name);
        for (unsigned mode = 0; mode < SHFL_MODES && key->form == MODES; mode++)
            if (value >> mode & 1)
                text_append(&line, " %s", shfl_mode_name[mode]);
        if (key->form == WORD)
            text_append(&line, " %s", key->words[value]);
        else if (key->form != MODES)
            text_append(&line, " %u", value);
    }
}
