"""Every text of the window is translated into every language, and what the window reads is up to date."""

import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from app.services.languages import TRANSLATED, translations_dir
from installers.translations import compile_ts, update

PLACES = re.compile(r"%L?\d|%n|\{\d\}|</?[a-z]+[^>]*>")
AGAIN = "; run python -m installers.translations, and translate what is unfinished"


def messages(path: Path) -> list[tuple[str, ET.Element]]:
    """Each message of a .ts file, with its context."""
    contexts = ET.parse(path).getroot().findall("context")
    return [(str(each.findtext("name")), one) for each in contexts for one in each.iter("message")]


def forms(message: ET.Element) -> list[str]:
    """The translation, in each of its plural forms."""
    translation = message.find("translation")
    assert translation is not None
    if message.get("numerus") is None:
        return [translation.text or ""]
    return [form.text or "" for form in translation.iter("numerusform")]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated(code: str, tmp_path: Path) -> None:
    source = translations_dir() / f"encore_{code}.ts"
    updated = Path(shutil.copy(source, tmp_path))
    update(updated, code)
    assert updated.read_text("utf-8") == source.read_text("utf-8"), f"texts changed{AGAIN}"
    for context, message in messages(source):
        text = str(message.findtext("source"))
        for form in forms(message):
            assert form.strip(), f"{context}: {text!r} has no translation{AGAIN}"
            if message.get("numerus") is None:
                assert sorted(PLACES.findall(form)) == sorted(PLACES.findall(text)), (text, form)


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_the_window_reads_is_up_to_date(code: str, tmp_path: Path) -> None:
    source = translations_dir() / f"encore_{code}.ts"
    compiled = tmp_path / "compiled.qm"
    compile_ts(source, compiled)
    assert compiled.read_bytes() == source.with_suffix(".qm").read_bytes(), AGAIN
