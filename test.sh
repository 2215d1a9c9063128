#!/usr/bin/env bash
# Sets up what is missing and runs all tests; the last line is `N passed, N failed, N skipped`.
#   ./test.sh [--nightly]      --nightly also runs the long tests
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

case "${1:-}" in
  "") ;;
  --nightly) export TELEMETRY_TESTS_NIGHTLY=1 ;;
  *) printf 'test.sh: unknown option %s; allowed is --nightly\n' "$1" >&2; exit 2 ;;
esac

"$root/eng/setup.sh" --tests
log="$(mktemp)"
trap 'rm -f "$log"' EXIT

status=0
# One test project at a time: some start real processes and measure the machine they share.
dotnet test "$root/Telemetry.sln" -c Release --no-build -nologo -m:1 --logger "console;verbosity=normal" 2>&1 |
  grep -vE '^\s+Passed |^$|Test run for|A total of|VSTest version|Microsoft \(R\)|Copyright|Starting test|Discover|Starting:|Finished:|xUnit.net VSTest' |
  tee "$log" || status=$?

sum() { awk -v key="$1" '$1 == key ":" && NF == 2 { n += $2 } END { print n + 0 }' "$log"; }
grep -qE '^Total tests: [0-9]+' "$log" || { printf 'test.sh: no test ran; see the messages above\n' >&2; exit 1; }
passed="$(sum Passed)" failed="$(sum Failed)" skipped="$(sum Skipped)"
# A host that crashed reports no failure of its own: each counts as one, and the tests it did not reach are not counted as passed.
aborted="$(grep -cE '^(The active test run was aborted|Test Run Aborted with error)' "$log" || true)"
[ "$aborted" -eq 0 ] || printf 'test.sh: %s test host(s) crashed or were aborted; see "aborted" above\n' "$aborted" >&2
failed=$((failed + aborted))
[ "$failed" -eq 0 ] && [ "$status" -eq 0 ] || status=1
printf '%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
exit "$status"
