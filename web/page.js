// SPDX-License-Identifier: Apache-2.0
import { load, unpack } from "./engine.mjs";

const element = (id) => document.getElementById(id);
const engine = await load(await unpack(element("openshfl").textContent));

async function answer() {
    const question = element("question").value;
    const picture = await engine.run(["explain", question, "--svg", "-"]);
    const text = await engine.run(["explain", question]);
    element("picture").innerHTML = picture.out;
    element("text").textContent = text.out + text.err;
}
element("question").addEventListener("input", answer);
answer();
