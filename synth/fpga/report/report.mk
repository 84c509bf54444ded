# SPDX-License-Identifier: Apache-2.0
# docs/use/fpga.md: what the unit comes to on FPGAs, by the Python package synth.fpga.report. Included by the Makefile behind
# flow.mk, whose FLOW_ENV it takes.

# drawing takes matplotlib, which is in the virtual environment
REPORT = $(FLOW_ENV) '$(VENV)/bin/python' -m synth.fpga.report

export GROUP
.PHONY: fpga-report
NEED_fpga-report = python3 yosys nextpnr-ice40 icetime packages:test packages:fpga packages:plots
fpga-report: | need-goals ## maintain: measure the outdated points of docs/use/fpga.md and regenerate it (GROUP='area depth', QUICK=1, JOBS=2)
	$(Q)set -f && $(REPORT) run $$GROUP $(if $(QUICK),--quick) $(if $(JOBS),--jobs '$(JOBS)')
