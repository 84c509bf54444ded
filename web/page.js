// SPDX-License-Identifier: Apache-2.0
// page - the views, the address, and the links between them.
import { load, unpack } from "./engine.mjs";
import { $, make } from "./elements.js";
import { failExplore, showExplore, wireExplore } from "./explore.js";
import { showLesson, wireLessons } from "./lessons.js";
import { kernelSteps, showKernels, wireKernels } from "./kernels.js";
import { leavePlayer, stepOf, wirePlayer } from "./player.js";
import { programSteps, showPrograms, wirePrograms } from "./programs.js";
import { hashOf, stateOf, VIEWS } from "./state.js";

// Examples of each notation, as states of Explore.
const EXAMPLES = {
    "SASS": [{ say: "SHFL.UP P1, R2, R1, 1, 0x1800" }, { say: "SHFL.IDX P0, R2, R1, R5, 0x1f", init: "R5=lane*2+1" }],
    "PTX": [{ say: "shfl.sync.down.b32 d|p, a, 4, 0x1f, -1;" }],
    "CUDA": [{ say: "__shfl_xor_sync(0xffffffff, v, 1)" }, { say: "__shfl_down_sync(0xffffffff, v, 4, 16)" }],
    "OpenCL": [{ say: "sub_group_shuffle_up(v, 1)" }],
    "Vulkan, GLSL": [{ say: "subgroupShuffleXor(v, 8)", lanes: "64" }],
    "vote, match, reduction": [{ say: "VOTE.ALL P2, P0" }, { say: "__ballot_sync(0xffffffff, lane % 3 == 0)" },
        { say: "MATCH.ANY R0, R2" }, { say: "redux.sync.max.s32 d, a, -1;" }, { say: "subgroupInclusiveAdd(v)" },
        { say: "cg::reduce(tile8, lane, cg::plus<int>())" }, { say: "__ballot(p)", gpu: "gfx90a" }],
    "block, quad, matrix": [{ say: "n = __syncthreads_count(p);", block: "48", let: "p=lane<40" },
        { say: "cub::BlockShuffle<int, 32>(temp).Offset(a, b, -2)" }, { say: "dFdxFine(v)", init: "Ra=lane*lane" },
        { say: "movmatrix.sync.aligned.m8n8.trans.b16 d, a;" }],
    "HIP": [{ say: "__shfl_up(v, 3, 16)", gpu: "gfx90a" }],
    "AMD": [
        { say: "v_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf", gpu: "gfx90a" },
        { say: "ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,4)", gpu: "gfx90a" },
        { say: "ds_bpermute_b32 v1, v2, v0", gpu: "gfx1100", lanes: "32", address: "lane*4+4" },
    ],
    "RISC-V": [{ say: "vrgather.vv v1, v2, v3", vtype: "e8,m1,ta,ma", init: "v3=15-lane" },
        { say: "vslideup.vi v4, v2, 3, v0.t", vtype: "e16,m2,tu,mu", init: "v0=0xbeef" },
        { say: "__riscv_vcompress_vm_u8m1(a, mask, vl)", let: "mask=lane%3==0" }],
    "parameters": [{ mode: "IDX", index: "[3,2,1,0]", clamp: "3", segmask: "28" }],
};
const GPUS = ["gfx700", "gfx803", "gfx900", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1200", "gfx1250"];

let state = stateOf(location.hash), turn = 0, last = null, linked = false, seen = null;
const latest = {}; // the address of each view when it was last seen

const SHOW = { explore: showExplore, programs: showPrograms, kernels: showKernels, lessons: () => {} };

async function render(engine) {
    const mine = ++turn;
    delete document.documentElement.dataset.ready;
    latest[state.view] = hashOf(state);
    for (const view in VIEWS)
        $(`view-${view}`).hidden = view !== state.view;
    for (const link of document.querySelectorAll("nav a[data-view]")) {
        link.href = latest[link.dataset.view] ?? `#${link.dataset.view}`;
        if (link.dataset.view === state.view)
            link.setAttribute("aria-current", "page");
        else
            link.removeAttribute("aria-current");
    }
    if (state.view !== seen)
        leavePlayer();
    seen = state.view;
    $("ran").classList.toggle("kernel", state.view === "kernels");
    if (state.view !== "explore")
        $("picture").replaceChildren();
    document.title = `${$(`${state.view}-title`).textContent} - openshfl explorer`;
    showLesson(state.lesson);
    try {
        await SHOW[state.view](engine, state, () => mine === turn);
    } catch (error) { // a defect: no result of another state may stay
        failExplore("");
        leavePlayer();
        $("sentence").textContent = $("stepline").textContent = `No result: the engine failed. ${error}`;
        console.error(error);
    }
    if (linked) // who follows a link reads from the top; a browser alone leaves the page where it was scrolled
        window.scrollTo(0, 0);
    linked = false;
    if (mine === turn)
        document.documentElement.dataset.ready = "yes"; // for tests: nothing is under way
}

// Change the state. Further typing in one field is one step of the history.
function go(engine, change, from) {
    const before = hashOf(state);
    state = { ...state, ...change };
    if (hashOf(state) !== before)
        history[from === last ? "replaceState" : "pushState"](null, "", hashOf(state));
    last = from;
    render(engine);
}

function wireExamples() {
    for (const [group, states] of Object.entries(EXAMPLES))
        $("example").append(make("optgroup", { label: group },
            ...states.map((of) => make("option", { value: new URLSearchParams(of) }, of.say ?? `${of.mode} ${of.index}, clamp ${of.clamp}`))));
    $("gpus").replaceChildren(...GPUS.map((value) => make("option", { value })));
    $("lanes").replaceChildren(make("option", { value: "" }, "default"),
        ...[2, 4, 8, 16, 32, 64].map((count) => make("option", { value: count }, String(count))));
}

const engine = await load(await unpack($("openshfl").textContent));
const getState = () => state;
globalThis.openshfl = engine; // for the console, and for tests
wireExamples();
await wireLessons(engine);
wireExplore(engine, getState, (change, from) => go(engine, change, from));
wirePrograms(getState, (change, from) => go(engine, change, from));
wireKernels(getState, (change, from) => go(engine, change, from));
const steps = () => state.view === "kernels" ? kernelSteps() : programSteps();
wirePlayer(() => stepOf(state, steps()), steps, (at) => go(engine, { at: String(at) }, "step"));
window.addEventListener("popstate", () => {
    state = stateOf(location.hash);
    last = null;
    render(engine);
});
document.addEventListener("submit", (event) => event.preventDefault()); // no form is sent
document.addEventListener("click", (event) => { linked = event.target.closest("a[href^='#']:not(.skip)") !== null; });
document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    [...document.querySelectorAll(".picture")].find((box) => box.offsetParent)?.focus();
});
await render(engine);
