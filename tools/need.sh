#!/bin/sh
# need.sh NAME ... - see that tools are there and new enough, and install those that are not.
#
# Those that tools/requirements.txt lists are Python packages, installed with pip into $VENV, which is build/venv
# unless it is set; all others are Debian packages. With SETUP=0 in the environment, or where apt-get or the
# right to use it is missing, nothing is installed: the missing tools are listed with the versions that would
# do, and the exit status is 2.

requirements=${0%/*}/requirements.txt
venv=${VENV:-build/venv}

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
    yosys-abc)  package=yosys;       least=;      probe='yosys-abc -c version 2>&1 | grep -o "ABC [0-9].*"' ;;
    python3)    package=python3;     least=3.9;   probe='python3 --version' ;;
    gtkwave)    package=gtkwave;     least=;      probe='gtkwave --help 2>&1 | grep -q SAVEFILE && echo 1' ;;
    Xvfb)       package=xvfb;        least=;      probe='Xvfb -help 2>&1 >/dev/null | grep -q displayfd && echo 1' ;;
    nextpnr-ice40) package=nextpnr-ice40; least=0.4; probe='nextpnr-ice40 -V 2>&1 | grep -o "Version .*"' ;;
    icetime)    package='fpga-icestorm fpga-icestorm-chipdb'; least=
                probe='echo .device 1k | icetime -d hx1k /dev/stdin 2>&1 | grep "Reading 1k chipdb"' ;;
    venv)       package=python3-venv; least=;     probe='python3 -c "import ensurepip, venv" && echo 1' ;;
    import)     package=imagemagick; least=6;     probe='import -version | grep -o "Magick [0-9.]*"' ;;
    pkg-config) package=pkg-config;  least=0.29;  probe='pkg-config --version' ;;
    *)          echo "need.sh: $1: no such tool in the table" >&2; exit 2 ;;
    esac
}

# is version $1 at least $2?
at_least() {
    [ -z "$2" ] || [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]
}

# the line NAME==VERSION that pins Python package $1, if it is one
pin() { grep "^$1==" "$requirements" 2>/dev/null; }

# is pin $1 in the virtual environment?
in_venv() {
    package=$(echo "${1%==*}" | sed 's/-/_/g')
    "$venv/bin/python" -c '' 2>/dev/null && [ -e "$(echo "$venv"/lib/python*/site-packages/"$package-${1#*==}".dist-info)" ]
}

# the version of the tool that describe has described, or nothing
found() { eval "$probe" 2>/dev/null | head -n 1 | grep -o '[0-9][0-9.]*' | head -n 1; }

missing=
pins=
list=
look_for() {
    if pin=$(pin "$1"); then
        in_venv "$pin" && return
        pins="$pins $pin"
        list="$list
  ${pin%==*} ${pin#*==} (Python package, into $venv)"
        return
    fi
    describe "$1"
    found=$(found)
    if [ -z "$found" ] || ! at_least "$found" "$least"; then
        missing="$missing $package"
        list="$list
  $1${least:+ $least or newer}${found:+, here is $found} (Debian package $package)"
    fi
}
for name; do look_for "$name"; done
[ -z "$pins" ] || [ -x "$venv/bin/pip" ] || look_for venv
[ -z "$missing$pins" ] && exit 0

give_up() {
    echo "openshfl: missing tools$1:$list" >&2
    exit 2
}
[ "${SETUP:-1}" = 0 ] && give_up " (SETUP=0: not installed)"

# say what is being installed, and install it: installing WHAT WITH COMMAND ...
installing() {
    what=$1 with=$2
    shift 2
    log=$(mktemp)
    echo "openshfl: installing$what with $with (SETUP=0 to prevent it)"
    "$@" >"$log" 2>&1 && rm -f "$log" && return
    tail -n 5 "$log" >&2
    echo "openshfl: $with could not install$what; its whole log is $log" >&2
    exit 2
}

if [ -n "$missing" ]; then
    command -v apt-get >/dev/null || give_up " (no apt-get here to install them with)"
    if [ "$(id -u)" = 0 ]; then sudo=; else sudo='sudo -n'; fi
    [ -z "$sudo" ] || $sudo true 2>/dev/null || give_up " (installing them takes root, or sudo without a password)"
    apt() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@"; }
    # shellcheck disable=SC2086 # the list is one of words
    apt_install() { apt install -y --no-install-recommends $missing || { apt update && apt install -y --no-install-recommends $missing; }; }
    installing "$missing" apt-get apt_install
fi

if [ -n "$pins" ]; then
    # shellcheck disable=SC2086
    pip_install() {
        "$venv/bin/python" -m pip --version || python3 -m venv --clear "$venv" || return
        "$venv/bin/python" -m pip install --disable-pip-version-check $pins || return
        # what is WebAssembly is compiled at its first call, which takes a minute
        for pin in $pins; do
            case $pin in yowasp-*) YOWASP_CACHE_DIR=$venv/cache "$venv/bin/${pin%==*}" --version || return ;; esac
        done
    }
    installing "$pins" pip pip_install
fi

for name; do
    pin "$name" >/dev/null && continue
    describe "$name"
    found=$(found)
    if [ -z "$found" ] || ! at_least "$found" "$least"; then
        give_up " (installed $package, but it is too old${found:+: $found}, wanted $least)"
    fi
done
