"""Special tokens are cut out longest first, each from left to right."""

from hypothesis import example, given
from hypothesis import strategies as st

from engine.tokenizer.special_splitter import SpecialSplitter


def split_one_by_one(tokens: list[str], text: str) -> list[str | int]:
    """The order written down plainly: every token, longest first, cuts what is still text."""
    parts: list[str | int] = [text]
    for token in sorted(set(tokens), key=lambda t: (-len(t.encode()), tokens.index(t))):
        cut: list[str | int] = []
        for part in parts:
            if isinstance(part, int):
                cut.append(part)
                continue
            for number, piece in enumerate(part.split(token)):
                cut += [tokens.index(token), piece] if number else [piece]
        parts = cut
    return [part for part in parts if part != ""]


texts = st.text(alphabet="ab<\u00e9", max_size=20)


@given(tokens=st.lists(texts.filter(bool), max_size=6, unique=True), text=texts)
@example(tokens=["ab", "bab"], text="abab")
@example(tokens=["aa"], text="aaaaa")
def test_equals_cutting_one_token_after_the_other(tokens: list[str], text: str) -> None:
    splitter = SpecialSplitter({token: index for index, token in enumerate(tokens)})
    assert list(splitter.split(text)) == split_one_by_one(tokens, text)


def test_a_later_longer_token_wins_over_an_earlier_shorter_one() -> None:
    splitter = SpecialSplitter({"ab": 0, "bcd": 1})
    assert list(splitter.split("xabcd")) == ["xa", 1]
