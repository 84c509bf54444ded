# SPDX-License-Identifier: Apache-2.0
# The recorded answers of a GPU, and a GPU itself. Included by the Makefile; BUILD, CC, CXX, PYTHON, VENV, INCLUDES,
# RTL_OBJS, link, NEED, Q and say are its. ARGS go to the program, for example ARGS='--suite width'.

NVCC       ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
CUDA_SASS  ?= sm_90# the architecture whose machine code the tests look into
CUDA_BUILD := $(BUILD)/silicon
# the lists of suites, and the recording of each
RECORD_shfl       := silicon/h200.rec.xz
RECORD_collective := silicon/h100-collective.rec.xz
RECORD_warp       := silicon/h200-warp.rec.xz
RECORD_cooperative := silicon/h100-groups.rec.xz
RECORD_programs   := silicon/programs/h100-programs.json.xz
RECORD_approximations := silicon/programs/h200-approximations.json
LIST        ?= shfl
CUDA_RECORD ?= $(or $(RECORD_$(LIST)),$(error LIST=$(LIST): it is one of $(patsubst RECORD_%,%,$(filter RECORD_%,$(.VARIABLES)))))

# ---- the recordings

# unpacked: what all programs read; and packed
XZ = $(PYTHON) -c 'import lzma, sys; sys.stdout.buffer.write(lzma.$1(sys.stdin.buffer.read()))'
$(BUILD)/%.rec: %.rec.xz
	@mkdir -p $(@D)
	$(Q)$(call XZ,decompress) < $< > $@.$$$$ && mv $@.$$$$ $@ || { rm -f $@.$$$$; exit 1; }

REPLAY := $(patsubst %,$(BUILD)/%.o,silicon/points silicon/collective_cases silicon/replay silicon/record lib/output) \
          $(BUILD)/libshfl.a

$(CUDA_BUILD)/count: $(CUDA_BUILD)/count.o $(REPLAY)
	$(call say,LINK $@)
	$(Q)$(CC) $^ $(whole)

SILICON_RTL ?= $(BUILD)/tests/silicon/silicon_rtl
SILICON_TESTED = $(SILICON_RTL) $(BUILD)/silicon/count
$(SILICON_RTL): $(BUILD)/tests/silicon/silicon_rtl.o $(REPLAY) $(BUILD)/lib/rtl.o $(RTL_OBJS) $(call of_other_builds,$(SILICON_RTL))
	$(call say,LINK $@)
	$(call link,-lz)

.PHONY: silicon-docs
NEED_page = python3 jinja2 numpy
silicon-docs: $(CUDA_BUILD)/count $(RECORD_shfl:%.xz=$(BUILD)/%) $(RECORD_collective:%.xz=$(BUILD)/%) | need-page # write docs/reference/silicon.md; `make docs` does
	$(Q) '$(VENV)/bin/python' -m silicon.page $^ docs/reference/silicon.md

# ---- a GPU

CUDA_FLAGS = -std=c++17 -O2 -Xcompiler -Wall,-Wextra $(INCLUDES) -MMD -MP -MT $@ -MF $@.d
# machine code from where redux and elect begin, and for older GPUs; PTX for newer ones
CUDA_GENCODE = $(foreach a,75 80 90,-gencode arch=compute_$a,code=sm_$a) -gencode arch=compute_90,code=compute_90

.PHONY: cuda cuda-compile cuda-record record-programs record-approximations record-warps programs-ptx need-cuda
cuda: $(CUDA_BUILD)/shfl_cuda ## verify: check the model against the GPU of this machine (ARGS=--bench: measure it)
	$(Q)$< $(ARGS)

cuda-compile: $(CUDA_BUILD)/shfl_cuda ## verify: compile the GPU check; needs no GPU

programs-ptx: | need-cuda # compile cli/kernels to PTX
	@mkdir -p $(CUDA_BUILD)/programs/ptx
	$(Q)for file in cli/kernels/*.cu; do name=$$(basename $$file .cu); sm=75; [ $$name != newer ] || sm=90; \
	    $(NVCC) -arch=compute_$$sm -ptx $$file -o $(CUDA_BUILD)/programs/ptx/$$name.nvcc.sm_$$sm.ptx || exit; done

cuda-record: record-$(or $(filter programs approximations,$(LIST)),warps) ## maintain: record the results of this GPU (LIST=, CUDA_RECORD=)
record-programs: programs-ptx # of cuda-record, as the next two
	$(Q)$(PYTHON) -m silicon.programs.record $(CUDA_BUILD)/programs/ptx '$(CUDA_RECORD)'
record-approximations: # of cuda-record
	$(Q)$(PYTHON) -m silicon.programs.approximations '$(CUDA_RECORD)'
record-warps: $(CUDA_BUILD)/shfl_cuda # of cuda-record
	$(Q)$< --suite $(LIST) --record $(CUDA_BUILD)/new.rec $(ARGS)
	$(Q)$(call XZ,compress) < $(CUDA_BUILD)/new.rec > $(CUDA_BUILD)/new.rec.xz
	$(Q)mv $(CUDA_BUILD)/new.rec.xz '$(CUDA_RECORD)'
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

$(CUDA_BUILD)/shfl_cuda: $(patsubst %,$(CUDA_BUILD)/%.o,gpu/asks gpu/kernels gpu/groups gpu/bench gpu/cuda warp_cases) $(REPLAY) $(BUILD)/cli/libwarp.a
	$(call say,LINK $@)
	$(Q)$(NVCC) $^ -lm -ldl $(whole)
