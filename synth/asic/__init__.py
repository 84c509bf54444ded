# SPDX-License-Identifier: Apache-2.0
"""The unit in standard cells: area and clock before layout. `python3 -m synth.asic --help`."""
