// SPDX-License-Identifier: Apache-2.0
// engine.mjs PAGE.html - the page's engine without a page: a question per line of standard input, as JSON,
// [words, stdin]. Prints JSON: the answers, {status, out, err}; the milliseconds of processor time to the first answer, and
// for each of the others.
import { readFileSync } from "node:fs";
import { load, unpack } from "../../web/engine.mjs";

const spent = () => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part) / 1000;
const begin = spent();
const page = readFileSync(process.argv[2], "utf8");
const engine = await load(await unpack(page.match(/id="openshfl">([^<]*)</)[1]));
const lines = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
const answers = [await engine.run(...JSON.parse(lines[0]))];
const first = spent() - begin;

for (const line of lines.slice(1))
    answers.push(await engine.run(...JSON.parse(line)));
const each = (spent() - begin - first) / (answers.length - 1);
process.stdout.write(JSON.stringify({ answers, first, each }));
