// Wrappers and assertions. Written by rtl/filelists.py; see docs/use/integration.md
+libext+.v+.sv
-y ${OPENSHFL}/rtl/sv
${OPENSHFL}/rtl/sv/shfl_pkg.sv
