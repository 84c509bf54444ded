# SPDX-License-Identifier: Apache-2.0
# openshfl. `make help` lists the targets; everything made lies in $(BUILD).

BUILD   ?= build
# an object has one name in lists of dependencies
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
PREFIX  ?= /usr/local
# looked up once: a clang that comes while this make installs its tools is the next one's
ifeq ($(origin CC),default)
CC         = cc
CC_NATIVE ?= $(if $(shell command -v clang),clang,cc)
CC_NATIVE := $(CC_NATIVE)
endif
ifeq ($(origin CXX),default)
CXX      = c++
CXX_RTL ?= $(if $(shell command -v clang++),clang++,c++)
CXX_RTL := $(CXX_RTL)
endif
VERILATOR ?= verilator
IVERILOG  ?= iverilog
YOSYS     ?= yosys
VVP       ?= vvp
PYTHON    ?= python3
VENV      ?= $(BUILD)/venv

# Tools: those of this run's goals are asked for at once, before anything is made; each rule asks for its own, too
NEED     = CC='$(CC)' CXX='$(CXX)' VERILATOR='$(VERILATOR)' IVERILOG='$(IVERILOG)' YOSYS='$(YOSYS)' PYTHON='$(PYTHON)' \
           VENV='$(VENV)' SETUP='$(SETUP)' sh .ci/need.sh
NEED_c   = cc libc ar
NEED_sim = $(NEED_c) c++ zlib verilator python3
NEED_all = $(NEED_sim)
NEED_sim-all = $(NEED_sim)
NEED_web      = $(NEED_c) clang wasm-ld wasi-libc wasm-rt python3
NEED_web-open = $(NEED_web) xdg-open
NEED_test     = $(NEED_sim) iverilog yosys yosys-abc pkg-config shellcheck llvm-mc python-dev packages:test packages:conform $(NEED_cells) \
                $(NEED_web) chromium packages:web nodejs
# where there are such packages: Debian 13 has no osu018
NEED_cells    = $(if $(shell apt-cache show qflow-tech-osu018 2>/dev/null | grep osu018),sta osu018 packages:asic)
NEED_bundle   = python3
NEED_core     = $(NEED_sim) llvm-mc
NEED_check    = $(NEED_test)
NEED_test-all = $(NEED_test) nextpnr-ice40 icetime gtkwave Xvfb clang libfuzzer packages:fpga packages:amd \
                hip parallel rsync sshd ip slurm munge riscv64-gcc qemu-riscv64
NEED_lint     = $(NEED_c) c++ verilator iverilog yosys python3 shellcheck packages:test
NEED_format   = $(NEED_lint)
NEED_test-systems = debootstrap
NEED_GOALS = $(sort $(foreach g,$(or $(MAKECMDGOALS),all),$(NEED_$g)))

quoted = '$(subst ','\'',$1)'

# What tb/settings.py says of the unit's settings: the lists of tb/configs.txt, and of each configuration NAME
# its parameters, params_NAME, and the folders of its RTL, folders_NAME. Of CONFIGS the first is the default; those
# of BARE are built a second time, without windows and traces, for speed.
ifneq ($(filter-out help doctor clean install uninstall %libshfl.a openshfl %/openshfl,$(or $(MAKECMDGOALS),all)),)
define newline


endef
$(eval $(subst ;,$(newline),$(shell command -v $(PYTHON) >/dev/null || $(NEED) python3 $(NEED_GOALS) >&2; \
    $(PYTHON) -S -m tb.settings make $(call quoted,CONFIGS=$(CONFIGS)) $(call quoted,BARE=$(BARE)) \
        $(foreach f,$(wildcard waves/scenario*.txt),$f=$(shell sed -n 's/^config *//p' $f)) \
        $(call quoted,CONFIG=$(if $(TEST),$(CONFIG))))))
$(if $(SETTINGS_ERROR),$(error $(SETTINGS_ERROR)))
$(if $(ALL_CONFIGS),,$(error tb/settings.py has to run, with $(PYTHON), to say what the configurations are))
CONFIGS ?= $(if $(filter sim-all,$(MAKECMDGOALS)),$(ALL_CONFIGS),$(QUICK_CONFIGS))
BARE    ?= $(DEFAULT_CONFIG)
$(if $(strip $(CONFIGS)),,$(error CONFIGS: expected one name or more, such as $(DEFAULT_CONFIG)))
endif
$(if $(word 2,x$(BUILD)x),$(error BUILD='$(BUILD)': expected a folder without blanks in its name))

RTL_DIR ?= rtl
RTL     := $(wildcard $(RTL_DIR)/shfl*.v $(RTL_DIR)/chain/shfl*.v)
MODEL   := model/shfl.c $(patsubst %,model/shfl_%.c,collective block quad movmatrix amd amd_check amd_open rvv)
ISAS    := shfl shfl_twin amd amd_front collective rvv
TB      := main suite $(ISAS:%=isa_%) pipeline run scenario report pool vectors
# what the harness, the command and the conformance kit share
LIB     := lib/number.c lib/output.c lib/trips.c lib/rtl.c lib/json.c lib/table.c lib/text.c lib/word.c

CFLAGS  ?= -O3
ARCH    ?= -march=native
WARN    := -Wall -Wextra -Wconversion -pedantic
INCLUDES := -I.
C_FLAGS := -std=c11 $(WARN) $(CFLAGS) $(INCLUDES)
VERSION := 0.3.0

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
# what another make, at work at the same time, may be reading, appears when it is whole
whole = -o $@.$$$$ && mv $@.$$$$ $@
# a file that changes when its text, some flags, does: what is made with them depends on it, and comes anew
keep = +@mkdir -p $(@D) && { echo $(call quoted,$1) | cmp -s - $@ || echo $(call quoted,$1) > $@; }
say = $(if $(V),@:,@echo '  $1')

.PHONY: all help doctor sim sim-all bench clean install
GOAL ?= test
all: $(BUILD)/shfl_sim $(BUILD)/libshfl.a $(BUILD)/openshfl ## use: build the simulator, the golden model and the command openshfl

help: ## use: print this list
	@echo "openshfl: the GPU warp shuffle in Verilog, checked against a golden model in C. Targets:"
	@for group in use verify measure maintain; do echo; echo "$$group"; \
	    awk -v text=" ## $$group: " '(at = index($$0, text)) && /^[a-z-]+:/ \
	        { printf "  %-15s %s\n", substr($$0, 1, index($$0, ":") - 1), substr($$0, at + length(text)) }' $(MAKEFILE_LIST); done
	@echo; echo "Variables: V=1 prints commands, SETUP=0 installs nothing, BUILD=FOLDER, CONFIGS of tb/configs.txt"

doctor: ## use: list the tools that a target lacks, and install nothing (GOAL=test)
	$(if $(NEED_$(GOAL)),,$(error GOAL=$(GOAL): no list of tools; `make $(GOAL) SETUP=0` finds out what is missing))
	@$(subst SETUP='$(SETUP)',SETUP=0,$(NEED)) $(NEED_$(GOAL)) && echo 'No tool is missing for make $(GOAL).'

sim: $(BUILD)/shfl_sim ## verify: simulate the RTL against the model, on a few configurations (CONFIGS='NAME ..')
	$(Q)$< $(ARGS)

sim-all: sim ## verify: the same on all configurations of tb/configs.txt

bench: $(BUILD)/shfl_sim ## measure: the simulator's speed: clocks and seconds of each suite, in one process
	$(Q)$< --verbose --jobs=1 $(ARGS)

clean: ## maintain: remove the build folder
	rm -rf $(BUILD)

# ---- tools

.PHONY: need-goals
need-goals:
	@$(NEED) $(NEED_GOALS)
# no file has such a name: what a rule asks for, of NEED_NAME
need-%: | need-goals
	@$(NEED) $(NEED_$*)

# ---- golden model

$(BUILD)/flags: force
	$(call keep,$(CC_NATIVE) $(C_FLAGS) $(ARCH) $(VERSION))

# every C file: $(BUILD)/DIR/NAME.o, and in $(BUILD)/native/ compiled for this machine's processor
$(BUILD)/%.o: %.c $(BUILD)/flags | need-c
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC) $(C_FLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ -c $< $(whole)

$(BUILD)/native/%.o: %.c $(BUILD)/flags | need-c
	@mkdir -p $(@D)
	$(call say,CC $<)
	$(Q)$(CC_NATIVE) $(C_FLAGS) $(ARCH) -MMD -MP -MF $(@:.o=.d) -MT $@ -c $< $(whole)

$(BUILD)/libshfl.a: $(MODEL:%.c=$(BUILD)/%.o)
	$(call say,AR $@)
	$(Q)rm -f $@ && ar rcs $@ $^

.PHONY: defs
defs: # write model/shfl_defs.h and the types of rtl/sv/shfl_pkg.sv, which are committed, from the encodings of the RTL; `make docs` does
	$(Q)$(PYTHON) model/defs.py

.PHONY: uninstall
install: $(BUILD)/libshfl.a $(BUILD)/openshfl ## use: install command, library, headers, pkg-config file and RTL (PREFIX=, DESTDIR=)
uninstall: ## use: remove the installed files
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall:
	$(Q)sh .ci/install.sh $@ $(BUILD) $(VERSION)

.PHONY: sv
sv: ## use: write the assertions of each unit, build/sv/UNIT_checks.sv
	@$(NEED) python3
	$(Q)$(PYTHON) rtl/checks.py $(BUILD)/sv

.PHONY: bundle
bundle: UNIT ?= shfl
bundle: ## use: write a unit and all that it needs into one file, build/bundle/UNIT.v (UNIT=shfl)
	@$(NEED) python3
	@mkdir -p $(BUILD)/bundle
	$(Q)$(PYTHON) -m rtl.bundle '$(UNIT)' > $(BUILD)/bundle/new.v || { rm $(BUILD)/bundle/new.v; exit 1; }
	$(Q)mv $(BUILD)/bundle/new.v $(BUILD)/bundle/$(UNIT).v
	$(call say,BUNDLE $(BUILD)/bundle/$(UNIT).v)

CORE    ?= vortex
THREADS ?= 8
LANES   ?= 2
.PHONY: core
core: $(BUILD)/libshfl.a | need-sim ## verify: a unit in a core of others (CORE=vortex|tiny_gpu|vicuna AT=FOLDER THREADS=8)
	$(if $(filter vortex tiny_gpu vicuna,$(CORE)),,$(error CORE=$(CORE): expected vortex, tiny_gpu or vicuna))
	$(if $(AT),,$(error AT=FOLDER: expected a checkout of the core, see examples/packets/README.md and vector/README.md))
	@$(NEED) llvm-mc
	$(Q)VERILATOR='$(VERILATOR)' $(PYTHON) -m examples.patch $(CORE) '$(AT)' $(BUILD)/core/$(CORE) $(THREADS) $(LANES) '$(STOCK)' '$(RECORD)'

# ---- the RTL, Verilated: per configuration and kind (bare or probed) two objects in $(RTL_BUILD)/CONFIG_KIND/:
# ---- start.o, the code that runs once, and unit.o, the rest with its C interface

# other RTL than the repository's has its own folder, and Verilator's warnings about it are printed and not fatal;
# RTL_GIVEN is what a report of a mismatch has to hand to make
OTHER_RTL  = $(filter-out rtl,$(RTL_DIR))
RTL_GIVEN  = $(addprefix RTL_DIR=,$(OTHER_RTL))
RTL_BUILD ?= $(BUILD)/rtl$(subst /,_,$(addprefix -,$(OTHER_RTL)))
VFLAGS    ?= $(if $(OTHER_RTL),-Wno-fatal)
# CONFIGS are built probed, unless there is nothing to look into, as in a netlist
SIM_KIND ?= probed
# Clang makes the faster simulator
CXX_RTL   ?= $(CXX)
CC_NATIVE ?= $(CC)
# looked up once, and only where something is Verilated
VERILATOR_ROOT = $(eval VERILATOR_ROOT := $$(shell $(VERILATOR) --getenv VERILATOR_ROOT))$(VERILATOR_ROOT)
CXX_FLAGS = -std=c++17 -Wall -Wextra -fPIC -fvisibility=hidden -I. \
            -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd

# of the stem of a rule, CONFIG_KIND
config   = $(patsubst %_bare,%,$(patsubst %_probed,%,$*))
kind     = $(lastword $(subst _, ,$*))
params   = $(params_$(config))
macros   = $(macros_$(config))
folders  = $(patsubst rtl%,$(RTL_DIR)%,$(folders_$(config)))
top      = $(top_$(config))

# what is around the unit: of a probed shfl this, the others stand alone
around_shfl_probed  := --top-module shfl_probe tb/shfl_probe.vlt tb/shfl_probe.v
alone  = --top-module $(top) $(firstword $(wildcard $(folders:%=%/$(top).v)))
around = $(or $(around_$(top)_$(kind)),$(alone))
flags_probed  := --trace-fst
opt_bare      := -O2 $(ARCH)
opt_probed    := -O1 $(ARCH)
macros_bare   := -DVM_TRACE=0
macros_probed := -DVM_TRACE=1 -DVM_TRACE_FST=1

unit_flags = -w $(macros_$(kind)) -DVM_COVERAGE=$(if $(findstring --coverage,$(VFLAGS)),1,0) -DBUILD=rtl_$* \
    '-DNAME="$(config)"' '-DTOP_NAME="$(top)"' '-DRTL_GIVEN="$(RTL_GIVEN)"' -DVTOP=V_$* '-DVTOP_H="V_$*.h"' \
    '-DPORTS_H="ports.h"' $(addprefix -D,$(macros)) -I$(@D)

# Verilator computes what is behind the inputs on every evaluation. They change while clk is 0 only, so that on its
# rising edge nothing is to be done. Where Verilator has no such line this changes nothing.
inputs_once = s/while (__VicoContinue)/while (__VicoContinue \&\& !vlSelf->clk)/

$(RTL_BUILD)/flags: force
	$(call keep,$(VFLAGS) $(opt_bare) $(opt_probed) $(RTL_GIVEN) $(inputs_once))

$(RTL_BUILD)/%/unit.cc: $(RTL) $(RTL_DIR)/shfl_defs.vh tb/shfl_probe.v tb/shfl_probe.vlt tb/ports.py \
        $(RTL_BUILD)/flags | need-sim
	@mkdir -p $(@D)
	$(call say,VERILATE $(config) $(kind))
	$(Q)new=$(@D)/new.$$$$; $(VERILATOR) --cc -O3 -Wall --x-assign fast --x-initial fast $(flags_$(kind)) $(VFLAGS) \
	        $(addprefix -G,$(params)) $(addprefix -y ,$(folders)) --prefix V_$* --Mdir $$new $(around) \
	        > $(@D)/verilator.log && \
	    $(PYTHON) -S tb/ports.py $$new/V_$*.h > $$new/ports.h && \
    (cd $$new && sed -i '$(inputs_once)' V_*.cpp && \
        ls V_*.cpp | grep -e Slow -e Syms | sed 's/.*/#include "&"/' > start.cc && \
        (ls V_*.cpp; echo tb/rtl.cpp) | grep -v -e Slow -e Syms | sed 's/.*/#include "&"/' > unit.cc) && \
    mv $$new/[!u]* $(@D) && mv $$new/unit.cc $@ && rmdir $$new || { rm -rf $$new; exit 1; }

BUILDS = $(CONFIGS:%=%_$(SIM_KIND)) $(BARE:%=%_bare)
# what each unit has of other folders
of = $(patsubst %,$(RTL_BUILD)/%/unit.cc,$(filter $(addsuffix %,$1),$(BUILDS)))
$(call of,amd_): $(wildcard $(RTL_DIR)/amd/*.v*)
$(call of,amd_front_): tb/amd/shfl_amd_bench.v
$(call of,vote_ and_vote_ match_ redux_ barrier_): $(wildcard $(RTL_DIR)/collective/*.v)
$(call of,rvv_): $(wildcard $(RTL_DIR)/rvv/*.v*)

$(RTL_BUILD)/%/unit.o: $(RTL_BUILD)/%/unit.cc tb/rtl.cpp lib/rtl.h model/shfl.h model/shfl_amd.h model/shfl_defs.h
	$(call say,C++ $(config) $(kind))
	$(Q)$(CXX_RTL) $(CXX_FLAGS) $(opt_$(kind)) $(unit_flags) -c $< $(whole)

$(RTL_BUILD)/%/start.o: $(RTL_BUILD)/%/unit.cc
	$(call say,C++ $(config) $(kind) start)
	$(Q)$(CXX_RTL) $(CXX_FLAGS) -O0 $(unit_flags) -c $(@:.o=.cc) $(whole)

RUNTIME = $(BUILD)/rtl/runtime

$(RUNTIME)/%.o: | need-sim
	@mkdir -p $(@D)
	$(call say,C++ $*)
	$(Q)$(CXX) $(CXX_FLAGS) -O2 -DVM_TRACE=1 -DVM_TRACE_FST=1 -w -c $(VERILATOR_ROOT)/include/$*.cpp $(whole)

# Which builds a program has, as C: the arrays of lib/rtl.h. The file's name comes from what is in it, so that two
# makes with different CONFIGS, one after the other or at once, keep out of each other's way.
builds_c = { echo '\#include "lib/rtl.h"'; \
    for b in $1 $2; do echo "extern const struct rtl_build rtl_$$b;"; done; \
    echo 'const struct rtl_build *const rtl_probed[] = {'; for b in $1; do echo "    &rtl_$$b,"; done; echo '    0 };'; \
    echo 'const struct rtl_build *const rtl_bare[] = {'; for b in $2; do echo "    &rtl_$$b,"; done; echo '    0 };'; }
KEY = $(eval KEY := $$(firstword $$(shell echo '$(BUILDS) $(RTL_BUILD)' | cksum)))$(KEY)

$(RTL_BUILD)/builds-$(KEY).c: $(firstword $(MAKEFILE_LIST))
	@mkdir -p $(@D)
	$(Q)$(call builds_c,$(CONFIGS:%=%_$(SIM_KIND)),$(BARE:%=%_bare)) > $@.$$$$ && mv $@.$$$$ $@

$(RTL_BUILD)/engine.c: $(firstword $(MAKEFILE_LIST))
	@mkdir -p $(@D)
	$(Q)$(call builds_c,,$(DEFAULT_CONFIG)_bare) > $@.$$$$ && mv $@.$$$$ $@

$(RTL_BUILD)/%.o: $(RTL_BUILD)/%.c lib/rtl.h model/shfl.h model/shfl_defs.h | need-c
	$(Q)$(CC) $(C_FLAGS) -fPIC -c $< $(whole)

# for programs that load the unit only when it is asked for: rtl_probed, which is empty, and rtl_bare, the default
$(BUILD)/rtl_engine.so: $(RTL_BUILD)/engine.o $(RTL_BUILD)/$(DEFAULT_CONFIG)_bare/unit.o \
        $(RTL_BUILD)/$(DEFAULT_CONFIG)_bare/start.o $(RUNTIME)/verilated.o $(RUNTIME)/verilated_threads.o
	$(call say,LINK $@)
	$(Q)$(CXX) -shared $^ -pthread $(whole)

# ---- harness

# all of it, the model too, compiled for this machine's processor; the library above runs on others
HARNESS := $(TB:%=$(BUILD)/native/tb/%.o) $(LIB:%.c=$(BUILD)/native/%.o) $(MODEL:%.c=$(BUILD)/native/%.o)
SIM ?= $(BUILD)/shfl_sim
# what takes long to compile comes first, so that nothing is waited for at the end
RTL_OBJS = $(foreach c,$(SLOW_FIRST),$(patsubst %,$(RTL_BUILD)/%/unit.o,$(filter $c_%,$(BUILDS)))) \
           $(RUNTIME)/verilated_fst_c.o $(RUNTIME)/verilated.o $(RUNTIME)/verilated_threads.o \
           $(BUILDS:%=$(RTL_BUILD)/%/start.o) $(RTL_BUILD)/builds-$(KEY).o
# a program with other builds than these has to be linked anew
.PHONY: force
of_other_builds = $(if $(filter $(KEY),$(file < $1.builds)),,force)
link = $(Q)$(CXX) $(filter-out force,$^) -pthread $1 $(whole) && echo $(KEY) > $@.builds
$(SIM): $(RTL_OBJS) $(HARNESS) $(call of_other_builds,$(SIM))
	$(call say,LINK $@)
	$(call link,-lz)

# ---- silicon

include $(wildcard silicon/silicon.mk)

# ---- tests

OF_SUITES := $(patsubst %,$(BUILD)/tb/%.o,suite $(ISAS:%=isa_%)) $(BUILD)/lib/trips.o $(BUILD)/lib/rtl.o \
             $(BUILD)/libshfl.a

$(BUILD)/tests/rtl/test_suites: $(BUILD)/tests/rtl/test_suites.o $(OF_SUITES)
	$(Q)$(CC) $^ $(whole)

$(BUILD)/tests/rtl/test_pipeline: $(BUILD)/tests/rtl/test_pipeline.o $(patsubst %,$(BUILD)/%.o,tb/pipeline tb/run lib/output) \
        $(OF_SUITES)
	$(Q)$(CC) $^ $(whole)

include waves/waves.mk synth/synth.mk formal/formal.mk synth/campaign/campaign.mk board/board.mk tests/rvv/rvv.mk tests/mutants/mutants.mk
# the rooms that the units, their bench and their proofs do without
include $(wildcard cli/cli.mk web/web.mk conform/conform.mk docs/docs.mk)

-include $(shell find $(BUILD) -name venv -prune -o -name '*.d' -type f -print 2>/dev/null)

# ---- make test

$(SIM): $(if $(findstring --coverage,$(VFLAGS)),$(RUNTIME)/verilated_cov.o)

# what the tests call is built first, side by side; the rest, where a test asks for it
TESTED   = $(SIM) $(OPENSHFL) $(BUILD)/tests/rtl/test_suites $(BUILD)/tests/rtl/test_pipeline $(WAVES_TESTED) \
           $(SILICON_TESTED) $(WARP_TESTED) $(CONFORM_TESTED) $(WEB_TESTED)
TEST_ENV = BUILD='$(BUILD)' VENV='$(VENV)' CC='$(CC)' CC_NATIVE='$(CC_NATIVE)' CXX='$(CXX)' CXX_RTL='$(CXX_RTL)' \
           VERILATOR='$(VERILATOR)' IVERILOG='$(IVERILOG)' VVP='$(VVP)' YOSYS='$(YOSYS)'
PYTEST   = $(TEST_ENV) '$(VENV)/bin/python' -m pytest -n auto --dist worksteal

.PHONY: check test test-all release lint format

# with ARGS, which may name a few tests, each of these makes what it asks for
BUILT_FIRST = $(if $(ARGS),,$(TESTED))
check: $(BUILT_FIRST) | need-test ## verify: run the quick tests, each below 2 s of processor time
	$(Q)$(PYTEST) --tier=check $(ARGS)

test: $(BUILT_FIRST) | need-test ## verify: run the regression tests (ARGS='-k NAME')
	$(Q)$(PYTEST) $(ARGS)

test-all: $(BUILT_FIRST) | need-test ## verify: run all tests, for hours, or go on with them
	$(Q)$(if $(ARGS),$(PYTEST) --tier=all $(ARGS),$(TEST_ENV) '$(VENV)/bin/python' -m tests.whole run -n auto --dist worksteal)

release: | need-test ## maintain: say whether this commit may be released
	$(Q)$(TEST_ENV) '$(VENV)/bin/python' -m tests.whole release

SYSTEM   ?= 12 13
COMMANDS ?= make sim; make test
.PHONY: test-systems
test-systems: ## verify: README's commands on a bare Debian 12 and 13 (SYSTEM=13, COMMANDS='make check')
	$(Q)sh .ci/systems.sh run $(call quoted,$(COMMANDS)) $(SYSTEM)

LINTED = tests/rtl/test_lint.py tests/project/test_style.py
lint: | need-lint ## maintain: lint Verilog, C, Python, shell and workflows, and check their format
	$(Q)$(PYTEST) $(LINTED) $(ARGS)

format: | need-lint ## maintain: format C and Python
	$(Q)git ls-files -z '*.[ch]' '*.cpp' '*.cu' '*.cuh' | xargs -0 '$(VENV)/bin/clang-format' -i
	$(Q)'$(VENV)/bin/ruff' format -q && '$(VENV)/bin/ruff' check -q --fix

# ---- folders whose names are no targets

FOLDERS := rtl model lib tb tests silicon cli conform examples python
.PHONY: $(FOLDERS)
$(FOLDERS):
	@echo 'make $@: $@/ is a folder, not a target; `make help` lists the targets' >&2; exit 2
