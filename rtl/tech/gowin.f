// The modules of rtl/tech/gowin. See docs/use/integration.md
${OPENSHFL}/rtl/tech/gowin/shfl_mux.v
