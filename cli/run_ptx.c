/* SPDX-License-Identifier: Apache-2.0
 * run_ptx - the command openshfl run for a kernel in PTX: its arguments, and what it prints. */
#include "command.h"
#include "cli/lib/number.h"
#include "cli/answer/ptx_run.h"
#include "cli/read/expr.h"
#include "cli/lib/json.h"
#include "cli/lib/word.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PRINTED_WARP = 8 };

struct show {
    struct ptx_launch *l;
    enum { BUFFERS, SHUFFLES, STEPS, LANE, JSON } what;
    unsigned thread;
    struct json json;
    enum word_format format;
    bool printed[PTX_BUFFERS_MAX], open; /* open: a ? was printed */
    uint16_t causes[8];
    unsigned cause_count, notes;
    unsigned arg[PTX_BUFFERS_MAX];
    FILE *note_file;
    char note[16][300];
};

static void remember(struct show *s, uint16_t cause)
{
    for (unsigned k = 0; k < s->cause_count; k++)
        if (s->causes[k] == cause)
            return;
    if (s->cause_count < 8)
        s->causes[s->cause_count++] = cause;
}

/* A value of a type as text, with a ? behind what is undefined. */
static const char *value_text(struct show *s, uint64_t v, unsigned bits, bool is_float, uint16_t open, char text[48])
{
    if (bits <= 32 && !(bits < 32 && s->format == WORD_FLOAT)) {
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
    if (open) {
        strcat(text, "?");
        remember(s, open);
    }
    return text;
}

/* The instruction's text, its blanks as one. */
static const char *insn_text(const struct show *s, const struct ptx_insn *i, char text[200])
{
    const char *from = s->l->m->text + i->text;
    unsigned at = 0;

    for (uint32_t k = 0; k < i->length && at < 199; k++)
        if (!isspace((unsigned char)from[k]))
            text[at++] = from[k];
        else if (at > 0 && text[at - 1] != ' ')
            text[at++] = ' ';
    text[at] = '\0';
    return text;
}

static bool is_float_type(const struct ptx_event *e) { return e->insn->types > 0 && e->insn->type[0].letter == 'f'; }

/* Eight lanes a line. */
static void lanes_lines(struct show *s, const struct ptx_event *e, const char *head, bool sources)
{
    char text[PTX_WARP][48];
    int width = 1;

    for (unsigned k = 0; k < PTX_WARP; k++) {
        if (!(e->lanes >> k & 1))
            strcpy(text[k], "-");
        else if (sources)
            snprintf(text[k], sizeof text[k], "%u%s", e->out->src_lane[k], e->out->in_range[k] ? "" : "*");
        else
            value_text(s, e->d[k], e->type.bits, is_float_type(e), e->open[k], text[k]);
        width = (int)strlen(text[k]) > width ? (int)strlen(text[k]) : width;
    }
    for (unsigned k = 0; k < PTX_WARP; k++)
        if (k % PRINTED_WARP == 0)
            printf("        %-6s %2u..%-2u  %*s", k == 0 ? head : "", k, k + PRINTED_WARP - 1, width, text[k]);
        else
            printf(" %*s%s", width, text[k], k % PRINTED_WARP == PRINTED_WARP - 1 ? "\n" : "");
}

/* A shuffle as JSON: the lanes have the fields that explain --json has. */
static void shuffle_json(struct show *s, const struct ptx_event *e)
{
    struct json *json = &s->json;
    char text[200], word[32], list[PTX_WARP * sizeof word];

    json_open(json, NULL, '{');
    json_number(json, "line", e->insn->line);
    json_text(json, "instruction", insn_text(s, e->insn, text));
    json_number(json, "block", e->block);
    json_number(json, "warp", e->warp);
    json_text(json, "kind", "SHFL");
    json_text(json, "operation", shfl_mode_name[e->in->mode]);
    json_mask(json, "active", e->lanes);
    json_open(json, "explain", '[');
    json_format(json, NULL, "SHFL.%s P1, R0, R1, R2, R3", shfl_mode_name[e->in->mode]);
    for (unsigned reg = 1; reg < 4; reg++) {
        struct text all = { list, 0, sizeof list };

        for (unsigned k = 0; k < PTX_WARP; k++)
            text_append(&all, "%s%s", k ? "," : "",
                        word_text(reg == 1   ? (uint32_t)e->in->ra[k]
                                  : reg == 2 ? e->in->sb[k]
                                             : e->in->sc[k],
                                  false, WORD_AUTO, word));
        json_text(json, NULL, "--init");
        json_format(json, NULL, "R%u=[%s]", reg, list);
    }
    json_text(json, NULL, "--active");
    json_mask(json, NULL, e->lanes);
    json_close(json);
    json_open(json, "lanes", '[');
    for (unsigned k = 0; k < PTX_WARP; k++)
        if (e->lanes >> k & 1) {
            json_open(json, NULL, '{');
            json_number(json, "lane", k);
            json_number(json, "src_lane", e->out->src_lane[k]);
            json_bool(json, "src_active", e->out->src_active >> k & 1);
            json_number(json, "ra", e->in->ra[k]);
            json_number(json, "rd", e->out->rd[k]);
            json_bool(json, "pu", e->out->pu >> k & 1);
            json_bool(json, "undefined", e->open && e->open[k]);
            json_number(json, "index", e->out->index[k]);
            json_number(json, "clamp", e->out->clamp[k]);
            json_number(json, "segmask", e->out->segmask[k]);
            json_signed(json, "j", e->out->j[k]);
            json_bool(json, "in_range", e->out->in_range[k]);
            json_close(json);
        }
    json_close(json);
    json_close(json);
}

static void watch(void *watcher, const struct ptx_event *e)
{
    struct show *s = watcher;
    char text[200], value[48];

    if (s->what == JSON) {
        if (e->in)
            shuffle_json(s, e);
        return;
    }
    if (s->what == LANE) {
        const unsigned lane = s->thread % PTX_WARP;

        if (e->block != 0 || e->warp != s->thread / PTX_WARP || !(e->lanes >> lane & 1))
            return;
        printf("%5u  %s", e->insn->line, insn_text(s, e->insn, text));
        if (e->in)
            printf("   # reads lane %u, %s", e->out->src_lane[lane], e->out->in_range[lane] ? "in range" : "its own");
        if (e->d)
            printf("%s %s", e->in ? ":" : "   #",
                   value_text(s, e->d[lane], e->type.bits, is_float_type(e), e->open[lane], value));
        putchar('\n');
        return;
    }
    if (s->what == SHUFFLES && !e->in)
        return;
    printf("%5u  %s   block %u, warp %u", e->insn->line, insn_text(s, e->insn, text), e->block, e->warp);
    if (e->lanes != UINT32_MAX)
        printf(", lanes 0x%08" PRIx32, e->lanes);
    putchar('\n');
    if (e->in)
        lanes_lines(s, e, "reads", true);
    if (e->d)
        lanes_lines(s, e, "value", false);
}

static void note(void *watcher, const char *text)
{
    struct show *s = watcher;

    for (unsigned k = 0; k < s->notes; k++)
        if (strcmp(s->note[k], text) == 0)
            return;
    if (s->notes < 16)
        snprintf(s->note[s->notes++], sizeof s->note[0], "%s", text);
}

/* ---- arguments: --arg NAME=VALUE */

static void misuse_arg(const char *arg, const char *what) { misuse("run: --arg %s: %s", arg, what); }

static struct ptx_buffer *new_buffer(struct ptx_launch *l, const char *arg, uint64_t elements, unsigned size)
{
    uint64_t at = PTX_GLOBAL_AT + (UINT64_C(1) << 24);
    const uint64_t bytes = elements * size;

    if (l->buffers == PTX_BUFFERS_MAX)
        misuse_arg(arg, "more than 32 buffers");
    if (elements == 0 || elements > (UINT64_C(1) << 28) || bytes * 3 > l->memory_max)
        misuse("run: --arg %s: a buffer of %" PRIu64
               " bytes: expected 1 or more, and --memory to allow for three times that",
               arg, bytes);
    if (l->buffers > 0)
        at = (l->buffer[l->buffers - 1].at + l->buffer[l->buffers - 1].size + 0x1ffff) / 0x10000 * 0x10000;
    struct ptx_buffer *b = &l->buffer[l->buffers++];
    *b = (struct ptx_buffer){
        .bytes = calloc(bytes, 1), .open = calloc(bytes, sizeof *b->open), .at = at, .size = bytes, .element = size
    };
    if (b->bytes == NULL || b->open == NULL)
        trouble("out of memory");
    return b;
}

static uint64_t of_double(double d, unsigned size)
{
    const float f = (float)d;
    uint64_t v = 0;

    if (size == 4)
        memcpy(&v, &f, 4);
    else
        memcpy(&v, &d, 8);
    return v;
}

static void set(struct ptx_buffer *b, uint64_t element, uint64_t v)
{
    for (unsigned k = 0; k < b->element; k++)
        b->bytes[element * b->element + k] = (uint8_t)(v >> 8 * k);
}

/* One number of a file, or as a scalar. */
static const char *take_value(const char *at, bool is_float, unsigned size, uint64_t *v, bool *had_point)
{
    const char *end;
    char *behind;
    const bool negative = *at == '-';

    end = number_scan(at + negative, v);
    *had_point = end != NULL && *end != '\0' && strchr(".eE", *end) != NULL;
    if (end == NULL || *had_point || (is_float && strncmp(at + negative, "0x", 2) != 0)) {
        const double d = strtod(at, &behind);

        *v = of_double(d, size);
        *had_point = true;
        return behind > at ? behind : NULL;
    }
    *v = negative ? 0 - *v : *v;
    return end;
}

/* A line or a word of the file per element. */
static struct ptx_buffer *file_buffer(struct ptx_launch *l, const char *arg, const char *path, bool is_float,
                                      unsigned size)
{
    size_t bytes;
    char *text = take_file(path, 1 << 26, &bytes);
    struct ptx_buffer *b = NULL;

    for (unsigned fill = 0; fill < 2; fill++) {
        uint64_t count = 0;

        for (const char *at = text; *(at += strspn(at, " \t\r\n,")) != '\0'; count++) {
            uint64_t v;
            bool had_point;

            at = take_value(at, is_float, size, &v, &had_point);
            if (at == NULL || (*at != '\0' && strchr(" \t\r\n,", *at) == NULL))
                misuse("run: --arg %s: %s, value %" PRIu64 ": expected a number", arg, path, count + 1);
            if (fill) {
                set(b, count, v);
                b->is_float = b->is_float || had_point;
            }
        }
        if (!fill)
            b = new_buffer(l, arg, count, size);
    }
    free(text);
    return b;
}

/* A formula in every thread of the grid. */
static struct ptx_buffer *formula_buffer(struct ptx_launch *l, const char *arg, const char *formula, bool is_float,
                                         unsigned size, uint64_t count)
{
    static struct expr expr;
    char why[READ_WHY_MAX];
    struct ptx_buffer *b = new_buffer(l, arg, count, size);

    b->is_float = is_float;
    for (uint64_t first = 0; first < count; first += PTX_WARP) {
        const struct expr_scope scope = { .lanes = PTX_WARP, .first = (unsigned)first, .width = PTX_WARP };

        if (!expr_read(formula, &scope, &expr, why))
            misuse("run: --arg %s: %s", arg, why);
        for (uint64_t k = first; k < count && k < first + PTX_WARP; k++) {
            const uint64_t v = expr.word[k - first];

            set(b, k,
                is_float ? of_double((double)(int64_t)(expr.is_wide ? v : (uint64_t)(int64_t)(int32_t)v), size) : v);
        }
    }
    return b;
}

static void give_argument(struct ptx_launch *l, struct show *s, const char *arg, unsigned number, const char *value)
{
    static const struct {
        const char *name;
        unsigned size;
        bool is_float;
    } types[] = { { "i32:", 4, false }, { "u32:", 4, false }, { "s32:", 4, false }, { "b32:", 4, false },
                  { "f32:", 4, true },  { "i64:", 8, false }, { "u64:", 8, false }, { "s64:", 8, false },
                  { "b64:", 8, false }, { "f64:", 8, true },  { "u8:", 1, false },  { "u16:", 2, false },
                  { "float:", 4, true } };
    const struct ptx_param *p = &l->kernel->param[number];
    const uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2] * l->grid[0] * l->grid[1] * l->grid[2];
    const bool is_pointer = p->size == 8 && p->type.letter != 'f';
    unsigned size = is_pointer ? 4 : p->size, before = l->buffers;
    bool is_float = p->type.letter == 'f', typed = false, had_point, scalar = !is_pointer;
    uint64_t v, count = threads;
    const char *end;

    if (p->size != 1 && p->size != 2 && p->size != 4 && p->size != 8)
        misuse("run: --arg %s: the parameter %s has %u bytes: expected 1, 2, 4 or 8; a struct is not given here", arg,
               p->name, p->size);
    for (size_t k = 0; k < sizeof types / sizeof *types && !typed; k++)
        if (strncmp(value, types[k].name, strlen(types[k].name)) == 0) {
            value += strlen(types[k].name);
            size = types[k].size;
            is_float = types[k].is_float;
            typed = true;
        }
    if (strncmp(value, "buffer:", 7) == 0) {
        if (!number_read(value + 7, 1, UINT64_C(1) << 28, &count))
            misuse_arg(arg, "expected a number of elements, such as buffer:8");
        new_buffer(l, arg, count, size)->is_float = is_float;
        s->printed[before] = true;
    } else if (*value == '@') {
        file_buffer(l, arg, value + 1, is_float, size);
    } else {
        end = take_value(value, is_float, size, &v, &had_point);
        if (end && *end == '\0' && (scalar || typed)) {
            if (had_point && !is_float)
                misuse_arg(arg, "expected a whole number, or f32: in front");
            if (size != p->size)
                misuse("run: --arg %s: a scalar of %u bytes, and the parameter %s has %u", arg, size, p->name, p->size);
            memcpy(l->params + p->at, &v, size);
            return;
        }
        end = number_scan(value, &v);
        if (end && *end == ':') { /* 64:lane*3 */
            count = v;
            value = end + 1;
        }
        formula_buffer(l, arg, value, is_float, size, count);
    }
    if (!is_pointer)
        misuse("run: --arg %s: a buffer, and the parameter %s is no address: it has %u bytes", arg, p->name, p->size);
    l->buffer[before].is_typed = typed;
    s->arg[before] = number;
    memcpy(l->params + p->at, &l->buffer[before].at, 8);
}

static void give_arguments(struct ptx_launch *l, struct show *s, const struct run_ptx_options *o)
{
    bool given[INITS_MAX] = { false };

    for (unsigned k = 0; k < o->args; k++) {
        const char *value = strchr(o->arg[k], '=');
        const size_t length = value ? (size_t)(value - o->arg[k]) : 0;
        char name[PTX_NAME_MAX];
        uint64_t number = l->kernel->params;

        if (value == NULL || length == 0 || length >= sizeof name)
            misuse("run: --arg %s: expected NAME=VALUE or NUMBER=VALUE", o->arg[k]);
        snprintf(name, sizeof name, "%.*s", (int)length, o->arg[k]);
        if (!number_read(name, 0, INITS_MAX - 1, &number))
            for (number = 0; number < l->kernel->params && strcmp(l->kernel->param[number].name, name) != 0;)
                number++;
        if (number >= l->kernel->params || number >= INITS_MAX)
            misuse("run: --arg %s: %s has %u parameters, 0 to %d, and none named %s", o->arg[k], l->kernel->name,
                   l->kernel->params, (int)l->kernel->params - 1, name);
        if (given[number])
            misuse("run: --arg %s: parameter %u is given twice", o->arg[k], (unsigned)number);
        given[number] = true;
        give_argument(l, s, o->arg[k], (unsigned)number, value + 1);
    }
    for (unsigned k = 0; k < l->kernel->params; k++)
        if (k >= INITS_MAX || !given[k])
            misuse("run: parameter %u of %s, %s, .%c%u: no value; say --arg %u=VALUE", k, l->kernel->name,
                   l->kernel->param[k].name, l->kernel->param[k].type.letter, l->kernel->param[k].type.bits, k);
}

/* X or X,Y,Z */
static void take_extent(const char *option, const char *text, unsigned most, unsigned extent[3])
{
    uint64_t all = 1;
    const char *at = text;

    extent[0] = extent[1] = extent[2] = 1;
    for (unsigned k = 0; at && k < 3; k++) {
        uint64_t v;
        const char *end = number_scan(at, &v);

        if (end == NULL || v == 0 || v > most || (*end != '\0' && (*end != ',' || k == 2)) || (all *= v) > most)
            misuse("run: --%s %s: expected X, X,Y or X,Y,Z, together 1 to %u", option, text, most);
        extent[k] = (unsigned)v;
        at = *end == ',' ? end + 1 : NULL;
    }
}

static const struct ptx_function *take_kernel(const struct ptx_module *m, const char *path, const char *name)
{
    const struct ptx_function *found = NULL;
    char known[300];
    struct text text = { known, 0, sizeof known };
    unsigned count = 0;

    known[0] = '\0';
    for (uint32_t k = 0; k < m->functions; k++) {
        const struct ptx_function *f = &m->function[k];

        if (!f->is_kernel || !f->is_defined)
            continue;
        if (name && strcmp(name, f->name) == 0)
            return f;
        text_append(&text, "%s%s", count++ ? ", " : "", f->name);
        found = f;
    }
    if (name)
        misuse("run: --kernel %s: no such kernel in %s; it has %s", name, path, count ? known : "none");
    if (count != 1)
        misuse("%s: %s", path, count ? "several kernels: say --kernel NAME" : "no kernel, .entry, in this file");
    return found;
}

/* ---- the end: what the buffers hold */

static uint64_t element(const struct ptx_buffer *b, uint64_t at, uint16_t *open)
{
    uint64_t v = 0;

    *open = 0;
    for (unsigned k = 0; k < b->element; k++) {
        v |= (uint64_t)b->bytes[at * b->element + k] << 8 * k;
        *open = *open ? *open : b->open[at * b->element + k];
    }
    return v;
}

static void print_buffer(struct show *s, const struct ptx_buffer *b, unsigned number, bool json)
{
    const uint64_t count = b->size / b->element;
    const unsigned a_line = 8;
    char text[48];
    uint16_t open;
    int width = 1;

    if (json) {
        json_open(&s->json, NULL, '{');
        json_number(&s->json, "arg", number);
        json_text(&s->json, "name", s->l->kernel->param[number].name);
        json_open(&s->json, "values", '[');
    }
    for (uint64_t k = 0; k < count && !json; k++) {
        const uint64_t v = element(b, k, &open);
        const int w = (int)strlen(value_text(s, v, 8 * b->element, b->is_float, open, text));

        width = w > width ? w : width;
    }
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t v = element(b, k, &open);

        value_text(s, v, 8 * b->element, b->is_float, open, text);
        if (json)
            json_text(&s->json, NULL, text);
        else if (k % a_line == 0)
            printf("%sarg %-2u %6" PRIu64 "  %*s", k ? "\n" : "", number, k, width, text);
        else
            printf(" %*s", width, text);
    }
    if (json) {
        json_close(&s->json);
        json_close(&s->json);
    } else {
        putchar('\n');
    }
}

static void print_end(struct show *s, const bool changed[])
{
    struct ptx_launch *l = s->l;
    char text[PTX_NAME_MAX];
    const bool json = s->what == JSON;

    if (json) {
        json_close(&s->json);
        json_open_tall(&s->json, "buffers", '[');
    }
    for (unsigned k = 0; k < l->buffers; k++)
        if (s->printed[k] || changed[k] || json)
            print_buffer(s, &l->buffer[k], s->arg[k], json);
    if (json) {
        json_close(&s->json);
        json_number(&s->json, "steps", l->steps);
        json_open(&s->json, "undefined", '[');
    }
    for (unsigned k = 0; k < s->cause_count; k++) {
        ptx_cause_text(l, s->causes[k], text);
        if (json)
            json_text(&s->json, NULL, text);
        else
            printf("?  undefined: %s\n", text);
    }
    if (json) {
        json_close(&s->json);
        json_open(&s->json, "notes", '[');
    }
    for (unsigned k = 0; k < s->notes; k++)
        if (json)
            json_text(&s->json, NULL, s->note[k]);
        else
            printf("note: %s\n", s->note[k]);
    if (json) {
        json_close(&s->json);
        json_close(&s->json);
    }
}

static void take_show(struct show *s, const struct run_ptx_options *o)
{
    static const char *const formats[] = { "auto", "int", "hex", "float", NULL }; /* as enum word_format */
    const int format = choice(o->format ? o->format : "auto", formats);
    const char *what = o->show ? o->show : "buffers";
    uint64_t thread;

    if (format < 0)
        misuse("run: --format %s: expected auto, int, hex or float", o->format);
    s->format = (enum word_format)format;
    if (o->json || strcmp(what, "json") == 0)
        s->what = JSON;
    else if (strcmp(what, "buffers") == 0)
        s->what = BUFFERS;
    else if (strcmp(what, "shuffles") == 0)
        s->what = SHUFFLES;
    else if (strcmp(what, "steps") == 0)
        s->what = STEPS;
    else if (strncmp(what, "lane", 4) == 0
             && number_read(what + 4 + (what[4] == ' ' || what[4] == '='), 0, 1023, &thread)) {
        s->what = LANE;
        s->thread = (unsigned)thread;
    } else
        misuse("run: --show %s: of PTX expected buffers, shuffles, steps, 'lane N' or json", what);
}

bool is_ptx(const char *path, const char *text)
{
    const size_t length = strlen(path);

    return (length > 4 && strcmp(path + length - 4, ".ptx") == 0) || strncmp(text, ".version", 8) == 0
        || strstr(text, "\n.version") != NULL;
}

void run_ptx(const char *path, const char *text, const struct run_ptx_options *o)
{
    static struct ptx_module m;
    static struct ptx_launch l;
    static struct show s;
    static bool changed[PTX_BUFFERS_MAX];
    uint8_t *before[PTX_BUFFERS_MAX] = { NULL };
    unsigned steps = 100000000, memory = 256, shared = 0;
    char why[PTX_WHY_MAX];

    if (!ptx_read(&m, path, text, o->kernel, why))
        misuse("%s", why);
    take_number("run", "steps", o->steps, 2000000000, &steps);
    take_number("run", "memory", o->memory, 4095, &memory);
    take_number("run", "shared", o->shared, 227 * 1024, &shared);
    l = (struct ptx_launch){
        .m = &m, .steps_max = steps, .memory_max = (uint64_t)memory << 20, .dynamic_shared = shared
    };
    l.kernel = take_kernel(&m, path, o->kernel);
    if (l.kernel->param_size > sizeof l.params)
        misuse("%s: %s has %u bytes of parameters: expected at most %zu", path, l.kernel->name, l.kernel->param_size,
               sizeof l.params);
    take_extent("block", o->block ? o->block : "32", 1024, l.block);
    take_extent("grid", o->grid ? o->grid : "1", 1 << 20, l.grid);
    s.l = &l;
    take_show(&s, o);
    give_arguments(&l, &s, o);
    for (unsigned k = 0; k < l.buffers; k++) {
        before[k] = malloc(l.buffer[k].size);
        if (before[k] == NULL)
            trouble("out of memory");
        memcpy(before[k], l.buffer[k].bytes, l.buffer[k].size);
    }
    s.json.file = stdout;
    l.watcher = &s;
    l.watch = s.what == BUFFERS ? NULL : watch;
    l.note = note;
    if (s.what == JSON) {
        json_open_tall(&s.json, NULL, '{');
        json_text(&s.json, "kernel", l.kernel->name);
        for (unsigned which = 0; which < 2; which++) {
            json_open(&s.json, which ? "grid" : "block", '[');
            for (unsigned d = 0; d < 3; d++)
                json_number(&s.json, NULL, which ? l.grid[d] : l.block[d]);
            json_close(&s.json);
        }
        json_open_tall(&s.json, "shuffles", '[');
    }
    if (!ptx_launch(&l, why)) {
        if (s.what == JSON) {
            json_close(&s.json);
            json_text(&s.json, "error", why);
            json_close(&s.json);
        }
        fflush(stdout);
        misuse("%s", why);
    }
    for (unsigned k = 0; k < l.buffers; k++)
        changed[k] = memcmp(before[k], l.buffer[k].bytes, l.buffer[k].size) != 0;
    print_end(&s, changed);
    for (unsigned k = 0; k < l.buffers; k++) {
        free(before[k]);
        free(l.buffer[k].bytes);
        free(l.buffer[k].open);
    }
    free(l.cause);
    ptx_free(&m);
}
