# SPDX-License-Identifier: Apache-2.0
"""The simulator's report of a mismatch: where, which warp, which stage, how to see it again."""

import re

import pytest
from conftest import nightly_but, run

from tests.mutants import run as mutants

CONFIG = "l8_w8_d3_own"


def broken(name, config, folder):
    """A simulator of the RTL with an edit of tests/mutants/, with windows and traces."""
    (mutant,) = (mutant for mutant in mutants.read() if mutant.name == name)
    mutants.untouched(config)
    return mutants.program("sim", folder, mutant.made_in(folder / "sources"), config)


def rows(said):
    """The lines of the table, a lane each."""
    return re.findall(r"^  [* ] +\d+ .*", said, re.MULTILINE)


@pytest.mark.slow
def test_report(tmp_path):
    """A lane number below 0 taken for a lane."""
    sim = broken("range_check_outside_not_up", CONFIG, tmp_path)
    said = run([sim, "--suite", "per-lane"], status=1).stdout
    for line in (
        rf"MISMATCH in {CONFIG}, suite per-lane, warp \d+, seed 1",
        r"  tag: .*  mode: UP  sb_is_imm: .*",
        r"  first stage that went wrong: shfl_range_check: in_range of lane [0-7] is 1, expected 0",
        r"0 passed, 1 failed",
    ):
        assert re.search(rf"^{line}$", said, re.MULTILINE), said
    assert len(rows(said)) == 8 and any(row.startswith("  * ") for row in rows(said)), said

    trace, before = re.search(r"^  trace: (.*), from (\d+) clock cycles before it", said, re.MULTILINE).groups()
    assert trace.endswith(".fst") and int(before) > 0
    with open(trace, "rb") as file:
        assert len(file.read()) > 1000

    again = re.search(r"^  replay: (.*)$", said, re.MULTILINE)[1]
    assert rows(run(again.split(), status=1).stdout) == rows(said)


# a mutant, a configuration, a suite, and the first stage that went wrong; one each time: the report is the harness's,
# of whatever RTL
CASES = nightly_but([
    # a register that forgets its warp when it has to wait
    ("handshake_valid_lost_in_stall", CONFIG, "pipeline", r"""shfl, the handshake
  in_ready is [01], expected [01]; out_valid is 0, expected 1
  pipeline registers that should have a warp, the input's side first: [01] [01] 1
  trace: .*\.fst, from .*"""),
    # policy OWN: a lane that does not read itself
    ("own_is_raw", CONFIG, "mixed", r"shfl_select: src_lane of lane ([0-7]) is [0-7], expected \1"),
    # the network, whose trips are looked at one by one
    ("network_high_bits_of_low", "l8_w8_d2_raw_net4", "mixed", "shfl_network: src_data of lane [0-7] is 0x.*"),
    # the tag, with which nothing is wrong in any stage
    ("writeback_register_mixes_tags", CONFIG, "mixed", "shfl: all stages agree on this warp at rest.*"),
], lambda name, *_: name == "network_high_bits_of_low")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name, config, suite, stage", CASES)
def test_first_stage(name, config, suite, stage, tmp_path):
    said = run([broken(name, config, tmp_path), "--suite", suite], status=1).stdout
    first, *lines = f"  first stage that went wrong: {stage}".split("\n")
    for line in (first, *lines):
        assert re.search(rf"^{line}$", said, re.MULTILINE), said
    again = re.search(r"^  replay: (.*)$", said, re.MULTILINE)[1]
    assert re.search(rf"^{first}$", run(again.split(), status=1).stdout, re.MULTILINE)
