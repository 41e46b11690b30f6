"""The language of the window: that of the settings, or the system's where it is translated."""

import logging
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, Qt, QTranslator

from app.paths import assets_dir
from app.storage.settings.option_table import option

_LEFT_TO_RIGHT, _END_OF_ISOLATE = "\u2066", "\u2069"

logger = logging.getLogger(__name__)

ENGLISH = "en"
TRANSLATED = tuple(code for code, _ in option("language").choices if code not in ("", ENGLISH))
"""The languages beside English, as Qt calls them."""


def translations_dir() -> Path:
    """Where the .ts files of Qt Linguist are, and the .qm files made of them."""
    return assets_dir() / "translations"


def install_language(app: QCoreApplication, wanted: str) -> None:
    """Translate what is made from now on; `wanted` is a language, or "" for the system's."""
    code = wanted or system_language()
    # Numbers and dates follow; those of the system may be of another country.
    locale = QLocale(wanted) if wanted else QLocale()
    if locale.zeroDigit() != "0":
        # Names of models, versions and plurals have Latin digits: one kind throughout.
        locale = QLocale(f"{code}_001")
    if locale != QLocale():
        QLocale.setDefault(locale)
    if code == ENGLISH:
        return
    qt_own = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in ((f"qtbase_{code}", qt_own), (f"encore_{code}", str(translations_dir()))):
        translator = QTranslator(app)
        if translator.load(name, folder):
            QCoreApplication.installTranslator(translator)
        else:
            logger.warning("There is no translation %s in %s", name, folder)


def system_language() -> str:
    """The first of the system's languages that there is a translation for, else English."""
    for tag in QLocale.system().uiLanguages():
        if QLocale(tag).script() == QLocale.Script.TraditionalChineseScript:
            continue  # Chinese is translated in simplified characters
        for known in (ENGLISH, *TRANSLATED):
            if tag.split("-")[0] == known.split("_")[0]:
                return known
    return ENGLISH


def is_right_to_left() -> bool:
    """Whether lines of the window's language run from right to left."""
    return QLocale().textDirection() is Qt.LayoutDirection.RightToLeft


def shown_path(path: Path | str) -> str:
    """A path as part of a line: it runs from left to right, whatever is around it."""
    return f"{_LEFT_TO_RIGHT}{path}{_END_OF_ISOLATE}" if is_right_to_left() else str(path)
