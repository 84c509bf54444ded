/* SPDX-License-Identifier: Apache-2.0
 * run_ptx - the command openshfl run for a kernel in PTX: what it prints. */
#include "command.h"
#include "check/show_ptx.h"
#include "lib/number.h"

#include <string.h>

/* thread 5, thread 5 of block 2, lane 5 of warp 3 of block 2; a lane without a warp is a thread. */
static bool take_thread(struct ptx_show *s, const char *what)
{
    static const char *const words[] = { "thread", "lane", "of warp", "of block", NULL };
    uint64_t number[4] = { 0 };
    bool given[4] = { false };

    while (*what) {
        unsigned k = 0;
        const char *end;

        while (words[k] && strncmp(what, words[k], strlen(words[k])) != 0)
            k++;
        if (words[k] == NULL || given[k] || (k >= 2 && !given[0] && !given[1]))
            return false;
        what += strlen(words[k]);
        what += *what == ' ' || *what == '=';
        end = number_scan(what, &number[k]);
        if (end == NULL || (*end != '\0' && *end != ' ') || number[k] > (k < 3 ? 1023 : UINT32_MAX))
            return false;
        given[k] = true;
        what = end + strspn(end, " ");
    }
    s->what = PTX_SHOW_THREAD;
    s->thread = (unsigned)(given[2] ? PTX_WARP * number[2] + number[1] : given[1] ? number[1] : number[0]);
    s->block = (unsigned)number[3];
    return given[0] != given[1] && !(given[0] && given[2]) && !(given[2] && number[1] >= PTX_WARP);
}

static void take_show(struct ptx_show *s, const struct launch_options *o)
{
    static const char *const shows[] = { "buffers", "shuffles", "steps", "json", NULL };
    const int show = choice(o->show ? o->show : "buffers", shows);
    const struct ptx_launch *l = s->l;

    s->format = take_format(o->format);
    s->json.file = o->json || show == 3 ? stdout : NULL;
    if (show >= 0)
        s->what = show == 2 ? PTX_SHOW_STEPS : show == 1 ? PTX_SHOW_SHUFFLES : PTX_SHOW_BUFFERS;
    else if (!take_thread(s, o->show))
        misuse("run: --show %s: of PTX expected buffers, shuffles, steps, json, 'thread N' or 'lane N of warp N', each "
               "also with 'of block N'",
               o->show);
    else if (s->json.file)
        misuse("run: --show %s: is for people: expected --json with shuffles or steps", o->show);
    else if (s->thread >= l->block[0] * l->block[1] * l->block[2] || s->block >= l->grid[0] * l->grid[1] * l->grid[2])
        misuse("run: --show %s: the grid has %u blocks of %u threads", o->show, l->grid[0] * l->grid[1] * l->grid[2],
               l->block[0] * l->block[1] * l->block[2]);
}

void run_ptx(const char *path, const char *text, const struct launch_options *o)
{
    static struct ptx_module m;
    static struct ptx_launch l;
    static struct ptx_show s;
    static bool changed[PTX_BUFFERS_MAX];
    char *before[PTX_BUFFERS_MAX];
    char why[PTX_WHY_MAX];

    launch_read("run", path, text, o, &m);
    launch_prepare(o, launch_kernel(&m, o->file.kernel), &m, &l);
    s.l = &l;
    take_show(&s, o);
    for (unsigned k = 0; k < l.buffers; k++)
        before[k] = text_copy((const char *)l.buffer[k].bytes, l.buffer[k].size);
    l.watcher = &s;
    l.watch = s.what == PTX_SHOW_BUFFERS && s.json.file == NULL ? NULL : ptx_show_event;
    l.note = ptx_show_note;
    l.print = ptx_show_print;
    l.stopped = ptx_show_stopped;
    ptx_show_begin(&s);
    if (!ptx_launch(&l, why)) {
        fflush(stdout);
        misuse("%s", why);
    }
    for (unsigned k = 0; k < l.buffers; k++)
        changed[k] = memcmp(before[k], l.buffer[k].bytes, l.buffer[k].size) != 0;
    ptx_show_end(&s, changed);
}
