// SPDX-License-Identifier: Apache-2.0
// kernels - a kernel in PTX on a grid of blocks, step by step: what each step wrote, the picture of each instruction that
// crosses lanes, and what the buffers hold at the end. All of it is what `openshfl run --json` prints.
import { load, unpack } from "./engine.mjs";
import { changeOf, hashOf, stateOf, VIEWS } from "./state.js";
import { $, explained, make, showError } from "./elements.js";
import { showPlayer, stepOf, stop, wirePlayer } from "./player.js";

const EXAMPLES = JSON.parse($("builtin").textContent); // name: text, kernel, block, args
const [FIRST] = Object.keys(EXAMPLES);
const startOf = (name) => ({ example: name, text: "", kernel: EXAMPLES[name].kernel, block: EXAMPLES[name].block, grid: "1",
    args: EXAMPLES[name].args, show: "shuffles", at: "1" });
const KERNELS = { kernels: startOf(FIRST) };
const FIELDS = ["kernel", "block", "grid", "args", "show"];
const NEAR = 5; // lines around that of the step
const SHOWN = 24; // steps in the table, up to the one that is shown
const MOST = 1024; // values of a buffer
const A_LINE = 8;

let state = stateOf(location.hash, KERNELS), turn = 0, ran = null, asked = "";

const textOf = () => state.text || EXAMPLES[state.example]?.text || "";
const kernelsOf = (text) => [...text.matchAll(/\.entry\s+([\w$]+)/g)].map((found) => found[1]);
const atOf = () => stepOf(state, ran.events.length);
const argumentsOf = () => ["run", "-", ...(state.kernel ? ["--kernel", state.kernel] : []), "--block", state.block || "32",
    "--grid", state.grid || "1", ...state.args.split(/\s+/).filter((of) => of).flatMap((of) => ["--arg", of]),
    "--json", "--show", state.show, "--steps", "1000000"];

// An error message of the command: its field, and the message in terms of the page.
function errorOf(err) {
    const why = err.trim().replace(/^openshfl: (run: )?/, "").replace(/(^|\s)-:(\d+):/g, "$1line $2:");
    const option = why.match(/^--(kernel|block|grid|arg)/)?.[1];
    const missing = /no value; say --arg/.test(why);
    return [option === "arg" || missing ? "args" : option ?? "source", why.replace(/^--[a-z]+ /, "").replace(/say --arg /, "say ")];
}

function showListing(line) {
    const lines = textOf().split("\n"), from = Math.max(line - NEAR, 1);
    $("listing").replaceChildren(...lines.slice(from - 1, line + NEAR).map((text, i) =>
        make("li", from + i === line ? { class: "now" } : {}, make("span", {}, String(from + i)), make("span", {}, text))));
}

function showBuffers() {
    $("buffers").replaceChildren(...ran.buffers.flatMap(({ arg, values }) =>
        Array.from({ length: Math.ceil(Math.min(values.length, MOST) / A_LINE) }, (_, row) => make("tr", {},
            make("th", { scope: "row" }, `arg ${arg}`), make("th", { scope: "row" }, String(row * A_LINE)),
            ...values.slice(row * A_LINE, (row + 1) * A_LINE).map((value) => make("td", {}, value))))));
    $("reasons").replaceChildren(...[...ran.undefined.map((why, i) => `?${i + 1}  undefined: ${why}`), ...ran.notes].map((text) => make("p", {}, text)));
}

async function showStep(engine, current) {
    const at = atOf(), step = at > 0 ? ran.events[at - 1] : null, from = Math.max(at - SHOWN, 0);
    const shown = step?.explain && await explained(engine, step.explain);
    if (!current())
        return;
    const rows = ran.events.slice(from, at).map((each, i) =>
        [from + i + 1, `${from + i + 1}  ${each.instruction}`, each.wrote]);
    showPlayer(at, ran.events.length, rows,
        step ? `${step.instruction} in line ${step.line}, block ${step.block}, warp ${step.warp}` : "the start", shown,
        shown && `index.html${hashOf({ view: "explore", ...VIEWS.explore, ...changeOf(step.explain) })}`,
        !step ? "Nothing is executed yet."
            : step.kind === "BARRIER" ? "A barrier: the threads that wait here go on together."
            : step.kind ? "A lane's operand is undefined, and so is what all lanes get."
            : "Each lane computes from its own registers; no lane reads another.");
    showListing(step?.line ?? textOf().slice(0, Math.max(textOf().indexOf(`.entry ${state.kernel}`), 0)).split("\n").length);
}

function fill() {
    const text = textOf(), kernels = kernelsOf(text);
    $("example").value = state.text ? "" : state.example;
    if ($("source").value !== text)
        $("source").value = text;
    if (state.text)
        $("source").closest("details").open = true;
    $("kernel").replaceChildren(...kernels.map((name) => make("option", { value: name }, name)));
    for (const id of FIELDS)
        if ($(id).value !== state[id])
            $(id).value = state[id];
}

async function render(engine) {
    const mine = ++turn, current = () => mine === turn;
    delete document.documentElement.dataset.ready;
    fill();
    const args = argumentsOf(), key = JSON.stringify([args, textOf()]);
    if (key !== asked) {
        const done = await engine.run(args, textOf());
        if (!current())
            return;
        asked = key;
        ["kernel", "block", "grid", "args", "source"].forEach((id) => showError(id, null));
        ran = done.out === "" ? null : JSON.parse(done.out);
        $("ran").hidden = ran === null;
        $("stopped").hidden = !ran?.error;
        if (ran?.error) { // it ran up to there
            $("stopped").textContent = errorOf(ran.error)[1];
            Object.assign(ran, { buffers: [], undefined: [], notes: [] });
        } else if (ran === null) {
            stop();
            const [field, why] = errorOf(done.err);
            if (field === "source")
                $("source").closest("details").open = true;
            showError(field, why);
        }
        if (ran)
            showBuffers();
    }
    if (ran)
        await showStep(engine, current);
    if (current())
        document.documentElement.dataset.ready = "yes"; // for tests: nothing is under way
}

const engine = await load(await unpack($("openshfl").textContent));
let last = null;

// Change the state. Further typing in one field is one step of the history.
function go(change, from) {
    const before = hashOf(state, KERNELS);
    state = { ...state, ...change };
    if (hashOf(state, KERNELS) !== before)
        history[from === last ? "replaceState" : "pushState"](null, "", hashOf(state, KERNELS));
    last = from;
    return render(engine);
}

globalThis.openshfl = engine; // for the console, and for tests
$("example").replaceChildren(...Object.keys(EXAMPLES).map((name) => make("option", { value: name }, name)),
    make("option", { value: "" }, "own text"));
$("kernelform").addEventListener("submit", (event) => event.preventDefault());
$("example").addEventListener("change", () => {
    go($("example").value === "" ? { text: textOf() } : startOf($("example").value), "example");
});
$("source").addEventListener("input", () => {
    const text = $("source").value, kernels = kernelsOf(text);
    go({ text: text === EXAMPLES[state.example]?.text ? "" : text, kernel: kernels.includes(state.kernel) ? state.kernel : kernels[0] ?? "" }, "source");
});
for (const id of FIELDS)
    $(id).addEventListener("input", () => go({ [id]: $(id).value, ...(id === "show" ? { at: "1" } : {}) }, id));
wirePlayer(atOf, () => ran.events.length, (at) => go({ at: String(at) }, "step"));
window.addEventListener("popstate", () => {
    state = stateOf(location.hash, KERNELS);
    last = null;
    render(engine);
});
document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    $("ran").focus();
});
await render(engine);
