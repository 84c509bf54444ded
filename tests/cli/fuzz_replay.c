/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_replay FILE ... - gives files to a fuzz target, as the fuzzer would: the cases that once crashed, and
 * those that a search begins with. Prints PASS, a line per file; a crash is what fails it. */
#include "fuzz.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        uint8_t *bytes = malloc(1 << 20);
        size_t size = file && bytes ? fread(bytes, 1, 1 << 20, file) : 0;

        if (file == NULL || bytes == NULL) {
            printf("FAIL %s: cannot be read\n", argv[i]);
            return 1;
        }
        fclose(file);
        uint8_t *exact = malloc(size + (size == 0)); /* so that a sanitizer sees the end */
        if (exact == NULL)
            return 1;
        for (size_t k = 0; k < size; k++)
            exact[k] = bytes[k];
        free(bytes);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
        printf("PASS fuzz/%s\n", argv[i]);
        fflush(stdout);
    }
    return 0;
}
