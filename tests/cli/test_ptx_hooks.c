/* SPDX-License-Identifier: Apache-2.0 */
/* test_ptx_hooks FILE [LANES] - the file's first kernel with a warp and a buffer of 32 words, watched: a line for each
 * decision, of which LANES are for it, each shuffle and its kin, and the buffer. Without LANES an undefined value that
 * decides stops. */
#include "check/ptx_run.h"
#include "lib/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct ptx_module m;
static struct ptx_launch l;
static uint32_t for_it;

static const char *where(const struct ptx_insn *i)
{
    static char text[200];
    const struct ptx_place at = m.place[i->place];

    snprintf(text, sizeof text, "%s:%u:%u %s", ptx_source_name(&m, at.file), at.line, at.column, i->row->name);
    return text;
}

static uint32_t decide(void *watcher, const struct ptx_insn *i, uint32_t lanes, uint32_t open_lanes, uint16_t cause)
{
    char text[PTX_NAME_MAX];

    (void)watcher;
    ptx_cause_text(&l, cause, text);
    printf("%s decides %08" PRIx32 " of %08" PRIx32 ": %s\n", where(i), open_lanes, lanes, text);
    return for_it;
}

static void watch(void *watcher, const struct ptx_event *e)
{
    (void)watcher;
    if (e->site == NULL)
        return;
    printf("%s lanes %08" PRIx32 " members %08" PRIx32 " unknown %08" PRIx32 " %08" PRIx32, where(e->insn), e->lanes,
           e->members, e->index_unknown, e->members_unknown);
    for (unsigned k = 0; k < PTX_WARP; k++)
        if (e->site[k] && e->site[k] != e->insn) {
            printf(", lane %u at line %u", k, m.place[e->site[k]->place].line);
            break;
        }
    for (unsigned k = 0; k < PTX_WARP; k++)
        if (e->a_open[k] || e->b_open[k] || e->c_open[k]) {
            char text[PTX_NAME_MAX];
            const uint16_t cause = e->a_open[k] ? e->a_open[k] : e->b_open[k] ? e->b_open[k] : e->c_open[k];

            ptx_cause_text(&l, cause, text);
            printf(", lane %u %s", k, text);
            break;
        }
    putchar('\n');
}

int main(int argc, char **argv)
{
    static uint32_t out[PTX_WARP];
    static uint16_t open[sizeof out];
    static char text[1 << 16];
    char why[PTX_WHY_MAX];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    uint32_t k = 0;

    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0)
        trouble("expected a file of PTX");
    fclose(file);
    if (!ptx_read(&m, argv[1], text, NULL, why))
        misuse("%s", why);
    while (!m.function[k].is_kernel)
        k++;
    for_it = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 0;
    l = (struct ptx_launch){ .m = &m,
                             .kernel = &m.function[k],
                             .block = { PTX_WARP, 1, 1 },
                             .grid = { 1, 1, 1 },
                             .buffers = 1,
                             .steps_max = 100000,
                             .memory_max = 64 << 20,
                             .watch = watch,
                             .decide = argc > 2 ? decide : NULL };
    l.buffer[0] = (struct ptx_buffer){
        .bytes = (uint8_t *)out, .open = open, .at = PTX_GLOBAL_AT + (1 << 24), .size = sizeof out, .element = 4
    };
    memcpy(l.params, &l.buffer[0].at, 8);
    if (!ptx_launch(&l, why)) {
        printf("stops at %s: %s\n", where(l.insn), why);
        return 0;
    }
    for (k = 0; k < PTX_WARP; k++)
        if (open[4 * k])
            printf("? ");
        else
            printf("%" PRIu32 " ", out[k]);
    putchar('\n');
    free(l.cause);
    ptx_free(&m);
    return 0;
}
