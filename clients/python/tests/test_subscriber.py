"""What a subscriber keeps of peers that send what they like, and statuses that are refused."""
import time
import unittest
import uuid

import msgpack

import telemetry
from telemetry import frames, subscriber


def heartbeat(number):
    payload = msgpack.packb({"instance": str(uuid.UUID(int=number)), "epoch": 1, "streams": []})
    head = frames.pack_header(payload, publisher=uuid.UUID(int=number).bytes, stream=0, epoch=1, sequence=1,
                              acquired=1, published=1, kind=frames.HEARTBEAT, content=8, revision=0)
    return [b"H/lab/rig1", head, payload]


class BoundTests(unittest.TestCase):
    def setUp(self):
        self.rig = telemetry.Subscriber("tcp://127.0.0.1:1", "tcp://127.0.0.1:1")
        self.addCleanup(self.rig.close)

    def test_publishers_are_bounded(self):
        refused = 0
        for number in range(1, subscriber._MAX_PUBLISHERS + 10):
            try:
                self.rig._on_broadcast(heartbeat(number))
            except telemetry.FrameError as fault:
                self.assertEqual(fault.cause, "tooManyPublishers")
                refused += 1
        self.assertEqual((len(self.rig._publishers), refused), (subscriber._MAX_PUBLISHERS, 9))

    def test_unknown_revisions_are_bounded(self):
        self.rig._on_broadcast(heartbeat(1))
        for revision in range(subscriber._MAX_UNKNOWN_REVISIONS + 10):
            self.rig._requests[revision] = ("catalogue", revision)
            self.rig._on_error(revision, telemetry.ControlError("notFound", "not kept"))
        self.assertEqual(len(self.rig._unknown_revisions), subscriber._MAX_UNKNOWN_REVISIONS)

    def test_a_status_that_is_refused_is_sent_once_a_minute(self):
        self.rig._on_error(0, telemetry.ControlError("unsupported", "the key office1 lacks the right status"))
        self.assertGreater(self.rig._status_at, time.monotonic() + 50)


if __name__ == "__main__":
    unittest.main()
