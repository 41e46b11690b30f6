"""What the app's own services say reaches the window in its language."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from app.domain import Notice, NoticeLevel
from app.services.engine.sentences import translated
from app.services.hub.quantizations import explain
from app.services.languages import translations_dir
from app.services.own_sentences import PARTS, SENTENCES
from app.viewmodels.banner import Banner
from tests.app.services.engine.test_sentences import german, is_sentence, texts

__all__ = ["german"]

APP = Path(__file__).parents[3] / "app"
# Whose sentences no window shows: command lines, and replies to other programs.
NOT_SHOWN = ("__main__", "terminal/", "server/", "services/engine/guests", "services/removal",
             "viewmodels/server/window_engine", "storage/api_key")  # fmt: skip
NOT_SAID = {
    # For command lines, or for the model.
    "%1 could be any of %2; give more of the name.",
    "%1 is not in the catalogue.",
    "Encore runs from a checkout here: its engine uses the libraries of the environment.",
    "There is no model %1 in %2; `encore models list` shows what is there.",
    "Write a title of two to six words for this conversation, in the language of my first message. "
    "Answer with the title alone, without quotation marks.",
    # Results of tools, as the model reads them.
    "The arguments are no JSON object, or too long.",
    "The server ended before it answered.",
    "The server has ended.",
    "The user refused this call.",
    "There is no tool of this name.",
    "There was no answer within %1 seconds.",
    "This call was not carried out.",
    # The first line of a file.
    "Models used where they are.",
    # No words of its own, or words that are in the table by their parts.
    "%1: %2.",
    "It does not fit: %1; a context of %2 tokens would fit.",
}


def said_by_the_app() -> set[str]:
    said: set[str] = set()
    for path in sorted(APP.rglob("*.py")):
        name = path.relative_to(APP).as_posix()
        if not name.startswith(NOT_SHOWN) and name != "services/own_sentences.py":
            said.update(texts(path))
    return said


def test_every_sentence_that_the_window_may_show_can_be_translated() -> None:
    root = ET.parse(translations_dir() / "encore_de.ts").getroot()
    known = {*SENTENCES, *(str(one.findtext("source")) for one in root.iter("message"))}
    said = {text for text in said_by_the_app() if is_sentence(text)}
    assert len(said) > 400
    missing = said - known - NOT_SAID
    assert not missing, "use tr(), or add them to app/services/own_sentences.py"


def test_the_table_has_nothing_that_nobody_says() -> None:
    # Explanations of quantizations are put together, as is what an installer reports.
    said = {*said_by_the_app(), *texts(APP / "server/server.py")}
    composed = r"About %1 a weight|A rare format|\d+.bits? |4-bit|Unsloth's|Made with|Under 2 bits"
    left = [text for text in SENTENCES if text not in said and not re.match(composed, text)]
    assert left == []


@pytest.mark.usefixtures("german")
def test_clauses_and_words_of_the_system_are_translated_too() -> None:
    trouble = translated("The connection to huggingface.co was cut; trying again in 4 s.")
    assert trouble == "Die Verbindung zu huggingface.co wurde unterbrochen; neuer Versuch in 4 s."
    refused = translated(
        "The settings could not be saved to /a/settings.toml (Permission denied); check that the "
        "folder can be written to and that the disk is not full."
    )
    assert "konnten nicht in /a/settings.toml gespeichert werden (keine Berechtigung)" in refused
    fetched = translated(
        "a.gguf could not be fetched (the Hub has another file under that name; the disk is full): "
        "put any GGUF model into /models, or try again later."
    )
    assert "(der Hub hat unter diesem Namen eine andere Datei; der Datenträger ist voll)" in fetched


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    "label",
    [None, "F32", "F16", "BF16", "MXFP4", "NVFP4", "TQ1_0", "Q8_0", "Q6_K", "Q5_K_S", "Q4_K_M",
     "Q3_K_L", "Q3_K_XL", "IQ2_XXS", "IQ1_S", "UD-Q4_K_XL", "i1-Q4_K_M", "Q9_K"],
)  # fmt: skip
def test_quantizations_are_explained_in_the_language(label: str | None) -> None:
    words = translated(explain(label))
    english = r"\b(the|of|about|with|than|where|loss|name|rare|bits|weight|original of)\b"
    assert not re.search(english, words), words


@pytest.mark.usefixtures("german")
def test_sentences_one_after_the_other_are_translated_one_by_one() -> None:
    banner = Banner()
    text = (
        "The conversation could not be saved (database or disk is full); check that the disk is "
        "not full. Die Antwort bleibt in diesem Fenster."
    )
    banner.show(Notice(NoticeLevel.ERROR, text))
    assert banner.text == (
        "Der Chat konnte nicht gespeichert werden (Datenbank oder Datenträger ist voll); prüfen "
        "Sie, ob der Datenträger voll ist. Die Antwort bleibt in diesem Fenster."
    )


def test_parts_are_no_sentences() -> None:
    assert [part for part in PARTS if part != part.strip()] == []


def test_a_button_that_a_sentence_names_is_there() -> None:
    named = {name for text in SENTENCES for name in re.findall(r"press ([A-Z]\w+)", text)}
    widgets = "".join(path.read_text(encoding="utf-8") for path in (APP / "widgets").rglob("*.py"))
    assert [name for name in named if f'tr("{name}")' not in widgets] == []
