#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A unit with all modules and macros that it needs, as one Verilog file. `make bundle UNIT=shfl` calls it.

python3 -m rtl.bundle UNIT > FILE
"""

import re
import sys

from rtl import filelists
from rtl.linters import ROOT, files_of

# units of examples/, and the folders in which their modules are looked for
EXAMPLES = {
    "shfl_packets": ("examples/packets", "rtl/collective", "rtl"),
    "shfl_vector": ("examples/vector", "rtl/rvv", "rtl"),
}
FOLDERS = {**{unit: filelists.folders_of(unit) for unit in filelists.UNITS}, **EXAMPLES}


def bundle(unit):
    """The text: the parameters of UNIT as a comment, the macros, UNIT, then the other modules by name. ValueError if
    there is no such unit."""
    if unit not in FOLDERS:
        raise ValueError(f"UNIT={unit}: expected one of {', '.join(FOLDERS)}")
    files = files_of(unit, *FOLDERS[unit])
    files.sort(key=lambda file: (not file.endswith(".vh"), not file.endswith(f"/{unit}.v"), file))
    texts = [re.sub(r'^(?:// SPDX-.*|`include ".*")\n', "", (ROOT / file).read_text(), flags=re.M) for file in files]
    head = next(text for file, text in zip(files, texts) if file.endswith(f"/{unit}.v"))
    parameters = re.search(rf"^module {unit} #\(\n(.*?)^\) \(", head, re.M | re.S)[1]
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// {unit} and all that it needs, written by `make bundle UNIT={unit}` of openshfl. Its parameters:",
        *(f"//{line}" for line in parameters.splitlines()),
        "// The file has many modules, and some of their outputs are open: verilator -Wall would warn of both.",
        "// verilator lint_off DECLFILENAME",
        "// verilator lint_off PINCONNECTEMPTY",
    ]
    return "\n".join([*lines, "", "\n".join(texts)])


if __name__ == "__main__":
    try:
        sys.stdout.write(bundle(sys.argv[1]))
    except ValueError as error:
        sys.exit(f"bundle: {error}")
