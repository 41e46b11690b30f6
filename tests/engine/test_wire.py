"""Frames: what is sent arrives, in any chunks; what is no frame is told apart."""

import contextlib
import io
import struct

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import (
    ChatMessage,
    ChatPrompt,
    Configure,
    CountTokens,
    Generate,
    Inspect,
    Load,
    TextPrompt,
)
from engine.config import EngineConfig, SamplingParams, Toggles
from engine.errors import EngineError, RequestError
from engine.events import (
    Finished,
    Inspected,
    InspectFailed,
    MemoryNeeded,
    Meter,
    ModelReport,
    TextDelta,
    TokensCounted,
    TypeUsage,
)
from engine.wire import (
    MAX_FRAME_BYTES,
    FrameReader,
    WireError,
    decode_command,
    decode_event,
    encode_command,
    encode_event,
)


class Trickle:
    """Gives at most `size` bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        self._stream, self._size = io.BytesIO(data), size

    def read(self, size: int, /) -> bytes:
        return self._stream.read(min(size, self._size))


@pytest.mark.parametrize(
    "command",
    [
        Load("/a/b.gguf", EngineConfig(device="cuda:1", context_len=512)),
        Generate(
            "1", ChatPrompt((ChatMessage("user", "Grüße 👋"),), drop_oldest=True), max_tokens=3
        ),
        Generate("2", TextPrompt("x"), SamplingParams(seed=2**63 - 1), stop=("a", "b")),
        Configure(toggles=Toggles(graph=False)),
        Inspect("3", "/a/b.gguf", (EngineConfig(), EngineConfig(device="cpu", kv_type="f16"))),
        CountTokens("4", ChatPrompt((ChatMessage("user", "Hi"),)), ("a", "")),
    ],
)
def test_commands_come_back_as_they_were(command) -> None:
    payload = FrameReader(io.BytesIO(encode_command(command))).read()
    assert payload is not None
    assert decode_command(payload) == command


REPORT = ModelReport(
    path="/a/b.gguf",
    name="Größe",
    architecture="llama",
    quantization="Q4_K_M",
    license=None,
    gguf_version=3,
    file_bytes=2**40,
    num_parameters=2**36,
    weights_bytes=2**40 - 2**20,
    types={"Q4_K": TypeUsage(200, 2**39), "F32": TypeUsage(61, 2**20)},
    vocab_size=128256,
    context_len=131072,
    num_layers=32,
    hidden_size=4096,
    num_heads=32,
    num_kv_heads=8,
    has_chat_template=True,
    memory=MemoryNeeded("cuda:1", 8192, "f16", 1, 2, 3, 6, None, None, None),
)


@pytest.mark.parametrize(
    "event",
    [
        Inspected("3", (REPORT, REPORT)),
        Inspected("3", ()),
        InspectFailed("3", "It is damaged.", is_unusable=True),
        TokensCounted("4", 12, (1, 0)),
        TokensCounted("4"),
    ],
)
def test_reports_come_back_as_they_were(event) -> None:
    payload = FrameReader(io.BytesIO(encode_event(event))).read()
    assert payload is not None
    assert decode_event(payload) == event


@given(st.lists(st.text(max_size=50), max_size=10), st.integers(1, 20))
def test_events_survive_any_chunking(texts: list[str], size: int) -> None:
    sent = [TextDelta("1", text) for text in texts]
    reader = FrameReader(Trickle(b"".join(map(encode_event, sent)), size))
    received = []
    while (payload := reader.read()) is not None:
        received.append(decode_event(payload))
    assert received == sent


def test_what_drafts_brought_comes_along() -> None:
    event = TextDelta("1", "a word", ((2, 6),))
    payload = FrameReader(io.BytesIO(encode_event(event))).read()
    assert payload is not None
    assert decode_event(payload) == event


def test_unknown_numbers_stay_unknown() -> None:
    meter = Meter(tok_s=1.5, recaptures=0)
    event = Finished("1", "stop", "", (1, 2), "0" * 16, meter)
    payload = FrameReader(io.BytesIO(encode_event(event))).read()
    assert payload is not None
    assert decode_event(payload) == event
    assert msgspec.msgpack.decode(payload)["meter"] == {"tok_s": 1.5, "recaptures": 0}


def test_a_cut_frame_is_the_end() -> None:
    frame = encode_event(TextDelta("1", "text"))
    for length in range(len(frame)):
        assert FrameReader(io.BytesIO(frame[:length])).read() is None


def test_an_absurd_length_is_no_frame() -> None:
    with pytest.raises(WireError, match="announced"):
        FrameReader(io.BytesIO(b"Traceback (most recent call last)")).read()
    with pytest.raises(WireError):
        FrameReader(io.BytesIO(struct.pack("<I", MAX_FRAME_BYTES + 1))).read()


@given(st.binary(max_size=64))
def test_no_payload_raises_anything_but_an_engine_error(payload: bytes) -> None:
    for decode in (decode_command, decode_event):
        with contextlib.suppress(EngineError):
            decode(payload)


def test_what_the_engine_would_refuse_is_not_sent() -> None:
    with pytest.raises(RequestError, match="temperature"):
        encode_command(Generate("1", TextPrompt("x"), SamplingParams(temperature=-1.0)))
    with pytest.raises(RequestError, match="broken character"):
        encode_command(Generate("1", TextPrompt("\ud800")))
