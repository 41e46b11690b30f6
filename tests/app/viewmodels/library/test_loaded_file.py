"""A model whose file changes while it is loaded."""

import os
from pathlib import Path

import pytest

from app.services.library.folder import ModelFolder
from app.viewmodels.banner import Banner
from app.viewmodels.library.loaded_file import LoadedFileWatch
from app.viewmodels.model_picker import ModelPickerViewModel
from engine.commands import Load
from tests.app.conftest import Services


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "models" / "tiny.gguf"
    path.parent.mkdir()
    path.write_bytes(b"GGUF")
    return path


@pytest.fixture
def banner() -> Banner:
    return Banner()


@pytest.fixture
def watch(services: Services, path: Path, banner: Banner) -> LoadedFileWatch:
    models = ModelPickerViewModel(
        ModelFolder(path.parent), services.service, services.settings, services.notices
    )
    watch = LoadedFileWatch(models, services.service, banner)
    models.load_path(path)
    services.qtbot.waitUntil(watch._timer.isActive)
    return watch


def test_a_changed_file_can_be_loaded_again(
    services: Services, path: Path, banner: Banner, watch: LoadedFileWatch
) -> None:
    watch.look()
    os.utime(path, (1, 1))
    watch.look()
    services.qtbot.waitUntil(lambda: banner.text == "The file of Tiny was changed.")
    assert banner.action_label == "Load it again"
    num_loads = len(services.engine.sent_of(Load))
    banner.perform_action()
    assert len(services.engine.sent_of(Load)) == num_loads + 1


def test_a_file_that_is_gone_is_said_until_the_model_is_unloaded(
    services: Services, path: Path, banner: Banner, watch: LoadedFileWatch
) -> None:
    path.unlink()
    watch.look()
    services.qtbot.waitUntil(lambda: banner.text.startswith("The file of Tiny is gone."))
    assert banner.action_label == ""
    services.service.unload()
    services.qtbot.waitUntil(lambda: banner.text == "")
