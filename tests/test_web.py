# SPDX-License-Identifier: Apache-2.0
"""The explorer, web/, in a real Chromium: what it shows is what the command says, and everybody can use it."""

import contextlib
import json
import os
import re
import shlex
import shutil
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, built, run
from playwright import sync_api
from test_lessons import LESSONS, RECORDS, course

UP = "SHFL.UP P1, R2, R1, 1, 0x1800"
LARGEST = 200_000  # bytes of the page
SOONEST = 1000  # ms to the first answer


# ---- a browser, and the page in it


@pytest.fixture(scope="session")
def browser():
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--disable-dev-shm-usage"])
        yield browser
        browser.close()


def address(view="explore", **state):
    """The page's address with a state."""
    path = built("cli/web/index.html").resolve()
    return f"{path.as_uri()}#{view}?{urllib.parse.urlencode(state)}" if state else f"{path.as_uri()}#{view}"


class Explorer:
    """The page, and what a user reads of it."""

    def __init__(self, page):
        self.page, self.errors, self.requests = page, [], []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: self.requests.append(request.url))

    def wait(self):
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def open(self, view="explore", **state):
        """The page anew."""
        self.page.goto("about:blank")
        self.page.goto(address(view, **state))
        self.wait()

    def show(self, view="explore", **state):
        """Another state of the page, as a link in it leads there."""
        to = address(view, **state).partition("#")[2]
        self.page.evaluate("(to) => { if (location.hash === '#' + to) location.hash = '#exercises'; }", to)
        self.wait()
        self.page.evaluate("(to) => { delete document.documentElement.dataset.ready; location.hash = to; }", to)
        self.wait()

    def fill(self, field, text):
        self.page.fill(f"#{field}", text)
        self.wait()

    def select(self, field, option):
        self.page.select_option(f"#{field}", option)
        self.wait()

    def click(self, where):
        self.page.click(where)
        self.wait()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        self.wait()

    def text(self, where):
        return self.page.inner_text(where)

    def value(self, field):
        return self.page.input_value(f"#{field}")

    def drawn(self, box="#picture"):
        """The picture: class, lane and line of each arrow, class of each box, and all words of the lanes."""
        return self.page.evaluate(PARTS, box)

    def sources(self):
        """Which lane each lane reads, by the table."""
        return self.page.evaluate(
            """() => { const names = [...document.querySelectorAll("#table thead th")].map((th) => th.textContent);
            return [...document.querySelectorAll("#table tbody tr")].map((row) =>
                row.children[names.indexOf("src_lane")].textContent); }"""
        )


PARTS = """(box) => { const root = typeof box === "string" ? document.querySelector(box) : box;
    const all = (what) => [...root.querySelectorAll(what)];
    return {
        arrows: all(".arrows path").map((path) =>
            [path.getAttribute("class").replace(/ ?hot/, ""), path.dataset.lane, path.getAttribute("d")]),
        boxes: all(".lane rect").map((rect) => rect.getAttribute("class")),
        words: all(".lane text").map((text) => text.textContent),
    }; }"""


@pytest.fixture(scope="session")
def main_window(browser):
    with window(browser, viewport={"width": 1280, "height": 1100}) as explorer:
        explorer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        explorer.open()
        yield explorer


@pytest.fixture
def explorer(main_window):
    """The page, as the test before has left it; no test may leave an error in its console."""
    main_window.errors.clear()
    yield main_window
    assert main_window.errors == []


@pytest.fixture
def fresh(browser):
    """The page in a window of its own."""
    with window(browser, viewport={"width": 1280, "height": 1100}) as explorer:
        explorer.open()
        yield explorer
        assert explorer.errors == []


@contextlib.contextmanager
def window(browser, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(10_000)
    yield Explorer(context.new_page())
    context.close()


def words(say=None, **options):
    """The arguments of the command for a state."""
    inits = options.pop("init", "").split()
    return (
        ([say] if say else [])
        + [word for name, text in options.items() for word in (f"--{name}", text)]
        + [word for init in inits for word in ("--init", init)]
    )


def ask(openshfl, *arguments, **options):
    return run([openshfl, *arguments], **options).stdout


# ---- one file, at once


def test_one_small_file_that_asks_nobody(fresh):
    page = built("cli/web/index.html")
    assert page.stat().st_size < LARGEST
    assert [path.name for path in page.parent.iterdir() if path.suffix in (".html", ".js", ".css", ".mjs")] == [
        page.name
    ]
    assert {url.partition("#")[0] for url in fresh.requests if url != "about:blank"} == {page.resolve().as_uri()}


def test_the_first_answer_comes_at_once(fresh):
    """By the time of the page's own thread, as others may use this machine."""
    client = fresh.page.context.new_cdp_session(fresh.page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    fresh.open()
    assert fresh.page.is_visible("#picture svg")
    metrics = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
    assert 0 < metrics["TaskDuration"] * 1000 < SOONEST


# ---- what it answers is what the command answers

QUESTIONS = {
    "SASS": {"say": UP},
    "SASS, a register": {"say": "SHFL.IDX P0, R2, R1, R5, 0x1f", "init": "R5=lane*2+1"},
    "SASS, floats": {"say": UP, "init": "R1=float:[0.5,-3,1e9]"},
    "SASS, 8 lanes": {"say": "SHFL.UP P1, R2, R1, 1, 0x400", "lanes": "8", "active": "0xf7"},
    "PTX": {"say": "shfl.sync.down.b32 d|p, a, 4, 0x1f, -1;"},
    "CUDA": {"say": "__shfl_xor_sync(0xffff, v, 1, 8)"},
    "OpenCL": {"say": "sub_group_shuffle_up(v, 3)", "lanes": "16"},
    "Vulkan": {"say": "subgroupShuffleXor(v, 8)", "lanes": "64"},
    "HIP": {"say": "__shfl_up(v, 3, 16)", "gpu": "gfx90a"},
    "DPP": {"say": "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0x1 bank_mask:0xf", "gpu": "gfx90a"},
    "swizzle": {"say": "ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)", "gpu": "gfx90a", "active": "0xfffffff0ffffff"},
    "addresses": {"say": "ds_bpermute_b32 v1, v2, v0", "gpu": "gfx1100", "lanes": "32", "address": "lane*4+4"},
    "one result": {"say": "v_readlane_b32 s1, v0, 3", "gpu": "gfx90a"},
    "knobs": {"mode": "IDX", "index": "[3,2,1,0]", "clamp": "3", "segmask": "4", "lanes": "8"},
    "64 lanes": {"mode": "BFLY", "index": "33", "lanes": "64", "policy": "own", "active": "0xffffffff"},
}


def drawing_of(explorer, svg):
    """What Explorer.drawn says of a picture as text."""
    return explorer.page.evaluate(
        f"""(svg) => {{ const box = document.createElement("div"); box.innerHTML = svg; return ({PARTS})(box); }}""",
        svg,
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_of_question(explorer, openshfl, kind):
    state = QUESTIONS[kind]
    told = json.loads(ask(openshfl, "explain", *words(**state), "--json"))
    explorer.show(**state)
    assert explorer.text("#sentence") == told["summary"]
    assert explorer.drawn() == drawing_of(explorer, ask(openshfl, "explain", *words(**state), "--svg", "-"))
    assert explorer.sources() == [
        "none" if lane["src_lane"] is None else str(lane["src_lane"]) for lane in told["lanes"]
    ]
    last = len(told["lanes"]) - 1
    explorer.fill("lane", str(last))
    for step in told["lanes"][last]["steps"]:
        assert step in explorer.text("#line")
    assert explorer.value("say") == state.get("say", told["instruction"])


def operands(width, up):
    """Sb is the operand, and Sc is docs/rules.md 7."""
    return (32 - width) << 8 | (0 if up else 31)


def cuda():
    """Each call of CUDA's shuffles with width and operand as numbers: its text, mode, operand and Sc."""
    return [
        (f"__shfl{name}_sync(0xffffffff, v, {b}, {width})", mode, b, operands(width, mode == "up"))
        for name, mode in {"": "idx", "_up": "up", "_down": "down", "_xor": "bfly"}.items()
        for width in (1, 2, 4, 8, 16, 32)
        for b in range(32)
    ]


def model(openshfl, calls):
    """src_lane and range of each lane of each call."""
    questions = "".join(
        json.dumps({"mode": mode, "b": b, "c": c, "lane": lane}) + "\n" for _, mode, b, c in calls for lane in range(32)
    )
    answers = [json.loads(line) for line in ask(openshfl, "ask", "--json", input=questions).splitlines()]
    return [[answer["src_lane"], answer["in_range"]] for answer in answers]


@pytest.mark.nightly
def test_every_point_of_cudas_intrinsics(explorer, openshfl):
    """24,576 of them, by the engine in the browser; tests/test_web_engine.py has them by Node.js each time."""
    calls = cuda()
    explorer.show()
    answers = explorer.page.evaluate(
        """async (calls) => { const points = [];
        for (const call of calls)
            for (const of of JSON.parse((await openshfl.run(["explain", call, "--json"])).out).lanes)
                points.push([of.src_lane, of.in_range && of.pu && of.rd === of.src_lane]);
        return points; }""",
        [call for call, *_ in calls],
    )
    assert len(answers) == 24_576 and answers == model(openshfl, calls)


@pytest.mark.nightly
def test_every_point_as_it_is_drawn(explorer, openshfl):
    """The same, typed into the page and read off its picture."""
    calls = cuda()
    expected = model(openshfl, calls)
    explorer.show()
    for number, (call, *_) in enumerate(calls):
        explorer.fill("say", call)
        drawn = explorer.drawn()["arrows"]
        centers = [float(re.search(r"L([\d.]+)", line)[1]) for *_, line in drawn]
        sources = [centers.index(float(re.match(r"M([\d.]+)", line)[1])) for *_, line in drawn]
        assert [[source, kind == "in"] for source, (kind, *_) in zip(sources, drawn, strict=True)] == expected[
            32 * number : 32 * number + 32
        ], call


# ---- knobs, dragging, stages


def test_knobs(explorer, openshfl):
    explorer.show(say="__shfl_up_sync(0xffffffff, v, 1, 8)")
    assert [explorer.value(knob) for knob in ("mode", "index", "width", "segmask", "clamp")] == [
        "UP",
        "1",
        "24",
        "24",
        "0",
    ]
    explorer.select("mode", "BFLY")
    explorer.fill("index", "5")
    explorer.select("width", "16")
    explorer.fill("clamp", "31")
    assert explorer.value("segmask") == "16" and explorer.value("say") == "SHFL.BFLY P0, Rd, Ra, 0x5, 0x101f"
    told = json.loads(ask(openshfl, "explain", "--json", "SHFL.BFLY P0, Rd, Ra, 5, 0x101f"))
    assert explorer.sources() == [str(lane["src_lane"]) for lane in told["lanes"]]
    explorer.page.focus("#index")
    explorer.press("ArrowUp", "ArrowUp", "ArrowDown")
    assert explorer.value("index") == "6" and "0x6, 0x101f" in explorer.value("say")
    explorer.page.focus("#slider")
    explorer.press("Home")
    assert explorer.value("index") == "0"
    explorer.fill("index", "lane^3")
    told = json.loads(ask(openshfl, "explain", "--json", *words(mode="bfly", index="lane^3", segmask="16", clamp="31")))
    assert explorer.sources() == [str(lane["src_lane"]) for lane in told["lanes"]]


def test_another_number_of_lanes(explorer):
    """An instruction goes with it: its fields have fewer bits then."""
    explorer.show(say="SHFL.DOWN P1, R2, R1, 1, 0x181f")
    explorer.select("lanes", "8")
    assert (explorer.value("clamp"), explorer.value("segmask"), len(explorer.sources())) == ("7", "0", 8)
    explorer.select("lanes", "64")
    assert (explorer.value("clamp"), explorer.value("segmask"), len(explorer.sources())) == ("63", "0", 64)


def middle(explorer, where):
    box = explorer.page.locator(where).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("kind", ["SASS", "CUDA", "SASS, 8 lanes", "DPP"])
def test_drag_an_arrow(explorer, kind):
    explorer.show(**QUESTIONS[kind])
    before = explorer.sources()
    x, y = middle(explorer, ".lane[data-lane='5'] .to rect")
    explorer.page.mouse.move(x, y)
    explorer.page.mouse.down()
    x, y = middle(explorer, ".lane[data-lane='1'] .from rect")
    explorer.page.mouse.move(x + 3, y + 40, steps=4)
    assert explorer.page.locator("path.drag").count() == 1
    explorer.page.mouse.up()
    explorer.wait()
    own = [str(lane) if source == "none" else source for lane, source in enumerate(before)]
    assert before[5] != "1" and explorer.sources() == [*own[:5], "1", *own[6:]]
    assert explorer.page.locator("path.drag").count() == 0
    explorer.page.go_back()
    explorer.wait()
    assert explorer.sources() == before


def test_redirect_by_keyboard(explorer):
    explorer.show(say=UP)
    explorer.fill("lane", "9")
    explorer.fill("reads", "30")
    assert explorer.sources()[9] == "30" and explorer.value("lane") == "9"


@pytest.mark.parametrize(
    "stage, row, first, arrows",
    [
        ("decode", "index", ["1"] * 8, False),
        ("lane index", "j", ["-1", "0", "1", "2", "3", "4", "5", "6"], False),
        ("range check", "reads", ["0", "0", "1", "2", "3", "4", "5", "6"], False),
        ("crossbar", "Rd", ["0", "0", "1", "", "?", "4", "5", "6"], True),
        ("write-back", "Rd", ["0", "0", "1", "", "?", "4", "5", "6"], True),
    ],
)
def test_stages(explorer, stage, row, first, arrows):
    explorer.show(say="SHFL.UP P1, R2, R1, 1, 0", active="0xfffffff7")
    explorer.click(f"#steps button[data-stage='{stage}']")
    page = explorer.page
    assert page.get_attribute(f"#steps [data-stage='{stage}']", "aria-pressed") == "true"
    assert page.evaluate("document.activeElement.dataset.stage") == stage
    shown = page.eval_on_selector_all("#picture .to rect + text", "(all) => all.map((text) => text.textContent)")
    assert shown[:8] == first and page.locator("#picture .rows text").nth(2).text_content() == row
    visible = page.eval_on_selector("#picture .arrows path", "(path) => getComputedStyle(path).visibility")
    assert (visible == "visible") == arrows
    assert page.is_visible("#picture .to .v ~ .v") == (stage == "write-back")
    hatched = page.get_attribute(".lane[data-lane='0'] .to rect", "class")
    assert (hatched == "outside") == (stage not in ("decode", "lane index"))
    assert page.locator("#line b").text_content().startswith(stage)


def test_hover_tells_the_lane(explorer):
    explorer.show(say=UP)
    explorer.page.mouse.move(*middle(explorer, ".lane[data-lane='8'] .from rect"))
    assert "lane 8 is out of range and keeps its own word" in explorer.text("#line")
    hot = explorer.page.eval_on_selector_all("#picture .hot", "(all) => all.map((part) => part.dataset.lane)")
    assert hot == ["8", "8"]


# ---- programs

PROGRAMS = sorted(path.stem for path in (ROOT / "cli" / "programs").glob("*.sass"))
TRACE = """() => [...document.querySelectorAll("#trace tbody tr")].map((row) =>
    [...row.querySelectorAll("th[scope=row], td")].map((cell) => cell.textContent))"""


def trace_of(ran, steps):
    """The rows that the page has after so many steps."""
    rows = []
    for wrote in [ran["start"], *(step["wrote"] for step in ran["steps"][:steps])]:
        rows += [[name, *(word or "-" for word in lanes)] for name, lanes in wrote.items()]
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_step_by_step(explorer, openshfl, name):
    options = {"active": "0xfffffff7"} if "scan" in name else {}
    ran = json.loads(ask(openshfl, "run", f"cli/programs/{name}.sass", "--show", "json", *words(**options)))
    explorer.show("programs", program=name, **options)
    assert explorer.page.evaluate(TRACE) == trace_of(ran, 0)
    for at, step in enumerate(ran["steps"], 1):
        explorer.click("#next")
        assert explorer.page.evaluate(TRACE) == trace_of(ran, at)
        if "explain" in step:
            svg = ask(openshfl, "explain", *step["explain"], "--svg", "-")
            assert explorer.drawn("#steppicture") == drawing_of(explorer, svg)
        else:
            assert explorer.drawn("#steppicture")["boxes"] == []
    assert explorer.page.is_disabled("#next") and explorer.text("#stepline").startswith(f"Step {at} of {at}")


def test_a_scan_ends_with_the_sums_below(explorer):
    explorer.show("programs", program="exclusive_scan", init="Rx=float:[3,1,4,1,5]", at="99")
    last = explorer.page.evaluate(TRACE)[-1]
    values = [[3, 1, 4, 1, 5][k % 5] for k in range(32)]
    assert last == ["Rx", *(str(sum(values[:k])) for k in range(32))]


def test_play_and_open_in_explore(fresh):
    explorer = fresh
    explorer.page.clock.install()
    explorer.open("programs", program="exclusive_scan")
    explorer.page.click("#play")
    explorer.page.clock.run_for(2100)
    explorer.page.click("#play")
    explorer.wait()
    paused = explorer.value("at")
    explorer.page.clock.run_for(5000)
    assert int(paused) >= 3 and explorer.value("at") == paused
    explorer.page.click("#play")
    explorer.page.clock.run_for(30_000)
    explorer.wait()
    assert explorer.value("at") == "12" and explorer.text("#play") == "play"
    for _ in range(9):
        explorer.click("#back")
    assert explorer.text("#stepline").startswith("Step 3 of 12: SHFL.UP P1, Ry, Rx, 2, 0")
    drawn = explorer.drawn("#steppicture")
    explorer.click("#stepopen")
    assert explorer.drawn() == drawn and explorer.value("say") == "SHFL.UP P1, Ry, Rx, 2, 0"


def test_a_program_of_ones_own(fresh):
    explorer = fresh
    explorer.open("programs")
    explorer.page.click("#programform summary")
    explorer.fill("source", "SHFL.BFLY PT, R2, R1, 1, 0x1f\nIADD R1, R1, R2")
    explorer.click("#last")
    assert explorer.page.evaluate(TRACE)[-1][:4] == ["R1", "1", "1", "5"]
    explorer.page.reload()
    explorer.wait()
    assert explorer.page.evaluate(TRACE)[-1][:4] == ["R1", "1", "1", "5"]
    explorer.fill("source", "SHFL.BFLY PT, R2, R1, 1, 0x1f\nIADD R1, R1")
    assert "2:" in explorer.text("#source-error") and not explorer.page.is_visible("#ran")


# ---- bad input

MISTAKES = [
    ("say", "SHFL.UP P1, R2, R1, 44, 0", "out of range, Sb of SHFL is 0 to 31"),
    ("say", "SHFL.LEFT P1, R2, R1, 1, 0", "LEFT"),
    ("say", "__shfl_up_sync(m, v)", "expected"),
    ("say", "", "expected one SHFL"),
    ("say", "subgroupFoo(v)", "expected a call"),
    ("say", "--help", "unknown"),
    ("say", "<img src=x onerror=alert(1)>", "unknown instruction"),
    ("active", "0x123456789", "expected a mask of 32 lanes"),
    ("gpu", "gfx1", "expected a name of LLVM's"),
    ("init", "R9", "expected"),
    ("index", "32", "expected a number from 0 to 31"),
    ("index", "x", "expected a number from 0 to 31"),
    ("segmask", "-1", "expected a number from 0 to 31"),
    ("clamp", "99", "expected a number from 0 to 31"),
]


@pytest.mark.slow
@pytest.mark.parametrize("field, text, why", MISTAKES)
def test_bad_input(explorer, field, text, why):
    """The field says what is wrong, and no answer is left; what is right again is answered again."""
    explorer.show(say=UP)
    before = explorer.value(field)
    explorer.fill(field, text)
    page = explorer.page
    assert page.get_attribute(f"#{field}", "aria-invalid") == "true"
    message = page.get_attribute(f"#{field}", "aria-describedby")
    assert why in page.text_content(f"#{message}") and page.get_attribute(f"#{message}", "role") == "alert"
    assert "--" not in page.text_content(f"#{message}") or text.startswith("--")
    assert not page.is_visible("#answered") and page.locator("#picture svg").count() == 0
    assert explorer.text("#sentence").startswith("No answer")
    explorer.fill(field, before)
    assert page.locator("[aria-invalid], .problem:not(noscript *)").count() == 0
    assert page.is_visible("#answered") and len(explorer.sources()) == 32


def test_registers_that_are_not_given(explorer):
    explorer.show(say="SHFL.UP P1, R2, R1, R5, 0")
    assert "say what R5 holds" in explorer.text("#init-error") and not explorer.page.is_visible("#answered")
    explorer.fill("init", "R5=lane*2")
    assert explorer.page.is_visible("#answered") and explorer.page.locator("#init-error").count() == 0


def test_an_engine_that_fails(fresh):
    """A defect, and no answer of the question before is left."""
    fresh.page.evaluate("() => { openshfl.run = () => { throw new Error('out of bounds'); }; }")
    fresh.fill("say", "__shfl_xor_sync(0xffffffff, v, 1)")
    assert "No answer: the engine failed" in fresh.text("#sentence") and not fresh.page.is_visible("#answered")
    assert fresh.errors.pop() and not fresh.errors


# ---- the address

STATES = [
    ("explore", {**QUESTIONS["SASS, a register"], "stage": "range check", "lane": "7", "active": "0xff00ff00"}),
    ("explore", QUESTIONS["addresses"]),
    ("explore", QUESTIONS["64 lanes"]),
    ("programs", {"program": "reverse_scan", "at": "4", "init": "Rx=float:lane*2+1", "active": "0xfffffff0"}),
    ("programs", {"program": "", "text": "// 100% & more #\nSHFL.UP P1, Ry, Rx, 1, 0 ;\n", "at": "1"}),
]


def shown(explorer):
    return [explorer.text("main"), explorer.drawn("main"), explorer.page.evaluate(VALUES)]


VALUES = """() => [...document.querySelectorAll("main input, main select, main textarea")].map((each) => each.value)"""


@pytest.mark.slow
@pytest.mark.parametrize("view, state", STATES)
def test_link_round_trip(fresh, browser, view, state):
    """The page as it is drawn, from a state; and once more, in another window, from the address that it then has."""
    explorer = fresh
    explorer.open(view, **state)
    explorer.click("#back" if view == "programs" else "#steps button >> nth=1")
    link = explorer.page.evaluate("location.href")
    with window(browser, viewport={"width": 1280, "height": 1100}) as other:
        other.page.goto(link)
        other.wait()
        assert shown(other) == shown(explorer)
        assert other.page.evaluate("location.href") == link


def test_typing_makes_the_address(fresh):
    """All of the state is in it, and nothing else; back and forward lead through what was asked."""
    explorer = fresh
    explorer.open(say=UP)
    explorer.fill("say", "__shfl_xor_sync(0xffffffff, v, 1)")
    explorer.fill("say", "__shfl_xor_sync(0xffffffff, v, 16)")  # typed on: one step of the history
    explorer.fill("active", "0xffff")
    explorer.click("#steps [data-stage=decode]")
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(explorer.page.url).fragment.partition("?")[2])
    assert query == {"say": ["__shfl_xor_sync(0xffffffff, v, 16)"], "active": ["0xffff"], "stage": ["decode"]}
    assert re.fullmatch(r"[\w%+,=&?#./:~-]+", explorer.page.url)  # nothing that ends a link in a text
    seen = []
    for step in ("back", "back", "back", "forward", "forward", "forward"):
        getattr(explorer.page, f"go_{step}")()
        explorer.wait()
        seen.append((explorer.value("say")[-3:], explorer.value("active")))
    assert seen == [
        ("16)", "0xffff"),
        ("16)", ""),
        ("800", ""),
        ("16)", ""),
        ("16)", "0xffff"),
        ("16)", "0xffff"),
    ]
    assert explorer.page.get_attribute("#steps [data-stage=decode]", "aria-pressed") == "true"


def test_an_address_by_hand(fresh):
    explorer = fresh
    for wrong in ("nothing", "explore?lane=99&stage=none&say=" + urllib.parse.quote(UP), "programs?at=-3&program=none"):
        explorer.page.goto("about:blank")
        explorer.page.goto(address().partition("#")[0] + "#" + wrong)
        explorer.wait()
    assert not explorer.page.is_visible("#ran") and "no instruction" in explorer.text("#source-error")


# ---- other words, other forms


def test_other_ways_lead_to_the_same_lanes(explorer):
    explorer.show(say="SHFL.BFLY P0, R2, R1, 1, 0x1f")
    expected = explorer.sources()
    said = {row.partition("\t")[0]: row for row in explorer.text("#waylist").splitlines()}
    assert {"SASS", "PTX", "CUDA", "OpenCL", "HIP, gfx1100", "DPP, gfx1100", "ds_swizzle, gfx90a"} <= said.keys()
    cannot = explorer.page.text_content("#cannot")
    assert "readlane, gfx90anone of its 64 operands reads these lanes" in cannot
    for name in ("PTX", "CUDA", "DPP, gfx1100", "ds_bpermute, gfx90a"):
        explorer.show(say="SHFL.BFLY P0, R2, R1, 1, 0x1f")
        explorer.page.locator("#waylist tr", has_text=name).locator("a").first.click()
        explorer.wait()
        assert explorer.sources()[:32] == expected and explorer.page.is_visible("#answered")


@pytest.fixture
def copied(explorer):
    """Press a button of Copy; the text in the clipboard."""

    def copied(form):
        explorer.page.click(f"[data-copy={form}]")
        explorer.page.wait_for_function("document.querySelector('#copied').textContent.startsWith('Copied')")
        text = explorer.page.evaluate("navigator.clipboard.readText()")
        assert text == explorer.value("copytext")
        explorer.page.evaluate("document.querySelector('#copied').textContent = ''")
        return text

    return copied


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["SASS", "SASS, a register", "SASS, 8 lanes", "CUDA", "64 lanes"])
def test_copy(explorer, copied, openshfl, tmp_path, kind):
    """Text, picture and command are the command's; the test case in C passes with the model, and fails without."""
    explorer.show(**QUESTIONS[kind])
    arguments = words(**QUESTIONS[kind])
    assert copied("text") == ask(openshfl, "explain", *arguments)
    assert copied("svg") == ask(openshfl, "explain", *arguments, "--svg", "-")
    assert copied("link") == explorer.page.url
    command = copied("command")
    assert command.startswith("openshfl explain ") and sorted(shlex.split(command)[2:]) == sorted(arguments)
    source = copied("c")
    compile_and_run(source, tmp_path, 0)
    mode = re.search(r"SHFL_(IDX|UP|DOWN|BFLY)", source)[0]
    compile_and_run(source.replace(mode, "SHFL_DOWN" if mode != "SHFL_DOWN" else "SHFL_UP"), tmp_path, 1)


def compile_and_run(source, folder, status):
    (folder / "case.c").write_text(source, encoding="utf-8")
    compiler = [*(os.environ.get("CC") or "cc").split(), "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}/model"]
    run([*compiler, folder / "case.c", built("libshfl.a"), "-o", folder / "case"])
    run([folder / "case"], status=status)


def test_copy_ptx(explorer, copied, openshfl, tmp_path):
    """Its tables are the command's figures; ptxas takes it, where there is one."""
    explorer.show(**QUESTIONS["CUDA"])
    ptx = copied("ptx")
    lanes = json.loads(ask(openshfl, "explain", *words(**QUESTIONS["CUDA"]), "--json"))["lanes"]
    tables = {
        name: [int(word, 0) for word in body.replace("\n", " ").split(",")]
        for name, body in re.findall(r"\.b32 (\w+)\[32\] = \{(.*?)\}", ptx, re.S)
    }
    assert tables == {name: [int(lane[name] or 0) for lane in lanes] for name in ("ra", "sb", "sc", "rd", "pu")}
    assert "shfl.sync.bfly.b32 %r|%read, %a, %b, %c, 0xffff;" in ptx and "shr.u32 %bit, 0xffff, %lane;" in ptx
    if shutil.which("ptxas"):
        (tmp_path / "case.ptx").write_text(ptx, encoding="ascii")
        run(["ptxas", "-arch=sm_75", tmp_path / "case.ptx", "-o", tmp_path / "case.cubin"])


@pytest.mark.parametrize("kind, form", [("DPP", "c"), ("SASS, 8 lanes", "ptx")])
def test_a_form_that_there_is_not(explorer, kind, form):
    explorer.show(**QUESTIONS[kind])
    explorer.page.click(f"[data-copy={form}]")
    explorer.page.wait_for_selector("#copied:has-text('There is a')")
    assert not explorer.page.is_visible("#copytext")


# ---- for everybody


def test_keyboard(fresh):
    """Tab leads to everything, in the order of the page; the lanes are one stop, with arrow keys inside."""
    explorer = fresh
    explorer.open(say=UP)
    stops = []
    for _ in range(80):
        explorer.page.keyboard.press("Tab")
        stop = explorer.page.evaluate(
            "() => { const e = document.activeElement; return e.id || e.dataset.view || e.dataset.stage || "
            "e.dataset.copy || e.dataset.lane || e.className || e.tagName }"
        )
        if stop == "BODY":
            break
        stops.append(stop)
    order = ["skip", "explore", "programs", "say", "example", "mode", "index", "width", "segmask", "clamp", "lanes"]
    order += ["active", "policy", "gpu", "address", "init", "decode", "write-back", "picture", "0", "lane", "reads"]
    order += ["executes", "link", "c", "ptx"]
    assert [stop for stop in stops if stop in order] == order
    explorer.page.focus("#picture .lane[tabindex='0']")
    explorer.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert explorer.page.evaluate("document.activeElement.dataset.lane") == "2" and explorer.value("lane") == "2"
    assert explorer.page.get_attribute(":focus", "aria-label") == "lane 2 reads lane 1; Rd is 1, Pu is 1"
    explorer.press("Space")
    assert explorer.value("active") == "0xfffffffb" and explorer.page.get_attribute(":focus", "data-lane") == "2"
    assert explorer.page.get_attribute(":focus", "aria-label") == "lane 2 does not execute"
    explorer.press("Space", "End")
    assert explorer.value("active") == "" and explorer.page.get_attribute(":focus", "data-lane") == "31"


def violations(explorer):
    found = Axe().run(explorer.page).response["violations"]
    return [(each["id"], node["html"][:120], node.get("failureSummary")) for each in found for node in each["nodes"]]


PLACES = {
    "explore": ("explore", {"say": UP, "active": "0xfffffff7"}),
    "amd": ("explore", QUESTIONS["DPP"]),
    "mistake": ("explore", {"say": "SHFL.UP P1, R2, R1, 44, 0"}),
    "programs": ("programs", {"program": "exclusive_scan", "at": "3"}),
    "lessons": ("lessons", {}),
    "exercises": ("exercises", {"exercise": "11"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES)
def test_nothing_stands_in_the_way(browser, scheme, place):
    """What axe finds, with all that can be folded open, and on a telephone nothing is wider than the screen."""
    view, state = PLACES[place]
    with window(browser, viewport={"width": 360, "height": 740}, color_scheme=scheme) as explorer:
        explorer.open(view, **state)
        assert explorer.page.evaluate("document.documentElement.scrollWidth") <= 360
        explorer.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert explorer.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert violations(explorer) == []


def test_the_checker_sees_what_is_wrong(fresh):
    explorer = fresh
    explorer.page.evaluate("document.querySelector('label[for=say]').remove()")
    explorer.page.add_style_tag(content="legend { color: #ccc !important }")
    assert {"label", "color-contrast"} <= {name for name, *_ in violations(explorer)}


def test_all_colours_of_the_picture_have_a_dark_one():
    colours = set(re.findall(r"(?<!\()#([0-9a-f]{3,6})\b", (ROOT / "cli/sass/picture.c").read_text(encoding="utf-8")))
    dark = dict(re.findall(r"--c-([0-9a-f]+): (#[0-9a-f]+)", (ROOT / "cli/web/page.css").read_text(encoding="utf-8")))
    assert colours and dark.keys() == colours


def luminance(colour):
    """Of WCAG 2, for #rgb or #rrggbb without the #."""
    wide = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    red, green, blue = (int(wide[i : i + 2], 16) / 255 for i in (0, 2, 4))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_and_arrows_of_the_picture_stand_out(scheme):
    """Axe does not look into pictures. WCAG: 4.5 to 1 for words, 3 to 1 for arrows, on all that is below."""
    css = (ROOT / "cli/web/page.css").read_text(encoding="utf-8")
    dark = dict(re.findall(r"--c-([0-9a-f]+): #([0-9a-f]+)", css))
    for least, colours in {4.5: ("1b1b1b", "333", "555"), 3: ("1f5fa8", "b35900", "a01f3c", "333")}.items():
        for colour in colours:
            for ground in ("fff", "fff4e6", "fbe6ea", "eceff3", "e6ebf2", "f5f7fa"):
                two = [luminance(dark[each] if scheme == "dark" else each) for each in (colour, ground)]
                assert (max(two) + 0.05) / (min(two) + 0.05) >= least, (colour, ground)


def test_on_paper(fresh):
    """The answer, its table and its address; no fields and no buttons; three sheets at most."""
    explorer = fresh
    explorer.open(say=UP)
    explorer.page.emulate_media(media="print")
    for gone in ("nav", "#question", "#steps", "#copies"):
        assert not explorer.page.is_visible(gone)
    assert explorer.text("#asked") == f"openshfl explain '{UP}'"
    assert explorer.page.is_visible("#picture svg") and explorer.text("#address-line").endswith(explorer.page.url)
    widths = explorer.page.evaluate(
        "[document.querySelector('#picture').clientWidth, document.querySelector('#picture svg').clientWidth]"
    )
    assert widths[1] <= widths[0]
    sheets = explorer.page.pdf(format="A4").count(b"/Type /Page\n")
    assert 1 <= sheets <= 3 and explorer.page.is_visible("#table")


def test_lessons(explorer):
    """Each lesson is a state that is answered, with its text beside; next leads from one to the other."""
    explorer.show("lessons")
    links = explorer.page.locator("#lessonlist a").evaluate_all("(all) => all.map((a) => [a.textContent, a.href])")
    assert links
    for title, href in links:
        explorer.page.goto(href)
        explorer.wait()
        assert explorer.page.text_content("#lesson h2") == title
        assert explorer.page.locator(".problem:visible").count() == 0
        assert explorer.page.locator(".picture svg:visible").count() == 1


def test_make_web_shots_is_what_the_pages_show():
    """The pictures are there, small, and the documents show them."""
    pictures = {path.name: path for path in (ROOT / "docs" / "web").glob("*.webp")}
    told = (ROOT / "README.md").read_text("utf-8") + (ROOT / "docs/use/explorer.md").read_text("utf-8")
    assert pictures and set(re.findall(r"web/([\w-]+\.webp)", told)) == pictures.keys()
    assert all(path.stat().st_size < 60_000 for path in pictures.values())


# ---- lessons and exercises, by keyboard alone


def tab_to(explorer, where):
    for _ in range(60):
        explorer.press("Tab")
        if explorer.page.evaluate("(where) => document.activeElement.matches(where)", where):
            return
    pytest.fail(f"no tab leads to {where}")


def test_a_lesson_opens(fresh):
    fresh.show("lessons")
    lesson = LESSONS[1]
    tab_to(fresh, f"#lessonlist a[href*='lesson={lesson['id']}']")
    fresh.press("Enter")
    fresh.page.wait_for_selector("#lesson h2")
    fresh.wait()
    assert fresh.text("#lesson h2") == lesson["title"] and fresh.value("say") == lesson["explore"]["say"]
    assert fresh.page.locator("#picture .lane").count() == int(lesson["explore"]["lanes"])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_an_exercise_is_answered(fresh, number):
    """Wrongly, line by line, and then rightly; the tables are the map."""
    of = course()["exercises"][number]
    fresh.show("exercises", exercise=number + 1)
    setting = int(fresh.value("setting"))
    marks = fresh.page.locator("#maps td").evaluate_all("(all) => all.map((td) => td.textContent)")
    assert marks == ["·RP W"[int(digit)] if digit != "3" else "RP" for digit in of["map"][256 * setting :][:256]]
    assert set(marks) != {"·"}
    code = fresh.page.locator("#linechoice code").all_text_contents()
    assert code == [line for line in of["lines"] if line.strip()]
    tab_to(fresh, "#lineform button")
    fresh.press("Enter")
    assert fresh.text("#verdict") == "Choose a line."
    fresh.press("Shift+Tab", "Space")
    verdicts = {}
    for _ in code:
        line = int(fresh.page.evaluate("document.activeElement.value"))
        fresh.press("Enter")
        verdicts[line] = fresh.text("#verdict")
        fresh.press("ArrowDown")
    right = [line for line, verdict in verdicts.items() if verdict.startswith("Right")]
    assert len(verdicts) == len(code) and right == of["answers"]
    assert of["why"] in verdicts[right[0]] and of["repaired"][0].strip() in verdicts[right[0]]
    assert all(
        verdict == f"No: line {line} is as it should be." for line, verdict in verdicts.items() if line not in right
    )
