"""Line wrapping in text widgets that may contain very long words."""

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

_LONG_WORD = 1000  # characters


def fit_wrapping(edit: QPlainTextEdit | QTextEdit, text: str) -> None:
    """Break lines between words, or anywhere if a word is very long; call it before `setText`.

    For each line of a word, Qt searches the end of the word again.
    """
    mode = QTextOption.WrapMode
    is_long = max(map(len, text.split()), default=0) >= _LONG_WORD
    wanted = mode.WrapAnywhere if is_long else mode.WrapAtWordBoundaryOrAnywhere
    if edit.wordWrapMode() != wanted:
        edit.setWordWrapMode(wanted)
