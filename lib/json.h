/* SPDX-License-Identifier: Apache-2.0
 * json - JSON, written as it comes. Within an object each value has a key, within an array it is NULL. */
#ifndef JSON_H
#define JSON_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 12 };

struct json {
    FILE *file;
    unsigned depth;
    bool any; /* behind a value: a comma comes first */
    struct {
        char end;
        bool tall;
    } level[JSON_DEPTH_MAX];
};

/* An object or an array: bracket is { or [. Each value of a tall one has a line. */
void json_open(struct json *json, const char *key, char bracket);
void json_open_tall(struct json *json, const char *key, char bracket);

/* End it, and with the outermost one the line. */
void json_close(struct json *json);

/* A text; null if it is NULL or empty. */
void json_text(struct json *json, const char *key, const char *text);

/* A number, or a word such as null, by printf's format. */
void json_value(struct json *json, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define json_number(json, key, number) json_value(json, key, "%" PRIu64, (uint64_t)(number))
#define json_signed(json, key, number) json_value(json, key, "%" PRId64, (int64_t)(number))
#define json_bool(json, key, value) json_value(json, key, (value) ? "true" : "false")
#define json_null(json, key) json_value(json, key, "null")
#define json_bool_if(json, key, is_known, value) ((is_known) ? json_bool(json, key, value) : json_null(json, key))
#define json_number_if(json, key, is_known, number) ((is_known) ? json_number(json, key, number) : json_null(json, key))

/* A text of printf's. */
void json_format(struct json *json, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A mask of lanes is one, since a number of 64 bits is too wide for many readers: "0xffff". */
#define json_mask(json, key, mask) json_format(json, key, "0x%" PRIx64, (uint64_t)(mask))

#endif
