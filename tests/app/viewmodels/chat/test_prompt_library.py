"""Prompts with variables."""

from pathlib import Path

import pytest

from app.storage.named_files import NamedFiles
from app.viewmodels.chat.prompt_library import PromptLibrary, fill_in, variables_of


@pytest.fixture
def library(qapp: object, tmp_path: Path) -> PromptLibrary:
    return PromptLibrary(NamedFiles(tmp_path, ".md"))


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("Explain {{topic}} to {{ who }}, {{topic}}!", ("topic", "who")),
        ("{{}} {{ }} { topic } {{a\nb}} {{{x}}}", ("x",)),
        ("none", ()),
    ],
)
def test_variables_stand_in_two_braces(text: str, variables: tuple[str, ...]) -> None:
    assert variables_of(text) == variables


def test_they_are_filled_in_once_and_as_text() -> None:
    text = "Explain {{topic}} to {{ who }}: {{rest}}"
    filled = fill_in(text, {"topic": "{{who}} \\1", "who": "me"})
    assert filled == "Explain {{who}} \\1 to me: {{rest}}"


def test_names_are_found_by_any_part(library: PromptLibrary) -> None:
    for name in ("Summarize", "Translate", "A summary in verse"):
        library.save(name, "text")
    assert library.matching("sum") == ("Summarize", "A summary in verse")
    assert library.matching("LATE") == ("Translate",)
    assert library.matching("") == library.names


def test_a_prompt_is_renamed_and_an_empty_one_refused(library: PromptLibrary) -> None:
    assert library.save("Old", "text") == "Old"
    assert library.save("New/er", "text", replaced="Old") == "New er"
    assert library.names == ("New er",)
    assert library.save("", "text") == library.save("Name", " \n") == ""
    problems: list[str] = []
    library.failed.connect(problems.append)
    assert library.text("Gone") == ""
    assert "Gone" in problems[0]
