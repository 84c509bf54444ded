// SPDX-License-Identifier: Apache-2.0
// player - the steps of a program: the buttons, the table of what each step wrote, and the picture of the one that is shown.
import { $, drawExplained, make, showTrace } from "./elements.js";
import { mark, wirePicture } from "./picture.js";

const PAUSE = 1000; // ms from step to step
let playing = null;

export const stepOf = (state, count) => Math.min(Math.max(Number.parseInt(state.at, 10) || 0, 0), count);

function stop() {
    clearInterval(playing);
    playing = null;
    $("play").textContent = "play";
}

// There is nothing to show: of another view, or of a text that is refused.
export function leavePlayer() {
    stop();
    $("ran").hidden = true;
    $("trace").replaceChildren();
    $("steppicture").replaceChildren();
}

// Show step at of count: the rows of the table, each [number, name, what it wrote]; its line; and its picture, what explained()
// gives and where it opens, or a hint.
export function showPlayer(at, count, rows, line, shown, href, hint) {
    $("ran").hidden = false;
    $("at").max = count;
    $("at").value = at;
    $("first").disabled = $("back").disabled = at === 0;
    $("next").disabled = $("last").disabled = at === count;
    showTrace($("trace"), rows, at);
    $("stepline").textContent = `Step ${at} of ${count}: ${line}${shown ? `: ${shown.explanation.summary}` : ""}`;
    $("stepopen").hidden = !shown;
    if (shown) {
        drawExplained($("steppicture"), shown);
        $("stepopen").href = href;
    } else
        $("steppicture").replaceChildren(make("p", { class: "hint" }, hint));
}

// now(): the step that is shown; count(): how many there are; go(at): show another one.
export function wirePlayer(now, count, go) {
    const follow = (lane) => [$("steppicture"), $("trace")].forEach((part) => mark(part, lane));
    const steps = { first: () => 0, back: () => now() - 1, next: () => now() + 1, last: count };
    for (const [id, step] of Object.entries(steps))
        $(id).addEventListener("click", () => go(step()));
    $("at").addEventListener("input", () => go($("at").value));
    $("play").addEventListener("click", () => {
        if (playing !== null) {
            stop();
            return;
        }
        $("play").textContent = "pause";
        go(now() === count() ? 0 : now() + 1);
        playing = setInterval(() => now() < count() ? go(now() + 1) : stop(), PAUSE);
    });
    wirePicture($("steppicture"), { hover: follow, chosen: follow });
    $("trace").addEventListener("pointerover", (event) =>
        event.target.dataset.lane !== undefined && follow(Number(event.target.dataset.lane)));
}
