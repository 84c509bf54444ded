// The modules of rtl/tech/xilinx. Written by rtl/filelists.py; see docs/use/integration.md
${OPENSHFL}/rtl/tech/xilinx/shfl_mux.v
