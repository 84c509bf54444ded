/* SPDX-License-Identifier: Apache-2.0 */
/* declare - registers, variables with their initial values, and parameters. */
#include "ptx_parse.h"

/* ---- declarations */

static unsigned align(struct parse *p, unsigned least)
{
    uint64_t by;

    if (!ptx_pass(p, ".align"))
        return least;
    by = ptx_literal(p, (struct ptx_type){ 'u', 32 });
    if (by == 0 || by > 1024 || (by & (by - 1)) != 0)
        ptx_refuse(p->m, p->line, ".align %u: expected a power of two, at most 1024", (unsigned)by);
    return (unsigned)by;
}

/* name[8][4]: the bytes behind a type and a name; 0 if they are left out, as in name[]. */
static uint64_t extent(struct parse *p, struct ptx_type type)
{
    uint64_t size = type.letter == 'p' ? 1 : type.bits / 8;

    while (ptx_pass(p, "[")) {
        if (ptx_pass(p, "]"))
            return 0;
        size *= ptx_literal(p, (struct ptx_type){ 'u', 32 });
        ptx_expect(p, "]");
        if (size > 1 << 20)
            ptx_refuse(p->m, p->line, "a variable of more than 1 MiB");
    }
    return size;
}

static uint32_t place(struct parse *p, uint32_t *total, uint64_t size, unsigned by)
{
    const uint32_t at = (*total + by - 1) / by * by;

    if (at + size > 1 << 20)
        ptx_refuse(p->m, p->line, "more than 1 MiB of variables in one space");
    *total = at + (uint32_t)size;
    return at;
}

/* A number, or the address of a function or a global variable. */
static uint64_t initial_value(struct parse *p, struct ptx_type type)
{
    if (!ptx_is_name(*ptx_skip(p)) || isdigit((unsigned char)*p->at))
        return ptx_literal(p, type);
    const bool is_generic = ptx_pass(p, "generic");

    if (is_generic)
        ptx_expect(p, "(");
    const bool is_name = ptx_is_name(*ptx_skip(p)) && !isdigit((unsigned char)*p->at);
    const struct ptx_operand o = ptx_operand(p, type);
    if (!is_name || o.kind != PTX_IMM || o.imm < PTX_GLOBAL_AT || o.imm >= PTX_LOCAL_AT || type.bits != 64)
        ptx_expected(p, "the address of a function or of a .global variable, of 64 bits");
    if (is_generic)
        ptx_expect(p, ")");
    return o.imm;
}

static void initial_values(struct parse *p, struct ptx_type type, uint32_t at, uint64_t size)
{
    const bool braces = ptx_pass(p, "{");

    do {
        if (braces && *ptx_skip(p) == '}')
            break;
        const uint64_t value = initial_value(p, type);
        if (size < type.bits / 8u)
            ptx_refuse(p->m, p->line, "more values than the variable has room for");
        for (unsigned k = 0; k < type.bits / 8u; k++)
            p->m->global[at++] = (uint8_t)(value >> 8 * k);
        size -= type.bits / 8u;
    } while (braces && ptx_pass(p, ","));
    if (braces)
        ptx_expect(p, "}");
}

static void note_variable(struct parse *p, struct name word, bool is_shared, uint32_t at, uint32_t size)
{
    static const char unknown[] = "unknown_";
    struct ptx_module *m = p->m;
    size_t length = word.length;
    const char *name = ptx_base_name(word.at, &length);
    const size_t prefix = strncmp(name, unknown, sizeof unknown - 1) == 0 ? sizeof unknown - 1 : 0;
    const char *const copy = ptx_copy(m, name + prefix, length - prefix);

    PUSH(m, m->variable, m->variables, (struct ptx_variable){ copy, is_shared, prefix > 0, p->line, at, size });
}

/* .shared .align 4 .b8 name[128]; at is behind the space. */
void ptx_variables(struct parse *p, unsigned is)
{
    struct ptx_module *m = p->m;
    unsigned by = align(p, 1);

    while (ptx_pass(p, ".attribute") || ptx_pass(p, ".v2") || ptx_pass(p, ".v4") || ptx_pass(p, ".v8"))
        ptx_expected(p, "a variable without .attribute or vectors, which are not executed here");
    const struct ptx_type type = ptx_take_type(p);
    const unsigned own = type.bits / 8u;
    by = by > own ? by : own;
    do {
        const struct name name = ptx_name(p);
        const uint64_t size = extent(p, type);
        uint32_t at;

        if (is == IS_SHARED) {
            at = size ? place(p, &m->shared_size, size, by) : PTX_DYNAMIC_AT;
            m->has_dynamic_shared = m->has_dynamic_shared || size == 0;
        } else if (is == IS_LOCAL || is == IS_PARAM) {
            at = place(p, is == IS_LOCAL ? &p->f->local_size : &p->f->param_size, size, by);
        } else {
            at = place(p, &m->global_size, size, by);
            if (ptx_pass(p, "="))
                initial_values(p, type, at, size);
        }
        ptx_define(p, name, is, at, 0);
        if (is == IS_SHARED || is == IS_GLOBAL)
            note_variable(p, name, is == IS_SHARED, at, (uint32_t)size);
    } while (ptx_pass(p, ","));
    ptx_expect(p, ";");
}

static void add_register(struct parse *p, struct ptx_type type, struct name name, int32_t number)
{
    struct ptx_function *f = p->f;

    if (f->regs >= 200000)
        ptx_refuse(p->m, p->line, "more than 200,000 registers");
    PUSH(p->m, f->reg, f->regs, (struct ptx_register){ type, (uint32_t)(name.at - p->m->text), name.length, number });
}

/* The register that holds the function's carry. */
uint32_t ptx_carry_register(struct parse *p)
{
    if (p->f->carry == 0) {
        add_register(p, (struct ptx_type){ 'p', 1 }, (struct name){ p->m->text, 0 }, -1);
        p->f->carry = p->f->regs;
    }
    return p->f->carry - 1;
}

void ptx_registers(struct parse *p)
{
    const struct ptx_type type = ptx_take_type(p);

    do {
        const struct name name = ptx_name(p);
        const uint32_t first = p->f->regs;

        if (ptx_pass(p, "<")) {
            const uint64_t count = ptx_literal(p, (struct ptx_type){ 'u', 32 });

            ptx_expect(p, ">");
            for (uint64_t k = 0; k < count; k++)
                add_register(p, type, name, (int32_t)k);
            if (count)
                ptx_define(p, name, IS_RANGE, first, (uint32_t)count);
        } else {
            add_register(p, type, name, -1);
            ptx_define(p, name, IS_REG, first, 0);
        }
    } while (ptx_pass(p, ","));
    ptx_expect(p, ";");
}

/* ( .param .u64 name, ... ) */
void ptx_parameters(struct parse *p, struct ptx_function *f)
{
    ptx_expect(p, "(");
    while (!ptx_pass(p, ")")) {
        if (!ptx_pass(p, ".param"))
            ptx_expected(p, ".param; parameters in registers are not executed here");
        unsigned by = align(p, 1);
        const struct ptx_type type = ptx_take_type(p);
        while (ptx_pass(p, ".ptr") || ptx_pass(p, ".global") || ptx_pass(p, ".shared") || ptx_pass(p, ".local")
               || ptx_pass(p, ".const"))
            ;
        by = align(p, by);
        const struct name name = ptx_name(p);
        const uint64_t size = extent(p, type);
        by = by > type.bits / 8u ? by : type.bits / 8u;
        if (size == 0)
            ptx_expected(p, "an array with its size");
        const uint32_t at = place(p, &f->param_size, size, by > 8 ? 8 : by);
        PUSH(p->m, f->param, f->params,
             (struct ptx_param){ ptx_copy(p->m, name.at, name.length), type, at, (uint32_t)size });
        if (*ptx_skip(p) != ')')
            ptx_expect(p, ",");
    }
}
