"""Reads the segments of a journal: frames one after the other, each with its checksums checked."""
from __future__ import annotations

import io
import os
import re
import uuid
from dataclasses import dataclass
from typing import Iterator

from . import frames
from .errors import FrameError, RecordingError
from .frames import Header

_NAME = re.compile(r"([0-9a-f]{16})-([0-9a-f]{8})\.seg\Z")
_ALIGNMENT = 8
_PIECE_BYTES = 1 << 20


@dataclass(frozen=True)
class Damage:
    """Bytes of a segment that hold no usable frame."""

    segment: str
    offset: int
    length: int
    cause: str


@dataclass(frozen=True)
class Frame:
    """A frame as it was published."""

    header: Header
    payload: bytes


class Journal:
    """A folder of segments. It only reads: a connector may go on writing.

    Attributes:
        damaged: what could not be used in the last run of :meth:`frames`; a torn end is in it too.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        self.damaged: list[Damage] = []
        try:
            names = os.listdir(self.folder)
        except OSError as fault:
            raise RecordingError(f"{self.folder} cannot be read: {fault.strerror}") from None
        self.segments = sorted(name for name in names if _NAME.match(name))

    def frames(self, check: bool = True) -> Iterator[Frame]:
        """Every frame, oldest epoch first; of a stream in an epoch each sequence once and rising.

        Args:
            check: False leaves the checksum of payloads unread; headers are always checked.
        """
        self.damaged = []
        lasts: dict[tuple[int, int], int] = {}
        for name in self.segments:
            for frame in self._segment(name, check):
                header = frame.header
                key = (header.epoch, header.stream)
                if header.sequence > lasts.get(key, 0):
                    lasts[key] = header.sequence
                    yield frame

    def _segment(self, name: str, check: bool) -> Iterator[Frame]:
        try:
            with open(os.path.join(self.folder, name), "rb", buffering=0) as file:
                yield from self._walk(name, _Bytes(file), check)
        except OSError as fault:
            self.damaged.append(Damage(name, 0, 0, f"it cannot be read: {fault.strerror}"))

    def _walk(self, name: str, data: _Bytes, check: bool) -> Iterator[Frame]:
        epoch, publisher = int(name[:16], 16), None
        at, end, bad_from, cause = 0, len(data), -1, ""
        while at < end:
            found = _frame_at(data, at, epoch, publisher, check)
            if isinstance(found, str):
                if bad_from < 0:
                    bad_from, cause = at, found
                at = _next_magic(data, at + _ALIGNMENT)
                continue
            if bad_from >= 0:
                self.damaged.append(Damage(name, bad_from, at - bad_from, cause))
                bad_from = -1
            frame, size = found
            publisher = frame.header.publisher
            yield frame
            at += size
        if bad_from >= 0:
            self.damaged.append(Damage(name, bad_from, end - bad_from, cause))


class _Bytes:
    """The bytes of a file, read in pieces: a file that is cut meanwhile only gives less, where a mapped one would end
    the process."""

    def __init__(self, file: io.RawIOBase) -> None:
        self._file = file
        self._size = file.seek(0, os.SEEK_END)
        self._from = 0
        self._piece = b""

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, wanted: slice) -> bytes:
        begin, end = wanted.start, min(wanted.stop, self._size)
        if begin < self._from or end > self._from + len(self._piece):
            self._read(begin, max(end - begin, _PIECE_BYTES))
        return self._piece[begin - self._from:max(end - self._from, 0)]

    def find(self, text: bytes, at: int) -> int:
        """Where the text begins next; -1 for nowhere."""
        while at < self._size:
            piece = self[at:at + _PIECE_BYTES]
            found = piece.find(text)
            if found >= 0:
                return at + found
            # The text may begin at the end of one piece.
            at += max(1, len(piece) - len(text) + 1)
            if len(piece) < len(text):
                break
        return -1

    def _read(self, begin: int, size: int) -> None:
        self._file.seek(begin)
        parts, left = [], min(size, self._size - begin)
        while left > 0 and (part := self._file.read(left)):
            parts.append(part)
            left -= len(part)
        self._from, self._piece = begin, b"".join(parts)


def _frame_at(data: _Bytes, at: int, epoch: int, publisher: uuid.UUID | None,
              check: bool) -> tuple[Frame, int] | str:
    """The frame that begins here and its bytes with the zeros after it, or why there is none."""
    if data[at:at + 4] != frames.MAGIC:
        return "there is no header"
    head = data[at:at + frames.HEADER_BYTES]
    if len(head) < frames.HEADER_BYTES:
        return "the file ends inside a header"
    begin = at + frames.header_length(head[:8])
    try:
        header = frames.parse_header(data[at:begin])
        if begin + header.payload_length > len(data):
            return "the file ends inside a payload"
        if header.epoch != epoch or (publisher is not None and header.publisher != publisher):
            return "it is a frame of another publisher or epoch"
        payload = data[begin:begin + header.payload_length]
        if len(payload) < header.payload_length:
            return "the file ends inside a payload"
        if check:
            frames.check_payload(header, payload)
    except FrameError as fault:
        return str(fault)
    size = begin - at + header.payload_length
    return Frame(header, payload), -(-size // _ALIGNMENT) * _ALIGNMENT


def _next_magic(data: _Bytes, at: int) -> int:
    """Frames begin at multiples of 8."""
    while True:
        at = data.find(frames.MAGIC, at)
        if at < 0:
            return len(data)
        if at % _ALIGNMENT == 0:
            return at
        at += 1
