# SPDX-License-Identifier: Apache-2.0
"""The adapters of the conformance kit, conform/adapters/: each with a right shuffle, and with wrong ones."""

import hashlib
import os
import re
import shutil
import sys

import pytest
import test_conform
from conftest import BUILD, CC, CXX, ROOT, VERILATOR, built, nightly_but, run, simulation
from test_conform import MODES, POINTS, VECTORS, conform, expected, lacking, lines_of, made, output  # noqa: F401

from rtl import checks
from tests.sv import unit as unit_sv

ADAPTERS = ROOT / "conform/adapters"
STRICT = "-Wall -Wextra -Wconversion -pedantic -Werror".split()
NO_PREDICATE = "predicate no\n"
AGREES = dict.fromkeys(MODES, (0, set()))


def vectors(folder, level):
    path = folder / f"{level}.vec"
    path.write_bytes(output(BUILD / "openshfl", "conform", "--vectors", level))
    return path


def found(folder, results, level, profile=""):
    """Of each mode, how many points differ, and the faults that may be why."""
    (folder / "profile").write_text(profile)
    (report,) = conform(results, "--level", level, "--profile", folder / "profile", status=None)["levels"]
    assert not report["trouble"]
    return {mode["operation"]: (mode["differ"] + mode["garbage"], set(sum(mode["faults"], [])))
            for mode in report["operations"]}  # fmt: skip


# ---- CUDA and HIP, on the emulated warp


def emulator(folder, *options):
    """conform/adapters/cuda.cu on the golden model, which is the next function of its name."""
    peer, machine = folder / "peer.so", BUILD / "conform/right.so"
    command = [*CXX, "-std=c++17", "-O1", *STRICT, "-shared", "-fPIC", "-DEMULATED", *options, "-o", peer]
    command += ["-Wl,--no-as-needed", machine, f"-Wl,-rpath,{machine.parent}", "-x", "c++", ADAPTERS / "cuda.cu"]
    run(command)
    return peer


H200 = (ADAPTERS / "h200.txt").read_text(encoding="utf-8")


def asked(folder, peer, profile="", *words, **options):
    (folder / "profile").write_text(profile)
    return conform("--so", peer, "--profile", folder / "profile", *words, **options)


@pytest.mark.slow
def test_cuda(tmp_path):
    """All levels, with 0 of an inactive source, and CUDA's calls without a predicate."""
    report = asked(tmp_path, emulator(tmp_path), "inactive zero\n", status=0)
    assert [level["level"] for level in report["levels"]] == [*POINTS, *VECTORS]
    assert asked(tmp_path, emulator(tmp_path, "-DINTRINSICS"), NO_PREDICATE, "--level", "cuda", status=0)["agrees"]


def zero_if_inactive(n, rd, pu, we):
    return [word.replace("x", "x0"[we >> k & 1]) for k, word in enumerate(rd)], pu, we


@pytest.mark.parametrize("level", ["cuda", "ptx", *VECTORS])
def test_results_of_an_h200(level):
    """The right results are those that were measured, of which an inactive source is 0; CUDA's have no predicate."""
    recorded = re.findall(rf"(?m)^{level} +(cuda|ptx) +([0-9a-f]{{64}})$", H200)
    assert len(recorded) == 2
    for kernel, digest in recorded:
        results = expected(level)
        if level in VECTORS:
            results = lines_of(level, zero_if_inactive).encode()
        elif (level, kernel) == ("cuda", "cuda"):
            results = bytes(byte | 64 for byte in results)
        assert hashlib.sha256(results).hexdigest() == digest, kernel


NAMES = "Error_t Success GetErrorString GetLastError DeviceSynchronize MallocManaged".split()
HIP = '#include "emulated.h"\n' + "".join(f"#define hip{name} cuda{name}\n" for name in NAMES)
HIP += "".join(
    f"#define __shfl{m}(v, b, width) __shfl{m}_sync(~0u, v, b, width)\n" for m in ("", "_up", "_down", "_xor")
)


def test_hip(tmp_path):
    """The text for HIP, with the emulated warp in place of HIP's header: 64 lanes, and PTX is refused."""
    (tmp_path / "hip").mkdir()
    (tmp_path / "hip/hip_runtime.h").write_text(HIP)
    words = ["-D__HIPCC__", "-UEMULATED", "-Wno-unused-parameter", f"-I{tmp_path}"]
    peer = emulator(tmp_path, *words, f"-I{ADAPTERS}", "-DLANES=64")
    profile = "lanes 64\n" + NO_PREDICATE
    assert asked(tmp_path, peer, profile, "--level", "cuda", status=0)["agrees"]
    (refused,) = asked(tmp_path, peer, profile, "--level", "inactive")["levels"]
    assert all(mode["refused"] == mode["points"] for mode in refused["operations"])


NVCC = "-std=c++17 -arch=sm_90 -Xcompiler -Wall,-Wextra,-Werror -Werror all-warnings -cubin"


@pytest.mark.parametrize("name, options, file", [("nvcc", NVCC, "cuda.cu"), ("ptxas", "-arch=sm_90", "signature.ptx")])
def test_cuda_tools_accept(name, options, file, tmp_path):
    if not (tool := shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")):
        pytest.skip(f"{name} is not installed")
    run([tool, *options.split(), "-o", tmp_path / "cubin", ADAPTERS / file])


def test_ptx_is_what_was_measured():
    """The code, without comments, is that of the recorded results."""
    code = re.sub(r"//.*", "", (ADAPTERS / "signature.ptx").read_text(encoding="utf-8"))
    assert f"signature.ptx  {hashlib.sha256(' '.join(code.split()).encode()).hexdigest()}" in H200


@pytest.mark.parametrize("driver", [True, False], ids=["driver", "none"])
def test_ptx(driver, tmp_path):
    """On a GPU; or with a driver that cannot be loaded."""
    words = ["-std=c11", *STRICT, "-shared", "-fPIC", "-o", tmp_path / "peer.so", ADAPTERS / "ptx.c", "-ldl"]
    run([*CC, *words])
    (tmp_path / "libcuda.so.1").write_text("not a library")
    environment = {**os.environ, "OPENSHFL_PTX": str(ADAPTERS / "signature.ptx")}
    environment |= {} if driver else {"LD_LIBRARY_PATH": str(tmp_path)}
    command = [BUILD / "openshfl", "conform", "--so", tmp_path / "peer.so", "--level", "cuda"]
    done = run(command, status=None, env=environment)
    if driver and "no NVIDIA driver" in done.stderr:
        pytest.skip("no NVIDIA driver")
    assert done.returncode == (0 if driver else 1)
    assert driver or "no NVIDIA driver" in done.stderr and "exits with status 3" in done.stdout


# ---- a Verilog module

EXAMPLE = ADAPTERS / "example.v"
FUNCTION = ["example_function", EXAMPLE, "--function"]
CORE = ["example_core", EXAMPLE]
SHFL = ["shfl", *sorted((ROOT / "rtl").glob("*.v")), "-I", ROOT / "rtl"]


def module(*words, status=0, environment=None, **options):
    options["env"] = {**os.environ, "OPENSHFL": str(BUILD / "openshfl"), **(environment or {})}
    return run([sys.executable, ADAPTERS / "verilog.py", *words], status=status, **options)


@pytest.mark.few(4)
@pytest.mark.parametrize("words, level, lanes, width", [
    *((FUNCTION, level, 32, 32) for level in ("quick", "cub", "cuda")),
    *(pytest.param(FUNCTION, level, 32, 64, marks=pytest.mark.slow) for level in VECTORS),
    (FUNCTION, "cuda", 2, 1),
    pytest.param(FUNCTION, "cuda", 64, 6, marks=pytest.mark.slow),
    (CORE, "cuda", 32, 32),
    ([*CORE, "-p", "CLOCKS=1"], "cuda", 32, 32),
    pytest.param([*SHFL, "-p", "DEPTH=0"], "cuda", 32, 32, marks=pytest.mark.nightly),
    pytest.param([*SHFL, "--simulator", "verilator"], "ptx", 32, 32, marks=pytest.mark.nightly),
])  # fmt: skip
def test_module(words, level, lanes, width, tmp_path):
    size = ["--lanes", lanes, "--width", width, "-p", f"LANES={lanes}", "-p", f"W={width}"]
    asked = ["--vectors", vectors(tmp_path, level)] if level in VECTORS else ["--level", level]
    module(*words, *size, *asked, "-o", tmp_path / "answers", timeout=200)
    agrees = {mode: AGREES[mode] for mode in (("UP", "DOWN") if level == "cub" else MODES)}
    assert found(tmp_path, tmp_path / "answers", level, f"lanes {lanes}\n") == agrees


@pytest.mark.slow
def test_module_wrong_above_the_clamp(tmp_path):
    """At points that CUDA's intrinsics do not have."""
    module(*FUNCTION, "--level", "cub", "-p", "FAULT=1", "-o", tmp_path / "answers")
    wrong = int((test_conform.no_clamp("cub").source != test_conform.right("cub")["UP"].source).sum())
    (differ, faults), down = found(tmp_path, tmp_path / "answers", "cub").values()
    assert differ == wrong > 6000 and "up_min_lane" in faults and down == (0, set())


LOOP = "module loop (input [1:0] mode, input [31:0] active, input [1023:0] ra, sb, sc, output [1023:0] rd, " + (
    "output [31:0] pu, we);\nreg a = 0;\nalways @(mode or a) if (mode == 2) a <= !a;\n"
    "assign rd = ra, pu = {32{a}}, we = active;\nendmodule\n"
)
ENDS = LOOP.replace("a <= !a", "$finish(0)")


@pytest.mark.few(1)
@pytest.mark.parametrize("arguments, names", [
    ([*FUNCTION, "-p", "FAULT=4"], ["x: in rd of 439 of 768 warps", "warp 194 (mode 1, index 1, c 1f00)"]),
    ([*CORE, "-p", "FAULT=6"], ["hang: 10000 clocks", "warp 389 (mode 2, index 4, c 1f1f): "]),
    ([*CORE, "-p", "FAULT=7"], ["surplus: ", "584 warps"]),
    pytest.param(["loop", "LOOP", "--function", "--seconds", "2"], ["hang: ", "384 of 768", "mode 2, index 0, c 1f1f"],
                 marks=pytest.mark.slow),
    (["loop", "ENDS", "--function"], ["ended", "384 of 768 warps"]),
], ids="x hang surplus time_limit no_message".split())  # fmt: skip
def test_module_misbehaves(arguments, names, tmp_path):
    """The message names the kind and the warp, and no file is written."""
    for name, text in (("LOOP", LOOP), ("ENDS", ENDS)):
        (tmp_path / f"{name}.v").write_text(text)
    arguments = [tmp_path / f"{word}.v" if word in ("LOOP", "ENDS") else word for word in arguments]
    done = module(*arguments, "-o", tmp_path / "answers", status=1)
    assert lacking(names, done.stderr) == [] and not list(tmp_path.glob("answers*"))


@pytest.mark.slow
@pytest.mark.parametrize("arguments, status, names", [
    ([*FUNCTION, "--width", "8"], 2, ["--lanes and --width"]),
    ([*FUNCTION, "--width", "4"], 2, ["--width 4"]),
    (["example_core", "NARROW"], 2, ["tag", "16 bits", "-p TAG_W=16", "in_tag"]),
    (["none", EXAMPLE], 2, ["do not compile"]),
    (["shfl", "none.v"], 2, ["none.v"]),
    ([*CORE, "-p", "CLOCKS"], 2, ["-p CLOCKS", "NAME=VALUE"]),
    ([*FUNCTION, "--lanes", "16"], 3, ["no-iverilog"]),
], ids="ports width tag no_module no_file param no_simulator".split())  # fmt: skip
def test_module_misuse(arguments, status, names, tmp_path):
    environment = {"IVERILOG": "no-iverilog"} if status == 3 else {}
    (tmp_path / "narrow.v").write_text(re.sub(r"\[15:0\]( *(?:in|out)_tag)", r"[0:0]\1", EXAMPLE.read_text()))
    arguments = [tmp_path / "narrow.v" if word == "NARROW" else word for word in arguments]
    done = module(*arguments, "-o", tmp_path / "answers", status=status, environment=environment)
    assert lacking(names, done.stderr) == []


# ---- SystemVerilog: the model through DPI-C, and the scoreboard


def scoreboard(folder, top, unit, policy, params, *sources):
    """The simulation of TOP with a scoreboard bound to each UNIT."""
    values = f".LANES(LANES), .W(W), .POLICY({policy}), .TAG_W({16 if unit == 'example_core' else 'TAG_W'})"
    (folder / "bind.sv").write_text(f"bind {unit} shfl_scoreboard #({values}) u_scoreboard (.*);\n")
    words = ["--assert", "-j", "1", "-Irtl", "-Irtl/amd", "-Irtl/rvv", "-y", "rtl", "-y", "rtl/sv"]
    if top == "bench":
        checks.write(folder)
        words += ["-Wno-WIDTH", "-y", folder, f"-I{unit_sv.write(unit, folder)}", f'-GUNIT="{unit}"']
    words += [f"-G{name}={value}" for name, value in params.items()]
    run([*CC, "-std=c11", *STRICT, "-O1", "-Imodel", "-c", ADAPTERS / "shfl_dpi.c", "-o", folder / "dpi.o"])
    model = [ADAPTERS / "shfl_model.sv", ADAPTERS / "shfl_scoreboard.sv", folder / "bind.sv", folder / "dpi.o"]
    return simulation(top, folder / "made", *words, *sources, *model, built("libshfl.a"))


def test_scoreboard_lint():
    words = ["--lint-only", "-Wall", "--top-module", "shfl_scoreboard"]
    done = run([VERILATOR, *words, ADAPTERS / "shfl_model.sv", ADAPTERS / "shfl_scoreboard.sv"])
    assert not [line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("- ")]


@pytest.mark.nightly
@pytest.mark.parametrize("policy, params", [
    ("POLICY", {"POLICY": 1}),
    ("POLICY", {"POLICY": 0, "DEPTH": 0, "W": 64, "LANES": 4}),
    ("-1", {"POLICY": 2, "SKID": 1, "LANES": 16}),
], ids="policy w64 any_policy".split())  # fmt: skip
def test_scoreboard_beside_shfl(policy, params, tmp_path):
    """Random traffic with stalls, resets and inactive lanes."""
    program = scoreboard(tmp_path, "bench", "shfl", policy, params, ROOT / "tests/sv/bench.sv")
    printed = run([program]).stdout
    (compared,) = re.findall(r"^shfl_scoreboard: (\d+) warps compared, 0 wrong$", printed, re.M)
    assert int(compared) > 300


@pytest.mark.slow
def test_scoreboard_of_wide_words(tmp_path):
    """Bound to example_core, in the bench."""
    (tmp_path / "peer.vh").write_text("`define PEER example_core\n`define PARAMS #(.W(64))\n")
    files = tmp_path / "peer.vh", ADAPTERS / "conform_bench.v", EXAMPLE
    program = scoreboard(tmp_path, "conform_bench", "example_core", -1, {"W": 64}, *files)
    printed = run([program, f"+vectors={vectors(tmp_path, 'data64')}", f"+to={tmp_path}/answers"]).stdout
    assert "shfl_scoreboard: 1024 warps compared, 0 wrong" in printed
    assert found(tmp_path, tmp_path / "answers", "data64") == AGREES


# a foreign module: shfl behind a fault of each eighth result
FOREIGN = """
    string fault;
    initial if (!$value$plusargs("fault=%s", fault)) fault = "none";
    bit [2:0]          results = 0;
    bit [1:0]          late = 0;                    // a result is kept, and the next one has overtaken it
    bit                again = 0;
    wire               valid, now = results == 7, takes = now && (fault == "lost" || fault == "order" && late == 0);
    wire [TAG_W-1:0]   tag;
    wire [LANES*W-1:0] word;
    wire [LANES-1:0]   p, w, s;
    wire [TAG_W+LANES*(W+3)-1:0] out = {tag ^ TAG_W'(now && fault == "header"),
        now && fault == "lane" ? {word[W-1:0], word[LANES*W-1:W]} : word, p ^ LANES'(now && fault == "pu"),
        w ^ LANES'(now && fault == "we"), s ^ {LANES{now && fault == "src_active"}}};
    bit [TAG_W+LANES*(W+3)-1:0]  kept;
    assign {out_tag, rd, pu, we, src_active} = late == 2 ? kept : out;
    assign out_valid = late == 2 || valid && !takes || now && fault == "valid";
    always @(posedge clk) begin
        if (valid && out_ready) results <= results + 1;
        if (out_valid && out_ready) again <= !again && now;
        if (rst || late == 2 && out_ready) late <= 0;
        else if (valid && takes) begin late <= 1; kept <= out; end
        else if (late == 1 && valid && out_ready) late <= 2;
    end
    shfl_inner #(.LANES(LANES), .W(W), .DEPTH(DEPTH), .POLICY(POLICY), .TAG_W(TAG_W)) u_inner (.*, .out_tag(tag),
        .out_valid(valid), .rd(word), .pu(p), .we(w), .src_active(s), .out_ready(late != 2 && (takes
        || fault == "stall" || out_ready && !(fault == "twice" && now && !again))));
endmodule
"""
NAMED = {
    "none": [], "lane": ["expected rd"], "pu": ["expected rd"], "src_active": ["src_active 0x"],
    "we": ["lanes_write", "expected tag"], "valid": ["none_comes_early", "without a warp"],
    "lost": ["none_is_lost", "expected tag"], "order": ["in_order", "expected tag"],
    "twice": ["in_order", "expected tag"], "header": ["in_order", "expected tag"],
    "stall": ["outputs_stay", "expected tag"],
}  # fmt: skip


@pytest.mark.slow
def test_faults_of_a_foreign_module_are_named(tmp_path):
    """By the assertions of shfl_checks, the scoreboard or both. Those of X: tests/rtl/test_fit.py."""
    unit, bind = (ROOT / "rtl/shfl.v").read_text(), checks.bind("shfl")
    texts = unit.partition("\n);\n")[0] + "\n);" + FOREIGN, unit.replace("module shfl ", "module shfl_inner "), bind
    files = [tmp_path / name for name in ("shfl.sv", "shfl_inner.v", "checks.sv")]
    for path, text in zip(files, texts, strict=True):
        path.write_text(text + "\n")
    program = scoreboard(tmp_path, "bench", "shfl", "POLICY", {"DEPTH": 2}, ROOT / "tests/sv/bench.sv", *files)
    for fault, names in NAMED.items():
        out = run([program, f"+fault={fault}", "+verilator+error+limit+1000000"], status=None).stdout
        assert lacking(names, out) == [] and ("Error: " in out) == (fault != "none"), fault


# ---- cocotb


@pytest.mark.slow
@pytest.mark.parametrize("words, status, message", nightly_but([
    (["-p", "DEPTH=3"], 0, "300 warps agree"),
    (CORE, 0, "300 warps agree"),
    (["-p", "FAULT=2", *CORE], 1, "mode 3, lane"),
    (["-p", "FAULT=6", *CORE], 1, "SimTimeoutError"),
], lambda words, *_: "FAULT=2" in words),
    ids="shfl core wrong hang".split())  # fmt: skip
def test_cocotb(package, words, status, message):
    program = ADAPTERS / "shfl_cocotb.py"
    done = run([sys.executable, program, *words], status=status, env={**os.environ, "PYTHONPATH": str(package)})
    assert message in done.stdout + done.stderr


# ---- the page

PAGE = "".join((ROOT / f"docs/use/{name}.md").read_text(encoding="utf-8") for name in ("conformance", "own-copy"))
SECTIONS = dict(part.split("\n", 1) for part in re.split(r"\n##+ ", PAGE) if "\n" in part)
SHOWN = [name for name, text in SECTIONS.items() if "$ " in text and "adapters/" in text]
assert len(SHOWN) >= 3


@pytest.mark.nightly
@pytest.mark.parametrize("section", SHOWN)
def test_page(section, package, tmp_path):
    """The commands of the page print what it shows, in a checkout with only the files built that it names."""
    for name in ("conform", "rtl"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "model", tmp_path / "model")
    (tmp_path / "build/conform").mkdir(parents=True)
    for name in ("openshfl", "libshfl.a", "conform/right.so"):
        (tmp_path / "build" / name).symlink_to(built(name))
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(package), "OPENSHFL": "build/openshfl"}
    for block in re.findall(r"^```console\n(.*?)^```$", SECTIONS[section], re.M | re.S):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            if not command.startswith("pip "):  # the package is there
                printed = run(["sh", "-c", f"exec 2>&1; {command}"], status=None, cwd=tmp_path, env=env).stdout
                assert [line.rstrip() for line in printed.splitlines()] == shown.splitlines(), command
