// SPDX-License-Identifier: Apache-2.0
// shfl_pkg - the encodings of shfl_defs.vh, shfl_amd_defs.vh and shfl_rvv_defs.vh as types. An enumerator has the name
// and the value of its macro.
`include "shfl_defs.vh"
`include "shfl_amd_defs.vh"
`include "shfl_rvv_defs.vh"
package shfl_pkg;
    typedef enum logic [`SHFL_MODE_W-1:0] {
        SHFL_IDX = `SHFL_IDX, SHFL_UP = `SHFL_UP, SHFL_DOWN = `SHFL_DOWN, SHFL_BFLY = `SHFL_BFLY
    } mode_e;

    // op of shfl_vote, shfl_match and shfl_redux
    typedef enum logic [`SHFL_VOTE_OP_W-1:0] {
        SHFL_VOTE_ALL = `SHFL_VOTE_ALL, SHFL_VOTE_ANY = `SHFL_VOTE_ANY, SHFL_VOTE_EQ = `SHFL_VOTE_EQ,
        SHFL_VOTE_ELECT = `SHFL_VOTE_ELECT
    } vote_e;

    typedef enum logic [`SHFL_MATCH_OP_W-1:0] {
        SHFL_MATCH_ALL = `SHFL_MATCH_ALL, SHFL_MATCH_ANY = `SHFL_MATCH_ANY
    } match_e;

    typedef enum logic [`SHFL_REDUX_OP_W-1:0] {
        SHFL_REDUX_AND = `SHFL_REDUX_AND, SHFL_REDUX_OR = `SHFL_REDUX_OR, SHFL_REDUX_XOR = `SHFL_REDUX_XOR,
        SHFL_REDUX_SUM = `SHFL_REDUX_SUM, SHFL_REDUX_MIN = `SHFL_REDUX_MIN, SHFL_REDUX_MAX = `SHFL_REDUX_MAX
    } redux_e;

    // parameter POLICY
    typedef enum int {
        SHFL_ZERO = `SHFL_ZERO, SHFL_OWN = `SHFL_OWN, SHFL_RAW = `SHFL_RAW
    } policy_e;

    // parameter MEMORY
    typedef enum int {
        SHFL_LUT_MEMORY = `SHFL_LUT_MEMORY, SHFL_BLOCK_MEMORY = `SHFL_BLOCK_MEMORY
    } memory_e;

    typedef enum logic [`SHFL_AMD_OP_W-1:0] {
        SHFL_AMD_DPP16 = `SHFL_AMD_DPP16, SHFL_AMD_DPP8 = `SHFL_AMD_DPP8, SHFL_AMD_SWIZZLE = `SHFL_AMD_SWIZZLE,
        SHFL_AMD_BPERMUTE = `SHFL_AMD_BPERMUTE, SHFL_AMD_PERMUTE = `SHFL_AMD_PERMUTE,
        SHFL_AMD_READLANE = `SHFL_AMD_READLANE, SHFL_AMD_READFIRSTLANE = `SHFL_AMD_READFIRSTLANE,
        SHFL_AMD_WRITELANE = `SHFL_AMD_WRITELANE, SHFL_AMD_PERMLANE16 = `SHFL_AMD_PERMLANE16,
        SHFL_AMD_PERMLANEX16 = `SHFL_AMD_PERMLANEX16, SHFL_AMD_PERMLANE64 = `SHFL_AMD_PERMLANE64,
        SHFL_AMD_BPERMUTE_FI = `SHFL_AMD_BPERMUTE_FI, SHFL_AMD_PERMLANE16_VAR = `SHFL_AMD_PERMLANE16_VAR,
        SHFL_AMD_PERMLANEX16_VAR = `SHFL_AMD_PERMLANEX16_VAR, SHFL_AMD_PERMLANE_BCAST = `SHFL_AMD_PERMLANE_BCAST,
        SHFL_AMD_PERMLANE_UP = `SHFL_AMD_PERMLANE_UP, SHFL_AMD_PERMLANE_DOWN = `SHFL_AMD_PERMLANE_DOWN,
        SHFL_AMD_PERMLANE_XOR = `SHFL_AMD_PERMLANE_XOR
    } amd_op_e;

    // parameter GEN
    typedef enum int {
        SHFL_AMD_GFX8 = `SHFL_AMD_GFX8, SHFL_AMD_GFX9 = `SHFL_AMD_GFX9, SHFL_AMD_GFX90A = `SHFL_AMD_GFX90A,
        SHFL_AMD_GFX10 = `SHFL_AMD_GFX10, SHFL_AMD_GFX11 = `SHFL_AMD_GFX11, SHFL_AMD_GFX12 = `SHFL_AMD_GFX12,
        SHFL_AMD_GFX1250 = `SHFL_AMD_GFX1250
    } amd_gen_e;

    typedef enum logic [`SHFL_RVV_OP_W-1:0] {
        SHFL_RVV_GATHER = `SHFL_RVV_GATHER, SHFL_RVV_GATHER_EI16 = `SHFL_RVV_GATHER_EI16,
        SHFL_RVV_GATHER_X = `SHFL_RVV_GATHER_X, SHFL_RVV_SLIDEUP = `SHFL_RVV_SLIDEUP,
        SHFL_RVV_SLIDEDOWN = `SHFL_RVV_SLIDEDOWN, SHFL_RVV_SLIDE1UP = `SHFL_RVV_SLIDE1UP,
        SHFL_RVV_SLIDE1DOWN = `SHFL_RVV_SLIDE1DOWN, SHFL_RVV_COMPRESS = `SHFL_RVV_COMPRESS
    } rvv_op_e;

    // bits of a beat's number, 1 if there is only one beat
    function automatic integer beat_w(input integer lanes, input integer ways);
        beat_w = `SHFL_BEAT_W(lanes, ways);
    endfunction
endpackage
