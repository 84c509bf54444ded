# SPDX-License-Identifier: Apache-2.0
"""The explorer, web/, in a real Chromium: it shows what the command prints, and everybody can use it."""

import contextlib
import json
import re
import shlex
import tomllib
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, built, run
from test_answer import FAMILIES

LESSONS = tomllib.loads((ROOT / "web/lessons.toml").read_text(encoding="utf-8"))["lesson"]
slow = pytest.mark.slow  # but for three, which show that the page stands

UP = "SHFL.UP P1, R2, R1, 1, 0x1800"
WIDE = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


# ---- a browser, and the page in it


def address(view="explore", **state):
    return f"{built('web/index.html').resolve().as_uri()}#{view}?{urllib.parse.urlencode(state)}".rstrip("?")


class Explorer:
    """The page, and what a user reads of it."""

    def __init__(self, page):
        self.page, self.errors = page, []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def wait(self):
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def open(self, view="explore", **state):
        """Load the page with a state; once it is loaded, go there as a link does."""
        to = address(view, **state)
        if self.page.url == "about:blank":
            self.page.goto(to)
            self.wait()
            return
        for each in ("programs" if view == "lessons" else "lessons", to.partition("#")[2]):
            self.page.evaluate("(to) => { delete document.documentElement.dataset.ready; location.hash = to; }", each)
            self.wait()

    def fill(self, field, text):
        if not self.page.is_visible(f"#{field}") and self.page.is_visible("#more summary"):
            self.page.click("#more summary")
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
        """The picture: class, lane and line of each arrow, class of each box, and all texts of the lanes."""
        return self.page.evaluate(PARTS, box)

    def drawn_as(self, svg):
        """The same of a picture as text."""
        code = f'(svg) => {{ const box = document.createElement("div"); box.innerHTML = svg; return ({PARTS})(box); }}'
        return self.page.evaluate(code, svg)

    def column(self, name):
        """Of the table."""
        rows = self.page.evaluate(TABLE)
        return [row[rows[0].index(name)] for row in rows[1:]]

    def middle(self, where):
        box = self.page.locator(where).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


TABLE = """() => [...document.querySelectorAll("#table tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent))"""
PARTS = """(box) => { const root = typeof box === "string" ? document.querySelector(box) : box;
    const all = (what) => [...root.querySelectorAll(what)];
    return {
        arrows: all(".arrows path").map((path) =>
            [path.getAttribute("class").replace(/ ?hot/, ""), path.dataset.lane, path.getAttribute("d")]),
        boxes: all(".lane rect").map((rect) => rect.getAttribute("class")),
        words: all(".lane text").map((text) => text.textContent),
    }; }"""


@contextlib.contextmanager
def window(browser, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(10_000)
    yield Explorer(context.new_page())
    context.close()


@pytest.fixture(scope="session")
def main_window(browser):
    with window(browser, **WIDE) as explorer:
        explorer.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        yield explorer


@pytest.fixture
def explorer(main_window):
    """The page in a window that the tests share; no test may leave an error in its console."""
    main_window.errors.clear()
    yield main_window
    assert main_window.errors == []


def arguments(say=None, init="", **options):
    """The arguments of the command for a state."""
    inits = [word for each in init.split() for word in ("--init", each)]
    return ([say] if say else []) + [word for name, text in options.items() for word in (f"--{name}", text)] + inits


def explained(openshfl, state, *form):
    return run([openshfl, "explain", *arguments(**state), *form]).stdout


def cell(value):
    """As the table has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


# ---- the result is that of the command

INPUTS = {
    "SASS": {"say": UP},
    "SASS, a register": {"say": "SHFL.IDX P0, R2, R1, R5, 0x1f", "init": "R5=lane*2+1"},
    "SASS, 8 lanes": {"say": "SHFL.UP P1, R2, R1, 1, 0x400", "lanes": "8", "active": "0xf7"},
    "DPP": {"say": "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0x1 bank_mask:0xf", "gpu": "gfx90a"},
    "parameters": {"mode": "IDX", "index": "[3,2,1,0]", "clamp": "3", "segmask": "4", "lanes": "8"},
    "vote": {"say": "VOTE.ALL P2, !P0", "init": "P0=lane<8"},
    "RISC-V": {"say": "vrgather.vv v1, v2, v3", "vtype": "e8,m1,ta,ma", "vl": "9", "init": "v3=17-lane"},
    "64 lanes": {"mode": "BFLY", "index": "33", "lanes": "64", "policy": "own", "active": "0xffffffff"},
}
for say, *options in sum(FAMILIES.values(), []):
    if say[0] != "-" and "\n" not in say:
        names = (name.removeprefix("--") for name in options[::2])
        INPUTS[say] = {"say": say, **dict(zip(names, options[1::2], strict=True))}


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[slow] * (kind != "SASS")) for kind in INPUTS])
def test_result_is_that_of_the_command(explorer, openshfl, kind):
    state = INPUTS[kind]
    expected = json.loads(explained(openshfl, state, "--json"))
    explorer.open(**state)
    assert explorer.text("#sentence") == expected["summary"]
    assert explorer.drawn() == explorer.drawn_as(explained(openshfl, state, "--svg", "-"))
    name = "pu" if expected["kind"] not in ("SHFL", "AMD", "RVV") else "src_lane"
    assert explorer.column(name) == [cell(of[name]) for of in expected["lanes"]]
    explorer.fill("lane", str(len(expected["lanes"]) - 1))
    assert all(step in explorer.text("#line") for step in expected["lanes"][-1]["steps"])
    if expected["kind"] not in ("SHFL", "AMD", "RVV") and expected["lanes"][-1]["active"]:
        assert f"lane {len(expected['lanes']) - 1} brings " in explorer.text("#line")
    assert explorer.value("say") == state.get("say", expected["instruction"])


# ---- parameters, lanes, stages


@slow
def test_parameters(explorer):
    """Set one by one; the instruction that has them is that of docs/rules.md 2. Lanes set the bits of a field."""
    explorer.open(say="__shfl_up_sync(0xffffffff, v, 1, 8)")
    fields = {"mode": "UP", "index": "1", "width": "0x18", "segmask": "0x18", "clamp": "0"}
    assert {name: explorer.value(name) for name in fields} == fields
    explorer.select("mode", "BFLY")
    explorer.fill("index", "5")
    explorer.select("width", "16")
    explorer.fill("clamp", "31")
    assert explorer.value("segmask") == "0x10" and explorer.value("say") == "SHFL.BFLY P0, Rd, Ra, 0x5, 0x101f"
    assert explorer.column("src_lane") == [str(lane ^ 5) for lane in range(32)]
    explorer.page.focus("#index")
    explorer.press("ArrowUp", "ArrowUp", "ArrowDown")
    assert explorer.value("index") == "6" and "0x6, 0x101f" in explorer.value("say")
    explorer.fill("index", "lane^3")
    assert explorer.column("src_lane") == [str(lane ^ (lane ^ 3) & 31) for lane in range(32)]
    explorer.open(say="SHFL.DOWN P1, R2, R1, 1, 0x181f")
    for lanes, last in (("8", "7"), ("64", "63")):
        explorer.select("lanes", lanes)
        assert (explorer.value("clamp"), explorer.value("segmask")) == (last, "0x0")
        assert len(explorer.column("src_lane")) == int(lanes)


@slow
@pytest.mark.parametrize("kind", ["SASS, 8 lanes", "DPP"])
def test_drag(explorer, kind):
    explorer.open(**INPUTS[kind])
    before = explorer.column("src_lane")
    explorer.page.mouse.move(*explorer.middle(".lane[data-lane='5'] .to rect"))
    explorer.page.mouse.down()
    x, y = explorer.middle(".lane[data-lane='1'] .from rect")
    explorer.page.mouse.move(x + 3, y + 40, steps=4)
    assert explorer.page.locator("path.drag").count() == 1
    explorer.page.mouse.up()
    explorer.wait()
    own = [str(lane) if source == "none" else source for lane, source in enumerate(before)]
    assert before[5] != "1" and explorer.column("src_lane") == [*own[:5], "1", *own[6:]]
    explorer.page.go_back()
    explorer.wait()
    assert explorer.column("src_lane") == before


@slow
def test_drag_by_touch(browser):
    """It drags the lane, and does not scroll the picture."""
    with window(browser, **PHONE) as explorer:
        explorer.open(say=UP)
        explorer.page.evaluate("document.querySelector('#picture').scrollIntoView()")
        x, y = explorer.middle(".lane[data-lane='9'] .to rect")
        to, _ = explorer.middle(".lane[data-lane='4'] .from rect")
        client = explorer.page.context.new_cdp_session(explorer.page)
        moves = [("touchMove", [{"x": x + (to - x) * k / 8, "y": y - 3 * k}]) for k in range(1, 9)]
        for kind, points in [("touchStart", [{"x": x, "y": y}]), *moves, ("touchEnd", [])]:
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        explorer.page.wait_for_function("document.querySelector('#say').value.startsWith('SHFL.IDX')")
        explorer.wait()
        assert explorer.column("src_lane")[8:11] == ["8", "4", "9"]
        assert explorer.page.evaluate("document.querySelector('#picture').scrollLeft") == 0


LAST = ["0", "0", "1", "", "?", "4", "5", "6"]
STAGES = {
    "decode": ["1"] * 8,
    "lane index": ["-1", "0", "1", "2", "3", "4", "5", "6"],
    "range check": ["0", "0", "1", "2", "3", "4", "5", "6"],
    "crossbar": LAST,
    "write-back": LAST,
}


@slow
@pytest.mark.parametrize("stage", STAGES)
def test_stages(explorer, stage):
    """The picture has the values of the stage."""
    explorer.open(say="SHFL.UP P1, R2, R1, 1, 0", active="0xfffffff7")
    explorer.click(f"#steps button[data-stage='{stage}']")
    page = explorer.page
    assert page.locator("#picture .to rect + text").all_text_contents()[:8] == STAGES[stage]
    visible = page.eval_on_selector("#picture .arrows path", "(path) => getComputedStyle(path).visibility")
    assert (visible == "visible") == (STAGES[stage] is LAST)
    assert page.is_visible("#picture .to .v ~ .v") == (stage == "write-back")
    assert page.locator("#line b").text_content().startswith(stage)
    assert "Rd is 0, Pu is 0" in explorer.text("#line") and "write-back: Rd = 0, Pu = 0" in explorer.text("#line")


# ---- programs

PROGRAMS = sorted(path.stem for path in (ROOT / "cli" / "programs").glob("*.sass"))
OPTIONS = {"inclusive_scan": {"active": "0xfffffff7"}, "exclusive_scan": {"init": "Rx=float:[3,1,4,1,5]"}}
TRACE = """() => [...document.querySelectorAll("#trace tbody tr")].map((row) =>
    [...row.querySelectorAll("th[scope=row], td")].map((cell) => cell.textContent))"""


@slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_program_step_by_step(explorer, openshfl, name):
    """From step 1, which is shown first."""
    options = OPTIONS.get(name, {})
    command = [openshfl, "run", ROOT / f"cli/programs/{name}.sass", "--show", "json", *arguments(**options)]
    ran = json.loads(run(command).stdout)
    expected = [[register, *lanes] for register, lanes in ran["start"].items()]
    explorer.open("programs", program=name, **options)
    for at, step in enumerate(ran["steps"], 1):
        if at > 1:
            explorer.click("#next")
        expected += [[register, *(word or "-" for word in lanes)] for register, lanes in step["wrote"].items()]
        assert explorer.page.evaluate(TRACE) == expected
        if "explain" in step:
            svg = run([openshfl, "explain", *step["explain"], "--svg", "-"]).stdout
            assert explorer.drawn("#steppicture") == explorer.drawn_as(svg)
        else:
            assert explorer.drawn("#steppicture")["boxes"] == []
    assert explorer.page.is_disabled("#next") and explorer.text("#stepline").startswith(f"Step {at} of {at}")


@slow
def test_own_program(explorer):
    """Its shuffle opens in Explore; an error names line and column."""
    explorer.open("programs", active="0xfffffeff")
    explorer.page.click("#programform summary")
    explorer.fill("source", "SHFL.BFLY PT, R2, R1, 1, 0x1f\nIADD R1, R1, R2")
    drawn = explorer.drawn("#steppicture")
    explorer.click("#next")
    assert explorer.page.evaluate(TRACE)[-1][:4] == ["R1", "1", "1", "5"]
    explorer.fill("source", "SHFL.BFLY PT, R2, R1, 1, 0x1f\n  FOO R1, R1")
    error = explorer.text("#source-error")
    assert "line 2, column 3" in error and "FOO" in error and not explorer.page.is_visible("#ran")
    explorer.fill("source", "SHFL.BFLY PT, R2, R1, 1, 0x1f\n")
    explorer.click("#stepopen")
    assert explorer.drawn() == drawn and explorer.value("say") == "SHFL.BFLY PT, R2, R1, 1, 0x1f"


# ---- bad input


@slow
@pytest.mark.parametrize("field, text, named", [
    ("say", "SHFL.UP P1, R2, R1, 44, 0", ["column 21", "44", "0 to 31"]),
    ("say", "<img src=x onerror=alert(1)>", ["SHFL"]),
    ("say", "int y = __shfl_xor_sync(0xffffffff, x);", ["expected __shfl_xor_sync(mask"]),
    ("let", "i", ["NAME=VALUE"]),
    ("active", "0x123456789", ["0x123456789", "32 lanes"]),
    ("init", "R9", ["R9", "NAME=VALUE"]),
    ("index", "32", ["0 to 31"]),
])  # fmt: skip
def test_bad_input(explorer, field, text, named):
    """The field and the sentence show what is wrong, and no result is left; corrected, there is one again."""
    explorer.open(say=UP)
    before, page = explorer.value(field), explorer.page
    label = page.locator(f"label[for={field}]").evaluate("(label) => label.firstChild.textContent.trim()")
    explorer.fill(field, text)
    assert page.get_attribute(f"#{field}", "aria-invalid") == "true"
    message = page.text_content(f"#{page.get_attribute(f'#{field}', 'aria-describedby')}")
    assert all(part in message for part in named)
    assert explorer.text("#sentence") == f"No result. {label}: {message}"
    assert not page.is_visible("#shown") and page.locator("#picture svg").count() == 0
    explorer.fill(field, before)
    assert page.locator("[aria-invalid], .problem:not(noscript *, [hidden])").count() == 0
    assert page.is_visible("#shown") and len(explorer.column("src_lane")) == 32


MESSAGES = [  # state, whether there is a result, where the message is, and what it has
    ({"say": "v_mov_b32_dpp v1, v0 row_shr:1"}, False, "#gpu-error", ["v_mov_b32_dpp", "gfx90a"]),
    ({"say": "subgroupShuffleXor(v, 1)", "gpu": "gfx90a"}, True, "#notes", ["AMD GPU", "gfx90a", "no meaning"]),
    ({"say": "__shfl_sync(FULL_MASK, v, 3)"}, True, "#notes", ["FULL_MASK", "members"]),
    ({"say": "SHFL.UP P1, R2, R1, R5, R6"}, True, "#notes", ["R5=lane/2+1 is taken", "R6=0", "registers"]),
    ({"say": "vrgather.vx v1, v2, a0"}, True, "#notes", ["e8,m1,ta,ma is taken as an example", "vtype", "a0=3"]),
    ({"say": "v += __shfl_xor_sync(m, v, i);"}, False, "#let-error", ["i is not known", "names"]),
]


@slow
def test_messages(explorer):
    """What is lacking is an error of its field; what changes the meaning of a call is a note."""
    for state, result, where, named in MESSAGES:
        explorer.open(**state)
        assert explorer.page.is_visible("#shown") == result, state
        assert [text for text in named if text not in explorer.text(where)] == []


LEFT_OUT = [
    # fields for a text; the next text, and what is left out there: the fields, and their texts
    ({"say": "vrgather.vv v1, v2, v3", "vtype": "e8", "init": "v3=[3,0]"}, UP, ["registers", "v3=[3,0]"]),
    ({"say": "VOTE.ALL P2, P0", "init": "P0=lane<8"}, "__shfl_up_sync(m, v, 1)", ["registers", "P0=lane<8"]),
    ({"say": "v_mov_b32 v0, v1", "gpu": "gfx90a", "active": "0xffffffffff"}, UP, ["active lanes", "0xffffffffff"]),
    ({"say": UP, "policy": "own"}, "VOTE.ALL P2, P0", ["policy", "own"]),
]


@slow
@pytest.mark.parametrize("state, text, named", LEFT_OUT)
def test_fields_of_the_last_text(explorer, state, text, named):
    """They do not refuse the next one, and a note says what they hold; who then changes the field is told."""
    explorer.open(**state)
    explorer.fill("say", text)
    assert explorer.page.is_visible("#shown") and explorer.page.locator("[aria-invalid]").count() == 0
    assert all(part in explorer.text("#notes") for part in named) and "left out" in explorer.text("#notes")
    link = explorer.page.url
    explorer.page.reload()
    explorer.wait()
    assert explorer.page.url == link and named[1] in explorer.text("#notes")


@slow
def test_fields_fold(explorer):
    """What the text does not need is folded, AMD's and RISC-V's fields are hidden; an error unfolds it."""
    dpp = "v_mov_b32_dpp v1, v0 row_shr:1"
    for say, gpu, shown in ((UP, "", []), (dpp, "gfx90a", ["gpu"]), ("vrgather.vx v1, v2, 3", "", ["vtype"]),
                            (dpp, "", ["gpu", "gpu-error"])):  # fmt: skip
        explorer.open(say=say, gpu=gpu)
        fields = ["gpu", "vtype", "gpu-error"]
        assert [name for name in fields if explorer.page.is_visible(f"#{name}")] == shown
        explorer.fill("say", UP)
        assert not any(explorer.page.is_visible(f"#{name}") for name in (*fields, "init", "policy"))
    explorer.page.click("#more summary")
    assert explorer.page.is_visible("#init") and explorer.page.locator("#gpu:visible, #vtype:visible").count() == 0


@slow
def test_engine_that_fails(browser):
    """No earlier result is left."""
    with window(browser) as explorer:
        explorer.open()
        explorer.page.evaluate("() => { openshfl.run = () => { throw new Error('out of bounds'); }; }")
        explorer.fill("say", "__shfl_xor_sync(0xffffffff, v, 1)")
        assert "out of bounds" in explorer.text("#sentence") and not explorer.page.is_visible("#shown")
        assert len(explorer.errors) == 1


# ---- the address, equivalents, copies

ADDRESSES = [
    ("explore", {**INPUTS["SASS, a register"], "stage": "range check", "lane": "7", "active": "0xff00ff00"}),
    ("programs", {"program": "", "text": "// 100% & more #\nSHFL.UP P1, Ry, Rx, 1, 0 ;\n", "at": "0"}),
]
SHOWN = """() => [document.querySelector("main").innerText,
    [...document.querySelectorAll("main :is(input, select, textarea)")].map((field) => field.value)]"""


@slow
@pytest.mark.parametrize("view, state", ADDRESSES)
def test_address_has_the_state(browser, view, state):
    """The page as it is drawn from a state, and in another window from the address that it then has."""
    with window(browser, **WIDE) as explorer, window(browser, **WIDE) as other:
        explorer.open(view, **state)
        explorer.click("#next" if view == "programs" else "#steps button >> nth=1")
        link = explorer.page.evaluate("location.href")
        assert re.fullmatch(r"[\w%+,=&?#./:~-]+", link)  # no character that ends a link in a text
        assert all(f"{key}=" in link for key, text in state.items() if text and key not in ("stage", "at"))
        other.page.goto(link)
        other.wait()
        assert other.page.evaluate(SHOWN) == explorer.page.evaluate(SHOWN)
        assert other.drawn("main") == explorer.drawn("main")


@slow
def test_address_by_hand(explorer):
    """A wrong one leaves no error in the console."""
    for state in ("nothing", "explore?lane=99&stage=none&say=SHFL.UP", "programs?at=-3&program=none"):
        explorer.page.goto("about:blank")
        explorer.page.goto(address(state))
        explorer.wait()


@slow
@pytest.mark.parametrize("kind", ["SASS, a register", "DPP"])
def test_copy(explorer, openshfl, kind):
    """Text, picture and command are those of the command."""

    def copied(form):
        explorer.page.evaluate("document.querySelector('#copied').textContent = ''")
        explorer.page.click(f"[data-copy={form}]")
        explorer.page.wait_for_function("document.querySelector('#copied').textContent.startsWith('Copied')")
        return explorer.page.evaluate("navigator.clipboard.readText()")

    explorer.open(**INPUTS[kind])
    assert copied("text") == explained(openshfl, INPUTS[kind])
    assert copied("svg") == explained(openshfl, INPUTS[kind], "--svg", "-")
    assert copied("link") == explorer.page.url
    assert sorted(shlex.split(copied("command"))) == sorted(["openshfl", "explain", *arguments(**INPUTS[kind])])


# ---- for everybody


@slow
def test_keyboard(explorer):
    """The lanes are one stop of the tab key, with arrow keys inside."""
    explorer.open(say=UP)
    assert explorer.page.locator("#picture .lane[tabindex='0']").count() == 1
    explorer.page.focus("#picture .lane[tabindex='0']")
    explorer.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert explorer.page.get_attribute(":focus", "data-lane") == "2" and explorer.value("lane") == "2"
    assert explorer.page.get_attribute(":focus", "aria-label") == "lane 2 reads lane 1; Rd is 1, Pu is 1"
    explorer.press("Space")
    assert explorer.value("active") == "0xfffffffb" and explorer.page.get_attribute(":focus", "data-lane") == "2"
    explorer.press("Space", "End")
    assert explorer.value("active") == "" and explorer.page.get_attribute(":focus", "data-lane") == "31"


def violations(explorer):
    found = Axe().run(explorer.page).response["violations"]
    return [(each["id"], node["html"][:120], node.get("failureSummary")) for each in found for node in each["nodes"]]


@slow
@pytest.mark.parametrize("scheme, view, state", [
    ("light", "explore", {"say": UP, "active": "0xfffffff7"}),
    ("dark", "explore", INPUTS["DPP"]),
    ("light", "programs", {"program": "exclusive_scan", "at": "3"}),
    ("dark", "lessons", {}),
])  # fmt: skip
def test_accessible(browser, scheme, view, state):
    """By axe, with all details open."""
    with window(browser, viewport={"width": 360, "height": 740}, color_scheme=scheme) as explorer:
        explorer.open(view, **state)
        explorer.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert violations(explorer) == []


# ---- views, lessons


@pytest.mark.parametrize("width, height", [(1280, 800), pytest.param(390, 844, marks=slow)])
def test_picture_is_first(explorer, width, height):
    """At the start, for other kinds and in each lesson: all of it is on the first screen, and before any parameter."""
    explorer.page.set_viewport_size({"width": width, "height": height})
    states = [{"say": UP}, {"say": "MATCH.ANY R0, R2"}, INPUTS["RISC-V"]]
    for state in [*states, *({**of["explore"], "lesson": of["id"]} for of in LESSONS if "explore" in of)]:
        explorer.open(**state)
        explorer.page.evaluate("scrollTo(0, 0)")
        box = explorer.page.locator("#picture > svg").bounding_box()
        assert box["y"] + box["height"] < height, state
        assert explorer.page.locator("#fields").bounding_box()["y"] > box["y"] + box["height"], state
    explorer.page.set_viewport_size(WIDE["viewport"])


NUMBERS = {
    "broadcast": ["The index is 3 in all lanes: every lane reads lane 3"],
    "shift": ["lane 0 reads lane 2", "lane 5 reads lane 7", "Lanes 6 and 7 are out of range"],
    "butterfly": ["lane 6 reads lane 7, and lane 7 reads lane 6"],
    "segments": ["lanes 0 to 3 are one segment, lanes 4 to 7", "Lanes 0 and 4 are out", "4 is 3, and its bound is 4"],
    "pu": ["Pu is 0 in lane 0", "Lane 2 does not execute. Lane 3 reads lane 2", "Pu is 1 in lane 3"],
    "divergent": ["lanes 4 to 7 do not execute", "lanes 0 to 2 get", "Rd of lane 3 is undefined", "Pu is 1 in lane 3"],
    "scan": ["lane 3 holds 6, the sum of lanes 0 to 2"],
    "vote": ["P2 is 0, as P0 is false in lanes 6 and 7", "All lanes get 0x0000003f", "The ones are lanes 0 to 5"],
    "match": ["Lanes 0, 2, 3 and 6 hold 5, and their mask is 0x0000004d", "Lane 1 gets 0x00000022: lanes 1 and 5"],
    "redux": ["UR4 is 9, which is the value of lane 5"],
    "amd": ["lane 15 reads lane 14", "Lanes 0 and 16 read no lane"],
    "riscv": ["Element 0 reads element 7", "beyond the last one, and gets 0"],
}


@slow
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_lessons(browser, size):
    """What a link opens is in sight: each tab, the first lesson of the list, and each other one from the one before it.
    Its numbers, by hand, are filled in by the engine, of the state that the lesson has."""
    with window(browser, **size) as explorer:
        explorer.open(say=UP)
        for view in ("programs", "lessons"):
            explorer.page.mouse.wheel(0, 400)
            explorer.click(f"nav [data-view={view}]")
            assert explorer.page.is_visible(f"#{view}-title") and explorer.page.evaluate("scrollY") == 0
        explorer.click("#lessonlist a >> nth=0")
        for lesson in LESSONS:
            title = explorer.page.locator("#lesson h2")
            assert title.text_content() == lesson["title"] and title.bounding_box()["y"] >= 0
            shown = "".join(explorer.page.locator("#lesson:visible, #lessontext:visible").all_text_contents())
            assert [text for text in NUMBERS[lesson["id"]] if text not in shown] == []
            assert explorer.page.locator(".problem:visible").count() == 0
            assert explorer.page.locator(".picture > svg:visible").count() == 1
            if lesson is not LESSONS[-1]:
                explorer.page.mouse.wheel(0, 400)
                explorer.click("#lesson a:has-text('next:')")
        assert explorer.errors == []


@slow
def test_examples(explorer):
    """Each has a result."""
    explorer.open()
    examples = explorer.page.locator("#example optgroup option")
    assert examples.count() > 10
    for value in examples.evaluate_all("(all) => all.map((each) => each.value)"):
        explorer.select("example", value)
        assert explorer.page.is_visible("#shown")
