#!/bin/sh
# test_cuda.sh BUILD NVCC PYTHON - check the CUDA program as far as this machine can.
#
# BUILD holds what was made, NVCC is the compiler or empty where there is none. Prints PASS, FAIL and SKIP,
# a line per check. Exit status: 0 nothing failed, 1 something did.
if [ $# -ne 3 ]; then
    echo "test_cuda.sh: takes BUILD, NVCC and PYTHON, not $# arguments" >&2
    exit 2
fi
build=$1 nvcc=$2 python=$3
program=$build/cuda/shfl_cuda
here=$(dirname "$0")
failed=0
out=$build/cuda/test.out

pass() { echo "PASS $1"; }
fail() { echo "FAIL $1: $2"; failed=1; }
skip() { echo "SKIP $1: $2"; }

# says STATUS WORDS NAME COMMAND... : the command exits so, and one line of what it prints holds the words
says() {
    status=$1 words=$2 name=$3
    shift 3
    "$@" >"$out" 2>&1
    got=$?
    if [ $got -ne "$status" ]; then
        fail "$name" "exit status $got, not $status; it said $(head -n 3 "$out" | tr '\n' ' ')"
    elif ! grep -qF -e "$words" "$out"; then
        fail "$name" "did not say '$words' but: $(head -n 3 "$out" | tr '\n' ' ')"
    else
        pass "$name"
    fi
}

if [ -z "$nvcc" ]; then
    skip "cuda: compile for every architecture" "no nvcc here"
    skip "cuda: machine code holds the shuffles asked for" "no nvcc here"
    skip "cuda: options" "no nvcc here"
    skip "cuda: check against the GPU" "no nvcc here"
    exit 0
fi
pass "cuda: compiled for $("$nvcc" --list-gpu-code | tr '\n' ' ' | sed 's/ $//')"

# cuobjdump comes with some toolkits only
cuobjdump=$(command -v cuobjdump || command -v "$(dirname "$(command -v "$nvcc")")/cuobjdump")
"$python" "$here/check_sass.py" "$build/silicon/gpu/device.cubin" "$build/silicon/gpu/bench.cubin" ${cuobjdump:+"$cuobjdump"} ||
    failed=1

says 0 "Usage: shfl_cuda" "cuda: --help" "$program" --help
says 0 "members" "cuda: --list" "$program" --list
says 2 "--frobnicate: no such option" "cuda: an unknown option" "$program" --frobnicate
says 2 "--suite nonesuch: no such suite" "cuda: an unknown suite" "$program" --suite nonesuch
says 2 "--suite: needs a value" "cuda: an option without its value" "$program" --suite
says 2 "leave out --suite" "cuda: --record of one suite" "$program" --record "$build/cuda/x" --suite width
says 2 "leave out --suite" "cuda: --bench of one suite" "$program" --bench --suite width
says 2 "belongs to --record" "cuda: --command alone" "$program" --command make
says 2 "$build/cuda/none/x: cannot be written" "cuda: --record to a folder that is not there" \
    "$program" --record "$build/cuda/none/x"

"$program" --suite width >"$out" 2>&1
case $? in
0)
    says 0 "PASS: " "cuda: check against the GPU" "$program"
    says 1 "FAIL: " "cuda: a planted error turns the run red" "$program" --plant-error
    "$program" --plant-error >"$out" 2>/dev/null
    red=$(grep -c ' points  *[12] mismatches ' "$out")
    all=$("$program" --list | wc -l)
    if [ "$red" -eq "$all" ]; then
        pass "cuda: a planted error turns each of $all suites red"
    else
        fail "cuda: a planted error turns each of $all suites red" "$red suites are"
    fi
    ;;
3)
    if grep -q 'no NVIDIA GPU here' "$out"; then
        skip "cuda: check against the GPU" "$(head -n 1 "$out")"
    else
        fail "cuda: check against the GPU" "$(head -n 1 "$out")"
    fi
    ;;
*)
    fail "cuda: check against the GPU" "$(head -n 1 "$out")"
    ;;
esac
exit $failed
