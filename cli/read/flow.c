/* SPDX-License-Identifier: Apache-2.0 */
/* flow - see calls.h */
#include "calls.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The instructions behind which not all lanes need go on, each between blanks. Sources: NVIDIA, CUDA
 * Binary Utilities and PTX ISA 9.0; LLVM, LangRef and AMDGPUUsage; SPIR-V 1.6; MLIR, dialects cf and scf */
static const char branches[] =
    "BRA BRX BRXU JMP JMX EXIT RET BRK CONT bra brx exit ret switch invoke cf indirectbr s_branch s_endpgm "
    "s_setpc_b64 scf affine OpKill OpReturn OpSwitch OpBranchConditional OpTerminateInvocation s_swappc_b64";

/* Where a function begins: what was before it counts no more. */
static bool begins(const char *line)
{
    static const char marks[] = ".entry .func .visible .weak Function .text. define OpFunction func.func gpu.func "
                                "llvm.func .section .globl .type";

    if (text_begins(line, marks))
        return true;
    return strstr(line, "= OpFunction ") != NULL || (isxdigit((unsigned char)*line) && strstr(line, ">:") != NULL);
}

static void doubt(struct flow *flow, const char *line, unsigned number)
{
    const long length = text_trim(line, line + strcspn(line, "\n;")) - line;

    if (flow->doubt[0] == '\0')
        snprintf(
            flow->doubt, sizeof flow->doubt,
            "who executes it is not known, as '%.*s%s' stands in line %u: taken as all; give it with --active MASK",
            (int)(length < 40 ? length : 40), line, length > 40 ? ".." : "", number);
}

/* Does it write EXEC? As a constant it is then known. */
static bool writes_exec(struct flow *flow, const char *line)
{
    const char *operand = line + strcspn(line, " \t"), *comma;
    char *end;

    operand += strspn(operand, " \t");
    if (strncmp(line, "v_cmpx", 6) == 0 || strstr(line, "saveexec") != NULL || strstr(line, "wrexec") != NULL) {
        flow->has_exec = false;
        return true;
    }
    const char *mov = strncmp(operand, "exec_lo", 7) == 0 ? "s_mov_b32 " : "s_mov_b64 ";
    if (strncmp(line, "s_", 2) != 0 || strncmp(operand, "exec", 4) != 0)
        return false;
    flow->has_exec = false;
    comma = strchr(operand, ',');
    if (strncmp(line, mov, 10) != 0 || comma == NULL)
        return true;
    comma += 1 + strspn(comma + 1, " \t");
    flow->exec = strtoull(comma, &end, 0);
    flow->has_exec = end > comma && !text_is_name(*end);
    if (flow->has_exec)
        flow->doubt[0] = '\0';
    return !flow->has_exec;
}

void flow_line(struct flow *flow, const char *line, unsigned number)
{
    const char *at = line + strspn(line, " \t{"), *end;

    if (at[0] == '/' && at[1] == '*' && (end = strstr(at, "*/")) != NULL) /* the offset of a listing */
        at = end + 2 + strspn(end + 2, " \t");
    if (*at == '[' && (end = strchr(at, ']')) != NULL) /* control of a scheduler */
        at = end + 1 + strspn(end + 1, " \t");
    if (begins(at)) {
        *flow = (struct flow){ .written = flow->written, .resume = flow->resume };
        return;
    }
    const size_t name = text_name_with(at, ".");
    if (name > 0 && at[name] == ':' && at[name + 1] != ':') { /* a label: it may be entered from elsewhere */
        if (flow->has_exec)
            doubt(flow, at, number);
        flow->has_exec = false;
        if (strncmp(at, "BB", 2) != 0 && *at != '.' && *at != '$' && flow->doubt[0] == '\0')
            return;
    }
    if (writes_exec(flow, at)) {
        doubt(flow, at, number);
        return;
    }
    const char *word = at;
    if (*word == '@') /* a guard */
        word += strcspn(word, " \t") + strspn(word + strcspn(word, " \t"), " \t");
    if (*word == '%' && strchr(word, '=') != NULL) /* MLIR's and LLVM's results */
        word = strchr(word, '=') + 1 + strspn(strchr(word, '=') + 1, " \t");
    const size_t length = text_name(word);
    const bool found = strncmp(word, "s_cbranch", 9) == 0 || strncmp(word, "br i1", 5) == 0
                    || text_among(word, length, branches);
    /* the last return of a function of IR is in front of another function; "ret void" of LLVM ends a block */
    if (found && (length == 0 || strncmp(word, "ret ", 4) != 0 || *at == '@') && strncmp(word, "scf.yield", 9) != 0)
        doubt(flow, at, number);
}

void flow_to(struct flow *flow, const char *text, const char *at)
{
    unsigned number = 1;

    *flow = (struct flow){ .has_exec = false };
    for (const char *line = text, *end; line < at && *line != '\0'; line = end + 1, number++) {
        char one[200];

        end = line + strcspn(line, "\n;");
        if (end >= at)
            return;
        snprintf(one, sizeof one, "%.*s", (int)(end - line), line);
        flow_line(flow, one, number);
        number -= *end == ';';
        if (*end == '\0')
            return;
    }
}
