"""What PlotJuggler's plug-in "ZMQ Subscriber" does with the parser MessagePack: prints some messages as JSON lines.

    plotjuggler_subscriber.py ENDPOINT MESSAGES
"""
import json
import sys

import msgpack
import zmq


def main(endpoint, messages):
    socket = zmq.Context.instance().socket(zmq.SUB)
    socket.setsockopt(zmq.RCVTIMEO, 30_000)
    socket.setsockopt(zmq.SUBSCRIBE, b"")
    socket.connect(endpoint)
    for _ in range(messages):
        topic, payload = socket.recv_multipart()
        print(json.dumps({"topic": topic.decode(), **msgpack.unpackb(payload)}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
