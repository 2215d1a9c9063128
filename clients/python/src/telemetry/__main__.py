"""``python3 -m telemetry``: prints blocks of a connector, what a recording holds, and how fast blocks are decoded."""
from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from . import frames
from .errors import TelemetryError
from .formats import decode
from .recording import Recording
from .subscriber import Notice, Subscriber


def main(arguments: list[str] | None = None) -> int:
    """Runs a verb; the exit code is 1 after an error, which is one line."""
    parser = argparse.ArgumentParser(prog="telemetry", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    live = verbs.add_parser("subscribe", help="prints one JSON object a block, and the account at the end")
    live.add_argument("publish", nargs="?", default="tcp://127.0.0.1:5556")
    live.add_argument("--control", default=None, help="control address: missing blocks are read from the journal")
    live.add_argument("--key", default=None, help="file with the own secret key, where keys are demanded")
    live.add_argument("--server-key", default=None, help="the connector's public key, or its .pub file")
    live.add_argument("--blocks", type=int, default=-1, help="blocks to print; without, all")
    info = verbs.add_parser("info", help="prints the streams, channels and times of a recording or journal")
    info.add_argument("folder")
    bench = verbs.add_parser("bench", help="decodes the blocks of a recording again and again")
    bench.add_argument("folder")
    bench.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args(arguments)
    try:
        return {"subscribe": _subscribe, "info": _info, "bench": _bench}[options.verb](options)
    except TelemetryError as fault:
        print(fault, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


def _subscribe(options: argparse.Namespace) -> int:
    with Subscriber(options.publish, options.control, on_notice=_print_notice, key_file=options.key,
                    server_key=options.server_key) as rig:
        left = options.blocks
        while left != 0:
            block = rig.receive()
            if block is None:
                continue
            left -= 1
            _print({"stream": block.stream.name, "epoch": block.epoch, "sequence": block.sequence,
                    "acquiredNs": block.acquired_ns, "content": block.header.content, "replayed": block.replayed,
                    "values": block.last_values()})
        for account in rig.accounts():
            print(account, file=sys.stderr)
    return 0


def _info(options: argparse.Namespace) -> int:
    recording = Recording(options.folder)
    counts: dict[tuple[int, int], list[int]] = {}
    for journal in recording.journals:
        for frame in journal.frames(check=False):
            if frame.header.kind == frames.DATA:
                seen = counts.setdefault((frame.header.stream, frame.header.epoch), [0, frame.header.acquired_ns, 0])
                seen[0], seen[2] = seen[0] + 1, frame.header.acquired_ns
    _print({"run": recording.run,
            "streams": {name: [f"{signal.name} {signal.unit}".rstrip() for signal in stream.signals.values()]
                        for name, stream in recording.streams().items()},
            "kept": [{"stream": stream, "epoch": epoch, "blocks": seen[0], "fromNs": seen[1], "toNs": seen[2]}
                     for (stream, epoch), seen in counts.items()],
            "damaged": [str(damage) for damage in recording.damaged]})
    return 0


def _bench(options: argparse.Namespace) -> int:
    journals = Recording(options.folder).journals
    found = [frame for journal in journals for frame in journal.frames() if frame.header.kind == frames.DATA][:256]
    if not found:
        print("there is no block in this folder", file=sys.stderr)
        return 1
    best = 0.0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        for frame in found:
            frames.check_payload(frame.header, frame.payload)
            decode(frame.header.content, frame.payload)
        best = max(best, len(found) / (time.perf_counter() - start))
    size = sum(len(frame.payload) for frame in found) / len(found)
    _print({"blocks": len(found), "bytesPerBlock": round(size), "blocksPerSecond": round(best),
            "megabytesPerSecond": round(best * size / 1e6, 1)})
    return 0


def _print(found: Any) -> None:
    print(json.dumps(found), flush=True)


def _print_notice(notice: Notice) -> None:
    print(f"{notice.kind}: {notice.text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
