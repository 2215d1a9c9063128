"""Order and account of one stream: each sequence once and in order, or declared lost with a reason. No sockets."""
from __future__ import annotations

import uuid
from collections import deque
from dataclasses import dataclass
from typing import Any

HOLD_BYTES = 64 << 20
_MAX_SEQUENCE = (1 << 63) - 1
_KEPT_EPOCHS = 64
_MAX_LATER_EPOCHS = 4096
# What a held frame costs beside its payload.
_FRAME_BYTES = 1024


@dataclass(frozen=True)
class Account:
    """What happened to the blocks of a stream in one epoch, since the first one that was seen of it.

    ``published = delivered + declared_lost + missing`` at every moment. ``end_known`` is False where the publisher
    stopped without saying how far it came: there may have been more than ``published``.
    """

    publisher: uuid.UUID
    stream: int
    epoch: int
    first: int
    published: int
    delivered: int
    declared_lost: int
    missing: int
    replayed: int
    duplicates: int
    end_known: bool

    @property
    def closes(self) -> bool:
        """Whether the arithmetic holds."""
        return self.published == self.delivered + self.declared_lost + self.missing


@dataclass(frozen=True)
class Loss:
    """Blocks that were declared lost: sequences ``first`` to ``last`` of an epoch."""

    publisher: uuid.UUID
    stream: int
    epoch: int
    first: int
    last: int
    reason: str


@dataclass(frozen=True)
class Held:
    """A frame that was received: it waits for those before it."""

    header: Any
    payload: bytes
    replayed: bool
    reserved: int


class HoldBudget:
    """Bytes that frames after gaps may take, over all streams."""

    def __init__(self, limit: int = HOLD_BYTES) -> None:
        self.limit = limit
        self.used = 0

    def take(self, size: int) -> bool:
        """Reserves memory; False when there is none left."""
        if self.used + size > self.limit:
            return False
        self.used += size
        return True


class _Epoch:
    """One epoch of a stream: ``next`` is the first sequence that is neither delivered nor lost."""

    def __init__(self, number: int, first: int) -> None:
        self.number = number
        self.first = self.next = first
        self.last = first - 1
        self.delivered = self.lost = self.replayed = self.duplicates = 0
        self.held: dict[int, Held] = {}
        # What a loss frame said of sequences that did not come yet: first, last, reason.
        self.lost_ahead: deque[tuple[int, int, str]] = deque(maxlen=1024)
        self.is_closed = False
        self.end_known = True

    @property
    def missing(self) -> int:
        return self.last - self.next + 1

    @property
    def gap_end(self) -> int:
        """Last sequence of the first gap."""
        return min(self.held) - 1 if self.held else self.last


class StreamOrder:
    """Puts the frames of one stream of one publisher in order.

    The account begins with the first frame. A later epoch is opened once the one before is closed and complete.
    """

    def __init__(self, publisher: uuid.UUID, stream: int, budget: HoldBudget) -> None:
        self.publisher = publisher
        self.stream = stream
        self.losses: deque[Loss] = deque(maxlen=4096)
        self._budget = budget
        self._current: _Epoch | None = None
        self._later: dict[int, _Epoch] = {}
        self._past: deque[Account] = deque(maxlen=_KEPT_EPOCHS)
        self._ended: set[int] = set()

    @property
    def has_begun(self) -> bool:
        """True once a frame was taken."""
        return self._current is not None

    @property
    def epoch(self) -> int:
        """The epoch that is being delivered; 0 before the first."""
        return self._current.number if self._current else 0

    @property
    def newest_epoch(self) -> int:
        """The newest epoch that is known."""
        return max(self._later, default=self.epoch)

    @property
    def needs_welcome(self) -> bool:
        """True while only the publisher can say how far an epoch went."""
        return self._current is not None and bool(self._later) and not self._current.is_closed

    @property
    def settled(self) -> int:
        """The last sequence of the current epoch that is not needed any more."""
        return self._current.next - 1 if self._current else 0

    @property
    def lag(self) -> int:
        """Blocks behind the newest that is known."""
        known = [self._current] if self._current else []
        return sum(epoch.missing for epoch in known + list(self._later.values()))

    @property
    def lost(self) -> int:
        """Blocks that were declared lost in all epochs that are still accounted for."""
        return sum(account.declared_lost for account in self.accounts())

    def on_frame(self, header: Any, payload: bytes, replayed: bool) -> None:
        """Takes a frame whose checksums are right; :meth:`take` gives what is next."""
        if not 0 < header.sequence <= _MAX_SEQUENCE or header.epoch == 0:
            return
        if self._current is None:
            if replayed:
                return
            self._current = _Epoch(header.epoch, header.sequence)
        epoch = self._find(header.epoch)
        if epoch is None:
            return
        if header.sequence < epoch.next or header.sequence in epoch.held:
            epoch.duplicates += 1
            return
        epoch.last = max(epoch.last, header.sequence)
        # What does not fit stays missing, and is requested later. The next one in order needs no room.
        if epoch is self._current and header.sequence == epoch.next:
            epoch.held[header.sequence] = Held(header, payload, replayed, 0)
        elif self._budget.take(len(payload) + _FRAME_BYTES):
            epoch.held[header.sequence] = Held(header, payload, replayed, len(payload) + _FRAME_BYTES)

    def on_last(self, epoch: int, last: int, is_end: bool = False) -> None:
        """A heartbeat: ``last`` was published in ``epoch``; ``is_end``: nothing follows it."""
        if self._current is None or last > _MAX_SEQUENCE:
            return
        found = self._find(epoch)
        if found is None:
            return
        found.last = max(found.last, last)
        if is_end:
            self._ended.add(epoch)

    def on_loss(self, epoch: int, first: int, last: int, reason: str) -> None:
        """The publisher says that these sequences cannot be had."""
        if self._current is None or not 0 < first <= last <= _MAX_SEQUENCE:
            return
        found = self._find(epoch)
        if found is None or last < found.next:
            return
        found.last = max(found.last, last)
        found.lost_ahead.append((first, last, reason))

    def on_welcome(self, epoch: int, ranges: list[tuple[int, int, int]]) -> None:
        """What the publisher says of its epochs: ``(epoch, stream, last)``; ``epoch`` is the running one."""
        if self._current is None:
            return
        named = {number for number, _, _ in ranges}
        lasts = {number: last for number, stream, last in ranges if stream == self.stream and last <= _MAX_SEQUENCE}
        for number in sorted(lasts):
            if self._current.number <= number < epoch:
                found = self._find(number)
                if found is not None:
                    found.last = max(found.last, lasts[number])
        for found in [self._current, *self._later.values()]:
            if found.number >= epoch or found.is_closed:
                continue
            found.is_closed = True
            is_told = found.number in lasts or (found.number in named and found.last < found.first)
            found.end_known = is_told or found.number in self._ended
        if epoch > self._current.number:
            self._find(epoch)

    def close_unknown(self) -> None:
        """Nobody can say how far the current epoch went: it ends with what is known of it."""
        if self._current is not None:
            self._current.is_closed = True
            self._current.end_known = self._current.number in self._ended

    def take(self) -> Held | None:
        """The next frame in order; None while it is missing."""
        while self._current is not None:
            epoch = self._current
            held = epoch.held.pop(epoch.next, None)
            if held is not None:
                self._budget.used -= held.reserved
                epoch.next += 1
                epoch.delivered += 1
                epoch.replayed += held.replayed
                return held
            if self._apply_losses(epoch) or self._advance():
                continue
            return None
        return None

    def refuse(self, held: Held, reason: str) -> None:
        """The frame that was taken last cannot be decoded: it is lost after all."""
        epoch = self._current
        if epoch is None or epoch.number != held.header.epoch:
            return
        epoch.delivered -= 1
        epoch.replayed -= held.replayed
        epoch.lost += 1
        self._note(epoch, held.header.sequence, held.header.sequence, reason)

    def gap(self) -> tuple[int, int, int] | None:
        """Epoch, first and last sequence of the first gap; None when nothing is missing before what is held."""
        epoch = self._current
        if epoch is None or epoch.missing <= 0 or epoch.next in epoch.held:
            return None
        return epoch.number, epoch.next, epoch.gap_end

    def abandon(self, last: int, reason: str) -> None:
        """Declares the first gap lost, up to ``last`` at most."""
        gap = self.gap()
        if gap is None or self._current is None:
            return
        last = min(last, gap[2])
        if last >= gap[1]:
            self._lose(self._current, last, reason)

    def accounts(self) -> list[Account]:
        """The account of each epoch, oldest first; at most the last 64 that ended."""
        known = list(self._past)
        if self._current is not None:
            known.append(self._account(self._current))
        return known

    def _find(self, number: int) -> _Epoch | None:
        current = self._current
        if current is None or number < current.number:
            return None
        if number == current.number:
            return current
        if number not in self._later and len(self._later) < _MAX_LATER_EPOCHS:
            self._later[number] = _Epoch(number, 1)
        return self._later.get(number)

    def _apply_losses(self, epoch: _Epoch) -> bool:
        for first, last, reason in list(epoch.lost_ahead):
            if first <= epoch.next <= last:
                before = epoch.next
                self._lose(epoch, min(last, epoch.gap_end), reason)
                return epoch.next > before
        return False

    def _lose(self, epoch: _Epoch, last: int, reason: str) -> None:
        if last < epoch.next:
            return
        epoch.lost += last - epoch.next + 1
        self._note(epoch, epoch.next, last, reason)
        epoch.next = last + 1
        while epoch.lost_ahead and epoch.lost_ahead[0][1] < epoch.next:
            epoch.lost_ahead.popleft()

    def _note(self, epoch: _Epoch, first: int, last: int, reason: str) -> None:
        self.losses.append(Loss(self.publisher, self.stream, epoch.number, first, last, reason))

    def _advance(self) -> bool:
        current = self._current
        if current is None or not self._later or not current.is_closed or current.missing > 0:
            return False
        self._past.append(self._account(current))
        self._ended.discard(current.number)
        self._current = self._later.pop(min(self._later))
        return True

    def _account(self, epoch: _Epoch) -> Account:
        return Account(self.publisher, self.stream, epoch.number, epoch.first, epoch.last - epoch.first + 1,
                       epoch.delivered, epoch.lost, epoch.missing, epoch.replayed, epoch.duplicates, epoch.end_known)
