# SPDX-License-Identifier: Apache-2.0
# Proofs, as tests of pytest (tests/rtl/test_formal.py): that the RTL is docs/rules.md, by formal/prove.py, and the golden
# model, by formal/model_rules.c. What the proofs say
# together: docs/develop/verification.md

$(BUILD)/formal/model_rules: $(BUILD)/formal/model_rules.o $(BUILD)/libshfl.a
	$(Q)$(CC) $^ $(whole)

.PHONY: formal
NEED_formal = $(NEED_c) python3 yosys yosys-abc packages:test
formal: | need-formal ## verify: prove that RTL and model follow the rules (ARGS='-k unit'; FULL=1: 32 bits)
	$(Q)$(PYTEST) $(if $(FULL),,--deselect=tests/rtl/test_formal.py::test_full) tests/rtl/test_formal.py $(ARGS)
