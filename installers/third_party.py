"""The licenses of what an installed Encore consists of, collected from the packages themselves."""

import shutil
from email.message import Message
from email.parser import Parser
from pathlib import Path

from installers.console import SetupError

_TEXTS = Path(__file__).parent / "licenses"
_PATTERNS = ("licenses/**/*", "LICEN[CS]E*", "COPYING*", "NOTICE*")
_QT = {"pyside6-essentials", "shiboken6"}
_QT_NOTE = """\
Qt and Qt for Python are used under the GNU Lesser General Public License, version 3, whose text and
that of the GNU General Public License, which it refers to, lie beside this file. They are shared
libraries of their own, which may be replaced. Their sources, and the licenses of the third-party
code in them, are at https://download.qt.io/official_releases/QtForPython/ and
https://doc.qt.io/qt-6/licenses-used-in-qt.html.
"""


def collect_licenses(libraries: Path, target: Path) -> None:
    """Copy the license files of every package in `libraries`, and list them in `target`/README.txt.

    Raises `SetupError` for a package that says nothing of its license.
    """
    lines = ["The libraries that Encore brings along, and their licenses.", ""]
    for folder in sorted(libraries.glob("*.dist-info")):
        metadata = Parser().parsestr((folder / "METADATA").read_text(encoding="utf-8"))
        name, version = metadata["Name"], metadata["Version"]
        license_name = _license_name(metadata)
        lines.append(f"{name} {version}: {license_name}")
        place = target / name
        place.mkdir(parents=True, exist_ok=True)
        files = [path for pattern in _PATTERNS for path in folder.glob(pattern) if path.is_file()]
        if name.lower().replace("_", "-") in _QT:
            (place / "NOTE.txt").write_text(_QT_NOTE, encoding="utf-8")
            files = [*files, *_TEXTS.glob("*.txt")]
        elif not files and not license_name:
            raise SetupError(f"{name} {version} says nothing of its license.")
        for path in files:
            shutil.copyfile(path, place / path.name)
    (target / "README.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _license_name(metadata: Message) -> str:
    """What a package says: an expression, a short name, or its classifiers."""
    classifiers = metadata.get_all("Classifier", [])
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    field = str(metadata["License"] or "").strip()
    stated = metadata["License-Expression"] or (field if len(field.splitlines()) == 1 else "")
    return str(stated or ", ".join(named))
