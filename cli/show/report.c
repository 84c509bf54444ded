/* SPDX-License-Identifier: Apache-2.0 */
/* report - see show.h. All that is found is kept until the file has been read, so that nothing is printed of one that turns
 * out to be broken. */
#define _POSIX_C_SOURCE 200809L
#include "lib/output.h"
#include "show.h"
#include "cli/program/program.h"
#include "cli/files/decode.h"
#include "cli/read/listing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 0x7fffffff, UNKNOWN_SHOWN = 3 };

/* What is printed, kept until all is known: a list of JSON, or lines. */
struct list {
    struct json json; /* its file has what is behind "shuffles": [ */
    char *text;
    size_t size, count;
};

/* What no machine word of NVIDIA's has, and how its number is said. */
enum { BALLOTS, AMD, BLOCKS, VECTORS, OTHERS };
static const char *const other_said[] = { ", %u of a ballot", ", %u instruction%s between lanes",
                                          ", %u exchange%s of a block, a quad or a matrix",
                                          ", %u permutation%s of vectors" };

struct report {
    const struct report_options *options;
    const char *kind; /* "PTX" */
    bool is_text;
    char gpu[FILE_GPU_MAX], counts[160]; /* "2 kernels, 13 SHFL" */
    struct list shuffles, unknowns;
    unsigned kinds[DECODE_KINDS], others[OTHERS]; /* of a text: how many */
    char program[READ_WHY_MAX];                   /* it has to be compiled: why, or empty */
    char *last;                                   /* the name of the last kernel, as it is printed */
};

static void list_begin(struct list *list)
{
    *list = (struct list){ .json = { .depth = 2, .level[1].tall = true } };
    list->json.file = open_memstream(&list->text, &list->size);
    if (list->json.file == NULL)
        trouble("out of memory");
}

/* ---- What one shuffle says */

/* The sentence, where the lanes may not be known; and what is unusual about it. */
static const char *sentence(const struct answer *a, char line[EXPLAIN_LINE_MAX])
{
    struct said s;

    answer_said(a, &s);
    const bool is_call = a->family == ANSWER_AMD && s.asked[0] != '\0';
    snprintf(line, EXPLAIN_LINE_MAX, "%s", s.general[0] && !is_call ? s.general : s.line);
    return s.note;
}

void report_sentence(const char *text, struct answer *a, char line[EXPLAIN_LINE_MAX])
{
    const struct read_options options = { .is_report = true, .is_file = true };
    char why[READ_WHY_MAX];

    if (answer_read(text, &options, a, why))
        sentence(a, line);
    else
        snprintf(line, EXPLAIN_LINE_MAX, "%.300s", why);
}

/* ---- Its fields in JSON */

static void operand(struct json *json, const char *name, bool is_number, unsigned value, const char *other)
{
    if (is_number)
        json_number(json, name, value);
    else
        json_text(json, name, other);
}

static void fields_of_amd(struct json *json, const struct amd_insn *insn)
{
    struct amd_insn known = *insn;
    const bool is_known = amd_control(&known);

    json_number_if(json, "control", is_known, known.in.control);
    if (insn->in.op == SHFL_AMD_DPP16) {
        json_number(json, "row_mask", insn->in.row_mask);
        json_number(json, "bank_mask", insn->in.bank_mask);
        json_bool(json, "bound_ctrl", insn->in.bc);
    }
    if (insn->in.op == SHFL_AMD_DPP16 || insn->in.op == SHFL_AMD_DPP8)
        json_bool(json, "fi", insn->in.fi);
}

static void fields_of_explain(struct json *json, const struct explain *e, const struct cubin_shfl *found)
{
    json_text(json, "guard", e->guard);
    if (e->b.kind) {
        json_text(json, "operand", e->b.operand);
    } else if (e->c.kind) {
        json_text(json, "pu", e->c.pu_name[0] ? e->c.pu_name : "PT");
        json_text(json, "rd", e->c.rd_name[0] ? e->c.rd_name : "RZ");
        json_text(json, "operand", e->c.operand);
    } else if (found) {
        json_text(json, "pu", found->pd);
        json_text(json, "rd", found->rd);
        json_text(json, "ra", found->ra);
    }
    if (!e->c.kind && !e->b.kind) {
        operand(json, "sb", e->in.sb_is_imm, e->in.sb_imm, e->sb);
        operand(json, "sc", e->in.sc_is_imm, e->in.sc_imm, e->sc);
    }
    if (found) {
        json_open(json, "words", '[');
        for (unsigned i = 0; i < (found->kind == DECODE_SHFL && found->word[1] == 0 ? 1 : 2); i++)
            json_format(json, NULL, "0x%016" PRIx64, found->word[i]);
        json_close(json);
    }
}

/* ---- What is found */

/* A kernel's name as it is printed; most are that of the shuffle before. */
static const char *name_of(struct report *r, const char *kernel, size_t length)
{
    if (r->last != NULL && strlen(r->last) == length && memcmp(r->last, kernel, length) == 0)
        return r->last;
    free(r->last);
    r->last = text_copy(kernel, length);
    for (char *c = r->last; *c; c++)
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
    return r->last;
}

/* One more, of whose place only where it is counts; note: what is unusual about it, or empty. found: of a machine word, else
 * NULL. */
static void add(struct report *r, const struct listing_place *at, const struct answer *a, const char *text,
                const char *summary, const char *note, const struct cubin_shfl *found)
{
    const char *kernel = at->kernel == NULL ? NULL : name_of(r, at->kernel, at->kernel_length);
    struct json *json = &r->shuffles.json;
    struct said s;

    r->shuffles.count++;
    if (r->options->json) {
        answer_said(a, &s);
        json_open(json, NULL, '{');
        json_text(json, "kernel", kernel);
        json_number_if(json, "offset", at->has_offset, at->offset);
        json_number_if(json, "line", at->line != 0, at->line);
        show_json_head(json, &s, summary, note);
        json_text(json, "text", text);
        json_open(json, "fields", '{');
        if (a->family == ANSWER_AMD) {
            fields_of_amd(json, &a->wave.insn);
        } else if (a->family == ANSWER_RVV) {
            json_text(json, "vtype", a->r.vtype);
            json_text(json, "destination", a->r.destination);
            json_text(json, "source", a->r.source);
            json_text(json, "third", a->r.third);
            json_bool(json, "masked", !a->r.in.vm);
        } else {
            fields_of_explain(json, &a->e, found);
        }
        json_close(json);
        json_close(json);
        return;
    }
    if (at->line)
        fprintf(json->file, "line %u", at->line);
    if (kernel)
        fprintf(json->file, "%s%s", at->line ? ", " : "", kernel);
    if (at->has_offset)
        fprintf(json->file, "%s+0x%04" PRIx64, kernel || !at->line ? "" : ", ", at->offset);
    fprintf(json->file, "  %s\n    %s\n", text, summary);
    if (note[0])
        fprintf(json->file, "    note: %s\n", note);
}

static void add_word(void *context, const struct cubin_shfl *found)
{
    static struct answer a;
    const struct listing_place at = { found->kernel, found->kernel_length, .has_offset = true,
                                      .offset = found->offset };
    char line[EXPLAIN_LINE_MAX];

    report_sentence(found->text, &a, line);
    add(context, &at, &a, found->text, line, "", found);
}

static void add_amd(void *context, const struct amd_found *found)
{
    static struct answer a;
    const struct listing_place at = { found->symbol, strlen(found->symbol), .has_offset = true,
                                      .offset = found->offset };
    char text[AMD_TEXT_MAX], line[EXPLAIN_LINE_MAX];

    a.family = ANSWER_AMD;
    a.wave.insn = found->insn;
    amd_text(&a.wave.insn, text);
    sentence(&a, line);
    add(context, &at, &a, text, line, "", NULL);
}

static enum decode_kind kind_of(const struct explain *e)
{
    static const enum decode_kind blocks[] = { [BLOCK_BARRIER] = DECODE_BARRIER,
                                               [BLOCK_RESULT] = DECODE_RESULT,
                                               [BLOCK_MOVMATRIX] = DECODE_MOVM,
                                               [BLOCK_SIGNED_ADD] = DECODE_FSWZADD };
    static const enum decode_kind collectives[] = { [COLLECTIVE_VOTE] = DECODE_VOTE,
                                                    [COLLECTIVE_MATCH] = DECODE_MATCH,
                                                    [COLLECTIVE_REDUX] = DECODE_REDUX,
                                                    [COLLECTIVE_MASK] = DECODE_SHFL };

    if (e->c.kind == COLLECTIVE_VOTE && e->c.op == SHFL_VOTE_ELECT)
        return DECODE_ELECT;
    return e->b.kind ? blocks[e->b.kind] : collectives[e->c.kind];
}

static void add_unknown(void *context, unsigned line, const char *why)
{
    struct report *r = context;
    struct json *json = &r->unknowns.json;

    r->unknowns.count++;
    if (r->options->json) {
        json_open(json, NULL, '{');
        json_number(json, "line", line);
        json_text(json, "why", why);
        json_close(json);
    } else if (r->unknowns.count <= UNKNOWN_SHOWN) {
        fprintf(json->file, "    line %u: %s\n", line, why);
    }
}

static void add_place(void *context, const struct listing_place *place)
{
    static struct answer a;
    struct report *r = context;
    struct read_options given = r->options->given;
    char line[EXPLAIN_LINE_MAX], why[READ_WHY_MAX];

    given.at = place->at;
    given.is_report = true;
    if (given.gpu == NULL)
        given.gpu = place->gpu;
    given.flow = place->flow;
    if (!answer_read(place->text, &given, &a, why)) {
        if (a.is_program && r->program[0] == '\0')
            memcpy(r->program, why, sizeof why);
        add_unknown(r, place->line, why);
        return;
    }
    const char *note = sentence(&a, line), *text = answer_shown(&a)[0] ? answer_shown(&a) : place->text;
    switch (a.family) {
    case ANSWER_AMD: r->others[AMD]++; break;
    case ANSWER_RVV: r->others[VECTORS]++; break;
    default:
        if (a.e.c.kind == COLLECTIVE_MASK)
            r->others[BALLOTS]++;
        else if (a.family == ANSWER_BLOCK && a.e.call[0])
            r->others[BLOCKS]++;
        else
            r->kinds[kind_of(&a.e)]++;
    }
    add(r, place, &a, text, line, note, NULL);
}

static const char *several(size_t count) { return count == 1 ? "" : "s"; }

/* ---- What the file is */

/* The same words for a cubin and a text: ", 8 SHFL, 1 VOTE". */
static void append_kinds(struct text *text, const unsigned found[DECODE_KINDS], bool others)
{
    for (unsigned kind = DECODE_SHFL + 1; kind < DECODE_KINDS; kind++)
        others = others || found[kind];
    for (unsigned kind = 0; kind < DECODE_KINDS; kind++)
        if (found[kind] || (kind == DECODE_SHFL && !others))
            text_append(text, ", %u %s", found[kind], decode_kind_name[kind]);
}

static bool read_cubin(struct report *r, const char *bytes, size_t size, struct text *counts, char err[ELF_ERROR_MAX])
{
    struct cubin cubin;

    if (!cubin_scan((const uint8_t *)bytes, size, add_word, r, &cubin, err))
        return false;
    r->kind = "cubin";
    snprintf(r->gpu, sizeof r->gpu, "sm_%u", cubin.sm);
    text_append(counts, "%u kernel%s", cubin.kernels, several(cubin.kernels));
    append_kinds(counts, cubin.found, false);
    return true;
}

static bool read_code_object(struct report *r, const char *bytes, size_t size, struct text *counts,
                             char err[ELF_ERROR_MAX])
{
    struct amd_code code;

    if (!amd_scan((const uint8_t *)bytes, size, add_amd, r, &code, err))
        return false;
    r->kind = "code object";
    snprintf(r->gpu, sizeof r->gpu, "%s", code.gpu);
    text_append(counts, "%u function%s, %u instruction%s between lanes", code.functions, several(code.functions),
                code.found, several(code.found));
    if (code.unknown)
        text_append(counts, ", %u word%s of no known format", code.unknown, several(code.unknown));
    return true;
}

static bool read_text(struct report *r, char *text, size_t size, struct text *counts, char err[ELF_ERROR_MAX])
{
    struct listing listing;

    while (size > 0 && text[size - 1] == 0)
        size--;
    size = text_plain(text, size);
    text[size] = '\0';
    if (!listing_scan(text, size, r->options->given.gpu, &listing, &(struct listing_sink){ add_place, add_unknown, r }))
        trouble("out of memory");
    r->kind = listing.what;
    r->is_text = true;
    memcpy(r->gpu, listing.gpu, sizeof r->gpu);
    text_append(counts, "%u line%s", listing.lines, several(listing.lines));
    append_kinds(counts, r->kinds, r->others[BALLOTS] || r->others[AMD] || r->others[BLOCKS] || r->others[VECTORS]);
    for (unsigned i = 0; i < OTHERS; i++)
        if (r->others[i])
            text_append(counts, other_said[i], r->others[i], several(r->others[i]));
    return r->shuffles.count || r->unknowns.count || listing.is_code
        || elf_refuse(err, "a text without a shuffle: none of its %u line%s has SASS, PTX or a call that is known",
                      listing.lines, several(listing.lines));
}

/* A text with statements: each call once, as it is the first time. */
static bool read_program(struct report *r, const char *path, const char *text, struct text *counts)
{
    static struct program p;
    unsigned lines = 0;

    program_take("decode", path, text, &r->options->given, r->program, &p);
    list_begin(&r->shuffles);
    list_begin(&r->unknowns);
    memset(r->kinds, 0, sizeof r->kinds);
    for (const char *c = text; *c; c++)
        lines += *c == '\n' || c[1] == '\0';
    for (unsigned i = 0; i < p.calls; i++) {
        struct program_call *c = p.call[i];
        char line[EXPLAIN_LINE_MAX];
        bool is_known = false;

        for (unsigned k = 0; k < i; k++)
            is_known = is_known || (p.call[k]->line == c->line && p.call[k]->column == c->column);
        if (is_known)
            continue;
        if (!c->is_answered) {
            add_unknown(r, c->line, c->why);
            continue;
        }
        const char *note = sentence(&c->a, line);
        r->kinds[kind_of(&c->a.e)]++;
        add(r, &(struct listing_place){ .line = c->line }, &c->a, c->text, line, note, NULL);
    }
    r->kind = "a program";
    r->is_text = true;
    counts->used = 0;
    text_append(counts, "%u line%s", lines, several(lines));
    append_kinds(counts, r->kinds, false);
    if (p.stopped[0])
        add_unknown(r, 0, p.stopped);
    return true;
}

/* ---- What is printed */

static void print_text(const struct report *r, const char *path)
{
    const size_t count = r->unknowns.count;

    printf("%s: ", path);
    if (r->is_text)
        printf("%s%s", r->kind, r->gpu[0] ? " for " : "");
    printf("%s, %s\n%s", r->gpu, r->counts, r->shuffles.text);
    if (count)
        printf("%zu line%s with a shuffle %s not understood:\n%s", count, several(count), count == 1 ? "is" : "are",
               r->unknowns.text);
    if (count > UNKNOWN_SHOWN)
        printf("    and %zu more\n", count - UNKNOWN_SHOWN);
}

static void print_list(struct json *json, const char *name, const struct list *list)
{
    json_open_tall(json, name, '[');
    fputs(list->text, json->file);
    json->any = list->count > 0;
    json_close(json);
}

static void print_json(const struct report *r, const char *path)
{
    struct json json = { .file = stdout };

    json_open_tall(&json, NULL, '{');
    json_text(&json, "file", path);
    json_text(&json, "kind", r->kind);
    json_text(&json, "gpu", r->gpu);
    print_list(&json, "shuffles", &r->shuffles);
    print_list(&json, "not_understood", &r->unknowns);
    json_close(&json);
}

void report_file(const char *path, const struct report_options *options)
{
    struct report r = { .options = options };
    struct text counts = { r.counts, 0, sizeof r.counts };
    char err[ELF_ERROR_MAX];
    const char *why;
    size_t size;
    char *bytes = file_read(path, FILE_MAX, &size, &why);
    bool is_read = false;

    list_begin(&r.shuffles);
    list_begin(&r.unknowns);
    if (bytes == NULL)
        misuse("decode: %s: no machine word of hexadecimal digits, and as a file it cannot be read: %s", path, why);
    switch (file_recognize((const uint8_t *)bytes, size, err)) {
    case FILE_CUBIN: is_read = read_cubin(&r, bytes, size, &counts, err); break;
    case FILE_CODE_OBJECT: is_read = read_code_object(&r, bytes, size, &counts, err); break;
    case FILE_TEXT: is_read = read_text(&r, bytes, size, &counts, err); break;
    case FILE_OTHER: break;
    }
    if (r.program[0] != '\0')
        is_read = read_program(&r, path, bytes, &counts);
    if (!is_read)
        misuse("%s: %s", path, err);
    if (fclose(r.shuffles.json.file) != 0 || fclose(r.unknowns.json.file) != 0)
        trouble("out of memory");
    (options->json ? print_json : print_text)(&r, path);
}
