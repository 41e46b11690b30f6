"""The colors of the light and the dark theme with the accents to choose from, as palettes."""

from dataclasses import dataclass, replace
from functools import lru_cache

from PySide6.QtGui import QColor, QPalette


@dataclass(frozen=True, slots=True)
class Colors:
    """Colors by use. Text on `window`, `surface` and `raised` has a contrast of at least 4.5:1."""

    window: str  # frame, sidebar, meter
    surface: str  # where the conversation is
    raised: str  # bubbles, code, hovered rows
    pressed: str  # pressed and selected rows
    border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    danger: str
    caution: str
    good: str
    keyword: str
    string: str
    number: str
    name: str


LIGHT = Colors(
    window="#f5f4f1",
    surface="#fdfdfc",
    raised="#f0eff4",
    pressed="#e4e2ec",
    border="#dddbd6",
    text="#1f2026",
    muted="#5f626d",
    accent="#5546cf",
    on_accent="#ffffff",
    danger="#b3261e",
    caution="#8a5a00",
    good="#1d6b3a",
    keyword="#8430b5",
    string="#1d6b3a",
    number="#a04a00",
    name="#1f56b8",
)

DARK = Colors(
    window="#151619",
    surface="#1b1c20",
    raised="#26272d",
    pressed="#32333d",
    border="#34363e",
    text="#e7e7ea",
    muted="#a2a5b0",
    accent="#9d94ff",
    on_accent="#15121f",
    danger="#ff8f86",
    caution="#e9b860",
    good="#8fd6a0",
    keyword="#d2a6ff",
    string="#8fd6a0",
    number="#f2b27c",
    name="#8fbcff",
)

ACCENTS: dict[str, tuple[str, str]] = {
    "violet": (LIGHT.accent, DARK.accent),
    "blue": ("#1f5fbf", "#82b4ff"),
    "teal": ("#0b6868", "#5fd0c8"),
    "green": ("#1d6b3a", "#8fd6a0"),
    "amber": ("#8a5200", "#f0b35f"),
    "rose": ("#b3265e", "#ff94b4"),
    "graphite": ("#44464f", "#c3c6cf"),
}
"""The accent in the light theme and in the dark one."""


@lru_cache(maxsize=64)
def with_accent(colors: Colors, accent: str) -> Colors:
    """`colors` with another color for what stands out."""
    return colors if accent == colors.accent else replace(colors, accent=accent)


def create_palette(colors: Colors) -> QPalette:
    """The palette of the application."""
    palette = QPalette()
    role = QPalette.ColorRole
    for target, value in (
        (role.Window, colors.window),
        (role.WindowText, colors.text),
        (role.Base, colors.surface),
        (role.AlternateBase, colors.raised),
        (role.Text, colors.text),
        (role.PlaceholderText, colors.muted),
        (role.Button, colors.window),
        (role.ButtonText, colors.text),
        (role.BrightText, colors.danger),
        (role.Highlight, colors.accent),
        (role.HighlightedText, colors.on_accent),
        (role.Accent, colors.accent),
        (role.Link, colors.accent),
        (role.LinkVisited, colors.accent),
        (role.ToolTipBase, colors.raised),
        (role.ToolTipText, colors.text),
        (role.Light, colors.surface),
        (role.Midlight, colors.pressed),
        (role.Mid, colors.border),
        (role.Dark, colors.border),
        (role.Shadow, colors.border),
    ):
        palette.setColor(target, QColor(value))
    faded = QColor(colors.muted)
    faded.setAlphaF(0.6)
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, faded)
    return palette


def colors_of(palette: QPalette) -> Colors:
    """The colors of `palette`: the dark ones if its window is dark, with its accent."""
    is_dark = palette.color(QPalette.ColorRole.Window).lightnessF() < 0.5
    return with_accent(DARK if is_dark else LIGHT, palette.color(QPalette.ColorRole.Accent).name())
