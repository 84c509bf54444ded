# The golden model on trial against a real GPU. Included by the Makefile; BUILD, CC, CFLAGS, PYTHON, Q and
# say are its. ARGS go to the program, for example ARGS='--suite width'.

NVCC        ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
CUDA_NVCC   := $(shell command -v $(NVCC))
CUDA_RECORD ?= silicon/h200.rec.xz
CUDA_SASS   ?= sm_90# the architecture whose machine code is looked into
CUDA_NEED   ?=# target that sees to liblzma, order-only

CUDA_BUILD  := $(BUILD)/silicon
# without liblzma the check runs all the same, but cannot record
CUDA_LZMA   := $(shell printf '#include <lzma.h>' | $(CC) -E - >/dev/null 2>&1 && echo -llzma)
CUDA_C      := points compare $(if $(CUDA_LZMA),record record_write,record_none)
CUDA_CU     := device bench
CUDA_DEPS   := $(wildcard silicon/*.h silicon/gpu/*.h silicon/gpu/*.cuh) model/shfl.h
CUDA_FLAGS   = -std=c++17 -O2 -Xcompiler -Wall,-Wextra

# machine code for every architecture of this nvcc from sm_75 on, and PTX of the newest for what comes after
CUDA_SM      = $(shell $(NVCC) --list-gpu-code | sed -n 's/^sm_//p' | awk '$$1 >= 75' | sort -n)
CUDA_GENCODE = $(foreach a,$(CUDA_SM),-gencode arch=compute_$a,code=sm_$a) \
               $(foreach a,$(lastword $(CUDA_SM)),-gencode arch=compute_$a,code=compute_$a)

.PHONY: cuda cuda-compile cuda-bench cuda-record cuda-test cuda-nvcc
cuda: $(CUDA_BUILD)/shfl_cuda ## check the model against the GPU in this machine
	$(Q)$< $(ARGS)

cuda-compile: $(CUDA_BUILD)/shfl_cuda ## compile the GPU check, for every architecture; needs no GPU

cuda-bench: $(CUDA_BUILD)/shfl_cuda ## measure the shuffle speed of the GPU in this machine
	$(Q)$< --bench $(ARGS)

# in two steps, so that a liblzma that the first one brings is seen by the second
cuda-record: | $(CUDA_NEED) ## record the GPU's answers (CUDA_RECORD=) and write docs/silicon.md
	$(Q)$(MAKE) cuda-record-now

.PHONY: cuda-record-now
cuda-record-now: $(CUDA_BUILD)/shfl_cuda $(CUDA_BUILD)/silicon_md
	@mkdir -p $(dir $(CUDA_RECORD)) docs
	$(Q)$(CUDA_BUILD)/shfl_cuda --record $(CUDA_RECORD) --command 'make cuda-record' $(ARGS)
	$(Q)$(CUDA_BUILD)/silicon_md $(CUDA_RECORD) docs/silicon.md

# Plays the recording through the model and checks the loader, the page and, where nvcc is, the program.
CUDA_TESTED = $(CUDA_BUILD)/test_record $(CUDA_BUILD)/silicon_md \
    $(if $(CUDA_NVCC),$(CUDA_BUILD)/shfl_cuda $(CUDA_CU:%=$(CUDA_BUILD)/gpu/%.cubin))
cuda-test: $(CUDA_TESTED) ## replay the recorded GPU through the model, check the GPU program as far as this machine can
	$(Q)$(CUDA_BUILD)/test_record $(CUDA_RECORD) $(CUDA_BUILD)
	$(Q)sh tests/silicon/test_page.sh $(CUDA_BUILD)/silicon_md $(CUDA_RECORD) docs/silicon.md $(CUDA_BUILD)
	$(Q)sh tests/silicon/test_cuda.sh $(BUILD) '$(CUDA_NVCC)' $(PYTHON)

cuda-nvcc:
	@command -v $(NVCC) >/dev/null || { echo "openshfl: no CUDA compiler '$(NVCC)' in PATH nor in" \
	    "/usr/local/cuda/bin: install the CUDA toolkit, 12 or newer, or say NVCC=/path/to/nvcc" >&2; exit 2; }

CUDA_KEEPING := record record_write silicon_md silicon_count
$(CUDA_KEEPING:%=$(CUDA_BUILD)/%.o) $(BUILD)/tests/silicon/test_record.o: | $(CUDA_NEED)

$(CUDA_BUILD)/gpu/%.o: silicon/gpu/%.cu $(CUDA_DEPS) | cuda-nvcc
	@mkdir -p $(@D)
	$(call say,NVCC $<)
	$(Q)$(NVCC) $(CUDA_FLAGS) $(INCLUDES) --threads 0 $(CUDA_GENCODE) -c $< -o $@

$(CUDA_BUILD)/gpu/%.cubin: silicon/gpu/%.cu $(CUDA_DEPS) | cuda-nvcc
	@mkdir -p $(@D)
	$(call say,NVCC $< $(CUDA_SASS))
	$(Q)$(NVCC) $(CUDA_FLAGS) $(INCLUDES) -arch=$(CUDA_SASS) -cubin $< -o $@

$(CUDA_BUILD)/shfl_cuda: $(CUDA_CU:%=$(CUDA_BUILD)/gpu/%.o) $(CUDA_BUILD)/gpu/shfl_cuda.o \
        $(CUDA_C:%=$(CUDA_BUILD)/%.o) $(BUILD)/libshfl.a
	$(call say,LINK $@)
	$(Q)$(NVCC) -o $@ $^ $(CUDA_LZMA) -ldl

$(CUDA_BUILD)/silicon_md: $(CUDA_BUILD)/silicon_count.o
$(CUDA_BUILD)/silicon_md: $(CUDA_BUILD)/silicon_md.o
$(CUDA_BUILD)/test_record: $(BUILD)/tests/silicon/test_record.o
$(CUDA_BUILD)/silicon_md $(CUDA_BUILD)/test_record: \
        $(CUDA_BUILD)/compare.o $(CUDA_BUILD)/record.o $(CUDA_BUILD)/points.o $(BUILD)/libshfl.a
	$(call say,LINK $@)
	$(Q)$(CC) -o $@ $^ -llzma
