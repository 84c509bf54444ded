# SPDX-License-Identifier: Apache-2.0
# Vote, match and redux on a GPU, and their recording. Included by the Makefile behind silicon/silicon.mk, whose CUDA_*
# it uses.

COLLECTIVE_RECORD ?= silicon/collective/h100-collective.rec.xz
COLLECTIVE_BUILD  := $(BUILD)/silicon/collective
COLLECTIVE_CUDA   := $(COLLECTIVE_BUILD)/shfl_collective
# elect begins with sm_90: machine code for it, and PTX for every newer GPU
$(COLLECTIVE_BUILD)/%.o: CUDA_GENCODE = -gencode arch=compute_90,code=sm_90 -gencode arch=compute_90,code=compute_90

COLLECTIVE_CASES := $(COLLECTIVE_BUILD)/collective_cases.o $(CUDA_BUILD)/record.o $(BUILD)/lib/output.o \
                    $(BUILD)/libshfl.a

$(COLLECTIVE_BUILD)/collective_count: $(COLLECTIVE_BUILD)/collective_count.o $(COLLECTIVE_CASES)
	$(call say,LINK $@)
	$(Q)$(CC) $^ $(whole)

# and against the RTL
COLLECTIVE_RTL ?= $(BUILD)/tests/silicon/collective_rtl
$(COLLECTIVE_RTL): $(BUILD)/tests/silicon/collective_rtl.o $(call played,collective) $(BUILD)/silicon/warp/warp_cases.o \
        $(BUILD)/cli/libwarp.a $(COLLECTIVE_CASES)
	$(call say,LINK $@)
	$(Q)$(CXX) $^ -pthread $(whole)

$(COLLECTIVE_CUDA): $(COLLECTIVE_BUILD)/collective_device.o $(COLLECTIVE_BUILD)/collective_bench.o \
        $(CUDA_BUILD)/gpu/device.o $(COLLECTIVE_BUILD)/shfl_collective.o $(COLLECTIVE_CASES)
	$(call say,LINK $@)
	$(Q)$(NVCC) $^ -ldl $(whole)

cuda-compile: $(COLLECTIVE_CUDA)

.PHONY: collective-cuda collective-bench collective-record
collective-cuda: $(COLLECTIVE_CUDA) ## verify: check vote, match and redux against the GPU of this machine
	$(Q)$< $(ARGS)

collective-bench: $(COLLECTIVE_CUDA) ## measure: the throughput of vote, match and redux on the GPU of this machine
	$(Q)$< --bench $(ARGS)

collective-record: $(COLLECTIVE_CUDA) ## maintain: record its results for vote, match and redux (COLLECTIVE_RECORD=)
	$(Q)$< --record $(COLLECTIVE_BUILD)/new.rec $(ARGS)
	$(Q)$(PYTHON) silicon/xz.py $(COLLECTIVE_BUILD)/new.rec '$(COLLECTIVE_RECORD)'
	$(Q)$(MAKE) silicon-docs

silicon-docs: $(COLLECTIVE_BUILD)/collective_count $(BUILD)/$(COLLECTIVE_RECORD:.xz=)
