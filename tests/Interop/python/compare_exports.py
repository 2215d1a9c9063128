"""compare_exports.py NPY_FOLDER CSV_FILE: prints rows, columns and whether both have the same bits, as JSON."""
import csv
import functools
import json
import operator
import pathlib
import sys

import numpy

folder, path = pathlib.Path(sys.argv[1]), sys.argv[2]
units = json.loads((folder / "units.json").read_text())
with open(path, newline="", encoding="utf-8") as file:
    rows = list(csv.reader(file))
header, table = rows[0], rows[1:]
same = True
for index, title in enumerate(header[2:], start=2):
    name = title.split(" [")[0]
    array = numpy.load(folder / f"{name}.npy")
    column = numpy.array([float(row[index]) if row[index] else numpy.nan for row in table])
    same = same and array.dtype == numpy.float64 and numpy.array_equal(array.view(numpy.int64), column.view(numpy.int64))
times = numpy.load(folder / "time_ns.npy")
seconds = numpy.load(folder / "seconds.npy")
print(json.dumps({
    "rows": len(table),
    "columns": header,
    "same": bool(same),
    "rising": bool((numpy.diff(times) > 0).all()),
    "seconds": bool(numpy.allclose(seconds, (times - times[0]) / 1e9, rtol=0, atol=1e-6)),
    "unit": units["servo1.force"],
    # One after the other, as JavaScript adds.
    "sum": functools.reduce(operator.add, numpy.load(folder / "servo1.force.npy").tolist()),
}))
