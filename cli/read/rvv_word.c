/* SPDX-License-Identifier: Apache-2.0 */
/* rvv_word - see rvv.h: the operations by their names, and machine words. */
#include "rvv.h"

#include "lib/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Of a machine word: funct6, and funct3 of OP-V. Source: RVV 10, 16 */
enum { OPCFG = 7 };
#define FORM(name, op, kind, funct6, funct3) { name, op, kind, funct6, funct3 },
static const struct rvv_form forms[] = { SHFL_RVV_WORDS(FORM) };
enum { FORMS = sizeof forms / sizeof forms[0] };

bool rvv_word(uint32_t word, char text[RVV_TEXT_MAX])
{
    const unsigned vd = word >> 7 & 31, rs1 = word >> 15 & 31, vs2 = word >> 20 & 31, funct3 = word >> 12 & 7;
    const bool vm = word >> 25 & 1;
    const struct rvv_form *form = forms;

    if ((word & 0x7f) != SHFL_RVV_OPCODE)
        return false;
    if (funct3 == OPCFG) {
        const bool is_imm = word >> 30 == 3;
        const unsigned vtype = word >> 20 & (is_imm ? 0x3ff : 0x7ff), lmul = vtype & 7, sew = vtype >> 3 & 7;

        if (word >> 30 == 2 || sew > 3 || lmul == 4 || vtype >> 8 != 0)
            return false;
        snprintf(text, RVV_TEXT_MAX, "%s x%u, %s%u, e%u, %s%u, %s, %s", is_imm ? "vsetivli" : "vsetvli", vd,
                 is_imm ? "" : "x", rs1, 8u << sew, lmul < 4 ? "m" : "mf", 1u << (lmul < 4 ? lmul : 8 - lmul),
                 vtype >> 6 & 1 ? "ta" : "tu", vtype >> 7 & 1 ? "ma" : "mu");
        return true;
    }
    while (form < forms + FORMS && (form->funct6 != word >> 26 || form->funct3 != funct3))
        form++;
    if (form == forms + FORMS || (form->kind == 'm' && !vm))
        return false;
    snprintf(text, RVV_TEXT_MAX, "%s v%u, v%u, %s%u%s", form->name, vd, vs2,
             strchr("vm", form->kind) ? "v"
             : form->kind == 'x'      ? "x"
             : form->kind == 'f'      ? "f"
                                      : "",
             rs1, vm ? "" : ", v0.t");
    return true;
}

/* The length of the operation's name in front of the dot. */
static size_t base_length(const struct rvv_form *form) { return strcspn(form->name, "."); }

const struct rvv_form *rvv_form(const char *at, size_t length, bool is_call)
{
    for (const struct rvv_form *form = forms; form < forms + FORMS; form++)
        if ((is_call ? base_length(form) : strlen(form->name)) == length && strncmp(form->name, at, length) == 0)
            return form;
    return NULL;
}

/* What a call's name has in front; its length, or 0. */
static const char prefixes[] = "__riscv_ __builtin_rvv_";

static size_t prefix_before(const char *text, const char *at)
{
    const char *begin = text_name_begin(text, at);

    return begin + text_begins(begin, prefixes) == at ? (size_t)(at - begin) : 0;
}

static bool begins(const char *at)
{
    for (unsigned i = 0; i < FORMS && *at == 'v'; i++) {
        const size_t length = base_length(&forms[i]);

        if (strncmp(at, forms[i].name, length) == 0 && at[length] != '\0' && strchr("._(", at[length]) != NULL)
            return true;
    }
    return false;
}

const char *rvv_find(const char *text)
{
    for (const char *at = text; (at = strchr(at, 'v')) != NULL; at++)
        if (begins(at)
            && (at == text || !text_is_name(at[-1]) || prefix_before(text, at)
                || (at - text >= 2 && at[-2] == '\\'))) /* "\t" of a string */
            return at;
    return NULL;
}

const char *rvv_begin(const char *text, const char *at) { return at - prefix_before(text, at); }

bool rvv_word_at(const char *at, uint32_t *word)
{
    uint64_t number;

    if (*at == '.') {
        at += strcspn(at, " \t");
        at += strspn(at, " \t");
    }
    if (strncmp(at, "0x", 2) != 0 || strlen(at) != 10 || !number_read(at, 0, UINT32_MAX, &number))
        return false;
    *word = (uint32_t)number;
    return true;
}

bool rvv_at(const char *at) { return begins(at + text_begins(at, prefixes)); }

bool rvv_is(const char *text)
{
    const char *at = text_skip(text);
    char digits[11], shown[RVV_TEXT_MAX];
    uint32_t word;

    snprintf(digits, sizeof digits, "%.10s", at);
    return rvv_find(text) != NULL
        || (*at == '0' && rvv_word_at(digits, &word) && !isxdigit((unsigned char)at[10]) && rvv_word(word, shown));
}
