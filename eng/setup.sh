#!/usr/bin/env bash
# Sets up what is missing on this machine: the .NET SDK is looked for, native libraries are installed from Debian's packages when
# this user may, the solution is restored and built. Sourced by run.sh and test.sh; safe to run again and again.
#   eng/setup.sh [--tests]     --tests also wants what the tests need (Python with pyzmq, msgpack and numpy, PostgreSQL)
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '%s\n' "$*" >&2; }
die() { say "setup: $*"; exit 1; }

# The loader's cache names every installed library; a library outside it is not found by the programs either.
has_library() { { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep -q "$1"; }
has_python() { /usr/bin/python3 -c "import $1" >/dev/null 2>&1; }

missing_packages() {
  has_library 'libzmq\.so\.5' || echo libzmq5
  if [ "$1" = "--tests" ]; then
    has_python zmq || echo python3-zmq
    has_python msgpack || echo python3-msgpack
    has_python numpy || echo python3-numpy
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || echo postgresql
  fi
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if sudo -n true 2>/dev/null; then as_root=(sudo -n); else return 1; fi
  fi
  command -v apt-get >/dev/null || return 1
  say "setup: installing $*"
  # A first try without an update: the lists are often there already, and an update may be slow.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null 2>&1 ||
    { "${as_root[@]}" apt-get update -qq >/dev/null 2>&1
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null; }
}

check_sdk() {
  command -v dotnet >/dev/null || die "the .NET 10 SDK is missing. Install it (https://dot.net/download, or your distribution's dotnet-sdk-10.0) and try again."
  (cd "$root" && dotnet --version >/dev/null 2>&1) ||
    die "this machine has the .NET SDKs $(dotnet --list-sdks | cut -d' ' -f1 | tr '\n' ' '), but the project needs version 10. Install the .NET 10 SDK and try again."
}

check_packages() {
  local wanted
  mapfile -t wanted < <(missing_packages "$1")
  [ "${#wanted[@]}" -eq 0 ] && return
  install_packages "${wanted[@]}" && return
  say "setup: missing on this machine: ${wanted[*]}. On Debian or Ubuntu run:"
  say "    sudo apt-get update && sudo apt-get install -y ${wanted[*]}"
  # Without libzmq nothing runs; without the Python peers and PostgreSQL their tests are skipped.
  if printf '%s\n' "${wanted[@]}" | grep -q '^libzmq5$'; then exit 1; fi
}

# Prints the build's output only when it fails: a newcomer wants the live table, not a log.
build() {
  local log
  log="$(mktemp)"
  say "setup: restore and build (about half a minute the first time)"
  if ! (cd "$root" && dotnet build Telemetry.sln -c Release -nologo -v quiet >"$log" 2>&1); then
    cat "$log" >&2
    rm -f "$log"
    die "the build failed; its messages stand above."
  fi
  rm -f "$log"
}

# Newer than the last build: a source file, a project file or the checkout itself.
needs_build() {
  local stamp="$root/.run/built"
  [ -f "$stamp" ] && [ -f "$root/launcher/bin/Release/net10.0/launcher.dll" ] || return 0
  [ -n "$(find "$root" \( -name .git -o -name .run -o -name bin -o -name obj -o -name docs \) -prune -o \
      -type f \( -name '*.cs' -o -name '*.csproj' -o -name '*.props' -o -name '*.sln' -o -name '*.json' \) -newer "$stamp" -print -quit)" ]
}

check_sdk
check_packages "${1:-}"
if needs_build; then
  mkdir -p "$root/.run"
  build
  touch "$root/.run/built"
fi
