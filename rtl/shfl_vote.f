// shfl_vote. See docs/use/integration.md
+libext+.v+.sv
+incdir+${OPENSHFL}/rtl
-y ${OPENSHFL}/rtl/collective
-y ${OPENSHFL}/rtl
${OPENSHFL}/rtl/collective/shfl_vote.v
