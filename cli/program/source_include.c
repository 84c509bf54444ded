/* SPDX-License-Identifier: Apache-2.0 */
/* source_include - see source.h: the files beside a source that it includes with quotes stand behind its text, each once, what it
 * includes itself in front of it. Lines of the source stay as they are. */
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

static unsigned lines(const char *text)
{
    unsigned count = 1;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

void source_include(struct program_source *s, const char *path, const char *text, unsigned at)
{
    const char *slash = strrchr(path, '/'), *name, *why;
    size_t length, size;

    for (const char *line = text; *line; line = text_line_end(line) + (*text_line_end(line) == '\n')) {
        char file[PAGE_PATH_MAX];
        bool is_there = (name = included(line, &length)) == NULL;

        if (is_there
            || snprintf(file, sizeof file, "%.*s%.*s", slash ? (int)(slash + 1 - path) : 0, path, (int)length, name)
                   >= PAGE_PATH_MAX)
            continue;
        for (unsigned i = 0; i < s->pages; i++)
            is_there = is_there || strcmp(s->page[i].path, file) == 0;
        char *more = is_there || s->pages == PAGES_MOST ? NULL : file_read(file, SIZE_MAX, &size, &why);
        if (more == NULL && !is_there)
            source_remark(s, "%.100s, which it includes, is not there", file);
        if (more == NULL)
            continue;
        struct page *page = &s->page[s->pages++];
        strcpy(page->path, file);
        source_include(s, file, more, at ? at : text_line_of(text, line));
        page->line = lines(s->text) + 1;
        page->at = at ? at : text_line_of(text, line);
        if (s->first_page == 0)
            s->first_page = page->line;
        char *joined = realloc(s->text, strlen(s->text) + size + 2);
        if (joined == NULL)
            trouble("out of memory");
        s->text = strcat(strcat(joined, "\n"), more);
        free(more);
    }
}

const char *program_source_place(const struct program_source *s, unsigned *line)
{
    const struct page *of = NULL;

    for (unsigned i = 0; i < s->pages; i++)
        if (s->page[i].line <= *line && (of == NULL || s->page[i].line > of->line))
            of = &s->page[i];
    if (of == NULL)
        return NULL;
    *line -= of->line - 1;
    return of->path;
}
