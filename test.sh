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
# Two lanes run side by side: projects that compute, and projects that start processes and mostly wait for them.
computing=(FuncLibs.Tests FuncLibs.Hosting.Tests benchmarks.Tests launcher.Tests Architecture simulator.Tests HardwareConnector.Tests SignalMonitor.Tests)
waiting=(Interop Integration)
for project in "$root"/tests/*/*.csproj; do
  name="$(basename "$project" .csproj)"
  case " ${computing[*]} ${waiting[*]} Testing HostProbe " in
    *" $name "*) ;;
    *) printf 'test.sh: tests/%s is in no lane; add it to one in test.sh\n' "$name" >&2; exit 1 ;;
  esac
done

logs="$(mktemp -d)"
trap 'rm -rf "$logs"' EXIT

# Each test host runs by itself, so that a project that crashes leaves the others of its lane running.
lane() {
  local log="$logs/$1" name status=0
  shift
  for name in "$@"; do
    dotnet test "$root/tests/$name" -c Release --no-build -nologo --logger "console;verbosity=normal" 2>&1 |
      grep -vE '^\s+Passed |^$|Test run for|A total of|VSTest version|Microsoft \(R\)|Copyright|Starting test|Discover|Starting:|Finished:|xUnit.net VSTest' |
      sed "s|^Total tests:|$name: total tests:|" | tee -a "$log" || status=1
    grep -q "^$name: total tests: [0-9]" "$log" || { printf 'test.sh: no test of %s ran; see the messages above\n' "$name" >&2; status=1; }
  done
  return "$status"
}

status=0
lane computing "${computing[@]}" &
beside=$!
lane waiting "${waiting[@]}" || status=1
wait "$beside" || status=1
log="$logs/all"
cat "$logs/computing" "$logs/waiting" >"$log"

sum() { awk -v key="$1" '$1 == key ":" && NF == 2 { n += $2 } END { print n + 0 }' "$log"; }
passed="$(sum Passed)" failed="$(sum Failed)" skipped="$(sum Skipped)"
# A host that crashed reports no failure of its own: each counts as one, and the tests it did not reach are not counted as passed.
aborted="$(grep -cE '^(The active test run was aborted|Test Run Aborted with error)' "$log" || true)"
[ "$aborted" -eq 0 ] || printf 'test.sh: %s test host(s) crashed or were aborted; see "aborted" above\n' "$aborted" >&2
failed=$((failed + aborted))
[ "$failed" -eq 0 ] && [ "$status" -eq 0 ] || status=1
printf '%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
exit "$status"
