// shfl. See docs/use/integration.md
+libext+.v+.sv
+incdir+${OPENSHFL}/rtl
-y ${OPENSHFL}/rtl
${OPENSHFL}/rtl/shfl.v
