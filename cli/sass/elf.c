/* SPDX-License-Identifier: Apache-2.0 */
/* elf - see elf.h */
#include "elf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FILE_HEADER = 64, SECTION_HEADER = 64 /* bytes */ };

const struct elf_kind elf_cuda = { 190, "cubin" }, elf_amdgpu = { 224, "code object" };

bool elf_refuse(char err[ELF_ERROR_MAX], const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(err, ELF_ERROR_MAX, format, arguments);
    va_end(arguments);
    return false;
}

/* Do length bytes at offset lie in the file? */
static bool inside(const struct elf *elf, uint64_t offset, uint64_t length)
{
    return offset <= elf->size && length <= elf->size - offset;
}

uint64_t elf_number(const struct elf *elf, uint64_t offset, unsigned bytes)
{
    uint64_t value = 0;

    for (unsigned i = bytes; i-- > 0;)
        value = value << 8 | elf->bytes[offset + i];
    return value;
}

struct elf_section elf_section(const struct elf *elf, unsigned i)
{
    const uint64_t header = elf->table + (uint64_t)i * SECTION_HEADER;

    return (struct elf_section){
        .name = (const char *)elf->bytes + elf->names + elf_number(elf, header, 4),
        .type = (uint32_t)elf_number(elf, header + 4, 4),
        .flags = elf_number(elf, header + 8, 8),
        .address = elf_number(elf, header + 16, 8),
        .offset = elf_number(elf, header + 24, 8),
        .length = elf_number(elf, header + 32, 8),
        .link = elf_number(elf, header + 40, 4),
    };
}

static bool starts(const uint8_t bytes[], size_t size, const char *text, size_t length)
{
    return size >= length && memcmp(bytes, text, length) == 0;
}

static bool is_elf(const uint8_t bytes[], size_t size)
{
    return size >= FILE_HEADER && starts(bytes, size, "\177ELF", 4);
}

/* Every section has a name and lies within the file, and they do not share bytes. */
static bool sections_are_right(const struct elf *elf, uint64_t names_size, char err[ELF_ERROR_MAX])
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < elf->sections; i++) {
        const struct elf_section section = elf_section(elf, i);
        const uint64_t name = elf_number(elf, elf->table + (uint64_t)i * SECTION_HEADER, 4);

        if (name >= names_size || memchr(section.name, '\0', (size_t)(names_size - name)) == NULL)
            return elf_refuse(err, "truncated or corrupt: section %u has no name", i);
        if (section.type != ELF_NO_BYTES && !inside(elf, section.offset, section.length))
            return elf_refuse(err, "truncated or corrupt: section %.80s is not within the file", section.name);
        sum += section.type == ELF_NO_BYTES ? 0 : section.length;
        if (sum > elf->size)
            return elf_refuse(err, "corrupt: section %.80s shares its bytes with others", section.name);
    }
    return true;
}

bool elf_open(const uint8_t bytes[], size_t size, const struct elf_kind *kind, struct elf *elf, char err[ELF_ERROR_MAX])
{
    *elf = (struct elf){ .bytes = bytes, .size = size };
    if (!is_elf(bytes, size))
        return elf_refuse(err, "truncated or no ELF file, so no %s", kind->name);
    if (bytes[4] != 2 || bytes[5] != 1)
        return elf_refuse(err, "an ELF file, but not one of 64 bits, little-endian, as a %s is", kind->name);
    const unsigned machine = (unsigned)elf_number(elf, 18, 2);
    if (machine != kind->machine)
        return elf_refuse(err, "an ELF file for machine %u; that of a %s is %u", machine, kind->name, kind->machine);
    elf->abi = bytes[8];
    elf->flags = (uint32_t)elf_number(elf, 48, 4);

    const uint64_t entry = elf_number(elf, 58, 2), names = elf_number(elf, 62, 2);
    elf->table = elf_number(elf, 40, 8);
    elf->sections = (unsigned)elf_number(elf, 60, 2);
    if (entry != SECTION_HEADER || !inside(elf, elf->table, entry * elf->sections) || names >= elf->sections)
        return elf_refuse(err, "truncated or corrupt: the table of sections is not within the file");
    elf->names = elf_number(elf, elf->table + names * entry + 24, 8);
    const uint64_t names_size = elf_number(elf, elf->table + names * entry + 32, 8);
    if (!inside(elf, elf->names, names_size))
        return elf_refuse(err, "truncated or corrupt: the names of sections are not within the file");
    return sections_are_right(elf, names_size, err);
}

#define CUBINS "cuobjdump -xelf all extracts the cubins"
#define CODE_OBJECTS "clang-offload-bundler -unbundle extracts the code objects"

/* The tool for a program, an object or a library of the host, by its sections. */
static const char *tool_for(const uint8_t bytes[], size_t size)
{
    const struct elf_kind host = { (unsigned)bytes[18] | (unsigned)bytes[19] << 8, "program" };
    char err[ELF_ERROR_MAX];
    struct elf elf;

    for (unsigned i = elf_open(bytes, size, &host, &elf, err) ? elf.sections : 0; i-- > 0;) {
        const char *name = elf_section(&elf, i).name;

        if (strstr(name, "nv_fatbin") != NULL)
            return CUBINS;
        if (strstr(name, "hip_fatbin") != NULL)
            return CODE_OBJECTS;
    }
    return "no section of it is CUDA's .nv_fatbin or HIP's .hip_fatbin, so it has no code for a GPU";
}

static bool has(const char *text, size_t size, const char *word)
{
    for (size_t at = 0; at + strlen(word) <= size; at++)
        if (memcmp(text + at, word, strlen(word)) == 0)
            return true;
    return false;
}

const struct elf_kind *elf_recognize(const uint8_t bytes[], size_t size, char err[ELF_ERROR_MAX])
{
    static const struct {
        const char *magic;
        size_t length;
        const char *is;
    } others[] = {
        { "\x50\xed\x55\xba", 4, "a fatbin of CUDA's; " CUBINS },
        { "__CLANG_OFFLOAD_BUNDLE__", 24, "a bundle of clang's; " CODE_OBJECTS },
        { "CCOB", 4, "a compressed bundle of clang's; " CODE_OBJECTS },
        { "!<arch>\n", 8, "a library for the host; " CUBINS ", " CODE_OBJECTS },
    };
    const unsigned machine = is_elf(bytes, size) ? (unsigned)bytes[18] | (unsigned)bytes[19] << 8 : 0;

    if (machine == elf_cuda.machine)
        return &elf_cuda;
    if (machine == elf_amdgpu.machine)
        return &elf_amdgpu;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (starts(bytes, size, others[i].magic, others[i].length))
            return elf_refuse(err, "%s", others[i].is), NULL;
    if (is_elf(bytes, size))
        elf_refuse(err, "a program, object or library for the host; %s", tool_for(bytes, size));
    else if (has((const char *)bytes, size, "\n.version") && has((const char *)bytes, size, "\n.target"))
        elf_refuse(err, "PTX, not machine code; ptxas -arch=sm_90 makes a cubin of it");
    else
        elf_refuse(err,
                   "neither a cubin, as nvcc -cubin makes it, nor a code object, as clang -target amdgcn-amdhsa -c "
                   "does; or it is cut off");
    return NULL;
}
