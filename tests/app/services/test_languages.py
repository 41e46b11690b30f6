"""The language of the window."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from app.services import languages
from app.services.engine.sentences import translated
from app.services.languages import TRANSLATED, install_language, shown_path, system_language
from app.viewmodels import formatting
from app.viewmodels.formatting import plural
from app.viewmodels.sidebar.days import Days

TRANSLATIONS = QLibraryInfo.LibraryPath.TranslationsPath


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)
    for translator in qapp.findChildren(QTranslator):
        QCoreApplication.removeTranslator(translator)
        translator.deleteLater()
    qapp.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_is_made_later_speaks_the_language(qapp: QApplication, code: str) -> None:
    english = QCoreApplication.translate("Settings", "Temperature")
    install_language(qapp, code)
    assert QCoreApplication.translate("Settings", "Temperature") != english
    deleted = plural("ConversationListModel", "%n chats were deleted.", 5)
    assert "chats were deleted" not in deleted
    assert "5" in deleted


def test_arabic_is_laid_out_from_right_to_left(qapp: QApplication) -> None:
    install_language(qapp, "ar")
    assert qapp.layoutDirection() is Qt.LayoutDirection.RightToLeft


@pytest.mark.parametrize("wanted", ["ar", ""], ids=["chosen", "of the system"])
def test_arabic_has_one_kind_of_digits(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    monkeypatch.setattr(languages, "system_language", lambda: "ar")
    QLocale.setDefault(QLocale("ar_EG"))
    install_language(qapp, wanted)
    now = datetime(2026, 11, 23, 12, tzinfo=UTC)
    days = Days(now)
    texts = [days.section(now - timedelta(days=passed)) for passed in range(0, 900, 30)]
    texts += [formatting.moment(now - timedelta(days=passed), now) for passed in range(0, 900, 30)]
    texts += [formatting.count(12_345), formatting.size(98_362_432), formatting.rate(27.3)]
    texts += [
        formatting.share(31, 50),
        plural("ConversationListModel", "%n chats were deleted.", 5),
    ]
    digits = {letter for letter in "".join(texts) if letter.isdigit()}
    assert digits <= set("0123456789")
    assert "نوفمبر" in "".join(texts)


def test_paths_run_from_left_to_right_in_arabic(qapp: QApplication) -> None:
    sentence = "/models/a.gguf is empty; download it again."
    assert shown_path(Path("/models")) == "/models"
    assert translated(sentence) == sentence
    install_language(qapp, "ar")
    assert shown_path(Path("/models")) == "\u2066/models\u2069"
    arabic = translated(sentence)
    assert arabic != sentence
    assert "\u2066/models/a.gguf\u2069" in arabic
    assert "\u2066C:\\a.gguf\u2069" in translated(r"C:\a.gguf is empty; download it again.")


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        (["de-AT", "en-US"], "de"),
        (["pt-BR", "es-MX"], "es"),
        (["en-GB", "fr-FR"], "en"),
        (["zh-Hans-CN", "zh-CN", "zh"], "zh_CN"),
        (["zh-Hant-TW", "zh-TW"], "en"),
        (["fi-FI"], "en"),
    ],
)
def test_the_systems_first_language_that_is_known_is_taken(
    monkeypatch: pytest.MonkeyPatch, tags: list[str], code: str
) -> None:
    class System(QLocale):
        def uiLanguages(self, *_: object) -> list[str]:  # noqa: N802 - Qt's name
            return tags

    class Locales(QLocale):
        @staticmethod
        def system() -> QLocale:
            return System()

    monkeypatch.setattr(languages, "QLocale", Locales)
    assert system_language() == code
