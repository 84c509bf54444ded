# SPDX-License-Identifier: Apache-2.0
"""The explorer's lessons say what the engine says; its exercises and those of `make exercise` are their breaks."""

import functools
import json
import re
import sys
import tomllib

import pytest
from conftest import ROOT, built, make, run

from cli.web import exercises
from tests.mutants import exercise
from tests.mutants import run as mutants

LESSONS = tomllib.loads((ROOT / "cli/web" / "lessons.toml").read_text(encoding="utf-8"))["lesson"]

# ---- lessons: each number in them belongs to a claim that can be read, and the engine says whether it holds


class Answer:
    """What the engine says of a lesson's shuffle: each column, by its name, is a list with an element per lane."""

    def __init__(self, state):
        self.state = {name: text for name, text in state.items() if name not in ("lane", "stage")}
        self.told = explain(**self.state)

    def __getattr__(self, column):
        return [lane[column] for lane in self.told["lanes"]]

    def where(self, column, value):
        """The lanes that execute and have this value."""
        return [k for k, of in enumerate(getattr(self, column)) if self.active[k] and of == value]

    def but(self, **change):
        """The answer with some operands changed, or all of them if mode is there."""
        return Answer({**({} if "mode" in change else self.state), "lanes": self.state["lanes"], **change})


@functools.cache
def explain(say=None, **options):
    words = [word for name, text in options.items() for word in (f"--{name}", text)]
    return json.loads(run([built("openshfl"), "explain", "--json", *([say] if say else []), *words]).stdout)


def takes(answer, gpu, lanes):
    """Does a GPU have a wave of so many lanes?"""
    words = ["explain", answer.state["say"], "--gpu", gpu, "--lanes", str(lanes)]
    return run([built("openshfl"), *words], status=None).returncode == 0


class Run:
    """A lesson's program: the words of Rx at the start and at the end."""

    def __init__(self, state):
        self.path = ROOT / "cli" / "programs" / f"{state['program']}.sass"
        ran = json.loads(run([built("openshfl"), "run", self.path, "--show", "json", "--init", state["init"]]).stdout)
        self.start = [float(word) for word in ran["start"]["Rx"]]
        self.end = [float(word) for word in ran["steps"][-1]["wrote"]["Rx"]]


# A claim, where N is a number and L a list of lanes, and what has to hold of the answer and these.
CLAIMS = {
    "this warp has N lanes": lambda a, n: len(a.lane) == n,
    "the index is N": lambda a, n: set(a.index) == {n},
    "the segment mask is N, which makes segments of N lanes": lambda a, mask, n: (
        set(a.segmask) == {mask} and a.min_lane == [k - k % n for k in a.lane]
    ),
    "lane N reads lane N": lambda a, k, source: a.src_lane[k] == source,
    "lane N does not wrap around to lane N": lambda a, k, source: a.j[k] % len(a.j) == source != a.src_lane[k],
    "every lane reads lane N": lambda a, source: set(a.src_lane) == {source},
    "lane N, which does not execute": lambda a, k: not a.active[k],
    "lanes L do not execute": lambda a, lanes: lanes == [k for k in a.lane if not a.active[k]],
    "lanes L get the words of lanes L": lambda a, lanes, sources: (
        lanes == a.where("src_active", True) and [a.rd[k] for k in lanes] == [a.ra[k] for k in sources]
    ),
    "lanes L are out of range and keep their own word": lambda a, lanes: (
        lanes == a.where("in_range", False) and all(a.rd[k] == a.ra[k] for k in lanes)
    ),
    "lanes L read no lane and keep what they had": lambda a, lanes: (
        lanes == a.where("src_lane", None) == a.where("what", "keep")
    ),
    "j of lane N is N, and its limit is N": lambda a, k, j, limit: (a.j[k], a.max_lane[k]) == (j, limit),
    "Rd of lane N is not defined": lambda a, k: a.where("rd", None) == [k],
    "Pu is 0 in lane N": lambda a, k: a.where("pu", False) == [k],
    "Pu is 1 in lane N": lambda a, k: a.pu[k] is True and not a.src_active[k],
    "N if the lane that the operands name is in the segment and the clamp": lambda a, n: (
        a.where("pu", bool(n)) == a.where("in_range", True)
    ),
    "with IDX a lane may name itself, and has Pu N": lambda a, n: (
        a.but(mode="IDX", index="3", clamp="7", segmask="0").pu[3] == bool(n)
    ),
    "flips those bits of the lane's number that are N in the index": lambda a, n: (
        a.j == [k ^ (index if n == 1 else ~index) for k, index in enumerate(a.index)]
    ),
    "set the clamp to N, where UP ends": lambda a, n: (
        a.but(mode="UP", index="7", clamp=str(n), segmask="0").where("in_range", True) == [7]
    ),
    "what the unit writes there: N, the reader's own word, or": lambda a, n: (
        [a.but(policy=policy).unit_rd[3] for policy in ("zero", "own")] == [n, a.ra[3]]
    ),
    "adds only where Pu is N": lambda _, n: (
        n == 1 and "@P1 FADD" in (ROOT / "cli/programs/exclusive_scan.sass").read_text("utf-8")
    ),
    "a wave of N or N lanes": lambda a, few, many: (
        takes(a, "gfx1100", few) and takes(a, "gfx90a", many) and few < many and not takes(a, "gfx1100", 8)
    ),
    "rows of N": lambda a, n: a.told["summary"].endswith(f" row of {n}"),
    "lane N holds the sum of lanes L": lambda ran, k, lanes: ran.end[k] == sum(ran.start[of] for of in lanes),
}
KINDS = {"N": r"\d+", "L": r"\d+ (?:and|to) \d+"}


def value(kind, text):
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return numbers[0] if kind == "N" else list(range(numbers[0], numbers[1] + 1)) if "to" in text else numbers


def wrong(answer, text):
    """The claims of a text that do not hold, and what else with a number is in it."""
    text, found = " ".join(text.split()), []
    for claim, holds in CLAIMS.items():
        kinds = re.findall(r"\b[NL]\b", claim)
        pattern = re.sub(r"\b([NL])\b", lambda kind: f"({KINDS[kind[1]]})", claim)
        for match in re.finditer(rf"\b{pattern}\b", text, re.IGNORECASE):
            if not holds(answer, *map(value, kinds, match.groups())):
                found.append(match[0])
            text = text.replace(match[0], re.sub(r"\d", "#", match[0]), 1)
    return found + re.findall(r".{0,30}\d.{0,30}", text)


def answer_of(lesson):
    return Answer(lesson["explore"]) if "explore" in lesson else Run(lesson["programs"])


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["id"])
def test_what_a_lesson_says_is_so(lesson):
    """And with any of its numbers changed it is not so."""
    text, answer = lesson["text"], answer_of(lesson)
    assert wrong(answer, text) == []
    numbers = list(re.finditer(r"\d+", text))
    assert numbers
    for number in numbers:
        changed = text[: number.start()] + str(int(number[0]) ^ 1) + text[number.end() :]
        assert wrong(answer, changed), f"{lesson['id']}: {number[0]} may as well be another number"


# ---- exercises of the page


@functools.cache
def course():
    return json.loads(built("cli/web/exercises.json").read_text(encoding="utf-8"))


RECORDS = exercises.chosen()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RECORDS)), ids=[record.name for record in RECORDS])
def test_a_map_is_that_of_its_break(number, tmp_path):
    """The page's exercise is what comes out when the break is made once more; some points are wrong, and some right."""
    good = exercises.answers(tmp_path / "good")
    made = exercises.exercise_of(RECORDS[number], good, tmp_path)
    assert made == course()["exercises"][number]
    assert set(made["map"]) - {"0"} and "0" in made["map"] and len(made["map"]) == 8 * len(good)


def test_points_by_hand():
    """Three of the maps, of one segment with clamp 7: two where all lanes execute, one where some do."""
    maps = {record.name: of["map"] for record, of in zip(RECORDS, course()["exercises"], strict=True)}
    settings = course()["settings"]
    assert settings[0] == "segments of 8 lanes, clamp 7, all lanes execute"
    assert settings[6] == "segments of 8 lanes, clamp 7, lanes 3 and 6 do not execute"
    points = [(mode, index, lane) for mode in course()["modes"] for index in range(8) for lane in range(8)]
    assert list(maps["model_lane_index_bfly_or"][:256]) == [
        "1" if mode == "BFLY" and index | lane != index ^ lane else "0" for mode, index, lane in points
    ]
    # j of lane 7 is the last lane in range: a lane that names it reads itself, and has the same word where it is lane 7
    names_7 = {"IDX": lambda i, k: i == 7, "DOWN": lambda i, k: i + k == 7, "BFLY": lambda i, k: i ^ k == 7}
    assert list(maps["model_range_check_less"][:256]) == [
        ("2" if lane == 7 else "3") if mode != "UP" and names_7[mode](index, lane) else "0"
        for mode, index, lane in points
    ]
    # with a clamp of 7 UP reads nothing but lane 7, by lane 7
    source = {"IDX": lambda i, k: i, "UP": lambda i, k: 7, "DOWN": lambda i, k: k + i, "BFLY": lambda i, k: k ^ i}
    assert list(maps["model_writeback_pu_needs_active_source"][6 * 256 :][:256]) == [
        "2" if source[mode](index, lane) in (3, 6) and lane not in (3, 6) else "0" for mode, index, lane in points
    ]


def test_the_untouched_model_has_nothing_wrong(tmp_path):
    good = exercises.answers(tmp_path / "good")
    assert {exercises.wrong(*pair) for lanes in good.values() for pair in zip(lanes, lanes, strict=True)} == {0}


# ---- exercises on the circuit


@pytest.mark.parametrize("number", range(1, len(exercise.exercises()) + 1, 9))
def test_answers(number, capsys):
    """Of all lines of all files, those of the break are right; what is left without them was there before."""
    mutant = exercise.chosen(str(number))
    right = []
    for path in [*sorted(ROOT.glob("rtl/*.v*")), *sorted(ROOT.glob("rtl/chain/*.v"))]:
        name = str(path.relative_to(ROOT))
        text = exercise.broken(mutant) if name == mutant.file else path.read_text(encoding="utf-8").splitlines()
        right += [(name, line) for line in range(1, len(text) + 1) if exercise.answered(str(number), f"{name}:{line}")]
    said = capsys.readouterr().out
    assert right and {name for name, _ in right} == {mutant.file}
    kept = [text for line, text in enumerate(exercise.broken(mutant), 1) if (mutant.file, line) not in right]
    before = iter((ROOT / mutant.file).read_text(encoding="utf-8").splitlines())
    assert all(line in before for line in kept)
    assert said.count(f"Right: {mutant.why}.") == len(right)


def ask(*words, status):
    done = run([sys.executable, "-m", "mutants.exercise", *words], status=status)
    return done.stdout, done.stderr


COUNT = len(exercise.exercises())


@pytest.mark.parametrize(
    ("number", "answer", "why"),
    [
        ("", "", f"N='': expected a number from 1 to {COUNT}"),
        ("0", "", f"N='0': expected a number from 1 to {COUNT}"),
        (str(COUNT + 1), "", f"expected a number from 1 to {COUNT}"),
        ("seven", "rtl/shfl.v:1", f"N='seven': expected a number from 1 to {COUNT}"),
        ("7", "17", "expected FILE:LINE, such as rtl/shfl.v:1"),
        ("7", "rtl/shfl.v", "expected FILE:LINE, such as rtl/shfl.v:1"),
        ("7", "rtl/none.v:1", "ANSWER='rtl/none.v:1': expected FILE:LINE"),
        ("7", "rtl/../../etc/passwd:1", "expected FILE:LINE"),
        ("7", "rtl/shfl.v:0", "expected a line from 1 to "),
        ("7", "rtl/shfl.v:99999", "expected a line from 1 to "),
    ],
)
def test_what_is_no_answer(number, answer, why):
    out, err = ask(number, answer, status=2)
    assert why in err and err.startswith("exercise: ") and err.count("\n") == 1 and out == ""


def test_make_exercise_answers():
    """Through make, which itself ends with 2 whenever a program has not ended with 0."""
    mutant = exercise.chosen("7")
    line = exercise.line_numbers(mutant)[0]
    assert f"Right: {mutant.why}. " in ask("7", f"{mutant.file}:{line}", status=0)[0]
    assert f"No: line {line + 1} of " in ask("7", f"{mutant.file}:{line + 1}", status=1)[0]
    wrong = make("exercise", "N=7", f"ANSWER={mutant.file}:{line + 1}", status=2)
    assert f"No: line {line + 1} of {mutant.file} is as it should be." in wrong.stdout and "Error 1" in wrong.stderr
    assert mutant.why not in wrong.stdout + wrong.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", ["1", "40", *(pytest.param(number, marks=pytest.mark.nightly) for number in "7 14 25 60 80 90".split())]
)
def test_make_exercise_shows(number):
    """A report as the simulator gives it, and nothing that gives the line away."""
    mutant = exercise.chosen(number)
    said = make("exercise", f"N={number}").stdout
    assert said.startswith("MISMATCH in ") and said.count("MISMATCH") == 1
    assert f"make exercise N={number} ANSWER=" in said
    secrets = [
        mutant.name,
        mutant.why,
        mutant.new.strip(),
        *(f"{mutant.file}:{n}" for n in exercise.line_numbers(mutant)),
    ]
    assert not [secret for secret in secrets if len(secret) > 3 and secret in said]  # a name such as j says nothing
    folder = ROOT / mutants.BUILD / "exercise" / number
    assert (folder / mutant.file).read_text(encoding="utf-8").splitlines() == exercise.broken(mutant)
    replay = re.search(r"replay: (.*)", said)[1]
    again = run(replay.split(), status=1)
    assert "MISMATCH" in again.stdout + again.stderr
