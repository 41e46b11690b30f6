"""Text can be read in both themes."""

import pytest
from PySide6.QtGui import QColor

from app.widgets.colors import ACCENTS, DARK, LIGHT, Colors, colors_of, create_palette, with_accent

TEXTS = ("text", "muted", "accent", "danger", "caution", "keyword", "string", "number", "name")


def _luminance(name: str) -> float:
    """WCAG 2.2 relative luminance."""
    parts = QColor(name).getRgbF()[:3]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(first: str, second: str) -> float:
    bright, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


ALL = {
    f"{shade}-{name}": with_accent(base, accents[number])
    for number, (shade, base) in enumerate({"light": LIGHT, "dark": DARK}.items())
    for name, accents in ACCENTS.items()
}
each_theme = pytest.mark.parametrize("colors", ALL.values(), ids=ALL)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("background", ["window", "surface", "raised"])
def test_text_keeps_its_contrast(colors: Colors, text: str, background: str) -> None:
    assert contrast(getattr(colors, text), getattr(colors, background)) >= 4.5


@each_theme
@pytest.mark.parametrize("background", ["window", "surface", "raised"])
def test_each_accent_can_be_read(colors: Colors, background: str) -> None:
    assert contrast(colors.accent, getattr(colors, background)) >= 4.5


@each_theme
def test_text_on_the_accent_keeps_its_contrast(colors: Colors) -> None:
    assert contrast(colors.on_accent, colors.accent) >= 4.5
    assert colors_of(create_palette(colors)) is colors
