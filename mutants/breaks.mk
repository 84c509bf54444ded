# Checked by breaking: every edit that mutants/breaks.txt lists, tried by mutants/breaks.py. Included by the
# Makefile behind check.mk; HARNESS is its.

.PHONY: breaks breaks-quick need-breaks
need-breaks: need-sim
	@sh tools/need.sh python3

# the harness is made first, by this make, since the simulators of all edits share it
BREAKS = BUILD='$(BUILD)' $(PYTHON) mutants/breaks.py
breaks: $(HARNESS) | need-breaks ## break the RTL on purpose, edit by edit, and see that the suites notice (ARGS=--help)
	$(Q)$(BREAKS) $(ARGS)

# for make test
breaks-quick: $(HARNESS) | need-breaks
	$(Q)$(BREAKS) --quick
