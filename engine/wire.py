"""Frames on the pipe between window and engine: a uint32 length, then one msgpack message. Knows no process."""

import struct
from typing import Any, Protocol

import msgspec

from engine.commands import Command
from engine.errors import EngineError, RequestError
from engine.events import Event

# Every length that stray ASCII text could be mistaken for is above this limit.
MAX_FRAME_BYTES = 256 << 20

# Names the file that the engine's stderr goes to, so that its messages can point there.
LOG_VARIABLE = "ENCORE_ENGINE_LOG"

_LENGTH = struct.Struct("<I")
_CHUNK_BYTES = 1 << 16

_encoder = msgspec.msgpack.Encoder()
_command_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Command)
_event_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Event)


class WireError(EngineError):
    """What came over the pipe is not one of our messages."""


class ByteSource(Protocol):
    """An unbuffered binary stream: `read` returns what is there, at most `size` bytes; nothing at the end."""

    def read(self, size: int, /) -> bytes | None: ...


class FrameReader:
    """Cuts a byte stream into the payloads of its frames."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self._buffer = bytearray()

    def read(self) -> bytes | None:
        """Wait for the next payload; None when the stream has ended, even inside a frame.

        Raises `WireError` when a length is beyond `MAX_FRAME_BYTES`.
        """
        if not self._fill(_LENGTH.size):
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        if length > MAX_FRAME_BYTES:
            raise WireError(f"A message of {length} bytes was announced; that cannot be right.")
        end = _LENGTH.size + length
        if not self._fill(end):
            return None
        payload = bytes(memoryview(self._buffer)[_LENGTH.size : end])
        del self._buffer[:end]
        return payload

    def _fill(self, size: int) -> bool:
        while len(self._buffer) < size:
            chunk = self._source.read(max(_CHUNK_BYTES, size - len(self._buffer)))
            if not chunk:
                return False
            self._buffer += chunk
        return True


def encode_command(command: Command) -> bytes:
    """The frame of `command`.

    Raises `RequestError` for what the engine would refuse: a value out of range, text that is no
    Unicode, a message beyond `MAX_FRAME_BYTES`.
    """
    frame = _encode(command)
    decode_command(frame[_LENGTH.size :])
    return frame


def encode_event(event: Event) -> bytes:
    """The frame of `event`. Raises as `encode_command` does, ranges apart."""
    return _encode(event)


def decode_command(payload: bytes) -> Command:
    """The command in `payload`. Raises `RequestError` when it is not one, or has a value out of range."""
    try:
        command: Command = _command_decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(f"The request cannot be carried out: {error}.") from error
    return command


def decode_event(payload: bytes) -> Event:
    """The event in `payload`. Raises `WireError` when it is not one."""
    try:
        event: Event = _event_decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(f"The engine sent a message that cannot be read: {error}.") from error
    return event


def _encode(message: Command | Event) -> bytes:
    try:
        payload = _encoder.encode(message)
    except UnicodeEncodeError as error:
        raise RequestError("The text holds a broken character; remove it and try again.") from error
    if len(payload) > MAX_FRAME_BYTES:
        limit = MAX_FRAME_BYTES >> 20
        raise RequestError(f"The text is too long to be sent; the limit is {limit} MiB.")
    return _LENGTH.pack(len(payload)) + payload
