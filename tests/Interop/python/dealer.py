"""A consumer that is not ours, on the control channel: asks, and prints one JSON object an answer.

    dealer.py ENDPOINT
"""
import json
import sys

import msgpack
import zmq

import telemetry

REQUESTS = [
    {"op": "hello", "client": "python", "class": "live"},
    {"op": "catalogue"},
    {"op": "snapshot"},
    {"op": "time", "t1": 12345},
    {"op": "sing"},
    {"op": 7},
]


def main(endpoint):
    socket = zmq.Context.instance().socket(zmq.DEALER)
    socket.setsockopt(zmq.RCVTIMEO, 5000)
    socket.connect(endpoint)
    for number, request in enumerate(REQUESTS, start=1):
        socket.send(msgpack.packb({"id": number, **request}))
        answer = msgpack.unpackb(socket.recv())
        answer["data"] = [describe(socket.recv_multipart()) for _ in range(answer.get("blocks", 0))]
        print(json.dumps(answer), flush=True)
    socket.send(b"\xc1 no map at all")
    print(json.dumps(msgpack.unpackb(socket.recv())), flush=True)


def describe(parts):
    topic, header, payload = telemetry.parse_frame(parts)
    block = telemetry.decode(header.content, payload)
    return {"topic": topic, "sequence": header.sequence, "values": len(block.columns())}


if __name__ == "__main__":
    main(sys.argv[1])
