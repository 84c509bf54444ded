/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_words - any 16 bytes as machine words: what is taken for a SHFL prints as text that the assembler
 * reads back as the same instruction; what is taken for another that moves or combines lanes is one in it. */
#include "fuzz.h"
#include "cli/files/decode.h"
#include "cli/answer/explain.h"
#include "cli/read/shuffle.h"

/* Where a word of a SHFL has its fields: their lowest bits, of 128. Of an operand first the bit that says that it is an
 * immediate, then the register and the immediate. */
struct places {
    unsigned mode, guard, pu, rd, ra, b[3], c[3];
};
static const struct places of_maxwell = { 30, 16, 48, 0, 8, { 28, 20, 20 }, { 29, 39, 34 } };
static const struct places of_volta = { 58, 12, 81, 16, 24, { 11, 32, 53 }, { 10, 64, 40 } };

static unsigned field(const uint64_t word[2], unsigned low, unsigned bits)
{
    return (unsigned)(word[low / 64] >> low % 64) & ((1u << bits) - 1);
}

static bool same(const struct sass_source *s, const uint64_t word[2], const unsigned place[3], unsigned bits)
{
    return field(word, place[0], 1) ? s->is_imm && s->imm == field(word, place[2], bits)
                                    : !s->is_imm && s->reg == field(word, place[1], 8);
}

static void round_trip(const uint64_t word[2], const struct places *p, const char *text)
{
    static struct sass_program program;
    const struct sass_insn *insn = &program.insn[0];
    const struct sass_source *b = &insn->source[1], *c = &insn->source[2];
    struct sass_error error;
    char line[EXPLAIN_LINE_MAX];

    require(sass_parse(text, strlen(text), &program, &error) && program.count == 1);
    require(insn->op == SASS_SHFL && insn->modifier == field(word, p->mode, 2)
            && insn->guard.number == field(word, p->guard, 3) && insn->guard.negated == field(word, p->guard + 3, 1)
            && insn->pd[0] == field(word, p->pu, 3) && insn->rd == field(word, p->rd, 8) && !insn->source[0].is_imm
            && insn->source[0].reg == field(word, p->ra, 8) && same(b, word, p->b, 5) && same(c, word, p->c, 13));
    struct explain e = { .mode = (enum shfl_mode)insn->modifier, .lanes = WARP_LANES };
    e.in.sb_imm = b->imm;
    e.in.sc_imm = c->imm;
    strcpy(e.sb, b->is_imm ? "" : "R1");
    strcpy(e.sc, c->is_imm ? "" : "RZ");
    shuffle_guard(&e, insn->guard.number, insn->guard.negated);
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
        round_trip(word.word, &of_maxwell, word.text);
    for (unsigned sm = 0; sm <= 120; sm += 60)
        if (decode_volta(sm, &word) && word.kind != DECODE_SHFL)
            reads_back(word.text);
    for (unsigned i = 0; i < 2; i++) { /* as it is; and so that no run is in vain */
        if (decode_volta(0, &word) && word.kind == DECODE_SHFL)
            round_trip(word.word, &of_volta, word.text);
        word.word[0] = (word.word[0] & ~UINT64_C(0xfff)) | 0x389;
    }
    return 0;
}
