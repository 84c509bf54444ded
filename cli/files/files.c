/* SPDX-License-Identifier: Apache-2.0 */
/* files - see files.h */
#include "files.h"

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
