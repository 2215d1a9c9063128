"""Content 6: protobuf by the schema cdatablock.proto (docs/wire-format.md, "Protobuf, content 6")."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .block import Block, ControlChannel, InputChannel, Totals, bits_of, check_rate
from .errors import DecodeError
from .tokens import INT64_MAX, INT64_MIN

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_INT32 = (-(1 << 31), (1 << 31) - 1)
_INT16 = (-(1 << 15), (1 << 15) - 1)
_MAX_COUNT = (1 << 31) - 1


def decode(payload: bytes) -> Block:
    """Reads a document of content 6.

    Raises:
        DecodeError: it is none; path and byte say where.
    """
    message = _Message(payload, 0, len(payload), "")
    totals = Totals(fault=message.fault)
    block, version, seen = Block(), None, set()
    for field, value in message.fields():
        if field in seen and field <= 15:
            raise message.fault(f"field {field} is given twice")
        seen.add(field)
        if field == 1:
            block.first_sample_index = message.integer(value, "firstSampleIndex", INT64_MIN, INT64_MAX)
        elif field == 2:
            rate = np.frombuffer(message.fixed(value, "sampleRateHz"), "<f8")[0]
            block.sample_rate_hz = check_rate(float(rate), message.fault)
        elif field == 3:
            block.servo = _control(message.inner(value, "servo"), totals)
        elif field == 4:
            block.temp = _control(message.inner(value, "temp"), totals)
        elif field == 5:
            block.ad = _inputs(message.inner(value, "ad"), totals)
        elif field == 6:
            block.bit_in = _bits(message.inner(value, "bitIn"), totals)
        elif field == 7:
            block.bit_out = _bits(message.inner(value, "bitOut"), totals)
        elif field == 15:
            version = message.integer(value, "version", 0, (1 << 32) - 1)
    if version is None:
        raise message.fault("the version, the last field, is missing: the document was cut")
    if version != 1:
        raise message.fault(f"version 1 of the protobuf format is read here, not {version}")
    return block


class _Message:
    """The fields of one message."""

    def __init__(self, data: bytes, begin: int, end: int, path: str) -> None:
        self.data, self.pos, self.end, self.path = data, begin, end, path

    def fault(self, text: str) -> DecodeError:
        """An error at this place."""
        return DecodeError(text, self.pos, self.path)

    def fields(self) -> Iterator[tuple[int, tuple[int, object]]]:
        """Number and value of each field; a value is its wire type and an int, bytes or a range."""
        while self.pos < self.end:
            tag = self._varint()
            number, wire = tag >> 3, tag & 7
            if number == 0 or tag >= 1 << 32:
                raise self.fault(f"{tag} is no field")
            if wire == _VARINT:
                yield number, (wire, self._varint())
            elif wire in (_FIXED64, _FIXED32):
                yield number, (wire, self._take(8 if wire == _FIXED64 else 4))
            elif wire == _BYTES:
                length = self._varint()
                begin = self.pos
                self._take(length)
                yield number, (wire, (begin, begin + length))
            else:
                raise self.fault(f"wire type {wire} is not read here")

    def inner(self, value: tuple[int, object], path: str) -> "_Message":
        """The message in a field."""
        wire, place = value
        if wire != _BYTES:
            raise self.fault(f"{path} is a message, not wire type {wire}")
        return _Message(self.data, *place, path)

    def integer(self, value: tuple[int, object], what: str, low: int, high: int) -> int:
        """A number in a range."""
        wire, number = value
        if wire != _VARINT:
            raise self.fault(f"{what} is a varint, not wire type {wire}")
        number = number - (1 << 64) if number >= 1 << 63 else number
        if not low <= number <= high:
            raise self.fault(f"{what} is from {low} to {high}, not {number}")
        return number

    def fixed(self, value: tuple[int, object], what: str) -> bytes:
        """8 bytes."""
        if value[0] != _FIXED64:
            raise self.fault(f"{what} is a double, not wire type {value[0]}")
        return value[1]

    def values(self, value: tuple[int, object], what: str) -> bytes:
        """Values of 8 bytes, packed or one."""
        wire, found = value
        if wire == _FIXED64:
            return found
        if wire != _BYTES or (found[1] - found[0]) % 8:
            raise self.fault(f"{what} has 8 bytes for each value")
        return self.data[found[0]:found[1]]

    def _varint(self) -> int:
        value = 0
        for at in range(10):
            if self.pos + at >= self.end:
                raise self.fault("the document ends inside a varint")
            byte = self.data[self.pos + at]
            value |= (byte & 0x7F) << (7 * at)
            if byte < 0x80:
                self.pos += at + 1
                return value & ((1 << 64) - 1)
        raise self.fault("a varint has at most 10 bytes")

    def _take(self, length: int) -> bytes:
        if length > self.end - self.pos:
            raise self.fault(f"{length} bytes are announced and {self.end - self.pos} are left")
        self.pos += length
        return self.data[self.pos - length:self.pos]


def _channels(group: _Message, totals: Totals) -> Iterator[_Message]:
    """The channels of a group, which are counted first."""
    found = [value for field, value in group.fields() if field == 1]
    totals.group(len(found))
    for at, value in enumerate(found):
        yield group.inner(value, f"{group.path}[{at}]")


def _control(group: _Message, totals: Totals) -> list[ControlChannel]:
    return [_channel(channel, totals) for channel in _channels(group, totals)]


def _channel(channel: _Message, totals: Totals) -> ControlChannel:
    number = points = 0
    columns: list[list[bytes]] = [[], [], [], []]
    sensors: list[bytes] = []
    for field, value in channel.fields():
        if field == 1:
            number = channel.integer(value, "channelId", *_INT32)
        elif field == 2:
            points = channel.integer(value, "pointCount", 0, _MAX_COUNT)
        elif 3 <= field <= 6:
            columns[field - 3].append(channel.values(value, ("activeCtrl", "count", "command", "output")[field - 3]))
        elif field == 7:
            sensor = channel.inner(value, f"{channel.path}.sensor[{len(sensors)}]")
            sensors.append(b"".join(sensor.values(one, "a sensor") for at, one in sensor.fields() if at == 1))
    totals.channel(points, 4 + len(sensors))
    active, count, command, output = (_column(channel, b"".join(pieces), points, form)
                                      for pieces, form in zip(columns, ("<i8", "<i8", "<f8", "<f8")))
    if ((active < _INT16[0]) | (active > _INT16[1])).any():
        raise channel.fault("activeCtrl is outside int16")
    return ControlChannel(number, points, active, count, command, output,
                          tuple(_column(channel, sensor, points, "<f8") for sensor in sensors))


def _column(channel: _Message, data: bytes, points: int, form: str) -> np.ndarray:
    values = np.frombuffer(data, form)
    if len(values) == points:
        return values
    if len(values) != 1:
        raise channel.fault(f"a column has {points} points or one value; this one {len(values)}")
    return np.full(points, values[0], form)


def _inputs(group: _Message, totals: Totals) -> list[InputChannel]:
    inputs = []
    for channel in _channels(group, totals):
        number, pieces = 0, []
        for field, value in channel.fields():
            if field == 1:
                number = channel.integer(value, "channelId", *_INT32)
            elif field == 2:
                pieces.append(channel.values(value, "an AD channel"))
        values = np.frombuffer(b"".join(pieces), "<f8")
        totals.channel(len(values), 1)
        inputs.append(InputChannel(number, values))
    return inputs


def _bits(group: _Message, totals: Totals) -> np.ndarray:
    count, data = 0, b""
    for field, value in group.fields():
        if field == 1:
            count = group.integer(value, "a bit count", 0, _MAX_COUNT)
        elif field == 2:
            if value[0] != _BYTES:
                raise group.fault("bits are bytes")
            data = group.data[value[1][0]:value[1][1]]
    totals.bits(count)
    if len(data) != (count + 7) // 8:
        raise group.fault(f"{count} bits have {(count + 7) // 8} bytes; these have {len(data)}")
    if count & 7 and data[-1] >> (count & 7):
        raise group.fault("the unused bits are not 0")
    return bits_of(data, count)
