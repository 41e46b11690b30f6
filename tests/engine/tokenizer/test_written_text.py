"""Whatever is done to written text, its characters are as `str` has them, and none that was not written becomes so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tokenizer.written_text import WrittenText, flags_of, join, replace, without_surrogates

# Upper case was written, all else was not: any operation that keeps case can be checked by looking.
TEXTS = st.text("ABab ,\n\t\u00df", max_size=12)
ARGUMENTS = st.text("ABab ,\n", max_size=3)
COUNTS = st.integers(-1, 3)


def made(text: str) -> WrittenText:
    return WrittenText(text, bytes(character.isupper() for character in text))


def check(result: str, expected: str) -> None:
    assert result == expected
    assert isinstance(result, WrittenText)
    assert flags_of(result) == bytes(character.isupper() for character in expected)


@given(TEXTS, ARGUMENTS, COUNTS)
def test_pieces_keep_their_flags(text: str, argument: str, count: int) -> None:
    for name in ("split", "rsplit"):
        for options in ((), (None, count), (argument or None, count)):
            pieces = getattr(text, name)(*options)
            for piece, expected in zip(getattr(made(text), name)(*options), pieces, strict=True):
                check(piece, expected)
    for keep in (False, True):
        for piece, expected in zip(made(text).splitlines(keep), text.splitlines(keep), strict=True):
            check(piece, expected)


@given(TEXTS, ARGUMENTS)
def test_ends_and_parts(text: str, argument: str) -> None:
    for name in ("strip", "lstrip", "rstrip"):
        check(getattr(made(text), name)(), getattr(text, name)())
        check(getattr(made(text), name)(argument), getattr(text, name)(argument))
    for name in ("removeprefix", "removesuffix"):
        check(getattr(made(text), name)(argument), getattr(text, name)(argument))
    if argument:
        for name in ("partition", "rpartition"):
            parts, expected = getattr(made(text), name)(argument), getattr(text, name)(argument)
            assert parts == expected
            check(join(parts), text)


@given(TEXTS, ARGUMENTS, ARGUMENTS, COUNTS)
def test_replacing(text: str, old: str, new: str, count: int) -> None:
    result = made(text).replace(old, made(new), count)
    assert result == text.replace(old, new, count)
    if old:
        check(result, text.replace(old, new, count))
    # Text of somebody else's with something written put in.
    result = replace(text.lower(), old.lower(), made(new), count)
    if old and old.lower() in text.lower():
        check(result, text.lower().replace(old.lower(), new, count))


@given(st.lists(TEXTS, max_size=4), ARGUMENTS)
def test_joining(texts: list[str], separator: str) -> None:
    check(made(separator).join(map(made, texts)), separator.join(texts))
    check(
        join([text.lower() for text in texts], made(separator)),
        separator.join(t.lower() for t in texts),
    )


@given(TEXTS, TEXTS, st.integers(-12, 12), st.integers(0, 3))
def test_indexing_and_adding(text: str, other: str, index: int, count: int) -> None:
    check(made(text) + made(other), text + other)
    check(made(text) + other.lower(), text + other.lower())
    check(text.lower() + made(other), text.lower() + other)
    check(made(text) * count, text * count)
    check(count * made(text), text * count)
    check(made(text)[index:], text[index:])
    check(made(text)[::-1], text[::-1])
    check(join(made(text)), text)
    check(str(made(text)), text)
    if -len(text) <= index < len(text):
        check(made(text)[index], text[index])


@given(TEXTS)
def test_case_is_followed_or_nothing_is_written(text: str) -> None:
    for name in ("upper", "lower", "title", "capitalize", "swapcase", "casefold"):
        expected = getattr(text, name)()
        result = getattr(made(text), name)()
        assert result == expected
        kept = flags_of(made(text)) if len(expected) == len(text) else bytes(len(expected))
        assert flags_of(result) == kept


@pytest.mark.parametrize(
    ("pattern", "values"),
    [("A%sB", "x"), ("%s%%%d", ("a", 5)), ("%(k)s", {"k": "x"}), ("A%5.1fB%r", (1.25, "q"))],
)
def test_formatting(pattern: str, values: object) -> None:
    result = WrittenText.written(pattern) % values
    assert result == pattern % values
    assert isinstance(result, WrittenText)
    assert [piece for piece, is_written in result.runs() if is_written] == {
        "A%sB": ["A", "B"],
        "%s%%%d": ["%"],
        "%(k)s": [],
        "A%5.1fB%r": ["A", "B"],
    }[pattern]


def test_a_string_alone_is_nobodys() -> None:
    assert not WrittenText("<|im_end|>").is_written(0, 1)
    assert WrittenText(WrittenText.written("a") + "b").is_written(0, 1)
    assert not WrittenText(WrittenText.written("a") + "b").is_written(0, 2)


def test_unpaired_surrogates_go_and_flags_stay_in_place() -> None:
    text = (
        WrittenText.written("A\ud800")
        + "b\udc00\ud83d\ude00"
        + WrittenText.written("\ud83d\ude00C")
    )
    sound = WrittenText(without_surrogates(text))
    assert list(sound.runs()) == [
        ("A\ufffd", True),
        ("b\ufffd\U0001f600", False),
        ("\U0001f600C", True),
    ]
    assert without_surrogates("plain") == "plain"
