# Checked by breaking: every edit that tests/breaks.txt lists, tried by tests/breaks.py. Included by the
# Makefile behind its rules.

.PHONY: breaks need-breaks
need-breaks: need-sim
	@sh tools/need.sh python3

# the harness is made first, by this make, since the simulators of all edits share it
breaks: $(TB:%=$(BUILD)/tb/%.o) $(MODEL:%.c=$(BUILD)/tb/%.o) | need-breaks ## break the RTL on purpose, edit by edit, and see that the suites notice (ARGS=--help)
	$(Q)BUILD='$(BUILD)' $(PYTHON) tests/breaks.py $(ARGS)
