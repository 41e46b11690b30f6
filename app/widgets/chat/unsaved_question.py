"""The question before closing a window with answers that the disk refused."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from app.viewmodels.chat.chat_page import ChatViewModel


def save_or_ask(chat: ChatViewModel, window: QWidget) -> bool:
    """Save what is unsaved; False if that fails and the user chose not to lose it."""
    chat.close()
    if not chat.has_unsaved_answers:
        return True
    title = QCoreApplication.translate("UnsavedQuestion", "An answer is not saved")
    question = QCoreApplication.translate(
        "UnsavedQuestion",
        "The disk does not take it: it may be full. "
        "Close Encore all the same, and lose the answer?",
    )
    answer = QMessageBox.question(window, title, question)
    return answer == QMessageBox.StandardButton.Yes
