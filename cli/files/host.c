/* SPDX-License-Identifier: Apache-2.0 */
/* host - programs, objects, libraries and archives for a processor, with code for GPUs in them; see files.h */
#include "files.h"

#include <stdio.h>
#include <string.h>

/* ---- ELF */

/* The sections with code for GPUs, by the beginnings of their names. */
static const struct {
    const char *name;
    bool (*walk)(struct walk *, const struct place *);
} sections[] = {
    { ".nv_fatbin", walk_fatbins },        { "__nv_relfatbin", walk_fatbins },   { ".hip_fatbin", walk_bundles },
    { ".llvm.offloading", walk_offloads }, { "__CLANG_OFFLOAD_BUNDLE__", NULL }, /* clang-offload-bundler -type=o: the target follows */
};

bool walk_host(struct walk *walk, const struct place *place)
{
    const struct elf_kind host = { (unsigned)place_number(place, 18, 2), "program" };
    static const char bundle[] = "__CLANG_OFFLOAD_BUNDLE__", segment[] = ".hip_fatbin_segment";
    char err[ELF_ERROR_MAX];
    struct elf elf;
    bool any = false;

    if (!elf_open(place->bytes, place->size, &host, &elf, err))
        return walk_refuse(walk, place, "a program, object or library for the host; %s", err);
    for (unsigned i = 0; i < elf.sections; i++) {
        const struct elf_section section = elf_section(&elf, i);
        struct place inside;

        for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
            const char *name = sections[k].name;

            if (strncmp(section.name, name, strlen(name)) != 0 || section.type != ELF_CODE_OR_DATA
                || strncmp(section.name, segment, sizeof segment - 1) == 0
                || !place_part(place, section.offset, section.length, &inside))
                continue;
            if (sections[k].walk == NULL && strncmp(section.name + sizeof bundle - 1, "host", 4) == 0)
                continue;
            place_name(&inside, section.name, strlen(section.name));
            any = true;
            if (inside.size > 1 && !(sections[k].walk ? sections[k].walk : walk_place)(walk, &inside))
                return false;
        }
    }
    if (any || place->depth > 0)
        return true;
    return walk_refuse(walk, place,
                       "a program, object or library for the host; no section of it is CUDA's .nv_fatbin, HIP's "
                       ".hip_fatbin or LLVM's .llvm.offloading, so it has no code for a GPU");
}

/* ---- Archives */

enum { MEMBER = 60, NAME = 16 };

/* The name of a member: "a.o/", or "/12" in the table of long names. */
static void name_member(struct place *member, const char *name, const struct place *names)
{
    size_t length = NAME;
    uint64_t at = 0;

    if (name[0] == '/' && name[1] >= '0' && name[1] <= '9') {
        for (unsigned i = 1; i < NAME && name[i] >= '0' && name[i] <= '9'; i++)
            at = 10 * at + (uint64_t)(name[i] - '0');
        if (at >= names->size)
            return;
        name = (const char *)names->bytes + at;
        length = names->size - (size_t)at;
    }
    for (size_t i = 0; i < length; i++)
        if (name[i] == '/' || name[i] == '\n')
            length = i;
    while (length > 0 && name[length - 1] == ' ')
        length--;
    place_name(member, name, length);
}

bool walk_archive(struct walk *walk, const struct place *place)
{
    struct place names = { .size = 0 }, member;

    for (uint64_t at = 8, size; at < place->size; at += MEMBER + size + size % 2) {
        const char *header = (const char *)place->bytes + at;

        size = 0;
        if (place->size - at < MEMBER || header[58] != '`' || header[59] != '\n')
            return walk_refuse(walk, place, "truncated or corrupt: the archive has no member at 0x%llx",
                               (unsigned long long)at);
        for (unsigned i = 48; i < 58 && header[i] >= '0' && header[i] <= '9'; i++)
            size = 10 * size + (uint64_t)(header[i] - '0');
        if (!place_part(place, at + MEMBER, size, &member))
            return walk_refuse(walk, place, "truncated or corrupt: a member of the archive is not within it");
        if (header[0] == '/' && header[1] == '/')
            names = member;
        if (header[0] == '/' && !(header[1] >= '0' && header[1] <= '9'))
            continue; /* the names, or the symbols */
        const enum file_kind kind = file_recognize(member.bytes, member.size);
        name_member(&member, header, &names);
        if (kind != FILE_TEXT && kind != FILE_OTHER && !walk_place(walk, &member))
            return false;
    }
    return true;
}
