/* SPDX-License-Identifier: Apache-2.0 */
/* test_decode WORDS VOTES - machine words against what NVIDIA's disassembler says of them.
 *
 *   WORDS    lines of one or two words and the text; with any bit of its opcode inverted it is no SHFL
 *   VOTES    lines of an architecture, two words and the text, or a dash for no form of vote, match or redux that is known
 */
#include "lib/check.h"

#include "cli/files/decode.h"
#include "cli/read/block_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Does the assembler read the text as the same instruction? */
static bool reads_back(const char *text, const struct shfl_word *w)
{
    static struct sass_program program;
    const struct sass_insn *i = &program.insn[0];
    struct sass_error error;

    return sass_parse(text, strlen(text), &program, &error) && program.count == 1 && i->op == SASS_SHFL
        && i->modifier == w->mode && i->guard.number == w->guard && i->guard.negated == w->guard_negated
        && i->pd[0] == w->pu && i->rd == w->rd && i->source[0].reg == w->ra && i->source[1].is_imm == w->sb_is_imm
        && (w->sb_is_imm ? i->source[1].imm : i->source[1].reg) == w->sb && i->source[2].is_imm == w->sc_is_imm
        && (w->sc_is_imm ? i->source[2].imm : i->source[2].reg) == w->sc;
}

static void test_words(const char *path)
{
    static const char *const kind[] = { "64-bit words", "128-bit words" };
    static const struct {
        unsigned first, bits;
    } opcode[] = { { 51, 13 }, { 0, 12 } };
    unsigned count[2] = { 0 }, forms[2][4][4] = { { { 0 } } }, wrong = 0, line = 0;
    char text[256], first[400] = "";
    FILE *file = fopen(path, "r");

    if (!check(file != NULL, "decode/words can be read", "%s", path))
        return;
    while (fgets(text, sizeof text, file)) {
        uint64_t low, high = 0;
        char found[DECODE_TEXT_MAX] = "-", *end;
        struct shfl_word w, other;
        bool others = false;

        line++;
        if (text[0] == '#')
            continue;
        text[strcspn(text, "\n")] = '\0';
        low = strtoull(text, &end, 16);
        bool volta = strncmp(end, " 0x", 3) == 0;
        if (volta)
            high = strtoull(end, &end, 16);
        const char *want = end + 1;
        if (volta ? decode_volta(low, high, &w) : decode_maxwell(low, &w))
            decode_text(&w, found);
        for (unsigned bit = 0; bit < opcode[volta].bits; bit++) {
            const uint64_t inverted = low ^ UINT64_C(1) << (opcode[volta].first + bit);

            others |= volta ? decode_volta(inverted, high, &other) : decode_maxwell(inverted, &other);
        }
        if (strcmp(found, want) == 0 && reads_back(found, &w) && !others) {
            count[volta]++;
            forms[volta][2 * w.sb_is_imm + w.sc_is_imm][w.mode]++;
        } else if (wrong++ == 0)
            snprintf(first, sizeof first, "line %u: '%s', expected '%.200s'%s", line, found, want,
                     others ? ", and no other word of its opcode with a bit inverted" : "");
    }
    fclose(file);
    for (unsigned v = 0; v < 2; v++) {
        char name[128];
        unsigned least = UINT32_MAX;

        for (unsigned i = 0; i < 16; i++)
            least = forms[v][i / 4][i % 4] < least ? forms[v][i / 4][i % 4] : least;
        snprintf(name, sizeof name, "decode/%u %s as nvdisasm reads them", count[v], kind[v]);
        check(wrong == 0 && least >= 4, name, "%u wrong, %u of the rarest form and mode; %s", wrong, least, first);
    }
}

static void test_votes(const char *path)
{
    static struct sass_program program;
    struct sass_error error;
    unsigned count[DECODE_KINDS] = { 0 }, others = 0, wrong = 0, line = 0;
    char text[256], first[400] = "", name[200];
    FILE *file = fopen(path, "r");

    if (!check(file != NULL, "decode/votes can be read", "%s", path))
        return;
    while (fgets(text, sizeof text, file)) {
        char found[DECODE_TEXT_MAX] = "-", *end;
        enum decode_kind kind;

        line++;
        if (text[0] == '#')
            continue;
        text[strcspn(text, "\n")] = '\0';
        const unsigned sm = (unsigned)strtoul(text, &end, 10);
        const uint64_t low = strtoull(end, &end, 16), high = strtoull(end, &end, 16);
        const bool is_one = decode_collective(sm, low, high, found);
        const bool reads_back = !is_one
                             || (sass_parse(found, strlen(found), &program, &error) && program.count == 1
                                 && sass_is_collective(&program.insn[0]))
                             || block_is_insn(found);

        if (strcmp(found, end + 1) != 0 || !reads_back) {
            if (wrong++ == 0)
                snprintf(first, sizeof first, "line %u: '%s', expected '%.200s'", line, found, end + 1);
        } else if (is_one) {
            decode_is_volta(low, &kind);
            count[kind]++;
        } else {
            others++;
        }
    }
    fclose(file);
    struct text said = { name, 0, sizeof name };
    unsigned least = others;

    text_append(&said, "decode/");
    for (unsigned kind = DECODE_VOTE; kind < DECODE_KINDS; kind++) {
        text_append(&said, "%u %s, ", count[kind], decode_kind_name[kind]);
        least = count[kind] < least ? count[kind] : least;
    }
    text_append(&said, "%u others as nvdisasm reads them", others);
    check(wrong == 0 && least >= 5, name, "%u wrong; %s", wrong, first);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: test_decode WORDS VOTES\n");
        return 2;
    }
    test_words(argv[1]);
    test_votes(argv[2]);
    return check_status();
}
