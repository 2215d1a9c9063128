"""Raw LZ4 blocks: by the ``lz4`` package where it is installed (Debian: python3-lz4), else in Python, slower."""
from __future__ import annotations

from .errors import DecodeError

try:
    import lz4.block as _native
except ImportError:
    _native = None

IS_NATIVE = _native is not None
_MAX_EXPANSION = 255
_LEAST_MATCH = 4


def decompress(block: bytes, size: int) -> bytes:
    """The ``size`` bytes of a block, which must use all its input and fill exactly its length.

    Raises:
        DecodeError: it does not; nothing larger than ``size`` is allocated.
    """
    if size > len(block) * _MAX_EXPANSION:
        raise DecodeError(f"an LZ4 block of {len(block)} bytes cannot hold {size}")
    if _native is None:
        return decompress_slowly(block, size)
    try:
        out = _native.decompress(block, uncompressed_size=size)
    except (_native.LZ4BlockError, ValueError) as fault:
        raise DecodeError(f"an LZ4 block is damaged: {fault}") from None
    if len(out) != size:
        raise DecodeError(f"an LZ4 block holds {len(out)} bytes, not {size}")
    return out


def decompress_slowly(block: bytes, size: int) -> bytes:
    """The same without a native library."""
    out = bytearray()
    at, end = 0, len(block)
    while at < end:
        token = block[at]
        at += 1
        literals, at = _length(token >> 4, block, at)
        if literals > end - at or len(out) + literals > size:
            raise DecodeError(f"an LZ4 block has literals beyond its end, at byte {at}")
        out += block[at:at + literals]
        at += literals
        if at == end:
            # The last sequence has no match.
            break
        if end - at < 2:
            raise DecodeError(f"an LZ4 block ends inside a match, at byte {at}")
        back = block[at] | block[at + 1] << 8
        match, at = _length(token & 15, block, at + 2)
        match += _LEAST_MATCH
        if back == 0 or back > len(out) or len(out) + match > size:
            raise DecodeError(f"an LZ4 block has a match outside what was written, at byte {at}")
        _copy(out, back, match)
        if at == end:
            raise DecodeError("an LZ4 block ends with a match")
    if len(out) != size:
        raise DecodeError(f"an LZ4 block holds {len(out)} bytes, not {size}")
    return bytes(out)


def _length(nibble: int, block: bytes, at: int) -> tuple[int, int]:
    if nibble < 15:
        return nibble, at
    while True:
        if at >= len(block):
            raise DecodeError("an LZ4 block ends inside a length")
        byte = block[at]
        nibble, at = nibble + byte, at + 1
        if byte != 255:
            return nibble, at


def _copy(out: bytearray, back: int, count: int) -> None:
    begin = len(out) - back
    if back >= count:
        out += out[begin:begin + count]
    else:
        # The match overlaps itself: what it begins with is repeated.
        piece = bytes(out[begin:])
        out += (piece * (count // back + 1))[:count]
