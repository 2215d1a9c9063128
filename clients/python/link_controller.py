"""A controller in 30 lines: speaks the controller link, so that `HardwareConnector --Source:Endpoint tcp://127.0.0.1:5555` reads from it.

    /usr/bin/python3 link_controller.py [port]

Needs msgpack only. Replace `samples` by what your hardware measures; docs/wire-format.md describes every byte.
"""
import itertools, socket, struct, sys, time
import msgpack

RATE, POINTS = 50, 10  # blocks a second, samples a block
def frame(kind, body): return struct.pack("<IB", len(body) + 1, kind) + body
def column(name, unit): return {"name": name, "unit": unit, "min": -1000.0, "max": 1000.0, "scale": 0.0}
def samples(first, factor): return [(first + p) % 800 * factor for p in range(POINTS)]

HELLO = {"protocol": 1, "streams": [{
    "id": 1, "name": "python", "baseRateHz": float(RATE * POINTS), "pointsPerBlock": POINTS, "bitIn": [], "bitOut": [],
    "groups": {"temp": [], "ad": [], "servo": [{"id": 1, "name": "axis", "rateNum": 1, "rateDen": 1, "points": POINTS,
               "columns": [column("command", "mm"), column("output", "%"), column("force", "kN")]}]}}]}

server = socket.create_server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 5555))
print(f"listening link tcp://127.0.0.1:{server.getsockname()[1]}", flush=True)
while True:
    client, _ = server.accept()
    start = time.time_ns()
    try:
        client.sendall(frame(1, msgpack.packb(HELLO)))
        client.recv(4096)  # the connector's hello
        for n in itertools.count():
            first, due = n * POINTS, start + n * 1_000_000_000 // RATE
            time.sleep(max(0.0, (due + 1_000_000_000 // RATE - time.time_ns()) / 1e9))  # a block is due when its last sample is
            servo = [[1, POINTS, 0, n, samples(first, 0.125), samples(first, -0.25), samples(first, 0.5)]]
            block = [1, first, float(RATE * POINTS), servo, [], [], [0, b""], [0, b""]]
            live = struct.pack("<IHHq5H6x", 1, 0, 0, due, *[0xFFFF] * 5)
            client.sendall(frame(2, live + msgpack.packb(block)))
    except OSError as gone:
        print(f"client gone: {gone}", file=sys.stderr, flush=True)
