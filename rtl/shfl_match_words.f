// shfl_match_words. OPENSHFL is the folder that has rtl/: a checkout, or PREFIX/share/openshfl.
// Written by rtl/filelists.py
+incdir+${OPENSHFL}/rtl
${OPENSHFL}/rtl/shfl_legal.v
${OPENSHFL}/rtl/shfl_stage_reg.v
${OPENSHFL}/rtl/shfl_handshake.v
${OPENSHFL}/rtl/collective/shfl_match_all.v
${OPENSHFL}/rtl/collective/shfl_match_pairs.v
${OPENSHFL}/rtl/collective/shfl_match.v
${OPENSHFL}/rtl/collective/shfl_match_words.v
