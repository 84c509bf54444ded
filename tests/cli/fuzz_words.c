/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_words - any 16 bytes as machine words: what is taken for a SHFL prints as text that the assembler
 * reads back as the same instruction; what is taken for another that moves or combines lanes is one in it. */
#include "fuzz.h"
#include "cli/files/decode.h"
#include "cli/answer/explain.h"
#include "cli/read/shuffle.h"

static bool same(const struct sass_source *s, bool is_imm, unsigned number)
{
    return s->is_imm == is_imm && (is_imm ? s->imm : s->reg) == number;
}

static void round_trip(const struct shfl_word *w, const char *text)
{
    static struct sass_program program;
    const struct sass_insn *insn = &program.insn[0];
    struct sass_error error;
    struct explain e = {
        .mode = w->mode, .lanes = WARP_LANES, .in = { .sb_imm = w->sb, .sc_imm = w->sc }, .sb = "", .sc = "RZ"
    };
    char line[EXPLAIN_LINE_MAX];

    require(sass_parse(text, strlen(text), &program, &error) && program.count == 1);
    require(insn->op == SASS_SHFL && insn->modifier == w->mode && insn->guard.number == w->guard
            && insn->guard.negated == w->guard_negated && insn->pd[0] == w->pu && insn->rd == w->rd
            && same(&insn->source[0], false, w->ra) && same(&insn->source[1], w->sb_is_imm, w->sb)
            && same(&insn->source[2], w->sc_is_imm, w->sc));
    if (!w->sb_is_imm)
        memcpy(e.sb, "R1", 3);
    if (w->sc_is_imm)
        e.sc[0] = '\0';
    shuffle_guard(&e, w->guard, w->guard_negated);
    explain_line(&e, line);
    require(strlen(line) > 20 && strlen(line) < sizeof line - 1);
}

static void reads_back(const char *text)
{
    static struct sass_program program;
    static struct explain e;
    const struct read_options options = { 0 };
    struct sass_error error;
    char why[READ_WHY_MAX];

    if (block_is_insn(text)) {
        memset(&e, 0, sizeof e);
        /* its meaning may be refused, its form may not */
        require(block_of_insn(text, strlen(text), &options, &e, why) || strstr(why, "expected") == NULL);
        return;
    }
    if (strstr(text, ".F32")) { /* of redux: decoded, and not read */
        require(!sass_parse(text, strlen(text), &program, &error));
        return;
    }
    require(sass_parse(text, strlen(text), &program, &error) && program.count == 1
            && sass_is_collective(&program.insn[0]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cubin_shfl word;

    if (size < sizeof word.word)
        return 0;
    memcpy(word.word, data, sizeof word.word);
    if (decode_maxwell(&word))
        round_trip(&word.shfl, word.text);
    for (unsigned sm = 0; sm <= 120; sm += 60)
        if (decode_volta(sm, &word) && word.kind != DECODE_SHFL)
            reads_back(word.text);
    for (unsigned i = 0; i < 2; i++) { /* as it is; and so that no run is in vain */
        if (decode_volta(0, &word) && word.kind == DECODE_SHFL)
            round_trip(&word.shfl, word.text);
        word.word[0] = (word.word[0] & ~UINT64_C(0xfff)) | 0x389;
    }
    return 0;
}
