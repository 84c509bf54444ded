// SPDX-License-Identifier: Apache-2.0
// state - what the page shows, as an object and as the address behind the #. An address holds all of it.

// Each view and what it starts with. All values are text.
export const VIEWS = {
    explore: {
        say: "SHFL.UP P1, R2, R1, 1, 0x1800", mode: "", index: "", clamp: "", segmask: "",
        gpu: "", lanes: "", active: "", policy: "", address: "",
        block: "", vtype: "", vl: "", vstart: "", vlen: "", init: "", let: "", stage: "", lane: "", lesson: "",
        before: "", // the fields, joined by +, that were filled in for the text before this one
    },
    programs: { program: "exclusive_scan", text: "", active: "", init: "", at: "1", lesson: "" },
    kernels: {}, // kernels.js: one of its examples
    lessons: {},
};

// The state of an address. A field that is missing there has its first value; a field that the view lacks is dropped.
export function stateOf(hash) {
    const [name, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
    const view = Object.hasOwn(VIEWS, name) ? name : "explore";
    const given = new URLSearchParams(query);
    const state = { view, ...VIEWS[view] };
    for (const key in VIEWS[view])
        if (given.has(key))
            state[key] = given.get(key);
    return state;
}

// The address of a state, with its #. The first value of a view is always there, so that a link keeps its meaning.
export function hashOf(state) {
    const plain = (text) => encodeURIComponent(text).replace(/%20/g, "+").replace(/%2C/g, ",")
        .replace(/[()'*!]/g, (c) => "%" + c.charCodeAt(0).toString(16));
    const fields = Object.entries(VIEWS[state.view])
        .filter(([key, start], i) => i === 0 || state[key] !== start)
        .map(([key]) => `${key}=${plain(state[key])}`);
    return `#${state.view}${fields.length ? "?" + fields.join("&") : ""}`;
}

// ---- and as arguments of the command

// The options of `openshfl explain` that are fields of Explore. Either `say` is set, the text of an instruction, or `mode`.
export const OPTIONS = ["mode", "index", "clamp", "segmask", "gpu", "lanes", "active", "block", "policy", "address",
    "vtype", "vl", "vstart", "vlen"];
export const CLEARED = Object.fromEntries(["say", "init", "let", "before", ...OPTIONS].map((name) => [name, ""]));

const listed = (option, text) => text.split(/\s+/).filter((of) => of).flatMap((of) => [option, of]);
const inits = (text) => listed("--init", text);
const options = (state, names) => names.filter((name) => state[name]).flatMap((name) => [`--${name}`, state[name]]);

// Can the text be AMD's or HIP's? The fields of AMD count for no other.
export const canBeAmd = (state) => !state.mode &&
    /\b(?:[vs]|ds)_[a-z]|amdgcn|_dpp\b|__hip_|__(?:shfl|ballot|all|any|activemask|match|reduce)/i.test(state.say);

// Is it AMD's, whose instructions need a GPU?
export const isAmd = (state) => canBeAmd(state) && (state.gpu !== "" || /\b(?:[vs]|ds)_[a-z]|amdgcn|_dpp\b|__hip_/i.test(state.say));

// Is the text a permutation of RISC-V's vectors? Their fields count for no other, nor other fields for them.
export const isRvv = (state) => !state.mode && /\bv(?:rgather|slide|fslide|compress)|__riscv_v/.test(state.say);
// Is it of the threads of a block, whose number counts for no other?
const isBlock = (state) => !state.mode && /sync_?threads_|\bbar(?:rier)?\d?\b|BAR\.RED|BlockShuffle/.test(state.say);
const RVV = ["vtype", "vl", "vstart", "vlen"];

export function explainArguments(state) {
    const text = state.mode ? [] : state.say.startsWith("-") ? ["--", state.say] : [state.say];
    const names = OPTIONS.filter((name) => RVV.includes(name) === isRvv(state) && (canBeAmd(state) || !["gpu", "address"].includes(name)) &&
        (name !== "block" || isBlock(state)));
    const given = [...options(state, names), ...inits(state.init), ...listed("--let", state.let)];
    return text[0] === "--" ? [...given, ...text] : [...text, ...given];
}

// The inverse: what such arguments change in a state.
export function changeOf(args) {
    const change = { ...CLEARED };
    for (let i = 0; i < args.length; i++)
        if (["--init", "--let"].includes(args[i])) {
            const name = args[i].slice(2);
            change[name] += (change[name] && " ") + args[++i];
        } else if (args[i].startsWith("--"))
            change[args[i].slice(2)] = args[++i];
        else
            change.say = args[i];
    return change;
}

export function runArguments(state) {
    return ["-", ...options(state, ["active"]), ...inits(state.init)];
}
