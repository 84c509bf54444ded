#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fusesoc.sh FUSESOC DIR - the core file as FuseSoC takes it: found, linted, simulated, synthesized, depended on.
#
# FUSESOC is the command, DIR is for scratch files. Prints a line per check. Exit status: 0 nothing failed,
# 1 something did, 2 misuse.
if [ $# -ne 2 ]; then
    echo "fusesoc.sh: takes FUSESOC DIR, not $# arguments" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
case $1 in */*) fusesoc=$(cd "$(dirname "$1")" 2>/dev/null && pwd)/${1##*/} ;; *) fusesoc=$1 ;; esac
if ! command -v "$fusesoc" >/dev/null; then
    echo "FAIL fusesoc: $1 is no command; tools/requirements.txt names the version to install"
    exit 1
fi
rm -rf "$2" && mkdir -p "$2" && dir=$(cd "$2" && pwd) || exit 2
touch "$dir/FUSESOC_IGNORE"             # who searches the repository for cores is not to find ours
export XDG_CONFIG_HOME="$dir/xdg" XDG_CACHE_HOME="$dir/xdg" XDG_DATA_HOME="$dir/xdg"
cd "$dir" || exit 2
failed=0

# soc NAME CORES ARGUMENT ...: FuseSoC on the cores below CORES; what it prints is NAME.log
soc() {
    log=$dir/$1.log cores=$2
    shift 2
    "$fusesoc" --cores-root "$cores" "$@" >"$log" 2>&1
}
run() {
    to=$dir/$1 job=$1 from=$2
    shift 2
    soc "$job" "$from" run --build-root "$to" "$@"
}

# pass NAME, or fail with the log's last lines: the exit status before decides
verdict() {
    if [ "$1" -eq 0 ]; then
        echo "PASS $2"
    else
        echo "FAIL $2: ${3:-exit status $1}; all of it: $log"
        tail -n 4 "$log" | sed 's/^/  /'
        failed=1
    fi
}
# broken NAME WORDS: it has failed, and said so
broken() {
    status=$1
    [ "$status" -ne 0 ] && grep -q -e "$3" "$log"
    verdict $? "$2" "exit status $status, and '$3' is $(grep -c -e "$3" "$log") times in what it printed"
}

soc list "$root" core list
grep -q '^::openshfl:0.1.0 ' "$log"
verdict $? "fusesoc: the core is found" "::openshfl:0.1.0 is not in the list"

missing=$(cd "$root" && for f in rtl/*; do grep -q -F -e "- $f" openshfl.core || printf '%s ' "$f"; done)
[ -z "$missing" ]
verdict $? "fusesoc: the core has every file of rtl/" "not ${missing}"
missing=$(sed -n '/^) (/q; s/^ *parameter \([A-Z_]*\).*/\1/p' "$root/rtl/shfl.v" | grep -v TAG_W |
    while read -r p; do grep -q "^  $p:" "$root/openshfl.core" || printf '%s ' "$p"; done)
[ -z "$missing" ]
verdict $? "fusesoc: the core has the unit's parameters" "not ${missing}"

run lint "$root" --target=lint openshfl --LANES=16 --W=4 --DEPTH=7 --CROSSBAR=1 --PARTS=5 --PASSES=2 --POLICY=1
verdict $? "fusesoc: lint"
run lint_bad "$root" --target=lint openshfl --PARTS=99
broken $? "fusesoc: lint refuses illegal parameters" shfl_error_PARTS_must_be

run sim "$root" --target=sim openshfl
verdict $? "fusesoc: sim, as it comes"
run sim_small "$root" --target=sim openshfl --LANES=8 --W=6 --DEPTH=5 --POLICY=2 --CROSSBAR=1 --PARTS=2 --PASSES=3
verdict $? "fusesoc: sim, with every parameter"
grep -q '^LANES 8, W 6, DEPTH 5, POLICY 2, CROSSBAR 1, PARTS 2, PASSES 3: [1-9][0-9]* checks, 0 errors$' "$log"
verdict $? "fusesoc: the parameters reach the RTL" "the testbench names others"

# the testbench is to fail on RTL that is wrong: a copy of the core, with an edit of one file
wrong() {
    name=$1 file=$2 edit=$3
    shift 3
    mkdir -p "$dir/cores_$name/rtl" "$dir/cores_$name/tb" "$dir/cores_$name/synth"
    cp "$root/openshfl.core" "$dir/cores_$name/"
    cp "$root"/rtl/*.v "$root"/rtl/*.vh "$dir/cores_$name/rtl/"
    cp "$root/tb/shfl_by_hand.v" "$dir/cores_$name/tb/"
    cp "$root/fpga/flow/shfl_pins.v" "$root/fpga/flow/fusesoc_ice40.tcl" "$dir/cores_$name/synth/"
    sed "$edit" "$root/$file" >"$dir/cores_$name/$file"
    if cmp -s "$root/$file" "$dir/cores_$name/$file"; then
        echo "FAIL fusesoc: sim catches $name: the edit '$edit' finds nothing in $file any more"
        failed=1
        return
    fi
    run "sim_$name" "$dir/cores_$name" --target=sim openshfl "$@"
    broken $? "fusesoc: sim catches $name" "checks, [1-9][0-9]* errors"
}
wrong sign rtl/shfl_range_check.v 's/wire       outside = .*/wire outside = 1'"'"'b0;/'
wrong own_word rtl/shfl_writeback.v 's/(src_data & /(ra \& /' --LANES=8
wrong last_link rtl/shfl_crossbar_low.v 's/p + 1\])/p])/' --LANES=16 --CROSSBAR=1
wrong ready rtl/shfl.v 's/assign move      = rst || out_ready || !out_valid;/assign move = 1;/' --LANES=8

# somebody else's core, which depends on this one
mkdir -p user
cat >user/user.core <<'END_CORE'
CAPI=2:
name: ::broadcast:1.0.0
filesets:
  rtl:
    depend: ['::openshfl:0.1.0']
    file_type: verilogSource-2005
    files: [broadcast.v]
targets:
  default:
    filesets: [rtl]
    flow: lint
    flow_options: {tool: verilator}
    toplevel: broadcast
END_CORE
sed -n '/^module broadcast (/,/^endmodule/p' "$root/README.md" >user/broadcast.v
"$fusesoc" --cores-root "$root" --cores-root user run --build-root "$dir/build" ::broadcast:1.0.0 >"$dir/user.log" 2>&1
status=$? log=$dir/user.log
verdict $status "fusesoc: the README's broadcast, as a core that depends on this one"
soc user_alone user run --build-root "$dir/build_alone" ::broadcast:1.0.0
broken $? "fusesoc: it does need this one" openshfl

# one LUT4 for a link and bit of it, or FuseSoC's flow has lost the chain
run synth "$root" --target=synth openshfl --LANES=8 --W=2 --DEPTH=2 --PARTS=1
status=$?
bin=$dir/synth/openshfl_0.1.0/synth/openshfl_0.1.0
verdict $status "fusesoc: synth, placed and routed"
[ -s "$bin.bin" ] && [ -s "$bin.json" ]
verdict $? "fusesoc: synth leaves a netlist and a bitstream" "$bin.json or .bin is missing"
links=$(grep -c '^ *"[^"]*u_link[^"]*SB_LUT4[^"]*": {' "$bin.json")
want=$((8 * 4 * (2 + 1)))               # lanes x pairs x (bits, and the active bit)
[ "$links" -eq $want ]
verdict $? "fusesoc: a link is one LUT4 a bit" "there are $links LUT4s for $want bits of links"
exit $failed
