// The modules of rtl/tech/xilinx. See docs/use/integration.md
${OPENSHFL}/rtl/tech/xilinx/shfl_mux.v
