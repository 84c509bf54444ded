/* SPDX-License-Identifier: Apache-2.0 */
/* listing - see listing.h */
#include "listing.h"
#include "amd_text.h"
#include "ptx.h"
#include "rvv.h"
#include "shuffle.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What it is */

static bool has_line(const char *text, const char *begin)
{
    const size_t length = strlen(begin);

    for (const char *at = text; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        at += strspn(at, " \t");
        if (strncmp(at, begin, length) == 0)
            return true;
    }
    return false;
}

static void copy_word(char to[FILE_GPU_MAX], const char *from)
{
    snprintf(to, FILE_GPU_MAX, "%.*s", (int)strcspn(from, " \t,;\"\n"), from);
}

static void recognize(const char *text, struct listing *listing)
{
    const char *at;

    if (has_line(text, ".version") && has_line(text, ".target")) {
        listing->what = "PTX";
        at = strstr(text, ".target") + strlen(".target");
        copy_word(listing->gpu, at + strspn(at, " \t"));
    } else if ((at = strstr(text, "amdgcn_target")) != NULL) {
        listing->what = "AMD assembly";
        if ((at = strstr(at, "--gfx")) != NULL)
            copy_word(listing->gpu, at + 2);
        listing->gpu[strcspn(listing->gpu, ":")] = '\0';
    } else if (strstr(text, "elf64-amdgpu") != NULL) {
        listing->what = "AMD disassembly";
    } else if (has_line(text, ".headerflags") || has_line(text, "Function : ") || has_line(text, "/*0000*/")) {
        listing->what = "SASS listing";
        if ((at = strstr(text, "code for sm_")) != NULL)
            copy_word(listing->gpu, at + strlen("code for "));
    } else if (strstr(text, "\ntarget triple") != NULL || has_line(text, "define ")) {
        listing->what = "LLVM IR";
        if ((at = strstr(text, "\"target-cpu\"=\"gfx")) != NULL)
            copy_word(listing->gpu, at + strlen("\"target-cpu\"=\""));
    }
    listing->is_code = listing->what != NULL;
    if (listing->what == NULL)
        listing->what = "text";
}

/* ---- In which function */

/* The name of the function that begins in this line, or NULL. */
static const char *kernel_in(const char *line, bool is_amd, size_t *length)
{
    static const char *const marks[] = { ".entry", ".func", "Function :", ".section\t.text.", "define ", ".text." };
    const char *first = line + strspn(line, " \t"), *at;

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if ((at = strstr(first, marks[i])) == NULL || (i >= 2 && at != first))
            continue;
        at += strlen(marks[i]);
        if (i == 4) { /* LLVM's: define void @name( */
            if ((at = strchr(at, '@')) == NULL)
                return NULL;
            at += at[1] == '"' ? 2 : 1;
        } else {
            at += strspn(at, " \t");
            if (*at == '(') /* what a function of PTX returns */
                at = text_bracket(at) ? text_bracket(at) : at;
            at += strspn(at, " \t");
        }
        *length = text_name_with(at, ".");
        return *length > 0 ? at : NULL;
    }
    if (!is_amd)
        return NULL;
    if ((at = strchr(first, '<')) != NULL && strstr(at, ">:") != NULL && isxdigit((unsigned char)*first)) {
        *length = (size_t)(strstr(at, ">:") - at) - 1; /* llvm-objdump's: 0000 <name>: */
        return at + 1;
    }
    *length = text_name_with(line, ".");
    return text_is_name(*line) && line[*length] == ':' && strncmp(line, "BB", 2) != 0 ? line : NULL;
}

/* ---- Comments */

/* Blank out the comments of C. What // begins is one at the beginning of a line and behind ; { or }; elsewhere it may be
 * Python's division. What looks like a beginning, and has no end, is none. */
static void blank_comments(char *text, size_t size)
{
    char before = '\0'; /* in its line, blanks aside */
    bool inside = false, endless = false;

    for (char *at = text; at < text + size; at++) {
        const char *quote = *at == '"' ? "\"\n" : *at == '\'' ? "'\n" : "";
        char *close = at + 1 + strcspn(at + 1, quote);

        if (*at == '\n' || *at == '\0') {
            before = '\0';
        } else if (inside) {
            inside = !(at[0] == '*' && at[1] == '/');
            if (!inside)
                *at++ = ' ';
            *at = ' ';
        } else if (*quote && *close == *at) { /* a string, within the line */
            at = close;
            before = *at;
        } else if (at[0] == '/' && at[1] == '*' && !endless && strstr(at + 2, "*/") != NULL) {
            inside = true;
            *at++ = ' ';
            *at = ' ';
        } else if (at[0] == '/' && at[1] == '/' && strchr(";{}", before) != NULL) {
            memset(at, ' ', strcspn(at, "\n"));
        } else {
            endless = endless || (at[0] == '/' && at[1] == '*');
            before = *at == ' ' || *at == '\t' ? before : *at;
        }
    }
}

/* ---- AMD's */

static void scan_amd(char *line, const char *gpu, const struct listing *listing, struct listing_place *place,
                     const struct listing_sink *to)
{
    char *begin = line + strspn(line, " \t");
    const char *call = strstr(begin, "@llvm.amdgcn.");
    const bool is_shuffle = strcmp(listing->what, "LLVM IR") != 0
                              ? listing->is_code || gpu != NULL || strchr(begin, '(') != NULL /* in a program a call */
                              : strstr(begin, "call ") != NULL && call != NULL
                                    && (strstr(call, "permute") || strstr(call, "swizzle") || strstr(call, "lane")
                                        || strstr(call, "dpp"));
    enum shfl_amd_gen gen;

    if (strchr(".;/", *begin) != NULL || strncmp(begin, "amdhsa", 6) == 0 || !is_shuffle)
        return; /* a directive, a comment, metadata, or no shuffle */
    const char *comment = strstr(begin, "//");
    size_t length = strcspn(begin, ";");

    if (comment != NULL && (size_t)(comment - begin) < length)
        length = (size_t)(comment - begin);
    begin[text_trim(begin, begin + length) - begin] = '\0';
    if (!shuffle_is_amd(begin))
        return;
    if (gpu == NULL && !listing->is_code) {
        to->unknown(to->context, place->line, "AMD's, in a program: give its GPU, such as --gpu gfx90a");
    } else if (gpu == NULL || !amd_gen(gpu, &gen)) {
        to->unknown(
            to->context, place->line,
            "AMD's, of which GPU is not known: no line with .amdgcn_target or target-cpu says so; give it, such as "
            "--gpu gfx90a, or decode the code object itself");
    } else {
        place->text = begin;
        place->gpu = gpu;
        to->found(to->context, place);
    }
}

/* ---- RISC-V's */

/* Is what vl and vtype hold not known from here on? What a label begins may be entered from elsewhere. */
static bool is_entry(const char *line)
{
    const char *at = line + strspn(line, "0123456789abcdef"), *end = line + text_name_with(line, ".");

    if (*line == '}' || (at > line && strncmp(at, " <", 2) == 0 && strstr(at, ">:") != NULL))
        return true;
    return *end == ':' && end > line && !(line[0] >= '0' && line[0] <= '9');
}

/* ---- Line by line */

/* Names of a family whose member is not known: each is said. */
static bool name_unknown(const char *line, unsigned number, const struct listing_sink *to)
{
    bool any = false;
    size_t length;

    for (const char *at = line; *at != '\0'; at += length ? length : 1) {
        char why[READ_WHY_MAX];
        unsigned known = 0;
        const char *what = known_at(line, at, &known);

        length = what != NULL                      ? known
               : *at == '"' && strchr(at + 1, '"') ? (size_t)(strchr(at + 1, '"') - at) + 1
                                                   : call_family(line, at);
        if (length == 0 || (what == NULL && (*at == '"' || call_at(line, at, NULL) != NULL))
            || (what != NULL && strncmp(what, KNOWN_IDLE, sizeof KNOWN_IDLE - 1) == 0))
            continue;
        if (what != NULL)
            text_refuse(why, at, "%s", what);
        else
            text_refuse(why, at, CALL_UNKNOWN, (int)length, at);
        to->unknown(to->context, number, why);
        any = true;
    }
    return any;
}

/* The next shuffle of a line; also a method of a group that the text declares elsewhere.
 *
 *   whole, clean  the text, and the place in it that `at` is
 */
static const char *listing_next(const char *at, const char *whole, const char *clean, const char **behind)
{
    const char *first = shuffle_find(at, behind), *end;

    for (const char *c = at; *c != '\0' && (first == NULL || c < first); c++)
        if (*c == '.' && (end = call_at(whole, clean + (c - at), NULL)) != NULL) {
            *behind = at + (end - clean);
            return c;
        }
    return first;
}

bool listing_scan(const char *text, size_t size, const char *option, struct listing *listing,
                  const struct listing_sink *to)
{
    struct listing_place place = { .kernel = NULL };
    const char *behind, *gpu = option;
    char *end, named[FILE_GPU_MAX];
    static struct before_resume resume;
    struct flow flow = { .resume = &resume }, before;                /* behind the line, and in front of it */
    char *lines = malloc(2 * (size + 1)), *whole = lines + size + 1; /* each ended by 0; and all, without comments */
    const char *entry = whole;
    const struct call_row *row;
    enum shfl_amd_gen gen;

    if (lines == NULL)
        return false;
    memcpy(lines, text, size + 1);
    memcpy(whole, text, size + 1);
    blank_comments(whole, size);
    *listing = (struct listing){ .what = NULL };
    resume.text = NULL;
    recognize(text, listing);
    if (gpu == NULL && strncmp(listing->gpu, "gfx", 3) == 0)
        gpu = listing->gpu;
    for (const char *at = text; gpu == NULL && (at = strstr(at, "gfx")) != NULL; at += 3) { /* one of AMD's, anywhere */
        snprintf(named, sizeof named, "%.*s", (int)text_name(at), at);
        gpu = amd_gen(named, &gen) ? named : NULL;
    }
    const bool is_amd = strstr(listing->what, "AMD") != NULL;
    for (char *line = lines; line < lines + size; line = end + 1) {
        const char *clean = whole + (line - lines);
        size_t length;

        end = line + strcspn(line, "\n");
        *end = '\0';
        place.line = ++listing->lines;
        const char *kernel = listing->is_code ? kernel_in(line, is_amd, &length) : NULL;
        if (kernel != NULL) {
            place.kernel = kernel;
            place.kernel_length = length;
            ptx_forget(flow.written);
            flow.written = is_amd ? NULL : ptx_written(clean + (end - line));
        }
        char *offset = line + strspn(line, " \t"); /* in front of an instruction: / *00a0* / */
        place.has_offset = offset[0] == '/' && offset[1] == '*' && isxdigit((unsigned char)offset[2]);
        if (place.has_offset) {
            place.offset = strtoull(offset + 2, &offset, 16);
            place.has_offset = offset[0] == '*' && offset[1] == '/';
        }
        memcpy(line, clean, (size_t)(end - line));
        if (strncmp(line, "declare ", 8) == 0 || strncmp(line, "#include", 8) == 0) /* it is not called here */
            continue;
        place.at = place.gpu = NULL;
        place.flow = &before;
        before = flow;
        flow_line(&flow, line, place.line);
        if (is_entry(line))
            entry = clean;
        const char *op = rvv_find(line);
        place.text = entry;
        for (const char *one = op; one != NULL; one = rvv_find(one + 1)) { /* each with the lines from an entry on */
            place.at = clean + (rvv_begin(line, one) - line);
            to->found(to->context, &place);
        }
        if (op != NULL)
            continue;
        bool any = (!shuffle_is_amd(line) || known_within(line, &behind) != NULL) && name_unknown(line, place.line, to);
        for (const char *at = line, *first;
             (first = listing_next(at, whole, clean + (at - line), &behind)) != NULL && behind > at; at = behind) {
            const char *call = clean + (first - line);
            const bool is_call = call_at(whole, call, &row) != NULL;

            if (is_call && text_within(line, first) == TEXT_STRING)
                continue;
            any = true;
            place.gpu = is_call && row->language == CALL_AMDGCN ? gpu : NULL;
            place.text = is_call ? whole : at;
            place.at = is_call ? call : NULL;
            to->found(to->context, &place);
        }
        if (!any && shuffle_is_amd(line))
            scan_amd(line, gpu, listing, &place, to);
    }
    ptx_forget(flow.written);
    free(lines);
    return true;
}
