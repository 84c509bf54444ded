# SPDX-License-Identifier: Apache-2.0
"""The ports of a Verilated module, of Verilator's header, as macros for tb/rtl.cpp:

ports.py HEADER > ports.h       PORTS, which gives each as PORT(name, bits, is_out), and of each PORT_name
"""

import pathlib
import re
import sys


def of(header):
    """The macros, as text."""
    ports = re.findall(r"^ *VL_(IN|OUT)\w*\(&(\w+),(\d+),0\b", header, re.MULTILINE)
    lines = [f"PORT({name}, {int(high) + 1}, {'true' if way == 'OUT' else 'false'})" for way, name, high in ports]
    return "".join(f"#define PORT_{name}\n" for _, name, _ in ports) + f"#define PORTS {' '.join(lines)}\n"


if __name__ == "__main__":
    sys.stdout.write(of(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))
