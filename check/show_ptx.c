/* SPDX-License-Identifier: Apache-2.0 */
/* show_ptx - see show_ptx.h. */
#include "show_ptx.h"
#include "lib/output.h"
#include "lib/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRINTED = 8 }; /* values in a line */

/* The number that a cause is shown with; 0: there are too many. */
static unsigned number_of(struct ptx_show *s, uint16_t cause)
{
    const struct ptx_cause *c = &s->l->cause[cause];
    const uint32_t lane = c->what == PTX_UNREAD ? UINT32_C(1) << c->lane : 0;

    for (unsigned k = 0; k < s->cause_count; k++) {
        const struct ptx_cause *known = &s->l->cause[s->causes[k].cause];

        if (known->what == c->what && known->line == c->line && known->f == c->f
            && (c->variable ? known->variable == c->variable : known->reg == c->reg)) {
            s->causes[k].lanes |= lane | (known->reg == c->reg ? 0 : 3);
            return k + 1;
        }
    }
    if (s->cause_count == PTX_SHOWN_CAUSES)
        return 0;
    s->causes[s->cause_count++] = (struct ptx_shown_cause){ cause, lane };
    return s->cause_count;
}

static void cause_text(const struct ptx_show *s, const struct ptx_shown_cause *shown, char text[PTX_NAME_MAX])
{
    struct text l = { text, 0, PTX_NAME_MAX };

    if ((shown->lanes & (shown->lanes - 1)) == 0) {
        ptx_cause_text(s->l, shown->cause, text);
        return;
    }
    if (s->l->cause[shown->cause].variable) {
        const struct ptx_variable *v = s->l->cause[shown->cause].variable;

        text_append(&l, "rests on elements of %.140s, which are not %s", v->name, v->is_unknown ? "known" : "written");
        return;
    }
    text_append(&l, "rests on reads of ");
    text_lanes(&l, shown->lanes, PTX_WARP);
    text_append(&l, ", which do not execute (%s)",
                ptx_line_text(s->l, ptx_cause_line(s->l, &s->l->cause[shown->cause])));
}

/* A value of a type as text: ?1 where it is undefined, by the first cause. */
static const char *value_text(struct ptx_show *s, uint64_t v, unsigned bits, bool is_float, uint16_t open,
                              char text[48])
{
    if (open) {
        const unsigned number = number_of(s, open);

        snprintf(text, 48, number ? "?%u" : "?", number);
    } else if (bits == 16 && (s->format == WORD_FLOAT || (is_float && s->format == WORD_AUTO))) {
        snprintf(text, 48, "%.9g", ptx_small((struct ptx_type){ 'f', 16 }, v));
    } else if (bits <= 32 && !(bits < 32 && s->format == WORD_FLOAT)) {
        word_text((uint32_t)v, is_float && bits == 32, s->format, text);
    } else if (s->format == WORD_HEX) {
        snprintf(text, 48, "0x%" PRIx64, v);
    } else if (is_float || s->format == WORD_FLOAT) {
        double d;

        memcpy(&d, &v, 8);
        snprintf(text, 48, "%.17g", d);
    } else {
        snprintf(text, 48, "%" PRId64, (int64_t)v);
    }
    return text;
}

/* The line of an instruction: of a source that was compiled, in that. */
static unsigned shown_line(const struct ptx_show *s, const struct ptx_insn *i)
{
    const unsigned line = s->l->source ? ptx_source_line(s->l->m, i) : 0;

    return line ? line : i->line;
}

/* The instruction's text, its blanks as one; of what crosses lanes in a source, that one's line. */
static const char *insn_text(const struct ptx_show *s, const struct ptx_insn *i, char text[200])
{
    const unsigned line = s->l->source && s->what == PTX_SHOW_SHUFFLES ? ptx_source_line(s->l->m, i) : 0;
    const char *from = line ? s->l->source : s->l->m->text + i->text;
    size_t length = i->length;
    unsigned at = 0;

    for (unsigned n = 1; n < line && strchr(from, '\n'); n++)
        from = strchr(from, '\n') + 1;
    length = line ? strcspn(from, "\n") : length;
    for (size_t k = 0; k < length && at < 199; k++)
        if (!isspace((unsigned char)from[k]))
            text[at++] = from[k];
        else if (at > 0 && text[at - 1] != ' ')
            text[at++] = ' ';
    text[at] = '\0';
    return text;
}

static bool is_float_type(const struct ptx_event *e) { return e->insn->types > 0 && e->insn->type[0].letter == 'f'; }

/* Eight lanes a line. */
static void lanes_lines(struct ptx_show *s, const struct ptx_event *e, const char *head, bool sources)
{
    const enum word_format format = s->format;
    char text[PTX_WARP][48];
    int width = 1;

    if (s->format == WORD_AUTO && e->type.bits == 32
        && (ptx_is_row(e->insn, "vote") || ptx_is_row(e->insn, "match"))) /* masks of lanes */
        s->format = WORD_HEX;
    for (unsigned k = 0; k < PTX_WARP; k++) {
        if (!(e->lanes >> k & 1))
            strcpy(text[k], "-");
        else if (sources)
            snprintf(text[k], sizeof text[k], "%u%s", e->out->src_lane[k], e->out->in_range[k] ? "" : "*");
        else
            value_text(s, e->d[k], e->type.bits, is_float_type(e), e->open[k], text[k]);
        width = (int)strlen(text[k]) > width ? (int)strlen(text[k]) : width;
    }
    s->format = format;
    for (unsigned k = 0; k < PTX_WARP; k++)
        if (k % PRINTED == 0)
            printf("        %-6s %2u..%-2u  %*s", k == 0 ? head : "", k, k + PRINTED - 1, width, text[k]);
        else
            printf(" %*s%s", width, text[k], k % PRINTED == PRINTED - 1 ? "\n" : "");
}

/* ---- as JSON: an event's lanes have the fields that explain --json has */

/* --init R1=[0,1,?] */
static void json_init(struct json *json, const char *name, const uint64_t *values, unsigned shift, uint64_t open)
{
    char word[32], list[PTX_WARP * sizeof word];
    struct text all = { list, 0, sizeof list };

    for (unsigned k = 0; k < PTX_WARP; k++)
        text_append(&all, "%s%s", k ? "," : "",
                    open >> k & 1 ? "?" : word_text((uint32_t)(values[k] >> shift), false, WORD_AUTO, word));
    json_text(json, NULL, "--init");
    json_format(json, NULL, "%s=[%s]", name, list);
}

static void explain_end(struct json *json, const struct ptx_event *e)
{
    json_text(json, NULL, "--active");
    json_mask(json, NULL, e->lanes);
    json_close(json);
}

static void lane_json(struct json *json, const struct ptx_event *e, unsigned k)
{
    const bool reads = e->in != NULL, is_open = e->open && e->open[k], pu_open = e->q_open && e->q_open[k];

    json_open(json, NULL, '{');
    json_number(json, "lane", k);
    json_number_if(json, "src_lane", reads, e->out->src_lane[k]);
    json_bool_if(json, "src_active", reads, e->out->src_active >> k & 1);
    json_number_if(json, "ra", !(e->ra_open >> k & 1), reads ? e->in->ra[k] : e->c->a[k]);
    json_number_if(json, "rd", !is_open && (reads || e->c->has_rd), reads ? e->out->rd[k] : e->c->rd[k]);
    json_bool_if(json, "pu", reads || (e->c->has_pu && !pu_open), (reads ? e->out->pu : e->c->pu) >> k & 1);
    json_bool(json, "undefined", is_open);
    if (reads) {
        json_number(json, "index", e->out->index[k]);
        json_number(json, "clamp", e->out->clamp[k]);
        json_number(json, "segmask", e->out->segmask[k]);
        json_signed(json, "j", e->out->j[k]);
        json_bool(json, "in_range", e->out->in_range[k]);
    }
    json_close(json);
}

/* Have all lanes that execute the same value, below end? Then the operand of a shuffle is that number, text. */
static bool same_in_all(const struct ptx_event *e, const uint32_t *values, uint32_t end, char text[12])
{
    const uint32_t first = values[ptx_lowest(e->lanes)];

    PTX_LANES(k, e->lanes)
        if (values[k] != first || values[k] >= end)
            return false;
    snprintf(text, 12, end == 32 ? "%" PRIu32 : "0x%" PRIx32, first);
    return true;
}

static void shuffle_json(struct json *json, const struct ptx_event *e)
{
    char b[12] = "R2", c[12] = "R3";
    const bool same_b = same_in_all(e, e->in->sb, 32, b), same_c = same_in_all(e, e->in->sc, 0x2000, c);
    uint64_t sb[PTX_WARP], sc[PTX_WARP];

    for (unsigned k = 0; k < PTX_WARP; k++) {
        sb[k] = e->in->sb[k];
        sc[k] = e->in->sc[k];
    }
    json_text(json, "kind", "SHFL");
    json_text(json, "operation", shfl_mode_name[e->in->mode]);
    json_mask(json, "active", e->lanes);
    json_open(json, "explain", '[');
    json_format(json, NULL, "SHFL.%s P1, R0, R1, %s, %s", shfl_mode_name[e->in->mode], b, c);
    json_init(json, "R1", e->in->ra, 0, e->ra_open);
    if (!same_b)
        json_init(json, "R2", sb, 0, 0);
    if (!same_c)
        json_init(json, "R3", sc, 0, 0);
    explain_end(json, e);
}

/* With the instruction of SASS that explain takes. */
static void collective_json(struct json *json, const struct ptx_event *e)
{
    const struct ptx_insn *i = e->insn;
    const bool is_match = ptx_is_row(i, "match"), is_redux = ptx_is_row(i, "redux");
    const bool is_matrix = ptx_is_row(i, "movmatrix");
    const bool is_barrier = i->row->what == PTX_BARRIER, is_wide = is_match && i->type[0].bits == 64;
    const char *operation = e->c->operation, *kind = is_match  ? "MATCH"
                                                   : is_redux  ? "REDUX"
                                                   : is_matrix ? "MOVMATRIX"
                                                               : "VOTE";
    uint64_t p = 0;

    json_text(json, "kind", is_barrier ? "BARRIER" : kind);
    json_text(json, "operation", operation);
    json_mask(json, "active", e->lanes);
    if (is_barrier && !ptx_has(i, PTX_warp))
        json_number(json, "barrier", e->c->barrier);
    if (is_match || is_redux)
        json_number(json, "w", is_wide ? 64 : 32);
    if (is_redux)
        json_bool(json, "is_signed", i->type[0].letter == 's');
    if (is_barrier || e->ra_open) /* of an operand that is undefined there is nothing to explain */
        return;
    json_open(json, "explain", '[');
    if (is_match) {
        json_format(json, NULL, "MATCH.%s%s %sR0, R2", operation, is_wide ? ".U64" : "", e->c->has_pu ? "P1, " : "");
        json_init(json, "R2", e->c->a, 0, 0);
        if (is_wide)
            json_init(json, "R3", e->c->a, 32, 0);
    } else if (is_redux) {
        json_format(json, NULL, "REDUX%s%s%s UR0, R2", ptx_has(i, PTX_and) ? "" : ".",
                    ptx_has(i, PTX_and) ? "" : operation, i->type[0].letter == 's' ? ".S32" : "");
        json_init(json, "R2", e->c->a, 0, 0);
    } else if (is_matrix) {
        json_text(json, NULL, "MOVM.16.MT88 R0, R2");
        json_init(json, "R2", e->c->a, 0, 0);
    } else if (strcmp(operation, "ELECT") == 0) {
        json_text(json, NULL, "ELECT P1, UR0, PT");
    } else {
        for (unsigned k = 0; k < PTX_WARP; k++)
            p |= (e->c->a[k] & 1) << k;
        json_format(json, NULL, e->c->has_rd ? "VOTE.%s R0, PT, P0" : "VOTE.%s P1, P0", operation);
        json_text(json, NULL, "--init");
        json_format(json, NULL, "P0=0x%" PRIx64, p);
    }
    explain_end(json, e);
}

/* What a register got, a string for each lane, null where it does not execute. */
static void wrote_json(struct ptx_show *s, const struct ptx_event *e, uint32_t reg, const uint64_t *values,
                       const uint16_t *open)
{
    const struct ptx_type type = e->f->reg[reg].type;
    char name[PTX_NAME_MAX], text[48];

    ptx_register_name(s->l->m, e->f, reg, name);
    json_open(&s->json, name, '[');
    for (unsigned k = 0; k < PTX_WARP; k++)
        json_text(&s->json, NULL,
                  e->lanes >> k & 1 ? value_text(s, values[k], type.bits, is_float_type(e), open[k], text) : NULL);
    json_close(&s->json);
}

static void place_json(struct ptx_show *s, const char *key, uint32_t file, uint32_t line, uint32_t column)
{
    if (line == 0)
        return;
    json_open(&s->json, key, '{');
    json_text(&s->json, "file", ptx_source_is(s->l->m, file) ? s->l->m->file : ptx_source_name(s->l->m, file));
    json_number(&s->json, "line", line);
    json_number(&s->json, "column", column);
    json_close(&s->json);
}

static void event_json(struct ptx_show *s, const struct ptx_event *e)
{
    const struct ptx_place at = s->l->m->place[e->insn->place];
    struct json *json = &s->json;
    const struct ptx_operand *d = &e->insn->d;
    char text[200];

    json_open(json, NULL, '{');
    json_number(json, "line", e->insn->line);
    json_text(json, "instruction", insn_text(s, e->insn, text));
    place_json(s, "source", at.file, at.line, at.column);
    place_json(s, "inlined_at", at.at_file, at.at_line, at.at_column);
    json_number(json, "block", e->block);
    json_number(json, "warp", e->warp);
    if (e->members)
        json_mask(json, "members", e->members);
    if (e->in)
        shuffle_json(json, e);
    else if (e->c)
        collective_json(json, e);
    else
        json_mask(json, "active", e->lanes);
    if (e->in || (e->c && (e->c->has_rd || e->c->has_pu))) {
        json_open(json, "lanes", '[');
        PTX_LANES(k, e->lanes)
            lane_json(json, e, k);
        json_close(json);
    }
    json_open(json, "wrote", '{');
    if (e->d)
        wrote_json(s, e, d->reg, e->d, e->open);
    for (uint64_t k = 0; d->kind == PTX_VECTOR && k < d->imm; k++) {
        const struct ptx_operand *part = &s->l->m->operand[d->reg + k];

        if (part->kind == PTX_REG)
            wrote_json(s, e, part->reg, e->value + (size_t)part->reg * PTX_WARP,
                       e->value_open + (size_t)part->reg * PTX_WARP);
    }
    if (e->q)
        wrote_json(s, e, e->insn->q.reg, e->q, e->q_open);
    json_close(json);
    json_close(json);
}

/* ---- each event */

static void print_event(struct ptx_show *s, const struct ptx_event *e)
{
    char text[200];

    printf("%5u  %s   block %u, warp %u", shown_line(s, e->insn), insn_text(s, e->insn, text), e->block, e->warp);
    if (e->lanes != UINT32_MAX)
        printf(", lanes 0x%08" PRIx32, e->lanes);
    putchar('\n');
    if (e->in)
        lanes_lines(s, e, "reads", true);
    if (e->d)
        lanes_lines(s, e, "value", false);
}

/* What one thread does. */
static void print_of_thread(struct ptx_show *s, const struct ptx_event *e)
{
    const unsigned lane = s->thread % PTX_WARP;
    char text[200], value[48];

    if (e->block != s->block || e->warp != s->thread / PTX_WARP || !(e->lanes >> lane & 1))
        return;
    printf("%5u  %s", shown_line(s, e->insn), insn_text(s, e->insn, text));
    if (e->in)
        printf("   # reads lane %u, %s", e->out->src_lane[lane], e->out->in_range[lane] ? "in range" : "its own");
    if (e->d)
        printf("%s %s", e->in ? ":" : "   #",
               value_text(s, e->d[lane], e->type.bits, is_float_type(e), e->open[lane], value));
    putchar('\n');
}

void ptx_show_event(void *watcher, const struct ptx_event *e)
{
    struct ptx_show *s = watcher;
    const unsigned before = s->events++;

    if (before == PTX_EVENTS_MAX)
        s->l->stop = "more than 100000 events to show: fewer threads, or --show buffers, shows the end";
    else if (s->what == PTX_SHOW_THREAD)
        print_of_thread(s, e);
    else if (s->json.file != NULL && (e->in || e->c || s->what == PTX_SHOW_STEPS))
        event_json(s, e);
    else if (s->json.file == NULL && (e->in || (e->c && (e->c->has_rd || e->c->has_pu)) || s->what == PTX_SHOW_STEPS))
        print_event(s, e);
    else
        s->events = before;
}

void ptx_show_note(void *watcher, const char *text)
{
    struct ptx_show *s = watcher;

    for (unsigned k = 0; k < s->notes; k++)
        if (strcmp(s->note[k], text) == 0)
            return;
    if (s->notes < 16)
        snprintf(s->note[s->notes++], sizeof s->note[0], "%s", text);
}

void ptx_show_print(void *watcher, const char *text)
{
    struct ptx_show *s = watcher;
    const size_t more = strlen(text);

    if (s->json.file == NULL) {
        fputs(text, stdout);
        return;
    }
    s->output = more_memory(s->output, s->output_size + more + 1);
    memcpy(s->output + s->output_size, text, more + 1);
    s->output_size += more;
}

/* ---- the end: what the buffers hold */

static const char *element_text(struct ptx_show *s, const struct ptx_buffer *b, uint64_t at, char text[48])
{
    uint64_t v = 0;
    uint16_t open = 0;

    for (unsigned k = 0; k < b->element; k++) {
        v |= (uint64_t)b->bytes[at * b->element + k] << 8 * k;
        open = open ? open : b->open[at * b->element + k];
    }
    return value_text(s, v, 8 * b->element, b->is_float, open, text);
}

static void buffer_json(struct ptx_show *s, const struct ptx_buffer *b)
{
    char text[48];

    json_open(&s->json, NULL, '{');
    json_number(&s->json, "arg", b->parameter);
    json_text(&s->json, "name", s->l->kernel->param[b->parameter].name);
    json_open(&s->json, "values", '[');
    for (uint64_t k = 0; k < b->size / b->element; k++)
        json_text(&s->json, NULL, element_text(s, b, k, text));
    json_close(&s->json);
    json_close(&s->json);
}

static void print_buffer(struct ptx_show *s, const struct ptx_buffer *b)
{
    const uint64_t count = b->size / b->element;
    char text[48];
    int width = 1;

    for (uint64_t k = 0; k < count; k++) {
        const int w = (int)strlen(element_text(s, b, k, text));

        width = w > width ? w : width;
    }
    for (uint64_t k = 0; k < count; k++) {
        if (k % PRINTED == 0)
            printf("%sarg %-2u %6" PRIu64 " ", k ? "\n" : "", b->parameter, k);
        printf(" %*s", width, element_text(s, b, k, text));
    }
    putchar('\n');
}

static void end_json(struct ptx_show *s)
{
    char text[PTX_NAME_MAX];

    json_close(&s->json);
    json_open_tall(&s->json, "buffers", '[');
    for (unsigned k = 0; k < s->l->buffers; k++)
        buffer_json(s, &s->l->buffer[k]);
    json_close(&s->json);
    json_number(&s->json, "steps", s->l->steps);
    json_text(&s->json, "printed", s->output);
    json_open(&s->json, "undefined", '[');
    for (unsigned k = 0; k < s->cause_count; k++) {
        cause_text(s, &s->causes[k], text);
        json_text(&s->json, NULL, text);
    }
    json_close(&s->json);
    json_open(&s->json, "notes", '[');
    for (unsigned k = 0; k < s->notes; k++)
        json_text(&s->json, NULL, s->note[k]);
    json_close(&s->json);
    json_close(&s->json);
}

void ptx_show_end(struct ptx_show *s, const bool changed[])
{
    char text[PTX_NAME_MAX];

    if (s->json.file != NULL) {
        end_json(s);
        return;
    }
    for (unsigned k = 0; k < s->l->buffers; k++)
        if (s->l->buffer[k].is_shown || changed[k])
            print_buffer(s, &s->l->buffer[k]);
    for (unsigned k = 0; k < s->cause_count; k++) {
        cause_text(s, &s->causes[k], text);
        printf("?%u  undefined: %s\n", k + 1, text);
    }
    for (unsigned k = 0; k < s->notes; k++)
        printf("note: %s\n", s->note[k]);
}

void ptx_show_begin(struct ptx_show *s)
{
    if (s->json.file == NULL)
        return;
    json_open_tall(&s->json, NULL, '{');
    json_text(&s->json, "kernel", s->l->kernel->name);
    for (unsigned which = 0; which < 2; which++) {
        json_open(&s->json, which ? "grid" : "block", '[');
        for (unsigned d = 0; d < 3; d++)
            json_number(&s->json, NULL, which ? s->l->grid[d] : s->l->block[d]);
        json_close(&s->json);
    }
    json_open_tall(&s->json, "events", '[');
}

void ptx_show_stopped(void *watcher, const char *why)
{
    struct ptx_show *s = watcher;

    if (s->json.file == NULL)
        return;
    json_close(&s->json);
    json_text(&s->json, "printed", s->output);
    json_text(&s->json, "error", why);
    json_close(&s->json);
}
