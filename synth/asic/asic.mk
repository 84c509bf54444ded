# SPDX-License-Identifier: Apache-2.0
# Area and clock in standard cells before layout, by the Python package asic. Included by the Makefile behind
# synth/fpga/flow/flow.mk, whose FLOW_ENV it takes.

NEED_asic        = python3 yosys yosys-abc sta osu018
NEED_asic-report = $(NEED_asic) packages:test

# TOP and PARAMS get to the command by the environment and are only split into words there
export TOP
.PHONY: asic asic-report
asic: | need-goals ## gate equivalents by module and clock before layout, in 0.18 um cells (TOP=shfl, PARAMS='LANES=8 W=32 DEPTH=1')
	$(Q)set -f && $(FLOW_ENV) $(PYTHON) -m synth.asic table --top "$$TOP" $$PARAMS

asic-report: | need-goals ## measure what is out of date in docs/use/asic.md and write it anew
	$(Q)$(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic report
