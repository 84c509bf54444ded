// SPDX-License-Identifier: Apache-2.0
// kernels - a kernel in PTX on a grid of blocks, step by step: what each step wrote, the picture of each instruction that
// crosses lanes, and what the buffers hold at the end. All of it is what `openshfl run --json` prints.
import { $, explained, make, put, showError } from "./elements.js";
import { leavePlayer, showPlayer, stepOf } from "./player.js";
import { changeOf, hashOf, VIEWS } from "./state.js";

const KERNELS = JSON.parse($("examplekernels").textContent); // name: text, kernel, block, args
const startOf = (name) => ({ example: name, text: "", kernel: KERNELS[name].kernel, block: KERNELS[name].block, grid: "1",
    args: KERNELS[name].args, show: "shuffles", at: "1" });
VIEWS.kernels = startOf(Object.keys(KERNELS)[0]);

const KERNEL_FIELDS = { kernel: "kernel", block: "kernelblock", grid: "grid", args: "args", show: "show" };
const NEAR = 5; // lines around that of the step
const ROWS = 24; // steps in the table, up to the one that is shown
const MOST = 1024; // values of a buffer
const A_LINE = 8;

let launched = null, asked = ""; // what the command printed, and for what

const ptxOf = (state) => state.text || KERNELS[state.example]?.text || "";
const kernelsOf = (text) => [...text.matchAll(/\.entry\s+([\w$]+)/g)].map((found) => found[1]);
const launchArguments = (state) => ["run", "-", ...(state.kernel ? ["--kernel", state.kernel] : []), "--block", state.block || "32",
    "--grid", state.grid || "1", ...state.args.split(/\s+/).filter((of) => of).flatMap((of) => ["--arg", of]),
    "--json", "--show", state.show, "--steps", "1000000"];

export const kernelSteps = () => launched.events.length;

// An error message of the command: its field, and the message in terms of the page.
function launchError(err) {
    const why = err.trim().replace(/^openshfl: (run: )?/, "").replace(/(^|\s)-:(\d+):/g, "$1line $2:");
    const option = why.match(/^--(kernel|block|grid|arg)/)?.[1];
    const missing = /no value; say --arg/.test(why);
    return [option === "arg" || missing ? "args" : KERNEL_FIELDS[option] ?? "ptx",
        why.replace(/^--[a-z]+ /, "").replace(/say --arg /, "say ")];
}

function showListing(text, line) {
    const lines = text.split("\n"), from = Math.max(line - NEAR, 1);
    $("listing").replaceChildren(...lines.slice(from - 1, line + NEAR).map((each, i) =>
        make("li", from + i === line ? { class: "now" } : {}, make("span", {}, String(from + i)), make("span", {}, each))));
}

function showBuffers() {
    $("buffers").replaceChildren(...launched.buffers.flatMap(({ arg, values }) =>
        Array.from({ length: Math.ceil(Math.min(values.length, MOST) / A_LINE) }, (_, row) => make("tr", {},
            make("th", { scope: "row" }, `arg ${arg}`), make("th", { scope: "row" }, String(row * A_LINE)),
            ...values.slice(row * A_LINE, (row + 1) * A_LINE).map((value) => make("td", {}, value))))));
    $("reasons").replaceChildren(...[...launched.undefined.map((why, i) => `?${i + 1}  undefined: ${why}`), ...launched.notes]
        .map((text) => make("p", {}, text)));
}

async function showKernelStep(engine, state, current) {
    const { events } = launched, at = stepOf(state, events.length), step = at > 0 ? events[at - 1] : null;
    const from = Math.max(at - ROWS, 0), text = ptxOf(state);
    const shown = step?.explain && await explained(engine, step.explain);
    if (!current())
        return;
    showPlayer(at, events.length, events.slice(from, at).map((each, i) => [from + i + 1, `${from + i + 1}  ${each.instruction}`, each.wrote]),
        step ? `${step.instruction} in line ${step.line}, block ${step.block}, warp ${step.warp}` : "the start", shown,
        shown && hashOf({ view: "explore", ...VIEWS.explore, ...changeOf(step.explain) }),
        !step ? "Nothing is executed yet."
            : step.kind === "BARRIER" ? "A barrier: the threads that wait here go on together."
            : step.kind ? "A lane's operand is undefined, and so is what all lanes get."
            : "Each lane computes from its own registers; no lane reads another.");
    showListing(text, step?.line ?? text.slice(0, Math.max(text.indexOf(`.entry ${state.kernel}`), 0)).split("\n").length);
}

export async function showKernels(engine, state, current) {
    const text = ptxOf(state), args = launchArguments(state), key = JSON.stringify([args, text]);
    $("kernelexample").value = state.text ? "" : state.example;
    put("ptx", text);
    if (state.text)
        $("ptx").closest("details").open = true;
    $("kernel").replaceChildren(...kernelsOf(text).map((name) => make("option", { value: name }, name)));
    for (const [name, id] of Object.entries(KERNEL_FIELDS))
        put(id, state[name]);
    if (key !== asked) {
        const done = await engine.run(args, text);
        if (!current())
            return;
        asked = key;
        ["ptx", ...Object.values(KERNEL_FIELDS)].forEach((id) => showError(id, null));
        launched = done.out === "" ? null : JSON.parse(done.out);
        $("stopped").hidden = !launched?.error;
        if (launched?.error) { // it ran up to there
            $("stopped").textContent = launchError(launched.error)[1];
            Object.assign(launched, { buffers: [], undefined: [], notes: [] });
        } else if (launched === null) {
            const [field, why] = launchError(done.err);
            if (field === "ptx")
                $("ptx").closest("details").open = true;
            showError(field, why);
            leavePlayer();
        }
        if (launched)
            showBuffers();
    }
    if (launched)
        await showKernelStep(engine, state, current);
}

export function wireKernels(getState, go) {
    $("kernelexample").replaceChildren(...Object.keys(KERNELS).map((name) => make("option", { value: name }, name)),
        make("option", { value: "" }, "own text"));
    $("kernelexample").addEventListener("change", () => {
        go($("kernelexample").value === "" ? { text: ptxOf(getState()) } : startOf($("kernelexample").value), "example");
    });
    $("ptx").addEventListener("input", () => {
        const text = $("ptx").value, kernels = kernelsOf(text), state = getState();
        go({ text: text === KERNELS[state.example]?.text ? "" : text,
            kernel: kernels.includes(state.kernel) ? state.kernel : kernels[0] ?? "" }, "ptx");
    });
    for (const [name, id] of Object.entries(KERNEL_FIELDS))
        $(id).addEventListener("input", () => go({ [name]: $(id).value, ...(name === "show" ? { at: "1" } : {}) }, id));
}
