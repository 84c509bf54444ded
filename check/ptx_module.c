/* SPDX-License-Identifier: Apache-2.0 */
/* module - see ptx_module.h: a file of PTX, statement by statement. What it does not know, it refuses. */
#include "ptx_parse.h"
#include "lib/output.h"

#include <stdio.h>
#include <stdlib.h>

/* In front of memory that is freed with others. */
struct ptx_block {
    _Alignas(max_align_t) struct ptx_block *next;
    struct ptx_block **from; /* what points to this one */
    size_t size;
};

void *ptx_block_new(struct ptx_block **list, size_t size)
{
    struct ptx_block *b = calloc(1, sizeof *b + size);

    if (b == NULL)
        trouble("out of memory");
    *b = (struct ptx_block){ *list, list, size };
    if (b->next)
        b->next->from = &b->next;
    *list = b;
    return b + 1;
}

size_t ptx_block_free(void *memory)
{
    struct ptx_block *b = (struct ptx_block *)memory - 1;
    const size_t size = b->size;

    *b->from = b->next;
    if (b->next)
        b->next->from = b->from;
    free(b);
    return size;
}

void ptx_blocks_free(struct ptx_block **list)
{
    while (*list)
        ptx_block_free(*list + 1);
}

bool ptx_source_is(const struct ptx_module *m, uint32_t file)
{
    const char *name = ptx_source_name(m, file), *slash = strrchr(name, '/');

    return strcmp(slash ? slash + 1 : name, "text") == 0;
}

void ptx_refuse(struct ptx_module *m, unsigned line, const char *format, ...)
{
    const struct ptx_place *last = m->places > 1 ? &m->place[m->places - 1] : NULL;

    if (last && ptx_source_is(m, last->at_line ? last->at_file : last->file))
        line = last->at_line ? last->at_line : last->line;
    int at = snprintf(m->why, PTX_WHY_MAX, "%.150s:%u: ", m->file, line);

    text_arguments(m->why + at, (size_t)(PTX_WHY_MAX - at), format);
    PTX_LEAVE(*m->refused, m->why);
}

void *ptx_new(struct ptx_module *m, size_t count, size_t size) { return ptx_block_new(&m->blocks, count * size); }
void ptx_free(struct ptx_module *m) { ptx_blocks_free(&m->blocks); }

const char *ptx_copy(struct ptx_module *m, const char *from, size_t length)
{
    return memcpy(ptx_new(m, length + 1, 1), from, length);
}

/* name: .branchtargets label, label; */
static void branch_targets(struct parse *p, uint32_t list)
{
    const uint32_t first = p->m->operands;

    do {
        const struct ptx_operand o = ptx_label_operand(p);

        PUSH(p->m, p->m->operand, p->m->operands, o);
    } while (ptx_pass(p, ","));
    ptx_expect(p, ";");
    p->symbol[list].is = IS_TARGETS;
    p->symbol[list].at = first;
    p->symbol[list].count = p->m->operands - first;
}

const char *ptx_source_name(const struct ptx_module *m, uint32_t number)
{
    for (uint32_t k = 0; k < m->sources; k++)
        if (m->source[k].number == number)
            return m->source[k].name;
    return "";
}

/* .loc 1 4 10 and .file 1 "k.cu", to the end of the line; what is behind them is not needed, and not judged. */
static bool debug(struct parse *p)
{
    struct ptx_module *m = p->m;

    if (ptx_pass(p, ".loc")) {
        struct ptx_place at = { 0 };

        if (sscanf(p->at, "%u %u %u , function_name %*[^,\n], inlined_at %u %u %u", &at.file, &at.line, &at.column,
                   &at.at_file, &at.at_line, &at.at_column)
            > 1) {
            GROW(m, m->place, m->places);
            p->place = m->places;
            m->place[m->places++] = at;
        }
    } else if (ptx_pass(p, ".file")) {
        const char *name = p->at + strcspn(p->at, "\"\n");
        struct ptx_source source;

        if (*name == '"' && sscanf(p->at, "%u", &source.number) == 1) {
            source.name = ptx_copy(m, name + 1, strcspn(name + 1, "\"\n"));
            PUSH(m, m->source, m->sources, source);
        }
    } else {
        return false;
    }
    p->at += strcspn(p->at, "\n");
    return true;
}

/* A body in { }, and those within it. */
static void body(struct parse *p, unsigned depth)
{
    const uint32_t outside = p->symbols;

    if (depth > 200)
        ptx_refuse(p->m, p->line, "{ } nested more than 200 deep");
    while (!ptx_pass(p, "}")) {
        const char *at = ptx_skip(p);

        if (ptx_pass(p, "{")) {
            body(p, depth + 1);
        } else if (ptx_pass(p, ".reg")) {
            ptx_registers(p);
        } else if (ptx_pass(p, ".shared")) {
            ptx_variables(p, IS_SHARED);
        } else if (ptx_pass(p, ".local")) {
            ptx_variables(p, IS_LOCAL);
        } else if (ptx_pass(p, ".param")) {
            ptx_variables(p, IS_PARAM);
        } else if (debug(p)) {
        } else if (ptx_pass(p, ".pragma")) {
            p->at += strcspn(p->at, "\n");
        } else if (*at == '.') {
            ptx_expected(p, "an instruction, .reg, .shared, .local or .param");
        } else {
            size_t length = 0;

            while (ptx_is_name(at[length]))
                length++;
            const char *behind = at + length;
            while (*behind == ' ' || *behind == '\t')
                behind++;
            if (length && *behind == ':') {
                const uint32_t label = ptx_label_operand(p).reg;
                struct symbol *y = &p->symbol[label];

                ptx_expect(p, ":");
                if (y->defined)
                    ptx_refuse(p->m, p->line, "the label '%.*s' stands here a second time", (int)y->name.length,
                               y->name.at);
                y->defined = true;
                y->at = p->f->insns;
                if (ptx_pass(p, ".branchtargets")) {
                    branch_targets(p, label);
                } else if (ptx_pass(p, ".callprototype") || ptx_pass(p, ".calltargets")) {
                    while (*ptx_skip(p) != ';' && *p->at != '\0') /* a call's own operands say it all */
                        p->at++;
                    ptx_expect(p, ";");
                }
            } else {
                ptx_instruction(p);
            }
        }
    }
    /* names end with their { }; labels belong to the function */
    for (uint32_t s = outside; s < p->symbols && depth > 0; s++)
        if (p->symbol[s].is != IS_LABEL)
            p->symbol[s].name.length = UINT32_MAX;
}

/* A body is read when a kernel is known to reach it: one that is not reached may have what is not executed here. */
static void pass_body(struct parse *p)
{
    for (unsigned depth = 1; depth > 0; p->at++) {
        const char c = *ptx_skip(p);

        if (c == '\0')
            ptx_expected(p, "}");
        depth += (c == '{') - (unsigned)(c == '}');
    }
}

static void resolve(struct parse *p, const struct ptx_insn *i, struct ptx_operand *o)
{
    const struct symbol *y = &p->symbol[o->reg];

    if (!y->defined || y->is != IS_LABEL)
        ptx_refuse(p->m, i->line, "%s: there is no label '%.*s' in this function", i->row->name, (int)y->name.length,
                   y->name.at);
    o->reg = y->at;
}

static void labels(struct parse *p)
{
    for (uint32_t k = 0; k < p->f->insns; k++) {
        struct ptx_insn *i = &p->f->insn[k];

        if (i->row->what == PTX_BRANCH)
            resolve(p, i, &i->s[0]);
        for (uint32_t t = 0; i->row->what == PTX_BRANCH_INDEX && t < i->calls; t++)
            if (p->m->operand[i->call + t].kind == PTX_LABEL) {
                resolve(p, i, &p->m->operand[i->call + t]);
                p->m->operand[i->call + t].kind = PTX_TARGETS;
            }
    }
}

static void function_of(struct parse *p, bool is_kernel)
{
    struct ptx_module *m = p->m;
    struct ptx_function head = { .is_kernel = is_kernel };

    if (!is_kernel && *ptx_skip(p) == '(') {
        ptx_parameters(p, &head);
        head.returned = head.params;
    }
    const uint32_t number = ptx_function_named(p, ptx_name(p));
    if (*ptx_skip(p) == '(')
        ptx_parameters(p, &head);
    while (*ptx_skip(p) == '.') { /* .maxntid 128, 1, 1 and its kin are the launch's */
        const bool is_block = strncmp(p->at, ".maxntid", 8) == 0 || strncmp(p->at, ".reqntid", 8) == 0;
        unsigned *const into = is_block ? head.threads : strncmp(p->at, ".reqncta", 8) == 0 ? head.cluster : NULL;

        p->at++;
        ptx_name(p);
        for (unsigned n = 0; isdigit((unsigned char)*ptx_skip(p)); n++) {
            const unsigned value = (unsigned)strtoul(p->at, (char **)&p->at, 10);

            for (unsigned k = n; into && k < 3; k++)
                into[k] = k == n ? value : 1;
            p->at += *ptx_skip(p) == ',';
        }
    }
    head.name = m->function[number].name;
    head.line = p->line;
    if (m->function[number].is_defined && !ptx_pass(p, ";"))
        ptx_refuse(m, p->line, "%s is defined a second time", head.name);
    if (!m->function[number].is_defined && !ptx_pass(p, ";")) {
        ptx_expect(p, "{");
        head.is_defined = true;
        head.is_reached = m->function[number].is_reached
                       || (is_kernel && (m->kernel == NULL || ptx_is_named(&head, m->kernel)));
        head.body = p->at;
        head.body_line = p->line;
        pass_body(p);
        m->function[number] = head;
    }
}

static void read_body(struct parse *p, uint32_t number)
{
    struct ptx_function f = p->m->function[number]; /* a copy: a call may name one more function */
    const uint32_t outside = p->symbols;

    p->at = f.body;
    p->line = f.body_line;
    p->place = 0;
    p->f = &f;
    f.body = NULL;
    for (uint32_t k = 0; k < f.params; k++)
        ptx_define(p, ptx_word(f.param[k].name), IS_PARAM, f.param[k].at, 0);
    body(p, 0);
    labels(p);
    p->m->function[number] = f;
    ptx_joins(p->m, &p->m->function[number]);
    p->symbols = outside;
}

static void statement(struct parse *p)
{
    while (ptx_pass(p, ".visible") || ptx_pass(p, ".weak") || ptx_pass(p, ".extern") || ptx_pass(p, ".common"))
        ;
    if (debug(p))
        return;
    if (ptx_pass(p, ".version") || ptx_pass(p, ".target") || ptx_pass(p, ".address_size")) {
        p->at += strcspn(p->at, "\n");
    } else if (ptx_pass(p, ".section")) {
        p->at += strcspn(p->at, "{");
        while (*p->at && *p->at != '}')
            p->line += *p->at++ == '\n';
        ptx_expect(p, "}");
    } else if (ptx_pass(p, ".entry")) {
        function_of(p, true);
    } else if (ptx_pass(p, ".func")) {
        while (ptx_pass(p, ".noreturn"))
            ;
        function_of(p, false);
    } else if (ptx_pass(p, ".shared")) {
        ptx_variables(p, IS_SHARED);
    } else if (ptx_pass(p, ".global") || ptx_pass(p, ".const")) {
        ptx_variables(p, IS_GLOBAL);
    } else {
        ptx_expected(p, ".version, .target, .address_size, .entry, .func, .global, .const or .shared");
    }
}

/* Shared memory that the system keeps; offset_0 and offset_1 are its halves. */
static const struct {
    const char *name;
    uint32_t at;
} reserved[] = { { "%reserved_smem_offset_begin", PTX_RESERVED_AT },
                 { "%reserved_smem_offset_end", PTX_RESERVED_AT + PTX_RESERVED_SIZE },
                 { "%reserved_smem_offset_cap", PTX_RESERVED_AT + PTX_RESERVED_SIZE },
                 { "%reserved_smem_offset_0", PTX_RESERVED_AT },
                 { "%reserved_smem_offset_1", PTX_RESERVED_AT + PTX_RESERVED_SIZE / 2 } };

bool ptx_read(struct ptx_module *m, const char *file, const char *text, const char *kernel, char why[PTX_WHY_MAX])
{
    jmp_buf refused;
    struct parse p = { .m = m, .at = text, .line = 1 };

    *m = (struct ptx_module){ .text = text, .file = file, .kernel = kernel, .refused = &refused, .why = why };
    if (setjmp(refused))
        return false;
    m->global = ptx_new(m, 1 << 20, 1);
    m->place = ptx_new(m, 1, sizeof *m->place);
    m->places = 1; /* the first is no place */
    if (strstr(text, ".version") == NULL)
        ptx_refuse(m, 1, "no .version: not a file of PTX");
    for (size_t k = 0; k < sizeof reserved / sizeof *reserved; k++)
        ptx_define(&p, ptx_word(reserved[k].name), IS_SHARED, reserved[k].at, 0);
    while (*ptx_skip(&p) != '\0')
        statement(&p);
    for (uint32_t k = 0; k < m->functions;)
        if (m->function[k].is_reached && m->function[k].body) {
            read_body(&p, k);
            k = 0;
        } else {
            k++;
        }
    if (m->functions == 0)
        ptx_refuse(m, p.line, "no function in this file");
    m->refused = NULL;
    return true;
}
