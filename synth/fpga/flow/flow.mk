# SPDX-License-Identifier: Apache-2.0
# Area and clock on FPGAs, by the Python package synth.fpga.flow. Included by the Makefile; BUILD, VENV, RTL_DIR, PYTHON,
# YOSYS, NEED and Q are its.

FLOW_ENV = BUILD='$(BUILD)' VENV='$(VENV)' RTL_DIR='$(RTL_DIR)' YOSYS='$(YOSYS)'
FLOW     = $(FLOW_ENV) $(PYTHON) -m synth.fpga.flow

# FAMILY, TOP, TARGET, PARAMS, SEEDS, FREQ, PART and PLACER reach the command by the environment and are only split at
# blanks there. A misspelt one is refused before any tool is installed.
export FAMILY TOP TARGET PARAMS SEEDS FREQ PART PLACER
.PHONY: synth pnr
synth: | need-goals ## measure: area by module on FPGA families (FAMILY=ice40, PARAMS='W=4 DEPTH=7 CROSSBAR=chain' or 'WAYS=4', TOP=match)
	$(Q)$(NEED) python3 && set -f && set -- $$FAMILY $$PARAMS --top "$$TOP" && \
	    tools=$$($(FLOW) tools synth "$$@") && $(NEED) $$tools && $(FLOW) synth "$$@"

pnr: | need-goals ## measure: place and route: clock, utilisation, critical path (TARGET=ice40|ecp5|gowin, PARAMS=, TOP=rvv, SEEDS='1 2 3' or 1-5, FREQ=, PART=, PLACER=sa)
	$(Q)$(NEED) python3 && set -f && \
	    set -- $$TARGET $$PARAMS --top "$$TOP" --seeds "$$SEEDS" --freq "$$FREQ" --part "$$PART" --placer "$$PLACER" && \
	    tools=$$($(FLOW) tools route "$$@") && $(NEED) $$tools && $(FLOW) route "$$@"
