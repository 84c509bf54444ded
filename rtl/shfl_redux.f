// shfl_redux. OPENSHFL is the folder that has rtl/: a checkout, or PREFIX/share/openshfl.
// Written by rtl/filelists.py
+incdir+${OPENSHFL}/rtl
${OPENSHFL}/rtl/shfl_legal.v
${OPENSHFL}/rtl/shfl_stage_reg.v
${OPENSHFL}/rtl/shfl_handshake.v
${OPENSHFL}/rtl/collective/shfl_beats_handshake.v
${OPENSHFL}/rtl/collective/shfl_gather.v
${OPENSHFL}/rtl/collective/shfl_redux_node.v
${OPENSHFL}/rtl/collective/shfl_redux_tree.v
${OPENSHFL}/rtl/collective/shfl_redux.v
