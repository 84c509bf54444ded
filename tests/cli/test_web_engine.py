# SPDX-License-Identifier: Apache-2.0
"""The engine of the explorer, the command as WebAssembly: it prints what the command prints, byte for byte.

Node.js runs it, out of the page, with the loader of the page.
"""

import json
import pathlib
import re
import shlex

import pytest
import shape
from conftest import ROOT, built, run

UP = "SHFL.UP P1, R2, R1, 3, 0x1800"
GFX9, GFX11 = ["--gpu", "gfx90a"], ["--gpu", "gfx1100"]
SCAN = pathlib.Path(ROOT / "cli/programs/inclusive_scan.sass").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page():
    return built("web/index.html")


def by_engine(page, calls):
    """What the engine of the page prints for each call, (arguments, standard input)."""
    lines = "".join(json.dumps(call) + "\n" for call in calls)
    return json.loads(run(["node", "tests/web/engine.mjs", page], input=lines).stdout)


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


def the_same(page, openshfl, calls, folder):
    printed, expected = by_engine(page, calls), by_command(openshfl, calls, folder)
    for (arguments, _), this, that in zip(calls, printed, expected, strict=True):
        if "/none/at/all" in arguments:  # the page has no files at all, so that it does not know the reason
            this["err"], that["err"] = (of["err"].rpartition(": ")[0] for of in (this, that))
        assert this == that, arguments
    return printed


@pytest.mark.slow
def test_each_spelling(page, openshfl, tmp_path):
    """A text of each row of the table, as JSON."""
    texts = shape.spellings(run([openshfl, "explain", "--languages"]).stdout)
    the_same(page, openshfl, [[["explain", text, "--json"], ""] for text in texts], tmp_path)


ACCEPTED = [
    [UP],
    ["@!P2 SHFL.IDX P1, R2, R1, R3, 0x101f", "--init", "R3=lane^3", "--init", "P2=0xff"],
    ["@!%p3 shfl.bfly.b32 d, a, b, 31", "--init", "Rb=random:7", "--init", "P1=0xf0f0"],
    ["__shfl(v, [3,1,2], 16)"],
    ["subgroupShuffleUp(v, 3)", "--lanes", "64", "--active", "0xfffffffffffffff0"],
    *[
        ["--mode", mode, "--index", "lane*5+1", "--clamp", "[0,5,9]", "--segmask", "8"]
        for mode in ("idx", "up", "down", "bfly")
    ],
    *[["--mode", "down", "--index", "1", "--lanes", str(2**n), "--init", "Ra=float:random:1"] for n in range(1, 7)],
    *[["--mode", "bfly", "--index", "4", "--active", "0xf", "--policy", name] for name in ("zero", "own", "raw")],
    [*GFX9, "ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)", "--active", "0xffff0000ffff"],
    [*GFX9, "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0x7 bank_mask:0xf"],
    [*GFX11, "--lanes", "32", "v_mov_b32_dpp v1, v0 dpp8:[7,6,5,4,3,2,1,0]"],
    [*GFX11, "ds_permute_b32 v1, v2, v0", "--address", "[4,0,12,8]"],
    [*GFX11, "v_permlane16_b32 v1, v0, 0x11111111, 0x22222222"],
]
COLLECTIVE = [
    ["VOTE.ALL P2, P0"],
    ["@!P1 VOTE.ANY R0, PT, !P0", "--init", "P0=lane%3==1", "--init", "P1=0xf0f0"],
    ["MATCH.ANY.U64 R7, R6", "--init", "R6=lane/2", "--init", "R7=lane/16"],
    ["redux.sync.min.s32 d, a, 0xffff;", "--init", "Ra=random:7"],
    ["subgroupExclusiveAdd(v)", "--lanes", "64"],
    [*GFX11, "__reduce_xor_sync(~0ull, v)"],
]
COLLECTIVE += [
    ["n = __syncthreads_and(p);", "--block", "40", "--let", "p=lane<40", "--active", "lane<50"],
    ["int a[2]; cub::BlockShuffle<int, 12>(t).Down(a, b)"],
    ["fwidth(v)", "--let", "v=lane*lane", "--lanes", "16"],
    ["MOVM.16.MT88 R0, R1", "--init", "R1=lane"],
]
RVV = [
    ["vrgather.vv v1, v2, v3", "--vtype", "e8,m1,ta,ma", "--init", "v3=15-lane", "--vl", "9"],
    ["vslideup.vi v4, v2, 3, v0.t", "--vtype", "e16,m2,tu,mu", "--init", "v0=0xbeef", "--vlen", "256"],
    ["__riscv_vcompress_vm_u8m1(a, mask, vl)", "--let", "mask=lane%3==0", "--vstart", "0"],
]
REFUSED = [
    ["explain"],
    ["explain", "SHFL.UP P1, R2, R1, 40, 0"],
    ["explain", "--mode", "up", "--index", "99"],
    ["explain", UP, "--svg", "/none/x.svg", "--bogus"],
    ["explain", UP, "--json", "--svg", "-"],
    ["run", "/none/at/all"],
    ["frobnicate"],
]
ABSENT = ("ask", "conform", "decode")


@pytest.mark.slow
def test_every_notation(page, openshfl, tmp_path):
    """As text, the stages of a lane, JSON, the equivalents, and a picture."""
    forms = [[], ["--lane", "1"], ["--json"], ["--ways", "--json"], ["--svg", "-"]]
    calls = [[["explain", *given, *form], ""] for given in ACCEPTED for form in forms]
    calls += [[["explain", *given, *form], ""] for given in COLLECTIVE + RVV for form in forms if "--ways" not in form]
    assert [of for of in the_same(page, openshfl, calls, tmp_path) if of["status"] != 0 or of["err"]] == []
    others = [[given, ""] for given in (["--version"], ["--help"], ["explain", "--help"], ["run", "--help"])]
    others += [[["explain", *ACCEPTED[0], "--ways"], ""], [["explain", *ACCEPTED[-1], "--ways"], ""]]
    others += [[["run", "-", "--show", show], SCAN] for show in ("lanes", "trace")]
    assert {of["status"] for of in the_same(page, openshfl, others, tmp_path)} == {0}


def test_what_is_refused(page, openshfl, tmp_path):
    """The same message and status; three subcommands are not in the page."""
    for of in the_same(page, openshfl, [[given, ""] for given in REFUSED], tmp_path):
        assert of["status"] == 2 and of["err"].startswith("openshfl: ")
    for name, absent in zip(ABSENT, by_engine(page, [[[name, "x"], ""] for name in ABSENT]), strict=True):
        assert absent["status"] == 2 and name in absent["err"] and "not in this page" in absent["err"]


@pytest.mark.parametrize("name", ["index", "programs"])
def test_its_size(name):
    """One file that can be sent by mail and needs no network: it fetches nothing, and holds what it names."""
    text = built(f"web/{name}.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 300_000
    assert not [tag for tag in ("<link", "src=", "@import", "fetch(", "XMLHttpRequest") if tag in text]
    assert not re.search(r"/\*[a-z]+\.[a-z]+\*/", text)
