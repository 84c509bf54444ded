// SPDX-License-Identifier: Apache-2.0
// lessons - a text and a state of the page for each. They are in lessons.toml; the engine fills in their numbers.
import { $, make } from "./explore.js";
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
    ? `${lanes[0]} to ${lanes.at(-1)}` : lanes.join(" and ");

// {column 5}: the value in lane 5. {column all}: the value that all lanes have. {lanes column=value}: the lanes that execute
// and have the value.
function fill(text, lanes) {
    return text.replace(/\{(\w+) (\w+)=?(\w*)\}/g, (place, name, which, value) => {
        const having = () => lanes.filter((of) => String(of[which]) === value && (of.active || which === "active"));
        const [first, ...others] = which === "all" ? lanes.map((of) => of[name]) : [lanes[which]?.[name]];
        const found = name === "lanes" ? list(having().map((of) => of.lane)) : first;
        if (found === undefined || found === "" || others.some((of) => of !== first))
            throw new Error(`lessons.toml: ${place} has no value`);
        return typeof found === "boolean" ? Number(found) : found;
    });
}

const paragraphs = (texts) => texts.map((text) => make("p", {}, text));
const link = (lesson, text) => make("a", { href: hashOf(stateOfLesson(lesson)) }, text);

// Show the lesson of an id above the view; none, if no lesson has it.
export function showLesson(id) {
    const at = LESSONS.findIndex((lesson) => lesson.id === id);
    $("lesson").hidden = at < 0;
    if (at < 0)
        return;
    const to = (lesson, text) => lesson ? [link(lesson, `${text}: ${lesson.title}`)] : [];
    $("lesson").replaceChildren(make("h2", {}, LESSONS[at].title), ...paragraphs(LESSONS[at].text),
        make("p", { class: "links" }, ...to(LESSONS[at - 1], "previous"), ...to(LESSONS[at + 1], "next")));
}

export async function wireLessons(engine) {
    for (const lesson of LESSONS) {
        const lanes = await lanesOf(engine, lesson);
        lesson.text = lesson.text.map((text) => fill(text, lanes));
    }
    $("lessonlist").replaceChildren(...LESSONS.map((lesson) =>
        make("li", {}, link(lesson, lesson.title), ...paragraphs(lesson.text.slice(0, 1)))));
}
