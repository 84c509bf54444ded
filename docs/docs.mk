# SPDX-License-Identifier: Apache-2.0
# The generated blocks of the pages, and the record of the last whole runs. Included by the Makefile; SIM, OPENSHFL,
# CONFORM_BUILD, TEST_ENV, VENV and Q are its.

.PHONY: docs
docs: $(SIM) $(OPENSHFL) $(CONFORM_BUILD)/known silicon-docs waves-docs fpga-docs asic-docs | need-test ## maintain: regenerate the generated blocks and pictures of README.md and docs/
	$(Q)$(PYTHON) model/defs.py
	$(Q)$(PYTHON) rtl/filelists.py
	$(Q)$(TEST_ENV) '$(VENV)/bin/python' -m docs.pages

.PHONY: status
NEED_status = python3 cogapp
status: | need-status ## maintain: count proofs and mutants for verification.md; add a run (COMMAND=, RESULTS=)
	$(Q)$(TEST_ENV) '$(VENV)/bin/python' -m docs.pages status $(call quoted,$(COMMAND)) $(foreach file,$(RESULTS),$(call quoted,$(file)))
