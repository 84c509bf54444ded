# SPDX-License-Identifier: Apache-2.0
# The conformance kit, and its examples with faults. Included by the Makefile behind cli/cli.mk; BUILD, CC, C_FLAGS, LIB,
# MODEL, OPENSHFL, Q and say are theirs. docs/use/conformance.md

CONFORM       := command kinds votes groups rvv profile level quick faults answers run diagnose apart report
CONFORM_BUILD := $(BUILD)/cli/conform
CONFORM_LIB   := $(CONFORM_BUILD)/libconform.a

$(CONFORM_LIB): $(CONFORM:%=$(CONFORM_BUILD)/%.o) $(BUILD)/lib/sha256.o
	$(call say,AR $@)
	$(Q)rm -f $@ && ar rcs $@ $^

$(CONFORM_BUILD)/report.o: private C_FLAGS += '-DVERSION="$(VERSION)"'

$(CONFORM_BUILD)/known: $(BUILD)/lib/options.o
$(CONFORM_BUILD)/wrong $(CONFORM_BUILD)/known: $(CONFORM_BUILD)/%: $(CONFORM_BUILD)/examples/%.o $(CONFORM_LIB) $(LIB:%.c=$(BUILD)/%.o) $(BUILD)/libshfl.a
	$(Q)$(CC) $^ -ldl $(whole)

$(CONFORM_BUILD)/wrong.so: $(patsubst %,cli/conform/%.c,examples/wrong profile level quick faults) lib/number.c $(MODEL) \
        $(wildcard cli/conform/*.h model/*.h) | need-c
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -fPIC $(C_FLAGS) $(filter %.c,$^) $(whole)

# a function that is right, and not slow: the golden model
$(CONFORM_BUILD)/right.so: cli/conform/examples/right.c $(MODEL) $(wildcard cli/conform/*.h model/*.h) | need-c
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -fPIC $(C_FLAGS) $(filter %.c,$^) $(whole)

CONFORM_TESTED = $(addprefix $(CONFORM_BUILD)/,wrong wrong.so right.so known)
