#!/bin/sh
# fuzz.sh FOLDER TARGETS [SECONDS] - replay the kept cases of every target, then search for new ones, some
# seconds each. A crash is written to FOLDER/crash_TARGET_*: mend it, and keep that file among the cases.
#
# FOLDER holds replay_TARGET and, where there is a clang with libFuzzer, fuzz_TARGET. Prints PASS, FAIL and
# SKIP, a line per check.

folder=$1
targets=$2
seconds=${3:-3}
cases=$(dirname "$0")/cases
failed=0

for t in $targets; do
    set -- "$cases/$t"/*
    if "$folder/replay_$t" "$@" >"$folder/fuzz.out" 2>&1 && [ "$(grep -c '^PASS' "$folder/fuzz.out")" -eq $# ]; then
        echo "PASS fuzz/$t: $# cases"
    else
        echo "FAIL fuzz/$t: a case crashed; $(grep -c '^PASS' "$folder/fuzz.out") of $# passed"
        tail -n 5 "$folder/fuzz.out" | sed 's/^/    /'
        failed=1
    fi
done
for t in $targets; do
    if [ ! -x "$folder/fuzz_$t" ]; then
        echo "SKIP fuzz/$t: search for $seconds s: no clang with libFuzzer here"
        continue
    fi
    mkdir -p "$folder/corpus_$t"
    if "$folder/fuzz_$t" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=4096 \
        -artifact_prefix="$folder/crash_${t}_" "$folder/corpus_$t" "$cases/$t" >"$folder/fuzz.out" 2>&1; then
        echo "PASS fuzz/$t: search for $seconds s: $(sed -n 's/^Done \([0-9]* runs\).*/\1/p' "$folder/fuzz.out")"
    else
        echo "FAIL fuzz/$t: search for $seconds s: $(grep -m 1 -E 'ERROR|SUMMARY|runtime error' "$folder/fuzz.out")"
        grep 'Test unit written' "$folder/fuzz.out" | sed 's/^/    /'
        failed=1
    fi
done
exit $failed
