"""Frames between app and engine: a uint32 length, then a msgpack message. Knows no process."""

import struct
from typing import Any, Protocol

import msgspec

from engine.commands import Command
from engine.errors import EngineError, RequestError
from engine.events import Event

# Stray ASCII text, read as a length, is always above this limit.
MAX_FRAME_BYTES = 256 << 20

# The path of the engine's log, for error messages.
LOG_VARIABLE = "ENCORE_ENGINE_LOG"

_LENGTH = struct.Struct("<I")
_CHUNK_BYTES = 1 << 16

_encoder = msgspec.msgpack.Encoder()
_command_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Command)
_event_decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Event)


class WireError(EngineError):
    """The pipe delivered something that is not a message of ours."""


class ByteSource(Protocol):
    """An unbuffered binary stream: `read` returns at most `size` bytes, none at the end."""

    def read(self, size: int, /) -> bytes | None: ...


class FrameReader:
    """Splits a byte stream into frame payloads."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self._buffer = bytearray()

    def read(self) -> bytes | None:
        """Wait for the next payload; None at the end of the stream, even inside a frame.

        Raises `WireError` for a length above `MAX_FRAME_BYTES`.
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

    Raises `RequestError` for a value out of range, text with lone surrogates, or a message above
    `MAX_FRAME_BYTES`.
    """
    frame = _encode(command)
    decode_command(frame[_LENGTH.size :])
    return frame


def encode_event(event: Event) -> bytes:
    """The frame of `event`. Raises as `encode_command`, but checks no ranges."""
    return _encode(event)


def decode_command(payload: bytes) -> Command:
    """The command in `payload`. Raises `RequestError` if invalid or out of range."""
    try:
        command: Command = _command_decoder.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(f"The request cannot be carried out: {error}.") from error
    return command


def decode_event(payload: bytes) -> Event:
    """The event in `payload`. Raises `WireError` if invalid."""
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
