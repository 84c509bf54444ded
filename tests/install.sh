#!/bin/sh
# install.sh MAKE CC SCRATCH - install the golden model into an empty folder, and use it from there as a
# stranger would.

make=$1
cc=$2
dir=$3
failed=0
rm -rf "$dir"
mkdir -p "$dir" || exit 2
pass() { echo "PASS install/$1"; }
fail() { echo "FAIL install/$1: $2"; failed=1; }

"$make" -s install PREFIX="$dir/prefix" >"$dir/log" 2>&1 && pass install || fail install "see $dir/log"
[ "$(cd "$dir/prefix" 2>/dev/null && find . -type f | sort | tr '\n' ' ')" = \
    "./include/shfl.h ./lib/libshfl.a ./lib/pkgconfig/shfl.pc " ] && pass files || fail files "others than expected"

cat >"$dir/use.c" <<'C'
#include <shfl.h>
#include <stdio.h>

int main(void)
{
    struct shfl_unit unit = { 32, SHFL_ZERO };
    struct shfl_in in = { .mode = SHFL_UP, .sb_is_imm = true, .sb_imm = 1, .sc_is_imm = true, .sc_imm = 0x1800,
                          .active = 0xffffffff };
    struct shfl_out out;

    for (unsigned k = 0; k < 32; k++)
        in.ra[k] = k;
    if (shfl_warp(&unit, &in, &out))
        return 1;
    printf("%d %d 0x%08x\n", (int)out.rd[8], (int)out.rd[9], (unsigned)out.pu);
    return 0;
}
C
sed 's/#include <shfl.h>/#include <shfl.h>\n#include <cstring>/' "$dir/use.c" >"$dir/use.cpp"
export PKG_CONFIG_PATH="$dir/prefix/lib/pkgconfig"
flags=$(pkg-config --cflags --libs shfl) && pass pkg-config || fail pkg-config "not found"
# shellcheck disable=SC2086 # flags are words
$cc -std=c11 -Wall -Wextra -Wconversion -pedantic -Werror "$dir/use.c" $flags -o "$dir/use" \
    && [ "$("$dir/use")" = "8 8 0xfefefefe" ] && pass use-from-c || fail use-from-c "does not build, or answers otherwise"
"$make" -s install DESTDIR="$dir/stage" PREFIX=/usr >"$dir/log" 2>&1 \
    && grep -q '^prefix=/usr$' "$dir/stage/usr/lib/pkgconfig/shfl.pc" && pass destdir || fail destdir "see $dir/log"
exit $failed
