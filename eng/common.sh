# What run.sh, eng/setup.sh and .ci/run share. Sourced, with `root` and `program` set: the checkout and the name before each message.

say() { printf '%s: %s\n' "$program" "$*" >&2; }
die() { say "$*"; exit 1; }

# The loader's cache names every installed library; a library outside it is not found by the programs either.
# grep reads to the end: one that stops at the first line would break the pipe, and with it the answer.
has_library() { { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep "$1" >/dev/null; }

can_write() { [ -n "$1" ] && mkdir -p "$1" 2>/dev/null && [ -w "$1" ]; }

free_mb() { df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }'; }

require_dotnet() {
  command -v dotnet >/dev/null ||
    die "the .NET 10 SDK is missing. Install it (https://dot.net/download, or your distribution's dotnet-sdk-10.0) and try again."
}

# global.json says which SDKs will do; dotnet itself looks whether one of them is there.
require_sdk() {
  local found
  require_dotnet
  (cd "$root" && dotnet --version >/dev/null 2>&1) && return
  found="$(dotnet --list-sdks 2>/dev/null | cut -d' ' -f1 | paste -sd' ' -)"
  [ -n "$found" ] || die "there is a .NET runtime but no SDK on this machine. Install the .NET 10 SDK (https://dot.net/download) and try again."
  die "this machine has the .NET SDK $found, the project needs version 10. Install the .NET 10 SDK (https://dot.net/download) and try again."
}
