"""Where lines are broken in a text widget that may be given words without end."""

from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

_LONG_WORD = 1000  # characters


def fit_wrapping(edit: QPlainTextEdit | QTextEdit, text: str) -> None:
    """Before `edit` shows `text`: break lines between words, or anywhere if a word is very long.

    Qt looks for the end of a word anew for each line that the word fills.
    """
    mode = QTextOption.WrapMode
    is_long = max(map(len, text.split()), default=0) >= _LONG_WORD
    wanted = mode.WrapAnywhere if is_long else mode.WrapAtWordBoundaryOrAnywhere
    if edit.wordWrapMode() != wanted:
        edit.setWordWrapMode(wanted)
