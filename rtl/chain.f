// The crossbar of chains. See docs/use/integration.md
+libext+.v+.sv
-y ${OPENSHFL}/rtl/chain
${OPENSHFL}/rtl/chain/shfl_crossbar.v
${OPENSHFL}/rtl/chain/shfl_network_mux.v
