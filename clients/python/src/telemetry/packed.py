"""Columns inside MessagePack exts: raw floats (20), packed floats (21) and ints (22), docs/wire-format.md."""
from __future__ import annotations

import struct
import sys
from functools import lru_cache

import numpy as np

from .errors import DecodeError
from .lz4block import decompress

RAW_FLOATS, PACKED_FLOATS, INTS = 20, 21, 22
_EARLIER = {72: RAW_FLOATS, 73: PACKED_FLOATS, 74: INTS}

_HEAD = struct.Struct("<BBHI")
_SCALED = struct.Struct("<BBHq")
_I64, _F64, _U32 = struct.Struct("<q"), struct.Struct("<d"), struct.Struct("<I")
_TRIM = struct.Struct("<QQ")
_BOUND = 1 << 51
_MAX_WIDTH = 52
_DIVIDE, _MULTIPLY = 254, 255
_RUN = np.dtype([("length", "<u4"), ("value", "<i8")])
_EXCEPTION = np.dtype([("index", "<u2"), ("value", "<u8")])
_POWERS = [float(f"1e{power}") for power in range(23)]


def current_type(ext: int) -> int:
    """The ext type of today; releases up to 0.1.0 wrote 72 to 74 for 20 to 22."""
    return _EARLIER.get(ext, ext)


def count_of(ext: int, body: bytes) -> int:
    """Points that a float column in an ext says it has."""
    if current_type(ext) == PACKED_FLOATS:
        if len(body) < _HEAD.size:
            raise DecodeError(f"ext 21 has 8 bytes or more; this one has {len(body)}")
        return _HEAD.unpack_from(body)[3]
    return max(0, len(body) - 8) // 8


def floats(ext: int, body: bytes, count: int) -> np.ndarray:
    """The points of a float column in an ext, float64."""
    kind = current_type(ext)
    if kind == RAW_FLOATS:
        return _raw(body, count)
    if kind == PACKED_FLOATS:
        return packed(body, count)
    raise DecodeError(f"a float column is ext 20 or ext 21; this is ext {ext}")


def integers(ext: int, body: bytes, count: int) -> np.ndarray:
    """The points of an int column in an ext, int64."""
    if current_type(ext) != INTS:
        raise DecodeError(f"an int column is ext 22; this is ext {ext}")
    method = _head(body, count, "ext 22")
    if method == 0:
        if len(body) != 8 + 8 * count:
            raise DecodeError(f"{count} ints of ext 22 have {8 + 8 * count} bytes; it has {len(body)}")
        return np.frombuffer(body, "<i8", count, 8).astype(np.int64)
    if method == 1:
        return _runs(body, count)
    raise DecodeError(f"ext 22 has method 0 or 1; this one {method}")


def packed(body: bytes, count: int) -> np.ndarray:
    """The points of an ext 21 body; every statement of it is checked before a point is made."""
    method = _head(body, count, "ext 21")
    if method in (1, 2):
        return _scaled(body, count, method == 2)
    if method == 0:
        _need(body, 16, "a constant")
        return np.full(count, np.frombuffer(body, "<u8", 1, 8)[0], np.uint64).view(np.float64)
    if method == 3:
        # Refused before memory is taken: decompress compares the size with what the block can hold.
        planes = np.frombuffer(decompress(body[8:], 8 * count), np.uint8).reshape(8, count)
        return np.ascontiguousarray(planes.T).reshape(-1).view("<f8").astype(np.float64)
    if method == 4:
        return _repeat(body, count)
    if method == 5:
        return _trim(body, count)
    raise DecodeError(f"ext 21 has methods 0 to 5; this one {method}")


def _raw(body: bytes, count: int) -> np.ndarray:
    if len(body) != 8 + 8 * count:
        raise DecodeError(f"ext 20 of {count} points has {8 + 8 * count} bytes; it has {len(body)}")
    if body[0] != 1 or any(body[1:8]):
        raise DecodeError("ext 20 begins with version 1 and 7 zero bytes")
    return np.frombuffer(body, "<f8", count, 8).astype(np.float64)


def _head(body: bytes, count: int, what: str) -> int:
    if len(body) < _HEAD.size:
        raise DecodeError(f"{what} has 8 bytes or more; this one has {len(body)}")
    version, method, zero, stated = _HEAD.unpack_from(body)
    if version != 1 or zero:
        raise DecodeError(f"{what} begins with version 1, its method and 2 zero bytes")
    if stated != count:
        raise DecodeError(f"{what} has {stated} points, and its column {count}")
    return method


def _need(body: bytes, size: int, what: str) -> None:
    if len(body) != size:
        raise DecodeError(f"{what} has {size} bytes; this one has {len(body)}")


def _runs(body: bytes, count: int) -> np.ndarray:
    runs = _U32.unpack_from(body, 8)[0] if len(body) >= 12 else 0
    _need(body, 12 + _RUN.itemsize * runs, f"ext 22 of {runs} runs")
    items = np.frombuffer(body, _RUN, runs, 12)
    lengths = items["length"].astype(np.int64)
    if int(lengths.sum()) != count:
        raise DecodeError(f"the runs of ext 22 have {int(lengths.sum())} points, and the column {count}")
    return np.repeat(items["value"].astype(np.int64), lengths)


@lru_cache(maxsize=512)
def _places(count: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    bits = np.arange(count, dtype=np.int64) * width
    return bits >> 3, (bits & 7).astype(np.uint64)


def _fields(body: bytes, begin: int, count: int, width: int) -> np.ndarray:
    """``count`` packed fields of 0 to 56 bits, as uint64. The caller has compared the length."""
    size = -(-count * width // 8)
    used = count * width & 7
    if used and body[begin + size - 1] >> used:
        raise DecodeError("the bits after the last field are not 0", begin + size - 1)
    if width == 0:
        return np.zeros(count, np.uint64)
    if width == 8:
        return np.frombuffer(body, np.uint8, count, begin).astype(np.uint64)
    # Eight bytes from each byte on: what a field is in, whatever its first bit.
    padded = body[begin:begin + size] + b"\0\0\0\0\0\0\0\0"
    words = np.ndarray(size + 1, "<u8", padded, 0, (1,))
    places, shifts = _places(count, width)
    return (words[places] >> shifts) & np.uint64((1 << width) - 1)


def _scaled(body: bytes, count: int, is_delta: bool) -> np.ndarray:
    at = 8 + _SCALED.size
    if len(body) < at:
        raise DecodeError(f"scaled integers have {at} bytes or more; this body has {len(body)}")
    width, scale, exceptions, base = _SCALED.unpack_from(body, 8)
    if width > _MAX_WIDTH:
        raise DecodeError(f"a width is 0 to {_MAX_WIDTH}; this one is {width}", 8)
    fields_at = at + (8 if is_delta else 0) + (8 if scale >= _DIVIDE else 0)
    if 22 < scale < _DIVIDE:
        raise DecodeError(f"a scale is 0 to 22, 254 or 255; this one is {scale}", 9)
    _need(body, fields_at + -(-count * width // 8) + _EXCEPTION.itemsize * exceptions, "a body of scaled integers")
    start = _I64.unpack_from(body, at)[0] if is_delta else 0
    factor = _F64.unpack_from(body, fields_at - 8)[0] if scale >= _DIVIDE else _POWERS[scale]
    if not sys.float_info.min <= factor <= sys.float_info.max:
        raise DecodeError(f"a factor is a positive normal number; this one is {factor}", fields_at - 8)
    _check_bounds(base, start, width, count if is_delta else None)
    integers = _fields(body, fields_at, count, width).view(np.int64)
    integers += base
    if is_delta:
        np.cumsum(integers, out=integers)
        integers += start
    points = integers.astype(np.float64)
    if scale == _MULTIPLY:
        points *= factor
    elif scale:
        points /= factor
    if exceptions:
        _put_exceptions(body, exceptions, points)
    return points


def _check_bounds(base: int, start: int, width: int, deltas: int | None) -> None:
    top = base + (1 << width) - 1
    low, high = (base, top) if deltas is None else (start + deltas * min(0, base), start + deltas * max(0, top))
    if not (-_BOUND <= base < _BOUND and -_BOUND <= start < _BOUND and -_BOUND <= low and high < _BOUND):
        raise DecodeError(f"scaled integers stay in +-2^51; base {base}, start {start}, width {width} do not", 8)


def _put_exceptions(body: bytes, count: int, points: np.ndarray) -> None:
    items = np.frombuffer(body, _EXCEPTION, count, len(body) - count * _EXCEPTION.itemsize)
    index = items["index"].astype(np.int64)
    if index[-1] >= len(points) or (np.diff(index) <= 0).any():
        raise DecodeError("indices of exceptions go up and are less than the points")
    points.view(np.uint64)[index] = items["value"]


def _repeat(body: bytes, count: int) -> np.ndarray:
    size = -(-count // 8)
    if len(body) < 8 + size or (len(body) - 8 - size) % 8:
        raise DecodeError(f"repeated points have 8 bytes, a bit for each and 8 for each change; it has {len(body)}")
    changed = _fields(body, 8, count, 1).astype(np.int64)
    values = np.frombuffer(body, "<u8", (len(body) - 8 - size) // 8, 8 + size)
    if count and not changed[0]:
        raise DecodeError("the first point of repeated ones is a change")
    if int(changed.sum()) != len(values):
        raise DecodeError(f"repeated points have {int(changed.sum())} changes and {len(values)} values")
    if count == 0:
        return np.zeros(0, np.float64)
    return values[np.cumsum(changed) - 1].astype(np.uint64).view(np.float64)


def _trim(body: bytes, count: int) -> np.ndarray:
    if len(body) < 24:
        raise DecodeError(f"trimmed points have 24 bytes or more; this body has {len(body)}")
    size, least = _TRIM.unpack_from(body, 8)
    if not 1 <= size <= 7:
        raise DecodeError(f"trimmed points have 1 to 7 bytes each; these have {size}", 8)
    _need(body, 24 + size * count, "a body of trimmed points")
    return (_fields(body, 24, count, 8 * size) + np.uint64(least)).view(np.float64)
