/* SPDX-License-Identifier: Apache-2.0
 * sass_parse - see sass.h: from text to instructions. Where the reader is, the token there, and its errors; the instructions that
 * are known; and their operands.
 *
 * Modifiers of a mnemonic, a letter each; one with ? behind it may be left out:
 *     m  mode of SHFL                  i  comparison of integers            f  comparison of floats
 *     v  kind of vote                  o  logic                             l  the logic of the last predicate
 *     a  kind of match                 x  operation of redux                e  MIN or MAX
 *     u  U32                           s  U32 or S32                        t  F32
 *     3  S32                           6  U64
 * Operands, likewise:
 *     d  destination register          q  destination predicate
 *     U  the same, uniform             Q  the same, uniform
 *     r  source register               i  source register or integer        n  the same, or -Rx
 *     f  source register or float, -Rx, |Rx|
 *     b  Sb of SHFL                    c  Sc of SHFL                        p  source predicate, !P1
 *     s  special register              T  PT
 */
#include "sass.h"
#include "lib/word.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct token {
    const char *text;
    size_t length;
    unsigned line, column;
};

struct reader {
    const char *text;
    size_t length, at;
    unsigned line;
    size_t line_start, end; /* end: behind the last token that was passed */
    struct token token;     /* the one at the place: a name, a number with its sign, one character, or "end of line" */
    struct sass_program *program;
    struct sass_error *error;
};

/* ---- The reader */

/* The character that is ahead of the place, or -1 at the end. */
static int peek(const struct reader *r, size_t ahead)
{
    return r->at + ahead < r->length ? (unsigned char)r->text[r->at + ahead] : -1;
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

static bool is_word(int c) { return isalnum(c) || c == '_' || c == '.'; }

static bool token_is(const struct reader *r, const char *text) { return text_is(r->token.text, r->token.length, text); }

/* Report an error, with its place and token, in printable characters. Returns false. */
static bool refuse_at(struct reader *r, const struct token *token, const char *format, ...)
{
    struct text text = { r->error->text, 0, sizeof r->error->text };

    r->error->line = token->line;
    r->error->column = token->column;
    text_append(&text, "'");
    for (size_t i = 0; i < token->length && i < 40; i++) {
        const unsigned char c = (unsigned char)token->text[i];

        text_append(&text, c >= ' ' && c <= '~' ? "%c" : "\\x%02x", c);
    }
    text_append(&text, token->length > 40 ? "...': " : "': ");
    text_arguments(text.at + text.used, text.size - text.used, format);
    return false;
}

#define refuse(r, ...) refuse_at(r, &(r)->token, __VA_ARGS__)

static struct token look(const struct reader *r)
{
    const int c = peek(r, 0), next = peek(r, 1);
    size_t n = 0;
    struct token token = {
        .text = &r->text[r->at], .line = r->line, .column = (unsigned)(r->at - r->line_start) + 1, .length = 1
    };

    if (c == -1 || c == '\n') {
        token.text = "end of line";
        token.length = strlen(token.text);
        return token;
    }
    if ((c == '+' || c == '-') && (is_digit(next) || next == '.' || next == 'I' || next == 'Q')) /* +INF, -QNAN */
        n = 1;
    if (!is_word(peek(r, n)))
        return token;
    const bool number = is_digit(peek(r, n)) || peek(r, n) == '.';
    const bool hex = peek(r, n) == '0' && (peek(r, n + 1) == 'x' || peek(r, n + 1) == 'X');
    while (is_word(peek(r, n))
           || (number && !hex && n > 0 && (peek(r, n) == '+' || peek(r, n) == '-')
               && (peek(r, n - 1) == 'e' || peek(r, n - 1) == 'E')))
        n++;
    token.length = n;
    return token;
}

/* Past blanks and comments, and past ends of lines if lines is set, to the token there. False in an endless comment. */
static bool skip(struct reader *r, bool lines)
{
    for (;; r->at++) {
        const int c = peek(r, 0);

        if (c == '/' && peek(r, 1) == '/') {
            while (peek(r, 1) != -1 && peek(r, 1) != '\n')
                r->at++;
        } else if (c == '/' && peek(r, 1) == '*') {
            struct token start = look(r);

            start.length = 2;
            for (r->at += 2; !(peek(r, 0) == '*' && peek(r, 1) == '/'); r->at++) {
                if (peek(r, 0) == -1)
                    return refuse_at(r, &start, "this comment has no end, expected */");
                if (peek(r, 0) == '\n') {
                    r->line++;
                    r->line_start = r->at + 1;
                }
            }
            r->at++;
        } else if (lines && c == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            r->token = look(r);
            return true;
        }
    }
}

/* Past the token, and the blanks and comments behind it; and past this one, if it stands here. */
static bool pass(struct reader *r)
{
    r->end = r->at += r->token.length;
    return skip(r, false);
}

static bool pass_mark(struct reader *r, const char *mark, bool *seen)
{
    *seen = token_is(r, mark);
    return !*seen || pass(r);
}

/* ---- Mnemonics */

#define MNEMONIC(name, modifiers, operands) { #name, SASS_##name, modifiers, operands },
static const struct mnemonic {
    const char *name;
    enum sass_op op;
    const char *modifiers, *operands;
} mnemonics[] = { SASS_EACH_OP(MNEMONIC){ "MOV32I", SASS_MOV, "", "di" },
                  { "VOTEU", SASS_VOTE, "v", "U?Qp" },
                  { "CREDUX", SASS_REDUX, "e3?", "Ur" } };

/* The words of each kind of modifier, and of the special registers: their places are what they stand for. */
static const char *const logics[] = { "AND", "OR", "XOR" }, *const types[] = { "U32", "S32", "F32", "U64" },
                         *const compares[] = { "",    "LT",  "EQ",  "LE",  "GT",  "NE",  "GE", "NUM",
                                               "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU" },
                         *const specials[] = { "SR_LANEID", "SR_TID.X",  "SR_EQMASK", "SR_LTMASK",
                                               "SR_LEMASK", "SR_GTMASK", "SR_GEMASK" };
static const struct kind {
    char letter;
    const char *const *names;
    uint8_t first, end;
} kinds[] = {
    { 'm', shfl_mode_name, 0, SHFL_MODES },
    { 'v', shfl_vote_name, 0, SHFL_VOTE_ELECT },
    { 'a', shfl_match_name, 0, SHFL_MATCHES },
    { 'x', shfl_redux_name, 0, SHFL_REDUXES },
    { 'e', shfl_redux_name, SHFL_REDUX_MIN, SHFL_REDUXES },
    { 'o', logics, 0, 3 },
    { 'l', logics, 0, 3 },
    { 'u', types, 0, 1 },
    { 's', types, 0, 2 },
    { '3', types, 1, 2 },
    { 't', types, 2, 3 },
    { '6', types, 3, 4 },
    { 'i', compares, SASS_LESS, SASS_UNORDERED - 1 },
    { 'f', compares, SASS_LESS, 2 * SASS_UNORDERED - 1 },
    { 'S', specials, 0, 7 },
};

static const struct kind *kind_of(char letter)
{
    const struct kind *kind = kinds;

    while (kind->letter != letter)
        kind++;
    return kind;
}

/* What text[length] stands for, if it is a word of the kind. */
static bool word_value(char letter, const char *text, size_t length, uint8_t *value)
{
    const struct kind *kind = kind_of(letter);

    for (uint8_t i = kind->first; i < kind->end; i++)
        if (text_is(text, length, kind->names[i])) {
            *value = i;
            return true;
        }
    return false;
}

/* The mnemonic that the token begins with, before its first dot, or NULL. */
static const struct mnemonic *find_mnemonic(const struct reader *r)
{
    const char *dot = memchr(r->token.text, '.', r->token.length);
    const size_t length = dot != NULL ? (size_t)(dot - r->token.text) : r->token.length;

    for (size_t i = 0; i < sizeof mnemonics / sizeof mnemonics[0]; i++)
        if (text_is(r->token.text, length, mnemonics[i].name))
            return &mnemonics[i];
    return NULL;
}

/* "expected one of .LT .EQ .LE .GT .NE .GE, then .U32 or nothing" */
static bool wrong_modifier(struct reader *r, const char *modifiers)
{
    char known[200] = "expected no modifier";
    struct text text = { known, 0, sizeof known };

    for (const char *m = modifiers; *m != '\0'; m++) {
        const bool optional = m[1] == '?';
        const struct kind *kind = kind_of(*m);

        text_append(&text, "%s%s", m == modifiers ? "expected " : ", then ",
                    kind->end - kind->first > 1 ? "one of " : "");
        for (uint8_t i = kind->first; i < kind->end; i++)
            text_append(&text, "%s.%s", i > kind->first ? " " : "", kind->names[i]);
        text_append(&text, optional ? " or nothing" : "");
        m += optional;
    }
    for (const char *at = r->token.text; at + 4 <= r->token.text + r->token.length; at++)
        if (strncmp(at, ".F32", 4) == 0 && strncmp(r->token.text, "CREDUX", 6) == 0)
            return refuse(r, "a redux of f32: openshfl run has it, of PTX; docs/rules.md R10.6");
    return refuse(r, "%s", known);
}

/* Read the modifiers, which are joined to the mnemonic by dots, within its token. */
static bool take_modifiers(struct reader *r, const struct mnemonic *m, struct sass_insn *insn)
{
    const char *at = r->token.text + strlen(m->name), *end = r->token.text + r->token.length;

    for (const char *letter = m->modifiers; *letter != '\0'; letter++) {
        const bool optional = letter[1] == '?';
        uint8_t value;

        const char *next = at < end ? memchr(at + 1, '.', (size_t)(end - at) - 1) : NULL;
        next = next != NULL ? next : end;
        if (at < end && word_value(*letter, at + 1, (size_t)(next - at) - 1, &value)) {
            at = next;
            if (*letter == 'l')
                insn->logic = value;
            else if (*letter == 'u' || *letter == 's')
                insn->is_unsigned = value == 0;
            else if (*letter == '3')
                insn->is_signed = value;
            else if (*letter == '6')
                insn->is_wide = value;
            else
                insn->modifier = value;
        } else if (!optional) {
            return wrong_modifier(r, m->modifiers);
        }
        letter += optional;
    }
    return at == end || wrong_modifier(r, m->modifiers);
}

/* ---- Operands */

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
            if (text_is(name, length, program->name[i]))
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
    snprintf(name, SASS_NAME_MAX, number == SASS_PT ? "PT" : number < SASS_PT ? "P%u" : "UP%u", number & 7);
    return name;
}

unsigned sass_high(unsigned reg) { return reg < 254 ? reg + 1 : SASS_RZ; }

void sass_register_name(const struct sass_program *program, unsigned reg, char name[SASS_NAME_MAX])
{
    if (reg >= 256)
        memcpy(name, program->name[reg - 256], SASS_NAME_MAX);
    else
        snprintf(name, SASS_NAME_MAX, reg == SASS_RZ ? "RZ" : "R%u", reg);
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

/* A register; a new symbolic one is taken in. Of R2.reuse, which nvdisasm writes for a hint to the operand cache, it is R2. */
static bool take_register(struct reader *r, uint16_t *reg)
{
    static const char hint[] = ".reuse";
    const size_t length = sizeof hint - 1;
    struct sass_program *program = r->program;
    struct token token = r->token;

    if (token.length > length && memcmp(token.text + token.length - length, hint, length) == 0)
        token.length -= length;
    const int number = sass_register(program, token.text, token.length);
    if (number >= 0) {
        *reg = (uint16_t)number;
        return pass(r);
    }
    if (begin_of_register(token.text, token.length) == NULL || memchr(token.text, '.', token.length) != NULL)
        return refuse_at(r, &token, "expected a register: R0 to R254, RZ, or a name such as Rx");
    if (is_digit(token.text[1]))
        return refuse_at(r, &token, "no such register; they are R0 to R254, RZ, and names such as Rx");
    if (token.length >= SASS_NAME_MAX)
        return refuse_at(r, &token, "the name is too long, %d characters are allowed", SASS_NAME_MAX - 1);
    if (program->names == SASS_NAMES_MAX)
        return refuse_at(r, &token, "too many names of registers, %d are allowed", SASS_NAMES_MAX);
    memset(program->name[program->names], 0, SASS_NAME_MAX);
    memcpy(program->name[program->names], token.text, token.length);
    *reg = (uint16_t)(256 + program->names++);
    return pass(r);
}

/* A predicate that is a source: P1, !P1. */
static bool take_predicate(struct reader *r, struct sass_predicate *p)
{
    if (!pass_mark(r, "!", &p->negated))
        return false;
    const int number = sass_predicate(r->token.text, r->token.length);
    p->number = (uint8_t)number;
    return number < 0 ? refuse(r, "expected a predicate: P0 to P6 or PT, with ! to negate it") : pass(r);
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
    char text[64];

    if (begin_of_register(r->token.text, r->token.length) != NULL)
        return take_register(r, &s->reg);
    text_of(&r->token, text);
    const bool is_number = is_digit(text[text[0] == '-' || text[0] == '+']);
    const char *end = is_number ? word_scan(text, &s->imm) : NULL;
    if (!is_number || (end != NULL && *end != '\0'))
        return refuse(r, "expected a register or a number as %s of SHFL", what);
    if (end == NULL || s->imm > most)
        return refuse(r, "out of range, %s of SHFL is 0 to %" PRIu32 " (0x%" PRIx32 ")", what, most, most);
    s->is_imm = true;
    return pass(r);
}

/* A number as a source: whole; or where the instruction computes with floats, or the text can only mean one, the
 * bits of a float. */
static bool take_immediate(struct reader *r, bool as_float, struct sass_source *s)
{
    char text[64];
    const char *end;

    text_of(&r->token, text);
    s->is_imm = true;
    s->is_float = strpbrk(text, "xX") == NULL && (as_float || strpbrk(text, ".eEIQ") != NULL);
    end = s->is_float ? word_scan_float(text, &s->imm) : word_scan(text, &s->imm);
    if (end == NULL)
        return refuse(r, s->is_float ? "out of range, expected a float of 32 bits, such as -2.5e-3"
                                     : "out of range, an immediate has 32 bits");
    return *end == '\0' ? pass(r) : refuse(r, "expected a register or a number");
}

/* A source of an integer or float instruction: a number, or a register with its sign and bars. */
static bool take_source(struct reader *r, char letter, struct sass_source *s)
{
    const size_t sign = r->token.text[0] == '-' || r->token.text[0] == '+';
    bool bar;

    if (r->token.length > sign && strchr("0123456789.IQ", r->token.text[sign]) != NULL)
        return take_immediate(r, letter == 'f', s);
    if ((letter != 'i' && !pass_mark(r, "-", &s->negative)) || (letter == 'f' && !pass_mark(r, "|", &s->absolute)))
        return false;
    if (begin_of_register(r->token.text, r->token.length) == NULL)
        return refuse(r, "expected a register or a number");
    return take_register(r, &s->reg)
        && (!s->absolute || (pass_mark(r, "|", &bar) && (bar || refuse(r, "expected | after the register"))));
}

static bool take_operand(struct reader *r, char letter, struct sass_insn *insn, unsigned seen[3])
{
    const bool is_uniform = letter == 'U' || letter == 'Q';
    uint8_t special;
    int number;

    switch (letter) {
    case 'd':
    case 'U':
        insn->is_uniform = is_uniform;
        if ((r->token.text[0] == 'U') != is_uniform)
            return refuse(r, is_uniform ? "expected a uniform register: UR0 to UR254, URZ, or a name such as URx"
                                        : "expected a register: R0 to R254, RZ, or a name such as Rx");
        return take_register(r, &insn->rd);
    case 'r': return take_register(r, &insn->source[seen[0]++].reg);
    case 'q':
    case 'Q':
        if (insn->op == SASS_MATCH && insn->modifier == SHFL_MATCH_ANY)
            return refuse(r, "expected a register: MATCH.ANY writes no predicate");
        number = token_is(r, "__") ? SASS_PT : sass_predicate(r->token.text, r->token.length);
        if (number < 0 || (r->token.text[0] == 'U') != is_uniform)
            return refuse(r, is_uniform ? "expected a uniform predicate to write: UP0 to UP6, or UPT for none"
                                        : "expected a predicate to write: P0 to P6, or PT or __ for none");
        insn->pd[seen[1]++] = (uint8_t)number;
        return pass(r);
    case 'T':
        return token_is(r, "PT") ? pass(r) : refuse(r, "expected PT: what another operand does here is not known");
    case 'p': return take_predicate(r, &insn->p[seen[2]++]);
    case 'b': return take_field(r, "Sb", 31, &insn->source[seen[0]++]);
    case 'c': return take_field(r, "Sc", 0x1fff, &insn->source[seen[0]++]);
    case 's':
        if (!word_value('S', r->token.text, r->token.length, &special))
            return refuse(r, "expected SR_LANEID, SR_TID.X or one of SR_EQMASK, SR_LTMASK, SR_LEMASK, SR_GTMASK, "
                             "SR_GEMASK");
        insn->special = (enum sass_special)special;
        return pass(r);
    default: return take_source(r, letter, &insn->source[seen[0]++]);
    }
}

/* All operands, with commas between them. */
static bool take_operands(struct reader *r, const struct mnemonic *m, struct sass_insn *insn)
{
    unsigned seen[3] = { 0 }, count = 0;

    for (const char *letter = m->operands; *letter != '\0'; letter++) {
        const bool is_register = begin_of_register(r->token.text, r->token.length) != NULL;
        const char what = *letter;

        if (letter[1] == '?') {
            letter++;
            if (what == 'd' || what == 'U' ? !is_register : what == 'q' ? is_register : !token_is(r, ","))
                continue;
        }
        if (count++ > 0
            && !(token_is(r, ",") ? pass(r) : refuse(r, "expected a comma and another operand of %s", m->name)))
            return false;
        if (!take_operand(r, what, insn, seen))
            return false;
    }
    return true;
}

/* ---- Instructions */

/* What the scheduler would read, {&req_6} {&rd=0x1} {?sched}, with braces or without, is passed over. */
static bool skip_annotations(struct reader *r)
{
    for (;;) {
        const struct token start = r->token; /* of one character */
        size_t n = 1;
        bool brace;

        if (!pass_mark(r, "{", &brace))
            return false;
        if (!token_is(r, "&") && !token_is(r, "?"))
            return !brace || refuse(r, "expected & or ? after {");
        while (is_word(peek(r, n)) || peek(r, n) == '=')
            n++;
        if (peek(r, n) == '{') { /* &req={0,1} */
            while (peek(r, n) != '}' && peek(r, n) != '\n' && peek(r, n) != -1)
                n++;
            if (peek(r, n) != '}')
                return refuse_at(r, &start, "this annotation has no end, expected }");
            n++;
        }
        r->token.length = n;
        if (!pass(r))
            return false;
        if (brace && !(token_is(r, "}") ? pass(r) : refuse(r, "expected } at the end of the annotation")))
            return false;
    }
}

static bool at_end(const struct reader *r) { return peek(r, 0) == -1 || peek(r, 0) == '\n' || peek(r, 0) == ';'; }

static bool take_instruction(struct reader *r)
{
    struct sass_insn insn = { .guard = { SASS_PT, false },
                              .rd = SASS_RZ,
                              .pd = { SASS_PT, SASS_PT },
                              .p = { { SASS_PT, false }, { SASS_PT, false }, { SASS_PT, false } },
                              .source = { { .reg = SASS_RZ }, { .reg = SASS_RZ }, { .reg = SASS_RZ } },
                              .text = r->at };
    bool guarded;

    if (!pass_mark(r, "@", &guarded) || (guarded && !take_predicate(r, &insn.guard)))
        return false;
    const struct mnemonic *m = find_mnemonic(r);
    if (m == NULL && guarded && at_end(r))
        return refuse(r, "expected an instruction behind the guard");
    if (m == NULL && (token_is(r, "{") || token_is(r, "&") || token_is(r, "?")))
        return refuse(r, "expected the annotation behind its instruction, on the same line");
    if (m == NULL) {
        char known[220];
        struct text text = { known, 0, sizeof known };

        for (size_t i = 0; i < sizeof mnemonics / sizeof mnemonics[0]; i++)
            text_append(&text, " %s", mnemonics[i].name);
        return refuse(r, "unknown instruction, known are%s", known);
    }
    if (r->program->count == SASS_INSNS_MAX)
        return refuse(r, "the program is too long, %d instructions are allowed", SASS_INSNS_MAX);
    insn.op = m->op;
    insn.line = r->token.line;
    insn.column = r->token.column;
    if (!take_modifiers(r, m, &insn) || !pass(r) || !take_operands(r, m, &insn))
        return false;
    insn.length = r->end - insn.text;
    if (!skip_annotations(r))
        return false;
    if (!at_end(r))
        return refuse(r, "expected the end of the instruction, a new line or ;");
    r->program->insn[r->program->count++] = insn;
    return true;
}

bool sass_parse(const char *text, size_t length, struct sass_program *program, struct sass_error *error)
{
    struct reader r = { .text = text, .length = length, .line = 1, .program = program, .error = error };

    program->count = program->names = 0;
    if (length > SASS_TEXT_MAX) {
        *error = (struct sass_error){ .line = 1, .column = 1 };
        snprintf(error->text, sizeof error->text, "the program is too long, %d bytes are allowed", SASS_TEXT_MAX);
        return false;
    }
    while (skip(&r, true)) {
        if (peek(&r, 0) == -1)
            return true;
        if (token_is(&r, ";")) /* an empty instruction, or the end of one */
            r.at++;
        else if (!take_instruction(&r))
            return false;
    }
    return false;
}

bool sass_is_collective(const struct sass_insn *insn)
{
    return insn->op == SASS_VOTE || insn->op == SASS_ELECT || insn->op == SASS_MATCH || insn->op == SASS_REDUX;
}

bool sass_is_float(const struct sass_insn *insn)
{
    return insn->op == SASS_FADD || insn->op == SASS_FMUL || insn->op == SASS_FFMA || insn->op == SASS_FMNMX
        || insn->op == SASS_FSETP;
}

unsigned sass_reads(const struct sass_insn *insn, uint16_t reg[3])
{
    unsigned count = 0;

    for (unsigned i = 0; i < 3; i++)
        if (!insn->source[i].is_imm && insn->source[i].reg != SASS_RZ)
            reg[count++] = insn->source[i].reg;
    if (insn->is_wide && sass_high(insn->source[0].reg) != SASS_RZ)
        reg[count++] = (uint16_t)sass_high(insn->source[0].reg);
    return count;
}
