# SPDX-License-Identifier: Apache-2.0
# The command openshfl and its tests. Included by the Makefile; BUILD, CC, C_FLAGS, Q and say are its. docs/use/programs.md

OPENSHFL    ?= $(BUILD)/openshfl
FUZZ_CC     ?= clang
FUZZ_TIME   ?= 3600# seconds of `make fuzz`, for each target
WARP_BUILD  := $(BUILD)/cli

CLI  := openshfl run run_ptx launch check explain decode ask warp_options
# the way from a text or file to what is printed: each folder uses those before it; program uses check/, too
WAY  := files read answer program show
WARP_SOURCES := $(wildcard $(WAY:%=cli/%/*.c) check/*.c) $(LIB) $(MODEL)

$(WARP_BUILD)/openshfl.o: private C_FLAGS += '-DVERSION="$(VERSION)"'
# the RTL is built when it is first asked for, by make in this folder, whose name may have quotes
c_string = "$(subst ",\",$(subst \,\\,$1))"
$(WARP_BUILD)/answer/engine_rtl.o: private C_FLAGS += $(call quoted,-DSOURCE_DIR=$(call c_string,$(CURDIR))) \
                                                    $(call quoted,-DBUILD_DIR=$(call c_string,$(BUILD)))

# the declarations behind which clang compiles a text
$(WARP_BUILD)/program/prelude_text.o: cli/program/prelude.hpp cli/program/prelude.h | need-c
	@mkdir -p $(@D)
	$(call say,CC $@)
	$(Q){ echo '#include "cli/program/prelude.h"'; echo 'const char prelude_text[] ='; \
	    sed 's/[\"]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } | $(CC) $(C_FLAGS) -Wno-overlength-strings -x c -c -o $@ -

$(WARP_BUILD)/libwarp.a: $(WARP_SOURCES:%.c=$(BUILD)/%.o) $(WARP_BUILD)/program/prelude_text.o
	$(call say,AR $@)
	$(Q)rm -f $@ && ar rcs $@ $^

$(OPENSHFL): $(CLI:%=$(WARP_BUILD)/%.o) $(BUILD)/conform/libconform.a $(BUILD)/lib/options.o $(WARP_BUILD)/libwarp.a
	$(call say,LINK $@)
	$(Q)$(CC) $^ -lm -ldl $(whole)

.PHONY: openshfl
openshfl: $(OPENSHFL) ## use: build the command openshfl: run, explain, decode, ask, conform

# ---- tests

WARP_TEST := $(BUILD)/tests/cli

$(WARP_TEST)/test_%: $(WARP_TEST)/test_%.o $(WARP_BUILD)/libwarp.a | $(BUILD)/rtl_engine.so
	$(Q)$(CC) $(filter %.o,$^) $(filter %.a,$^) -lm -ldl $(whole)
$(WARP_TEST)/test_silicon: $(addprefix $(BUILD)/silicon/,warp_cases.o record.o replay.o points.o collective_cases.o)

# what tests load by ctypes
$(BUILD)/tests/model.so: $(MODEL) tests/rvv/rvv_cases.c silicon/record.c lib/output.c $(wildcard model/*.h) | need-c
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -fPIC $(C_FLAGS) $(filter %.c,$^) $(whole)

$(WARP_TEST)/amd.so: $(wildcard cli/files/amd_*.c cli/read/*.c) cli/files/elf.c $(LIB) $(MODEL) $(wildcard cli/*/*.h check/*.h lib/*.h model/*.h) | need-c
	@mkdir -p $(@D)
	$(Q)$(CC) -shared -fPIC $(C_FLAGS) $(filter %.c,$^) -lm $(whole)

# the command, with its source tree at $(WARP_TEST)/elsewhere/tree
$(WARP_TEST)/elsewhere/openshfl: cli/answer/engine_rtl.c $(CLI:%=$(WARP_BUILD)/%.o) $(BUILD)/conform/libconform.a \
        $(BUILD)/lib/options.o $(WARP_BUILD)/libwarp.a
	@mkdir -p $(@D)
	$(Q)$(CC) $(C_FLAGS) '-DSOURCE_DIR="$(abspath $(@D))/tree"' '-DBUILD_DIR="build"' $^ -lm -ldl $(whole)

# The fuzz targets. Everywhere: the kept cases, by the C compiler; with clang: the search for new ones.
FUZZ := asm words cubin amd ptx

$(WARP_TEST)/replay_%: $(WARP_TEST)/fuzz_%.o $(WARP_BUILD)/libwarp.a
	$(Q)$(CC) $^ -lm -ldl $(whole)

$(WARP_TEST)/fuzz_%: tests/cli/fuzz_%.c tests/cli/fuzz.h $(WARP_BUILD)/program/prelude_text.o $(WARP_SOURCES) $(wildcard cli/*/*.h check/*.h lib/*.h) model/shfl.h | need-fuzz
	@mkdir -p $(@D)
	$(call say,CLANG $@)
	$(Q)$(FUZZ_CC) -std=c11 -g -O1 $(INCLUDES) -DLIBFUZZER -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
	    $(filter %.c %.o,$^) -lm -ldl -o $@

# what the tests call, and is to be built before them
WARP_TESTED = $(OPENSHFL) $(BUILD)/rtl_engine.so $(addprefix $(WARP_TEST)/,test_silicon test_curve) \
              $(FUZZ:%=$(WARP_TEST)/replay_%) $(BUILD)/tests/model.so $(WARP_TEST)/amd.so $(WARP_TEST)/elsewhere/openshfl

.PHONY: fuzz need-fuzz
need-fuzz:
	@sh .ci/need.sh clang libfuzzer
fuzz: $(FUZZ:%=$(WARP_TEST)/fuzz_%) ## verify: fuzz assembler, decoder and loaders (FUZZ_TIME=3600 seconds for each)
	$(Q)mkdir -p $(FUZZ:%=$(WARP_TEST)/corpus_%) && cp tests/cli/*.cubin tests/cli/*.elf $(WARP_TEST)/corpus_cubin && \
	    cp cli/programs/*.sass $(WARP_TEST)/corpus_asm
	$(Q)set -e; for t in $(FUZZ); do $(WARP_TEST)/fuzz_$$t -max_total_time=$(FUZZ_TIME) \
	    -timeout=30 -rss_limit_mb=4096 -artifact_prefix=$(WARP_TEST)/crash_$${t}_ $(WARP_TEST)/corpus_$$t \
	    tests/seeds_$$t; done
