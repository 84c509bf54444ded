// SPDX-License-Identifier: Apache-2.0
// programs - a program on one warp, step by step: what each step wrote, and the picture of a SHFL.
import { $, explained, make, put, showError } from "./elements.js";
import { errorOf, inFields } from "./explore.js";
import { leavePlayer, showPlayer, stepOf } from "./player.js";
import { changeOf, hashOf, runArguments, VIEWS } from "./state.js";

export const BUILTIN = JSON.parse($("builtin").textContent);
const RUN_OPTIONS = { active: "programactive", init: "programinit" };
const RUN_FIELDS = ["source", ...Object.values(RUN_OPTIONS)];

let ran = null;

const plain = (instruction) => instruction.replace(/\s+/g, " ");
const textOf = (state) => state.text || BUILTIN[state.program] || "";

async function showStep(engine, state, current) {
    const count = ran.steps.length, at = stepOf(state, count), step = at > 0 ? ran.steps[at - 1] : null;
    const rows = [[0, "start", ran.start], ...ran.steps.slice(0, at).map((each, i) =>
        [i + 1, `${i + 1}  ${plain(each.instruction)}`, each.wrote])];
    const shown = step?.explain && await explained(engine, step.explain);
    if (!current())
        return;
    const notes = ran.notes.map((note) => inFields(note.replace(", as no --init names it", " by default"))).join(". ");
    const change = shown ? changeOf(step.explain) : null;
    showPlayer(at, count, rows, step ? plain(step.instruction) : `the start. ${notes}`, shown,
        change && hashOf({ view: "explore", ...VIEWS.explore, ...change, say: plain(change.say) }),
        step ? "Each lane computes from its own registers; no lane reads another." : "The registers at the start.");
}

export async function showPrograms(engine, state, current) {
    $("program").value = state.text ? "" : state.program;
    put("source", textOf(state));
    if (state.text)
        $("source").closest("details").open = true;
    for (const [key, id] of Object.entries(RUN_OPTIONS))
        put(id, state[key]);
    const done = /^\.version/m.test(textOf(state)) ? { status: 2, err: `it is PTX, which "Kernels" runs` }
        : await engine.run(["run", ...runArguments(state), "--show", "json"], textOf(state));
    if (!current())
        return;
    RUN_FIELDS.forEach((id) => showError(id, null));
    if (done.status !== 0) {
        leavePlayer();
        const [field, why] = errorOf(done.err, Object.keys(RUN_OPTIONS), "source");
        showError(RUN_OPTIONS[field] ?? field, why);
        return;
    }
    ran = JSON.parse(done.out);
    await showStep(engine, state, current);
}

export const programSteps = () => ran.steps.length;

export function wirePrograms(getState, go) {
    $("program").replaceChildren(...Object.keys(BUILTIN).map((name) => make("option", { value: name }, name)),
        make("option", { value: "" }, "own text"));
    $("program").addEventListener("change", () => {
        go($("program").value === "" ? { text: textOf(getState()) } : { program: $("program").value, text: "", at: VIEWS.programs.at }, "program");
    });
    $("source").addEventListener("input", () =>
        go({ text: $("source").value === BUILTIN[getState().program] ? "" : $("source").value }, "source"));
    for (const [key, id] of Object.entries(RUN_OPTIONS))
        $(id).addEventListener("input", () => go({ [key]: $(id).value }, id));
}
