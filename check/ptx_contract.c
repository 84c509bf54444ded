/* SPDX-License-Identifier: Apache-2.0 */
/* contract - a product and the sums that it goes to as one fma each, as ptxas makes them at its usual level: where neither
 * names its rounding, with the same .ftz, and where nothing else has the product; in one basic block, or, where a factor
 * is a constant or a kernel's parameter, in the loops that the product is in. PTX leaves it open; an H100 and an H200
 * showed the rule. */
#include "ptx_meaning.h"

#include <string.h>

struct uses {
    struct ptx_module *m;
    struct ptx_function *f;
    uint32_t *reads, *writes;     /* of each register */
    uint32_t *writer;             /* and an instruction that writes it */
    const struct ptx_insn **seen; /* of each instruction: the product that comes to it */
    bool *begins, *dead;          /* of each instruction: does a basic block begin; does nobody read what it writes? */
    uint32_t *back, backs;        /* branches to what stands before them */
};

static void count(struct uses *u, const struct ptx_operand *o, uint32_t *of, uint32_t by)
{
    if (o->kind == PTX_REG)
        of[o->reg] += by;
    for (uint64_t k = 0; o->kind == PTX_VECTOR && k < o->imm; k++)
        count(u, &u->m->operand[o->reg + k], of, by);
}

static void count_reads(struct uses *u, const struct ptx_insn *i, uint32_t by)
{
    for (unsigned s = 0; s < i->sources; s++)
        count(u, &i->s[s], u->reads, by);
    count(u, &i->guard, u->reads, by);
}

/* Is this address so many bytes from the frame's register? */
static bool is_local(const struct uses *u, const struct ptx_operand *at)
{
    const struct ptx_insn *from = at->kind == PTX_REG ? &u->f->insn[u->writer[at->reg]] : NULL;

    return from && ptx_is_row(from, "cvta") && ptx_has(from, PTX_local);
}

static bool is_slot(const struct uses *u, const struct ptx_insn *i, enum ptx_what what)
{
    const struct ptx_operand *data = what == PTX_LOAD ? &i->d : &i->s[1];

    return i->row->what == what && IS_FLOAT && i->guard.kind == PTX_NONE && is_local(u, &i->s[0])
        && data->kind == PTX_REG;
}

static bool same_slot(const struct ptx_insn *a, const struct ptx_insn *b)
{
    return a->s[0].imm == b->s[0].imm && a->type[0].bits == b->type[0].bits;
}

/* May it write what store does? */
static bool overwrites(const struct uses *u, const struct ptx_insn *i, const struct ptx_insn *store)
{
    const uint64_t size = i->type[0].bits / 8 * (i->s[1].kind == PTX_VECTOR ? i->s[1].imm : 1);

    if (i->row->what == PTX_STORE && is_local(u, &i->s[0]))
        return i->s[0].imm < store->s[0].imm + store->type[0].bits / 8 && store->s[0].imm < i->s[0].imm + size;
    return (i->row->what == PTX_STORE && i->s[0].kind == PTX_REG)
        || (i->row->what >= PTX_ATOMIC && i->row->what <= PTX_MBARRIER);
}

static bool may_be_product(const struct uses *u, const struct ptx_operand *o)
{
    const struct ptx_insn *from = &u->f->insn[u->writer[o->reg]];

    return ptx_is_row(from, "mul") || ptx_is_row(from, "neg") || ptx_is_row(from, "mov");
}

/* Of a source, which clang compiles at -O0 and nvcc does not: a product in a local that is read in the block that writes
 * it is its register, and a store that nobody reads then is dead. */
static void forward(struct uses *u, uint32_t at)
{
    const struct ptx_insn *store = &u->f->insn[at];
    bool again = false;

    for (uint32_t k = at + 1; k < u->f->insns && !u->begins[k]; k++) {
        struct ptx_insn *i = &u->f->insn[k];

        if (is_slot(u, i, PTX_LOAD) && same_slot(i, store)) {
            i->row = ptx_row("mov", 3);
            i->s[0] = store->s[1];
            memset(i->modifiers, 0, sizeof i->modifiers);
        }
        again = is_slot(u, i, PTX_STORE) && same_slot(i, store);
        if (again || overwrites(u, i, store))
            break;
    }
    u->dead[at] = true;
    for (uint32_t k = 0; k < u->f->insns && !again; k++)
        if (is_slot(u, &u->f->insn[k], PTX_LOAD) && same_slot(&u->f->insn[k], store))
            u->dead[at] = false;
}

static void look(struct uses *u, bool is_source)
{
    const uint32_t n = u->f->insns;
    bool again = true;

    for (uint32_t k = 0; k < n; k++) {
        const struct ptx_insn *i = &u->f->insn[k];

        if (i->d.kind == PTX_REG)
            u->writer[i->d.reg] = k;
        if (i->row->what == PTX_BRANCH) {
            u->begins[i->s[0].reg] = true;
            u->back[u->backs] = k;
            u->backs += i->s[0].reg <= k;
        }
        for (uint32_t t = 0; i->row->what == PTX_BRANCH_INDEX && t < i->calls; t++)
            u->begins[u->m->operand[i->call + t].reg] = true;
        if (i->row->what >= PTX_BRANCH && i->row->what <= PTX_EXIT)
            u->begins[k + 1] = true;
    }
    for (uint32_t k = 0; is_source && k < n; k++)
        if (is_slot(u, &u->f->insn[k], PTX_STORE) && may_be_product(u, &u->f->insn[k].s[1]))
            forward(u, k);
    for (uint32_t k = 0; k < n; k++) {
        const struct ptx_insn *i = &u->f->insn[k];

        count(u, &i->d, u->writes, 1);
        count(u, &i->q, u->writes, 1);
        if (!u->dead[k])
            count_reads(u, i, 1);
    }
    while (again) {
        again = false;
        for (uint32_t k = n; k-- > 0;) {
            const struct ptx_insn *i = &u->f->insn[k];

            if (!u->dead[k] && (i->row->what == PTX_COMPUTE || i->row->what == PTX_MOVE) && i->d.kind == PTX_REG
                && i->q.kind != PTX_REG && u->reads[i->d.reg] == 0) {
                again = u->dead[k] = true;
                count_reads(u, i, UINT32_MAX); /* one less */
            }
        }
    }
}

static bool has_direction(const struct ptx_insn *i) { return HAS(rn) || HAS(rz) || HAS(rm) || HAS(rp); }

static bool is_constant(const struct uses *u, const struct ptx_operand *o)
{
    const struct ptx_insn *from = o->kind == PTX_REG && u->writes[o->reg] == 1 ? &u->f->insn[u->writer[o->reg]] : NULL;

    if (from == NULL || from->d.kind != PTX_REG || from->d.reg != o->reg)
        return o->kind == PTX_IMM;
    return (ptx_is_row(from, "mov") && is_constant(u, &from->s[0]))
        || (from->row->what == PTX_LOAD && from->s[0].kind != PTX_REG
            && (ptx_has(from, PTX_const) || (ptx_has(from, PTX_param) && u->f->is_kernel)));
}

/* Is a factor of the product written from one instruction to another? */
static bool is_written(const struct uses *u, const struct ptx_insn *product, uint32_t from, uint32_t to)
{
    for (unsigned s = 0; s < 2; s++)
        for (uint32_t k = from; product->s[s].kind == PTX_REG && u->writes[product->s[s].reg] > 1 && k <= to; k++)
            if (u->f->insn[k].d.kind == PTX_REG && u->f->insn[k].d.reg == product->s[s].reg)
                return true;
    return false;
}

/* Has instruction k the factors that the product had, and is it in all loops that the product is in? */
static bool comes_to(const struct uses *u, const struct ptx_insn *product, uint32_t k)
{
    const uint32_t at = (uint32_t)(product - u->f->insn);
    bool comes = k == at + 1 || !is_written(u, product, at + 1, k - 1);

    for (uint32_t b = 0; b < u->backs && comes; b++) {
        const uint32_t end = u->back[b], begin = u->f->insn[end].s[0].reg;
        const bool has_product = begin <= at && at <= end, has_sum = begin <= k && k <= end;

        comes = has_product ? has_sum : !has_sum || !is_written(u, product, begin, end);
    }
    return comes;
}

/* Does all that reads this register, which instruction at writes, add it? Then make it so, where it is to be made. */
static bool goes_to_sums(struct uses *u, uint32_t at, const struct ptx_insn *product, uint32_t reg, bool minus,
                         bool make)
{
    const bool far = is_constant(u, &product->s[0]) != is_constant(u, &product->s[1]);
    uint32_t found = 0;

    for (uint32_t k = at + 1; k < u->f->insns && (far || !u->begins[k]) && found < u->reads[reg]; k++) {
        struct ptx_insn *i = &u->f->insn[k];
        const bool first = i->sources > 0 && i->s[0].kind == PTX_REG && i->s[0].reg == reg;
        const bool second = i->sources > 1 && i->s[1].kind == PTX_REG && i->s[1].reg == reg;

        if ((!first && !second) || u->dead[k])
            continue;
        if (!comes_to(u, product, k))
            return false;
        const bool same = i->type[0].letter == product->type[0].letter && i->type[0].bits == product->type[0].bits;
        if (first && i->d.kind == PTX_REG && u->writes[i->d.reg] == 1
            && ((ptx_is_row(i, "neg") && same) || (ptx_is_row(i, "mov") && i->type[0].bits == product->type[0].bits))) {
            found++;
            if (!goes_to_sums(u, k, product, i->d.reg, minus != ptx_is_row(i, "neg"), make))
                return false;
            continue;
        }
        if (first == second || !same || !(ptx_is_row(i, "add") || ptx_is_row(i, "sub")) || has_direction(i)
            || HAS(ftz) != ptx_has(product, PTX_ftz))
            return false;
        if (!make && u->seen[k] == product)
            return false; /* both are that product */
        u->seen[k] = product;
        found++;
        if (make) {
            const bool is_sub = ptx_is_row(i, "sub");

            i->s[2] = i->s[first ? 1 : 0];
            i->s[0] = product->s[0];
            i->s[1] = product->s[1];
            i->sources = 3;
            i->signs = (uint8_t)((minus != (is_sub && second)) | (is_sub && first) << 2);
            i->row = ptx_row("fma", 3);
            strcpy(i->form, i->row->form);
        }
    }
    return found == u->reads[reg];
}

/* The product that an operand of a sum is, alone or of several; k is where. NULL: none that may become part of it. */
static const struct ptx_insn *product_of(const struct uses *u, const struct ptx_operand *o, bool alone, uint32_t *k)
{
    const struct ptx_operand *of = o;

    for (unsigned n = 0; n < 8 && of->kind == PTX_REG && u->writes[of->reg] == 1; n++) {
        const struct ptx_insn *i = &u->f->insn[ *k = u->writer[of->reg]];

        if (alone && u->reads[of->reg] != 1)
            return NULL;
        if (ptx_is_row(i, "mul") && IS_FLOAT && !has_direction(i) && !HAS(sat) && !u->dead[*k])
            return i;
        if (!ptx_is_row(i, "neg") && !ptx_is_row(i, "mov"))
            return NULL;
        of = &i->s[0];
    }
    return NULL;
}

/* First those that go to one sum alone, then others; of two products of a sum it is the first one. */
void ptx_contract(struct ptx_module *m, bool is_source)
{
    for (uint32_t n = 0; n < m->functions; n++) {
        struct ptx_function *f = &m->function[n];
        struct uses u = { .m = m, .f = f };

        u.reads = ptx_new(m, f->regs + 1, sizeof *u.reads);
        u.writes = ptx_new(m, f->regs + 1, sizeof *u.writes);
        u.writer = ptx_new(m, f->regs + 1, sizeof *u.writer);
        u.begins = ptx_new(m, f->insns + 2, sizeof *u.begins);
        u.dead = ptx_new(m, f->insns + 1, sizeof *u.dead);
        u.seen = ptx_new(m, f->insns + 1, sizeof *u.seen);
        u.back = ptx_new(m, f->insns + 1, sizeof *u.back);
        look(&u, is_source);
        for (unsigned pass = 0; pass < 2; pass++)
            for (uint32_t k = 0; k < f->insns; k++)
                for (unsigned s = 0; s < 2 && (ptx_is_row(&f->insn[k], "add") || ptx_is_row(&f->insn[k], "sub")); s++) {
                    uint32_t at;
                    const struct ptx_insn *i = product_of(&u, &f->insn[k].s[s], pass == 0, &at);

                    if (i && goes_to_sums(&u, at, i, i->d.reg, false, false))
                        goes_to_sums(&u, at, i, i->d.reg, false, true);
                }
    }
}
