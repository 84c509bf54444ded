// shfl_vote. OPENSHFL is the folder that has rtl/: a checkout, or PREFIX/share/openshfl.
// Written by rtl/filelists.py
+incdir+${OPENSHFL}/rtl
${OPENSHFL}/rtl/shfl_legal.v
${OPENSHFL}/rtl/shfl_stage_reg.v
${OPENSHFL}/rtl/shfl_handshake.v
${OPENSHFL}/rtl/collective/shfl_beats_handshake.v
${OPENSHFL}/rtl/collective/shfl_gather.v
${OPENSHFL}/rtl/collective/shfl_vote_lanes.v
${OPENSHFL}/rtl/collective/shfl_elect.v
${OPENSHFL}/rtl/collective/shfl_vote_result.v
${OPENSHFL}/rtl/collective/shfl_vote.v
