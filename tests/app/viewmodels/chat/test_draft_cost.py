"""What a draft costs: exact with a model, an estimate without; what helps when it is too much."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.storage.saved_texts import SavedTexts
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.draft_cost import COUNT_MS
from engine.commands import CountTokens, Load
from tests.app.conftest import Services
from tests.support.fake_engine import KV_BYTES_PER_TOKEN


@pytest.fixture
def chat(services: Services, tmp_path: Path) -> Iterator[ChatViewModel]:
    services.engine.tokens_per_second = 2000.0
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        SavedTexts.below(tmp_path),
    )
    chat.open_conversation(services.conversations.create().id)
    yield chat
    chat.close()


def _load(services: Services, context_len: int) -> None:
    config = services.settings.settings.engine_config
    services.load(replace(config, context_len=context_len))


def _wait_for(services: Services, chat: ChatViewModel, line: str) -> None:
    services.qtbot.waitUntil(lambda: chat.cost.line == line, timeout=3000)


def _attach(services: Services, chat: ChatViewModel, path: Path) -> None:
    chat.attachments.add_files([path])
    services.qtbot.waitUntil(lambda: not chat.attachments.is_reading)


def test_a_draft_is_counted_when_typing_rests(services: Services, chat: ChatViewModel) -> None:
    services.load()
    for length in range(1, 30):
        chat.set_draft("one two three four five words"[:length])
    _wait_for(services, chat, "6 tokens · 9 of 4,096 after this")
    assert len(services.engine.sent_of(CountTokens)) <= 2
    chat.set_draft("")
    _wait_for(services, chat, "")


def test_without_a_model_it_is_an_estimate(services: Services, chat: ChatViewModel) -> None:
    chat.set_draft("x" * 400)
    _wait_for(services, chat, "~100 tokens")


def test_during_an_answer_it_is_an_estimate_and_exact_afterwards(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    services.engine.num_tokens = 100_000
    chat.send("Tell me everything.")
    chat.set_draft("x" * 400)
    _wait_for(services, chat, "~100 tokens")
    chat.stop()
    services.qtbot.waitUntil(lambda: chat.cost.line.startswith("1 token · "), timeout=3000)


def test_files_are_counted_once_and_shown_exactly(
    services: Services, chat: ChatViewModel, tmp_path: Path
) -> None:
    services.load()
    path = tmp_path / "notes.txt"
    path.write_text("word " * 50)
    _attach(services, chat, path)
    services.qtbot.waitUntil(lambda: chat.attachments.shown[0].detail == "50 tokens", timeout=3000)
    chat.set_draft("What is this?")
    services.qtbot.waitUntil(lambda: chat.cost.line.startswith("53 tokens"), timeout=3000)
    assert [len(each.texts) for each in services.engine.sent_of(CountTokens)][-1] == 1


@pytest.mark.parametrize("text", ["word " * 5000, "spread " + " " * 20_000 + "word " * 4999])
def test_a_file_that_does_not_fit_is_named_and_cut(
    services: Services, chat: ChatViewModel, tmp_path: Path, text: str
) -> None:
    _load(services, 1024)
    path = tmp_path / "book.txt"
    path.write_text(text)
    chat.set_draft("Sum it up.")
    _attach(services, chat, path)
    services.qtbot.waitUntil(lambda: bool(chat.cost.problem), timeout=3000)
    assert chat.cost.problem.startswith("book.txt has 5,000 tokens, of which 7")
    chat.cost.cut_file()
    services.qtbot.waitUntil(lambda: not chat.cost.problem, timeout=3000)
    assert chat.attachments.files
    assert "the first" in chat.attachments.shown[0].detail
    assert int(chat.attachments.shown[0].detail.split()[0]) < 1024
    assert chat.cost.cut is None


def test_a_longer_context_is_offered_with_its_memory_and_loaded(
    services: Services, chat: ChatViewModel
) -> None:
    _load(services, 1024)
    chat.set_draft("word " * 3000)
    services.qtbot.waitUntil(lambda: chat.cost.reload is not None, timeout=3000)
    assert "the message has 3,003 tokens; 1,023 fit" in chat.cost.problem
    offer = chat.cost.reload
    assert offer is not None
    assert (offer.context, offer.more_bytes) == ("4k", 3072 * KV_BYTES_PER_TOKEN)
    with services.qtbot.waitSignal(services.service.model_loaded):
        chat.cost.reload_model()
    assert services.engine.sent_of(Load)[-1].config.context_len == 4096
    services.qtbot.waitUntil(lambda: "3,003 of 4,096" in chat.cost.line, timeout=3000)
    assert chat.cost.problem == ""


def test_no_longer_context_is_offered_than_the_memory_holds(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.free_bytes = 2_300_000_000 + 3000 * KV_BYTES_PER_TOKEN
    _load(services, 1024)
    chat.set_draft("word " * 2000)
    services.qtbot.waitUntil(lambda: chat.cost.reload is not None, timeout=3000)
    offer = chat.cost.reload
    assert offer is not None
    assert offer.context_len == 3000
    services.engine.free_bytes = 0
    _load(services, 512)
    services.qtbot.waitUntil(lambda: bool(chat.cost.problem), timeout=3000)
    assert chat.cost.reload is None


def test_nothing_is_counted_once_the_chat_is_closed(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    chat.set_draft("one two three")
    chat.close()
    num_counted = len(services.engine.sent_of(CountTokens))
    services.service.activity_changed.emit()  # an engine that ends later
    services.qtbot.wait(3 * COUNT_MS)
    assert len(services.engine.sent_of(CountTokens)) == num_counted
