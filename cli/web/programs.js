// SPDX-License-Identifier: Apache-2.0
// programs - a program on one warp, step by step: what each step wrote, and the picture of a SHFL.
import { $, drawExplained, explained, make, showError, showTrace } from "./elements.js";
import { errorOf, inFields } from "./explore.js";
import { mark, wirePicture } from "./picture.js";
import { changeOf, hashOf, runArguments, VIEWS } from "./state.js";

export const BUILTIN = JSON.parse($("builtin").textContent);
const RUN_OPTIONS = { active: "programactive", init: "programinit" };
const PAUSE = 1000; // ms from step to step
const RUN_FIELDS = ["source", ...Object.values(RUN_OPTIONS)];

let ran = null, playing = null;

const plain = (instruction) => instruction.replace(/\s+/g, " ");
const textOf = (state) => state.text || BUILTIN[state.program] || "";
const atOf = (state) => Math.min(Math.max(Number.parseInt(state.at, 10) || 0, 0), ran.steps.length);

async function showStep(engine, state, current) {
    const at = atOf(state), step = at > 0 ? ran.steps[at - 1] : null;
    $("at").max = ran.steps.length;
    $("at").value = at;
    $("first").disabled = $("back").disabled = at === 0;
    $("next").disabled = $("last").disabled = at === ran.steps.length;
    showTrace($("trace"), [[0, "start", ran.start], ...ran.steps.slice(0, at).map((each, i) =>
        [i + 1, `${i + 1}  ${plain(each.instruction)}`, each.wrote])], at);
    const shown = step?.explain && await explained(engine, step.explain);
    if (!current())
        return;
    const of = `Step ${at} of ${ran.steps.length}`;
    $("stepopen").hidden = !shown;
    if (shown) {
        const change = changeOf(step.explain);
        $("stepline").textContent = `${of}: ${plain(step.instruction)}: ${shown.explanation.summary}`;
        drawExplained($("steppicture"), shown);
        $("stepopen").href = hashOf({ view: "explore", ...VIEWS.explore, ...change, say: plain(change.say) });
    } else {
        $("steppicture").replaceChildren(make("p", { class: "hint" },
            step ? "Each lane computes from its own registers; no lane reads another." : "The registers at the start."));
        $("stepline").textContent = step ? `${of}: ${plain(step.instruction)}` : `${of}: the start. ${ran.notes.map((note) => inFields(note.replace(", as no --init names it", " by default"))).join(". ")}`;
    }
}

function stop() {
    clearInterval(playing);
    playing = null;
    $("play").textContent = "play";
}

export async function showPrograms(engine, state, current) {
    $("program").value = state.text ? "" : state.program;
    if ($("source").value !== textOf(state))
        $("source").value = textOf(state);
    if (state.text)
        $("source").closest("details").open = true;
    for (const [key, id] of Object.entries(RUN_OPTIONS))
        if ($(id).value !== state[key])
            $(id).value = state[key];
    const done = await engine.run(["run", ...runArguments(state), "--show", "json"], textOf(state));
    if (!current())
        return;
    RUN_FIELDS.forEach((id) => showError(id, null));
    $("ran").hidden = done.status !== 0;
    if (done.status !== 0) {
        stop();
        const [field, why] = errorOf(done.err, Object.keys(RUN_OPTIONS), "source");
        showError(RUN_OPTIONS[field] ?? field, why);
        $("trace").replaceChildren();
        $("steppicture").replaceChildren();
        return;
    }
    ran = JSON.parse(done.out);
    await showStep(engine, state, current);
}

export function leavePrograms() {
    stop();
    $("steppicture").replaceChildren();
}

export function wirePrograms(getState, go) {
    $("program").replaceChildren(...Object.keys(BUILTIN).map((name) => make("option", { value: name }, name)),
        make("option", { value: "" }, "own text"));
    const step = (at, from) => go({ at: String(at) }, from);
    const follow = (lane) => [$("steppicture"), $("trace")].forEach((part) => mark(part, lane));
    const now = () => atOf(getState());

    $("programform").addEventListener("submit", (event) => event.preventDefault());
    $("program").addEventListener("change", () => {
        go($("program").value === "" ? { text: textOf(getState()) } : { program: $("program").value, text: "", at: VIEWS.programs.at }, "program");
    });
    $("source").addEventListener("input", () =>
        go({ text: $("source").value === BUILTIN[getState().program] ? "" : $("source").value }, "source"));
    for (const [key, id] of Object.entries(RUN_OPTIONS))
        $(id).addEventListener("input", () => go({ [key]: $(id).value }, id));
    $("first").addEventListener("click", () => step(0, "step"));
    $("back").addEventListener("click", () => step(now() - 1, "step"));
    $("next").addEventListener("click", () => step(now() + 1, "step"));
    $("last").addEventListener("click", () => step(ran.steps.length, "step"));
    $("at").addEventListener("input", () => step($("at").value, "step"));
    $("play").addEventListener("click", () => {
        if (playing !== null) {
            stop();
            return;
        }
        $("play").textContent = "pause";
        step(now() === ran.steps.length ? 0 : now() + 1, "step");
        playing = setInterval(() => now() < ran.steps.length ? step(now() + 1, "step") : stop(), PAUSE);
    });
    wirePicture($("steppicture"), { hover: follow, chosen: follow });
    $("trace").addEventListener("pointerover", (event) =>
        event.target.dataset.lane !== undefined && follow(Number(event.target.dataset.lane)));
}
