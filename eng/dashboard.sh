#!/usr/bin/env bash
# Checks the sources of the dashboard: types, unit tests, and that the committed bundle is what the sources give. Needs node and npm.
#   eng/dashboard.sh           checks; the last line is in the form of `dotnet test`, for test.sh
#   eng/dashboard.sh --build   writes dashboard/dist
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
program=dashboard
. "$root/eng/common.sh"
cd "$root/dashboard"

case "${1:-}" in
  ""|--build) ;;
  *) die "unknown option $1; allowed is --build" ;;
esac

command -v npm >/dev/null || die "node and npm are missing. On Debian: sudo apt-get install -y nodejs npm"
# npm writes this file last: it is there, and newer than the lock file, only after a whole install.
installed=node_modules/.package-lock.json
[ "$installed" -nt package-lock.json ] || { npm ci --no-audit --no-fund --loglevel error && touch "$installed"; } >&2

if [ "${1:-}" = --build ]; then
  node build.mjs
  exit
fi

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# Each of these counts as one test.
check() {
  local what="$1"
  shift
  if "$@" >"$work/log" 2>&1; then passed=$((passed + 1)); else failed=$((failed + 1)); say "$what FAILED:"; cat "$work/log"; fi
}

same_bundle() {
  node build.mjs "$work/dist"
  diff -rq dist "$work/dist" || { say "dashboard/dist is not what its sources give: run eng/dashboard.sh --build and commit it"; return 1; }
}

check "the type check" npx --no-install tsc --noEmit
check "the comparison of dashboard/dist" same_bundle

npx --no-install vitest run --reporter=default --reporter=json --outputFile="$work/vitest.json" >"$work/vitest.log" 2>&1 || cat "$work/vitest.log"
read -r ran broken skipped < <(node -e '
  const r = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  console.log(r.numPassedTests, r.numFailedTests + r.numFailedTestSuites, r.numPendingTests + r.numTodoTests);' "$work/vitest.json" || echo "0 1 0")
passed=$((passed + ran)) failed=$((failed + broken))
word=Passed
[ "$failed" -eq 0 ] || word=Failed
printf '%s!  - Failed: %5d, Passed: %5d, Skipped: %5d, Total: %5d, Duration: - dashboard\n' "$word" "$failed" "$passed" "$skipped" "$((passed + failed + skipped))"
[ "$failed" -eq 0 ]
