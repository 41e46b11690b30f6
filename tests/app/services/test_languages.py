"""The language of the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from app.services import languages
from app.services.engine.sentences import translated
from app.services.languages import TRANSLATED, install_language, shown_path, system_language
from app.viewmodels.formatting import plural

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
