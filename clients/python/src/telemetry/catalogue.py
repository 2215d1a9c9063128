"""What a stream is: channels, columns, units and clocks, and the names of its signals."""
from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Iterable

import msgpack
import numpy as np

from .block import Block, check_rate
from .errors import DecodeError

_FIXED = ("activectrl", "count", "command", "output")
_SENSORS = ("force", "stroke", "strain", "pressure", "spool", "accel", "torque", "temperature")
_CONTROL_COLUMNS = 2
_GROUPS = ("servo", "temp", "ad")
_MAX_OFFSET_NS = 1 << 60
_NS = 1_000_000_000
_MAX_STREAMS = 1024


def unpack_map(payload: bytes) -> dict[str, Any]:
    """A control payload (content 8): a map with text keys.

    Raises:
        DecodeError: it is none.
    """
    try:
        found = msgpack.unpackb(payload, raw=False, strict_map_key=True)
    except (ValueError, msgpack.UnpackException, TypeError, RecursionError) as fault:
        raise DecodeError(f"a control message is no MessagePack map: {fault or type(fault).__name__}") from None
    if not isinstance(found, dict):
        raise DecodeError(f"a control message is a map, not {type(found).__name__}")
    return found


def member(found: Any, name: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
    """A member of a map with its type checked; DecodeError where it is missing or another."""
    value = found.get(name, default) if isinstance(found, dict) else ...
    if value is ...:
        raise DecodeError(f"{name} is missing")
    if value is not default and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
        raise DecodeError(f"{name} has the wrong type, {type(value).__name__}")
    return value


@dataclass(frozen=True)
class Column:
    """One column of a channel, as its catalogue describes it."""

    name: str
    unit: str


@dataclass(frozen=True)
class Channel:
    """One channel: its rate is the base rate * rate_num / rate_den."""

    id: int
    name: str
    rate_num: int
    rate_den: int
    points: int
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Signal:
    """One column of a stream by name. ``rate_num`` 0: a digital line, one value a block."""

    name: str
    unit: str
    rate_num: int = 1
    rate_den: int = 1


@dataclass(frozen=True)
class Stream:
    """What a stream is. Without a catalogue its channels are named by their place: ``servo1.s1``, ``ad1``."""

    id: int
    name: str
    base_rate_hz: float = 0.0
    points_per_block: int = 0
    channels: dict[str, tuple[Channel, ...]] = field(default_factory=dict)

    @cached_property
    def signals(self) -> dict[tuple[str, int, int], Signal]:
        """Every described signal by group, channel and column, in the order of the block."""
        found = {}
        for group in ("servo", "temp"):
            for at, channel in enumerate(self.channels.get(group, ())):
                for place, name in enumerate(column_names([column.name for column in channel.columns[2:]])):
                    unit = channel.columns[place - 2].unit if place >= 2 else ""
                    found[group, at, place] = Signal(
                        f"{group}{at + 1}.{name}", unit, channel.rate_num, channel.rate_den)
        for at, channel in enumerate(self.channels.get("ad", ())):
            found["ad", at, 0] = Signal(f"ad{at + 1}", channel.columns[0].unit, channel.rate_num, channel.rate_den)
        return found

    def signal(self, group: str, channel: int, column: int) -> Signal:
        """A signal by its place; one that the catalogue does not describe has its default name."""
        return self.signals.get((group, channel, column)) or _default(group, channel, column)

    def named(self, block: Block) -> dict[str, tuple[Signal, np.ndarray]]:
        """Every column of a block by its name."""
        return {signal.name: (signal, values) for signal, values in (
            (self.signal(group, channel, column), values) for group, channel, column, values in block.columns())}

    def offsets_ns(self, signal: Signal, first_index: int, points: int) -> np.ndarray:
        """When samples are due, in ns after the first of their block: integers for whole base rates."""
        if signal.rate_num <= 0 or not self.base_rate_hz > 0:
            return np.zeros(points, np.int64)
        return sample_offsets_ns(self.base_rate_hz, signal.rate_num, signal.rate_den, first_index, points)

    def duration_ns(self, block: Block) -> int:
        """How long a block is."""
        rate = self.base_rate_hz or block.sample_rate_hz
        return int(block.base_points * _NS / rate) if rate > 0 else 0


@dataclass(frozen=True)
class Catalogue:
    """What a publisher has. A revision is never used twice."""

    revision: int
    publisher: uuid.UUID | None
    site: str
    rig: str
    streams: dict[int, Stream]

    @staticmethod
    def parse(payload: bytes) -> Catalogue:
        """Reads the payload of a catalogue frame."""
        return Catalogue.of(unpack_map(payload))

    @staticmethod
    def of(found: dict[str, Any]) -> Catalogue:
        """Reads the map of a catalogue; DecodeError says which member is wrong."""
        streams = member(found, "streams", list)
        if len(streams) > _MAX_STREAMS:
            raise DecodeError(f"a publisher has at most {_MAX_STREAMS} streams; this one {len(streams)}")
        described = [_stream(stream) for stream in streams]
        return Catalogue(member(found, "revision", int), parse_uuid(member(found, "publisher", str, "")),
                         member(found, "site", str, ""), member(found, "rig", str, ""),
                         {stream.id: stream for stream in described})


def parse_uuid(text: str) -> uuid.UUID | None:
    """A UUID, or None for what is none."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def column_names(sensors: Iterable[str]) -> list[str]:
    """Names of the columns of a channel: unique, of ``a-z 0-9 _``; a sensor without a usable name gets a default."""
    names = list(_FIXED)
    for at, own in enumerate(sensors):
        clean = re.sub("[^a-z0-9]", "_", own.lower())
        standard = _SENSORS[at] if at < len(_SENSORS) else f"s{at + 1}"
        name = next((name for name in (clean, standard) if name and name not in names), f"s{at + 1}")
        while name in names:
            name += "_"
        names.append(name)
    return names


def matcher(patterns: str | Iterable[str]):
    """A test of names by patterns: ``*`` is any run of characters, ``?`` is one; several by comma or as a list."""
    parts = patterns.split(",") if isinstance(patterns, str) else list(patterns)
    joined = "|".join(re.escape(part.strip()).replace(r"\*", ".*").replace(r"\?", ".") for part in parts)
    compiled = re.compile(f"(?:{joined})\\Z")
    return lambda name: compiled.match(name) is not None


def sample_offsets_ns(base_hz: float, num: int, den: int, first: int, points: int) -> np.ndarray:
    """ns from the first sample of a block to each: floor(i / base) - floor(first / base), docs/wire-format.md."""
    whole = int(base_hz)
    if whole == base_hz:
        # Whole seconds of the base clock are whole ns: without them the numbers stay small.
        first %= whole
    start = first * num
    last = abs(start) + points * den
    rate = base_hz * num
    if rate == int(rate) and start >= 0 and last <= (1 << 63) // _NS:
        offsets = (start + np.arange(points, dtype=np.int64) * den) * _NS // int(rate)
    else:
        offsets = np.array([_ns_of(start + point * den, rate) for point in range(points)], np.int64)
    offsets = np.clip(offsets - _ns_of(first, base_hz), 0, _MAX_OFFSET_NS)
    offsets[:1] = 0
    return offsets


def _ns_of(samples: int, rate: float) -> int:
    if rate == int(rate):
        # As in C#: division towards zero.
        quotient = abs(samples) * _NS // int(rate)
        ns = quotient if samples >= 0 else -quotient
    else:
        ns = int(float(samples) / rate * _NS)
    return max(-_MAX_OFFSET_NS, min(_MAX_OFFSET_NS, ns)) if rate != int(rate) or abs(ns) >= 1 << 63 else ns


def _default(group: str, channel: int, column: int) -> Signal:
    if group in ("bitin", "bitout"):
        return Signal(f"{group}{channel + 1}", "", 0)
    if group == "ad":
        return Signal(f"ad{channel + 1}", "")
    return Signal(f"{group}{channel + 1}.{_FIXED[column] if column < 4 else f's{column - 3}'}", "")


def _stream(found: Any) -> Stream:
    groups = member(found, "groups", dict, {})
    return Stream(member(found, "id", int), member(found, "name", str),
                  check_rate(float(member(found, "baseRateHz", (int, float)))), member(found, "pointsPerBlock", int, 0),
                  {group: tuple(_channel(channel, group) for channel in member(groups, group, list, []))
                   for group in _GROUPS})


def _channel(found: Any, group: str) -> Channel:
    columns = tuple(Column(member(column, "name", str, ""), member(column, "unit", str, ""))
                    for column in member(found, "columns", list))
    if len(columns) < (1 if group == "ad" else _CONTROL_COLUMNS):
        raise DecodeError(f"a channel of {group} has {len(columns)} columns, which are too few")
    num, den = member(found, "rateNum", int, 1), member(found, "rateDen", int, 1)
    if not (0 < num < 1 << 31 and 0 < den < 1 << 31):
        raise DecodeError(f"a channel has the rate {num}/{den} of the base; both are 1 to 2^31-1")
    return Channel(member(found, "id", int), member(found, "name", str, ""), num, den, member(found, "points", int, 0),
                   columns)
