#!/bin/sh
# setup.sh SCRATCH - what make does on a machine that lacks the tools: a PATH without them stands for it.

dir=$1
failed=0
rm -rf "$dir"
mkdir -p "$dir/bin" || exit 2
pass() { echo "PASS setup/$1"; }
fail() { echo "FAIL setup/$1: $2"; failed=1; }

# a machine with nothing but the basic commands
for tool in sh env grep sed head tail sort id mktemp rm cat printf sudo; do
    path=$(command -v $tool) && [ "${path#/}" != "$path" ] && ln -sf "$path" "$dir/bin/"
done

SETUP=0 PATH="$dir/bin" sh tools/need.sh verilator cc >"$dir/out" 2>&1
status=$?
[ $status -eq 2 ] && pass setup-0-status || fail setup-0-status "$status, expected 2"
grep -q 'SETUP=0' "$dir/out" && grep -q 'verilator 5.006 or newer' "$dir/out" && grep -q 'Debian package gcc' "$dir/out" \
    && pass setup-0-list || fail setup-0-list "$(cat "$dir/out")"

PATH="$dir/bin" sh tools/need.sh verilator >"$dir/out" 2>&1
status=$?
[ $status -eq 2 ] && grep -q 'no apt-get here' "$dir/out" && pass no-apt-get || fail no-apt-get "$status: $(cat "$dir/out")"

# an apt-get that says what it was asked, and then has it
cat >"$dir/bin/apt-get" <<APT
#!/bin/sh
echo "\$*" >>"$dir/asked"
case "\$*" in
*install*) printf '#!/bin/sh\necho Verilator %s\n' "\$VERSION" >"$dir/bin/verilator"; /bin/chmod +x "$dir/bin/verilator" ;;
esac
APT
printf '#!/bin/sh\nexec "$@"\n' >"$dir/sudo"
chmod +x "$dir/bin/apt-get" "$dir/sudo"
ln -sf "$dir/sudo" "$dir/bin/sudo"
VERSION=5.020 SETUP=1 PATH="$dir/bin" sh tools/need.sh verilator >"$dir/out" 2>&1
status=$?
if [ $status -eq 0 ] && [ "$(cat "$dir/out")" = "openshfl: installing verilator with apt-get (SETUP=0 to prevent it)" ] \
    && grep -q 'install.*verilator' "$dir/asked"; then pass installs
else fail installs "$status: $(cat "$dir/out")"; fi
rm "$dir/asked"
SETUP=1 PATH="$dir/bin" sh tools/need.sh verilator >"$dir/out" 2>&1
[ $? -eq 0 ] && [ ! -s "$dir/out" ] && [ ! -e "$dir/asked" ] && pass silent-when-there || fail silent-when-there "$(cat "$dir/out")"

# too old, and stays so
printf '#!/bin/sh\necho Verilator 4.038\n' >"$dir/bin/verilator"
SETUP=0 PATH="$dir/bin" sh tools/need.sh verilator >"$dir/out" 2>&1
[ $? -eq 2 ] && grep -q 'verilator 5.006 or newer, here is 4.038' "$dir/out" && pass too-old || fail too-old "$(cat "$dir/out")"
VERSION=4.038 SETUP=1 PATH="$dir/bin" sh tools/need.sh verilator >"$dir/out" 2>&1
[ $? -eq 2 ] && grep -q 'too old: 4.038, wanted 5.006' "$dir/out" && pass too-old-to-install || fail too-old-to-install "$(cat "$dir/out")"

# an apt-get that fails
printf '#!/bin/sh\necho "E: Unable to locate package" >&2\nexit 100\n' >"$dir/bin/apt-get"
SETUP=1 PATH="$dir/bin" sh tools/need.sh verilator >"$dir/out" 2>&1
[ $? -eq 2 ] && grep -q 'apt-get could not install verilator' "$dir/out" && pass apt-get-fails || fail apt-get-fails "$(cat "$dir/out")"

sh tools/need.sh no-such-tool >"$dir/out" 2>&1
[ $? -eq 2 ] && pass unknown-tool || fail unknown-tool "$(cat "$dir/out")"
exit $failed
