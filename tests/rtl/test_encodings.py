# SPDX-License-Identifier: Apache-2.0
"""The encodings stand once, in rtl/**/shfl_*defs.vh: what is made of them is current, and their widths are macros."""

import re

import pytest
from conftest import ROOT, tracked

from model import defs

PARTS = ("rtl", "tb", "formal", "cli/conform", "tests", "synth", "board", "silicon")
# modules with ports of others, or of their own, which have no macro: what they are written for has these widths
OWN_PORTS = (
    "cli/conform/adapters/",  # a core on trial, PTX's four modes
    "synth/fpga/flow/shfl_in_place.v",
    "synth/fpga/flow/shfl_behavioral.v",
    "tests/sv/shfl_behavioral_bench.sv",  # of shfl_behavioral
    "tests/cli/test_adapters.py",  # of the adapters
    "tests/docs/test_docs.py",  # of a page's module
    "rtl/examples/packets/shfl_packets.v",
    "rtl/examples/packets/shfl_packets_tb.sv",
)
BY_HAND = re.compile(r"\[ *\d+ *: *0 *\] *(?:\w+ *, *)*(mode|\w*_mode|op|\w*_op|gen)\b")


@pytest.mark.parametrize(("path", "text"), [(defs.HEADER, defs.header), (defs.PACKAGE, defs.package)])
def test_made_files_are_current(path, text):
    assert path.read_text(encoding="utf-8") == text(), "run `make defs`"


def test_no_width_stands_by_hand():
    found = [
        f"{name}: {match[0]}"
        for name in map(str, tracked(*PARTS))
        if name.endswith((".v", ".sv", ".vh", ".py", ".j2")) and not name.startswith(OWN_PORTS)
        for match in BY_HAND.finditer((ROOT / name).read_text(encoding="utf-8"))
        if name != "tests/rtl/test_encodings.py"
    ]
    assert not found, found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("`define SHFL_REDUX_OP_W 3", "`define SHFL_REDUX_OP_W 2"),  # too narrow for six
        ("`define SHFL_UP   2'd1", "`define SHFL_UP   2'd2"),  # a number twice
        ("`define SHFL_BFLY 2'd3", "`define SHFL_BFLY 3'd3"),  # not as wide as the others
    ],
)
def test_a_wrong_table_is_refused(old, new, tmp_path):
    text = defs.SOURCE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "defs.vh").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match="expected"):
        for heading, prefix, width in (
            ("mode,", "SHFL_", "SHFL_MODE_W"),
            ("op of shfl_redux,", "SHFL_REDUX_", "SHFL_REDUX_OP_W"),
        ):
            defs.read(tmp_path / "defs.vh", heading, prefix, width)
