# SPDX-License-Identifier: Apache-2.0
# Broken on purpose: the list of mistakes, tests/mutants/*.toml, and those that Yosys chooses. Included by the Makefile;
# PYTEST, TEST_ENV, NEED and Q are its. `make test` takes a share of both.

.PHONY: breaks mutate exercise need-exercise
NEED_breaks = $(NEED_test)
NEED_mutate = $(NEED_test)
NEED_exercise = $(NEED_SIM)
MUTATE     ?= 170

breaks: | need-test ## make each mistake of tests/mutants/*.toml, one at a time, and see it noticed (ARGS='-k decode')
	$(Q)$(PYTEST) --all tests/test_mutants.py $(ARGS)

mutate: | need-test ## let Yosys break the RTL, MUTATE= times each of five units, and see that the suites notice
	$(Q)MUTATE='$(MUTATE)' $(PYTEST) --all tests/test_mutants.py -k yosys $(ARGS)

need-exercise: | need-goals
	@$(NEED) $(NEED_exercise)
exercise: | need-exercise ## break a line of the RTL: find it from the report (N=7, then N=7 ANSWER=rtl/shfl.v:1)
	$(Q)$(TEST_ENV) $(PYTHON) -m tests.mutants.exercise $(call quoted,$(N)) $(call quoted,$(ANSWER))
