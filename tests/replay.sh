#!/bin/sh
# replay.sh SIM DIR - replay warps of the golden model through the RTL in Icarus, which knows X.
#
# SIM is the simulator, which writes the warps and names the configurations; all files go to DIR. Then
# the replay itself is put on trial: broken RTL and broken files must not pass. Prints a line per check.
# Environment: COUNT and SEED of the warps, RTL_DIR, IVERILOG, VVP. Exit status: 0 nothing failed, 1
# something did, 2 misuse.
if [ $# -ne 2 ] || [ ! -x "$1" ]; then
    echo "replay.sh: takes SIM, a program that is there, and DIR; got '$*'" >&2
    exit 2
fi
sim=$1 dir=$2
count=${COUNT:-150} seed=${SEED:-1} rtl=${RTL_DIR:-rtl}
iverilog=${IVERILOG:-iverilog} vvp=${VVP:-vvp}
tb=$(dirname "$0")/../tb/replay.v
failed=0
mkdir -p "$dir" || exit 2

pass() { echo "PASS $1"; }
fail() {
    echo "FAIL $1: $2"
    failed=1
}

# vectors CONFIG SUITE: the warps, to $dir/CONFIG.SUITE.hex
vectors() {
    "$sim" --vectors "$dir/$1.$2.hex" --config "$1" --suite "$2" --count "$count" --seed "$seed"
}

# compile CONFIG RTL_DIR OUT: OUT is the simulation of that RTL. Any word of the compiler is a failure
compile() {
    parameters=$(echo "$1" | tr '_' '\n' | sed 's/^l\([0-9]\)/LANES=\1/; s/^w/W=/; s/^d/DEPTH=/; s/^zero/POLICY=0/
        s/^own/POLICY=1/; s/^raw/POLICY=2/; s/^mux/PARTS=/; s/^chain/CROSSBAR=1 -Preplay.PARTS=/; s/^p/PASSES=/
        s/^/-Preplay./')
    rm -f "$3"
    # shellcheck disable=SC2086 # the words are options
    "$iverilog" -g2005 -Wall -I "$2" -s replay $parameters -o "$3" "$tb" "$2"/*.v >"$3.log" 2>&1
    status=$?
    if [ $status -ne 0 ] || [ -s "$3.log" ]; then
        echo "iverilog: exit status $status, $(head -n 1 "$3.log")"
        return 1
    fi
}

# play SIMULATION FILE WARPS: print the verdict, the last line that is one
play() {
    timeout 120 "$vvp" -n "$1" +vectors="$2" +warps="$3" +seed="$seed" >"$1.log" 2>&1
    grep -e '^PASS: ' -e '^FAIL: ' "$1.log" | tail -n 1
}

# ---- every configuration on three suites

configs=$("$sim" --list | sed -n '/^configurations/,$s/^  \(l[0-9][^ ]*\).*/\1/p')
[ -n "$configs" ] || fail "replay: configurations" "$sim --list names none"
resets=0
for config in $configs; do
    name="replay: $config"
    if ! why=$(compile "$config" "$rtl" "$dir/$config.vvp"); then
        fail "$name" "$why"
        continue
    fi
    why=
    all=0
    for suite in mixed uniform routing; do
        file=$dir/$config.$suite.hex
        if ! vectors "$config" "$suite"; then
            why="$suite: the simulator wrote no warps"
            break
        fi
        warps=$(wc -l <"$file")
        verdict=$(play "$dir/$config.vvp" "$file" "$warps")
        case $verdict in
        "PASS: $warps warps, "*) rm "$file" ;;
        *)
            why="$suite: ${verdict:-no verdict, but: $(head -n 1 "$dir/$config.vvp.log")}
  again: $vvp -n $dir/$config.vvp +vectors=$file +warps=$warps +seed=$seed"
            break
            ;;
        esac
        all=$((all + warps))
        resets=$((resets + $(echo "$verdict" | sed 's/.* \([0-9]*\) resets.*/\1/')))
    done
    if [ -z "$why" ] && [ $all -gt 0 ]; then
        pass "$name, $all warps, no X"
    else
        fail "$name" "${why:-no warps}"
    fi
done
if [ "$resets" -gt 0 ]; then pass "replay: $resets resets in between"; else fail "replay: resets" "there was none"; fi

# ---- the replay on trial

good=$dir/good.hex
bad=$dir/bad.hex

# caught NAME WORDS SIMULATION FILE WARPS: the verdict is FAIL and holds the words
caught() {
    verdict=$(play "$3" "$4" "$5")
    case $verdict in
    FAIL:*"$2"*) pass "replay: caught: $1" ;;
    *) fail "replay: caught: $1" "the verdict is '$verdict', should be FAIL with '$2'" ;;
    esac
}

# broken NAME WORDS EDIT: the RTL with a sed command applied to shfl.v
broken() {
    rm -rf "$dir/broken" && mkdir "$dir/broken" && cp "$rtl"/*.v "$rtl"/*.vh "$dir/broken" || exit 2
    sed "$3" "$rtl/shfl.v" >"$dir/broken/shfl.v"
    if cmp -s "$rtl/shfl.v" "$dir/broken/shfl.v"; then
        fail "replay: caught: $1" "the edit '$3' finds nothing in $rtl/shfl.v any more"
    elif why=$(compile "$config" "$dir/broken" "$dir/broken/replay.vvp"); then
        caught "$1" "$2" "$dir/broken/replay.vvp" "$good" "$warps"
    else
        fail "replay: caught: $1" "$why"
    fi
}

# on_trial PATTERN: the first configuration of that name, and its good file; they have to pass
on_trial() {
    config=
    for c in $configs; do
        # shellcheck disable=SC2254 # it is a pattern
        case $c in $1) config=$c && break ;; esac
    done
    rm -f "$good"
    if vectors "$config" mixed; then mv "$dir/$config.mixed.hex" "$good"; fi
    warps=$(wc -l <"$good")
    verdict=$(play "$dir/$config.vvp" "$good" "$warps")
    case $verdict in
    "PASS: $warps warps, "*) pass "replay: the trial's RTL and file are good, $config" ;;
    *) fail "replay: the trial's RTL and file are good, $config" "$verdict" ;;
    esac
}

on_trial '*_p[248]'
broken "passes that a reset does not end" "in_ready is x" 's/= rst || !valid\[SELECT_RANK\]/= !valid[SELECT_RANK]/'
broken "a pass that starts at nothing" "in_ready is x" 's/{done, pass} <= {(PASS_W + 1){1.b0}};/done <= 1'"'b0"';/'
broken "a pass too few" "rd is" 's/pass == LAST\[PASS_W-1:0\]/& - 1/'

on_trial 'l*_d[2-7]_*[a-z]'
broken "handshake without its reset" "out_valid is x" 's/<= !rst && /<= /'
broken "a clock without a warp taken for one" "but no warp is inside" 's/!rst && in_valid/!rst/'
broken "an operand that is not there yet" "pu is" 's/\.in_range(crossbar_in_range\[k\])/.in_range(in_range_next[k])/'
broken "warps that vanish in a stall" "warp" 's/if (move) valid\[r\] <= /valid[r] <= move \&\& /'
last=$(((warps - 1) * 40503 % 65536)) # its tag
broken "a last warp that never comes out" "came out, the rest is lost" \
    "s/assign out_valid = valid\[DEPTH\];/assign out_valid = valid[DEPTH] \&\& out_tag != $last;/"

# flip LINE CHARACTER: the good file with one bit of one hexadecimal digit flipped; CHARACTER 0 is the last
flip() {
    awk -v line="$1" -v at="$2" 'NR == line {
        if (!at) at = length($0)
        digit = index("0123456789abcdef", substr($0, at, 1)) - 1
        $0 = substr($0, 1, at - 1) substr("1032547698badcfe", digit + 1, 1) substr($0, at + 1)
    } 1' "$good" >"$bad"
    cmp -s "$good" "$bad" && echo "replay.sh: no bit flipped in $good" >&2
}
line=$((warps / 2))
flip $line 0
caught "a file with a bit of an answer flipped" "warp $((line - 1)): rd is" "$dir/$config.vvp" "$bad" "$warps"
flip $line 1
caught "a file with a bit of a tag flipped" "line $line is missing, or not" "$dir/$config.vvp" "$bad" "$warps"
sed '$d' "$good" >"$bad"
caught "a file without its last line" "line $warps is missing" "$dir/$config.vvp" "$bad" "$warps"
head -c $(($(wc -c <"$good") - 10)) "$good" >"$bad"
caught "a file cut within its last line" "line $warps is missing" "$dir/$config.vvp" "$bad" "$warps"
sed "${line}d" "$good" >"$bad"
caught "a file without a line amid" "line $line is missing" "$dir/$config.vvp" "$bad" "$((warps - 1))"
: >"$bad"
caught "an empty file" "line 1 is missing" "$dir/$config.vvp" "$bad" "$warps"
caught "no file" "line 1 is missing" "$dir/$config.vvp" "$dir/none.hex" "$warps"
exit $failed
