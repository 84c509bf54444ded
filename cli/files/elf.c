/* SPDX-License-Identifier: Apache-2.0 */
/* elf - see elf.h */
#include "elf.h"
#include "lib/text.h"

#include <string.h>

enum { FILE_HEADER = 64, SECTION_HEADER = 64 /* bytes */ };

const struct elf_kind elf_cuda = { 190, "cubin" }, elf_amdgpu = { 224, "code object" };

bool elf_refuse(char err[ELF_ERROR_MAX], const char *format, ...)
{
    text_arguments(err, ELF_ERROR_MAX, format);
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
    const uint64_t offset = elf_number(elf, header + 24, 8), length = elf_number(elf, header + 32, 8);
    const uint32_t type = (uint32_t)elf_number(elf, header + 4, 4);

    return (struct elf_section){
        .name = (const char *)elf->bytes + elf->names + elf_number(elf, header, 4),
        .type = type,
        .flags = elf_number(elf, header + 8, 8),
        .address = elf_number(elf, header + 16, 8),
        .offset = offset,
        .length = type >= ELF_VENDOR && !inside(elf, offset, length) ? 0 : length,
        .link = elf_number(elf, header + 40, 4),
    };
}

/* Every section has a name; those of the types that all machines know lie within the file, and do not share bytes. */
static bool sections_are_right(const struct elf *elf, uint64_t names_size, char err[ELF_ERROR_MAX])
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < elf->sections; i++) {
        const struct elf_section section = elf_section(elf, i);
        const uint64_t name = elf_number(elf, elf->table + (uint64_t)i * SECTION_HEADER, 4);

        if (name >= names_size || memchr(section.name, '\0', (size_t)(names_size - name)) == NULL)
            return elf_refuse(err, "truncated or corrupt: section %u has no name", i);
        if (section.type == ELF_NO_BYTES || section.type >= ELF_VENDOR)
            continue;
        if (!inside(elf, section.offset, section.length))
            return elf_refuse(err, "truncated or corrupt: section %.80s is not within the file", section.name);
        sum += section.length;
        if (sum > elf->size)
            return elf_refuse(err, "corrupt: section %.80s shares its bytes with others", section.name);
    }
    return true;
}

bool elf_open(const uint8_t bytes[], size_t size, const struct elf_kind *kind, struct elf *elf, char err[ELF_ERROR_MAX])
{
    *elf = (struct elf){ .bytes = bytes, .size = size };
    if (size < FILE_HEADER || memcmp(bytes, "\177ELF", 4) != 0)
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
