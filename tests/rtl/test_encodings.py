# SPDX-License-Identifier: Apache-2.0
"""The encodings stand once, in rtl/**/shfl_*defs.vh: what is made of them is current."""

import pytest

from model import defs


@pytest.mark.parametrize(("path", "text"), [(defs.HEADER, defs.header), (defs.PACKAGE, defs.package)])
def test_made_files_are_current(path, text):
    assert path.read_text(encoding="utf-8") == text(), "run `make defs`"


@pytest.mark.parametrize("old, new", [
    ("`define SHFL_REDUX_OP_W 3", "`define SHFL_REDUX_OP_W 2"),  # too narrow for six
    ("`define SHFL_UP   2'd1", "`define SHFL_UP   2'd2"),  # a number twice
    ("`define SHFL_BFLY 2'd3", "`define SHFL_BFLY 3'd3"),  # not as wide as the others
])  # fmt: skip
def test_a_wrong_table_is_refused(old, new, tmp_path):
    text = defs.SOURCE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "defs.vh").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match="expected"):
        defs.read(tmp_path / "defs.vh", "mode,", "SHFL_", "SHFL_MODE_W")
        defs.read(tmp_path / "defs.vh", "op of shfl_redux,", "SHFL_REDUX_", "SHFL_REDUX_OP_W")
