#!/bin/sh
# run.sh LOGS NAME COMMAND [NAME COMMAND ...] - run the tests, two at a time, and count their answers.
#
# A test prints PASS name, FAIL name: why, and SKIP name: why, each on a line of its own, among whatever
# else, and exits non-zero if something failed. One that fails without such a line, or that answers
# nothing, counts as failed. What all of it printed is kept in LOGS/NAME.log. Ends with
# "N passed, N failed", and ", N skipped" if there are any; exits non-zero if any failed.

# --one LOGS NAME COMMAND: run this test, say in one piece how it went, and leave the counts in LOGS/NAME.counts
if [ "$1" = --one ]; then
    name=$3 command=$4
    log=$2/$name.log
    begun=$(date +%s)
    sh -c "$command" >"$log" 2>&1 </dev/null
    status=$?
    p=$(grep -c '^PASS ' "$log")
    f=$(grep -c '^FAIL ' "$log")
    s=$(grep -c '^SKIP ' "$log")
    why=
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
        f=1 why="exit status $status"
    elif [ "$status" -eq 0 ] && [ "$f" -gt 0 ]; then
        why="exit status 0 in spite of it"
    elif [ $((p + f + s)) -eq 0 ]; then
        f=1 why="it tested nothing"
    fi
    echo "$p $f $s" >"$2/$name.counts"
    said=$(
        printf '%-10s %5d passed, %d failed%s, %d s%s\n' "$name" "$p" "$f" \
            "$([ "$s" -gt 0 ] && echo ", $s skipped")" $(($(date +%s) - begun)) "${why:+ ($why)}"
        grep -E '^(FAIL|SKIP) ' "$log" | sed 's/^/    /'
        if [ "$f" -gt 0 ]; then
            [ -z "$why" ] || tail -n 15 "$log" | sed 's/^/    | /'
            echo "    all of it: $log"
        fi
    )
    printf '%s\n' "$said"
    exit
fi

logs=$1
shift
mkdir -p "$logs" || exit 2
rm -f "$logs"/*.counts
printf '%s\0' "$@" | xargs -0 -n 2 -P 2 sh "$0" --one "$logs"

passed=0 failed=0 skipped=0
while [ $# -ge 2 ]; do
    read -r p f s <"$logs/$1.counts" || p=0 f=1 s=0
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    shift 2
done

if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
else
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
