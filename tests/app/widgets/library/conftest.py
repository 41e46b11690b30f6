"""A whole window whose Hub and queue of downloads do what a test says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.main import Parts
from app.widgets.library.models_page import ModelsPage
from tests.support.scripted_hub import ScriptedHub, ScriptedQueue


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> ScriptedHub:
    hub = ScriptedHub()
    monkeypatch.setattr("app.main.HubAccess", lambda *_: hub)
    return hub


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ScriptedQueue:
    queue = ScriptedQueue(tmp_path / "models")
    monkeypatch.setattr("app.main._queue_opener", lambda *_: lambda: queue)
    return queue


@pytest.fixture
def page(hub: ScriptedHub, queue: ScriptedQueue, parts: Parts) -> Iterator[ModelsPage]:
    """The Models page of a shown window, in front."""
    parts.window.show_page("Models")
    return parts.window.page("Models")
