# SPDX-License-Identifier: Apache-2.0
"""Both commands of the README, from a clean clone, on a Debian that has nothing but git and make: 12 and 13.

The systems are made by debootstrap in $(BUILD)/debian, and kept there; each run starts from a copy. How long everything
took is added to $(BUILD)/debian/times.txt.
"""

import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import BUILD, ROOT, run

FOLDER = BUILD / "debian"
LIMITS = {"sim": 1800, "test": 7200}  # seconds, for a machine that does other things beside it
HOST = "/etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt".split()  # the way to the network

pytestmark = pytest.mark.long


def why_not():
    if os.geteuid() != 0:
        return "debootstrap and chroot take root"
    if not shutil.which("debootstrap"):
        return "there is no debootstrap here"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0:
        return "this machine allows no mounts"
    return None


def inside(system, command, timeout, **options):
    """Run a shell command in a system, with this machine's /proc and /dev, and as the only one that sees them there."""
    mounts = f"mount --rbind /proc {system}/proc && mount --rbind /dev {system}/dev"
    return run(
        ["unshare", "--mount", "sh", "-c", f'{mounts} && exec chroot {system} sh -c "$1"', "-", command],
        timeout=timeout,
        env={
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LC_ALL": "C.UTF-8",
            "CI": "1",
            **{name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")},
        },
        **options,
    )


def bare(release):
    """A system with git and make, made anew if it is not there."""
    system = FOLDER / release
    if not (system / "complete").exists():
        shutil.rmtree(system, ignore_errors=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "FUSESOC_IGNORE").touch()  # who searches the repository for cores is not to search these
        run(["debootstrap", "--variant=minbase", "--include=git,make,ca-certificates", release, system], timeout=1800)
        for path in map(pathlib.Path, HOST):
            if path.exists():
                shutil.copy(path, system / path.relative_to("/"))
        (system / "complete").touch()
    return system


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_readme_commands(release):
    if why := why_not():
        pytest.skip(why)
    system = FOLDER / f"{release}-used"
    shutil.rmtree(system, ignore_errors=True)
    run(["cp", "-a", bare(release), system])
    run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, system / "root" / "openshfl"])
    for target, limit in LIMITS.items():
        begun = os.times()
        done = inside(system, f"cd /root/openshfl && make {target} 2>&1", limit, status=None)
        ended = os.times()
        wall, cpu = ended[4] - begun[4], sum(ended[2:4]) - sum(begun[2:4])  # cpu: of the processes that have ended
        (FOLDER / f"{release}-{target}.log").write_text(done.stdout)
        took = f"{wall:.0f} s, {cpu:.0f} s of processor time"
        with open(FOLDER / "times.txt", "a", encoding="ascii") as file:
            file.write(f"{release}: make {target}: {took}, exit status {done.returncode}\n")
        assert done.returncode == 0, done.stdout[-6000:]
    shutil.rmtree(system)
