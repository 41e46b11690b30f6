"""The message model: rows, roles, streaming."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pytestqt.modeltest import ModelTester

from app.domain import AnswerStats, Author, Message, MessageStatus
from app.viewmodels.chat.message_list import MessageListModel

_STATS = AnswerStats(new_tokens=182, ttft_ms=310.0, tok_s=27.34, finish_reason="length")


def _message(row_id: int, text: str = "text", **changes) -> Message:
    author = Author.USER if row_id % 2 else Author.ASSISTANT
    message = Message(row_id, 1, None, author, text, MessageStatus.COMPLETE, datetime.now(UTC))
    return replace(message, **changes)


def _values(model: MessageListModel, name: str) -> list:
    return [getattr(model.view(row), name) for row in range(model.rowCount())]


@pytest.fixture
def model(qtmodeltester: ModelTester) -> MessageListModel:
    model = MessageListModel()
    qtmodeltester.check(model)
    return model


def test_showing_branches_keeps_what_they_have_in_common(model: MessageListModel) -> None:
    kept: list[str] = []
    model.show([_message(1), _message(2), _message(3)])
    model.modelReset.connect(lambda: kept.append("reset"))
    model.rowsRemoved.connect(lambda _parent, first, last: kept.append(f"removed {first}-{last}"))
    model.rowsInserted.connect(lambda _parent, first, last: kept.append(f"added {first}-{last}"))
    model.show([_message(1), _message(4), _message(5), _message(6)])
    assert kept == ["removed 1-2", "added 1-3"]
    assert _values(model, "id") == [1, 4, 5, 6]
    assert _values(model, "is_last") == [False, False, False, True]
    model.show([])
    assert model.rowCount() == 0


def test_text_streams_into_the_last_row_with_one_signal_each(model: MessageListModel) -> None:
    model.show([_message(1, "question"), _message(2, "", status=MessageStatus.STREAMING)])
    changes: list[tuple[int, int, list[int]]] = []
    model.dataChanged.connect(lambda a, b, roles: changes.append((a.row(), b.row(), list(roles))))
    model.append_text(model.messages[-1].id, "Hal")
    model.append_text(model.messages[-1].id, "lo")
    assert changes == [(1, 1, [])] * 2
    assert _values(model, "text") == ["question", "Hallo"]
    model.show([_message(1), _message(2, "Hallo"), _message(3, "next")])
    assert _values(model, "text") == ["text", "Hallo", "next"]


def test_thoughts_stream_beside_the_text_and_are_labelled(model: MessageListModel) -> None:
    model.show([_message(1, "question"), _message(2, "", status=MessageStatus.STREAMING)])
    assert _values(model, "thinking") == ["", ""]
    changes: list[list[int]] = []
    model.dataChanged.connect(lambda _a, _b, roles: changes.append(list(roles)))
    model.append_reasoning(model.messages[-1].id, "Let me ")
    model.append_reasoning(model.messages[-1].id, "see")
    assert changes == [[]] * 2
    assert _values(model, "reasoning") == ["", "Let me see"]
    assert _values(model, "text") == ["question", ""]
    assert _values(model, "thinking") == ["", "Thinking…"]
    model.end_thinking(model.messages[-1].id, 12_300.0)
    model.append_text(model.messages[-1].id, "Yes")
    assert _values(model, "thinking") == ["", "Thought for 12 s"]
    model.show([_message(1), _message(2), _message(3)])
    model.show([_message(1), _message(2, "", reasoning="Hm", status=MessageStatus.STOPPED)])
    assert _values(model, "reasoning") == ["", "Hm"]


@pytest.mark.parametrize(
    ("text", "milliseconds", "label"),
    [
        ("Yes", 430.0, "Thought for 0.4 s"),
        ("Yes", 9_970.0, "Thought for 10 s"),
        ("Yes", 125_000.0, "Thought for 2 min 5 s"),
        ("Yes", None, "Thoughts"),
        ("", 3_000.0, "Stopped after thinking for 3.0 s"),
        ("", None, "Stopped while thinking"),
    ],
)
def test_labels_say_how_long_it_thought_or_that_it_never_answered(
    model: MessageListModel, text: str, milliseconds: float | None, label: str
) -> None:
    stats = AnswerStats(thinking_ms=milliseconds)
    model.show([_message(2, text, reasoning="Hm", stats=stats)])
    assert _values(model, "thinking") == [label]


def test_streamed_text_survives_messages_below_it(model: MessageListModel) -> None:
    streaming = _message(2, "", status=MessageStatus.STREAMING)
    model.show([_message(1), streaming])
    model.append_text(model.messages[-1].id, "Hallo")
    model.show([_message(1), replace(streaming, text="Hallo"), _message(3)])
    assert _values(model, "text") == ["text", "Hallo", "text"]


def test_footnotes_say_how_fast_and_why_it_ended(model: MessageListModel) -> None:
    model.show(
        [
            _message(1),
            _message(2, stats=_STATS),
            _message(4, status=MessageStatus.STOPPED, stats=AnswerStats()),
            _message(6, stats=AnswerStats(drafted=50, accepted=31)),
            _message(8, status=MessageStatus.STREAMING),
        ]
    )
    assert _values(model, "footnote") == [
        "",
        "27.3 tok/s · 182 tokens · stopped at the longest answer allowed",
        "stopped by you",
        "drafts 31 of 50 (62 %)",
        "",
    ]


def test_the_end_of_an_answer_changes_everything_about_its_row(model: MessageListModel) -> None:
    model.show([_message(1), _message(2, "", status=MessageStatus.STREAMING)])
    model.replace_last(_message(2, "done", num_versions=2, version=2, problem="broke"))
    last = model.view(1)
    assert last.status == MessageStatus.COMPLETE
    assert (last.version, last.num_versions) == (2, 2)
    assert last.problem == "broke"
    assert last.text == "done"
