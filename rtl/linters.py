# SPDX-License-Identifier: Apache-2.0
"""The reports of Verilator, Icarus and Yosys on a module. A warning counts like an error, and nothing is waived."""

import functools
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def sources(folders):
    """The files of the modules in FOLDERS; of those with the same name, the one in the earlier folder counts."""
    files = {}
    for folder in folders:
        for path in sorted((ROOT / folder).glob("*.v")):
            files.setdefault(path.name, path)
    return list(files.values())


@functools.cache
def words(path):
    """The names in a Verilog file: of modules that it may instantiate, and of files that it includes."""
    return set(
        re.findall(r"\w+(?:\.vh)?", re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S))
    )


@functools.cache
def files_of(top, *folders):
    """The files of a module TOP, with all that it instantiates and includes, as names relative to the repository."""
    known = {path.name: path for folder in folders for path in (ROOT / folder).glob("*.vh")}
    known |= {path.stem: path for path in sources(folders)}
    found, to_read = set(), [known[top]]
    while to_read:
        path = to_read.pop()
        if path not in found:
            found.add(path)
            to_read += [known[word] for word in words(path) & set(known)]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def run(*command, text=None):
    """Exit status and output, without the report that Verilator 5.022 and newer print of their success."""
    how = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "timeout": 900}
    done = subprocess.run([*map(str, command)], input=text or "", check=False, **how)
    lines = [line for line in done.stdout.splitlines() if line and not line.startswith("- ")]
    return done.returncode, "\n".join(lines)


def verilator(module, params, folders, extra=()):
    folders = [ROOT / folder for folder in folders]
    top = [path for path in [*extra, *sources(folders)] if path.stem == module]
    words = [*(word for folder in folders for word in ("-y", folder)), *(f"-I{folder}" for folder in folders)]
    words += [f"-G{name}={value}" for name, value in params.items()]
    program = os.environ.get("VERILATOR") or "verilator"
    return run(program, "--lint-only", "-Wall", *words, "--top-module", module, *top)


def icarus(module, params, folders, extra=(), to=None):
    """And compile it to the file TO."""
    words = [f"-I{ROOT / folder}" for folder in folders]
    words += [f"-P{module}.{name}={value}" for name, value in params.items()]
    words += ["-o", to] if to else ["-t", "null"]
    program = os.environ.get("IVERILOG") or "iverilog"
    return run(program, "-g2005", "-Wall", "-s", module, *words, *sources(folders), *extra)


def yosys(module, params, folders, extra=(), script="proc; check -assert"):
    values = ", ".join(f".{name}({value})" for name, value in params.items())  # -chparam knows no negative number
    files = " ".join(map(str, [*(f"-I{ROOT / folder}" for folder in folders), *sources(folders), *extra]))
    text = f"""
        read_verilog {files}
        read_verilog <<END
        module top; (* keep *) {module} #({values}) unit (); endmodule
END
        hierarchy -check -top top; {script}
        """
    return run(os.environ.get("YOSYS") or "yosys", "-q", "-s", "/dev/stdin", text=text)


LINTERS = {"verilator": verilator, "icarus": icarus, "yosys": yosys}

# synthesis, and no latch
SYNTH = """synth; check -assert
    select -assert-none t:*latch* t:*LATCH* t:$sr t:$_SR_*
    select -assert-min 1 t:$_*DFF*"""
