/* SPDX-License-Identifier: Apache-2.0 */
/* recognize - see files.h */
#include "files.h"

#include <stdio.h>
#include <string.h>

enum { ELF_HEADER = 64 };

static bool starts(const uint8_t bytes[], size_t size, const char *text, size_t length)
{
    return size >= length && memcmp(bytes, text, length) == 0;
}

static unsigned machine_of(const uint8_t bytes[]) { return (unsigned)bytes[18] | (unsigned)bytes[19] << 8; }

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

/* The kinds that begin with a word of their own. */
static const struct {
    const char *magic;
    size_t length;
    enum file_kind kind;
} magics[] = {
    { "\x50\xed\x55\xba", 4, FILE_FATBIN }, { "__CLANG_OFFLOAD_BUNDLE__", 24, FILE_BUNDLE },
    { "CCOB", 4, FILE_PACKED_BUNDLE },      { "\x10\xff\x10\xad", 4, FILE_OFFLOAD },
    { "!<arch>\n", 8, FILE_ARCHIVE },       { "!<thin>\n", 8, FILE_OTHER },
};

enum file_kind file_recognize(const uint8_t bytes[], size_t size)
{
    enum { INTEL_GPU = 205 };

    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (starts(bytes, size, magics[i].magic, magics[i].length))
            return magics[i].kind;
    if (starts(bytes, size, "\177ELF", 4) && size >= ELF_HEADER) {
        const unsigned machine = machine_of(bytes);

        return machine == elf_cuda.machine    ? FILE_CUBIN
             : machine == elf_amdgpu.machine  ? FILE_CODE_OBJECT
             : machine == INTEL_GPU           ? FILE_OTHER
             : bytes[4] == 2 && bytes[5] == 1 ? FILE_HOST
                                              : FILE_OTHER;
    }
    return is_text(bytes, size) ? FILE_TEXT : FILE_OTHER;
}

const char *file_kind_name(enum file_kind kind)
{
    static const char *const names[] = { [FILE_OTHER] = "file",
                                         [FILE_CUBIN] = "cubin",
                                         [FILE_CODE_OBJECT] = "code object",
                                         [FILE_TEXT] = "text",
                                         [FILE_FATBIN] = "fatbin",
                                         [FILE_BUNDLE] = "clang offload bundle",
                                         [FILE_PACKED_BUNDLE] = "compressed clang offload bundle",
                                         [FILE_OFFLOAD] = "LLVM offload binary",
                                         [FILE_ARCHIVE] = "archive",
                                         [FILE_HOST] = "host ELF file" };

    return names[kind];
}

bool file_refuse(const uint8_t bytes[], size_t size, char err[ELF_ERROR_MAX])
{
    static const struct {
        const char *magic;
        size_t length;
        const char *is;
    } others[] = {
        { "BC\xc0\xde", 4, "bitcode of LLVM's; llvm-dis makes a text of it" },
        { "\xde\xc0\x17\x0b", 4, "bitcode of LLVM's; llvm-dis makes a text of it" },
        { "\x03\x02\x23\x07", 4, "SPIR-V; spirv-dis makes a text of it" },
        { "DXBC", 4, "a shader of Direct3D's; dxc -dumpbin makes a text of it" },
        { "MTLB", 4, "a library of Metal's; metal-objdump makes a text of it" },
        { "!<thin>\n", 8, "an archive without its members; name their files" },
        { "MZ", 2, "a program or library for Windows; cuobjdump -xelf all extracts the cubins of one" },
        { "\xcf\xfa\xed\xfe", 4, "a program or library for macOS, which has no code for these GPUs" },
        { "PK\3\4", 4, "a ZIP archive, such as a wheel; unzip it, and name a file of it" },
        { "\x1f\x8b", 2, "packed by gzip; gunzip it first" },
        { "\x28\xb5\x2f\xfd", 4, "packed by zstd; unzstd it first" },
        { "\xfd"
          "7zXZ",
          5, "packed by xz; unxz it first" },
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (starts(bytes, size, others[i].magic, others[i].length))
            return elf_refuse(err, "%s", others[i].is);
    if (size == 0)
        return elf_refuse(err, "empty");
    if (starts(bytes, size, "\177ELF", 4)) {
        if (size < ELF_HEADER)
            return elf_refuse(err, "truncated: the beginning of an ELF file");
        if (machine_of(bytes) == 205)
            return elf_refuse(err, "made for Intel's GPUs; ocloc disasm makes a text of it");
        return elf_refuse(err, "an ELF file of 32 bits or big-endian; those with code for GPUs have 64, little-endian");
    }
    return elf_refuse(err,
                      "neither code for a GPU, as nvcc -cubin or clang -target amdgcn-amdhsa -c makes it, nor a file "
                      "with such code in it, nor a text");
}
