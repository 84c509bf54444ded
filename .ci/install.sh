#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh install|uninstall BUILD VERSION - install below $DESTDIR$PREFIX, or remove the same files again.
#
# The command, the golden model (library, headers, pkg-config file), and the RTL with its file lists in share/openshfl.
# All files are written under temporary names and then renamed: a failure before that changes nothing. Exit status: 0;
# 2, a PREFIX that cannot be used; 3, a file that cannot be written.
set -u
goal=$1 build=$2 version=$3 root=${DESTDIR-}$PREFIX
new=.new-$$

refuse() {
    printf 'make %s: PREFIX=%s: %s\n' "$goal" "$PREFIX" "$2" >&2
    exit "$1"
}

case $PREFIX in
    /*) ;;
    *) refuse 2 "expected an absolute path, such as /usr/local or $HOME/.local" ;;
esac
# shellcheck disable=SC2016 # as they stand
case $PREFIX in
    *['$()']* | *[[:cntrl:]]*) refuse 2 "pkg-config accepts no dollar sign, parenthesis or control character" ;;
esac

# MODE SOURCE DESTINATION
files() {
    echo "755 $build/openshfl bin/openshfl"
    echo "644 $build/libshfl.a lib/libshfl.a"
    echo "644 - lib/pkgconfig/shfl.pc"
    for file in model/*.h; do echo "644 $file include/${file#model/}"; done
    echo "644 conform/peer.h include/openshfl/peer.h"
    for file in rtl/*.v rtl/*.vh rtl/*.f rtl/amd/*.v rtl/amd/*.vh rtl/collective/*.v rtl/rvv/*.v rtl/rvv/*.vh \
            rtl/sv/*.sv rtl/chain/*.v rtl/tech/*.f rtl/tech/*/*.v; do
        if [ -e "$file" ]; then echo "644 $file share/openshfl/$file"; fi
    done
}

# the pkg-config file, with a backslash before each character that is special to a shell
pc() {
    # shellcheck disable=SC2016 # pkg-config's
    printf 'prefix=%s\n\nName: shfl\nDescription: Golden model of the GPU warp shuffle\nVersion: %s\n%s\n%s\n' \
        "$(printf '%s' "$PREFIX" | sed "s/[^A-Za-z0-9_./+,:=@%~-]/\\\\&/g")" "$version" \
        'Cflags: -I${prefix}/include' 'Libs: -L${prefix}/lib -lshfl'
}

# call a function with each file's mode, source and destination
each() {
    files | while read -r mode from to; do "$1" "$mode" "$from" "$root/$to" || exit 1; done
}
write() {
    install -d "$(dirname "$3")" || return
    if [ "$2" = - ]; then pc >"$3$new"; else cp "$2" "$3$new"; fi && chmod "$1" "$3$new"
}
put() { mv -f "$3$new" "$3"; }
discard() { rm -f "$3$new"; }
remove() { rm -f "$3"; }

if [ "$goal" = uninstall ]; then
    each remove || refuse 3 "not all files are removed, see the line above"
    find "$root/share/openshfl" "$root/include/openshfl" -depth -type d -exec rmdir {} \; 2>/dev/null
    exit 0
fi

trap 'each discard' EXIT
trap 'exit 3' HUP INT TERM
each write || refuse 3 "nothing is installed, see the line above"
each put || refuse 3 "not all files are installed, see the line above"

# the variables that a shell needs to find the command and the library
set -- "$PREFIX/bin" "$PREFIX/lib/pkgconfig"
hint=
case :$PATH: in *:"$1":*) ;; *) hint=" PATH=\"$1:\$PATH\"" ;; esac
case :${PKG_CONFIG_PATH-}:$(pkg-config --variable pc_path pkg-config 2>/dev/null): in
    *:"$2":*) ;;
    *) hint=" PKG_CONFIG_PATH=\"$2\"$hint" ;;
esac
if [ "${DESTDIR-}" ]; then hint=; fi
printf 'installed in %s: bin/openshfl, lib/libshfl.a, include/shfl.h, share/openshfl/rtl%s\n' "$root" \
    "${hint:+; export$hint}"
