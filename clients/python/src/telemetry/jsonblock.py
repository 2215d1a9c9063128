"""Content 4: a block as JSON, with the names of the C# row classes (docs/wire-format.md, "JSON")."""
from __future__ import annotations

import json
from typing import Any, Callable

import numpy as np

from .block import Block, ControlChannel, InputChannel, Totals, check_rate, trim
from .errors import DecodeError
from .tokens import INT64_MAX, INT64_MIN

_WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
_COUNTS = ("ServoChCount", "TempChCount", "ADCount", "InCount", "OutCount")
_INT32 = (-(1 << 31), (1 << 31) - 1)
_INT16 = (-(1 << 15), (1 << 15) - 1)
_MAX_DEPTH = 8


def decode(payload: bytes) -> Block:
    """Reads a document of content 4, trimmed to its counts.

    Raises:
        DecodeError: it is none; the path says where.
    """
    if _depth(payload) > _MAX_DEPTH:
        raise DecodeError(f"a block is at most {_MAX_DEPTH} levels deep")
    try:
        found = json.loads(payload.decode("utf-8"), object_pairs_hook=_members, parse_constant=_refuse_word)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError, ValueError) as fault:
        raise DecodeError(f"this is no JSON of a block: {fault}") from None
    if not isinstance(found, dict):
        raise DecodeError("a block is an object")
    totals = Totals()
    block = Block(_integer(found, "FirstSampleIndex", "", INT64_MIN, INT64_MAX),
                  check_rate(_number(found.get("SampleRate", 0.0), "SampleRate")),
                  _group(found, "ServoData", totals, _channel), _group(found, "TempData", totals, _channel),
                  _group(found, "ADData", totals, _input), _bits(found, "BitIn", totals),
                  _bits(found, "BitOut", totals))
    return trim(block, [_integer(found, name, "", *_INT32) for name in _COUNTS])


def _depth(payload: bytes) -> int:
    """Nesting outside of texts; so a deep document is refused before the parser recurses."""
    plain = np.frombuffer(payload, np.uint8)
    steps = np.isin(plain, (0x5B, 0x7B)).astype(np.int32) - np.isin(plain, (0x5D, 0x7D))
    return int(np.cumsum(steps).max(initial=0))


def _refuse_word(word: str) -> float:
    raise ValueError(f"{word} is a text in JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member is given twice")
    return members


def _group(found: dict[str, Any], name: str, totals: Totals, read: Callable) -> list | None:
    channels = found.get(name)
    if channels is None:
        return None
    if not isinstance(channels, list):
        raise DecodeError("expected null or an array of channels", path=name)
    totals.group(len(channels))
    return [read(channel, f"{name}[{at}]", totals) for at, channel in enumerate(channels)]


def _datas(channel: Any, path: str) -> list:
    if not isinstance(channel, dict) or not isinstance(channel.get("Datas"), list):
        raise DecodeError("expected a channel: an object with Datas", path=path)
    return channel["Datas"]


def _channel(channel: Any, path: str, totals: Totals) -> ControlChannel:
    points = _datas(channel, path)
    for point in points:
        if not isinstance(point, dict) or not isinstance(point.get("Sensors") or [], list):
            raise DecodeError("expected points: objects with Sensors", path=path)
    rows = [point.get("Sensors") or [] for point in points]
    sensors = len(rows[0]) if rows else 0
    if any(len(row) != sensors for row in rows):
        raise DecodeError("the points are ragged: sensor counts differ", path=path)
    totals.channel(len(points), 4 + sensors)
    return ControlChannel(
        _integer(channel, "ChannelId", path, *_INT32), len(points),
        _integers(points, "ActiveCtrl", path, *_INT16), _integers(points, "Count", path, INT64_MIN, INT64_MAX),
        _floats([point.get("Command", 0.0) for point in points], path),
        _floats([point.get("Output", 0.0) for point in points], path),
        tuple(_floats([row[sensor] for row in rows], path) for sensor in range(sensors)))


def _input(channel: Any, path: str, totals: Totals) -> InputChannel:
    values = _datas(channel, path)
    totals.channel(len(values), 1)
    return InputChannel(_integer(channel, "ChannelId", path, *_INT32), _floats(values, path))


def _bits(found: dict[str, Any], name: str, totals: Totals) -> np.ndarray | None:
    bits = found.get(name)
    if bits is None:
        return None
    if not isinstance(bits, list) or not all(isinstance(bit, bool) for bit in bits):
        raise DecodeError("expected null or an array of bools", path=name)
    totals.bits(len(bits))
    return np.array(bits, bool)


def _floats(values: list, path: str) -> np.ndarray:
    # The usual case first: only numbers. A bool is an int to Python, and none here.
    if all(type(value) in (float, int) for value in values):
        return np.array([_number(value, path) if type(value) is int else value for value in values], np.float64)
    return np.array([_number(value, path) for value in values], np.float64)


def _number(value: Any, path: str) -> float:
    if type(value) is float:
        return value
    if type(value) is int:
        try:
            return float(value)
        except OverflowError:
            raise DecodeError("a number is too large for a float64", path=path) from None
    if isinstance(value, str) and value in _WORDS:
        return _WORDS[value]
    raise DecodeError(f"expected a number, NaN, Infinity or -Infinity, found {str(value)[:40]!r}", path=path)


def _integers(points: list[dict], name: str, path: str, low: int, high: int) -> np.ndarray:
    return np.array([_integer(point, name, path, low, high) for point in points], np.int64)


def _integer(found: dict[str, Any], name: str, path: str, low: int, high: int) -> int:
    value = found.get(name, 0)
    if type(value) is not int or not low <= value <= high:
        raise DecodeError(f"expected an int from {low} to {high}, found {str(value)[:40]!r}",
                          path=f"{path}.{name}" if path else name)
    return value
