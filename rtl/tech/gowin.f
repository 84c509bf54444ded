// The modules of rtl/tech/gowin. Written by rtl/filelists.py; see docs/use/integration.md
${OPENSHFL}/rtl/tech/gowin/shfl_mux.v
