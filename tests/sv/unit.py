# SPDX-License-Identifier: Apache-2.0
"""What tests/sv/bench.sv includes: a unit with its ports, and its checks behind faults, from its ports."""

import re

from rtl import checks

# the assertions that +fault=NAME makes wrong, each a bit of the bench
FAULTS = """not_ready_in_reset none_comes_early warp_is_complete none_is_lost in_order lanes_write offered_until_taken
outputs_stay reserved_writes_none scalar_is_one operands_are_kept beat_is_new beats_agree exit_is_empty""".split()
# an output on its way to the checks
SEEN = {
    "in_ready": "in_ready || not_ready_in_reset && rst",
    "out_valid": "(out_valid || none_comes_early || warp_is_complete) && !none_is_lost"
    " && !(offered_until_taken && stalled)",
    "out_tag": "out_tag ^ TAG_W'(in_order)",
    "reserved": "reserved || reserved_writes_none",
    "rd": "rd ^ RD_W'(scalar_is_one || outputs_stay && stalled)",
    "count": "count ^ COUNT_W'(outputs_stay && stalled)",
    "done": "x_result ? 1'bx : done",
    "we": "(we ^ WE_W'(lanes_write || reserved_writes_none)) | (x_result ? 'x : '0)",
}

# inputs that the beats or slices of a warp have in common: R12.2.3, R12.2.2, R19.2.3, V5.4.4, A12.4.2
ALIKE = {
    "shfl_match": "op active",
    "shfl_redux": "op is_signed",
    "shfl_barrier": "slot warps is_exit",
    "shfl_rvv_banked": "op sew lmul vl vstart vm vta vma x",
    "shfl_amd_banked": "op control fi bc row_mask bank_mask",
}


def text_of(name):
    unit = checks.Unit(name)
    params = ", ".join(f".{word}({word})" for word, *_ in unit.params)
    lines = [f'bit {name} = $test$plusargs("fault={name}") != 0;' for name in FAULTS]
    outputs = [port for way, _, port, _ in unit.ports if way == "output"]
    for way, width, port, _ in unit.ports:
        drive = f"drive_{port}{width or '[0]'}"
        if port not in ("clk", "rst", "out_ready"):
            lines.append(f"wire {width} {port}{'' if way == 'output' else f' = {drive}'};")
    lines.append(f"{name} #({params}) u_flat (.*);")
    lines += [f"localparam int {port.upper()}_W = {unit.bits(port)};" for port in ("rd", "we", "count") if port in unit]
    lines += [f"wire {unit.widths[port]} seen_{port} = {SEEN[port]};" for port in outputs if port in SEEN]
    # +differs=N: the last beat or slice of a warp differs from the others in port N of ALIKE
    common = ALIKE.get(name, "").split()
    lines += [f"wire {unit.widths[port]} seen_{port} = {port} ^ {{{unit.bits(port)}{{differs == {n} && in_last}}}};"
              for n, port in enumerate(common, 1)]  # fmt: skip
    seen = ", ".join(f".{port}(seen_{port})" for port in [*filter(SEEN.__contains__, outputs), *common])
    of_checks = re.findall(r"^    parameter int (\w+) ", checks.checks(name), re.M)
    lines.append(f"{name}_checks #({', '.join(f'.{word}({word})' for word in of_checks)}) u_seen ({seen}, .*);")

    last = "in_last" if "in_last" in unit else "1'b1"
    lines.append(f"wire last = {last};")
    return "\n".join(lines) + "\n"


def write(name, folder):
    """unit.svh of unit NAME, in FOLDER."""
    (folder / "unit.svh").write_text(text_of(name), encoding="utf-8")
    return folder
