// SPDX-License-Identifier: Apache-2.0
// elements - parts of a page: finding and making them, what is wrong with a field, and what a step wrote, lane by lane.
import { draw } from "./picture.js";

export const $ = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    element.append(...children);
    return element;
}

// Set what a field has; one that has it keeps its cursor.
export function put(id, text) {
    if ($(id).value !== text)
        $(id).value = text;
}

// Show at a field what is wrong with it; null: nothing is.
export function showError(id, why) {
    const field = $(id), message = $(`${id}-error`) ?? make("p", { id: `${id}-error`, class: "problem" });
    if (why === null) {
        message.remove();
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
        return;
    }
    if (message.textContent !== why)
        message.textContent = why;
    message.setAttribute("role", "alert");
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", message.id);
    if (!message.isConnected)
        field.closest("div.field").append(message);
}

// The rows of a step in a table: its name, and the registers that it wrote.
function group(number, name, wrote, now) {
    const written = Object.entries(wrote), lines = written.length ? written : [["", null]];
    return make("tbody", { "data-step": number, ...(now ? { class: "now" } : {}) }, ...lines.map(([register, values], i) =>
        make("tr", {}, ...(i === 0 ? [make("th", { scope: "rowgroup", rowspan: lines.length }, name)] : []),
            make("th", { scope: "row" }, register),
            ...Array.from({ length: 32 }, (_, k) =>
                make("td", { "data-lane": k, ...(values && values[k] === null ? { class: "idle" } : {}) }, values ? values[k] ?? "-" : "-")))));
}

// The table of steps, each [number, name, what it wrote]; now: the number of the one that is marked.
export function showTrace(table, steps, now) {
    table.replaceChildren(
        make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "step"), make("th", { scope: "col" }, "wrote"),
            ...Array.from({ length: 32 }, (_, k) => make("th", { scope: "col" }, String(k))))),
        ...steps.map(([number, name, wrote]) => group(number, name, wrote, number === now)));
}

// The explanation of an instruction and its picture, of the arguments of `openshfl explain`.
export const explained = async (engine, args) => ({
    explanation: JSON.parse((await engine.run(["explain", ...args, "--json"])).out),
    svg: (await engine.run(["explain", ...args, "--svg", "-"])).out,
});

export function drawExplained(box, { explanation, svg }) {
    draw(box, svg, (lane) => {
        const { src_lane, active: executes, steps } = explanation.lanes[lane];
        return `lane ${lane} ${!executes ? "does not execute" : src_lane === undefined || src_lane === null ? steps.at(-1) : `reads lane ${src_lane}`}`;
    }, null);
}
