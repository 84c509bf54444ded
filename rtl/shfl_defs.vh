// SPDX-License-Identifier: Apache-2.0
// Encodings of the shuffle unit. Spec: R1.1, R4.2.
`ifndef SHFL_DEFS_VH
`define SHFL_DEFS_VH

// bits of mode
`define SHFL_MODE_W 2

// mode, in the order of the PTX and SASS encodings
`define SHFL_IDX  2'd0
`define SHFL_UP   2'd1
`define SHFL_DOWN 2'd2
`define SHFL_BFLY 2'd3

// bits of op of shfl_vote, of shfl_match and of shfl_redux
`define SHFL_VOTE_OP_W  2
`define SHFL_MATCH_OP_W 1
`define SHFL_REDUX_OP_W 3

// op of shfl_vote, in the order of the SASS encodings; elect is an instruction beside it
`define SHFL_VOTE_ALL   2'd0
`define SHFL_VOTE_ANY   2'd1
`define SHFL_VOTE_EQ    2'd2
`define SHFL_VOTE_ELECT 2'd3

// op of shfl_match, in the order of the SASS encodings
`define SHFL_MATCH_ALL 1'd0
`define SHFL_MATCH_ANY 1'd1

// op of shfl_redux, in the order of the SASS encodings
`define SHFL_REDUX_AND 3'd0
`define SHFL_REDUX_OR  3'd1
`define SHFL_REDUX_XOR 3'd2
`define SHFL_REDUX_SUM 3'd3
`define SHFL_REDUX_MIN 3'd4
`define SHFL_REDUX_MAX 3'd5

// what a lane gets that reads an inactive lane (parameter POLICY)
`define SHFL_ZERO 0
`define SHFL_OWN  1
`define SHFL_RAW  2

// what shfl_banked keeps a warp in (parameter MEMORY): memory made of LUTs, or block RAM
`define SHFL_LUT_MEMORY   0
`define SHFL_BLOCK_MEMORY 1

// the units, for shfl_legal, which has the legal values of each; shfl_match_words is as shfl_match
`define SHFL_UNIT_SHFL       0
`define SHFL_UNIT_BANKED     1
`define SHFL_UNIT_AND_VOTE   2
`define SHFL_UNIT_VOTE       3
`define SHFL_UNIT_MATCH      4
`define SHFL_UNIT_REDUX      5
`define SHFL_UNIT_AMD        6
`define SHFL_UNIT_AMD_BANKED 7
`define SHFL_UNIT_RVV        8
`define SHFL_UNIT_RVV_BANKED 9
`define SHFL_UNIT_BARRIER    10

`endif

// Macros with arguments are not guarded: Icarus Verilog 11 crashes where a file of a library (-y) uses one that was
// defined in a file before it.

// which stages have a register behind them, 0 or 1: of a unit for whole warps, R5.5.1, and of a unit in beats (BEATS is
// 1), R6.5.2
`define SHFL_REG_WRITEBACK(BEATS, DEPTH)   ((DEPTH) >= ((BEATS) != 0 ? 0 : 1) ? 1 : 0)
`define SHFL_REG_SELECT(DEPTH)             ((DEPTH) >= 2 ? 1 : 0)
`define SHFL_REG_LOW(DEPTH)                ((DEPTH) >= 3 ? 1 : 0)   // crossbar low
`define SHFL_REG_LANE_INDEX(BEATS, DEPTH)  ((DEPTH) >= ((BEATS) != 0 ? 2 : 4) ? 1 : 0)
`define SHFL_REG_HIGH(DEPTH)               ((DEPTH) >= 5 ? 1 : 0)   // crossbar high
`define SHFL_REG_RANGE_CHECK(BEATS, DEPTH) ((DEPTH) >= ((BEATS) != 0 ? 1 : 6) ? 1 : 0)
`define SHFL_REG_DECODE(BEATS, DEPTH)      ((DEPTH) >= ((BEATS) != 0 ? 3 : 7) ? 1 : 0)
`define SHFL_REG_CROSSBAR(DEPTH)           ((DEPTH) >= 4 ? 1 : 0)   // in beats: behind the banks

// a legal size in place of an illegal one, which shfl_legal reports
`define SHFL_LEGAL_LANES(LANES)      ((LANES) > 1 ? (LANES) : 2)
`define SHFL_LEGAL_WAYS(LANES, WAYS) ((WAYS) > 0 && (WAYS) <= (LANES) && 1 << $clog2(WAYS) == (WAYS) ? (WAYS) : 1)
`define SHFL_LEGAL_W(W)              ((W) > 0 ? (W) : 1)

// bits of the number of a lane that all ranks of a network but the last replace, log2(NETWORK) each
`define SHFL_LOW_W(LANES, NETWORK) (($clog2(LANES) - 1) / $clog2(NETWORK) * $clog2(NETWORK))

// bits of a beat's number, 1 if there is only one beat; of an illegal number of ways, 1
`define SHFL_BEAT_W(LANES, WAYS) ((WAYS) > 0 && (LANES) > (WAYS) ? $clog2((LANES) / ((WAYS) > 0 ? (WAYS) : 1)) : 1)

// bits of the number of a slot of shfl_barrier, 1 if there is only one; and of a count from 0 to MOST
`define SHFL_SLOT_W(SLOTS) ((SLOTS) > 1 ? $clog2(SLOTS) : 1)
`define SHFL_COUNT_W(MOST) ((MOST) > 0 ? $clog2((MOST) + 1) : 1)

// Bundles between the parts of a unit, of WAYS lanes. Opaque to the fabric are WARP_W bits of the warp or beat, and
// LANE_B bits of each lane.
// Front end to fabric, {warp, lane, active, reads_j, j, ra}: a lane reads lane j if reads_j is 1, otherwise itself
`define SHFL_SOURCE_W(LANES, WAYS, W, WARP_W, LANE_B) ((WARP_W) + (WAYS) * ((LANE_B) + 2 + $clog2(LANES) + (W)))
// fabric to write-back, {warp, lane, active, served, src_active, src_data}: the word of a lane that is served is there
`define SHFL_WORD_W(WAYS, W, WARP_W, LANE_B)          ((WARP_W) + (WAYS) * ((LANE_B) + 3 + (W)))
