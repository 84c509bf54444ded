#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli.sh SHFL_SIM SCRATCH - the driver's options, as a person would use and misuse them.

sim=$1
dir=$2
one="--config l8_w8_d2_raw"
failed=0
rm -rf "$dir"
mkdir -p "$dir/locked" || exit 2

pass() { echo "PASS cli/$1"; }
fail() { echo "FAIL cli/$1: $2"; failed=1; }

# misuse NAME TEXT OPTION... - exit status 2, one or two lines on stderr with TEXT, nothing on stdout, and
# nothing written
misuse() {
    name=$1 text=$2
    shift 2
    "$sim" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
    if [ $status -ne 2 ]; then fail "$name" "exit status $status, expected 2"
    elif ! grep -qF -e "$text" "$dir/err"; then fail "$name" "stderr lacks '$text': $(head -n 1 "$dir/err")"
    elif [ "$(wc -l <"$dir/err")" -gt 2 ]; then fail "$name" "more than two lines"
    elif [ -s "$dir/out" ]; then fail "$name" "wrote to stdout"
    elif [ -n "$(ls "$dir/locked")" ]; then fail "$name" "left a file: $(ls "$dir/locked")"
    else pass "$name"
    fi
}

misuse unknown-option "unrecognized option '--frobnicate'" --frobnicate
misuse not-an-option "'uniform' is not an option" uniform
misuse unknown-suite "--suite 'unifrom'" --suite unifrom
misuse unknown-suite-in-list "--suite 'x'" --suite uniform,x
misuse empty-suite "--suite ''" --suite ''
misuse unknown-config "--config 'l33'" --config l33
misuse shard-5-of-4 "--shard 5/4: expected I/N" --shard 5/4
misuse shard-0 "--shard 0/4: expected I/N" --shard 0/4
misuse shard-word "--shard half: expected I/N" --shard half
misuse shard-tail "--shard 1/2x: expected I/N" --shard 1/2x
misuse seed-word "--seed x: expected a whole number from 0" --seed x
misuse seed-negative "--seed -1: expected a whole number" --seed -1
misuse seed-too-large "--seed 18446744073709551616: expected" --seed 18446744073709551616
misuse seed-missing "requires an argument" --seed
misuse count-0 "--count 0: expected a whole number from 1" --count 0
misuse jobs-0 "--jobs 0: expected a whole number from 1 to 1024" --jobs 0
misuse count-and-full "exclude each other" --count 1 --full
misuse at-without-suite "--at takes one --suite" --at 3
misuse at-past-end "--at 2048: suite uniform has warps 0 to 2047" $one --suite uniform --at 2048
misuse at-and-count "--at excludes" --suite uniform --at 1 --count 1
misuse trace-of-many "--trace takes one --suite and one --config" --trace "$dir/locked/t.fst"
misuse vectors-of-many "--vectors takes one --suite and one --config" --vectors "$dir/locked/v.hex"
misuse trace-unwritable "cannot write" $one --suite uniform --trace "$dir/none/t.fst"
misuse trace-unwritable-beside-junit "cannot write" $one --suite uniform --trace "$dir/none/t.fst" \
    --junit "$dir/locked/j.xml"
misuse junit-unwritable "--junit $dir/none/j.xml: cannot write" $one --junit "$dir/none/j.xml"
misuse vectors-unwritable "cannot write" $one --suite uniform --vectors "$dir/none/v.hex"
misuse bench-of-many "--bench takes one --config" --bench --config l8_w8_d2_raw,l8_w1_d1_own

# expect NAME TEXT OPTION... - exit status 0 and TEXT on stdout
expect() {
    name=$1 text=$2
    shift 2
    "$sim" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
    if [ $status -ne 0 ]; then fail "$name" "exit status $status: $(head -n 1 "$dir/err")"
    elif ! grep -qF -e "$text" "$dir/out"; then fail "$name" "no '$text' in: $(head -n 3 "$dir/out")"
    else pass "$name"
    fi
}

expect help "Usage: shfl_sim" --help
expect list "per-lane" --list
expect one-suite "1 passed, 0 failed" $one --suite routing
expect two-suites "2 passed, 0 failed" $one --suite routing,mixed
expect seed-printed "seed 99" $one --suite mixed --seed 99
expect count "mixed 77" $one --suite mixed --count 77
expect full "uniform 1048576" --config l64_w1_d3_raw --suite uniform --full
expect hexadecimal-seed "seed 255" $one --suite mixed --count 9 --seed 0xff
expect quiet-last-line "1 passed, 0 failed" $one --suite mixed --quiet
[ "$(wc -l <"$dir/out")" -eq 1 ] && pass quiet || fail quiet "more than one line"

# every option that the program knows is in its help, and the other way round
known=$("$sim" --help | grep -o -- '--[a-z][a-z-]*' | sort -u)
for option in $known; do
    case $option in
    --list | --full | --quiet | --verbose | --help | --bench) value= ;;
    *) value=1 ;;
    esac
    "$sim" "$option" $value --frobnicate 2>&1 | grep -q "unrecognized option '$option'" \
        && fail "help$option" "in the help, but not known"
done
[ "$(printf '%s\n' $known | wc -l)" -ge 16 ] && pass help-is-complete || fail help-is-complete "too few: $known"

# shards: together they are the whole, and no two are the same
whole=$("$sim" $one --suite mixed --count 10000 | sed -n 's/ warps.*//p')
sum=0
for i in 1 2 3; do
    n=$("$sim" $one --suite mixed --count 10000 --shard $i/3 | sed -n 's/ warps.*//p')
    sum=$((sum + n))
done
[ "$whole" = 10000 ] && [ "$sum" = 10000 ] && pass shards || fail shards "$whole in one, $sum in three"

# the same seed the same stimulus, another seed another
for seed in 1 1 2; do
    "$sim" $one --suite mixed --count 50 --seed $seed --vectors "$dir/v$((n += 1)).hex"
done
set -- "$dir"/v*.hex
cmp -s "$1" "$2" && ! cmp -s "$2" "$3" && [ "$(wc -l <"$1")" -eq 50 ] && pass seeds \
    || fail seeds "vectors of equal seeds differ, or of different ones do not"

# results for machines
"$sim" --config l8_w8_d2_raw,l8_w1_d1_own --count 100 --quiet --junit "$dir/j.xml" >/dev/null
python3 - "$dir/j.xml" <<'PY' && pass junit || fail junit "not what it should be: $dir/j.xml"
import sys, xml.etree.ElementTree as xml
root = xml.parse(sys.argv[1]).getroot()
cases = root.findall("testsuite/testcase")
assert root.get("tests") == "10" and root.get("failures") == "0" and len(cases) == 10
assert {c.get("name") for c in cases} == {"uniform", "per-lane", "mixed", "routing", "pipeline"}
PY
[ -e "$dir/j.xml.part" ] && fail junit-part "left $dir/j.xml.part"

# traces: an FST file that grows with what is traced
"$sim" $one --suite pipeline --count 64 --quiet --trace "$dir/short.fst" >/dev/null
"$sim" $one --suite pipeline --count 640 --quiet --trace "$dir/long.fst" >/dev/null
short=$(wc -c <"$dir/short.fst") long=$(wc -c <"$dir/long.fst")
[ "$short" -gt 1000 ] && [ "$long" -gt $((2 * short)) ] && pass trace || fail trace "$short and $long bytes"

# a progress bar on a terminal, plain lines in a log
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    script -qec "$sim --config l64_w8_d5_zero --jobs 1 --count 400000" /dev/null </dev/null >"$dir/tty" 2>&1
    grep -q '###' "$dir/tty" && pass progress-bar || fail progress-bar "none on a terminal"
else
    echo "SKIP cli/progress-bar: script(1) cannot make a terminal here"
fi
"$sim" --config l64_w8_d5_zero --jobs 1 --count 400000 >"$dir/log" 2>&1
grep -q "$(printf '\r')\|###" "$dir/log" && fail plain-log "a progress bar in a log" || pass plain-log

exit $failed
