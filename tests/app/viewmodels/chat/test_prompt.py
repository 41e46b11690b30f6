"""What the engine is asked, and the title made of a question."""

from dataclasses import replace
from datetime import UTC, datetime

from app.domain import Author, Message, MessageStatus
from app.viewmodels.chat.prompt import chat_prompt, title_of


def _branch(*texts: str) -> list[Message]:
    authors = (Author.USER, Author.ASSISTANT)
    return [
        Message(n, 1, None, authors[n % 2], text, MessageStatus.COMPLETE, datetime.now(UTC))
        for n, text in enumerate(texts)
    ]


def _turns(prompt) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in prompt.messages]


def test_the_system_prompt_comes_first_and_only_if_there_is_one() -> None:
    assert _turns(chat_prompt(_branch("hi"), "Be kind.")) == [
        ("system", "Be kind."),
        ("user", "hi"),
    ]
    assert _turns(chat_prompt(_branch("hi"), "  ")) == [("user", "hi")]


def test_a_question_without_an_answer_is_not_sent_again() -> None:
    assert _turns(chat_prompt(_branch("too long", "", "short"), "")) == [("user", "short")]


def test_of_a_long_last_answer_only_the_end_is_sent() -> None:
    prompt = chat_prompt(
        _branch("q", "x" * 100 + "end", "Continue."), "", drop_oldest=True, max_last_answer_len=3
    )
    assert prompt.drop_oldest
    assert _turns(prompt) == [("user", "q"), ("assistant", "end"), ("user", "Continue.")]


def test_only_the_last_answer_takes_its_thoughts_along() -> None:
    branch = [
        replace(message, reasoning=f"about {message.text}" if number % 2 else "")
        for number, message in enumerate(_branch("one", "1", "two", "2", "three"))
    ]
    messages = chat_prompt(branch, "Be kind.").messages
    assert [message.reasoning for message in messages] == ["", "", "", "", "about 2", ""]
    outgrown = chat_prompt(branch, "", max_last_answer_len=100).messages
    assert not any(message.reasoning for message in outgrown)


def test_titles_are_short_and_on_one_line() -> None:
    assert title_of("  Why is\nthe sky blue?  ") == "Why is the sky blue?"
    long = title_of("word " * 100)
    assert len(long) <= 61
    assert long.endswith("word…")
    assert title_of("x" * 10_000_000) == "x" * 60 + "…"
