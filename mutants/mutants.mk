# SPDX-License-Identifier: Apache-2.0
# Broken on purpose: the list of mistakes, mutants/*.toml, and those that Yosys chooses. Included by the Makefile;
# PYTEST, TEST_ENV, NEED and Q are its. `make test` takes a share of both.

.PHONY: breaks mutate
NEED_breaks = $(NEED_test)
NEED_mutate = $(NEED_test)
MUTATE     ?= 170

breaks: | need-test ## make each mistake of mutants/*.toml, one at a time, and see it noticed (ARGS='-k decode')
	$(Q)$(PYTEST) --all tests/test_mutants.py $(ARGS)

mutate: | need-test ## let Yosys break the RTL, MUTATE= times each of five units, and see that the suites notice
	$(Q)MUTATE='$(MUTATE)' $(PYTEST) --all tests/test_mutants.py -k yosys $(ARGS)
