"""Content 5: the document of content 1 in CBOR (RFC 8949), its columns typed arrays (RFC 8746)."""
from __future__ import annotations

import struct
import sys

import numpy as np

from . import columns
from .block import Block
from .errors import DecodeError
from .tokens import INT64_MAX, INT64_MIN, Cursor

_UNSIGNED, _NEGATIVE, _BYTES, _ARRAY, _TAG = 0, 1, 2, 4, 6
_NULL = 0xF6
_ARGUMENTS = {24: struct.Struct(">B"), 25: struct.Struct(">H"), 26: struct.Struct(">I"), 27: struct.Struct(">Q")}
_FLOATS = {0xF9: struct.Struct(">e"), 0xFA: struct.Struct(">f"), 0xFB: struct.Struct(">d")}
_TYPES = {79: "<i8", 86: "<f8"}
_EXACT = 1 << 53


def decode(payload: bytes) -> Block:
    """Reads a document of content 5.

    Raises:
        DecodeError: it is none; path and byte say where.
    """
    return columns.decode(payload, CborCursor, sys.modules[__name__])


def count_of(tag: int, body: bytes) -> int:
    """Points of a typed array of float64."""
    return len(_typed(86, tag, body))


def floats(tag: int, body: bytes, points: int) -> np.ndarray:
    """A typed array of float64."""
    return _of(points, _typed(86, tag, body))


def integers(tag: int, body: bytes, points: int) -> np.ndarray:
    """A typed array of int64."""
    return _of(points, _typed(79, tag, body))


def _typed(expected: int, tag: int, body: bytes) -> np.ndarray:
    if tag != expected:
        raise DecodeError(f"a column is tag {expected} here; this is tag {tag}")
    if len(body) % 8:
        raise DecodeError(f"a typed array has 8 bytes for each point; this one {len(body)} bytes")
    return np.frombuffer(body, _TYPES[tag])


def _of(points: int, values: np.ndarray) -> np.ndarray:
    if len(values) != points:
        raise DecodeError(f"the column has {points} points; this typed array {len(values)}")
    return values


class CborCursor(Cursor):
    """A place in a CBOR document. Indefinite lengths are refused."""

    COLUMN = "tag 86 or an array of numbers"

    __slots__ = ()

    def nil(self) -> bool:
        if self.peek() != _NULL:
            return False
        self.pos += 1
        return True

    def array(self, what: str) -> int:
        return self._head(_ARRAY, what)

    def integer(self, what: str, low: int = INT64_MIN, high: int = INT64_MAX) -> int:
        start = self.pos
        value = -1 - self._head(_NEGATIVE, what) if self.peek() >> 5 == _NEGATIVE else self._head(_UNSIGNED, what)
        if not low <= value <= high:
            raise self.fault(f"expected {what} from {low} to {high}, found {value}", start)
        return value

    def number(self, what: str) -> float:
        start, form = self.pos, _FLOATS.get(self.peek())
        if form is not None:
            return self._unpack(form, 1)
        value = self.integer(what, -(1 << 64), (1 << 64) - 1)
        if abs(value) > _EXACT and int(float(value)) != value:
            raise self.fault(f"expected {what}, found {value}, which is not exact as a float64", start)
        return float(value)

    def binary(self) -> bytes:
        return self._take(self._head(_BYTES, "a byte string"), 0)

    def is_ext(self) -> bool:
        return self.peek() >> 5 == _TAG

    def is_array(self) -> bool:
        return self.peek() >> 5 == _ARRAY

    def ext(self, what: str) -> tuple[int, bytes]:
        return self._head(_TAG, what), self.binary()

    def floats(self, count: int) -> np.ndarray:
        self._room(count)
        return np.array([self.number("a number") for _ in range(count)], np.float64)

    def integers(self, count: int, low: int, high: int) -> np.ndarray:
        self._room(count)
        return np.array([self.integer("an int", low, high) for _ in range(count)], np.int64)

    def _head(self, major: int, what: str) -> int:
        code = self.peek()
        if code >> 5 != major:
            raise self.fault(f"expected {what}, found code {code:#04x}")
        info = code & 31
        if info < 24:
            self.pos += 1
            return info
        form = _ARGUMENTS.get(info)
        if form is None:
            raise self.fault(f"expected {what} of a definite length, found code {code:#04x}")
        return self._unpack(form, 1)
