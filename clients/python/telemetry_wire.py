"""The wire of the telemetry pipeline in plain Python: topic, 80-byte header, CRC-32C, columnar blocks. See docs/wire-format.md."""
import struct

import msgpack

MAGIC = b"CDB1"
KINDS = {1: "data", 2: "heartbeat", 3: "catalogue", 4: "loss", 5: "event", 6: "derived"}

# magic, version, words, kind, flags, publisher, stream, content, encryption, key id, epoch, sequence, acquired, published,
# catalogue revision, payload length, payload CRC, header CRC
HEADER = struct.Struct("<4sBBBB16sIBBHQQqqIIII")


def _crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _crc_table()


def crc32c(data):
    """CRC-32C (Castagnoli), reflected, initial and final xor FFFFFFFF: b"123456789" -> E3069283."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def pack_header(payload, *, publisher, stream, epoch, sequence, acquired, published, kind=1, flags=0, content=1, revision=0):
    """The header of a payload, CRCs included."""
    fields = [MAGIC, 1, HEADER.size // 8, kind, flags, publisher, stream, content, 0, 0, epoch, sequence,
              acquired, published, revision, len(payload), crc32c(payload)]
    body = HEADER.pack(*fields, 0)[:-4]
    return body + struct.pack("<I", crc32c(body))


def read_header(header, payload):
    """The fields of a header as a dict; ValueError says what is wrong with it."""
    names = ("magic", "version", "words", "kind", "flags", "publisher", "stream", "content", "encryption", "key",
             "epoch", "sequence", "acquired", "published", "revision", "length", "payload_crc", "header_crc")
    if len(header) < HEADER.size:
        raise ValueError(f"a header of {len(header)} bytes")
    fields = dict(zip(names, HEADER.unpack_from(header)))
    if fields["magic"] != MAGIC:
        raise ValueError(f"magic {fields['magic']}")
    if fields["words"] * 8 != len(header) or fields["length"] != len(payload):
        raise ValueError("lengths disagree")
    if crc32c(header[:76] + header[80:]) != fields["header_crc"]:
        raise ValueError("header CRC")
    if crc32c(payload) != fields["payload_crc"]:
        raise ValueError("payload CRC")
    return fields


def last_points(payload):
    """Name and last point of every signal of a columnar block, with default names: servo1.activectrl ... servo1.s1, ad1, bitin1."""
    version, _first, _rate, servo, temp, ad, bit_in, bit_out = msgpack.unpackb(payload)
    if version != 1:
        raise ValueError(f"block version {version}")
    signals = {}
    for group, channels in (("servo", servo), ("temp", temp)):
        for i, (_id, points, *columns) in enumerate(channels or [], start=1):
            names = ["activectrl", "count", "command", "output"] + [f"s{s}" for s in range(1, len(columns) - 3)]
            for name, column in zip(names, columns):
                signals[f"{group}{i}.{name}"] = _last(column, points)
    for i, (_id, column) in enumerate(ad or [], start=1):
        signals[f"ad{i}"] = _last(column, None)
    for group, bits in (("bitin", bit_in), ("bitout", bit_out)):
        count, data = bits or (0, b"")
        for i in range(count):
            signals[f"{group}{i + 1}"] = data[i // 8] >> (i % 8) & 1
    return signals


def _last(column, points):
    """A column is an array, one number for all points, or an extension with raw words (20: float64, 22 method 0: int64).

    Publishers up to 0.1.0 wrote 72 and 74 for 20 and 22.
    """
    if isinstance(column, msgpack.ExtType):
        if column.code in (20, 72):
            return struct.unpack("<d", column.data[-8:])[0]
        if column.code in (22, 74) and column.data[1] == 0:
            return struct.unpack("<q", column.data[-8:])[0]
        raise ValueError(f"extension {column.code} is not read here")
    if isinstance(column, list):
        return column[-1] if column else None
    return column if points != 0 else None
