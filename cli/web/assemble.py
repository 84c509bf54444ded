# SPDX-License-Identifier: Apache-2.0
"""assemble.py FRAME PAGE.html NAME=FILE ... - put the explorer's parts into one file.

The frame is page.html or kernels.html of cli/web/. The file NAME of web/ replaces /*NAME*/, such as /*page.css*/. The
scripts become one module, without comments, indentation, import lines and the keyword export. A NAME with a FILE,
openshfl.wasm, is that file, and lessons.json has the lessons of cli/web/lessons.toml, whose texts are lists of
paragraphs: both compressed by gzip, in text of seven bits a character. programs.json has the programs of
cli/programs/ by their names, kernels.json the examples of kernels.
"""

import gzip
import json
import lzma
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


# of each example of a kernel: program of the H100's record, kernel, threads of a block, arguments
KERNELS = {
    "a sum that forgets partial warps": ("reduce.nvcc.sm_75", "partial_reduce", "20", "0=lane 1=buffer:1"),
    "a shuffle from two branches": ("diverged.nvcc.sm_75", "sites", "32", "0=lane 1=buffer:32"),
    "compaction by ballot": ("order.nvcc.sm_75", "compact", "64", "0=lane^21 1=buffer:64 2=buffer:1 3=9"),
}


def kernels():
    """Each kernel alone, behind the head of its file."""
    every = {}
    record = json.loads(lzma.decompress((WEB.parents[1] / "silicon/programs/h100-programs.json.xz").read_bytes()))
    for name, (file, kernel, block, arguments) in KERNELS.items():
        text = record["ptx"][file]
        head = re.match(r"(?:(?://|\.version|\.target|\.address_size).*\n)+", text)[0]
        body = re.search(rf"^\.visible \.entry {kernel}\(.*?^}}\n", text, re.MULTILINE | re.DOTALL)[0]
        every[name] = {"text": head + body, "kernel": kernel, "block": block, "args": arguments}
    return every


def part(name, files):
    if name in files:
        return packed(pathlib.Path(files[name]).read_bytes())
    if name == "kernels.json":
        return json.dumps(kernels()).replace("<", "\\u003c")
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


def main(frame, page, *files):
    named = dict(file.split("=", 1) for file in files)
    text = (WEB / frame).read_text(encoding="utf-8")
    whole = re.sub(r"/\*([a-z]+\.[a-z]+)\*/", lambda found: part(found[1], named), text)
    partial = pathlib.Path(f"{page}.{os.getpid()}.part")
    partial.write_text(whole, encoding="utf-8")
    partial.replace(page)


if __name__ == "__main__":
    main(*sys.argv[1:])
