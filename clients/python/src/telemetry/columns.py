"""Content 1: columnar MessagePack, in all forms that a publisher writes (docs/wire-format.md, "CDataBlock")."""
from __future__ import annotations

import numpy as np

from . import packed
from .block import Block, ControlChannel, InputChannel, Totals, bits_of, check_rate
from .errors import DecodeError
from .tokens import INT64_MAX, INT64_MIN, Cursor, check_range

_INT32 = (-(1 << 31), (1 << 31) - 1)
_INT16 = (-(1 << 15), (1 << 15) - 1)
_INT64 = (INT64_MIN, INT64_MAX)
_CHANNEL_ITEMS = 6


def decode(payload: bytes, cursor_type: type[Cursor] = Cursor, forms=packed) -> Block:
    """Reads a document of content 1.

    Args:
        payload: its bytes.
        cursor_type: what reads its tokens.
        forms: what reads the columns that are an ext: ``count_of``, ``floats`` and ``integers``, as :mod:`packed`.

    Raises:
        DecodeError: it is none; path and byte say where.
    """
    cursor = cursor_type(payload)
    cursor.forms = forms
    totals = Totals(fault=cursor.fault)
    items = cursor.array("an array of 8")
    cursor.path = "version"
    if cursor.integer("the format version") != 1:
        raise cursor.fault("version 1 of the columnar format is read here")
    if items != 8:
        raise cursor.fault(f"a block is an array of 8; this one has {items} items", 0)
    cursor.path = "firstSampleIndex"
    first = cursor.integer("an int64")
    cursor.path = "sampleRateHz"
    rate = check_rate(cursor.number("a rate"), cursor.fault)
    block = Block(first, rate, _control(cursor, totals, "servo"), _control(cursor, totals, "temp"),
                  _inputs(cursor, totals), _bits(cursor, totals, "bitIn"), _bits(cursor, totals, "bitOut"))
    cursor.path = ""
    cursor.finish()
    return block


def _control(cursor: Cursor, totals: Totals, group: str) -> list[ControlChannel] | None:
    cursor.path = group
    if cursor.nil():
        return None
    channels = cursor.array("nil or an array of channels")
    totals.group(channels)
    return [_channel(cursor, totals, f"{group}[{at}]") for at in range(channels)]


def _channel(cursor: Cursor, totals: Totals, path: str) -> ControlChannel:
    cursor.path = path
    items = cursor.array("a channel: an array of 6 or more")
    if items < _CHANNEL_ITEMS:
        raise cursor.fault(f"a channel has 6 items or more; this one {items}")
    number = cursor.integer("an id", *_INT32)
    points = cursor.integer("a point count", 0, _INT32[1])
    totals.channel(points, items - 2)
    cursor.path = f"{path}.activeCtrl"
    active = _ints(cursor, points, *_INT16)
    cursor.path = f"{path}.count"
    count = _ints(cursor, points, *_INT64)
    columns = []
    for column in range(items - 4):
        cursor.path = f"{path}.{('command', 'output')[column] if column < 2 else f'sensor[{column - 2}]'}"
        columns.append(_floats(cursor, points))
    return ControlChannel(number, points, active, count, columns[0], columns[1], tuple(columns[2:]))


def _inputs(cursor: Cursor, totals: Totals) -> list[InputChannel] | None:
    cursor.path = "ad"
    if cursor.nil():
        return None
    channels = cursor.array("nil or an array of channels")
    totals.group(channels)
    inputs = []
    for at in range(channels):
        cursor.path = f"ad[{at}]"
        cursor.array_of(2, "an AD channel")
        number = cursor.integer("an id", *_INT32)
        points = _points_ahead(cursor)
        totals.channel(points, 1)
        inputs.append(InputChannel(number, _floats(cursor, points)))
    return inputs


def _points_ahead(cursor: Cursor) -> int:
    start = cursor.pos
    if cursor.is_array():
        points = cursor.array("a column")
    elif cursor.is_ext():
        points = _within(cursor, cursor.forms.count_of, *cursor.ext("a column"))
    else:
        raise cursor.fault(f"expected {cursor.COLUMN}, found code {cursor.peek():#04x}")
    cursor.pos = start
    return points


def _floats(cursor: Cursor, points: int) -> np.ndarray:
    if cursor.is_array():
        cursor.array_of(points, "as many float64 as points")
        return cursor.floats(points)
    if cursor.is_ext():
        return _within(cursor, cursor.forms.floats, *cursor.ext("a column"), points)
    return np.full(points, cursor.number("a column"), np.float64)


def _ints(cursor: Cursor, points: int, low: int, high: int) -> np.ndarray:
    if cursor.is_array():
        cursor.array_of(points, "as many ints as points")
        return cursor.integers(points, low, high)
    if cursor.is_ext():
        values = _within(cursor, cursor.forms.integers, *cursor.ext("a column"), points)
        check_range(values, low, high, cursor)
        return values
    return np.full(points, cursor.integer("an int column", low, high), np.int64)


def _within(cursor: Cursor, read, ext: int, body: bytes, *more):
    """Reads the body of an ext; a fault in it gets the place in the document."""
    try:
        return read(ext, body, *more)
    except DecodeError as fault:
        raise cursor.fault(str(fault), cursor.pos - len(body)) from None


def _bits(cursor: Cursor, totals: Totals, group: str) -> np.ndarray | None:
    cursor.path = group
    if cursor.nil():
        return None
    cursor.array_of(2, "nil or an array of 2")
    count = cursor.integer("a bit count", 0, _INT32[1])
    totals.bits(count)
    data = cursor.binary()
    if len(data) != (count + 7) // 8:
        raise cursor.fault(f"{count} bits have {(count + 7) // 8} bytes; these have {len(data)}")
    if count & 7 and data[-1] >> (count & 7):
        raise cursor.fault("the unused bits are not 0")
    return bits_of(data, count)
