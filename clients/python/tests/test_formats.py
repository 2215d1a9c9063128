"""Decoders on golden bytes, on the same bytes changed at random, and on what is wrong on purpose."""
import json
import random
import struct
import unittest

import msgpack
import numpy as np

import telemetry
from telemetry import formats, lz4block, packed
from telemetry.crc32c import _update, crc32c

import vectors

_VARIANTS = (".msgpack", ".ext98.msgpack", ".ext99.msgpack")


def same(left, right):
    """Whether two blocks are equal bit for bit."""
    columns = [[(*place, values.tobytes()) for *place, values in block.columns()] for block in (left, right)]
    return columns[0] == columns[1] and left.first_sample_index == right.first_sample_index


class Crc32cTests(unittest.TestCase):
    def test_known_values(self):
        self.assertEqual((crc32c(b"123456789"), crc32c(b"")), (0xE3069283, 0))

    def test_every_length_is_that_of_the_plain_loop(self):
        data = random.Random(1).randbytes(5000)
        for size in (511, 512, 513, 519, 520, 1031, 5000):
            self.assertEqual(crc32c(data[:size]), _update(0xFFFFFFFF, data[:size]) ^ 0xFFFFFFFF, size)


class HeaderTests(unittest.TestCase):
    HEADER, PAYLOAD = vectors.read("header-small.bin"), vectors.read("columns-small.msgpack")

    def test_golden_header_is_read(self):
        topic, header, _ = telemetry.parse_frame([b"D/lab/rig1/main/", self.HEADER, self.PAYLOAD])
        self.assertEqual((topic, header.stream, header.epoch, header.sequence, str(header.publisher)),
                         ("D/lab/rig1/main/", 1, 1, 1, "00112233-4455-6677-8899-aabbccddeeff"))

    def test_every_changed_byte_of_header_and_payload_is_refused(self):
        for at in range(len(self.HEADER)):
            with self.assertRaises(telemetry.FrameError, msg=f"byte {at}"):
                telemetry.parse_frame([b"D/", _flip(self.HEADER, at), self.PAYLOAD])
        for at in range(0, len(self.PAYLOAD), 7):
            with self.assertRaises(telemetry.FrameError) as caught:
                telemetry.parse_frame([b"D/", self.HEADER, _flip(self.PAYLOAD, at)])
            self.assertEqual(caught.exception.cause, "payloadCrc")

    def test_causes_are_named(self):
        for parts, cause in (([b"D/", self.HEADER], "length"), ([b"x" * 97, self.HEADER, self.PAYLOAD], "length"),
                             ([b"D/", b"XDB1" + self.HEADER[4:], self.PAYLOAD], "magic"),
                             ([b"D/", self.HEADER[:40], self.PAYLOAD], "length"), ([b"D/", b"", b""], "length")):
            with self.assertRaises(telemetry.FrameError) as caught:
                telemetry.parse_frame(parts)
            self.assertEqual(caught.exception.cause, cause)


class ColumnTests(unittest.TestCase):
    def test_packed_columns_have_the_bits_of_their_points(self):
        for name in vectors.names("packed-", ".bin"):
            points = vectors.read(name[:-3] + "f64")
            self.assertEqual(packed.packed(vectors.read(name), len(points) // 8).tobytes(), points, name)

    def test_int_columns_have_their_values(self):
        for name in vectors.names("int-column-", ".bin"):
            values = vectors.read(name[:-3] + "i64")
            self.assertEqual(packed.integers(22, vectors.read(name), len(values) // 8).tobytes(), values, name)

    def test_cut_bodies_are_refused(self):
        for name in vectors.names("packed-", ".bin"):
            body, count = vectors.read(name), len(vectors.read(name[:-3] + "f64")) // 8
            for end in range(len(body)):
                with self.assertRaises(telemetry.DecodeError, msg=f"{name} {end}"):
                    packed.packed(body[:end], count)

    def test_lengths_beyond_the_body_take_no_memory(self):
        for method in range(6):
            with self.assertRaises(telemetry.DecodeError):
                packed.packed(struct.pack("<BBHI", 1, method, 0, 65_536), 65_536)

    def test_lz4_by_library_and_in_python_agree(self):
        body = vectors.read("packed-3-shuffle.bin")[8:]
        self.assertEqual(lz4block.decompress(body, 600), lz4block.decompress_slowly(body, 600))
        repeated = b"\x1fA\x01\x00\xff\x00\x50BBBBB"
        self.assertEqual(lz4block.decompress_slowly(repeated, 280), b"A" * 275 + b"BBBBB")

    def test_damaged_lz4_is_refused(self):
        body = vectors.read("packed-3-shuffle.bin")[8:]
        for decompress in (lz4block.decompress, lz4block.decompress_slowly):
            for bad in (body[:-1], body + b"\0", b"", b"\xff" * 40, b"\x1fA\x05\x00"):
                with self.assertRaises(telemetry.DecodeError):
                    decompress(bad, 600)


class BlockTests(unittest.TestCase):
    def test_columns_reference_has_the_values_that_msgpack_reads(self):
        payload = vectors.read("columns-reference.msgpack")
        _, first, rate, servo, temp, ad, bit_in, bit_out = msgpack.unpackb(payload)
        block = formats.decode(1, payload)
        self.assertEqual((block.first_sample_index, block.sample_rate_hz), (first, rate))
        for mine, theirs in ((block.servo, servo), (block.temp, temp)):
            for channel, (number, points, active, count, *floats) in zip(mine, theirs, strict=True):
                self.assertEqual((channel.id, channel.points), (number, points))
                self.assertEqual([list(column) for column in channel.columns[2:]], floats)
                self.assertEqual(list(channel.active_ctrl), _all(active, points))
                self.assertEqual(list(channel.count), _all(count, points))
        self.assertEqual([(channel.id, list(channel.values)) for channel in block.ad], [tuple(one) for one in ad])
        for mine, (bits, data) in ((block.bit_in, bit_in), (block.bit_out, bit_out)):
            self.assertEqual([bool(data[i // 8] >> (i % 8) & 1) for i in range(bits)], list(mine))

    def test_raw_columns_are_those_of_the_arrays(self):
        for name in ("columns-reference", "columns-small"):
            arrays = formats.decode(1, vectors.read(f"{name}.msgpack"))
            self.assertTrue(same(arrays, formats.decode(1, vectors.read(f"{name}-raw.msgpack"))), name)

    def test_ext_types_of_earlier_releases_are_read(self):
        for name in ("columns-edge", "columns-mixed", "columns-small-raw"):
            today = formats.decode(1, vectors.read(f"{name}.msgpack"))
            self.assertTrue(same(today, formats.decode(1, vectors.read(f"{name}-ext72.msgpack"))), name)

    def test_rows_are_the_columns(self):
        for name in ("reference", "small"):
            columns = formats.decode(1, vectors.read(f"columns-{name}.msgpack"))
            for variant in _VARIANTS:
                content = 2 if variant == ".msgpack" else 3
                block = formats.decode(content, vectors.read(f"rows-{name}{variant}"))
                self.assertTrue(same(columns, block), name + variant)

    def test_cbor_is_the_columns(self):
        columns = formats.decode(1, vectors.read("columns-small.msgpack"))
        for name in vectors.names("cbor-", ".cbor"):
            self.assertTrue(same(columns, formats.decode(5, vectors.read(name))), name)

    def test_cbor_that_is_not_read_is_refused(self):
        for document, reason in (("9f01", "definite length"), ("a0", "found code 0xa0"),
                                 ("880100fb3ff0000000000000f6f6818200d852480000000000000000f6f6", "tag 82"),
                                 ("880100fb3ff0000000000000f6f6818200d8565b7fffffffffffffff", "announced")):
            with self.assertRaisesRegex(telemetry.DecodeError, reason):
                formats.decode(5, bytes.fromhex(document))

    def test_protobuf_is_the_columns(self):
        columns = formats.decode(1, vectors.read("columns-small.msgpack"))
        self.assertTrue(same(columns, formats.decode(6, vectors.read("protobuf-small.bin"))))

    def test_protobuf_that_is_not_read_is_refused(self):
        for document, reason in (("", "was cut"), ("7802", "version 1"), ("080108017801", "twice"), ("00", "no field"),
                                 ("1a057801", "announced"), ("43007801", "wire type 3"),
                                 ("1a070a0510ffffff7f7801", "at most 65536 points")):
            with self.assertRaisesRegex(telemetry.DecodeError, reason):
                formats.decode(6, bytes.fromhex(document))

    def test_every_golden_document_is_read(self):
        for name in vectors.names("columns-", ".msgpack"):
            formats.decode(1, vectors.read(name))
        for name in vectors.names("rows-", ".msgpack"):
            if not name.startswith("rows-edge"):
                formats.decode(3, vectors.read(name))

    def test_ragged_rows_are_refused(self):
        for name in vectors.names("rows-edge", ".msgpack"):
            with self.assertRaisesRegex(telemetry.DecodeError, "ragged"):
                formats.decode(3, vectors.read(name))

    def test_rows_are_trimmed_to_their_counts(self):
        document = msgpack.unpackb(vectors.read("rows-small.msgpack"))
        document[8:11] = [1, 0, 0]
        block = formats.decode(2, msgpack.packb(document))
        self.assertEqual((len(block.ad), len(block.bit_in), len(block.bit_out)), (1, 0, 0))

    def test_json_is_the_rows(self):
        rows = formats.decode(2, vectors.read("rows-small.msgpack"))
        self.assertTrue(same(rows, formats.decode(4, _as_json(vectors.read("rows-small.msgpack")))))

    def test_json_words_and_wrong_documents(self):
        block = formats.decode(4, b'{"ADData":[{"Datas":[1,"NaN","-Infinity"],"ChannelId":3}],"ADCount":1}')
        np.testing.assert_array_equal(block.ad[0].values, [1, np.nan, -np.inf])
        for bad in (b"", b"[]", b'{"A":1,"A":2}', b'{"SampleRate":NaN}', b"[" * 100_000, b'{"ADCount":1.5}',
                    b"\xff",
                    b'{"ServoData":[{"Datas":[{"Sensors":[1]},{"Sensors":[]}]}]}', b'{"BitIn":[1]}',
                    b'{"ADData":[{"Datas":["seven"]}]}', b'{"SampleRate":1e999}',
                    b'{"FirstSampleIndex":1' + b"0" * 5000):
            with self.assertRaises(telemetry.DecodeError, msg=bad[:60]):
                formats.decode(4, bad)

    def test_faults_name_path_and_byte(self):
        document = msgpack.unpackb(vectors.read("columns-small.msgpack"))
        document[3][0][5] = "seven"
        with self.assertRaises(telemetry.DecodeError) as caught:
            formats.decode(1, msgpack.packb(document))
        self.assertRegex(str(caught.exception), r"^servo\[0\]\.output at byte \d+: expected a column, found code 0xa5$")

    def test_announced_sizes_are_refused_before_memory_is_taken(self):
        wrong = {
            "channels": [1, 0, 1.0, [0] * 1025, None, None, None, None],
            "points": [1, 0, 1.0, [[1, 65_537, 0, 0, 0.0, 0.0]], None, None, None, None],
            "values": [1, 0, 1.0, [[1, 65_536, 0, 0, *[0.0] * 100]], None, None, None, None],
            "bits": [1, 0, 1.0, None, None, None, [4097, b""], None],
            "rate": [1, 0, float("inf"), None, None, None, None, None],
            "version": [2, 0, 1.0, None, None, None, None, None],
            "padding": [1, 0, 1.0, None, None, None, [3, b"\xff"], None],
            "items": [1, 0, 1.0, None, None, None, None],
            "activeCtrl": [1, 0, 1.0, [[1, 1, 40_000, 0, 0.0, 0.0]], None, None, None, None],
        }
        for name, document in wrong.items():
            with self.assertRaises(telemetry.DecodeError, msg=name):
                formats.decode(1, msgpack.packb(document))
        for bad in (b"\xdd\xff\xff\xff\xff", b"\xc9\xff\xff\xff\xff\x14", b"",
                    msgpack.packb([1, 0, 1.0] + [None] * 5) + b"\0"):
            with self.assertRaises(telemetry.DecodeError, msg=bad):
                formats.decode(1, bad)

    def test_lz4_lengths_are_refused_before_memory_is_taken(self):
        huge = msgpack.packb(msgpack.ExtType(99, b"\xd2\x7f\xff\xff\xff\x10A"))
        many = b"\xdd\x00\x10\x00\x00" + msgpack.packb(msgpack.ExtType(98, b"\xce\x7f\xff\xff\xff"))
        for bad in (huge, many, msgpack.packb(msgpack.ExtType(97, b"\xd2\0\0\0\1\x10A")), b""):
            with self.assertRaises(telemetry.DecodeError):
                formats.decode(3, bad)

    def test_unknown_content_is_named(self):
        with self.assertRaisesRegex(telemetry.DecodeError, "content 42"):
            formats.decode(42, b"")

    def test_changed_bytes_decode_or_are_refused(self):
        rng = random.Random(20)
        documents = [(1, vectors.read(name)) for name in vectors.names("columns-", ".msgpack")]
        documents += [(3, vectors.read(name)) for name in vectors.names("rows-", ".msgpack")]
        documents += [(6, vectors.read("protobuf-small.bin"))]
        documents += [(5, vectors.read(name)) for name in vectors.names("cbor-", ".cbor")]
        documents += [(4, _as_json(vectors.read("rows-small.msgpack"))), (1, _packed_document())]
        documents = [(content, payload) for content, payload in documents if len(payload) < 3000]
        for _ in range(3000):
            content, payload = rng.choice(documents)
            changed = bytearray(payload)
            for _ in range(rng.choice((1, 1, 2, 8))):
                changed[rng.randrange(len(changed))] = rng.choice((rng.randrange(256), 0xFF, 0xDD, 0xC9, 0))
            if rng.random() < 0.2:
                del changed[rng.randrange(len(changed)):]
            try:
                formats.decode(content, bytes(changed))
            except telemetry.DecodeError:
                pass


def _flip(data, at):
    return data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1:]


def _all(column, points):
    return column if isinstance(column, list) else [column] * points


def _packed_document():
    columns = [msgpack.ExtType(21, vectors.read(name)) for name in vectors.names("packed-", ".bin")
               if name != "packed-1-hundredths.bin"]
    return msgpack.packb([1, 0, 1000.0, [[1, 75, 0, 7, *columns]], None, None, None, None])


def _as_json(rows):
    def group(channels):
        members = ("ActiveCtrl", "Command", "Output", "Count", "Sensors")
        return [{"Datas": [dict(zip(members, point)) for point in points],
                 "ChannelId": number} for points, number in channels]
    document = msgpack.unpackb(rows)
    return json.dumps({
        "ServoData": group(document[0]), "TempData": group(document[1]),
        "ADData": [{"Datas": values, "ChannelId": number} for values, number in document[2]],
        "BitIn": document[3], "BitOut": document[4], "FirstSampleIndex": document[5], "ServoChCount": document[6],
        "TempChCount": document[7], "ADCount": document[8], "InCount": document[9], "OutCount": document[10],
        "SampleRate": document[11]}).encode()


if __name__ == "__main__":
    unittest.main()
