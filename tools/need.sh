#!/bin/sh
# need.sh NAME ... - see that tools are there and new enough, and install those that are not.
#
# With SETUP=0 in the environment, or where apt-get or the right to use it is missing, nothing is
# installed: the missing tools are listed with the versions that would do, and the exit status is 2.

# what each NAME is: Debian package, least version, and a command that prints the version that is here
describe() {
    case $1 in
    cc)         package=gcc;         least=8;     probe='cc -dumpfullversion -dumpversion' ;;
    c++)        package=g++;         least=8;     probe='c++ -dumpfullversion -dumpversion' ;;
    ar)         package=binutils;    least=2;     probe='ar --version' ;;
    libc)       package=libc6-dev;   least=;      probe='echo "#include <stdio.h>" | cc -E - >/dev/null && echo 1' ;;
    zlib)       package=zlib1g-dev;  least=1;     probe='echo "#include <zlib.h>
                                                    ZLIB_VERSION" | cc -E -P - | tail -n 1' ;;
    lzma)       package=liblzma-dev; least=5;     probe='echo "#include <lzma.h>
                                                    LZMA_VERSION_MAJOR" | cc -E -P - | tail -n 1' ;;
    verilator)  package=verilator;   least=5.006; probe='verilator --version' ;;
    clang)      package=clang;       least=11;    probe='clang --version' ;;
    libfuzzer)  package=libclang-rt-dev; least=;  probe='echo "int LLVMFuzzerTestOneInput(const void *d, unsigned long n) { return 0; }" |
                                                    clang -x c -fsanitize=fuzzer - -o /dev/null && echo 1' ;;
    iverilog)   package=iverilog;    least=11;    probe='iverilog -V' ;;
    yosys)      package=yosys;       least=0.23;  probe='yosys -V' ;;
    python3)    package=python3;     least=3.9;   probe='python3 --version' ;;
    gtkwave)    package=gtkwave;     least=;      probe='gtkwave --help 2>&1 | grep -q SAVEFILE && echo 1' ;;
    Xvfb)       package=xvfb;        least=;      probe='Xvfb -help 2>&1 >/dev/null | grep -q displayfd && echo 1' ;;
    import)     package=imagemagick; least=6;     probe='import -version | grep -o "Magick [0-9.]*"' ;;
    pkg-config) package=pkg-config;  least=0.29;  probe='pkg-config --version' ;;
    *)          echo "need.sh: $1: no such tool in the table" >&2; exit 2 ;;
    esac
}

# is version $1 at least $2?
at_least() {
    [ -z "$2" ] || [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]
}

missing=
list=
for name; do
    describe "$name"
    found=$(eval "$probe" 2>/dev/null | head -n 1 | grep -o '[0-9][0-9.]*' | head -n 1)
    if [ -z "$found" ] || ! at_least "$found" "$least"; then
        missing="$missing $package"
        list="$list
  $name${least:+ $least or newer}${found:+, here is $found} (Debian package $package)"
    fi
done
[ -z "$missing" ] && exit 0

give_up() {
    echo "openshfl: missing tools$1:$list" >&2
    exit 2
}
[ "${SETUP:-1}" = 0 ] && give_up " (SETUP=0: not installed)"
command -v apt-get >/dev/null || give_up " (no apt-get here to install them with)"
if [ "$(id -u)" = 0 ]; then sudo=; else sudo='sudo -n'; fi
[ -z "$sudo" ] || $sudo true 2>/dev/null || give_up " (installing them takes root, or sudo without a password)"

echo "openshfl: installing$missing with apt-get (SETUP=0 to prevent it)"
log=$(mktemp)
apt() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@" >>"$log" 2>&1; }
# shellcheck disable=SC2086 # the list is one of words
if apt install -y --no-install-recommends $missing || { apt update && apt install -y --no-install-recommends $missing; }
then
    rm -f "$log"
else
    tail -n 5 "$log" >&2
    echo "openshfl: apt-get could not install$missing; its whole log is $log" >&2
    exit 2
fi
for name; do
    describe "$name"
    found=$(eval "$probe" 2>/dev/null | head -n 1 | grep -o '[0-9][0-9.]*' | head -n 1)
    if [ -z "$found" ] || ! at_least "$found" "$least"; then
        give_up " (installed $package, but it is too old${found:+: $found}, wanted $least)"
    fi
done
