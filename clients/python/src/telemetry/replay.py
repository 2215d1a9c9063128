"""The one replay that a consumer may have open: what it asks for, its credit, its end, and when it gives up."""
from __future__ import annotations

from typing import Any, Iterator

_CREDIT_BYTES = 8 << 20
_ANSWER_S = 2.0
_FIRST_PAUSE_S, _MAX_PAUSE_S = 0.02, 1.0


class Replay:
    """Bookkeeping of replays; the caller owns the socket and the clock (seconds, monotonic)."""

    def __init__(self, give_up_s: float) -> None:
        self.key: Any = None
        self.epoch = 0
        self._range = (0, 0)
        self._give_up_s = give_up_s
        self._id = 0
        self._taken = 0
        self._active_at = 0.0
        self._next_at = 0.0
        self._pause_s = _FIRST_PAUSE_S
        # Of each stream: the first missing block, and since when it is.
        self._since: dict[Any, tuple[tuple[int, int], float]] = {}

    def is_open(self, number: int) -> bool:
        """Whether an answer of this id is of the open replay."""
        return self._id != 0 and number == self._id

    def may_begin(self, now: float) -> bool:
        """Whether another replay may be asked for."""
        return self._id == 0 and now >= self._next_at

    def request(self, key: Any, gap: tuple[int, int, int]) -> dict[str, Any]:
        """The request of a gap: epoch, first and last sequence."""
        self.key, self.epoch, self._range = key, gap[0], (gap[1], gap[2])
        return {"op": "replay", "ranges": [[key[1], *gap]], "credit": _CREDIT_BYTES}

    def begun(self, number: int, now: float) -> None:
        """The request was sent under this id."""
        self._id, self._taken, self._active_at = number, 0, now

    def received(self, size: int, now: float) -> None:
        """So many bytes of header and payload came."""
        self._taken += size
        self._active_at = now
        self._pause_s = _FIRST_PAUSE_S

    def due(self, now: float) -> Iterator[dict[str, Any]]:
        """What the open replay needs to have said: credit, or that it is given up because nothing comes."""
        if self._id == 0:
            return
        if now - self._active_at >= _ANSWER_S:
            yield {"op": "cancel", "id": self._id}
            self._close(now)
        elif self._taken >= _CREDIT_BYTES // 2:
            yield {"op": "credit", "id": self._id, "bytes": self._taken}
            self._taken = 0

    def ended(self, result: str, available_to: int, first_available: int, retry_ms: int, now: float) -> int | None:
        """The replay ended; returns the last sequence that cannot be had, or None when all may still be."""
        first, last = self._range
        self._close(now, retry_ms / 1000.0)
        if result != "gone" or available_to >= last:
            return None
        return min(last, first_available - 1) if first_available > first else last

    def refused(self, now: float) -> None:
        """The connector answered with an error."""
        self._close(now)

    def filled(self, key: Any) -> None:
        """Nothing of this stream is missing."""
        self._since.pop(key, None)

    def has_given_up(self, key: Any, gap: tuple[int, int, int], now: float, is_heard: bool) -> bool:
        """Whether the first missing block was missing for too long while the publisher was heard."""
        first = gap[:2]
        known, since = self._since.get(key, (None, now))
        if known != first or not is_heard:
            self._since[key] = (first, now)
            return False
        return now - since > self._give_up_s

    def _close(self, now: float, least_s: float = 0.0) -> None:
        self._id = 0
        self._next_at = now + max(least_s, self._pause_s)
        self._pause_s = min(2 * self._pause_s, _MAX_PAUSE_S)
