"""Conversations become ids, for whoever still waits for them."""

from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from engine.commands import ChatMessage, ChatPrompt, Generate
from engine.config import EngineConfig, SamplingParams
from engine.events import Finished
from engine.gguf.file import GGUFFile
from engine.gguf.metadata import ModelMetadata, TokenizerMetadata
from engine.session.prompt import prepare_prompt
from engine.session.session import Session
from engine.tokenizer.chat_template import ChatTemplate
from engine.tokenizer.tokenizer import create_tokenizer


@pytest.fixture(scope="module")
def metadata(starter_model: Path) -> TokenizerMetadata:
    with GGUFFile.open(starter_model) as file:
        return ModelMetadata(file.metadata).tokenizer


@pytest.fixture(scope="module")
def tokenizer(metadata):
    return create_tokenizer(metadata)


@pytest.fixture(scope="module")
def template(metadata):
    template = ChatTemplate.from_metadata(metadata)
    yield template
    template.close()


def test_who_no_longer_waits_is_not_answered(tokenizer, template, monkeypatch) -> None:
    def leave() -> None:
        raise CancelledError

    monkeypatch.setattr(template, "render", lambda _messages, *, check, **_wishes: check())
    with pytest.raises(CancelledError):
        prepare_prompt(ChatPrompt((ChatMessage("user", "Hi"),)), tokenizer, template, 1000, leave)


@pytest.fixture(scope="module")
def session(starter_model: Path):
    session = Session.load(starter_model, EngineConfig(device="cpu", context_len=400))
    yield session
    session.close()


def ask(session: Session, *messages: ChatMessage):
    command = Generate("r", ChatPrompt(messages), SamplingParams(temperature=0.0), max_tokens=8)
    return list(session.generate(command))


def test_cancelled_while_its_template_works(session: Session, monkeypatch) -> None:
    session.cancel("r")
    monkeypatch.setattr(
        session.chat_template, "render", lambda _messages, *, check, **_wishes: check()
    )
    (finished,) = ask(session, ChatMessage("user", "Hi"))
    assert isinstance(finished, Finished)
    assert (finished.reason, finished.text) == ("cancelled", "")
    assert not session.is_cancelled("r")
