/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_amd - behind a byte that chooses the generation, any bytes as words of an AMD GPU and as text: what is taken
 * prints as text that is read back as the same instruction. Of a swizzle, the same lanes are enough: several words name
 * them. */
#include "fuzz.h"
#include "cli/answer/answer.h"

static void round_trip(const struct amd_insn *insn)
{
    const struct shfl_amd_unit unit = { amd_lanes(insn->gen), insn->gen };
    char text[AMD_TEXT_MAX], line[AMD_LINE_MAX], err[READ_WHY_MAX];
    struct amd_insn again;

    amd_text(insn, text);
    amd_line(insn, line);
    require(strlen(text) < sizeof text - 1 && strlen(line) > 20 && strlen(line) < sizeof line - 1);
    if (insn->format != NULL) /* is told, and not read */
        return;
    require(amd_parse(insn->gen, text, NULL, &again, err));
    require(again.in.op == insn->in.op && again.in.fi == insn->in.fi && again.in.bc == insn->in.bc
            && again.in.row_mask == insn->in.row_mask && again.in.bank_mask == insn->in.bank_mask
            && again.dst == insn->dst && again.src == insn->src && again.addr == insn->addr
            && again.is_wide == insn->is_wide && strcmp(again.other, insn->other) == 0
            && memcmp(again.select, insn->select, sizeof again.select) == 0);
    if (insn->in.op != SHFL_AMD_SWIZZLE)
        require(again.in.control == insn->in.control);
    else
        for (unsigned k = 0; k < unit.lanes; k++)
            require(shfl_amd_named(&unit, SHFL_AMD_SWIZZLE, again.in.control, k)
                    == shfl_amd_named(&unit, SHFL_AMD_SWIZZLE, insn->in.control, k));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char err[READ_WHY_MAX] = "";
    struct amd_insn insn;
    uint32_t words[AMD_WORDS];

    if (size < 1 + sizeof words)
        return 0;
    const enum shfl_amd_gen gen = (enum shfl_amd_gen)(data[0] % SHFL_AMD_GENS);
    memcpy(words, data + 1, sizeof words);
    for (unsigned count = 1; count <= AMD_WORDS; count++)
        if (amd_decode(gen, words, count, &insn))
            round_trip(&insn);
    char *text = fuzz_text(data + 1, size - 1);
    if (amd_parse(gen, text, NULL, &insn, err))
        round_trip(&insn);
    else
        require(err[0] != '\0' && memchr(err, 0, sizeof err) != NULL);
    free(text);
    return 0;
}
