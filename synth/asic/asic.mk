# SPDX-License-Identifier: Apache-2.0
# Area and clock in standard cells before layout or placed, by the Python package asic. Included by the Makefile behind
# synth/fpga/flow/flow.mk, whose FLOW_ENV it uses.

NEED_asic        = python3 yosys yosys-abc sta $(if $(LIBERTY),,osu018) $(if $(PLACED),iverilog packages:asic)
NEED_asic-report = $(NEED_asic) iverilog packages:asic packages:test

# TOP, PARAMS, LIBERTY and POINTS reach the command by the environment and are only split at blanks there
export TOP LIBERTY
.PHONY: asic asic-report asic-docs
asic: | need-goals ## measure: gate equivalents by module and clock before layout (TOP=shfl, PARAMS='LANES=8 W=32 DEPTH=1'; LIBERTY=FILE: your cells in place of 0.18 um; PLACED=1: with wires, and energy)
	$(Q)set -f && $(FLOW_ENV) $(if $(PLACED),'$(VENV)/bin/python' -m synth.asic placed,$(PYTHON) -m synth.asic table) --top "$$TOP" $$PARAMS

asic-report: | need-goals ## maintain: measure the points that docs/use/asic.md lacks, and regenerate it (POINTS=shfl: those again)
	$(Q)set -f && $(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic report $$POINTS

asic-docs: | need-page # the page of its record; `make docs` does
	$(Q)$(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic render
