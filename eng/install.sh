#!/usr/bin/env bash
# Installs the programs of this archive as services. Run it again, from a newer archive, to upgrade: state and configuration stay.
#   install.sh ROLE [OPTIONS]     connector, monitor or simulator; the options of the role are those of telemetry-setup
#   install.sh                    programs and units alone; upgrades what is there
#   install.sh --rollback         goes back to the version before
#     --prefix DIR     where the programs go (default /opt/telemetry): a folder for each version, and the link `current`
#     --destdir DIR    installs into a root file system under DIR: no user, no keys, no service is started
set -euo pipefail
program=install.sh
say() { printf '%s: %s\n' "$program" "$*" >&2; }
die() { say "$*"; exit 2; }
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

prefix=/opt/telemetry destdir="" rollback=0 role="" setup=()
while [ $# -gt 0 ]; do
  case "$1" in
    connector|monitor|simulator) [ -z "$role" ] || die "one role at a time"; role="$1"; shift ;;
    --rollback) rollback=1; shift ;;
    --prefix) [[ "${2:-}" == /* ]] || die "--prefix needs a full path"; prefix="${2%/}"; shift 2 ;;
    --destdir) [ -n "${2:-}" ] || die "--destdir needs a folder"; destdir="${2%/}"; shift 2 ;;
    --*) [ $# -ge 2 ] || die "$1 needs a value"; setup+=("$1" "$2"); shift 2 ;;
    *) die "unknown word $1; roles are connector, monitor and simulator" ;;
  esac
done
[ -n "$role" ] || [ "${#setup[@]}" -eq 0 ] || die "${setup[0]} belongs to a role; name one"
[ -n "$destdir" ] || [ "$(id -u)" -eq 0 ] || die "run it as root: sudo $0"

# A restart of what runs: with the units of this version, and its programs.
restart_running() {
  [ -z "$destdir" ] && command -v systemctl >/dev/null || return 0
  systemctl daemon-reload || say "systemd does not run here: start the programs by hand"
  for unit in connector monitor simulator; do
    ! systemctl is-active -q "telemetry-$unit" || systemctl restart "telemetry-$unit"
  done
}

# The link is replaced by a rename: at every moment it names a whole version.
point() {
  ln -sfn "$2" "$destdir$prefix/.$1.new"
  mv -T "$destdir$prefix/.$1.new" "$destdir$prefix/$1"
}

install_units() {
  local unit
  install -d "$destdir/usr/local/lib/systemd/system"
  for unit in "$destdir$prefix/current/systemd"/*.service; do
    sed "s#/opt/telemetry#$prefix#g" "$unit" >"$destdir/usr/local/lib/systemd/system/${unit##*/}"
  done
}

if [ "$rollback" = 1 ]; then
  now="$(readlink "$destdir$prefix/current")" || die "nothing is installed in $prefix"
  before="$(readlink "$destdir$prefix/previous")" || die "there is no version before $(basename "$now") in $prefix"
  point current "$before"
  point previous "$now"
  install_units
  restart_running
  say "$(basename "$before") is in use; $(basename "$now") stays installed"
  exit 0
fi

[ -r "$here/VERSION" ] && [ -d "$here/programs" ] ||
  die "there are no programs in $here; unpack an archive, which eng/package.sh makes, and run its install.sh"
version="$(cat "$here/VERSION")"
target="$prefix/versions/$version"
room_mb="$(du -sm "$here" | cut -f1)"
install -d "$destdir$prefix/versions"
free_mb="$(df -Pk "$destdir$prefix" | awk 'NR == 2 { print int($4 / 1024) }')"
[ "$free_mb" -gt "$room_mb" ] || die "$prefix has $free_mb MB free, $room_mb are needed"

# A copy under another name first: an interrupted installation leaves the version that is in use alone.
rm -rf "$destdir$target.new"
cp -a "$here" "$destdir$target.new"
chmod -R go+rX,go-w "$destdir$target.new"
[ -n "$destdir" ] || chown -R root:root "$destdir$target.new"
rm -rf "$destdir$target.old"
[ ! -e "$destdir$target" ] || mv "$destdir$target" "$destdir$target.old"
mv "$destdir$target.new" "$destdir$target"
rm -rf "$destdir$target.old"

now="$(readlink "$destdir$prefix/current" || true)"
[ -z "$now" ] || [ "$now" = "versions/$version" ] || point previous "$now"
point current "versions/$version"

install -d "$destdir/usr/local/bin"
for name in HardwareConnector SignalMonitor simulator telemetry-setup; do
  ln -sfn "$prefix/current/bin/$name" "$destdir/usr/local/bin/$name"
done
install_units

# Two versions stay: the one in use and the one before.
for old in "$destdir$prefix/versions"/*; do
  case "versions/${old##*/}" in
    "$(readlink "$destdir$prefix/current")"|"$(readlink "$destdir$prefix/previous" || true)") ;;
    *) rm -rf "$old" ;;
  esac
done
restart_running
say "telemetry $version is installed in $prefix"
{ ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep 'libzmq\.so\.5' >/dev/null ||
  say "libzmq is missing, which keys need, and so everything that leaves this machine: apt-get install libzmq5"
[ -n "$role" ] || exit 0
[ -z "$destdir" ] || setup+=(--destdir "$destdir")
exec "$destdir$prefix/current/bin/telemetry-setup" "$role" "${setup[@]}"
