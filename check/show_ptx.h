/* SPDX-License-Identifier: Apache-2.0 */
/* show_ptx - a run of a kernel of PTX as it goes on, and its buffers at the end: for people, or as JSON. */
#ifndef SHOW_PTX_H
#define SHOW_PTX_H

#include "ptx_run.h"
#include "lib/json.h"
#include "lib/word.h"

enum { PTX_NOTES_MAX = 16, PTX_NOTE_MAX = 300, PTX_SHOWN_CAUSES = 32, PTX_EVENTS_MAX = 100000 };

/* Why values are undefined that are shown as ?1, ?2 ..: one instruction's reads are one of them. */
struct ptx_shown_cause {
    uint16_t cause; /* the first */
    uint32_t lanes; /* of reads: those that do not execute */
};

struct ptx_show {
    struct ptx_launch *l;
    enum { PTX_SHOW_BUFFERS, PTX_SHOW_SHUFFLES, PTX_SHOW_STEPS, PTX_SHOW_THREAD } what;
    unsigned thread, block; /* of PTX_SHOW_THREAD */
    struct json json;       /* its file is NULL: text is printed */
    enum word_format format;
    struct ptx_shown_cause causes[PTX_SHOWN_CAUSES];
    unsigned cause_count, notes, events;
    char *output; /* of JSON, at the end */
    size_t output_size;
    char note[PTX_NOTES_MAX][PTX_NOTE_MAX];
};

/* For struct ptx_launch, whose watcher is the struct ptx_show. */
void ptx_show_event(void *watcher, const struct ptx_event *e);
void ptx_show_note(void *watcher, const char *text);
void ptx_show_print(void *watcher, const char *text);
void ptx_show_stopped(void *watcher, const char *why);

/* Before the run, and after it: buffers that changed, undefined values, notes. */
void ptx_show_begin(struct ptx_show *s);
void ptx_show_end(struct ptx_show *s, const bool changed[]);

#endif
