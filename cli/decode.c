/* SPDX-License-Identifier: Apache-2.0
 * decode - the command openshfl decode: the SHFL in machine words, and in a cubin. */
#include "amd.h"
#include "command.h"
#include "explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CUBIN_MAX = 64 << 20 };

static const char usage[] =
    "Usage: openshfl decode WORD...\n"
    "       openshfl decode --cubin FILE\n"
    "       openshfl decode --gpu gfx90a WORD...\n"
    "Print the SHFL in machine words, in hexadecimal, or every SHFL of a cubin; or AMD's lane crossing.\n"
    "\n"
    "  WORD               64 bits of Maxwell or Pascal (sm_50 to sm_62), such as 0xef107f8050170002;\n"
    "                     or 128 bits of sm_70 and later: low and high half as two words, such as\n"
    "                     0x0c201f0007077f89 0x000fe200000e0000, or as one of 32 digits, high half first;\n"
    "                     or, with --gpu, 32 bits each, such as 0x7e0202fa 0xff011102";

static void print_shfl(const struct shfl_word *shfl)
{
    struct explain e = { .mode = shfl->mode, .lanes = WARP_LANES, .in = { .sb_imm = shfl->sb, .sc_imm = shfl->sc } };
    char text[DECODE_TEXT_MAX], line[EXPLAIN_LINE_MAX];

    decode_text(shfl, text);
    if (!shfl->sb_is_imm)
        snprintf(e.sb, sizeof e.sb, shfl->sb == SASS_RZ ? "RZ" : "R%u", shfl->sb);
    if (!shfl->sc_is_imm)
        snprintf(e.sc, sizeof e.sc, shfl->sc == SASS_RZ ? "RZ" : "R%u", shfl->sc);
    explain_guard(&e, shfl->guard, shfl->guard_negated);
    explain_line(&e, line);
    printf("%s\n    %s\n", text, line);
}

static void print_found(void *context, const struct cubin_shfl *found)
{
    (void)context;
    for (size_t i = 0; i < found->kernel_length; i++)
        putchar(found->kernel[i] >= ' ' && found->kernel[i] <= '~' ? found->kernel[i] : '?');
    printf("+0x%04" PRIx64 "  ", found->offset);
    print_shfl(&found->shfl);
}

static void print_nothing(void *context, const struct cubin_shfl *found)
{
    (void)context;
    (void)found;
}

/* Looked through twice, so that nothing is printed of a file that turns out to be broken. */
static void decode_cubin(const char *path)
{
    struct cubin cubin;
    char err[DECODE_ERROR_MAX];
    size_t size;
    char *bytes = take_file(path, CUBIN_MAX, &size);

    if (!cubin_scan((const uint8_t *)bytes, size, print_nothing, NULL, &cubin, err))
        misuse("%s: %s", path, err);
    printf("%s: sm_%u, %u kernel%s, %u SHFL\n", path, cubin.sm, cubin.kernels, cubin.kernels == 1 ? "" : "s",
           cubin.shuffles);
    cubin_scan((const uint8_t *)bytes, size, print_found, NULL, &cubin, err);
    free(bytes);
}

/* A word of 16 or of 32 hexadecimal digits at most, 0x or not. */
static bool take_word(const char *text, uint64_t *low, uint64_t *high, bool *is_whole)
{
    const char *digits = text + (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0);
    size_t length = strlen(digits);
    char half[17];

    if (length == 0 || length > 32 || strspn(digits, "0123456789abcdefABCDEF") != length)
        return false;
    *is_whole = length > 16;
    *high = 0;
    if (*is_whole) {
        memcpy(half, digits, length - 16);
        half[length - 16] = '\0';
        *high = strtoull(half, NULL, 16);
        digits += length - 16;
    }
    *low = strtoull(digits, NULL, 16);
    return true;
}

static void decode_words(unsigned count, char *const words[])
{
    for (unsigned pass = 0; pass < 2; pass++) /* all words are looked at before the first is printed */
        for (unsigned i = 0; i < count; i++) {
            const char *text = words[i];
            struct shfl_word shfl;
            uint64_t low, high, unused;
            bool is_whole, is_more;

            if (!take_word(text, &low, &high, &is_whole))
                misuse("decode: '%s': expected a word of at most 16 hexadecimal digits, or of 32", text);
            if (is_whole || !decode_maxwell(low, &shfl)) {
                if (!decode_volta(low, high, &shfl))
                    misuse("decode: %s: no SHFL; that of Maxwell begins with 0xef1, and the low half of that "
                           "of sm_70 and later ends in 389, 589, 989 or f89",
                           text);
                if (!is_whole) {
                    if (i + 1 == count)
                        misuse("decode: %s: the low half of 128 bits; give the high half as the next word", text);
                    if (!take_word(words[++i], &high, &unused, &is_more) || is_more)
                        misuse("decode: '%s': expected the high half of the word before, at most 16 "
                               "hexadecimal digits",
                               words[i]);
                    decode_volta(low, high, &shfl);
                }
            }
            if (pass == 1)
                print_shfl(&shfl);
        }
}

/* Words of 32 bits, of an instruction of AMD's one or two. */
static void decode_gpu(const char *gpu, unsigned count, char *const texts[])
{
    enum shfl_amd_gen gen;

    if (!amd_gen(gpu, &gen))
        misuse("decode: --gpu %s: expected a name of LLVM's, gfx801 to gfx1201, such as gfx90a", gpu);
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0, length; i < count; i += length) {
            char text[AMD_TEXT_MAX], line[AMD_LINE_MAX];
            uint32_t words[2] = { 0, 0 };
            struct amd_insn insn;

            for (unsigned k = 0; k < 2 && i + k < count; k++) {
                uint64_t low, high;
                bool is_whole;

                if (!take_word(texts[i + k], &low, &high, &is_whole) || is_whole || low > UINT32_MAX)
                    misuse("decode: '%s': expected a word of at most 8 hexadecimal digits", texts[i + k]);
                words[k] = (uint32_t)low;
            }
            length = amd_decode(gen, words, count - i >= 2 ? 2 : 1, &insn);
            if (length == 0)
                misuse("decode: %s: no instruction of %s that moves data between lanes%s", texts[i], gpu,
                       i + 1 == count ? "; most have two words" : "");
            amd_text(&insn, text);
            amd_line(&insn, line);
            if (pass == 1)
                printf("%s\n    %s\n", text, line);
        }
}

void decode(int argc, char **argv)
{
    const char *cubin = NULL, *gpu = NULL;
    const struct cli_option options[] = {
        { "cubin", "FILE", "what nvcc -cubin makes, or cuobjdump -xelf all takes out of a program", &cubin, NULL },
        { "gpu", "NAME", "words of an AMD GPU, as LLVM names it, such as gfx90a or gfx1201", &gpu, NULL },
        { .name = NULL }
    };
    int first = take_options(argc, argv, options, usage, "");

    if ((cubin != NULL) == (first < argc) || (cubin && gpu))
        misuse("decode takes machine words, or --cubin FILE; openshfl decode --help tells more");
    if (cubin)
        decode_cubin(cubin);
    else if (gpu)
        decode_gpu(gpu, (unsigned)(argc - first), argv + first);
    else
        decode_words((unsigned)(argc - first), argv + first);
}
