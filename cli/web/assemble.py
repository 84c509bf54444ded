# SPDX-License-Identifier: Apache-2.0
"""assemble.py MODULE.wasm EXERCISES.json PAGE.html - put the explorer's parts into one file.

cli/web/page.html is the frame. The file NAME of web/ replaces /*NAME*/, such as /*page.css*/. The scripts become one
module, without comments, indentation, import lines and the keyword export. openshfl.wasm is MODULE.wasm and
exercises.json is EXERCISES.json; lessons.json has the lessons of cli/web/lessons.toml, whose texts are lists of
paragraphs: all three compressed by gzip, in text of seven bits a character. programs.json has the programs of
cli/programs/ by their names.
"""

import gzip
import json
import os
import pathlib
import re
import sys
import tomllib

WEB = pathlib.Path(__file__).resolve().parent


# what the text of a script cannot hold, or does not keep: U+0080 and so on stand for it; engine.mjs has it, too
ABSENT = "\0\r<"


def packed(content):
    """Seven bits of the bytes, the first the highest, are a character; the last has zeros below. Base64 has six."""
    data = gzip.compress(content, 9, mtime=0)
    bits = int.from_bytes(data, "big") << (-8 * len(data) % 7)
    count = -(-8 * len(data) // 7)
    text = "".join(chr(bits >> 7 * n & 127) for n in range(count - 1, -1, -1))
    return text.translate({ord(absent): 128 + n for n, absent in enumerate(ABSENT)})


def lessons():
    """The lessons of cli/web/lessons.toml; each text is a list of paragraphs without line breaks."""
    listed = tomllib.loads((WEB / "lessons.toml").read_text(encoding="utf-8"))["lesson"]
    return [{**each, "text": [" ".join(text.split()) for text in each["text"].split("\n\n")]} for each in listed]


def flush(text):
    """Without the blanks that lines begin with, but for those in a text between backquotes. 6 kB of the page."""
    lines, inside = [], False
    for line in text.split("\n"):
        lines.append(line if inside else line.lstrip(" "))
        inside ^= line.count("`") % 2 == 1
    return "\n".join(lines)


def part(name, module, exercises):
    if name == "openshfl.wasm":
        return packed(pathlib.Path(module).read_bytes())
    if name == "exercises.json":
        return packed(pathlib.Path(exercises).read_bytes())
    if name == "lessons.json":
        return packed(json.dumps(lessons()).encode())
    if name == "programs.json":
        paths = sorted((WEB.parent / "programs").glob("*.sass"))
        return json.dumps({path.stem: path.read_text(encoding="utf-8") for path in paths}).replace("<", "\\u003c")
    text = (WEB / name).read_text(encoding="utf-8").strip()
    if name.endswith("js"):  # 7 kB of the page
        text = re.sub(r"^ *//.*\n", "", text, flags=re.MULTILINE)
    text = flush(text)
    return re.sub(r"^import .*\n|^export ", "", text, flags=re.MULTILINE)


def main(module, exercises, page):
    frame = (WEB / "page.html").read_text(encoding="utf-8")
    whole = re.sub(r"/\*([a-z]+\.[a-z]+)\*/", lambda found: part(found[1], module, exercises), frame)
    partial = pathlib.Path(f"{page}.{os.getpid()}.part")
    partial.write_text(whole, encoding="utf-8")
    partial.replace(page)


if __name__ == "__main__":
    main(*sys.argv[1:])
