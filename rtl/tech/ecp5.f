// The modules of rtl/tech/ecp5. Written by rtl/filelists.py; see docs/use/integration.md
${OPENSHFL}/rtl/tech/ecp5/shfl_mux.v
