"""Settings of single models: kept, found again where the model moves, and never in the way."""

from pathlib import Path

import pytest

from app.storage.database import StorageError
from app.storage.settings.model_settings import AUTOMATIC, ModelSettings, ModelSettingsFile
from engine.config import EngineConfig


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "a" / "tiny.gguf"
    path.parent.mkdir()
    path.write_bytes(b"GGUF and so on")
    return path


def test_they_are_kept_and_follow_the_model_to_another_place(model: Path, tmp_path: Path) -> None:
    own = ModelSettings(context_len=2048, speculation="ngram")
    ModelSettingsFile(tmp_path / "models.json").put(model, own)
    moved = model.rename(tmp_path / "tiny.gguf")
    kept = ModelSettingsFile(tmp_path / "models.json")
    assert kept.of(moved) == own
    moved.write_bytes(b"another model of that name")
    assert kept.of(moved) == ModelSettings()


def test_none_are_left_once_all_is_as_for_all_models(model: Path, tmp_path: Path) -> None:
    file = ModelSettingsFile(tmp_path / "models.json")
    file.put(model, ModelSettings(device="cpu"))
    file.put(model, ModelSettings())
    assert (tmp_path / "models.json").read_bytes() == b"{}"


def test_they_go_over_the_settings_of_all_models() -> None:
    config = EngineConfig(device="cpu", context_len=8192, threads=2)
    own = ModelSettings(context_len=AUTOMATIC, kv_type="f16", speculation="/m/small.gguf")
    loaded = own.over(config)
    assert (loaded.device, loaded.context_len, loaded.kv_type) == ("cpu", None, "f16")
    assert (loaded.threads, loaded.speculation.kind) == (2, "/m/small.gguf")
    assert ModelSettings().over(config) == config


def test_values_that_the_engine_would_refuse_are_left_out() -> None:
    assert ModelSettings(device="toaster").over(EngineConfig()) == EngineConfig()


def test_a_damaged_file_costs_no_more_than_what_is_in_it(model: Path, tmp_path: Path) -> None:
    path = tmp_path / "models.json"
    path.write_bytes(b'{"tiny.gguf 14": {"context_len": "a lot"}}')
    file = ModelSettingsFile(path)
    assert file.of(model) == ModelSettings()
    file.put(model, ModelSettings(context_len=512))
    assert ModelSettingsFile(path).of(model).context_len == 512


def test_a_folder_that_cannot_be_written_is_named(model: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="could not be saved"):
        ModelSettingsFile(tmp_path / "file" / "models.json").put(model, ModelSettings(device="cpu"))
