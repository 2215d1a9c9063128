"""Writes the golden bytes of control messages (docs/wire-format.md): python3 make_control_vectors.py FOLDER

The order of keys is that of the document. Integers take their smallest form, as Python's msgpack writes them.
"""

import pathlib
import sys

import msgpack

PUBLISHER = "00112233-4455-6677-8899-aabbccddeeff"
INSTANCE = "0f0e0d0c-0b0a-4908-8706-050403020100"

COLUMN = {"name": "force", "unit": "kN", "min": -100.0, "max": 100.0, "scale": 0.0030517578125}
STREAM = {
    "id": 1,
    "name": "main",
    "baseRateHz": 2000.0,
    "pointsPerBlock": 20,
    "groups": {
        "servo": [],
        "temp": [],
        "ad": [{"id": 7, "name": "load cell", "rateNum": 1, "rateDen": 1, "points": 20, "columns": [COLUMN]}],
    },
    "bitIn": ["door"],
    "bitOut": [],
}
EPOCH = {"epoch": 17, "stream": 1, "first": 1, "last": 300, "exact": False}

MESSAGES = {
    "control-heartbeat": {
        "instance": INSTANCE,
        "epoch": 18,
        "sentUtcNs": 1_795_382_400_000_000_000,
        "uptimeMs": 65_536,
        "link": "online",
        "lastAcquired": 1_795_382_399_990_000_000,
        "streams": [
            {
                "id": 1,
                "last": 70_000,
                "written": 69_998,
                "durable": 69_990,
                "firstInJournal": [17, 1],
                "link": "online",
                "lastAcquired": 1_795_382_399_990_000_000,
            }
        ],
    },
    "control-catalogue": {
        "revision": 3,
        "publisher": PUBLISHER,
        "site": "lab",
        "rig": "rig1",
        "epochs": [EPOCH],
        "streams": [STREAM],
    },
    "control-welcome": {
        "op": "welcome",
        "id": 9,
        "publisher": PUBLISHER,
        "instance": INSTANCE,
        "epoch": 18,
        "epochs": [EPOCH, {"epoch": 18, "stream": 1, "first": 1, "last": 70_000, "exact": False}],
        "streams": [{"id": 1, "name": "main"}],
    },
    "control-end": {
        "op": "end",
        "id": 10,
        "result": "gone",
        "availableTo": 0,
        "firstAvailable": 120,
        "reason": "the journal begins at 120",
        "retryAfterMs": 0,
    },
    "control-error": {"op": "error", "id": 11, "code": "badRequest", "message": "id is missing"},
}

folder = pathlib.Path(sys.argv[1])
for name, message in MESSAGES.items():
    (folder / f"{name}.msgpack").write_bytes(msgpack.packb(message))
