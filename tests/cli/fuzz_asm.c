/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_asm - any bytes as a program: it is refused with a place, or runs on the golden model. What follows
 * the first 0 is an --init, and a shuffle in any language. */
#include "fuzz.h"
#include "cli/answer/explain.h"
#include "cli/answer/engine.h"
#include "cli/read/shuffle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sass_program program;
    static struct sass_warp warp;
    const struct engine engine = engine_model();
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    size_t length = zero ? (size_t)(zero - data) : size;
    struct sass_error error;
    char why[READ_WHY_MAX], line[EXPLAIN_LINE_MAX], *init = fuzz_text(data + length, size - length);

    memset(&warp, 0, sizeof warp);
    warp.active = 0xfffff0ff;
    if (!sass_parse((const char *)data, length, &program, &error)) {
        require(error.line >= 1 && error.column >= 1 && memchr(error.text, 0, sizeof error.text) != NULL);
    } else {
        if (zero && !sass_init(&program, init + 1, &warp, why))
            require(memchr(why, 0, sizeof why) != NULL);
        for (unsigned i = 0; i < program.count; i++) {
            const struct sass_insn *insn = &program.insn[i];

            require(insn->line >= 1 && insn->column >= 1 && insn->text + insn->length <= length);
            sass_step(&engine, insn, &warp);
        }
        for (unsigned k = 0; k < WARP_LANES; k++) /* the zero register is never written */
            require(warp.r[SASS_RZ][k] == 0);
    }
    if (zero) {
        static struct explain e;
        char message[READ_WHY_MAX];
        const struct read_options none = { .active = NULL };

        memset(&e, 0, sizeof e);
        e.lanes = data[0] & 1 ? 8 : WARP_LANES;
        init[1 + text_plain(init + 1, size - length - 1)] = '\0';
        if (!shuffle_read(init + 1, &none, &e, message) || !explain_run(&e, message))
            require(memchr(message, 0, sizeof message) != NULL);
        else
            explain_line(&e, line);
    }
    free(init);
    return 0;
}
