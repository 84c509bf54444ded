/* SPDX-License-Identifier: Apache-2.0 */
/* insn - an instruction: its row, its modifiers, and whether its operands are what the row takes. */
#include "ptx_parse.h"
#include "ptx_meaning.h"

#include <fenv.h>
#include <stdio.h>

/* ---- instructions */

/* (ret), name, (a, b) */
static void call(struct parse *p, struct ptx_insn *i)
{
    struct ptx_module *m = p->m;

    i->call = m->operands;
    for (unsigned list = 0; list < 2; list++) {
        if (ptx_pass(p, "("))
            while (!ptx_pass(p, ")")) {
                const struct name name = ptx_name(p);
                const struct symbol *y = ptx_lookup(p, name, NULL);

                if (y == NULL || y->is != IS_PARAM)
                    ptx_refuse(m, p->line, "call: '%.*s' is no .param variable, the one kind that is passed here",
                               (int)name.length, name.at);
                PUSH(m, m->operand, m->operands, (struct ptx_operand){ .kind = PTX_IMM, .imm = y->at });
                if (*ptx_skip(p) != ')')
                    ptx_expect(p, ",");
            }
        if (list == 1)
            break;
        i->returned = m->operands - i->call;
        if (i->returned)
            ptx_expect(p, ",");
        const struct name name = ptx_name(p);
        uint32_t number;
        const struct symbol *y = ptx_lookup(p, name, &number);

        if (y != NULL && (y->is == IS_REG || y->is == IS_RANGE)) {
            i->s[0] = (struct ptx_operand){ .kind = PTX_REG, .reg = y->at + number };
            i->sources = 1;
            if (p->f->reg[i->s[0].reg].type.bits != 64)
                ptx_refuse(m, p->line, "call: a register of 64 bits is needed, with a function's address");
        } else {
            i->d = (struct ptx_operand){ .kind = PTX_FUNC, .reg = ptx_function_named(p, name) };
            m->function[i->d.reg].is_reached = true;
        }
        if (!ptx_pass(p, ","))
            break;
    }
    i->calls = m->operands - i->call;
    if (i->sources && ptx_pass(p, ",")) {
        const struct symbol *y = &p->symbol[ptx_label_operand(p).reg]; /* its .callprototype or .calltargets */

        if (!y->defined)
            ptx_refuse(m, p->line, "call: there is no .callprototype '%.*s' in front of this", (int)y->name.length,
                       y->name.at);
    }
}

/* What stands behind :: is the block's own shared memory, or what a cache keeps, which changes no value. */
static void qualifier(struct parse *p, const struct ptx_insn *i, struct name word)
{
    const bool cache = word.length == 2 && *word.at == 'L';
    const char *kept = cache ? "evict_normal evict_unchanged evict_first evict_last no_allocate 64B 128B 256B"
                     : i->row->what == PTX_COPY ? "cta cluster complete_tx::bytes"
                     : *word.at == 's'          ? "cta cluster"
                                                : "cta";
    uint32_t length = 2;

    if (strncmp(p->at, "::", 2) != 0)
        return;
    while (ptx_is_name(p->at[length]) || p->at[length] == ':')
        length++;
    if (!text_among(p->at + 2, length - 2, kept))
        ptx_refuse(p->m, p->line, "%s.%.*s: not executed here; known behind .%.*s:: %s", i->row->name,
                   (int)(word.length + length), word.at, (int)word.length, word.at, kept);
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

static unsigned modifier_of(struct name word)
{
    unsigned m = 0;

    while (m < PTX_MODIFIER_COUNT && !ptx_is_word(word, ptx_modifier_names[m]))
        m++;
    return m;
}

static void modifiers(struct parse *p, struct ptx_insn *i)
{
    const struct name base = ptx_name(p);

    i->row = ptx_row(base.at, base.length);
    if (i->row == NULL)
        ptx_refuse(p->m, p->line,
                   "%.*s: this instruction is not executed here; docs/use/programs.md has those that are",
                   (int)base.length, base.at);
    while (*p->at == '.') {
        struct ptx_type type;

        p->at++;
        const struct name word = { p->at, (uint32_t)strspn(p->at, "abcdefghijklmnopqrstuvwxyzCNL_0123456789") };
        p->at += word.length;
        qualifier(p, i, word);
        const bool is_type = ptx_type_read(word, &type);
        const bool known = text_among(word.at, word.length, is_type ? i->row->types : i->row->modifiers);

        if (!known && (ptx_is_word(word, "approx") || ptx_is_word(word, "full")))
            approximation(p, base.at, (uint32_t)(word.at - base.at) + word.length);
        if (!known || (is_type && i->types == 3))
            ptx_refuse(p->m, p->line, "%s.%.*s: not executed here; known behind %s: %s%s%s", i->row->name,
                       (int)word.length, word.at, i->row->name, i->row->modifiers,
                       *i->row->modifiers && *i->row->types ? "; " : "", i->row->types);
        if (is_type)
            i->type[i->types++] = type;
        else
            ptx_set(i, modifier_of(word));
    }
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
            count += ptx_has(i, m) && text_among(ptx_modifier_names[m], strlen(ptx_modifier_names[m]), group);
        const char of = at > row ? at[-1] : ' ';
        if (count != 1 && (of == ' ' || (of == 'f') == ptx_is_float(i->type[0])))
            ptx_refuse(p->m, p->line, "%s: %s'%s' is needed here", i->row->name, strchr(group, ' ') ? "one of " : "",
                       group);
    }
}

/* What a row cannot say: which other modifiers and types have to be there. */
static void check(struct parse *p, const struct ptx_insn *i)
{
    const char *n = i->row->name;
#define IS(word) (strcmp(n, word) == 0)
    const struct ptx_type to = i->type[0], from = i->type[1];
    const bool from_float = ptx_is_float(from), is_small = is_half(to) || IS_PACKED, is_cvt = IS("cvt");
    const bool typed = *i->row->types && !IS("bar") && !IS("barrier") && (!IS("cp") || (HAS(mbarrier) && !HAS(bulk)));
    const bool two = is_cvt || IS("slct") || IS("set") || IS("dp4a") || IS("dp2a");
    const bool three = IS("vabsdiff2") || IS("vabsdiff4"), is_atomic = IS("atom") || IS("red");
    const bool rounds = HAS(rn) + HAS(rz) + HAS(rm) + HAS(rp) == 1;
    const struct {
        bool is_missing;
        const char *need; /* NULL: it is an approximation that is not known */
    } needs[] = {
        { i->types
              != (three          ? 3
                  : two          ? 2
                  : typed        ? 1
                  : i->types > 1 ? 0
                                 : i->types),
          three ? "three types"
          : two ? "two types"
                : "one type" },
        { HAS(cc) && (HAS(sat) || HAS(wide) || IS_FLOAT || BITS < 32),
          "an integer type of 32 or 64 bits, without .sat and .wide," },
        { HAS(sat) && (IS("mad") || IS("mad24")) && !IS_FLOAT && !HAS(hi), ".hi for .sat" },
        { (HAS(approx) || HAS(full)) && !is_f32(to) && !(IS("rsqrt") || (IS("rcp") && HAS(ftz))), NULL },
        { is_small && ptx_is_directed(i) && !is_cvt, ".rn for f16 and bf16" },
#ifndef FE_UPWARD /* as in a browser */
        { ptx_is_directed(i) && (BITS == 64 || IS("div") || IS("rcp") || IS("sqrt")) && !is_cvt,
          ".rn, where the machine has no other rounding," },
#endif
        { (to.letter == 'e' || to.letter == 'g') && (HAS(ftz) || HAS(sat)), "neither .ftz nor .sat" },
        { HAS(relu) && !(IS("min") || IS("max") ? strchr("sS", to.letter) != NULL : is_small),
          IS("fma") || is_cvt ? "f16 or bf16 for .relu" : ".s32 or .s16x2 for .relu" },
        { IS("lop3") && HAS(and) && HAS(or), ".and or .or" },
        { IS("redux") && !IS_FLOAT && (HAS(abs) || HAS(NaN)), ".f32 for .abs and .NaN" },
        { IS("cp") && HAS(ca) + HAS(cg) + HAS(commit_group) + HAS(wait_group) + HAS(wait_all) + HAS(mbarrier) != 1,
          ".async with .ca, .cg, .commit_group, .wait_group, .wait_all or .mbarrier.arrive" },
        { IS("cp") && HAS(bulk) && !(HAS(mbarrier) && HAS(global)),
          ".bulk from .global to .shared, with .mbarrier::complete_tx::bytes," },
        { IS("mbarrier") && HAS(expect_tx) == HAS(complete_tx)
              && HAS(init) + HAS(inval) + HAS(arrive) + HAS(arrive_drop) + HAS(test_wait) + HAS(try_wait)
                         + HAS(pending_count)
                     != 1,
          "one operation" },
        { i->row->what == PTX_BARRIER && HAS(cluster) && HAS(arrive) + HAS(wait) != 1, ".arrive or .wait" },
        { i->row->what == PTX_BARRIER && !HAS(cluster) && HAS(sync) + HAS(arrive) + HAS(red) != 1,
          ".sync, .arrive or .red" },
        { (IS("bar") || IS("barrier")) && HAS(red) && HAS(popc) + HAS(and) + HAS(or) != 1, ".popc, .and or .or" },
        { is_atomic && IS_FLOAT && !HAS(add), "an integer type, or .add" },
        { is_atomic && is_small && !HAS(noftz), ".noftz" },
        { IS("atom") && BITS == 16 && !is_small && !HAS(cas), ".cas for 16 bits" },
        { IS("set") && !set_gives(i),
          "of f16x2 f16x2, u32 or s32; of f16 f16 or an integer of 16 or 32 bits; of others u32, s32 or f32" },
        { is_cvt && (ptx_is_packed(from) || (IS_PACKED && !is_f32(from))), "two sources of .f32" },
        { is_cvt && IS_FLOAT && from_float && !rounds
              && (BITS < from.bits || IS_PACKED || (BITS == 16 && to.letter != from.letter)),
          "a rounding" },
        { is_cvt && IS_FLOAT && !from_float && !(BITS > 16 ? rounds : HAS(rn)), "a rounding, of f16 .rn" },
        { is_cvt && !IS_FLOAT && from_float && HAS(rni) + HAS(rzi) + HAS(rmi) + HAS(rpi) != 1,
          ".rni, .rzi, .rmi or .rpi" },
        { is_cvt && (to.letter == 'b' || from.letter == 'b'), "types with a meaning, not .b" },
        { HAS(sat) && !IS_FLOAT && !is_cvt && !(to.letter == 's' && BITS == 32), ".s32 for .sat" },
        { HAS(ftz) && !HAS(approx) && !is_f32(to) && !(is_small && !is_cvt)
              && !(i->types > 1 && (is_f32(from) || (IS("set") && from_float))),
          ".f32 or .f16 for .ftz" },
    };

    for (size_t k = 0; k < sizeof needs / sizeof *needs; k++) {
        if (needs[k].is_missing && needs[k].need == NULL)
            approximation(p, n, (uint32_t)strlen(n));
        if (needs[k].is_missing)
            ptx_refuse(p->m, p->line, "%s: %s is needed here", n, needs[k].need);
    }
}

struct ptx_type ptx_of_form(const struct ptx_insn *i, char form)
{
    const struct ptx_type first = i->types ? i->type[0] : (struct ptx_type){ 'b', 32 };

    switch (form) {
    case 'z': return i->type[i->types ? i->types - 1 : 0];
    case 'w': return (struct ptx_type){ 'u', 32 };
    case 'l': return (struct ptx_type){ 'b', 64 };
    case 'W': return (struct ptx_type){ first.letter, (uint8_t)(2 * first.bits) };
    case 'c':
    case 'p': return (struct ptx_type){ 'p', 1 };
    case 'x': return (struct ptx_type){ 'b', 32 };
    default: return first;
    }
}

/* Is the operand what its place takes? Registers have the size of the type, apart from those of ld, st and cvt. */
static void check_operand(struct parse *p, const struct ptx_insn *i, const struct ptx_operand *o, struct ptx_type type)
{
    const bool loose = i->row->what == PTX_LOAD || i->row->what == PTX_STORE || ptx_is_row(i, "cvt");

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
    const struct name name = ptx_name(p);
    const struct symbol *y = ptx_lookup(p, name, NULL);

    if (y == NULL || y->is != IS_TARGETS)
        ptx_refuse(p->m, p->line, "brx: '%.*s' is no list of .branchtargets in front of this", (int)name.length,
                   name.at);
    i->call = y->at;
    i->calls = y->count;
    return (struct ptx_operand){ .kind = PTX_TARGETS };
}

/* Has the instruction all of these modifiers, or this first type? */
static bool fits(const struct ptx_insn *i, const char *word, const char *end)
{
    for (; word < end; word += *word == '+') {
        const struct name one = { word, (uint32_t)strcspn(word, "+:") };
        struct ptx_type type;

        if (ptx_type_read(one, &type) ? type.letter != i->type[0].letter || type.bits != BITS
                                      : !ptx_has(i, modifier_of(one)))
            return false;
        word += one.length;
    }
    return true;
}

/* Choose the form. Returns how many of its operands there have to be. */
static unsigned choose_form(struct ptx_insn *i)
{
    const char *at = i->row->form;
    unsigned count = 0, least = UINT32_MAX;

    for (const char *end; *(end = at + strcspn(at, ": ")) == ':'; at = end + strcspn(end, " ") + 1)
        if (fits(i, at, end)) {
            at = end + 1;
            break;
        }
    for (; *at != '\0' && *at != ' '; at++)
        if (*at == '?')
            least = count;
        else
            i->form[count++] = *at;
    return least < count ? least : count;
}

static void operands(struct parse *p, struct ptx_insn *i)
{
    const bool is_setp = ptx_is_row(i, "setp"), is_lop3 = ptx_is_row(i, "lop3");
    const bool is_bar = i->row->what == PTX_BARRIER, bar_red = is_bar && ptx_has(i, PTX_red);
    const char *const form = i->form, *const least = form + choose_form(i);
    bool first = true;

    for (const char *at = form; *at; at++) {
        struct ptx_operand *o = at == form ? &i->d : &i->s[i->sources];
        const struct ptx_type type = ptx_of_form(i, *at);

        if (*at == '-')
            continue;
        if (*at == 'c') {
            *o = (struct ptx_operand){ .kind = PTX_REG, .reg = ptx_carry_register(p) };
            i->sources++;
            continue;
        }
        if (at >= least && *ptx_skip(p) == ';')
            break;
        if (!first)
            ptx_expect(p, ",");
        first = false;
        if (*at == 'm')
            *o = ptx_memory_operand(p);
        else if (*at == 't')
            *o = targets(p, i);
        else if (i->row->what == PTX_BRANCH)
            *o = ptx_label_operand(p);
        else
            *o = ptx_operand(p, type);
        if (at == form && ptx_pass(p, "|")) {
            i->q = ptx_operand(p, ptx_of_form(i, 'p'));
            if ((i->q.kind != PTX_REG && i->q.kind != PTX_SINK)
                || (!(is_setp && !is_half(i->type[0])) && !(is_lop3 && form[5] == 'p') && i->row->what != PTX_SYNC))
                ptx_refuse(p->m, p->line, "%s: a second destination is not known here", i->row->name);
            check_operand(p, i, &i->q, ptx_of_form(i, 'p'));
        }
        if (at == form && o->kind != PTX_REG && o->kind != PTX_SINK && o->kind != PTX_VECTOR)
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
            const bool predicate = bar_red && (at[1] == '\0' || *ptx_skip(p) == ';');

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
        i->guard = ptx_operand(p, (struct ptx_type){ 'p', 1 });
        if (i->guard.kind != PTX_REG || f->reg[i->guard.reg].type.letter != 'p')
            ptx_refuse(p->m, p->line, "the guard has to be a register of type .pred");
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
