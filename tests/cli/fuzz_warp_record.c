/* fuzz_warp_record - any bytes as a recording of what is built on SHFL: see fuzz_record.c. */
#define _GNU_SOURCE
#include "warp_record.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[32], err[RECORD_ERROR_MAX] = "";
    size_t room = lzma_stream_buffer_bound(size), used = 0;
    uint8_t *packed = malloc(room);
    int fd = memfd_create("record", 0);
    bool wrap = size > 0 && data[0] == 'x';

    require(packed != NULL && fd >= 0);
    if (wrap)
        require(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, data + 1, size - 1, packed, &used, room) == LZMA_OK);
    require(write(fd, wrap ? packed : data, wrap ? used : size) == (ssize_t)(wrap ? used : size));
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct warp_record *record = warp_record_open(path, err);
    if (record == NULL)
        require(strncmp(err, path, strlen(path)) == 0 && memchr(err, 0, sizeof err) != NULL);
    warp_record_close(record);
    close(fd);
    free(packed);
    return 0;
}
