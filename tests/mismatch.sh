#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mismatch.sh MAKE BUILD SCRATCH RECORD - break a copy of the RTL, and see that the driver tells it as it
# should, and that the recording of silicon does not agree with it either.

make=$1
build=$2
dir=$3
record=$4
config=l8_w8_d3_own
bare=
failed=0
rm -rf "$dir"
mkdir -p "$dir" || exit 2

pass() { echo "PASS mismatch/$1"; }
fail() { echo "FAIL mismatch/$1: $2"; failed=1; }
has() { if grep -qE -e "$2" "$dir/out"; then pass "$1"; else fail "$1" "no line like '$2'"; fi; }

# broken FILE OLD NEW - build $program from a copy of rtl/ with OLD replaced by NEW
program=sim
broken() {
    rm -rf "$dir/rtl"
    cp -r rtl "$dir/rtl"
    sed -i "s/$2/$3/" "$dir/rtl/$1"
    cmp -s "rtl/$1" "$dir/rtl/$1" && { fail "edit" "'$2' is not in $1"; exit 1; }
    "$make" -s RTL_DIR="$dir/rtl" RTL_BUILD="$dir/build" RUNTIME="$build/rtl/runtime" SIM="$dir/sim" \
        SILICON_RTL="$dir/silicon_rtl" CONFIGS="$config" BARE="$bare" "$dir/$program" >"$dir/make.log" 2>&1 || { fail "build" "see $dir/make.log"; exit 1; }
}

# data: a lane number below 0 taken for one
broken shfl_range_check.v 'outside = j\[LANE_W\]' 'outside = j[LANE_W] \&\& !up'
"$dir/sim" --suite per-lane --junit "$dir/j.xml" >"$dir/out" 2>&1
status=$?
[ $status -eq 1 ] && pass status || fail status "$status, expected 1"
has headline "^MISMATCH in $config, suite per-lane, warp [0-9]+, seed 1$"
has operands '^  SHFL.UP  Sb: (register|immediate 0x[0-9a-f]+)  Sc: '
has table '^  \* [0-7]  '
[ "$(grep -c '^  [* ] [0-7]  ' "$dir/out")" -eq 8 ] && pass table-lanes || fail table-lanes "not 8 lanes"
has stage '^  first stage that went wrong: shfl_range_check: in_range of lane [0-7] is 1, expected 0$'
has verdict '^0 passed, 1 failed$'
grep -q '<failure' "$dir/j.xml" && grep -q 'shfl_range_check' "$dir/j.xml" && pass junit \
    || fail junit "no failure in $dir/j.xml"
trace=$(sed -n 's/^  trace: \(.*\), from .*/\1/p' "$dir/out")
[ -s "$trace" ] && pass trace || fail trace "no file '$trace'"
replay=$(sed -n 's/^  replay: //p' "$dir/out")
$replay >"$dir/again" 2>&1
[ "$(grep -c '^  [* ]' "$dir/again")" -ge 8 ] \
    && [ "$(grep '^  [* ]' "$dir/again")" = "$(grep '^  [* ]' "$dir/out")" ] && pass replay \
    || fail replay "'$replay' shows something else: $dir/again"

# the handshake: a rank that forgets its warp when it has to wait
broken shfl.v 'if (move) valid\[r\] <= ' 'valid[r] <= move \&\& '
"$dir/sim" --suite pipeline >"$dir/out" 2>&1
has handshake-stage '^  first stage that went wrong: shfl, the handshake$'
has handshake-pins '^  in_ready is [01], expected [01]; out_valid is 0, expected 1$'
has handshake-trace '^  trace: .*\.fst'
replay=$(sed -n 's/^  replay: //p' "$dir/out")
$replay 2>&1 | grep -q 'shfl, the handshake' && pass handshake-replay || fail handshake-replay "$replay"

# several passes: the slices are put together before a stage is blamed, and the clocks of a warp are counted
config=l8_w8_d5_own_p4
broken shfl_writeback.v 'src_active}}) | (inactive' 'src_active}}) ^ (inactive_data >> 1 ^ inactive'
"$dir/sim" --suite mixed >"$dir/out" 2>&1
has passes-stage '^  first stage that went wrong: shfl_writeback: rd of lane [0-7] is '
broken shfl_mux.v 'words\[W\*sel' 'words[W*{~sel}'
"$dir/sim" --suite mixed >"$dir/out" 2>&1
has passes-crossbar '^  first stage that went wrong: shfl_crossbar: src_data of lane [0-7] is '
broken shfl.v 'LAST = CLOCKS - 1' 'LAST = CLOCKS - 2'
"$dir/sim" --suite mixed >"$dir/out" 2>&1
has passes-pins '^  in_ready is [01], expected 0; out_valid is 1, expected 0$'
has passes-places "^  places that should have a warp, the input's side first: [01] 1, the last for 1 more clocks$"
config=l8_w8_d3_own

# the tag: nothing wrong in any stage
broken shfl.v '{crossbar_tag, pu_next' '{crossbar_tag | out_tag, pu_next'
"$dir/sim" --suite mixed >"$dir/out" 2>&1
has registers-stage '^  first stage that went wrong: shfl: all stages agree on this warp at rest'

# the unit's own defaults: the bare build of the default configuration relies on them
config=l32_w32_d1_zero
bare=$config
broken shfl.v 'POLICY   = `SHFL_ZERO' 'POLICY   = `SHFL_OWN'
"$dir/sim" --suite mixed >"$dir/out" 2>&1
has defaults "^MISMATCH in $config, suite mixed"
bare=

# silicon: the rule of the SPA 5.0 page for UP, which no GPU follows
program=silicon_rtl
config="l32_w32_d1_zero l32_w32_d2_zero"
broken shfl_lane_index.v '(clamp \& ~segmask)' '(clamp \& ~segmask \& {LANE_W{!up}})'
"$dir/silicon_rtl" "$record" >"$dir/out" 2>&1
status=$?
[ $status -eq 1 ] && pass silicon-status || fail silicon-status "$status, expected 1"
has silicon '^FAIL silicon/l32_w32_d1_zero/uniform: 131072 warps: [0-9]+ differ from silicon'
"$dir/silicon_rtl" "$dir/out" >"$dir/foreign" 2>&1
grep -q '^FAIL silicon/recording: ' "$dir/foreign" && pass foreign-recording || fail foreign-recording "accepted"

exit $failed
