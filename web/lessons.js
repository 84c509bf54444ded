// SPDX-License-Identifier: Apache-2.0
// lessons - a text and a state of the page for each. They are in lessons.toml; the engine fills in their numbers.
import { $, make } from "./elements.js";
import { BUILTIN } from "./programs.js";
import { explainArguments, hashOf, runArguments, VIEWS } from "./state.js";

const LESSONS = JSON.parse($("lessondata").textContent);

const viewOf = (lesson) => Object.keys(VIEWS).find((name) => lesson[name]);
const stateOfLesson = (lesson) => ({ view: viewOf(lesson), ...VIEWS[viewOf(lesson)], ...lesson[viewOf(lesson)], lesson: lesson.id });

// The columns of a lesson, lane by lane: those of its shuffle, or the registers at the end of its program.
async function lanesOf(engine, lesson) {
    const state = stateOfLesson(lesson);
    if (state.view === "explore")
        return JSON.parse((await engine.run(["explain", "--json", ...explainArguments(state)])).out).lanes;
    const { out } = await engine.run(["run", ...runArguments(state), "--show", "json"], BUILTIN[state.program]);
    const registers = Object.entries(JSON.parse(out).end);
    return registers[0][1].map((_, lane) => Object.fromEntries(registers.map(([name, of]) => [name, of[lane]])));
}

const list = (lanes) => lanes.length > 2 && lanes.every((lane, i) => lane === lanes[0] + i)
    ? `${lanes[0]} to ${lanes.at(-1)}` : [lanes.slice(0, -1).join(", "), lanes.at(-1)].filter((part) => part !== "").join(" and ");

// {column 5}: the value in lane 5; {mask 5}: its rd as a mask. {column all}: the value that all lanes have. {lanes column=value}: the lanes that execute
// and have the value.
function fill(text, lanes) {
    return text.replace(/\{(\w+) (\w+)=?(\w*)\}/g, (place, name, which, value) => {
        const having = () => lanes.filter((of) => String(of[which]) === value && (of.active || which === "active"));
        const read = (of) => name === "mask" ? `0x${of.rd.toString(16).padStart(8, "0")}` : of?.[name];
        const [first, ...others] = which === "all" ? lanes.map(read) : [read(lanes[which])];
        const found = name === "lanes" ? list(having().map((of) => of.lane)) : first;
        if (found === undefined || found === "" || others.some((of) => of !== first))
            throw new Error(`lessons.toml: ${place} has no value`);
        return typeof found === "boolean" ? Number(found) : found;
    });
}

const paragraphs = (texts) => texts.map((text) => make("p", {}, text));
const link = (lesson, text) => make("a", { href: hashOf(stateOfLesson(lesson)) }, text);

// Show the lesson of an id: its title and first paragraph above the view, the others at the picture; none, if no lesson has it.
export function showLesson(id) {
    const at = LESSONS.findIndex((lesson) => lesson.id === id), lesson = LESSONS[at];
    $("lesson").hidden = $("lessontext").hidden = at < 0;
    $("head").hidden = $("examples").hidden = at >= 0;
    if (at < 0)
        return;
    const to = (other, text) => other ? [link(other, `${text}: ${other.title}`)] : [];
    const [first, ...others] = paragraphs(lesson.text), inPicture = viewOf(lesson) === "explore";
    $("lesson").replaceChildren(make("h2", {}, lesson.title), first, ...(inPicture ? [] : others),
        make("p", { class: "links" }, ...to(LESSONS[at - 1], "previous"), ...to(LESSONS[at + 1], "next")));
    $("lessontext").replaceChildren(...(inPicture ? others : []));
}

export async function wireLessons(engine) {
    for (const lesson of LESSONS) {
        const lanes = await lanesOf(engine, lesson);
        lesson.text = lesson.text.map((text) => fill(text, lanes));
    }
    $("lessonlist").replaceChildren(...LESSONS.map((lesson) =>
        make("li", {}, link(lesson, lesson.title), ...paragraphs(lesson.text.slice(0, 1)))));
}
