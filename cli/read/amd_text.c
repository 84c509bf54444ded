/* SPDX-License-Identifier: Apache-2.0 */
/* amd_text - see amd.h */
#include "amd_text.h"
#include "text.h"

#include <inttypes.h>
#include <string.h>

/* Its instruction is its name with what stands before it, and _b32 behind it. */
#define OP(id, name, before, operands, group, line) \
    [SHFL_AMD_##id] = { name, before name "_b32", operands, line, group }
const struct amd_op amd_ops[SHFL_AMD_OPS] = {
    [SHFL_AMD_DPP16] = { "dpp16", NULL, NULL, NULL, 0 },
    [SHFL_AMD_DPP8] = { "dpp8", NULL, NULL, "in every eight lanes, each reads the number that its selector gives", 8 },
    OP(SWIZZLE, "swizzle", "ds_", "dao", 0, NULL),
    OP(BPERMUTE, "bpermute", "ds_", "davo", 0,
       "each lane reads the lane that its address names, in bytes: lane 1 is 4"),
    OP(PERMUTE, "permute", "ds_", "davo", 0,
       "each lane sends to the lane that its address names, in bytes: lane 1 is 4"),
    OP(READLANE, "readlane", "v_", "Dvs", 0,
       "the scalar register becomes the value of one lane, whether or not it executes"),
    OP(READFIRSTLANE, "readfirstlane", "v_", "Dv", 0,
       "the scalar register becomes the value of the first lane that executes"),
    OP(WRITELANE, "writelane", "v_", "dVs", 0, "one lane becomes the scalar, whether or not it executes"),
    OP(PERMLANE16, "permlane16", "v_", "dvsSp", 16,
       "each lane reads the number of its row of 16 that its selector gives"),
    OP(PERMLANEX16, "permlanex16", "v_", "dvsSp", 16,
       "each lane reads the number of the other row of 16 that its selector gives"),
    OP(PERMLANE64, "permlane64", "v_", "dv", 32, "the two halves of a wave of 64 change places"),
    OP(BPERMUTE_FI, "bpermute_fi", "ds_", "davo", 0,
       "each lane reads the lane that its address names, in bytes: lane 1 is 4; also one that does not execute"),
    OP(PERMLANE16_VAR, "permlane16_var", "v_", "dvap", 16,
       "each lane reads the number of its row of 16 that its own register gives"),
    OP(PERMLANEX16_VAR, "permlanex16_var", "v_", "dvap", 16,
       "each lane reads the number of the other row of 16 that its own register gives"),
    OP(PERMLANE_BCAST, "permlane_bcast", "v_", "dvsS", AMD_SIZED,
       "each lane reads, of its group, the lane that the second operand gives"),
    OP(PERMLANE_UP, "permlane_up", "v_", "dvsS", AMD_SIZED,
       "each lane reads the lane below it by the second operand, itself where that is not in its group"),
    OP(PERMLANE_DOWN, "permlane_down", "v_", "dvsS", AMD_SIZED,
       "each lane reads the lane above it by the second operand, itself where that is not in its group"),
    OP(PERMLANE_XOR, "permlane_xor", "v_", "dvsS", AMD_SIZED,
       "each lane reads its own number xor the second operand, itself where that is above its group"),
    OP(PERMLANE16_SWAP, "permlane16_swap", "v_", "dvb", 16,
       "two registers exchange rows of 16: row 1 of the first with row 0 of the second, and row 3 with row 2"),
    OP(PERMLANE32_SWAP, "permlane32_swap", "v_", "dvb", 32,
       "two registers exchange halves: the upper of the first and the lower of the second"),
    OP(IDX_GEN, "permlane_idx_gen", "v_", "dvs", 0,
       "each lane's number in its group becomes the address with which ds_bpermute reads it"),
};

const struct amd_dpp amd_dpps[] = {
    { "row_shl:", 0x100, 1, 15, "each lane reads the lane %u above it, if that is in its row of 16" },
    { "row_shr:", 0x110, 1, 15, "each lane reads the lane %u below it, if that is in its row of 16" },
    { "row_ror:", 0x120, 1, 15, "each lane reads the lane %u below it, round the end of its row of 16" },
    { "wave_shl:", 0x12f, 1, 1, "each lane reads the next lane, if there is one" },
    { "wave_rol:", 0x133, 1, 1, "each lane reads the next lane, lane 63 lane 0" },
    { "wave_shr:", 0x137, 1, 1, "each lane reads the lane before, if there is one" },
    { "wave_ror:", 0x13b, 1, 1, "each lane reads the lane before, lane 0 lane 63" },
    { "row_mirror", 0x140, 0, 0, "every 16 lanes are read from the last to the first" },
    { "row_half_mirror", 0x141, 0, 0, "every 8 lanes are read from the last to the first" },
    { "row_bcast:15", 0x142, 0, 0, "each row reads the last lane of the row before it, the first itself" },
    { "row_bcast:31", 0x143, 0, 0, "lanes 32 to 63 read lane 31, the others themselves" },
    { "row_newbcast:", 0x150, 0, 15, "each lane reads number %u of its row of 16" },
    { "row_share:", 0x150, 0, 15, "each lane reads number %u of its row of 16" },
    { "row_xmask:", 0x160, 0, 15, "each lane reads its own number xor %u" },
    { NULL, 0, 0, UINT32_MAX, "" },
};

const struct amd_dpp *amd_dpp_of(unsigned dpp_ctrl)
{
    const struct amd_dpp *dpp = amd_dpps;

    while (dpp_ctrl < dpp->first + dpp->least || dpp_ctrl > dpp->first + dpp->most)
        dpp++;
    return dpp;
}

static void operand(struct text *t, const struct amd_insn *insn, const char *before, const amd_operand *at)
{
    const amd_operand o = *at;

    text_append(t, "%s", before);
    if (o >= AMD_VECTOR && insn->is_wide)
        text_append(t, "v[%d:%d]", o - AMD_VECTOR, o - AMD_VECTOR + 1);
    else if (o >= AMD_VECTOR)
        text_append(t, "v%d", o - AMD_VECTOR);
    else if (o == AMD_LITERAL)
        text_append(t, "0x%" PRIx32, amd_number(insn, at));
    else if (o >= AMD_NUMBER)
        text_append(t, "%" PRId32, (int32_t)amd_number(insn, at));
    else if (amd_special(insn->gen, o) != NULL)
        text_append(t, "%s", amd_special(insn->gen, o));
    else
        text_append(t, "s%d", o);
}

static void dpp_ctrl(struct text *t, enum shfl_amd_gen gen, unsigned word)
{
    const struct amd_dpp *dpp = amd_dpp_of(word);

    if (word < 0x100) {
        text_append(t, " quad_perm:[%u,%u,%u,%u]", word & 3, word >> 2 & 3, word >> 4 & 3, word >> 6);
        return;
    }
    dpp += dpp[1].first == dpp->first && shfl_amd_kind(gen) != SHFL_AMD_GFX90A;
    text_append(t, " %s", dpp->name);
    if (dpp->most)
        text_append(t, "%u", word - dpp->first);
}

/* The 16 bits as LLVM's macro where it has one that makes just these, else as a number. */
static void swizzle(struct text *t, enum shfl_amd_gen gen, unsigned offset)
{
    const unsigned and = offset & 31, or = offset >> 5 & 31, xor = offset >> 10 & 31;

    if (offset == 0)
        return;
    text_append(t, " offset:");
    if (offset >> 8 == 0x80) {
        text_append(t, "swizzle(QUAD_PERM,%u,%u,%u,%u)", offset & 3, offset >> 2 & 3, offset >> 4 & 3, offset >> 6 & 3);
    } else if (offset >= 0xe000 && shfl_amd_kind(gen) > SHFL_AMD_GFX8 && (offset & 0x1fe0) == 0) {
        text_append(t, "swizzle(FFT,%u)", and);
    } else if (offset >= 0xc000 && offset < 0xe000 && shfl_amd_kind(gen) > SHFL_AMD_GFX8 && (offset & 0x181f) == 0) {
        text_append(t, "swizzle(ROTATE,%u,%u)", offset >> 10 & 1, or);
    } else if (offset >= 0x8000) {
        text_append(t, "%u", offset);
    } else if (and== 31 && or == 0 && is_power(xor)) {
        text_append(t, "swizzle(SWAP,%u)", xor);
    } else if (and== 31 && or == 0 && xor!= 0 && is_power(xor+1)) {
        text_append(t, "swizzle(REVERSE,%u)", xor+1);
    } else if (xor== 0 && and< 31 && is_power(32 - and) && or < 32 - and) {
        text_append(t, "swizzle(BROADCAST,%u,%u)", 32 - and, or);
    } else {
        text_append(t, "swizzle(BITMASK_PERM,\"");
        for (unsigned b = 5; b-- > 0;) {
            const unsigned of_0 = (or ^xor) >> b & 1, of_1 = ((and| or) ^ xor) >> b & 1;

            text_append(t, "%c", of_0 == of_1 ? (of_0 ? '1' : '0') : of_1 ? 'p' : 'i');
        }
        text_append(t, "\")");
    }
}

static void dpp(struct text *t, const struct amd_insn *insn)
{
    const struct shfl_amd_in *in = &insn->in;

    if (in->op == SHFL_AMD_DPP16) {
        dpp_ctrl(t, insn->gen, (unsigned)in->control);
        text_append(t, " row_mask:0x%x bank_mask:0x%x%s", in->row_mask, in->bank_mask, in->bc ? " bound_ctrl:1" : "");
    } else {
        text_append(t, " dpp8:[");
        for (unsigned k = 0; k < 8; k++)
            text_append(t, "%s%u", k ? "," : "", (unsigned)(in->control >> 3 * k & 7));
        text_append(t, "]");
    }
    text_append(t, "%s", in->fi ? " fi:1" : "");
}

void amd_text(const struct amd_insn *insn, char text[AMD_TEXT_MAX])
{
    const struct shfl_amd_in *in = &insn->in;
    const struct amd_op *op = &amd_ops[in->op];
    struct text t = { text, 0, AMD_TEXT_MAX };

    if (in->op == SHFL_AMD_DPP16 || in->op == SHFL_AMD_DPP8) {
        if (insn->other[0] != '\0')
            text_append(&t, "%s", insn->other);
        else if (insn->format != NULL)
            text_append(&t, "%s:%u_dpp", insn->format, insn->opcode);
        else
            operand(&t, insn, insn->is_wide ? "v_mov_b64_dpp " : "v_mov_b32_dpp ", &insn->dst);
        if (insn->other[0] == '\0')
            operand(&t, insn, insn->format != NULL ? " " : ", ", &insn->src);
        dpp(&t, insn);
        return;
    }
    const bool is_swap = strchr(op->operands, 'b') != NULL;
    text_append(&t, "%s%s", op->insn, is_swap && (in->fi || in->bc) ? "_e64" : "");
    for (const char *letter = op->operands; *letter != '\0'; letter++) {
        const char *before = letter == op->operands ? " " : ", ";

        switch (*letter) {
        case 'd':
        case 'D': operand(&t, insn, before, &insn->dst); break;
        case 'v':
        case 'V': operand(&t, insn, before, &insn->src); break;
        case 'a': operand(&t, insn, before, &insn->addr); break;
        case 's': operand(&t, insn, before, &insn->select[0]); break;
        case 'S': operand(&t, insn, before, &insn->select[1]); break;
        case 'b': text_append(&t, "%s%s", in->bc ? " bound_ctrl:1" : "", in->fi ? " fi:1" : ""); break;
        case 'p':
            if (in->fi || in->bc)
                text_append(&t, " op_sel:[%u,%u]", in->fi, in->bc);
            break;
        default:
            if (in->op == SHFL_AMD_SWIZZLE)
                swizzle(&t, insn->gen, (unsigned)in->control);
            else if (in->control)
                text_append(&t, " offset:%u", (unsigned)in->control);
        }
    }
}
