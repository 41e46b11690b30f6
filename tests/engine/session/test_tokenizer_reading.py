"""A tokenizer is read beside the device's start and the weights: once, and gone after errors."""

import threading
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.config import EngineConfig
from engine.errors import EngineError, ModelFileError, RequestError, UnsupportedModelError
from engine.gguf import file as gguf_file
from engine.gguf.metadata import ModelMetadata, TokenizerMetadata
from engine.session import session as session_module
from engine.session import tokenizer_reading as reading_module
from engine.session.session import Session
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, VOCAB, tensors

TIMEOUT = 60
ON_CPU = EngineConfig(device="cpu", context_len=128)
TOKENIZER: dict[str, Any] = {
    "tokenizer.ggml.model": "gpt2",
    "tokenizer.ggml.tokens": ["a", "b", "ab", *map(str, range(3, VOCAB))],
    "tokenizer.ggml.merges": ["a b"],
}
WITHOUT_MERGES = {key: value for key, value in TOKENIZER.items() if not key.endswith("merges")}


def write_model(path: Path, tokenizer: dict[str, Any]) -> Path:
    return write_gguf(path / "model.gguf", METADATA | tokenizer, tensors())


def num_readers() -> int:
    return sum(thread.name.startswith("tokenizer") for thread in threading.enumerate())


def test_the_header_and_the_tokenizer_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers, checks = [], []
    read, check = gguf_file.read_header, ModelMetadata._check_vocabulary
    monkeypatch.setattr(gguf_file, "read_header", lambda *where: headers.append(1) or read(*where))
    monkeypatch.setattr(
        ModelMetadata, "_check_vocabulary", lambda self: checks.append(1) or check(self)
    )
    session = Session.load(write_model(tmp_path, TOKENIZER), ON_CPU)
    assert session.tokenizer.encode("ab", add_special=False, parse_special=False) == [2]
    session.close()
    assert (len(headers), len(checks), num_readers()) == (1, 1, 0)


def test_the_tokenizer_is_read_while_the_device_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_read, create = threading.Event(), session_module.create_device
    read = ModelMetadata._check_vocabulary

    def note(metadata: ModelMetadata) -> None:
        read(metadata)
        is_read.set()

    def wait(*arguments: Any) -> Any:
        assert is_read.wait(TIMEOUT)
        return create(*arguments)

    monkeypatch.setattr(ModelMetadata, "_check_vocabulary", note)
    monkeypatch.setattr(session_module, "create_device", wait)
    Session.load(write_model(tmp_path, TOKENIZER), ON_CPU).close()


@pytest.mark.parametrize(
    ("tokenizer", "error", "message", "is_told_first"),
    [
        ({}, UnsupportedModelError, "has no tokenizer", True),
        (TOKENIZER | {"tokenizer.ggml.model": "rwkv"}, UnsupportedModelError, "'rwkv'", True),
        (TOKENIZER | {"tokenizer.ggml.eos_token_id": VOCAB}, ModelFileError, "eos", False),
        (WITHOUT_MERGES, ModelFileError, "has no merges", False),
    ],
)
def test_a_tokenizer_that_cannot_be_used_is_told(
    tokenizer: dict[str, Any],
    error: type[EngineError],
    message: str,
    is_told_first: bool,
    tmp_path: Path,
) -> None:
    stages: list[str] = []
    with pytest.raises(error, match=message):
        Session.load(
            write_model(tmp_path, tokenizer), ON_CPU, lambda stage, _: stages.append(stage)
        )
    assert not is_told_first or "reading weights" not in stages
    assert num_readers() == 0


def test_a_tokenizer_that_cannot_be_used_ends_the_reading_of_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_read, stages = threading.Event(), []
    create = reading_module.create_tokenizer

    def note(metadata: TokenizerMetadata) -> Any:
        try:
            return create(metadata)
        finally:
            is_read.set()

    def wait(stage: str, _fraction: float) -> None:
        stages.append(stage)
        if stage == "reading weights":
            assert is_read.wait(TIMEOUT)
            time.sleep(0.05)  # the thread has then noted it, at the latest at one of the next parts

    monkeypatch.setattr(reading_module, "create_tokenizer", note)
    with pytest.raises(ModelFileError, match="has no merges"):
        Session.load(write_model(tmp_path, WITHOUT_MERGES), ON_CPU, wait)
    assert "reading the tokenizer" not in stages


def num_template_processes() -> int:
    children = psutil.Process().children()
    return sum("engine.tokenizer.template_process" in child.cmdline() for child in children)


@pytest.mark.parametrize("at", ["starting the device", "reading weights"])
def test_a_load_that_is_given_up_ends_the_process_of_the_template(at: str, tmp_path: Path) -> None:
    path = write_model(tmp_path, TOKENIZER | {"tokenizer.chat_template": "{{ messages }}"})
    session = Session.load(path, ON_CPU)
    before = num_template_processes()
    caught = None
    try:
        Session.load(path, ON_CPU, lambda stage, _: 1 / (stage != at))
    except ZeroDivisionError as error:
        caught = error  # with its frames and what they hold
    assert caught is not None
    assert num_template_processes() == before == 1
    session.close()


def test_a_device_that_is_not_there_is_told_before_a_tokenizer_that_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RequestError("There is no such device.")

    monkeypatch.setattr(session_module, "create_device", fail)
    with pytest.raises(RequestError, match="no such device"):
        Session.load(write_model(tmp_path, {}), ON_CPU)
    assert num_readers() == 0


@pytest.mark.parametrize("at", ["starting the device", "reading the tokenizer", "reading weights"])
def test_a_load_that_is_given_up_leaves_no_thread(at: str, tmp_path: Path) -> None:
    class GivenUpError(Exception):
        pass

    def give_up(stage: str, _fraction: float) -> None:
        if stage == at:
            raise GivenUpError

    with pytest.raises(GivenUpError):
        Session.load(write_model(tmp_path, TOKENIZER), ON_CPU, give_up)
    assert num_readers() == 0


def test_keys_are_read_once_for_all_who_ask(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with gguf_file.GGUFFile.open(write_model(tmp_path, TOKENIZER)) as file:
        metadata = ModelMetadata(file.metadata)
        words = metadata.tokenizer
        assert isinstance(words, TokenizerMetadata)
        assert metadata.tokenizer is words
