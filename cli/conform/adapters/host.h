/* SPDX-License-Identifier: Apache-2.0 */
/* host.h - the common part of the hosts of the kernels: the levels, the vector files, and the output file.
 *
 * A host is called as `HOST LEVEL FILE`, LEVEL being cuda or ptx, and writes the signature to FILE; one that reads
 * vector files also as `HOST VECTORS FILE`. One block, or workgroup, is one warp of LANES lanes. C11 and C++.
 */
#ifndef CONFORM_HOST_H
#define CONFORM_HOST_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LANES
#define LANES 32
#endif

/* A warp of a vector file, and its result. got: 1 where the lane wrote rd, 3 where it wrote a predicate of 1, too; 255
 * in all lanes of a warp that is refused. */
struct host_warp {
    uint64_t mode, active, ra[LANES];
    uint32_t sb[LANES], sc[LANES];
};
#define HOST_REFUSED 255u
struct host_answer {
    uint64_t rd[LANES];
    uint8_t got[LANES];
};

/* Bad input is status 2, an environment error 3. */
static inline void host_fail(int status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("signature: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(status);
}

static inline void *host_memory(size_t bytes)
{
    void *memory = calloc(bytes ? bytes : 1, 1);

    if (memory == NULL)
        host_fail(3, "no memory for %zu bytes", bytes);
    return memory;
}

/* The warps of a level; 0: there is no such level. */
static inline unsigned host_warps(const char *level)
{
    unsigned widths = 0;

    for (unsigned width = 1; width <= LANES; width *= 2)
        widths++;
    if (strcmp(level, "cuda") == 0)
        return 4 * widths * LANES;
    return strcmp(level, "ptx") == 0 ? 4 * LANES * LANES * LANES : 0;
}

/* All of a file, with a 0 behind it. */
static inline char *host_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0, room = 1 << 16;
    char *text = (char *)host_memory(room);

    if (file == NULL)
        host_fail(2, "%s: expected a file that can be read", path);
    for (size_t more; (more = fread(text + size, 1, room - size - 1, file)) > 0;) {
        size += more;
        if (room - size - 1 == 0 && (text = (char *)realloc(text, room *= 2)) == NULL)
            host_fail(3, "no memory for %s", path);
    }
    text[size] = '\0';
    fclose(file);
    return text;
}

static inline FILE *host_create(const char *path)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL)
        host_fail(2, "%s: expected a file that can be written", path);
    return file;
}

/* There is no file that is not whole. */
static inline void host_close(FILE *file, const char *path)
{
    int wrong = ferror(file);

    if ((fclose(file) | wrong) != 0) {
        remove(path);
        host_fail(3, "%s: cannot be written", path);
    }
}

/* The warps of level cuda or ptx, to be freed: mode, width or segment mask and clamp, index. A lane offers HOST_MARK + its
 * own number. */
#define HOST_MARK 0x5700u
static inline struct host_warp *host_level(const char *level)
{
    unsigned warps = host_warps(level), of_mode = warps / 4;
    struct host_warp *all = (struct host_warp *)host_memory(warps * sizeof *all);

    for (unsigned n = 0; n < warps; n++) {
        unsigned mode = n / of_mode, row = n % of_mode / LANES, c = row / LANES << 8 | row % LANES;

        if (strcmp(level, "cuda") == 0)
            c = (LANES - (1u << row)) << 8 | (mode == 1 ? 0 : LANES - 1);
        all[n].mode = mode;
        all[n].active = ~(uint64_t)0 >> (64 - LANES);
        for (unsigned k = 0; k < LANES; k++) {
            all[n].sb[k] = n % LANES;
            all[n].sc[k] = c;
            all[n].ra[k] = HOST_MARK + k;
        }
    }
    return all;
}

/* The signature of such warps: a byte for each lane, of a value of no lane 254, of a warp that is refused 255. */
static inline void host_write_signature(const char *path, const struct host_answer *answer, unsigned warps)
{
    FILE *file = host_create(path);

    for (; warps > 0; warps--, answer++)
        for (unsigned k = 0; k < LANES; k++) {
            uint64_t lane = answer->rd[k] - HOST_MARK;
            unsigned byte = lane >= LANES ? 254 : (unsigned)lane + (answer->got[k] == 3 ? 64 : 0);

            putc((int)(answer->got[0] == HOST_REFUSED ? HOST_REFUSED : byte), file);
        }
    host_close(file, path);
}

/* The warps of a vector file, to be freed. */
static inline struct host_warp *host_read_vectors(const char *path, unsigned *warps)
{
    enum { NUMBERS = 2 + 3 * LANES };
    char *text = host_read(path);
    unsigned lines = 1, line = 0;
    struct host_warp *all;

    for (char *c = text; *c; c++)
        lines += *c == '\n';
    all = (struct host_warp *)host_memory(lines * sizeof *all);
    *warps = 0;
    for (char *at = strtok(text, "\n"); at != NULL; at = strtok(NULL, "\n")) {
        struct host_warp *warp = &all[(*warps)++];
        uint64_t number[NUMBERS];
        unsigned count = 0;
        char *end = at;

        line++;
        for (; count < NUMBERS && *end != '\0'; at = end)
            number[count++] = strtoull(at, &end, 16);
        if (count < NUMBERS || number[0] > 3 || end[strspn(end, " \r")] != '\0')
            host_fail(2, "%s:%u: expected mode 0 to 3, active, and %u numbers each of sb, sc and ra, in hexadecimal",
                      path, line, (unsigned)LANES);
        warp->mode = number[0];
        warp->active = number[1];
        for (unsigned k = 0; k < LANES; k++) {
            warp->sb[k] = (uint32_t)number[2 + k];
            warp->sc[k] = (uint32_t)number[2 + LANES + k];
            warp->ra[k] = number[2 + 2 * LANES + k];
        }
    }
    free(text);
    return all;
}

/* A line for each warp: rd of all lanes, x where none was written, pu and we; '-' if it is refused. */
static inline void host_write_answers(const char *path, const struct host_answer *answer, unsigned warps)
{
    FILE *file = host_create(path);

    for (; warps > 0; warps--, answer++) {
        uint64_t pu = 0, we = 0;

        if (answer->got[0] == HOST_REFUSED) {
            fputs("-\n", file);
            continue;
        }
        for (unsigned k = 0; k < LANES; k++) {
            we |= (uint64_t)(answer->got[k] & 1) << k;
            pu |= (uint64_t)(answer->got[k] >> 1 & 1) << k;
            if (answer->got[k])
                fprintf(file, "%llx ", (unsigned long long)answer->rd[k]);
            else
                fputs("x ", file);
        }
        fprintf(file, "%llx %llx\n", (unsigned long long)pu, (unsigned long long)we);
    }
    host_close(file, path);
}

#endif
