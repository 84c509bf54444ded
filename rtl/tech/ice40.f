// The modules of rtl/tech/ice40. See docs/use/integration.md
${OPENSHFL}/rtl/tech/ice40/shfl_lane_index.v
${OPENSHFL}/rtl/tech/ice40/shfl_mux.v
${OPENSHFL}/rtl/tech/ice40/shfl_range_check.v
