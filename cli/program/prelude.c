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

/* CUDA's own are instructions of PTX, where a kernel is launched: the asm statement, for the value in w, which it leaves in r_. */
static bool native(FILE *file, const struct call_row *row, enum call_op op)
{
    static const char *const modes[] = { "idx", "up", "down", "bfly" }, *const votes[] = { "all", "any", "uni" },
                             *const reductions[] = { "and", "or", "xor", "add", "min", "max" };

    if (row->language != CALL_CUDA || row->is_template || strchr(row->arguments, 'c') || strchr(row->arguments, 'x'))
        return false;
    const bool has_mask = row->arguments[0] == 'm';
    if (op <= CALL_SHFL_BFLY)
        fprintf(file,
                "asm volatile(\"shfl.sync.%s.b32 %%0, %%1, %%2, %%3, %%4;\" : \"=r\"(r_) : \"r\"(w), \"r\"((int)a%d), "
                "\"r\"(%s | (32 - (%s)) << 8), \"r\"(m_)); ",
                modes[op], has_mask ? 2 : 1, op == CALL_SHFL_UP ? "0" : "31",
                !strchr(row->arguments, 'w') ? "32"
                : has_mask                   ? "a3 == none_ ? 32 : (int)a3"
                                             : "a2 == none_ ? 32 : (int)a2");
    else if (op <= CALL_VOTE_EQ)
        fprintf(file,
                "asm volatile(\"{ .reg .pred p, q; setp.ne.u32 p, %%1, 0; vote.sync.%s.pred q, p, %%2; selp.u32 %%0, "
                "1, 0, q; }\" "
                ": \"=r\"(r_) : \"r\"(w), \"r\"(m_)); ",
                votes[op - CALL_VOTE_ALL]);
    else if (op == CALL_BALLOT)
        fputs("asm volatile(\"{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }\" : \"=r\"(r_) : "
              "\"r\"(w), \"r\"(m_)); ",
              file);
    else if (op == CALL_MATCH_ANY)
        fputs("if constexpr (sizeof(T) == 8) asm volatile(\"match.any.sync.b64 %0, %1, %2;\" : \"=r\"(r_) : "
              "\"l\"(word_(a1)), "
              "\"r\"(m_)); else asm volatile(\"match.any.sync.b32 %0, %1, %2;\" : \"=r\"(r_) : \"r\"(w), \"r\"(m_)); ",
              file);
    else if (op >= CALL_REDUX_AND && op <= CALL_REDUX_MAX)
        fprintf(
            file,
            "if constexpr (__is_unsigned(T) || %d) asm volatile(\"redux.sync.%s.%s %%0, %%1, %%2;\" : \"=r\"(r_) : "
            "\"r\"(w), "
            "\"r\"(m_)); else asm volatile(\"redux.sync.%s.s32 %%0, %%1, %%2;\" : \"=r\"(r_) : \"r\"(w), \"r\"(m_)); ",
            op <= CALL_REDUX_XOR, reductions[op - CALL_REDUX_AND], op <= CALL_REDUX_XOR ? "b32" : "u32",
            op <= CALL_REDUX_XOR ? "add" : reductions[op - CALL_REDUX_AND]);
    else
        return false;
    return true;
}

static void parameters(FILE *file, const struct call_row *row)
{
    fputs("template <", file);
    if (row->is_template)
        fputs("int W_ = 32, ", file);
    if (has(row, 'v') || has(row, 'n'))
        fputs("class T, ", file);
    for (const char *c = row->arguments; *c; c++)
        if (*c == 'x' || *c == 'b' || *c == 'g')
            fprintf(file, "class X%u, ", (unsigned)(c - row->arguments));
    fprintf(file, "%sint = 0> ", has(row, 'O') ? "class F = plus_<>, " : "");
}

static void function(FILE *file, const struct call_row *row, const struct call_word *word, const char *name,
                     const char *qualifier, bool is_launch)
{
    const enum call_op op = word ? word->op : row->op;
    const bool is_method = row->name[0] == '.', moves = has(row, 'v'), is_barrier = call_is_block(row);
    const char *type = gives(row, op), *comma = "";
    bool optional = false;
    unsigned k = 0, mask = 99, group = 99, out = 99;

    parameters(file, row);
    fprintf(file, "%s %s %s(", is_method ? "IN_" : "FN_", type, name);
    for (const char *c = row->arguments; *c; c++) {
        const char *none = optional ? " = none_" : "";
        const unsigned at = (unsigned)(c - row->arguments);

        if (*c == '[') {
            optional = true;
            continue;
        }
        fputs(comma, file);
        comma = ", ";
        switch (*c) {
        case 'v':
        case 'f':
        case 'n': fprintf(file, "T a%u", k); break;
        case 'm': fprintf(file, "unsigned long long a%u%s", k, optional ? " = ~0ull" : ""); break;
        case 'q': fprintf(file, "bool a%u", k); break;
        case 'b':
        case 'g': fprintf(file, "const X%u &a%u", at, k); break;
        case 'x': fprintf(file, "X%u &&a%u", at, k); break;
        case 'O': fprintf(file, "F%s", optional ? " = F()" : ""); break;
        default: fprintf(file, "long long a%u%s", k, none);
        }
        mask = *c == 'm' ? k : mask;
        group = *c == 'x' && row->language == CALL_GROUPS && at == 0 ? k : group;
        out = *c == 'x' && call_has_output(row) ? k : out;
        k++;
    }
    fprintf(file, "%sAT_)%s { ", comma, qualifier);
    if (is_method)
        fputs("const group_ g_ = self_()->get_(); ", file);
    else if (group != 99)
        fprintf(file, "const group_ g_ = a%u.get_(); ", group);
    else
        fprintf(file, "const group_ g_ = { activemask_(), %s }; ", row->is_template ? "W_" : "32");
    if (mask != 99)
        fprintf(file, "const unsigned m_ = (unsigned)a%u; ", mask);
    else
        fputs("const unsigned m_ = g_.mask; ", file);
    if (moves)
        fprintf(
            file, "unsigned w_[(sizeof(T) + 3) / 4] = {}; __builtin_memcpy(w_, &a%u, sizeof(T)); ",
            (unsigned)(strchr(row->arguments, 'v') - row->arguments)
                - (strchr(row->arguments, '[') != NULL && strchr(row->arguments, '[') < strchr(row->arguments, 'v')));
    if (has(row, 'f'))
        fprintf(file, "unsigned f_[(sizeof(T) + 3) / 4] = {}; __builtin_memcpy(f_, &a%u, sizeof(T)); ",
                (unsigned)(strchr(row->arguments, 'f') - row->arguments));
    if (is_barrier)
        fprintf(file,
                "int b_; asm volatile(\"{ .reg .pred p; setp.ne.u32 p, %%1, 0; %s }\" : \"=r\"(b_) : \"r\"((int)a%u)); "
                "stage_<%u>(b_); ",
                op == CALL_BARRIER_COUNT ? "bar.red.popc.u32 %0, 0, p;"
                : op == CALL_BARRIER_AND ? ".reg .pred q; bar.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q;"
                                         : ".reg .pred q; bar.red.or.pred q, 0, p; selp.u32 %0, 1, 0, q;",
                k - 1, PRELUDE_WORD);
    if (is_launch && !is_barrier) {
        char *text = NULL;
        size_t size = 0;
        FILE *memory = open_memstream(&text, &size);
        const bool is_native = memory != NULL && native(memory, row, op);

        if (memory != NULL)
            fclose(memory);
        if (is_native) {
            if (moves)
                fprintf(
                    file,
                    "for (unsigned i_ = 0; i_ < sizeof w_ / 4; i_++) { unsigned r_, w = w_[i_]; %sw_[i_] = r_; } T r_; "
                    "__builtin_memcpy(&r_, w_, sizeof(T)); return r_; }\n",
                    text);
            else
                fprintf(file, "unsigned r_ = 0, w = (unsigned)%s; %sreturn (%s)r_; }\n",
                        has(row, 'n')              ? "word_(a1)"
                        : !has(row, 'q')           ? "1"
                        : row->arguments[0] == 'm' ? "a1"
                                                   : "a0",
                        text, type);
            free(text);
            return;
        }
        free(text);
    }
    if (moves)
        fputs("for (unsigned i_ = 0; i_ < sizeof w_ / 4; i_++) { stage_<WORD_>(i_); ", file);
    else if (!is_barrier)
        fputs("stage_<WORD_>(0); ", file);
    k = 0;
    for (const char *c = row->arguments; *c; c++) {
        if (*c == '[')
            continue;
        switch (*c) {
        case 'v': fprintf(file, "stage_<%u>(w_[i_]); stage_<TYPE_>(type_<T>()); ", k); break;
        case 'f': fprintf(file, "stage_<%u>(f_[i_]); ", k); break;
        case 'n': fprintf(file, "stage_<%u>(word_(a%u)); stage_<TYPE_>(type_<T>()); ", k, k); break;
        case 'b':
        case 'g': fprintf(file, "stage_<%u>(ballot_(a%u)); ", k, k); break;
        case 'O': fprintf(file, "stage_<%u>(what_<F>::code); ", k); break;
        case 'x': break;
        default: fprintf(file, "stage_<%u>(a%u); ", k, k);
        }
        k++;
    }
    const unsigned n = number(row, word);
    if (moves)
        fprintf(
            file,
            "w_[i_] = (unsigned)call_<%u>(m_, g_, at); } T r_; __builtin_memcpy(&r_, w_, sizeof(T)); return r_; }\n",
            n);
    else if (is_barrier)
        fprintf(file, "call_<%u>(m_, g_, at); return b_; }\n", n);
    else if (out != 99)
        fprintf(
            file,
            "const unsigned long long r_ = call_<%u>(m_, g_, at); set_(a%u, r_ >> 32 & 1); return (unsigned)r_; }\n", n,
            out);
    else if (strcmp(type, "T") == 0)
        fprintf(file, "return unword_<T>(call_<%u>(m_, g_, at)); }\n", n);
    else
        fprintf(file, "return (%s)call_<%u>(m_, g_, at); }\n", strcmp(type, "uvec4") == 0 ? "unsigned" : type, n);
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
    static const struct {
        const char *name;
        enum call_op op;
    } ops[] = { { "SUM", CALL_REDUX_SUM },         { "MIN", CALL_REDUX_MIN }, { "MAX", CALL_REDUX_MAX },
                { "AND", CALL_REDUX_AND },         { "OR", CALL_REDUX_OR },   { "XOR", CALL_REDUX_XOR },
                { "PRODUCT", CALL_REDUX_PRODUCT }, { "ALL", CALL_VOTE_ALL },  { "ANY", CALL_VOTE_ANY } };

    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        fprintf(file, "#define OP_%s %d\n", ops[i].name, (int)ops[i].op);
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
