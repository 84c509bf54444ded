# SPDX-License-Identifier: Apache-2.0
"""The ways into the conformance kit, cli/conform/adapters/: each with a shuffle that is right, and with wrong ones.

PoCL and lavapipe, which are large, are asked in `make test-all`; all else is cheap enough for `make test`."""

import hashlib
import json
import os
import re
import shutil
import signal
import sys

import numpy as np
import pytest
from conftest import BUILD, ROOT, built, run
from test_conform import FAULTS, VECTORS, output

PEERS = ROOT / "cli/conform/adapters"
CC, CXX = (os.environ.get(name) or name.lower().replace("xx", "++") for name in ("CC", "CXX"))
VERILATOR = os.environ.get("VERILATOR") or "verilator"
STRICT = "-Wall -Wextra -Wconversion -pedantic -Werror".split()
NO_PREDICATE = "predicate no\n"
MODES = ("IDX", "UP", "DOWN", "BFLY")
AGREES = dict.fromkeys(MODES, (0, set()))


@pytest.fixture(scope="module", autouse=True)
def made(openshfl):
    for name in ("wrong", "wrong.so"):
        built(f"conform/{name}")


def expected(level):
    return output(BUILD / "openshfl", "conform", "--expect", level)


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


def wrong_answers(fault, level):
    return output(BUILD / "cli/conform/wrong", fault, level)


def environment(fault):
    return {**os.environ, "OPENSHFL_WRONG": fault}


# ---- CUDA and HIP, on the emulated warp


def emulator(folder, *options):
    """cli/conform/adapters/cuda/signature.cu on the machine of cli/conform/examples/wrong.c."""
    program = folder / "signature"
    words = ["-std=c++17", "-O1", *STRICT, "-DEMULATED", *options, "-o", program]
    library = BUILD / "cli/conform/wrong.so"
    run(
        [
            *CXX.split(),
            *words,
            "-x",
            "c++",
            PEERS / "cuda/signature.cu",
            "-x",
            "none",
            library,
            f"-Wl,-rpath,{library.parent}",
        ]
    )
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


def test_cuda_of_64_lanes(tmp_path):
    """As HIP has them."""
    run([emulator(tmp_path, "-DLANES=64"), "cuda", tmp_path / "answers"])
    assert found(tmp_path, tmp_path / "answers", "cuda", "lanes 64\n" + NO_PREDICATE) == AGREES


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


@pytest.mark.share(4)
@pytest.mark.parametrize("fault", [name for name, (_, counts) in FAULTS.items() if counts["perlane"]])
def test_cuda_wrong(emulated, fault, tmp_path):
    """A machine with any fault of the library: the kernel brings out just its answers."""
    run([emulated, vectors(tmp_path, "perlane"), tmp_path / "answers"], env=environment(fault))
    assert (tmp_path / "answers").read_bytes() == wrong_answers(fault, "perlane")


def test_cuda_wrong_in_signatures(emulated, tmp_path):
    for level, profile, mode, fault in (("cuda", NO_PREDICATE, "IDX", "idx_no_base"), ("ptx", "", "UP", "up_min_lane")):
        run([emulated, level, tmp_path / "answers"], env=environment(fault))
        report = found(tmp_path, tmp_path / "answers", level, profile)
        assert report[mode][0] == FAULTS[fault][1][level] and fault in report[mode][1]
        assert {**report, mode: AGREES[mode]} == AGREES


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0 1 2\n", "vectors:1: expected mode 0 to 3, active, and 32 numbers each"),
        ("# a comment\n" + "4" + " 0" * 97 + "\n", "vectors:2: expected mode 0 to 3"),
        ("0" + " 0" * 98 + "\n", "vectors:1: expected"),
        ("0" + " 0" * 96 + " z\n", "vectors:1: expected"),
    ],
)
def test_vectors_that_are_none(emulated, text, says, tmp_path):
    (tmp_path / "vectors").write_text(text)
    assert says in run([emulated, tmp_path / "vectors", tmp_path / "answers"], status=2).stderr
    assert not (tmp_path / "answers").exists()


def test_files_that_are_none(emulated, tmp_path):
    assert "expected cuda, ptx or a vector file" in run([emulated, "cuda"], status=2).stderr
    assert "none: expected a file that can be read" in run([emulated, "none", tmp_path / "x"], status=2).stderr
    assert "expected a file that can be written" in run([emulated, "cuda", tmp_path / "none/x"], status=2).stderr


def cuda_tool(name):
    tool = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    return tool or pytest.skip(f"there is no {name} here")


def test_cuda_compiles(tmp_path):
    words = "-std=c++17 -arch=sm_90 -Xcompiler -Wall,-Wextra,-Werror -Werror all-warnings -cubin".split()
    run([cuda_tool("nvcc"), *words, "-o", tmp_path / "cubin", PEERS / "cuda/signature.cu"])


def test_record_of_a_gpu(emulated, tmp_path):
    """What an H200 answered is what the golden model answers, with an inactive source that gives 0."""
    text = (PEERS / "h200.txt").read_text()
    recorded = re.findall(r"(?m)^(\w+) +(cuda|ptx) +([0-9a-f]{64})$", text)
    assert len(recorded) == 12
    for level, kernel, digest in recorded:
        run([emulated, vectors(tmp_path, level) if level in VECTORS else level, tmp_path / "answers"])
        answer = (tmp_path / "answers").read_bytes()
        if level == "cuda" and kernel == "ptx":  # which has a predicate
            answer = expected(level)
        assert hashlib.sha256(answer).hexdigest() == digest, (level, kernel)


def test_ptx_assembles(tmp_path):
    run([cuda_tool("ptxas"), "-arch=sm_90", "-o", tmp_path / "cubin", PEERS / "ptx/signature.ptx"])


def test_ptx_host_without_a_driver(tmp_path):
    run([*CC.split(), "-std=c11", *STRICT, "-o", tmp_path / "host", PEERS / "ptx/host.c", "-ldl"])
    done = run([tmp_path / "host", PEERS / "ptx/signature.ptx", "cuda", tmp_path / "answers"], status=None)
    if done.returncode == 0:  # there is a GPU
        assert (tmp_path / "answers").read_bytes() == expected("cuda")
    else:
        assert done.returncode == 3 and "no NVIDIA driver here" in done.stderr


# ---- PTX: what the text says, without a GPU

HOST_WARP = np.dtype([("mode", "u8"), ("active", "u8"), ("ra", "u8", 32), ("sb", "u4", 32), ("sc", "u4", 32)])
HOST_ANSWER = np.dtype([("rd", "u8", 32), ("got", "u1", 32)])


class Ptx:
    """As much of PTX as signature.ptx has. A register is an array [warps, lanes], for all of them at once."""

    def __init__(self, kernel, warps, params, memory, model):
        text = re.sub(r"//.*", "", (PEERS / "ptx/signature.ptx").read_text(encoding="utf-8"))
        body = re.search(rf"\.entry {kernel}\(.*?\)\s*{{(.*?)}}", text, re.S)[1]
        self.code = [" ".join(line.split()) for line in body.split(";") if line.strip() and ".reg" not in line]
        self.memory, self.params, self.model = memory, params, model
        shape = (len(warps), 32)
        warp, lane = np.broadcast_to(np.asarray(warps, "u8")[:, None], shape), np.arange(32, dtype="u8")
        self.registers = {"%ctaid.x": warp, "%tid.x": np.broadcast_to(lane, shape)}
        self.alive, self.shape = np.ones(shape, bool), shape

    def value(self, word):
        if word.startswith("%"):
            return self.registers[word]
        return np.broadcast_to(np.uint64(int(word, 0)), self.shape)

    def places(self, word):
        base, _, offset = word.strip("[]").partition("+")
        return self.value(base) + np.uint64(int(offset or "0"))

    def run(self):
        for line in self.code:
            guard, op, rest = re.fullmatch(r"(?:@(%\w+) +)?([\w.]+) *(.*)", line).groups()
            mask = self.alive & self.registers[guard] if guard else self.alive
            words = [word.strip() for word in rest.split(",")] if rest else []
            self.step(op.split("."), words, mask)
        return self

    def step(self, op, words, mask):
        size = {"8": 1, "32": 4, "64": 8}.get(op[-1][1:])
        if op[0] == "ret":
            self.alive = self.alive & ~mask
        elif op[0] == "st":
            places, value = self.places(words[0])[mask], self.value(words[1])[mask]
            for byte in range(size):
                self.memory[places + np.uint64(byte)] = value >> np.uint64(8 * byte) & np.uint64(255)
        elif op[:2] == ["ld", "param"]:
            self.registers[words[0]] = self.value(str(self.params[words[1].strip("[]")]))
        elif op[0] == "ld":
            places = self.places(words[1])
            self.registers[words[0]] = sum(
                self.memory[places + np.uint64(byte)].astype("u8") << np.uint64(8 * byte) for byte in range(size)
            )
        elif op[0] == "shfl":
            self.shuffle(op[2], words, mask)
        else:
            self.compute(op, words[0], [self.value(word) for word in words[1:]], size)

    def shuffle(self, mode, words, mask):
        result, predicate = words[0].split("|")
        a, b, c, members = (self.value(word) for word in words[1:])
        lanes = (members >> np.arange(32, dtype="u8") & np.uint64(1)).astype(bool)
        assert (lanes | ~mask).all() and ((lanes == mask) | ~mask.any(axis=-1)[:, None]).all()
        out = self.model.shuffle(("idx", "up", "down", "bfly").index(mode), b, c, a.astype("u4"), mask)
        for name, new in ((result, out.rd.astype("u8")), (predicate, out.pu)):
            self.registers[name] = np.where(mask, new, self.registers.get(name, np.zeros_like(new)))

    def compute(self, op, to, x, size):
        one = {
            "mov": lambda: x[0],
            "cvt": lambda: x[0],
            "and": lambda: x[0] & x[1],
            "or": lambda: x[0] | x[1],
            "shl": lambda: x[0] << x[1],
            "shr": lambda: x[0] >> x[1],
            "add": lambda: x[0] + x[1],
            "sub": lambda: x[0] - x[1],
            "mul": lambda: x[0] * x[1],
            "mad": lambda: x[0] * x[1] + x[2],
            "div": lambda: x[0] // x[1],
            "rem": lambda: x[0] % x[1],
            "setp": lambda: x[0] == x[1] if op[1] == "eq" else x[0] < x[1],
            "selp": lambda: np.where(x[2], x[0], x[1]),
        }[op[0]]()
        wide = op[0] in ("setp", "cvt") or op[:2] == ["mul", "wide"] or size == 8
        self.registers[to] = one if wide else one & np.uint64(0xFFFFFFFF)


@pytest.mark.parametrize(("level", "warps"), [("cuda", 768), ("ptx", 131072)])
def test_ptx(model, level, warps):
    memory = np.full(32 * warps, 0xEE, np.uint8)
    for first in range(0, warps, 8192):
        Ptx(f"{level}_level", range(first, min(first + 8192, warps)), {"signature": 0}, memory, model).run()
    assert memory.tobytes() == expected(level)


@pytest.mark.parametrize("level", VECTORS)
def test_ptx_vectors(model, level, tmp_path):
    lines = vectors(tmp_path, level).read_text().splitlines()
    numbers = np.array([[int(word, 16) for word in line.split()] for line in lines], dtype="u8")
    warps = np.zeros(len(lines), HOST_WARP)
    warps["mode"], warps["active"] = numbers[:, 0], numbers[:, 1]
    for n, name in enumerate(("sb", "sc", "ra")):
        warps[name] = numbers[:, 2 + 32 * n : 34 + 32 * n]
    memory = np.frombuffer(warps.tobytes() + bytes(len(lines) * HOST_ANSWER.itemsize), np.uint8).copy()
    Ptx("vector_level", range(len(lines)), {"warps": 0, "answers": warps.nbytes}, memory, model).run()
    got = np.frombuffer(memory[warps.nbytes :].tobytes(), HOST_ANSWER)
    active = (warps["active"][:, None] >> np.arange(32, dtype="u8") & np.uint64(1)).astype(bool)
    want = model.shuffle(warps["mode"].astype(int), warps["sb"], warps["sc"], warps["ra"], active)
    assert (got["got"] == np.where(active, 1 + 2 * want.pu, 0)).all()
    assert (got["rd"] == np.where(active, want.rd, 0)).all()


# ---- OpenCL and Vulkan, as Debian has them


def whole_group(tmp_path, host, source, library, level):
    """Points that are refused, and that are wrong in range and out of range, of each mode."""
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
        differ = [n for n in points if got[n] != 255 and (got[n] > 127 or (got[n] ^ right[n]) & 63)]
        asked = [n for n in points if got[n] != 255]
        counts[MODES[mode]] = (len(asked), sum(right[n] >= 64 for n in differ), sum(right[n] < 64 for n in differ))
    return lanes, counts


@pytest.mark.long
@pytest.mark.parametrize("level", ["cuda", "ptx"])
def test_opencl(level, tmp_path):
    """PoCL 3.1 has no sub-groups and refuses all; 6.0 has IDX and XOR, and they are right."""
    folder = PEERS / "opencl"
    lanes, counts = whole_group(tmp_path, folder / "host.c", folder / "signature.cl", "-lOpenCL", level)
    assert {wrong for _, *wrongs in counts.values() for wrong in wrongs} == {0}
    assert all(asked in (0, lanes * lanes) for asked, *_ in counts.values())


@pytest.mark.long
@pytest.mark.parametrize("level", ["cuda", "ptx"])
def test_glsl(level, tmp_path):
    """lavapipe: out of range, which Vulkan leaves undefined, UP and DOWN wrap around; all else is right."""
    words = ["-V", "--target-env", "vulkan1.1", "-o", tmp_path / "signature.spv", PEERS / "glsl/signature.comp"]
    run(["glslangValidator", *words])
    lanes, counts = whole_group(tmp_path, PEERS / "glsl/host.c", tmp_path / "signature.spv", "-lvulkan", level)
    outside = lanes * (lanes - 1) // 2
    square = lanes * lanes
    assert counts == {
        "IDX": (square, 0, 0),
        "UP": (square, 0, outside),
        "DOWN": (square, 0, outside),
        "BFLY": (square, 0, 0),
    }


# ---- a Verilog module

VERILOG = PEERS / "verilog"
EXAMPLE = VERILOG / "example.v"
FUNCTION = ["example_function", EXAMPLE, "--function"]
CORE = ["example_core", EXAMPLE]
SHFL = ["shfl", *sorted((ROOT / "rtl").glob("*.v")), "-I", ROOT / "rtl"]


def module(*words, status=0, **options):
    return run([sys.executable, VERILOG / "run.py", *words], status=status, **options)


@pytest.mark.share(2)
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
    """As the page says how to make the file of the warps."""
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


@pytest.mark.parametrize(("number", "mode", "fault"), [(2, "BFLY", "bfly_not_below"), (3, "IDX", "idx_not_wrapped")])
def test_module_wrong(number, mode, fault, tmp_path):
    module(*CORE, "-p", f"FAULT={number}", "-o", tmp_path / "answers")
    report = found(tmp_path, tmp_path / "answers", "cuda")
    assert report[mode][0] == FAULTS[fault][1]["cuda"] and fault in report[mode][1]
    assert {**report, mode: AGREES[mode]} == AGREES


@pytest.mark.share(6)
def test_module_wrong_above_the_clamp(tmp_path):
    """Where CUDA's intrinsics do not reach."""
    words = ["--simulator", "verilator", "--level", "ptx", "-p", "FAULT=1"]
    module(*FUNCTION, *words, "-o", tmp_path / "answers")
    want = {**AGREES, "UP": (FAULTS["up_min_lane"][1]["ptx"], {"up_min_lane"})}
    assert found(tmp_path, tmp_path / "answers", "ptx") == want


LOOP = "module loop (input [1:0] mode, input [31:0] active, input [1023:0] ra, sb, sc, output [1023:0] rd, " + (
    "output [31:0] pu, we);\nreg a = 0;\nalways @(mode or a) if (mode == 2) a <= !a;\n"
    "assign rd = ra, pu = {32{a}}, we = active;\nendmodule\n"
)
ENDS = LOOP.replace("a <= !a", "$finish")
SILENT = LOOP.replace("we = active", "we = 0")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([*FUNCTION, "-p", "FAULT=4"], "x: in the answers to 439 of 768 warps"),
        ([*FUNCTION, "-p", "FAULT=4"], "warp 193: mode 1, c 0x00001f00, index 0x00000001: x in rd, pu or we"),
        ([*CORE, "-p", "FAULT=6"], "warp 388: mode 2, c 0x00001f1f, index 0x00000004: hang: 10000 clocks without"),
        ([*CORE, "-p", "FAULT=7"], "surplus: an answer after 584 warps, to none of them"),
        (
            ["loop", "LOOP", "--function", "--seconds", "2"],
            "when 384 of 768 warps were answered; it may be the next one (mode, c, index: 2 1f1f 0)",
        ),
        (["loop", "ENDS", "--function"], "it ended without a word, when 384 of 768 warps were answered"),
    ],
    ids="x x_where hang surplus time_limit no_word".split(),
)
def test_module_misbehaves(words, says, tmp_path):
    for name, text in (("LOOP", LOOP), ("ENDS", ENDS)):
        (tmp_path / f"{name}.v").write_text(text)
    words = [tmp_path / f"{word}.v" if word in ("LOOP", "ENDS") else word for word in words]
    assert says in module(*words, "-o", tmp_path / "answers", status=1).stderr
    assert not list(tmp_path.glob("answers*"))


@pytest.mark.share(6)
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([*FUNCTION, "--width", "8"], "as --lanes and --width say"),
        ([*FUNCTION, "--width", "8", "--simulator", "verilator"], "as --lanes and --width say"),
        ([*CORE, "--lanes", "8"], "as --lanes and --width say"),
        ([*FUNCTION, "--width", "4"], "--width 4: expected enough bits to name a lane"),
        (["none", EXAMPLE], "the sources do not compile"),
        (["shfl", "none.v"], "none.v: expected a file"),
        ([*CORE, "-p", "CLOCKS"], "-p CLOCKS: expected NAME=VALUE"),
        ([*CORE, "--prove"], "expected -o FILE, or --prove"),
    ],
    ids="ports ports_verilator ports_of_lanes width no_module no_file param neither".split(),
)
def test_module_bad_input(words, says, tmp_path):
    assert says in module(*words, "-o", tmp_path / "answers", status=2).stderr


def test_module_that_writes_nothing(tmp_path):
    (tmp_path / "loop.v").write_text(SILENT.replace("a <= !a", ""))
    module("loop", tmp_path / "loop.v", "--function", "-o", tmp_path / "answers")
    assert set((tmp_path / "answers").read_bytes()) == {254}


def test_module_without_a_simulator(tmp_path):
    words = [*FUNCTION, "-o", tmp_path / "answers"]
    said = module(*words, status=3, env={**os.environ, "IVERILOG": "no-iverilog"}).stderr
    assert "there is no no-iverilog here" in said


SMALL = ["--lanes", "8", "--width", "1", "-p", "LANES=8", "-p", "W=1", "--prove"]


@pytest.mark.share(6)
@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (FUNCTION, 0, "equal to shfl: 8 lanes, 1 data bits, all operands"),
        ([*CORE, "--clocks", "8"], 0, "answers of the first 8 clocks"),
        ([*SHFL, "-p", "DEPTH=7", "-p", "SKID=1"], 0, "equal to shfl"),
        ([*FUNCTION, "-p", "FAULT=1"], 1, "not equal"),
        ([*FUNCTION, "-p", "FAULT=4"], 1, "not equal"),
        ([*FUNCTION, "-p", "FAULT=5"], 1, "not equal"),
        ([*CORE, "-p", "FAULT=3", "--clocks", "8"], 1, "not equal"),
        ([*CORE, "--clocks", "4"], 1, "no answer in 4 clocks after reset"),
        ([*FUNCTION, "--width", "2"], 2, "as --lanes and --width say"),
    ],
    ids="function core shfl up x pu idx no_answer ports".split(),
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


@pytest.mark.share(53)
@pytest.mark.parametrize("fault", [name for name, (_, counts) in FAULTS.items() if counts["cuda"]])
def test_module_with_each_fault(peer_in_c, cuda_warps, fault, tmp_path):
    answers = tmp_path / "answers"
    said = run([peer_in_c, f"+warps={cuda_warps}", f"+to={answers}"], env=environment(fault)).stdout
    assert "conform: 768 warps" in said and answers.read_bytes() == wrong_answers(fault, "cuda")


@pytest.mark.parametrize(("fault", "status"), [("crashes", -signal.SIGABRT), ("exits", None)])
def test_module_that_ends_the_simulation(peer_in_c, cuda_warps, fault, status, tmp_path):
    done = run([peer_in_c, f"+warps={cuda_warps}", f"+to={tmp_path}/x"], status=None, env=environment(fault))
    assert "conform: " not in done.stdout and (status is None or done.returncode == status)


@pytest.mark.share(12)
def test_module_that_crashes(tmp_path):
    words = [
        "example_c",
        VERILOG / "example_c.sv",
        BUILD / "cli/conform/wrong.so",
        "--function",
        "--simulator",
        "verilator",
    ]
    said = module(*words, "-o", tmp_path / "answers", status=1, env=environment("crashes")).stderr
    assert "the simulation crashed, exit status -6, when 385 of 768 warps were answered" in said and not list(
        tmp_path.glob("answers*")
    )


# ---- SystemVerilog: the model through DPI-C, and the scoreboard

DPI = PEERS / "dpi"


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


@pytest.mark.share(16)
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


@pytest.mark.share(24)
@pytest.mark.parametrize("fault", [0, 2, 3, 4], ids=["right", "bfly", "idx", "words"])
def test_scoreboard_beside_another_unit(cuda_warps, fault, tmp_path):
    """Each wrong warp is an error, with its operands."""
    program = beside_core(tmp_path, {"FAULT": fault})
    words = [f"+warps={cuda_warps}", f"+to={tmp_path}/answers", "+verilator+error+limit+1000000"]
    said = run([program, *words], status=None).stdout
    right = expected("cuda")
    got = (tmp_path / "answers").read_bytes()
    warps = sum(got[n : n + 32] != right[n : n + 32] for n in range(0, len(got), 32))
    points = sum(a != b for a, b in zip(got, right, strict=True))
    assert f"shfl_scoreboard: 768 warps compared, {warps} wrong" in said and (warps > 0) == (fault > 0)
    errors = re.findall(r"mode (\d), lane (\d+), sb 0x(\w+), sc 0x(\w+), .*expected rd 0x(\w+), pu (\d)", said)
    assert len(errors) == min(points, warps)


@pytest.mark.share(6)
def test_scoreboard_of_wide_words(tmp_path):
    program = beside_core(tmp_path, {"W": 64}, W=64)
    said = run([program, f"+vectors={vectors(tmp_path, 'data64')}", f"+to={tmp_path}/answers"]).stdout
    assert "shfl_scoreboard: 256 warps compared, 0 wrong" in said
    assert found(tmp_path, tmp_path / "answers", "data64") == AGREES


# ---- cocotb

COCOTB = PEERS / "cocotb/shfl_cocotb.py"


@pytest.mark.share(2)
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

PAGE = (ROOT / "docs/use/conformance.md").read_text(encoding="utf-8").split("\n## Ways in\n")[1].split("\n## ")[0]
SECTIONS = dict(part.split("\n", 1) for part in PAGE.split("\n### ")[1:])
# what PoCL and lavapipe answer depends on their versions and on the processor: test_opencl and test_glsl
SHOWN = [name for name, text in SECTIONS.items() if "```console" in text and name != "OpenCL and Vulkan"]


@pytest.mark.share(12)
@pytest.mark.parametrize("section", SHOWN)
def test_page(section, package, tmp_path):
    """What the page says to type prints what it says, in a checkout with nothing but what it says is built."""
    for name in ("conform", "rtl"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "model", tmp_path / "model")
    (tmp_path / "build/conform").mkdir(parents=True)
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
    exec(re.search(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)[1], {})
    assert (tmp_path / "ptx.sig").read_bytes() == expected("ptx")
