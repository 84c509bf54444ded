# SPDX-License-Identifier: Apache-2.0
"""How many SHFL the value of a call takes: a table, and the PTX that nvcc makes of it."""

import re
import shutil

import pytest
from conftest import BUILD, run

pytestmark = [pytest.mark.usefixtures("openshfl"), pytest.mark.covers("cli/read/widths.c")]

STRUCTS = """
struct three { int a, b, c; };
struct shorts { short a, b, c; };
struct bytes { char a[3]; };
struct eight { char a[8]; };
struct five { int a; char b; };
struct ten { int a, b; short c; };
typedef struct { float re; double im; int *p; } mixed;
struct __align__(16) aligned { int a; };
struct nested { five a; bytes b; aligned c[2]; };
struct method { float x; __device__ float get() const { return x; } short y[5]; };
using real = double;
"""

# the type, and how many SHFL it takes as CUDA's function, of a tile, and by CUB; None: there is no such function
WIDTHS = {
    "int": (1, 1, 1), "double": (2, 2, 2), "long long": (2, 2, 2), "unsigned long": (2, 2, 2),
    "short": (1, 1, 1), "char": (1, 1, 1), "float": (1, 1, 1), "__half": (1, 1, 1), "__half2": (1, None, None),
    "__nv_bfloat162": (1, None, None), "bool": (1, 1, 1), "real": (2, 2, 2), "int4": (None, 4, 4),
    "float2": (None, 2, 2), "float3": (None, 3, 3), "double2": (None, 4, 4), "uchar4": (None, 1, 1),
    "short3": (None, 2, 3), "three": (None, 3, 3), "shorts": (None, 2, 3), "bytes": (None, 1, 3),
    "five": (None, 2, 2), "eight": (None, 2, 8), "ten": (None, 3, 3), "mixed": (None, 6, 6), "aligned": (None, 4, 4),
    "nested": (None, None, 12), "method": (None, 4, 4),
}  # fmt: skip
FORMS = [
    "x[i] = __shfl_down_sync(-1, x[i], 1);",
    "auto t = cg::tiled_partition<32>(cg::this_thread_block()); x[i] = t.shfl_down(x[i], 1);",
    "x[i] = cub::ShuffleDown<32>(x[i], 1, 31, -1);",
]
SAID = re.compile(r"(\d+) (?:SHFL|ds_bpermute_b32) of \d+ bits")


def kernel(form, type_name, name="f"):
    return f"__global__ void {name}({type_name} *x) {{ int i = threadIdx.x; {FORMS[form]} }}"


def note(text, *options):
    return run([BUILD / "openshfl", "ask", *options, text, "5"]).stdout.partition("note: ")[2]


@pytest.mark.parametrize("type_name", WIDTHS)
def test_table(type_name):
    for form, count in enumerate(WIDTHS[type_name]):
        said = note(STRUCTS + kernel(form, type_name))
        found = SAID.search(said)
        if count is not None:
            assert int(found[1]) == count if found else count == 1
        elif "bfloat" not in type_name and "half" not in type_name:  # whose constructors a tile refuses
            name = ["__shfl_down_sync", ".shfl"][form]
            assert re.search(rf"no {name}\w* takes a value of type {type_name}", said)


@pytest.mark.nightly
@pytest.mark.slow
def test_of_nvcc(tmp_path):
    """Where there is an nvcc: as many shfl.sync as the table has, and no function where it has none."""
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc") or pytest.skip("no nvcc here")
    head = "#include <cooperative_groups.h>\n#include <cub/cub.cuh>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
    head += "namespace cg = cooperative_groups;\n" + STRUCTS
    cases = [(name, form, n) for name, counts in WIDTHS.items() for form, n in enumerate(counts) if n is not None]
    text = head + "\n".join(f'extern "C" {kernel(form, name, f"k{i}")}' for i, (name, form, _) in enumerate(cases))
    (tmp_path / "all.cu").write_text(text)
    run([nvcc, "-arch=sm_90", "-std=c++17", "-ptx", "all.cu", "-o", "all.ptx"], cwd=tmp_path)
    parts = re.split(r"\.entry k(\d+)\(", (tmp_path / "all.ptx").read_text())
    assert len(parts) == 1 + 2 * len(cases)
    for i, body in zip(parts[1::2], parts[2::2], strict=True):
        assert body.count("shfl.sync") == cases[int(i)][2], cases[int(i)]
    (tmp_path / "none.cu").write_text(head + kernel(0, "int4"))
    assert "no instance" in run([nvcc, "-ptx", "none.cu"], cwd=tmp_path, status=None).stderr


@pytest.mark.parametrize("text, said", [
    ("double d = x[lane]; d += __shfl_down_sync(-1, d, 4);", "double has 64 bits: 2 SHFL"),
    ("double d = __shfl_down_sync(-1, v, 4);", "if v has the type of the result, double, it takes 2 SHFL"),
    ("float f = x[0]; double d = __shfl_down_sync(-1, f, 4);", ""),
    ("float f = x[0]; y = __shfl_down_sync(-1, (double)f, 4);", "2 SHFL"),
    ("float f = x[0]; y = __shfl_down_sync(-1, f * 2.0 + 1, 4);", "2 SHFL"),
    ("float f = x[0]; y = __shfl_down_sync(-1, f * 2.0f + 1, 4);", ""),
    ("y = __shfl_down_sync(-1, 1e-5, 4);", "2 SHFL"),
    ("y = __shfl_down_sync(-1, 1e-5f, 4);", ""),
    ("void f(double *x) { y = __shfl_down_sync(-1, *x, 4); }", "2 SHFL"),
    ("void f(int *x) { y = __shfl_down_sync(-1, x, 4); }", "type pointer: its 64 bits"),
    ("template <class T> T sum(T v) { return v + __shfl_down_sync(-1, v, 4); }", "type T takes is not known here"),
    ("struct P; P v = p[0]; v = tile32.shfl(v, 4);", "type P takes is not known here"),
    ("struct P { int a : 3; }; P v = p[0]; v = tile32.shfl(v, 4);", "type P takes is not known here"),
    ("double v; { float v = x[0]; y = __shfl_down_sync(-1, v, 4); }", ""),
    ("{ float v; } double v = x[0]; y = __shfl_down_sync(-1, v, 4);", "2 SHFL"),
    ("half2 v = x[0]; y = __shfl_down_sync(-1, v, 4);", "half2 has 32 bits: 1 SHFL"),
    ("v += __shfl_down_sync(-1, v, 4);", ""),
])  # fmt: skip
def test_value(text, said):
    """What is declared in front of the call, or what the text does not say."""
    found = note(text)
    assert said in found if said else "SHFL" not in found


def test_of_amd():
    """HIP has the functions of CUDA's types; it is an instruction of AMD's."""
    text = "double v = x[0]; v += __shfl_down(v, 4);"
    assert "2 ds_bpermute_b32 of 32 bits each" in note(text, "--gpu", "gfx90a")
