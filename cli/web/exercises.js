// SPDX-License-Identifier: Apache-2.0
// exercises - a mutant of the model, the map of its wrong results, and its source: which line is wrong? cli/web/exercises.py has
// built and run the mutants; their results are in this page.
import { unpack } from "./engine.mjs";
import { $, make } from "./elements.js";
import { hashOf } from "./state.js";

const MARKS = ["\u00b7", "R", "P", "RP", "W"]; // by the digit of the map
const MEANINGS = ["correct", "wrong Rd", "wrong Pu", "wrong Rd and Pu", "wrong write enable"];
const NEAR = 4; // lines around the wrong one, of the second hint

let course = null, shown = null; // all exercises; the one that is on the page
let hints = 0; // that were given for it
const solved = new Set();

const kindOf = (exercise) => course.kinds[exercise.kind];
const digit = (exercise, ...at) => {
    const { modes, indices, lanes } = kindOf(exercise), size = [0, modes.length, indices.length, lanes.length];
    return Number(exercise.map[at.reduce((sum, i, n) => sum * size[n] + i)]);
};
const wrongIn = (exercise, setting, mode) => kindOf(exercise).indices.flatMap((_, index) =>
    kindOf(exercise).lanes.filter((_, lane) => digit(exercise, setting, mode, index, lane) > 0)).length;
const wrongAt = (exercise, setting) =>
    kindOf(exercise).modes.map((_, mode) => wrongIn(exercise, setting, mode)).reduce((sum, count) => sum + count);

// The operand points of a mode: index by lane.
function map(exercise, setting, mode) {
    const { modes, indices, lanes } = kindOf(exercise), count = wrongIn(exercise, setting, mode);
    return make("table", {},
        make("caption", {}, `${modes[mode]}: ${count ? `${count} of ${indices.length * lanes.length} wrong` : "all correct"}`),
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "index"),
            ...lanes.map((lane) => make("th", { scope: "col" }, make("span", { class: "unseen" }, "lane "), lane)))),
        make("tbody", {}, ...indices.map((name, index) => make("tr", {}, make("th", { scope: "row" }, name),
            ...lanes.map((_, lane) => {
                const of = digit(exercise, setting, mode, index, lane);
                return make("td", { "aria-label": MEANINGS[of], ...(of ? { class: "wrong" } : {}) }, MARKS[of]);
            })))));
}

// First the modes that are wrong in any setting, then the lines around the wrong one.
function hint() {
    const { modes, settings } = kindOf(shown), line = shown.wrong_lines[0];
    const wrong = modes.filter((_, mode) => settings.some((_, setting) => wrongIn(shown, setting, mode) > 0));
    const modesOf = wrong.length === modes.length ? "All modes are" : `Only ${wrong.join(" and ")} ${wrong.length > 1 ? "are" : "is"}`;
    hints++;
    $("verdict").textContent = hints === 1 ? `${modesOf} wrong.`
        : `It is one of the lines ${Math.max(line - NEAR, 1)} to ${Math.min(line + NEAR, shown.lines.length)}.`;
}

const score = () => { $("score").textContent = `${solved.size} of ${course.exercises.length} found.`; };

// The lines to choose from: all that are not empty.
const choices = ({ lines }) => lines.flatMap((text, i) => text.trim() === "" ? [] : [make("label", { class: "choice" },
    make("input", { type: "radio", name: "line", value: i + 1 }), make("span", {}, String(i + 1)), make("code", {}, text))]);

function checkLine(event) {
    event.preventDefault();
    const chosen = $("linechoice").querySelector(":checked"), line = Number(chosen?.value);
    if (shown.wrong_lines.includes(line))
        solved.add(shown);
    score();
    $("verdict").replaceChildren(...(
        !chosen ? ["Choose a line."] :
        !shown.wrong_lines.includes(line) ? [`Line ${line} is correct. Choose another one.`] :
        [`Found, line ${line}: ${shown.why}. The original:`, make("pre", {}, shown.repaired.join("\n"))]));
}

const option = (value, text) => make("option", { value }, text);

export function showExercises(state) {
    const { exercises } = course, count = exercises.length;
    const number = Math.min(Math.max(Number.parseInt(state.exercise, 10) || 1, 1), count), exercise = exercises[number - 1];
    const { settings, modes, lanes } = kindOf(exercise);
    const first = settings.findIndex((_, i) => wrongAt(exercise, i) > 0);
    const setting = settings[Number(state.setting || NaN)] ? Number(state.setting) : first;
    if (exercise !== shown) {
        shown = exercise;
        hints = 0;
        $("exerciseof").textContent = `This model has a fault in one line of ${exercise.file}. The tables show where its results ` +
            "differ from those of the golden model, for each mode, index and lane" +
            (exercise.kind === "AMD" ? `: DPP on lanes ${lanes[0]} to ${lanes.at(-1)} of a wave of 32, the end of a row of 16 and ` +
                "the beginning of the next. The index is the number behind the mode, as in row_shr:1." : " of a warp of 8. The policy is " +
                "ZERO: a lane that does not execute is read as 0.");
        $("linechoice").replaceChildren(make("legend", {}, `Which line of ${exercise.file} is wrong?`), ...choices(exercise));
        $("verdict").replaceChildren();
        $("setting").replaceChildren(...settings.map((text, i) => option(i, `${text}: ${wrongAt(exercise, i)} wrong`)));
    }
    $("exercise").value = number;
    $("nextexercise").hidden = number === count;
    $("nextexercise").href = hashOf({ ...state, exercise: String(number + 1), setting: "" });
    $("setting").value = setting;
    $("maps").replaceChildren(...modes.map((_, mode) => map(exercise, setting, mode)));
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
        make("p", { class: "hint" }, `${MARKS.map((mark, i) => `${mark} ${MEANINGS[i]}`).join(", ")}.`),
        make("form", { id: "lineform" }, make("fieldset", { id: "linechoice", class: "scroll" }),
            make("div", { id: "reply" }, make("button", {}, "check the line"),
                make("button", { type: "button", id: "hint" }, "hint"),
                make("a", { id: "nextexercise", href: "#exercises" }, "next exercise"),
                make("span", { id: "score", class: "hint" }),
                make("div", { id: "verdict", role: "status" }))),
        make("p", { class: "hint" }, "Exercises on the RTL, with their own numbers: make exercise N=1, see docs/use/explorer.md."));
    $("exercise").addEventListener("input", () => go({ exercise: $("exercise").value, setting: "" }, "exercise"));
    $("setting").addEventListener("input", () => go({ setting: $("setting").value }, "setting"));
    $("exerciseform").addEventListener("submit", (event) => event.preventDefault());
    $("lineform").addEventListener("submit", checkLine);
    $("hint").addEventListener("click", hint);
    score();
}
