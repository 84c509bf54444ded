# SPDX-License-Identifier: Apache-2.0
# The recorded answers of a GPU, and a GPU itself. Included by the Makefile; BUILD, CC, CXX, PYTHON, VENV, INCLUDES,
# RTL_OBJS, link, NEED, Q and say are its. ARGS go to the program, for example ARGS='--suite width'.

NVCC        ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
CUDA_RECORD ?= silicon/h200.rec.xz
CUDA_SASS   ?= sm_90# the architecture whose machine code the tests look into
CUDA_BUILD  := $(BUILD)/silicon

# ---- the recording

# unpacked: what all programs read
$(BUILD)/%.rec: %.rec.xz silicon/xz.py
	@mkdir -p $(@D)
	$(Q)$(PYTHON) silicon/xz.py $< $@

REPLAY := $(patsubst %,$(BUILD)/%.o,silicon/replay silicon/record silicon/points lib/output) $(BUILD)/libshfl.a

$(CUDA_BUILD)/count: $(CUDA_BUILD)/count.o $(REPLAY)
$(BUILD)/tests/silicon/silicon_record: $(BUILD)/tests/silicon/silicon_record.o $(REPLAY)
$(CUDA_BUILD)/count $(BUILD)/tests/silicon/silicon_record:
	$(call say,LINK $@)
	$(Q)$(CC) $^ $(whole)

SILICON_RTL ?= $(BUILD)/tests/silicon/silicon_rtl
$(SILICON_RTL): $(BUILD)/tests/silicon/silicon_rtl.o $(REPLAY) $(BUILD)/lib/rtl.o $(RTL_OBJS) $(call of_other_builds,$(SILICON_RTL))
	$(call say,LINK $@)
	$(call link,-lz)

.PHONY: silicon-docs need-page
need-page: | need-goals
	@$(NEED) python3 jinja2
silicon-docs: $(CUDA_BUILD)/count $(BUILD)/$(CUDA_RECORD:.xz=) | need-page # write docs/reference/silicon.md; `make docs` does
	$(Q) '$(VENV)/bin/python' -m silicon.page $^ docs/reference/silicon.md

# ---- a GPU

CUDA_CU   := device bench
CUDA_FLAGS = -std=c++17 -O2 -Xcompiler -Wall,-Wextra $(INCLUDES) -MMD -MP -MT $@ -MF $@.d
# machine code for every architecture of this nvcc from sm_75 on, and PTX of the newest for what comes after
CUDA_SM      = $(shell $(NVCC) --list-gpu-code | sed -n 's/^sm_//p' | awk '$$1 >= 75' | sort -n)
CUDA_GENCODE = $(foreach a,$(CUDA_SM),-gencode arch=compute_$a,code=sm_$a) \
               $(foreach a,$(lastword $(CUDA_SM)),-gencode arch=compute_$a,code=compute_$a)

.PHONY: cuda cuda-compile cuda-bench cuda-record need-cuda
cuda: $(CUDA_BUILD)/shfl_cuda ## verify: check the model against the GPU of this machine
	$(Q)$< $(ARGS)

cuda-compile: $(CUDA_BUILD)/shfl_cuda ## verify: compile the GPU check for every architecture; needs no GPU

cuda-bench: $(CUDA_BUILD)/shfl_cuda ## measure: the shuffle throughput of the GPU of this machine
	$(Q)$< --bench $(ARGS)

cuda-record: $(CUDA_BUILD)/shfl_cuda ## maintain: record the results of the GPU of this machine (CUDA_RECORD=) and regenerate docs/reference/silicon.md
	$(Q)$< --record $(CUDA_BUILD)/new.rec $(ARGS)
	$(Q)$(PYTHON) silicon/xz.py $(CUDA_BUILD)/new.rec '$(CUDA_RECORD)'
	$(Q)$(MAKE) silicon-docs

need-cuda:
	@command -v $(NVCC) >/dev/null || { echo "openshfl: no CUDA compiler '$(NVCC)' in PATH nor in" \
	    "/usr/local/cuda/bin: install the CUDA toolkit, 12 or newer, or say NVCC=/path/to/nvcc" >&2; exit 2; }

$(BUILD)/%.o: %.cu | need-cuda
	@mkdir -p $(@D)
	$(call say,NVCC $<)
	$(Q)$(NVCC) $(CUDA_FLAGS) --threads 0 $(CUDA_GENCODE) -c $< $(whole)

$(BUILD)/%.cubin: %.cu | need-cuda
	@mkdir -p $(@D)
	$(call say,NVCC $< $(CUDA_SASS))
	$(Q)$(NVCC) $(CUDA_FLAGS) -arch=$(CUDA_SASS) -cubin $< $(whole)

$(CUDA_BUILD)/shfl_cuda: $(CUDA_CU:%=$(CUDA_BUILD)/gpu/%.o) $(CUDA_BUILD)/gpu/shfl_cuda.o $(REPLAY)
	$(call say,LINK $@)
	$(Q)$(NVCC) $^ -ldl $(whole)
