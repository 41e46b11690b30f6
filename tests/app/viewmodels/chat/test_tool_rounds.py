"""Answers that call tools of a real MCP server: asked for, carried out, kept, gone on after."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.domain import CallState, MessageStatus
from app.services.tools.service import ToolServers
from app.viewmodels.chat.chat_page import ChatViewModel
from app.viewmodels.chat.tool_rounds import Decision
from engine.commands import ChatMessage, Generate, ToolCall
from tests.app.conftest import Services
from tests.support.fake_engine import RECORDED
from tests.support.tool_servers import real_server, servers_with

_ANSWER = "".join(RECORDED)
ADD = ToolCall("add000001", "add", '{"a": 2, "b": 3}')


@pytest.fixture(scope="module")
def servers(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ToolServers]:
    """Started once for all tests here."""
    servers, _ = servers_with(tmp_path_factory.mktemp("tools"), real_server())
    yield servers
    servers.close()


@pytest.fixture
def chat(services: Services, servers: ToolServers, tmp_path: Path) -> Iterator[ChatViewModel]:
    services.engine.tokens_per_second = None
    chat = _open_chat(services, servers)
    services.load()
    chat.tools.choice.choose(servers.store.all()[0].id, is_chosen=True)
    services.qtbot.waitUntil(
        lambda: chat.tools.choice.views[0].num_tools is not None, timeout=60_000
    )
    yield chat
    chat.close()


def _open_chat(
    services: Services, servers: ToolServers, conversation_id: int | None = None
) -> ChatViewModel:
    chat = ChatViewModel(
        *(services.conversations, services.service, services.settings, services.notices),
        *(services.saved, lambda model: model.name, servers),
    )
    chat.open_conversation(conversation_id or services.conversations.create().id)
    return chat


def _ask(services: Services, chat: ChatViewModel, *calls: ToolCall) -> None:
    """Ask a question whose first answer ends with `calls`, and wait for the question about them."""
    services.engine.rounds.append(calls)
    assert chat.send("What is 2 + 3?")
    services.qtbot.waitUntil(lambda: _asked(chat))


def _asked(chat: ChatViewModel) -> bool:
    return any(step.is_asked for step in chat.messages.view(chat.messages.rowCount() - 1).steps)


def _decide(services: Services, chat: ChatViewModel, decision: Decision) -> None:
    with services.qtbot.waitSignal(chat.answer_ended, timeout=60_000):
        chat.tools.decide(chat.messages.messages[-1].id, decision)


def _prompts(services: Services) -> list[tuple[ChatMessage, ...]]:
    return [command.prompt.messages for command in services.engine.sent_of(Generate)]


def _states(chat: ChatViewModel) -> list[CallState]:
    return [use.state for use in chat.messages.messages[-1].tool_uses]


def test_a_call_is_asked_for_and_the_answer_goes_on_with_its_result(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat, ADD)
    (step,) = chat.messages.view(1).steps
    assert (step.title, step.status) == ("add · Tests", "allow it?")
    assert '"a": 2' in step.details
    assert chat.status_text == "A tool waits for your permission"
    assert chat.is_busy
    _decide(services, chat, Decision.ALLOW)
    first, second = services.engine.sent_of(Generate)
    assert "add" in [tool.name for tool in first.prompt.tools]
    assert second.prompt.tools == first.prompt.tools
    assert second.prompt.messages == (
        ChatMessage("user", "What is 2 + 3?"),
        ChatMessage("assistant", _ANSWER.strip(), tool_calls=(ADD,)),
        ChatMessage("tool", "5", tool_call_id=ADD.id),
    )
    answer = chat.messages.messages[-1]
    assert answer.text == f"{_ANSWER.strip()}\n\n{_ANSWER}"
    assert answer.status is MessageStatus.COMPLETE
    assert answer.stats.new_tokens == 2 * len(RECORDED)
    assert answer.stats.fnv1a64 is None  # it is of one part alone
    kept = services.conversations.branch(chat.conversation_id)[-1]
    assert kept == answer
    assert [(use.state, use.result) for use in kept.tool_uses] == [(CallState.DONE, "5")]


def test_the_next_question_takes_calls_and_results_along(
    services: Services, chat: ChatViewModel, servers: ToolServers
) -> None:
    _ask(services, chat, ADD)
    _decide(services, chat, Decision.ALLOW)
    again = _open_chat(services, servers, chat.conversation_id)
    with services.qtbot.waitSignal(again.answer_ended):
        assert again.send("And twice that?")
    roles = [message.role for message in _prompts(services)[-1]]
    assert roles == ["user", "assistant", "tool", "assistant", "user"]
    again.close()


def test_what_is_refused_is_not_run_and_the_model_is_told(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat, ADD)
    _decide(services, chat, Decision.REFUSE)
    assert _states(chat) == [CallState.REFUSED]
    assert "refused" in _prompts(services)[-1][-1].content


def test_what_is_allowed_for_a_chat_is_not_asked_again_there(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat, ADD)
    services.engine.rounds.append((ToolCall("add000002", "add", '{"a": 5, "b": 5}'),))
    _decide(services, chat, Decision.ALLOW_IN_CHAT)
    assert [use.result for use in chat.messages.messages[-1].tool_uses] == ["5", "10"]
    roles = [message.role for message in _prompts(services)[-1]]
    assert roles == ["user", "assistant", "tool", "assistant", "tool"]
    # Another tool, and another chat, are asked about.
    services.engine.rounds.append((ToolCall("fail00001", "fail", "{}"),))
    assert chat.send("Fail, please.")
    services.qtbot.waitUntil(lambda: _asked(chat))
    _decide(services, chat, Decision.REFUSE)


def test_calls_made_at_once_are_asked_for_one_by_one(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat, ADD, ToolCall("fail00001", "fail", "{}"))
    assert [step.status for step in chat.messages.view(1).steps] == ["allow it?", "waits"]
    chat.tools.decide(chat.messages.messages[-1].id, Decision.ALLOW)
    services.qtbot.waitUntil(lambda: _states(chat) == [CallState.DONE, CallState.ASKED])
    _decide(services, chat, Decision.ALLOW)
    assert _states(chat) == [CallState.DONE, CallState.FAILED]
    assert "Error" in chat.messages.view(1).steps[1].details


def test_a_call_that_makes_no_sense_is_told_to_the_model(
    services: Services, chat: ChatViewModel
) -> None:
    services.engine.rounds.append(
        (ToolCall("1", "no_such", "{}"), ToolCall("1", "add", "[1, 2"), ToolCall("", "add", "7"))
    )
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.send("Try.")
    assert _states(chat) == 3 * [CallState.FAILED]
    results = [message for message in _prompts(services)[-1] if message.role == "tool"]
    assert len({message.tool_call_id for message in results}) == 3
    assert results[0].content == "There is no tool of this name."


def test_stopping_works_while_a_person_is_asked(services: Services, chat: ChatViewModel) -> None:
    _ask(services, chat, ADD)
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    assert _states(chat) == [CallState.STOPPED]
    assert chat.messages.messages[-1].status is MessageStatus.STOPPED
    assert not chat.is_busy
    chat.tools.decide(chat.messages.messages[-1].id, Decision.ALLOW)  # a late click
    assert _states(chat) == [CallState.STOPPED]
    # It can be continued: the model learns that the call was not made.
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.continue_answer()
    assert "not carried out" in _prompts(services)[-1][-1].content


def test_stopping_works_while_a_tool_runs(services: Services, chat: ChatViewModel) -> None:
    _ask(services, chat, ToolCall("wait00001", "wait", '{"seconds": 60}'))
    chat.tools.decide(chat.messages.messages[-1].id, Decision.ALLOW)
    services.qtbot.waitUntil(lambda: chat.status_text == "A tool is running…")
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.stop()
    assert _states(chat) == [CallState.STOPPED]
    _ask_again(services, chat)


def _ask_again(services: Services, chat: ChatViewModel) -> None:
    """The server is there for the next question."""
    services.engine.rounds.append((ADD,))
    assert chat.send("Again.")
    services.qtbot.waitUntil(lambda: _asked(chat), timeout=60_000)
    _decide(services, chat, Decision.ALLOW)
    assert chat.messages.messages[-1].tool_uses[0].result == "5"


def test_a_server_that_dies_fails_the_call_and_is_started_again(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat, ToolCall("die000001", "die", "{}"))
    _decide(services, chat, Decision.ALLOW)
    assert _states(chat) == [CallState.FAILED]
    _ask_again(services, chat)


def test_too_many_rounds_end_with_a_sentence(services: Services, chat: ChatViewModel) -> None:
    services.settings.set_value("tool_rounds", 2)
    _ask(services, chat, ADD)
    services.engine.rounds.extend(3 * [(ADD,)])
    _decide(services, chat, Decision.ALLOW_IN_CHAT)
    answer = chat.messages.messages[-1]
    assert answer.status is MessageStatus.PARTIAL
    assert "2 times in a row" in (answer.problem or "")
    assert _states(chat) == [CallState.DONE, CallState.DONE, CallState.STOPPED]
    services.engine.rounds.clear()
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.continue_answer()
    assert chat.messages.messages[-1].status is MessageStatus.COMPLETE


def test_answering_again_asks_again(services: Services, chat: ChatViewModel) -> None:
    _ask(services, chat, ADD)
    _decide(services, chat, Decision.ALLOW)
    services.engine.rounds.append((ADD,))
    chat.regenerate()
    services.qtbot.waitUntil(lambda: _asked(chat))
    _decide(services, chat, Decision.REFUSE)
    answer = chat.messages.view(1)
    assert (answer.version, answer.num_versions) == (2, 2)
    chat.branches.show_version(answer.id, -1)
    assert _states(chat) == [CallState.DONE]


def test_an_edited_answer_keeps_its_calls_before_the_new_text(
    services: Services, chat: ChatViewModel
) -> None:
    _ask(services, chat, ADD)
    _decide(services, chat, Decision.ALLOW)
    chat.branches.edit_answer(chat.messages.messages[-1].id, "Five.")
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.send("Sure?")
    assert _prompts(services)[-1][1:4] == (
        ChatMessage("assistant", "", tool_calls=(ADD,)),
        ChatMessage("tool", "5", tool_call_id=ADD.id),
        ChatMessage("assistant", "Five."),
    )


def test_a_chat_without_chosen_servers_offers_no_tools(
    services: Services, chat: ChatViewModel
) -> None:
    chat.open_conversation(services.conversations.create().id)
    assert [view.is_chosen for view in chat.tools.choice.views] == [False]
    with services.qtbot.waitSignal(chat.answer_ended):
        chat.send("Hello?")
    assert services.engine.sent_of(Generate)[-1].prompt.tools == ()


def test_an_answer_that_waited_when_the_window_ended_is_cut_short(
    services: Services, chat: ChatViewModel, servers: ToolServers
) -> None:
    _ask(services, chat, ADD)
    services.conversations.recover()  # as at the next start
    again = _open_chat(services, servers, chat.conversation_id)
    assert _states(again) == [CallState.STOPPED]
    assert again.messages.messages[-1].status is MessageStatus.PARTIAL
    again.close()
    chat.stop()
