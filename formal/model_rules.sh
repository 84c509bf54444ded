#!/bin/sh
# model_rules.sh CC DIR [--full] - the golden model against its rules, and models that are broken on purpose,
# which formal/model_rules.c has to refute. Scratch files go to DIR. Prints a line per check. Exit status: 0
# nothing failed, 1 something did, 2 misuse.
if [ $# -lt 2 ]; then
    echo "model_rules.sh: takes CC DIR [--full]" >&2
    exit 2
fi
cc=$1 dir=$2
shift 2
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$dir" || exit 2
failed=0

# the checker, with the model of a folder
build() {
    $cc -std=c11 -O2 -Wall -Wextra -I"$1" -o "$2" formal/model_rules.c "$1"/*.c 2>"$2.log" && return
    echo "FAIL model: $2.log: it does not compile"
    exit 1
}

build model "$dir/model_rules"
"$dir/model_rules" "$@" || failed=1

# FILE EDIT CHECK: an edit of sed, and the check that has to fail
broken() {
    rm -rf "$dir/broken"
    cp -r model "$dir/broken"
    sed -i "$2" "$dir/broken/$1"
    if cmp -s "model/$1" "$dir/broken/$1"; then
        echo "FAIL model: broken, $1: the edit '$2' finds nothing"
        failed=1
        return
    fi
    build "$dir/broken" "$dir/model_broken"
    if "$dir/model_broken" | grep -q "^FAIL model: $3"; then
        echo "PASS model: refuted, $1 with $2"
    else
        echo "FAIL model: not refuted, $1 with $2"
        failed=1
    fi
}
broken shfl_decode.c 's/sc >> 8/sc >> 7/' decode
broken shfl_decode.c 's/in->sb_is_imm ? in->sb_imm/in->sc_is_imm ? in->sb_imm/; s/in->sb\[k\]/in->sb[0]/' decode
broken shfl_lane_index.c 's/index\[lane\] & ~segmask\[lane\]/index[lane]/' 'lane index'
broken shfl_lane_index.c 's/lane ^ index/lane | index/' 'lane index'
broken shfl_range_check.c 's/j\[lane\] < max_lane/j[lane] < min_lane/' 'lane index'
broken shfl_range_check.c 's/j\[lane\] > max_lane/j[lane] >= max_lane/' 'lane index'
broken shfl_crossbar.c 's/\[src_lane\[/[1 ^ src_lane[/' crossbar
broken shfl_writeback.c 's/SHFL_OWN/SHFL_RAW/' write-back
exit $failed
