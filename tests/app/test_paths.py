"""Where things live, and the variables that move them."""

from pathlib import Path

import pytest

from app import paths

FOLDERS = (paths.data_dir, paths.config_dir, paths.cache_dir, paths.log_dir, paths.models_dir)


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ENCORE_HOME", raising=False)
    monkeypatch.delenv("ENCORE_MODELS", raising=False)


def test_the_folders_are_absolute_and_named_after_the_program() -> None:
    for folder in FOLDERS:
        assert folder().is_absolute()
        assert "Encore" in folder().parts


def test_one_variable_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENCORE_HOME", str(tmp_path))
    for folder in FOLDERS:
        assert folder().is_relative_to(tmp_path)
    assert len({folder() for folder in FOLDERS}) == len(FOLDERS)
    assert list(tmp_path.iterdir()) == []


def test_models_may_live_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENCORE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ENCORE_MODELS", str(tmp_path / "models"))
    assert paths.models_dir() == tmp_path / "models"


def test_the_catalogue_comes_with_the_program() -> None:
    assert (paths.assets_dir() / "catalogue.toml").is_file()
