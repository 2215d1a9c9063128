"""Telemetry in Python: subscribe to a connector, and read its recordings, as numpy columns.

>>> import telemetry
>>> with telemetry.subscribe("tcp://127.0.0.1:5556", "tcp://127.0.0.1:5557") as rig:
...     for block in rig:
...         print(block.sequence, block["servo1.force"].max(), block.unit("servo1.force"))
"""
from __future__ import annotations

from .block import Block
from .catalogue import Catalogue, Signal, Stream
from .delivery import Account, Loss
from .errors import ControlError, DecodeError, FrameError, KeyFileError, RecordingError, TelemetryError
from .formats import decode
from .frames import Header, parse_frame, parse_header
from .recording import Recording, Table, open_recording
from .streamblock import StreamBlock
from .subscriber import Notice, Subscriber, subscribe

__all__ = ["Account", "Block", "Catalogue", "ControlError", "DecodeError", "FrameError", "Header", "KeyFileError",
           "Loss", "Notice", "Recording", "RecordingError", "Signal", "Stream", "StreamBlock", "Subscriber", "Table",
           "TelemetryError", "decode", "open_recording", "parse_frame", "parse_header", "subscribe"]
__version__ = "0.2.0"
