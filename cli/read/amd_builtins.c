/* SPDX-License-Identifier: Apache-2.0 */
/* amd_builtins - see amd.h: the calls by which compilers, and HIP, have these instructions. */
#include "amd_text.h"
#include "expr.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS_MAX = 10, NAME_MAX = 64 };

/* Each spelling. Of the operands, in order: v the value, o what the destination holds, a the address or the selectors of each
 * lane, c dpp_ctrl, r row_mask, b bank_mask, B bound_ctrl, f fetch-inactive, 8 the selectors of DPP8, x the offset of a
 * swizzle, l a lane, s and S the first and second scalar, w the scalar of writelane.
 *
 * Source: LLVM, IntrinsicsAMDGPU.td and BuiltinsAMDGPU.def; HIP, amd_hip_runtime.h and
 * amd_device_functions.h; rocPRIM, warp_shuffle.hpp. LLVM's page of Clang's builtins has other operands for permlane_bcast;
 * LLVM's intrinsic and HIP have these. */
static const struct spelling {
    const char *name, *operands;
    enum shfl_amd_op op;
} spellings[] = {
    /* __builtin_amdgcn_..., llvm.amdgcn.... */
    { "update_dpp", "ovcrbB", SHFL_AMD_DPP16 },
    { "mov_dpp", "vcrbB", SHFL_AMD_DPP16 },
    { "mov_dpp8", "v8", SHFL_AMD_DPP8 },
    { "ds_swizzle", "vx", SHFL_AMD_SWIZZLE },
    { "ds_bpermute", "av", SHFL_AMD_BPERMUTE },
    { "ds_bpermute_fi_b32", "av", SHFL_AMD_BPERMUTE_FI },
    { "ds_permute", "av", SHFL_AMD_PERMUTE },
    { "readlane", "vl", SHFL_AMD_READLANE },
    { "readfirstlane", "v", SHFL_AMD_READFIRSTLANE },
    { "writelane", "wlo", SHFL_AMD_WRITELANE },
    { "permlane16", "ovsSfB", SHFL_AMD_PERMLANE16 },
    { "permlanex16", "ovsSfB", SHFL_AMD_PERMLANEX16 },
    { "permlane64", "v", SHFL_AMD_PERMLANE64 },
    { "permlane16_var", "ovafB", SHFL_AMD_PERMLANE16_VAR },
    { "permlanex16_var", "ovafB", SHFL_AMD_PERMLANEX16_VAR },
    { "permlane16_swap", "ovfB", SHFL_AMD_PERMLANE16_SWAP },
    { "permlane32_swap", "ovfB", SHFL_AMD_PERMLANE32_SWAP },
    { "permlane_bcast", "vsS", SHFL_AMD_PERMLANE_BCAST },
    { "permlane_up", "vsS", SHFL_AMD_PERMLANE_UP },
    { "permlane_down", "vsS", SHFL_AMD_PERMLANE_DOWN },
    { "permlane_xor", "vsS", SHFL_AMD_PERMLANE_XOR },
    { "permlane_idx_gen", "vs", SHFL_AMD_IDX_GEN },
    /* HIP */
    { "__hip_ds_swizzle", "vx", SHFL_AMD_SWIZZLE },
    { "__hip_ds_swizzlef", "vx", SHFL_AMD_SWIZZLE },
    { "__hip_ds_bpermute", "av", SHFL_AMD_BPERMUTE },
    { "__hip_ds_bpermutef", "av", SHFL_AMD_BPERMUTE },
    { "__hip_ds_permute", "av", SHFL_AMD_PERMUTE },
    { "__hip_ds_permutef", "av", SHFL_AMD_PERMUTE },
    { "__hip_move_dpp", "vcrbB", SHFL_AMD_DPP16 },
};

/* Their letters, and what they are called. */
static const char letters[] = "voacrbBf8xlsSw";
static const char *const words[] = { "value", "old",       "address", "dpp_ctrl", "row_mask", "bank_mask", "bound_ctrl",
                                     "fi",    "selectors", "offset",  "lane",     "scalar",   "scalar",    "value" };

/* --- the operands as text */

/* In brackets; or of MLIR without them, up to the types, where "with" stands for a comma. How many there are, or -1. */
static int cut(const char *at, bool bare, text_part argument[ARGUMENTS_MAX])
{
    char text[ARGUMENTS_MAX * AMD_ADDRESS_MAX], *with;
    const char *end = bare ? at + strcspn(at, ":\n") : text_bracket(at);

    if (end == NULL)
        return -1;
    snprintf(text, sizeof text, "%.*s", (int)(end - at - (bare ? 0 : 2)), at + !bare);
    if (bare && (with = strstr(text, " with ")) != NULL)
        memcpy(with, " ,    ", 6);
    return text_split(text, text + strlen(text), argument, ARGUMENTS_MAX);
}

/* A constant, as C or LLVM's IR has it. Negative ones have 32 bits. */
static bool constant(const char *text, const struct expr_scope *scope, uint64_t *value, char why[READ_WHY_MAX])
{
    static struct expr expr;
    static const struct expr_scope none = { .lanes = 64 };

    why[0] = '\0';
    if (!expr_read(text, scope ? scope : &none, &expr, why) || expr.by_lane)
        return false;
    *value = (int64_t)expr.word[0] < 0 ? (uint32_t)expr.word[0] : expr.word[0];
    return (int64_t)expr.word[0] >= INT32_MIN && (int64_t)expr.word[0] <= UINT32_MAX;
}

/* --- into an instruction */

static bool refuse(char err[READ_WHY_MAX], const struct spelling *s, const char *what)
{
    struct text text = { err, 0, READ_WHY_MAX };

    text_append(&text, "%s: %.150s; expected", s->name, what);
    for (const char *o = s->operands; *o != '\0'; o++)
        text_append(&text, "%s %s", o == s->operands ? "" : ",", words[strchr(letters, *o) - letters]);
    return false;
}

/* A scalar: a number, or a register that is not known. */
static void scalar(struct amd_insn *insn, amd_operand *o, const char *text, const struct expr_scope *scope)
{
    char why[READ_WHY_MAX];
    uint64_t value;

    if (!constant(text, scope, &value, why)) {
        *o = 0;
    } else if (value <= 64) {
        *o = (amd_operand)(AMD_NUMBER + value);
    } else {
        *o = AMD_LITERAL;
        insn->literal[o == &insn->src ? 0 : 1 + (o - insn->select)] = (uint32_t)value;
    }
}

/* One operand. False if it had to be a constant of so many bits; why says what a name in it lacks, or is empty. */
static bool take(struct amd_insn *insn, char operand, const char *text, const struct expr_scope *scope,
                 char why[READ_WHY_MAX])
{
    static const char bits[][2] = {
        { 'c', 9 }, { 'r', 4 }, { 'b', 4 }, { 'B', 1 }, { 'f', 1 }, { '8', 24 }, { 'x', 16 }
    };
    struct shfl_amd_in *in = &insn->in;
    uint64_t value = 0;

    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (operand == bits[i][0] && (!constant(text, scope, &value, why) || value >> bits[i][1] != 0))
            return false;
    switch (operand) {
    case 'c':
    case '8':
    case 'x': in->control = value; break;
    case 'r': in->row_mask = (uint8_t)value; break;
    case 'b': in->bank_mask = (uint8_t)value; break;
    case 'B': in->bc = value; break;
    case 'f': in->fi = value; break;
    case 'a': memcpy(insn->address, text, strlen(text) + 1); break;
    case 'l':
    case 's': scalar(insn, &insn->select[0], text, scope); break;
    case 'S': scalar(insn, &insn->select[1], text, scope); break;
    case 'w': scalar(insn, &insn->src, text, scope); break;
    default: break;
    }
    return true;
}

static bool make(const struct spelling *s, text_part argument[], size_t count, const struct expr_scope *scope,
                 struct amd_insn *insn, char err[READ_WHY_MAX])
{
    char why[READ_WHY_MAX] = "";

    insn->in.op = s->op;
    insn->in.row_mask = insn->in.bank_mask = s->op == SHFL_AMD_DPP16 ? 15 : 0;
    insn->dst = s->op == SHFL_AMD_READLANE || s->op == SHFL_AMD_READFIRSTLANE ? 0 : AMD_VECTOR + 1;
    insn->src = AMD_VECTOR;
    insn->addr = s->op == SHFL_AMD_SWIZZLE ? AMD_VECTOR : strchr(s->operands, 'a') ? AMD_VECTOR + 2 : 0;
    if (count != strlen(s->operands))
        return refuse(err, s, "another number of operands");
    for (unsigned i = 0; i < count; i++)
        if (!take(insn, s->operands[i], argument[i], scope, why))
            return refuse(err, s, strstr(why, "--let") ? why : argument[i]);
    return true;
}

/* Is it a type that LLVM has behind the name of an intrinsic? */
static bool is_type(const char *text)
{
    return *text == '\0' || (*text == '_' && strchr("ifbvp", text[1]) && text[strcspn(text, "0123456789")] != '\0');
}

/* The spelling of a name, with dots as underscores; the longest, so that permlane16 is not permlane16_swap. */
static const struct spelling *find(const char *name)
{
    const size_t begin = text_begins(name, "__builtin_amdgcn_ llvm_amdgcn_ llvm_hip_ rocdl_");
    const bool is_builtin = begin > 0, is_llvm = is_builtin && name[0] != '_';
    const struct spelling *found = NULL;

    name += begin;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const struct spelling *s = &spellings[i];
        const size_t length = strlen(s->name);
        const bool is_same = strncmp(name, s->name, length) == 0
                          && (is_llvm ? is_type(name + length) : name[length] == '\0');

        if (is_same && is_builtin == (s->name[0] != '_') && (found == NULL || length > strlen(found->name)))
            found = s;
    }
    return found;
}

/* Copy the name that begins here, with underscores for dots; behind it. */
static const char *copy_name(const char *at, char name[NAME_MAX])
{
    size_t length = 0;

    for (; length + 1 < NAME_MAX && (*at == '_' || *at == '.' || isalnum((unsigned char)*at)); at++)
        name[length++] = *at == '.' ? '_' : *at;
    name[length] = '\0';
    return at;
}

static bool is_mlir(const char *name) { return strncmp(name, "rocdl_", 6) == 0; }

/* Behind the name of the first call that is known, or of one that is of AMD's; the name is copied. NULL: there is none. */
static const char *find_call(const char *text, bool is_known, char name[NAME_MAX])
{
    for (const char *at = text, *end; *at != '\0'; at = end + (end == at)) {
        end = copy_name(at, name);
        if ((is_known ? find(name) != NULL : text_begins(name, "__builtin_amdgcn_ llvm_amdgcn_ rocdl_") > 0)
            && (is_mlir(name) || end[strspn(end, " \t")] == '('))
            return end;
    }
    return NULL;
}

const char *amd_builtin_find(const char *text)
{
    char name[NAME_MAX];
    const char *end = find_call(text, true, name);

    return end != NULL ? end - strlen(name) : NULL;
}

bool amd_builtin(const char *text, const struct expr_scope *scope, struct amd_insn *insn, bool *done,
                 char err[READ_WHY_MAX])
{
    text_part argument[ARGUMENTS_MAX];
    char name[NAME_MAX];
    const char *end = find_call(text, true, name);
    const struct spelling *s = end != NULL ? find(name) : NULL;

    if (s == NULL && find_call(text, false, name) == NULL)
        return false;
    const int count = s ? cut(end + strspn(end, " \t"), is_mlir(name), argument) : 0;
    *done = s == NULL ? text_why(err, "'%.60s': moves no data between lanes, or is not known", name)
          : count < 0 ? refuse(err, s, "no call")
                      : make(s, argument, (size_t)count, scope, insn, err);
    return true;
}
