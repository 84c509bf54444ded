# SPDX-License-Identifier: Apache-2.0
# Proofs, as tests of pytest (tests/rtl/test_formal.py): that the RTL is docs/rules.md, by formal/prove.py, and the golden
# model, by formal/model_rules.c. What the proofs say
# together: docs/develop/verification.md

$(BUILD)/formal/model_rules: $(BUILD)/formal/model_rules.o $(BUILD)/libshfl.a
	$(Q)$(CC) $^ $(whole)

.PHONY: formal formal-full need-formal
NEED_formal      = $(NEED_C) python3 yosys yosys-abc packages:test
NEED_formal-full = $(NEED_formal)
need-formal: | need-goals
	@$(NEED) $(NEED_formal)

formal: | need-formal ## verify: prove for all inputs that RTL and model follow the rules (ARGS='-k unit')
	$(Q)$(PYTEST) -m 'not nightly or covers' tests/rtl/test_formal.py $(ARGS)

formal-full: | need-formal ## verify: the same, with 32 lanes of 32 bits in one piece and every value of a register
	$(Q)$(PYTEST) tests/rtl/test_formal.py $(ARGS)
