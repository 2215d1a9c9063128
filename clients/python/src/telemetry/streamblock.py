"""A block with everything that names it: what a subscriber delivers and a recording gives."""
from __future__ import annotations

from functools import cached_property
from typing import Iterable, Iterator

import numpy as np

from .block import Block
from .catalogue import Signal, Stream, matcher
from .frames import Header


class StreamBlock:
    """A block of a stream: ``block["servo1.force"]`` is a numpy column.

    Attributes:
        header: its header: epoch, sequence, times, flags.
        block: the decoded block, by group and channel.
        stream: what its stream is.
        replayed: True where it was read from the journal after it had been missed.
    """

    def __init__(self, header: Header, block: Block, stream: Stream, replayed: bool = False) -> None:
        self.header = header
        self.block = block
        self.stream = stream
        self.replayed = replayed

    @property
    def epoch(self) -> int:
        """The run of the publisher."""
        return self.header.epoch

    @property
    def sequence(self) -> int:
        """Its number in the epoch, from 1."""
        return self.header.sequence

    @property
    def acquired_ns(self) -> int:
        """When its first sample was due, UTC ns."""
        return self.header.acquired_ns

    @cached_property
    def _named(self) -> dict[str, tuple[Signal, np.ndarray]]:
        return self.stream.named(self.block)

    @property
    def names(self) -> list[str]:
        """Names of its signals, in the order of the block."""
        return list(self._named)

    def __getitem__(self, name: str) -> np.ndarray:
        return self._find(name)[1]

    def __contains__(self, name: str) -> bool:
        return name in self._named

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def unit(self, name: str) -> str:
        """The unit of a signal; empty for a plain number."""
        return self._find(name)[0].unit

    def signal(self, name: str) -> Signal:
        """Name, unit and rate of a signal."""
        return self._find(name)[0]

    def columns(self, channels: str | Iterable[str] = "*") -> dict[str, np.ndarray]:
        """The columns whose names match, such as ``"servo*.force,ad7"``."""
        wanted = matcher(channels)
        return {name: values for name, (_, values) in self._named.items() if wanted(name)}

    def time_ns(self, name: str) -> np.ndarray:
        """When each sample of a signal was due: int64, ns since the Unix epoch, UTC."""
        signal, values = self._find(name)
        return self.acquired_ns + self.stream.offsets_ns(signal, self.block.first_sample_index, len(values))

    def last_values(self) -> dict[str, float | int | bool | None]:
        """The last point of every signal; None where a column has none."""
        return {name: values[-1].item() if len(values) else None for name, (_, values) in self._named.items()}

    def _find(self, name: str) -> tuple[Signal, np.ndarray]:
        try:
            return self._named[name]
        except KeyError:
            known = ", ".join(list(self._named)[:12])
            raise KeyError(f"this block has no signal {name!r}; it has {known} ...") from None
