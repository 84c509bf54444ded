/* SPDX-License-Identifier: Apache-2.0
 * operand - see reader.h and sass.h: registers, predicates, numbers, and all operands of an instruction. */
#include "sass_reader.h"
#include "lib/word.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The R of a register's name, or of a uniform one; NULL if it is neither. */
static const char *begin_of_register(const char *name, size_t length)
{
    const bool uniform = length > 0 && name[0] == 'U';

    return length >= (size_t)uniform + 2 && name[uniform] == 'R' ? name + uniform : NULL;
}

int sass_register(const struct sass_program *program, const char *name, size_t length)
{
    int number = 0;

    if (length >= SASS_NAME_MAX || begin_of_register(name, length) == NULL)
        return -1;
    if ((length == 2 || name[0] == 'U') && name[length - 1] == 'Z' && length <= 3)
        return SASS_RZ;
    if (!is_digit(name[1])) {
        for (unsigned i = 0; i < program->names; i++)
            if (strlen(program->name[i]) == length && memcmp(program->name[i], name, length) == 0)
                return (int)(256 + i);
        return -1;
    }
    for (size_t i = 1; i < length; i++) {
        if (!is_digit(name[i]) || (name[1] == '0' && length > 2) || number > 254)
            return -1;
        number = 10 * number + (name[i] - '0');
    }
    return number <= 254 ? number : -1;
}

const char *sass_predicate_name(unsigned number, char name[SASS_NAME_MAX])
{
    if (number == SASS_PT)
        memcpy(name, "PT", 3);
    else
        snprintf(name, SASS_NAME_MAX, number < SASS_PT ? "P%u" : "UP%u", number & 7);
    return name;
}

unsigned sass_high(unsigned reg) { return reg < 254 ? reg + 1 : SASS_RZ; }

void sass_register_name(const struct sass_program *program, unsigned reg, char name[SASS_NAME_MAX])
{
    if (reg >= 256)
        memcpy(name, program->name[reg - 256], SASS_NAME_MAX);
    else if (reg == SASS_RZ)
        memcpy(name, "RZ", 3);
    else
        snprintf(name, SASS_NAME_MAX, "R%u", reg);
}

/* A register; a new symbolic one is taken in. Of R2.reuse, which nvdisasm writes for a hint to the operand cache, it is R2. */
static bool take_register(struct reader *r, const struct token *given, uint16_t *reg)
{
    static const char hint[] = ".reuse";
    const size_t length = sizeof hint - 1;
    struct sass_program *program = r->program;
    struct token without = *given;

    if (given->length > length && memcmp(given->text + given->length - length, hint, length) == 0)
        without.length -= length;
    const struct token *token = &without;
    int number = sass_register(program, token->text, token->length);

    if (number >= 0) {
        *reg = (uint16_t)number;
        return true;
    }
    if (begin_of_register(token->text, token->length) == NULL || memchr(token->text, '.', token->length) != NULL)
        return reader_error(r, token, "expected a register: R0 to R254, RZ, or a name such as Rx");
    if (is_digit(token->text[1]))
        return reader_error(r, token, "no such register; they are R0 to R254, RZ, and names such as Rx");
    if (token->length >= SASS_NAME_MAX)
        return reader_error(r, token, "the name is too long, %d characters are allowed", SASS_NAME_MAX - 1);
    if (program->names == SASS_NAMES_MAX)
        return reader_error(r, token, "too many names of registers, %d are allowed", SASS_NAMES_MAX);
    memset(program->name[program->names], 0, SASS_NAME_MAX);
    memcpy(program->name[program->names], token->text, token->length);
    *reg = (uint16_t)(256 + program->names++);
    return true;
}

/* One to write: a register of each lane, or a uniform one. */
static bool take_destination(struct reader *r, bool uniform, uint16_t *reg)
{
    struct token token = reader_look(r);

    if ((token.text[0] == 'U') != uniform)
        return reader_error(r, &token,
                            uniform ? "expected a uniform register: UR0 to UR254, URZ, or a name such as URx"
                                    : "expected a register: R0 to R254, RZ, or a name such as Rx");
    if (!take_register(r, &token, reg))
        return false;
    r->at += token.length;
    return true;
}

int sass_predicate(const char *name, size_t length)
{
    const bool uniform = length > 0 && name[0] == 'U';

    name += uniform;
    if (length != (size_t)uniform + 2 || name[0] != 'P')
        return -1;
    if (name[1] == 'T')
        return SASS_PT;
    return name[1] >= '0' && name[1] <= '6' ? name[1] - '0' + (uniform ? SASS_PT + 1 : 0) : -1;
}

/* Past a mark such as - or |, if it stands here; *token becomes what follows. */
static bool take_mark(struct reader *r, struct token *token, const char *mark, bool *seen)
{
    *seen = token_is(token, mark);
    if (*seen && !reader_pass(r, token))
        return false;
    *token = reader_look(r);
    return true;
}

bool take_predicate(struct reader *r, struct sass_predicate *p)
{
    struct token token = reader_look(r);

    if (!take_mark(r, &token, "!", &p->negated))
        return false;
    int number = sass_predicate(token.text, token.length);
    if (number < 0)
        return reader_error(r, &token, "expected a predicate: P0 to P6 or PT, with ! to negate it");
    p->number = (uint8_t)number;
    r->at += token.length;
    return true;
}

static bool take_destination_predicate(struct reader *r, bool uniform, uint8_t *number)
{
    struct token token = reader_look(r);
    int found = token_is(&token, "__") ? SASS_PT : sass_predicate(token.text, token.length);

    if (found < 0 || (token.text[0] == 'U') != uniform)
        return reader_error(r, &token,
                            uniform ? "expected a uniform predicate to write: UP0 to UP6, or UPT for none"
                                    : "expected a predicate to write: P0 to P6, or PT or __ for none");
    *number = (uint8_t)found;
    r->at += token.length;
    return true;
}

/* The token as a text that ends in 0; what is too long for a number becomes none. */
static const char *text_of(const struct token *token, char text[64])
{
    size_t length = token->length < 64 ? token->length : 0;

    memcpy(text, token->text, length);
    text[length] = '\0';
    return text;
}

/* An immediate of Sb or Sc: 0 .. most. */
static bool take_field(struct reader *r, const char *what, uint32_t most, struct sass_source *s)
{
    struct token token = reader_look(r);
    char text[64];

    if (begin_of_register(token.text, token.length) != NULL) {
        r->at += token.length;
        return take_register(r, &token, &s->reg);
    }
    text_of(&token, text);
    if (!is_digit(text[text[0] == '-' || text[0] == '+']))
        return reader_error(r, &token, "expected a register or a number as %s of SHFL", what);
    const char *end = word_scan(text, &s->imm);
    if (end != NULL && *end != '\0')
        return reader_error(r, &token, "expected a register or a number as %s of SHFL", what);
    if (end == NULL || s->imm > most)
        return reader_error(r, &token, "out of range, %s of SHFL is 0 to %" PRIu32 " (0x%" PRIx32 ")", what, most,
                            most);
    s->is_imm = true;
    r->at += token.length;
    return true;
}

/* A number as a source: whole; or where the instruction computes with floats, or the text can only mean one, the
 * bits of a float. */
static bool take_immediate(struct reader *r, const struct token *token, bool as_float, struct sass_source *s)
{
    char text[64];
    const char *end;

    text_of(token, text);
    s->is_imm = true;
    s->is_float = strpbrk(text, "xX") == NULL && (as_float || strpbrk(text, ".eEIQ") != NULL);
    end = s->is_float ? word_scan_float(text, &s->imm) : word_scan(text, &s->imm);
    r->at += token->length;
    if (end == NULL)
        return reader_error(r, token,
                            s->is_float ? "out of range, expected a float of 32 bits, such as -2.5e-3"
                                        : "out of range, an immediate has 32 bits");
    return *end == '\0' || reader_error(r, token, "expected a register or a number");
}

/* A source of an integer or float instruction: a number, or a register with its sign and bars. */
static bool take_source(struct reader *r, char letter, struct sass_source *s)
{
    struct token token = reader_look(r);
    size_t sign = token.text[0] == '-' || token.text[0] == '+';
    bool bar;

    if (token.length > sign && strchr("0123456789.IQ", token.text[sign]) != NULL)
        return take_immediate(r, &token, letter == 'f', s);
    if ((letter != 'i' && !take_mark(r, &token, "-", &s->negative))
        || (letter == 'f' && !take_mark(r, &token, "|", &s->absolute)))
        return false;
    if (begin_of_register(token.text, token.length) == NULL)
        return reader_error(r, &token, "expected a register or a number");
    if (!take_register(r, &token, &s->reg))
        return false;
    r->at += token.length;
    if (!s->absolute)
        return true;
    if (!reader_skip(r, false))
        return false;
    token = reader_look(r);
    return take_mark(r, &token, "|", &bar) && (bar || reader_error(r, &token, "expected | after the register"));
}

static const struct word specials[] = { { "SR_LANEID", SASS_LANEID }, { "SR_TID.X", SASS_LANEID },
                                        { "SR_EQMASK", SASS_EQMASK }, { "SR_LTMASK", SASS_LTMASK },
                                        { "SR_LEMASK", SASS_LEMASK }, { "SR_GTMASK", SASS_GTMASK },
                                        { "SR_GEMASK", SASS_GEMASK }, { NULL, 0 } };

static bool take_special(struct reader *r, enum sass_special *special)
{
    struct token token = reader_look(r);
    uint8_t value;

    if (!word_value(specials, token.text, token.length, &value))
        return reader_error(r, &token,
                            "expected SR_LANEID, SR_TID.X or one of SR_EQMASK, SR_LTMASK, SR_LEMASK, "
                            "SR_GTMASK, SR_GEMASK");
    *special = (enum sass_special)value;
    r->at += token.length;
    return true;
}

static bool take_operand(struct reader *r, char letter, struct sass_insn *insn, unsigned seen[4])
{
    struct token token = reader_look(r);

    switch (letter) {
    case 'd':
    case 'U': insn->is_uniform = letter == 'U'; return take_destination(r, insn->is_uniform, &insn->rd);
    case 'r':
        if (!take_register(r, &token, &insn->source[seen[0]++].reg))
            return false;
        r->at += token.length;
        return true;
    case 'q':
    case 'Q':
        if (insn->op == SASS_MATCH && insn->modifier == SHFL_MATCH_ANY)
            return reader_error(r, &token, "expected a register: MATCH.ANY writes no predicate");
        return take_destination_predicate(r, letter == 'Q', &insn->pd[seen[1]++]);
    case 'T':
        if (!token_is(&token, "PT"))
            return reader_error(r, &token, "expected PT: what another operand does here is not known");
        r->at += token.length;
        return true;
    case 'p': return take_predicate(r, &insn->p[seen[2]++]);
    case 'b': return take_field(r, "Sb", 31, &insn->source[seen[0]++]);
    case 'c': return take_field(r, "Sc", 0x1fff, &insn->source[seen[0]++]);
    case 's': return take_special(r, &insn->special);
    default: return take_source(r, letter, &insn->source[seen[0]++]);
    }
}

/* All operands, with commas between them. */
bool take_operands(struct reader *r, const struct mnemonic *m, struct sass_insn *insn)
{
    unsigned seen[4] = { 0 }, count = 0;

    for (const char *letter = m->operands; *letter != '\0'; letter++) {
        bool optional = *letter == '[';

        if (optional) {
            letter++;
            struct token token = reader_look(r);
            const bool is_register = begin_of_register(token.text, token.length) != NULL;
            bool left_out = *letter == 'd' || *letter == 'U' ? !is_register
                          : *letter == 'q'                   ? is_register
                                                             : reader_at_end(r) || token.text[0] != ',';

            if (left_out) {
                letter++;
                continue;
            }
        }
        if (count++ > 0) {
            struct token token = reader_look(r);

            if (!token_is(&token, ","))
                return reader_error(r, &token, "expected a comma and another operand of %s", m->name);
            r->at++;
            if (!reader_skip(r, false))
                return false;
        }
        if (!take_operand(r, *letter, insn, seen))
            return false;
        insn->length = r->at - insn->text;
        if (!reader_skip(r, false))
            return false;
        letter += optional; /* past ] */
    }
    return true;
}
