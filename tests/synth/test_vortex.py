# SPDX-License-Identifier: Apache-2.0
"""synth/fpga/vortex.py on a stand-in of Vortex's ALU: its lines between the ports of shfl_behavioral; the record."""

import hashlib
import json

import pytest
from conftest import BUILD

from examples import vortex
from synth.flow.common import Misuse
from synth.fpga import report
from synth.fpga import vortex as area

# a rotation by one lane of those that are active
ALU = """module VX_alu_int;
    if (NUM_LANES > 1) begin : g_shfl
        for (genvar i = 0; i < NUM_LANES; ++i) begin : g_i
            wire [LANE_BITS-1:0] lane = LANE_BITS'(i) + 1;
            wire moves = execute_if.data.header.tmask[lane] && alu_op[1:0] == INST_SHFL_IDX && alu_in2[i][0];
            assign shfl_result[i] = moves ? alu_in1[lane] : alu_in1[i];
        end
    end else begin : g_shfl_0
    end
endmodule
"""


@pytest.mark.nightly
@pytest.mark.needs("packages:fpga")
def test_area(tmp_path, monkeypatch):
    file = tmp_path / area.FILE
    file.parent.mkdir(parents=True)
    file.write_text(ALU)
    with pytest.raises(ValueError, match=r"VX_alu_int.sv differs; expected a checkout of .*vortex, commit d76b7f24e65"):
        area.unit(tmp_path)
    name = hashlib.sha1(b"blob %d\0" % len(ALU) + ALU.encode()).hexdigest()
    monkeypatch.setattr(vortex, "CHANGES", {area.FILE: (name,)})
    text = area.unit(tmp_path)
    assert "VX_alu_int" not in text and text.count("g_shfl") == 1
    monkeypatch.setattr(area, "OUT", BUILD / "vortex")  # Yosys sees the folder of the repository alone
    area.OUT.mkdir(parents=True, exist_ok=True)
    (area.OUT / "shfl_vortex.sv").write_text(text)
    assert 4 * 32 <= area.area(4, "") <= 4 * 32 + 16  # a LUT for each bit, and one for a lane's condition


def test_other_folder(tmp_path):
    with pytest.raises(Misuse, match="VX_alu_int.sv is missing"):
        area.main(tmp_path, False)


def test_record_is_of_one_tool():
    """Both sides of the page's table have one version of Yosys, and the commit is that of the adapter."""
    found = json.loads(area.RECORD.read_text())
    assert found["commit"] == vortex.COMMIT and set(found["luts"]) == set(map(str, area.WORDS))
    _, kept = report.record.load(report.RECORD)
    ours = [got["tools"] for got in kept.values() if got["top"] == "shfl_in_place"]
    assert len(ours) == 16 and all(tools == found["tools"] for tools in ours)
