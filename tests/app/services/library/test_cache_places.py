"""Where other programs' folders are found: the usual places, and those that settings and variables name."""

import json
from pathlib import Path

import pytest

from app.services.library.entry import Origin
from app.services.library.foreign_caches import find_foreign_caches


def found(
    home: Path, environment: dict[str, str] | None = None, platform: str = "linux"
) -> list[tuple[Origin, Path]]:
    caches = find_foreign_caches(home, environment or {}, home / "root", platform)
    return [(cache.origin, cache.folder) for cache in caches]


def made(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def test_a_machine_without_other_programs_has_none(tmp_path: Path) -> None:
    assert found(tmp_path) == []


def test_the_usual_places(tmp_path: Path) -> None:
    assert [
        made(folder) and (origin, folder)
        for origin, folder in (
            (Origin.HUGGING_FACE, tmp_path / ".cache/huggingface/hub"),
            (Origin.LM_STUDIO, tmp_path / ".lmstudio/models"),
            (Origin.LM_STUDIO, tmp_path / ".cache/lm-studio/models"),
            (Origin.OLLAMA, tmp_path / ".ollama/models"),
            (Origin.OLLAMA, tmp_path / "root/usr/share/ollama/.ollama/models"),
            (Origin.JAN, tmp_path / ".local/share/Jan/data"),
            (Origin.JAN, tmp_path / ".config/Jan/data"),
        )
    ] == found(tmp_path)


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("win32", "AppData/Roaming/Jan/data"),
        ("darwin", "Library/Application Support/Jan/data"),
    ],
)
def test_jan_on_other_systems(tmp_path: Path, platform: str, folder: str) -> None:
    assert found(made(tmp_path / folder) and tmp_path, platform=platform) == [
        (Origin.JAN, tmp_path / folder)
    ]


@pytest.mark.parametrize(
    ("variable", "below", "origin"),
    [
        ("HF_HUB_CACHE", "", Origin.HUGGING_FACE),
        ("HF_HOME", "hub", Origin.HUGGING_FACE),
        ("XDG_CACHE_HOME", "huggingface/hub", Origin.HUGGING_FACE),
        ("OLLAMA_MODELS", "", Origin.OLLAMA),
    ],
)
def test_variables_name_places(tmp_path: Path, variable: str, below: str, origin: Origin) -> None:
    folder = made(tmp_path / "named" / below)
    assert found(tmp_path / "home", {variable: str(tmp_path / "named")}) == [(origin, folder)]


def test_lm_studios_pointer_and_settings_are_followed(tmp_path: Path) -> None:
    home = made(tmp_path / "lm")
    (tmp_path / ".lmstudio-home-pointer").write_text(f"{home}\n")
    (home / "settings.json").write_text(json.dumps({"downloadsFolder": str(tmp_path / "big")}))
    made(tmp_path / "big")
    assert found(tmp_path) == [(Origin.LM_STUDIO, tmp_path / "big")]


def test_jans_settings_are_followed(tmp_path: Path) -> None:
    settings = made(tmp_path / ".config/Jan") / "settings.json"
    settings.write_text(json.dumps({"data_folder": str(made(tmp_path / "jan"))}))
    assert found(tmp_path) == [(Origin.JAN, tmp_path / "jan")]


@pytest.mark.parametrize("text", ["{", "[]", '{"downloadsFolder": 3}', '{"downloadsFolder": ""}'])
def test_settings_that_make_no_sense_are_passed_over(tmp_path: Path, text: str) -> None:
    folder = made(tmp_path / ".lmstudio/models")
    (tmp_path / ".lmstudio/settings.json").write_text(text)
    assert found(tmp_path) == [(Origin.LM_STUDIO, folder)]


def test_a_place_that_two_paths_lead_to_counts_once(tmp_path: Path) -> None:
    folder = made(tmp_path / ".lmstudio/models")
    made(tmp_path / ".cache/lm-studio")
    (tmp_path / ".cache/lm-studio/models").symlink_to(folder)
    assert found(tmp_path) == [(Origin.LM_STUDIO, folder)]
