/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz - what the fuzz targets share. Without libFuzzer a target is a program, TARGET FILE ..: each file is an input, such as
 * those that once crashed. It prints PASS, a line per file; a crash is what fails it. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool ok)
{
    if (!ok)
        abort();
}

/* Bytes as a text with a 0 behind it; the caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

#ifndef LIBFUZZER
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");

        require(file != NULL && fseek(file, 0, SEEK_END) == 0);
        const size_t size = (size_t)ftell(file);
        uint8_t *bytes = malloc(size + (size == 0)); /* as long as the file, so that a sanitizer sees its end */
        rewind(file);
        require(bytes != NULL && fread(bytes, 1, size, file) == size);
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
        fclose(file);
        printf("PASS fuzz/%s\n", argv[i]);
        fflush(stdout);
    }
    return 0;
}
#endif

#endif
