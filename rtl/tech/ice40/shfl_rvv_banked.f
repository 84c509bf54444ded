// shfl_rvv_banked, for ice40. OPENSHFL is the folder that has rtl/: a checkout, or PREFIX/share/openshfl.
// Written by rtl/filelists.py
+incdir+${OPENSHFL}/rtl
+incdir+${OPENSHFL}/rtl/rvv
${OPENSHFL}/rtl/shfl_legal.v
${OPENSHFL}/rtl/shfl_stage_reg.v
${OPENSHFL}/rtl/shfl_handshake.v
${OPENSHFL}/rtl/shfl_sideband.v
${OPENSHFL}/rtl/shfl_beat_lane.v
${OPENSHFL}/rtl/shfl_select.v
${OPENSHFL}/rtl/shfl_crossbar_low.v
${OPENSHFL}/rtl/shfl_crossbar_high.v
${OPENSHFL}/rtl/shfl_memory.v
${OPENSHFL}/rtl/shfl_banks.v
${OPENSHFL}/rtl/shfl_warps.v
${OPENSHFL}/rtl/shfl_queue_pointer.v
${OPENSHFL}/rtl/shfl_queue.v
${OPENSHFL}/rtl/shfl_contexts.v
${OPENSHFL}/rtl/shfl_memories.v
${OPENSHFL}/rtl/shfl_skid.v
${OPENSHFL}/rtl/shfl_result.v
${OPENSHFL}/rtl/tech/ice40/shfl_mux.v
${OPENSHFL}/rtl/rvv/shfl_rvv_writeback.v
${OPENSHFL}/rtl/rvv/shfl_rvv_back.v
${OPENSHFL}/rtl/rvv/shfl_rvv_way.v
${OPENSHFL}/rtl/rvv/shfl_rvv_beats_front.v
${OPENSHFL}/rtl/rvv/shfl_rvv_banked.v
