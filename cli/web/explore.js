// SPDX-License-Identifier: Apache-2.0
// explore - one shuffle: the question in words or knobs, its answer as a picture, lane by lane, and in other words.
// All answers come from the engine; nothing about a shuffle is computed here.
import { cCase, commandOf, isShfl, mask, ptxCase } from "./copy.js";
import { draw, drawStage, mark, wirePicture, wordIn } from "./picture.js";
import { changeOf, explainWords, hashOf, UNSAID } from "./state.js";

export const $ = (id) => document.getElementById(id);
const KNOBS = ["mode", "index", "segmask", "clamp"];
const WARP = ["gpu", "lanes", "active", "policy", "address", "init"];
const FIELDS = ["say", ...KNOBS, ...WARP];

// What the page shows now: its answer as the command told it in JSON, and the words of the question; and the answers to
// those words, so that another lane or stage asks nothing.
let told = null, asked = [], answers = null;

export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    element.append(...children);
    return element;
}

// Say at a field what is wrong with it, or with null that nothing is.
export function complain(id, why) {
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

// The command's message, without what belongs to a terminal; and the field that it is about, of those in `fields`.
export function complainAbout(err, fields, other) {
    const why = err.trim().replace(/^openshfl: (explain: |run: )?/, "").replace(/^(instruction|-):\d+:/, "column ");
    const option = why.match(/--([a-z]+)/)?.[1];
    complain(fields.includes(option) ? option : other, why.replace(/^--[a-z]+:? /, "").replace(/--/g, ""));
}

// ---- a lane in words

const value = (of) => of === null || of === undefined ? "none" : typeof of === "boolean" ? (of ? "yes" : "no") : String(of);

function describe(lane) {
    const of = told.lanes[lane], got = wordIn($("picture"), lane, "to");
    if (!of.active)
        return `lane ${lane} does not execute`;
    if (!isShfl(told)) {
        const from = of.src_lane === null ? "reads no lane" : `reads lane ${of.src_lane}` +
            (of.src_active ? "" : ", which does not execute");
        const what = { data: `gets ${got}`, zero: "gets 0", keep: "keeps what it had" }[of.what];
        return `lane ${lane} ${from}, ${what}${of.open ? `; the documents leave this open: docs/amd.md ${of.open}` : ""}`;
    }
    return `lane ${lane} ${of.in_range ? `reads lane ${of.src_lane}` : "is out of range and keeps its own word"}` +
        `${of.src_active ? "" : ", which does not execute"}; Rd is ${of.rd === null ? "not defined" : got}, ` +
        `Pu is ${of.pu ? 1 : 0}`;
}

// The lane in a sentence, and then what each stage does in it; the stage that is shown is in bold.
const arithmetic = (lane, stage) => [make("span", {}, describe(lane)), ...told.stages.map((name, i) =>
    make(name === stage ? "b" : "span", {}, `${name}: ${told.lanes[lane].steps[i]}`))];

const stageOf = (state) => told.stages.includes(state.stage) ? state.stage : told.stages.at(-1);

function showLane(lane, stage) {
    $("lane").value = lane;
    $("reads").value = told.lanes[lane].src_lane ?? "";
    $("executes").checked = told.lanes[lane].active;
    $("line").replaceChildren(...arithmetic(lane, stage));
    mark($("picture"), lane);
    mark($("table"), lane);
}

const laneOf = (state) => {
    const lane = Number.parseInt(state.lane, 10);
    return lane >= 0 && lane < told.lanes.length ? lane : 0;
};

// ---- the answer

function showTable() {
    const names = Object.keys(told.lanes[0]).filter((name) => name !== "steps");
    const cell = (of, name) => name === "rd" && of.rd === null ? "-" : ["ra", "src", "rd"].includes(name)
        ? wordIn($("picture"), of.lane, name === "rd" ? "to" : "from") || value(of[name]) : value(of[name]);
    $("table").replaceChildren(
        make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...told.lanes.map((of) => make("tr", { "data-lane": of.lane }, ...names.map((name, i) =>
            i === 0 ? make("th", { scope: "row" }, value(of[name])) : make("td", {}, cell(of, name)))))));
}

function showStages(stage) {
    const buttons = () => [...$("steps").children];
    if (buttons().map((button) => button.dataset.stage).join() !== told.stages.join())
        $("steps").replaceChildren(...told.stages.map((name, i) =>
            make("button", { type: "button", "data-stage": name }, `${i + 1} ${name}`)));
    buttons().forEach((button) => button.setAttribute("aria-pressed", button.dataset.stage === stage));
}

// A field of the operands: the number that all lanes have, or the list of what each has.
function operand(name) {
    const of = told.lanes.map((lane) => lane[name]);
    return of.every((each) => each === of[0]) ? String(of[0]) : `[${of.join(",")}]`;
}

function showKnobs(state) {
    $("knobs").disabled = !isShfl(told);
    if (!isShfl(told))
        return;
    const lanes = told.lanes.length, widths = [];
    for (let width = lanes; width >= 1; width /= 2)
        widths.push(make("option", { value: lanes - width }, String(width)));
    $("width").replaceChildren(...widths, make("option", { value: "" }, "other"));
    $("slider").max = lanes - 1;
    for (const name of ["index", "segmask", "clamp"])
        if (document.activeElement !== $(name) || !state.mode)
            put(name, state.mode && state[name] || operand(name));
    $("mode").value = told.mode;
    $("slider").value = told.lanes[0].index;
    $("width").value = widths.some((option) => option.value === operand("segmask")) ? operand("segmask") : "";
}

async function showWays(engine, state, current) {
    const { status, out } = await engine.run(["explain", "--ways", "--json", ...asked]);
    if (!current()) {
        answers = null;
        return;
    }
    const ways = status === 0 ? JSON.parse(out).ways : [];
    $("ways").hidden = ways.length === 0;
    const name = (way) => way.api + (way.gpu ? `, ${way.gpu}` : "");
    const says = (way) => make("a", { href: hashOf({ ...state, ...changeOf(way.arguments), lane: "", stage: "" }) },
        make("code", {}, way.text));
    $("waylist").replaceChildren(...ways.filter((way) => way.says).map((way) => make("tr", {},
        make("th", { scope: "row" }, name(way)), make("td", {}, says(way),
            ...(way.by_lane ? [make("span", { class: "hint" }, " with an operand in each lane")] : [])),
        make("td", { class: "hint" }, way.source))));
    $("cannot").replaceChildren(...ways.filter((way) => !way.says).map((way) => make("tr", {},
        make("th", { scope: "row" }, name(way)), make("td", {}, way.reason), make("td", { class: "hint" }, way.source))));
}

const put = (id, text) => {
    if ($(id).value !== text)
        $(id).value = text;
};

export function failExplore() {
    told = answers = null;
    $("answered").hidden = true;
    $("picture").replaceChildren();
    $("sentence").textContent = "No answer: see the message at the field.";
    $("notes").replaceChildren();
}

// Show a state. current() tells whether it still is the page's state when an answer has come.
export async function showExplore(engine, state, current) {
    for (const id of WARP)
        put(id, state[id]);
    if (state.mode)
        KNOBS.forEach((id) => state[id] && put(id, id === "mode" ? state[id].toUpperCase() : state[id]));
    else
        put("say", state.say);
    const words = explainWords(state), again = answers?.words.join("\0") === words.join("\0");
    const [json, svg] = again ? answers.told : await Promise.all([
        engine.run(["explain", "--json", ...words]), engine.run(["explain", "--svg", "-", ...words])]);
    if (!current())
        return;
    answers = { words, told: [json, svg] };
    FIELDS.forEach((id) => complain(id, null));
    if (json.status !== 0) {
        complainAbout(json.err, FIELDS, state.mode ? "mode" : "say");
        failExplore();
        return;
    }
    told = JSON.parse(json.out);
    asked = words;
    if (state.mode)
        put("say", told.instruction);
    document.title = `${told.asked ?? told.instruction} - openshfl explorer`;
    if (told.lanes === null) {
        const { summary, sb, sc } = told, registers = [sb, sc].filter((name) => name).join(" and ");
        failExplore();
        complain("init", `say what ${registers} holds, such as ${sb || sc}=lane+1`);
        $("sentence").textContent = summary;
        return;
    }
    const stage = stageOf(state), lane = laneOf(state);
    $("asked").textContent = commandOf(asked);
    $("sentence").textContent = told.summary;
    $("notes").replaceChildren(...(told.asked ? [make("p", {}, `It is ${told.instruction}.`)] : []),
        ...["note", "undefined", "source"].filter((name) => told[name]).map((name) =>
            make("p", {}, `${{ note: "", undefined: "Not defined where ", source: "Source: " }[name]}${told[name]}.`)));
    $("answered").hidden = false;
    $("lane").max = $("reads").max = told.lanes.length - 1;
    draw($("picture"), svg.out, () => "", lane);
    for (const part of $("picture").querySelectorAll(".lane"))
        part.setAttribute("aria-label", describe(Number(part.dataset.lane)));
    showTable();
    drawStage($("picture"), stage, told.lanes);
    showStages(stage);
    showKnobs(state);
    showLane(lane, stage);
    if (!again)
        await showWays(engine, state, current);
}

// ---- what the user does

// The question in place of its words: what the knobs say.
const turned = () => ({ ...UNSAID, ...Object.fromEntries(KNOBS.map((id) => [id, $(id).value])),
    lanes: told.lanes.length === 32 ? "" : String(told.lanes.length),
    active: told.lanes.every((of) => of.active) ? "" : mask(told, (of) => of.active) });

// Another number of lanes: the fields of an instruction have another number of bits. A clamp that was the last lane stays it.
function resized(lanes, state) {
    if (told === null || !isShfl(told) || !(state.mode || /^\s*(@!?P\w+\s+)?SHFL/i.test(state.say)))
        return { lanes };
    const last = Number(lanes || 32) - 1, change = { ...turned(), active: "", lanes };
    for (const id of ["index", "segmask", "clamp"])
        if (/^\d+$/.test(change[id]))
            change[id] = String(id === "clamp" && Number(change.clamp) === told.lanes.length - 1 ? last : change[id] & last);
    return change;
}

// One lane reads another: then every lane has an index of its own.
const redirect = (lane, source) => ({ ...UNSAID, mode: "IDX", lane: String(lane),
    index: `[${told.lanes.map((of) => of.lane === lane ? source : of.src_lane ?? of.lane).join(",")}]`,
    lanes: told.lanes.length === 32 ? "" : String(told.lanes.length),
    active: told.lanes.every((of) => of.active) ? "" : mask(told, (of) => of.active) });

const toggle = (lane) => {
    const active = mask(told, (of) => of.active !== (of.lane === lane));
    const all = mask(told, () => true);
    return { active: active === all ? "" : active, lane: String(lane) };
};

const COPIES = {
    link: ["link", () => location.href],
    command: ["command", () => commandOf(asked)],
    text: ["text", async (engine) => (await engine.run(["explain", ...asked])).out],
    svg: ["SVG", () => answers.told[1].out],
    c: ["C test case", () => isShfl(told) ? cCase(told, commandOf(asked)) : null],
    ptx: ["PTX test case", () => isShfl(told) ? ptxCase(told, commandOf(asked)) : null],
};

async function copy(engine, id) {
    const [name, form] = COPIES[id], text = await form(engine);
    if (text === null) {
        $("copied").textContent = id === "c" ? "There is a C test case for SHFL only."
            : "There is a PTX test case for SHFL in a warp of 32 lanes only.";
        $("copytext").hidden = true;
        return;
    }
    $("copytext").hidden = false;
    $("copytext").value = text;
    try {
        await navigator.clipboard.writeText(text);
        $("copied").textContent = `Copied: ${name}.`;
    } catch {
        $("copytext").select();
        $("copied").textContent = `The browser does not let the page copy. Take the ${name} from here.`;
    }
}

// go(change, from): the state changes, by what the user did at `from`.
export function wireExplore(engine, getState, go) {
    $("say").addEventListener("input", () => {
        const { init, ...rest } = UNSAID, kept = Object.fromEntries(WARP.map((id) => [id, $(id).value]));
        go({ ...rest, ...kept, say: $("say").value }, "say");
    });
    for (const id of WARP)
        $(id).addEventListener("input", () =>
            go(id === "lanes" ? resized($(id).value, getState()) : { [id]: $(id).value }, id));
    for (const id of [...KNOBS, "width", "slider"])
        $(id).addEventListener("input", () => {
            if (id === "width" && $("width").value === "")
                return;
            if (id === "width")
                $("segmask").value = $("width").value;
            if (id === "slider")
                $("index").value = $("slider").value;
            go(told ? turned() : Object.fromEntries(KNOBS.map((knob) => [knob, $(knob).value])), id);
        });
    for (const id of ["index", "segmask", "clamp"])
        $(id).addEventListener("keydown", (event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key], next = Number($(id).value) + by;
            if (!by || !told || !(next >= 0 && next < told.lanes.length))
                return;
            event.preventDefault();
            $(id).value = next;
            go(turned(), id);
        });
    window.addEventListener("beforeprint", () => { $("tablebox").open = true; });
    $("question").addEventListener("submit", (event) => event.preventDefault());
    $("example").addEventListener("change", () => {
        if ($("example").value)
            go({ ...UNSAID, lane: "", ...Object.fromEntries(new URLSearchParams($("example").value)) }, "example");
        $("example").value = "";
    });
    $("steps").addEventListener("click", (event) => {
        const { stage } = event.target.dataset;
        if (stage)
            go({ stage: stage === told.stages.at(-1) ? "" : stage }, "stage");
    });
    const at = () => stageOf(getState());
    wirePicture($("picture"), {
        hover: (lane) => told && showLane(lane, at()),
        chosen: (lane) => go({ lane: String(lane) }, "lane"),
        toggled: (lane) => go(toggle(lane), "toggle"),
        dragged: (lane, source) => go(redirect(lane, source), "drag"),
    });
    $("lane").addEventListener("input", () => $("lane").checkValidity() && go({ lane: $("lane").value }, "lane"));
    $("reads").addEventListener("input", () => {
        complain("reads", $("reads").checkValidity() ? null : `expected a lane, 0 to ${$("reads").max}`);
        if ($("reads").checkValidity())
            go(redirect(Number($("lane").value), Number($("reads").value)), "reads");
    });
    $("executes").addEventListener("input", () => go(toggle(Number($("lane").value)), "executes"));
    $("copies").replaceChildren(...Object.entries(COPIES).map(([id, [name]]) =>
        make("button", { type: "button", "data-copy": id }, name)));
    $("copies").addEventListener("click", (event) => event.target.dataset.copy && copy(engine, event.target.dataset.copy));
    $("table").addEventListener("pointerover", (event) => {
        const row = event.target.closest("tr[data-lane]");
        if (row && told)
            showLane(Number(row.dataset.lane), at());
    });
}
