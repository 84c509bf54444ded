/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_record - any bytes as a recording of silicon, and as one of what is built on SHFL: refused with a line that
 * names the file. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "silicon/suites.h"
#include "silicon/warp_cases.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[32], err[RECORD_ERROR_MAX] = "";
    int fd = memfd_create("record", 0);

    require(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    for (unsigned kind = 0; kind < 2; kind++) {
        struct record *record = replay_open(path, kind == 0 ? &silicon_plan : &warp_plan, err);

        if (record == NULL)
            require(strncmp(err, path, strlen(path)) == 0 && memchr(err, 0, sizeof err) != NULL);
        record_close(record);
    }
    close(fd);
    return 0;
}
