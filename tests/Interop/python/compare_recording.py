"""compare_recording.py FOLDER NPY_FOLDER: prints whether the package reads the bits that `export` wrote, as JSON."""
import json
import pathlib
import sys

import numpy

import telemetry

folder = pathlib.Path(sys.argv[2])
times = numpy.load(folder / "time_ns.npy")
table = telemetry.open_recording(sys.argv[1]).table("servo1.force,servo1.stroke", stop=int(times[-1]) + 1)
print(json.dumps({
    "rows": len(table),
    "times": bool(numpy.array_equal(table.time_ns, times)),
    "same": {name: table[name].tobytes() == numpy.load(folder / f"{name}.npy").tobytes() for name in table.columns},
    "units": table.units,
    "gaps": len(table.gaps),
}))
