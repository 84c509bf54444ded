# SPDX-License-Identifier: Apache-2.0
# A unit's test on an FPGA board, by the Python package board. Included by the Makefile; BUILD, VENV, PYTHON, YOSYS, NEED and Q
# are its. docs/use/board.md is the manual.

BOARD_RUN = BUILD='$(BUILD)' VENV='$(VENV)' YOSYS='$(YOSYS)' $(PYTHON) -m board
NEED_board-check = $(NEED_C) python3

# what the golden model expects of a board
$(BUILD)/board/expected: $(BUILD)/board/expected.o $(BUILD)/lib/number.o $(BUILD)/libshfl.a
	@mkdir -p $(@D)
	$(Q)$(CC) $^ $(whole)

# these variables reach the command by the shell's, whatever they hold
board_given = $(foreach v,BOARD UNIT SEED OF PORT TEXT RECORD,$v=$(call quoted,$($v));)
board_tools = $(NEED) python3 && tools=$$($(BOARD_RUN) tools $1 "$$BOARD") && $(NEED) $$tools
.PHONY: board board-sim board-program board-check board-clocks
board: | need-goals ## use: the bitstream of a unit that tests itself on a board (BOARD=icebreaker|hx8k|ulx3s|tangnano9k, UNIT=, SEED=1)
	$(Q)$(board_given) $(call board_tools,make) && $(BOARD_RUN) make "$$BOARD" $${UNIT:+--unit "$$UNIT"} $${SEED:+--seed "$$SEED"}

board-sim: | need-goals ## use: the report of that bitstream in simulation, iCE40 only, or of the RTL (BOARD=, UNIT=, OF=rtl)
	$(Q)$(board_given) $(call board_tools,sim) && $(BOARD_RUN) sim "$$BOARD" $${UNIT:+--unit "$$UNIT"} $${OF:+--of "$$OF"}

board-program: | need-goals ## use: load it (BOARD=, UNIT=)
	$(Q)$(board_given) $(call board_tools,program) && $(BOARD_RUN) program "$$BOARD" $${UNIT:+--unit "$$UNIT"}

board-check: $(BUILD)/board/expected | need-goals ## use: compare the board's report with the golden model (PORT=/dev/ttyUSB1 or TEXT=FILE, RECORD=FILE)
	$(Q)$(board_given) $(BOARD_RUN) check $${PORT:+--port "$$PORT"} $${TEXT:+--text "$$TEXT"} $${RECORD:+--record "$$RECORD"}

board-clocks: | need-goals ## measure: bitstreams of a board's units with three seeds, into board/clocks.json (BOARD=)
	$(Q)$(board_given) $(call board_tools,make) && $(BOARD_RUN) clocks "$$BOARD"
