"""Key files of CURVE, as ``HardwareConnector keys new`` makes them (docs/keys.md)."""
from __future__ import annotations

import os
import stat
import struct

import zmq
from zmq.utils import z85

from .errors import KeyFileError

_MAX_BYTES = 4096
_TEXT_LENGTH = 40
_MEMBERS = ("name", "created", "public", "secret", "rights")
_OWNER_ONLY = 0o600


def read_own(path: str | os.PathLike[str]) -> tuple[bytes, bytes]:
    """Public and secret key of an owner's file (``NAME.key``), as Z85.

    Raises:
        KeyFileError: it is no such file, others may read it, or its keys do not belong together.
    """
    path = os.fspath(path)
    members, mode = _read(path)
    if "secret" not in members:
        raise KeyFileError(f"key file {path} has no secret key; name the file that ends in .key")
    if os.name == "posix" and mode & ~_OWNER_ONLY:
        raise KeyFileError(f"key file {path} may be used by others (mode {mode:o}); run: chmod 600 {path}")
    public, secret = _key(path, members, "public"), _key(path, members, "secret")
    if not zmq.has("curve"):
        raise KeyFileError("keys need a libzmq that was built with CURVE; Debian's is")
    if zmq.curve_public(secret) != public:
        raise KeyFileError(f"key file {path} has a public and a secret key that do not belong together")
    return public, secret


def read_public(key: str | os.PathLike[str]) -> bytes:
    """A public key, as Z85, of its 40 characters or of a file that has it (``NAME.pub``).

    Raises:
        KeyFileError: it is neither.
    """
    text = os.fspath(key)
    # A path has the characters of Z85, and may have as many as a key.
    if len(text) == _TEXT_LENGTH and not text.endswith(".pub") and not os.path.exists(text):
        return _key("of the server", {"public": text}, "public")
    return _key(text, _read(text)[0], "public")


def _read(path: str) -> tuple[dict[str, str], int]:
    """Members of a key file, and its mode."""
    try:
        # Before it is opened: a pipe would wait for a writer.
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise KeyFileError(f"key file {path} is no plain file")
        with open(path, "rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise KeyFileError(f"key file {path} is missing; `HardwareConnector keys new` makes one") from None
    except OSError as fault:
        raise KeyFileError(f"key file {path} cannot be read: {fault.strerror}") from None
    if len(content) > _MAX_BYTES:
        raise KeyFileError(f"key file {path} has more than {_MAX_BYTES} bytes")
    members: dict[str, str] = {}
    for number, line in enumerate(content.decode("utf-8", "replace").split("\n"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, value = line.partition(": ")
        if not colon:
            raise KeyFileError(f"key file {path} line {number} is not `member: value`")
        if name not in _MEMBERS or name in members:
            raise KeyFileError(f"key file {path} line {number} has {name[:32]!r} twice, or it is no member")
        members[name] = value.strip()
    if "name" not in members or "public" not in members:
        raise KeyFileError(f"key file {path} is cut off or incomplete: it needs the members name and public")
    return members, stat.S_IMODE(found.st_mode)


def _key(path: str, members: dict[str, str], member: str) -> bytes:
    text = members[member]
    if len(text) != _TEXT_LENGTH:
        raise KeyFileError(f"key file {path} has a {member} key of {len(text)} characters; a key has {_TEXT_LENGTH}")
    try:
        is_zero = not any(z85.decode(text.encode("ascii")))
    except (UnicodeError, KeyError, struct.error):
        raise KeyFileError(f"key file {path} has a {member} key that is not Z85") from None
    if is_zero:
        raise KeyFileError(f"key file {path} has a {member} key that is all zeros, which is no key")
    return text.encode("ascii")
