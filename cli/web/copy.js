// SPDX-License-Identifier: Apache-2.0
// copy - a result in other forms: the command line, a test in C, a test in PTX. All figures are those of the command.

// Quoted for a shell.
export const commandOf = (args) => ["openshfl explain", ...args.map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replace(/'/g, "'\\''")}'`)].join(" ");

// An array of C or PTX, eight values a line.
function rows(values) {
    const lines = [];
    for (let i = 0; i < values.length; i += 8)
        lines.push("    " + values.slice(i, i + 8).join(", "));
    return lines.join(",\n");
}

const column = (result, name) => result.lanes.map((lane) => Number(lane[name] ?? 0));
const hex = (values) => values.map((value) => `0x${value.toString(16)}`);

// The lanes for which a test holds, as a mask.
export const mask = (result, test) => "0x" +
    result.lanes.reduce((bits, lane) => test(lane) ? bits | 1n << BigInt(lane.lane) : bits, 0n).toString(16);
const executing = (result) => mask(result, (lane) => lane.active);
const defined = (result) => mask(result, (lane) => lane.rd !== null);

const comment = (text) => text.replace(/\*\//g, "* /");

export const isShfl = (result) => result.kind === "SHFL" && result.lanes !== null;

// A vote, match or reduction, or a function of a ballot.
export const isCollective = (result) => !["SHFL", "AMD", "RVV"].includes(result.kind);

// A program in C that checks the golden model, or your own shuffle in its place.
export function cCase(result, command) {
    const lanes = result.lanes.length;
    return `/* ${comment(result.instruction)}
 * ${comment(result.summary)}
 * From: ${comment(command)}
 * cc -std=c11 case.c $(pkg-config --cflags --libs shfl) -o case && ./case */
#include <inttypes.h>
#include <shfl.h>
#include <stdio.h>

static const uint64_t ra[${lanes}] = {
${rows(hex(column(result, "ra")))}
};
static const uint32_t sb[${lanes}] = {
${rows(hex(column(result, "sb")))}
};
static const uint32_t sc[${lanes}] = {
${rows(hex(column(result, "sc")))}
};
static const uint64_t rd[${lanes}] = {
${rows(hex(column(result, "rd")))}
};
static const uint64_t defined = ${defined(result)}; /* the lanes whose rd is */
static const uint64_t pu[${lanes}] = {
${rows(column(result, "pu"))}
};

int main(void)
{
    const struct shfl_unit unit = { ${lanes}, SHFL_${result.policy} };
    struct shfl_in in = { .mode = SHFL_${result.operation}, .active = ${executing(result)} };
    struct shfl_out out;
    int wrong = 0;

    for (unsigned k = 0; k < unit.lanes; k++) {
        in.ra[k] = ra[k];
        in.sb[k] = sb[k];
        in.sc[k] = sc[k];
    }
    if (shfl_warp(&unit, &in, &out) != 0)
        return 2;
    for (unsigned k = 0; k < unit.lanes; k++)
        if ((in.active >> k & 1 && (out.pu >> k & 1) != pu[k]) || (defined >> k & 1 && out.rd[k] != rd[k])) {
            printf("lane %u: rd 0x%" PRIx64 ", expected 0x%" PRIx64 "\\n", k, out.rd[k], rd[k]);
            wrong = 1;
        }
    return wrong;
}
`;
}

const PTX_MODE = { IDX: "idx", UP: "up", DOWN: "down", BFLY: "bfly" };

// Lanes that execute without being a member of the mask are left out: with them a GPU may stop.
const members = (result) => mask(result, (lane) => lane.active && lane.member !== false);

// A kernel in PTX for one warp of 32 lanes, which counts the lanes that differ from the result.
export function ptxCase(result, command) {
    const array = (name, values) => `.const .align 4 .b32 ${name}[32] = {\n${rows(values)}\n};\n`;
    return `// ${result.instruction}
// ${result.summary}
// From: ${command}
// Launch shfl_case with one block of 32 threads; *wrong must be 0 before, and stays 0 if all lanes are right.
.version 6.0
.target sm_70
.address_size 64

${array("ra", hex(column(result, "ra")))}${array("sb", hex(column(result, "sb")))}${array("sc", hex(column(result, "sc")))}\
${array("rd", hex(column(result, "rd")))}${array("pu", column(result, "pu"))}
.visible .entry shfl_case(.param .u64 wrong)
{
    .reg .pred %active, %read, %bad;
    .reg .b32 %lane, %bit, %a, %b, %c, %r, %rd, %pu, %differ, %other;
    .reg .b64 %wrong, %at, %from;

    ld.param.u64 %wrong, [wrong];
    cvta.to.global.u64 %wrong, %wrong;
    mov.u32 %lane, %laneid;
    shr.u32 %bit, ${members(result)}, %lane;
    and.b32 %bit, %bit, 1;
    setp.eq.u32 %active, %bit, 1;
    @!%active bra done;                       // lanes that do not execute
    mul.wide.u32 %at, %lane, 4;
${[["ra", "%a"], ["sb", "%b"], ["sc", "%c"], ["rd", "%rd"], ["pu", "%pu"]].map(([name, register]) => `\
    mov.u64 %from, ${name};
    add.u64 %from, %from, %at;
    ld.const.b32 ${register}, [%from];
`).join("")}\
    shfl.sync.${PTX_MODE[result.operation]}.b32 %r|%read, %a, %b, %c, ${members(result)};
    selp.u32 %other, 1, 0, %read;
    xor.b32 %differ, %other, %pu;             // the predicate
    shr.u32 %bit, ${defined(result)}, %lane;
    and.b32 %bit, %bit, 1;                    // is rd defined in this lane?
    xor.b32 %other, %r, %rd;
    mul.lo.u32 %other, %other, %bit;
    or.b32 %differ, %differ, %other;
    setp.ne.u32 %bad, %differ, 0;
    @%bad red.global.add.u32 [%wrong], 1;
done:
    ret;
}
`;
}
