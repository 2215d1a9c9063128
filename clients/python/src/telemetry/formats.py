"""From a content id and a payload to a block."""
from __future__ import annotations

import struct

from . import cbor, columns, jsonblock, protobuf, rows
from .block import Block
from .errors import DecodeError
from .lz4block import decompress
from .tokens import Cursor

COLUMNS, ROWS, ROWS_LZ4, JSON, CBOR, PROTOBUF, COLUMNS_LZ4, MAP = 1, 2, 3, 4, 5, 6, 7, 8

_MAX_DOCUMENT_BYTES = 64 << 20
_LZ4_ARRAY, _LZ4_BLOCK = 98, 99


def decode(content: int, payload: bytes) -> Block:
    """The block of a payload.

    Args:
        content: the content id of its header: 1 columns, 2 rows, 3 and 7 the same in LZ4, 4 JSON, 5 CBOR, 6 protobuf.
        payload: its bytes.

    Raises:
        DecodeError: the payload is not what its content says, or the content is unknown.
    """
    if content == COLUMNS:
        return columns.decode(payload)
    if content == ROWS:
        return rows.decode(payload)
    if content == JSON:
        return jsonblock.decode(payload)
    if content == CBOR:
        return cbor.decode(payload)
    if content == PROTOBUF:
        return protobuf.decode(payload)
    if content == COLUMNS_LZ4:
        return columns.decode(unwrap(payload))
    if content == ROWS_LZ4:
        return rows.decode(unwrap(payload))
    raise DecodeError(f"content {content} is no block; read here are 1 to 7")


def unwrap(payload: bytes) -> bytes:
    """The document inside ext 98 or ext 99 of MessagePack for C#; a plain one is returned as it is.

    Raises:
        DecodeError: lengths or compressed bytes are wrong. No more memory is taken than they can hold.
    """
    cursor = Cursor(payload)
    if cursor.is_ext():
        return _one(cursor)
    start = cursor.pos
    if cursor.is_array():
        blocks = cursor.array("a document")
        if blocks and cursor.pos < cursor.end and cursor.is_ext():
            ext, lengths = cursor.ext("lengths")
            if ext == _LZ4_ARRAY:
                return _many(cursor, blocks - 1, lengths)
    cursor.pos = start
    return payload


def _one(cursor: Cursor) -> bytes:
    ext, body = cursor.ext("ext 99")
    cursor.finish()
    if ext != _LZ4_BLOCK:
        raise cursor.fault(f"an LZ4 document is ext 98 or ext 99; this is ext {ext}", 0)
    if len(body) < 5 or body[0] != 0xD2:
        raise cursor.fault("ext 99 begins with its uncompressed length, an int32", 0)
    size = struct.unpack_from(">i", body, 1)[0]
    _check(cursor, [size])
    return decompress(body[5:], size)


def _many(cursor: Cursor, blocks: int, lengths: bytes) -> bytes:
    inner = Cursor(lengths)
    if blocks > len(lengths):
        raise cursor.fault(f"ext 98 states {len(lengths)} bytes of lengths for {blocks} blocks")
    sizes = [inner.integer("a length", 0, _MAX_DOCUMENT_BYTES) for _ in range(blocks)]
    inner.finish()
    _check(cursor, sizes)
    document = b"".join(decompress(cursor.binary(), size) for size in sizes)
    cursor.finish()
    return document


def _check(cursor: Cursor, sizes: list[int]) -> None:
    if min(sizes, default=0) < 0 or sum(sizes) > _MAX_DOCUMENT_BYTES:
        raise cursor.fault(f"a document has at most {_MAX_DOCUMENT_BYTES} bytes; this one says {sum(sizes)}")
