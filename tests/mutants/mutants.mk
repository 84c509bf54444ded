# SPDX-License-Identifier: Apache-2.0
# Mutants: those of tests/mutants/lines.txt and blocks.toml, and those that Yosys chooses.

.PHONY: mutants mutants-yosys exercise need-exercise
NEED_mutants       = $(NEED_test)
NEED_mutants-yosys = $(NEED_test)
NEED_exercise      = $(NEED_SIM)
MUTATE     ?= 170

mutants: | need-test ## verify: check that each mutant of RTL and model is detected (ARGS='-k decode')
	$(Q)$(PYTEST) tests/project/test_mutants.py::test_detected $(ARGS)

mutants-yosys: | need-test ## verify: the same for mutants that Yosys chooses: MUTATE=170 of each unit (SEED=1, default: the date)
	$(Q)MUTATE='$(MUTATE)' MUTANTS_SEED='$(SEED)' $(PYTEST) --tier=all tests/project/test_mutants.py::test_yosys $(ARGS)

need-exercise: | need-goals
	@$(NEED) $(NEED_exercise)
exercise: | need-exercise ## use: find the mutated line of RTL from its mismatch report (N=7, then N=7 ANSWER=rtl/shfl.v:1)
	$(Q)$(TEST_ENV) $(PYTHON) -m tests.mutants.exercise $(call quoted,$(N)) $(call quoted,$(ANSWER)) || \
	    [ $$? -eq 1 ]  # a wrong answer is an answer
