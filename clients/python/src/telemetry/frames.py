"""Topic and header of a frame, checked (docs/wire-format.md, "Header, 80 bytes")."""
from __future__ import annotations

import struct
import uuid
from dataclasses import dataclass

from .crc32c import crc32c
from .errors import FrameError

MAGIC = b"CDB1"
HEADER_BYTES = 80
MAX_PAYLOAD_BYTES = 4 << 20
MAX_TOPIC_BYTES = 96
CONTROL_STREAM = 0
HEARTBEAT_STREAM = 0xFFFFFFFF

DATA, HEARTBEAT, CATALOGUE, LOSS, EVENT, DERIVED = range(1, 7)
KINDS = {1: "data", 2: "heartbeat", 3: "catalogue", 4: "loss", 5: "event", 6: "derived"}

RECORDING, END_OF_STREAM, AFTER_UNCLEAN, TRIMMED, SAMPLES_MISSING, ENCRYPTED = 1, 2, 4, 8, 16, 64
_REFUSED_FLAGS = 0xC0
CONTENTS = (1, 2, 3, 4, 5, 6, 7, 8)

_HEADER = struct.Struct("<4sBBBB16sIBBHQQqqIIII")
_CRC_AT = 76


@dataclass(frozen=True)
class Header:
    """The fields of a header. Times are ns since the Unix epoch, UTC."""

    kind: int
    flags: int
    publisher: uuid.UUID
    stream: int
    content: int
    epoch: int
    sequence: int
    acquired_ns: int
    published_ns: int
    revision: int
    payload_length: int
    payload_crc: int

    @property
    def kind_name(self) -> str:
        """``data``, ``heartbeat``, ``catalogue``, ``loss``, ``event`` or ``derived``."""
        return KINDS[self.kind]


def header_length(data: bytes | memoryview) -> int:
    """Bytes of the header that begins here, as its sixth byte says; 80 or more in a sound one."""
    return data[5] * 8


def parse_header(data: bytes | memoryview, max_payload: int = MAX_PAYLOAD_BYTES) -> Header:
    """Reads a header and checks everything but the payload.

    Raises:
        FrameError: it is not a header that this version reads; ``cause`` says why.
    """
    if len(data) < HEADER_BYTES:
        raise FrameError("length", f"a header has {HEADER_BYTES} bytes or more; this one has {len(data)}")
    (magic, version, words, kind, flags, publisher, stream, content, algorithm, key, epoch, sequence, acquired,
     published, revision, length, payload_crc, header_crc) = _HEADER.unpack_from(data)
    if magic != MAGIC:
        raise FrameError("magic", f"a header begins with CDB1; this one with {bytes(magic).hex()}")
    if version != 1:
        raise FrameError("version", f"version 1 is read here; this frame has {version}")
    if words * 8 != len(data):
        raise FrameError("length", f"the header says {words * 8} bytes and has {len(data)}")
    if crc32c(bytes(data[:_CRC_AT]) + bytes(data[HEADER_BYTES:])) != header_crc:
        raise FrameError("headerCrc", "the checksum of the header is wrong")
    if kind not in KINDS:
        raise FrameError("kind", f"kinds are 1 to 6; this frame has {kind}")
    if flags & _REFUSED_FLAGS or algorithm or key:
        raise FrameError("flags", f"flags {flags:#04x}, encryption {algorithm}: encrypted frames are not read here")
    if length > max_payload:
        raise FrameError("oversize", f"a payload of {length} bytes; at most {max_payload} are taken")
    return Header(kind, flags, uuid.UUID(bytes=bytes(publisher)), stream, content, epoch, sequence, acquired, published,
                  revision, length, payload_crc)


def parse_frame(parts: list[bytes], max_payload: int = MAX_PAYLOAD_BYTES) -> tuple[str, Header, bytes]:
    """Topic, header and payload of a message, with both checksums checked.

    Raises:
        FrameError: the message is refused; ``cause`` says why.
    """
    if len(parts) != 3:
        raise FrameError("length", f"a message has 3 frames; this one has {len(parts)}")
    topic, head, payload = parts
    if len(topic) > MAX_TOPIC_BYTES:
        raise FrameError("length", f"a topic has at most {MAX_TOPIC_BYTES} bytes; this one has {len(topic)}")
    if not topic.isascii():
        raise FrameError("topic", "a topic is ASCII")
    header = parse_header(head, max_payload)
    check_payload(header, payload)
    if header.content not in CONTENTS:
        raise FrameError("unknownContent", f"content {header.content}; read here are {', '.join(map(str, CONTENTS))}")
    return topic.decode("ascii"), header, payload


def check_payload(header: Header, payload: bytes | memoryview) -> None:
    """Raises FrameError where length or checksum of a payload are not those of its header."""
    if header.payload_length != len(payload):
        raise FrameError("length", f"the header says a payload of {header.payload_length} bytes; it has {len(payload)}")
    if crc32c(payload) != header.payload_crc:
        raise FrameError("payloadCrc", "the checksum of the payload is wrong")


def pack_header(payload: bytes, *, publisher: bytes, stream: int, epoch: int, sequence: int, acquired: int,
                published: int, kind: int = DATA, flags: int = 0, content: int = 1, revision: int = 0) -> bytes:
    """The header of a payload with both checksums, for a program that publishes. Times are UTC ns."""
    body = _HEADER.pack(MAGIC, 1, HEADER_BYTES // 8, kind, flags, publisher, stream, content, 0, 0, epoch, sequence,
                        acquired, published, revision, len(payload), crc32c(payload), 0)[:_CRC_AT]
    return body + struct.pack("<I", crc32c(body))
