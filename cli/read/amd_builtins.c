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
 * swizzle, l a lane, s and S the first and second scalar, w the scalar of writelane, t a type. Before | they are a template's,
 * of which the last may be left out.
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
    { "__hip_ds_swizzle_N", "x|v", SHFL_AMD_SWIZZLE },
    { "__hip_ds_swizzlef_N", "x|v", SHFL_AMD_SWIZZLE },
    { "__hip_ds_bpermute", "av", SHFL_AMD_BPERMUTE },
    { "__hip_ds_bpermutef", "av", SHFL_AMD_BPERMUTE },
    { "__hip_ds_permute", "av", SHFL_AMD_PERMUTE },
    { "__hip_ds_permutef", "av", SHFL_AMD_PERMUTE },
    { "__hip_move_dpp", "vcrbB", SHFL_AMD_DPP16 },
    { "__hip_move_dpp_N", "crbB|v", SHFL_AMD_DPP16 },
    /* libraries */
    { "move_dpp", "crbB|v", SHFL_AMD_DPP16 },
    { "ds_swizzle", "x|v", SHFL_AMD_SWIZZLE },
    { "warp_move_dpp", "tcrbB|v", SHFL_AMD_DPP16 },
    { "warp_swizzle", "tx|v", SHFL_AMD_SWIZZLE },
};

static const char *word_of(char operand)
{
    switch (operand) {
    case 'v': return "value";
    case 'o': return "old";
    case 'a': return "address";
    case 'c': return "dpp_ctrl";
    case 'r': return "row_mask";
    case 'b': return "bank_mask";
    case 'B': return "bound_ctrl";
    case 'f': return "fi";
    case '8': return "selectors";
    case 'x': return "offset";
    case 'l': return "lane";
    case 's': return "scalar";
    case 'S': return "scalar";
    case 'w': return "value";
    default: return "type";
    }
}

/* --- the operands as text */

struct arguments {
    text_part at[ARGUMENTS_MAX];
    unsigned count;
};

/* In brackets; or of MLIR without them, up to the types, where "with" stands for a comma. Behind them, or NULL. */
static const char *cut(const char *at, char open, struct arguments *a)
{
    char text[ARGUMENTS_MAX * AMD_ADDRESS_MAX], *with;
    const char *end = open == '<' ? strchr(at, '>') : open == '(' ? text_bracket(at) : at + strcspn(at, ":\n");
    int count;

    if (end == NULL)
        return NULL;
    const long marks = open == '(' ? 2 : open == '<' ? 1 : 0;
    snprintf(text, sizeof text, "%.*s", (int)(end - at - marks), at + (marks > 0));
    if (open == '\0' && (with = strstr(text, " with ")) != NULL)
        memcpy(with, " ,    ", 6);
    count = text_split(text, text + strlen(text), a->at, ARGUMENTS_MAX);
    a->count = count < 0 ? 0 : (unsigned)count;
    return count < 0 ? NULL : end + (open == '<');
}

/* A type of LLVM's IR, or what may stand behind it. */
static bool is_ir(const char *word, size_t length)
{
    return (length == 7 && memcmp(word, "noundef", 7) == 0)
        || (word[0] == 'i' && length > 1 && strspn(word + 1, "0123456789") == length - 1);
}

/* A constant, as C or LLVM's IR has it. Negative ones have 32 bits. */
static bool constant(const char *text, const struct expr_scope *scope, uint64_t *value, char why[READ_WHY_MAX])
{
    static struct expr expr;
    static const struct expr_scope none = { .lanes = 64 };

    why[0] = '\0';
    for (size_t length; (length = strcspn(text, " ")) > 0 && text[length] == ' ' && is_ir(text, length);)
        text += length + strspn(text + length, " ");
    if (!expr_read(text, scope ? scope : &none, &expr, why) || expr.by_lane)
        return false;
    *value = (int64_t)expr.word[0] < 0 ? (uint32_t)expr.word[0] : expr.word[0];
    return (int64_t)expr.word[0] >= INT32_MIN && (int64_t)expr.word[0] <= UINT32_MAX;
}

/* --- into an instruction */

static bool refuse(char err[READ_WHY_MAX], const struct spelling *s, const char *what)
{
    size_t used = (size_t)snprintf(err, READ_WHY_MAX, "%s: %.150s; expected", s->name, what);

    for (const char *o = s->operands; *o != '\0' && used < READ_WHY_MAX; o++)
        used += (size_t)(*o == '|' ? snprintf(err + used, READ_WHY_MAX - used, ", and in parentheses")
                                   : snprintf(err + used, READ_WHY_MAX - used, "%s %s",
                                              o == s->operands || o[-1] == '|' ? "" : ",", word_of(*o)));
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
        if (operand == bits[i][0] && (!constant(text, scope, &value, why) || value >> bits[i][1] != 0)
            && !(bits[i][1] == 1 && value == UINT32_MAX)) /* i1 -1 is true */
            return false;
    switch (operand) {
    case 'c':
    case '8':
    case 'x': in->control = value; break;
    case 'r': in->row_mask = (uint8_t)value; break;
    case 'b': in->bank_mask = (uint8_t)value; break;
    case 'B': in->bc = value; break;
    case 'f': in->fi = value; break;
    case 'a': snprintf(insn->address, sizeof insn->address, "%s", text); break;
    case 'l':
    case 's': scalar(insn, &insn->select[0], text, scope); break;
    case 'S': scalar(insn, &insn->select[1], text, scope); break;
    case 'w': scalar(insn, &insn->src, text, scope); break;
    default: break;
    }
    return true;
}

static bool make(const struct spelling *s, const struct arguments *template, const struct arguments *call,
                 const struct expr_scope *scope, struct amd_insn *insn, char err[READ_WHY_MAX])
{
    char why[READ_WHY_MAX] = "";
    const char *bar = strchr(s->operands, '|'), *in_call = bar ? bar + 1 : s->operands;
    const unsigned templates = bar ? (unsigned)(bar - s->operands) : 0;
    const bool dpp16 = s->op == SHFL_AMD_DPP16;

    insn->in.op = s->op;
    insn->in.row_mask = insn->in.bank_mask = dpp16 ? 15 : 0;
    insn->dst = s->op == SHFL_AMD_READLANE || s->op == SHFL_AMD_READFIRSTLANE ? 0 : AMD_VECTOR + 1;
    insn->src = AMD_VECTOR;
    insn->addr = s->op == SHFL_AMD_SWIZZLE ? AMD_VECTOR : strchr(s->operands, 'a') ? AMD_VECTOR + 2 : 0;
    if (template->count > templates || (bar && template->count < (s->operands[0] == 't' ? 2u : 1u))
        || call->count != strlen(in_call))
        return refuse(err, s, "another number of operands");
    for (unsigned i = 0; i < template->count; i++)
        if (!take(insn, s->operands[i], template->at[i], scope, why))
            return refuse(err, s, strstr(why, "--let") ? why : template->at[i]);
    for (unsigned i = 0; in_call[i] != '\0'; i++)
        if (!take(insn, in_call[i], call->at[i], scope, why))
            return refuse(err, s, strstr(why, "--let") ? why : call->at[i]);
    return true;
}

/* Is it a type that LLVM has behind the name of an intrinsic? */
static bool is_type(const char *text)
{
    return *text == '\0' || (*text == '_' && strchr("ifbvp", text[1]) && text[strcspn(text, "0123456789")] != '\0');
}

/* The spelling of a name, with dots as underscores; the longest, so that permlane16 is not permlane16_swap. */
static const struct spelling *find(const char *name, bool has_template)
{
    static const char *const begins[] = { "__builtin_amdgcn_", "llvm_amdgcn_", "llvm_hip_", "rocdl_" };
    const struct spelling *found = NULL;
    bool is_llvm = false, is_builtin = false;

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0) {
            name += strlen(begins[i]);
            is_builtin = true;
            is_llvm = i > 0;
        }
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        const struct spelling *s = &spellings[i];
        const size_t length = strlen(s->name);
        const bool is_same = strncmp(name, s->name, length) == 0
                          && (is_llvm ? is_type(name + length) : name[length] == '\0');
        const bool is_own = s->name[0] == '_' || strchr(s->operands, '|');

        if (is_same && is_builtin == !is_own && has_template == (strchr(s->operands, '|') != NULL)
            && (found == NULL || length > strlen(found->name)))
            found = s;
    }
    return found;
}

/* What moves nothing between lanes, and is asked for with what does. */
static const struct {
    const char *begin, *what;
} apart[] = {
    { "mbcnt",
      "counts the bits of its mask that are below the lane: mbcnt_hi(-1, mbcnt_lo(-1, 0)) is the lane's number" },
    { "set_inactive", "gives the lanes that do not execute a value, in whole wave mode; it moves nothing" },
    { "strict_w", "computes in whole wave or quad mode; it moves nothing" },
    { "wwm", "computes in whole wave mode; it moves nothing" },
    { "wave_shuffle", "reads another lane, by ds_bpermute_b32 or a permlane: which one is the compiler's choice; it is "
                      "not known here" },
    { "wave_reduce", "reduces the values of a wave; this operation is not known here" },
    { "wqm_vote", "is a vote in each quad; it is not known here" },
    { "fcmp", "is the ballot of a comparison of floats; it is not known here" },
    { "icmp", "is the ballot of a comparison: write ballot, with its first two arguments compared" },
    { "uicmp", "is the ballot of a comparison: write ballot, with its first two arguments compared" },
    { "sicmp", "is the ballot of a comparison: write ballot, with its first two arguments compared" },
};

const char *amd_builtin_find(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        char name[NAME_MAX];
        size_t length = 0;
        const char *end = at;

        if (!(isalpha((unsigned char)*at) || *at == '_')
            || (at > text && (isalnum((unsigned char)at[-1]) || strchr("_.", at[-1]))))
            continue;
        for (; length + 1 < sizeof name && (*end == '_' || *end == '.' || isalnum((unsigned char)*end)); end++)
            name[length++] = *end == '.' ? '_' : *end;
        name[length] = '\0';
        end += strspn(end, " \t");
        if (find(name, *end == '<') != NULL && (*end == '(' || *end == '<' || strncmp(name, "rocdl_", 6) == 0))
            return at;
    }
    return NULL;
}

bool amd_builtin(const char *text, const struct expr_scope *scope, struct amd_insn *insn, bool *done,
                 char err[READ_WHY_MAX])
{
    for (const char *at = text; *at != '\0';) {
        struct arguments template = { .count = 0 }, call = { .count = 0 };
        char name[NAME_MAX];
        size_t length = 0;

        for (; length + 1 < sizeof name && (*at == '_' || *at == '.' || isalnum((unsigned char)*at)); at++)
            name[length++] = *at == '.' ? '_' : *at;
        name[length] = '\0';
        if (length == 0) {
            at++;
            continue;
        }
        const char *open = at + strspn(at, " \t");
        const bool is_mlir = strncmp(name, "rocdl_", 6) == 0;
        const struct spelling *s = find(name, *open == '<');
        const bool is_ours = strncmp(name, "__builtin_amdgcn_", 17) == 0 || strncmp(name, "llvm_amdgcn_", 12) == 0;

        if (s == NULL && is_ours && (*open == '(' || *open == '<')) {
            const char *own = name + (name[0] == '_' ? 17 : 12);
            size_t i = 0;

            while (i < sizeof apart / sizeof *apart && strncmp(own, apart[i].begin, strlen(apart[i].begin)) != 0)
                i++;
            snprintf(err, READ_WHY_MAX, "'%.60s': %s", name,
                     i < sizeof apart / sizeof *apart ? apart[i].what : "moves no data between lanes, or is not known");
            *done = false;
            return true;
        }
        if (s == NULL && is_mlir) {
            snprintf(err, READ_WHY_MAX, "'%.60s': moves no data between lanes, or is not known", name);
            *done = false;
            return true;
        }
        if (s == NULL || (!is_mlir && *open != '(' && *open != '<'))
            continue;
        if (*open == '<')
            open = cut(open, '<', &template);
        if (open != NULL)
            open = is_mlir ? cut(open, '\0', &call) : *open == '(' ? cut(open, '(', &call) : NULL;
        *done = open != NULL ? make(s, &template, &call, scope, insn, err) : refuse(err, s, "no call");
        return true;
    }
    return false;
}
