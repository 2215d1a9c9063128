"""Subscribes to a connector and prints one JSON object a data block: topic, sequence, and the last point of every signal.

    /usr/bin/python3 subscriber.py tcp://127.0.0.1:5556 [blocks]

Needs pyzmq and msgpack (Debian: python3-zmq, python3-msgpack). Both CRCs of every frame are checked here, in Python.
"""
import json
import sys

import zmq

import telemetry_wire as wire


def main(endpoint, blocks):
    socket = zmq.Context.instance().socket(zmq.SUB)
    socket.setsockopt(zmq.SUBSCRIBE, b"D/")
    socket.connect(endpoint)
    while blocks != 0:
        topic, header, payload = socket.recv_multipart()
        fields = wire.read_header(header, payload)
        print(json.dumps({
            "topic": topic.decode(),
            "kind": wire.KINDS[fields["kind"]],
            "stream": fields["stream"],
            "epoch": fields["epoch"],
            "sequence": fields["sequence"],
            "acquiredNs": fields["acquired"],
            "content": fields["content"],
            "values": wire.last_points(payload),
        }), flush=True)
        blocks -= 1


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "tcp://127.0.0.1:5556", int(sys.argv[2]) if len(sys.argv) > 2 else -1)
