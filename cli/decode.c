/* SPDX-License-Identifier: Apache-2.0
 * decode - the command openshfl decode: the shuffles in machine words, and in files. */
#include "cli/files/decode.h"
#include "cli/show/show.h"
#include "command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "Usage: openshfl decode FILE\n"
    "       openshfl decode WORD...\n"
    "       openshfl decode --gpu gfx90a WORD...\n"
    "Print every shuffle, vote, match, redux and barrier that reduces of a file; or those in machine words.\n"
    "\n"
    "  FILE               recognized by itself; - is standard input:\n"
    "                     a cubin or AMD's code object; PTX, a listing of machine code, compiler IR or a program\n"
    "  WORD               64 bits of Maxwell or Pascal (sm_50 to sm_62), such as 0xef107f8050170002;\n"
    "                     or 128 bits of sm_70 and later: low and high half as two words, such as\n"
    "                     0x0c201f0007077f89 0x000fe200000e0000, or as one of 32 digits, high half first;\n"
    "                     or 32 bits of RISC-V's vectors, 8 digits such as 0x32a60457;\n"
    "                     or, with --gpu, 32 bits each, such as 0x7e0202fa 0xff011102";

static void print_instruction(const char *text)
{
    static struct answer a;
    char line[EXPLAIN_LINE_MAX];

    report_sentence(text, &a, line);
    printf("%s\n    %s\n", text, line);
}

static void print_amd(const struct amd_insn *insn)
{
    char text[AMD_TEXT_MAX], line[AMD_LINE_MAX];

    amd_text(insn, text);
    amd_line(insn, line);
    printf("%s\n    %s\n", text, line);
}

/* The digits behind 0x, or where there is none, all. */
static const char *digits_of(const char *text)
{
    return text + (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0);
}

static bool is_word(const char *text)
{
    const char *digits = digits_of(text);

    return *digits != '\0' && digits[strspn(digits, "0123456789abcdefABCDEF")] == '\0';
}

/* Several of them, or bytes in brackets. */
static bool are_words(const char *text)
{
    return strpbrk(text, " ,[") != NULL && text[strspn(text, "0123456789abcdefABCDEFxX ,\t[]/*;")] == '\0';
}

/* A word of at most 16 hexadecimal digits, or of 32; 0x or not. Returns how many it has; of other numbers there is no word. */
static size_t take_word(const char *text, uint64_t *low, uint64_t *high)
{
    const char *digits = digits_of(text);
    const size_t length = strlen(digits);
    char half[17] = "";

    if (!is_word(text))
        misuse("decode: '%s': expected a machine word of hexadecimal digits; a FILE is the only argument", text);
    if (length > 16 && length != 32)
        return length;
    if (length > 16)
        memcpy(half, digits, 16);
    *high = strtoull(half, NULL, 16);
    *low = strtoull(digits + strlen(half), NULL, 16);
    return length;
}

static void decode_words(unsigned count, char *const words[])
{
    for (unsigned pass = 0; pass < 2; pass++) /* all words are looked at before the first is printed */
        for (unsigned i = 0; i < count; i++) {
            const char *text = words[i];
            char vector[RVV_TEXT_MAX];
            struct cubin_shfl w;
            uint64_t unused;
            const size_t digits = take_word(text, &w.word[0], &w.word[1]);

            if (digits > 16 && digits != 32)
                misuse("decode: %s: %zu digits; expected at most 16, or 32", text, strlen(digits_of(text)));
            if (digits == 8 && rvv_word((uint32_t)w.word[0], vector)) {
                if (pass == 1 && rvv_is(vector))
                    print_instruction(vector);
                else if (pass == 1)
                    printf("%s\n    sets vtype and vl of what is behind it\n", vector);
                continue;
            }
            if (digits > 16 || !decode_maxwell(&w)) {
                if (decode_kind_of(w.word[0]) == DECODE_KINDS)
                    misuse(
                        "decode: %s: no SHFL; that of Maxwell begins with 0xef1, and the low half of that "
                        "of sm_70 and later ends in 389, 589, 989 or f89; of VOTE in 806 or 886, of ELECT in 82f, of "
                        "MATCH in 3a1, of REDUX in 3c4 or 2cc, of BAR.RED in 31d, 51d, 91d or b1d, of B2R.RESULT in "
                        "31c, of MOVM in 23a, of FSWZADD in 822",
                        text);
                if (digits <= 16) {
                    if (i + 1 == count)
                        misuse("decode: %s: the low half of 128 bits; give the high half as the next word", text);
                    if (take_word(words[++i], &w.word[1], &unused) > 16)
                        misuse("decode: %s: %zu digits; expected the high half of the word before, at most 16",
                               words[i], strlen(digits_of(words[i])));
                }
                if (!decode_volta(0, &w))
                    misuse(w.kind == DECODE_BARRIER ? "decode: %s: no %s but another BAR: it waits, and moves nothing"
                           : w.kind == DECODE_RESULT
                               ? "decode: %s: no %s but another B2R: it reads no result of a barrier"
                               : "decode: %s: %s of a form that is not known, such as one of floats",
                           text, decode_kind_name[w.kind]);
            }
            if (pass == 1)
                print_instruction(w.text);
        }
}

enum { WORDS_MAX = 4096 };

/* Words of 32 bits, of an instruction of AMD's one to three; or their bytes of two digits, the lowest first, as LLVM prints them. */
static void decode_gpu(const char *gpu, unsigned texts, char *const text[])
{
    static uint32_t all[WORDS_MAX];
    enum shfl_amd_gen gen;
    unsigned count = 0, bytes = 0;

    if (!amd_gen(gpu, &gen))
        misuse("decode: --gpu %s: not known here; known of LLVM's names are " AMD_NAMES ", such as gfx90a", gpu);
    for (unsigned i = 0; i < texts; i++) {
        uint64_t value, unused;
        const size_t digits = take_word(text[i], &value, &unused);

        if (digits > 8 || (digits > 2 && bytes % 4 != 0))
            misuse("decode: %s: %zu digits; with --gpu expected at most 8, of each of four bytes 2", text[i],
                   strlen(digits_of(text[i])));
        all[count] = digits > 2 || bytes % 4 == 0 ? (uint32_t)value : all[count] | (uint32_t)value << 8 * (bytes % 4);
        count += digits > 2 || ++bytes % 4 == 0;
    }
    if (bytes % 4 != 0)
        misuse("decode: %u bytes, of two digits; expected four for each word", bytes);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0, length; i < count; i += length) {
            uint32_t words[AMD_WORDS] = { 0 };
            struct amd_insn insn;

            for (unsigned k = 0; k < AMD_WORDS && i + k < count; k++)
                words[k] = all[i + k];
            length = amd_decode(gen, words, count - i < AMD_WORDS ? count - i : AMD_WORDS, &insn);
            if (length == 0)
                misuse("decode: 0x%08" PRIx32 ": no instruction of %s that moves data between lanes%s", all[i], gpu,
                       i + 1 == count ? "; most have two words" : "");
            if (pass == 1)
                print_amd(&insn);
        }
}

/* The words of all arguments, of which one may be several, with what a listing has between them. Returns how many. */
static unsigned split(char **arguments, char *words[WORDS_MAX])
{
    unsigned count = 0;

    for (; *arguments != NULL; arguments++) {
        const char *between = are_words(*arguments) ? " ,\t[]/*;" : "";

        for (char *word = strtok(*arguments, between); word != NULL; word = strtok(NULL, between)) {
            if (count == WORDS_MAX)
                misuse("decode: expected at most %d words", WORDS_MAX);
            words[count++] = word;
        }
    }
    return count;
}

void decode(int argc, char **argv)
{
    static const char *let[INITS_MAX];
    const char *file = NULL, *json = NULL;
    struct read_options given = { .let = let, .is_file = true };
    const struct cli_option options[] = {
        { "gpu", "NAME", "words, or a text, of an AMD GPU, as LLVM names it, such as gfx90a or gfx1201", &given.gpu,
          NULL },
        { "json", NULL, "of a FILE: as JSON", &json, NULL },
        LET_OPTION(&given, let),
        { .name = NULL }
    };
    static char *words[WORDS_MAX];
    const int first = take_options(argc, argv, options, usage, "");
    unsigned count = (unsigned)(argc - first);

    if (count == 0)
        misuse("decode: expected a FILE or machine words; see openshfl decode --help");
    if (count == 1 && !is_word(argv[first]) && !are_words(argv[first]))
        file = argv[first];
    if (!file && (json || given.lets))
        misuse("decode: --%s: of a FILE only, and '%s' is a machine word", json ? "json" : "let", argv[first]);
    if (file) {
        report_file(file, &(struct report_options){ json != NULL, given });
        return;
    }
    count = split(argv + first, words);
    if (count == 0)
        misuse("decode: '%s': expected a machine word of hexadecimal digits", argv[first]);
    if (given.gpu)
        decode_gpu(given.gpu, count, words);
    else
        decode_words(count, words);
}
