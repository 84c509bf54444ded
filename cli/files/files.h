/* SPDX-License-Identifier: Apache-2.0 */
/* files - what a file is: machine code for a GPU, a text, or another one, which is refused with the tool that helps. */
#ifndef FILES_H
#define FILES_H

#include "elf.h"

enum { FILE_GPU_MAX = 48 };

enum file_kind { FILE_OTHER, FILE_CUBIN, FILE_CODE_OBJECT, FILE_TEXT };

/* By its first bytes. Of FILE_OTHER err has what it looks like, and the tool that makes one of the others of it. */
enum file_kind file_recognize(const uint8_t bytes[], size_t size, char err[ELF_ERROR_MAX]);

#endif
