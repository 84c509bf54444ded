# SPDX-License-Identifier: Apache-2.0
# The conformance kit, and its examples with faults. Included by the Makefile behind cli/cli.mk; BUILD, CC, C_FLAGS, LIB,
# MODEL, OPENSHFL, TEST_ENV, VENV, NEED, Q and say are theirs. docs/use/conformance.md

CONFORM       := command level golden shuffle lanes blocks rvv profile faults sheet run diagnose report
CONFORM_BUILD := $(BUILD)/conform
CONFORM_LIB   := $(CONFORM_BUILD)/libconform.a

$(CONFORM_LIB): $(CONFORM:%=$(CONFORM_BUILD)/%.o)
	$(call say,AR $@)
	$(Q)rm -f $@ && ar rcs $@ $^

$(CONFORM_BUILD)/report.o: private C_FLAGS += '-DVERSION="$(VERSION)"'

$(CONFORM_BUILD)/known: $(CONFORM_BUILD)/examples/known.o $(CONFORM_LIB) $(LIB:%.c=$(BUILD)/%.o) $(BUILD)/lib/options.o $(BUILD)/libshfl.a
	$(Q)$(CC) $^ -ldl $(whole)

# a function that is right, and not slow: the golden model
$(CONFORM_BUILD)/right.so: conform/golden.c $(MODEL) $(wildcard conform/*.h conform/*.def model/*.h) | need-c
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -fPIC $(C_FLAGS) $(filter %.c,$^) $(whole)

CONFORM_TESTED = $(addprefix $(CONFORM_BUILD)/,right.so known)

# the shuffles of packages: docs/reference/peers.md; with SETUP=0 the runner says what is not installed
PEERS      = hip clang packages:peers
NEED_peers = $(NEED_c) c++ python3 cogapp $(if $(filter 0,$(SETUP)),,$(PEERS))

.PHONY: peers
peers: $(OPENSHFL) | need-peers ## measure: run the shuffles of packages and write docs/reference/peers.md (ARGS=clang)
	$(Q)$(TEST_ENV) '$(VENV)/bin/python' conform/peers/run.py $(ARGS); result=$$?; \
	    $(TEST_ENV) '$(VENV)/bin/python' -m docs.pages docs/reference/peers.md && exit $$result
