# SPDX-License-Identifier: Apache-2.0
"""The adapters of the conformance kit, cli/conform/adapters/: each with a right shuffle, and with wrong ones."""

import hashlib
import json
import os
import re
import shutil
import sys

import numpy as np
import pytest
from conform_faults import FAULTS, differing
from conftest import BUILD, ROOT, built, run
from test_conform import MODES, VECTORS, expected, lacking, output, right, shuffled

PEERS = ROOT / "cli/conform/adapters"
CC, CXX = (os.environ.get(name) or name.lower().replace("xx", "++") for name in ("CC", "CXX"))
VERILATOR = os.environ.get("VERILATOR") or "verilator"
STRICT = "-Wall -Wextra -Wconversion -pedantic -Werror".split()
NO_PREDICATE = "predicate no\n"
AGREES = dict.fromkeys(MODES, (0, set()))


@pytest.fixture(scope="module", autouse=True)
def made(openshfl):
    for name in ("wrong", "wrong.so"):
        built(f"conform/{name}")


def vectors(folder, level):
    path = folder / f"{level}.vec"
    path.write_bytes(output(BUILD / "openshfl", "conform", "--vectors", level))
    return path


def found(folder, answers, level, profile=""):
    """Of each mode, how many points differ, and the faults that may be why."""
    (folder / "profile").write_text(profile)
    words = ["--level", level, "--profile", folder / "profile", "--json", "-"]
    report = json.loads(run([BUILD / "openshfl", "conform", answers, *words], status=None).stdout)
    assert not report["levels"][0]["trouble"]
    return {
        mode["mode"]: (mode["differ"] + mode["garbage"], {name for names in mode["faults"] for name in names})
        for mode in report["levels"][0]["modes"]
    }


def points(level, mode, fault):
    """At how many points of a level a fault shows in a mode."""
    return int(np.count_nonzero(differing(right(level)[mode], shuffled(level, fault)[mode])))


def environment(fault):
    return {**os.environ, "OPENSHFL_WRONG": fault}


# ---- CUDA and HIP, on the emulated warp


def emulator(folder, *options):
    """cli/conform/adapters/cuda/signature.cu on the shuffle of cli/conform/examples/wrong.c."""
    program, library = folder / "signature", BUILD / "cli/conform/wrong.so"
    command = [*CXX.split(), "-std=c++17", "-O1", *STRICT, "-DEMULATED", *options, "-o", program]
    command += ["-x", "c++", PEERS / "cuda/signature.cu", "-x", "none", library, f"-Wl,-rpath,{library.parent}"]
    run(command)
    return program


@pytest.fixture(scope="module")
def emulated(tmp_path_factory):
    return emulator(tmp_path_factory.mktemp("emulated"))


@pytest.mark.parametrize(("level", "profile"), [("cuda", NO_PREDICATE), ("ptx", "")])
def test_cuda(emulated, level, profile, tmp_path):
    run([emulated, level, tmp_path / "answers"])
    assert found(tmp_path, tmp_path / "answers", level, profile) == AGREES
    if level == "ptx":
        assert (tmp_path / "answers").read_bytes() == expected(level)


@pytest.mark.parametrize("level", VECTORS)
def test_cuda_vectors(emulated, level, tmp_path):
    run([emulated, vectors(tmp_path, level), tmp_path / "answers"])
    assert found(tmp_path, tmp_path / "answers", level) == AGREES


HIP = """
#include "emulated.h"
using hipError_t = cudaError_t;
static const hipError_t hipSuccess = cudaSuccess;
static uint32_t __shfl(uint32_t v, int lane, int width) { return __shfl_sync(~0u, v, lane, width); }
static uint32_t __shfl_up(uint32_t v, uint32_t n, int width) { return __shfl_up_sync(~0u, v, n, width); }
static uint32_t __shfl_down(uint32_t v, uint32_t n, int width) { return __shfl_down_sync(~0u, v, n, width); }
static uint32_t __shfl_xor(uint32_t v, int mask, int width) { return __shfl_xor_sync(~0u, v, mask, width); }
static const char *hipGetErrorString(hipError_t error) { return cudaGetErrorString(error); }
static hipError_t hipGetLastError() { return cudaGetLastError(); }
static hipError_t hipDeviceSynchronize() { return cudaDeviceSynchronize(); }
static hipError_t hipMallocManaged(void **memory, size_t bytes) { return cudaMallocManaged(memory, bytes); }
"""


def test_hip(tmp_path):
    """The text for HIP, with the emulated warp in place of HIP's header: 64 lanes, and PTX is refused."""
    (tmp_path / "hip").mkdir()
    (tmp_path / "hip/hip_runtime.h").write_text(HIP)
    words = ["-D__HIPCC__", "-UEMULATED", "-Wno-unused-function", "-Wno-unused-parameter", f"-I{tmp_path}"]
    program = emulator(tmp_path, *words, f"-I{PEERS}/cuda", "-DLANES=64")
    run([program, "cuda", tmp_path / "answers"])
    assert found(tmp_path, tmp_path / "answers", "cuda", "lanes 64\n" + NO_PREDICATE) == AGREES
    (tmp_path / "vectors").write_text("0" + " 0" * 193 + "\n")
    run([program, tmp_path / "vectors", tmp_path / "answers"])
    assert (tmp_path / "answers").read_text() == "-\n"


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["rows8_own", "pu_inverted", "mirrored"])
def test_cuda_wrong(emulated, fault, tmp_path):
    """The kernel writes just the results of a warp with a fault."""
    run([emulated, vectors(tmp_path, "perlane"), tmp_path / "answers"], env=environment(fault))
    assert (tmp_path / "answers").read_bytes() == output(BUILD / "cli/conform/wrong", fault, "perlane")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("0 1 2\n", 1),
        ("# a comment\n" + "4" + " 0" * 97 + "\n", 2),
        ("0" + " 0" * 98 + "\n", 1),
        ("0" + " 0" * 96 + " z\n", 1),
    ],
    ids="short mode long letter".split(),
)
def test_malformed_vectors(emulated, text, line, tmp_path):
    (tmp_path / "vectors").write_text(text)
    assert f"vectors:{line}: expected mode" in run([emulated, tmp_path / "vectors", tmp_path / "x"], status=2).stderr
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("arguments", "names"),
    [(["cuda"], ["cuda, ptx"]), (["none", "x"], ["none", "read"]), (["cuda", "none/x"], ["none/x", "written"])],
    ids="one unreadable unwritable".split(),
)
def test_unusable_files(emulated, arguments, names, tmp_path):
    assert lacking(names, run([emulated, *arguments], status=2, cwd=tmp_path).stderr) == []


def cuda_tool(name):
    tool = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    return tool or pytest.skip(f"{name} is not installed")


def test_cuda_compiles(tmp_path):
    options = "-std=c++17 -arch=sm_90 -Xcompiler -Wall,-Wextra,-Werror -Werror all-warnings -cubin".split()
    run([cuda_tool("nvcc"), *options, "-o", tmp_path / "cubin", PEERS / "cuda/signature.cu"])


H200 = (PEERS / "h200.txt").read_text(encoding="utf-8")


def test_record_of_a_gpu(emulated, tmp_path):
    """An H200's results are those of the golden model, with an inactive source that gives 0."""
    recorded = re.findall(r"(?m)^(\w+) +(cuda|ptx) +([0-9a-f]{64})$", H200)
    assert len(recorded) == 12
    for level, kernel, digest in recorded:
        run([emulated, vectors(tmp_path, level) if level in VECTORS else level, tmp_path / "answers"])
        answer = (tmp_path / "answers").read_bytes()
        if level == "cuda" and kernel == "ptx":  # which has a predicate
            answer = expected(level)
        assert hashlib.sha256(answer).hexdigest() == digest, (level, kernel)


def test_ptx_assembles(tmp_path):
    run([cuda_tool("ptxas"), "-arch=sm_90", "-o", tmp_path / "cubin", PEERS / "ptx/signature.ptx"])


def test_ptx_is_what_was_measured():
    """The code, without comments, is that of the recorded results."""
    code = re.sub(r"//.*", "", (PEERS / "ptx/signature.ptx").read_text(encoding="utf-8"))
    assert f"ptx/signature.ptx  {hashlib.sha256(' '.join(code.split()).encode()).hexdigest()}" in H200


@pytest.fixture(scope="module")
def ptx_host(tmp_path_factory):
    program = tmp_path_factory.mktemp("ptx") / "host"
    run([*CC.split(), "-std=c11", *STRICT, "-o", program, PEERS / "ptx/host.c", "-ldl"])
    return program


def test_ptx_on_a_gpu(ptx_host, tmp_path):
    done = run([ptx_host, PEERS / "ptx/signature.ptx", "cuda", tmp_path / "answers"], status=None)
    if "no NVIDIA driver" in done.stderr:
        pytest.skip("no NVIDIA driver")
    assert done.returncode == 0 and (tmp_path / "answers").read_bytes() == expected("cuda")


def test_ptx_without_a_driver(ptx_host, tmp_path):
    """Or with one that cannot be loaded."""
    (tmp_path / "libcuda.so.1").write_text("not a library")
    done = run(
        [ptx_host, PEERS / "ptx/signature.ptx", "cuda", tmp_path / "answers"],
        status=3,
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)},
    )
    assert "NVIDIA driver" in done.stderr and not (tmp_path / "answers").exists()


# ---- OpenCL and Vulkan, as Debian has them


def whole_group(tmp_path, host, source, library, level):
    """Of each mode, the points that are not refused, and those that are wrong in range and out of range."""
    program = tmp_path / "host"
    run([*CC.split(), "-std=c11", *STRICT, "-o", program, host, library])
    environment = {**os.environ, "POCL_CACHE_DIR": str(tmp_path)}
    profile = run([program, source, level, tmp_path / "answers"], env=environment).stdout
    print(profile)
    (tmp_path / "profile").write_text(profile)
    lanes = int(re.search(r"^lanes (\d+)$", profile, re.M)[1])
    (tmp_path / "whole").write_text(f"lanes {lanes}\n")
    right = output(BUILD / "openshfl", "conform", "--expect", level, "--profile", tmp_path / "whole")
    got = (tmp_path / "answers").read_bytes()
    assert len(got) == len(right)
    counts = {}
    for mode in range(4):
        points = range(mode * len(got) // 4, (mode + 1) * len(got) // 4)
        tested = [n for n in points if got[n] != 255]
        differ = [n for n in tested if got[n] > 127 or (got[n] ^ right[n]) & 63]
        counts[MODES[mode]] = (len(tested), sum(right[n] >= 64 for n in differ), sum(right[n] < 64 for n in differ))
    return lanes, counts


@pytest.mark.nightly
@pytest.mark.needs("opencl", "pocl")
@pytest.mark.parametrize("level", ["cuda", "ptx"])
def test_opencl(level, tmp_path):
    """PoCL 3.1 has no sub-groups and refuses all; 6.0 has IDX and XOR, and they are right."""
    folder = PEERS / "opencl"
    lanes, counts = whole_group(tmp_path, folder / "host.c", folder / "signature.cl", "-lOpenCL", level)
    assert {wrong for _, *wrongs in counts.values() for wrong in wrongs} == {0}
    assert all(tested in (0, lanes * lanes) for tested, *_ in counts.values())


@pytest.mark.nightly
@pytest.mark.needs("vulkan", "lavapipe", "glslang")
@pytest.mark.parametrize("level", ["cuda", "ptx"])
def test_glsl(level, tmp_path):
    """lavapipe: out of range, which Vulkan leaves undefined, UP and DOWN wrap around; all else is right."""
    words = ["-V", "--target-env", "vulkan1.1", "-o", tmp_path / "signature.spv", PEERS / "glsl/signature.comp"]
    run(["glslangValidator", *words])
    lanes, counts = whole_group(tmp_path, PEERS / "glsl/host.c", tmp_path / "signature.spv", "-lvulkan", level)
    square, outside = lanes * lanes, lanes * (lanes - 1) // 2
    assert counts == {m: (square, 0, outside if m in ("UP", "DOWN") else 0) for m in MODES}


# ---- a Verilog module

VERILOG = PEERS / "verilog"
EXAMPLE = VERILOG / "example.v"
FUNCTION = ["example_function", EXAMPLE, "--function"]
CORE = ["example_core", EXAMPLE]
SHFL = ["shfl", *sorted((ROOT / "rtl").glob("*.v")), "-I", ROOT / "rtl"]


def module(*words, status=0, **options):
    return run([sys.executable, VERILOG / "run.py", *words], status=status, **options)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "level"),
    [
        (FUNCTION, "cuda"),
        (CORE, "cuda"),
        ([*CORE, "-p", "CLOCKS=1"], "cuda"),
        ([*SHFL, "-p", "DEPTH=3"], "cuda"),
        ([*SHFL, "-p", "DEPTH=0"], "cuda"),
        ([*SHFL, "--simulator", "verilator"], "ptx"),
    ],
    ids="function core one_clock shfl shfl_depth0 verilator".split(),
)
def test_module(words, level, tmp_path):
    module(*words, "--level", level, "-o", tmp_path / "answers")
    assert (tmp_path / "answers").read_bytes() == expected(level)


@pytest.mark.parametrize("level", ["quick", "cub"])
def test_module_warps(level, tmp_path):
    """From a file that is made as docs/ shows."""
    vectors(tmp_path, level)
    run(["sh", "-c", f"awk '{{ print $1, $35, $3 }}' {tmp_path}/{level}.vec > {tmp_path}/warps"])
    module(*FUNCTION, "--warps", tmp_path / "warps", "-o", tmp_path / "answers", timeout=60)
    assert (tmp_path / "answers").read_bytes() == expected(level)


@pytest.mark.parametrize("level", VECTORS)
def test_module_vectors(level, tmp_path):
    wide = ["-p", "W=64", "--width", "64"]
    module(*FUNCTION, *wide, "--vectors", vectors(tmp_path, level), "-o", tmp_path / "answers")
    assert found(tmp_path, tmp_path / "answers", level) == AGREES


@pytest.mark.parametrize(("lanes", "width"), [(2, 1), (64, 6), (8, 40)])
def test_module_of_other_sizes(lanes, width, tmp_path):
    words = ["--lanes", lanes, "--width", width, "-p", f"LANES={lanes}", "-p", f"W={width}"]
    module(*FUNCTION, *words, "-o", tmp_path / "answers")
    assert found(tmp_path, tmp_path / "answers", "cuda", f"lanes {lanes}\n") == AGREES


@pytest.mark.slow
def test_module_wrong_above_the_clamp(tmp_path):
    """At points that CUDA's intrinsics do not have."""
    words = ["--simulator", "verilator", "--level", "ptx", "-p", "FAULT=1"]
    module(*FUNCTION, *words, "-o", tmp_path / "answers")
    want = {**AGREES, "UP": (points("ptx", "UP", "up_min_lane"), {"up_min_lane"})}
    assert found(tmp_path, tmp_path / "answers", "ptx") == want


LOOP = "module loop (input [1:0] mode, input [31:0] active, input [1023:0] ra, sb, sc, output [1023:0] rd, " + (
    "output [31:0] pu, we);\nreg a = 0;\nalways @(mode or a) if (mode == 2) a <= !a;\n"
    "assign rd = ra, pu = {32{a}}, we = active;\nendmodule\n"
)
ENDS = LOOP.replace("a <= !a", "$finish")
SILENT = LOOP.replace("we = active", "we = 0")


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ([*FUNCTION, "-p", "FAULT=4"], ["x: ", "439 of 768 warps", "warp 193: mode 1, c 0x00001f00, index 0x00000001"]),
        ([*CORE, "-p", "FAULT=6"], ["hang: 10000 clocks", "warp 388: mode 2, c 0x00001f1f, index 0x00000004"]),
        ([*CORE, "-p", "FAULT=7"], ["surplus: ", "584 warps"]),
        (["loop", "LOOP", "--function", "--seconds", "2"], ["hang: ", "384 of 768 warps", "2 1f1f 0"]),
        (["loop", "ENDS", "--function"], ["ended", "384 of 768 warps"]),
    ],
    ids="x hang surplus time_limit no_message".split(),
)
def test_module_misbehaves(arguments, names, tmp_path):
    """The message names the kind and the warp, and no file is written."""
    for name, text in (("LOOP", LOOP), ("ENDS", ENDS)):
        (tmp_path / f"{name}.v").write_text(text)
    arguments = [tmp_path / f"{word}.v" if word in ("LOOP", "ENDS") else word for word in arguments]
    assert lacking(names, module(*arguments, "-o", tmp_path / "answers", status=1).stderr) == []
    assert not list(tmp_path.glob("answers*"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ([*FUNCTION, "--width", "8"], ["--lanes and --width"]),
        ([*FUNCTION, "--width", "8", "--simulator", "verilator"], ["--lanes and --width"]),
        ([*CORE, "--lanes", "8"], ["--lanes and --width"]),
        ([*FUNCTION, "--width", "4"], ["--width 4"]),
        (["none", EXAMPLE], ["do not compile"]),
        (["shfl", "none.v"], ["none.v"]),
        ([*CORE, "-p", "CLOCKS"], ["-p CLOCKS", "NAME=VALUE"]),
        ([*CORE, "--prove"], ["-o FILE", "--prove"]),
    ],
    ids="ports ports_verilator ports_of_lanes width no_module no_file param neither".split(),
)
def test_module_misuse(arguments, names, tmp_path):
    assert lacking(names, module(*arguments, "-o", tmp_path / "answers", status=2).stderr) == []


def test_module_that_writes_nothing(tmp_path):
    (tmp_path / "loop.v").write_text(SILENT.replace("a <= !a", ""))
    module("loop", tmp_path / "loop.v", "--function", "-o", tmp_path / "answers")
    assert set((tmp_path / "answers").read_bytes()) == {254}


def test_module_without_a_simulator(tmp_path):
    arguments = [*FUNCTION, "-o", tmp_path / "answers"]
    assert "no-iverilog" in module(*arguments, status=3, env={**os.environ, "IVERILOG": "no-iverilog"}).stderr


SMALL = ["--lanes", "8", "--width", "1", "-p", "LANES=8", "-p", "W=1", "--prove"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (FUNCTION, 0, "equal to shfl: 8 lanes, 1 data bits, all operands"),
        ([*CORE, "--clocks", "8"], 0, "the first 8 clocks"),
        ([*SHFL, "-p", "DEPTH=7", "-p", "SKID=1"], 0, "equal to shfl"),
        ([*FUNCTION, "-p", "FAULT=1"], 1, "not equal"),
        ([*FUNCTION, "-p", "FAULT=4"], 1, "not equal"),
        ([*FUNCTION, "-p", "FAULT=5"], 1, "not equal"),
        ([*CORE, "-p", "FAULT=3", "--clocks", "8"], 1, "not equal"),
        ([*CORE, "--clocks", "4"], 1, "4 clocks after reset"),
        ([*FUNCTION, "--width", "2"], 2, "--lanes and --width"),
    ],
    ids="function core shfl up x pu idx no_result ports".split(),
)
def test_module_is_proved_equal(words, status, says):
    done = module(words[0], *SMALL, *words[1:], status=status)
    assert says in done.stdout + done.stderr


@pytest.fixture(scope="module")
def peer_in_c(tmp_path_factory):
    """A simulation of cli/conform/examples/wrong.c as a module."""
    folder = tmp_path_factory.mktemp("peer_in_c")
    (folder / "peer.vh").write_text("`define PEER example_c\n`define PARAMS\n`define FUNCTION\n")
    words = "--binary -j 1 --top-module conform_bench -MAKEFLAGS OPT_FAST=-O1 --Mdir".split()
    sources = [folder / "peer.vh", *(VERILOG / name for name in ("conform_bench.v", "conform_peer.v", "example_c.sv"))]
    run([VERILATOR, *words, folder, *sources, BUILD / "cli/conform/wrong.so"])
    return folder / "Vconform_bench"


@pytest.fixture(scope="module")
def cuda_warps(tmp_path_factory):
    path = tmp_path_factory.mktemp("warps") / "cuda"
    lines = [line.split() for line in output(BUILD / "openshfl", "conform", "--vectors", "cuda").decode().splitlines()]
    path.write_text("".join(f"{words[0]} {words[34]} {words[2]}\n" for words in lines))
    return path


@pytest.mark.slow
def test_module_with_each_fault(peer_in_c, cuda_warps, tmp_path):
    """The bench writes just the results of each fault that shows at level cuda."""
    wrong = {}
    for fault in ("nothing", *FAULTS):
        answers = tmp_path / fault
        printed = run([peer_in_c, f"+warps={cuda_warps}", f"+to={answers}"], env=environment(fault)).stdout
        wrong[fault] = answers.read_bytes() != output(BUILD / "cli/conform/wrong", fault, "cuda")
        assert "conform: 768 warps" in printed
    assert not [fault for fault in wrong if wrong[fault]]


@pytest.mark.slow
def test_module_that_crashes(tmp_path):
    sources = [VERILOG / "example_c.sv", BUILD / "cli/conform/wrong.so"]
    arguments = ["example_c", *sources, "--function", "--simulator", "verilator", "-o", tmp_path / "answers"]
    printed = module(*arguments, status=1, env=environment("crashes")).stderr
    assert lacking(["crash", "status -6", "385 of 768 warps"], printed) == []
    assert not list(tmp_path.glob("answers*"))


# ---- SystemVerilog: the model through DPI-C, and the scoreboard

DPI = PEERS / "dpi"
MARK = 0x5700  # ra of lane 0 in the bench


def model_objects(folder):
    run([*CC.split(), "-std=c11", *STRICT, "-O1", f"-I{ROOT}/model", "-c", DPI / "shfl_dpi.c", "-o", folder / "dpi.o"])
    return [folder / "dpi.o", built("libshfl.a")]


def scoreboard(folder, top, unit, policy, params, *sources):
    """The simulation of TOP with a scoreboard beside each UNIT."""
    values = f".LANES(LANES), .W(W), .POLICY({policy}), .TAG_W({16 if unit == 'example_core' else 'TAG_W'})"
    (folder / "bind.sv").write_text(f"bind {unit} shfl_scoreboard #({values}) u_scoreboard (.*);\n")
    words = ["--binary", "--assert", "-j", "1", "--top-module", top, "--Mdir", folder / "made"]
    words += ["-MAKEFLAGS", "OPT_FAST=-O0", "-Irtl", "-y", "rtl", "-y", "rtl/sv"]
    words += [f"-G{name}={value}" for name, value in params.items()]
    files = [*sources, DPI / "shfl_model.sv", DPI / "shfl_scoreboard.sv", folder / "bind.sv", *model_objects(folder)]
    run([VERILATOR, *words, *files])
    return folder / f"made/V{top}"


def test_scoreboard_lint():
    words = ["--lint-only", "-Wall", "--top-module", "shfl_scoreboard"]
    said = run([VERILATOR, *words, DPI / "shfl_model.sv", DPI / "shfl_scoreboard.sv"])
    assert not [line for line in (said.stdout + said.stderr).splitlines() if line and not line.startswith("- ")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("policy", "params"),
    [
        ("POLICY", {"POLICY": 1}),
        ("POLICY", {"POLICY": 0, "DEPTH": 0, "W": 64, "LANES": 4}),
        ("-1", {"POLICY": 2, "SKID": 1, "LANES": 16}),
    ],
    ids="policy w64 any_policy".split(),
)
def test_scoreboard_beside_shfl(policy, params, tmp_path):
    """Random traffic with stalls, resets and inactive lanes."""
    program = scoreboard(tmp_path, "shfl_bench", "shfl", policy, params, ROOT / "tests/sv/shfl_bench.sv")
    said = run([program]).stdout
    compared = [int(n) for n in re.findall(r"^shfl_scoreboard: (\d+) warps compared, 0 wrong$", said, re.M)]
    assert len(compared) == 2 and min(compared) > 300


def beside_core(folder, params, **values):
    """A scoreboard beside example_core, in the bench."""
    text = ", ".join(f".{name}({value})" for name, value in params.items())
    (folder / "peer.vh").write_text(f"`define PEER example_core\n`define PARAMS #({text})\n")
    sources = [folder / "peer.vh", VERILOG / "conform_bench.v", VERILOG / "conform_peer.v", EXAMPLE]
    return scoreboard(folder, "conform_bench", "example_core", -1, values, *sources)


@pytest.mark.nightly
@pytest.mark.covers("cli/conform/adapters/dpi/", "cli/conform/adapters/verilog/")
@pytest.mark.parametrize("fault", [0, 2, 4], ids=["right", "bfly", "values"])
def test_scoreboard_beside_another_unit(cuda_warps, fault, tmp_path):
    """The first wrong lane of each wrong warp is an error, with its operands and the right values."""
    program = beside_core(tmp_path, {"FAULT": fault})
    arguments = [f"+warps={cuda_warps}", f"+to={tmp_path}/answers", "+verilator+error+limit+1000000"]
    printed = run([program, *arguments], status=None).stdout
    got, wanted = (
        np.frombuffer(sig, np.uint8).reshape(-1, 32) for sig in ((tmp_path / "answers").read_bytes(), expected("cuda"))
    )
    errors = []
    for warp in np.flatnonzero((got != wanted).any(axis=1)):
        lane = int(np.flatnonzero(got[warp] != wanted[warp])[0])
        mode, sc, sb = (int(field, 16) for field in cuda_warps.read_text().splitlines()[warp].split())
        errors.append((mode, lane, sb, sc, MARK + int(wanted[warp, lane] & 63), int(wanted[warp, lane] >> 6)))
    pattern = r"mode (\d), lane +(\d+), sb 0x(\w+), sc 0x(\w+), .*expected rd 0x(\w+), pu (\d)"
    found = re.findall(pattern, printed)
    assert [tuple(int(n, base) for n, base in zip(error, (10, 10, 16, 16, 16, 2))) for error in found] == errors
    assert f"shfl_scoreboard: 768 warps compared, {len(errors)} wrong" in printed and (errors != []) == (fault > 0)


@pytest.mark.slow
def test_scoreboard_of_wide_words(tmp_path):
    program = beside_core(tmp_path, {"W": 64}, W=64)
    said = run([program, f"+vectors={vectors(tmp_path, 'data64')}", f"+to={tmp_path}/answers"]).stdout
    assert "shfl_scoreboard: 256 warps compared, 0 wrong" in said
    assert found(tmp_path, tmp_path / "answers", "data64") == AGREES


# ---- cocotb

COCOTB = PEERS / "cocotb/shfl_cocotb.py"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["-p", "DEPTH=3"], 0, "300 warps agree"),
        (CORE, 0, "300 warps agree"),
        (["-p", "FAULT=2", *CORE], 1, "mode 3, lane"),
        (["-p", "FAULT=6", *CORE], 1, "SimTimeoutError"),
    ],
    ids="shfl core wrong hang".split(),
)
def test_cocotb(package, words, status, says):
    environment = {**os.environ, "PYTHONPATH": str(package)}
    done = run([sys.executable, COCOTB, *words], status=status, env=environment)
    assert says in done.stdout + done.stderr


# ---- the page

PAGES = "".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").rglob("*.md")))
SECTIONS = dict(part.split("\n", 1) for part in re.split(r"\n##+ ", PAGES) if "\n" in part)
# the results of PoCL and lavapipe depend on their versions and on the processor: test_opencl and test_glsl
SHOWN = [
    name
    for name, text in SECTIONS.items()
    if "```console\n" in text and "cli/conform/adapters/" in text and "signature.comp" not in text
]


def test_page_shows_the_adapters():
    assert len(SHOWN) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("section", SHOWN)
def test_page(section, package, tmp_path):
    """The commands of the page print what it shows, in a checkout with only the files built that it names."""
    for name in ("cli", "rtl"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "model", tmp_path / "model")
    (tmp_path / "build/cli/conform").mkdir(parents=True)
    for name in ("openshfl", "libshfl.a", "cli/conform/right.so"):
        (tmp_path / "build" / name).symlink_to(built(name))
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    for block in re.findall(r"^```console\n(.*?)^```$", SECTIONS[section], re.M | re.S):
        for command, said in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            if not command.startswith("pip "):  # the package is there
                words = ["sh", "-c", f"exec 2>&1; {command}"]
                done = run(
                    words, status=None, cwd=tmp_path, env={**os.environ, "PATH": path, "PYTHONPATH": str(package)}
                )
                assert "\n".join(line.rstrip() for line in done.stdout.splitlines()) == said.rstrip("\n"), command


def test_page_python(model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (program,) = (code for code in re.findall(r"^```python\n(.*?)^```$", PAGES, re.M | re.S) if "ptx.sig" in code)
    exec(program, {})
    assert (tmp_path / "ptx.sig").read_bytes() == expected("ptx")
