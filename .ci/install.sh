#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install.sh install|uninstall BUILD VERSION - put what a user takes below $DESTDIR$PREFIX, or remove just that again.
#
# The command, the golden model (library, headers, pkg-config file), and the RTL in share/openshfl.
set -eu
build=$2 version=$3 root=${DESTDIR-}$PREFIX

refuse() {
    printf 'make %s: PREFIX=%s: %s\n' "$1" "$PREFIX" "$2" >&2
    exit 2
}

case $PREFIX in
    /*) ;;
    *) refuse "$1" "expected an absolute path, such as /usr/local or $HOME/.local" ;;
esac
# shellcheck disable=SC2016 # as they stand
case $PREFIX in
    *['$()']* | *[[:cntrl:]]*) refuse "$1" "pkg-config takes no dollar sign, parenthesis or control character" ;;
esac

# MODE SOURCE DESTINATION
files() {
    echo "755 $build/openshfl bin/openshfl"
    echo "644 $build/libshfl.a lib/libshfl.a"
    echo "644 - lib/pkgconfig/shfl.pc"
    for file in model/*.h; do echo "644 $file include/${file#model/}"; done
    echo "644 cli/conform/peer.h include/openshfl/peer.h"
    for file in rtl/*.v rtl/*.vh rtl/amd/*.v rtl/amd/*.vh rtl/sv/*.sv rtl/chain/*.v; do
        if [ -e "$file" ]; then echo "644 $file share/openshfl/$file"; fi
    done
}

# the pkg-config file, where a backslash takes what is special to a shell as it stands
pc() {
    printf 'prefix=%s\n\nName: shfl\nDescription: Golden model of the GPU warp shuffle\nVersion: %s\n' \
        "$(printf '%s' "$PREFIX" | sed "s/[^A-Za-z0-9_./+,:=@%~-]/\\\\&/g")" "$version"
    # shellcheck disable=SC2016 # pkg-config's
    printf 'Cflags: -I${prefix}/include\nLibs: -L${prefix}/lib -lshfl\n'
}

files | while read -r mode from to; do
    if [ "$1" = uninstall ]; then
        rm -f "$root/$to"
        continue
    fi
    install -d "$(dirname "$root/$to")"
    case $from in
        -) pc >"$root/$to.$$" && chmod "$mode" "$root/$to.$$" && mv "$root/$to.$$" "$root/$to" ;;
        *) install -m "$mode" "$from" "$root/$to" ;;
    esac
done
if [ "$1" = uninstall ]; then
    for folder in /rtl/chain /rtl/amd /rtl/sv /rtl ""; do
        rmdir "$root/share/openshfl$folder" 2>/dev/null || true
    done
    rmdir "$root/include/openshfl" 2>/dev/null || true
fi
