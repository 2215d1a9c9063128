"""Reads the body of an ext 73 (docs/wire-format.md) and prints its points as raw float64, in hexadecimal.

Plain Python, no packages: python3 decode_packed.py FILE
"""
import itertools
import struct
import sys


def fields(data, count, width):
    """Packed fields: field i is bits i * width and on, least significant first."""
    used = (count * width + 7) // 8
    bits = int.from_bytes(data[:used], "little")
    assert len(data) >= used and bits >> (count * width) == 0, "fields"
    return [bits >> (i * width) & ((1 << width) - 1) for i in range(count)], data[used:]


def lz4_block(data):
    """A raw LZ4 block: literals, then matches that look back into what was written."""
    out, at = bytearray(), 0

    def length(total):
        nonlocal at
        more = 255 if total == 15 else 0
        while more == 255:
            more, at = data[at], at + 1
            total += more
        return total

    while at < len(data):
        token, at = data[at], at + 1
        literals = length(token >> 4)
        out += data[at:at + literals]
        at += literals
        if at < len(data):
            back, at = data[at] | data[at + 1] << 8, at + 2
            for _ in range(length(token & 15) + 4):
                out.append(out[-back])
    return bytes(out)


def scaled(method, count, data):
    """Methods 1 and 2: integers, one division or multiplication, exceptions."""
    width, scale, exceptions, k = struct.unpack_from("<BBHq", data)
    base, at = k, 12
    if method == 2:
        (k,), at = struct.unpack_from("<q", data, at), at + 8
    factor = 10.0 ** scale
    if scale >= 254:
        (factor,), at = struct.unpack_from("<d", data, at), at + 8
    above, rest = fields(data[at:], count, width)
    points = []
    for field in above:
        k = k + base + field if method == 2 else base + field
        points.append(k * factor if scale == 255 else k / factor)
    points = [struct.pack("<d", point) for point in points]
    assert len(rest) == 10 * exceptions, "length"
    for i in range(exceptions):
        (index,) = struct.unpack_from("<H", rest, 10 * i)
        points[index] = rest[10 * i + 2:10 * i + 10]
    return b"".join(points)


def decode(body):
    version, method, zero, count = struct.unpack_from("<BBHI", body)
    assert version == 1 and zero == 0, "header"
    data = body[8:]
    if method == 0:
        return data * count
    if method == 3:
        planes = lz4_block(data)
        return bytes(planes[j * count + i] for i in range(count) for j in range(8))
    if method == 4:
        changes, data = fields(data, count, 1)
        ends = itertools.accumulate(8 * change for change in changes)
        return b"".join(data[end - 8:end] for end in ends)
    if method == 5:
        size, least = struct.unpack_from("<QQ", data)
        return b"".join(struct.pack("<Q", least + field) for field in fields(data[16:], count, 8 * size)[0])
    return scaled(method, count, data)


if __name__ == "__main__":
    print(decode(open(sys.argv[1], "rb").read()).hex())
