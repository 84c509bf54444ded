# SPDX-License-Identifier: Apache-2.0
"""The units on FPGAs: synthesis, place and route, and their figures. `python3 -m synth.flow --help`."""
