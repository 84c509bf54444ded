# SPDX-License-Identifier: Apache-2.0
"""assemble.py PAGE.html NAME=FILE ... - put the explorer's parts into one file.

In page.html of web/ the file NAME replaces /*NAME*/, such as /*page.css*/. The scripts become one module, without
import lines and the keyword export. A NAME with a FILE, openshfl.wasm, is that file, compressed by gzip, in base64.
lessons.json has the lessons of web/lessons.toml, programs.json the programs of cli/programs/ by their names,
kernels.json the examples of kernels.
"""

import base64
import gzip
import json
import lzma
import os
import pathlib
import re
import sys
import tomllib

WEB = pathlib.Path(__file__).resolve().parent
ROOT = WEB.parent


def lessons():
    """The lessons of web/lessons.toml; each text is a list of paragraphs without line breaks."""
    listed = tomllib.loads((WEB / "lessons.toml").read_text(encoding="utf-8"))["lesson"]
    return [{**each, "text": [" ".join(text.split()) for text in each["text"].split("\n\n")]} for each in listed]


# of each example of a kernel: program of the H100's record, kernel, threads of a block, arguments
KERNELS = {
    "a sum that forgets partial warps": ("reduce.nvcc.sm_75", "partial_reduce", "20", "0=lane 1=buffer:1"),
    "a shuffle from two branches": ("diverged.nvcc.sm_75", "sites", "32", "0=lane 1=buffer:32"),
    "compaction by ballot": ("order.nvcc.sm_75", "compact", "64", "0=lane^21 1=buffer:64 2=buffer:1 3=9"),
}


def kernels():
    """Each kernel alone, behind the head of its file."""
    every = {}
    record = json.loads(lzma.decompress((ROOT / "silicon/programs/h100-programs.json.xz").read_bytes()))
    for name, (file, kernel, block, arguments) in KERNELS.items():
        text = record["ptx"][file]
        head = re.match(r"(?:(?://|\.version|\.target|\.address_size).*\n)+", text)[0]
        body = re.search(rf"^\.visible \.entry {kernel}\(.*?^}}\n", text, re.MULTILINE | re.DOTALL)[0]
        every[name] = {"text": head + body, "kernel": kernel, "block": block, "args": arguments}
    return every


def programs():
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "cli/programs").glob("*.sass"))}


DATA = {"lessons.json": lessons, "programs.json": programs, "kernels.json": kernels}


def part(name, files):
    if name in files:
        return base64.b64encode(gzip.compress(pathlib.Path(files[name]).read_bytes(), 9, mtime=0)).decode()
    if name in DATA:
        return json.dumps(DATA[name]()).replace("<", "\\u003c")
    text = (WEB / name).read_text(encoding="utf-8").strip()
    return re.sub(r"^import .*\n|^export ", "", text, flags=re.MULTILINE)


def main(page, *files):
    named = dict(file.split("=", 1) for file in files)
    text = (WEB / "page.html").read_text(encoding="utf-8")
    whole = re.sub(r"/\*([a-z]+\.[a-z]+)\*/", lambda found: part(found[1], named), text)
    partial = pathlib.Path(f"{page}.{os.getpid()}.part")
    partial.write_text(whole, encoding="utf-8")
    partial.replace(page)


if __name__ == "__main__":
    main(*sys.argv[1:])
