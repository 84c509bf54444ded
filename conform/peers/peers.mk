# SPDX-License-Identifier: Apache-2.0
# The shuffles of packages, run by the conformance kit: docs/reference/peers.md. Included by the Makefile behind
# conform/conform.mk; OPENSHFL, TEST_ENV, VENV, NEED and Q are theirs.

# with SETUP=0 the runner says what is not installed
PEERS      = hip clang packages:peers
NEED_peers = $(NEED_C) c++ python3 cogapp $(if $(filter 0,$(SETUP)),,$(PEERS))

.PHONY: peers need-peers
need-peers: | need-goals
	@$(NEED) $(NEED_peers)
peers: $(OPENSHFL) | need-peers ## measure: run the shuffles of packages and write docs/reference/peers.md (ARGS=clang)
	$(Q)$(TEST_ENV) '$(VENV)/bin/python' conform/peers/run.py $(ARGS); result=$$?; \
	    $(TEST_ENV) '$(VENV)/bin/python' -m docs.pages docs/reference/peers.md && exit $$result
