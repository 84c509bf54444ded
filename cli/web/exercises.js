// SPDX-License-Identifier: Apache-2.0
// exercises - a broken model, the map of what it answers wrongly, and its source: which line is wrong? cli/web/exercises.py has
// built the models; their answers are in this page.
import { unpack } from "./engine.mjs";
import { $, make } from "./explore.js";

const LANES = 8;
const MARKS = ["\u00b7", "R", "P", "RP", "W"]; // by the map's digit
const MEANINGS = ["right", "Rd is wrong", "Pu is wrong", "Rd and Pu are wrong", "writes or not, wrongly"];

let course = null, shown = null; // all exercises; the one that is on the page

const each = (count, of) => Array.from({ length: count }, (_, i) => of(i));
const digit = (exercise, ...at) => Number(exercise.map[at.reduce((sum, i, n) => sum * [0, course.modes.length, LANES, LANES][n] + i)]);
const wrongIn = (exercise, setting, mode) => each(LANES * LANES, (i) =>
    digit(exercise, setting, mode, Math.floor(i / LANES), i % LANES)).filter((of) => of > 0).length;
const wrongAt = (exercise, setting) =>
    course.modes.map((_, mode) => wrongIn(exercise, setting, mode)).reduce((sum, count) => sum + count);

// The points of a mode: index by lane.
function map(exercise, setting, mode) {
    const count = wrongIn(exercise, setting, mode);
    return make("table", {},
        make("caption", {}, `${course.modes[mode]}: ${count ? `${count} of ${LANES * LANES} are wrong` : "all right"}`),
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

function answer(event) {
    event.preventDefault();
    const chosen = $("linechoice").querySelector(":checked"), line = Number(chosen?.value);
    $("verdict").replaceChildren(...(
        !chosen ? ["Choose a line."] :
        !shown.answers.includes(line) ? [`No: line ${line} is as it should be.`] :
        [`Right, line ${line}: ${shown.why}. It should be:`, make("pre", {}, shown.repaired.join("\n"))]));
}

const option = (value, text) => make("option", { value }, text);

export function showExercises(state) {
    const { exercises, settings } = course, count = exercises.length;
    const number = Math.min(Math.max(Number.parseInt(state.exercise, 10) || 1, 1), count), exercise = exercises[number - 1];
    const first = settings.findIndex((_, i) => wrongAt(exercise, i) > 0);
    const setting = settings[Number(state.setting || NaN)] ? Number(state.setting) : first;
    if (exercise !== shown) {
        shown = exercise;
        $("exerciseof").textContent = `A line of ${exercise.file} is wrong. The tables show where the broken model answers ` +
            "something else than the golden one: each mode, each index from 0 to 7, each of 8 lanes.";
        $("linechoice").replaceChildren(make("legend", {}, `Which line of ${exercise.file} is wrong?`), ...choices(exercise));
        $("verdict").replaceChildren();
        $("setting").replaceChildren(...settings.map((text, i) => option(i, `${text}: ${wrongAt(exercise, i) || "none"} wrong`)));
    }
    $("exercise").value = number;
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
            make("div", { class: "field" }, make("label", { for: "setting" }, "points"), make("select", { id: "setting" }))),
        make("div", { id: "maps" }),
        make("p", { class: "hint" }, `In a table ${MARKS.map((mark, i) => `${mark} is: ${MEANINGS[i]}`).join("; ")}. ` +
            "The policy is ZERO: the word of a lane that does not execute is read as 0."),
        make("form", { id: "lineform" }, make("fieldset", { id: "linechoice", class: "scroll" }),
            make("button", {}, "answer")),
        make("div", { id: "verdict", role: "status" }),
        make("p", { class: "hint" }, "The same on the circuit: make exercise N=1, see docs/use/explorer.md."));
    $("exercise").addEventListener("input", () => go({ exercise: $("exercise").value, setting: "" }, "exercise"));
    $("setting").addEventListener("input", () => go({ setting: $("setting").value }, "setting"));
    $("exerciseform").addEventListener("submit", (event) => event.preventDefault());
    $("lineform").addEventListener("submit", answer);
}
