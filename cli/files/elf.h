/* SPDX-License-Identifier: Apache-2.0 */
/* elf - the few things of an ELF file that lead to the code of a GPU: file header, sections, their names. Nothing in the
 * file is trusted: every place that it names is checked against its size before it is read.
 */
#ifndef ELF_H
#define ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ELF_ERROR_MAX 240

/* A machine, and what its files are called. */
struct elf_kind {
    unsigned machine;
    const char *name;
};
extern const struct elf_kind elf_cuda, elf_amdgpu;

struct elf {
    const uint8_t *bytes;
    size_t size;
    unsigned abi; /* its version */
    uint32_t flags;
    unsigned sections;
    uint64_t table, names; /* where the headers of the sections are, and their names */
};

/* Is this an ELF file of that kind, with all its sections within it? If not, err names what is wrong. */
bool elf_open(const uint8_t bytes[], size_t size, const struct elf_kind *kind, struct elf *elf,
              char err[ELF_ERROR_MAX]);

enum elf_type { ELF_CODE_OR_DATA = 1, ELF_SYMBOLS = 2, ELF_NO_BYTES = 8, ELF_DYNAMIC_SYMBOLS = 11 };
#define ELF_VENDOR 0x60000000 /* from here on, types of a system or a machine, some without bytes */
#define ELF_EXECUTABLE 4      /* in flags */

struct elf_section {
    const char *name; /* ends in 0 */
    uint32_t type;    /* an elf_type, or another number */
    uint64_t flags;
    uint64_t address; /* at which it is loaded; 0 in a file that is not linked yet */
    uint64_t offset, length, link;
};

/* Section number i, below elf->sections. If it has bytes in the file, they are within it. */
struct elf_section elf_section(const struct elf *elf, unsigned i);

/* A little-endian number of the file; the caller has checked its place. */
uint64_t elf_number(const struct elf *elf, uint64_t offset, unsigned bytes);

/* Put a line into err. Returns false. */
bool elf_refuse(char err[ELF_ERROR_MAX], const char *format, ...);

#endif
