# Checks beside the simulation: the linters, the second simulator, coverage. Included by the Makefile behind
# its rules; BUILD, SIM, RTL_DIR, RUNTIME, VFLAGS, TB, MODEL, Q and the tools' names are its.

VVP ?= vvp

.PHONY: lint replay coverage need-lint need-replay need-coverage
need-lint:
	@sh tools/need.sh verilator iverilog yosys
need-replay:
	@sh tools/need.sh iverilog
need-coverage: need-sim
	@sh tools/need.sh python3

lint: need-lint ## lint the RTL with three tools over its parameters; illegal ones must be refused
	$(Q)RTL_DIR='$(RTL_DIR)' VERILATOR='$(VERILATOR)' IVERILOG='$(IVERILOG)' YOSYS='$(YOSYS)' \
	    sh tests/lint.sh $(BUILD)/lint

replay: $(SIM) | need-replay ## replay the model's warps through the RTL in four states (COUNT=, SEED=)
	$(Q)RTL_DIR='$(RTL_DIR)' IVERILOG='$(IVERILOG)' VVP='$(VVP)' COUNT='$(COUNT)' SEED='$(SEED)' \
	    sh tests/replay.sh $(SIM) $(BUILD)/replay

# Coverage is counted by a simulator of its own. Its configurations have every DEPTH, hence every place where
# ranks can be put, every policy, both crossbars, one pass and several, and 2 to 32 lanes; the first is the unit
# as it is used. Verilator's limit on the width of a signal is lifted, or the operands of a warp would not count.
COVERAGE         := $(BUILD)/coverage
COVERAGE_CONFIGS := l32_w32_d1_zero l8_w1_d1_own l8_w8_d2_raw l2_w8_d3_own l16_w8_d4_zero l8_w32_d5_raw \
                    l4_w5_d6_zero l8_w8_d7_raw_chain2_p2
COVERAGE_FLAGS   := --coverage-line --coverage-toggle --coverage-max-width 65536

# the harness is made first, by this make, since both simulators share it
coverage: $(HARNESS) | need-coverage ## see that the suites reach every branch and bit of the RTL
	$(Q)$(MAKE) -f $(firstword $(MAKEFILE_LIST)) RTL_BUILD=$(COVERAGE)/rtl SIM=$(COVERAGE)/shfl_sim \
	    CONFIGS='$(COVERAGE_CONFIGS)' BARE= opt_probed=-O1 VFLAGS='$(COVERAGE_FLAGS)' $(COVERAGE)/shfl_sim
	$(Q)$(PYTHON) tests/coverage.py $(COVERAGE)/shfl_sim $(COVERAGE) $(RTL_DIR)

$(SIM): $(if $(findstring --coverage,$(VFLAGS)),$(RUNTIME)/verilated_cov.o)
