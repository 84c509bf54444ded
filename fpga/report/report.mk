# docs/fpga.md: what the unit comes to on FPGAs, by fpga/report/report.py. Included by the Makefile behind
# synth.mk; VENV, FLOW_ENV, PYTHON and Q are theirs.

# drawing takes matplotlib, which is in the virtual environment; all else does without
REPORT_PYTHON = $(or $(wildcard $(VENV)/bin/python3),$(PYTHON))
REPORT = $(FLOW_ENV) $(VENV)/bin/python3 fpga/report/report.py

.PHONY: fpga-report need-report
need-report: need-icestorm need-yowasp
	@VENV='$(VENV)' sh tools/need.sh matplotlib

fpga-report: | need-report ## measure what is out of date in docs/fpga.md and write it anew (GROUP='area depth', QUICK=1)
	$(Q)$(REPORT) run $(GROUP) $(if $(QUICK),--quick) $(if $(JOBS),--jobs '$(JOBS)')
