"""The chat page without widgets: asking, stopping, versions, full contexts, dead engines."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.modeltest import ModelTester

from app.domain import Author, MessageStatus, NoticeLevel
from app.viewmodels.chat.answer import SAVE_MS
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.unsaved import FIRST_RETRY_MS
from engine.commands import ChatMessage, Generate
from engine.events import Thinking
from tests.app.conftest import Services
from tests.support.fake_engine import RECORDED
from tests.support.heartbeat import assert_in_time

_ANSWER = "".join(RECORDED)


@pytest.fixture
def chat(services: Services, qtmodeltester: ModelTester) -> Iterator[ChatViewModel]:
    services.engine.tokens_per_second = 2000.0
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        services.saved,
    )
    chat.open_conversation(services.conversations.create().id)
    qtmodeltester.check(chat.messages)
    yield chat
    chat.close()


def _values(chat: ChatViewModel, name: str = "text") -> list:
    return [getattr(chat.messages.view(row), name) for row in range(chat.messages.rowCount())]


def _ask(services: Services, chat: ChatViewModel, text: str = "Why?") -> None:
    with services.qtbot.waitSignal(chat.answer_ended):
        assert chat.send(text)


def _begin_long_answer(services: Services, chat: ChatViewModel) -> None:
    services.engine.num_tokens = 100_000
    assert chat.send("Tell me everything.")
    services.qtbot.waitUntil(lambda: len(_values(chat)[-1]) > 20)


def _last_prompt(services: Services) -> tuple[ChatMessage, ...]:
    return services.engine.sent_of(Generate)[-1].prompt.messages


def test_an_answer_is_by_the_model_as_people_call_it(services: Services) -> None:
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        services.saved,
        lambda model: f"{model.architecture} as it is called",
    )
    chat.open_conversation(services.conversations.create().id)
    services.load()
    _ask(services, chat)
    assert _values(chat, "model") == ["", "llama as it is called"]
    chat.close()


def test_a_question_is_answered_and_kept(services: Services, chat: ChatViewModel) -> None:
    services.load()
    services.settings.set_value("system_prompt", "Be kind.")
    services.settings.set_value("seed", 5)
    _ask(services, chat)
    assert _values(chat) == ["Why?", _ANSWER]
    assert _last_prompt(services) == (
        ChatMessage("system", "Be kind."),
        ChatMessage("user", "Why?"),
    )
    question, answer = services.conversations.branch(chat.conversation_id)
    assert (question.author, question.text) == (Author.USER, "Why?")
    assert (answer.text, answer.status, answer.model) == (_ANSWER, MessageStatus.COMPLETE, "Tiny")
    assert (answer.stats.seed, answer.stats.new_tokens) == (5, len(RECORDED))
    assert "tok/s" in _values(chat, "footnote")[1]
    assert chat.title == "Why?"
    assert not chat.is_busy


def test_a_second_question_takes_the_first_along(services: Services, chat: ChatViewModel) -> None:
    services.load()
    _ask(services, chat, "one")
    _ask(services, chat, "two")
    assert [message.role for message in _last_prompt(services)] == ["user", "assistant", "user"]
    assert chat.title == "one"


def test_without_a_model_the_text_stays_and_the_banner_says_what_to_do(
    services: Services, chat: ChatViewModel
) -> None:
    assert not chat.can_send
    assert chat.status_text == "No model"
    assert not chat.send("Why?")
    assert "No model yet" in chat.banner.text
    assert chat.messages.rowCount() == 0


def test_why_nothing_was_sent_is_no_longer_said_once_it_can_be(
    services: Services, chat: ChatViewModel
) -> None:
    chat.send("Why?")
    services.load()
    assert chat.banner.text == ""
    _begin_long_answer(services, chat)
    chat.regenerate()
    assert "Stop it or wait" in chat.banner.text
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    assert chat.banner.text == ""


def test_nothing_is_sent_twice_and_nothing_empty(services: Services, chat: ChatViewModel) -> None:
    services.load()
    assert not chat.send(" \n ")
    _begin_long_answer(services, chat)
    assert not chat.can_send
    chat.regenerate()
    assert "Stop it or wait" in chat.banner.text
    assert len(services.engine.sent_of(Generate)) == 1


def test_thoughts_are_shown_and_kept_apart_from_the_answer(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.thoughts = ("Let me ", "see.")
    services.load()
    statuses: set[str] = set()
    chat.state_changed.connect(lambda: statuses.add(chat.status_text))
    _ask(services, chat)
    assert "Thinking…" in statuses
    assert _values(chat) == ["Why?", _ANSWER]
    assert _values(chat, "reasoning") == ["", "Let me see."]
    assert _values(chat, "thinking")[1].startswith("Thought for ")
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert (kept.text, kept.reasoning) == (_ANSWER, "Let me see.")
    assert kept.stats.thinking_ms is not None
    _ask(services, chat, "And then?")
    assert _last_prompt(services)[1] == ChatMessage("assistant", _ANSWER, "Let me see.")


def test_an_answer_stopped_while_thinking_says_so_and_is_not_sent_again(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.thoughts = ("hm ",) * 100_000
    services.load()
    assert chat.send("Why?")
    services.qtbot.waitUntil(lambda: chat.status_text == "Thinking…")
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    assert _values(chat, "status")[-1] == MessageStatus.STOPPED
    assert _values(chat, "thinking")[-1].startswith("Stopped after thinking for ")
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert kept.text == ""
    assert kept.reasoning.startswith("hm hm")
    services.engine.thoughts = ()
    _ask(services, chat, "How?")
    assert [message.content for message in _last_prompt(services)] == ["How?"]


def test_thoughts_survive_an_engine_that_dies(services: Services, chat: ChatViewModel) -> None:
    services.engine.thoughts = ("hm ",) * 100_000
    services.load()
    assert chat.send("Why?")
    services.qtbot.waitUntil(lambda: chat.status_text == "Thinking…")
    with services.qtbot.waitSignal(chat.answer_ended):
        services.engine.kill()
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert (kept.status, kept.text) == (MessageStatus.PARTIAL, "")
    assert kept.reasoning.startswith("hm")


def test_what_the_model_offers_can_be_asked_of_it(services: Services, chat: ChatViewModel) -> None:
    services.load()
    assert not chat.thinking.is_offered
    _ask(services, chat)
    prompt = services.engine.sent_of(Generate)[-1].prompt
    assert (prompt.thinking, prompt.effort) == (None, None)
    services.engine.thinking = Thinking(is_switchable=True, is_on=False, efforts=("low", "high"))
    services.load()
    assert not chat.thinking.is_on
    chat.thinking.choose_effort("high")
    assert chat.thinking.is_on
    _ask(services, chat)
    prompt = services.engine.sent_of(Generate)[-1].prompt
    assert (prompt.thinking, prompt.effort) == (True, "high")
    chat.thinking.switch(is_on=False)
    assert chat.thinking.wishes == (False, None)
    services.engine.thinking = Thinking(efforts=("low", "medium"))
    services.load()
    assert chat.thinking.wishes == (None, None)
    assert [value for value, _ in chat.thinking.efforts] == ["", "low", "medium"]


def test_stop_keeps_what_was_shown(services: Services, chat: ChatViewModel) -> None:
    services.load()
    _begin_long_answer(services, chat)
    shown = _values(chat)[-1]
    with services.qtbot.waitSignal(chat.answer_ended, timeout=1000):
        chat.stop()
        assert chat.status_text == "Stopping…"
    assert _values(chat)[-1].startswith(shown)
    assert _values(chat, "status")[-1] == MessageStatus.STOPPED
    assert "stopped by you" in _values(chat, "footnote")[-1]
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert (kept.text, kept.status) == (_values(chat)[-1], MessageStatus.STOPPED)


def test_regenerating_makes_versions_to_leaf_through(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    _ask(services, chat)
    services.engine.tokens, services.engine.num_tokens = ("Other ", "words"), 2
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.regenerate()
    assert _values(chat) == ["Why?", "Other words"]
    assert _values(chat, "num_versions") == [1, 2]
    assert _last_prompt(services) == (ChatMessage("user", "Why?"),)
    chat.branches.show_version(_values(chat, "id")[1], -1)
    assert _values(chat) == ["Why?", _ANSWER]
    assert _values(chat, "version") == [1, 1]
    chat.branches.show_version(_values(chat, "id")[1], 1)
    assert _values(chat)[1] == "Other words"


def test_an_edited_question_is_a_branch_of_its_own(services: Services, chat: ChatViewModel) -> None:
    services.load()
    _ask(services, chat, "one")
    _ask(services, chat, "two")
    first = _values(chat, "id")[0]
    with services.qtbot.waitSignal(chat.answer_ended):
        assert chat.edit_and_resend(first, "one, better")
    assert _values(chat) == ["one, better", _ANSWER]
    assert _values(chat, "num_versions") == [2, 1]
    chat.branches.show_version(_values(chat, "id")[0], -1)
    assert _values(chat) == ["one", _ANSWER, "two", _ANSWER]


def test_an_answer_goes_on_while_another_conversation_is_read(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    asking = chat.conversation_id
    _begin_long_answer(services, chat)
    other = services.conversations.create()
    services.conversations.append(other.id, None, Author.USER, "elsewhere")
    chat.open_conversation(other.id)
    assert _values(chat) == ["elsewhere"]
    assert chat.is_busy
    chat.open_conversation(asking)
    before = len(_values(chat)[-1])
    assert before > 20
    services.qtbot.waitUntil(lambda: len(_values(chat)[-1]) > before)
    chat.open_conversation(other.id)
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    assert _values(chat) == ["elsewhere"]
    assert services.conversations.branch(asking)[-1].status is MessageStatus.STOPPED


def test_a_growing_answer_is_saved_on_the_way(services: Services, chat: ChatViewModel) -> None:
    services.load()
    _begin_long_answer(services, chat)
    assert services.conversations.branch(chat.conversation_id)[-1].text == ""
    intervals = [timer.interval() for timer in chat.findChildren(QTimer) if timer.isActive()]
    assert SAVE_MS in intervals
    saving = next(timer for timer in chat.findChildren(QTimer) if timer.interval() == SAVE_MS)
    saving.timeout.emit()
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert kept.text
    assert kept.status is MessageStatus.STREAMING


def test_closing_keeps_a_partial_answer_and_the_draft(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    _begin_long_answer(services, chat)
    chat.set_draft("next question")
    shown = _values(chat)[-1]
    chat.close()
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert kept.text.startswith(shown)
    assert kept.status is MessageStatus.PARTIAL
    assert services.conversations.get(chat.conversation_id).draft == "next question"


def test_a_killed_engine_costs_nothing_shown_and_the_next_message_works(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    _begin_long_answer(services, chat)
    shown = _values(chat)[-1]
    with services.qtbot.waitSignal(chat.answer_ended):
        services.engine.kill()
    assert _values(chat)[-1].startswith(shown)
    assert _values(chat, "status")[-1] == MessageStatus.PARTIAL
    assert "engine stopped" in _values(chat, "problem")[-1]
    assert "restarted" in chat.banner.text
    services.engine.num_tokens = len(RECORDED)
    services.qtbot.waitUntil(lambda: chat.can_send)
    _ask(services, chat, "Still there?")
    assert _values(chat)[-1] == _ANSWER
    assert chat.banner.text == ""


def test_a_full_context_offers_to_go_on_without_the_oldest_turns(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    services.engine.finish_reason = "context"
    _ask(services, chat)
    assert _values(chat, "status")[-1] == MessageStatus.PARTIAL
    assert "context is full" in chat.banner.text
    services.engine.finish_reason = "stop"
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.banner.perform_action()
    assert _values(chat) == ["Why?", _ANSWER + _ANSWER]
    assert services.engine.sent_of(Generate)[-1].prompt.drop_oldest
    _ask(services, chat, "and now?")
    assert services.engine.sent_of(Generate)[-1].prompt.drop_oldest
    assert chat.banner.text == ""


def test_a_conversation_that_no_longer_fits_can_be_answered_without_its_oldest_turns(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    services.engine.answer_problem = "The prompt is 9000 tokens long."
    services.engine.is_context_full = True
    _ask(services, chat)
    assert _values(chat, "status")[-1] == MessageStatus.FAILED
    assert chat.banner.action_label
    services.engine.answer_problem = ""
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.banner.perform_action()
    assert _values(chat) == ["Why?", _ANSWER]
    assert services.engine.sent_of(Generate)[-1].prompt.drop_oldest


def test_a_refused_question_is_told_and_not_sent_along_again(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    services.engine.answer_problem = "The text is far longer than the context."
    _ask(services, chat, "x" * 1_000_000)
    assert (chat.banner.text, chat.banner.level) == (
        "The text is far longer than the context.",
        NoticeLevel.ERROR,
    )
    first = chat.conversation_id
    chat.open_conversation(services.conversations.create().id)
    assert chat.banner.text == ""
    chat.open_conversation(first)
    services.engine.answer_problem = ""
    _ask(services, chat, "short")
    assert _last_prompt(services) == (ChatMessage("user", "short"),)


def test_drafts_belong_to_their_conversations(services: Services, chat: ChatViewModel) -> None:
    first, second = chat.conversation_id, services.conversations.create().id
    chat.set_draft("to be sent later")
    chat.open_conversation(second)
    assert chat.draft == ""
    chat.open_conversation(first)
    assert chat.draft == "to be sent later"
    services.load()
    _ask(services, chat)
    assert chat.draft == ""


def test_a_disk_that_is_full_costs_no_text_on_the_screen(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    _begin_long_answer(services, chat)
    services.conversations._connection.execute("PRAGMA query_only = 1")
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    assert len(_values(chat)[-1]) > 20
    assert "could not be saved" in chat.banner.text
    assert not chat.send("more")
    services.conversations._connection.execute("PRAGMA query_only = 0")


def test_notices_from_before_the_window_are_shown(services: Services) -> None:
    services.notices.report("The database was damaged.")
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        services.saved,
    )
    assert chat.banner.text == "The database was damaged."


@pytest.mark.alone
def test_a_thousand_tokens_a_second_never_hold_up_the_event_loop(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.tokens_per_second, services.engine.num_tokens = 1000.0, 3000
    services.load()
    assert_in_time(lambda: _ask(services, chat))
    assert len(_values(chat)[-1]) > 10_000


def _fill_disk(services: Services) -> None:
    """From now on the database takes nothing more."""
    connection = services.conversations._connection
    (num_pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {num_pages}")


def _make_room(services: Services) -> None:
    services.conversations._connection.execute("PRAGMA max_page_count = 1000000")


def _answer_on_a_full_disk(services: Services, chat: ChatViewModel) -> str:
    services.engine.tokens = ("many words " * 200,)
    services.engine.num_tokens = 20
    services.load()
    assert chat.send("Why?")
    with services.qtbot.waitSignal(chat.answer_ended):
        _fill_disk(services)
    return str(services.engine.tokens[0] * 20)


def test_an_answer_that_the_disk_does_not_take_is_saved_once_it_does(
    services: Services, chat: ChatViewModel
) -> None:
    whole = _answer_on_a_full_disk(services, chat)
    assert "stays in this window" in chat.banner.text
    assert services.conversations.branch(chat.conversation_id)[-1].text != whole
    here = chat.conversation_id
    chat.open_conversation(here)
    assert _values(chat)[-1] == whole
    retry = next(t for t in chat.findChildren(QTimer) if t.interval() == FIRST_RETRY_MS)
    retry.timeout.emit()
    assert retry.interval() == 2 * FIRST_RETRY_MS
    assert retry.isActive()
    _make_room(services)
    with services.qtbot.waitSignal(chat.conversation_touched):
        retry.timeout.emit()
    kept = services.conversations.branch(here)[-1]
    assert (kept.text, kept.status) == (whole, MessageStatus.COMPLETE)
    assert "stays in this window" not in chat.banner.text
    assert not retry.isActive()


def test_such_an_answer_is_saved_at_the_end_at_the_latest(
    services: Services, chat: ChatViewModel
) -> None:
    whole = _answer_on_a_full_disk(services, chat)
    _make_room(services)
    chat.close()
    assert services.conversations.branch(chat.conversation_id)[-1].text == whole


def test_a_draft_that_the_disk_does_not_take_is_saved_later(
    services: Services, chat: ChatViewModel
) -> None:
    _fill_disk(services)
    draft = "not sent " * 5000
    chat.set_draft(draft)
    chat.drafts.save()
    assert "could not be saved" in chat.banner.text
    assert services.conversations.get(chat.conversation_id).draft == ""
    _make_room(services)
    chat.drafts.save()
    assert services.conversations.get(chat.conversation_id).draft == draft
    assert chat.banner.text == ""


def test_what_another_window_deleted_can_be_looked_at_but_not_gone_on_with(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    _ask(services, chat)
    services.conversations.delete(chat.conversation_id)
    services.conversations.purge_deleted()
    assert (chat.title, chat.draft) == ("", "")
    assert not chat.send("And?")
    assert "deleted in another window" in chat.banner.text
    chat.regenerate()
    chat.branches.show_version(chat.messages.messages[-1].id, 1)
    assert _values(chat) == ["Why?", _ANSWER]


def test_an_answer_ended_by_another_model_is_not_stopped_by_the_person(
    services: Services, chat: ChatViewModel
) -> None:
    services.load()
    _begin_long_answer(services, chat)
    with services.qtbot.waitSignal(chat.answer_ended):
        services.load()
    assert "the model was switched" in _values(chat, "footnote")[-1]
    assert "stopped by you" not in _values(chat, "footnote")[-1]
    assert _values(chat, "status")[-1] is MessageStatus.PARTIAL
