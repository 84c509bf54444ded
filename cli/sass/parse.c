/* parse - see sass.h: from text to instructions.
 *
 * Every mnemonic has a row with its operands, one letter each:
 *     d  destination register          q  destination predicate
 *     r  source register               i  source register or integer        n  the same, or -Rx
 *     f  source register or float, -Rx, |Rx|
 *     b  Sb of SHFL                    c  Sc of SHFL                        p  source predicate, !P1
 *     s  special register              [  what follows may be left out, up to ]
 */
#include "sass.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- The table ---------------------------------------------------------------------------------------- */

enum family { PLAIN, MODE, COMPARE_INT, COMPARE_FLOAT, LOGIC, LOGIC_TWICE, VOTE, SHIFT_RIGHT, MIN_MAX, CONVERT };

static const struct mnemonic {
    const char *name;
    enum sass_op op;
    enum family family;
    const char *operands;
} mnemonics[] = {
    { "SHFL", SASS_SHFL, MODE, "qdrbc" },
    { "FADD", SASS_FADD, PLAIN, "dff" },
    { "FMUL", SASS_FMUL, PLAIN, "dff" },
    { "FFMA", SASS_FFMA, PLAIN, "dfff" },
    { "FMNMX", SASS_FMNMX, PLAIN, "dffp" },
    { "FSETP", SASS_FSETP, COMPARE_FLOAT, "qqff[p]" },
    { "IADD", SASS_IADD, PLAIN, "dnn" },
    { "IADD3", SASS_IADD3, PLAIN, "dnnn" },
    { "IMUL", SASS_IMUL, PLAIN, "dii" },
    { "IMNMX", SASS_IMNMX, MIN_MAX, "diip" },
    { "ISETP", SASS_ISETP, COMPARE_INT, "qqii[p]" },
    { "PSETP", SASS_PSETP, LOGIC_TWICE, "qqpp[p]" },
    { "LOP", SASS_LOP, LOGIC, "dii" },
    { "SHL", SASS_SHL, PLAIN, "dii" },
    { "SHR", SASS_SHR, SHIFT_RIGHT, "dii" },
    { "SEL", SASS_SEL, PLAIN, "diip" },
    { "MOV", SASS_MOV, PLAIN, "di" },
    { "MOV32I", SASS_MOV, PLAIN, "di" },
    { "I2F", SASS_I2F, CONVERT, "di" },
    { "POPC", SASS_POPC, PLAIN, "di" },
    { "S2R", SASS_S2R, PLAIN, "ds" },
    { "VOTE", SASS_VOTE, VOTE, "[d]qp" },
    { "NOP", SASS_NOP, PLAIN, "" },
    { "EXIT", SASS_EXIT, PLAIN, "" },
};

struct word {
    const char *name;
    uint8_t value;
};

static const struct word modes[] = {
    { "IDX", SHFL_IDX }, { "UP", SHFL_UP }, { "DOWN", SHFL_DOWN }, { "BFLY", SHFL_BFLY }, { NULL, 0 }
};
static const struct word votes[] = { { "ALL", SASS_ALL }, { "ANY", SASS_ANY }, { "EQ", SASS_EQ }, { NULL, 0 } };
static const struct word logics[] = { { "AND", SASS_AND }, { "OR", SASS_OR }, { "XOR", SASS_XOR }, { NULL, 0 } };
#define ORDERED \
    { "LT", SASS_LESS }, { "EQ", SASS_EQUAL }, { "LE", SASS_LESS | SASS_EQUAL }, { "GT", SASS_GREATER }, \
    { "GE", SASS_GREATER | SASS_EQUAL }, { "NE", SASS_LESS | SASS_GREATER }
static const struct word compares[] = { ORDERED, { NULL, 0 } };
static const struct word float_compares[] = {
    ORDERED,
    { "LTU", SASS_LESS | SASS_UNORDERED }, { "EQU", SASS_EQUAL | SASS_UNORDERED },
    { "LEU", SASS_LESS | SASS_EQUAL | SASS_UNORDERED }, { "GTU", SASS_GREATER | SASS_UNORDERED },
    { "GEU", SASS_GREATER | SASS_EQUAL | SASS_UNORDERED }, { "NEU", SASS_LESS | SASS_GREATER | SASS_UNORDERED },
    { "NUM", SASS_LESS | SASS_EQUAL | SASS_GREATER }, { "NAN", SASS_UNORDERED }, { NULL, 0 }
};
static const struct word specials[] = {
    { "SR_LANEID", SASS_LANEID }, { "SR_TID.X", SASS_LANEID }, { "SR_EQMASK", SASS_EQMASK },
    { "SR_LTMASK", SASS_LTMASK }, { "SR_LEMASK", SASS_LEMASK }, { "SR_GTMASK", SASS_GTMASK },
    { "SR_GEMASK", SASS_GEMASK }, { NULL, 0 }
};

/* --- Reading ------------------------------------------------------------------------------------------ */

struct reader {
    const char *text;
    size_t length, at;
    unsigned line;
    size_t line_start;
    struct sass_program *program;
    struct sass_error *error;
};

struct token {
    const char *text;
    size_t length, at;
    unsigned line, column;
};

static int peek(const struct reader *r, size_t ahead)
{
    return r->at + ahead < r->length ? (unsigned char)r->text[r->at + ahead] : -1;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(int c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' || c == '.';
}

static void newline(struct reader *r)
{
    r->line++;
    r->line_start = r->at + 1;
}

static struct token here(const struct reader *r)
{
    return (struct token){ .text = &r->text[r->at], .at = r->at, .line = r->line,
                           .column = (unsigned)(r->at - r->line_start) + 1 };
}

/* A mistake: told with its place and token, in printable characters. Returns false. */
static bool mistake(struct reader *r, const struct token *token, const char *format, ...)
{
    struct sass_error *e = r->error;
    va_list arguments;
    size_t used = 0;

    e->line = token->line;
    e->column = token->column;
    e->text[used++] = '\'';
    for (size_t i = 0; i < token->length && i < 40; i++) {
        unsigned char c = (unsigned char)token->text[i];

        used += (size_t)snprintf(e->text + used, sizeof e->text - used,
                                 c >= ' ' && c <= '~' ? "%c" : "\\x%02x", c);
        if (i == 39 && token->length > 40)
            used += (size_t)snprintf(e->text + used, sizeof e->text - used, "...");
    }
    used += (size_t)snprintf(e->text + used, sizeof e->text - used, "': ");
    va_start(arguments, format);
    vsnprintf(e->text + used, sizeof e->text - used, format, arguments);
    va_end(arguments);
    return false;
}

/* Past blanks and comments, and past ends of lines if lines is set. False in an endless comment. */
static bool skip(struct reader *r, bool lines)
{
    for (;;) {
        int c = peek(r, 0);

        if (c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n')) {
            if (c == '\n')
                newline(r);
            r->at++;
        } else if (c == '/' && peek(r, 1) == '/') {
            while (peek(r, 0) != -1 && peek(r, 0) != '\n')
                r->at++;
        } else if (c == '/' && peek(r, 1) == '*') {
            struct token start = here(r);

            start.length = 2;
            for (r->at += 2; !(peek(r, 0) == '*' && peek(r, 1) == '/'); r->at++) {
                if (peek(r, 0) == -1)
                    return mistake(r, &start, "this comment has no end, expected */");
                if (peek(r, 0) == '\n')
                    newline(r);
            }
            r->at += 2;
        } else {
            return true;
        }
    }
}

/* What stands here: a word, a number with its sign, or one character; empty at the end of the line. */
static struct token look(const struct reader *r)
{
    struct token token = here(r);
    int c = peek(r, 0);
    size_t n = 0;

    if (c == -1 || c == '\n') {
        token.text = "end of line";
        token.length = 11;
        return token;
    }
    int next = peek(r, 1);
    if ((c == '+' || c == '-') && (is_digit(next) || next == '.' || next == 'I' || next == 'Q')) /* +INF, -QNAN */
        n = 1;
    if (is_word(peek(r, n))) {
        bool number = is_digit(peek(r, n)) || peek(r, n) == '.';
        bool hex = peek(r, n) == '0' && (peek(r, n + 1) == 'x' || peek(r, n + 1) == 'X');

        while (is_word(peek(r, n))
               || (number && !hex && n > 0 && (peek(r, n) == '+' || peek(r, n) == '-')
                   && (peek(r, n - 1) == 'e' || peek(r, n - 1) == 'E')))
            n++;
    } else {
        n = 1;
    }
    token.length = n;
    return token;
}

static bool is(const struct token *token, const char *text)
{
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

static bool at_end(const struct reader *r)
{
    int c = peek(r, 0);

    return c == -1 || c == '\n' || c == ';';
}

/* --- Numbers ------------------------------------------------------------------------------------------ */

/* A whole number, decimal or hexadecimal, with a sign or none: -2^63 .. 2^63-1. */
static bool whole(const struct token *token, int64_t *value)
{
    char digits[32], *end;
    size_t sign = token->length > 0 && (token->text[0] == '-' || token->text[0] == '+');

    if (token->length >= sizeof digits || token->length == sign || !is_digit(token->text[sign]))
        return false;
    memcpy(digits, token->text, token->length);
    digits[token->length] = '\0';
    bool hex = digits[sign] == '0' && (digits[sign + 1] == 'x' || digits[sign + 1] == 'X');
    errno = 0;
    *value = strtoll(digits, &end, hex ? 16 : 10);
    return *end == '\0' && errno == 0 && (!hex || token->length > sign + 2);
}

static uint32_t bits(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

/* A floating-point number: 1, -2.5, 1e-3, +INF, -INF, +QNAN. */
static bool real(const struct token *token, uint32_t *word)
{
    char digits[64], *end;
    size_t sign = token->length > 0 && (token->text[0] == '-' || token->text[0] == '+');

    if (token->length >= sizeof digits || token->length == sign)
        return false;
    memcpy(digits, token->text, token->length);
    digits[token->length] = '\0';
    if (strcmp(digits + sign, "INF") == 0 || strcmp(digits + sign, "QNAN") == 0) {
        *word = digits[sign] == 'I' ? 0x7f800000 : 0x7fffffff;
        *word |= digits[0] == '-' ? 0x80000000 : 0;
        return true;
    }
    if (!is_digit(digits[sign]) && digits[sign] != '.')
        return false;
    if (strspn(digits + sign, "0123456789.eE+-") != strlen(digits + sign))
        return false; /* no hexadecimal floats */
    *word = bits(strtof(digits, &end));
    return *end == '\0' && end != digits + sign;
}

/* --- Operands ----------------------------------------------------------------------------------------- */

int sass_register(const struct sass_program *program, const char *name, size_t length)
{
    int number = 0;

    if (length < 2 || length >= SASS_NAME_MAX || name[0] != 'R')
        return -1;
    if (length == 2 && name[1] == 'Z')
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

void sass_register_name(const struct sass_program *program, unsigned reg, char name[SASS_NAME_MAX])
{
    if (reg >= 256)
        memcpy(name, program->name[reg - 256], SASS_NAME_MAX);
    else if (reg == SASS_RZ)
        memcpy(name, "RZ", 3);
    else
        snprintf(name, SASS_NAME_MAX, "R%u", reg);
}

/* A register; a new symbolic one is taken in. */
static bool take_register(struct reader *r, const struct token *token, uint16_t *reg)
{
    struct sass_program *program = r->program;
    int number = sass_register(program, token->text, token->length);

    if (number >= 0) {
        *reg = (uint16_t)number;
        return true;
    }
    if (token->length < 2 || token->text[0] != 'R' || memchr(token->text, '.', token->length) != NULL)
        return mistake(r, token, "expected a register: R0 to R254, RZ, or a name such as Rx");
    if (is_digit(token->text[1]))
        return mistake(r, token, "no such register; they are R0 to R254, RZ, and names such as Rx");
    if (token->length >= SASS_NAME_MAX)
        return mistake(r, token, "the name is too long, %d characters are allowed", SASS_NAME_MAX - 1);
    if (program->names == SASS_NAMES_MAX)
        return mistake(r, token, "too many names of registers, %d are allowed", SASS_NAMES_MAX);
    memset(program->name[program->names], 0, SASS_NAME_MAX);
    memcpy(program->name[program->names], token->text, token->length);
    *reg = (uint16_t)(256 + program->names++);
    return true;
}

static int predicate_number(const struct token *token)
{
    if (is(token, "PT"))
        return SASS_PT;
    if (token->length == 2 && token->text[0] == 'P' && token->text[1] >= '0' && token->text[1] <= '6')
        return token->text[1] - '0';
    return -1;
}

static bool take_predicate(struct reader *r, struct sass_predicate *p)
{
    struct token token = look(r);

    p->negated = is(&token, "!");
    if (p->negated) {
        r->at++;
        if (!skip(r, false))
            return false;
        token = look(r);
    }
    int number = predicate_number(&token);
    if (number < 0)
        return mistake(r, &token, "expected a predicate: P0 to P6 or PT, with ! to negate it");
    p->number = (uint8_t)number;
    r->at += token.length;
    return true;
}

static bool take_destination_predicate(struct reader *r, uint8_t *number)
{
    struct token token = look(r);
    int found = is(&token, "__") ? SASS_PT : predicate_number(&token);

    if (found < 0)
        return mistake(r, &token, "expected a predicate to write: P0 to P6, or PT or __ for none");
    *number = (uint8_t)found;
    r->at += token.length;
    return true;
}

/* An immediate of Sb or Sc: 0 .. most. */
static bool take_field(struct reader *r, const char *what, int64_t most, struct sass_source *s)
{
    struct token token = look(r);
    int64_t value;

    if (token.text[0] == 'R') {
        r->at += token.length;
        return take_register(r, &token, &s->reg);
    }
    if (!whole(&token, &value))
        return mistake(r, &token, "expected a register or a number as %s of SHFL", what);
    if (value < 0 || value > most)
        return mistake(r, &token, "out of range, %s of SHFL is 0 to %lld (0x%llx)", what, (long long)most,
                       (long long)most);
    s->is_imm = true;
    s->imm = (uint32_t)value;
    r->at += token.length;
    return true;
}

/* A source of an integer or float instruction: a number, or a register with its sign and bars. */
static bool take_source(struct reader *r, char letter, struct sass_source *s)
{
    struct token token = look(r);
    bool as_float = letter == 'f';
    int64_t value;
    uint32_t word;

    if (whole(&token, &value) && !(as_float && memchr(token.text, 'x', token.length) == NULL
                                   && memchr(token.text, 'X', token.length) == NULL)) {
        if (value < INT32_MIN || value > UINT32_MAX)
            return mistake(r, &token, "out of range, an immediate has 32 bits");
        s->imm = (uint32_t)value;
        s->is_imm = true;
        r->at += token.length;
        return true;
    }
    if (real(&token, &word)) { /* also where integers are expected: 1.5 can only mean a float's bits */
        s->imm = word;
        s->is_imm = s->is_float = true;
        r->at += token.length;
        return true;
    }
    if (is(&token, "-") && letter != 'i') {
        s->negative = true;
        r->at++;
        if (!skip(r, false))
            return false;
        token = look(r);
    }
    if (is(&token, "|") && as_float) {
        s->absolute = true;
        r->at++;
        if (!skip(r, false))
            return false;
        token = look(r);
    }
    if (token.text[0] != 'R')
        return mistake(r, &token, "expected a register or a number");
    if (!take_register(r, &token, &s->reg))
        return false;
    r->at += token.length;
    if (s->absolute) {
        if (!skip(r, false))
            return false;
        token = look(r);
        if (!is(&token, "|"))
            return mistake(r, &token, "expected | after the register");
        r->at++;
    }
    return true;
}

static bool find_word(const struct word words[], const char *text, size_t length, uint8_t *value)
{
    for (; words->name != NULL; words++)
        if (strlen(words->name) == length && memcmp(words->name, text, length) == 0) {
            *value = words->value;
            return true;
        }
    return false;
}

static bool take_special(struct reader *r, enum sass_special *special)
{
    struct token token = look(r);
    uint8_t value;

    if (!find_word(specials, token.text, token.length, &value))
        return mistake(r, &token, "expected SR_LANEID, SR_TID.X or one of SR_EQMASK, SR_LTMASK, SR_LEMASK, "
                       "SR_GTMASK, SR_GEMASK");
    *special = (enum sass_special)value;
    r->at += token.length;
    return true;
}

/* --- Instructions ------------------------------------------------------------------------------------- */

/* The words after the mnemonic, which are joined to it by dots. */
static bool take_modifiers(struct reader *r, const struct token *token, const struct mnemonic *m,
                           struct sass_insn *insn)
{
    static const char *const wanted[] = {
        [PLAIN] = "it takes no modifier", [MODE] = "it takes one of .IDX .UP .DOWN .BFLY, there is no default",
        [COMPARE_INT] = "it takes one of .LT .EQ .LE .GT .NE .GE, then .U32 or nothing, then .AND, .OR or .XOR",
        [COMPARE_FLOAT] = ("it takes one of .LT .EQ .LE .GT .NE .GE .NUM .NAN, or the first six with a U, then "
                           ".AND, .OR or .XOR"),
        [LOGIC] = "it takes one of .AND .OR .XOR", [LOGIC_TWICE] = "it takes two of .AND .OR .XOR",
        [VOTE] = "it takes one of .ALL .ANY .EQ", [SHIFT_RIGHT] = "it takes .U32, .S32 or nothing",
        [MIN_MAX] = "it takes .U32 or nothing", [CONVERT] = "it takes nothing, or .F32.S32 or .F32.U32"
    };
    const char *at = memchr(token->text, '.', token->length), *end = token->text + token->length;
    unsigned place = 0; /* how many of the expected words have been seen */
    bool ok = true;

    for (; ok && at != NULL && at < end; place++) {
        const char *word = at + 1;
        size_t length = 0;

        while (word + length < end && word[length] != '.')
            length++;
        at = word + length;
        bool u32 = length == 3 && memcmp(word, "U32", 3) == 0, s32 = length == 3 && memcmp(word, "S32", 3) == 0;
        switch (m->family) {
        case PLAIN:
            ok = false;
            break;
        case MODE:
            ok = place == 0 && find_word(modes, word, length, &insn->modifier);
            break;
        case VOTE:
            ok = place == 0 && find_word(votes, word, length, &insn->modifier);
            break;
        case LOGIC:
            ok = place == 0 && find_word(logics, word, length, &insn->modifier);
            break;
        case LOGIC_TWICE:
            ok = place < 2 && find_word(logics, word, length, place == 0 ? &insn->modifier : &insn->logic);
            break;
        case COMPARE_INT:
            if (place == 1 && u32) {
                insn->is_unsigned = true;
                place--; /* no step further: the logic is still to come */
                ok = memchr(at, 'U', (size_t)(end - at)) == NULL;
                break;
            }
            ok = place < 2 && (place == 0 ? find_word(compares, word, length, &insn->modifier)
                                          : find_word(logics, word, length, &insn->logic));
            break;
        case COMPARE_FLOAT:
            ok = place < 2 && (place == 0 ? find_word(float_compares, word, length, &insn->modifier)
                                          : find_word(logics, word, length, &insn->logic));
            break;
        case SHIFT_RIGHT:
            ok = place == 0 && (u32 || s32);
            insn->is_unsigned = u32;
            break;
        case MIN_MAX:
            ok = place == 0 && u32;
            insn->is_unsigned = u32;
            break;
        case CONVERT:
            ok = (place == 0 && length == 3 && memcmp(word, "F32", 3) == 0) || (place == 1 && (u32 || s32));
            insn->is_unsigned = u32;
            break;
        }
    }
    static const unsigned least[] = {
        [MODE] = 1, [COMPARE_INT] = 1, [COMPARE_FLOAT] = 1, [LOGIC] = 1, [LOGIC_TWICE] = 2, [VOTE] = 1,
        [CONVERT] = 0
    };
    if (m->family < SHIFT_RIGHT && place < least[m->family])
        ok = false;
    return ok || mistake(r, token, "%s", wanted[m->family]);
}

static bool take_operand(struct reader *r, char letter, struct sass_insn *insn, unsigned seen[4])
{
    struct token token = look(r);

    switch (letter) {
    case 'd':
        if (!take_register(r, &token, &insn->rd))
            return false;
        r->at += token.length;
        return true;
    case 'r':
        if (!take_register(r, &token, &insn->source[seen[0]++].reg))
            return false;
        r->at += token.length;
        return true;
    case 'q':
        return take_destination_predicate(r, &insn->pd[seen[1]++]);
    case 'p':
        return take_predicate(r, &insn->p[seen[2]++]);
    case 'b':
        return take_field(r, "Sb", 31, &insn->source[seen[0]++]);
    case 'c':
        return take_field(r, "Sc", 0x1fff, &insn->source[seen[0]++]);
    case 's':
        return take_special(r, &insn->special);
    default:
        return take_source(r, letter, &insn->source[seen[0]++]);
    }
}

/* All operands, with commas between them. */
static bool take_operands(struct reader *r, const struct mnemonic *m, struct sass_insn *insn)
{
    unsigned seen[4] = { 0 }, count = 0;

    for (const char *letter = m->operands; *letter != '\0'; letter++) {
        bool optional = *letter == '[';

        if (optional) {
            letter++;
            struct token token = look(r);
            bool left_out = *letter == 'd' ? token.text[0] != 'R' : at_end(r) || token.text[0] != ',';

            if (left_out) {
                letter++;
                continue;
            }
        }
        if (count++ > 0) {
            struct token token = look(r);

            if (!is(&token, ","))
                return mistake(r, &token, "expected a comma and another operand of %s", m->name);
            r->at++;
            if (!skip(r, false))
                return false;
        }
        if (!take_operand(r, *letter, insn, seen))
            return false;
        insn->length = r->at - insn->text;
        if (!skip(r, false))
            return false;
        letter += optional; /* past ] */
    }
    return true;
}

/* What the scheduler would read, {&req_6} {&rd=0x1} {?sched}, with braces or without, is passed over. */
static bool skip_annotations(struct reader *r)
{
    for (;;) {
        struct token start = look(r);
        bool brace = is(&start, "{");

        start.length = 1;
        if (brace) {
            r->at++;
            if (!skip(r, false))
                return false;
        }
        if (peek(r, 0) != '&' && peek(r, 0) != '?') {
            if (brace) {
                struct token token = look(r);
                return mistake(r, &token, "expected & or ? after {");
            }
            return true;
        }
        r->at++;
        while (is_word(peek(r, 0)) || peek(r, 0) == '=')
            r->at++;
        if (peek(r, 0) == '{') { /* &req={0,1} */
            while (peek(r, 0) != '}' && peek(r, 0) != '\n' && peek(r, 0) != -1)
                r->at++;
            if (peek(r, 0) != '}')
                return mistake(r, &start, "this annotation has no end, expected }");
            r->at++;
        }
        if (!skip(r, false))
            return false;
        if (brace) {
            struct token token = look(r);

            if (!is(&token, "}"))
                return mistake(r, &token, "expected } at the end of the annotation");
            r->at++;
            if (!skip(r, false))
                return false;
        }
    }
}

static const struct mnemonic *find_mnemonic(const struct token *token)
{
    const char *dot = memchr(token->text, '.', token->length);
    size_t length = dot != NULL ? (size_t)(dot - token->text) : token->length;

    for (size_t i = 0; i < sizeof mnemonics / sizeof mnemonics[0]; i++)
        if (strlen(mnemonics[i].name) == length && memcmp(mnemonics[i].name, token->text, length) == 0)
            return &mnemonics[i];
    return NULL;
}

static bool take_instruction(struct reader *r)
{
    struct sass_insn insn = {
        .guard = { SASS_PT, false }, .rd = SASS_RZ, .pd = { SASS_PT, SASS_PT },
        .p = { { SASS_PT, false }, { SASS_PT, false }, { SASS_PT, false } },
        .source = { { .reg = SASS_RZ }, { .reg = SASS_RZ }, { .reg = SASS_RZ } }, .text = r->at
    };
    struct token token = look(r);
    bool guarded = is(&token, "@");

    if (guarded) {
        r->at++;
        if (!skip(r, false) || !take_predicate(r, &insn.guard) || !skip(r, false))
            return false;
        token = look(r);
    }
    const struct mnemonic *m = find_mnemonic(&token);
    if (m == NULL)
        return mistake(r, &token, "unknown instruction, known are SHFL FADD FMUL FFMA FMNMX FSETP IADD IADD3 IMUL "
                       "IMNMX ISETP PSETP LOP SHL SHR SEL MOV I2F POPC S2R VOTE NOP EXIT");
    if (r->program->count == SASS_INSNS_MAX)
        return mistake(r, &token, "the program is too long, %d instructions are allowed", SASS_INSNS_MAX);
    insn.op = m->op;
    insn.line = token.line;
    insn.column = token.column;
    if (!take_modifiers(r, &token, m, &insn))
        return false;
    r->at += token.length;
    insn.length = r->at - insn.text;
    if (!skip(r, false) || !take_operands(r, m, &insn))
        return false;
    if (!skip_annotations(r))
        return false;
    token = look(r);
    if (!at_end(r))
        return mistake(r, &token, "expected the end of the instruction, a new line or ;");
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
    for (;;) {
        if (!skip(&r, true))
            return false;
        if (peek(&r, 0) == -1)
            return true;
        if (peek(&r, 0) == ';') { /* an empty instruction, or the end of one */
            r.at++;
            continue;
        }
        if (!take_instruction(&r))
            return false;
    }
}

/* --- What an instruction reads ------------------------------------------------------------------------ */

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
    return count;
}
