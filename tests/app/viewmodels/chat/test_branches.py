"""Answers that go on, are edited, copied, deleted and brought back, without widgets."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.modeltest import ModelTester

from app.domain import MessageStatus
from app.viewmodels.chat.chat_page import ChatViewModel
from engine.commands import ChatMessage, ChatPrompt, Generate, Load
from tests.app.conftest import Services
from tests.support.fake_engine import RECORDED

_ANSWER = "".join(RECORDED)


@pytest.fixture
def chat(services: Services, qtmodeltester: ModelTester) -> Iterator[ChatViewModel]:
    services.engine.tokens_per_second = None
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        services.saved,
    )
    chat.open_conversation(services.conversations.create().id)
    qtmodeltester.check(chat.messages)
    services.load()
    yield chat
    chat.close()


def _values(chat: ChatViewModel, name: str = "text") -> list:
    return [getattr(chat.messages.view(row), name) for row in range(chat.messages.rowCount())]


def _ask(services: Services, chat: ChatViewModel, text: str) -> None:
    with services.qtbot.waitSignal(chat.answer_ended):
        assert chat.send(text)


def _continue(services: Services, chat: ChatViewModel) -> ChatPrompt:
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.continue_answer()
    prompt = services.engine.sent_of(Generate)[-1].prompt
    assert isinstance(prompt, ChatPrompt)
    return prompt


def test_a_cut_answer_goes_on_in_the_same_message(services: Services, chat: ChatViewModel) -> None:
    services.engine.finish_reason = "length"
    _ask(services, chat, "Why?")
    assert _values(chat, "can_continue") == [False, True]
    first = services.conversations.branch(chat.conversation_id)[-1]
    services.engine.finish_reason = "stop"
    prompt = _continue(services, chat)
    assert prompt.continues
    assert prompt.messages == (ChatMessage("user", "Why?"), ChatMessage("assistant", _ANSWER))
    assert prompt.answer_ids == first.token_ids == tuple(range(len(RECORDED)))
    assert services.engine.sent_of(Generate)[-1].sampling.seed == first.stats.seed
    assert _values(chat) == ["Why?", _ANSWER * 2]
    assert _values(chat, "can_continue") == [False, False]
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert (kept.text, kept.status) == (_ANSWER * 2, MessageStatus.COMPLETE)
    assert kept.stats.new_tokens == 2 * len(RECORDED)
    assert kept.token_ids == ()


def test_an_answer_of_another_model_goes_on_from_its_text(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.finish_reason = "length"
    _ask(services, chat, "Why?")
    chat.messages.replace_last(chat.messages.messages[-1])
    services.conversations._connection.execute("UPDATE message SET model = 'Other'")
    chat.open_conversation(chat.conversation_id)
    assert _continue(services, chat).answer_ids == ()


def test_an_answer_that_was_stopped_goes_on_though_the_engine_died_since(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.num_tokens, services.engine.tokens_per_second = 100_000, 2000.0
    assert chat.send("Tell me everything.")
    services.qtbot.waitUntil(lambda: len(_values(chat)[-1]) > 20)
    with services.qtbot.waitSignal(chat.answer_ended):
        services.engine.kill()
    shown = _values(chat)[-1]
    services.qtbot.waitUntil(lambda: chat.can_send)
    services.engine.num_tokens, services.engine.tokens_per_second = len(RECORDED), None
    prompt = _continue(services, chat)
    assert prompt.answer_ids == ()
    assert prompt.messages[-1].content == shown.rstrip(" ")
    assert _values(chat)[-1] == shown.rstrip(" ") + _ANSWER
    assert _values(chat, "problem")[-1] == ""


def test_what_could_not_go_on_is_as_it_was(services: Services, chat: ChatViewModel) -> None:
    services.engine.finish_reason = "length"
    _ask(services, chat, "Why?")
    services.engine.answer_problem = "The prompt is too long."
    ids = _continue(services, chat).answer_ids
    assert _values(chat) == ["Why?", _ANSWER]
    assert _values(chat, "problem")[-1] == "The prompt is too long."
    services.engine.answer_problem = ""
    assert _continue(services, chat).answer_ids == ids


def test_an_edited_answer_is_a_version_with_what_follows(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat, "one")
    _ask(services, chat, "two")
    first = _values(chat, "id")[1]
    edited = chat.branches.edit_answer(first, "Mine.")
    assert _values(chat) == ["one", "Mine.", "two", _ANSWER]
    assert _values(chat, "footnote")[1] == "edited by you"
    _ask(services, chat, "three")
    assert services.engine.sent_of(Generate)[-1].prompt.messages[1].content == "Mine."
    assert edited is not None
    chat.branches.show_version(edited, -1)
    assert _values(chat) == ["one", _ANSWER, "two", _ANSWER]


def test_the_model_goes_on_from_an_edited_answer(services: Services, chat: ChatViewModel) -> None:
    _ask(services, chat, "one")
    _ask(services, chat, "two")
    with services.qtbot.waitSignal(chat.answer_ended):
        assert chat.edit_and_continue(_values(chat, "id")[1], "It is because ")
    assert _values(chat) == ["one", "It is because" + _ANSWER]
    assert _values(chat, "num_versions") == [1, 2]


def test_a_branch_opens_as_a_chat_of_its_own(services: Services, chat: ChatViewModel) -> None:
    _ask(services, chat, "one")
    _ask(services, chat, "two")
    chat.branches.created.connect(chat.open_conversation)
    chat.branches.branch_into_new_chat(_values(chat, "id")[1])
    assert _values(chat) == ["one", _ANSWER]
    assert chat.title == "one (branch)"


def test_a_deleted_turn_comes_back_by_undo(services: Services, chat: ChatViewModel) -> None:
    _ask(services, chat, "one")
    _ask(services, chat, "two")
    chat.branches.delete(_values(chat, "id")[0])
    assert _values(chat) == ["two", _ANSWER]
    assert chat.banner.action_label == "Undo"
    chat.banner.perform_action()
    assert _values(chat) == ["one", _ANSWER, "two", _ANSWER]
    assert chat.banner.text == ""


def test_nothing_changes_below_an_answer_that_is_being_written(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.num_tokens, services.engine.tokens_per_second = 100_000, 2000.0
    assert chat.send("Tell me everything.")
    services.qtbot.waitUntil(lambda: len(_values(chat)[-1]) > 20)
    chat.branches.delete(_values(chat, "id")[0])
    assert chat.branches.edit_answer(_values(chat, "id")[1], "x") is None
    chat.continue_answer()
    assert _values(chat)[0] == "Tell me everything."
    assert len(services.engine.sent_of(Generate)) == 1
    chat.stop()
    services.qtbot.waitUntil(lambda: not chat.is_busy)


def test_an_answer_asked_for_while_the_model_loads_names_it(
    services: Services, chat: ChatViewModel
) -> None:
    services.service.reload(services.settings.settings.engine_config)
    assert services.service.model is None
    _ask(services, chat, "Why?")
    assert _values(chat, "model") == ["", "Tiny"]
    assert services.conversations.branch(chat.conversation_id)[-1].model == "Tiny"


def test_another_model_answers_the_same_question(
    services: Services, chat: ChatViewModel, tmp_path: Path
) -> None:
    config = services.settings.settings.engine_config
    chat.model_offer.load_wanted.connect(lambda path: services.service.load(path, config))
    _ask(services, chat, "Why?")
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.regenerate_with(_values(chat, "id")[1], tmp_path / "other.gguf")
    assert [load.path for load in services.engine.sent_of(Load)][-1].endswith("other.gguf")
    assert _values(chat, "num_versions") == [1, 2]
    num_loads = len(services.engine.sent_of(Load))
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.regenerate_with(_values(chat, "id")[1], tmp_path / "other.gguf")
    assert len(services.engine.sent_of(Load)) == num_loads
