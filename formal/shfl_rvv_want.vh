// SPDX-License-Identifier: Apache-2.0
// What a byte that is written gets by docs/rvv.md 3: want, of which spec_what is not KEEP. To be included behind
// shfl_rvv_spec.vh, in a module with read_byte, the byte of the source group that is read.
wire       by_one = op == `SHFL_RVV_SLIDE1UP || op == `SHFL_RVV_SLIDE1DOWN;
reg  [7:0] want;
integer    i;
always @* begin
    want = 0;                                           // V3.2.1, V3.3.1
    if (spec_what == BLANK) want = 8'hff;               // V3.1.3
    if (spec_what == NONE && by_one)                    // V2.3: the byte of the value
        for (i = 0; i < 8; i = i + 1)
            if (i == spec_byte) want = x[8*i +: 8];
    if (spec_what == READ) want = read_byte;
end
