# SPDX-License-Identifier: Apache-2.0
# Waves: traces with everything laid out for a viewer, and the pictures and tables of docs/use/waves.md.

WAVES        = $(if $(OTHER_RTL),$(RTL_BUILD),$(BUILD))/waves
WAVES_PYTHON = BUILD='$(BUILD)' PYTHONDONTWRITEBYTECODE=1 '$(VENV)/bin/python'

.PHONY: waves waves-svg waves-docs waves-trace
NEED_waves-svg = $(NEED_sim) python3 pyvcd
NEED_waves = $(NEED_waves-svg) $(if $(DISPLAY)$(WAYLAND_DISPLAY),gtkwave)
NEED_waves-docs = $(NEED_waves-svg) cogapp

# a simulator of one configuration
$(RTL_BUILD)/%/alone.c: $(firstword $(MAKEFILE_LIST))
	@mkdir -p $(@D)
	$(Q)$(call builds_c,$*,) > $@
$(WAVES)/sim_%: $(HARNESS) $(RTL_BUILD)/%_probed/alone.o $(RTL_BUILD)/%_probed/unit.o $(RTL_BUILD)/%_probed/start.o \
        $(RUNTIME)/verilated.o $(RUNTIME)/verilated_fst_c.o $(RUNTIME)/verilated_threads.o
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CXX) -o $@.part $^ -pthread -lz && mv $@.part $@

# a scenario's trace, by its simulator
SCENARIOS      = scenario scenario_banked scenario_network
WAVES_TESTED = $(SCENARIOS:%=$(WAVES)/%.vcd)
define trace_of
$(WAVES)/$(basename $(notdir $1)).vcd: $(WAVES)/sim_$(shell sed -n 's/^config *//p' $1) $1
	$$(Q)$$< --scenario $1 --trace $$@ --notes $$(@:.vcd=.notes) --quiet
endef
$(foreach scenario,$(SCENARIOS),$(eval $(call trace_of,waves/$(scenario).txt)))

SCENARIO ?= scenario
ifeq ($(filter $(SCENARIOS),$(SCENARIO)),) # a file of the user's
$(if $(wildcard $(SCENARIO)),,$(error SCENARIO=$(SCENARIO): expected one of $(SCENARIOS), or a file with a scenario))
$(eval $(call trace_of,$(SCENARIO)))
endif
# what is traced: warp AT of the suite TEST, where a mismatch (exit status 1) is worth seeing, or a scenario
ifdef TEST
SEED       ?= 1
AT         ?= 0
CONFIG     ?= $(DEFAULT_CONFIG)
WAVES_NAME := $(call quoted,$(CONFIG)_$(TEST)_$(SEED)_$(AT))
waves-trace: $(WAVES)/sim_$(CONFIG) | need-waves-svg
	$(Q)$< --suite $(call quoted,$(TEST)) --seed $(call quoted,$(SEED)) --at $(call quoted,$(AT)) --config $(CONFIG) \
	    --trace $(WAVES)/$(WAVES_NAME).vcd --notes $(WAVES)/$(WAVES_NAME).notes --quiet || [ $$? -eq 1 ]
else
$(if $(filter waves%,$(MAKECMDGOALS)),$(foreach v,SEED AT CONFIG,$(if $(filter command,$(origin $v)),\
    $(error $v=$($v): expected TEST=SUITE with it; without TEST a scenario is shown))))
WAVES_NAME := $(basename $(notdir $(SCENARIO)))
waves-trace: $(WAVES)/$(WAVES_NAME).vcd | need-waves-svg # trace what `make waves` shows
endif
	$(Q)$(WAVES_PYTHON) -m waves.layout $(WAVES)/$(WAVES_NAME).notes $(WAVES)/$(WAVES_NAME).vcd

waves: waves-trace ## use: open a SCENARIO in GTKWave, or a warp of a suite (TEST= SEED= AT= CONFIG=)
	@if [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	    echo "No display here. \`make waves-svg\` draws pictures instead; or, where there is one:"; \
	    echo "  cd $(WAVES) && gtkwave "$(WAVES_NAME).vcd $(WAVES_NAME).gtkw; \
	else cd $(WAVES) && gtkwave $(WAVES_NAME).vcd $(WAVES_NAME).gtkw; fi

waves-svg: waves-trace ## use: the same as pictures, without a display
	$(Q)$(WAVES_PYTHON) -m waves.draw $(WAVES)/$(WAVES_NAME).notes $(WAVES)/$(WAVES_NAME).vcd $(WAVES)

waves-docs: $(WAVES_TESTED) | need-waves-svg # write the tables and the pictures of docs/use/waves.md
	$(Q)for scenario in $(SCENARIOS); do $(WAVES_PYTHON) -m waves.draw $(WAVES)/$$scenario.notes $(WAVES)/$$scenario.vcd $(WAVES) || exit; done
	$(Q)for picture in docs/waves/*.svg; do cp $(WAVES)/$${picture##*/} docs/waves || exit; done
	$(Q)$(WAVES_PYTHON) -m cogapp -r docs/use/waves.md
