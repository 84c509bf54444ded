#!/bin/sh
# lint.sh DIR - no word from Verilator, Icarus or Yosys about the RTL, whatever its parameters are.
#
# A warning counts as an error, nothing is waived. Illegal parameters have to be refused by all three, in
# words that say what is legal. Then the lint is put on trial on RTL that is broken on purpose. Scratch
# files go to DIR. Prints a line per check. Environment: RTL_DIR, VERILATOR, IVERILOG, YOSYS. Exit status:
# 0 nothing failed, 1 something did, 2 misuse.
if [ $# -ne 1 ]; then
    echo "lint.sh: takes DIR, not $# arguments" >&2
    exit 2
fi
dir=$1
rtl=${RTL_DIR:-rtl} verilator=${VERILATOR:-verilator} iverilog=${IVERILOG:-iverilog} yosys=${YOSYS:-yosys}
tb=$(dirname "$0")/../tb
failed=0
mkdir -p "$dir" || exit 2

pass() { echo "PASS $1"; }
fail() {
    echo "FAIL $1: $2"
    failed=1
}

# ---- one setting of one module: TOOL RTL_DIR MODULE PARAMETER=VALUE ... is to say nothing. A module that is
# ---- not in RTL_DIR is one of tb/

verilator_lint() {
    from=$1 module=$2
    shift 2
    file=$from/$module.v
    [ -f "$file" ] || file=$tb/$module.v
    # shellcheck disable=SC2046 # the words are options
    "$verilator" --lint-only -Wall -I"$from" -y "$from" $(printf ' -G%s' "$@") --top-module "$module" "$file" 2>&1
}

icarus_lint() {
    from=$1 module=$2
    shift 2
    extra=
    [ -f "$from/$module.v" ] || extra=$tb/$module.v
    # shellcheck disable=SC2046,SC2086
    "$iverilog" -g2005 -Wall -I "$from" -s "$module" $(printf " -P$module.%s" "$@") -t null "$from"/*.v $extra 2>&1
}

# yosys_script RTL_DIR MODULE PARAMETER=VALUE ...: the script that follows on stdin, after reading the module
yosys_script() {
    from=$1 module=$2
    shift 2
    {
        echo "read_verilog -I$from $from/*.v"
        echo "hierarchy -check -top $module $(printf ' -chparam %s' "$@" | tr '=' ' ')"
        cat
    } >"$dir/lint.ys"
    "$yosys" -q -e '' -s "$dir/lint.ys" 2>&1
}

yosys_lint() { echo "proc; check -assert" | yosys_script "$@"; }

# synthesizable as it stands: down to gates, with registers and no latch among them
yosys_synth() {
    yosys_script "$@" <<'END'
synth
check -assert
select -assert-none t:*latch* t:*LATCH* t:$sr t:$_SR_*
select -assert-min 1 t:$_*DFF*
END
}

# quiet NAME TOOL: the settings, read from stdin as lines of MODULE PARAMETER=VALUE ..., one by one
quiet() {
    name=$1 tool=$2
    settings=0
    while read -r setting; do
        settings=$((settings + 1))
        # shellcheck disable=SC2086
        said=$("$tool" "$rtl" $setting)
        status=$?
        if [ $status -ne 0 ] || [ -n "$said" ]; then
            fail "$name" "$setting: exit status $status"
            echo "$said" | head -n 5 | sed 's/^/  /'
            return 1
        fi
    done
    if [ $settings -eq 0 ]; then
        fail "$name" "no settings"
        return 1
    fi
    pass "$name, $settings settings"
}

# the whole unit: every LANES with every DEPTH, and where there is a second rank with several passes, too;
# CROSSBAR, POLICY and TAG_W in turn, and so are the W named. Then CROSSBAR with PARTS. CHAIN with 64 lanes takes
# the tools seconds, so it comes once
units() {
    n=0
    for lanes in 2 4 8 16 32 64; do
        for depth in 1 2 3 4 5 6 7; do
            w=$1
            shift
            set -- "$@" "$w"
            setting="shfl LANES=$lanes DEPTH=$depth POLICY=$((n % 3)) TAG_W=$((n % 4 * 12 + 1))"
            echo "$setting W=$w CROSSBAR=$((lanes < 64 && (n + n / 7) % 2))"
            [ $depth -eq 1 ] ||
                echo "$setting W=$((2 * w)) CROSSBAR=$((lanes < 64 && n / 2 % 2)) PASSES=$((n % 5 ? 2 : 2 * w))"
            n=$((n + 1))
        done
    done
    echo "shfl LANES=64 W=1 DEPTH=7 CROSSBAR=1"
    echo "shfl LANES=8 W=64 DEPTH=7"
    for depth in 2 3 5; do
        for parts in 1 2 4; do echo "shfl LANES=8 DEPTH=$depth W=4 PARTS=$parts"; done
        for parts in 1 2 3 4; do echo "shfl LANES=8 DEPTH=$depth W=4 CROSSBAR=1 PARTS=$parts"; done
    done
}

# the stages on their own, for the LANES named, with the crossbar in every number of PARTS
stages() {
    for lanes; do
        for stage in decode lane_index range_check predecode; do echo "shfl_$stage LANES=$lanes"; done
        for crossbar in 0 1; do
            echo "shfl_select LANES=$lanes CROSSBAR=$crossbar"
            for parts in 1 2 3 4 5 8 16 32; do
                [ $((2 * parts)) -le "$lanes" ] || continue
                case $lanes-$crossbar-$parts in *-0-[35] | 64-1-[!3]*) continue ;; esac
                for half in low high; do
                    for w in 1 5; do
                        echo "shfl_crossbar_$half LANES=$lanes W=$w CROSSBAR=$crossbar PARTS=$parts"
                    done
                done
            done
        done
        for w in 1 5; do echo "shfl_mux WORDS=$lanes W=$w"; done
    done
    for w in 1 5 32; do echo "shfl_link W=$w"; done
    for w in 1 5 32 64; do for policy in 0 1 2; do echo "shfl_writeback W=$w POLICY=$policy"; done; done
}

# no module is left out, and no comment, attribute or file hushes a tool
covered=$(for f in "$rtl"/*.v; do basename "$f" .v; done | sort)
listed=$({ units 1; stages 8; } | sed 's/ .*//' | sort -u)
name="lint: every module of $rtl has its settings"
if [ "$covered" = "$listed" ]; then
    pass "$name"
else
    fail "$name" "modules $(echo "$covered" | tr '\n' ' '), settings for $(echo "$listed" | tr '\n' ' ')"
fi
waivers='/[/*] *(verilator|synopsys|synthesis|pragma|yosys)|lint_off|\(\* *[a-z]|`(celldefine|pragma|line)'
if ! grep -n -i -E "$waivers" "$rtl"/*.v "$rtl"/*.vh >"$dir/waivers" && [ -z "$(ls "$rtl"/*.vlt 2>/dev/null)" ]; then
    pass "lint: no waiver in $rtl"
else
    fail "lint: no waiver in $rtl" "there is $(ls "$rtl"/*.vlt 2>/dev/null) $(head -n 3 "$dir/waivers")"
fi

units 1 5 32 | quiet "lint: verilator -Wall: the unit" verilator_lint || failed=1
stages 2 8 64 | quiet "lint: verilator -Wall: each stage alone" verilator_lint || failed=1
units 1 5 32 | quiet "lint: iverilog -g2005 -Wall: the unit" icarus_lint || failed=1
stages 2 8 64 | quiet "lint: iverilog -g2005 -Wall: each stage alone" icarus_lint || failed=1
units 1 | quiet "lint: yosys check -assert: the unit" yosys_lint || failed=1
stages 8 | quiet "lint: yosys check -assert: each stage alone" yosys_lint || failed=1
for lanes in 2 64; do
    for crossbar in 0 1; do echo "shfl_probe LANES=$lanes W=6 DEPTH=7 POLICY=1 CROSSBAR=$crossbar"; done
    echo "shfl_probe LANES=$lanes W=6 DEPTH=3 PASSES=3"
done >"$dir/probe"
quiet "lint: verilator -Wall: the unit with windows" verilator_lint <"$dir/probe" || failed=1
quiet "lint: iverilog -g2005 -Wall: the unit with windows" icarus_lint <"$dir/probe" || failed=1
for options in DEPTH=1 DEPTH=7 "DEPTH=7 CROSSBAR=1" "DEPTH=2 PASSES=4"; do echo "shfl LANES=8 W=4 $options"; done |
    quiet "lint: yosys synth, no latch" yosys_synth || failed=1

# ---- illegal parameters: the first error of each tool says what is legal

# as an instance, since -chparam of Yosys knows no negative number
yosys_instance() {
    from=$1 module=$2
    shift 2
    values=$(printf '%s,' "$@" | sed 's/\([^=,]*\)=\([^,]*\),/.\1(\2), /g; s/, $//')
    echo "module top; $module #($values) unit (); endmodule" >"$dir/top.v"
    "$yosys" -q -p "read_verilog -I$from $from/*.v $dir/top.v; hierarchy -check -top top" 2>&1
}

# refused MESSAGE SETTING ..., each one or more of PARAMETER=VALUE
refused() {
    message=$1
    shift
    for value; do
        for tool in verilator_lint icarus_lint yosys_instance; do
            # shellcheck disable=SC2086
            said=$($tool "$rtl" shfl $value)
            status=$?
            first=$(echo "$said" | grep -i -m 1 'error')
            name="lint: ${tool%_*} refuses $value"
            case $status:$first in
            0:*) fail "$name" "it is accepted" ;;
            *:*"$message"*) pass "$name" ;;
            *) fail "$name" "its first error is not $message but: ${first:-none}" ;;
            esac
        done
    done
}
refused shfl_error_LANES_must_be_2_4_8_16_32_or_64 LANES=0 LANES=1 LANES=3 LANES=33 LANES=128 LANES=-8
refused shfl_error_W_must_be_1_or_more W=0 W=-1
refused shfl_error_DEPTH_must_be_1_to_7 DEPTH=0 DEPTH=8 DEPTH=-1
refused shfl_error_POLICY_must_be_0_ZERO_1_OWN_or_2_RAW POLICY=3 POLICY=-1
refused shfl_error_CROSSBAR_must_be_0_MUX_or_1_CHAIN CROSSBAR=2 CROSSBAR=-1
refused shfl_error_PARTS_must_be_1_to_half_of_LANES_and_for_MUX_a_power_of_2 PARTS=0 PARTS=-1 PARTS=3 PARTS=32 \
    "LANES=2 PARTS=2" "CROSSBAR=1 PARTS=0" "CROSSBAR=1 PARTS=17"
refused shfl_error_PASSES_must_divide_W_and_above_1_takes_DEPTH_2_or_more PASSES=0 PASSES=-1 PASSES=2 \
    "DEPTH=2 PASSES=5" "DEPTH=2 PASSES=64"
refused shfl_error_TAG_W_must_be_1_or_more TAG_W=0 TAG_W=-1

# ---- the lint on trial

# caught TOOL NAME WORDS MODULE EDIT: one module with a sed command applied to it; the tool says the words
caught() {
    name="lint: ${1%_*} catches $2"
    rm -rf "$dir/broken" && mkdir "$dir/broken" && cp "$rtl"/*.v "$rtl"/*.vh "$dir/broken" || exit 2
    sed "$5" "$rtl/$4.v" >"$dir/broken/$4.v"
    said=$("$1" "$dir/broken" "$4" "${6:-LANES=8}")
    status=$?
    if cmp -s "$rtl/$4.v" "$dir/broken/$4.v"; then
        fail "$name" "the edit '$5' finds nothing in $rtl/$4.v any more"
    elif [ $status -eq 0 ] && [ -z "$said" ]; then
        fail "$name" "it says nothing"
    else
        case $said in
        *"$3"*) pass "$name" ;;
        *) fail "$name" "it does not say '$3' but: $(echo "$said" | head -n 2)" ;;
        esac
    fi
}
caught verilator_lint "a bound that is too narrow" "%Warning-WIDTH" shfl_range_check \
    's/wire \[5:0\] limit/wire [4:0] limit/'
caught verilator_lint "bits that nobody reads" "%Warning-UNUSED" shfl_decode 's/sb\[31:LANE_W\], //'
caught verilator_lint "a tag that is always 16 bits wide" "%Warning-WIDTH" shfl \
    's/reg \[TAG_W-1:0\]       decode_tag/reg [15:0] decode_tag/' TAG_W=13
caught icarus_lint "bits that are not there" "select" shfl_decode 's/sb\[31:LANE_W\]/sb[32:LANE_W]/'
caught yosys_lint "two drivers" "multiple conflicting drivers" shfl_writeback \
    's/assign we = active;/& assign we = in_range;/' W=4
caught yosys_lint "a net without a driver" "no driver" shfl_writeback \
    's/assign we = active;/wire float; assign we = float;/' W=4
caught yosys_lint "a loop" "loop" shfl_writeback 's/assign we = active;/assign we = we \& active;/' W=4
caught yosys_synth "a latch" "latch" shfl_lane_index \
    's/assign max_lane = \(.*\);/reg [LANE_W-1:0] limit; always @* if (up) limit = \1; assign max_lane = limit;/'
exit $failed
