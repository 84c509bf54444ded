/* SPDX-License-Identifier: Apache-2.0 */
/* shuffle - see shuffle.h */
#include "shuffle.h"
#include "lib/number.h"
#include "ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where it is */

/* Does an instruction begin here? Its name alone, such as MATCH, may be a word; that of SHFL is none, unless it is a macro's. */
static bool is_sass(const char *text, const char *at)
{
    static const char names[] = "SHFL VOTE. VOTEU. MATCH. REDUX CREDUX. ELECT BAR.RED. MOVM. B2R.RESULT FSWZADD";
    const size_t length = text_begins(at, names);
    const char *behind = at + length - (length > 0 && at[length - 1] == '.');

    if (length == 0 || text_is_name(*behind) || (at > text && text_is_name(at[-1])))
        return false;
    if (*at == 'S')
        return *text_skip(behind) != '(';
    if (*behind == '.')
        return isupper((unsigned char)behind[1]) || (*at == 'M' && isdigit((unsigned char)behind[1]));
    const char operand = behind[strspn(behind, " \t")];
    return *behind == ' ' && (operand == 'U' || operand == 'P' || operand == 'R');
}

/* The first instruction, with its guard, or call. */
static const char *find_any(const char *text, const char **end)
{
    for (const char *at = text; *at != '\0'; at++) {
        const bool is_insn = is_sass(text, at) || ptx_is(text, at);
        const char *behind = is_insn ? at + strcspn(at, isupper((unsigned char)*at) ? ";\n\"|" : ";\n\"")
                                     : call_at(text, at, NULL);

        if (behind != NULL) {
            *end = behind;
            return is_insn ? text_guard(text, at) : at;
        }
    }
    return NULL;
}

const char *shuffle_find(const char *text, const char **end)
{
    *end = text;
    const char *first = find_any(text, end), *behind = *end;

    for (const char *at = first; at != NULL; at = find_any(behind, &behind))
        if (text_within(text, at) != TEXT_COMMENT) {
            *end = behind;
            return at;
        }
    return first; /* a comment is all that there is */
}

bool shuffle_is_amd(const char *text)
{
    static const char marks[] =
        "_dpp llvm.amdgcn __builtin_amdgcn ds_swizzle ds_bpermute ds_permute v_readlane v_writelane v_readfirstlane "
        "v_permlane row_shr row_shl row_ror row_bcast row_mirror quad_perm row_half_mirror row_share row_xmask "
        "row_newbcast wave_shr wave_shl wave_ror wave_rol dpp8 __hip_ rocdl.";

    while (*text != '\0' && text_begins(text, marks) == 0)
        text++;
    return *text != '\0';
}

/* ---- The warp */

bool shuffle_mask(const struct read_options *o, unsigned lanes, uint64_t *active, char why[READ_WHY_MAX])
{
    const unsigned bits = lanes > 32 ? lanes : 32; /* of a smaller warp those above do not count */

    *active = shfl_all_lanes(bits);
    if (o->active && !number_read(o->active, 0, shfl_all_lanes(bits), active))
        return text_why(why, "--active %s: expected a mask of %u lanes, such as 0xffff", o->active, bits);
    *active &= shfl_all_lanes(lanes);
    return true;
}

struct expr_scope shuffle_scope(const struct read_options *o, unsigned lanes)
{
    struct expr_scope scope = { .lanes = lanes, .let = o->let, .lets = o->lets };
    uint64_t active;

    if (o->active != NULL && number_read(o->active, 0, UINT64_MAX, &active))
        scope.absent = ~active;
    scope.has_active = o->active != NULL;
    scope.resume = o->flow ? o->flow->resume : NULL;
    return scope;
}

unsigned shuffle_count(const char *text)
{
    unsigned count = 0;

    while (text != NULL && find_any(text, &text) != NULL)
        count++;
    return count;
}

void shuffle_more(unsigned others, char note[], size_t size)
{
    if (others > 0)
        text_remark(note, size, "%u more behind it in the text: this is the first", others);
}

void shuffle_others(const char *behind, const struct read_options *o, struct explain *e)
{
    if (!o->is_file && !o->is_report)
        shuffle_more(shuffle_count(behind), e->note, sizeof e->note);
}

bool shuffle_only(const struct read_options *o, const char *const names[], char why[READ_WHY_MAX])
{
    for (unsigned i = 0; i < o->inits; i++) {
        char known[160] = "none, as it has no operand in the lanes";
        struct text text = { known, 0, sizeof known };
        const char *first = NULL;
        bool found = false;

        for (unsigned n = 0; names[n] != NULL; n++) {
            if (!isalpha((unsigned char)names[n][0]))
                continue;
            found = found || text_is(o->init[i], strcspn(o->init[i], "="), names[n]);
            text_append(&text, "%s%s=VALUE", first ? " or " : "", names[n]);
            first = first ? first : names[n];
        }
        if (first != NULL)
            text_append(&text, ", such as %s=%s", first, strchr(first, 'P') ? "lane<8" : "lane*2");
        if (!found || strchr(o->init[i], '=') == NULL)
            return text_why(why, "--init %.100s: expected %s", o->init[i], known);
    }
    return true;
}

bool shuffle_data(const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    static const char *const names[] = { "Ra", NULL };
    const char *init = text_given(o->init, o->inits, "Ra");
    uint32_t word[SHFL_LANES_MAX];

    if (!shuffle_mask(o, e->lanes, &e->in.active, why) || !shuffle_only(o, names, why))
        return false;
    if (init != NULL && !sass_values(init, e->lanes, word, &e->is_float))
        return text_why(why, "--init Ra=%s: expected what the lanes hold, such as Ra=lane*2", init);
    for (unsigned k = 0; k < e->lanes; k++)
        e->in.ra[k] = init != NULL ? word[k] : k;
    return true;
}

void shuffle_name(struct explain *e, const char *predicate)
{
    char sb[SASS_NAME_MAX] = "Rb", sc[SASS_NAME_MAX] = "Rc";

    if (e->in.sb_is_imm)
        snprintf(sb, sizeof sb, "0x%x", (unsigned)e->in.sb_imm);
    else
        memcpy(e->sb, sb, sizeof sb);
    if (e->in.sc_is_imm)
        snprintf(sc, sizeof sc, "0x%x", (unsigned)e->in.sc_imm);
    else
        memcpy(e->sc, sc, sizeof sc);
    snprintf(e->text, sizeof e->text, "SHFL.%s %s, Rd, Ra, %s, %s", shfl_mode_name[e->mode], predicate, sb, sc);
    e->has_values = true;
}

/* ---- SASS, and PTX, which becomes SASS */

void shuffle_guard(struct explain *e, unsigned number, bool negated)
{
    if (number == SASS_PT)
        strcpy(e->guard, negated ? "!PT" : "");
    else
        snprintf(e->guard, sizeof e->guard, "%sP%u", negated ? "!" : "", number % 7);
}

static void fill_guard(const struct sass_predicate *guard, const struct sass_warp *warp, struct explain *e)
{
    uint32_t holds = UINT32_MAX;
    char name[SASS_NAME_MAX];

    shuffle_guard(e, guard->number, guard->negated);
    if (warp->p_written >> guard->number & 1)
        holds = guard->negated ? ~warp->p[guard->number] : warp->p[guard->number];
    else if (guard->number == SASS_PT)
        holds = guard->negated ? 0 : UINT32_MAX;
    else {
        sass_predicate_name(guard->number, name);
        shuffle_note(e, "%s is not given: give it with --init %s=MASK; taken as %s in every lane", name, name,
                     guard->negated ? "false" : "true");
    }
    e->in.active = warp->active & holds & shfl_all_lanes(e->lanes);
}

static void fill(const struct sass_program *program, const struct sass_warp *warp, struct explain *e)
{
    const struct sass_insn *insn = &program->insn[0];
    const struct sass_source *ra = &insn->source[0], *sb = &insn->source[1], *sc = &insn->source[2];

    if (!sb->is_imm)
        sass_register_name(program, sb->reg, e->sb);
    if (!sc->is_imm)
        sass_register_name(program, sc->reg, e->sc);
    e->has_values = (sb->is_imm || sb->reg == SASS_RZ || warp->written[sb->reg])
                 && (sc->is_imm || sc->reg == SASS_RZ || warp->written[sc->reg]);
    e->is_float = warp->is_float[ra->reg];
    sass_shfl_in(insn, warp, (uint32_t)e->in.active, &e->in);
    e->mode = e->in.mode;
    for (unsigned k = 0; k < WARP_LANES && !warp->written[ra->reg] && ra->reg != SASS_RZ; k++)
        e->in.ra[k] = k;
}

enum { INIT_MAX = 1000 };

/* The lanes that have a ? in a list, R1=[1,?,3]; in `plain` they have 0. 0: there is none, or no list. */
static uint64_t take_blanks(const char *init, char plain[INIT_MAX])
{
    const char *at = strstr(init, "=[");
    uint64_t found = 0, blank = 0;
    unsigned lane = 0;

    if (at == NULL || strlen(init) >= INIT_MAX)
        return 0;
    strcpy(plain, init);
    for (; *at != '\0' && lane < SHFL_LANES_MAX; at++) {
        lane += *at == ',';
        if (*at == '?' && strchr("[, ", at[-1]) != NULL && at[1] != '\0' && strchr(",] ", at[1]) != NULL) {
            plain[at - init] = '0';
            found |= UINT64_C(1) << lane;
        }
    }
    for (unsigned k = 0; found && k < SHFL_LANES_MAX; k++) /* a list is taken over and over */
        blank |= (found >> k % (lane + 1) & 1) << k;
    return blank;
}

static bool read_sass(const char *text, size_t length, const struct read_options *o, struct explain *e,
                      char why[READ_WHY_MAX])
{
    static struct sass_program program;
    static struct sass_warp warp;
    struct sass_error error;
    uint64_t active;
    char reason[READ_WHY_MAX], source[SASS_NAME_MAX];

    if (length >= sizeof e->text)
        return text_why(why, "the instruction is too long, %zu bytes are allowed", sizeof e->text - 1);
    if (block_is_insn(text))
        return block_of_insn(text, length, o, e, why);
    if (!sass_parse(text, length, &program, &error))
        return text_why(why, "column %u: %s", error.column, error.text);
    const bool is_collective = program.count == 1 && sass_is_collective(&program.insn[0]);
    if (program.count != 1 || (program.insn[0].op != SASS_SHFL && !is_collective))
        return text_refuse(why, text,
                           "expected one SHFL, VOTE, ELECT, MATCH or REDUX, such as 'SHFL.UP P1, R2, R1, 1, 0x1800'");
    snprintf(e->text, sizeof e->text, "%.*s", (int)program.insn[0].length, text + program.insn[0].text);
    memset(&warp, 0, sizeof warp);
    if (!shuffle_mask(o, WARP_LANES, &active, why))
        return false;
    warp.active = (uint32_t)active;
    for (unsigned i = 0; i < o->inits; i++) {
        char plain[INIT_MAX];
        const uint64_t blank = take_blanks(o->init[i], plain);

        if (!sass_init(&program, blank ? plain : o->init[i], &warp, reason))
            return text_why(why, "--init %s", reason);
        sass_register_name(&program, program.insn[0].source[0].reg, source);
        if (blank && (is_collective || !text_is(o->init[i], strcspn(o->init[i], "="), source)))
            return text_why(why,
                            "--init %.60s: ? is a value that is not defined, of the register that SHFL moves alone",
                            o->init[i]);
        e->blank |= blank;
    }
    fill_guard(&program.insn[0].guard, &warp, e);
    (is_collective ? collective_of_insn : fill)(&program, &warp, e);
    return true;
}

/* --init by the text's own names, as those of its SASS; and a note of the names that are not given. */
enum { INITS_MAX = 64 };
static bool name_registers(const struct ptx_shuffle *ptx, const struct read_options *o, struct explain *e,
                           const char *init[INITS_MAX], char why[READ_WHY_MAX])
{
    static char made[sizeof ptx->given / sizeof *ptx->given][INIT_MAX];
    bool is_given[sizeof ptx->given / sizeof *ptx->given] = { false };

    if (o->inits > INITS_MAX)
        return text_why(why, "--init: expected %d at most", INITS_MAX);
    for (unsigned i = 0; i < o->inits; i++) {
        const size_t length = strcspn(o->init[i], "=");

        init[i] = o->init[i];
        for (unsigned n = 0; n < ptx->givens; n++) {
            const bool is_own = text_is(o->init[i], length, ptx->given[n].own);

            is_given[n] |= is_own || text_is(o->init[i], length, ptx->given[n].as);
            if (!is_own || strlen(o->init[i]) >= INIT_MAX - sizeof ptx->given[n].as)
                continue;
            snprintf(made[n], sizeof made[n], "%s%s", ptx->given[n].as, o->init[i] + length);
            init[i] = made[n];
        }
    }
    for (unsigned n = 0; n < ptx->givens; n++)
        if (!is_given[n] && strcmp(ptx->given[n].as, "Ra") != 0)
            shuffle_note(e, "%s is %s", ptx->given[n].as, ptx->given[n].own);
    return true;
}

static bool read_ptx(const char *text, const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    struct read_options own = *o;
    const char *init[INITS_MAX];
    struct ptx_shuffle ptx;
    unsigned length;

    if (known_at(text, text, &length) != NULL)
        return text_refuse(why, text, "%s", known_at(text, text, &length));
    if (!ptx_parse(text, o->flow, &ptx, why))
        return false;
    snprintf(e->call, sizeof e->call, "%s", ptx.text);
    e->has_members = ptx.has_mask;
    e->members = ptx.mask;
    shuffle_note(e, "%s", ptx.note);
    if (ptx.names_mask && !ptx.has_mask)
        shuffle_note(e, "the mask is not known, and taken to name all lanes");
    if (!name_registers(&ptx, o, e, init, why))
        return false;
    own.init = init;
    const bool ok = read_sass(ptx.sass, strlen(ptx.sass), &own, e, why);
    shuffle_note(e, "%s", ptx.holds);
    return ok;
}

/* ---- Calls */

/* CUDA's and its kin: SHFL with the Sc that the width makes. */
static void fill_shfl(const struct call *call, struct explain *e)
{
    const bool uniform = !call->operand.by_lane;

    e->mode = e->in.mode = (enum shfl_mode)(call->op - CALL_SHFL_IDX);
    e->in.sb_is_imm = uniform;
    for (unsigned k = 0; k < e->lanes; k++)
        e->in.sb[k] = (uint32_t)call->operand.word[k];
    e->in.sb_imm = e->in.sb[0] & 31;
    e->in.sc_is_imm = true;
    e->in.sc_imm = (call->has_c ? call->c : warp_sc(e->mode, (int)call->width)) & 0x1fff;
    if (uniform && e->in.sb[0] > 31)
        shuffle_note(e, "of %d only the low five bits count: %u", (int)e->in.sb[0], e->in.sb_imm);
    if (call->has_c && (call->c & ~UINT32_C(0x1f1f)) != 0)
        shuffle_note(e, "of c only the bits 4:0 and 12:8 count: 0x%x", call->c & 0x1f1f);
    if (!call->has_c && (call->width > WARP_LANES || !is_power(call->width)))
        shuffle_note(e, "CUDA allows widths of 1 2 4 8 16 32; for %d the same formula is used", (int)call->width);
}

/* The member of a group that has a rank; -1: there is none. */
static int member(uint64_t group, int64_t rank)
{
    for (unsigned k = 0; k < SHFL_LANES_MAX && rank >= 0; k++)
        if ((group >> k & 1) && rank-- == 0)
            return (int)k;
    return -1;
}

/* The lane that a lane reads in segments of a width, a power of two, or -1 if the documents leave its result
 * undefined whoever executes. SHFL's modes are those of a group that counts its lanes by rank. Source: CUDA 13.0,
 * cooperative_groups.h, coalesced_group
 *
 *   other     set to whether it is the lane of the other argument
 */
static int source_of(const struct call *call, const struct explain *e, unsigned lane, unsigned width, bool *other)
{
    const unsigned size = width < e->lanes ? width : e->lanes, in = lane & (size - 1), first = lane - in;
    const uint64_t operand = call->operand.word[lane], group = call->group[lane];
    const int64_t by = (int32_t)operand, rank = __builtin_popcountll(group & ((UINT64_C(1) << lane) - 1));
    const bool exists = operand < size;
    unsigned lowest = first;
    int from;

    *other = false;
    if (call->row->needs_all && e->in.active != shfl_all_lanes(e->lanes))
        return -1;
    switch (call->row->op) {
    case CALL_SHFL_IDX: return member(group, by);
    case CALL_SHFL_UP:
    case CALL_SHFL_DOWN:
        from = member(group, call->row->op == CALL_SHFL_UP ? rank - by : rank + by);
        return from < 0 ? (int)lane : from;
    case CALL_SELECT:
    case CALL_BROADCAST: return exists ? (int)(first + operand) : -1;
    case CALL_XOR: return exists ? (int)(lane ^ operand) : call->row->keeps ? (int)lane : -1;
    case CALL_UP: return operand <= in ? (int)(lane - operand) : -1;
    case CALL_DOWN: return exists && in + operand < size ? (int)(lane + operand) : -1;
    case CALL_FIRST:
        while (lowest < first + size - 1 && !(e->in.active >> lowest & 1))
            lowest++;
        return (int)lowest;
    case CALL_ROTATE: return (int)(first + ((in + operand) & (size - 1)));
    case CALL_ROTATE_UP: return (int)(first + ((in - operand) & (size - 1)));
    case CALL_FILL_UP: *other = operand > in; return operand > size ? -1 : (int)(first + ((in - operand) & (size - 1)));
    default: /* CALL_FILL_DOWN */
        *other = in + operand >= size;
        return operand > size ? -1 : (int)(first + ((in + operand) & (size - 1)));
    }
}

/* A call that is not SHFL, and the SHFL that reads the same lanes wherever the result is defined: BFLY, or for the whole warp
 * UP or DOWN, else IDX by lane. */
static void fill_own(const struct call *call, struct explain *e)
{
    static const struct call_row by_rank = {
        .name = ".shfl",
        .language = CALL_GROUPS,
        .op = CALL_SELECT,
        .arguments = "vo",
        .undefined = "the group has no member of this rank",
        .source = "CUDA C++ Programming Guide, section Cooperative Groups, coalesced_group"
    };
    const struct call_row *row = call->has_ranks ? &by_rank : call->row;
    const bool part = strchr(row->arguments, 'p') != NULL; /* the first lanes take part */
    const unsigned width = part ? e->lanes : call->width;
    const bool whole = width == e->lanes;
    bool same = !call->has_ranks, other;

    e->row = row;
    e->mode = e->in.mode = row->op == CALL_XOR && !row->keeps ? SHFL_BFLY
                         : row->op == CALL_UP && whole        ? SHFL_UP
                         : row->op == CALL_DOWN && whole      ? SHFL_DOWN
                                                              : SHFL_IDX;
    for (unsigned k = 0; k < e->lanes; k++) {
        int from = source_of(call, e, k, width, &other);

        if (part && (k >= call->width || from >= (int)call->width))
            from = -1;
        e->undefined |= (uint64_t)(from < 0) << k;
        e->other |= (uint64_t)(from >= 0 && other) << k;
        e->in.sb[k] = e->mode == SHFL_IDX && from >= 0 ? (uint32_t)from
                    : call->has_ranks                  ? k
                                                       : (uint32_t)call->operand.word[k] & (e->lanes - 1);
        same = same && e->in.sb[k] == e->in.sb[0];
    }
    e->in.sb_is_imm = same;
    e->in.sb_imm = e->in.sb[0];
    e->in.sc_is_imm = true;
    e->in.sc_imm = e->mode == SHFL_UP ? 0 : e->lanes - 1;
}

bool shuffle_of_call(const struct call *call, const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    snprintf(e->call, sizeof e->call, "%s", call->text);
    e->has_members = call->has_mask;
    e->members = call->mask;
    if (call_is_block(call->row))
        return text_refuse(why, call->text, "of a block: it is read for each of its warps");
    if (call_is_collective(call->row))
        return collective_of_call(call, o, e, why);
    if (call->row->language == CALL_HIP)
        return text_refuse(why, call->text, "HIP's: give its GPU, such as --gpu gfx90a");
    if (!shuffle_data(o, e, why))
        return false;
    for (unsigned k = 0; k < e->lanes && call->has_value && o->inits == 0; k++) /* a shuffle moves 32 bits */
        e->in.ra[k] = (uint32_t)call->value.word[k];
    e->in.active &= call->executes;
    if (call->row->note != NULL)
        shuffle_note(e, "%s", call->row->note);
    shuffle_note(e, "%s", call->note);
    shuffle_others(call->end, o, e);
    if (call->has_ranks && call->op == CALL_SHFL_BFLY)
        return text_refuse(why, call->text, "a group by rank has no shfl_xor");
    shuffle_note(e, "%s", call->has_ranks ? "the lanes of this group count by rank" : "");
    (call->row->op <= CALL_SHFL_BFLY && !call->has_ranks ? fill_shfl : fill_own)(call, e);
    shuffle_name(e, "PT");
    return true;
}

/* Read the call that begins here, by what stands in front of it in the text. */
static bool read_at(const char *text, const char *at, const struct read_options *o, struct explain *e,
                    char why[READ_WHY_MAX])
{
    static struct call call;
    const struct expr_scope scope = shuffle_scope(o, e->lanes);
    const struct call_row *row;

    if (call_at(text, at, &row) != NULL && call_is_block(row))
        return block_read_at(text, at, row, o, e, why);
    if (call_at(text, at, &row) != NULL && call_is_of_warp(row) && o->lanes && !o->gpu)
        return text_why(why, "--lanes: a warp of CUDA's has 32, leave it out with its calls");
    return call_read(text, at, &scope, &call, why) && shuffle_of_call(&call, o, e, why);
}

/* ---- All of them */

/* None of the forms that are accepted: what it looks like, or what there is. */
static bool unknown(const char *text, char why[READ_WHY_MAX])
{
    const char *other = known_in(text), *at;
    unsigned known;
    size_t length;

    if (other != NULL)
        return text_refuse(why, text, "%s", other);
    if ((other = known_within(text, &at)) != NULL)
        return text_refuse(why, at, "%s", other);
    if (shuffle_is_amd(text))
        return text_refuse(why, text, "AMD's instructions need their GPU, such as --gpu gfx90a");
    for (at = text; *at != '\0'; at++)
        if ((length = call_family(text, at)) > 0)
            return text_refuse(why, at, CALL_UNKNOWN, (int)length, at);
    for (at = text; *at != '\0'; at++)
        if ((other = known_at(text, at, &known)) != NULL)
            return text_refuse(why, at, "%s", other);
    return text_refuse(why, text,
                       "expected a shuffle, vote, match or reduction, such as 'SHFL.UP P1, R2, R1, 1, 0x1800', "
                       "'__shfl_up_sync(m, v, 1, 8)' or 'subgroupShuffleUp(v, 1)'; openshfl explain --languages lists "
                       "all that is known");
}

/* Is it in an asm statement of C's that something stands in front of, or of whose operands more than the value matters? */
static bool is_in_program(const char *text, const char *begin)
{
    const char *open = text, *statement = text, *at = begin;

    while (open < begin && !(text_among(open, text_name(open), "asm __asm __asm__")))
        open += text_name(open) ? text_name(open) : 1;
    statement = open;
    open = text_skip(open + text_name(open));
    open = text_skip(open + text_name(open)); /* behind volatile */
    if (statement >= begin || *open != '(' || *text_skip(open + 1) != '"')
        return false;
    for (unsigned commas = 0; commas < 2 && *at != '\0' && *at != ';'; at++)
        commas += *at == ',';
    at += strcspn(at, "%;");
    return statement > text_skip(text) || (*at == '%' && isdigit((unsigned char)at[1]));
}

/* Is "NAME=EXPRESSION" one of --let? */
static bool let_is_read(const char *let, const struct expr_scope *scope, char why[READ_WHY_MAX])
{
    static struct expr expr;
    const char *equals = strchr(let, '=');

    if (equals == NULL || equals == let || isdigit((unsigned char)let[0]))
        return text_refuse(why, let, "expected NAME=VALUE, such as i=4");
    return expr_read(equals + 1, scope, &expr, why);
}

bool shuffle_read(const char *text, const struct read_options *o, struct explain *e, char why[READ_WHY_MAX])
{
    const char *end, *ends, *begin = shuffle_find(text, &end);
    const struct expr_scope scope = { .lanes = e->lanes, .let = o->let, .lets = o->lets };

    if (o->at != NULL)
        return read_at(text, o->at, o, e, why);
    for (unsigned i = 0; i < o->lets; i++)
        if (!let_is_read(o->let[i], &scope, why)) {
            char reason[READ_WHY_MAX];

            snprintf(reason, sizeof reason, "--let %s", why);
            memcpy(why, reason, READ_WHY_MAX);
            return false;
        }
    if (begin == NULL)
        return unknown(text, why);
    if (call_at(text, begin, NULL) != NULL)
        return read_at(text, begin, o, e, why);
    if (is_in_program(text, begin))
        return text_refuse(why, begin, READ_PROGRAM);
    if (e->lanes > WARP_LANES)
        return text_why(why, "--lanes %u: only --mode and the calls of sub-groups have more than 32", e->lanes);
    const bool ok = begin == ptx_find(begin, &ends) ? read_ptx(begin, o, e, why)
                                                    : read_sass(begin, (size_t)(end - begin), o, e, why);
    struct flow flow;
    if (o->flow == NULL)
        flow_to(&flow, text, begin);
    if (ok && o->active == NULL)
        shuffle_note(e, "%s", o->flow ? o->flow->doubt : flow.doubt);
    if (ok && !e->b.kind) /* of a barrier its result may follow */
        shuffle_others(end, o, e);
    return ok;
}
