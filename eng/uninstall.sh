#!/usr/bin/env bash
# Removes what install.sh installed. State, keys and configuration stay, for a later installation.
#   uninstall.sh [--prefix DIR] [--destdir DIR] [--purge]      --purge also removes state, keys, configuration and the user
set -euo pipefail
say() { printf 'uninstall.sh: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

prefix=/opt/telemetry destdir="" purge=0
while [ $# -gt 0 ]; do
  case "$1" in
    --prefix) [[ "${2:-}" == /* ]] || die "--prefix needs a full path"; prefix="${2%/}"; shift 2 ;;
    --destdir) [ -n "${2:-}" ] || die "--destdir needs a folder"; destdir="${2%/}"; shift 2 ;;
    --purge) purge=1; shift ;;
    *) die "unknown option $1; allowed are --prefix, --destdir and --purge" ;;
  esac
done
[ -n "$destdir" ] || [ "$(id -u)" -eq 0 ] || die "run it as root: sudo $0"
[ -n "$prefix" ] && [ -d "$destdir$prefix/versions" ] || die "nothing is installed in ${prefix:-/}"

units=(telemetry-connector telemetry-monitor telemetry-simulator)
if [ -z "$destdir" ] && command -v systemctl >/dev/null; then
  systemctl disable --now "${units[@]}" || say "the services could not be stopped"
fi
for unit in "${units[@]}"; do
  rm -f "$destdir/usr/local/lib/systemd/system/$unit.service"
done
for name in HardwareConnector SignalMonitor simulator telemetry-setup; do
  # Only a link of this installation.
  [ "$(readlink "$destdir/usr/local/bin/$name" || true)" != "$prefix/current/bin/$name" ] || rm -f "$destdir/usr/local/bin/$name"
done
rm -rf "$destdir$prefix/versions" "$destdir$prefix/current" "$destdir$prefix/previous"
rmdir "$destdir$prefix" 2>/dev/null || true
[ -n "$destdir" ] || ! command -v systemctl >/dev/null || systemctl daemon-reload || true

if [ "$purge" = 1 ]; then
  rm -rf "$destdir/etc/telemetry" "$destdir/var/lib/telemetry"
  [ -n "$destdir" ] || ! getent passwd telemetry >/dev/null || userdel telemetry || say "the user telemetry stays"
  say "removed, with state, keys and configuration"
else
  say "removed; $destdir/etc/telemetry and $destdir/var/lib/telemetry stay (--purge removes them)"
fi
