# SPDX-License-Identifier: Apache-2.0
# AMD's lane crossing in RTL against its golden model: build/amd_sim. A build is a front end, front_l<LANES>, or a unit, l<LANES>_gfx<GEN>_w<W>_d<DEPTH>[_mux<PARTS>|_net<NETWORK>][_skid][_any],
# where any has SHFL, too; or one in beats, l<LANES>_gfx<GEN>_w<W>_d<DEPTH>_ways<WAYS>[_block][_skid][_gathers],
# where gathers has no ds_permute.

AMD_FRONTS ?= front_l64 front_l32
AMD_UNITS  ?= l64_gfx8_w8_d1 l64_gfx9_w5_d2_skid l64_gfx90a_w8_d3_mux4 l64_gfx11_w3_d7_skid l32_gfx10_w32_d0 \
              l32_gfx12_w8_d4 l64_gfx9_w4_d7_any l32_gfx11_w8_d2_skid_any l32_gfx12_w4_d0_any \
              l64_gfx11_w8_d1_net16 l64_gfx9_w4_d7_net16_skid_any l32_gfx12_w8_d3_net8 \
              l64_gfx9_w4_d0_ways16 l64_gfx8_w5_d2_ways4_block_skid l32_gfx12_w8_d4_ways1_block l32_gfx10_w3_d3_ways4 \
              l64_gfx11_w32_d1_ways1_skid l64_gfx90a_w8_d4_ways64 l32_gfx11_w1_d0_ways16_block l32_gfx12_w2_d0_ways4_gathers
AMD_RTL    ?= rtl
AMD_BUILD  ?= $(BUILD)/amd
AMD_SIM    ?= $(BUILD)/amd_sim
AMD_OPT    ?= -O1

amd_part   = $(or $(patsubst $1%,%,$(filter $1%,$(filter-out l64 l32 $(if $(filter w,$1),ways%),$(subst _, ,$*)))),$2)
amd_gens   = gfx8:0 gfx9:1 gfx90a:2 gfx10:3 gfx11:4 gfx12:5
amd_lanes  = LANES=$(patsubst l%,%,$(filter l64 l32,$(subst _, ,$*)))
amd_unit   = $(amd_lanes) W=$(call amd_part,w) DEPTH=$(call amd_part,d) \
             $(if $(amd_banked),WAYS=$(call amd_part,ways) MEMORY=$(if $(findstring _block,$*),1,0) PERMUTE=$(if $(findstring _gathers,$*),0,1),PARTS=$(call amd_part,mux,0) NETWORK=$(call amd_part,net,0)) \
             SKID=$(if $(findstring _skid,$*),1,0) \
             GEN=$(patsubst $(word 2,$(subst _, ,$*)):%,%,$(filter $(word 2,$(subst _, ,$*)):%,$(amd_gens)))
amd_front  = $(findstring front,$*)
amd_banked = $(findstring _ways,$*)
amd_top    = $(if $(amd_front),shfl_amd_bench,$(if $(findstring _any,$*),shfl_any,$(if $(amd_banked),shfl_amd_banked,shfl_amd)))
amd_params = $(if $(amd_front),$(amd_lanes),$(amd_unit))

$(AMD_BUILD)/%.o: $(wildcard $(AMD_RTL)/amd/*.v* $(AMD_RTL)/*.v*) tb/amd/shfl_amd_bench.v tb/amd/amd_rtl.cpp tb/amd/amd_rtl.h \
        cli/lib/rtl.h model/shfl_amd.h tb/amd/amd.mk | need-sim
	@mkdir -p $(@D)
	$(call say,VERILATE $*)
	$(Q)new=$(@D)/$*.$$$$; $(VERILATOR) --cc -O3 --x-assign fast --x-initial fast $(addprefix -G,$(amd_params)) \
	        -I$(AMD_RTL) -y $(AMD_RTL)/amd -y $(AMD_RTL) -y tb/amd --prefix V_$* --Mdir $$new --top-module $(amd_top) $(amd_top).v && \
	    (ls $$new/V_*.cpp; echo $(CURDIR)/tb/amd/amd_rtl.cpp) | sed 's/.*/#include "&"/' > $$new/all.cc && \
	    $(CXX_RTL) $(CXX_FLAGS) $(AMD_OPT) $(ARCH) -w -DNAME=amd_$* -DVTOP=V_$* '-DVTOP_H="V_$*.h"' \
	        -DFRONT=$(if $(amd_front),1,0) -DANY=$(if $(findstring _any,$*),1,0) -DBANKED=$(if $(amd_banked),1,0) $(addprefix -D,$(amd_params)) -DVM_TRACE=0 -DVM_COVERAGE=0 -I$$new -I. \
	        -c $$new/all.cc -o $@; status=$$?; rm -rf $$new; exit $$status

amd_array  = echo 'const struct $1 *const $1s[] = {'; for b in $2; do echo "    &amd_$$b,"; done; echo '    0 };'
$(AMD_BUILD)/builds.c: force
	@mkdir -p $(@D)
	$(Q){ echo '#include "tb/amd/amd_rtl.h"'; for b in $(AMD_FRONTS); do echo "extern const struct amd_front amd_$$b;"; done; \
	    for b in $(AMD_UNITS); do echo "extern const struct amd_unit amd_$$b;"; done; \
	    $(call amd_array,amd_front,$(AMD_FRONTS)); $(call amd_array,amd_unit,$(AMD_UNITS)); } > $@.$$$$; \
	    cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@

$(AMD_SIM): $(AMD_UNITS:%=$(AMD_BUILD)/%.o) $(AMD_FRONTS:%=$(AMD_BUILD)/%.o) $(AMD_BUILD)/builds.c tb/amd/main.c \
        $(MODEL:%.c=$(BUILD)/native/%.o) $(BUILD)/native/tb/pipeline.o $(BUILD)/native/cli/lib/trips.o $(BUILD)/native/tb/suite.o $(RUNTIME)/verilated.o \
        $(RUNTIME)/verilated_threads.o
	$(call say,LINK $@)
	$(Q)for c in $(AMD_BUILD)/builds.c tb/amd/main.c; do \
	    $(CC) $(C_FLAGS) $(ARCH) -c $$c -o $(AMD_BUILD)/$$(basename $$c).o || exit 1; done
	$(Q)$(CXX) $(filter %.o,$^) $(AMD_BUILD)/builds.c.o $(AMD_BUILD)/main.c.o -pthread $(whole)

.PHONY: sim-amd
NEED_sim-amd = $(NEED_SIM)
sim-amd: $(AMD_SIM) ## verify: simulate the RTL of AMD's lane crossing against its golden model
	$(Q)$< $(ARGS)
