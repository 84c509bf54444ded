# SPDX-License-Identifier: Apache-2.0
# FuseSoC's flow for iCE40 reads this beside the RTL: it replaces the procedure that synthesizes. The links of the
# chains stay modules of their own until they are mapped, so that each remains one LUT4 a bit.
proc ::synth {top} {
    yosys hierarchy -check -top $top
    yosys setattr -mod -set keep_hierarchy 1 *shfl_chain_link*
    yosys synth_ice40 -top $top -nocarry
    yosys setattr -mod -unset keep_hierarchy *
    yosys flatten
    yosys opt_clean
}
