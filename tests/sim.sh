#!/bin/sh
# sim.sh SHFL_SIM - all suites on all configurations, an answer each.

out=$("$1" --verbose)
status=$?
printf '%s\n' "$out" | sed \
    -e 's|^ok  *\([^ ]*\)  *\([^ ]*\)  *\([0-9]*\) warps.*|PASS sim/\1/\2: \3 warps|' \
    -e 's|^FAIL  *\([^ ]*\)  *\([^ ]*\)  *\([0-9]*\) warps.*|FAIL sim/\1/\2: after \3 warps|'
exit $status
