"""Prints the points of an ext 21 body (docs/wire-format.md) as raw float64, in hexadecimal: python3 decode_packed.py FILE"""
import itertools, struct, sys

def take(body, form):
    """The next values of the body; struct refuses a body that is too short."""
    return struct.unpack(form, body.read(struct.calcsize(form)))

def fields(body, count, width):
    """Packed fields: field i is bits i * width and on, least significant first."""
    bits = int.from_bytes(*take(body, f"{(count * width + 7) // 8}s"), "little")
    assert bits >> (count * width) == 0, "bits behind the last field"
    return [bits >> (i * width) & ((1 << width) - 1) for i in range(count)]

def lz4_length(nibble, body):
    parts = [nibble]
    while parts[-1] == (255 if len(parts) > 1 else 15):
        parts += take(body, "B")
    return sum(parts)

def lz4_block(body):
    """A raw LZ4 block: literals, then a match that looks back into what was written, and so on; the last has no match."""
    out = bytearray()
    while token := body.read(1):
        out += body.read(lz4_length(token[0] >> 4, body))
        if back := int.from_bytes(body.read(2), "little"):
            for _ in range(lz4_length(token[0] & 15, body) + 4):
                out.append(out[-back])
    return out

def scaled(method, count, body):
    """Methods 1 and 2: integers, one division or multiplication, exceptions."""
    width, scale, exceptions, base = take(body, "<BBHq")
    (k,) = take(body, "<q") if method == 2 else (0,)
    (factor,) = take(body, "<d") if scale >= 254 else (10.0 ** scale,)
    points = []
    for field in fields(body, count, width):
        k = base + field + (k if method == 2 else 0)
        points.append(struct.pack("<d", k * factor if scale == 255 else k / factor))
    for _ in range(exceptions):
        index, points[index] = take(body, "<H8s")
    assert not body.read(), "bytes behind the exceptions"
    return b"".join(points)

def decode(body):
    version, method, zero, count = take(body, "<BBHI")
    assert (version, zero) == (1, 0), "header"
    if method == 0:
        return body.read() * count
    if method == 3:
        planes = lz4_block(body)
        return b"".join(planes[i::count] for i in range(count))
    if method == 4:
        ends, values = itertools.accumulate(fields(body, count, 1)), body.read()
        return b"".join(values[8 * end - 8:8 * end] for end in ends)
    if method == 5:
        size, least = take(body, "<QQ")
        return struct.pack(f"<{count}Q", *(least + field for field in fields(body, count, 8 * size)))
    return scaled(method, count, body)

print(decode(open(sys.argv[1], "rb")).hex())
