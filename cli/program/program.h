/* SPDX-License-Identifier: Apache-2.0 */
/* program - a text with statements: clang compiles it, the executor of PTX runs it, and each call that crosses lanes is answered
 * each time that it is executed. docs/use/programs.md */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "lib/options.h"
#include "cli/answer/answer.h"
#include "check/ptx_module.h"

enum { PROGRAM_CALLS_MAX = 1000, PROGRAM_NOTE_MAX = 600 };

/* A call that was executed, by the lanes that came to it together. */
struct program_call {
    unsigned line, column, warp, trip; /* trip: how often these lanes were there before */
    bool is_answered;
    bool is_conditional; /* which way a branch goes is not known: this is what it does if it is executed */
    uint32_t unknown;    /* lanes of which an operand is not known */
    char text[EXPLAIN_CALL_MAX];
    char why[READ_WHY_MAX]; /* of unknown lanes, and if it is not answered */
    struct answer a;
};

struct program {
    struct program_call *call[PROGRAM_CALLS_MAX];
    unsigned calls, left_out;    /* left_out: there was no room for more */
    char note[PROGRAM_NOTE_MAX]; /* what was taken for granted, or empty */
    char stopped[READ_WHY_MAX];  /* why the run ended before its end, or empty */
};

struct program_options {
    struct read_options read;       /* let, active and block */
    const char *kernel;             /* the one to launch, if its name is one of the text; NULL: all */
    const char *path;               /* of the file that the text is from, whose folder has its headers; or NULL */
    const char *include[INITS_MAX]; /* folders where it is looked for headers, too */
    unsigned includes;
    bool is_launch; /* a kernel of the text is launched as it is, by openshfl run */
};

/* Does a text look like a program of a language that is written like C, and not like PTX or SASS? */
bool program_is(const char *text);

/* Has it several calls, all of such languages? Then they are answered together, by what each leaves for the next. */
bool program_has_calls(const char *text);

/* The PTX of a text; NULL: it could not be compiled, and why says what was expected. */
struct program_source;
char *program_ptx(const char *text, const struct program_options *options, struct program_source **source,
                  char why[READ_WHY_MAX]);

/* A kernel's parameter in the source, by the kernel's name there. Returns whether it is known. */
struct program_parameter {
    char name[NAME_TEXT_MAX], type[200];
    bool is_pointer;
};
bool program_source_parameter(const struct program_source *s, const char *kernel, size_t length, unsigned number,
                              struct program_parameter *p);

/* A member of a struct of the source by its number, arrays element by element; false: there are no more, or no such struct. */
bool program_source_member(const struct program_source *s, const char *type, unsigned number,
                           struct program_parameter *p);

/* How the host launches a kernel, by its name there: threads of a block, and bytes of dynamic shared memory or 0. Returns whether it
 * is known. */
bool program_source_launch(const struct program_source *s, const char *kernel, size_t length, unsigned block[3],
                           unsigned *shared);

/* The included file that a line of the text is of, or NULL; *line becomes its own. */
const char *program_source_place(const struct program_source *s, unsigned *line);

/* Does the text of a kernel have this in it, or a function that is no kernel? */
bool program_source_names(const struct program_source *s, const char *kernel, size_t length, const char *what);

/* For a launch of it: who computes the calls, and the blocks of a cluster. See ptx_run.h. */
struct ptx_launch;
void program_prepare(const struct program_source *s, struct ptx_launch *l);

/* Compile and run a text.
 *
 *   name      of the text, for messages
 *   returns   whether it could be compiled; if not, why says what was expected
 */
bool program_run(const char *name, const char *text, const struct program_options *options, struct program *p,
                 char why[READ_WHY_MAX]);

/* The same for a command, which ends where it fails: reason is why the text is a program. */
void program_take(const char *command, const char *name, const char *text, const struct read_options *given,
                  const char *reason, struct program *p);

/* ---- between its files */

/* source.c: the text, and what clang has said of it */
struct program_source *program_source_new(const char *text, const struct program_options *options,
                                          char why[READ_WHY_MAX]);
/* Write the text with its declarations; kernels are K_0, K_1 .. Names of what is not known are numbered as they are written. */
void program_source_write(struct program_source *s, FILE *file);
/* The first line behind this one where a call is given __activemask() as its mask, or a name that is never anything
 * else; 0: none. */
unsigned program_source_activemask(const struct program_source *s, unsigned line);
/* Blocks of a cluster, where __cluster_dims__ of the kernel says so. */
void program_source_cluster(const struct program_source *s, const char *kernel, size_t length, unsigned cluster[3]);
const char *program_source_note(const struct program_source *s);
/* Take the messages of clang. Returns whether the next try may do better; if not, why says what is wrong. */
bool program_source_learn(struct program_source *s, char *messages, char why[READ_WHY_MAX]);
/* The call at a place of the text, in one line. */
void program_source_call(const struct program_source *s, unsigned line, unsigned column, const char *name,
                         char text[EXPLAIN_CALL_MAX]);

/* compile.c: is there a clang? */
bool program_can(void);

/* Returns the PTX; NULL: it could not be compiled, and *messages has clang's. */
char *program_compile(struct program_source *s, char **messages, char why[READ_WHY_MAX]);

#endif
