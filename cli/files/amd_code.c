/* SPDX-License-Identifier: Apache-2.0 */
/* amd_code - see amd.h */
#include "amd.h"
#include "lib/output.h"

#include <stdlib.h>
#include <string.h>

enum { SYMBOL = 24 /* bytes */ };

/* The processors, by the low byte of the file's flags. Source: LLVM's page on the AMDGPU target; MC. */
static const char *const gpus[0x60] = {
    [0x20] = "gfx600",        [0x21] = "gfx601",         [0x3a] = "gfx602",          [0x22] = "gfx700",
    [0x23] = "gfx701",        [0x24] = "gfx702",         [0x25] = "gfx703",          [0x26] = "gfx704",
    [0x3b] = "gfx705",        [0x49] = "gfx1250",        [0x28] = "gfx801",          [0x29] = "gfx802",
    [0x2a] = "gfx803",        [0x2b] = "gfx810",         [0x3c] = "gfx805",          [0x2c] = "gfx900",
    [0x2d] = "gfx902",        [0x2e] = "gfx904",         [0x2f] = "gfx906",          [0x30] = "gfx908",
    [0x31] = "gfx909",        [0x32] = "gfx90c",         [0x3f] = "gfx90a",          [0x40] = "gfx940",
    [0x4b] = "gfx941",        [0x4c] = "gfx942",         [0x4f] = "gfx950",          [0x33] = "gfx1010",
    [0x34] = "gfx1011",       [0x35] = "gfx1012",        [0x42] = "gfx1013",         [0x36] = "gfx1030",
    [0x37] = "gfx1031",       [0x38] = "gfx1032",        [0x39] = "gfx1033",         [0x3e] = "gfx1034",
    [0x3d] = "gfx1035",       [0x45] = "gfx1036",        [0x41] = "gfx1100",         [0x46] = "gfx1101",
    [0x47] = "gfx1102",       [0x44] = "gfx1103",        [0x43] = "gfx1150",         [0x4a] = "gfx1151",
    [0x55] = "gfx1152",       [0x58] = "gfx1153",        [0x48] = "gfx1200",         [0x4e] = "gfx1201",
    [0x51] = "gfx9-generic",  [0x5f] = "gfx9-4-generic", [0x52] = "gfx10-1-generic", [0x53] = "gfx10-3-generic",
    [0x54] = "gfx11-generic", [0x59] = "gfx12-generic",
};

/* A function or a label, and where it is: the section, and bytes from its beginning. */
struct symbol {
    uint64_t section, at;
    const char *name;
    bool is_function;
};

static int before(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;

    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->is_function - b->is_function;
}

static bool is_code(const struct elf_section *section)
{
    return section->type == ELF_CODE_OR_DATA && (section->flags & ELF_EXECUTABLE);
}

/* Add the symbols of one table that name code. */
static bool take_symbols(const struct elf *elf, const struct elf_section *table, struct symbol list[], size_t *count,
                         char err[ELF_ERROR_MAX])
{
    enum { NO_TYPE = 0, FUNCTION = 2, KERNEL = 10 };

    if (table->link >= elf->sections)
        return elf_refuse(err, "corrupt: the symbols of section %.80s have no names", table->name);
    const struct elf_section names = elf_section(elf, (unsigned)table->link);
    const uint64_t names_length = names.type == ELF_NO_BYTES ? 0 : names.length;

    for (uint64_t at = table->offset; at + SYMBOL <= table->offset + table->length; at += SYMBOL) {
        const uint64_t name = elf_number(elf, at, 4), type = elf_number(elf, at + 4, 1) & 15;
        const uint64_t section = elf_number(elf, at + 6, 2), value = elf_number(elf, at + 8, 8);
        const char *text = (const char *)elf->bytes + names.offset + name;

        if (section >= elf->sections || (type != NO_TYPE && type != FUNCTION && type != KERNEL))
            continue;
        if (name >= names_length || memchr(text, '\0', (size_t)(names_length - name)) == NULL)
            return elf_refuse(err, "corrupt: a symbol of section %.80s has no name", table->name);
        const struct elf_section in = elf_section(elf, (unsigned)section);
        if (is_code(&in) && value - in.address < in.length)
            list[(*count)++] = (struct symbol){ section, value - in.address, text, type != NO_TYPE };
    }
    return true;
}

/* Of one section, the code from one place to another. */
static void walk(const struct elf *elf, const struct elf_section *section, uint64_t from, uint64_t to,
                 enum shfl_amd_gen gen, const char *symbol, void (*found)(void *, const struct amd_found *),
                 void *context, struct amd_code *code)
{
    struct amd_found one = { .symbol = symbol };

    for (uint64_t at = from; to - at >= 4;) {
        uint32_t words[AMD_WORDS] = { 0 };
        unsigned count = 0, length;

        for (; count < AMD_WORDS && to - at >= 4 * (count + 1); count++)
            words[count] = (uint32_t)elf_number(elf, section->offset + at + 4 * count, 4);
        length = amd_length(gen, words);
        code->unknown += length == 0;
        if (amd_decode(gen, words, count, &one.insn)) {
            one.offset = at - from;
            found(context, &one);
            code->found++;
        }
        const uint64_t bytes = 4 * (length == 0 ? 1 : length);
        at += bytes < to - at ? bytes : to - at;
    }
}

bool amd_scan(const uint8_t bytes[], size_t size, void (*found)(void *context, const struct amd_found *), void *context,
              struct amd_code *code, char err[ELF_ERROR_MAX])
{
    size_t count = 0;
    enum shfl_amd_gen gen;
    struct elf elf;
    bool done = true;

    *code = (struct amd_code){ .gpu = NULL };
    if (!elf_open(bytes, size, &elf_amdgpu, &elf, err))
        return false;
    const unsigned number = elf.flags & 0xff;
    code->gpu = number < sizeof gpus / sizeof *gpus ? gpus[number] : NULL;
    if (code->gpu == NULL || !amd_gen(code->gpu, &gen))
        return elf_refuse(err, "made for processor 0x%02x; known are " AMD_NAMES, number);
    /* sections do not share bytes, so there are no more symbols than fit into the file */
    struct symbol *list = more_memory(NULL, (size / SYMBOL + 1) * sizeof *list);
    for (unsigned i = 0; i < elf.sections && done; i++) {
        const struct elf_section table = elf_section(&elf, i);

        if (table.type == ELF_SYMBOLS || table.type == ELF_DYNAMIC_SYMBOLS)
            done = take_symbols(&elf, &table, list, &count, err);
    }
    qsort(list, count, sizeof *list, before);
    for (unsigned i = 0, next = 0; i < elf.sections && done; i++) {
        const struct elf_section section = elf_section(&elf, i);
        const char *symbol = section.name;
        uint64_t at = 0;

        if (!is_code(&section))
            continue;
        for (; next < count && list[next].section == i; next++) {
            const struct symbol *s = &list[next];

            walk(&elf, &section, at, s->at, gen, symbol, found, context, code);
            code->functions += s->is_function && strcmp(symbol, s->name) != 0;
            symbol = s->name;
            at = s->at;
        }
        walk(&elf, &section, at, section.length, gen, symbol, found, context, code);
    }
    free(list);
    return done;
}
