"""What is removed: the parts that were asked for, and nothing that others put beside them."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.services.library.folder import ModelFolder
from app.services.removal import (
    DataPlaces,
    Part,
    find_parts,
    remove_part,
    require_closed,
)
from app.storage.database import StorageError, open_database
from tests.support.tiny_gguf import write_gguf


@pytest.fixture(params=["apart", "together"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> DataPlaces:
    """A user's folders; on Windows and macOS data and settings share one."""
    data = tmp_path / "data"
    config = data if request.param == "together" else tmp_path / "config"
    models = data / "models"
    folder = ModelFolder(models, (tmp_path / "extra",), (), None)
    places = DataPlaces(
        data,
        config,
        tmp_path / "log",
        tmp_path / "cache",
        data / "runtimes",
        models,
        folder.list_models,
    )
    for path in (
        config / "settings.toml",
        config / "settings.toml.good",
        config / "models.json",
        config / "window.ini",
        config / "hub-token",
        data / "presets/Poet.toml",
        data / "prompts/Explain.md",
        data / "window.lock",
        data / "updates/state.json",
        data / "runtimes/abc/lib/torch.py",
        tmp_path / "log/encore.log",
        tmp_path / "cache/headers.json",
        models / ".downloads/abc/0.part",
        models / "mine.txt",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x" * 100)
    for one in (models / "author/name", tmp_path / "extra"):
        one.mkdir(parents=True)
    write_gguf(models / "author/name/tiny.gguf", {"general.name": "Tiny"}, {})
    write_gguf(tmp_path / "extra/other.gguf", {"general.name": "Other"}, {})
    open_database(data / "conversations.sqlite3").close()
    return places


def left(tmp_path: Path) -> set[str]:
    return {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}


def test_every_part_is_found_with_its_size(places: DataPlaces) -> None:
    sizes = {kept.part: kept.size for kept in find_parts(places)}
    assert sizes.keys() == set(Part)
    assert sizes[Part.SETTINGS] == 700
    assert sizes[Part.RUNTIMES] == 100
    assert sizes[Part.CACHES] == 400


@pytest.mark.parametrize("part", list(Part))
def test_one_part_goes_and_the_others_stay(places: DataPlaces, part: Part) -> None:
    before = {kept.part: kept for kept in find_parts(places)}
    remove_part(before.pop(part), places)
    assert {kept.part: kept for kept in find_parts(places)} == before


def test_what_is_not_ours_stays(places: DataPlaces, tmp_path: Path) -> None:
    for kept in find_parts(places):
        remove_part(kept, places)
    assert left(tmp_path) == {"data/models/mine.txt", "extra/other.gguf"}
    assert not (tmp_path / "data/models/author").exists()
    assert find_parts(places) == ()


def test_a_link_to_a_model_goes_and_the_model_stays(places: DataPlaces, tmp_path: Path) -> None:
    (places.models / "linked.gguf").symlink_to(tmp_path / "extra/other.gguf")
    for kept in find_parts(places):
        remove_part(kept, places)
    assert (tmp_path / "extra/other.gguf").is_file()
    assert not (places.models / "linked.gguf").is_symlink()


def test_an_open_window_keeps_its_data(places: DataPlaces) -> None:
    require_closed(places)
    with (
        closing(open_database(places.data / "conversations.sqlite3")),
        pytest.raises(StorageError, match="close its windows"),
    ):
        require_closed(places)
    require_closed(places)
    with closing(sqlite3.connect(places.data / "conversations.sqlite3")) as connection:
        assert connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
