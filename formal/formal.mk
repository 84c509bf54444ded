# SPDX-License-Identifier: Apache-2.0
# Proofs, as tests of pytest (tests/test_formal.py): that the RTL is docs/rules.md, by formal/prove.py, and the golden
# model, by formal/model_rules.c. Included by the Makefile; PYTEST, FLOW_ENV and Q are its. What the proofs say
# together: docs/verification.md

.PHONY: formal formal-full need-formal
NEED_formal      = $(NEED_C) python3 yosys yosys-abc packages:test
NEED_formal-full = $(NEED_formal)
need-formal: | need-goals
	@$(NEED) $(NEED_formal)

formal: | need-formal ## prove, for all inputs, that RTL and model are the rules, and that the proofs can fail (ARGS='-k unit')
	$(Q)$(PYTEST) --all -m 'not long' tests/test_formal.py $(ARGS)

formal-full: | need-formal ## the same, with 32 lanes of 32 bits in one piece, and every value of a register
	$(Q)$(PYTEST) --all tests/test_formal.py $(ARGS)

.PHONY: mutate mutate-quick need-mutate
need-mutate: need-sim
	@sh tools/need.sh yosys yosys-abc python3
MUTATE = $(FLOW_ENV) $(PYTHON) mutants/mutate.py
mutate: $(SIM) | need-mutate ## let Yosys break the RTL, and count what the suites do not catch (ARGS='--count 510')
	$(Q)$(MUTATE) $(ARGS) $(MAKE) $(BUILD)/mutate

# for make test
mutate-quick: $(SIM) | need-mutate
	$(Q)$(MUTATE) --count 6 $(MAKE) $(BUILD)/mutate
