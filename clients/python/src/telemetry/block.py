"""A decoded block, and the way from a payload to one."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable, Sequence

import numpy as np

from .errors import DecodeError

MAX_CHANNELS = 1024
MAX_COLUMNS = 4096
MAX_POINTS = 65_536
MAX_VALUES = 4_194_304
MAX_BITS = 4096
MIN_RATE_HZ, MAX_RATE_HZ = 1e-5, 1e9


@dataclass
class ControlChannel:
    """A servo or temperature channel: ``points`` values in each column."""

    id: int
    points: int
    active_ctrl: np.ndarray
    count: np.ndarray
    command: np.ndarray
    output: np.ndarray
    sensors: tuple[np.ndarray, ...]

    @property
    def columns(self) -> tuple[np.ndarray, ...]:
        """activectrl and count (int64), command, output and sensors (float64)."""
        return (self.active_ctrl, self.count, self.command, self.output, *self.sensors)


@dataclass
class InputChannel:
    """An analogue input."""

    id: int
    values: np.ndarray


@dataclass
class Block:
    """What a rig measured in one short interval. A group is None where the block does not have it."""

    first_sample_index: int = 0
    sample_rate_hz: float = 0.0
    servo: list[ControlChannel] | None = None
    temp: list[ControlChannel] | None = None
    ad: list[InputChannel] | None = None
    bit_in: np.ndarray | None = None
    bit_out: np.ndarray | None = None

    def columns(self) -> list[tuple[str, int, int, np.ndarray]]:
        """Every column in the order of the block: group, channel and column from 0, values."""
        found = []
        for group, channels in (("servo", self.servo), ("temp", self.temp)):
            for at, channel in enumerate(channels or ()):
                found += [(group, at, place, column) for place, column in enumerate(channel.columns)]
        found += [("ad", at, 0, channel.values) for at, channel in enumerate(self.ad or ())]
        for group, bits in (("bitin", self.bit_in), ("bitout", self.bit_out)):
            found += [(group, at, 0, bits[at:at + 1]) for at in range(0 if bits is None else len(bits))]
        return found

    @property
    def base_points(self) -> int:
        """Points of the first servo channel, or of the first channel there is; 0 without any."""
        for channels in (self.servo, self.temp):
            if channels:
                return channels[0].points
        return len(self.ad[0].values) if self.ad else 0


@dataclass
class Totals:
    """Counts what a document announces, and refuses it before memory is taken."""

    channels: int = 0
    columns: int = 0
    values: int = 0
    fault: Callable[[str], DecodeError] = field(default=DecodeError)

    def group(self, channels: int) -> None:
        """So many more channels."""
        self.channels += channels
        if self.channels > MAX_CHANNELS:
            raise self.fault(f"a block has at most {MAX_CHANNELS} channels; this one {self.channels} or more")

    def channel(self, points: int, columns: int) -> None:
        """So many more columns of so many points."""
        if points > MAX_POINTS:
            raise self.fault(f"a column has at most {MAX_POINTS} points; this one {points}")
        self.columns += columns
        self.values += points * columns
        if self.columns > MAX_COLUMNS:
            raise self.fault(f"a block has at most {MAX_COLUMNS} columns; this one {self.columns} or more")
        if self.values > MAX_VALUES:
            raise self.fault(f"a block has at most {MAX_VALUES} values; this one {self.values} or more")

    def bits(self, bits: int) -> None:
        """A group of bits."""
        if bits > MAX_BITS:
            raise self.fault(f"a block has at most {MAX_BITS} bits each way; this one {bits}")


def check_rate(rate: float, fault: Callable[[str], DecodeError] = DecodeError) -> float:
    """A sample rate as it may be in a block: 0 for unknown, or one within the limits."""
    if rate == 0 or (math.isfinite(rate) and MIN_RATE_HZ <= rate <= MAX_RATE_HZ):
        return rate
    raise fault(f"a sample rate is 0 or {MIN_RATE_HZ} to {MAX_RATE_HZ} Hz; this one is {rate}")


def bits_of(data: bytes, count: int) -> np.ndarray:
    """``count`` bits, least significant first, as bools."""
    return np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little").astype(bool)


def trim(block: Block, counts: Sequence[int]) -> Block:
    """Cuts trailing channels and bits to the counts of a row-shaped block; all are kept where none is given."""
    servo, temp, inputs, bit_in, bit_out = counts
    return Block(block.first_sample_index, block.sample_rate_hz, _cut(block.servo, servo), _cut(block.temp, temp),
                 _cut(block.ad, inputs), _cut(block.bit_in, bit_in), _cut(block.bit_out, bit_out))


def _cut(items, count: int):
    return None if items is None else items[:max(0, count)]
