"""The `encore` command line."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.__main__ import main
from app.services.installation import this_installation
from tests.support.hub_pages import PageRepo
from tests.support.no_secrets import hide_secrets
from tests.support.pages_server import ServedPages, serve_pages
from tests.support.tiny_gguf import write_gguf


@pytest.fixture(autouse=True)
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty models folder in a home of its own."""
    monkeypatch.setenv("ENCORE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ENCORE_MODELS", raising=False)
    monkeypatch.setattr("app.services.library.folder.find_foreign_caches", lambda: ())
    folder = tmp_path / "home/data/models"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return write_gguf(
        tmp_path / "tiny.gguf",
        {"general.name": "Tiny"},
        {"a.weight": np.ones((8, 32), np.float32)},
    )


def test_models_are_imported_listed_verified_and_removed(
    models: Path, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "import", str(tiny)]) == 0
    assert main(["models", "list"]) == 0
    printed = capsys.readouterr()
    assert "license not stated" in printed.out
    assert str(models) in printed.err
    assert main(["models", "list", "--json"]) == 0
    (model,) = json.loads(capsys.readouterr().out)
    assert (model["name"], model["path"], model["problem"]) == ("tiny.gguf", str(tiny), None)
    assert (model["is_imported"], model["origin"]) == (True, "imported")
    assert (model["num_parameters"], model["last_used"]) == (256, None)
    assert main(["models", "verify", "tiny"]) == 0
    assert main(["models", "remove", "tiny"]) == 0
    assert main(["models", "list", "--json"]) == 0
    assert capsys.readouterr().out.endswith("[]\n")
    assert tiny.is_file()


def test_every_model_is_verified_whatever_is_wrong_with_one(
    models: Path, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (models / "a.gguf").write_bytes(b"not a model")
    main(["models", "import", str(tiny)])
    assert main(["models", "verify"]) == 2
    printed = capsys.readouterr()
    assert "tiny.gguf is sound" in printed.out
    assert printed.err.count("\n") == 1


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ServedPages]:
    hide_secrets(monkeypatch, tmp_path)
    with serve_pages() as served:
        monkeypatch.setenv("HF_ENDPOINT", served.endpoint)
        yield served


def test_a_model_is_found_pulled_and_verified(
    hub: ServedPages, models: Path, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.put(PageRepo("author/tiny-GGUF", {"tiny-Q8_0.gguf": tiny.read_bytes()}))
    assert main(["models", "search", "tiny", "--json", "--limit", "3", "--sort", "recent"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert main(["models", "pull", found["repo_id"], "q8_0"]) == 0
    path = models / "author" / "tiny-GGUF" / "tiny-Q8_0.gguf"
    assert capsys.readouterr().out == f"{path}\n"
    assert path.read_bytes() == tiny.read_bytes()
    assert main(["models", "verify"]) == 0
    assert "is the file that the Hub has" in capsys.readouterr().out


def test_offline_says_so_and_the_rest_works(
    hub: ServedPages, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    for command in (["search", "tiny"], ["pull", "author/tiny-GGUF"]):
        assert main(["models", *command]) == 2
        assert "needs the network, which is off" in capsys.readouterr().err
    assert main(["models", "list"]) == 0
    assert hub.pages.asked == []


def test_a_file_in_the_commands_place_is_opened_in_the_window(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path | None] = []
    monkeypatch.setattr("app.terminal.display.why_no_window", lambda: None)
    monkeypatch.setattr("app.main.run", lambda argv, model=None: opened.append(model) or 0)
    monkeypatch.chdir(tiny.parent)
    assert main([tiny.name]) == 0
    assert main([]) == 0
    assert opened == [tiny, None]


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-command"],
        ["nowhere.gguf"],
        ["models", "search"],
        ["models", "search", "x", "--sort", "age"],
        ["models", "search", "x", "--limit", "0"],
        ["models", "pull", "two words"],
        ["models"],
        ["models", "remove", "nothing"],
        ["models", "import", "nowhere.gguf"],
        ["chat", "nothing"],
        ["chat", "./nowhere.gguf"],
        ["chat", "--max-tokens", "0"],
        ["chat", "--max-tokens", "-5"],
        ["chat", "--temperature", "-1"],
        ["chat", "--device", "toaster"],
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.strip().count("\n") == 0
    assert printed.err.endswith(".\n")


def test_starting_loads_neither_qt_nor_torch() -> None:
    code = (
        "import sys, app.__main__; "
        "print([name for name in sys.modules if name.split('.')[0] in "
        "{'PySide6', 'torch', 'numpy', 'msgspec', 'httpx2', 'huggingface_hub'}])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


@pytest.mark.slow
def test_a_piped_question_is_answered_by_the_real_engine(starter_model: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "app", "chat", str(starter_model), "--max-tokens", "8", "--seed=1"],
        input="Say hello.\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()
    assert "tok/s" in result.stderr


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    name, version = capsys.readouterr().out.splitlines()[0].split()
    assert name == "encore"
    assert version == this_installation().version
