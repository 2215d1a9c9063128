#!/usr/bin/env bash
# Sets up what is missing and runs all tests; the last line is `N passed, N failed, N skipped`. docs/testing.md says how the lanes are cut.
#   ./test.sh [--nightly]      --nightly also runs the long tests
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

case "${1:-}" in
  "") ;;
  --nightly) export TELEMETRY_TESTS_NIGHTLY=1 ;;
  *) printf 'test.sh: unknown option %s; allowed is --nightly\n' "$1" >&2; exit 2 ;;
esac

"$root/eng/setup.sh" --tests
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Runs the tests of an assembly, or those that a filter names; prints what failed, and a line with its figures.
#   run_assembly DLL NAME [FILTER]
run_assembly() {
  local log="$work/$2.log"
  dotnet test "$1" ${3:+--filter "$3"} --logger 'console;verbosity=minimal' --results-directory "$work/results" \
    --blame-hang-timeout "$hang" --blame-hang-dump-type none >"$log" 2>&1 || true
  grep -vE "^$|^VSTest version|^Starting test|^A total of|^\[xUnit|^Data collector 'Blame' message: All tests finished" "$log" || printf '%s: no output\n' "$2"
}
export -f run_assembly

# Runs one test project, or those of its tests that a filter names.
#   run_project PROJECT [FILTER]
run_project() {
  run_assembly "$root/tests/$1/bin/Release/net10.0/$1.dll" "$1${2:+ $2}${TELEMETRY_TESTS_TRANSPORT:+ $TELEMETRY_TESTS_TRANSPORT}" ${2:+"$2"}
}
export -f run_project

# The tests of the block formats once more over the safe build of them, without JSON, which has no unsafe code; at night all of the project.
run_safe_build() {
  local formats='(FullyQualifiedName~FuncLibs.Tests.Blocks|FullyQualifiedName~FuncLibs.Tests.Fuzzing.Decoder)&FullyQualifiedName!~Json'
  [ "${TELEMETRY_TESTS_NIGHTLY:-}" != 1 ] || formats=
  run_assembly "$root/.run/safe/bin/FuncLibs.Tests/release/FuncLibs.Tests.dll" 'safe build' "$formats"
}
export -f run_safe_build

# The dashboard's own sources: types, unit tests, and that the committed bundle is what they give.
run_dashboard() {
  if command -v npm >/dev/null; then
    "$root/eng/dashboard.sh" >"$work/dashboard.log" 2>&1 || true
  else
    printf 'Skipped!  - Failed: 0, Passed: 0, Skipped: 1, Total: 1 - dashboard: node and npm are missing\n' >"$work/dashboard.log"
  fi
  cat "$work/dashboard.log"
}
export -f run_dashboard

# A run in which no test begins or ends for so long is aborted, and the test that hangs is named.
hang=5m
[ "${TELEMETRY_TESTS_NIGHTLY:-}" != 1 ] || hang=90m
export root work hang

# Every project with tests but Integration and Browser, the longest first.
unit_projects() {
  { printf '%s\n' FuncLibs.Tests SignalMonitor.Tests HardwareConnector.Tests Interop simulator.Tests
    find "$root/tests" -mindepth 2 -maxdepth 2 -name '*.csproj' -printf '%f\n' | sed 's/\.csproj$//' | sort
  } | awk '!seen[$0]++' | grep -vxE 'Integration|Browser|Testing|Testing.Rigs|HostProbe|TestFormats'
}

# These wait more than they compute: they run beside the browser, which leaves half of the two processors.
beside_browser=(HardwareConnector.Tests Interop)

unit_projects >"$work/projects"
{ printf 'run_project %s\n' $(grep -vxF "$(printf '%s\n' "${beside_browser[@]}")" "$work/projects"); printf '%s\n' run_safe_build run_dashboard; } |
  xargs -P 2 -I{} bash -c '{}'
run_project Integration 'Lane!=timed&Lane!=cluster'
run_project Integration 'Lane=timed'
with_cluster=0
if [ "${TELEMETRY_TESTS_CLUSTER:-}" = 1 ] || [ "${TELEMETRY_TESTS_NIGHTLY:-}" = 1 ]; then
  with_cluster=1
  run_project Integration 'Lane=cluster'
fi
for project in "${beside_browser[@]}"; do run_project "$project"; done &
# Figures are printed and pictures are made by option.
run_project Browser 'Lane!=figures&Lane!=pictures'
wait $!

# At night what is about delivery once more with each other transport in every connector and monitor.
other_transports=()
[ "${TELEMETRY_TESTS_NIGHTLY:-}" != 1 ] || other_transports=(netmq libzmq)
for library in "${other_transports[@]}"; do
  TELEMETRY_TESTS_TRANSPORT="$library" run_project Integration 'FullyQualifiedName~Kills|FullyQualifiedName~Outages|FullyQualifiedName~Replays|FullyQualifiedName~Journal|FullyQualifiedName~Network'
done

# The alert rules by Prometheus' own tool, where it is installed (Debian: prometheus).
with_promtool=0
if [ "${TELEMETRY_TESTS_NIGHTLY:-}" = 1 ] && command -v promtool >/dev/null; then
  with_promtool=1
  if promtool check rules "$root/deploy/prometheus/telemetry-alerts.yml" &&
    promtool test rules "$root/deploy/prometheus/telemetry-alerts.test.yml"; then
    echo 'Passed! - Failed: 0, Passed: 1, Skipped: 0'
  else
    echo 'Failed! - Failed: 1, Passed: 0, Skipped: 0'
  fi | tee "$work/promtool.log"
fi

# Each lane ends with one such line; a host that crashed has none, or says that it was aborted: it counts as one failure.
sum() { cat "$work"/*.log | sed -nE "s/^(Passed|Failed|Skipped)! .* $1: *([0-9]+).*/\2/p" | awk '{ n += $1 } END { print n + 0 }'; }
runs=$(($(wc -l <"$work/projects") + 5 + ${#other_transports[@]} + with_cluster + with_promtool))
ended="$(cat "$work"/*.log | grep -cE '^(Passed|Failed|Skipped)! ' || true)"
aborted="$(cat "$work"/*.log | grep -cE '^(The active test run was aborted|Test Run Aborted)' || true)"
broken=$((runs - ended > aborted ? runs - ended : aborted))
[ "$broken" -eq 0 ] || printf 'test.sh: %s of %s test runs gave no result or were aborted; see above\n' "$broken" "$runs" >&2
failed=$(($(sum Failed) + broken))
printf '%s passed, %s failed, %s skipped\n' "$(sum Passed)" "$failed" "$(sum Skipped)"
[ "$failed" -eq 0 ]
