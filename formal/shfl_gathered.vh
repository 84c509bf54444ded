// SPDX-License-Identifier: Apache-2.0
// R12.3.1: a unit that makes one result of all beats of a warp, DEPTH clocks behind the last, if nothing stalls. To be
// included behind shfl_beats.vh, in a module with DEPTH.
assign enters      = taken && last;
assign moves_due   = DEPTH - 1;
assign moves       = out_ready || !out_valid;
assign early       = due != 0;
assign ready       = !rst && (out_ready || !out_valid);
assign ready_known = 1;
assign answer      = kept;
assign matters     = {OUT_W{1'b1}};
