# SPDX-License-Identifier: Apache-2.0
"""The explorer's kernels of PTX, in Chromium: it shows what `openshfl run --json` prints."""

import json

import pytest
from conftest import built, run
from test_web import PHONE, TABLE, WIDE, address, violations, window
from test_web_engine import the_same

from web import assemble

EXAMPLES = assemble.kernels()
OWN = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) {
.reg .b32 %r<4>; .reg .b64 %rd<3>; .reg .pred %p;
ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x; mad.wide.u32 %rd1, %r2, 4, %rd1;
setp.lt.u32 %p, %r2, %r1; vote.sync.ballot.b32 %r3, %p, -1;
st.global.u32 [%rd1], %r3; ret; }
"""


@pytest.fixture(scope="module")
def kernels(browser):
    with window(browser, **WIDE) as explorer:
        yield explorer


def show(explorer, **state):
    explorer.page.goto("about:blank")
    explorer.page.goto(address("kernels", **state))
    explorer.wait()


def asked(state, text, openshfl):
    arguments = [word for argument in state["args"].split() for word in ("--arg", argument)]
    words = ["--kernel", state["kernel"], "--block", state["block"], "--grid", state.get("grid", "1"), *arguments]
    words += ["--json", "--show", state.get("show", "shuffles")]
    return json.loads(run([openshfl, "run", "-", *words], input=text).stdout)


def cells(explorer, where):
    rows = TABLE.replace("() =>", "(where) =>").replace('"#table tr"', "where")
    return explorer.page.evaluate(rows, where)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(kernels, openshfl, name):
    """The buffers, each step, what it wrote, and its picture."""
    state = EXAMPLES[name]
    want = asked(state, state["text"], openshfl)
    show(kernels)
    kernels.select("kernelexample", name)
    held = [value for row in cells(kernels, "#buffers tr") for value in row[2:]]
    assert held == [value for buffer in want["buffers"] for value in buffer["values"]]
    reasons = [f"?{k} undefined: {why}" for k, why in enumerate(want["undefined"], 1)]
    assert kernels.text("#reasons").split("\n\n") == reasons or not reasons
    for number, event in enumerate(want["events"], 1):
        assert kernels.text("#stepline").startswith(f"Step {number} of {len(want['events'])}: {event['instruction']}")
        assert kernels.text("#listing .now").split()[0] == str(event["line"])
        rows = [row[-32:] for row in cells(kernels, "#trace .now tr") if row[-32:] != [""] * 32]
        wrote = [[value or "-" for value in values] for values in event["wrote"].values()]
        assert rows[: len(wrote)] == wrote
        if "explain" in event:
            svg = run([openshfl, "explain", *event["explain"], "--svg", "-"]).stdout
            assert kernels.drawn("#steppicture") == kernels.drawn_as(svg)
        if number < len(want["events"]):
            kernels.click("#next")


@pytest.mark.slow
def test_own_text(kernels, openshfl):
    """Pasted, with arguments; every instruction; and the address keeps it."""
    show(kernels)
    kernels.page.click("#kernelform summary")
    kernels.fill("ptx", OWN)
    assert kernels.value("kernel") == "k" and kernels.value("kernelexample") == ""
    kernels.fill("args", "out=buffer:32")
    assert "parameter 1 of k, n, .u32: no value" in kernels.text("#args-error")
    kernels.fill("args", "out=buffer:32 n=5")
    kernels.fill("kernelblock", "32")
    kernels.select("show", "steps")
    state = {"kernel": "k", "block": "32", "args": "out=buffer:32 n=5", "show": "steps"}
    want = asked(state, OWN, openshfl)
    kernels.click("#last")
    assert kernels.text("#stepline").startswith(f"Step {len(want['events'])} of {len(want['events'])}")
    assert [row[-32:] for row in cells(kernels, "#trace tr")][-2] == ["31"] * 32
    assert [value for row in cells(kernels, "#buffers tr") for value in row[2:]] == ["31"] * 32
    there = kernels.page.url
    show(kernels)
    kernels.page.goto(there)
    kernels.page.reload()
    kernels.wait()
    assert kernels.value("ptx") == OWN and kernels.value("args") == state["args"]
    assert kernels.errors == []


@pytest.mark.slow
def test_errors(kernels):
    for change, field, message in (
        ({"text": OWN.replace("mov.u32", "ex2.approx.f16")}, "ptx", "line 7: ex2.f16: not executed here"),
        ({"text": OWN, "block": "2000"}, "kernelblock", "together 1 to 1024"),
        ({"text": OWN, "args": "0=lane+ 1=5"}, "args", "0=lane+"),
    ):
        show(kernels, kernel="k", **{"block": "32", "args": "0=buffer:32 1=5", **change})
        assert message in kernels.text(f"#{field}-error") and not kernels.page.is_visible("#ran")


@pytest.mark.slow
def test_a_run_that_stops(kernels):
    """The steps up to there are shown, and why it stopped."""
    text = OWN.replace("st.global.u32 [%rd1], %r3;", "st.global.u32 [%rd1+128], %r3;")
    show(kernels, text=text, kernel="k", block="32", args="0=buffer:32 1=5")
    assert "line 9: st: thread 0 of block 0: 4 bytes at" in kernels.text("#stopped")
    assert kernels.text("#stepline").startswith("Step 1 of 1: vote.sync.ballot.b32")


@pytest.mark.slow
@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_everybody_can_use_it(browser, size):  # noqa: F811
    with window(browser, **(WIDE if size == "wide" else PHONE)) as explorer:
        show(explorer)
        assert explorer.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(explorer) == [] and explorer.errors == []


@pytest.mark.slow
def test_links_both_ways(kernels):
    show(kernels)
    kernels.page.click("#stepopen")
    kernels.wait()
    assert kernels.value("say").startswith("SHFL.DOWN P1, R0, R1, 16")
    kernels.page.click("text=Kernels")
    kernels.wait()
    assert kernels.text("#kernels-title") == "Run a kernel in PTX, step by step"


def test_engine(openshfl, tmp_path):
    """As the command, byte for byte, also where the run stops."""
    calls = []
    for example in EXAMPLES.values():
        arguments = [word for argument in example["args"].split() for word in ("--arg", argument)]
        words = ["run", "-", "--kernel", example["kernel"], "--block", example["block"], *arguments]
        calls += [[[*words, *show], example["text"]] for show in ([], ["--json"], ["--json", "--show", "steps"])]
    words = ["run", "-", "--arg", "0=buffer:8", "--arg", "1=3"]
    calls += [[[*words, *show], OWN] for show in ([], ["--json"])]  # out of bounds
    calls += [[words, OWN.replace("mad.wide", "mad.wade")]]
    the_same(built("web/index.html"), openshfl, calls, tmp_path)
