// SPDX-License-Identifier: Apache-2.0
// lessons - texts beside states of the page. They are in lessons.toml.
import { $, make } from "./explore.js";
import { hashOf, VIEWS } from "./state.js";

const LESSONS = JSON.parse($("lessondata").textContent);

const paragraphs = (texts) => texts.map((text) => make("p", {}, text));

// A link to a lesson: its fields, in the view that has them.
function link(lesson, text) {
    const view = Object.keys(VIEWS).find((name) => lesson[name]);
    return make("a", { href: hashOf({ view, ...VIEWS[view], ...lesson[view], lesson: lesson.id }) }, text);
}

// Show the lesson of an id beside the view; none, if no lesson has it.
export function showLesson(id) {
    const at = LESSONS.findIndex((lesson) => lesson.id === id);
    $("lesson").hidden = at < 0;
    if (at < 0)
        return;
    const to = (lesson, text) => lesson ? [link(lesson, `${text}: ${lesson.title}`)] : [];
    $("lesson").replaceChildren(make("h2", {}, LESSONS[at].title), ...paragraphs(LESSONS[at].text),
        make("p", { class: "links" }, ...to(LESSONS[at - 1], "before"), ...to(LESSONS[at + 1], "next")));
}

export function wireLessons() {
    $("lessonlist").replaceChildren(...LESSONS.map((lesson) =>
        make("li", {}, link(lesson, lesson.title), ...paragraphs(lesson.text.slice(0, 1)))));
}
