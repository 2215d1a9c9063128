"""The errors of this package. Each says what, where and what was expected."""
from __future__ import annotations


class TelemetryError(Exception):
    """The base of every error that this package raises on its own."""


class FrameError(TelemetryError):
    """A frame is refused: its header, its length or a checksum is wrong.

    ``cause`` is one of ``magic``, ``version``, ``kind``, ``length``, ``flags``, ``headerCrc``, ``payloadCrc``,
    ``oversize``, ``unknownContent``, ``topic``, ``tooManyPublishers``.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(f"{cause}: {message}")
        self.cause = cause


class DecodeError(TelemetryError):
    """A payload is not the block that its content id says. ``offset`` is the byte at which reading ended."""

    def __init__(self, message: str, offset: int | None = None, path: str = "") -> None:
        where = " ".join(part for part in (path, "" if offset is None else f"at byte {offset}") if part)
        super().__init__(f"{where}: {message}" if where else message)
        self.offset = offset
        self.path = path


class ControlError(TelemetryError):
    """The connector answered a request with an error. ``code`` is its code (docs/wire-format.md)."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class KeyFileError(TelemetryError):
    """A key cannot be used: its file is missing, damaged, or may be read by others."""


class RecordingError(TelemetryError):
    """A folder cannot be read as a recording or a journal, or does not have what was asked for."""
