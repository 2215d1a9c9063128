#!/usr/bin/env bash
# Makes the pictures of the docs that need no browser, from the programs themselves; about two minutes. Build first:
# dotnet build -c Release.
# Those of the dashboard: TELEMETRY_DOCS_IMAGES=1 dotnet test tests/Browser -c Release --filter FullyQualifiedName~Screenshot
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
run() { dotnet "$1/bin/Release/net10.0/$1.dll" "${@:2}"; }

run tools plot --Preset lcf-strain-1hz --seconds 4 --out docs/images/hysteresis-loop.svg
run tools plot --Preset tensile-steel --seconds 60 --out docs/images/tensile-test.svg

# The stress-strain plot of a report: a steel specimen is pulled until it breaks, which takes a minute.
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
timeout -s INT 62 dotnet HardwareConnector/bin/Release/net10.0/HardwareConnector.dll --Source:Type simulator \
  --Source:Preset tensile-steel --Source:Seed 1 --State:Folder "$work/connector" --Publish:Endpoint tcp://127.0.0.1:0 \
  --Control:Endpoint tcp://127.0.0.1:0 --Http:Url http://127.0.0.1:0 >"$work/log" || true
columns='stress(servo1.force, 120 [mm^2]), servo1.strain'
for result in "rm(${columns%, *})" "reh($columns)" "rel($columns)" "at($columns)" \
  "emod($columns, 50, 250)" "rp($columns, 50, 250)" "ag($columns, 50, 250)" "a($columns, 50, 250)"; do
  run SignalMonitor signals add "result_${result%%(*}" --Expression "$result" --State:Folder "$work/monitor" >/dev/null
done
run SignalMonitor report --source "$work/connector" --out "$work/report.html" --State:Folder "$work/monitor"
python3 - "$work/report.html" >docs/images/tensile-results.svg <<'PYTHON'
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
style = "\n".join(re.findall(r"^ *(?:svg text|\.grid|\.frame|\.line|\.result|\.mark) \{.*\}", page, re.M)).replace("svg text", "text")
plot = page[page.index("Stress over strain"):]
plot = plot[plot.index("<svg"):plot.index("<figcaption")]
tag, rest = plot.split(">", 1)
print(f'{tag} xmlns="http://www.w3.org/2000/svg">\n<style>\n{style}\n</style>\n<rect width="760" height="400" fill="#ffffff"/>{rest}', end="")
PYTHON

# A limit of 60 kN with a hysteresis of 2 kN over a noisy force, as the function `hysteresis` sees it.
values="$(python3 -c '
import math, random
random.seed(3)
print(",".join(f"{53 + 8.2 * math.sin(i / 60 * math.pi) + random.gauss(0, 0.7):.2f}" for i in range(61)))')"
state="$(run SignalMonitor eval --expr 'hysteresis(x, 58, 60)' --values "$values" --json)"
python3 - "$values" "$state" >docs/images/limit-hysteresis.svg <<'PYTHON'
import json, sys
values, state = [float(v) for v in sys.argv[1].split(",")], json.loads(sys.argv[2])
naive = [v > 60 for v in values]
X = lambda i: 60 + i * 10.5
Y = lambda kn: 30 + (68 - kn) * 11
bars = lambda flags, y, colour: "".join(
    f'<rect x="{X(i) - 5:.1f}" y="{y}" width="10.5" height="14" fill="{colour}"/>' for i, on in enumerate(flags) if on)
line = " ".join(f"{X(i):.1f},{Y(v):.1f}" for i, v in enumerate(values))
count = lambda flags: sum(1 for a, b in zip([0, *flags], flags) if b and not a)
alarms = lambda flags: f"{count(flags)} alarm{'s' if count(flags) > 1 else ''}"
print(f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 320" font-family="sans-serif" font-size="12">
<rect width="720" height="320" fill="#ffffff"/>
<line x1="60" x2="690" y1="{Y(60)}" y2="{Y(60)}" stroke="#b3261e" stroke-dasharray="6 4"/>
<text x="64" y="{Y(60) - 5}" fill="#b3261e">limit 60 kN</text>
<line x1="60" x2="690" y1="{Y(58)}" y2="{Y(58)}" stroke="#8a6d00" stroke-dasharray="2 4"/>
<text x="690" y="{Y(60) - 5}" text-anchor="end" fill="#8a6d00">cleared at 58 kN (hysteresis 2 kN)</text>
<polyline points="{line}" fill="none" stroke="#1a5fb4" stroke-width="2"/>
<text x="30" y="24" fill="#333">force, kN</text>
<text x="56" y="{Y(66) + 4}" text-anchor="end" fill="#333">66</text><text x="56" y="{Y(52) + 4}" text-anchor="end" fill="#333">52</text>
<text x="60" y="262" fill="#333">without hysteresis: {alarms(naive)}</text>{bars(naive, 246 + 22, "#e8a29d")}
<text x="60" y="300" fill="#333">with hysteresis: {alarms(state)}</text>{bars(state, 304, "#b3261e")}
</svg>''')
PYTHON

# The live table, as a terminal shows it: the last live one that run.sh draws, without its control sequences.
script -qec "stty cols 130 rows 30; ./run.sh --for 6" "$work/terminal" >/dev/null
python3 - "$work/terminal" >docs/images/live-table.svg <<'PYTHON'
import html, re, sys
text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", open(sys.argv[1], encoding="utf-8", errors="replace").read()).replace("\r", "")
frame = text[[m.start() for m in re.finditer(r"\w+ live ", text)][-1]:]
lines = [line.rstrip() for line in frame[:frame.index("/snapshot") + len("/snapshot")].split("\n")]
rows = "\n".join(f'<text x="10" y="{24 + 18 * i}" xml:space="preserve">{html.escape(line)}</text>' for i, line in enumerate(lines))
width, height = 20 + 8.45 * max(map(len, lines)), 16 + 18 * len(lines)
print(f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" font-size="14"
  font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">
<rect width="{width:.0f}" height="{height}" fill="#16181d"/>
<g fill="#d8dce4">
{rows}
</g>
</svg>''')
PYTHON
