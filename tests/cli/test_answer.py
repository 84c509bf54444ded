# SPDX-License-Identifier: Apache-2.0
"""The one way from a text to its lanes: every family with every option, and the shape of its JSON."""

import json
import re
import shlex

import pytest
from conftest import BUILD, run, section
from test_collective import texts as all_texts

# ---- the shape of what explain --json prints: the members of docs/use/explain.md, and their types

TYPES = {  # of the result, and of a lane
    str: ["kind operation instruction asked summary note source undefined active sb sc policy operand vtype",
          "what open part"],
    int: ["w network trips threads items vlen vl vstart",
          "lane src_lane ra rd rd2 unit_rd sb sc index clamp segmask min_lane max_lane j src_data"],
    bool: ["is_signed is_float selects", "active src_active pu we undefined in_range member other"],
    list: ["rule stages lanes", "steps sources"],
}  # fmt: skip
NULL = set("instruction asked note undefined active lanes sb sc src_lane src_active ra rd rd2 pu open".split())
MEMBERS = section("docs/use/explain.md", "## JSON")
OF_LANE = next(n for n, row in enumerate(MEMBERS) if row[1].startswith("of the lane"))
OF_KIND = next(n for n, row in enumerate(MEMBERS) if row[0] == "kind" and len(row) == 3)


def members(kind):
    """Of a result and of a lane: the members that they have, and those that they may have."""
    of_all = [" ".join(row[0] for row in rows) for rows in (MEMBERS[:OF_LANE], MEMBERS[OF_LANE:OF_KIND])]
    of_kind = next(row[1:] for row in MEMBERS[OF_KIND:] if kind in row[0].split(", "))
    for common, cell, more in zip(of_all, of_kind, ("", "`member`")):
        own, _, sometimes = cell.partition(";")
        yield [set(re.findall(r"`(\w+)`", text)) for text in (common + own, sometimes + more)]


def problems(found, shape, of_lane, where):
    """What of an object is not as it should be."""
    has, may_have = shape
    wrong = [f"{where}: no {name}" for name in has - found.keys()]
    types = {name: kind for kind, names in TYPES.items() for name in names[of_lane].split()}
    for name, value in found.items():
        if name not in has | may_have:
            wrong.append(f"{where}: {name} is not in the shape")
        elif type(value) is not types[name] and not (value is None and name in NULL):
            wrong.append(f"{where}: {name} is {value!r}")
    return wrong


def check_shape(result):
    """Raise AssertionError if a result of explain is not of the shape, or contradicts itself."""
    of_result, of_lane = members(result["kind"])
    wrong = problems(result, of_result, False, result["kind"])
    lanes = result["lanes"] or []
    for k, lane in enumerate(lanes):
        wrong += problems(lane, of_lane, True, f"lane {k}")
        if lane["lane"] != k or len(lane["steps"]) != len(result["stages"]):
            wrong.append(f"lane {k}: its number, or its steps")
        if (lane["src_lane"] is None) != (lane["src_active"] is None):
            wrong.append(f"lane {k}: src_lane and src_active")
        if lane["src_lane"] is not None and not 0 <= lane["src_lane"] < len(lanes):
            wrong.append(f"lane {k}: it reads lane {lane['src_lane']}")
        if lane["rd"] is not None and not lane["we"]:
            wrong.append(f"lane {k}: it has rd and does not write")
    active = result["active"]
    if lanes and active is not None and int(active, 16) != sum(lane["active"] << lane["lane"] for lane in lanes):
        wrong.append(f"active is {active}")
    assert not wrong, "\n".join(wrong)


# ---- families

# a text of each family, and what it needs; the families are the columns of cli/answer/answer.c
TEXTS = r"""
SHFL 'SHFL.UP P1, R2, R1, 1, 0x1800'
SHFL 'shfl.sync.up.b32 d|p, a, 1, 0x1800, -1;'
SHFL '__shfl_up_sync(-1, v, i, 8)' --let i=1
SHFL 'subgroupShuffleUp(v, 1)'
SHFL '__shfl_sync(-1, v, lane ^ 5)'
SHFL --mode up --index 1
COLLECTIVE 'VOTE.ALL P2, P0'
COLLECTIVE '__ballot_sync(0xff, lane < 3)' --active 0xff
COLLECTIVE '__match_any_sync(-1, lane / 4)'
COLLECTIVE '__reduce_add_sync(-1, lane)'
COLLECTIVE 'subgroupBallotBitCount(0x5)'
COLLECTIVE '__ballot(p)' --gpu gfx90a
AMD 'ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)' --gpu gfx90a
AMD 'v_mov_b32_dpp v1, v0 row_shr:1' --gpu gfx1030
AMD 'ds_bpermute_b32 v1, v2, v0' --gpu gfx90a --address lane*4+4
AMD '__builtin_amdgcn_ds_bpermute(4 * (lane ^ i), v)' --gpu gfx90a --let i=1
AMD 'v_permlane32_swap_b32 v1, v0' --gpu gfx950
AMD '__shfl_up(v, 3, 16)' --gpu gfx90a
RVV 'vrgather.vv v1, v2, v3' --vtype e8,m1,ta,ma --init v3=[3,2,1,0]
RVV 'vsetivli zero, 3, e32, m1, ta, ma\nvslideup.vi v1, v2, 1'
RVV '__riscv_vslidedown_vx_u8m1(x, 3, 16)'
BLOCK 'n = __syncthreads_count(p);' --block 40 --let p=lane<30
BLOCK 'barrier.red.popc.u32 d, 3, 64, p;'
BLOCK 'BAR.RED.AND.DEFER_BLOCKING 0x0, P0' --init P0=lane<9
BLOCK 'cub::BlockShuffle<int, 48>(temp).Offset(a, b, -2)'
BLOCK 'dFdxFine(v)' --let v=lane*lane
BLOCK 'movmatrix.sync.aligned.m8n8.trans.b16 d, a;'
"""
TEXTS = [shlex.split(line.replace(r"\n", "\n")) for line in TEXTS.strip().splitlines()]
FAMILIES = {family: [text for of, *text in TEXTS if of == family] for family, *_ in TEXTS}
KINDS = {"BLOCK": {"BARRIER", "BLOCK_SHUFFLE", "DERIVATIVE", "MOVMATRIX"}}
KINDS |= {name: {name} for name in ("SHFL", "AMD", "RVV")} | {"COLLECTIVE": {"VOTE", "MATCH", "REDUX", "BALLOT"}}


@pytest.mark.parametrize("family, text", [(family, text) for family, *text in TEXTS], ids=lambda each: str(each)[:40])
def test_shape(family, text):
    result = json.loads(run([BUILD / "openshfl", "explain", *text, "--json"]).stdout)
    check_shape(result)
    assert result["kind"] in KINDS[family]


# of each option, a value; and in which families it has no meaning, with what is said then. A blank: it has one.
OPTIONS = """
--let q=1         |                 |                 |                 |                       |
--active 0xf      |                 |                 |                 | v0, --vl and --vstart |
--block 64        | barrier         | barrier         | barrier         | barrier               |
--policy own      |                 | of a shuffle    | docs/amd.md 9   | agnostic              | of a shuffle
--network 8       |                 | of a shuffle    | SHFL alone      | SHFL alone            | of a shuffle
--equivalents     |                 | of a shuffle    |                 | no vl                 | of a shuffle
--gpu gfx90a      |                 |                 |                 | have no GPU           |
--lanes 64        |                 |                 |                 | --vtype and --vlen    |
--address lane*4  | ds_bpermute_b32 | ds_bpermute_b32 | ds_bpermute_b32 | ds_bpermute_b32       | ds_bpermute_b32
--vtype e8,m1,ta,ma | RISC-V        | RISC-V          | RISC-V          |                       | RISC-V
--vl 4            | RISC-V          | RISC-V          | RISC-V          |                       | RISC-V
--vstart 1        | RISC-V          | RISC-V          | RISC-V          |                       | RISC-V
--vlen 256        | RISC-V          | RISC-V          | RISC-V          |                       | RISC-V
--lane 3          |                 |                 |                 |                       |
--svg -           |                 |                 |                 |                       |
--json            |                 |                 |                 |                       |
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in OPTIONS.strip().splitlines()]
# a text may say more than its family: the option is given already, or its language has one size of warp
OWN = {
    ("--gpu", "SHFL"): "leave out --gpu|--gpu and --mode",
    ("--gpu", "COLLECTIVE"): "leave out --gpu|expected a call of HIP's",
    **dict.fromkeys([("--lanes", "SHFL"), ("--lanes", "COLLECTIVE")], "a warp of CUDA's has 32|more than 32"),
    ("--lanes", "BLOCK"): "a warp has 32|is of 32|more than 32",
    ("--gpu", "BLOCK"): "leave out --gpu",
    ("--block", "BLOCK"): "expected a barrier|it waits for 64|says 48",
    ("--active", "BLOCK"): "it waits for 64",
}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_option(family, row):
    """It changes or leaves what is printed, or the sentence says why not; there is no third way."""
    option, *said = row
    want = said[list(FAMILIES).index(family)]
    for text in FAMILIES[family]:
        name = option.split()[0]
        if name in text or (name == "--address" and "bpermute" in text[0]):
            continue
        done = run([BUILD / "openshfl", "explain", *text, *option.split()], status=None)
        if want:
            assert done.returncode == 2 and want in done.stderr and done.stdout == "", (text, done.stderr)
        elif done.returncode:
            assert done.returncode == 2 and re.search(OWN[name, family], done.stderr), (text, done.stderr)
        else:
            assert done.stdout and not done.stderr, text


# ---- each row of the table of spellings, by each way of asking

CHOSEN = 5


def by_command(openshfl, calls, folder):
    """What the command prints, run by one shell."""
    script = []
    for number, (arguments, stdin) in enumerate(calls):
        (folder / f"{number}.in").write_text(stdin, encoding="utf-8")
        command = shlex.join([str(openshfl), *arguments])
        script.append(f"{command} <{number}.in >{number}.out 2>{number}.err; echo $?\n")
    statuses = run(["sh"], input="".join(script), cwd=folder).stdout.split()
    read = [[(folder / f"{n}.{name}").read_text("utf-8") for name in ("out", "err")] for n in range(len(calls))]
    return [{"status": int(status), "out": out, "err": err} for status, (out, err) in zip(statuses, read, strict=True)]


@pytest.mark.slow
def test_each_spelling_by_each_way(openshfl, tmp_path):
    """explain, ask, ask --listing and decode understand the same rows, and give the same lanes."""
    is_program = re.compile(r"[=&]|uint\(v")  # each would make the file a program
    texts = [text for text in dict.fromkeys(all_texts()) if not is_program.search(text)]
    shuffles, listed = {}, {}
    calls = [(["explain", "--json", text], "") for text in texts] + [(["ask", text, str(CHOSEN)], "") for text in texts]
    answers = [one["out"].strip() if not one["status"] else None for one in by_command(openshfl, calls, tmp_path)]
    explained = [answer and json.loads(answer) for answer in answers[: len(texts)]]
    asked = answers[len(texts) :]
    for end in (";\n", "\n"):  # a file of calls, each a statement; and one of instructions
        file = "".join(
            text + end if known and (text[-1] == ")") == (end[0] == ";") else "\n"
            for text, known in zip(texts, explained, strict=True)
        )
        (tmp_path / "all").write_text(file)
        decoded = json.loads(run([BUILD / "openshfl", "decode", "--json", tmp_path / "all"]).stdout)
        shuffles |= {one["line"]: one for one in decoded["shuffles"]}
        lines = run([BUILD / "openshfl", "ask", "--listing", tmp_path / "all", str(CHOSEN)]).stdout.splitlines()
        lines = [line.split(": ", 1) for line in lines if line[0].isdigit() and ": " in line]
        listed |= {int(number): line for number, line in lines}
    wrong = []
    for n, (text, result, reply) in enumerate(zip(texts, explained, asked, strict=True), 1):
        if result is None:
            if reply is not None or n in shuffles or n in listed:
                wrong.append(f"{text}: explain alone refuses it")
            continue
        check_shape(result)
        one, same = shuffles.get(n), ("kind", "operation", "instruction", "asked", "source")
        if one is None or any(one[name] != result[name] for name in same):
            wrong.append(f"{text}: decode has {one}")
        if one and one["summary"] not in (result["summary"], *result["rule"]):
            wrong.append(f"{text}: decode says {one['summary']}")
        if result["lanes"] is None:
            if reply is not None or "depends on" not in listed.get(n, ""):
                wrong.append(f"{text}: its lanes are not known, ask has {reply}, {listed.get(n)}")
            continue
        if reply is None or listed.get(n) != reply:
            wrong.append(f"{text}: ask has {reply}, of a file {listed.get(n)}")
        lane, reads = result["lanes"][CHOSEN], rf"reads \w+ {result['lanes'][CHOSEN]['src_lane']}\b"
        if lane["src_lane"] is not None and not lane["undefined"] and not re.search(reads, reply or ""):
            wrong.append(f"{text}: ask has {reply}, explain {lane}")
    assert not wrong, "\n".join(wrong)
    refused = [text for text, result in zip(texts, explained, strict=True) if result is None]
    of_amd = re.compile(r"__match_a|__builtin_amdgcn|rocdl|@llvm\.amdgcn|rocprim|__\w+_sync\(-1ull")
    assert len(texts) > 700 and len(refused) < 45 and all(map(of_amd.match, refused))
