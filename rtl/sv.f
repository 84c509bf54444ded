// Types, and assertions with those that `make sv` writes. See docs/use/integration.md
+libext+.v+.sv
+incdir+${OPENSHFL}/rtl
+incdir+${OPENSHFL}/rtl/amd
+incdir+${OPENSHFL}/rtl/rvv
-y ${OPENSHFL}/rtl/sv
${OPENSHFL}/rtl/sv/shfl_pkg.sv
