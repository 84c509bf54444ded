/* SPDX-License-Identifier: Apache-2.0 */
/* compile - clang, from a text to PTX. It compiles for a GPU: nothing of the text is executed on this machine. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"
#include "prelude.h"
#include "lib/output.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20, WORDS_MOST = 40 };

/* -O0: at -O1 clang folds what is undefined, and gives it a value. fma-level: products and sums do not name their rounding. */
#define FLAGS                                                                                                    \
    "-x cuda -std=c++17 --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_80 -Xclang -target-feature " \
    "-Xclang +ptx75 -Wno-everything -fms-extensions -fdeclspec -ferror-limit=0 -fno-caret-diagnostics "          \
    "-fno-diagnostics-fixit-info -fno-spell-checking -fno-color-diagnostics -gline-tables-only -mllvm "          \
    "-nvptx-fma-level=1 -O0 -S -o - -"

static char *contents(FILE *file)
{
    size_t size;

    rewind(file);
    return stream_read(file, SIZE_MAX, &size);
}

bool program_can(void) { return system("command -v \"${OPENSHFL_CLANG:-clang}\" >/dev/null 2>&1") == 0; }

/* CUDA's functions of one lane as LLVM's bitcode, where a toolkit is. */
static const char *libdevice(void)
{
    const char *given = getenv("OPENSHFL_LIBDEVICE"), *usual = "/usr/local/cuda/nvvm/libdevice/libdevice.10.bc";

    if (given && *given && access(given, R_OK) != 0)
        trouble("OPENSHFL_LIBDEVICE names %s, which cannot be read", given);
    return given ? given : access(usual, R_OK) == 0 ? usual : "";
}

char *program_compile(struct program_source *s, char **messages, char why[READ_WHY_MAX])
{
    char *clang = getenv("OPENSHFL_CLANG");
    char flags[] = FLAGS, *arguments[WORDS_MOST] = { clang ? clang : "clang" };
    FILE *in = tmpfile(), *out = tmpfile(), *err = tmpfile();
    int status = 0;

    if (in == NULL || out == NULL || err == NULL)
        trouble("no temporary file can be made");
    char **to = arguments, *library = (char *)libdevice();
    for (char *flag = strtok(flags, " "); flag != NULL; flag = strtok(NULL, " "))
        *++to = flag;
    char *link[] = { "-DLIBDEVICE_", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library };
    memcpy(to + 1, link, *library ? sizeof link : 0);
    program_source_write(s, in);
    rewind(in); /* and all is written */
    const pid_t child = fork();
    if (child < 0)
        trouble("clang cannot be started");
    if (child == 0) {
        alarm(SECONDS);
        if (dup2(fileno(in), 0) >= 0 && dup2(fileno(out), 1) >= 0 && dup2(fileno(err), 2) >= 0)
            execvp(arguments[0], arguments);
        _exit(127);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    char *ptx = contents(out);
    *messages = contents(err);
    fclose(in);
    fclose(out);
    fclose(err);
    why[0] = '\0';
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return ptx;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        trouble("clang, which compiles a program, is not there: sh .ci/need.sh clang, or give its PTX to openshfl run");
    else if (WIFSIGNALED(status))
        text_why(why, "clang did not end in %d seconds", SECONDS);
    return NULL;
}
