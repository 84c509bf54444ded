#!/bin/sh
# test_page.sh SILICON_MD RECORD PAGE FOLDER - is PAGE what SILICON_MD makes of RECORD? FOLDER takes a copy.
# Prints PASS or FAIL, a line per check. Exit status: 0 all pass, 1 one fails.
if [ $# -ne 4 ]; then
    echo "test_page.sh: takes SILICON_MD, RECORD, PAGE and FOLDER, not $# arguments" >&2
    exit 2
fi
failed=0
copy=$4/silicon.md
if "$1" "$2" "$copy" && cmp -s "$copy" "$3"; then
    echo "PASS page: $3 is what the recording gives"
else
    echo "FAIL page: $3 is what the recording gives: it is not, run '$1 $2 $3'"
    failed=1
fi
rm -f "$copy"
if "$1" "$3" "$copy" 2>"$4/test.out" || [ -e "$copy" ] || ! grep -qF "$3: " "$4/test.out"; then
    echo "FAIL page: nothing is written from a file that is no recording: it said $(cat "$4/test.out")"
    failed=1
else
    echo "PASS page: nothing is written from a file that is no recording"
fi
exit $failed
