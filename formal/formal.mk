# Proofs: that the RTL is docs/rules.md, by formal/prove.py, and the golden model, by formal/model_rules.sh. Included
# by the Makefile behind synth.mk; BUILD, RTL_DIR, CC, PYTHON, YOSYS, FLOW_ENV and Q are theirs. What they say
# together: docs/verification.md

FORMAL = RTL_DIR='$(RTL_DIR)' YOSYS='$(YOSYS)' PYTHONDONTWRITEBYTECODE=1 $(PYTHON) formal/prove.py

.PHONY: formal formal-full formal-quick need-formal
need-formal: need-c
	@sh tools/need.sh yosys yosys-abc python3

formal: | need-formal ## prove, for all inputs, that RTL and model are the rules, and that the proofs can fail (ARGS=--help)
	$(Q)sh formal/model_rules.sh '$(CC)' $(BUILD)/formal
	$(Q)$(FORMAL) $(ARGS) $(BUILD)/formal

formal-full: | need-formal ## the same, with 32 lanes of 32 bits in one piece, and every value of a register
	$(Q)sh formal/model_rules.sh '$(CC)' $(BUILD)/formal --full
	$(Q)$(FORMAL) --full $(ARGS) $(BUILD)/formal

# for make test
formal-quick: | need-formal
	$(Q)sh formal/model_rules.sh '$(CC)' $(BUILD)/formal
	$(Q)$(FORMAL) --quick $(ARGS) $(BUILD)/formal

.PHONY: mutate mutate-quick need-mutate
need-mutate: need-sim
	@sh tools/need.sh yosys yosys-abc python3
MUTATE = $(FLOW_ENV) $(PYTHON) mutants/mutate.py
mutate: $(SIM) | need-mutate ## let Yosys break the RTL, and count what the suites do not catch (ARGS='--count 510')
	$(Q)$(MUTATE) $(ARGS) $(MAKE) $(BUILD)/mutate

# for make test
mutate-quick: $(SIM) | need-mutate
	$(Q)$(MUTATE) --count 6 $(MAKE) $(BUILD)/mutate
