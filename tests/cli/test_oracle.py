# SPDX-License-Identifier: Apache-2.0
"""The reader of calls against the host's compiler: programs that oracle.py writes."""

import oracle
import pytest
from conftest import built, where_changed

pytestmark = pytest.mark.covers("cli/read/statements.c", "cli/read/expr.c", "cli/read/names.c", "cli/read/call_read.c")
REFUSED = 0.10  # at most, of the forms of everyday


def judged(seed, count, easy, folder):
    built("tests/cli/oracle")
    counts, wrong = oracle.judge([f"{seed}.{n}" for n in range(count)], easy, folder)
    assert not wrong, "\n".join(str(part) for part in wrong[0])
    assert counts["all"] == count and counts["not compiled"] == 0
    return counts


@pytest.mark.parametrize("easy", [True, False], ids=["everyday", "not followed"])
def test_programs(tmp_path, easy):
    """The same answer in each lane, or none."""
    counts = judged("check", 200, easy, tmp_path)
    assert counts["refused"] < 200 * (REFUSED if easy else 0.4)


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", where_changed([(seed,) for seed in range(8)], range(2).__contains__, "tests/cli/oracle.py")
)
def test_many_programs(tmp_path, seed):
    assert judged(f"slow{seed}", 500, True, tmp_path)["refused"] < 500 * REFUSED
    judged(f"slow{seed}", 500, False, tmp_path)


def test_a_wrong_answer_is_detected(tmp_path, monkeypatch):
    """The reader's answers for other programs are not those of these."""
    built("tests/cli/oracle")
    ask = oracle.reader_answers
    monkeypatch.setattr(
        oracle, "reader_answers", lambda texts: ask([one.replace("threadIdx.x", "(threadIdx.x ^ 1)") for one in texts])
    )
    assert len(oracle.judge([f"check.{n}" for n in range(30)], True, tmp_path)[1]) > 3
