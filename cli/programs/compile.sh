#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compile the programs in cuda/ to PTX, by clang and by nvcc, into a folder: compile.sh FOLDER [all]. Without "all" one
# architecture each, and two of newer.cu, whose text is another for each: of the others .target alone differs.
set -e
into=$1
here=$(dirname "$0")/cuda
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
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
    both=$2
    [ "$name" = newer ] && both=all
    for sm in 70 ${both:+80}; do
        clang -x cuda --cuda-device-only -nocudainc -nocudalib "--cuda-gpu-arch=sm_$sm" -Xclang -target-feature \
            -Xclang +ptx75 -Wno-unknown-cuda-version -O2 -S "$source" -o "$into/part"
        plain "$into/part" "$into/$name.clang.sm_$sm.ptx"
    done
    for sm in 75 ${both:+90}; do
        "$nvcc" "-arch=compute_$sm" -ptx "$source" -o "$into/part"
        plain "$into/part" "$into/$name.nvcc.sm_$sm.ptx"
    done
done
