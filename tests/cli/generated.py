# SPDX-License-Identifier: Apache-2.0
"""Random kernels whose lanes part, meet and shuffle, each defined by CUDA's guide; test_generated.py has their judges.

A kernel stores what each call gives in out[thread * RESULTS + k]. All conditions are of the lane, so the generator
knows who comes to each call: members are named by a literal mask, by a mask that differs by lane, or by a group. A
value is used only where the lane that it comes from is a member.
"""

import random
import sys

LANES, THREADS, RESULTS = 32, 64, 24
HEAD = """#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int nth(unsigned m, int k) { for (int i = 0; i < 32; i++) if (m >> i & 1 && k-- == 0) return i; return -1; }
"""


class Kernel:
    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.lines: list[str] = []
        self.results = 0
        self.names = 0

    def put(self, depth: int, line: str) -> None:
        self.lines.append("    " * depth + line)

    def keep(self, depth: int, value: str) -> None:
        """Store a value, if there is room, and mix it into v."""
        if self.results < RESULTS:
            self.put(depth, f"out[threadIdx.x * {RESULTS} + {self.results}] = (int)({value});")
            self.results += 1
        self.put(depth, f"v = v * 5 + (int)({value});")

    def condition(self) -> tuple[str, set[int]]:
        d, k = self.draw, self.draw.randrange(2, 7)
        text = d.choice([f"lane % {k} == {d.randrange(k)}", f"lane < {d.randrange(1, 32)}",
                         f"lane & {1 << d.randrange(5)}", f"(lane ^ {d.randrange(32)}) > {d.randrange(4, 28)}",
                         f"lane / {k} % 2"])  # fmt: skip
        return text, {lane for lane in range(LANES) if eval(text.replace("/", "//"), {"lane": lane})}

    def mask(self, lanes: set[int]) -> str:
        return f"0x{sum(1 << lane for lane in lanes):08x}u"

    def members(self, depth: int, lanes: set[int]) -> str:
        """A mask for these lanes: a literal, or one that differs by lane and parts them."""
        text, holds = self.condition()
        kind = self.draw.randrange(3)
        if kind == 0 or not lanes & holds or not lanes - holds:
            return self.mask(lanes)
        name = f"m{self.names}"
        self.names += 1
        value = f"{text} ? {self.mask(lanes & holds)} : {self.mask(lanes - holds)}"
        if kind == 2:
            value = f"__match_any_sync({self.mask(lanes)}, lane / {self.draw.choice([3, 4, 8])})"
        self.put(depth, f"unsigned {name} = {value};")
        return name

    def call(self, depth: int, lanes: set[int]) -> None:
        d, m = self.draw, self.members(depth, lanes)
        k = self.names = self.names + 1
        kind = d.randrange(9)
        if kind < 4:
            mode = d.choice(["", "_up", "_down", "_xor"])
            width = d.choice([32, 32, 16, 8])
            turn, bits, far = d.randrange(9), d.randrange(32), d.randrange(17)
            operand = {"": f"nth({m}, (lane + {turn}) % __popc({m}))", "_xor": str(bits)}.get(mode, str(far))
            first = f"(lane & ~{width - 1})"
            source, inside = {
                "": (f"{first} | (({operand}) & {width - 1})", "true"),
                "_xor": (f"lane ^ {operand}", f"s{k} < {first} + {width}"),
                "_up": (f"lane - {operand}", f"s{k} >= {first}"),
                "_down": (f"lane + {operand}", f"s{k} < {first} + {width}"),
            }[mode]
            self.put(depth, f"int s{k} = {source}; s{k} = {inside} ? s{k} : lane;")
            self.put(depth, f"int t{k} = __shfl{mode}_sync({m}, v, {operand}, {width});")
            self.keep(depth, f"{m} >> s{k} & 1 ? t{k} : -7")
        elif kind == 4:
            self.keep(depth, f"__ballot_sync({m}, v & {d.randrange(1, 8)})")
        elif kind == 5:
            self.keep(depth, f"__{d.choice(['any', 'all'])}_sync({m}, v % {d.randrange(2, 5)} == 0)")
        elif kind == 6:
            self.keep(depth, f"__match_any_sync({m}, v % {d.randrange(2, 6)})")
        elif kind == 7:
            operation = d.choice(["add", "min", "max", "and", "or", "xor"])
            value = d.choice(["v", "(unsigned)v"]) if operation in ("add", "min", "max") else "(unsigned)v"
            self.keep(depth, f"__reduce_{operation}_sync({m}, {value})")
        else:
            self.put(depth, f"long long w{k} = __shfl_sync({m}, (long long)v << 20 | lane, nth({m}, 0));")
            self.keep(depth, f"w{k} ^ w{k} >> 32")

    def merged(self, depth: int, lanes: set[int]) -> None:
        """One member mask in two branches: one shuffle."""
        text, holds = self.condition()
        if not lanes & holds or not lanes - holds:
            return
        m, source = self.mask(lanes), self.draw.choice(sorted(lanes))
        k = self.names = self.names + 1
        self.put(depth, f"int r{k};")
        call = f"r{k} = __shfl_sync({m}, v{{}}, {source});"
        self.put(depth, f"if ({text}) {call.format('')} else {call.format(' + 1000')}")
        self.keep(depth, f"r{k}")

    def branch(self, depth: int, lanes: set[int]) -> None:
        text, holds = self.condition()
        self.put(depth, f"if ({text}) {{")
        for way, line in ((lanes & holds, "} else {"), (lanes - holds, "}")):
            if way:
                self.block(depth + 1, way)
            self.put(depth, line)

    def loop(self, depth: int, lanes: set[int]) -> None:
        """Lanes leave one after another; who is left is voted before."""
        k = self.names = self.names + 1
        self.put(depth, f"unsigned a{k} = {self.mask(lanes)};")
        self.put(depth, f"for (int i{k} = 0;; i{k}++) {{")
        self.put(depth + 1, f"a{k} = __ballot_sync(a{k}, i{k} < lane % {self.draw.randrange(2, 5)});")
        self.put(depth + 1, f"if (!(a{k} >> lane & 1)) break;")
        self.put(depth + 1, f"v += __shfl_sync(a{k}, v, nth(a{k}, i{k} % __popc(a{k})));")
        self.put(depth, "}")
        self.keep(depth, "v")

    def group(self, depth: int) -> None:
        d, k = self.draw, self.names + 1
        self.names = k
        if d.randrange(2):
            n = d.choice([4, 8, 16])
            self.put(depth, f"auto g{k} = cg::tiled_partition<{n}>(cg::this_thread_block());")
        else:
            whole = "cg::tiled_partition<32>(cg::this_thread_block())"
            self.put(depth, f"auto g{k} = cg::labeled_partition({whole}, lane % {d.randrange(2, 6)});")
        self.put(depth, f"v += g{k}.thread_rank() * 3;")
        self.keep(depth, f"g{k}.shfl(v, {d.randrange(4)})")
        self.keep(depth, f"g{k}." + d.choice(["ballot(v & 1)", "any(v % 5 == 0)", "match_any(v % 3)", "size()"]))

    def block(self, depth: int, lanes: set[int]) -> None:
        for _ in range(self.draw.randrange(1, 3 if depth > 1 else 5)):
            kinds = [self.call, self.call, self.merged, self.loop] + ([self.branch] if depth < 3 else [])
            self.draw.choice(kinds)(depth, lanes)

    def text(self) -> str:
        lanes = set(range(LANES))
        self.put(1, "int lane = threadIdx.x % 32, v = threadIdx.x * 37 % 101;")
        self.block(1, lanes)
        if self.draw.randrange(2):
            self.group(1)
        if self.draw.randrange(3) == 0:
            self.keep(1, f"__syncthreads_{self.draw.choice(['count', 'and', 'or'])}(v % 3 == 0)")
        if self.draw.randrange(2):
            text, holds = self.condition()
            if lanes - holds:
                self.put(1, f"if ({text}) return;")
                lanes -= holds
        self.block(1, lanes)
        return HEAD + "__global__ void k(int *out)\n{\n" + "\n".join(self.lines) + "\n}\n"


def kernel(seed: int) -> str:
    """The CUDA source of a kernel k(int *out), for one block of THREADS, out of THREADS * RESULTS words."""
    return Kernel(seed).text()


if __name__ == "__main__":
    print(kernel(int(sys.argv[1])))
