"""Recordings and journals as arrays and tables."""
from __future__ import annotations

import datetime
import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator

import numpy as np

from . import frames
from .catalogue import Catalogue, Stream, matcher
from .errors import DecodeError, RecordingError
from .formats import decode
from .journal import Damage, Frame, Journal
from .streamblock import StreamBlock

Time = "int | str | datetime.datetime | None"

_DOCUMENT, _JOURNAL = "recording.json", "journal"
_FORMAT = "telemetry-recording/1"
_MAX_DOCUMENT_BYTES = 4 << 20


@dataclass(frozen=True)
class Gap:
    """Blocks between two that are there: sequences ``first`` to ``last`` of an epoch are not in the folder."""

    epoch: int
    first: int
    last: int


@dataclass
class Table:
    """Channels that have one rate: every column has a value for each time.

    Attributes:
        stream: name of the stream.
        rate_hz: samples a second; 0 for digital lines, which have one value a block.
        time_ns: when each row was due, int64 ns since the Unix epoch, UTC.
        columns: values by name.
        units: unit by name; empty for plain numbers.
        gaps: blocks that the folder does not have.
    """

    stream: str
    rate_hz: float
    time_ns: np.ndarray
    columns: dict[str, np.ndarray]
    units: dict[str, str]
    gaps: list[Gap] = field(default_factory=list)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.time_ns)

    def to_pandas(self) -> Any:
        """A pandas DataFrame: ``time_ns`` and the channels; units are in ``attrs["units"]``.

        Raises:
            ImportError: pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise ImportError("pandas is missing; install it (Debian: apt-get install python3-pandas, elsewhere: "
                              "pip install pandas), or use time_ns and columns, which are numpy arrays") from None
        frame = pandas.DataFrame({"time_ns": self.time_ns, **self.columns})
        frame.attrs.update(units=dict(self.units), stream=self.stream, rate_hz=self.rate_hz)
        return frame


class Recording:
    """A recording of a test run, the journal of a connector, or the state folder that one is in.

    Attributes:
        folder: its path.
        document: ``recording.json`` as a dict; empty for a journal.
        journals: the journals in it, one for each publisher.
        refused: blocks that were left out in the last reading, with the reason.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)
        if not os.path.isdir(self.folder):
            raise RecordingError(f"there is no folder {self.folder}")
        self.document = _document(self.folder)
        self.journals = [Journal(path) for path in _journals(self.folder, self.document)]
        if not any(journal.segments for journal in self.journals):
            raise RecordingError(f"{self.folder} has no segments (*.seg), neither itself nor in {_JOURNAL}; give the "
                                 "folder of a recording, of a journal, or the state folder of a connector")
        self.refused: list[str] = []

    @property
    def run(self) -> str:
        """Name of the test run; empty for a journal."""
        return str((self.document.get("run") or {}).get("name", ""))

    @property
    def damaged(self) -> list[Damage]:
        """What could not be used in the last reading."""
        return [damage for journal in self.journals for damage in journal.damaged]

    def streams(self) -> dict[str, Stream]:
        """The streams by name, as the newest catalogue describes them. Reads every header."""
        found = {}
        for journal in self.journals:
            for frame in journal.frames(check=False):
                catalogue = _catalogue_of(frame)
                for stream in catalogue.streams.values() if catalogue else ():
                    found[stream.name] = stream
        return found

    def blocks(self, stream: str | None = None, start: Time = None, stop: Time = None,
               check: bool = True) -> Iterator[StreamBlock]:
        """Blocks in order, one at a time: for recordings that do not fit into memory.

        Args:
            stream: name of the stream; None where there is only one.
            start: blocks that end before it are left out: UTC as int ns, ISO text or datetime.
            stop: blocks that begin at or after it are left out.
            check: False leaves the checksums of payloads unread.

        Raises:
            RecordingError: there are several streams and none was named, or none of that name.
        """
        begin, end = to_ns(start), to_ns(stop)
        self.refused = []
        names: set[str] = set()
        for journal in self.journals:
            catalogues: dict[int, Catalogue] = {}
            for frame in journal.frames(check):
                header = frame.header
                catalogue = _catalogue_of(frame)
                if catalogue is not None:
                    catalogues[catalogue.revision] = catalogue
                if header.kind != frames.DATA:
                    continue
                described = _described(catalogues.get(header.revision), header.stream)
                names.add(described.name)
                if stream is None and len(names) > 1:
                    raise RecordingError(f"there are several streams; choose one: {', '.join(sorted(names))}")
                if (stream is not None and described.name != stream) or (end is not None and header.acquired_ns >= end):
                    continue
                block = self._decode(frame, described)
                if block is not None and (begin is None or _end_ns(block) > begin):
                    yield block
        if stream is not None and stream not in names:
            raise RecordingError(f"there is no stream {stream!r}; there are {', '.join(sorted(names)) or 'none'}")

    def tables(self, channels: str | Iterable[str] = "*", stream: str | None = None, start: Time = None,
               stop: Time = None, check: bool = True) -> list[Table]:
        """The selected channels as arrays: one table for each rate.

        Args:
            channels: names with ``*`` and ``?``, such as ``"servo*.force,ad7"``.
            stream: name of the stream; None where there is only one.
            start: first time that is taken: UTC as int ns, ISO text or datetime.
            stop: times from here on are left out.
            check: False leaves the checksums of payloads unread.

        Raises:
            RecordingError: no channel matches, or there is no block.
        """
        collector = _Collector(channels, to_ns(start), to_ns(stop))
        for block in self.blocks(stream, start, stop, check):
            collector.add(block)
        return collector.tables()

    def table(self, channels: str | Iterable[str] = "*", stream: str | None = None, start: Time = None,
              stop: Time = None, check: bool = True) -> Table:
        """As :meth:`tables`, for channels of one rate."""
        tables = self.tables(channels, stream, start, stop, check)
        if len(tables) > 1:
            rates = "; ".join(f"{table.rate_hz:g} Hz: {', '.join(list(table.columns)[:4])}" for table in tables)
            raise RecordingError(f"these channels have several rates, choose some of one or use tables(): {rates}")
        return tables[0]

    def to_pandas(self, channels: str | Iterable[str] = "*", stream: str | None = None, start: Time = None,
                  stop: Time = None) -> Any:
        """As :meth:`table`, as a pandas DataFrame."""
        return self.table(channels, stream, start, stop).to_pandas()

    def _decode(self, frame: Frame, stream: Stream) -> StreamBlock | None:
        try:
            return StreamBlock(frame.header, decode(frame.header.content, frame.payload), stream)
        except DecodeError as fault:
            self.refused.append(f"sequence {frame.header.sequence} of epoch {frame.header.epoch}: {fault}")
            return None


class _Collector:
    """Takes blocks apart into columns by rate."""

    def __init__(self, channels: str | Iterable[str], begin: int | None, end: int | None) -> None:
        self._wanted = matcher(channels)
        self._patterns = channels if isinstance(channels, str) else ",".join(channels)
        self._range = (begin, end)
        self._groups: dict[tuple[float, int, int], _Group] = {}
        self._last: tuple[int, int] | None = None
        self._gaps: list[Gap] = []
        self._names: list[str] = []
        self._stream = ""

    def add(self, block: StreamBlock) -> None:
        if self._last is not None and self._last[0] == block.epoch and block.sequence > self._last[1] + 1:
            self._gaps.append(Gap(block.epoch, self._last[1] + 1, block.sequence - 1))
        self._last = (block.epoch, block.sequence)
        self._stream, self._names = block.stream.name, block.names
        parts: dict[tuple[float, int, int], list[str]] = {}
        for name in block.names:
            if self._wanted(name):
                signal = block.signal(name)
                parts.setdefault((block.stream.base_rate_hz, signal.rate_num, signal.rate_den), []).append(name)
        for rate, names in parts.items():
            self._groups.setdefault(rate, _Group()).add(block, names, self._range)

    def tables(self) -> list[Table]:
        if self._last is None:
            raise RecordingError("there is no block in this selection")
        if not self._groups:
            raise RecordingError(f"no channel matches {self._patterns}; there are {', '.join(self._names[:16])} ...")
        return [group.table(self._stream, base * num / den, self._gaps)
                for (base, num, den), group in self._groups.items()]


class _Group:
    """Columns of one rate, piece by piece. A column that a block does not have is NaN there."""

    def __init__(self) -> None:
        self._times: list[np.ndarray] = []
        self._pieces: dict[str, dict[int, np.ndarray]] = {}
        self._units: dict[str, str] = {}

    def add(self, block: StreamBlock, names: list[str], selected: tuple[int | None, int | None]) -> None:
        columns = {name: block[name] for name in names}
        longest = max(columns, key=lambda name: len(columns[name]))
        times = block.time_ns(longest)
        begin, end = selected
        low = 0 if begin is None else int(np.searchsorted(times, begin, "left"))
        high = len(times) if end is None else int(np.searchsorted(times, end, "left"))
        at = len(self._times)
        self._times.append(times[low:high])
        for name, values in columns.items():
            if len(values) < len(times):
                values = np.concatenate([values, np.full(len(times) - len(values), np.nan)])
            self._pieces.setdefault(name, {})[at] = values[low:high]
            self._units[name] = block.unit(name)

    def table(self, stream: str, rate_hz: float, gaps: list[Gap]) -> Table:
        columns = {name: np.concatenate([pieces[at] if at in pieces else np.full(len(times), np.nan)
                                         for at, times in enumerate(self._times)])
                   for name, pieces in self._pieces.items()}
        return Table(stream, rate_hz, np.concatenate(self._times), columns, self._units, list(gaps))


def open_recording(folder: str | os.PathLike[str]) -> Recording:
    """Opens a recording, a journal, or the state folder of a connector; see :class:`Recording`."""
    return Recording(folder)


def to_ns(time: Time) -> int | None:
    """ns since the Unix epoch of an int, an ISO text (UTC where it names no zone) or a datetime."""
    if time is None or isinstance(time, int):
        return time
    if isinstance(time, str):
        try:
            time = datetime.datetime.fromisoformat(time.replace("Z", "+00:00"))
        except ValueError:
            raise RecordingError(f"{time!r} is no time; allowed are ns, ISO 8601 and datetime") from None
    if time.tzinfo is None:
        time = time.replace(tzinfo=datetime.timezone.utc)
    since = time - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (since.days * 86_400 + since.seconds) * 1_000_000_000 + since.microseconds * 1000


def _end_ns(block: StreamBlock) -> int:
    return block.acquired_ns + max(1, block.stream.duration_ns(block.block))


def _catalogue_of(frame: Frame) -> Catalogue | None:
    if frame.header.kind != frames.CATALOGUE:
        return None
    try:
        return Catalogue.parse(frame.payload)
    except DecodeError:
        # As with a revision that is not kept: its blocks get default names.
        return None


def _described(catalogue: Catalogue | None, number: int) -> Stream:
    stream = catalogue.streams.get(number) if catalogue else None
    return stream or Stream(number, f"stream {number}")


def _document(folder: str) -> dict[str, Any]:
    path = os.path.join(folder, _DOCUMENT)
    if not os.path.exists(path):
        return {}
    try:
        if os.path.getsize(path) > _MAX_DOCUMENT_BYTES:
            raise RecordingError(f"{path} is larger than any such file ({_MAX_DOCUMENT_BYTES} bytes)")
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError, RecursionError) as fault:
        raise RecordingError(f"{path} cannot be read ({fault}); the journal beside it can be opened alone") from None
    if not isinstance(found, dict) or found.get("format") != _FORMAT:
        raise RecordingError(f"{path} is not of format {_FORMAT}")
    return found


def _journals(folder: str, document: dict[str, Any]) -> list[str]:
    publishers = document.get("publishers")
    names = [one.get("folder") for one in publishers if isinstance(one, dict)] if isinstance(publishers, list) else []
    # Only folders inside of this one: the document may be anybody's.
    inside = [os.path.join(folder, name) for name in names
              if isinstance(name, str) and os.path.basename(name) == name and name not in ("", ".", "..")]
    found = [path for path in inside if os.path.isdir(path)]
    if found:
        return found
    inner = os.path.join(folder, _JOURNAL)
    return [inner if os.path.isdir(inner) else folder]
