"""Export and import as the window does them, a little at a time."""

import json
from pathlib import Path

import pytest

from app.domain import Author
from app.viewmodels.conversation_list import ConversationListModel
from app.viewmodels.sidebar.exchange import ExchangeViewModel
from tests.app.conftest import Services


@pytest.fixture
def listed(services: Services) -> ConversationListModel:
    return ConversationListModel(services.conversations)


@pytest.fixture
def exchange(services: Services, listed: ConversationListModel) -> ExchangeViewModel:
    return ExchangeViewModel(services.conversations, listed, services.notices)


def _add(services: Services, title: str, *, is_temporary: bool = False) -> int:
    chat = services.conversations.create(is_temporary=is_temporary)
    services.conversations.rename(chat.id, title)
    question = services.conversations.append(chat.id, None, Author.USER, f"About {title}?")
    services.conversations.append(chat.id, question.id, Author.ASSISTANT, "Yes.")
    return chat.id


def test_a_chat_goes_out_and_comes_back_and_can_be_undone(
    services: Services,
    listed: ConversationListModel,
    exchange: ExchangeViewModel,
    tmp_path: Path,
) -> None:
    ids = [_add(services, "Trains"), _add(services, "Secret", is_temporary=True)]
    listed.refresh()
    assert exchange.suggested_name(ids[:1], ".md") == "Trains.md"
    target = tmp_path / "chats.json"
    with services.qtbot.waitSignal(exchange.exported):
        exchange.export(ids, target)
    assert services.texts()[-1] == f"The export is in {target}."
    listed.delete(*ids)
    services.conversations.purge_deleted()
    with services.qtbot.waitSignal(exchange.imported) as signal:
        exchange.import_files([target])
    sentence, new = signal.args
    assert sentence == "2 chats were imported."
    assert {listed.index(row).data() for row in range(2)} == {"Trains", "Secret"}
    with services.qtbot.waitSignal(exchange.imported) as signal:
        exchange.import_files([target])
    assert signal.args == ["No chat was imported. Already here: 2.", []]
    listed.delete(*new)
    assert services.conversations.all() == [] or "Trains" not in str(services.conversations.all())


def test_what_cannot_be_read_is_a_sentence(
    services: Services, exchange: ExchangeViewModel, tmp_path: Path
) -> None:
    exchange.import_files([tmp_path / "missing.json"])
    services.qtbot.waitUntil(lambda: any("missing.json" in text for text in services.texts()))
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps([1, 2]))
    with services.qtbot.waitSignal(exchange.imported) as signal:
        exchange.import_files([bad])
    assert signal.args[0].endswith("could not be read: 2.")
    exchange.export([_add(services, "x")], bad / "x.md")
    services.qtbot.waitUntil(lambda: any("choose another place" in t for t in services.texts()))
