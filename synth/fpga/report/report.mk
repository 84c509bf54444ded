# SPDX-License-Identifier: Apache-2.0
# docs/use/fpga.md, by the Python package synth.fpga.report. Included by the Makefile behind flow.mk, whose FLOW_ENV it uses.

# the page needs Jinja2, the plots need matplotlib; both are in the virtual environment
REPORT = $(FLOW_ENV) '$(VENV)/bin/python' -m synth.fpga.report

export POINTS
.PHONY: fpga-report fpga-docs report-check
NEED_fpga-report = python3 yosys nextpnr-ice40 icetime packages:test packages:fpga packages:plots
fpga-report: | need-goals ## maintain: measure the points that docs/use/fpga.md lacks, and regenerate it (POINTS='depth': those again, RELEASE=1: 20 seeds for README's table, JOBS=2)
	$(Q)set -f && $(REPORT) run $$POINTS $(if $(RELEASE),--release) $(if $(JOBS),--jobs '$(JOBS)')

fpga-docs: | need-page # the page of its record; `make docs` does
	$(Q)$(REPORT) render

NEED_report-check = python3 yosys packages:test packages:fpga
report-check: | need-goals ## maintain: list the figures of docs/use/fpga.md and docs/use/asic.md whose RTL has changed; fails if README's table is old (JOBS=2)
	$(Q)$(FLOW_ENV) '$(VENV)/bin/python' -m synth.asic check && echo && '$(VENV)/bin/python' -m board ages && echo && $(REPORT) check $(if $(JOBS),--jobs '$(JOBS)')
