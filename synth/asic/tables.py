# SPDX-License-Identifier: Apache-2.0
"""The tables of `make asic`."""

from synth.flow.processes import in_parallel

from . import flow, library, place


def plain(name):
    """A short name of the start or end of a path: without hierarchy and bit, or the name of a memory."""
    for part, said in (("u_queue", "queue memory"), ("u_memory", "warp memory")):
        if part in name:
            return said
    last = name.rpartition(".")[2].partition("[")[0]
    return f"`{last}`"


def called(got):
    """The unit with its parameters."""
    return " ".join([got["top"], *flow.point(got["top"], got["params"]).words])


def show_placed(points):
    """For each point its wires, the clock without and with them, and the energy by pattern."""
    for number, point in enumerate(points):
        got = place.run(point)
        if not number:
            print(f"  {'placed':<44}{'wire, mm':>10}{'longest':>9}{'over the middle':>17}{'MHz':>6}{'with wires':>12}")
        about, mhz = got["placed"], got["mhz"]
        over = " / ".join(map(str, about["over_the_middle"]))
        print(f"  {called(got):<44}{about['wire_um'] / 1000:>10.1f}{about['longest_um'] / 1000:>9.2f}{over:>17}"
              f"{mhz['bare']:>6.0f}{mhz['wired']:>12.0f}")  # fmt: skip
        said = [f"{pattern} {one['pj']:g} + {one['clock']:g}" for pattern, one in got["energy"].items()]
        print(f"    pJ of a warp, or of a clock without one, + of the clock: {', '.join(said)}", flush=True)
    print(
        "\nPlaced, not routed: a net's wire is the half perimeter of its pins; no cell is resized, the clock is ideal."
    )


def show(points):
    """A line for each point as soon as it is measured."""
    found = []
    for got in in_parallel([(flow.run, point) for point in points]):
        if not found:
            print(
                f"  {'unit':<44}{'GE':>10}{'flip-flops':>12}{'memory bits':>13}{'GE without':>13}{'MHz':>7}{'ns':>7}"
                "  slowest path"
            )
        found.append(got)
        slowest = max(got["paths"].values(), key=lambda path: path["ns"])
        numbers = f"{got['ge']:>10,.0f}{got['flip_flops']:>12,}{got['memory_bits']:>13,}{got['logic_ge']:>13,.0f}"
        ends = f"{plain(slowest['start'])} to {plain(slowest['end'])}".replace("`", "")
        print(f"  {called(got):<44}{numbers}{got['mhz']:>7.0f}{slowest['ns']:>7.2f}  {ends}", flush=True)
    tools = ", ".join(map(" ".join, found[0]["tools"].items()))
    known = library.cells()
    print(
        f"\nBefore layout: no wires, no clock tree. 1 GE is a {known.gate}, area {known.areas[known.gate]:g}.  {tools}"
    )
