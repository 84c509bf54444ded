// The modules of rtl/tech/ecp5. See docs/use/integration.md
${OPENSHFL}/rtl/tech/ecp5/shfl_mux.v
