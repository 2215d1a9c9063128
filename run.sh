#!/usr/bin/env bash
# Sets up what is missing and runs the main job: simulator -> connector -> ZeroMQ -> monitor with a live table, until Ctrl-C.
#   ./run.sh [--for SECONDS] [--rate BLOCKS_PER_SECOND] [--preset NAME] [--content FORMAT] [--json]
#   Presets: reference (default), small, tensile-steel, lcf-strain-1hz and more: docs/simulator.md; or the path of your own, a JSON file.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
"$root/eng/setup.sh"
exec dotnet "$root/launcher/bin/Release/net10.0/launcher.dll" "$@"
