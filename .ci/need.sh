#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# need.sh NAME ... - see that tools are there and new enough, and install those that are not.
#
# A NAME of .ci/requirements.txt is a Python package, packages:GROUP is a group of them; pip installs them into
# $VENV, which is build/venv unless it is set. All others are Debian packages, which apt-get installs: as root, or by
# sudo. A person at a terminal is asked before sudo installs anything; elsewhere sudo has to work without a password.
# Where that is not so, or with SETUP=0 in the environment, nothing is installed: all missing tools are listed with
# the versions that would do, and the exit status is 2.
#
# CC, CXX, VERILATOR, IVERILOG, YOSYS and PYTHON name other programs than the usual ones; those are not installed.

requirements=${0%/*}/requirements.txt
venv=${VENV:-build/venv}
cc=${CC:-cc} cxx=${CXX:-c++} verilator=${VERILATOR:-verilator} iverilog=${IVERILOG:-iverilog} yosys=${YOSYS:-yosys}
python=${PYTHON:-python3}

# what each NAME is: Debian package, least version, and a command that prints the version that is here; where
# the user may have named another program, its usual name and the user's
describe() {
    usual='' named=''
    case $1 in
    cc)         package=gcc;         least=8;     usual=cc; named="CC=$cc"; probe="$cc -dumpfullversion -dumpversion" ;;
    c++)        package=g++;         least=8;     usual=c++; named="CXX=$cxx"
                probe="$cxx -dumpfullversion -dumpversion" ;;
    ar)         package=binutils;    least=2;     probe='ar --version' ;;
    libc)       package=libc6-dev;   least=;      probe="echo '#include <stdio.h>' | $cc -E - >/dev/null && echo 1" ;;
    zlib)       package=zlib1g-dev;  least=1
                probe="printf '#include <zlib.h>\nZLIB_VERSION\n' | $cc -E -P - | tail -n 1" ;;
    verilator)  package=verilator;   least=5.006; usual=verilator; named="VERILATOR=$verilator"
                probe="$verilator --version" ;;
    clang)      package=clang;       least=11;    probe='clang --version' ;;
    wasm-ld)    package=lld;         least=11;    probe='wasm-ld --version' ;;
    wasi-libc)  package=wasi-libc;   least=
                probe='echo "#include <stdio.h>" | clang --target=wasm32-wasi -E - >/dev/null && echo 1' ;;
    wasm-rt)    package=libclang-rt-dev-wasm32; least=
                probe="[ -e \"\$(clang --target=wasm32-wasi -print-libgcc-file-name)\" ] && echo 1" ;;
    nodejs)     package=nodejs;      least=18;    probe='node --version' ;;
    chromium)   package=chromium;    least=110;   probe='chromium --version' ;;
    xdg-open)   package=xdg-utils;   least=1;     probe='xdg-open --version' ;;
    libfuzzer)  package=libclang-rt-dev; least=
                # shellcheck disable=SC2016 # eval expands it
                probe='to=$(mktemp) && echo "int LLVMFuzzerTestOneInput(const void *d, unsigned long n) { return 0; }" |
                    clang -x c -fsanitize=fuzzer - -o "$to" && echo 1; rm -f "$to"' ;;
    debootstrap) package=debootstrap; least=1.0.128; probe='debootstrap --version' ;;
    shellcheck) package=shellcheck;  least=0.7;   probe='shellcheck --version | grep version:' ;;
    iverilog)   package=iverilog;    least=11;    usual=iverilog; named="IVERILOG=$iverilog"; probe="$iverilog -V" ;;
    yosys)      package=yosys;       least=0.23;  usual=yosys; named="YOSYS=$yosys"; probe="$yosys -V" ;;
    yosys-abc)  package=yosys;       least=;      probe='yosys-abc -c version 2>&1 | grep -o "ABC [0-9].*"' ;;
    python3)    package=python3;     least=3.11;  usual=python3; named="PYTHON=$python"; probe="$python --version" ;;
    gtkwave)    package=gtkwave;     least=;      probe='gtkwave --help 2>&1 | grep -q SAVEFILE && echo 1' ;;
    Xvfb)       package=xvfb;        least=;      probe='Xvfb -help 2>&1 >/dev/null | grep -q displayfd && echo 1' ;;
    nextpnr-ice40) package=nextpnr-ice40; least=0.4; probe='nextpnr-ice40 -V 2>&1 | grep -o "Version .*"' ;;
    icetime)    package='fpga-icestorm fpga-icestorm-chipdb'; least=
                probe='echo .device 1k | icetime -d hx1k /dev/stdin 2>&1 | grep "Reading 1k chipdb"' ;;
    sta)        package=opensta;     least=2.0;   probe='sta -version' ;;
    osu018)     package=qflow-tech-osu018; least=
                probe='grep -q NAND2X1 /usr/share/qflow/tech/osu018/osu018_stdcells.lib && echo 1' ;;
    venv)       package=python3-venv; least=;     probe="$python -c 'import ensurepip, venv' && echo 1" ;;
    python-dev) package=python3-dev; least=
                probe="include=\$($python -c 'import sysconfig; print(sysconfig.get_paths()[\"include\"])') &&
                    echo '#include <Python.h>' | $cc -I\"\$include\" -E - >/dev/null && echo 1" ;;
    pkg-config) package=pkg-config;  least=0.29;  probe='pkg-config --version' ;;
    llvm-mc)    package=llvm;        least=14;    probe='llvm-mc --version || llvm-mc-14 --version' ;;
    hip)        package=libamdhip64-dev; least=5
                probe="printf '#include <hip/hip_version.h>\nHIP_VERSION_MAJOR\n' | $cc -E -P - | tail -n 1" ;;
    parallel)   package=parallel;    least=20150000; probe='parallel --version | grep "^GNU parallel"' ;;
    rsync)      package=rsync;       least=3;     probe='rsync --version | grep version' ;;
    sshd)       package=openssh-server; least=;   probe='/usr/sbin/sshd -V 2>&1 | grep -o "OpenSSH_[0-9.]*"' ;;
    ip)         package=iproute2;    least=;      probe='/sbin/ip -V' ;;
    slurm)      package=slurm-wlm;   least=21;    probe='/usr/sbin/slurmctld -V' ;;
    riscv64-gcc) package='gcc-riscv64-linux-gnu libc6-dev-riscv64-cross'; least=12
                probe='echo "#include <stdio.h>" | riscv64-linux-gnu-gcc -E - >/dev/null &&
                    riscv64-linux-gnu-gcc -dumpfullversion' ;;
    qemu-riscv64) package=qemu-user;  least=7.2;   probe='qemu-riscv64 --version' ;;
    munge)      package=munge;       least=;      probe='/usr/sbin/munged --version' ;;
    *)          echo "need.sh: $1: no such tool in the table" >&2; exit 2 ;;
    esac
}

# is version $1 at least $2?
at_least() {
    [ -z "$2" ] || [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]
}

# the lines NAME==VERSION that pin Python package $1, or all of group packages:$1, if it is one
pins_of() {
    case $1 in
    packages:*) sed -n "/^# \[${1#packages:}\]/,/^\$/p" "$requirements" | grep '==' ;;
    *) grep "^$1==" "$requirements" ;;
    esac 2>/dev/null
}

# is pin $1 in the virtual environment?
in_venv() {
    package=$(echo "${1%==*}" | sed 's/-/_/g')
    [ -e "$(echo "$venv"/lib/python*/site-packages/"$package-${1#*==}".dist-info)" ]
}

# the version of the tool that describe has described, or nothing
found() { eval "$probe" 2>/dev/null | head -n 1 | grep -o '[0-9][0-9.]*' | head -n 1; }

missing=
pins=
list=
foreign=
look_for() {
    if wanted=$(pins_of "$1"); then
        for pin in $wanted; do
            [ -z "$broken_venv" ] && in_venv "$pin" && continue
            pins="$pins $pin"
            list="$list
  ${pin%==*} ${pin#*==} (Python package, into $venv)"
        done
        return
    fi
    describe "$1"
    found=$(found)
    [ -z "$found" ] || ! at_least "$found" "$least" || return 0
    version=${least:+ $least or newer}${found:+, here is $found}
    if [ "${named#*=}" != "$usual" ]; then
        foreign=1
        list="$list
  $1$version (not found as $named)"
    else
        case "$missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
        list="$list
  $1$version (Debian package $package)"
    fi
}
broken_venv=1
"$venv/bin/python" -c '' 2>/dev/null && broken_venv=
for name; do look_for "$name"; done
[ -z "$pins" ] || [ -x "$venv/bin/pip" ] || look_for venv
[ -z "$list" ] && exit 0

give_up() {
    echo "openshfl: missing tools$1:$list" >&2
    exit 2
}
[ "${SETUP:-1}" = 0 ] && give_up " (SETUP=0: not installed)"
[ -z "$foreign" ] || give_up ""

# say what is being installed, and install it: installing WHAT WITH HINT COMMAND ...
installing() {
    what=$1 with=$2 hint=$3
    shift 3
    log=$(mktemp)
    echo "openshfl: installing$what with $with (SETUP=0 to prevent it)"
    "$@" >"$log" 2>&1 && rm -f "$log" && return
    { grep -E '^(E:|ERROR:)' "$log" || cat "$log"; } | tail -n 5 >&2
    echo "openshfl: $with could not install$what$hint; its whole log is $log" >&2
    exit 2
}

if [ -n "$missing" ]; then
    command -v apt-get >/dev/null || give_up " (no apt-get here to install them with)"
    sudo=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || give_up " (installing them takes root, and there is no sudo here)"
        if [ -t 0 ] && [ -t 2 ] && [ -z "$CI" ]; then
            printf 'openshfl: may sudo apt-get install%s? [y/N] ' "$missing" >&2
            read -r answer
            case $answer in [yY]*) ;; *) give_up " (not installed)" ;; esac
            sudo=sudo
        else
            sudo='sudo -n'
        fi
        $sudo true 2>/dev/null || give_up " (installing them takes root, or sudo without a password)"
    fi
    apt() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 "$@"; }
    # shellcheck disable=SC2086 # the list is one of words
    apt_install() {
        apt install -y --no-install-recommends $missing && return
        apt update && apt install -y --no-install-recommends $missing
    }
    installing "$missing" apt-get '' apt_install
fi

if [ -n "$pins" ]; then
    # shellcheck disable=SC2086
    pip_install() {
        { [ -z "$broken_venv" ] && "$venv/bin/python" -m pip --version; } || "$python" -m venv --clear "$venv" || return
        "$venv/bin/python" -m pip install --disable-pip-version-check --no-input $pins || return
        # what is WebAssembly is compiled at its first call, which takes a minute
        for pin in $pins; do
            case $pin in yowasp-*) YOWASP_CACHE_DIR=$venv/cache "$venv/bin/${pin%==*}" --version || return ;; esac
        done
    }
    installing "$pins" pip " into $venv (it takes a way to the package index, and room on the disk)" pip_install
fi

for name; do
    pins_of "$name" >/dev/null && continue
    describe "$name"
    found=$(found)
    if [ -z "$found" ] || ! at_least "$found" "$least"; then
        give_up " (installed $package, but it is too old${found:+: $found}, wanted $least)"
    fi
done
