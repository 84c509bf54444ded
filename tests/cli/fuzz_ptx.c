/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_ptx - any bytes as a file of PTX: it is refused with a line, or its kernels run, within their steps, on a block
 * of a size that the length of the text decides. */
#include "fuzz.h"
#include "check/ptx_run.h"

static void watch(void *watcher, const struct ptx_event *e)
{
    (void)watcher;
    require(e->lanes != 0 && e->insn->row != NULL);
}

static uint32_t decide(void *watcher, const struct ptx_insn *i, uint32_t lanes, uint32_t open_lanes, uint16_t cause)
{
    (void)watcher;
    require(open_lanes != 0 && (open_lanes & ~lanes) == 0 && cause != 0);
    return i->line * 0x9e3779b1;
}

static void run(struct ptx_module *m, const struct ptx_function *kernel, unsigned threads)
{
    static uint8_t bytes[4096];
    static uint16_t open[sizeof bytes];
    static struct ptx_launch l;
    char why[PTX_WHY_MAX] = "";

    memset(bytes, 1, sizeof bytes);
    memset(open, 0, sizeof open);
    l = (struct ptx_launch){ .m = m,
                             .kernel = kernel,
                             .block = { threads, 1, 1 },
                             .grid = { 1, 1, 1 },
                             .buffers = 1,
                             .steps_max = 2000,
                             .memory_max = 64 << 20,
                             .watch = watch,
                             .decide = threads & 1 ? decide : NULL };
    l.buffer[0] = (struct ptx_buffer){
        .bytes = bytes, .open = open, .at = PTX_GLOBAL_AT + (1 << 24), .size = sizeof bytes, .element = 4
    };
    if (kernel->param_size > sizeof l.params)
        return;
    for (unsigned k = 0; k < kernel->params; k++)
        if (kernel->param[k].size == 8)
            memcpy(l.params + kernel->param[k].at, &l.buffer[0].at, 8);
    if (!ptx_launch(&l, why))
        require(strchr(why, ':') != NULL && memchr(why, 0, sizeof why) != NULL);
    for (uint32_t k = 1; k <= l.causes && k < 20; k++) {
        char text[PTX_NAME_MAX];

        ptx_cause_text(&l, (uint16_t)k, text);
        require(memchr(text, 0, sizeof text) != NULL);
    }
    free(l.cause);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ptx_module m;
    char why[PTX_WHY_MAX] = "", *text;

    text = fuzz_text(data, size);
    if (!ptx_read(&m, "file", text, NULL, why))
        require(strncmp(why, "file:", 5) == 0 && memchr(why, 0, sizeof why) != NULL);
    else
        ptx_contract(&m, true);
    for (uint32_t k = 0; why[0] == '\0' && k < m.functions && k < 4; k++)
        if (m.function[k].is_kernel && m.function[k].is_defined)
            run(&m, &m.function[k], (unsigned)(size % 70) + 1);
    ptx_free(&m);
    free(text);
    return 0;
}
