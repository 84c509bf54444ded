#!/bin/sh
# cli.sh OPENSHFL SCRATCH PYTHON - the command, as a person would use and misuse it.

openshfl=$1
dir=$2
python=$3
failed=0
rm -rf "$dir"
mkdir -p "$dir/locked" || exit 2

pass() { echo "PASS openshfl/$1"; }
fail() { echo "FAIL openshfl/$1: $2"; failed=1; }

# misuse NAME TEXT ARGUMENT... - exit status 2, one line on stderr with TEXT, nothing on stdout, nothing written
misuse() {
    name=$1 text=$2
    shift 2
    "$openshfl" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    if [ $status -ne 2 ]; then fail "$name" "exit status $status, expected 2"
    elif ! grep -qF -e "$text" "$dir/err"; then fail "$name" "stderr lacks '$text': $(head -n 1 "$dir/err")"
    elif [ "$(wc -l <"$dir/err")" -ne 1 ]; then fail "$name" "not one line: $(cat "$dir/err")"
    elif [ -s "$dir/out" ]; then fail "$name" "wrote to stdout"
    elif [ -n "$(ls "$dir/locked")" ]; then fail "$name" "left a file: $(ls "$dir/locked")"
    else pass "$name"
    fi
}

# expect NAME TEXT ARGUMENT... - exit status 0 and a line of stdout that is TEXT, blanks run together
expect() {
    name=$1 text=$2
    shift 2
    "$openshfl" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    status=$?
    if [ $status -ne 0 ]; then fail "$name" "exit status $status: $(head -n 1 "$dir/err")"
    elif ! tr -s ' ' <"$dir/out" | sed 's/^ //; s/ $//' | grep -qxF -e "$text"; then
        fail "$name" "no line '$text' in: $(head -n 3 "$dir/out")"
    else pass "$name"
    fi
}

# wrong NAME PLACE TEXT PROGRAM - the program is refused at LINE:COLUMN
wrong() {
    printf '%b' "$4" >"$dir/p.sass"
    misuse "$1" "$dir/p.sass:$2: $3" run "$dir/p.sass"
}

# right NAME TEXT PROGRAM ARGUMENT... - the program runs, on both engines, and one line of the answer is TEXT
right() {
    name=$1 text=$2
    printf '%b' "$3" >"$dir/p.sass"
    shift 3
    expect "$name" "$text" run "$dir/p.sass" "$@"
    cp "$dir/out" "$dir/model"
    "$openshfl" run "$dir/p.sass" --engine rtl "$@" >"$dir/out" 2>&1
    cmp -s "$dir/out" "$dir/model" || fail "$name-rtl" "another answer: $(diff "$dir/out" "$dir/model" | head -n 3)"
}

# ---- the command itself

expect help 'Usage: openshfl COMMAND [argument ...]' --help
expect version "openshfl $("$openshfl" --version | sed 's/.* //')" --version
for command in run explain decode; do
    "$openshfl" "$command" --help >"$dir/out" 2>&1 && grep -q "^Usage: openshfl $command" "$dir/out" \
        && pass "$command-help" || fail "$command-help" "$(head -n 1 "$dir/out")"
    for option in $(grep -o -e '--[a-z]*' "$dir/out" | sort -u); do # all that the help names is known
        "$openshfl" "$command" "$option" 2>&1 | grep -q 'no such option' \
            && fail "$command-help$option" "in the help, but not known"
    done
done
misuse no-command "frobnicate: no such command" frobnicate
misuse unknown-option "run: --frobnicate: no such option" run --frobnicate x
misuse option-of-another "run: --svg: no such option" run --svg x
misuse option-part "run: --eng: no such option" run --eng rtl x
misuse option-without-value "run: --engine: needs a value" run x --engine
misuse option-twice "run: --engine: given twice" run x --engine rtl --engine rtl
misuse flag-with-value "explain: --json=1: this option takes no value" explain --json=1 x

# ---- run

expect run-inclusive '31 120 496 1' run programs/inclusive_scan.sass
sum=$("$openshfl" run programs/inclusive_scan.sass --engine=rtl | tail -n 1 | tr -s ' ')
[ "$sum" = ' 31 120 496 1' ] && pass run-inclusive-rtl || fail run-inclusive-rtl "'$sum'"
expect run-exclusive '31 120 465 1' run programs/exclusive_scan.sass
right trace 'P1 0..31 0011---- -------- -------- --------' 'SHFL.UP P1, Ry, Rx, 2, 0' --active 0xf --show trace
right list '5 30 30' 'MOV Ry, Rx' --init 'Rx=[10,20,30]'
"$openshfl" run programs/fswz_1032.sass --init Rx=random:7 --format hex >"$dir/out"
[ "$(awk '$1 == 8 { print $3 }' "$dir/out")" = "$(awk '$1 == 9 { print $2 }' "$dir/out")" ] \
    && [ "$(awk 'NR > 1 { print $3 }' "$dir/out" | sort -u | wc -l)" -eq 32 ] && pass random || fail random "$(head -n 2 "$dir/out")"
right float-init '3 -2.5' 'MOV RZ, Rx' --init 'Rx=float:-2.5'
right lane-init '31 95' 'MOV RZ, Rx' --init 'Rx=lane*3+2'
right lane-xor '31 30' 'MOV RZ, Rx' --init 'Rx=lane^1'
right predicate '4 1 7 0' '@!P2 MOV R1, 7\nMOV R0, 1' --init P2=0xffffffef --init R1=0
grep -q '^ *5  *1  *0  *1$' "$dir/model" && pass predicate-guard || fail predicate-guard "lane 5 executed"
right unpredictable '3 0? 3' 'SHFL.DOWN PT, Ry, Rx, 1, 31' --active 0xf
right annotations '5 6 5' 'IADD Ry, Rx, 1 {&req_6} {&rd0} { &wr=0x1 } {?sched} ;' --init Ry=0
right annotations-bare '5 6 5' 'IADD Ry, Rx, 1 &req={0,1} &wr=0x2 ?WAIT2_END_GROUP;\n;;' --init Ry=0
right two-on-a-line '5 12 5' '/* a\n b */ IADD Ry, Rx, 1; IADD Ry, Ry, Ry // twice' --init Ry=0
right nvdisasm '9 9 8 1' '/*0000*/ SHFL.UP P0, R2, R1, 0x1, RZ ; /* 0x0420000001027989 */' --init R1=lane --init R2=0
right register-forms '9 9 2 31 11' 'SHFL.DOWN PT, R5, R1, R2, R3' --init R1=lane --init R2=2 --init R3=31 --init R5=0
right exit '3 3 0 1 has exited' 'ISETP.LT.AND P0, PT, Rx, 4, PT\n@P0 EXIT\nMOV Ry, 9' --init Ry=0
right laneid '7 7 127' 'S2R R0, SR_LANEID\nS2R R1, SR_LTMASK' 
right sel '3 -3 1 1' 'FSETP.LT.AND P1, PT, Rx, 0, PT\nSEL Ry, 1, 2, P1' --init 'Rx=float:[5,5,5,-3]' --init Ry=0
right vote '0 1 0x49249249 1 1' 'ISETP.GE.U32.AND P0, PT, R1, 1, PT\nVOTE.ANY R2, P1, P0' --init 'R1=[1,0,0]' --init R2=0
misuse no-file "/nonexistent: cannot be opened: No such file" run /nonexistent
misuse no-file-named "run takes one FILE, not 0" run
misuse two-files "run takes one FILE, not 2" run a b
misuse a-folder "cannot be read" run "$dir"
misuse unknown-engine "run: --engine gpu: expected model or rtl" run programs/fswz_0000.sass --engine gpu
misuse unknown-show "run: --show all: expected lanes or trace" run programs/fswz_0000.sass --show all
misuse unknown-format "run: --format x: expected auto, int, hex or float" run programs/fswz_0000.sass --format x
misuse bad-mask "run: --active 0x100000000: expected a mask of 32 lanes" run programs/fswz_0000.sass --active 0x100000000
misuse init-of-nobody "run: --init 'Rq=1': no such register in the program" run programs/fswz_0000.sass --init Rq=1
misuse init-without-value "run: --init 'Rx': expected NAME=VALUE" run programs/fswz_0000.sass --init Rx
misuse init-word "run: --init 'Rx=lan': expected lane" run programs/fswz_0000.sass --init Rx=lan
misuse init-list "run: --init 'Rx=[1,2': expected lane" run programs/fswz_0000.sass --init 'Rx=[1,2'
misuse init-long-list "of at most 32 numbers" run programs/fswz_0000.sass --init "Rx=[$(seq -s, 33)]"
misuse init-zero "'RZ=1': RZ is always 0" run programs/fswz_0000.sass --init RZ=1
misuse init-predicate "a predicate takes a mask" run programs/fswz_0000.sass --init P1=lane
: >"$dir/empty"
misuse empty-program "$dir/empty: holds no instruction" run "$dir/empty"

# ---- mistakes in programs, with their places

wrong unknown-mnemonic 2:1 "'FROB': unknown instruction" 'NOP\nFROB R1, R2\n'
wrong lower-case 1:1 "'shfl.up': unknown instruction" 'shfl.up P1, Ry, Rx, 1, 0'
wrong no-mode 1:1 "'SHFL': it takes one of .IDX .UP .DOWN .BFLY, there is no default" 'SHFL P1, Ry, Rx, 1, 0'
wrong bad-mode 1:5 "'SHFL.LEFT': it takes one of" '    SHFL.LEFT P1, Ry, Rx, 1, 0'
wrong register-255 1:9 "'R255': no such register" 'MOV Rx, R255'
wrong register-leading-zero 1:5 "'R07': no such register" 'MOV R07, 1'
wrong sb-too-large 1:21 "'32': out of range, Sb of SHFL is 0 to 31" 'SHFL.UP P1, Ry, Rx, 32, 0'
wrong sb-negative 1:21 "'-1': out of range, Sb" 'SHFL.UP P1, Ry, Rx, -1, 0'
wrong sc-too-large 1:24 "'0x2000': out of range, Sc of SHFL is 0 to 8191" 'SHFL.UP P1, Ry, Rx, 1, 0x2000'
wrong ra-immediate 1:17 "'3': expected a register" 'SHFL.UP P1, Ry, 3, 1, 0'
wrong rd-number 1:13 "'5': expected a register" 'SHFL.UP P1, 5, Rx, 1, 0'
wrong predicate-7 1:9 "'P7': expected a predicate to write" 'SHFL.UP P7, Ry, Rx, 1, 0'
wrong guard 1:2 "'R1': expected a predicate" '@R1 NOP'
wrong dash-as-source 3:17 "'__': expected a predicate" '//\n/* */\n SEL Rx, Rx, 0, __'
wrong missing-operand 1:24 "'end of line': expected a comma" 'SHFL.UP P1, Ry, Rx, 1  '
wrong missing-comma 1:12 "'Ry': expected a comma" 'SHFL.UP P1 Ry, Rx, 1, 0'
wrong one-more 1:25 "',': expected the end" 'SHFL.UP P1, Ry, Rx, 1, 0, 0'
wrong endless-comment 2:1 "'/*': this comment has no end" 'NOP\n/* abc'
wrong integer-33-bits 1:9 "'4294967296': out of range" 'MOV Rx, 4294967296'
wrong negated-in-sel 1:9 "'-': expected a register or a number" 'SEL Rx, -Ry, 0, P1'
wrong annotation-no-end 1:5 "'{': this annotation has no end" 'NOP {&req={0\n'
wrong long-name 1:5 "'Rabcdefghijklmnop': the name is too long" 'MOV Rabcdefghijklmnop, 1'
wrong no-text 1:1 "'\\x00': unknown instruction" '\0000NOP'
wrong modifier-of-plain 1:1 "'FADD.UP': it takes no modifier" 'FADD.UP R1, R2, R3'

# ---- explain

expect explain '9 1 0 11000 8 8 8 yes 8 9 8 1' explain 'SHFL.UP P1, R2, R1, 1, 0x1800'
expect explain-fields '9 1 0 11000 8 8 8 yes 8 9 8 1' explain --mode up --index 1 --clamp 0 --segmask 24
expect explain-intrinsic '9 1 0 11000 8 8 8 yes 8 9 8 1' explain --intrinsic '__shfl_up_sync(m, v, 1, 8)'
expect explain-rule 'in_range = j >= max_lane' explain --mode up --index 1
expect explain-old-intrinsic '14 16 31 10000 0 15 0 yes 0 14 0 1' explain --intrinsic '__shfl(v, lane+2, 16)'
expect explain-width 'note: CUDA allows widths of 1 2 4 8 16 32; 24 is answered by the same formula' \
    explain --intrinsic '__shfl_sync(m, f(a, b), 3, 24)'
expect explain-mask '4 does not execute 4 -' explain --intrinsic '__shfl_xor_sync(0xf, v, 1)'
expect explain-inactive '4 1 0 00000 0 0 3 yes 3 4 ? 1' explain 'SHFL.UP P1, R2, R1, 1, 0' --active 0xf7
expect explain-register '4 3 31 00000 0 31 7 yes 7 4 7 1' explain 'SHFL.DOWN P1, R2, R1, R5, 0x1f' --init R5=3
expect explain-unknown 'The lanes depend on R5: give it with --init, such as --init R5=lane' \
    explain 'SHFL.DOWN P1, R2, R1, R5, 0x1f'
expect explain-sentence 'every lane reads the lane 2 above it in its segment of 4; the last 2 lanes of a segment keep their own word' \
    explain 'SHFL.DOWN P1, R2, R1, 2, 0x1c1f'
misuse explain-nothing "explain takes one instruction" explain
misuse explain-two "explain takes one instruction" explain 'SHFL.UP P1, R2, R1, 1, 0' --mode up --index 1
misuse explain-other "expected one SHFL" explain 'FADD R1, R2, R3'
misuse explain-mistake "explain: instruction:1:21: '40': out of range" explain 'SHFL.UP P1, R2, R1, 40, 0'
misuse explain-mode "explain: --mode left: expected idx, up, down or bfly" explain --mode left --index 1
misuse explain-no-index "explain: --mode takes --index" explain --mode up
misuse explain-index "explain: --index 32: expected a number from 0 to 31" explain --mode up --index 32
misuse explain-stray "--index, --clamp and --segmask belong to --mode" explain 'SHFL.UP P1, R2, R1, 1, 0' --index 2
misuse explain-call "expected a call of __shfl_sync" explain --intrinsic 'shuffle(1)'
misuse explain-arguments "expected ..._sync(mask, value, delta)" explain --intrinsic '__shfl_up_sync(m, v)'
misuse explain-third "expected a number, or lane" explain --intrinsic '__shfl_sync(m, v, x)'
misuse explain-svg-unknown "give R5 with --init" explain 'SHFL.UP P1, R2, R1, R5, 0' --svg "$dir/locked/x.svg"
misuse explain-svg-unwritable "cannot be written" explain --mode up --index 1 --svg "$dir/none/x.svg"

"$openshfl" explain 'SHFL.BFLY P2, R2, R1, 5, 0xa1f' --active 0xfffffffe --json >"$dir/j.json" --svg "$dir/p.svg"
"$python" - "$dir/j.json" "$dir/p.svg" <<'PY' && pass json-and-svg || fail json-and-svg "not what they should be"
import json, sys, xml.etree.ElementTree as xml
told = json.load(open(sys.argv[1]))
assert told["mode"] == "BFLY" and told["instruction"] == "SHFL.BFLY P2, R2, R1, 5, 0xa1f" and len(told["lanes"]) == 32
for i, lane in enumerate(told["lanes"]):  # the rule once more, from the fields
    low = i & lane["segmask"]
    high = low | lane["clamp"] & ~lane["segmask"]
    j = i ^ lane["index"]
    assert (lane["lane"], lane["min_lane"], lane["max_lane"], lane["j"]) == (i, low, high, j)
    assert lane["in_range"] == (j <= high) and lane["src_lane"] == (j if j <= high else i)
    assert lane["rd"] == (None if i == 0 or lane["src_lane"] == 0 else lane["src_lane"])
    assert lane["pu"] == (None if i == 0 else lane["in_range"])
root = xml.parse(sys.argv[2]).getroot()
def kind(name):
    return [e for e in root.iter() if e.get("class") == name and "0 0" not in e.get("d", "")]
arrows = [e for e in root.iter("{http://www.w3.org/2000/svg}path") if e.get("class") and ",392" not in e.get("d")]
assert len(arrows) == 31, len(arrows)                                 # one per lane that executes
assert sum(e.get("class") == "bad" for e in arrows) == 1              # lane 5 reads lane 0
PY

# ---- decode

expect decode-maxwell 'SHFL.UP P0, R2, R0, 0x1, RZ' decode 0xef107f8050170002
expect decode-two 'SHFL.BFLY PT, R7, R7, 0x1, 0x1f' decode 0x0c201f0007077f89 0x000fe200000e0000
expect decode-whole 'SHFL.BFLY PT, R7, R7, 0x1, 0x1f' decode 000fe200000e00000c201f0007077f89
expect decode-several 'every lane reads the lane 1 below it; the first lane keeps its own word' \
    decode 0x0c201f0007077f89 0xe0000 ef107f8050170002
misuse decode-nothing "decode takes machine words, or --cubin FILE" decode
misuse decode-both "decode takes machine words, or --cubin FILE" decode 0x1 --cubin x
misuse decode-other "0x1234: no SHFL" decode ef107f8050170002 0x1234
misuse decode-half "give the high half as the next word" decode 0x0c201f0007077f89
misuse decode-word "'xyz': expected a word of at most 16 hexadecimal digits" decode xyz
misuse decode-33-digits "expected a word" decode 000000000000000000000000000000000
for cubin in tests/cli/*.cubin; do
    "$openshfl" decode --cubin "$cubin" >"$dir/out" 2>&1
    grep -v -e '^    ' -e "^$cubin: " "$dir/out" | cmp -s - "${cubin%.cubin}.txt" \
        && pass "decode-$(basename "$cubin")" || fail "decode-$(basename "$cubin")" "not what nvdisasm says"
done
misuse decode-no-file "/nonexistent: cannot be opened" decode --cubin /nonexistent
misuse decode-text "not an ELF file, so no cubin" decode --cubin programs/fswz_0000.sass
misuse decode-program "not for CUDA's 190" decode --cubin "$openshfl"
head -c 2000 tests/cli/shuffles.sm_90.cubin >"$dir/cut.cubin"
misuse decode-truncated "truncated or corrupt" decode --cubin "$dir/cut.cubin"

# ---- a full disk

if [ -w /dev/full ]; then
    for command in "run programs/fswz_0000.sass" "explain --mode up --index 1" "decode ef107f8050170002" --help; do
        # shellcheck disable=SC2086 # words
        "$openshfl" $command >/dev/full 2>"$dir/err"
        [ $? -eq 1 ] && grep -q 'cannot write the output' "$dir/err" && pass "full-disk-${command%% *}" \
            || fail "full-disk-${command%% *}" "not told"
    done
fi

exit $failed
