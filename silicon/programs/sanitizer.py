# SPDX-License-Identifier: Apache-2.0
"""What NVIDIA's compute-sanitizer says of each kernel of cli/programs/faults.cu, on the GPU of this machine: python3 -m
silicon.programs.sanitizer RECORD. It needs nvcc and compute-sanitizer."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FAULTS = Path(__file__).parents[2] / "cli/programs/faults.cu"
RECORD = Path(__file__).parent / "h100-sanitizer.json"
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
SECONDS = 20

MAIN = """
#include <cstdio>
#include <cstring>
#include <vector>
static void *buffer(size_t count, bool zeros) {
    std::vector<int> values(count);
    for (size_t k = 0; k < count && !zeros; k++) values[k] = (int)k;
    void *at; cudaMalloc(&at, count * 4); cudaMemcpy(at, values.data(), count * 4, cudaMemcpyHostToDevice); return at;
}
int main(int, char **argv) {
CASES
    const cudaError_t error = cudaDeviceSynchronize();
    printf("ends with %s\\n", cudaGetErrorString(error));
}
"""


def kernels():
    """Of each kernel of faults.cu its options, its parameters, and what is found where: [(name, line)]."""
    found, options = {}, ""
    for number, line in enumerate(FAULTS.read_text(encoding="ascii").splitlines(), 1):
        if line.startswith("//?"):
            options = line[3:]
        elif head := re.match(r"__global__ void (\w+)\((.*)\)", line):
            name = head[1]
            found[name] = options, head[2], []
            options = ""
        if found and (marks := re.search(r"//! (.*)$", line)):
            found[name][2].extend((mark, number) for mark in marks[1].split())
    return found


def case(name, options, parameters):
    given = dict(re.findall(r"--arg (\w+)=(\S+)", options))
    block, grid = (re.search(rf"--{word} (\d+)", options) for word in ("block", "grid"))
    words = []
    for parameter in parameters.split(", "):
        kind, own = re.match(r"(.*?)(\w+)$", parameter).groups()
        size = re.match(r"buffer:(\d+)", given.get(own, ""))
        words.append(
            f"({kind})buffer({size[1] if size else 65536}, {'true' if size else 'false'})"
            if "*" in kind
            else given[own]
        )
    launch = f"<<<{grid[1] if grid else 1}, {block[1] if block else 32}>>>({', '.join(words)})"
    return f'    if (strcmp(argv[1], "{name}") == 0) {name}{launch};\n'


def asked(words):
    """The tool's summary: how many errors and warnings; or that it does not end."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "hangs"
    counts = re.findall(r"SUMMARY: (\d+) (?:error|hazard)", done.stdout)
    return int(counts[-1]) if counts else done.stdout.strip().splitlines()[-1]


def main(path):
    with tempfile.TemporaryDirectory() as folder:
        every = kernels()
        cases = "".join(case(name, *rest[:2]) for name, rest in every.items())
        (Path(folder) / "faults.cu").write_text(
            "#include <cassert>\n" + FAULTS.read_text() + MAIN.replace("CASES", cases), encoding="ascii"
        )
        program = f"{folder}/faults"
        subprocess.run(["nvcc", "-w", "-lineinfo", "-arch=native", "-o", program, f"{folder}/faults.cu"], check=True)
        gpu = subprocess.run(
            ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True
        )
        version = subprocess.run(["compute-sanitizer", "--version"], capture_output=True, text=True, check=True).stdout
        result = {"device": gpu.stdout.strip(), "version": re.search(r"Version (\S+)", version)[1], "said": {}}
        for name in every:
            result["said"][name] = {tool: asked(["compute-sanitizer", "--tool", tool, program, name]) for tool in TOOLS}
            print(name, result["said"][name], flush=True)
    lines = (f"{json.dumps(name)}: {json.dumps(said)}" for name, said in result.pop("said").items())
    text = json.dumps(result, indent=0)[:-2] + ',\n"said": {\n' + ",\n".join(lines) + "\n}\n}\n"
    Path(path).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
