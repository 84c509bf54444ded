# SPDX-License-Identifier: Apache-2.0
# A unit's test on an FPGA board, by the Python package board. Included by the Makefile; BUILD, VENV, PYTHON, YOSYS, NEED and Q
# are its. docs/use/board.md is the manual.

BOARD_RUN = BUILD='$(BUILD)' VENV='$(VENV)' YOSYS='$(YOSYS)' $(PYTHON) -m board
NEED_board-check = $(NEED_c) python3

# what the golden model expects of a board
$(BUILD)/board/expected: $(BUILD)/board/expected.o $(BUILD)/lib/number.o $(BUILD)/libshfl.a
	@mkdir -p $(@D)
	$(Q)$(CC) $^ $(whole)

# these variables reach the command by the shell's, whatever they hold
board_given = $(foreach v,BOARD UNIT SEED OF PORT TEXT RECORD,$v=$(call quoted,$($v));)
.PHONY: board board-check
DO ?= make
board: | need-goals ## use: a unit that tests itself on a board (BOARD=, UNIT=, SEED=1; DO=program|sim|clocks)
	$(Q)$(board_given) $(NEED) python3 && tools=$$($(BOARD_RUN) tools $(call quoted,$(DO)) "$$BOARD") && $(NEED) $$tools && \
	    $(BOARD_RUN) $(call quoted,$(DO)) "$$BOARD" $${UNIT:+--unit "$$UNIT"} $${SEED:+--seed "$$SEED"} $${OF:+--of "$$OF"}

board-check: $(BUILD)/board/expected | need-goals ## use: compare its report with the model (PORT=/dev/ttyUSB1 or TEXT=FILE, RECORD=FILE)
	$(Q)$(board_given) $(BOARD_RUN) check $${PORT:+--port "$$PORT"} $${TEXT:+--text "$$TEXT"} $${RECORD:+--record "$$RECORD"}
