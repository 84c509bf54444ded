# openshfl. `make help` lists the targets; everything made lies in $(BUILD).

BUILD   ?= build
PREFIX  ?= /usr/local
ifeq ($(origin CC),default)
CC       = cc
endif
ifeq ($(origin CXX),default)
CXX      = c++
endif
VERILATOR ?= verilator
IVERILOG  ?= iverilog
YOSYS     ?= yosys
VVP       ?= vvp
PYTHON    ?= python3
VENV      ?= $(BUILD)/venv

# The settings of the RTL that are simulated, l<LANES>_w<W>_d<DEPTH>_<policy>[_mux<PARTS>|_chain<PARTS>][_p<PASSES>];
# the first is the default, and those of BARE are built a second time without windows and traces, for speed.
# Without the optional parts: CROSSBAR MUX with the PARTS that the unit chooses, one pass.
CONFIGS ?= $(shell sed 's/\#.*//' tb/configs.txt)
BARE    ?= l32_w32_d1_zero

STAGES := decode lane_index range_check crossbar writeback
RTL_DIR ?= rtl
RTL     := $(wildcard $(RTL_DIR)/shfl*.v)
MODEL   := $(STAGES:%=model/shfl_%.c) model/shfl.c
TB      := main suite ranks run story report pool junit vectors bench

CFLAGS  ?= -O3
ARCH    ?= -march=native
WARN    := -Wall -Wextra -Wconversion -pedantic
INCLUDES := -Imodel -Itb -Isilicon -Isilicon/gpu -Icli/sass -Icli/warp -Icli/gpu -Itests
C_FLAGS := -std=c11 $(WARN) $(CFLAGS) $(INCLUDES)
VERSION := 0.1.0

.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --no-print-directory
ifeq ($(filter -j% --jobs%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
endif
export SETUP
Q = $(if $(V),,@)
say = $(if $(V),@:,@echo "  $1")

.PHONY: all help sim sim-full test bench clean install
all: $(BUILD)/shfl_sim $(BUILD)/libshfl.a $(BUILD)/openshfl ## build the simulator, the golden model and the command openshfl

help: ## print this
	@echo "openshfl - the GPU warp shuffle in Verilog, checked against a golden model in C. Targets:"
	@awk -F' ## ' '/^[a-z-]+:.* ## /{sub(/:.*/, "", $$1); printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo "Variables: V=1 shows commands, SETUP=0 installs nothing, BUILD=DIR, CONFIGS='...' (see tb/configs.txt)"

sim: $(BUILD)/shfl_sim ## check the RTL against the golden model: all suites on all configurations
	$(Q)$< $(ARGS)

sim-full: $(BUILD)/shfl_sim ## the same, with every operand point also where LANES is 64
	$(Q)$< --full $(ARGS)

bench: $(BUILD)/shfl_sim ## print the harness's speed and where its time goes
	$(Q)$< --bench

clean: ## remove everything made
	rm -rf $(BUILD)

# ---- tools: those of this run's goals are asked for at once, before anything is made; each rule asks for its own, too

.PHONY: need-goals need-c need-sim
NEED     = CC='$(CC)' CXX='$(CXX)' VERILATOR='$(VERILATOR)' IVERILOG='$(IVERILOG)' YOSYS='$(YOSYS)' PYTHON='$(PYTHON)' \
           VENV='$(VENV)' sh tools/need.sh
NEED_C   = cc libc ar
NEED_SIM = $(NEED_C) c++ zlib verilator
NEED_all = $(NEED_SIM) lzma
NEED_sim = $(NEED_SIM)
NEED_test     = $(NEED_SIM) lzma iverilog yosys yosys-abc python3 pkg-config clang-format shellcheck packages:test
NEED_test-all = $(NEED_test) nextpnr-ice40 icetime gtkwave Xvfb import clang libfuzzer packages:fpga packages:plots
NEED_lint     = $(NEED_C) c++ verilator iverilog yosys python3 clang-format shellcheck packages:test
NEED_format   = $(NEED_lint)
need-goals:
	@$(NEED) $(sort $(foreach g,$(or $(MAKECMDGOALS),all),$(NEED_$g)))
need-c: | need-goals
	@$(NEED) $(NEED_C)
need-sim: | need-goals
	@$(NEED) $(NEED_SIM)

# ---- golden model

# every C file: $(BUILD)/DIR/NAME.o, and in $(BUILD)/native/ compiled for this machine's processor
$(BUILD)/%.o: %.c | need-c
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC) $(C_FLAGS) -MMD -MP -c $< -o $@

$(BUILD)/native/%.o: %.c | need-c
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC) $(C_FLAGS) $(ARCH) -MMD -MP -c $< -o $@

$(BUILD)/libshfl.a: $(MODEL:%.c=$(BUILD)/%.o)
	$(call say,AR $@)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/shfl.pc: model/shfl.pc.in Makefile
	@mkdir -p $(@D)
	$(Q)sed 's|@PREFIX@|$(abspath $(PREFIX))|; s|@VERSION@|$(VERSION)|' $< > $@

.PHONY: $(BUILD)/shfl.pc # PREFIX may have changed
install: $(BUILD)/libshfl.a $(BUILD)/shfl.pc ## install the golden model: library, header, pkg-config file (PREFIX=, DESTDIR=)
	install -d '$(DESTDIR)$(PREFIX)/lib/pkgconfig' '$(DESTDIR)$(PREFIX)/include'
	install -m 644 $(BUILD)/libshfl.a '$(DESTDIR)$(PREFIX)/lib/'
	install -m 644 model/shfl.h '$(DESTDIR)$(PREFIX)/include/'
	install -m 644 $(BUILD)/shfl.pc '$(DESTDIR)$(PREFIX)/lib/pkgconfig/'

# ---- the RTL, Verilated: per configuration $1 and kind $2 (bare or probed) two objects: the
# ---- code that runs once, and the rest with its C interface

RTL_BUILD ?= $(BUILD)/rtl
VFLAGS    ?=
# looked up once, and only where something is Verilated
VERILATOR_ROOT = $(eval VERILATOR_ROOT := $$(shell $(VERILATOR) --getenv VERILATOR_ROOT))$(VERILATOR_ROOT)
CXX_FLAGS = -std=c++17 -Wall -Wextra -I. -Imodel -Itb -isystem $(VERILATOR_ROOT)/include \
            -isystem $(VERILATOR_ROOT)/include/vltstd

policy_zero := 0
policy_own  := 1
policy_raw  := 2
# $(call part,NAME,l): what stands behind the l of one of the name's parts, or nothing
part   = $(patsubst $2%,%,$(filter $2%,$(subst _, ,$1)))
params = LANES=$(call part,$1,l) W=$(call part,$1,w) DEPTH=$(call part,$1,d) \
         POLICY=$(policy_$(word 4,$(subst _, ,$1))) PASSES=$(or $(call part,$1,p),1) \
         $(addprefix PARTS=,$(call part,$1,mux)) $(addprefix CROSSBAR=1 PARTS=,$(call part,$1,chain))

CONFIG_FORM := l[0-9]+_w[0-9]+_d[0-9]+_(zero|own|raw)(_mux[0-9]+|_chain[0-9]+)?(_p[0-9]+)?
CONFIG_BAD  := $(shell printf '%s\n' $(CONFIGS) $(BARE) | grep -vxE '$(CONFIG_FORM)')
$(if $(CONFIG_BAD),$(error CONFIGS, BARE: $(firstword $(CONFIG_BAD)): expected \
    l<LANES>_w<W>_d<DEPTH>_<policy>[_mux<PARTS>|_chain<PARTS>][_p<PASSES>], such as l8_w8_d3_own_chain2_p4))

# the unit's own defaults are this one, so it is built without saying so
generics = $(if $(filter l32_w32_d1_zero_bare,$1_$2),,$(addprefix -G,$(call params,$1)))

top_bare      := shfl
top_probed    := shfl_probe
flags_bare    :=
flags_probed  := --trace-fst
opt_bare      := -O2
opt_probed    := -O3 $(ARCH)
macros_bare   := -DPROBED=0 -DVM_TRACE=0
macros_probed := -DPROBED=1 -DVM_TRACE=1 -DVM_TRACE_FST=1

unit_flags = -w $(macros_$2) -DVM_COVERAGE=$(if $(findstring --coverage,$(VFLAGS)),1,0) -DBUILD=rtl_$1_$2 \
    '-DNAME="$1"' -DVTOP=V_$1_$2 '-DVTOP_H="V_$1_$2.h"' $(addprefix -D,$(call params,$1))

define RTL_RULES
$(RTL_BUILD)/$1_$2/unit.cc: $(RTL) $(RTL_DIR)/shfl_defs.vh tb/shfl_probe.v tb/shfl_probe.vlt | need-sim
	@mkdir -p $$(@D) && rm -f $$(@D)/V_*
	$$(call say,VERILATE $1 $2)
	$$(Q)$(VERILATOR) --cc -O3 -Wall --x-assign fast --x-initial fast $(flags_$2) $(VFLAGS) \
	    $(call generics,$1,$2) -I$(RTL_DIR) -y $(RTL_DIR) --top-module $(top_$2) \
	    --prefix V_$1_$2 --Mdir $$(@D) $(if $(filter probed,$2),tb/shfl_probe.vlt tb/shfl_probe.v,$(RTL_DIR)/shfl.v)
	$$(Q)cd $$(@D) && ls V_*.cpp | grep -e Slow -e Syms | sed 's/.*/#include "&"/' > slow.cc
	$$(Q)cd $$(@D) && (ls V_*.cpp; echo tb/rtl.cpp) | grep -v -e Slow -e Syms | sed 's/.*/#include "&"/' > unit.cc
$(RTL_BUILD)/$1_$2/unit.o: $(RTL_BUILD)/$1_$2/unit.cc tb/rtl.cpp tb/rtl.h model/shfl.h
	$$(call say,C++ $1 $2)
	$$(Q)$(CXX) $$(CXX_FLAGS) $(opt_$2) $(call unit_flags,$1,$2) -I$$(@D) -c $$< -o $$@
$(RTL_BUILD)/$1_$2/slow.o: $(RTL_BUILD)/$1_$2/unit.cc
	$$(Q)$(CXX) $$(CXX_FLAGS) -O0 $(call unit_flags,$1,$2) -I$$(@D) -c $$(@:.o=.cc) -o $$@
endef
# CONFIGS are built probed, unless there is nothing to look into, as in a netlist
KIND ?= probed
$(foreach c,$(CONFIGS),$(eval $(call RTL_RULES,$c,$(KIND))))
$(foreach c,$(BARE),$(eval $(call RTL_RULES,$c,bare)))

BUILDS  = $(CONFIGS:%=%_$(KIND)) $(BARE:%=%_bare)
RUNTIME = $(RTL_BUILD)/runtime

$(RUNTIME)/%.o: | need-sim
	@mkdir -p $(@D)
	$(call say,C++ $*)
	$(Q)$(CXX) $(CXX_FLAGS) -O2 -DVM_TRACE=1 -DVM_TRACE_FST=1 -w -c $(VERILATOR_ROOT)/include/$*.cpp -o $@

# which builds there are, as C: the arrays of tb/rtl.h; written anew when CONFIGS or BARE change
.PHONY: force
$(RTL_BUILD)/builds.c: force
	@mkdir -p $(@D)
	$(Q){ echo '#include "rtl.h"'; \
	  for b in $(BUILDS); do echo "extern const struct rtl_build rtl_$$b;"; done; \
	  echo 'const struct rtl_build *const rtl_probed[] = {'; \
	  for b in $(CONFIGS); do echo "    &rtl_$${b}_$(KIND),"; done; \
	  echo '    0 };'; \
	  echo 'const struct rtl_build *const rtl_bare[] = {'; \
	  for b in $(BARE); do echo "    &rtl_$${b}_bare,"; done; \
	  echo '    0 };'; } > $@.$$PPID
	$(Q)if cmp -s $@.$$PPID $@; then rm $@.$$PPID; else mv $@.$$PPID $@; fi

$(RTL_BUILD)/builds.o: $(RTL_BUILD)/builds.c tb/rtl.h model/shfl.h | need-c
	$(Q)$(CC) $(C_FLAGS) -c $< -o $@

# ---- harness

# all of it, the model too, compiled for this machine's processor; the library above runs on others
HARNESS := $(TB:%=$(BUILD)/native/tb/%.o) $(MODEL:%.c=$(BUILD)/native/%.o)
SIM ?= $(BUILD)/shfl_sim
RTL_OBJS = $(RTL_BUILD)/builds.o $(BUILDS:%=$(RTL_BUILD)/%/unit.o) $(BUILDS:%=$(RTL_BUILD)/%/slow.o) \
           $(RUNTIME)/verilated.o $(RUNTIME)/verilated_fst_c.o $(RUNTIME)/verilated_threads.o
$(SIM): $(HARNESS) $(RTL_OBJS)
	$(call say,LINK $@)
	$(Q)$(CXX) -o $@ $^ -pthread -lz

# ---- silicon

.PHONY: need-lzma
need-lzma: need-c
	@$(NEED) lzma
CUDA_NEED := need-lzma
include silicon/silicon.mk

# ---- tests

$(BUILD)/tests/test_model: $(BUILD)/tests/test_model.o $(BUILD)/libshfl.a
	$(Q)$(CC) -o $@ $^

$(BUILD)/tests/test_suites: $(BUILD)/tests/test_suites.o $(BUILD)/tb/suite.o $(BUILD)/libshfl.a
	$(Q)$(CC) -o $@ $^

SILICON_RTL ?= $(BUILD)/tests/silicon/silicon_rtl
$(SILICON_RTL): $(BUILD)/tests/silicon/silicon_rtl.o $(BUILD)/silicon/record.o $(BUILD)/silicon/points.o \
        $(BUILD)/libshfl.a $(RTL_OBJS)
	$(call say,LINK $@)
	$(Q)$(CXX) -o $@ $^ -pthread -lz -llzma

include mutants/breaks.mk waves/waves.mk cli/cli.mk fpga/flow/flow.mk fpga/report/report.mk formal/formal.mk

-include $(shell find $(BUILD) -name '*.d' -not -path '*/venv/*' 2>/dev/null)

# ---- make test

# what the tests call is built first, side by side; the rest, where a test asks for it
TESTED   = $(SIM) $(OPENSHFL) $(BUILD)/tests/test_model $(BUILD)/tests/test_suites $(SILICON_RTL) $(WARP_TESTED)
TEST_ENV = BUILD='$(BUILD)' VENV='$(VENV)' CC='$(CC)' CXX='$(CXX)' VERILATOR='$(VERILATOR)' IVERILOG='$(IVERILOG)' \
           VVP='$(VVP)' YOSYS='$(YOSYS)'
PYTEST   = $(TEST_ENV) '$(VENV)/bin/python' -m pytest -n auto --dist worksteal

.PHONY: test test-all need-test need-lint lint format
need-lint: | need-goals
	@$(NEED) $(NEED_lint)
need-test: | need-goals
	@$(NEED) $(NEED_test)

test: $(TESTED) | need-test ## check what can break between two commits (ARGS='-k range_check', ARGS=--lf)
	$(Q)$(PYTEST) $(ARGS)

test-all: $(TESTED) | need-test ## check everything: all breaks, proofs, netlists, placements, and two bare Debians
	$(Q)$(PYTEST) --all $(ARGS)

LINTED = tests/test_lint.py tests/test_style.py
lint: | need-lint ## lint and format-check the Verilog, C, Python and shell
	$(Q)$(PYTEST) --all $(LINTED) $(ARGS)

format: | need-lint ## format the C and the Python
	$(Q)clang-format -i $(shell git ls-files '*.[ch]' '*.cpp' '*.cu' '*.cuh')
	$(Q)'$(VENV)/bin/ruff' format -q && '$(VENV)/bin/ruff' check -q --fix
