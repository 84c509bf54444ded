// SPDX-License-Identifier: Apache-2.0
// picture - the picture that `openshfl explain --svg` draws, in the page: its colours follow light and dark (page.css), a
// lane takes focus, and the lower box of a lane can be dragged to the lane to read.

// Before there is a result, the lower boxes show a value of the stage; and before the range check they have no marks of range.
// The names of the stages are those of the command.
const FACTS = { "decode": "index", "lane index": "j", "range check": "src_lane", "source": "src_lane" };
const UNMARKED = ["decode", "lane index", "source"];

const themed = (svg) => svg.replace(/((?:fill|stroke)(?:: |="))#([0-9a-f]{3,6})\b/g, "$1var(--c-$2, #$2)");
const parts = (box, lane) => box.querySelectorAll(`[data-lane="${lane}"]`);

const SMALLEST = 0.8, ROOMY = 1.1, LARGEST = 1.3; // scale; of one with a text at its side; a picture that is wider than its box is scrolled

// The legend as a list, which wraps where the picture is scrolled. It is what follows the lanes: for each mark an arrow (or
// none), a box and a text; then the lines of a note.
function legendOf(picture) {
    const list = document.createElement("ul");
    let drawn = [];
    list.className = "legend";
    for (const part of picture.querySelectorAll(".lane ~ :not(.lane)")) {
        if (!part.matches("text")) {
            drawn.push(part);
            continue;
        }
        const item = list.appendChild(document.createElement("li")), box = drawn.find((each) => each.matches("rect"));
        if (box) {
            const sample = item.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
            const x = Number(box.getAttribute("x")) - 35, y = Number(box.getAttribute("y")) - 2;
            sample.setAttribute("viewBox", `${x} ${y} 56 22`);
            sample.append(...drawn);
        }
        item.append(part.textContent);
        part.remove();
        drawn = [];
    }
    return list;
}

// Draw. current: the lane that is marked and takes focus, or null. describe(lane): the lane as a sentence, its accessible name.
export function draw(box, svg, describe, current) {
    const position = box.scrollLeft, focused = document.activeElement.matches(".lane") && box.contains(document.activeElement);
    box.innerHTML = themed(svg);
    const picture = box.firstElementChild, band = picture.querySelector(".band");
    const { width } = picture.viewBox.baseVal, top = Number(band.getAttribute("y")) - 1;
    const height = Number(band.getAttribute("height")) + 2;
    box.append(Object.assign(document.createElement("p"), { className: "sideways",
        textContent: "The picture is wider than the window: scroll it sideways." }), legendOf(picture));
    while (band.previousElementSibling.matches("text")) // the title and the sentence are in the page, too
        band.previousElementSibling.remove();
    picture.setAttribute("viewBox", `0 ${top} ${width} ${height}`);
    picture.setAttribute("role", "group");
    for (const lane of picture.querySelectorAll(".lane")) {
        const k = Number(lane.dataset.lane);
        lane.setAttribute("role", "img");
        lane.setAttribute("aria-label", describe(k));
        lane.setAttribute("tabindex", k === (current ?? 0) ? 0 : -1);
    }
    box.scrollLeft = position;
    picture.style.minWidth = `${SMALLEST * width}px`;
    picture.style.maxWidth = `${LARGEST * width}px`;
    box.parentElement.style.setProperty("--width", `${ROOMY * width}px`);
    box.classList.toggle("cut", box.scrollWidth > box.clientWidth);
    mark(box, current);
    if (focused)
        picture.querySelector(".lane[tabindex='0']").focus();
}

// Show a lane, its arrow, and the boxes between which it goes.
export function mark(box, lane) {
    box.querySelectorAll(".hot").forEach((part) => part.classList.remove("hot"));
    parts(box, lane).forEach((part) => part.classList.add("hot"));
}

// Show a stage.
export function drawStage(box, stage, lanes) {
    const picture = box.firstElementChild, fact = FACTS[stage];
    picture.dataset.stage = fact ? "before" : stage;
    if (!fact)
        return;
    picture.querySelectorAll(".rows text")[2].textContent = fact === "src_lane" ? "reads" : fact;
    for (const lane of picture.querySelectorAll(".lane")) {
        const text = lane.querySelector(".to rect + text");
        if (text)
            text.textContent = lanes[lane.dataset.lane][fact] ?? "-";
        if (text && UNMARKED.includes(stage))
            lane.querySelector(".to rect").setAttribute("class", "box");
    }
}

// The value in a box of a lane, as the command prints it.
export const valueIn = (box, lane, end) =>
    box.querySelector(`.lane[data-lane="${lane}"] .${end} rect + text`)?.textContent ?? "";

// Which lane is below the pointer.
function laneAt(box, x) {
    let best = null, distance = Infinity;
    for (const lane of box.querySelectorAll(".lane")) {
        const rect = (lane.querySelector("rect") ?? lane).getBoundingClientRect();
        const away = Math.abs(x - (rect.left + rect.right) / 2);
        if (away < distance)
            [best, distance] = [Number(lane.dataset.lane), away];
    }
    return best;
}

// Call hover(lane), chosen(lane), toggled(lane) and dragged(lane, source) on what the user does.
export function wirePicture(box, { hover, chosen, toggled, dragged }) {
    const laneOf = (event) => {
        const part = event.target.closest?.("[data-lane]");
        return part ? Number(part.dataset.lane) : null;
    };
    let drag = null;
    new ResizeObserver(() => box.classList.toggle("cut", box.scrollWidth > box.clientWidth)).observe(box);

    box.addEventListener("focusin", (event) => laneOf(event) !== null && hover(laneOf(event)));
    box.addEventListener("keydown", (event) => {
        const lane = laneOf(event), count = box.querySelectorAll(".lane").length;
        const to = { ArrowLeft: lane - 1, ArrowRight: lane + 1, Home: 0, End: count - 1 }[event.key];
        if (lane === null || event.ctrlKey || event.altKey || event.metaKey)
            return;
        if (to >= 0 && to < count) {
            event.preventDefault();
            box.querySelector(".lane[tabindex='0']")?.setAttribute("tabindex", -1);
            const next = box.querySelector(`.lane[data-lane="${to}"]`);
            next.setAttribute("tabindex", 0);
            next.focus();
            chosen(to);
        } else if (event.key === " " && toggled) {
            event.preventDefault();
            toggled(lane);
        }
    });
    box.addEventListener("pointerdown", (event) => {
        const lane = laneOf(event), arrow = event.target.matches("path"), to = event.target.closest(".to");
        if (lane === null || event.button !== 0)
            return;
        if (!box.matches(".free") || !(arrow || to)) {
            chosen(lane);
            return;
        }
        const rect = box.querySelector(`.lane[data-lane="${lane}"] .to rect`);
        if (!rect)
            return;
        event.preventDefault();
        const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
        line.setAttribute("class", "drag");
        box.firstElementChild.append(line);
        drag = { lane, line, rect, moved: false };
        box.setPointerCapture(event.pointerId);
    });
    box.addEventListener("pointermove", (event) => {
        if (drag === null) { // of a pointer that moves, not of a picture that is drawn below it
            if (laneOf(event) !== null)
                hover(laneOf(event));
            return;
        }
        const at = new DOMPoint(event.clientX, event.clientY)
            .matrixTransform(box.firstElementChild.getScreenCTM().inverse());
        const { x, y, width } = drag.rect.getBBox();
        drag.moved ||= Math.hypot(at.x - (x + width / 2), at.y - y) > width;
        drag.line.setAttribute("d", `M${at.x},${at.y} L${x + width / 2},${y}`);
    });
    const end = (event, done) => {
        if (drag === null)
            return;
        const { lane, line, moved } = drag;
        drag = null;
        line.remove();
        if (done && moved)
            dragged(lane, laneAt(box, event.clientX));
        else if (done)
            chosen(lane);
    };
    box.addEventListener("pointerup", (event) => end(event, true));
    box.addEventListener("pointercancel", (event) => end(event, false));
}
