# SPDX-License-Identifier: Apache-2.0
"""assemble.py MODULE.wasm PAGE.html - put the explorer's parts into one file.

web/page.html is the frame. Where it says /*NAME*/, such as /*page.css*/, that file of web/ comes in. The scripts are
one module, without their lines of import and the word export. openshfl.wasm is the module, compressed by gzip, as
base64; programs.json has the programs of cli/programs/ by their names.
"""

import base64
import gzip
import json
import os
import pathlib
import re
import sys

WEB = pathlib.Path(__file__).resolve().parent


def part(name, module):
    if name == "openshfl.wasm":
        return base64.b64encode(gzip.compress(pathlib.Path(module).read_bytes(), 9, mtime=0)).decode("ascii")
    if name == "programs.json":
        paths = sorted((WEB.parent / "cli" / "programs").glob("*.sass"))
        return json.dumps({path.stem: path.read_text(encoding="utf-8") for path in paths}).replace("<", "\\u003c")
    text = (WEB / name).read_text(encoding="utf-8").strip()
    return re.sub(r"^import .*\n|^export ", "", text, flags=re.MULTILINE)


def main(module, page):
    frame = (WEB / "page.html").read_text(encoding="utf-8")
    whole = re.sub(r"/\*([a-z]+\.[a-z]+)\*/", lambda found: part(found[1], module), frame)
    partial = pathlib.Path(f"{page}.{os.getpid()}.part")
    partial.write_text(whole, encoding="utf-8")
    partial.replace(page)


if __name__ == "__main__":
    main(*sys.argv[1:])
