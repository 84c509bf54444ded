/* SPDX-License-Identifier: Apache-2.0 */
/* source_include - see source.h: each included file follows the text of the source once, behind those that it includes
 * itself. Lines of the source stay as they are. */
#include "source.h"
#include "lib/output.h"

#include <string.h>

/* The name in an include, if the line is one. */
static const char *included(const char *line, size_t *length)
{
    const char *word = text_skip(line);

    if (*word != '#' || (word = text_pass_word(text_skip(word + 1), "include")) == NULL
        || strchr("\"<", *(word = text_skip(word))) == NULL)
        return NULL;
    *length = strcspn(word + 1, "\">\n");
    return word + 1;
}

/* A header's text: of the folder of the file at path, if it has quotes, or of one that is given. NULL: it is not there, or it is page
 * number *page. */
static char *header(const struct program_source *s, const char *path, const char *name, size_t length,
                    char file[PAGE_PATH_MAX], unsigned *page)
{
    const char *slash = strrchr(path, '/'), *why;
    char *text = NULL;
    size_t size;

    *page = s->pages;
    for (unsigned k = name[-1] == '<'; text == NULL && k <= s->options->includes; k++) {
        const char *folder = k ? s->options->include[k - 1] : path;

        if (snprintf(file, PAGE_PATH_MAX, "%.*s%s%.*s",
                     k       ? PAGE_PATH_MAX
                     : slash ? (int)(slash + 1 - path)
                             : 0,
                     folder, k ? "/" : "", (int)length, name)
            >= PAGE_PATH_MAX)
            continue;
        for (*page = 0; *page < s->pages && strcmp(s->page[*page].path, file) != 0;)
            ++*page;
        if (*page < s->pages || *page == PAGES_MOST)
            return NULL;
        text = file_read(file, SIZE_MAX, &size, &why);
    }
    return text;
}

void source_include(struct program_source *s, const char *path, const char *text, unsigned at)
{
    const char *name;
    size_t length;

    for (const char *line = text; *line; line = text_line_end(line) + (*text_line_end(line) == '\n')) {
        char file[PAGE_PATH_MAX] = "";
        unsigned own;

        if ((name = included(line, &length)) == NULL)
            continue;
        char *more = header(s, path, name, length, file, &own);
        if (more == NULL) {
            if (own == s->pages && name[-1] == '"')
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
        s->text = more_memory(s->text, strlen(s->text) + strlen(more) + 2);
        strcat(strcat(s->text, "\n"), more);
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
