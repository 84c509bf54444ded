# SPDX-License-Identifier: Apache-2.0
"""Plays the model's warps through the RTL in Icarus, which knows X: tb/replay.v."""

import os
import subprocess

from rtl import linters


def beats(setting):
    """The most beats or slices of a warp."""
    if setting.isa == "match":
        return setting.value_w // setting.b
    return setting.lanes * max(setting.regs, 1) // setting.ways if setting.ways else 1


def unit(setting, ports):
    """replay_unit.vh, of the ports that shfl_sim --ports prints: the instance, and tasks and numbers of tb/replay.v."""
    words = [line.split() for line in ports.splitlines()]
    at, pins, looks = {"in": 0, "out": 0}, [], []
    for way, name, bits in (line for line in words if len(line) == 3):
        low, at[way] = at[way], at[way] + int(bits)
        pins.append(f".{name}({'operands' if way == 'in' else 'results'}[{low} +: {bits}])")
        if way == "out":
            looks.append(f'same("{name}", {{{bits}{{1\'b1}}}} << {low});')
    pins += [f".{name}({name})" for name in ("clk", "rst", "in_valid", "in_ready", "out_valid", "out_ready")]
    pins += [".in_last(in_last)"] * (["in_last"] in words)
    numbers = {
        "IN_W": at["in"],
        "OUT_W": at["out"],
        "EPOCH": next((int(number) for word, *numbers in words for number in numbers[:1] if word == "epoch"), 1),
        "BEATS": setting.value_w // setting.b if setting.b else beats(setting),
        "TRIPS": setting.lanes // setting.network if setting.network else setting.lanes if ["senses"] in words else 1,
        "NO_REGISTER": int(["no_register"] in words),
        "SENSES": int(["senses"] in words),
    }
    params = ", ".join(f".{name}({value})" for name, value in setting.params().items())
    return "".join(f"localparam {name} = {value};\n" for name, value in numbers.items()) + (
        f"{setting.top} #({params}) unit (\n    " + ",\n    ".join(pins) + ");\n"
        "task look_at_ports;\n    begin\n        " + "\n        ".join(looks) + "\n    end\nendtask\n"
    )


def compiled(setting, folders, simulation, simulator):
    """Compile the RTL in FOLDERS with SETTING to the file SIMULATION; SIMULATOR, of the same configuration, knows its
    ports. Returns the messages: none, if all is well."""
    simulation = os.path.abspath(simulation)
    folder = simulation + ".unit"
    os.makedirs(folder, exist_ok=True)
    command = [simulator, "--ports", "--config", setting.name]
    ports = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    with open(f"{folder}/replay_unit.vh", "w", encoding="ascii") as file:
        file.write(unit(setting, ports))
    status, output = linters.icarus("replay", {}, [*folders, folder], [linters.ROOT / "tb/replay.v"], to=simulation)
    return output + (f"exit status {status}" if status else "")


def play(simulation, vectors, lines, seed=1):
    """Play LINES lines of the file VECTORS. The verdict, `PASS: ...` or `FAIL: ...`; without one, the whole output."""
    arguments = [f"+vectors={os.path.abspath(vectors)}", f"+lines={lines}", f"+seed={seed}"]
    output = linters.run(os.environ.get("VVP") or "vvp", "-n", os.path.abspath(simulation), *arguments)[1]
    verdicts = [line for line in output.splitlines() if line.startswith(("PASS: ", "FAIL: "))]
    return verdicts[-1] if verdicts else f"no verdict: {output}"
