// SPDX-License-Identifier: Apache-2.0
// engine.mjs PAGE.html - the engine of the page without the page: per line of standard input a call as JSON,
// [arguments, stdin]. Prints what each printed as JSON, {status, out, err}.
import { readFileSync } from "node:fs";
import { load, unpack } from "../../web/engine.mjs";

const page = readFileSync(process.argv[2], "utf8");
const engine = await load(await unpack(page.match(/id="openshfl">([^<]*)</)[1]));
const printed = [];

for (const line of readFileSync(0, "utf8").split("\n").filter((text) => text !== ""))
    printed.push(await engine.run(...JSON.parse(line)));
process.stdout.write(JSON.stringify(printed));
