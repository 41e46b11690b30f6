"""TeX becomes a picture, or stays source; the renderer never takes long."""

import time

import pytest

from app.widgets.markdown.formula import MAX_TEX, Formula, render_formula, tex_of

ORDINARY = r"x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}"
MAX_RENDERINGS = 80  # of an ordinary formula take longer than any hostile one


def formula(tex: str, scale: float = 1.0) -> Formula:
    return Formula(tex, is_display=True, text_size=16, color="#204060", scale=scale)


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{a}{b}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\left\{ \begin{pmatrix} 1 & 2 \end{pmatrix} \right.",
        r"E = mc^2 \tag{1} \label{energy}",
    ],
)
def test_what_models_write_has_a_picture(tex: str) -> None:
    picture = render_formula(formula(tex))
    assert picture is not None
    assert 5 < picture.ascent < picture.height
    assert picture.png.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "tex",
    [
        r"\ce{H2O}",
        r"\newcommand{\x}{1} \x \y",
        "x = {",
        "&",
        "",
        r"\hspace{99999em}x",
        "x" * (MAX_TEX + 1),
    ],
)
def test_what_cannot_be_rendered_has_none(tex: str) -> None:
    assert render_formula(formula(tex)) is None


@pytest.mark.parametrize(
    "tex",
    [
        "{" * 10_000 + "x" + "}" * 10_000,
        r"\frac{1}{" * 7 + "x" + "}" * 7,
        r"\left(" * 7 + "x" + r"\right)" * 7,
        "x+" * (MAX_TEX // 2),
        r"\sqrt{" * 100,
    ],
)
def test_hostile_formulas_end_soon(tex: str) -> None:
    ordinary = min(_seconds(ORDINARY) for _ in range(3))
    assert _seconds(tex) < MAX_RENDERINGS * ordinary


def _seconds(tex: str) -> float:
    """How long this thread renders `tex`."""
    began = time.thread_time()
    render_formula(formula(tex))
    return time.thread_time() - began


def test_a_finer_screen_gets_more_pixels_for_the_same_size() -> None:
    coarse, fine = render_formula(formula("x^2")), render_formula(formula("x^2", scale=2.0))
    assert coarse is not None
    assert fine is not None
    assert (coarse.width, coarse.height) == (fine.width, fine.height)
    assert int.from_bytes(fine.png[16:20]) > 1.8 * int.from_bytes(coarse.png[16:20])


@pytest.mark.parametrize("source", ["$x$", "$$x$$", r"\(x\)", "\\[\nx\n\\]"])
def test_delimiters_are_no_part_of_the_formula(source: str) -> None:
    assert tex_of(source) == "x"
