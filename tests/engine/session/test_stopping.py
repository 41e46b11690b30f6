"""An answer ends where it should, and nothing shown is ever taken back."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.session.stopping import StopChecker

EOG = 2


def run(checker: StopChecker, pieces: list[str]) -> tuple[str, str | None]:
    """Push pieces until there is a reason; return all text shown and the reason."""
    shown = ""
    for piece in pieces:
        text, reason = checker.push(7, piece)
        shown += text
        if reason:
            return shown + checker.flush("late"), reason
    return shown + checker.flush(), None


def text_before_first_stop(text: str, stop_strings: list[str]) -> tuple[str, bool]:
    """Read character by character until some stop string is complete; drop the longest such."""
    for end in range(1, len(text) + 1):
        complete = [s for s in stop_strings if s and text[:end].endswith(s)]
        if complete:
            return text[: end - max(map(len, complete))], True
    return text, False


def cut(text: str, places: list[int]) -> list[str]:
    edges = sorted({0, len(text), *(place % (len(text) + 1) for place in places)})
    return [text[a:b] for a, b in pairwise(edges)]


def test_plain_text_is_shown_at_once():
    checker = StopChecker({EOG})
    assert checker.push(7, "Hello") == ("Hello", None)
    assert checker.flush() == ""


def test_end_of_generation_is_not_shown():
    checker = StopChecker({EOG, 3}, ["<end>"])
    assert checker.push(7, "Bye <") == ("Bye ", None)
    assert checker.push(3, "<|im_end|>") == ("", "stop")
    assert checker.flush("\ufffd") == "<\ufffd"


def test_a_stop_string_may_span_tokens():
    checker = StopChecker({EOG}, ["###"])
    assert checker.push(7, "one #") == ("one ", None)
    assert checker.push(7, "#") == ("", None)
    assert checker.push(7, "# two") == ("", "stop_string")
    assert checker.flush("more") == ""


def test_held_text_is_shown_when_it_proves_harmless():
    checker = StopChecker({EOG}, ["###"])
    assert checker.push(7, "a##") == ("a", None)
    assert checker.push(7, "b") == ("##b", None)


def test_held_text_is_kept_as_long_as_part_of_it_may_still_matter():
    checker = StopChecker({EOG}, ["aab"])
    assert checker.push(7, "aa") == ("", None)
    assert checker.push(7, "a") == ("a", None)
    assert checker.push(7, "b") == ("", "stop_string")


def test_held_text_is_shown_at_the_end():
    checker = StopChecker({EOG}, ["###"], max_tokens=1)
    assert checker.push(7, "a#") == ("a", "length")
    assert checker.flush() == "#"
    assert checker.flush() == ""


def test_a_stop_string_completed_at_the_end_is_not_shown():
    checker = StopChecker({EOG}, ["#\ufffd"])
    assert checker.push(7, "a#") == ("a", None)
    assert checker.flush("\ufffd") == ""


def test_the_stop_string_complete_first_wins():
    assert run(StopChecker({EOG}, ["abcd", "bc"]), ["xabcd"]) == ("xa", "stop_string")


def test_of_stop_strings_complete_at_once_the_longest_wins():
    assert run(StopChecker({EOG}, ["c", "abc"]), ["xabc"]) == ("x", "stop_string")


def test_maximum_length_counts_tokens_without_text():
    checker = StopChecker({EOG}, max_tokens=3)
    assert checker.push(7, "") == ("", None)
    assert checker.push(7, "") == ("", None)
    assert checker.push(7, "é") == ("é", "length")


def test_the_model_stopping_itself_wins_over_the_maximum_length():
    assert StopChecker({EOG}, max_tokens=1).push(EOG, "") == ("", "stop")


def test_a_stop_string_wins_over_the_maximum_length():
    assert StopChecker({EOG}, ["."], max_tokens=1).push(7, "a.") == ("a", "stop_string")


def test_empty_stop_strings_are_ignored():
    assert run(StopChecker({EOG}, [""]), ["a", "b"]) == ("ab", None)


@given(
    text=st.text(alphabet="ab#é", max_size=40),
    places=st.lists(st.integers(0, 40), max_size=12),
    stop_strings=st.lists(st.text(alphabet="ab#é", max_size=4), max_size=4),
)
def test_what_is_shown_does_not_depend_on_the_pieces(
    text: str, places: list[int], stop_strings: list[str]
):
    expected, stops = text_before_first_stop(text, stop_strings)
    shown, reason = run(StopChecker({EOG}, stop_strings), cut(text, places))
    assert shown == expected
    assert reason == ("stop_string" if stops else None)


@given(
    text=st.text(alphabet="ab#", max_size=30),
    stop_strings=st.lists(st.text(alphabet="ab#", min_size=1, max_size=4), max_size=3),
)
def test_no_more_is_held_than_a_stop_string_needs(text: str, stop_strings: list[str]):
    checker = StopChecker({EOG}, stop_strings)
    shown = ""
    for end, character in enumerate(text, start=1):
        emitted, reason = checker.push(7, character)
        if reason:
            return
        shown += emitted
        held = text[len(shown) : end]
        assert held == "" or any(s.startswith(held) for s in stop_strings)
