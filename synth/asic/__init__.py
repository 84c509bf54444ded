# SPDX-License-Identifier: Apache-2.0
"""The unit in standard cells: area, clock, and placed also wires and energy. `python3 -m synth.asic --help`."""
