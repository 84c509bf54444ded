# SPDX-License-Identifier: Apache-2.0
# The units for vote, match and redux, each against the golden model: $(BUILD)/collective_sim.

COLLECTIVE_SIM ?= $(BUILD)/collective_sim
# lines of units.txt, their words joined by commas
COLLECTIVE_LIST := $(shell sed '/^\#/d; s/ \+/,/g' tb/collective/units.txt)
comma := ,
collective_words = $(subst $(comma), ,$1)
COLLECTIVE_UNITS ?= $(foreach line,$(COLLECTIVE_LIST),$(firstword $(call collective_words,$(line))))

define collective_of
top_$(word 1,$1)     := $(word 2,$1)
params_$(word 1,$1)  := $(wordlist 3,9,$1)
folders_$(word 1,$1) := rtl/collective rtl
endef
$(foreach line,$(COLLECTIVE_LIST),$(eval $(call collective_of,$(call collective_words,$(line)))))

# what tb/collective/unit.cpp has to know of a module's ports
ports_shfl_vote        := -DKIND=VOTE -DIN_BEATS -DHAS_P -DHAS_PU -DHAS_LAST
ports_shfl_redux       := -DKIND=REDUX -DIN_BEATS -DHAS_RA -DHAS_LAST -DIS_REDUX
ports_shfl_match       := -DKIND=MATCH -DHAS_RA -DHAS_PU -DHAS_LAST
ports_shfl_match_words := -DKIND=MATCH_WORDS -DHAS_RA -DHAS_PU
ports_shfl_and_vote    := -DKIND=AND_VOTE -DHAS_P -DHAS_RA -DHAS_PU -DIS_AND_VOTE

COLLECTIVE_BUILDS := $(COLLECTIVE_UNITS:%=$(RTL_BUILD)/%_bare)
$(COLLECTIVE_BUILDS:%=%/unit.cc): $(wildcard $(RTL_DIR)/collective/*.v)
$(COLLECTIVE_BUILDS:%=%/unit.o): tb/collective/unit.cpp tb/collective/unit.h

$(RTL_BUILD)/collective-%.c: $(firstword $(MAKEFILE_LIST)) tb/collective/units.txt
	@mkdir -p $(@D)
	$(Q){ echo '#include "tb/collective/unit.h"'; \
	    for u in $(COLLECTIVE_UNITS); do echo "extern const struct unit rtl_$${u}_bare;"; done; \
	    echo 'const struct unit *const units[] = {'; for u in $(COLLECTIVE_UNITS); do echo "    &rtl_$${u}_bare,"; done; \
	    echo '    0 };'; } > $@

COLLECTIVE_KEY := $(firstword $(shell echo '$(COLLECTIVE_UNITS)' | cksum))
COLLECTIVE_OBJS := $(COLLECTIVE_BUILDS:%=%/unit.o) $(COLLECTIVE_BUILDS:%=%/start.o) $(RUNTIME)/verilated.o \
                   $(RUNTIME)/verilated_threads.o $(RTL_BUILD)/collective-$(COLLECTIVE_KEY).o
$(COLLECTIVE_SIM): $(COLLECTIVE_OBJS) \
        $(patsubst %,$(BUILD)/native/tb/%.o,collective/main collective/trace suite isa_amd isa_shfl) $(BUILD)/native/cli/lib/trips.o $(MODEL:%.c=$(BUILD)/native/%.o)
	$(call say,LINK $@)
	$(Q)$(CXX) $^ -pthread $(whole)

.PHONY: sim-collective
NEED_sim-collective = $(NEED_SIM)
sim-collective: $(COLLECTIVE_SIM) ## verify: simulate the units of vote, match and redux against the golden model (ARGS='--warps 100000')
	$(Q)$< $(ARGS)
