"""Keeps the translations of the window: `python -m installers.translations` after texts changed.

It brings the .ts files of Qt Linguist up to date, where new texts wait for a translator, and compiles
what is translated into the .qm files beside them, which the window reads.
"""

import ast
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

from app.domain import ENDINGS
from app.services import own_sentences
from app.services.catalogue import load_catalogue
from app.services.engine.sentences import CONTEXT, OWN_CONTEXT, PARTS, SENTENCES
from app.services.languages import TRANSLATED, translations_dir
from app.services.library.entry import Verification
from app.storage.settings.option_table import OPTIONS, SECTIONS, TABS
from app.widgets.sidebar.file_dialogs import FORMATS
from engine.comparison.prompts import PROMPT_SETS

_ROOT = Path(__file__).resolve().parents[1]
PAGES = ("Models", "Engine", "Compare")


def main() -> int:
    """Update and compile all languages."""
    for code in TRANSLATED:
        source = translations_dir() / f"encore_{code}.ts"
        update(source, code)
        compile_ts(source, source.with_suffix(".qm"))
    return 0


def update(path: Path, code: str) -> None:
    """Add the texts of the window to the .ts file at `path`, and take away those that went."""
    sources = sorted(str(file) for file in (_ROOT / "app").rglob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        others = Path(folder, "others.py")
        others.write_text("".join(_calls()), encoding="utf-8")
        options = ("-locations", "none", "-no-obsolete", "-target-language", code)
        _run("lupdate", *sources, str(others), *options, "-ts", str(path))


def compile_ts(source: Path, target: Path) -> None:
    """Compile the .ts file `source` to the .qm file `target`."""
    _run("lrelease", str(source), "-qm", str(target))


def _run(tool: str, *arguments: str) -> None:
    program = Path(sysconfig.get_path("scripts"), f"pyside6-{tool}")
    subprocess.run([str(program), *arguments], check=True, capture_output=True)


def _calls() -> Iterator[str]:
    """Python that translates each text which lupdate does not see: those in tables and variables."""
    yield "from PySide6.QtCore import QCoreApplication, QObject\n"
    for context, text in sorted(
        {*_texts_in_tables(), *_texts_of_choices(), *_texts_of_functions()}
    ):
        if text:
            yield f"QCoreApplication.translate({context!r}, {text!r})\n"
    for context, text in sorted(set(_plurals())):
        # Of its methods alone, lupdate knows which have a number.
        yield f"class {context}(QObject):\n    def say(self, n): self.tr({text!r}, '', n)\n"


def _texts_in_tables() -> Iterator[tuple[str, str]]:
    for option in OPTIONS:
        choices = () if option.name == "language" else option.choices  # each in its own words
        for text in (option.label, option.help, option.automatic, *(each for _, each in choices)):
            if text:
                yield "Settings", text
    yield "Settings", "Like the system"
    for text in (*SECTIONS.values(), *TABS):
        yield "Settings", text
    for text in ENDINGS.values():
        yield "Format", text
    for outcome in Verification:
        yield "LibraryActions", outcome.value
    for text in FORMATS.values():
        yield "Export", text
    for text in (*SENTENCES, *PARTS):
        yield CONTEXT, text
    for text in (*own_sentences.SENTENCES, *own_sentences.PARTS):
        yield OWN_CONTEXT, text


def _texts_of_choices() -> Iterator[tuple[str, str]]:
    """The words of models to begin with, and of questions to compare with."""
    for entry in load_catalogue().model:
        yield "Catalogue", entry.good_for
        yield "Catalogue", entry.smallest_machine
    for prompt in PROMPT_SETS.values():
        yield "Comparison", prompt.label


def _texts_of_functions() -> Iterator[tuple[str, str]]:
    """What modules pass to a function of their own that translates its argument."""
    for path in (_ROOT / "app").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        contexts = dict(_translators(tree))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            match call:
                case ast.Call(ast.Name(name), [ast.Constant(str(text)), *_]) if name in contexts:
                    yield contexts[name], text
                case ast.Call(ast.Name("Page"), [_, ast.Constant(str(words)), *_]):
                    yield "Pages", words
    for page in PAGES:
        yield "Pages", page


def _plurals() -> Iterator[tuple[str, str]]:
    """What is passed to `formatting.plural`."""
    for path in (_ROOT / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    ast.Name("plural"), [ast.Constant(str(context)), ast.Constant(str(text)), _]
                ):
                    yield context, text


def _translators(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The functions of a module that translate their only argument, with the context."""
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Call(
                    ast.Attribute(ast.Name("QCoreApplication"), "translate"),
                    [ast.Constant(str(context)), ast.Name(name)],
                ) if name in [argument.arg for argument in function.args.args]:
                    yield function.name, context


if __name__ == "__main__":
    sys.exit(main())
