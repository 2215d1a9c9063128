"""A lossless subscriber whose frames are dropped, doubled and damaged on their way: prints its account as JSON.

    subscribe_while_dropping.py PUBLISH CONTROL BLOCKS [--no-journal]
"""
import json
import random
import sys

import numpy

import telemetry
from telemetry import frames

RNG = random.Random(7)
DONE = {"dropped": 0, "doubled": 0, "damaged": 0}


class BadNetwork(telemetry.Subscriber):
    """Does to live frames what a network may: only data, so that the heartbeats tell what there was."""

    def _on_broadcast(self, parts):
        if parts[0].startswith(b"D/") and self.accounts():
            fate = RNG.random()
            if fate < 0.1:
                DONE["dropped"] += 1
                return
            if fate < 0.15:
                DONE["doubled"] += 1
                super()._on_broadcast(list(parts))
            elif fate < 0.2:
                DONE["damaged"] += 1
                damaged = bytearray(parts[2])
                damaged[RNG.randrange(len(damaged))] ^= 1 << RNG.randrange(8)
                parts = [parts[0], parts[1], bytes(damaged)]
        super()._on_broadcast(parts)


def main(publish, control, blocks, journal=True):
    notices, sequences, firsts = [], [], []
    with BadNetwork(publish, control if journal else None, on_notice=notices.append) as rig:
        while len(sequences) < blocks:
            block = rig.receive(20.0)
            if block is None:
                break
            sequences.append(block.sequence)
            firsts.append(block.block.first_sample_index)
            assert numpy.isfinite(block["servo1.force"]).all() and block.unit("servo1.force") == "kN"
        accounts = rig.accounts()
    print(json.dumps({
        **DONE, "crc": rig.bad_frames[frames.FrameError("payloadCrc", "").cause], "blocks": len(sequences),
        "rising": bool((numpy.diff(sequences) > 0).all()), "contiguous": bool((numpy.diff(sequences) == 1).all()),
        "samples": len(set(numpy.diff(firsts).tolist())), "closes": all(account.closes for account in accounts),
        "lost": sum(account.declared_lost for account in accounts),
        "replayed": sum(account.replayed for account in accounts),
        "duplicates": sum(account.duplicates for account in accounts),
        "reasons": sorted({notice.data.reason for notice in notices if isinstance(notice.data, telemetry.Loss)}),
    }))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), "--no-journal" not in sys.argv)
