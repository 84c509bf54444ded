# SPDX-License-Identifier: Apache-2.0
"""What tests/conftest.py and cli/lib/check.h promise to the other tests."""

import os
import time

import conftest
import pytest
from conftest import ROOT, run


def test_a_command_that_fails_fails_the_test_with_what_it_said():
    with pytest.raises(pytest.fail.Exception, match=r"ended with 3, expected 0\n(.|\n)*what it said"):
        run(["sh", "-c", "echo what it said >&2; exit 3"])
    assert run(["sh", "-c", "cat; exit 3"], status=3, input="text").stdout == "text"
    assert run(["false"], status=None).returncode == 1


def test_a_command_that_does_not_end_is_ended_with_all_that_it_started(tmp_path):
    with pytest.raises(pytest.fail.Exception, match="has not ended after 0.5 s"):
        run(["sh", "-c", f"(sleep 2; touch {tmp_path}/late) & wait"], timeout=0.5)
    time.sleep(2.5)
    assert not (tmp_path / "late").exists()


def test_shares_together_are_all(monkeypatch):
    """A case comes once in as many commits as the share says; functions of a group take the same cases."""
    for of in (2, 7):
        for case in range(20):
            taken = []
            for number in range(100, 100 + of):
                monkeypatch.setattr(conftest, "commit_number", lambda number=number: number)
                taken.append(conftest.in_share(case, "a", of))
                assert conftest.in_share(case, "a", of, group="g") == conftest.in_share(case, "b", of, group="g")
            assert taken.count(True) == 1


C = """
#include "check.h"
static void test_good(void) { check(true, "good", "%d", 1); check_need(true, "told", "only if not"); }
static void test_bad(void) { check(false, "bad", "it is %d", 7); }
static void test_ground(void) { check_need(false, "ground", "there is none"); }
int main(int argc, char **argv)
{
    static const struct check_test tests[] = { CHECK_TEST(good), CHECK_TEST(bad), CHECK_TEST(ground), { 0 } };
    return check_main(argv + (argc > 0), tests);
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    folder = tmp_path_factory.mktemp("check")
    (folder / "test.c").write_text(C)
    compiler = (os.environ.get("CC") or "cc").split()
    run(
        [
            *compiler,
            "-std=c11",
            "-Wall",
            "-Wextra",
            "-pedantic",
            f"-I{ROOT}/cli/lib",
            folder / "test.c",
            "-o",
            folder / "test",
        ]
    )
    return folder / "test"


@pytest.mark.parametrize(
    ("names", "status", "said"),
    [
        (["good"], 0, "PASS good\n"),
        (["bad"], 1, "FAIL bad: it is 7\n"),
        (["ground"], 1, "FAIL ground: there is none\n"),
        (["good", "bad"], 1, "PASS good\nFAIL bad: it is 7\n"),
        ([], 1, "PASS good\nFAIL bad: it is 7\nFAIL ground: there is none\n"),
        (["other"], 2, ""),
    ],
)
def test_c_program(program, names, status, said):
    assert run([program, *names], status=status).stdout == said
