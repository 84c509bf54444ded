# SPDX-License-Identifier: Apache-2.0
# Broken on purpose: the list of mistakes, mutants/*.toml, and those that Yosys chooses. Included by the Makefile;
# PYTEST, TEST_ENV, NEED and Q are its. `make test` takes a share of both.

.PHONY: breaks mutate need-mutate
NEED_breaks = $(NEED_test)
NEED_mutate = $(NEED_SIM) python3 yosys yosys-abc
need-mutate: | need-goals
	@$(NEED) $(NEED_mutate)

breaks: | need-test ## make each mistake of mutants/*.toml, one at a time, and see it noticed (ARGS='-k decode')
	$(Q)$(PYTEST) --all tests/test_mutants.py $(ARGS)

mutate: | need-mutate ## let Yosys break the RTL, and count what the suites do not notice (ARGS='--count 510')
	$(Q)$(TEST_ENV) $(PYTHON) mutants/mutate.py $(ARGS)
