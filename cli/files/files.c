/* SPDX-License-Identifier: Apache-2.0 */
/* files - see files.h */
#include "files.h"
#include "lib/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELF_HEADER = 64 };

static bool starts(const uint8_t bytes[], size_t size, const char *text, size_t length)
{
    return size >= length && memcmp(bytes, text, length) == 0;
}

/* Are the first bytes those of a text, in ASCII, UTF-8 or UTF-16? */
static bool is_text(const uint8_t bytes[], size_t size)
{
    while (size > 0 && bytes[size - 1] == 0) /* what it is filled up with */
        size--;
    const size_t looked = size < 65536 ? size : 65536;
    size_t zeros[2] = { 0, 0 }, controls = 0;

    for (size_t i = 0; i < looked; i++) {
        zeros[i % 2] += bytes[i] == 0;
        controls += bytes[i] < ' ' && bytes[i] != 0 && (bytes[i] < '\t' || bytes[i] > '\r') && bytes[i] != 0x1b;
    }
    if (starts(bytes, size, "\xff\xfe", 2) || starts(bytes, size, "\xfe\xff", 2))
        return true;
    if (zeros[0] + zeros[1] > 1 && looked >= 8) /* UTF-16 without a byte order mark: every other byte is 0 */
        return controls == 0 && ((zeros[0] == 0 && zeros[1] > looked / 3) || (zeros[1] == 0 && zeros[0] > looked / 3));
    return looked > 0 && controls == 0 && zeros[0] + zeros[1] == 0;
}

/* The others, by their first bytes; the tools are CUDA's, LLVM's and those of the formats. */
static const struct {
    const char *magic;
    size_t length;
    const char *is;
} others[] = {
    { "\x50\xed\x55\xba", 4, "a fatbin; cuobjdump -xelf all extracts its cubins" },
    { "__CLANG_OFFLOAD_BUNDLE__", 24,
      "a clang offload bundle; clang-offload-bundler -unbundle extracts its code objects" },
    { "CCOB", 4, "a clang offload bundle; clang-offload-bundler -unbundle extracts its code objects" },
    { "\x10\xff\x10\xad", 4, "an LLVM offload binary; llvm-objdump --offloading extracts the code in it" },
    { "!<arch>\n", 8, "an archive; ar x extracts its objects" },
    { "!<thin>\n", 8, "an archive without its members; name their files" },
    { "BC\xc0\xde", 4, "bitcode of LLVM's; llvm-dis makes a text of it" },
    { "\xde\xc0\x17\x0b", 4, "bitcode of LLVM's; llvm-dis makes a text of it" },
    { "\x03\x02\x23\x07", 4, "SPIR-V; spirv-dis makes a text of it" },
    { "DXBC", 4, "a shader of Direct3D's; dxc -dumpbin makes a text of it" },
    { "MTLB", 4, "a library of Metal's; metal-objdump makes a text of it" },
    { "MZ", 2, "a program or library for Windows; cuobjdump -xelf all extracts the cubins of one" },
    { "\xcf\xfa\xed\xfe", 4, "a program or library for macOS, which has no code for these GPUs" },
    { "PK\3\4", 4, "a ZIP archive, such as a wheel; unzip it, and name a file of it" },
    { "\x1f\x8b", 2, "packed by gzip; gunzip it first" },
    { "\x28\xb5\x2f\xfd", 4, "packed by zstd; unzstd it first" },
    { "\3757zXZ", 5, "packed by xz; unxz it first" },
};

enum file_kind file_recognize(const uint8_t bytes[], size_t size, char err[ELF_ERROR_MAX])
{
    const bool is_elf = starts(bytes, size, "\177ELF", 4), has_machine = is_elf && size >= ELF_HEADER;
    const unsigned machine = has_machine ? (unsigned)bytes[18] | (unsigned)bytes[19] << 8 : 0;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (starts(bytes, size, others[i].magic, others[i].length)) {
            elf_refuse(err, "%s", others[i].is);
            return FILE_OTHER;
        }
    if (has_machine && machine == elf_cuda.machine)
        return FILE_CUBIN;
    if (has_machine && machine == elf_amdgpu.machine)
        return FILE_CODE_OBJECT;
    if (!has_machine && is_text(bytes, size))
        return FILE_TEXT;
    elf_refuse(err, "%s",
               size == 0        ? "empty"
               : !is_elf        ? "neither code for a GPU, as nvcc -cubin or clang -target amdgcn-amd-amdhsa -c makes "
                                  "it, nor a text"
               : !has_machine   ? "truncated: the beginning of an ELF file"
               : machine == 205 ? "made for Intel's GPUs; ocloc disasm makes a text of it"
                                : "a program, object or library for the host; cuobjdump -xelf all extracts its cubins, "
                                  "llvm-objdump --offloading its code objects");
    return FILE_OTHER;
}

/* ---- Names: the C++ ABI, 5.1 */

/* A number and as many characters. Returns the characters, or NULL. */
static const char *source_name(const char *at, size_t *length)
{
    char *name;

    *length = *at >= '0' && *at <= '9' ? strtoul(at, &name, 10) : 0;
    return *length > 0 && *length <= strlen(name) ? name : NULL;
}

/* Where the arguments of a template end, behind its I; NULL if one is not understood. */
static const char *skip_arguments(const char *at)
{
    size_t length;

    for (unsigned depth = 1; depth > 0 && at != NULL; at = at ? at + 1 : NULL) {
        const char *name = source_name(at, &length);

        if (name != NULL)
            at = name + length - 1;
        else if (*at == 'L') /* a number of a simple type: Lj32E */
            at = at[1] >= 'a' && at[1] <= 'z' ? strchr(at, 'E') : NULL;
        else if (*at == 'S' || *at == 'T') /* one that came before: S_, T0_ */
            at = strchr(at, '_');
        else if (*at == 'E')
            depth--;
        else if (*at != '\0' && strchr("NIJF", *at))
            depth++;
        else if (!(*at >= 'a' && *at <= 'z') && (*at == '\0' || !strchr("KPRO", *at)))
            at = NULL;
    }
    return at;
}

char *plain_name(const char *name)
{
    char *plain = more_memory(NULL, 2 * strlen(name) + 1), *end = plain;
    const bool is_mangled = strncmp(name, "_Z", 2) == 0, is_nested = is_mangled && name[2] == 'N';
    const char *at = name + (is_mangled ? 2 : strlen(name));
    size_t length;

    at += is_nested ? 1 + strspn(at + 1, "KV") : *at == 'L'; /* L: static */
    while (at != NULL && (at = source_name(at, &length)) != NULL) {
        if (strncmp(at, "_GLOBAL__N_", 11) != 0)
            end += sprintf(end, "%s%.*s", end > plain ? "::" : "", (int)length, at);
        at += length;
        if (is_nested && *at == 'I')
            at = skip_arguments(at + 1);
        if (at != NULL && end > plain && (!is_nested || *at == 'E'))
            return plain;
    }
    return strcpy(plain, name);
}
