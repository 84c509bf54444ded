# SPDX-License-Identifier: Apache-2.0
# Proofs: that the RTL is docs/rules.md, by formal/prove.py, and the golden model, by formal/model_rules.c. Included by
# the Makefile; PYTEST and Q are its. What they say together: docs/verification.md

.PHONY: formal formal-full
formal: | need-test ## prove, for all inputs, that RTL and model are the rules (ARGS='-k range_check')
	$(Q)$(PYTEST) -m 'not long' tests/test_formal.py $(ARGS)

formal-full: | need-test ## the same, with 32 lanes of 32 bits in one piece, and every value of a register
	$(Q)$(PYTEST) --all tests/test_formal.py $(ARGS)
