# SPDX-License-Identifier: Apache-2.0
"""The unit on FPGAs: synthesis, place and route, and what came out as figures. `python3 -m synth.fpga.flow --help`."""
