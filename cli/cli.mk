# Warp programs: the command openshfl, what is built on SHFL, and their tests. Included by the Makefile
# behind silicon/silicon.mk; BUILD, CC, CXX, C_FLAGS, RTL_OBJS, CUDA_*, PYTHON, Q and say are theirs. docs/programs.md

OPENSHFL    ?= $(BUILD)/openshfl
WARP_RECORD ?= cli/gpu/h200-warp.rec.xz
FUZZ_CC     ?= clang
FUZZ_TIME   ?= 3600# seconds of `make fuzz`, for each target
WARP_BUILD  := $(BUILD)/cli
WARP_DEPS   := $(wildcard cli/warp/*.h cli/gpu/*.h) model/shfl.h

SASS := parse step init decode cubin explain explain_svg intrinsic
WARP := engine_model intrinsics vote kernels block_shuffle

WARP_OBJS := $(SASS:%=$(WARP_BUILD)/sass/%.o) $(WARP:%=$(WARP_BUILD)/warp/%.o)

$(BUILD)/cli/openshfl.o: C_FLAGS += -DVERSION='"$(VERSION)"'

$(WARP_BUILD)/libwarp.a: $(WARP_OBJS)
	$(call say,AR $@)
	$(Q)rm -f $@ && ar rcs $@ $^

# with both engines, so that the RTL of all configurations is in it
$(OPENSHFL): $(WARP_BUILD)/openshfl.o $(WARP_BUILD)/warp/engine_rtl.o $(WARP_BUILD)/libwarp.a \
        $(BUILD)/libshfl.a $(RTL_OBJS)
	$(call say,LINK $@)
	$(Q)$(CXX) -o $@ $^ -pthread -lz -lm

.PHONY: openshfl
openshfl: $(OPENSHFL) ## build the command openshfl: run, explain, decode

# ---- silicon

WARP_CUDA   := $(WARP_BUILD)/shfl_warp
WARP_CUDA_C := warp_cases warp_record
# machine code for the one, and for every other GPU PTX: nothing here is measured
WARP_GENCODE = -gencode arch=$(CUDA_SASS:sm_%=compute_%),code=$(CUDA_SASS) \
               -gencode arch=compute_75,code=compute_75

$(WARP_BUILD)/gpu/warp_device.o: cli/gpu/warp_device.cu $(CUDA_DEPS) $(WARP_DEPS) | cuda-nvcc
	@mkdir -p $(@D)
	$(call say,NVCC $<)
	$(Q)$(NVCC) $(CUDA_FLAGS) $(INCLUDES) $(WARP_GENCODE) -c $< -o $@

$(WARP_CUDA): $(WARP_BUILD)/gpu/warp_device.o $(CUDA_BUILD)/gpu/device.o $(WARP_BUILD)/gpu/shfl_warp.o \
        $(WARP_CUDA_C:%=$(WARP_BUILD)/gpu/%.o) $(WARP_BUILD)/libwarp.a $(BUILD)/libshfl.a
	$(call say,LINK $@)
	$(Q)$(NVCC) -o $@ $^ -llzma -lm -ldl

cuda-compile: $(WARP_CUDA)

.PHONY: warp-cuda warp-record
warp-cuda: $(WARP_CUDA) ## check kernels, votes, barriers and cub::BlockShuffle against the GPU in this machine
	$(Q)$< $(ARGS)

warp-record: $(WARP_CUDA) ## record what the GPU answers to them (WARP_RECORD=)
	$(Q)$< --record $(WARP_RECORD) --command 'make warp-record' $(ARGS)

# ---- tests

WARP_TEST := $(BUILD)/tests/cli
WARP_RTL  := $(WARP_BUILD)/warp/engine_rtl.o $(WARP_BUILD)/libwarp.a $(BUILD)/libshfl.a $(RTL_OBJS)

$(WARP_TEST)/test_warp $(WARP_TEST)/test_programs: $(WARP_TEST)/%: $(WARP_TEST)/%.o $(WARP_RTL)
	$(call say,LINK $@)
	$(Q)$(CXX) -o $@ $^ -pthread -lz -lm

$(WARP_TEST)/test_silicon: $(WARP_TEST)/test_silicon.o $(WARP_CUDA_C:%=$(WARP_BUILD)/gpu/%.o) $(WARP_RTL)
	$(call say,LINK $@)
	$(Q)$(CXX) -o $@ $^ -pthread -lz -lm -llzma

$(WARP_TEST)/test_decode: $(WARP_TEST)/test_decode.o $(WARP_BUILD)/libwarp.a $(BUILD)/libshfl.a
	$(Q)$(CC) -o $@ $^ -lm

# The fuzz targets. Everywhere: the kept cases, by the C compiler; with clang: the search for new ones.
FUZZ := asm words cubin record warp_record
FUZZ_SOURCES := $(SASS:%=cli/sass/%.c) $(WARP:%=cli/warp/%.c) silicon/record.c silicon/points.c \
                $(WARP_CUDA_C:%=cli/gpu/%.c) $(MODEL)
FUZZ_FLAGS = -std=c11 -g -O1 $(INCLUDES) -fsanitize=address,undefined -fno-sanitize-recover=undefined

$(FUZZ:%=$(WARP_TEST)/replay_%): $(WARP_TEST)/replay_%: $(WARP_TEST)/fuzz_%.o $(WARP_TEST)/fuzz_replay.o \
        $(WARP_CUDA_C:%=$(WARP_BUILD)/gpu/%.o) $(CUDA_BUILD)/record.o $(CUDA_BUILD)/points.o $(WARP_BUILD)/libwarp.a \
        $(BUILD)/libshfl.a
	$(Q)$(CC) -o $@ $^ -llzma -lm

$(FUZZ:%=$(WARP_TEST)/fuzz_%): $(WARP_TEST)/fuzz_%: tests/cli/fuzz_%.c $(FUZZ_SOURCES) $(WARP_DEPS) | need-fuzz
	@mkdir -p $(@D)
	$(call say,CLANG $@)
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer $< $(FUZZ_SOURCES) -llzma -lm -o $@

# only where clang has libFuzzer: the tests go without the search, and say so
WARP_FUZZED = $(if $(wildcard $(shell $(FUZZ_CC) --print-runtime-dir 2>/dev/null)/libclang_rt.fuzzer*),\
    $(FUZZ:%=$(WARP_TEST)/fuzz_%))
WARP_TESTED = $(OPENSHFL) $(WARP_TEST)/test_warp $(WARP_TEST)/test_programs $(WARP_TEST)/test_silicon \
              $(WARP_TEST)/test_decode $(FUZZ:%=$(WARP_TEST)/replay_%) $(WARP_FUZZED)

# names and commands for tests/run.sh
WARP_TESTS = \
    programs '$(WARP_TEST)/test_programs cli/programs' \
    warp     '$(WARP_TEST)/test_warp' \
    decode   '$(WARP_TEST)/test_decode tests/cli/words.txt $(wildcard tests/cli/*.cubin)' \
    warp-gpu '$(WARP_TEST)/test_silicon $(WARP_RECORD) cli/programs docs/programs.md $(WARP_TEST)' \
    openshfl 'sh tests/cli/cli.sh $(OPENSHFL) $(WARP_TEST)/cli $(PYTHON)' \
    fuzz     'sh tests/cli/fuzz.sh $(WARP_TEST) "$(FUZZ)"'

.PHONY: programs-test fuzz need-fuzz
need-fuzz:
	@sh tools/need.sh clang libfuzzer
programs-test: $(WARP_TESTED) ## run the tests of openshfl and of what is built on SHFL
	@sh tests/run.sh $(WARP_TEST)/log $(WARP_TESTS)

fuzz: $(FUZZ:%=$(WARP_TEST)/fuzz_%) ## search for inputs that crash assembler, decoder, loader (FUZZ_TIME=)
	$(Q)sh tests/cli/fuzz.sh $(WARP_TEST) "$(FUZZ)" $(FUZZ_TIME)
