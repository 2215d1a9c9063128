"""Subscribes to a connector: blocks in order, each once; what was missed is read from the connector's journal."""
from __future__ import annotations

import os
import time
import uuid
from collections import Counter, deque
from dataclasses import dataclass
from typing import Any, Callable, Iterator

import msgpack
import zmq

from . import frames, keys
from .catalogue import Catalogue, Stream, member, parse_uuid, unpack_map
from .delivery import Account, Held, HoldBudget, StreamOrder
from .errors import ControlError, DecodeError, FrameError, KeyFileError
from .formats import decode
from .frames import Header
from .replay import Replay
from .streamblock import StreamBlock

STALE_S = 1.0
_HELLO_EVERY_S = 1.0
# No other request has this number.
_STATUS_ID = 0
_STATUS_EVERY_S = 1.0
_REFUSED_STATUS_EVERY_S = 60.0
_CATALOGUE_EVERY_S = 1.0
_CATALOGUE_WAIT_S = 6.0
_RECONNECT_MAX_S = 5.0
_MAX_READY = 64
_MAX_MESSAGES = 64
_MAX_CATALOGUES = 16
_MAX_STREAMS = 1024
_MAX_PUBLISHERS = 64
_MAX_UNKNOWN_REVISIONS = 1024
_MAX_EPOCHS_NAMED = 64_512
_MAX_MESSAGE_BYTES = frames.MAX_PAYLOAD_BYTES + (1 << 20)


@dataclass(frozen=True)
class Notice:
    """Something other than a block that happened.

    ``kind`` is ``loss``, ``epoch end unknown``, ``stale``, ``live``, ``publisher``, ``two instances`` or ``event``;
    ``data`` is the map of an event, or a :class:`~telemetry.delivery.Loss`.
    """

    kind: str
    text: str
    data: Any = None


@dataclass
class _Publisher:
    """What was heard of one publisher."""

    instance: str = ""
    epoch: int = 0
    has_journal: bool | None = None
    welcomed_in: int = 0
    silent_since: float = 0.0


class Subscriber:
    """A lossless consumer of one connector. Use it as a context manager, from one thread.

    Args:
        publish: where the connector publishes, such as ``tcp://127.0.0.1:5556``.
        control: its control address; None: what is missed is declared lost, and names come from the catalogue that is
            broadcast every 5 s.
        streams: names of the streams that are wanted; empty: all.
        client: name of this consumer, 1 to 64 visible characters.
        on_notice: called with each :class:`Notice`, from within :meth:`receive`.
        give_up_s: how long a missing block is asked for before it is declared lost.
        hold_bytes: memory for frames that wait for missing ones.
        key_file: file with the own secret key, where the connector demands keys (docs/keys.md).
        server_key: the connector's public key, 40 characters, or its ``.pub`` file; goes with ``key_file``.

    Attributes:
        bad_frames: frames that were refused, by cause.

    Raises:
        KeyFileError: a key cannot be used, or one of the two is not given.
    """

    def __init__(self, publish: str, control: str | None = None, streams: tuple[str, ...] | list[str] = (), *,
                 client: str = "python", on_notice: Callable[[Notice], None] | None = None, give_up_s: float = 30.0,
                 hold_bytes: int = 64 << 20, key_file: str | os.PathLike[str] | None = None,
                 server_key: str | os.PathLike[str] | None = None) -> None:
        if (key_file is None) != (server_key is None):
            raise KeyFileError("key_file and server_key go together: the own secret key, the connector's public one")
        self._keys = None if key_file is None or server_key is None else (
            *keys.read_own(key_file), keys.read_public(server_key))
        self.bad_frames: Counter[str] = Counter()
        self._wanted = set(streams)
        self._client = client
        self._on_notice = on_notice
        self._budget = HoldBudget(hold_bytes)
        self._orders: dict[tuple[uuid.UUID, int], StreamOrder] = {}
        self._ready: deque[StreamBlock] = deque()
        self._waiting: dict[tuple[uuid.UUID, int], tuple[Held, float]] = {}
        self._catalogues: dict[tuple[uuid.UUID, int], Catalogue] = {}
        self._unknown_revisions: dict[tuple[uuid.UUID, int], None] = {}
        self._topics: dict[tuple[uuid.UUID, int], str] = {}
        self._publishers: dict[uuid.UUID, _Publisher] = {}
        self._publisher: uuid.UUID | None = None
        self._replay = Replay(give_up_s)
        self._next_id = 0
        self._requests: dict[int, tuple[str, int]] = {}
        self._hello_at = self._status_at = self._catalogue_at = 0.0
        self._heard_at = time.monotonic()
        self._reconnect_at = self._heard_at + STALE_S
        self._backoff_s = STALE_S
        self._stale = "nothing was heard yet"
        self._endpoints = (publish, control)
        self._context = zmq.Context()
        self._sub = self._socket(zmq.SUB)
        for kind in (b"D/", b"H/", b"C/", b"L/", b"E/"):
            self._sub.setsockopt(zmq.SUBSCRIBE, kind)
        self._sub.connect(publish)
        self._dealer = None if control is None else self._socket(zmq.DEALER)
        self._poller = zmq.Poller()
        self._poller.register(self._sub, zmq.POLLIN)
        if self._dealer is not None:
            self._dealer.connect(control)
            self._poller.register(self._dealer, zmq.POLLIN)

    def __enter__(self) -> Subscriber:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Says goodbye and closes the sockets."""
        if self._context.closed:
            return
        if self._dealer is not None:
            self._send({"op": "bye"})
            self._dealer.close(linger=200)
        self._sub.close(linger=0)
        self._context.term()

    def __iter__(self) -> Iterator[StreamBlock]:
        while True:
            block = self.receive()
            if block is not None:
                yield block

    def receive(self, timeout_s: float | None = None) -> StreamBlock | None:
        """The next block in order; None after ``timeout_s`` seconds without one. None waits for ever."""
        end = None if timeout_s is None else time.monotonic() + timeout_s
        while not self._ready:
            now = time.monotonic()
            if end is not None and now >= end:
                return None
            self._pump(0.05 if end is None else min(0.05, end - now))
        return self._ready.popleft()

    @property
    def stale(self) -> str:
        """Why values are not to be taken as live: publisher or rig is silent; empty while they are."""
        return self._stale

    def accounts(self) -> list[Account]:
        """The account of every stream and epoch, as it is now; blocks that wait to be received count as delivered."""
        return [account for order in self._orders.values() for account in order.accounts()]

    def stream(self, name: str) -> Stream | None:
        """What a stream is, by the newest catalogue; None while it is not known."""
        for catalogue in sorted(self._catalogues.values(), key=lambda one: -one.revision):
            for stream in catalogue.streams.values():
                if stream.name == name:
                    return stream
        return None

    def _socket(self, kind: int) -> zmq.Socket:
        socket = self._context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        # A longer message is refused by libzmq, which ends the connection: so memory is bounded.
        socket.setsockopt(zmq.MAXMSGSIZE, _MAX_MESSAGE_BYTES)
        socket.setsockopt(zmq.RCVHWM, 1000)
        socket.setsockopt(zmq.RECONNECT_IVL, 100)
        socket.setsockopt(zmq.RECONNECT_IVL_MAX, 1000)
        if self._keys is not None:
            socket.curve_publickey, socket.curve_secretkey, socket.curve_serverkey = self._keys
        return socket

    # One step: what the sockets have, then what is due.

    def _pump(self, timeout_s: float) -> None:
        self._poller.poll(max(0, int(timeout_s * 1000)))
        if self._dealer is not None:
            self._read(self._dealer, self._on_control)
        self._read(self._sub, self._on_broadcast)
        self._deliver()
        self._do_what_is_due(time.monotonic())

    def _read(self, socket: zmq.Socket, handle: Callable[[list[bytes]], None]) -> None:
        for _ in range(_MAX_MESSAGES):
            if len(self._ready) >= _MAX_READY:
                return
            try:
                parts = socket.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            try:
                handle(parts)
            except FrameError as fault:
                self.bad_frames[fault.cause] += 1
            except DecodeError:
                self.bad_frames["decode"] += 1

    def _on_broadcast(self, parts: list[bytes]) -> None:
        topic, header, payload = frames.parse_frame(parts)
        self._heard_at = time.monotonic()
        self._backoff_s = STALE_S
        if header.kind == frames.DATA:
            self._on_data(topic, header, payload, replayed=False)
        elif header.kind == frames.HEARTBEAT:
            self._on_heartbeat(header, unpack_map(payload))
        elif header.kind == frames.CATALOGUE:
            self._keep(header.publisher, Catalogue.parse(payload))
        elif header.kind == frames.LOSS:
            self._on_loss(header, unpack_map(payload))
        elif header.kind == frames.EVENT:
            self._on_event(unpack_map(payload))

    def _on_data(self, topic: str, header: Header, payload: bytes, replayed: bool) -> None:
        key = (header.publisher, header.stream)
        if self._wanted and _name_of(topic) not in self._wanted:
            return
        order = self._orders.get(key)
        if order is None:
            if len(self._orders) >= _MAX_STREAMS:
                self.bad_frames["tooManyStreams"] += 1
                return
            self._publisher_of(header.publisher)
            order = self._orders[key] = StreamOrder(header.publisher, header.stream, self._budget)
            self._topics[key] = topic
        order.on_frame(header, payload, replayed)
        if len(self._ready) < _MAX_READY:
            self._deliver_of(key, order)

    def _on_heartbeat(self, header: Header, found: dict[str, Any]) -> None:
        instance, epoch = member(found, "instance", str), member(found, "epoch", int)
        streams = member(found, "streams", list, [])
        publisher = self._publisher_of(header.publisher)
        self._follow(header.publisher)
        if publisher.epoch == epoch and publisher.instance not in ("", instance):
            self._tell("two instances", f"two connectors publish as {header.publisher} in epoch {epoch}")
        publisher.instance, publisher.epoch = instance, epoch
        whole = member(found, "link", str, ""), member(found, "lastAcquired", int, 0)
        sent_ns, marks, reasons = member(found, "sentUtcNs", int, 0), False, []
        for stream in streams[:_MAX_STREAMS]:
            number, last = member(stream, "id", int), member(stream, "last", int, 0)
            marks |= "written" in stream
            order = self._orders.get((header.publisher, number))
            if order is not None:
                order.on_last(epoch, last, bool(header.flags & frames.END_OF_STREAM))
                reasons.append(self._age((header.publisher, number), member(stream, "link", str, whole[0]),
                                         sent_ns - member(stream, "lastAcquired", int, whole[1])))
        publisher.has_journal = marks
        self._set_stale(next(filter(None, reasons), ""))

    def _on_loss(self, header: Header, found: dict[str, Any]) -> None:
        reason = str(found.get("reason", ""))[:256]
        order = self._orders.get((header.publisher, member(found, "stream", int, -1)))
        if order is not None and "from" in found:
            order.on_loss(member(found, "epoch", int), member(found, "from", int), member(found, "to", int), reason)
        else:
            self._tell("loss", f"the rig or its connector lost samples: {reason}", found)

    def _on_event(self, found: dict[str, Any]) -> None:
        self._tell("event", str(found.get("text") or found.get("name") or found.get("kind", ""))[:1024], found)

    # Control channel.

    def _on_control(self, parts: list[bytes]) -> None:
        if len(parts) == 3:
            topic, header, payload = frames.parse_frame(parts)
            if header.kind == frames.DATA:
                self._replay.received(len(parts[1]) + len(payload), time.monotonic())
                self._on_data(topic, header, payload, replayed=True)
            return
        if len(parts) != 1:
            raise FrameError("length", f"an answer has 1 or 3 frames; this one has {len(parts)}")
        found = unpack_map(parts[0])
        op, number = member(found, "op", str), member(found, "id", int, 0)
        if op == "error":
            self._on_error(number, ControlError(str(found.get("code", ""))[:64], str(found.get("message", ""))[:256]))
        elif op == "welcome":
            self._on_welcome(found)
        elif op == "catalogue":
            self._requests.pop(number, None)
            catalogue = Catalogue.of(member(found, "catalogue", dict))
            if catalogue.publisher is not None:
                self._keep(catalogue.publisher, catalogue)
        elif op == "end":
            self._on_end(number, found)

    def _on_welcome(self, found: dict[str, Any]) -> None:
        publisher = parse_uuid(member(found, "publisher", str))
        epoch = member(found, "epoch", int)
        if publisher is None:
            raise DecodeError("publisher is no UUID")
        ranges = [(member(one, "epoch", int), member(one, "stream", int), member(one, "last", int, 0))
                  for one in member(found, "epochs", list, [])[:_MAX_EPOCHS_NAMED]]
        self._publisher_of(publisher).welcomed_in = epoch
        for (owner, _), order in self._orders.items():
            if owner == publisher:
                order.on_welcome(epoch, ranges)

    def _on_error(self, number: int, error: ControlError) -> None:
        op, revision = self._requests.pop(number, ("", 0))
        if op == "catalogue" and error.code == "notFound" and self._publisher is not None:
            self._unknown_revisions[self._publisher, revision] = None
            while len(self._unknown_revisions) > _MAX_UNKNOWN_REVISIONS:
                del self._unknown_revisions[next(iter(self._unknown_revisions))]
        elif self._replay.is_open(number):
            if error.code == "unsupported":
                self._publishers[self._replay.key[0]].has_journal = False
            self._replay.refused(time.monotonic())
        elif error.code == "unsupported" and number == _STATUS_ID:
            # As of a key without the right: once a minute, so that a right that is given later takes effect.
            self._status_at = time.monotonic() + _REFUSED_STATUS_EVERY_S
        elif error.code == "stranger":
            self._hello_at = 0.0
            for publisher in self._publishers.values():
                publisher.welcomed_in = 0

    def _on_end(self, number: int, found: dict[str, Any]) -> None:
        if not self._replay.is_open(number):
            return
        order = self._orders[self._replay.key]
        abandoned = self._replay.ended(
            member(found, "result", str), member(found, "availableTo", int, 0), member(found, "firstAvailable", int, 0),
            member(found, "retryAfterMs", int, 0), time.monotonic())
        gap = order.gap()
        if abandoned is not None and gap is not None and gap[0] == self._replay.epoch:
            order.abandon(abandoned, f"not in the journal: {str(found.get('reason', ''))[:200]}")

    def _send(self, message: dict[str, Any]) -> int:
        self._next_id = self._next_id % 0x7FFFFFFF + 1
        if self._dealer is not None:
            try:
                self._dealer.send(msgpack.packb({"id": self._next_id, **message}), zmq.DONTWAIT)
            except zmq.Again:
                # The connector is away: what is due is sent again.
                pass
        return self._next_id

    def _ask(self, message: dict[str, Any], revision: int = 0) -> int:
        number = self._send(message)
        if len(self._requests) > 256:
            self._requests.clear()
        self._requests[number] = (message["op"], revision)
        return number

    # What is due.

    def _do_what_is_due(self, now: float) -> None:
        self._check_silence(now)
        if self._dealer is None:
            self._give_up_without_journal("no control address was given")
            return
        current = self._publishers.get(self._publisher) if self._publisher else None
        needs_welcome = current is None or current.welcomed_in != current.epoch or any(
            order.needs_welcome for order in self._orders.values())
        if needs_welcome and now >= self._hello_at:
            self._hello_at = now + _HELLO_EVERY_S
            self._ask({"op": "hello", "client": self._client, "class": "lossless"})
        if now >= self._status_at:
            self._status_at = now + _STATUS_EVERY_S
            self._send_status()
        self._give_up_without_journal("the connector keeps no journal")
        self._request_missing(now)

    def _request_missing(self, now: float) -> None:
        for message in self._replay.due(now):
            self._send(message)
        for key, order in self._orders.items():
            gap, publisher = order.gap(), self._publishers[key[0]]
            if gap is None:
                self._replay.filled(key)
                continue
            if self._replay.has_given_up(key, gap, now, is_heard=now - self._heard_at < STALE_S):
                order.abandon(gap[2], "the journal did not give it in time")
                self._deliver_of(key, order)
            elif (publisher.has_journal and publisher.welcomed_in == publisher.epoch
                  and self._replay.may_begin(now)):
                number = self._send(self._replay.request(key, gap))
                self._replay.begun(number, now)

    def _give_up_without_journal(self, reason: str) -> None:
        for key, order in self._orders.items():
            publisher = self._publishers[key[0]]
            is_former = self._publisher is not None and key[0] != self._publisher
            # A publisher that sends blocks and no heartbeats for so long keeps no journal.
            is_silent = publisher.has_journal is None and time.monotonic() - publisher.silent_since > 2 * STALE_S
            if not (self._dealer is None or publisher.has_journal is False or is_former or is_silent):
                continue
            why = "another publisher is at this address" if is_former else reason
            if order.needs_welcome or is_former:
                order.close_unknown()
            while (gap := order.gap()) is not None:
                order.abandon(gap[2], why)
            self._deliver_of(key, order)

    def _send_status(self) -> None:
        for (publisher, stream), order in self._orders.items():
            if publisher == self._publisher and order.has_begun:
                self._send({"op": "status", "id": _STATUS_ID, "stream": stream, "epoch": order.epoch,
                            "delivered": order.settled, "lag": order.lag, "queueBytes": self._budget.used,
                            "dropped": order.lost, "cpu": sum(os.times()[:2]) / max(time.monotonic(), 1.0)})

    def _check_silence(self, now: float) -> None:
        if now - self._heard_at < STALE_S:
            self._reconnect_at = self._heard_at + self._backoff_s
            return
        self._set_stale("nothing was heard from the publisher for 1 s")
        if now < self._reconnect_at:
            return
        # A connection that hangs, or that libzmq ended for a message that is too long, is made anew.
        self._backoff_s = min(2 * self._backoff_s, _RECONNECT_MAX_S)
        self._reconnect_at = now + self._backoff_s
        for socket, endpoint in ((self._sub, self._endpoints[0]), (self._dealer, self._endpoints[1])):
            if socket is not None:
                try:
                    socket.disconnect(endpoint)
                except zmq.ZMQError:
                    # libzmq has left it already.
                    pass
                socket.connect(endpoint)
        for publisher in self._publishers.values():
            publisher.welcomed_in = 0

    def _age(self, key: tuple[uuid.UUID, int], link: str, age_ns: int) -> str:
        """Why a stream is stale; empty while it is not. A block may be old by 1 s, or by three blocks."""
        name = _name_of(self._topics[key])
        stream = self.stream(name)
        block_s = stream.points_per_block / stream.base_rate_hz if stream and stream.base_rate_hz > 0 else 0.0
        if link in ("offline", "restart"):
            return f"the rig of stream {name} is {link}"
        oldest_s = max(STALE_S, 3 * block_s)
        return f"the newest block of stream {name} is older than {oldest_s:g} s" if age_ns > oldest_s * 1e9 else ""

    def _set_stale(self, reason: str) -> None:
        if reason != self._stale:
            self._stale = reason
            self._tell("stale" if reason else "live", reason or "blocks arrive again")

    def _publisher_of(self, publisher: uuid.UUID) -> _Publisher:
        """What is known of a publisher; a new one is refused beyond the limit."""
        known = self._publishers.get(publisher)
        if known is None:
            if len(self._publishers) >= _MAX_PUBLISHERS:
                raise FrameError("tooManyPublishers", f"more than {_MAX_PUBLISHERS} publishers are at this address")
            known = self._publishers[publisher] = _Publisher(silent_since=time.monotonic())
        return known

    def _follow(self, publisher: uuid.UUID) -> None:
        if self._publisher is not None and self._publisher != publisher:
            self._tell("publisher", f"another publisher is at {self._endpoints[0]}: {publisher}")
        self._publisher = publisher

    # From frames in order to blocks.

    def _deliver(self) -> None:
        for key, order in self._orders.items():
            self._deliver_of(key, order)

    def _deliver_of(self, key: tuple[uuid.UUID, int], order: StreamOrder) -> None:
        epoch = order.epoch
        while len(self._ready) < _MAX_READY:
            waiting = self._waiting.pop(key, None)
            held, since = waiting if waiting is not None else (order.take(), time.monotonic())
            if held is None:
                break
            if not self._decode(key, order, held, since):
                self._waiting[key] = (held, since)
                break
        while order.losses:
            loss = order.losses.popleft()
            self._tell(
                "loss", f"blocks {loss.first} to {loss.last} of epoch {loss.epoch} are lost: {loss.reason}", loss)
        if order.epoch != epoch and epoch:
            for account in order.accounts():
                if account.epoch == epoch and not account.end_known:
                    self._tell("epoch end unknown", f"epoch {epoch} of stream {key[1]} ended at {account.published} "
                               "blocks or later: its publisher did not say", account)

    def _decode(self, key: tuple[uuid.UUID, int], order: StreamOrder, held: Held, since: float) -> bool:
        """False while the catalogue that describes the frame is not there."""
        stream = self._described(key, held.header, since)
        if stream is None:
            return False
        try:
            block = decode(held.header.content, held.payload)
        except DecodeError as fault:
            self.bad_frames["decode"] += 1
            order.refuse(held, f"it cannot be decoded: {fault}")
            return True
        self._ready.append(StreamBlock(held.header, block, stream, held.replayed))
        return True

    def _described(self, key: tuple[uuid.UUID, int], header: Header, since: float) -> Stream | None:
        publisher, number = key
        catalogue = self._catalogues.get((publisher, header.revision))
        if catalogue is not None and number in catalogue.streams:
            return catalogue.streams[number]
        name = _name_of(self._topics[key])
        is_known_missing = catalogue is not None or (publisher, header.revision) in self._unknown_revisions
        now = time.monotonic()
        if is_known_missing or header.revision == 0 or now - since > _CATALOGUE_WAIT_S:
            return Stream(number, name)
        if self._dealer is not None and now >= self._catalogue_at:
            self._catalogue_at = now + _CATALOGUE_EVERY_S
            self._ask({"op": "catalogue", "revision": header.revision}, header.revision)
        return None

    def _keep(self, publisher: uuid.UUID, catalogue: Catalogue) -> None:
        self._catalogues[publisher, catalogue.revision] = catalogue
        while len(self._catalogues) > _MAX_CATALOGUES:
            del self._catalogues[next(iter(self._catalogues))]

    def _tell(self, kind: str, text: str, data: Any = None) -> None:
        if self._on_notice is not None:
            self._on_notice(Notice(kind, text, data))


def _name_of(topic: str) -> str:
    """The last level of a topic: the name of its stream."""
    return topic.rstrip("/").rsplit("/", 1)[-1]


def subscribe(publish: str = "tcp://127.0.0.1:5556", control: str | None = "tcp://127.0.0.1:5557",
              streams: tuple[str, ...] | list[str] = (), **options: Any) -> Subscriber:
    """Subscribes to a connector; see :class:`Subscriber`."""
    return Subscriber(publish, control, streams, **options)
