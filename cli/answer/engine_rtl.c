/* SPDX-License-Identifier: Apache-2.0
 * engine_rtl - see engine.h. One warp at a time: it goes in on one clock, and out on the first clock that
 * offers it. */
#define _DEFAULT_SOURCE
#include "engine.h"
#include "lib/rtl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where this program was built, and the build folder, as make has it: relative to that, or absolute. */
#ifndef SOURCE_DIR
#define SOURCE_DIR "."
#define BUILD_DIR "build"
#endif
#define LIBRARY BUILD_DIR "/rtl_engine.so"

#define CLOCKS_MAX 64 /* any unit is earlier */

struct rtl_unit {
    void *library;
    const struct rtl_build *build;
    struct rtl *rtl;
};

static void shuffle(void *unit, const struct shfl_in *in, struct engine_answer *answer)
{
    const struct rtl_unit *u = unit;
    struct rtl_pins pins = { .out_ready = true };
    struct rtl_out out = { .pu = 0 };
    bool inside = false, done = false;

    *answer = (struct engine_answer){ .pu = 0 }; /* of a unit that gives no result */
    rtl_drive(u->build, u->rtl, in, 0, 0);
    for (unsigned clock = 0; clock < CLOCKS_MAX && !done; clock++) {
        pins.in_valid = !inside;
        u->build->settle(u->rtl, &pins);
        done = inside && pins.out_valid;
        if (done)
            rtl_get(u->rtl, &out);
        inside = inside || pins.in_ready;
        u->build->edge(u->rtl);
    }
    if (!done)
        return;
    for (unsigned k = 0; k < WARP_LANES; k++)
        answer->rd[k] = (uint32_t)out.rd[k];
    answer->pu = (uint32_t)out.pu;
    answer->src_active = (uint32_t)out.src_active;
}

static void close_unit(void *unit)
{
    struct rtl_unit *u = unit;

    u->build->close(u->rtl);
    dlclose(u->library);
    free(u);
}

/* --- The library -------------------------------------------------------------------------------------- */

/* A path as make has it, from any folder. */
static const char *place(const char *path, char text[4096])
{
    snprintf(text, 4096, "%s%s%s", path[0] == '/' ? "" : SOURCE_DIR, path[0] == '/' ? "" : "/", path);
    return text;
}

/* Whether the library is there, and none of its sources is newer; a tree that is gone changes nothing. */
static bool fresh(const char *library)
{
    struct stat made, source;
    glob_t files = { .gl_pathc = 0 };
    bool ok = stat(library, &made) == 0;

    glob(SOURCE_DIR "/rtl/*.v*", 0, NULL, &files);
    glob(SOURCE_DIR "/tb/rtl.cpp", GLOB_APPEND, NULL, &files);
    glob(SOURCE_DIR "/lib/rtl.h", GLOB_APPEND, NULL, &files);
    for (size_t i = 0; i < files.gl_pathc; i++)
        ok = ok && (stat(files.gl_pathv[i], &source) != 0 || source.st_mtime <= made.st_mtime);
    globfree(&files);
    return ok;
}

/* Run make for the library, with nothing on stdout. Returns whether it is there now. */
static bool make(void)
{
    int status = 1;
    pid_t child = fork();

    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);

        dup2(null, STDOUT_FILENO);
        unsetenv("MAKEFLAGS"); /* a make that runs this program is no business of this one */
        unsetenv("MAKELEVEL");
        execlp("make", "make", "-s", "-C", SOURCE_DIR, "BUILD=" BUILD_DIR, LIBRARY, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Build the library if need be; one program at a time. */
static bool built(const char *library, char why[240])
{
    char path[4096];
    bool ok = fresh(library);

    if (ok)
        return true;
    if (access(SOURCE_DIR "/Makefile", R_OK) != 0) {
        snprintf(why, 240, "%.150s is not there, and neither is the source tree to build it from", library);
        return false;
    }
    int lock = open(place(BUILD_DIR "/.rtl_engine.lock", path), O_CREAT | O_RDWR, 0666);
    if (lock >= 0 && flock(lock, LOCK_EX) == 0 && !(ok = fresh(library))) {
        fprintf(stderr, "openshfl: building the RTL engine, %s: once, a minute or less\n", library);
        ok = make();
    }
    if (lock >= 0)
        close(lock);
    if (!ok)
        snprintf(why, 240, "it cannot be built: 'make -C %.120s %.60s' fails", SOURCE_DIR, LIBRARY);
    return ok;
}

bool engine_rtl(struct engine *engine, char why[240])
{
    struct rtl_unit *u = calloc(1, sizeof *u);
    struct rtl_pins pins = { .rst = true, .out_ready = true };
    const struct rtl_build *const *builds = NULL;
    char library[4096];

    snprintf(why, 240, "out of memory");
    if (u == NULL)
        return false;
    if (built(place(LIBRARY, library), why) && (u->library = dlopen(library, RTLD_NOW | RTLD_LOCAL)) == NULL)
        snprintf(why, 240, "%.230s", dlerror());
    if (u->library != NULL && (builds = dlsym(u->library, "rtl_bare")) != NULL && (u->build = builds[0]) != NULL)
        u->rtl = rtl_open(u->build, rtl_shfl_in, rtl_out_fields);
    if (u->rtl == NULL) {
        if (u->library != NULL)
            dlclose(u->library);
        free(u);
        return false;
    }
    rtl_drive(u->build, u->rtl, &(struct shfl_in){ .mode = SHFL_IDX }, 0, 0);
    u->build->settle(u->rtl, &pins);
    u->build->edge(u->rtl);
    *engine = (struct engine){ .name = "rtl", .unit = u, .shuffle = shuffle, .close = close_unit };
    return true;
}
