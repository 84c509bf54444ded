# SPDX-License-Identifier: Apache-2.0
# The generated passages of the pages. Included by the Makefile; SIM, OPENSHFL, CONFORM_BUILD, TEST_ENV, VENV and Q are its.

.PHONY: docs
docs: $(SIM) $(OPENSHFL) $(CONFORM_BUILD)/wrong silicon-docs waves-docs | need-test ## write the generated passages of README.md and docs/ anew
	$(Q)$(PYTHON) model/defs.py
	$(Q)$(PYTHON) rtl/filelists.py
	$(Q)$(PYTHON) cli/conform/quick.py $(OPENSHFL) > $(BUILD)/quick.txt && cp $(BUILD)/quick.txt cli/conform/quick.txt
	$(Q)$(TEST_ENV) '$(VENV)/bin/python' docs/pages.py
