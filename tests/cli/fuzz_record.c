/* fuzz_record - any bytes as a recording of silicon: refused with a line that names the file. A first byte of
 * 'x' stands for a file that holds the rest as xz, since no fuzzer finds a checksum. */
#define _GNU_SOURCE
#include "record.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool ok)
{
    if (!ok)
        abort();
}

/* A file in memory, and the path under which it can be opened. */
static int file_of(const uint8_t *bytes, size_t size, char path[32])
{
    int fd = memfd_create("record", 0);

    require(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    snprintf(path, 32, "/proc/self/fd/%d", fd);
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[32], err[RECORD_ERROR_MAX] = "";
    size_t room = lzma_stream_buffer_bound(size), used = 0;
    uint8_t *packed = malloc(room);
    int fd;

    require(packed != NULL);
    if (size > 0 && data[0] == 'x') {
        require(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, data + 1, size - 1, packed, &used, room) == LZMA_OK);
        fd = file_of(packed, used, path);
    } else {
        fd = file_of(data, size, path);
    }
    struct record *record = record_open(path, err);
    if (record == NULL)
        require(strncmp(err, path, strlen(path)) == 0 && memchr(err, 0, sizeof err) != NULL);
    record_close(record);
    close(fd);
    free(packed);
    return 0;
}
