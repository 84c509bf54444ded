// SPDX-License-Identifier: Apache-2.0
// explore - one shuffle, vote, match or reduction: an instruction or its parameters, and the result as a picture, lane by lane, with its equivalents.
// The engine computes all results; nothing about a shuffle is computed here.
import { $, make, put, showError } from "./elements.js";
import { draw, drawStage, mark, valueIn, wirePicture } from "./picture.js";
import { canBeAmd, changeOf, CLEARED, explainArguments, hashOf, isAmd, isRvv } from "./state.js";

const isShfl = (result) => result.kind === "SHFL" && result.lanes !== null;

// A vote, match or reduction, or a function of a ballot.
const isCollective = (result) => !["SHFL", "AMD", "RVV"].includes(result.kind);

// The lanes for which a test holds, as a mask.
const mask = (result, test) => "0x" +
    result.lanes.reduce((bits, lane) => test(lane) ? bits | 1n << BigInt(lane.lane) : bits, 0n).toString(16);

const PARAMETERS = ["mode", "index", "segmask", "clamp"];
const WARP = ["gpu", "lanes", "active", "block", "policy", "address", "vtype", "vl", "vstart", "vlen", "init", "let"];
const FIELDS = ["say", ...PARAMETERS, ...WARP];

// What the page shows now: the result, as JSON of the command, and the arguments that gave it; the values in the upper and lower
// boxes; and what the command printed for which arguments, so that another lane or stage calls nothing.
let result = null, args = [], boxes = [], printed = null;
let unfolded = null; // by the user, until there is another text: whether the fields below "More" are shown

// Unfold the fields that the text needs, or that have an error or a value; fold them again for another text.
function unfold(state) {
    $("amd").hidden = !canBeAmd(state);
    $("rvv").hidden = !isRvv(state);
    $("warp").hidden = isRvv(state);
    $("policyfield").hidden = isRvv(state) || isAmd(state);
    const given = [...$("more").querySelectorAll("fieldset:not([hidden]) :is(input, select)")].some((field) => field.value);
    $("more").open = $("more").querySelector("[aria-invalid]") !== null || (unfolded ?? (isRvv(state) || isAmd(state) || given));
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
    const of = result.lanes[lane], { from: brought, to: got } = boxes[lane];
    if (result.vtype)
        return `element ${lane}: ${of.src_lane === null ? of.steps[0] : `reads element ${of.src_lane}`}; ${of.steps[2]}`;
    if (!of.active)
        return `lane ${lane} does not execute`;
    if (isCollective(result))
        return `lane ${lane} brings ${brought} and gets ${[...of.rd === null && !of.undefined ? [] : [got],
            ...of.pu === null ? [] : [`the predicate ${of.pu ? 1 : 0}`]].join(" and ") || "nothing"}`;
    if (!isShfl(result)) {
        const from = of.src_lane === null ? "reads no lane" : `reads lane ${of.src_lane}` +
            (of.src_active ? "" : ", which does not execute");
        const what = { data: `gets ${got}`, zero: "gets 0", keep: "keeps what it had" }[of.what];
        return `lane ${lane} ${from}, ${what}${of.open ? `; the documents leave this open: docs/amd.md ${of.open}` : ""}`;
    }
    if (of.other)
        return `lane ${lane} reads lane ${of.src_lane} of the other argument`;
    if (of.undefined && result.undefined && !isRule(result))
        return `lane ${lane}: undefined`;
    return `lane ${lane} ${of.in_range ? `reads lane ${of.src_lane}` : "is out of range and keeps its own value"}` +
        `${of.src_active ? "" : ", which does not execute"}; Rd is ${of.rd === null ? "undefined" : got}, ` +
        `Pu is ${of.pu ? 1 : 0}`;
}

// Is its document that of SHFL itself?
const isRule = (of) => of.source.startsWith("docs/rules.md");

// Can no lane be given another source? A vote has none, and what a vector's element reads is in registers.
const isFixed = () => isCollective(result) || Boolean(result.vtype);

// The lane in a sentence, and then what each stage does in it; the stage that is shown is in bold.
const arithmetic = (lane, stage) => [make("span", {}, describe(lane)), ...result.stages.map((name, i) =>
    make(name === stage ? "b" : "span", {}, `${name}: ${result.lanes[lane].steps[i]}`))];

const stageOf = (state) => result.stages.includes(state.stage) ? state.stage : result.stages.at(-1);

function showLane(lane, stage) {
    $("lane").value = lane;
    $("reads").value = result.lanes[lane].src_lane ?? "";
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
    const cell = (of, name) => name === "rd" && of.rd === null ? "-" : ["ra", "rd"].includes(name)
        ? boxes[of.lane][name === "rd" ? "to" : "from"] || value(of[name]) : value(of[name]);
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
    const isFree = !isFixed();
    $("readsfield").hidden = !isFree;
    $("executesfield").hidden = Boolean(result.vtype);
    $("picture").classList.toggle("free", isFree);
    $("tip").textContent = `${isFree ? "Drag a lower box to the lane to read. " : ""}Arrow keys select ${result.vtype ? "an element"
        : "a lane; space switches it off"}.`;
    $("parameters").hidden = !isShfl(result);
    if (!isShfl(result)) // it has other operands
        return;
    const lanes = result.lanes.length, widths = [];
    for (let width = lanes; width >= 1; width /= 2)
        widths.push(make("option", { value: inHex(lanes - width) }, String(width)));
    $("width").replaceChildren(...widths, make("option", { value: "" }, "other"));
    $("slider").max = lanes - 1;
    for (const name of ["index", "segmask", "clamp"])
        if (document.activeElement !== $(name) || !state.mode)
            put(name, state.mode && state[name] || textOfOperand(name));
    $("mode").value = result.operation;
    $("slider").value = result.lanes[0].index;
    $("width").value = widths.some((option) => option.value === textOfOperand("segmask")) ? textOfOperand("segmask") : "";
}

async function showEquivalents(engine, state, current) {
    const { status, out } = await engine.run(["explain", "--equivalents", "--json", ...args]);
    if (!current()) {
        printed = null;
        return;
    }
    const ways = status === 0 ? JSON.parse(out).equivalents : [];
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

const SHOWN = ["shown", "onelane", "rest"]; // what a result has

// Show that there is no result, and why. The parameters are then those of no instruction, unless they are what is wrong.
export function failExplore(why, byText = true) {
    result = printed = null;
    SHOWN.forEach((id) => { $(id).hidden = true; });
    $("parameters").hidden = byText;
    $("picture").replaceChildren();
    $("sentence").textContent = why;
    $("notes").replaceChildren();
}

// What the command lacks, and an example of it, from its message: "give it with --init a0=3".
function lacking(err, state) {
    const [, option, example] = err.match(/\bgive (?:it|them) with --(init|let|vtype) (\S+)/) ?? [];
    if (err.includes("--address is missing"))
        return ["address", $("address").placeholder];
    return example && !example.endsWith("=VALUE") ? [option, example.replace(/,$/, "")] : [];
}

// What the command answers to a state. A field that was filled in for the text before and that this text refuses is left out, and an
// operand that is missing is an example; a note says so. Either { result, args, svg, notes } or { error: [field, message] }.
async function settled(engine, state) {
    const notes = [], of = { ...state }, add = (field, text) => { of[field] += (of[field] && " ") + text; };
    const taken = (field, text) => notes.push(`${text} is taken as an example; give another in "${labelOf(field)}".`);
    for (;;) {
        const given = explainArguments(of), { status, out, err } = await engine.run(["explain", "--json", ...given]);
        if (status !== 0) {
            const [field, why] = explainError(err, of), [lacks, example] = lacking(err, of);
            if (lacks && (!of[lacks] || ["init", "let"].includes(lacks))) {
                add(lacks, example);
                taken(lacks, example);
            } else if (of[field] && of.before.split("+").includes(field)) {
                notes.push(`"${labelOf(field)}" has what was for the text before, ${of[field]}. It is left out here: ${why}.`);
                of[field] = "";
            } else
                return { error: [field, why] };
            continue;
        }
        const result = JSON.parse(out);
        if (result.lanes !== null)
            return { result, args: given, notes, svg: (await engine.run(["explain", "--svg", "-", ...given])).out };
        const isUp = result.operation === "UP", last = inHex(Number(of.lanes || 32) - 1);
        for (const [name, text] of [[result.sb, isUp ? "lane/2+1" : "lane+1"], [result.sc, isUp ? "0" : last]])
            if (name && !of.init.split(/\s+/).some((each) => each.startsWith(`${name}=`))) {
                add("init", `${name}=${text}`);
                taken("init", `${name}=${text}`);
            }
    }
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
    const out = again ? printed.out : await settled(engine, state);
    if (!current())
        return;
    printed = { given, out };
    FIELDS.forEach((id) => showError(id, null));
    if (out.error) {
        const [field, why] = out.error;
        showError(field, why);
        unfold(state);
        failExplore(`No result. ${labelOf(field)}: ${why}`, !state.mode);
        return;
    }
    ({ result, args } = out);
    if (state.mode)
        put("say", result.instruction);
    document.title = `${result.asked ?? result.instruction} - openshfl explorer`;
    const stage = stageOf(state), lane = laneOf(state);
    $("sentence").textContent = result.summary;
    const same = result.asked && result.instruction && !result.lanes.some((of) => of.other) && result.lanes.some((of) => !of.undefined);
    $("notes").replaceChildren(...(same ? [make("p", {}, `${result.undefined && !isRule(result) ? "Where it is defined, it" : "It"} is ` +
        `${result.instruction}.`)] : []),
        ...(isCollective(result) ? [make("p", {}, `In any warp: ${result.rule[0]}.`)] : []),
        ...["note", "undefined", "source"].filter((name) => result[name] &&
            (name !== "undefined" || (result.lanes.some((of) => of.undefined) && !isCollective(result)))).map((name) =>
            make("p", {}, `${{ note: "", undefined: "Undefined where ", source: "Source: " }[name]}${inFields(result[name])}.`)),
        ...[...out.notes, ...notesOf(state)].map((note) => make("p", {}, note)));
    SHOWN.forEach((id) => { $(id).hidden = false; });
    $("lane").max = $("reads").max = result.lanes.length - 1;
    draw($("picture"), out.svg, () => "", lane);
    boxes = result.lanes.map((of) => Object.fromEntries(["from", "to"].map((end) => [end, valueIn($("picture"), of.lane, end)])));
    for (const part of $("picture").querySelectorAll(".lane"))
        part.setAttribute("aria-label", describe(Number(part.dataset.lane)));
    showTable();
    drawStage($("picture"), stage, result.lanes);
    showStages(stage);
    showParameters(state);
    unfold(state);
    showLane(lane, stage);
    if (!again)
        await showEquivalents(engine, state, current);
}

// ---- what the user does

const parameters = () => Object.fromEntries(PARAMETERS.map((id) => [id, $(id).value]));

// A shuffle by its parameters in place of its text, in the lanes of the result.
const byParameters = (given = parameters()) => ({ ...CLEARED, ...given,
    lanes: result.lanes.length === 32 ? "" : String(result.lanes.length),
    active: result.lanes.every((of) => of.active) ? "" : mask(result, (of) => of.active) });

// The clamp that lets a mode read all lanes of the segment.
const endOf = (mode) => mode === "UP" ? "0" : String(result.lanes.length - 1);

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
const redirect = (lane, source) => byParameters({ mode: "IDX", lane: String(lane),
    index: `[${result.lanes.map((of) => of.lane === lane ? source : of.src_lane ?? of.lane).join(",")}]` });

const toggle = (lane) => {
    const active = mask(result, (of) => of.active !== (of.lane === lane));
    const all = mask(result, () => true);
    return { active: active === all ? "" : active, lane: String(lane) };
};

// Quoted for a shell.
const commandOf = (args) => ["openshfl explain", ...args.map((arg) =>
    /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replace(/'/g, "'\\''")}'`)].join(" ");

// The name of each form, and its text.
const COPIES = {
    link: ["link", () => location.href],
    command: ["command", () => commandOf(args)],
    text: ["text", async (engine) => (await engine.run(["explain", ...args])).out],
    svg: ["SVG", () => printed.out.svg],
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
        const kept = Object.fromEntries(WARP.map((id) => [id, $(id).value]));
        unfolded = null;
        go({ ...CLEARED, ...kept, say: $("say").value, before: WARP.filter((id) => kept[id]).join("+") }, "say");
    });
    for (const id of WARP)
        $(id).addEventListener("input", () => {
            const before = getState().before.split("+").filter((each) => each !== id).join("+");
            go(id === "lanes" ? { before, ...resized($(id).value, getState()) } : { before, [id]: $(id).value }, id);
        });
    $("more").querySelector("summary").addEventListener("click", () => { unfolded = !$("more").open; });
    for (const id of [...PARAMETERS, "width", "slider"])
        $(id).addEventListener("input", () => {
            if (id === "width" && $("width").value === "")
                return;
            if (id === "width")
                $("segmask").value = $("width").value;
            if (id === "slider")
                $("index").value = $("slider").value;
            if (id === "mode" && result && $("clamp").value === endOf(result.operation)) // a clamp at the end of the mode stays there
                $("clamp").value = endOf($("mode").value);
            go(result ? byParameters() : parameters(), id);
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
    $("example").addEventListener("change", () => {
        unfolded = null;
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
    $("copies").replaceChildren(...Object.entries(COPIES).map(([id, [name]]) =>
        make("button", { type: "button", "data-copy": id }, name)));
    $("copies").addEventListener("click", (event) => event.target.dataset.copy && copy(engine, event.target.dataset.copy));
    $("table").addEventListener("pointerover", (event) => {
        const row = event.target.closest("tr[data-lane]");
        if (row && result)
            showLane(Number(row.dataset.lane), at());
    });
}
