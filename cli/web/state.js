// SPDX-License-Identifier: Apache-2.0
// state - what the page shows, as an object and as the address behind the #. An address holds all of it.

// Each view and what it starts with. All values are text.
export const VIEWS = {
    explore: {
        say: "SHFL.UP P1, R2, R1, 1, 0x1800", mode: "", index: "", clamp: "", segmask: "",
        gpu: "", lanes: "", active: "", policy: "", address: "", init: "", stage: "", lane: "", lesson: "",
    },
    programs: { program: "exclusive_scan", text: "", active: "", init: "", at: "0", lesson: "" },
    lessons: {},
    exercises: { exercise: "1", setting: "" },
};

// The state that an address holds; what it does not say is as at the start, and what the view has not is left out.
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
    const said = Object.entries(VIEWS[state.view])
        .filter(([key, start], i) => i === 0 || state[key] !== start)
        .map(([key]) => `${key}=${plain(state[key])}`);
    return `#${state.view}${said.length ? "?" + said.join("&") : ""}`;
}

// ---- and as the words that the command takes

// The options of `openshfl explain` that are fields of Explore. Where `mode` is, `say` is empty: the knobs say it.
export const OPTIONS = ["mode", "index", "clamp", "segmask", "gpu", "lanes", "active", "policy", "address"];
export const UNSAID = Object.fromEntries(["say", "init", ...OPTIONS].map((name) => [name, ""]));

const inits = (text) => text.split(/\s+/).filter((word) => word).flatMap((word) => ["--init", word]);
const options = (state, names) => names.filter((name) => state[name]).flatMap((name) => [`--${name}`, state[name]]);

export function explainWords(state) {
    const said = state.mode ? [] : state.say.startsWith("-") ? ["--", state.say] : [state.say];
    return said[0] === "--" ? [...options(state, OPTIONS), ...inits(state.init), ...said]
        : [...said, ...options(state, OPTIONS), ...inits(state.init)];
}

// The other way: of such words, what they change in a state.
export function changeOf(words) {
    const change = { ...UNSAID };
    for (let i = 0; i < words.length; i++)
        if (words[i] === "--init")
            change.init += (change.init && " ") + words[++i];
        else if (words[i].startsWith("--"))
            change[words[i].slice(2)] = words[++i];
        else
            change.say = words[i];
    return change;
}

export function runWords(state) {
    return ["-", ...options(state, ["active"]), ...inits(state.init)];
}
