# SPDX-License-Identifier: Apache-2.0
"""The unit in standard cells: area and clock before layout; wires and energy, placed. `python3 -m synth.asic --help`."""
