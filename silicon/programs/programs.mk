# SPDX-License-Identifier: Apache-2.0
# The programs in PTX, and a GPU's record of them. Included by the Makefile, whose BUILD, PYTHON and Q it uses.
# docs/use/programs.md

PROGRAMS_RECORD ?= silicon/programs/h100-programs.json.xz
PROGRAMS_BUILD  := $(BUILD)/silicon/programs

.PHONY: programs-ptx programs-record
programs-ptx: ## verify: compile cli/programs/cuda to PTX, by clang and nvcc, for the tests of `openshfl run`
	$(Q)sh cli/programs/compile.sh $(PROGRAMS_BUILD)/ptx

programs-record: programs-ptx need-cuda ## maintain: record what the programs and PTX's arithmetic give on the GPU of this machine (PROGRAMS_RECORD=)
	$(Q)$(PYTHON) -m silicon.programs.record $(PROGRAMS_BUILD)/ptx '$(PROGRAMS_RECORD)'
