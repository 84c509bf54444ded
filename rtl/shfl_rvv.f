// shfl_rvv. See docs/use/integration.md
+libext+.v+.sv
+incdir+${OPENSHFL}/rtl/rvv
+incdir+${OPENSHFL}/rtl
-y ${OPENSHFL}/rtl/rvv
-y ${OPENSHFL}/rtl
${OPENSHFL}/rtl/rvv/shfl_rvv.v
