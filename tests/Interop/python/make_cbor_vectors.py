"""Writes the golden bytes of content 5 with cbor2: python3 make_cbor_vectors.py tests/FuncLibs.Tests/Vectors

The block is that of columns-small.msgpack, which is read from the same folder: its columns as typed arrays, as plain
arrays of float64, and as plain arrays of the shortest floats.
"""

import pathlib
import struct
import sys

import cbor2
import msgpack

FLOAT64, INT64 = 86, 79


def typed(column, tag, form):
    """A column of several values as a typed array; one number for all points stays."""
    if not isinstance(column, list):
        return column
    return cbor2.CBORTag(tag, struct.pack(f"<{len(column)}{form}", *column))


def channel(items):
    return items[:2] + [typed(ints, INT64, "q") for ints in items[2:4]] + [typed(floats, FLOAT64, "d") for floats in items[4:]]


folder = pathlib.Path(sys.argv[1])
plain = msgpack.unpackb((folder / "columns-small.msgpack").read_bytes())
servo, temp, inputs = plain[3:6]
block = plain[:3] + [
    servo and [channel(items) for items in servo],
    temp and [channel(items) for items in temp],
    inputs and [[number, typed(values, FLOAT64, "d")] for number, values in inputs],
] + plain[6:]
(folder / "cbor-small.cbor").write_bytes(cbor2.dumps(block))
(folder / "cbor-small-arrays.cbor").write_bytes(cbor2.dumps(plain))
(folder / "cbor-small-canonical.cbor").write_bytes(cbor2.dumps(plain, canonical=True))
