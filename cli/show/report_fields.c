/* SPDX-License-Identifier: Apache-2.0 */
/* report_fields - see report.h */
#define _POSIX_C_SOURCE 200809L
#include "cli/lib/output.h"
#include "report.h"

#include <inttypes.h>

static FILE *begin_fields(char **text, size_t *size)
{
    FILE *file = open_memstream(text, size);

    if (file == NULL)
        trouble("out of memory");
    return file;
}

static char *end_fields(FILE *file, char **text)
{
    if (fclose(file) != 0)
        trouble("out of memory");
    return *text;
}

/* ", "sb": 1" or ", "sb": "R1"". */
static void put_operand(FILE *file, const char *name, bool is_number, unsigned value, const char *other)
{
    fprintf(file, ", \"%s\": ", name);
    if (is_number)
        fprintf(file, "%u", value);
    else
        word_json(file, other);
}

static void put_register(FILE *file, const char *name, bool is_number, unsigned value)
{
    char text[16];

    snprintf(text, sizeof text, value == SASS_RZ ? "RZ" : "R%u", value);
    put_operand(file, name, is_number, value, text);
}

char *fields_of_word(const struct cubin_shfl *found, bool is_volta)
{
    const struct shfl_word *shfl = &found->shfl;
    char *text, name[16];
    size_t size;
    FILE *file = begin_fields(&text, &size);

    fprintf(file, "{\"mode\": \"%s\", \"guard\": ", shfl_mode_name[shfl->mode]);
    if (shfl->guard == SASS_PT && !shfl->guard_negated)
        fputs("null", file);
    else if (shfl->guard == SASS_PT)
        fputs("\"!PT\"", file);
    else
        fprintf(file, "\"%sP%u\"", shfl->guard_negated ? "!" : "", shfl->guard);
    snprintf(name, sizeof name, shfl->pu == SASS_PT ? "PT" : "P%u", shfl->pu);
    put_operand(file, "pu", false, 0, name);
    put_register(file, "rd", false, shfl->rd);
    put_register(file, "ra", false, shfl->ra);
    put_register(file, "sb", shfl->sb_is_imm, shfl->sb);
    put_register(file, "sc", shfl->sc_is_imm, shfl->sc);
    fprintf(file, ", \"words\": [\"0x%016" PRIx64 "\"", found->word[0]);
    if (is_volta)
        fprintf(file, ", \"0x%016" PRIx64 "\"", found->word[1]);
    fputs("]}", file);
    return end_fields(file, &text);
}

char *fields_of_collective(const struct cubin_shfl *found, const struct explain *e)
{
    char *text;
    size_t size;
    FILE *file = begin_fields(&text, &size);

    fprintf(file, "{\"kind\": \"%s\", \"operation\": \"%s\", \"guard\": ", collective_kind_name(&e->c),
            collective_op_name(&e->c));
    if (e->guard[0])
        word_json(file, e->guard);
    else
        fputs("null", file);
    put_operand(file, "pu", false, 0, e->c.pu_name[0] ? e->c.pu_name : "PT");
    put_operand(file, "rd", false, 0, e->c.rd_name[0] ? e->c.rd_name : "RZ");
    put_operand(file, "operand", false, 0, e->c.operand);
    fprintf(file, ", \"words\": [\"0x%016" PRIx64 "\", \"0x%016" PRIx64 "\"]}", found->word[0], found->word[1]);
    return end_fields(file, &text);
}

char *fields_of_amd(const struct amd_insn *insn)
{
    static const char *const ops[SHFL_AMD_OPS] = {
        "dpp16",           "dpp8",          "swizzle",        "bpermute",        "permute",
        "readlane",        "readfirstlane", "writelane",      "permlane16",      "permlanex16",
        "permlane64",      "bpermute_fi",   "permlane16_var", "permlanex16_var", "permlane_bcast",
        "permlane_up",     "permlane_down", "permlane_xor",   "permlane16_swap", "permlane32_swap",
        "permlane_idx_gen"
    };
    struct amd_insn known = *insn;
    char *text;
    size_t size;
    FILE *file = begin_fields(&text, &size);

    fprintf(file, "{\"op\": \"%s\", \"control\": ", ops[insn->in.op]);
    if (amd_control(&known))
        fprintf(file, "%" PRIu64, (uint64_t)known.in.control);
    else
        fputs("null", file);
    if (insn->in.op == SHFL_AMD_DPP16)
        fprintf(file, ", \"row_mask\": %u, \"bank_mask\": %u, \"bound_ctrl\": %s", insn->in.row_mask,
                insn->in.bank_mask, insn->in.bc ? "true" : "false");
    if (insn->in.op == SHFL_AMD_DPP16 || insn->in.op == SHFL_AMD_DPP8)
        fprintf(file, ", \"fi\": %s", insn->in.fi ? "true" : "false");
    fputc('}', file);
    return end_fields(file, &text);
}

char *fields_of_call(const struct explain *e)
{
    char *text;
    size_t size;
    FILE *file = begin_fields(&text, &size);

    if (e->c.kind)
        fprintf(file, "{\"kind\": \"%s\", \"operation\": \"%s\", \"guard\": ", collective_kind_name(&e->c),
                collective_op_name(&e->c));
    else
        fprintf(file, "{\"mode\": \"%s\", \"guard\": ", shfl_mode_name[e->mode]);
    if (e->guard[0])
        word_json(file, e->guard);
    else
        fputs("null", file);
    if (!e->c.kind) {
        put_operand(file, "sb", e->in.sb_is_imm, e->in.sb_imm, e->sb);
        put_operand(file, "sc", e->in.sc_is_imm, e->in.sc_imm, e->sc);
    }
    fputs(", \"sass\": ", file);
    if (e->text[0])
        word_json(file, e->text);
    else
        fputs("null", file);
    fputs(", \"source\": ", file);
    if (e->row)
        word_json(file, e->row->source);
    else
        fputs("null", file);
    fputc('}', file);
    return end_fields(file, &text);
}
