// SPDX-License-Identifier: Apache-2.0
// exercises - a mutant of the model, the map of its wrong results, and its source: which line is wrong? cli/web/exercises.py has
// built and run the mutants; their results are in this page.
import { unpack } from "./engine.mjs";
import { $, make } from "./explore.js";
import { hashOf } from "./state.js";

const LANES = 8;
const MARKS = ["\u00b7", "R", "P", "RP", "W"]; // by the digit of the map
const MEANINGS = ["correct", "wrong Rd", "wrong Pu", "wrong Rd and Pu", "wrong write enable"];

let course = null, shown = null; // all exercises; the one that is on the page

const each = (count, of) => Array.from({ length: count }, (_, i) => of(i));
const digit = (exercise, ...at) => Number(exercise.map[at.reduce((sum, i, n) => sum * [0, course.modes.length, LANES, LANES][n] + i)]);
const wrongIn = (exercise, setting, mode) => each(LANES * LANES, (i) =>
    digit(exercise, setting, mode, Math.floor(i / LANES), i % LANES)).filter((of) => of > 0).length;
const wrongAt = (exercise, setting) =>
    course.modes.map((_, mode) => wrongIn(exercise, setting, mode)).reduce((sum, count) => sum + count);

// The operand points of a mode: index by lane.
function map(exercise, setting, mode) {
    const count = wrongIn(exercise, setting, mode);
    return make("table", {},
        make("caption", {}, `${course.modes[mode]}: ${count ? `${count} of ${LANES * LANES} wrong` : "all correct"}`),
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "index"),
            ...each(LANES, (lane) => make("th", { scope: "col" }, make("span", { class: "unseen" }, "lane "), String(lane))))),
        make("tbody", {}, ...each(LANES, (index) => make("tr", {}, make("th", { scope: "row" }, String(index)),
            ...each(LANES, (lane) => {
                const of = digit(exercise, setting, mode, index, lane);
                return make("td", { "aria-label": MEANINGS[of], ...(of ? { class: "wrong" } : {}) }, MARKS[of]);
            })))));
}

// The lines to choose from: all that are not empty.
const choices = ({ lines }) => lines.flatMap((text, i) => text.trim() === "" ? [] : [make("label", { class: "choice" },
    make("input", { type: "radio", name: "line", value: i + 1 }), make("span", {}, String(i + 1)), make("code", {}, text))]);

function checkLine(event) {
    event.preventDefault();
    const chosen = $("linechoice").querySelector(":checked"), line = Number(chosen?.value);
    $("verdict").replaceChildren(...(
        !chosen ? ["Choose a line."] :
        !shown.wrong_lines.includes(line) ? [`Line ${line} is correct. Choose another one.`] :
        [`Found, line ${line}: ${shown.why}. The original:`, make("pre", {}, shown.repaired.join("\n"))]));
}

const option = (value, text) => make("option", { value }, text);

export function showExercises(state) {
    const { exercises, settings } = course, count = exercises.length;
    const number = Math.min(Math.max(Number.parseInt(state.exercise, 10) || 1, 1), count), exercise = exercises[number - 1];
    const first = settings.findIndex((_, i) => wrongAt(exercise, i) > 0);
    const setting = settings[Number(state.setting || NaN)] ? Number(state.setting) : first;
    if (exercise !== shown) {
        shown = exercise;
        $("exerciseof").textContent = `This model has a fault in one line of ${exercise.file}. The tables show where its results ` +
            "differ from those of the golden model, for each mode, index and lane of a warp of 8.";
        $("linechoice").replaceChildren(make("legend", {}, `Which line of ${exercise.file} is wrong?`), ...choices(exercise));
        $("verdict").replaceChildren();
        $("setting").replaceChildren(...settings.map((text, i) => option(i, `${text}: ${wrongAt(exercise, i)} wrong`)));
    }
    $("exercise").value = number;
    $("nextexercise").hidden = number === count;
    $("nextexercise").href = hashOf({ ...state, exercise: String(number + 1), setting: "" });
    $("setting").value = setting;
    $("maps").replaceChildren(...course.modes.map((_, mode) => map(exercise, setting, mode)));
}

// go(change, from): the state changes, by what the user did at `from`.
export async function wireExercises(go) {
    course = JSON.parse(new TextDecoder().decode(await unpack($("exercisedata").textContent)));
    $("exercisebox").replaceChildren(
        make("p", { id: "exerciseof" }),
        make("form", { id: "exerciseform", autocomplete: "off" },
            make("div", { class: "field" }, make("label", { for: "exercise" }, "exercise"), make("select", { id: "exercise" },
                ...course.exercises.map(({ file }, i) => option(i + 1, `${i + 1}: ${file.replace(/.*shfl_(.*)\.c/, "$1")}`)))),
            make("div", { class: "field" }, make("label", { for: "setting" }, "operands"), make("select", { id: "setting" }))),
        make("div", { id: "maps" }),
        make("p", { class: "hint" }, `${MARKS.map((mark, i) => `${mark} ${MEANINGS[i]}`).join(", ")}. ` +
            "The policy is ZERO: a lane that does not execute is read as 0."),
        make("form", { id: "lineform" }, make("fieldset", { id: "linechoice", class: "scroll" }),
            make("div", { id: "reply" }, make("button", {}, "check the line"),
                make("a", { id: "nextexercise", href: "#exercises" }, "next exercise"),
                make("div", { id: "verdict", role: "status" }))),
        make("p", { class: "hint" }, "Exercises on the RTL, with their own numbers: make exercise N=1, see docs/use/explorer.md."));
    $("exercise").addEventListener("input", () => go({ exercise: $("exercise").value, setting: "" }, "exercise"));
    $("setting").addEventListener("input", () => go({ setting: $("setting").value }, "setting"));
    $("exerciseform").addEventListener("submit", (event) => event.preventDefault());
    $("lineform").addEventListener("submit", checkLine);
}
