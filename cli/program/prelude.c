/* SPDX-License-Identifier: Apache-2.0 */
/* prelude - see prelude.h: the calls of C-like languages, each row of the table of calls as a function. */
#define _POSIX_C_SOURCE 200809L
#include "prelude.h"
#include "cli/read/calls.h"

#include <stdlib.h>
#include <string.h>

bool prelude_has(const struct call_row *row)
{
    static const bool is_like_c[CALL_LANGUAGES] = {
        [CALL_CUDA] = true,   [CALL_GROUPS] = true, [CALL_HIP] = true,  [CALL_ALPAKA] = true,
        [CALL_OPENCL] = true, [CALL_INTEL] = true,  [CALL_SYCL] = true, [CALL_GLSL] = true,
        [CALL_HLSL] = true,   [CALL_METAL] = true,  [CALL_SLANG] = true
    };

    return is_like_c[row->language] && row->name[strlen(row->name) - 1] != '*'
        && (!call_is_block(row) || row->language == CALL_CUDA) && !(call_is_block(row) && row->name[0] == '.');
}

static bool has(const struct call_row *row, char letter) { return strchr(row->arguments, letter) != NULL; }

/* What it gives, as a type. */
static const char *gives(const struct call_row *row, enum call_op op)
{
    const enum call_language l = row->language;
    const bool is_int = l <= CALL_HIP || l == CALL_OPENCL || l == CALL_INTEL || l == CALL_ALPAKA;

    if (op < CALL_VOTE_ALL || (op >= CALL_REDUX_AND && op <= CALL_REDUX))
        return "T";
    if (op == CALL_BALLOT || op == CALL_MATCH_ANY || op == CALL_MATCH_ALL)
        return l <= CALL_GROUPS || l == CALL_ALPAKA || l == CALL_SYCL || strstr(row->name, "Mask") ? "unsigned"
             : l == CALL_HIP || l == CALL_METAL || strstr(row->name, "ARB") ? "unsigned long long"
                                                                            : "uvec4";
    if (op == CALL_BALLOT_BITS || (op >= CALL_MASK_BITS && op <= CALL_MASK_HIGHEST))
        return "unsigned";
    return is_int || call_is_block(row) ? "int" : "bool";
}

/* Its number in the instruction: the row, and the word of its name. */
static unsigned number(const struct call_row *row, const struct call_word *word)
{
    return (unsigned)(row - call_rows) * PRELUDE_WORDS + (word ? (unsigned)(word - row->words) : 0);
}

bool prelude_call(uint32_t number, const struct call_row **row, const struct call_word **word)
{
    if (number / PRELUDE_WORDS >= call_rows_count)
        return false;
    *row = &call_rows[number / PRELUDE_WORDS];
    *word = (*row)->words ? (*row)->words + number % PRELUDE_WORDS : NULL;
    return true;
}

/* CUDA's own are instructions of PTX, where a kernel is launched, and barriers always: the macro of the asm statement; or NULL. */
static const char *native(const struct call_row *row, enum call_op op, bool is_launch)
{
    static const char *const modes[] = { "SHFL_(idx, 31)", "SHFL_(up, 0)", "SHFL_(down, 31)", "SHFL_(bfly, 31)" };
    static const char *const votes[] = { "VOTE_(all)", "VOTE_(any)", "VOTE_(uni)" };
    static const char *const reductions[] = { "REDUX_BITS_(and)", "REDUX_BITS_(or)", "REDUX_BITS_(xor)",
                                              "REDUX_(add)",      "REDUX_(min)",     "REDUX_(max)" };
    static const char *const barriers[] = { "BARRIER_COUNT_", "BARRIER_(and)", "BARRIER_(or)" };

    if (call_is_block(row))
        return barriers[op - CALL_BARRIER_COUNT];
    if (!is_launch || row->language != CALL_CUDA || row->is_template || has(row, 'c') || has(row, 'x'))
        return NULL;
    return op <= CALL_SHFL_BFLY                         ? modes[op]
         : op <= CALL_VOTE_EQ                           ? votes[op - CALL_VOTE_ALL]
         : op == CALL_BALLOT                            ? "BALLOT_"
         : op == CALL_MATCH_ANY                         ? "MATCH_"
         : op >= CALL_REDUX_AND && op <= CALL_REDUX_MAX ? reductions[op - CALL_REDUX_AND]
                                                        : NULL;
}

/* An argument by its letter in the table: what it adds to the template's parameters, itself, what it is if it is left out, and
 * the value that is staged. */
static const struct argument {
    char letter;
    const char *template, *parameter, *none, *value;
} letters[] = {
    { 'v', "class T, ", "T a_v_", "", "w_[i_]" },
    { 'f', "", "T a_f_", "", "part_(a_f_, i_)" },
    { 'n', "class T, ", "T a_n_", "", "word_(a_n_)" },
    { 'm', "", "unsigned long long a_m_", " = ~0ull", "a_m_" },
    { 'q', "", "bool a_q_", "", "a_q_" },
    { 'b', "class B_, ", "const B_ &a_b_", "", "ballot_(a_b_)" },
    { 'g', "class G_, ", "const G_ &a_g_", "", "ballot_(a_g_)" },
    { 'x', "class X_, ", "X_ &&a_x_", "", NULL },
    { 'O', "class F = plus_<>, class = decltype((void)F::what), ", "F", " = F()", "what_<F>::code" },
    { 'o', "", "long long a_o_", " = none_", "a_o_" },
    { 'w', "", "long long a_w_", " = none_", "a_w_" },
    { 'c', "", "long long a_c_", "", "a_c_" },
    { 'T', "", "long long a_T_", "", "a_T_" },
};

static void function(FILE *file, const struct call_row *row, const struct call_word *word, const char *name,
                     const char *qualifier, bool is_launch)
{
    const enum call_op op = word ? word->op : row->op;
    const bool is_method = row->name[0] == '.', moves = has(row, 'v'), has_group = row->language == CALL_GROUPS;
    const char *type = gives(row, op), *ptx = native(row, op, is_launch), *none = strchr(row->arguments, '[');
    const unsigned n = number(row, word);
    char templates[100] = "", parameters[300] = "", stages[400] = "";
    struct text template = { templates, 0, sizeof templates }, parameter = { parameters, 0, sizeof parameters },
                stage = { stages, 0, sizeof stages };
    unsigned slot = 0;

    for (const char *c = row->arguments; *c; c++) {
        const struct argument *a = letters;

        if (c == none)
            continue;
        while (a->letter != *c)
            a++;
        text_append(&template, "%s", a->template);
        text_append(&parameter, "%s%s, ", a->parameter, none && c > none ? a->none : "");
        if (a->value != NULL)
            text_append(&stage, "stage_<%u>(%s); ", slot, a->value);
        slot++;
    }
    if (moves || has(row, 'n'))
        text_append(&stage, "stage_<TYPE_>(type_<T>()); ");
    fprintf(file, "template <%s%sint = 0> %s %s %s(%sAT_)%s { const group_ g_ = %s; const unsigned m_ = %s; ",
            row->is_template ? "int W_ = 32, " : "", templates, is_method ? "IN_" : "FN_", type, name, parameters,
            qualifier,
            is_method                    ? "self_()->get_()"
            : has_group && has(row, 'x') ? "a_x_.get_()"
                                         : "{ activemask_(), W_ }",
            has(row, 'm') ? "(unsigned)a_m_" : "g_.mask");
    if (call_is_block(row))
        fprintf(file, "%s %scall_<%u>(m_, g_, at); return b_; }\n", ptx, stages, n);
    else if (ptx != NULL && moves)
        fprintf(file, "MOVE_(unsigned r_, w = w_[i_]; %s w_[i_] = r_;) }\n", ptx);
    else if (ptx != NULL)
        fprintf(file, "unsigned r_ = 0, w = (unsigned)%s; %s return (%s)r_; }\n",
                has(row, 'n')   ? "word_(a_n_)"
                : has(row, 'q') ? "a_q_"
                                : "1",
                ptx, type);
    else if (moves)
        fprintf(file, "MOVE_(stage_<WORD_>(i_); %sw_[i_] = (unsigned)call_<%u>(m_, g_, at);) }\n", stages, n);
    else if (call_has_output(row))
        fprintf(file,
                "stage_<WORD_>(0); %sconst unsigned long long r_ = call_<%u>(m_, g_, at); set_(a_x_, r_ >> 32 & 1); "
                "return (unsigned)r_; }\n",
                stages, n);
    else if (strcmp(type, "T") == 0)
        fprintf(file, "stage_<WORD_>(0); %sreturn unword_<T>(call_<%u>(m_, g_, at)); }\n", stages, n);
    else
        fprintf(file, "stage_<WORD_>(0); %sreturn (%s)call_<%u>(m_, g_, at); }\n", stages,
                strcmp(type, "uvec4") == 0 ? "unsigned" : type, n);
}

/* A row, or one of its words, in its namespace. */
static void row_text(FILE *file, const struct call_row *row, const struct call_word *word, bool is_launch)
{
    char name[64], *at = name, *colon;
    unsigned spaces = 0;

    call_name(row, word, name);
    if (strncmp(name, "cooperative_groups::", 20) == 0) /* cg:: has it */
        return;
    for (; (colon = strstr(at, "::")) != NULL; at = colon + 2, spaces++) {
        *colon = '\0';
        fprintf(file, "namespace %s { ", strcmp(at, "cg") == 0 ? "cooperative_groups" : at);
    }
    function(file, row, word, at, "", is_launch);
    while (spaces-- > 0)
        fputs("} ", file);
    if (row->language == CALL_SYCL && strchr(row->name, ':') == NULL)
        fprintf(file, "namespace sycl { using ::%s; }\n", at);
}

static void methods(FILE *file, enum call_language language, const char *name)
{
    char method[64];

    fprintf(file,
            "template <class G> struct %s {\nIN_ const G *self_() const { return static_cast<const G *>(this); }\n",
            name);
    for (const struct call_row *row = call_rows; row < call_rows + call_rows_count; row++)
        if (row->language == language && row->name[0] == '.' && prelude_has(row))
            function(file, row, NULL, call_name(row, NULL, method) + 1, " const", false);
    fputs("};\n", file);
}

static void calls(FILE *file, bool is_launch)
{
    for (const struct call_row *row = call_rows; row < call_rows + call_rows_count; row++) {
        const struct call_word *word = row->words;

        if (!prelude_has(row) || row->name[0] == '.')
            continue;
        do
            row_text(file, row, word, is_launch);
        while (word != NULL && (++word)->text != NULL);
    }
    methods(file, CALL_GROUPS, "group_calls_");
    methods(file, CALL_SYCL, "sub_group_calls_");
}

static void operations(FILE *file)
{
    static const char *const names[] = {
        [CALL_REDUX_SUM] = "SUM", [CALL_REDUX_MIN] = "MIN", [CALL_REDUX_MAX] = "MAX",
        [CALL_REDUX_AND] = "AND", [CALL_REDUX_OR] = "OR",   [CALL_REDUX_XOR] = "XOR",
        [CALL_VOTE_ALL] = "ALL",  [CALL_VOTE_ANY] = "ANY",  [CALL_REDUX_PRODUCT] = "PRODUCT",
    };

    for (size_t op = 0; op < sizeof names / sizeof *names; op++)
        if (names[op] != NULL)
            fprintf(file, "#define OP_%s %zu\n", names[op], op);
}

void prelude_write(FILE *file, bool is_launch)
{
    const char *at = strstr(prelude_text, "@CALLS@\n");

    fputs(is_launch ? "#define LAUNCH_\n#define __CUDACC__\n" : "", file);
    operations(file);
    fwrite(prelude_text, 1, (size_t)(at - prelude_text), file);
    calls(file, is_launch);
    fputs(at + 8, file);
}
