"""Reads the segments of a journal: frames one after the other, mapped into memory, each with its checksums checked."""
from __future__ import annotations

import mmap
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
            with open(os.path.join(self.folder, name), "rb") as file:
                if os.fstat(file.fileno()).st_size == 0:
                    return
                with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                    yield from self._walk(name, data, check)
        except OSError as fault:
            self.damaged.append(Damage(name, 0, 0, f"it cannot be read: {fault.strerror}"))

    def _walk(self, name: str, data: mmap.mmap, check: bool) -> Iterator[Frame]:
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


def _frame_at(data: mmap.mmap, at: int, epoch: int, publisher: uuid.UUID | None,
              check: bool) -> tuple[Frame, int] | str:
    """The frame that begins here and its bytes with the zeros after it, or why there is none."""
    if data[at:at + 4] != frames.MAGIC:
        return "there is no header"
    if at + frames.HEADER_BYTES > len(data):
        return "the file ends inside a header"
    begin = at + frames.header_length(data[at:at + 8])
    try:
        header = frames.parse_header(data[at:begin])
        if begin + header.payload_length > len(data):
            return "the file ends inside a payload"
        if header.epoch != epoch or (publisher is not None and header.publisher != publisher):
            return "it is a frame of another publisher or epoch"
        payload = data[begin:begin + header.payload_length]
        if check:
            frames.check_payload(header, payload)
    except FrameError as fault:
        return str(fault)
    size = begin - at + header.payload_length
    return Frame(header, payload), -(-size // _ALIGNMENT) * _ALIGNMENT


def _next_magic(data: mmap.mmap, at: int) -> int:
    """Frames begin at multiples of 8."""
    while True:
        at = data.find(frames.MAGIC, at)
        if at < 0:
            return len(data)
        if at % _ALIGNMENT == 0:
            return at
        at += 1
