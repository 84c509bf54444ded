# SPDX-License-Identifier: Apache-2.0
# The units for RISC-V's vector permutations, each against the golden model: $(BUILD)/rvv_sim.

RVV_SIM ?= $(BUILD)/rvv_sim
# lines of units.txt, their words joined by commas
RVV_LIST  := $(shell sed '/^\#/d; s/ \+/,/g' tb/rvv/units.txt)
RVV_UNITS ?= $(foreach line,$(RVV_LIST),$(firstword $(call collective_words,$(line))))

define rvv_of
top_$(word 1,$1)     := $(word 2,$1)
params_$(word 1,$1)  := $(wordlist 3,9,$1)
folders_$(word 1,$1) := rtl/rvv rtl synth/fpga/flow
endef
$(foreach line,$(RVV_LIST),$(eval $(call rvv_of,$(call collective_words,$(line)))))

ports_shfl_rvv_banked := -DBANKED

RVV_BUILDS := $(RVV_UNITS:%=$(RTL_BUILD)/%_bare)
$(RVV_BUILDS:%=%/unit.cc): $(wildcard $(RTL_DIR)/rvv/*.v*)
$(RVV_BUILDS:%=%/unit.o): tb/rvv/unit.cpp tb/rvv/unit.h model/shfl_rvv.h

$(RTL_BUILD)/rvv-%.c: $(firstword $(MAKEFILE_LIST)) tb/rvv/units.txt
	@mkdir -p $(@D)
	$(Q){ echo '#include "tb/rvv/unit.h"'; \
	    for u in $(RVV_UNITS); do echo "extern const struct unit rtl_$${u}_bare;"; done; \
	    echo 'const struct unit *const units[] = {'; for u in $(RVV_UNITS); do echo "    &rtl_$${u}_bare,"; done; \
	    echo '    0 };'; } > $@

RVV_KEY  := $(firstword $(shell echo '$(RVV_UNITS)' | cksum))
RVV_OBJS := $(RVV_BUILDS:%=%/unit.o) $(RVV_BUILDS:%=%/start.o) $(RUNTIME)/verilated.o $(RUNTIME)/verilated_threads.o \
            $(RTL_BUILD)/rvv-$(RVV_KEY).o $(BUILD)/native/tb/rvv/pass.o
$(RVV_SIM): $(RVV_OBJS) $(patsubst %,$(BUILD)/native/tb/%.o,rvv/main suite isa_amd isa_shfl) \
        $(BUILD)/native/cli/lib/trips.o $(MODEL:%.c=$(BUILD)/native/%.o)
	$(call say,LINK $@)
	$(Q)$(CXX) $^ -pthread $(whole)

.PHONY: sim-rvv
NEED_sim-rvv = $(NEED_SIM)
sim-rvv: $(RVV_SIM) ## verify: simulate the units of RISC-V's permutations against the golden model (ARGS='--instructions 10000')
	$(Q)$< $(ARGS)
