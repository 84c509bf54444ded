// SPDX-License-Identifier: Apache-2.0
// engine.mjs PAGE.html - the page's engine without a page: a question per line of standard input, as JSON,
// [words, stdin]; the answers, {status, out, err}, as a JSON array. The last word of "time" asks how long a call took.
import { readFileSync } from "node:fs";
import { load, unpack } from "../../web/engine.mjs";

const begin = performance.now();
const page = readFileSync(process.argv[2], "utf8");
const engine = await load(await unpack(page.match(/id="openshfl">([^<]*)</)[1]));
const lines = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
const answers = [];

for (const line of lines) {
    answers.push(await engine.run(...JSON.parse(line)));
    if (answers.length === 1)
        answers.first = performance.now() - begin;
}
const all = performance.now() - begin;
process.stdout.write(JSON.stringify({ answers, first: answers.first, each: (all - answers.first) / answers.length }));
