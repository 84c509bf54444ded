# SPDX-License-Identifier: Apache-2.0
# Mutants: those of tests/mutants/lines.txt, and those that Yosys chooses.

.PHONY: mutants exercise
NEED_mutants  = $(NEED_test)
NEED_exercise = $(NEED_sim)

mutants: | need-test ## verify: detect each mutant (ARGS='-k decode'); MUTATE=170: those of Yosys (SEED=1)
	$(Q)MUTATE='$(MUTATE)' MUTANTS_SEED='$(SEED)' $(PYTEST) --tier=all \
	    tests/project/test_mutants.py::test_$(if $(MUTATE),yosys,detected) $(ARGS)

exercise: | need-exercise ## use: find a mutated line from its report (N=7)
	$(Q)$(TEST_ENV) $(PYTHON) -m tests.mutants.exercise $(call quoted,$(N))
