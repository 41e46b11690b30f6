"""What the engine says reaches the window in its language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtWidgets import QApplication

from app.domain import Notice, NoticeLevel
from app.services import own_sentences
from app.services.engine.sentences import (
    CONTEXT,
    OWN_CONTEXT,
    PARTS,
    SENTENCES,
    translated,
)
from app.services.languages import TRANSLATED, translations_dir
from app.viewmodels.banner import Banner
from engine.runtime.step_key import Role, StepKey, recapture_reason

ROOT = Path(__file__).parents[4]
# Whose sentences no window shows: command lines, checks of our own code, and logs.
NOT_SHOWN = (
    "__main__", "arguments", "boot", "comparison", "config", "host", "kernels", "layers", "quants",
    "setting", "smoke_test", "session/benchmark", "session/inspect", "session/profile",
    "runtime/tape", "runtime/cuda_graph",
)  # fmt: skip
NOT_SAID = {
    # For command lines, or for code that calls it wrongly.
    "A message of %1 bytes was announced; that cannot be right.",
    "A position is not within the %1 tokens given.",
    "A token id is not in the model's vocabulary of %1 tokens.",
    "Repeats in the text have no logits; name a draft model.",
    "The %1 token ids do not fit the context of %2 tokens; load the model with a larger context.",
    "The engine stopped while it was starting; its log says why.",
    "The host samples, so no step runs before its rows are known.",
    "The list of token ids is empty.",
    "The maximum number of new tokens must be at least 1.",
    "Token id %1 is not in the model's vocabulary of %2 tokens.",
    # For programs that ask the server for embeddings.
    "%1 makes no embeddings, as its file names no way to pool them; choose a model that is made for "
    "embeddings.",
    "The embeddings of %1 have %2 dimensions; ask for at most as many.",
    "The model produced numbers that are not finite, so the text has no embedding. The model file may "
    "be damaged: download it again or choose another one.",
    # A header that is fetched piece by piece.
    "%1 goes on after the first %2 bytes, which end inside %3; read more of it.",
}


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    translator = QTranslator(qapp)
    assert translator.load("encore_de", str(translations_dir()))
    QCoreApplication.installTranslator(translator)
    yield
    QCoreApplication.removeTranslator(translator)


def texts(path: Path) -> Iterator[str]:
    """Every text of a module but for its docstrings and what it logs, with places for values."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    passed_over = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.JoinedStr) or _is_log(node)
        for inner in (ast.walk(node) if not isinstance(node, ast.Expr) else (node.value,))
        if inner is not node
    }
    for node in ast.walk(tree):
        if id(node) not in passed_over:
            text = _text(node)
            if text is not None:
                yield text


def _is_log(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Name("logger" | "_log"))):
            return True
    return False


def _text(node: ast.AST) -> str | None:
    numbers = iter(range(1, 10))
    match node:
        case ast.Constant(str(text)):
            return re.sub(r"\{\}", lambda _: f"%{next(numbers)}", text)
        case ast.JoinedStr(values):
            return "".join(
                str(piece.value) if isinstance(piece, ast.Constant) else f"%{next(numbers)}"
                for piece in values
            )
    return None


def said_by_the_engine() -> Iterator[str]:
    for path in sorted((ROOT / "engine").rglob("*.py")):
        name = path.relative_to(ROOT / "engine").with_suffix("").as_posix()
        if not name.startswith(NOT_SHOWN):
            yield from texts(path)


def is_sentence(text: str) -> bool:
    return bool(re.match(r"(%1|[A-Z])", text)) and text.endswith(".") and " " in text


def test_every_sentence_of_the_engine_stands_in_the_table() -> None:
    said = {text for text in said_by_the_engine() if is_sentence(text)}
    assert len(said) > 70
    missing = said - set(SENTENCES) - set(PARTS) - NOT_SAID
    assert not missing, "add them to app/services/engine/sentences.py"


def test_the_table_has_nothing_that_nobody_says() -> None:
    said = {*said_by_the_engine(), *texts(ROOT / "app/services/verdict.py")}
    assert not [text for text in SENTENCES if text not in said]


@pytest.mark.usefixtures("german")
def test_values_stand_where_the_language_wants_them() -> None:
    there = translated("There is no file /models/a.gguf; check the path or download the model.")
    assert there.startswith("Es gibt keine Datei /models/a.gguf;")
    nested = (
        "a.gguf needs 3.1 GiB of memory with a context of 8192 tokens (2.0 GiB of it weights), but "
        "1.5 GiB are free; a context of 1024 tokens would fit."
    )
    words = translated(nested)
    assert "3.1 GiB Speicher bei einem Kontext von 8192 Token" in words
    assert words.endswith("ein Kontext von 1024 Token würde passen.")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("text", ["", "tiny.gguf", "Encore 2 is out.", "Es ist schon deutsch."])
def test_what_is_not_the_engines_stays_as_it_is(text: str) -> None:
    assert translated(text) == text


def test_without_a_translation_it_is_english() -> None:
    assert translated(SENTENCES[0]) == SENTENCES[0]


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("role", Role)
def test_reasons_of_recaptures_are_translated(role: Role) -> None:
    before = StepKey(role, 1, 257, "f32")
    for after in (
        StepKey(role, 1, 258, "f32", exact_span=True),
        StepKey(role, 3, 257, "f32", exact_width=True),
        StepKey(role, 3, 258, "f32", exact_span=True, exact_width=True),
        StepKey(role, 1, 257, "f32"),
    ):
        for known in (before, None):
            reason = translated(recapture_reason(known, after))
            assert not re.search(r"\b(span|width|is|are|off|and|verify|prefill)\b", reason), reason


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_pattern_takes_what_another_says(qapp: QApplication, code: str) -> None:
    """Each sentence, filled with values, comes out as its own translation."""
    translator = QTranslator(qapp)
    assert translator.load(f"encore_{code}", str(translations_dir()))
    QCoreApplication.installTranslator(translator)
    try:
        own = (*own_sentences.SENTENCES, *own_sentences.PARTS)
        said = [*((CONTEXT, one) for one in (*SENTENCES, *PARTS)), *((OWN_CONTEXT, s) for s in own)]
        for context, source in said:
            filled = re.sub(r"%(\d)", r"<\1>", source)
            expected = QCoreApplication.translate(context, source)
            assert translated(filled) == re.sub(r"%(\d)", r"<\1>", expected)
    finally:
        QCoreApplication.removeTranslator(translator)


@pytest.mark.usefixtures("german")
def test_a_notice_in_another_language_goes_when_the_engine_takes_it_back() -> None:
    banner = Banner()
    banner.show(Notice(NoticeLevel.ERROR, "No model is loaded; choose one first."))
    assert banner.text == "Es ist kein Modell geladen; wählen Sie zuerst eines."
    banner.withdraw("No model is loaded; choose one first.")
    assert banner.text == ""
