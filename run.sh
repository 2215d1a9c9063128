#!/usr/bin/env bash
# Runs the main job: simulator -> connector -> ZeroMQ -> monitor with a live table, until Ctrl-C. Builds the programs if need be.
#   ./run.sh [--for SECONDS] [--rate BLOCKS_PER_SECOND] [--preset NAME] [--content FORMAT] [--transport auto|libzmq|netmq|direct] [--json]
#   Presets: reference (default), small, tensile-steel, lcf-strain-1hz and more: docs/simulator.md; or the path of your own, a JSON file.
# Needs the .NET 10 SDK and nothing else. It installs nothing; it writes to .run beside this file and to the package cache of NuGet.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
program=run.sh
. "$root/eng/common.sh"

programs="$root/.run/programs"
built="$programs/built"
launcher="$programs/bin/launcher/release/launcher.dll"
build_mb=300

# All that the programs are made of.
sources() {
  find "$root"/FuncLibs "$root"/HardwareConnector "$root"/SignalMonitor "$root"/launcher "$root"/simulator "$root"/dashboard/dist \
    "$root"/eng/Programs.slnf "$root"/Telemetry.sln "$root"/Directory.*.* "$root"/global.json "$root"/BannedSymbols.txt \
    -type d \( -name bin -o -name obj \) -prune -o -type f "$@" -print
}

# The list of names shows what was added, renamed or removed since the build, the dates what was edited.
is_built() { [ -f "$launcher" ] && sources | sort | cmp -s - "$built" && [ -z "$(sources -newer "$built")" ]; }

# A build needs a home that it can write: for packages and for the settings of dotnet.
use_home() {
  can_write "${HOME:-}" && return
  can_write "$root/.run/home" || return
  say "the home folder '${HOME:-}' cannot be written: packages and settings go to $root/.run/home. Set HOME to have them elsewhere."
  export HOME="$root/.run/home"
}

require_room() {
  local free
  free="$(free_mb "$1")"
  [ -z "$free" ] || [ "$free" -ge "$build_mb" ] ||
    die "no disk space: $free MB are free at $1, the first start needs $build_mb MB. Free some, or clone to another disk."
}

# The messages of the build come before the line with what to do.
explain() {
  local log="$1" cache="${NUGET_PACKAGES:-$HOME/.nuget/packages}"
  if ! can_write "$cache" || grep -qE "(Access to the path|Read-only file system).*$cache" "$log"; then
    die "the package cache $cache cannot be written. Make it writable, or choose another: NUGET_PACKAGES=$root/.run/packages ./run.sh"
  fi
  grep -qiE 'No space left on device|not enough space' "$log" &&
    die "no disk space: the disk of $root or of $cache is full. Free some, or clone to another disk."
  cat "$log" >&2
  grep -qE 'NU1301|NU1101|NU1102' "$log" && die "packages could not be fetched: check the connection to nuget.org, or to the source in NuGet.Config."
  die "the build failed; its messages are above."
}

build() {
  local log="$programs/build.log" status=0
  can_write "$programs" || die "$programs cannot be written. Clone to a folder of your own, or make this one writable."
  use_home
  require_sdk
  require_room "$root"
  say "building the programs (about half a minute, the first time only)"
  sources | sort >"$built.$$"
  # Short-lived processes: profiles for later optimisation are not worth their time, and nothing should stay behind.
  (cd "$root" && DOTNET_TieredPGO=0 DOTNET_NOLOGO=1 DOTNET_GENERATE_ASPNET_CERTIFICATE=false \
    dotnet build eng/Programs.slnf -c Release -p:QuickBuild=true -nologo -v quiet -nodeReuse:false >"$log" 2>&1) || status=$?
  [ "$status" -eq 0 ] || explain "$log"
  mv "$built.$$" "$built"
}

require_dotnet
is_built || build
exec dotnet "$launcher" "$@"
