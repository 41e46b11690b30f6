"""Asks where chats are exported to and which files are imported."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.viewmodels.sidebar.exchange import ExchangeViewModel

FORMATS = {".md": "Markdown", ".html": "Web page", ".pdf": "PDF", ".json": "JSON"}
"""What is offered, in English; several chats become a zip of Markdown files."""


def export_formats(num_chats: int) -> dict[str, str]:
    """The suffix and the translated name of each format."""
    names = {suffix: QCoreApplication.translate("Export", name) for suffix, name in FORMATS.items()}
    if num_chats > 1:
        zipped = QCoreApplication.translate("Export", "Markdown files in a zip")
        return {".zip": zipped, **{key: names[key] for key in names if key != ".md"}}
    return names


def ask_and_export(
    parent: QWidget, exchange: ExchangeViewModel, conversation_ids: Sequence[int], suffix: str
) -> None:
    """Ask for a place and export there."""
    title = QCoreApplication.translate("Export", "Export")
    suggested = str(Path.home() / exchange.suggested_name(conversation_ids, suffix))
    chosen, _ = QFileDialog.getSaveFileName(parent.window(), title, suggested, f"*{suffix}")
    if chosen:
        target = Path(chosen)
        if target.suffix.lower() != suffix:
            target = target.with_name(target.name + suffix)
        exchange.export(conversation_ids, target)


def ask_and_import(parent: QWidget, exchange: ExchangeViewModel) -> None:
    """Ask for files and import them."""
    title = QCoreApplication.translate(
        "Export", "Import chats of Encore, ChatGPT, LM Studio, Jan or Open WebUI"
    )
    files = QCoreApplication.translate("Export", "Exported chats")
    chosen, _ = QFileDialog.getOpenFileNames(
        parent.window(), title, str(Path.home()), f"{files} (*.json *.jsonl *.zip)"
    )
    if chosen:
        exchange.import_files([Path(name) for name in chosen])
