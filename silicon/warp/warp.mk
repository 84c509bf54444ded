# SPDX-License-Identifier: Apache-2.0
# Kernels, votes, barriers and cub::BlockShuffle on a GPU, and their recording. Included by the Makefile behind
# silicon/silicon.mk and cli/cli.mk, whose CUDA_*, WARP_BUILD and libwarp.a it uses. docs/use/programs.md

WARP_RECORD     ?= silicon/warp/h200-warp.rec.xz
WARP_CUDA_BUILD := $(BUILD)/silicon/warp
WARP_CUDA   := $(WARP_CUDA_BUILD)/shfl_warp
# machine code for the one, and for every other GPU PTX: nothing here is measured
WARP_GENCODE = -gencode arch=$(CUDA_SASS:sm_%=compute_%),code=$(CUDA_SASS) \
               -gencode arch=compute_75,code=compute_75
$(WARP_CUDA_BUILD)/warp_device.o: CUDA_GENCODE = $(WARP_GENCODE)

# movmatrix begins with sm_75
$(WARP_CUDA_BUILD)/group_device.o: CUDA_GENCODE = $(WARP_GENCODE)

$(WARP_CUDA): $(WARP_CUDA_BUILD)/warp_device.o $(WARP_CUDA_BUILD)/group_device.o $(CUDA_BUILD)/gpu/device.o $(WARP_CUDA_BUILD)/shfl_warp.o \
        $(WARP_CUDA_BUILD)/warp_cases.o $(CUDA_BUILD)/record.o $(WARP_BUILD)/libwarp.a
	$(call say,LINK $@)
	$(Q)$(NVCC) $^ -lm -ldl $(whole)

cuda-compile: $(WARP_CUDA)

GROUP_RECORD ?= silicon/warp/h100-groups.rec.xz
.PHONY: warp-cuda warp-record group-cuda group-record
warp-cuda: $(WARP_CUDA) ## verify: check kernels, votes, barriers and cub::BlockShuffle against the GPU of this machine
	$(Q)$< $(ARGS)

warp-record: $(WARP_CUDA) ## maintain: record its results for kernels and programs (WARP_RECORD=)
	$(Q)$< --record $(WARP_CUDA_BUILD)/new.rec $(ARGS)
	$(Q)$(PYTHON) silicon/xz.py $(WARP_CUDA_BUILD)/new.rec '$(WARP_RECORD)'

group-cuda: $(WARP_CUDA) ## verify: check groups by rank, barriers with exited threads and movmatrix against the GPU of this machine
	$(Q)$< --groups $(ARGS)

group-record: $(WARP_CUDA) ## maintain: record its results for groups, barriers and movmatrix (GROUP_RECORD=)
	$(Q)$< --groups --record $(WARP_CUDA_BUILD)/groups.rec $(ARGS)
	$(Q)$(PYTHON) silicon/xz.py $(WARP_CUDA_BUILD)/groups.rec '$(GROUP_RECORD)'
