#!/usr/bin/python3
"""Measures the memory of a connector by its connections, for docs/security.md. Needs Linux and python3-zmq.

    dotnet build HardwareConnector -c Release && eng/connection-memory.py

For each kind of connection it starts a connector with the small rig at 10 blocks/s and prints its resident memory
(VmRSS). half open: TCP alone, read before the handshake's limit of 2 s. complete: a SUB socket that subscribes to
heartbeats.
"""
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import time

import zmq

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ["dotnet", str(ROOT / "HardwareConnector/bin/Release/net10.0/HardwareConnector.dll")]
COUNTS = (0, 100, 1000)


def member(path: pathlib.Path, name: str) -> bytes:
    for line in path.read_text().splitlines():
        if line.startswith(name + ": "):
            return line.split(": ", 1)[1].encode()
    raise KeyError(name)


def start(folder: pathlib.Path, keyed: bool) -> tuple[subprocess.Popen, str]:
    words = ["run", "--State:Folder", str(folder / "state"), "--Publish:Endpoint", "tcp://127.0.0.1:0",
             "--Control:Endpoint", "tcp://127.0.0.1:0", "--Http:Url", "http://127.0.0.1:0",
             "--Source:Type", "simulator", "--Source:Preset", "small", "--Source:BlocksPerSecond", "10",
             "--Transport:Library", "libzmq", "--Journal:RingMiB", "8"]
    if keyed:
        for name in ("rig1", "client"):
            subprocess.run([*PROGRAM, "keys", "new", "--name", name, "--out", str(folder)], check=True,
                           stdout=subprocess.DEVNULL)
        (folder / "allowed").mkdir()
        (folder / "allowed/client.pub").write_bytes((folder / "client.pub").read_bytes())
        words += ["--Security:KeyFile", str(folder / "rig1.key")]
    process = subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in process.stdout:
        if line.startswith("listening publish "):
            return process, line.split()[-1]
    sys.exit("the connector did not start")


def half_open(endpoint: str, count: int, _folder: pathlib.Path, _keyed: bool) -> list:
    host, port = endpoint.removeprefix("tcp://").rsplit(":", 1)
    return [socket.create_connection((host, int(port))) for _ in range(count)]


def complete(endpoint: str, count: int, folder: pathlib.Path, keyed: bool) -> list:
    context = zmq.Context(io_threads=1)
    context.max_sockets = 4096
    sockets = []
    for _ in range(count):
        one = context.socket(zmq.SUB)
        one.linger = 0
        if keyed:
            one.curve_secretkey = member(folder / "client.key", "secret")
            one.curve_publickey = member(folder / "client.pub", "public")
            one.curve_serverkey = member(folder / "rig1.pub", "public")
        one.subscribe(b"H/")
        one.connect(endpoint)
        sockets.append(one)
    for one in sockets:
        if not one.poll(60_000):
            sys.exit("a connection was not made: raise `ulimit -n`")
    return sockets


def resident_mib(process: subprocess.Popen) -> float:
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:", 1)[1].split()[0]) / 1024


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    print(f"{'':22}" + "".join(f"{count:>10}" for count in COUNTS) + "   KiB a connection")
    for keyed in (False, True):
        for kind in (half_open, complete):
            figures = []
            for count in COUNTS:
                with tempfile.TemporaryDirectory() as name:
                    folder = pathlib.Path(name)
                    process, endpoint = start(folder, keyed)
                    time.sleep(5)
                    peers = kind(endpoint, count, folder, keyed)
                    time.sleep(1)
                    figures.append(resident_mib(process))
                    for peer in peers:
                        peer.close()
                    process.terminate()
                    process.wait()
            title = f"{'keys' if keyed else 'plain'}, {kind.__name__.replace('_', ' ')}"
            each = (figures[-1] - figures[0]) * 1024 / COUNTS[-1]
            print(f"{title:22}" + "".join(f"{mib:>6.0f} MiB" for mib in figures) + f"{each:>12.0f}", flush=True)


if __name__ == "__main__":
    main()
