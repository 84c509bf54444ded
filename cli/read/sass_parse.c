/* SPDX-License-Identifier: Apache-2.0
 * parse - see sass.h: from text to instructions. */
#include "sass_reader.h"

#include <stdio.h>

/* What the scheduler would read, {&req_6} {&rd=0x1} {?sched}, with braces or without, is passed over. */
static bool skip_annotations(struct reader *r)
{
    for (;;) {
        struct token start = reader_look(r);
        bool brace = token_is(&start, "{");

        start.length = 1;
        if (brace) {
            r->at++;
            if (!reader_skip(r, false))
                return false;
        }
        if (reader_peek(r, 0) != '&' && reader_peek(r, 0) != '?') {
            if (brace) {
                struct token token = reader_look(r);
                return reader_error(r, &token, "expected & or ? after {");
            }
            return true;
        }
        r->at++;
        while (is_word(reader_peek(r, 0)) || reader_peek(r, 0) == '=')
            r->at++;
        if (reader_peek(r, 0) == '{') { /* &req={0,1} */
            while (reader_peek(r, 0) != '}' && reader_peek(r, 0) != '\n' && reader_peek(r, 0) != -1)
                r->at++;
            if (reader_peek(r, 0) != '}')
                return reader_error(r, &start, "this annotation has no end, expected }");
            r->at++;
        }
        if (!reader_skip(r, false))
            return false;
        if (brace) {
            struct token token = reader_look(r);

            if (!token_is(&token, "}"))
                return reader_error(r, &token, "expected } at the end of the annotation");
            r->at++;
            if (!reader_skip(r, false))
                return false;
        }
    }
}

static bool take_instruction(struct reader *r)
{
    struct sass_insn insn = { .guard = { SASS_PT, false },
                              .rd = SASS_RZ,
                              .pd = { SASS_PT, SASS_PT },
                              .p = { { SASS_PT, false }, { SASS_PT, false }, { SASS_PT, false } },
                              .source = { { .reg = SASS_RZ }, { .reg = SASS_RZ }, { .reg = SASS_RZ } },
                              .text = r->at };
    struct token token = reader_look(r);
    bool guarded = token_is(&token, "@");

    if (guarded) {
        r->at++;
        if (!reader_skip(r, false) || !take_predicate(r, &insn.guard) || !reader_skip(r, false))
            return false;
        token = reader_look(r);
    }
    const struct mnemonic *m = find_mnemonic(&token);
    if (m == NULL && guarded && reader_at_end(r))
        return reader_error(r, &token, "expected an instruction behind the guard");
    if (m == NULL && (token_is(&token, "{") || token_is(&token, "&") || token_is(&token, "?")))
        return reader_error(r, &token, "expected the annotation behind its instruction, on the same line");
    if (m == NULL)
        return unknown_mnemonic(r, &token);
    if (r->program->count == SASS_INSNS_MAX)
        return reader_error(r, &token, "the program is too long, %d instructions are allowed", SASS_INSNS_MAX);
    insn.op = m->op;
    insn.line = token.line;
    insn.column = token.column;
    if (!take_modifiers(r, &token, m, &insn))
        return false;
    r->at += token.length;
    insn.length = r->at - insn.text;
    if (!reader_skip(r, false) || !take_operands(r, m, &insn))
        return false;
    if (!skip_annotations(r))
        return false;
    token = reader_look(r);
    if (!reader_at_end(r))
        return reader_error(r, &token, "expected the end of the instruction, a new line or ;");
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
        if (!reader_skip(&r, true))
            return false;
        if (reader_peek(&r, 0) == -1)
            return true;
        if (reader_peek(&r, 0) == ';') { /* an empty instruction, or the end of one */
            r.at++;
            continue;
        }
        if (!take_instruction(&r))
            return false;
    }
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
