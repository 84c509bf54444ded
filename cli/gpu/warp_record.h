/* The answers of a GPU to warp_cases.h, kept in a file beside that of record.h and made alike: an xz file
 * whose content is text up to an empty line, then the answers. silicon/README.md
 *
 *     openshfl-warp-record 1
 *     device, compute-capability, multiprocessors, driver, cuda-driver, cuda-runtime, date, command
 *     suite NAME CASES WORDS QUESTIONS ANSWERS     the last two are CRC-32
 *
 * The answers are 32-bit words, little-endian: suite after suite, case after case, what the GPU's memory
 * held afterwards.
 */
#ifndef WARP_RECORD_H
#define WARP_RECORD_H

#include "record.h"
#include "warp_cases.h"

#define WARP_RECORD_MAGIC "openshfl-warp-record 1"
#define WARP_RECORD_MAX (64 << 20) /* bytes of content at most */

struct warp_record;

/* Read and check a whole file.
 *   returns   the record; or NULL with a line in err that names the file and says what is wrong with it
 */
struct warp_record *warp_record_open(const char *path, char err[RECORD_ERROR_MAX]);

const struct record_about *warp_record_about(const struct warp_record *record);

/* The answers of a suite, case after case. */
const uint32_t *warp_record_answers(const struct warp_record *record, enum warp_kind kind);

void warp_record_close(struct warp_record *record);

/* Write a file, through path.tmp.
 *
 *   answers   all suites, warp_words() of them
 *   returns   true; or false with a line in err, and path as it was
 */
bool warp_record_write(const char *path, const struct record_about *about, const uint32_t answers[],
                       char err[RECORD_ERROR_MAX]);

/* The words of all answers of a suite, and of all suites. */
size_t warp_suite_words(enum warp_kind kind);
size_t warp_words(void);

#endif
