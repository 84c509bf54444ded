// SPDX-License-Identifier: Apache-2.0
// explore - one shuffle, vote, match or reduction: an instruction or its parameters, and the result as a picture, lane by lane, with its equivalents.
// The engine computes all results; nothing about a shuffle is computed here.
import { cCase, commandOf, isCollective, isShfl, mask, ptxCase } from "./copy.js";
import { draw, drawStage, mark, valueIn, wirePicture } from "./picture.js";
import { canBeAmd, changeOf, CLEARED, explainArguments, hashOf } from "./state.js";

export const $ = (id) => document.getElementById(id);
const PARAMETERS = ["mode", "index", "segmask", "clamp"];
const WARP = ["gpu", "lanes", "active", "policy", "address", "vtype", "vl", "vstart", "vlen", "init", "let"];
const FIELDS = ["say", ...PARAMETERS, ...WARP];

// What the page shows now: the result, as JSON of the command, and the arguments that gave it; and what the command printed for
// which arguments, so that another lane or stage calls nothing.
let result = null, args = [], printed = null;

export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    element.append(...children);
    return element;
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
    const folded = field.closest("details");
    if (folded)
        folded.open = true;
}

const labelOf = (id) => document.querySelector(`label[for="${id}"]`).firstChild.textContent.trim();

// A text of the command in terms of the page: fields in place of options.
export const inFields = (text) => text.replace(/--([a-z]+)/g, (option, id) => FIELDS.includes(id) ? `"${labelOf(id)}"` : option);

// An error message of the command: the field it is about, of `fields` or else `other`, and the message in terms of the page.
export function errorOf(err, fields, other) {
    const why = err.trim().replace(/^openshfl: (explain: |run: )?/, "")
        .replace(/^instruction:1:(\d+):/, "column $1:").replace(/^-:(\d+):(\d+):/, "line $1, column $2:");
    const option = why.match(/^--([a-z]+)/)?.[1];
    return [fields.includes(option) ? option : other, inFields(why.replace(/^--[a-z]+:? /, ""))];
}

// As errorOf, for Explore: the command does not know of a field to fill in.
function explainError(err, state) {
    const [field, why] = errorOf(err, FIELDS, state.mode ? "mode" : "say");
    return [err.includes("need their GPU") && !state.gpu ? "gpu" : why.includes(`"${labelOf("let")}"`) ? "let" : field, why];
}

// What else changes the meaning of a call, or does not: the GPU, and a member mask that is not a number.
function notesOf(state) {
    const member = state.say.match(/\b__\w+_sync\s*\(\s*([^,]+),/)?.[1].trim(), notes = [];
    if (state.gpu && canBeAmd(state) && /\b__(?!builtin|hip)\w+\s*\(/.test(state.say))
        notes.push(`"${labelOf("gpu")}" is ${state.gpu}: this is the call of HIP, in a wave of ${result.lanes.length} lanes.`);
    if (state.gpu && !canBeAmd(state))
        notes.push(`"${labelOf("gpu")}" is ${state.gpu}: it has no meaning here, as this is not of AMD.`);
    if (member && (isShfl(result) || isCollective(result)) && !("member" in result.lanes[0]))
        notes.push(`The member mask ${member} is not evaluated: all lanes are taken as members.`);
    return notes;
}

// ---- a lane as a sentence

const value = (of) => of === null || of === undefined ? "none" : typeof of === "boolean" ? (of ? "yes" : "no") : String(of);

function describe(lane) {
    const of = result.lanes[lane], got = valueIn($("picture"), lane, "to");
    if (result.vtype)
        return `element ${lane}: ${of.src_lane === null ? of.steps[0] : `reads element ${of.src_lane}`}; ${of.steps[2]}`;
    if (!of.active)
        return `lane ${lane} does not execute`;
    if (isCollective(result))
        return `lane ${lane} brings ${valueIn($("picture"), lane, "from")} and gets ${[...of.rd === null && !of.undefined ? [] : [got],
            ...of.pu === null ? [] : [`the predicate ${of.pu ? 1 : 0}`]].join(" and ") || "nothing"}`;
    if (!isShfl(result)) {
        const from = of.src_lane === null ? "reads no lane" : `reads lane ${of.src_lane}` +
            (of.src_active ? "" : ", which does not execute");
        const what = { data: `gets ${got}`, zero: "gets 0", keep: "keeps what it had" }[of.what];
        return `lane ${lane} ${from}, ${what}${of.open ? `; the documents leave this open: docs/amd.md ${of.open}` : ""}`;
    }
    if (of.other)
        return `lane ${lane} reads lane ${of.src_lane} of the other argument`;
    if (of.undefined && result.source)
        return `lane ${lane}: undefined`;
    return `lane ${lane} ${of.in_range ? `reads lane ${of.src_lane}` : "is out of range and keeps its own value"}` +
        `${of.src_active ? "" : ", which does not execute"}; Rd is ${of.rd === null ? "undefined" : got}, ` +
        `Pu is ${of.pu ? 1 : 0}`;
}

// Can no lane be given another source? A vote has none, and what a vector's element reads is in registers.
const isFixed = () => isCollective(result) || Boolean(result.vtype);

// The lane in a sentence, and then what each stage does in it; the stage that is shown is in bold.
const arithmetic = (lane, stage) => [make("span", {}, describe(lane)), ...result.stages.map((name, i) =>
    make(name === stage ? "b" : "span", {}, `${name}: ${result.lanes[lane].steps[i]}`))];

const stageOf = (state) => result.stages.includes(state.stage) ? state.stage : result.stages.at(-1);

function showLane(lane, stage) {
    $("lane").value = lane;
    $("reads").value = result.lanes[lane].src_lane ?? "";
    $("reads").disabled = isFixed();
    $("executes").disabled = Boolean(result.vtype);
    $("executes").checked = result.lanes[lane].active;
    $("line").replaceChildren(...arithmetic(lane, stage));
    mark($("picture"), lane);
    mark($("table"), lane);
}

const laneOf = (state) => {
    const lane = Number.parseInt(state.lane, 10);
    return lane >= 0 && lane < result.lanes.length ? lane : 0;
};

// ---- the result

function showTable() {
    const names = Object.keys(result.lanes[0]).filter((name) => name !== "steps");
    const cell = (of, name) => name === "rd" && of.rd === null ? "-" : ["ra", "src", "rd"].includes(name)
        ? valueIn($("picture"), of.lane, name === "rd" ? "to" : "from") || value(of[name]) : value(of[name]);
    $("table").replaceChildren(
        make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...result.lanes.map((of) => make("tr", { "data-lane": of.lane }, ...names.map((name, i) =>
            i === 0 ? make("th", { scope: "row" }, value(of[name])) : make("td", {}, cell(of, name)))))));
}

function showStages(stage) {
    const buttons = () => [...$("steps").children];
    if (buttons().map((button) => button.dataset.stage).join() !== result.stages.join())
        $("steps").replaceChildren(...result.stages.map((name, i) =>
            make("button", { type: "button", "data-stage": name }, `${i + 1} ${name}`)));
    buttons().forEach((button) => button.setAttribute("aria-pressed", button.dataset.stage === stage));
}

// A field of the operands: the number that all lanes have, or the list of what each has.
function operand(name) {
    const of = result.lanes.map((lane) => lane[name]);
    return of.every((each) => each === of[0]) ? String(of[0]) : `[${of.join(",")}]`;
}

const inHex = (number) => `0x${number.toString(16)}`;
const textOfOperand = (name) => name === "segmask" && !operand(name).startsWith("[") ? inHex(Number(operand(name))) : operand(name);

function showParameters(state) {
    $("parameters").disabled = !isShfl(result);
    if (!isShfl(result)) { // it has other operands
        [...PARAMETERS, "width"].forEach((id) => { $(id).value = ""; });
        return;
    }
    const lanes = result.lanes.length, widths = [];
    for (let width = lanes; width >= 1; width /= 2)
        widths.push(make("option", { value: inHex(lanes - width) }, String(width)));
    $("width").replaceChildren(...widths, make("option", { value: "" }, "other"));
    $("slider").max = lanes - 1;
    for (const name of ["index", "segmask", "clamp"])
        if (document.activeElement !== $(name) || !state.mode)
            put(name, state.mode && state[name] || textOfOperand(name));
    $("mode").value = result.mode;
    $("slider").value = result.lanes[0].index;
    $("width").value = widths.some((option) => option.value === textOfOperand("segmask")) ? textOfOperand("segmask") : "";
}

async function showEquivalents(engine, state, current) {
    const { status, out } = await engine.run(["explain", "--ways", "--json", ...args]);
    if (!current()) {
        printed = null;
        return;
    }
    const ways = status === 0 ? JSON.parse(out).ways : [];
    $("ways").hidden = ways.length === 0;
    const name = (way) => way.api + (way.gpu ? `, ${way.gpu}` : "");
    const equivalent = (way) => make("a", { href: hashOf({ ...state, ...changeOf(way.arguments), lane: "", stage: "" }) },
        make("code", {}, way.text));
    $("waylist").replaceChildren(...ways.filter((way) => way.says).map((way) => make("tr", {},
        make("th", { scope: "row" }, name(way)), make("td", {}, equivalent(way),
            ...(way.by_lane ? [make("span", { class: "hint" }, " with an operand in each lane")] : [])),
        make("td", { class: "hint" }, way.source))));
    $("cannot").replaceChildren(...ways.filter((way) => !way.says).map((way) => make("tr", {},
        make("th", { scope: "row" }, name(way)), make("td", {}, way.reason), make("td", { class: "hint" }, way.source))));
}

const put = (id, text) => {
    if ($(id).value !== text)
        $(id).value = text;
};

// Show that there is no result, and why.
export function failExplore(why) {
    result = printed = null;
    $("shown").hidden = true;
    $("picture").replaceChildren();
    $("sentence").textContent = why;
    $("notes").replaceChildren();
}

// Show a state. current(): whether it is still the state of the page when the result arrives.
export async function showExplore(engine, state, current) {
    for (const id of WARP)
        put(id, state[id]);
    if (state.mode)
        PARAMETERS.forEach((id) => state[id] && put(id, id === "mode" ? state[id].toUpperCase() : state[id]));
    else
        put("say", state.say);
    const given = explainArguments(state), again = printed?.given.join("\0") === given.join("\0");
    const [json, svg] = again ? printed.out : await Promise.all([
        engine.run(["explain", "--json", ...given]), engine.run(["explain", "--svg", "-", ...given])]);
    if (!current())
        return;
    printed = { given, out: [json, svg] };
    FIELDS.forEach((id) => showError(id, null));
    if (json.status !== 0) {
        const [field, why] = explainError(json.err, state);
        showError(field, why);
        failExplore(`No result. ${labelOf(field)}: ${why}`);
        return;
    }
    result = JSON.parse(json.out);
    args = given;
    if (state.mode)
        put("say", result.instruction);
    document.title = `${result.asked ?? result.instruction} - openshfl explorer`;
    if (result.lanes === null) {
        const { summary, sb, sc } = result, registers = [sb, sc].filter((name) => name).join(" and ");
        failExplore(summary);
        showError("init", `expected what ${registers} holds, such as ${sb || sc}=lane+1`);
        return;
    }
    const stage = stageOf(state), lane = laneOf(state);
    $("commandline").textContent = commandOf(args);
    $("sentence").textContent = result.summary;
    const same = result.asked && result.instruction && !result.lanes.some((of) => of.other) && result.lanes.some((of) => !of.undefined);
    $("notes").replaceChildren(...(same ? [make("p", {}, `${result.source && result.undefined ? "Where it is defined, it" : "It"} is ` +
        `${result.instruction}.`)] : []),
        ...(isCollective(result) ? [make("p", {}, `In any warp: ${result.rule[0]}.`)] : []),
        ...["note", "undefined", "source"].filter((name) => result[name] &&
            (name !== "undefined" || (result.lanes.some((of) => of.undefined) && !isCollective(result)))).map((name) =>
            make("p", {}, `${{ note: "", undefined: "Undefined where ", source: "Source: " }[name]}${inFields(result[name])}.`)),
        ...notesOf(state).map((note) => make("p", {}, note)));
    $("shown").hidden = false;
    $("lane").max = $("reads").max = result.lanes.length - 1;
    draw($("picture"), svg.out, () => "", lane);
    for (const part of $("picture").querySelectorAll(".lane"))
        part.setAttribute("aria-label", describe(Number(part.dataset.lane)));
    showTable();
    drawStage($("picture"), stage, result.lanes);
    showStages(stage);
    showParameters(state);
    for (const [id, [, , available]] of Object.entries(COPIES))
        document.querySelector(`[data-copy="${id}"]`).disabled = available ? !available() : false;
    showLane(lane, stage);
    if (!again)
        await showEquivalents(engine, state, current);
}

// ---- what the user does

// The shuffle by its parameters in place of its text.
const byParameters = () => ({ ...CLEARED, ...Object.fromEntries(PARAMETERS.map((id) => [id, $(id).value])),
    lanes: result.lanes.length === 32 ? "" : String(result.lanes.length),
    active: result.lanes.every((of) => of.active) ? "" : mask(result, (of) => of.active) });

// With another number of lanes the fields of an instruction have another number of bits. A clamp of the last lane stays that.
function resized(lanes, state) {
    if (!result || !isShfl(result) || !(state.mode || /^\s*(@!?P\w+\s+)?SHFL/i.test(state.say)))
        return { lanes };
    const last = Number(lanes || 32) - 1, change = { ...byParameters(), active: "", lanes };
    for (const id of ["index", "segmask", "clamp"])
        if (change[id].trim() && !Number.isNaN(Number(change[id])))
            change[id] = id === "clamp" && Number(change.clamp) === result.lanes.length - 1 ? String(last)
                : id === "segmask" ? inHex(change[id] & last) : String(change[id] & last);
    return change;
}

// One lane reads another: then each lane has its own index.
const redirect = (lane, source) => ({ ...CLEARED, mode: "IDX", lane: String(lane),
    index: `[${result.lanes.map((of) => of.lane === lane ? source : of.src_lane ?? of.lane).join(",")}]`,
    lanes: result.lanes.length === 32 ? "" : String(result.lanes.length),
    active: result.lanes.every((of) => of.active) ? "" : mask(result, (of) => of.active) });

const toggle = (lane) => {
    const active = mask(result, (of) => of.active !== (of.lane === lane));
    const all = mask(result, () => true);
    return { active: active === all ? "" : active, lane: String(lane) };
};

// The name of each form, its text, and where not always: when it is available, in code and as a tooltip.
const COPIES = {
    link: ["link", () => location.href],
    command: ["command", () => commandOf(args)],
    text: ["text", async (engine) => (await engine.run(["explain", ...args])).out],
    svg: ["SVG", () => printed.out[1].out],
    c: ["C test case", () => cCase(result, commandOf(args)), () => isShfl(result), "for SHFL only"],
    ptx: ["PTX test case", () => ptxCase(result, commandOf(args)), () => isShfl(result) && result.lanes.length === 32,
        "for SHFL in a warp of 32 lanes only"],
};

async function copy(engine, id) {
    const [name, form] = COPIES[id], text = await form(engine);
    $("copytext").hidden = false;
    $("copytext").value = text;
    try {
        await navigator.clipboard.writeText(text);
        $("copied").textContent = `Copied: ${name}.`;
    } catch {
        $("copytext").select();
        $("copied").textContent = `The browser does not let the page copy: copy the ${name} from here.`;
    }
}

// go(change, from): the state changes, by what the user did at `from`.
export function wireExplore(engine, getState, go) {
    $("say").addEventListener("input", () => {
        const { init, ...rest } = CLEARED, kept = Object.fromEntries(WARP.map((id) => [id, $(id).value]));
        go({ ...rest, ...kept, say: $("say").value }, "say");
    });
    for (const id of WARP)
        $(id).addEventListener("input", () =>
            go(id === "lanes" ? resized($(id).value, getState()) : { [id]: $(id).value }, id));
    for (const id of [...PARAMETERS, "width", "slider"])
        $(id).addEventListener("input", () => {
            if (id === "width" && $("width").value === "")
                return;
            if (id === "width")
                $("segmask").value = $("width").value;
            if (id === "slider")
                $("index").value = $("slider").value;
            go(result ? byParameters() : Object.fromEntries(PARAMETERS.map((id) => [id, $(id).value])), id);
        });
    for (const id of ["index", "segmask", "clamp"])
        $(id).addEventListener("keydown", (event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key], next = Number($(id).value) + by;
            if (!by || !result || !(next >= 0 && next < result.lanes.length))
                return;
            event.preventDefault();
            $(id).value = id === "segmask" ? inHex(next) : next;
            go(byParameters(), id);
        });
    window.addEventListener("beforeprint", () => { $("tablebox").open = true; });
    $("shuffle").addEventListener("submit", (event) => event.preventDefault());
    $("example").addEventListener("change", () => {
        if ($("example").value)
            go({ ...CLEARED, lane: "", ...Object.fromEntries(new URLSearchParams($("example").value)) }, "example");
        $("example").value = "";
    });
    $("steps").addEventListener("click", (event) => {
        const { stage } = event.target.dataset;
        if (stage)
            go({ stage: stage === result.stages.at(-1) ? "" : stage }, "stage");
    });
    const at = () => stageOf(getState());
    wirePicture($("picture"), {
        hover: (lane) => result && showLane(lane, at()),
        chosen: (lane) => go({ lane: String(lane) }, "lane"),
        toggled: (lane) => go(result.vtype ? { lane: String(lane) } : toggle(lane), "toggle"),
        dragged: (lane, source) => go(isFixed() ? { lane: String(lane) } : redirect(lane, source), "drag"),
    });
    $("lane").addEventListener("input", () => $("lane").checkValidity() && go({ lane: $("lane").value }, "lane"));
    $("reads").addEventListener("input", () => {
        showError("reads", $("reads").checkValidity() ? null : `expected a lane, 0 to ${$("reads").max}`);
        if ($("reads").checkValidity())
            go(redirect(Number($("lane").value), Number($("reads").value)), "reads");
    });
    $("executes").addEventListener("input", () => go(toggle(Number($("lane").value)), "executes"));
    $("copies").replaceChildren(...Object.entries(COPIES).map(([id, [name, , , when]]) =>
        make("button", { type: "button", "data-copy": id, ...(when ? { title: when } : {}) }, name)));
    $("copies").addEventListener("click", (event) => event.target.dataset.copy && copy(engine, event.target.dataset.copy));
    $("table").addEventListener("pointerover", (event) => {
        const row = event.target.closest("tr[data-lane]");
        if (row && result)
            showLane(Number(row.dataset.lane), at());
    });
}
