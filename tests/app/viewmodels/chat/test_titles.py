"""Titles by the model: when it is asked, what becomes of it, and that it is never in the way."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.storage.saved_texts import SavedTexts
from app.viewmodels.chat import titles
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.titles import TitleWriter, clean_title
from engine.commands import Cancel, ChatPrompt, Generate
from tests.app.conftest import Services
from tests.support import fake_engine


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "IDLE_MS", 20)


@pytest.fixture
def chat(
    services: Services, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[ChatViewModel]:
    monkeypatch.setattr(titles, "MIN_PARAMETERS", 1000)
    services.engine.tokens = ("Trains ", "to ", "Zürich")
    services.engine.num_tokens = 3
    services.engine.tokens_per_second = None
    view_model = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        SavedTexts.below(tmp_path),
    )
    view_model.writer = TitleWriter(  # type: ignore[attr-defined]
        services.conversations, view_model, services.service, services.settings
    )
    services.service.start()
    services.load()
    view_model.open_conversation(services.conversations.create().id)
    yield view_model
    view_model.close()


def _ask(services: Services, chat: ChatViewModel, text: str = "When does it leave?") -> None:
    chat.send(text)
    services.qtbot.waitUntil(lambda: not chat.is_busy)


def test_the_model_names_the_chat_after_its_first_answer(
    services: Services, chat: ChatViewModel
) -> None:
    shown: list[str] = []
    services.service.answer_started.connect(lambda started: shown.append(started.request_id))
    with services.qtbot.waitSignal(chat.writer.titled):  # type: ignore[attr-defined]
        _ask(services, chat)
    assert chat.title == "Trains to Zürich"
    question, request = services.engine.sent_of(Generate)
    assert isinstance(request.prompt, ChatPrompt)
    # The conversation goes on, so that the engine reads only the request anew.
    assert request.prompt.messages[: len(question.prompt.messages)] == question.prompt.messages
    assert request.max_tokens <= 24
    assert shown == [question.request_id]  # the meter and the page hear nothing of it
    _ask(services, chat, "And back?")
    services.qtbot.wait(60)
    assert len(services.engine.sent_of(Generate)) == 3


def test_a_question_drops_the_title_at_once(services: Services, chat: ChatViewModel) -> None:
    _ask(services, chat)
    services.engine.tokens_per_second, services.engine.num_tokens = 20.0, 1000
    services.qtbot.waitUntil(lambda: len(services.engine.sent_of(Generate)) == 2)
    request = services.engine.sent_of(Generate)[1]
    services.engine.num_tokens = 3
    chat.send("And back?")
    assert Cancel(request.request_id) in services.engine.sent
    services.qtbot.waitUntil(lambda: not chat.is_busy)
    assert chat.title == "When does it leave?"


@pytest.mark.parametrize("reason", ["named", "small", "off"])
def test_it_is_not_asked(
    services: Services, chat: ChatViewModel, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if reason == "named":
        services.conversations.rename(chat.conversation_id or 0, "Mine")
    elif reason == "small":
        monkeypatch.setattr(titles, "MIN_PARAMETERS", fake_engine.model_info().num_parameters + 1)
    else:
        services.settings.set_value("model_titles", value=False)
    _ask(services, chat)
    services.qtbot.wait(80)
    assert len(services.engine.sent_of(Generate)) == 1
    assert chat.title == ("Mine" if reason == "named" else "When does it leave?")


def test_an_engine_that_dies_over_a_title_is_not_missed(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat)
    services.engine.tokens_per_second, services.engine.num_tokens = 20.0, 1000
    services.qtbot.waitUntil(lambda: len(services.engine.sent_of(Generate)) == 2)
    services.engine.kill()
    services.qtbot.waitUntil(lambda: chat.can_send)
    assert chat.title == "When does it leave?"


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ('"Trains to Zürich."', "Trains to Zürich"),
        ("**Title: Trains**\n\nBecause…", "Trains"),
        ("\n\n# 「東京の天気」", "東京の天気"),
        ("", ""),
        ("***", ""),
        ("word " * 40, ""),
    ],
)
def test_what_models_put_around_a_title_goes(answer: str, title: str) -> None:
    assert clean_title(answer) == title
