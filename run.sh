#!/usr/bin/env bash
# Sets up what is missing and runs the main job: simulator -> connector -> ZeroMQ -> monitor with a live table, until Ctrl-C.
#   ./run.sh [--for SECONDS] [--rate BLOCKS_PER_SECOND] [--preset reference|small|load-64x4096] [--content FORMAT] [--json]
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
"$root/eng/setup.sh"
exec dotnet "$root/launcher/bin/Release/net10.0/launcher.dll" "$@"
