#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# systems.sh ready|run 'COMMANDS' VERSION ... - run COMMANDS on a bare Debian of each VERSION, 12 or 13.
#
# debootstrap makes the system in a folder of ${TMPDIR:-/var/tmp}, from the mirror that apt uses here or from $MIRROR.
# It has git, make, python3 and a clone of HEAD. Its processes and mounts are in new namespaces, which end with this
# script; its device nodes are not this machine's. From this machine it gets certificates, pip's settings, names and
# proxies.
#
# Exit status: 0; 1, a command failed there; 2, wrong words; 3, not run, and a message says why. ready does no more than
# find out whether it would run.
set -u
packages=ca-certificates,git,make,python3
new_namespaces='unshare --mount --pid --fork --kill-child'

refuse() {
    status=$1
    shift
    echo "systems.sh: $*" >&2
    exit "$status"
}

suite_of() {
    case $1 in
    12) echo bookworm ;;
    13) echo trixie ;;
    *) refuse 2 "$1: expected 12 or 13, a version of Debian" ;;
    esac
}

# the first of the mirrors that has the suite
mirror_of() {
    # shellcheck disable=SC2016 # apt's
    for site in ${MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | sort -u)}; do
        /usr/lib/apt/apt-helper -qq download-file "$site/dists/$1/InRelease" "$folder/InRelease" >"$folder/log" 2>&1 &&
            echo "$site" && return
    done
    return 1
}

# ---- in the namespaces: make the system in folder $1, of suite $2 from mirror $3, and run $4 there

if [ "${1-}" = inside ]; then
    root=$2/system suite=$3 mirror=$4 commands=$5
    debootstrap --variant=minbase --include=$packages "$suite" "$root" "$mirror" >"$2/log" 2>&1 ||
        refuse 3 "not run: debootstrap could not make $suite from $mirror: $(tail -n 3 "$2/log")"
    {
        mount -t proc proc "$root/proc" && mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" &&
            mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    } || refuse 3 'not run: this machine mounts nothing into a new system'
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf; do
        if [ -e $file ]; then cp $file "$root$file"; fi
    done
    for file in "${HOME-}/.config/pip/pip.conf" "${HOME-}/.pip/pip.conf"; do
        if [ -e "$file" ]; then cp "$file" "$root/etc/pip.conf"; fi
    done
    if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
        cp /etc/ssl/certs/ca-certificates.crt "$root/usr/local/share/ca-certificates/"
        chroot "$root" update-ca-certificates >"$2/log" 2>&1
    fi
    git clone -q --no-local . "$root/root/openshfl" || refuse 3 "not run: git could not clone this repository"
    # of the environment: the way to the network
    for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p'); do
        case $name in
        PIP_* | SSL_CERT_* | *_CA_BUNDLE | *_proxy | *_PROXY) ;;
        *) unset "$name" ;;
        esac
    done
    cd "$root/root/openshfl" || exit 3
    export HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    env --default-signal chroot "$root" sh -ec "cd /root/openshfl; $commands" || exit 1
    exit
fi

# ---- outside

cd "$(dirname "$0")/.." || exit 3
goal=${1-} commands=${2-}
case $goal-$# in
ready-[3-9] | run-[3-9]) shift 2 ;;
*) refuse 2 "expected ready or run, COMMANDS, and 12, 13 or both" ;;
esac
for version; do suite_of "$version" >/dev/null || exit; done

[ "$(id -u)" = 0 ] || refuse 3 "not run: only root can make a bare system; sudo make test-systems does"
[ -e /usr/lib/apt/apt-helper ] || refuse 3 "not run: no apt here, which knows a mirror"
$new_namespaces true || refuse 3 "not run: this machine makes no namespaces"

child=
folder=$(mktemp -d "${TMPDIR:-/var/tmp}/openshfl-system.XXXXXX") || exit 3
# without the process that holds them the namespaces end, and with them all that is in them
# shellcheck disable=SC2317 # a trap calls it
end() {
    [ -z "$child" ] || { kill -KILL "$child" && wait "$child"; } 2>/dev/null
    rm -rf --one-file-system "$folder"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' HUP TERM

for version; do
    suite=$(suite_of "$version")
    mirror=$(mirror_of "$suite") ||
        refuse 3 "not run on a bare Debian $version: no mirror answers: $(tail -n 1 "$folder/log")"
    [ "$goal" = run ] || continue
    sh .ci/need.sh debootstrap || refuse 3 "not run: no debootstrap"
    echo "A bare Debian $version, $suite of $mirror: $commands"
    # apt's proxy is debootstrap's, too
    eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
    [ -z "${http_proxy-}" ] || export http_proxy
    $new_namespaces sh "$0" inside "$folder" "$suite" "$mirror" "$commands" &
    child=$!
    wait $child
    status=$?
    child=
    rm -rf --one-file-system "$folder/system"
    [ $status = 0 ] || exit $status
done
