# SPDX-License-Identifier: Apache-2.0
# The model of RISC-V's vector permutations and an emulator, and the recording of that. Included by the Makefile behind
# silicon/silicon.mk; BUILD, CC, INCLUDES, CUDA_BUILD, NEED, Q, say and whole are its.

RVV_RECORD ?= tests/rvv/qemu.rec.xz
RVV_BUILD  := $(BUILD)/tests/rvv
RVV_CPU     = rv64,v=true,vext_spec=v1.0,elen=64,rvv_ta_all_1s=true,rvv_ma_all_1s=true
RVV_CASES  := $(RVV_BUILD)/rvv_cases.o $(CUDA_BUILD)/record.o $(BUILD)/lib/output.o $(BUILD)/libshfl.a

$(RVV_BUILD)/rvv_record: $(RVV_BUILD)/rvv_record.o $(RVV_CASES)
	$(call say,LINK $@)
	$(Q)$(CC) $^ $(whole)

.PHONY: rvv-record
NEED_rvv-record = $(NEED_c) python3 riscv64-gcc qemu-riscv64

# the same files as for the host, of which only the first is not portable
$(RVV_BUILD)/rvv_emulated: tests/rvv/rvv_emulated.c tests/rvv/rvv_cases.c model/shfl_rvv.c tests/rvv/rvv_cases.h \
        model/shfl_rvv.h silicon/record.h | need-rvv-record
	@mkdir -p $(@D)
	$(call say,RISCV $@)
	$(Q)riscv64-linux-gnu-gcc -std=gnu11 -O2 -Wall -Wextra -Wconversion -Werror $(INCLUDES) -march=rv64gcv -static $(filter %.c,$^) $(whole)

$(RVV_BUILD)/vlen%.answers: $(RVV_BUILD)/rvv_emulated
	$(call say,QEMU vlen $*)
	$(Q)qemu-riscv64 -cpu $(RVV_CPU),vlen=$* $< > $@

$(RVV_BUILD)/new.rec: $(RVV_BUILD)/rvv_record $(patsubst %,$(RVV_BUILD)/vlen%.answers,128 256 512 1024)
	$(Q)$< "$$(qemu-riscv64 --version | head -n 1), -cpu $(RVV_CPU)" $@ $(wordlist 2,5,$^)

rvv-record: $(RVV_BUILD)/new.rec # record the answers of an emulator to RISC-V's vector permutations (RVV_RECORD=)
	$(Q)$(call XZ,compress) < $< > '$(RVV_RECORD)'
