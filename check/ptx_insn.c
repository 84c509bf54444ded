/* SPDX-License-Identifier: Apache-2.0 */
/* insn - an instruction: its row, its modifiers, and whether its operands are what the row takes. */
#include "ptx_parse.h"

#include <fenv.h>
#include <stdio.h>

/* ---- instructions */

/* (ret), name, (a, b) */
static void call(struct parse *p, struct ptx_insn *i)
{
    struct ptx_module *m = p->m;
    const char *word;

    i->call = m->operands;
    for (unsigned list = 0; list < 2; list++) {
        if (ptx_pass(p, "("))
            while (!ptx_pass(p, ")")) {
                const uint32_t length = ptx_name(p, &word);
                uint32_t number;
                const struct symbol *y = ptx_lookup(p, word, length, &number);

                if (y == NULL || y->is != IS_PARAM)
                    ptx_refuse(m, p->line, "call: '%.*s' is no .param variable, the one kind that is passed here",
                               (int)length, word);
                GROW(m, m->operand, m->operands);
                m->operand[m->operands++] = (struct ptx_operand){ .kind = PTX_IMM, .negated = list == 0, .imm = y->at };
                if (*ptx_skip(p) != ')')
                    ptx_expect(p, ",");
            }
        if (list == 1)
            break;
        if (m->operands > i->call)
            ptx_expect(p, ",");
        const uint32_t length = ptx_name(p, &word);
        uint32_t number;
        const struct symbol *y = ptx_lookup(p, word, length, &number);

        if (y != NULL && (y->is == IS_REG || y->is == IS_RANGE)) {
            i->s[0] = (struct ptx_operand){ .kind = PTX_REG, .reg = y->at + number };
            i->sources = 1;
            if (p->f->reg[i->s[0].reg].type.bits != 64)
                ptx_refuse(m, p->line, "call: a register of 64 bits is needed, with a function's address");
        } else {
            i->d = (struct ptx_operand){ .kind = PTX_FUNC, .reg = ptx_function_named(p, word, length) };
            m->function[i->d.reg].is_reached = true;
        }
        if (!ptx_pass(p, ","))
            break;
    }
    i->calls = m->operands - i->call;
    if (i->sources && ptx_pass(p, ",")) {
        struct ptx_operand o;

        ptx_label_operand(p, &o); /* its .callprototype or .calltargets */
        if (!p->symbol[o.reg].defined)
            ptx_refuse(m, p->line, "call: there is no .callprototype '%.*s' in front of this",
                       (int)p->symbol[o.reg].length, p->symbol[o.reg].name);
    }
}

/* Does the list have the word? */
static bool has_word(const char *list, const char *word, uint32_t size)
{
    for (const char *at = list; *at; at += strspn(at, " ")) {
        const uint32_t one = (uint32_t)strcspn(at, " ");

        if (one == size && memcmp(at, word, size) == 0)
            return true;
        at += one;
    }
    return false;
}

/* What stands behind :: is the block's own shared memory, or what a cache keeps, which changes no value. */
static void qualifier(struct parse *p, const struct ptx_insn *i, const char *word, uint32_t size)
{
    const bool cache = size == 2 && *word == 'L';
    const char *kept = cache ? "evict_normal evict_unchanged evict_first evict_last no_allocate 64B 128B 256B"
                     : i->row->what == PTX_COPY ? "cta cluster complete_tx::bytes"
                     : *word == 's'             ? "cta cluster"
                                                : "cta";
    uint32_t length = 2;

    if (strncmp(p->at, "::", 2) != 0)
        return;
    while (ptx_is_name(p->at[length]) || p->at[length] == ':')
        length++;
    if (!has_word(kept, p->at + 2, length - 2))
        ptx_refuse(p->m, p->line, "%s.%.*s: not executed here; known behind .%.*s:: %s", i->row->name,
                   (int)(size + length), word, (int)size, word, kept);
    p->at += length;
}

_Noreturn static void approximation(struct parse *p, const char *word, uint32_t length)
{
    ptx_refuse(
        p->m, p->line,
        "%.*s: an approximation whose bits are not known here; known are rcp, sqrt, rsqrt, ex2, lg2, sin, cos, tanh "
        "and div of f32, and rcp.approx.ftz and rsqrt.approx of f64",
        (int)length, word);
}

static void modifiers(struct parse *p, struct ptx_insn *i)
{
    const char *base = p->at, *word;
    const uint32_t length = ptx_name(p, &base);

    i->row = ptx_row(base, length);
    if (i->row == NULL)
        ptx_refuse(p->m, p->line,
                   "%.*s: this instruction is not executed here; docs/use/programs.md has those that are", (int)length,
                   base);
    while (*p->at == '.') {
        struct ptx_type type;
        unsigned m = 0;

        p->at++;
        const uint32_t size = (word = p->at, (uint32_t)strspn(p->at, "abcdefghijklmnopqrstuvwxyzCNL_0123456789"));
        p->at += size;
        qualifier(p, i, word, size);
        while (m < PTX_MODIFIER_COUNT && !ptx_is_word(word, size, ptx_modifier_names[m]))
            m++;
        const bool is_type = ptx_type_read(word, size, &type);
        const char *list = is_type ? i->row->types : i->row->modifiers;
        const bool known = has_word(list, word, size);

        if (!known && (ptx_is_word(word, size, "approx") || ptx_is_word(word, size, "full")))
            approximation(p, base, (uint32_t)(word - base) + size);
        if (!known || (is_type && i->types == 3))
            ptx_refuse(p->m, p->line, "%s.%.*s: not executed here; known behind %s: %s%s%s", i->row->name, (int)size,
                       word, i->row->name, i->row->modifiers, *i->row->modifiers && *i->row->types ? "; " : "",
                       i->row->types);
        if (is_type)
            i->type[i->types++] = type;
        else
            ptx_set(i, m);
    }
}

static bool one_of(const struct ptx_insn *i, const enum ptx_modifier list[], unsigned count)
{
    unsigned n = 0;

    for (unsigned k = 0; k < count; k++)
        n += ptx_has(i, list[k]);
    return n == 1;
}

static bool is_f32(struct ptx_type type) { return type.letter == 'f' && type.bits == 32; }

static bool is_half(struct ptx_type type) { return ptx_is_float(type) && type.bits == 16; }

/* set: is there such a result of such sources? */
static bool set_gives(const struct ptx_insn *i)
{
    const struct ptx_type to = i->type[0], from = i->type[1];

    if (ptx_is_packed(from))
        return to.letter == from.letter || (to.bits == 32 && (to.letter == 'u' || to.letter == 's'));
    if (is_half(from))
        return to.letter == from.letter ? to.bits == 16 : to.letter == 'u' || to.letter == 's';
    return to.bits == 32 && !ptx_is_packed(to);
}

/* Of each group of a row's modifiers there has to be one. */
static void check_groups(struct parse *p, const struct ptx_insn *i)
{
    const char *row = i->row->modifiers;
    char group[120];

    for (const char *at = row; (at = strchr(at, '(')) != NULL; at++) {
        unsigned count = 0;

        snprintf(group, sizeof group, "%.*s", (int)strcspn(at, ")") - 3, at + 2);
        for (unsigned m = 0; m < PTX_MODIFIER_COUNT; m++)
            count += ptx_has(i, m) && has_word(group, ptx_modifier_names[m], (uint32_t)strlen(ptx_modifier_names[m]));
        const char of = at > row ? at[-1] : ' ';
        if (count != 1 && (of == ' ' || (of == 'f') == ptx_is_float(i->type[0])))
            ptx_refuse(p->m, p->line, "%s: %s'%s' is needed here", i->row->name, strchr(group, ' ') ? "one of " : "",
                       group);
    }
}

/* What a row cannot say: which other modifiers and types have to be there. */
static void check(struct parse *p, const struct ptx_insn *i)
{
    const char *n = i->row->name, *need = NULL;
    const bool is_float = ptx_is_float(i->type[0]);
    const bool is_small = is_half(i->type[0]) || ptx_is_packed(i->type[0]);
    const bool typed = *i->row->types && strcmp(n, "bar") != 0 && strcmp(n, "barrier") != 0
                    && (strcmp(n, "cp") != 0 || (ptx_has(i, PTX_mbarrier) && !ptx_has(i, PTX_bulk)));
#define ONE_OF(...)                                       \
    one_of(i, (const enum ptx_modifier[]){ __VA_ARGS__ }, \
           sizeof((const enum ptx_modifier[]){ __VA_ARGS__ }) / sizeof(enum ptx_modifier))
#define IS(word) (strcmp(n, word) == 0)
    const bool two = IS("cvt") || IS("slct") || IS("set") || IS("dp4a") || IS("dp2a");
    const bool three = IS("vabsdiff2") || IS("vabsdiff4");
    const bool rounds = ptx_has(i, PTX_rz) || ptx_has(i, PTX_rm) || ptx_has(i, PTX_rp);

    if (i->types != (three ? 3 : two ? 2 : typed ? 1 : i->types > 1 ? 0 : i->types))
        need = three ? "three types" : two ? "two types" : "one type";
    else if (ptx_has(i, PTX_cc) && (ptx_has(i, PTX_sat) || ptx_has(i, PTX_wide) || is_float || i->type[0].bits < 32))
        need = "an integer type of 32 or 64 bits, without .sat and .wide,";
    else if (ptx_has(i, PTX_sat) && (IS("mad") || IS("mad24")) && !is_float && !ptx_has(i, PTX_hi))
        need = ".hi for .sat";
    else if ((ptx_has(i, PTX_approx) || ptx_has(i, PTX_full)) && !is_f32(i->type[0])
             && !(IS("rsqrt") || (IS("rcp") && ptx_has(i, PTX_ftz))))
        approximation(p, n, (uint32_t)strlen(n));
    else if (is_small && rounds && !IS("cvt"))
        need = ".rn for f16 and bf16";
#ifndef FE_UPWARD /* as in a browser */
    else if (rounds && (i->type[0].bits == 64 || IS("div") || IS("rcp") || IS("sqrt")) && !IS("cvt"))
        need = ".rn, where the machine has no other rounding,";
#endif
    else if (is_float && (i->type[0].letter == 'e' || i->type[0].letter == 'g')
             && (ptx_has(i, PTX_ftz) || ptx_has(i, PTX_sat)))
        need = "neither .ftz nor .sat";
    else if (ptx_has(i, PTX_relu) && !(IS("min") || IS("max") ? strchr("sS", i->type[0].letter) != NULL : is_small))
        need = IS("fma") || IS("cvt") ? "f16 or bf16 for .relu" : ".s32 or .s16x2 for .relu";
    else if (IS("lop3") && ptx_has(i, PTX_and) && ptx_has(i, PTX_or))
        need = ".and or .or";
    else if (IS("redux") && !is_float && (ptx_has(i, PTX_abs) || ptx_has(i, PTX_NaN)))
        need = ".f32 for .abs and .NaN";
    else if (IS("cp") && !ONE_OF(PTX_ca, PTX_cg, PTX_commit_group, PTX_wait_group, PTX_wait_all, PTX_mbarrier))
        need = ".async with .ca, .cg, .commit_group, .wait_group, .wait_all or .mbarrier.arrive";
    else if (IS("cp") && ptx_has(i, PTX_bulk) && !(ptx_has(i, PTX_mbarrier) && ptx_has(i, PTX_global)))
        need = ".bulk from .global to .shared, with .mbarrier::complete_tx::bytes,";
    else if (IS("mbarrier")
             && !ONE_OF(PTX_init, PTX_inval, PTX_arrive, PTX_arrive_drop, PTX_test_wait, PTX_try_wait,
                        PTX_pending_count)
             && !(ptx_has(i, PTX_expect_tx) ^ ptx_has(i, PTX_complete_tx)))
        need = "one operation";
    else if (i->row->what == PTX_BARRIER
             && (ptx_has(i, PTX_cluster) ? !ONE_OF(PTX_arrive, PTX_wait) : !ONE_OF(PTX_sync, PTX_arrive, PTX_red)))
        need = ptx_has(i, PTX_cluster) ? ".arrive or .wait" : ".sync, .arrive or .red";
    else if ((IS("bar") || IS("barrier")) && ptx_has(i, PTX_red) && !ONE_OF(PTX_popc, PTX_and, PTX_or))
        need = ".popc, .and or .or";
    else if ((IS("atom") || IS("red")) && is_float && !ptx_has(i, PTX_add))
        need = "an integer type, or .add";
    else if ((IS("atom") || IS("red")) && is_small && !ptx_has(i, PTX_noftz))
        need = ".noftz";
    else if (IS("atom") && i->type[0].bits == 16 && !is_small && !ptx_has(i, PTX_cas))
        need = ".cas for 16 bits";
    else if (IS("set") && !set_gives(i))
        need = "of f16x2 f16x2, u32 or s32; of f16 f16 or an integer of 16 or 32 bits; of others u32, s32 or f32";
    else if (IS("cvt") && (ptx_is_packed(i->type[1]) || (ptx_is_packed(i->type[0]) && !is_f32(i->type[1]))))
        need = "two sources of .f32";
    else if (IS("cvt") && is_float && ptx_is_float(i->type[1])
             && (i->type[0].bits < i->type[1].bits || ptx_is_packed(i->type[0])
                 || (i->type[0].bits == 16 && i->type[0].letter != i->type[1].letter))
             && !ONE_OF(PTX_rn, PTX_rz, PTX_rm, PTX_rp))
        need = "a rounding";
    else if (IS("cvt") && is_float && !ptx_is_float(i->type[1])
             && (i->type[0].bits > 16 ? !ONE_OF(PTX_rn, PTX_rz, PTX_rm, PTX_rp) : !ptx_has(i, PTX_rn)))
        need = "a rounding, of f16 .rn";
    else if (IS("cvt") && !is_float && ptx_is_float(i->type[1]) && !ONE_OF(PTX_rni, PTX_rzi, PTX_rmi, PTX_rpi))
        need = ".rni, .rzi, .rmi or .rpi";
    else if (IS("cvt") && (i->type[0].letter == 'b' || i->type[1].letter == 'b'))
        need = "types with a meaning, not .b";
    else if (ptx_has(i, PTX_sat) && !is_float && !IS("cvt") && !(i->type[0].letter == 's' && i->type[0].bits == 32))
        need = ".s32 for .sat";
    else if (ptx_has(i, PTX_ftz) && !is_f32(i->type[0]) && !(i->types > 1 && is_f32(i->type[1]))
             && !(is_small && !IS("cvt")) && !(i->types > 1 && IS("set") && ptx_is_float(i->type[1]))
             && !ptx_has(i, PTX_approx))
        need = ".f32 or .f16 for .ftz";
    if (need)
        ptx_refuse(p->m, p->line, "%s: %s is needed here", n, need);
}

static struct ptx_type of_form(const struct ptx_insn *i, char form)
{
    const struct ptx_type first = i->types ? i->type[0] : (struct ptx_type){ 'b', 32 };

    switch (form) {
    case 'z': return i->type[i->types ? i->types - 1 : 0];
    case 'w': return (struct ptx_type){ 'u', 32 };
    case 'l': return (struct ptx_type){ 'b', 64 };
    case 'W': return (struct ptx_type){ first.letter, (uint8_t)(2 * first.bits) };
    case 'p': return (struct ptx_type){ 'p', 1 };
    case 'x': return (struct ptx_type){ 'b', 32 };
    default: return first;
    }
}

/* Is the operand what its place takes? Registers have the size of the type, apart from those of ld, st and cvt. */
static void check_operand(struct parse *p, const struct ptx_insn *i, const struct ptx_operand *o, struct ptx_type type)
{
    const bool loose = i->row->what == PTX_LOAD || i->row->what == PTX_STORE || strcmp(i->row->name, "cvt") == 0;

    if (o->kind == PTX_VECTOR) {
        for (uint64_t k = 0; k < o->imm; k++) {
            const struct ptx_operand part = p->m->operand[o->reg + k];

            if (part.kind != PTX_REG && part.kind != PTX_IMM && part.kind != PTX_SINK)
                ptx_refuse(p->m, p->line, "%s: a vector of registers and numbers is needed", i->row->name);
            if (i->row->what != PTX_MOVE)
                check_operand(p, i, &part, type);
        }
        return;
    }
    if (o->kind != PTX_REG)
        return;
    const struct ptx_type reg = p->f->reg[o->reg].type;
    if ((reg.letter == 'p') != (type.letter == 'p') || reg.bits < type.bits || (!loose && reg.bits != type.bits))
        ptx_refuse(p->m, p->line, "%s: a register of type .%c%u where one of %u bits%s is needed", i->row->name,
                   reg.letter, reg.bits, type.bits, type.letter == 'p' ? ", .pred," : "");
}

/* The name of a .branchtargets in front of this. */
static struct ptx_operand targets(struct parse *p, struct ptx_insn *i)
{
    const char *word;
    uint32_t number;
    const uint32_t length = ptx_name(p, &word);
    const struct symbol *y = ptx_lookup(p, word, length, &number);

    if (y == NULL || y->is != IS_TARGETS)
        ptx_refuse(p->m, p->line, "brx: '%.*s' is no list of .branchtargets in front of this", (int)length, word);
    i->call = y->at;
    i->calls = y->count;
    return (struct ptx_operand){ .kind = PTX_TARGETS };
}

/* The operands of cp.async and mbarrier, and how many of them at least are sources. */
static const char *async_form(const struct ptx_insn *i, unsigned *least)
{
    const char *form = ptx_has(i, PTX_bulk)     ? "-mmwm"
                     : i->row->what == PTX_COPY ? (ptx_has(i, PTX_commit_group) || ptx_has(i, PTX_wait_all) ? ""
                                                   : ptx_has(i, PTX_wait_group)                             ? "-w"
                                                   : ptx_has(i, PTX_mbarrier)                               ? "-m"
                                                                                                            : "-mmww")
                     : ptx_has(i, PTX_test_wait) || ptx_has(i, PTX_try_wait) ? ptx_has(i, PTX_parity) ? "pmww" : "pmlw"
                     : ptx_has(i, PTX_arrive) || ptx_has(i, PTX_arrive_drop) ? "lmw"
                     : ptx_has(i, PTX_pending_count)                         ? "wl"
                     : ptx_has(i, PTX_inval)                                 ? "-m"
                                                                             : "-mw";
    const size_t sources = strlen(form) - (*form != '\0');

    *least = (unsigned)sources
           - ((sources == 4 && !ptx_has(i, PTX_bulk)) || *form == 'p'
              || (strcmp(form, "lmw") == 0 && !ptx_has(i, PTX_expect_tx)));
    return form;
}

static void operands(struct parse *p, struct ptx_insn *i)
{
    const bool wide = ptx_has(i, PTX_wide), is_setp = strcmp(i->row->name, "setp") == 0;
    const bool is_set = is_setp || strcmp(i->row->name, "set") == 0;
    const bool is_lop3 = strcmp(i->row->name, "lop3") == 0, bool_op = ptx_has(i, PTX_and) || ptx_has(i, PTX_or);
    const bool pairs = strcmp(i->row->name, "cvt") == 0 && ptx_is_packed(i->type[0]);
    const bool is_bar = i->row->what == PTX_BARRIER, bar_red = is_bar && ptx_has(i, PTX_red);
    const bool bar_warp = is_bar && ptx_has(i, PTX_warp);
    const char *form = bar_red || !is_bar ? i->row->form : bar_warp ? "-x" : ptx_has(i, PTX_cluster) ? "" : "-xx";
    bool first = true;
    unsigned least_async = 0;
    const bool is_async = i->row->what == PTX_COPY || i->row->what == PTX_MBARRIER;
    if (is_async)
        form = async_form(i, &least_async);
    const unsigned least_sources = is_async                          ? least_async
                                 : is_bar                            ? 1
                                 : is_set                            ? 2
                                 : is_lop3                           ? (bool_op ? 5 : 4)
                                 : strcmp(i->row->name, "atom") == 0 ? (ptx_has(i, PTX_cas) ? 3 : 2)
                                                                     : (unsigned)strlen(form) - (*form != '\0');

    if (i->row->what == PTX_ATOMIC && *form != '-' && !ptx_has(i, PTX_cas))
        form = "dma";
    if (strcmp(i->row->name, "shfl") == 0 && !ptx_has(i, PTX_sync))
        form = "daxx";
    if (i->row->what == PTX_SYNC && !ptx_has(i, PTX_sync) && strcmp(i->row->name, "vote") == 0)
        form = "dp";
    if (pairs)
        form = "dzz";
    if (is_lop3 && !bool_op)
        form = "daaaw";
    for (const char *at = form; *at; at++) {
        struct ptx_operand *o = at == form ? &i->d : &i->s[i->sources];
        struct ptx_type type = of_form(i, *at);

        if (*at == '-')
            continue;
        if (*at == 'c') {
            *o = (struct ptx_operand){ .kind = PTX_REG, .reg = ptx_carry_register(p) };
            i->sources++;
            continue;
        }
        if (at > form && i->sources >= least_sources && *ptx_skip(p) == ';')
            break;
        if (wide && (at == form || (at == form + 3)))
            type = of_form(i, 'W');
        if (bar_red && at == form && ptx_has(i, PTX_popc))
            type = of_form(i, 'w');
        else if (bar_red && at == form)
            type = of_form(i, 'p');
        if (!first)
            ptx_expect(p, ",");
        first = false;
        if (*at == 'm')
            *o = ptx_memory_operand(p);
        else if (*at == 't')
            *o = targets(p, i);
        else if (i->row->what == PTX_BRANCH)
            ptx_label_operand(p, o);
        else
            *o = ptx_operand(p, type);
        if (at == form && ptx_pass(p, "|")) {
            i->q = ptx_operand(p, of_form(i, 'p'));
            if ((i->q.kind != PTX_REG && i->q.kind != PTX_SINK)
                || (!(is_setp && !is_half(i->type[0])) && !(is_lop3 && bool_op) && i->row->what != PTX_SYNC))
                ptx_refuse(p->m, p->line, "%s: a second destination is not known here", i->row->name);
            check_operand(p, i, &i->q, of_form(i, 'p'));
        }
        if (at == form && *at != '-' && o->kind != PTX_REG && o->kind != PTX_SINK && o->kind != PTX_VECTOR)
            ptx_refuse(p->m, p->line, "%s: its destination has to be a register", i->row->name);
        if (o->kind == PTX_LABEL && i->row->what != PTX_BRANCH)
            ptx_refuse(p->m, p->line, "%s: a label where a value is needed", i->row->name);
        const unsigned vector = ptx_has(i, PTX_v2) ? 2 : ptx_has(i, PTX_v4) ? 4 : ptx_has(i, PTX_v8) ? 8 : 0;
        if (o->kind == PTX_VECTOR
            && !(i->row->what == PTX_MOVE ? o->imm <= 4
                                          : vector && o->imm == vector && vector * i->type[0].bits <= 256))
            ptx_refuse(p->m, p->line, "%s: a vector of %u is not what is needed here", i->row->name, (unsigned)o->imm);
        if (vector && *at == (i->row->what == PTX_LOAD ? 'd' : 'a') && o->kind != PTX_VECTOR)
            ptx_refuse(p->m, p->line, "%s: a vector is needed, {a, b}", i->row->name);
        if (*at != 'm' && *at != 'x' && *at != 't' && o->kind != PTX_LABEL)
            check_operand(p, i, o, type);
        if (*at == 'x' && o->kind == PTX_REG) {
            const struct ptx_type reg = p->f->reg[o->reg].type;
            const bool predicate = bar_red && p->at && (at[1] == '\0' || *ptx_skip(p) == ';');

            if (predicate ? reg.letter != 'p' : reg.letter == 'p' || reg.bits != 32)
                ptx_refuse(p->m, p->line, "%s: a register of type .%c%u where %s is needed", i->row->name, reg.letter,
                           reg.bits, predicate ? ".pred" : "one of 32 bits");
        }
        if (at != form)
            i->sources++;
    }
    if (ptx_has(i, PTX_cc))
        i->q = (struct ptx_operand){ .kind = PTX_REG, .reg = ptx_carry_register(p) };
    if (is_bar && ptx_has(i, PTX_arrive) && !ptx_has(i, PTX_cluster) && i->sources < 2)
        ptx_refuse(p->m, p->line, "%s.arrive: the number of threads is needed", i->row->name);
    if (i->row->what == PTX_COPY && i->sources > 2 && !ptx_has(i, PTX_bulk)
        && (i->s[2].kind != PTX_IMM || strchr("\4\10\20", (int)i->s[2].imm) == NULL || i->s[2].imm == 0
            || (ptx_has(i, PTX_cg) && i->s[2].imm != 16)))
        ptx_refuse(p->m, p->line, "cp.async: its size has to be the number 4, 8 or 16, with .cg 16");
    if (bar_red && i->sources < 2)
        ptx_refuse(p->m, p->line, "%s.red: a predicate is needed", i->row->name);
}

void ptx_instruction(struct parse *p)
{
    struct ptx_function *f = p->f;
    struct ptx_insn *i;

    if (f->insns >= 1 << 20)
        ptx_refuse(p->m, p->line, "a function of more than 1,048,576 instructions");
    GROW(p->m, f->insn, f->insns);
    i = &f->insn[f->insns];
    *i = (struct ptx_insn){
        .line = p->line, .text = (uint32_t)(p->at - p->m->text), .place = p->place, .join = UINT32_MAX
    };
    if (ptx_pass(p, "@")) {
        i->guarded = true;
        i->guard_not = ptx_pass(p, "!");
        const struct ptx_operand guard = ptx_operand(p, (struct ptx_type){ 'p', 1 });

        if (guard.kind != PTX_REG || f->reg[guard.reg].type.letter != 'p')
            ptx_refuse(p->m, p->line, "the guard has to be a register of type .pred");
        i->guard = guard.reg;
        ptx_skip(p);
    }
    modifiers(p, i);
    check_groups(p, i);
    check(p, i);
    if (i->row->what == PTX_COPY)
        i->type[0] = (struct ptx_type){ 'b', 32 };
    if ((i->row->what == PTX_MBARRIER || (i->row->what == PTX_COPY && ptx_has(i, PTX_mbarrier)))
        && !ptx_has(i, PTX_relaxed))
        ptx_set(i, PTX_acq_rel);
    if (i->row->what == PTX_CALL)
        call(p, i);
    else
        operands(p, i);
    ptx_expect(p, ";");
    const size_t length = (size_t)(p->at - p->m->text) - i->text;
    i->length = (uint32_t)length;
    f->insns++;
}
