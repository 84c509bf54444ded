# SPDX-License-Identifier: Apache-2.0
# Area and clock in standard cells before layout, by the Python package asic. Included by the Makefile behind
# synth/fpga/flow/flow.mk, whose FLOW_ENV it takes.

NEED_asic        = python3 yosys yosys-abc sta osu018
NEED_asic-report = $(NEED_asic) packages:test

# TOP and PARAMS get to the command by the environment and are only split into words there
export TOP
.PHONY: asic asic-report
asic: | need-goals ## measure: gate equivalents by module and clock in 0.18 um cells, before layout (TOP=shfl, PARAMS='LANES=8 W=32 DEPTH=1')
	$(Q)set -f && $(FLOW_ENV) $(PYTHON) -m synth.asic table --top "$$TOP" $$PARAMS

asic-report: | need-goals ## maintain: measure the outdated points of docs/use/asic.md and regenerate it
	$(Q)$(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic report
