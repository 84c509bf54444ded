#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# progress.sh FOLDER GOALS WORD ... - print a step of a build, which the words tell, with its number and the time left.
#
# FOLDER.<make's process> keeps what one run of make knows: plan, when it began and how many steps of which weight
# there are, which the first call asks of `make -n GOALS`; and done, the weights of the steps begun. A step's weight
# is about the tenths of a second that it takes.

folder=$1.$PPID
goals=$2
weights() { sed 's/^C++ .*/40/; s/^VERILATE .*/8/; s/^CC .*/4/; s/^[A-Z].*/2/'; }

if mkdir -p "${1%/*}" && mkdir "$folder" 2>/dev/null; then
    for old in "$1".*; do               # of runs that have ended
        kill -0 "${old##*.}" 2>/dev/null || rm -rf "$old"
    done
    # shellcheck disable=SC2086 # goals are words
    make -n $goals 2>/dev/null | sed -n "s/.*progress\.sh [^ ]* '[^']*' //p" | weights |
        awk -v began="$(date +%s)" '{ all += $1 } END { print began, NR, all }' > "$folder/plan.part"
    mv "$folder/plan.part" "$folder/plan"
fi
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -e "$folder/plan" ] && break
    sleep 0.1
done
shift 2
[ -e "$folder/plan" ] || { echo "  $*"; exit 0; }       # on a machine that is busy with other things
echo "$*" | weights >> "$folder/done"
awk -v now="$(date +%s)" -v words="$*" '
    FILENAME ~ /plan$/ { began = $1; steps = $2; all = $3; next }
    { number++; weight = $1; done += $1 }
    END {
        done -= weight
        left = done > all / 20 ? sprintf(", %d s left", (now - began) * (all - done) / done) : ""
        printf "  [%d of %d%s] %s\n", number, steps, left, words
    }' "$folder/plan" "$folder/done"
