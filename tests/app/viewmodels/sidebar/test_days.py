"""The headings of the list of chats, as each language writes them."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app.services.languages import install_language
from app.viewmodels.sidebar.days import Days

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)
    for translator in qapp.findChildren(QTranslator):
        QCoreApplication.removeTranslator(translator)
        translator.deleteLater()


@pytest.mark.parametrize(
    ("code", "past", "present"),
    [
        ("en", "October 2025", "October"),
        ("de", "Oktober 2025", "Oktober"),
        ("es", "octubre de 2025", "octubre"),
        ("fr", "octobre 2025", "octobre"),
        ("ja", "2025年10月", "10月"),
        ("zh_CN", "2025年10月", "十月"),
    ],
)
def test_a_month_is_written_as_its_language_does(
    qapp: QApplication, code: str, past: str, present: str
) -> None:
    install_language(qapp, code)
    days = Days(NOW)
    assert days.section(datetime(2025, 10, 7, tzinfo=UTC)) == past
    assert days.section(datetime(2026, 10, 7, tzinfo=UTC)) == present
