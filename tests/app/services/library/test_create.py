"""The library of this machine."""

from pathlib import Path

import pytest

from app.services.library.entry import Origin
from app.services.library.folder import create_library, models_folder
from app.storage.settings.settings import Settings
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.tiny_gguf import write_gguf


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ENCORE_MODELS", "HF_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME", "OLLAMA_MODELS"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("app.services.library.foreign_caches._OLLAMA_SERVICE_FOLDERS", ())
    monkeypatch.setenv("ENCORE_HOME", str(tmp_path / "encore"))
    return tmp_path


def test_settings_name_its_folders(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert models_folder(Settings()) == home / "encore/data/models"
    assert models_folder(Settings(models_folder="/big")) == Path("/big")
    monkeypatch.setenv("ENCORE_MODELS", str(home / "named"))
    assert models_folder(Settings(models_folder="/big")) == home / "named"


def test_other_folders_and_programs_are_looked_at(home: Path) -> None:
    for name in ("extra", ".lmstudio/models/a/b", "encore/config"):
        (home / name).mkdir(parents=True)
    write_gguf(home / "extra/one.gguf", METADATA, TENSORS)
    write_gguf(home / ".lmstudio/models/a/b/two.gguf", METADATA, TENSORS)
    (home / "encore/config/settings.toml").write_text(
        f"[library]\nextra_folders = '{home / 'extra'}'\n", encoding="utf-8"
    )
    entries = create_library().list_models()
    assert [entry.origin for entry in entries] == [Origin.EXTRA_FOLDER, Origin.LM_STUDIO]
