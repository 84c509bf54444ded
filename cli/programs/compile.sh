#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compile the programs in cuda/ to PTX, by clang and by nvcc where they are there, into a folder: compile.sh FOLDER. Two
# architectures each; the text differs in .target alone but for newer.cu.
set -e
into=$1
here=$(dirname "$0")/cuda
nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc || :)
clang=$(command -v clang || :)
[ "$nvcc$clang" ] || { echo "openshfl: no nvcc and no clang here: expected one of them, to compile $here" >&2; exit 3; }
mkdir -p "$into"
plain() { # without comments, tabs and empty lines
    {
        echo '// SPDX-License-Identifier: Apache-2.0'
        expand -t 4 "$1" | sed -e 's,//.*,,' -e 's,[[:space:]]*$,,' -e '/^$/d'
    } > "$2"
    rm "$1"
}
for source in "$here"/*.cu; do
    name=$(basename "$source" .cu)
    for sm in ${clang:+70 80}; do
        "$clang" -x cuda --cuda-device-only -nocudainc -nocudalib "--cuda-gpu-arch=sm_$sm" -Xclang -target-feature \
            -Xclang +ptx75 -Wno-unknown-cuda-version -O2 -S "$source" -o "$into/part"
        plain "$into/part" "$into/$name.clang.sm_$sm.ptx"
    done
    for sm in ${nvcc:+75 90}; do
        "$nvcc" "-arch=compute_$sm" -ptx "$source" -o "$into/part"
        plain "$into/part" "$into/$name.nvcc.sm_$sm.ptx"
    done
done
