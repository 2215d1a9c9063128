"""A cursor over MessagePack that reads whole columns at once and never beyond its input."""
from __future__ import annotations

import struct

import numpy as np

from .errors import DecodeError

_FLOAT_ITEM = np.dtype([("code", "u1"), ("value", ">f8")])
# Code of an int that is not in its code, as the type of numpy behind it.
_INT_TYPES = {0xCC: ">u1", 0xCD: ">u2", 0xCE: ">u4", 0xCF: ">u8", 0xD0: ">i1", 0xD1: ">i2", 0xD2: ">i4", 0xD3: ">i8"}
_INT_ITEMS = {code: np.dtype([("code", "u1"), ("value", form)]) for code, form in _INT_TYPES.items()}
_INT_STRUCTS = {code: struct.Struct(form) for code, form in {
    0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}.items()}
_U16, _U32 = struct.Struct(">H"), struct.Struct(">I")
_F32, _F64 = struct.Struct(">f"), struct.Struct(">d")
_FIX_EXT = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}
_EXACT = 1 << 53
INT64_MIN, INT64_MAX = -(1 << 63), (1 << 63) - 1

NIL = 0xC0


class Cursor:
    """A place in a document. ``path`` is set by the reader of the document, for messages."""

    COLUMN = "an array of float64, ext 20 or ext 21"

    __slots__ = ("data", "pos", "end", "path", "forms")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pos = 0
        self.end = len(data)
        self.path = ""
        self.forms = None

    def fault(self, message: str, at: int | None = None) -> DecodeError:
        """An error at this place, or at another."""
        return DecodeError(message, self.pos if at is None else at, self.path)

    def peek(self) -> int:
        """The code of the next token."""
        if self.pos >= self.end:
            raise self.fault("the document ends here")
        return self.data[self.pos]

    def nil(self) -> bool:
        """Takes a nil; False when something else is next."""
        if self.peek() != NIL:
            return False
        self.pos += 1
        return True

    def array(self, what: str) -> int:
        """Items of the array that begins here."""
        code = self.peek()
        if 0x90 <= code <= 0x9F:
            self.pos += 1
            return code & 15
        if code == 0xDC:
            return self._unpack(_U16, 1)
        if code == 0xDD:
            return self._unpack(_U32, 1)
        raise self.fault(f"expected {what}, found code {code:#04x}")

    def array_of(self, count: int, what: str) -> None:
        """An array of exactly so many items."""
        start = self.pos
        found = self.array(what)
        if found != count:
            raise self.fault(f"expected {what}: {count} items, found {found}", start)

    def integer(self, what: str, low: int = INT64_MIN, high: int = INT64_MAX) -> int:
        """An int of any form in a range."""
        start, code = self.pos, self.peek()
        if code < 0x80:
            self.pos += 1
            value = code
        elif code >= 0xE0:
            self.pos += 1
            value = code - 256
        else:
            form = _INT_STRUCTS.get(code)
            if form is None:
                raise self.fault(f"expected {what}, found code {code:#04x}")
            value = self._unpack(form, 1)
        if not low <= value <= high:
            raise self.fault(f"expected {what} from {low} to {high}, found {value}", start)
        return value

    def number(self, what: str) -> float:
        """A float64, or a float32 or int that is exact as one."""
        start, code = self.pos, self.peek()
        if code == 0xCB:
            return self._unpack(_F64, 1)
        if code == 0xCA:
            return self._unpack(_F32, 1)
        value = self.integer(what, INT64_MIN, (1 << 64) - 1)
        if abs(value) > _EXACT and int(float(value)) != value:
            raise self.fault(f"expected {what}, found {value}, which is not exact as a float64", start)
        return float(value)

    def boolean(self) -> bool:
        """A bool."""
        code = self.peek()
        if code not in (0xC2, 0xC3):
            raise self.fault(f"expected a bool, found code {code:#04x}")
        self.pos += 1
        return code == 0xC3

    def binary(self) -> bytes:
        """A bin."""
        code = self.peek()
        if code == 0xC4:
            return self._take(self._byte(1), 2)
        if code == 0xC5:
            length = self._unpack(_U16, 1)
        elif code == 0xC6:
            length = self._unpack(_U32, 1)
        else:
            raise self.fault(f"expected a bin, found code {code:#04x}")
        return self._take(length, 0)

    def is_ext(self) -> bool:
        """Whether an ext is next."""
        return self.peek() in (0xC7, 0xC8, 0xC9, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8)

    def is_array(self) -> bool:
        """Whether an array is next."""
        code = self.peek()
        return 0x90 <= code <= 0x9F or code in (0xDC, 0xDD)

    def ext(self, what: str) -> tuple[int, bytes]:
        """Type and body of an ext."""
        code = self.peek()
        if code in _FIX_EXT:
            length, self.pos = _FIX_EXT[code], self.pos + 1
        elif code == 0xC7:
            length = self._byte(1)
            self.pos += 2
        elif code == 0xC8:
            length = self._unpack(_U16, 1)
        elif code == 0xC9:
            length = self._unpack(_U32, 1)
        else:
            raise self.fault(f"expected {what}, found code {code:#04x}")
        kind = self._byte(0)
        body = self._take(length, 1)
        return (kind - 256 if kind > 127 else kind), body

    def floats(self, count: int) -> np.ndarray:
        """``count`` numbers, one after the other, as float64."""
        size = count * _FLOAT_ITEM.itemsize
        if count and self.peek() == 0xCB and size <= self.end - self.pos:
            items = np.frombuffer(self.data, _FLOAT_ITEM, count, self.pos)
            if (items["code"] == 0xCB).all():
                self.pos += size
                return items["value"].astype("<f8")
        self._room(count)
        return np.array([self.number("a number") for _ in range(count)], np.float64)

    def integers(self, count: int, low: int, high: int) -> np.ndarray:
        """``count`` ints in a range, one after the other, as int64."""
        values, start = self._alike(count), self.pos
        if values is None:
            self._room(count)
            return np.array([self.integer("an int", low, high) for _ in range(count)], np.int64)
        check_range(values, low, high, self, start)
        return values

    def finish(self) -> None:
        """Nothing may follow."""
        if self.pos != self.end:
            raise self.fault(f"{self.end - self.pos} bytes too many after the document")

    def _alike(self, count: int) -> np.ndarray | None:
        if count == 0:
            return np.zeros(0, np.int64)
        code = self.peek()
        if code < 0x80 and count <= self.end - self.pos:
            items = np.frombuffer(self.data, np.uint8, count, self.pos)
            if (items < 0x80).all():
                self.pos += count
                return items.astype(np.int64)
        form = _INT_ITEMS.get(code)
        if form is None or code == 0xCF or count * form.itemsize > self.end - self.pos:
            return None
        items = np.frombuffer(self.data, form, count, self.pos)
        if not (items["code"] == code).all():
            return None
        self.pos += count * form.itemsize
        return items["value"].astype(np.int64)

    def _room(self, count: int) -> None:
        # Each item has at least a byte: nothing is allocated for a count that the input cannot hold.
        if count > self.end - self.pos:
            raise self.fault(f"{count} items do not fit into the {self.end - self.pos} bytes that are left")

    def _byte(self, offset: int) -> int:
        if self.pos + offset >= self.end:
            raise self.fault("the document ends inside a token")
        return self.data[self.pos + offset]

    def _unpack(self, form: struct.Struct, skip: int) -> int:
        at = self.pos + skip
        if at + form.size > self.end:
            raise self.fault("the document ends inside a token")
        self.pos = at + form.size
        return form.unpack_from(self.data, at)[0]

    def _take(self, length: int, skip: int) -> bytes:
        begin = self.pos + skip
        if length > self.end - begin:
            raise self.fault(f"{length} bytes are announced and {max(0, self.end - begin)} are left")
        self.pos = begin + length
        return self.data[begin:self.pos]


def check_range(values: np.ndarray, low: int, high: int, cursor: Cursor, at: int | None = None) -> None:
    """Refuses ints outside a range."""
    if low > INT64_MIN or high < INT64_MAX:
        outside = (values < low) | (values > high)
        if outside.any():
            place = int(outside.argmax())
            raise cursor.fault(f"expected ints from {low} to {high}, found {values[place]} at point {place}", at)
