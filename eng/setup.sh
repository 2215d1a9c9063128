#!/usr/bin/env bash
# Sets up what ./test.sh needs: the .NET SDK is looked for, Debian's packages are installed when this user may, the solution is
# restored and built with every gate, and the block formats once more as the safe build. Safe to run again and again. run.sh needs none of it.
#   eng/setup.sh --tests       all of it
#   eng/setup.sh --packages    Debian's packages for the tests alone
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
program=setup
. "$root/eng/common.sh"

has_python() { /usr/bin/python3 -c "import $1" >/dev/null 2>&1; }

missing_packages() {
  has_library 'libzmq\.so\.5' || echo libzmq5
  has_python zmq || echo python3-zmq
  has_python msgpack || echo python3-msgpack
  has_python numpy || echo python3-numpy
  has_python lz4.block || echo python3-lz4
  has_python cbor2 || echo python3-cbor2
  has_python h5py || echo python3-h5py
  has_python pandas || echo python3-pandas
  has_python pip || echo python3-pip
  has_python setuptools || echo python3-setuptools
  has_python wheel || echo python3-wheel
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || echo postgresql
  compgen -G '/usr/lib/rabbitmq/lib/*/sbin/rabbitmq-server' >/dev/null || echo rabbitmq-server
  command -v faketime >/dev/null || echo faketime
  command -v npm >/dev/null || printf '%s\n' nodejs npm
  # Its recommendations are a desktop; the fonts are what a page needs to have text.
  command -v chromium >/dev/null || command -v google-chrome >/dev/null || printf '%s\n' chromium fonts-liberation
}

install_packages() {
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if sudo -n true 2>/dev/null; then as_root=(sudo -n); else return 1; fi
  fi
  command -v apt-get >/dev/null || return 1
  say "installing $*"
  # A first try without an update: the lists are often there already, and an update may be slow.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 ||
    { "${as_root[@]}" apt-get update -qq >/dev/null 2>&1
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
}

check_packages() {
  local wanted
  mapfile -t wanted < <(missing_packages)
  [ "${#wanted[@]}" -eq 0 ] && return
  install_packages "${wanted[@]}" && return
  say "missing on this machine: ${wanted[*]}. On Debian or Ubuntu run:"
  say "    sudo apt-get update && sudo apt-get install -y ${wanted[*]}"
  # Without libzmq too much of the suite fails to be worth a run; without the Python peers, PostgreSQL, RabbitMQ, node and chromium their
  # tests are skipped, with the reason. CI proves everything or nothing.
  if [ "${CI:-}" = true ] || printf '%s\n' "${wanted[@]}" | grep -q '^libzmq5$'; then exit 1; fi
}

# Prints the build's output only when it fails: a newcomer wants the live table, not a log.
build() {
  local log
  log="$(mktemp)"
  say "restore and build with every gate (a few minutes the first time)"
  if ! (cd "$root" && dotnet build Telemetry.sln -c Release -nologo -v quiet >"$log" 2>&1 &&
        dotnet build tests/FuncLibs.Tests -c Release -p:SafeBuild=true -nologo -v quiet >"$log" 2>&1); then
    cat "$log" >&2
    rm -f "$log"
    die "the build failed; its messages are above."
  fi
  rm -f "$log"
}

# Readers of tests/Interop that npm has. Without npm their test says so.
install_node_packages() {
  command -v npm >/dev/null || return 0
  local installed=node_modules/.package-lock.json
  cd "$root/tests/Interop/node"
  # npm writes this file last: it is there, and newer than the lock file, only after a whole install.
  [ "$installed" -nt package-lock.json ] || { npm ci --no-audit --no-fund --loglevel error >&2 && touch "$installed"; }
  cd "$root"
}

# Newer than the last build: a source file, a project file or the checkout itself.
needs_build() {
  local stamp="$root/.run/built"
  [ -f "$stamp" ] && [ -f "$root/launcher/bin/Release/net10.0/launcher.dll" ] &&
    [ -f "$root/.run/safe/bin/FuncLibs.Tests/release/FuncLibs.Tests.dll" ] || return 0
  [ -n "$(find "$root" \( -name .git -o -name .run -o -name bin -o -name obj -o -name docs -o -name node_modules \) -prune -o \
      -type f \( -name '*.cs' -o -name '*.csproj' -o -name '*.props' -o -name '*.sln' -o -name '*.json' -o -path '*/dashboard/dist/*' \) -newer "$stamp" -print -quit)" ]
}

case "${1:-}" in
  --tests|--packages) ;;
  *) die "choose --tests or --packages" ;;
esac
require_sdk
check_packages
[ "$1" = --tests ] || exit 0
install_node_packages
if needs_build; then
  mkdir -p "$root/.run"
  build
  touch "$root/.run/built"
fi
