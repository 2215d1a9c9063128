"""Folders that a connector or a recorder wrote, and folders that are damaged."""
import json
import os
import tempfile
import unittest

import msgpack
import numpy as np

import telemetry
from telemetry import catalogue, frames
from telemetry.recording import to_ns

EPOCH = 0x18C0000000
PUBLISHER = bytes(range(16))
POINTS, RATE = 4, 400
CATALOGUE = msgpack.packb({
    "revision": 3, "publisher": "00010203-0405-0607-0809-0a0b0c0d0e0f", "site": "lab", "rig": "rig1", "epochs": [],
    "streams": [{"id": 1, "name": "main", "baseRateHz": float(RATE), "pointsPerBlock": POINTS,
                 "bitIn": ["door"], "bitOut": [], "groups": {
                     "servo": [{"id": 1, "name": "axis", "rateNum": 1, "rateDen": 1, "points": POINTS, "columns": [
                         {"name": name, "unit": unit, "min": 0.0, "max": 1.0, "scale": 0.0}
                         for name, unit in (("command", "mm"), ("output", "%"), ("Force", "kN"))]}],
                     "temp": [], "ad": [{"id": 9, "name": "t", "rateNum": 1, "rateDen": 2, "points": 2, "columns": [
                         {"name": "t", "unit": "degC", "min": 0.0, "max": 1.0, "scale": 0.0}]}]}}]})


def block(n):
    ramp = [n * POINTS + p + 0.5 for p in range(POINTS)]
    servo = [[1, POINTS, 0, n, ramp, 0.0, [-value for value in ramp]]]
    inputs = [[9, [float(n), n + 0.5]]]
    return msgpack.packb([1, n * POINTS, float(RATE), servo, None, inputs, [1, bytes([n & 1])], None])


def record(payload, sequence, kind=frames.DATA, stream=1, content=1, epoch=EPOCH):
    acquired = sequence * POINTS * 1_000_000_000 // RATE
    head = frames.pack_header(payload, publisher=PUBLISHER, stream=stream, epoch=epoch, sequence=sequence,
                              acquired=acquired, published=acquired, kind=kind, content=content, revision=3)
    return head + payload + bytes(-(len(head) + len(payload)) % 8)


def segment(blocks):
    return b"".join([record(CATALOGUE, 1, frames.CATALOGUE, 0, 8)] + [record(block(n), n) for n in blocks])


class RecordingTests(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = self._folder.name

    def tearDown(self):
        self._folder.cleanup()

    def write(self, data, name=f"{EPOCH:016x}-00000001.seg"):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)

    def open(self):
        return telemetry.open_recording(self.folder)

    def test_a_segment_cut_while_it_is_read_only_gives_less(self):
        self.write(segment(range(1, 400)))
        (journal,) = self.open().journals
        path = os.path.join(self.folder, journal.segments[0])
        # More than one piece of the reader.
        with open(path, "ab") as file:
            file.write(bytes(3 << 20))
        found = iter(journal.frames())
        next(found)
        os.truncate(path, os.path.getsize(path) // 8)
        self.assertLess(len(list(found)), 400)

    def test_frames_are_found_across_pieces(self):
        data = segment([1]) + b"\x01" * ((1 << 20) + 3 * 8) + record(block(2), 2)
        self.write(data)
        (journal,) = self.open().journals
        sequences = [one.header.sequence for one in journal.frames() if one.header.kind == frames.DATA]
        self.assertEqual((sequences, len(journal.damaged)), ([1, 2], 1))

    def test_folders_outside_of_the_recording_are_not_opened(self):
        inner = os.path.join(self.folder, "inner")
        os.mkdir(inner)
        self.write(segment([1]))
        for name in ("..", ".", ""):
            with open(os.path.join(inner, "recording.json"), "w", encoding="utf-8") as file:
                json.dump({"format": "telemetry-recording/1", "publishers": [{"folder": name}]}, file)
            with self.assertRaises(telemetry.RecordingError):
                telemetry.open_recording(inner)

    def test_columns_times_and_units(self):
        self.write(segment(range(1, 4)))
        table = self.open().table("servo1.*")
        np.testing.assert_array_equal(table["servo1.command"], np.arange(4, 16) + 0.5)
        np.testing.assert_array_equal(table["servo1.force"], -(np.arange(4, 16) + 0.5))
        np.testing.assert_array_equal(table.time_ns, np.arange(4, 16) * 2_500_000)
        self.assertEqual((table.units["servo1.force"], table.rate_hz, table.gaps), ("kN", RATE, []))
        self.assertEqual(table["servo1.count"].dtype, np.int64)

    def test_several_rates_are_several_tables(self):
        self.write(segment(range(1, 4)))
        rates = {table.rate_hz: list(table.columns) for table in self.open().tables("servo1.force,ad1,bitin1")}
        self.assertEqual(rates, {400.0: ["servo1.force"], 200.0: ["ad1"], 0.0: ["bitin1"]})
        with self.assertRaisesRegex(telemetry.RecordingError, "several rates"):
            self.open().table("servo1.force,ad1")

    def test_time_is_selected_by_sample(self):
        self.write(segment(range(1, 9)))
        table = self.open().table("servo1.command", start=12_500_000, stop="1970-01-01T00:00:00.030Z")
        self.assertEqual((table.time_ns[0], table.time_ns[-1], len(table)), (12_500_000, 27_500_000, 7))

    def test_missing_blocks_are_told_and_damage_costs_itself(self):
        data = bytearray(segment([1, 2, 3, 5, 6]))
        at = data.find(block(3))
        data[at + 20] ^= 1
        self.write(bytes(data) + record(block(7), 7)[:90])
        recording = self.open()
        table = recording.table("servo1.count")
        self.assertEqual([(gap.first, gap.last) for gap in table.gaps], [(3, 4)])
        self.assertEqual(sorted(set(table["servo1.count"])), [1, 2, 5, 6])
        self.assertEqual([damage.cause.split(":")[0] for damage in recording.damaged],
                         ["payloadCrc", "the file ends inside a payload"])

    def test_every_cut_and_every_flipped_byte_is_survived(self):
        data = segment(range(1, 4))
        for at in range(0, len(data), 11):
            for changed in (data[:at], data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1:]):
                self.write(changed)
                try:
                    for found in self.open().blocks():
                        self.assertIn(found.sequence, (1, 2, 3))
                except telemetry.RecordingError:
                    pass

    def test_duplicates_and_foreign_frames_are_left_out(self):
        self.write(segment([1, 2, 2]) + record(block(9), 9, epoch=EPOCH + 1) + record(block(3), 3))
        self.assertEqual([found.sequence for found in self.open().blocks()], [1, 2, 3])

    def test_blocks_without_catalogue_have_default_names(self):
        self.write(record(block(1), 1))
        found = next(self.open().blocks())
        self.assertEqual(found.names, ["servo1.activectrl", "servo1.count", "servo1.command", "servo1.output",
                                       "servo1.s1", "ad1", "bitin1"])

    def test_payload_that_is_no_block_is_left_out_with_its_reason(self):
        self.write(segment([1]) + record(b"\x93\x01\x02\x03", 2) + record(block(3), 3))
        recording = self.open()
        self.assertEqual(len(list(recording.blocks())), 2)
        self.assertRegex(recording.refused[0], "sequence 2 of epoch .* at byte 0")

    def test_folders_that_are_none(self):
        with self.assertRaisesRegex(telemetry.RecordingError, "no segments"):
            self.open()
        with self.assertRaisesRegex(telemetry.RecordingError, "there is no folder"):
            telemetry.open_recording(os.path.join(self.folder, "nowhere"))
        for text in ("{", "[]", '{"format":"other"}', "[" * 5000):
            self.write(text.encode(), "recording.json")
            with self.assertRaisesRegex(telemetry.RecordingError, "recording.json"):
                self.open()

    def test_document_may_have_4_mib(self):
        head, tail = b'{"format":"telemetry-recording/1","run":{"name":"T-17","note":"', b'"}}'
        note = b"x" * ((4 << 20) - len(head) - len(tail))
        self.write(segment([1]))
        self.write(head + note + tail, "recording.json")
        self.assertEqual(self.open().run, "T-17")
        self.write(head + note + b"x" + tail, "recording.json")
        with self.assertRaisesRegex(telemetry.RecordingError, "is larger than any such file"):
            self.open()

    def test_document_cannot_name_folders_outside(self):
        self.write(b'{"format":"telemetry-recording/1","run":{"name":"T-17"},"publishers":[{"folder":"../.."}]}',
                   "recording.json")
        self.write(segment([1]))
        recording = self.open()
        self.assertEqual((recording.run, [journal.folder for journal in recording.journals]), ("T-17", [self.folder]))

    def test_unknown_names_are_errors_that_name_the_known_ones(self):
        self.write(segment([1]))
        with self.assertRaisesRegex(telemetry.RecordingError, "no channel matches servo9.*; there are servo1"):
            self.open().table("servo9.*")
        with self.assertRaisesRegex(telemetry.RecordingError, "there is no stream 'other'; there are main"):
            self.open().table(stream="other")
        with self.assertRaisesRegex(telemetry.RecordingError, "no block"):
            self.open().table(start="2030-01-01")
        with self.assertRaisesRegex(telemetry.RecordingError, "is no time"):
            self.open().table(start="yesterday")
        with self.assertRaisesRegex(KeyError, "no signal 'servo1.nothing'"):
            next(self.open().blocks())["servo1.nothing"]

    def test_pandas_or_a_message_that_it_is_missing(self):
        self.write(segment([1, 2]))
        table = self.open().table("servo1.force")
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "python3-pandas"):
                table.to_pandas()
        else:
            frame = table.to_pandas()
            self.assertEqual((list(frame), frame.attrs["units"]), (["time_ns", "servo1.force"], {"servo1.force": "kN"}))


class CatalogueTests(unittest.TestCase):
    def test_names_are_cleaned_and_unique(self):
        self.assertEqual(catalogue.column_names(["Force A", "Force A", "", "stroke"]),
                         ["activectrl", "count", "command", "output", "force_a", "stroke", "strain", "pressure"])

    def test_offsets_are_those_of_integers_however_the_clock_counts(self):
        for base, num, den, first in ((30_000.0, 1, 1, 7), (3.0, 1, 3, 10**15), (30_000.0, 1, 7, -5), (0.1, 1, 1, 3)):
            offsets = catalogue.sample_offsets_ns(base, num, den, first, 50)
            self.assertEqual(offsets[0], 0)
            np.testing.assert_allclose(np.diff(offsets), den / num / base * 1e9, atol=2)

    def test_patterns(self):
        wanted = catalogue.matcher("servo*.force, ad?")
        self.assertEqual([wanted(name) for name in ("servo12.force", "ad7", "ad71", "servo1.forces", "bitin1")],
                         [True, True, False, False, False])

    def test_wrong_maps_are_errors(self):
        for bad in (b"", b"\xc1", b"\x93", msgpack.packb([1]), msgpack.packb({"revision": 1}), msgpack.packb({1: 2}),
                    msgpack.packb({"revision": 1, "streams": [{"id": 1, "name": "x", "baseRateHz": float("nan")}]}),
                    msgpack.packb({"revision": "1", "streams": []}), b"\x91" * 5000,
                    msgpack.packb({"revision": 1, "streams": [{"id": 1, "name": "x", "baseRateHz": 1.0, "groups": {
                        "ad": [{"id": 1, "rateNum": 0, "columns": [{}]}]}}]})):
            with self.assertRaises(telemetry.DecodeError, msg=bad[:20]):
                catalogue.Catalogue.parse(bad)

    def test_times(self):
        self.assertEqual(to_ns("1970-01-01T00:00:01.5Z"), 1_500_000_000)
        self.assertEqual((to_ns("1970-01-01"), to_ns(7), to_ns(None)), (0, 7, None))


if __name__ == "__main__":
    unittest.main()
