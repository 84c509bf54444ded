/* SPDX-License-Identifier: Apache-2.0
 * launch - a kernel of PTX and what it is given on a command line: its threads and its arguments. */
#include "command.h"
#include "check/ptx_run.h"
#include "cli/program/program.h"
#include "lib/number.h"
#include "lib/text.h"
#include "cli/read/expr.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *command; /* that is asked */
static char defaults[300];
static bool has_guessed[LAUNCH_BLOCKS + 1]; /* numbers, data, and the threads of a block */

/* Of LAUNCH_BLOCKS and more, for kernels with one dimension and with two; of LAUNCH_NUMBERS a whole number is 1 or, with two,
 * 128, and of LAUNCH_DATA buffers hold zeros. */
static const unsigned blocks[2][LAUNCH_GUESSES - LAUNCH_BLOCKS][3] = {
    { { 128, 1, 1 }, { 256, 1, 1 }, { 512, 1, 1 }, { 1024, 1, 1 } },
    { { 16, 16, 1 }, { 32, 8, 1 }, { 32, 16, 1 }, { 32, 32, 1 } }
};

/* Does a kernel read the second number of its threads? */
static bool has_two(const struct ptx_launch *l, const struct launch_options *o, const char *name, size_t length)
{
    const char *text = l->m->text, *end;
    char entry[PTX_NAME_MAX + 10];

    if (o->source)
        return program_source_names(o->source, name, length, "threadIdx.y");
    snprintf(entry, sizeof entry, ".entry %s(", l->kernel->name);
    text = strstr(text, entry);
    end = text ? strstr(text, "\n}") : NULL;
    text = text ? strstr(text, "%tid.y") : NULL;
    return text && (!end || text < end);
}

bool launch_guessed(unsigned guess) { return has_guessed[guess < LAUNCH_BLOCKS ? guess : LAUNCH_BLOCKS]; }

const char *launch_defaults(void) { return defaults; }

#define WRONG(format, ...) misuse("%s: " format, command, __VA_ARGS__)

/* ---- arguments: --arg NAME=VALUE */

static void misuse_arg(const char *arg, const char *what) { WRONG("--arg %s: %s", arg, what); }

static struct ptx_buffer *new_buffer(struct ptx_launch *l, const char *arg, uint64_t elements, unsigned size)
{
    uint64_t at = PTX_GLOBAL_AT + (UINT64_C(1) << 24);
    const uint64_t bytes = elements * size;

    if (l->buffers == PTX_BUFFERS_MAX)
        misuse_arg(arg, "more than 32 buffers");
    if (elements == 0 || elements > (UINT64_C(1) << 28) || bytes * 3 > l->memory_max)
        WRONG("--arg %s: a buffer of %" PRIu64 " bytes: expected 1 or more, and --memory to allow for three times that",
              arg, bytes);
    if (l->buffers > 0) /* a GiB apart: what is behind one is not in the next */
        at = (l->buffer[l->buffers - 1].at + l->buffer[l->buffers - 1].size + (1 << 30)) / 0x10000 * 0x10000;
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

    if (size == 2)
        v = ptx_of_small((struct ptx_type){ 'f', 16 }, d);
    else if (size == 4)
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
static void file_buffer(struct ptx_launch *l, const char *arg, const char *path, bool is_float, unsigned size)
{
    static const char between[] = " \t\r\n,";
    size_t bytes;
    char *text = take_file(path, 1 << 26, &bytes);
    const char *at = text;
    uint64_t count = 0;

    for (; *(at += strspn(at, between)) != '\0'; at += strcspn(at, between))
        count++;
    struct ptx_buffer *b = new_buffer(l, arg, count, size);
    at = text;
    for (uint64_t k = 0, v; k < count; k++) {
        bool had_point;

        at = take_value(at + strspn(at, between), is_float, size, &v, &had_point);
        if (at == NULL || strcspn(at, between) > 0)
            WRONG("--arg %s: %s, value %" PRIu64 ": expected a number", arg, path, k + 1);
        set(b, k, v);
        b->is_float |= had_point;
    }
    free(text);
}

/* A formula in every thread of the grid. */
static void formula_buffer(struct ptx_launch *l, const char *arg, const char *formula, bool is_float, unsigned size,
                           uint64_t count)
{
    static struct expr expr;
    char why[READ_WHY_MAX];
    struct ptx_buffer *b = new_buffer(l, arg, count, size);

    b->is_float = is_float;
    for (uint64_t first = 0; first < count; first += PTX_WARP) {
        const struct expr_scope scope = { .lanes = PTX_WARP, .first = (unsigned)first, .width = PTX_WARP };

        if (!expr_read(formula, &scope, &expr, why)) {
            char *advice = strstr(why, ": give it with --let"); /* which run does not have */

            if (advice)
                snprintf(advice, sizeof why - (size_t)(advice - why),
                         "; a formula is of numbers and lane, behind a type such as f32:");
            WRONG("--arg %s: %s", arg, why);
        }
        for (uint64_t k = first; k < count && k < first + PTX_WARP; k++) {
            const uint64_t v = expr.word[k - first];

            set(b, k,
                is_float ? of_double((double)(int64_t)(expr.type.bits == 64 ? v : (uint64_t)(int64_t)(int32_t)v), size)
                         : v);
        }
    }
}

/* A type such as f32, and behind it this character. Returns how long it is; 0: there is none. */
static int take_type(const char *text, char behind, bool *is_float, unsigned *size)
{
    char letter[2];
    unsigned bits;
    int length = 0;

    if (sscanf(text, "%1[iusbf]%2u%n", letter, &bits, &length) != 2 || text[length] != behind || bits < 8 || bits > 64
        || (bits & (bits - 1)) != 0 || (*letter == 'f' && bits == 8))
        return 0;
    *size = bits / 8;
    *is_float = *letter == 'f';
    return length;
}

/* The value of a parameter, or of a member of one, such as i32:5; if it names no type, of this one, or "". Returns how many
 * bytes. */
static unsigned give_value(struct ptx_launch *l, const char *arg, unsigned number, const struct ptx_param *p,
                           const char *type, const char *value, uint8_t *into)
{
    const uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2] * l->grid[0] * l->grid[1] * l->grid[2];
    const bool is_pointer = p->size == 8 && p->type.letter != 'f';
    unsigned size = is_pointer ? 4 : p->size, before = l->buffers;
    bool is_float = p->type.letter == 'f', had_point;
    const int own = take_type(value, ':', &is_float, &size);
    const bool typed = own > 0 || take_type(type, '\0', &is_float, &size) > 0;
    uint64_t v, count = threads;
    const char *end;

    value += own > 0 ? own + 1 : 0;
    if (strncmp(value, "buffer:", 7) == 0) {
        if (!number_read(value + 7, 1, UINT64_C(1) << 28, &count))
            misuse_arg(arg, "expected a number of elements, such as buffer:8");
        new_buffer(l, arg, count, size)->is_float = is_float;
        l->buffer[before].is_shown = true;
    } else if (*value == '@') {
        file_buffer(l, arg, value + 1, is_float, size);
    } else {
        end = take_value(value, is_float, size, &v, &had_point);
        if (end && *end == '\0' && (!is_pointer || typed)) {
            if (had_point && !is_float)
                misuse_arg(arg, "expected a whole number, or f32: in front");
            if (size != p->size && p->name)
                WRONG("--arg %s: a scalar of %u bytes, and the parameter %s has %u", arg, size, p->name, p->size);
            memcpy(into, &v, size);
            return size;
        }
        end = number_scan(value, &v);
        if (end && *end == ':') { /* 64:lane*3 */
            count = v;
            value = end + 1;
        }
        formula_buffer(l, arg, value, is_float, size, count);
    }
    if (!is_pointer)
        WRONG("--arg %s: a buffer, and the parameter %s is no address: it has %u bytes", arg, p->name, p->size);
    l->buffer[before].is_typed = typed;
    l->buffer[before].parameter = number;
    memcpy(into, &l->buffer[before].at, 8);
    return 8;
}

/* bytes:1,i32:5,buffer:8 - members in turn, each at a multiple of its size; a number alone is a byte. */
static void give_struct(struct ptx_launch *l, const char *arg, unsigned number, const char *value)
{
    static const struct ptx_param member = { .size = 8 };
    const struct ptx_param *p = &l->kernel->param[number];
    char one[300];
    uint32_t at = 0;

    for (; *value; value += *value == ',') {
        uint8_t bytes[8];
        uint64_t byte;
        size_t length = 0;

        for (int depth = 0; value[length] && (depth > 0 || value[length] != ','); length++)
            depth += (strchr("([", value[length]) != NULL) - (strchr(")]", value[length]) != NULL);
        if (length == 0 || length >= sizeof one)
            misuse_arg(arg, "expected members with a comma between, such as bytes:1,i32:5,buffer:8");
        snprintf(one, sizeof one, "%.*s", (int)length, value);
        const bool is_byte = number_read(one, 0, 255, &byte);
        const unsigned size = is_byte ? 1 : give_value(l, arg, number, &member, "", one, bytes);
        bytes[0] = is_byte ? (uint8_t)byte : bytes[0];
        at = (at + size - 1) / size * size;
        if (at + size > p->size)
            WRONG("--arg %s: more than the %u bytes of the parameter %s", arg, p->size, p->name);
        memcpy(l->params + p->at + at, bytes, size);
        at += size;
        value += length;
    }
}

static void give_argument(struct ptx_launch *l, const char *arg, unsigned number, const char *type, const char *value)
{
    const struct ptx_param *p = &l->kernel->param[number];

    if (strncmp(value, "bytes:", 6) == 0)
        give_struct(l, arg, number, value + 6);
    else if (p->size != 1 && p->size != 2 && p->size != 4 && p->size != 8)
        WRONG("--arg %s: the parameter has %u bytes: give its members, as in bytes:i32:5,buffer:8", arg, p->size);
    else
        give_value(l, arg, number, p, type, value, l->params + p->at);
}

/* What a parameter is in the source; or in PTX, where its name and type are all that is known. */
static struct program_parameter parameter_of(const struct ptx_function *f, const struct program_source *source,
                                             unsigned k)
{
    struct program_parameter own;
    size_t length = strlen(f->name);
    const char *name = ptx_base_name(f->name, &length);

    if (source != NULL && program_source_parameter(source, name, length, k, &own))
        return own;
    if (strlen(f->param[k].name) < sizeof own.name)
        strcpy(own.name, f->param[k].name);
    else /* as of a kernel of a library */
        snprintf(own.name, sizeof own.name, "%u", k);
    snprintf(own.type, sizeof own.type, ".%c%u", f->param[k].type.letter, f->param[k].type.bits);
    own.is_pointer = f->param[k].size == 8 && strchr("bu", f->param[k].type.letter);
    return own;
}

/* The type of an element, or of a scalar, by its name in the source or in PTX, as f32; NULL: it does not say. */
static const char *type_of(const struct program_parameter *own)
{
    static const struct {
        const char *word, *type;
    } types[] = { { "double", "f64" }, { "long", "i64" }, { "64_t", "i64" }, { "size_t", "i64" }, { ".f64", "f64" },
                  { "float", "f32" },  { ".f32", "f32" }, { "half", "f16" }, { "short", "u16" },  { "16_t", "u16" },
                  { "char", "u8" },    { "8_t", "u8" },   { "bool", "u8" } };

    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (strstr(own->type, types[k].word))
            return types[k].type;
    return strncmp(own->type, "int", 3) == 0 || strncmp(own->type, "u", 1) == 0 ? "i32" : NULL;
}

/* For who gives no argument: a buffer of so many elements 0, 1, 2 .., the number of threads, 1.0. */
enum { DEFAULT_ELEMENTS = 1 << 16, DEFAULT_SHARED = 48 << 10, STRUCT_MAX = 1000 };

/* Members of a struct of the source, as of give_struct; false: it is none. */
static bool give_members(const struct program_source *source, const struct program_parameter *own, uint64_t whole,
                         char value[STRUCT_MAX])
{
    struct text text = { value, 0, STRUCT_MAX };
    struct program_parameter member;
    unsigned count = 0;

    text_append(&text, "bytes:");
    const char *element = type_of(own); /* of float4, which has 4 */
    const size_t elements = element ? (size_t)(own->type[strlen(own->type) - 1] - '0') : 0;
    for (; elements > 1 && elements < 5 && count < elements; count++)
        text_append(&text, "%s%s:%" PRIu64, count ? "," : "", element, whole);
    for (; program_source_member(source, own->type, count, &member); count++) {
        const char *type = type_of(&member);

        if (type == NULL && !member.is_pointer)
            misuse_arg(own->name, "a struct with members of other types: give them, as in bytes:i32:5,buffer:8");
        text_append(&text, "%s%s", count ? "," : "", type ? type : "i32");
        if (member.is_pointer)
            text_append(&text, ":%d:lane", DEFAULT_ELEMENTS);
        else if (type[0] == 'f')
            text_append(&text, ":1.0");
        else
            text_append(&text, ":%" PRIu64, strcmp(type, "u8") == 0 ? 1 : whole);
    }
    return count > 0;
}

static void give_default(struct ptx_launch *l, unsigned number, const struct program_parameter *own,
                         const struct program_source *source, unsigned guess)
{
    const uint64_t columns = (uint64_t)l->block[0] * l->grid[0], others = l->block[1] * l->block[2];
    const bool is_other = guess == LAUNCH_NUMBERS;
    const uint64_t whole = others > 1 ? (is_other ? 128 : columns) : is_other ? 1 : columns * l->grid[1] * l->grid[2];
    const char *type = type_of(own) ? type_of(own) : "i32";
    struct text given = { defaults, strlen(defaults), sizeof defaults };
    const unsigned size = l->kernel->param[number].size;
    char value[STRUCT_MAX];

    const bool is_float = type[0] == 'f';
    const bool is_struct = !own->is_pointer && source && give_members(source, own, whole, value);
    if (own->is_pointer)
        snprintf(value, sizeof value, "%d:%s", DEFAULT_ELEMENTS, guess == LAUNCH_DATA ? "0" : "lane");
    else if (!is_struct && is_float)
        strcpy(value, size == 2 ? "f16:1.0" : "1.0");
    else if (!is_struct)
        snprintf(value, sizeof value, "%s%" PRIu64, size == 8 ? "u64:" : "", whole);
    has_guessed[LAUNCH_NUMBERS] |= !own->is_pointer && !is_float;
    has_guessed[LAUNCH_DATA] |= own->is_pointer;
    give_argument(l, own->name, number, own->is_pointer ? type : "", value);
    text_append(&given, "%s%s", given.used ? ", " : "", own->name);
    if (own->is_pointer)
        text_append(&given, ": %d elements 0, 1, 2 ..", DEFAULT_ELEMENTS);
    else
        text_append(&given, " = %s", value + (is_struct ? strlen("bytes:") : 0));
}

static void give_arguments(struct ptx_launch *l, const struct launch_options *o)
{
    const struct ptx_function *f = l->kernel;
    struct program_parameter *own = more_memory(NULL, (f->params + 1) * sizeof *own);
    bool *given = more_memory(NULL, f->params + 1);

    for (unsigned k = 0; k < f->params; k++) {
        own[k] = parameter_of(f, o->source, k);
        given[k] = false;
    }
    for (unsigned k = 0; k < o->args; k++) {
        const char *value = strchr(o->arg[k], '=');
        const size_t length = value ? (size_t)(value - o->arg[k]) : 0;
        char name[PTX_NAME_MAX]; /* a longer one has a number */
        uint64_t number = 0;

        if (value == NULL || length == 0 || length >= sizeof name)
            WRONG("--arg %s: expected NAME=VALUE or NUMBER=VALUE", o->arg[k]);
        snprintf(name, sizeof name, "%.*s", (int)length, o->arg[k]);
        while (number < f->params && strcmp(own[number].name, name) != 0 && strcmp(f->param[number].name, name) != 0)
            number++;
        if (number == f->params && !number_read(name, 0, INITS_MAX - 1, &number))
            number = f->params;
        if (number >= f->params || number >= INITS_MAX)
            WRONG("--arg %s: %s has %u parameters, 0 to %d, and none named %s", o->arg[k], f->name, f->params,
                  (int)f->params - 1, name);
        if (given[number])
            WRONG("--arg %s: parameter %u is given twice", o->arg[k], (unsigned)number);
        given[number] = true;
        const char *type = o->source ? type_of(&own[number]) : NULL;
        give_argument(l, o->arg[k], (unsigned)number, type ? type : "", value + 1);
    }
    for (unsigned k = 0; k < f->params; k++) {
        if (!given[k] && !o->has_defaults)
            WRONG("parameter %u of %s, %s, %s: no value; say --arg %s=VALUE", k, f->name, own[k].name, own[k].type,
                  own[k].name);
        if (!given[k])
            give_default(l, k, &own[k], o->source, o->guess);
    }
    for (unsigned b = 0; b < l->buffers; b++)
        l->buffer[b].name = own[l->buffer[b].parameter].name;
    free(given);
}

/* Threads of a block as the source launches them or, if it does not, as the kernel says; and dynamic shared memory. */
static void default_launch(struct ptx_launch *l, const struct launch_options *o)
{
    struct text given = { defaults, 0, sizeof defaults };
    unsigned block[3], shared = 0;
    size_t length = strlen(l->kernel->name);
    const char *name = ptx_base_name(l->kernel->name, &length);
    const bool is_launched = o->source && program_source_launch(o->source, name, length, block, &shared);

    if (!is_launched)
        memcpy(block, l->kernel->threads, sizeof block);
    has_guessed[LAUNCH_BLOCKS] = o->file.read.block == NULL
                              && (!is_launched || name[length] == 'I' /* one of a template's */);
    if (has_guessed[LAUNCH_BLOCKS] && o->guess >= LAUNCH_BLOCKS)
        memcpy(block, blocks[has_two(l, o, name, length)][o->guess - LAUNCH_BLOCKS], sizeof block);
    if (o->file.read.block == NULL && block[0] > 0 && (uint64_t)block[0] * block[1] * block[2] <= 1024) {
        memcpy(l->block, block, sizeof block);
        text_append(&given, "blocks of %u", block[0]);
        for (unsigned k = 1; k < 3 && block[1] * block[2] > 1; k++)
            text_append(&given, ", %u", block[k]);
        text_append(&given, " threads");
    }
    if (o->shared != NULL || !l->m->has_dynamic_shared)
        return;
    l->dynamic_shared = shared ? shared : DEFAULT_SHARED;
    text_append(&given, "%s%u bytes of dynamic shared memory", given.used ? ", " : "", l->dynamic_shared);
}

/* X or X,Y,Z */
static void take_extent(const char *option, const char *text, unsigned most, unsigned extent[3])
{
    if (!number_extent(text, most, extent))
        WRONG("--%s %s: expected X, X,Y or X,Y,Z, together 1 to %u", option, text, most);
}

const struct ptx_function *launch_kernel(const struct ptx_module *m, const char *name)
{
    const struct ptx_function *found = NULL;
    char known[600];
    struct text text = { known, 0, sizeof known };
    const struct ptx_function *only = NULL;
    unsigned count = 0, same = 0;

    known[0] = '\0';
    for (uint32_t k = 0; k < m->functions; k++) {
        const struct ptx_function *f = &m->function[k];

        if (!f->is_kernel || !f->is_defined)
            continue;
        if (name && strcmp(name, f->name) == 0)
            return f;
        if (name && ptx_is_named(f, name))
            same += (found = f) != NULL;
        text_append(&text, "%s%.150s", count++ ? ", " : "", f->name);
        only = f;
    }
    if (name && same > 1)
        WRONG("--kernel %s: several of this name in %s; it has %s", name, m->file, known);
    if (name && same == 0)
        WRONG("--kernel %s: no such kernel in %s; it has %s", name, m->file, count ? known : "none");
    if (name)
        return found;
    if (count == 0)
        misuse("%s: no kernel, .entry, in this file", m->file);
    if (count > 1)
        misuse("%s: several kernels: say --kernel NAME; it has %s", m->file, known);
    return only;
}

void launch_read(const char *who, const char *path, const char *text, const struct launch_options *o,
                 struct ptx_module *m)
{
    char why[PTX_WHY_MAX];

    command = who;
    if (!ptx_read(m, path, text, o->file.kernel, why))
        misuse("%s", why);
    for (uint32_t f = 0; f < m->functions && !o->source; f++)
        for (uint32_t k = 0; k < m->function[f].insns; k++) {
            const struct ptx_insn *i = &m->function[f].insn[k];

            if (text_begins(i->row->name, "openshfl_"))
                misuse("%s:%u: %s is of a source that this command compiles: give that source", path, i->line,
                       i->row->name);
        }
    if (o->contract && strcmp(o->contract, "on") != 0 && strcmp(o->contract, "off") != 0)
        WRONG("--contract %s: expected on or off", o->contract);
    /* of nvcc -G ptxas makes what stands there */
    const bool is_optimized = o->source || strstr(text, ", debug\n") == NULL;
    if (o->contract ? strcmp(o->contract, "on") == 0 : is_optimized)
        ptx_contract(m, o->source);
}

void launch_prepare(const struct launch_options *o, const struct ptx_function *kernel, struct ptx_module *m,
                    struct ptx_launch *l)
{
    unsigned steps = 100000000, memory = 256, shared = 0, schedule = 0;

    take_number(command, "steps", o->steps, 2000000000, &steps);
    take_number(command, "memory", o->memory, 4095, &memory);
    take_number(command, "schedule", o->schedule, 1000000000, &schedule);
    take_number(command, "shared", o->shared, 227 * 1024, &shared);
    *l = (struct ptx_launch){ .m = m,
                              .kernel = kernel,
                              .steps_max = steps,
                              .memory_max = (uint64_t)memory << 20,
                              .dynamic_shared = shared,
                              .schedule = schedule };
    if (kernel->param_size > sizeof l->params)
        misuse("%s: %s has %u bytes of parameters: expected at most %zu", m->file, kernel->name, kernel->param_size,
               sizeof l->params);
    defaults[0] = '\0';
    memset(has_guessed, 0, sizeof has_guessed);
    memcpy(l->cluster, kernel->cluster, sizeof l->cluster);
    if (o->source)
        program_prepare(o->source, l);
    take_extent("block", o->file.read.block ? o->file.read.block : "32", 1024, l->block);
    take_extent("grid", o->grid ? o->grid : "1", 1 << 20, l->grid);
    if (o->grid == NULL && l->cluster[0])
        memcpy(l->grid, l->cluster, sizeof l->grid);
    if (o->has_defaults)
        default_launch(l, o);
    give_arguments(l, o);
}

void launch_free(struct ptx_launch *l)
{
    for (unsigned k = 0; k < l->buffers; k++) {
        free(l->buffer[k].bytes);
        free(l->buffer[k].open);
    }
    free(l->cause);
}
