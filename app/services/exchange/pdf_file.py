"""Conversations as PDF, page by page. Runs in a child process: Qt holds the GIL meanwhile."""

import os
import re
from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLocale, QMarginsF, QSizeF
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextDocument,
)

from app.services.exchange.chat_tree import ChatTree
from app.services.exchange.web_page import to_html

_MARGIN_MM = 18.0
_POINTS = 10.0
_STYLE = (
    "p.who { color: #555555; font-weight: 600; } p.when { color: #666666; }"
    "pre, code { font-family: monospace; font-size: 9pt; }"
    "pre { background-color: #f2f2f5; white-space: pre-wrap; }"
    "blockquote { color: #666666; } h1.title { font-size: 17pt; } h1 { font-size: 14pt; }"
    "h2 { font-size: 12.5pt; } h3 { font-size: 11pt; } h4, h5, h6 { font-size: 10pt; }"
    "td, th { padding: 3px; }"
)
_LAST_NEWLINE = re.compile("\n((?:</code>)?</pre>)")
_BREAK = '<p style="page-break-after: always"></p>'


def to_pdf(chats: Sequence[ChatTree]) -> bytes:
    """The shown branches of the conversations, each from a new page on."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # fonts without a screen
    app = QGuiApplication.instance() or QGuiApplication([])
    assert isinstance(app, QGuiApplication)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(chats[0].title if len(chats) == 1 else "Encore")
    writer.setCreator("Encore")
    writer.setPageSize(QPageSize(_page_size()))
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    document = create_document(chats)
    document.setPageSize(QSizeF(writer.pageLayout().paintRectPoints().size()))
    document.print_(writer)
    buffer.close()
    return bytes(data.data())


def create_document(chats: Sequence[ChatTree]) -> QTextDocument:
    """What is printed, not laid out so far."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    font = QFont()
    font.setPointSizeF(_POINTS)
    document.setDefaultFont(font)
    document.setDefaultStyleSheet(_STYLE)
    # A browser shows no line for the last newline of a <pre>, Qt does.
    document.setHtml(_LAST_NEWLINE.sub(r"\1", _BREAK.join(map(to_html, chats))))
    return document


def _page_size() -> QPageSize.PageSizeId:
    is_imperial = QLocale().measurementSystem() == QLocale.MeasurementSystem.ImperialUSSystem
    return QPageSize.PageSizeId.Letter if is_imperial else QPageSize.PageSizeId.A4
