/* SPDX-License-Identifier: Apache-2.0 */
/* demangle - see files.h */
#define _POSIX_C_SOURCE 200809L
#include "files.h"
#include "cli/lib/output.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MAX_LENGTH = 8192, SECONDS = 2 };

typedef char *demangler(const char *name, char *into, size_t *room, int *status);

/* A name of a few hundred characters can stand for one of terabytes, and nothing but the clock stops the demangler. */
static void too_long(int number)
{
    static const char text[] =
        "openshfl: decode: a kernel's name is too involved; --mangled prints the names as they are\n";

    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(TROUBLE);
    _exit(MISUSED);
}

static demangler *load(void)
{
    void *library = dlopen("libstdc++.so.6", RTLD_NOW);
    union {
        void *loaded;
        demangler *function;
    } found = { .loaded = library ? dlsym(library, "__cxa_demangle") : NULL };

    return found.function;
}

char *demangle(const char *name, size_t length)
{
    static demangler *function;
    static bool is_loaded;
    char *copy = malloc(length + 1), *plain = NULL;
    int status;

    if (copy == NULL)
        trouble("out of memory");
    memcpy(copy, name, length);
    copy[length] = '\0';
    if (length < 3 || length > NAME_MAX_LENGTH || memcmp(name, "_Z", 2) != 0)
        return copy;
    if (!is_loaded) {
        function = load();
        is_loaded = true;
    }
    if (function != NULL) {
        const struct sigaction action = { .sa_handler = too_long };
        struct sigaction before;

        sigaction(SIGALRM, &action, &before);
        alarm(SECONDS);
        plain = function(copy, NULL, NULL, &status);
        alarm(0);
        sigaction(SIGALRM, &before, NULL);
    }
    if (plain == NULL)
        return copy;
    free(copy);
    return plain;
}
