"""cbor_peer.py FOLDER: reads each SEED.cbor with cbor2 and compares its columns with SEED.raw; prints JSON.

SEED.raw has the columns of a block one after the other: int64, float64, and a byte for each bit. What cbor2 writes of
the same values has to be the same bytes again.
"""

import json
import pathlib
import sys

import cbor2
import numpy as np

TYPES = {79: "<i8", 86: "<f8"}


def column(value, points, form):
    if isinstance(value, cbor2.CBORTag):
        assert TYPES[value.tag] == form, value.tag
        return value.value
    return np.full(points, value, form).tobytes()


def columns(block):
    for group in block[3:5]:
        for _, points, *items in group or ():
            for place, item in enumerate(items):
                yield column(item, points, "<i8" if place < 2 else "<f8")
    for _, values in block[5] or ():
        yield column(values, 0, "<f8")
    for bits in block[6:8]:
        if bits:
            yield np.unpackbits(np.frombuffer(bits[1], np.uint8), count=bits[0], bitorder="little").tobytes()


files, wrong = 0, []
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.cbor")):
    data = path.read_bytes()
    block = cbor2.loads(data)
    files += 1
    if b"".join(columns(block)) != path.with_suffix(".raw").read_bytes():
        wrong.append(f"{path.name}: other values")
    if cbor2.dumps(block) != data:
        wrong.append(f"{path.name}: other bytes")
print(json.dumps({"files": files, "wrong": wrong}))
