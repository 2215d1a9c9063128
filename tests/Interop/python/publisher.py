"""A publisher that is not ours: header + columnar blocks made by msgpack, and frames that are wrong on purpose.

    publisher.py [cause ...]

Prints `listening publish ENDPOINT` and begins when a monitor has subscribed. After 20 good blocks it sends one bad
message for each cause named, then good blocks for ever.
A bad copy of a block goes before the good one and has the same sequence: whoever refuses it loses nothing.
Block n holds servo1 with 4 points: command = n + p / 4, output = -(n + p / 4), s1 = (n + p / 4) / 3; and ad1 = n + 0.5.
"""
import itertools
import struct
import sys
import time

import msgpack
import zmq

from telemetry.crc32c import crc32c
from telemetry.frames import pack_header

RATE, POINTS, GOOD_FIRST = 100, 4, 20
TOPIC = b"D/lab/rig1/py/"
EPOCH = 1_700_000_000_000


def block(n):
    ramp = [n + p / 4 for p in range(POINTS)]
    servo = [[1, POINTS, 2, n, ramp, [-x for x in ramp], [x / 3 for x in ramp]]]
    return msgpack.packb([1, n * POINTS, float(RATE * POINTS), servo, None, [[7, [n + 0.5]]], [3, bytes([n & 7])], None])


def message(n, payload=None, **fields):
    payload = block(n) if payload is None else payload
    now = time.time_ns()
    header = pack_header(
        payload, publisher=bytes(range(16)), stream=1, epoch=EPOCH, sequence=n, acquired=now, published=now, **fields)
    return [TOPIC, header, payload]


def with_header(parts, change):
    header = bytearray(parts[1])
    change(header)
    header[76:80] = struct.pack("<I", crc32c(bytes(header[:76])))
    return [parts[0], bytes(header), parts[2]]


def put(offset, value):
    def change(header):
        header[offset:offset + len(value)] = value
    return change


def bad(cause, n):
    good = message(n)
    flipped = bytes([good[2][-1] ^ 1])
    return {
        "magic": lambda: with_header(good, put(0, b"XDB1")),
        "version": lambda: with_header(good, put(4, b"\x09")),
        "length": lambda: with_header(good, put(68, struct.pack("<I", len(good[2]) + 1))),
        "flags": lambda: with_header(good, put(7, b"\x80")),
        "headerCrc": lambda: [good[0], good[1][:76] + b"\0\0\0\0", good[2]],
        "payloadCrc": lambda: [good[0], good[1], good[2][:-1] + flipped],
        "unknownContent": lambda: message(n, content=42),
        "oversize": lambda: with_header(good, put(68, struct.pack("<I", 5 << 20))),
        "decode": lambda: message(n, payload=b"\x93\x01\x02\x03"),
        "fourFrames": lambda: good + [b"one too many"],
        "twoFrames": lambda: good[:2],
        "longTopic": lambda: [b"D/" + b"x" * 200, good[1], good[2]],
        "hugeMessage": lambda: message(n, payload=bytes(5 << 20)),
    }[cause]()


def main(causes):
    socket = zmq.Context.instance().socket(zmq.XPUB)
    socket.setsockopt(zmq.XPUB_VERBOSE, 1)
    socket.bind("tcp://127.0.0.1:*")
    print("listening publish " + socket.getsockopt_string(zmq.LAST_ENDPOINT), flush=True)
    # Made ahead: the checksum of a huge payload takes seconds, and a publisher that is silent for so long is left.
    bad_messages = [bad(cause, GOOD_FIRST) for cause in causes]
    while not socket.recv().startswith(b"\x01D"):
        pass
    for n in itertools.count(1):
        if n == GOOD_FIRST:
            for bad_message in bad_messages:
                socket.send_multipart(bad_message)
        socket.send_multipart(message(n))
        time.sleep(1 / RATE)


if __name__ == "__main__":
    main(sys.argv[1:])
