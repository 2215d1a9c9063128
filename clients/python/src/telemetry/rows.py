"""Content 2: row-shaped MessagePack, as the annotated C# classes are written (docs/wire-format.md, "Row-shaped")."""
from __future__ import annotations

import numpy as np

from .block import Block, ControlChannel, InputChannel, Totals, check_rate, trim
from .tokens import INT64_MAX, INT64_MIN, Cursor

_INT32 = (-(1 << 31), (1 << 31) - 1)
_INT16 = (-(1 << 15), (1 << 15) - 1)
# Rows that look like the first one for which a whole comparison pays.
_WORTHWHILE = 8


def decode(payload: bytes) -> Block:
    """Reads a document of content 2, trimmed to its counts.

    Raises:
        DecodeError: it is none; path and byte say where.
    """
    cursor = Cursor(payload)
    totals = Totals(fault=cursor.fault)
    cursor.array_of(12, "a block")
    block = Block(servo=_control(cursor, totals, "servo"), temp=_control(cursor, totals, "temp"),
                  ad=_inputs(cursor, totals), bit_in=_bits(cursor, totals, "bitIn"),
                  bit_out=_bits(cursor, totals, "bitOut"))
    cursor.path = "firstSampleIndex"
    block.first_sample_index = cursor.integer("an int64")
    cursor.path = "counts"
    counts = [cursor.integer("an int32", *_INT32) for _ in range(5)]
    cursor.path = "sampleRate"
    block.sample_rate_hz = check_rate(cursor.number("a rate"), cursor.fault)
    cursor.path = ""
    cursor.finish()
    return trim(block, counts)


def _control(cursor: Cursor, totals: Totals, group: str) -> list[ControlChannel] | None:
    cursor.path = group
    if cursor.nil():
        return None
    channels = cursor.array("nil or an array of channels")
    totals.group(channels)
    found = []
    for at in range(channels):
        cursor.path = f"{group}[{at}]"
        cursor.array_of(2, "a channel")
        points = cursor.array("an array of points")
        sensors = _sensors_ahead(cursor) if points else 0
        totals.channel(points, 4 + sensors)
        if points * 6 > cursor.end - cursor.pos:
            raise cursor.fault(f"{points} points do not fit into the {cursor.end - cursor.pos} bytes that are left")
        ints, floats = _Points(cursor, points, sensors).read()
        number = cursor.integer("an id", *_INT32)
        found.append(ControlChannel(number, points, ints[0], ints[1], floats[0], floats[1], tuple(floats[2:])))
    return found


def _sensors_ahead(cursor: Cursor) -> int:
    start = cursor.pos
    cursor.array_of(5, "a point")
    cursor.integer("activeCtrl")
    cursor.number("command")
    cursor.number("output")
    cursor.integer("count")
    sensors = cursor.array("sensors")
    cursor.pos = start
    return sensors


class _Points:
    """The points of a channel. Neighbours mostly have the same forms: those are read as one table of bytes."""

    def __init__(self, cursor: Cursor, points: int, sensors: int) -> None:
        self._cursor = cursor
        self._points = points
        self._sensors = sensors
        self._ints = np.zeros((2, points), np.int64)
        self._floats = np.zeros((2 + sensors, points), np.float64)

    def read(self) -> tuple[np.ndarray, np.ndarray]:
        """Int columns and float columns."""
        point, until_table = 0, 0
        while point < self._points:
            start, marks = self._cursor.pos, self._read_one(point)
            point += 1
            if marks is None or point < until_table:
                continue
            taken = self._read_alike(start, marks, point)
            point += taken
            if taken < _WORTHWHILE:
                until_table = point + _WORTHWHILE
        return self._ints, self._floats

    def _read_one(self, point: int) -> list[tuple[int, bool, int]] | None:
        """Reads one point; where its floats all are float64, where they are: offset, is float, row."""
        cursor = self._cursor
        start = cursor.pos
        cursor.array_of(5, "a point")
        marks = [self._int(start, 0, point, _INT16), self._float(start, 0, point), self._float(start, 1, point),
                 self._int(start, 1, point, (INT64_MIN, INT64_MAX))]
        at = cursor.pos
        if cursor.array("sensors") != self._sensors:
            raise cursor.fault(f"point {point} is ragged: the first one has {self._sensors} sensors", at)
        marks += [self._float(start, 2 + sensor, point) for sensor in range(self._sensors)]
        return None if any(mark is None for mark in marks) else marks

    def _int(self, start: int, row: int, point: int, limits: tuple[int, int]) -> tuple[int, bool, int] | None:
        cursor = self._cursor
        at, code = cursor.pos, cursor.peek()
        self._ints[row, point] = cursor.integer("an int", *limits)
        return (at - start, False, row) if code < 0x80 else None

    def _float(self, start: int, row: int, point: int) -> tuple[int, bool, int] | None:
        cursor = self._cursor
        at, code = cursor.pos, cursor.peek()
        self._floats[row, point] = cursor.number("a number")
        return (at - start, True, row) if code == 0xCB else None

    def _read_alike(self, start: int, marks: list[tuple[int, bool, int]], point: int) -> int:
        cursor = self._cursor
        size = cursor.pos - start
        count = min(self._points - point, (cursor.end - cursor.pos) // size)
        if count == 0:
            return 0
        first = np.frombuffer(cursor.data, np.uint8, size, start)
        table = np.frombuffer(cursor.data, np.uint8, count * size, cursor.pos).reshape(count, size)
        free = np.zeros(size, bool)
        small = np.zeros(size, bool)
        for at, is_float, _ in marks:
            free[at + 1:at + 9 if is_float else at] = True
            small[at] = not is_float
        same = (table == first) | free | (small & (table < 0x80))
        alike = same.all(axis=1)
        taken = count if alike.all() else int(alike.argmin())
        for at, is_float, row in marks:
            part = table[:taken, at + 1:at + 9] if is_float else table[:taken, at]
            if is_float:
                self._floats[row, point:point + taken] = np.ascontiguousarray(part).view(">f8")[:, 0]
            else:
                self._ints[row, point:point + taken] = part
        cursor.pos += taken * size
        return taken


def _inputs(cursor: Cursor, totals: Totals) -> list[InputChannel] | None:
    cursor.path = "ad"
    if cursor.nil():
        return None
    channels = cursor.array("nil or an array of channels")
    totals.group(channels)
    found = []
    for at in range(channels):
        cursor.path = f"ad[{at}]"
        cursor.array_of(2, "an AD channel")
        points = cursor.array("an array of values")
        totals.channel(points, 1)
        values = cursor.floats(points)
        found.append(InputChannel(cursor.integer("an id", *_INT32), values))
    return found


def _bits(cursor: Cursor, totals: Totals, group: str) -> np.ndarray | None:
    cursor.path = group
    if cursor.nil():
        return None
    count = cursor.array("nil or an array of bools")
    totals.bits(count)
    return np.array([cursor.boolean() for _ in range(count)], bool)
