// shfl_amd_banked. See docs/use/integration.md
+libext+.v+.sv
+incdir+${OPENSHFL}/rtl/amd
+incdir+${OPENSHFL}/rtl
-y ${OPENSHFL}/rtl/amd
-y ${OPENSHFL}/rtl
${OPENSHFL}/rtl/amd/shfl_amd_banked.v
