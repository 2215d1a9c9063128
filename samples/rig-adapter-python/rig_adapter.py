"""A rig adapter in Python: speaks the controller link to a HardwareConnector, until Ctrl+C or SIGTERM.

    /usr/bin/python3 rig_adapter.py [PORT] [--listen ADDRESS] [--tls CERTIFICATE KEY] [--token-file FILE]

Needs msgpack only (Debian: python3-msgpack). Beyond this machine use both --tls and --token-file. Replace `DESCRIPTION` and `read` by your hardware and keep the rest.
docs/connect-your-rig.md explains each step, docs/wire-format.md describes every byte.
"""
import argparse
import hmac
import math
import select
import signal
import socket
import ssl
import struct
import sys
import threading
import time

import msgpack

# ---- The rig: what it is and what it measures. Replace this part. ----

RATE_HZ = 1000  # samples a second: the base clock, to which all channels of a stream refer
POINTS = 20  # samples in a block: 50 blocks a second; between 20 and 500 is usual
STREAM = 1  # any number, as long as hello and blocks agree
AXIS = 1
DISPLACEMENT_CONTROL = 0


def column(name, unit, limit):
    return {"name": name, "unit": unit, "min": -float(limit), "max": float(limit), "scale": 0.0}


# One axis at the rate of the base clock (1/1). Command and output always come first, then the sensors.
DESCRIPTION = {
    "id": STREAM, "name": "main", "baseRateHz": float(RATE_HZ), "pointsPerBlock": POINTS,
    "groups": {
        "servo": [{"id": AXIS, "name": "axis", "rateNum": 1, "rateDen": 1, "points": POINTS, "columns": [
            column("command", "mm", 50), column("output", "%", 100), column("force", "kN", 100), column("displacement", "mm", 50)]}],
        "temp": [], "ad": []},
    "bitIn": ["hydraulics"], "bitOut": []}


def displacement(sample):
    return 2.0 * math.sin(2 * math.pi * sample / RATE_HZ)


def read(first):
    """The samples from `first` on, in engineering units, as a content 1 document."""
    samples = range(first, first + POINTS)
    command = [displacement(i) for i in samples]
    measured = [displacement(i - 5) for i in samples]
    output = [c - m for c, m in zip(command, measured)]
    force = [25.0 * mm for mm in measured]
    counts = [i // RATE_HZ for i in samples]
    # An int column that is constant is one int; a float column is always a list.
    axis = [AXIS, POINTS, DISPLACEMENT_CONTROL, counts, command, output, force, measured]
    return [1, first, float(RATE_HZ), [axis], [], [], [1, b"\x01"], [0, b""]]


# ---- The link: keep this part. ----

HELLO, BLOCK, EVENT, STATE, HEARTBEAT = 1, 2, 3, 4, 5
HELLO_SECONDS = 3  # a connector without a hello after this time is let go
ALL = 0xFFFF  # a live count: every channel of the block is live
NS = 1_000_000_000


def frame(kind, body=b""):
    return struct.pack("<IB", len(body) + 1, kind) + body


class Clock:
    """Due times from the sample counter: they do not jitter, and never step when the clock of this machine is set."""

    def __init__(self):
        self._start, self._start_utc = time.monotonic_ns(), time.time_ns()

    def due_utc_ns(self, sample):
        return self._start_utc + sample * NS // RATE_HZ

    def seconds_until(self, block):
        """Seconds until all samples of a block are measured; 0 or less when they are."""
        return ((block + 1) * POINTS * NS // RATE_HZ - (time.monotonic_ns() - self._start)) / NS

    def next_block(self):
        return (time.monotonic_ns() - self._start) * RATE_HZ // NS // POINTS


class Session:
    """One connection to a connector."""

    def __init__(self, connector, clock, stop, token):
        self._socket, self._clock, self._stop, self._received = connector, clock, stop, b""
        self._token, self._hello = token, None
        self.sent = 0

    def run(self):
        self._socket.sendall(frame(HELLO, msgpack.packb({"protocol": 1, "streams": [DESCRIPTION]})))  # the rig speaks first
        if not self._is_let_in():
            return "no valid hello: its token is not the one of this rig"
        last_heartbeat = time.monotonic()
        # What was measured while no connector was connected is gone. The sample index says so: it counts on, and the
        # connector declares the samples in between missing.
        block = self._clock.next_block()
        while True:
            while (wait := self._clock.seconds_until(block)) > 0:
                self._take(wait)
            if self._stop.is_set():
                return "the adapter stops"
            first = block * POINTS
            # stream, error code, buffer utilisation, due time of the first sample, five live counts, six zeros
            header = struct.pack("<IHHq5H6x", STREAM, 0, 0, self._clock.due_utc_ns(first), *[ALL] * 5)
            self._socket.sendall(frame(BLOCK, header + msgpack.packb(read(first))))
            self.sent += 1
            block += 1
            if time.monotonic() - last_heartbeat >= 1:
                last_heartbeat = time.monotonic()
                self._socket.sendall(frame(HEARTBEAT))

    def close(self, reason):
        """The last frame says why, so that the connector can show it."""
        try:
            self._socket.sendall(frame(STATE, msgpack.packb({"state": "offline", "reason": reason})))
        except OSError:
            pass  # the connector is gone already
        self._socket.close()

    def _is_let_in(self):
        """With a token, the connector's hello must have it before anything is sent."""
        end = time.monotonic() + HELLO_SECONDS
        while self._token and self._hello is None and time.monotonic() < end:
            self._take(0.1)
        return not self._token or hmac.compare_digest((self._hello or {}).get("token", ""), self._token)

    def _take(self, seconds):
        """Waits, and reads what the connector sends meanwhile: its hello, heartbeats, and a state when it closes the link."""
        if not select.select([self._socket], [], [], seconds)[0]:
            return
        received = self._socket.recv(65536)
        if not received:
            raise ConnectionError("the connector closed the connection")
        self._received += received
        while len(self._received) >= 5:
            length, kind = struct.unpack_from("<IB", self._received)
            if len(self._received) < 4 + length:
                return
            body, self._received = self._received[5:4 + length], self._received[4 + length:]
            if kind == HELLO:
                self._hello = msgpack.unpackb(body)
                print("connected:", self._hello.get("client"), file=sys.stderr, flush=True)
            elif kind == STATE:
                print("the connector reports:", msgpack.unpackb(body), file=sys.stderr, flush=True)


def arguments():
    parser = argparse.ArgumentParser(description="a rig adapter for a HardwareConnector")
    parser.add_argument("port", nargs="?", type=int, default=5555)
    parser.add_argument("--listen", default="127.0.0.1")
    parser.add_argument("--tls", nargs=2, metavar=("CERTIFICATE", "KEY"))
    parser.add_argument("--token-file")
    return parser.parse_args()


def secured(connector, tls):
    """The connection over TLS, if it is asked for. The certificate is read for each, so a new one needs no restart."""
    connector.settimeout(HELLO_SECONDS)  # of a handshake, and of a peer that does not read
    if not tls:
        return connector
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*tls)
    return context.wrap_socket(connector, server_side=True)


def main():
    options = arguments()
    stop = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    server = socket.create_server((options.listen, options.port), backlog=1)
    print(f"listening link {'tls' if options.tls else 'tcp'}://{options.listen}:{server.getsockname()[1]}", flush=True)
    clock = Clock()
    while not stop.is_set():
        if not select.select([server], [], [], 0.1)[0]:
            continue
        connector, _ = server.accept()
        connector.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            connector = secured(connector, options.tls)
        except OSError as refused:
            print("refused:", refused, file=sys.stderr, flush=True)
            connector.close()
            continue
        token = open(options.token_file, encoding="utf-8").read().strip() if options.token_file else ""
        session = Session(connector, clock, stop, token)
        try:
            reason = session.run()
        except OSError as gone:
            reason = str(gone)
        session.close(reason)
        print(f"sent {session.sent} blocks; {reason}", flush=True)


if __name__ == "__main__":
    main()
