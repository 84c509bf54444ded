/* SPDX-License-Identifier: Apache-2.0 */
/* source_include - see source.h: each included file follows the text of the source once, behind those that it includes
 * itself. Lines of the source stay as they are. */
#include "source.h"
#include "lib/output.h"

#include <stdlib.h>
#include <string.h>

/* The name in an include with quotes, if the line is one. */
static const char *included(const char *line, size_t *length)
{
    const char *word = text_skip(line);

    if (*word != '#' || (word = text_pass_word(text_skip(word + 1), "include")) == NULL
        || *(word = text_skip(word)) != '"')
        return NULL;
    *length = strcspn(word + 1, "\"\n");
    return word + 1;
}

void source_include(struct program_source *s, const char *path, const char *text, unsigned at)
{
    const char *slash = strrchr(path, '/'), *name, *why;
    size_t length, size;

    for (const char *line = text; *line; line = text_line_end(line) + (*text_line_end(line) == '\n')) {
        char file[PAGE_PATH_MAX];

        if ((name = included(line, &length)) == NULL
            || snprintf(file, sizeof file, "%.*s%.*s", slash ? (int)(slash + 1 - path) : 0, path, (int)length, name)
                   >= PAGE_PATH_MAX)
            continue;
        unsigned own = 0;
        while (own < s->pages && strcmp(s->page[own].path, file) != 0)
            own++;
        if (own < s->pages)
            continue;
        char *more = own == PAGES_MOST ? NULL : file_read(file, SIZE_MAX, &size, &why);
        if (more == NULL) {
            source_remark(s,
                          own == PAGES_MOST ? "%.100s is not read: it is behind %d others"
                                            : "%.100s, which it includes, is not there",
                          file, PAGES_MOST);
            continue;
        }
        struct page page = { .at = at ? at : text_line_of(text, line) };
        strcpy(page.path, file);
        s->page[s->pages++] = page; /* seen; its place is behind those that it includes */
        source_include(s, file, more, page.at);
        page.line = text_line_of(s->text, s->text + strlen(s->text)) + 1;
        memmove(&s->page[own], &s->page[own + 1], (s->pages - own - 1) * sizeof page);
        s->page[s->pages - 1] = page;
        char *joined = realloc(s->text, strlen(s->text) + size + 2);
        if (joined == NULL)
            trouble("out of memory");
        s->text = strcat(strcat(joined, "\n"), more);
        free(more);
    }
}

const char *program_source_place(const struct program_source *s, unsigned *line)
{
    unsigned n = s->pages;

    while (n > 0 && s->page[n - 1].line > *line)
        n--;
    if (n == 0)
        return NULL;
    *line -= s->page[n - 1].line - 1;
    return s->page[n - 1].path;
}
