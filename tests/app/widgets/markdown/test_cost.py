"""What lines of markdown are expected to cost."""

import pytest

from app.widgets.markdown.cost import LineCost

PROSE = "Some *words* in [brackets](x) and `code`.\n"


def costs(*lines: str) -> list[float]:
    count = LineCost()
    return [count.of(line) for line in lines]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("```\n", "```\n"),
        ("~~~~ py\n", "~~~~~  \n"),
        ("> ```\n", "> ```\n"),
        ("- ```\n", "  ```\n"),
    ],
)
def test_what_stands_behind_a_code_block_is_no_code(opening: str, closing: str) -> None:
    *_, code, _, prose = costs(opening, PROSE, closing, PROSE)
    assert [prose] == costs(PROSE)
    assert code < prose


@pytest.mark.parametrize("inner", ["``\n", "~~~\n", "```py\n", "x```\n"])
def test_what_ends_no_code_block_leaves_it_open(inner: str) -> None:
    assert costs("```\n", inner, PROSE)[-1] < costs(PROSE)[-1]
