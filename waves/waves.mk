# Waves: traces with everything laid out for a viewer. docs/waves.md

WAVES  = $(BUILD)/waves
FORMAT = fst
VIEWS  = $(shell sed 's/\#.*//' waves/views.txt | awk 'NF { print $$1 }')

.PHONY: waves waves-png waves-docs waves-trace need-waves need-waves-png
need-waves: need-sim
	@sh tools/need.sh python3
need-waves-png: need-waves
	@sh tools/need.sh gtkwave Xvfb import

# what is traced: the story, or with TEST warp AT of a suite
ifdef TEST
SEED   = 1
AT     = 0
CONFIG = $(firstword $(CONFIGS))
WAVES_NAME = $(CONFIG)_$(TEST)_$(AT)
WAVES_RUN  = --suite $(TEST) --seed $(SEED) --at $(AT) --config $(CONFIG)
WAVES_SHOW = $(WAVES_NAME)
else
WAVES_NAME = story
WAVES_RUN  = --story waves/story.txt
WAVES_SHOW = $(VIEWS:%=story-%)
endif
WAVES_TRACE = $(WAVES)/$(WAVES_NAME).$(FORMAT)

# a mismatch (exit status 1) is worth seeing
waves-trace: $(SIM) | need-waves
	@mkdir -p $(WAVES)
	$(Q)$(SIM) $(WAVES_RUN) --trace $(WAVES_TRACE) --notes $(WAVES)/$(WAVES_NAME).notes --quiet || [ $$? -eq 1 ]
	$(Q)$(PYTHON) waves/layout.py $(WAVES)/$(WAVES_NAME).notes $(WAVES_TRACE)

waves: waves-trace ## play a told story through the RTL and open GTKWave; TEST= SEED= AT= CONFIG= show a warp of a suite
	@sh waves/show.sh $(WAVES) $(WAVES_NAME) $(FORMAT)

waves-png: waves-trace | need-waves-png ## the same as pictures, without a display
	$(Q)$(PYTHON) waves/png.py $(WAVES_TRACE) $(foreach v,$(WAVES_SHOW),$(WAVES)/$v.gtkw $(WAVES)/$v.png)
	@ls $(WAVES_SHOW:%=$(WAVES)/%.png)

# the pictures of docs/waves.md, and what they are made from: tests/waves.py sees when that has changed
waves-docs: waves-png
	$(Q)for v in $(VIEWS); do cp $(WAVES)/story-$$v.png docs/waves/$$v.png || exit 1; done
	$(Q)cd $(WAVES) && sha256sum gtkwaverc story.notes $(WAVES_SHOW:%=%.gtkw) > $(CURDIR)/docs/waves/SHA256SUMS
