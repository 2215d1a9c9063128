#!/usr/bin/env bash
# Publishes the programs for other systems, each with the runtime it needs, into .run/publish/SYSTEM.
#   eng/publish.sh [SYSTEM...]     win-x64 osx-arm64 linux-arm64 when left out; any runtime identifier of .NET
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
program=publish
. "$root/eng/common.sh"
require_sdk

[ $# -gt 0 ] || set -- win-x64 osx-arm64 linux-arm64
cd "$root"
for system in "$@"; do
  for name in HardwareConnector SignalMonitor simulator; do
    dotnet publish "$name" -c Release -r "$system" --self-contained -p:QuickBuild=true -p:UseAppHost=true \
      -o ".run/publish/$system/$name" -nologo -v quiet
  done
  say "$system: $(du -sm ".run/publish/$system" | cut -f1) MB in .run/publish/$system"
done
