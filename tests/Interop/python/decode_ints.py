"""Prints the values of an ext 22 body (docs/wire-format.md) as raw int64, in hexadecimal: python3 decode_ints.py FILE"""
import struct, sys

body = open(sys.argv[1], "rb").read()
version, method, zero, count = struct.unpack_from("<BBHI", body)
assert (version, zero) == (1, 0), "header"
if method == 0:
    values = body[8:]
else:
    runs = list(struct.iter_unpack("<I8s", body[12:]))
    assert struct.unpack_from("<I", body, 8) == (len(runs),), "runs"
    values = b"".join(length * value for length, value in runs)
assert len(values) == 8 * count, "length"
print(values.hex())
