# SPDX-License-Identifier: Apache-2.0
# The explorer: the command as WebAssembly in one page that needs nothing else. Included by the Makefile behind cli/cli.mk,
# whose CLI and WAY it uses. docs/use/explorer.md
#
# The compiler is clang with wasi-libc, both packages of Debian 12 and 13: 90 MB, or 10 MB where clang is installed.

WEB_BUILD   := $(BUILD)/web
WEB_CC      ?= clang
WEB_SOURCES := web/absent.c $(patsubst %,cli/%.c,$(filter-out ask check decode,$(CLI))) lib/options.c \
               $(filter-out cli/answer/engine_rtl.c cli/files/% cli/program/% cli/show/report%,$(wildcard $(WAY:%=cli/%/*.c) check/*.c)) \
               $(patsubst %,cli/files/%.c,amd_code amd_length amd_word decode elf) $(LIB) $(MODEL)
# small before fast; what WASI has not is emulated: signals that never come, a number for the only process; a stack that
# overflows ends the call
WEB_FLAGS   := --target=wasm32-wasi -std=c11 -Oz -flto $(INCLUDES) '-DVERSION="$(VERSION)"' \
               -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID -lwasi-emulated-signal -lwasi-emulated-getpid \
               -Wl,--strip-all,--stack-first,-z,stack-size=1048576

$(WEB_BUILD)/openshfl.wasm: $(WEB_SOURCES) $(wildcard cli/*.h cli/*/*.h check/*.h conform/*.h lib/*.h model/*.h) web/web.mk | need-web
	@mkdir -p $(@D)
	$(call say,CLANG $@)
	$(Q)$(WEB_CC) $(WEB_FLAGS) $(filter %.c,$^) $(whole)

$(WEB_BUILD)/index.html: $(WEB_BUILD)/openshfl.wasm $(wildcard web/*.py web/*.mjs web/*.js web/*.html web/*.css) \
        web/lessons.toml $(wildcard cli/programs/*.sass silicon/programs/*.xz)
	$(Q)$(PYTHON) web/assemble.py $@ openshfl.wasm=$<

WEB_TESTED = $(WEB_BUILD)/index.html

.PHONY: web web-open
web: $(WEB_TESTED) ## use: build the explorer, a page that explains a shuffle: build/web/index.html
	@echo 'Open $< in a browser, or: make web-open'
web-open: web ## use: build the explorer and open it in a browser
	$(Q)xdg-open $(WEB_BUILD)/index.html 2>$(WEB_BUILD)/open.log || :  # no browser: the line above says what to open
