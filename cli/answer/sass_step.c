/* SPDX-License-Identifier: Apache-2.0 */
/* step - see sass.h: one instruction, in all lanes.
 *
 * Beside every value goes a bit, open: it rests on a read of an inactive lane, so that the architecture does
 * not define it. An instruction's result is open in the lanes where one of its operands is.
 */
#include "engine.h"
#include "lib/word.h"

#include <math.h>

static void model_shuffle(void *unit, const struct shfl_in *in, struct engine_answer *answer)
{
    static const struct shfl_unit gpu = { .lanes = WARP_LANES, .policy = SHFL_ZERO };
    struct shfl_out out;

    (void)unit;
    *answer = (struct engine_answer){ .pu = 0 };
    if (shfl_warp(&gpu, in, &out) != 0)
        return;
    for (unsigned k = 0; k < WARP_LANES; k++)
        answer->rd[k] = (uint32_t)out.rd[k];
    answer->pu = (uint32_t)out.pu;
    answer->src_active = (uint32_t)out.src_active;
}

struct engine engine_model(void) { return (struct engine){ .name = "model", .shuffle = model_shuffle }; }

/* Any NaN becomes the one that NVIDIA's units make. */
static uint32_t as_word(float value) { return isnan(value) ? 0x7fffffff : word_of_float(value); }

static uint32_t predicate(const struct sass_warp *warp, struct sass_predicate p)
{
    uint32_t lanes = p.number == SASS_PT ? UINT32_MAX : warp->p[p.number];

    return p.negated ? ~lanes : lanes;
}

static uint32_t predicate_open(const struct sass_warp *warp, struct sass_predicate p)
{
    return p.number == SASS_PT ? 0 : warp->p_open[p.number];
}

static uint32_t value(const struct sass_insn *insn, unsigned i, const struct sass_warp *warp, unsigned lane)
{
    const struct sass_source *s = &insn->source[i];
    uint32_t word = s->is_imm ? s->imm : warp->r[s->reg][lane];

    if (s->is_imm || !sass_is_float(insn))
        return s->negative ? 0 - word : word;
    if (s->absolute)
        word &= 0x7fffffff;
    return s->negative ? word ^ 0x80000000 : word;
}

static bool compare(uint8_t outcomes, bool less, bool equal, bool greater)
{
    uint8_t outcome = less ? SASS_LESS : equal ? SASS_EQUAL : greater ? SASS_GREATER : SASS_UNORDERED;

    return outcomes & outcome;
}

static bool logic(uint8_t which, bool a, bool b)
{
    return which == SASS_AND ? a && b : which == SASS_OR ? a || b : a != b;
}

/* IEEE 754 minimum and maximum: a number wins over NaN, and -0 is below +0. */
static uint32_t fmnmx(uint32_t a, uint32_t b, bool min)
{
    float x = word_as_float(a), y = word_as_float(b);

    if (isnan(x) || isnan(y))
        return isnan(x) ? as_word(y) : a;
    if (x == y)
        return min ? a | b : a & b;
    return (x < y) == min ? a : b;
}

static uint32_t shift(uint32_t a, uint32_t by, enum sass_op op, bool is_unsigned)
{
    bool negative = !is_unsigned && a >> 31;

    if (op == SASS_SHL)
        return by < 32 ? a << by : 0;
    if (by >= 32)
        return negative ? UINT32_MAX : 0;
    return negative ? ~(~a >> by) : a >> by;
}

static uint32_t special(enum sass_special which, unsigned lane)
{
    uint32_t equal = UINT32_C(1) << lane, less = equal - 1;

    switch (which) {
    case SASS_EQMASK: return equal;
    case SASS_LTMASK: return less;
    case SASS_LEMASK: return less | equal;
    case SASS_GTMASK: return ~(less | equal);
    case SASS_GEMASK: return ~less;
    default: return lane;
    }
}

/* What an instruction that writes a register leaves there, in one lane; all but SHFL and its kin. */
static uint32_t compute(const struct sass_insn *insn, const struct sass_warp *warp, unsigned lane)
{
    uint32_t a = value(insn, 0, warp, lane), b = value(insn, 1, warp, lane), c = value(insn, 2, warp, lane);
    bool p = predicate(warp, insn->p[0]) >> lane & 1;

    switch (insn->op) {
    case SASS_FADD: return as_word(word_as_float(a) + word_as_float(b));
    case SASS_FMUL: return as_word(word_as_float(a) * word_as_float(b));
    case SASS_FFMA: return as_word(fmaf(word_as_float(a), word_as_float(b), word_as_float(c)));
    case SASS_FMNMX: return fmnmx(a, b, p);
    case SASS_IADD: return a + b;
    case SASS_IADD3: return a + b + c;
    case SASS_IMUL: return a * b;
    case SASS_IMNMX: return (insn->is_unsigned ? a < b : (int32_t)a < (int32_t)b) == p ? a : b;
    case SASS_LOP: return insn->modifier == SASS_AND ? a & b : insn->modifier == SASS_OR ? a | b : a ^ b;
    case SASS_SHL:
    case SASS_SHR: return shift(a, b, insn->op, insn->is_unsigned);
    case SASS_SEL: return p ? a : b;
    case SASS_MOV: return a;
    case SASS_I2F: return as_word(insn->is_unsigned ? (float)a : (float)(int32_t)a);
    case SASS_POPC: return (uint32_t)__builtin_popcount(a);
    default: return special(insn->special, lane); /* S2R */
    }
}

/* What a comparison finds in one lane, before the last predicate is applied. */
static bool test(const struct sass_insn *insn, const struct sass_warp *warp, unsigned lane)
{
    uint32_t a = value(insn, 0, warp, lane), b = value(insn, 1, warp, lane);

    if (insn->op == SASS_FSETP)
        return compare(insn->modifier, word_as_float(a) < word_as_float(b), word_as_float(a) == word_as_float(b),
                       word_as_float(a) > word_as_float(b));
    if (insn->is_unsigned)
        return compare(insn->modifier, a < b, a == b, a > b);
    return compare(insn->modifier, (int32_t)a < (int32_t)b, a == b, (int32_t)a > (int32_t)b);
}

static void write_register(struct sass_warp *warp, unsigned reg, uint32_t lanes, const uint32_t word[WARP_LANES],
                           uint32_t open, bool is_float)
{
    if (reg == SASS_RZ)
        return;
    for (unsigned k = 0; k < WARP_LANES; k++)
        if (lanes >> k & 1)
            warp->r[reg][k] = word[k];
    warp->r_open[reg] = (warp->r_open[reg] & ~lanes) | open;
    warp->is_float[reg] = is_float;
    warp->written[reg] = true;
}

static void write_predicate(struct sass_warp *warp, unsigned number, uint32_t lanes, uint32_t p, uint32_t open)
{
    if (number == SASS_PT)
        return;
    warp->p[number] = (warp->p[number] & ~lanes) | (p & lanes);
    warp->p_open[number] = (warp->p_open[number] & ~lanes) | open;
    warp->p_written |= (uint16_t)(1u << number);
}

static bool result_is_float(const struct sass_insn *insn, const struct sass_warp *warp)
{
    const struct sass_source *s = insn->source;

    if (insn->op == SASS_MOV || insn->op == SASS_SEL || insn->op == SASS_SHFL) {
        if (insn->op == SASS_SEL && (s->is_imm || s->reg == SASS_RZ))
            s++;
        return s->is_imm ? s->is_float : warp->is_float[s->reg];
    }
    return sass_is_float(insn) || insn->op == SASS_I2F;
}

static void step_shfl(const struct engine *engine, const struct sass_insn *insn, struct sass_warp *warp, uint32_t lanes,
                      uint32_t open)
{
    const struct sass_source *ra = &insn->source[0], *sb = &insn->source[1], *sc = &insn->source[2];
    struct shfl_in in;
    uint32_t operands_open = open | (sb->is_imm ? 0 : warp->r_open[sb->reg]) | (sc->is_imm ? 0 : warp->r_open[sc->reg]);
    struct engine_answer answer, moved;

    sass_shfl_in(insn, warp, lanes, &in);
    engine->shuffle(engine->unit, &in, &answer);
    uint32_t rd_open = operands_open | ~answer.src_active;
    if (warp->r_open[ra->reg] != 0) { /* the bits go the way of the words that they belong to */
        for (unsigned k = 0; k < WARP_LANES; k++)
            in.ra[k] = warp->r_open[ra->reg] >> k & 1;
        engine->shuffle(engine->unit, &in, &moved);
        for (unsigned k = 0; k < WARP_LANES; k++)
            rd_open |= (moved.rd[k] & 1) << k;
    }
    write_register(warp, insn->rd, lanes, answer.rd, rd_open & lanes, result_is_float(insn, warp));
    write_predicate(warp, insn->pd[0], lanes, answer.pu, operands_open & lanes);
}

/* Vote, elect, match and redux, of the model. The result of each lane depends on all: it is open if any of them is. */
static void step_collective(const struct sass_insn *insn, struct sass_warp *warp, uint32_t lanes, uint32_t open)
{
    const unsigned ra = insn->source[0].reg, high = sass_high(ra);
    const bool is_vote = insn->op == SASS_VOTE || insn->op == SASS_ELECT;
    uint64_t value[WARP_LANES], pu = 0;
    uint32_t rd[WARP_LANES];
    struct shfl_vote_out vote = { .rd = 0 };
    struct shfl_match_out match;
    struct shfl_redux_out redux = { .rd = 0 };
    uint32_t rests_on = insn->op == SASS_VOTE ? predicate_open(warp, insn->p[0]) : is_vote ? 0 : warp->r_open[ra];

    for (unsigned k = 0; k < WARP_LANES; k++)
        value[k] = warp->r[ra][k] | (insn->is_wide ? (uint64_t)warp->r[high][k] << 32 : 0);
    if (insn->is_wide)
        rests_on |= warp->r_open[high];
    if ((rests_on & lanes) != 0 || open != 0)
        open |= lanes;
    if (is_vote) {
        const enum shfl_vote_op op = insn->op == SASS_ELECT ? SHFL_VOTE_ELECT : (enum shfl_vote_op)insn->modifier;

        shfl_vote(WARP_LANES, op, lanes, predicate(warp, insn->p[0]), &vote);
        pu = vote.pu;
    } else if (insn->op == SASS_MATCH) {
        shfl_match(WARP_LANES, (enum shfl_match_op)insn->modifier, insn->is_wide ? 64 : 32, lanes, value, &match);
        pu = match.pu;
    } else {
        shfl_redux(WARP_LANES, (enum shfl_redux_op)insn->modifier, insn->is_signed, 32, lanes, value, &redux);
    }
    for (unsigned k = 0; k < WARP_LANES; k++)
        rd[k] = (uint32_t)(is_vote ? vote.rd : insn->op == SASS_MATCH ? match.rd[k] : redux.rd);
    const uint32_t all = lanes ? UINT32_MAX : 0,
                   all_open = open ? UINT32_MAX : 0; /* a uniform register is that of all */

    write_register(warp, insn->rd, insn->is_uniform ? all : lanes, rd, insn->is_uniform ? all_open : open, false);
    if (insn->pd[0] > SASS_PT)
        write_predicate(warp, insn->pd[0], all, (uint32_t)pu, all_open);
    else
        write_predicate(warp, insn->pd[0], lanes, (uint32_t)pu, open);
}

static void step_setp(const struct sass_insn *insn, struct sass_warp *warp, uint32_t lanes, uint32_t open)
{
    struct sass_predicate last = insn->op == SASS_PSETP ? insn->p[2] : insn->p[0];
    uint32_t result = 0, complement = 0;

    for (unsigned k = 0; k < WARP_LANES; k++) {
        bool with = predicate(warp, last) >> k & 1;
        bool t = insn->op == SASS_PSETP
                   ? logic(insn->modifier, predicate(warp, insn->p[0]) >> k & 1, predicate(warp, insn->p[1]) >> k & 1)
                   : test(insn, warp, k);

        result |= (uint32_t)logic(insn->logic, t, with) << k;
        complement |= (uint32_t)logic(insn->logic, !t, with) << k;
    }
    write_predicate(warp, insn->pd[0], lanes, result, open);
    write_predicate(warp, insn->pd[1], lanes, complement, open);
}

uint32_t sass_step(const struct engine *engine, const struct sass_insn *insn, struct sass_warp *warp)
{
    uint32_t lanes = warp->active & predicate(warp, insn->guard);
    uint32_t open = predicate_open(warp, insn->guard); /* lanes whose guard is undefined */
    uint32_t word[WARP_LANES];
    uint16_t reg[3];

    open &= warp->active;
    if (insn->op == SASS_SHFL) {
        step_shfl(engine, insn, warp, lanes, open);
        return lanes;
    }
    if (sass_is_collective(insn)) {
        step_collective(insn, warp, lanes, open);
        return lanes;
    }
    for (unsigned i = sass_reads(insn, reg); i-- > 0;)
        open |= warp->r_open[reg[i]] & lanes;
    for (unsigned i = 0; i < 3; i++)
        open |= predicate_open(warp, insn->p[i]) & lanes;
    switch (insn->op) {
    case SASS_NOP: break;
    case SASS_EXIT: warp->active &= ~lanes; break;
    case SASS_FSETP:
    case SASS_ISETP:
    case SASS_PSETP: step_setp(insn, warp, lanes, open); break;
    default:
        for (unsigned k = 0; k < WARP_LANES; k++)
            word[k] = compute(insn, warp, k);
        write_register(warp, insn->rd, lanes, word, open, result_is_float(insn, warp));
    }
    return lanes;
}
