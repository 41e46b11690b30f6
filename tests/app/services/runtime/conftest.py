"""An installed Encore with a server of wheels."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hub_server import HubServer, serve_hub
from tests.support.runtime_bundle import RuntimeBundle, make_bundle


@pytest.fixture(autouse=True)
def _engine_is_not_tried_out(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes seconds each time; tests that are about it are marked `real_engine`."""
    if "real_engine" not in request.fixturenames:
        monkeypatch.setattr("app.services.runtime.installer.try_out", lambda *_: None)


@pytest.fixture
def real_engine() -> None:
    """The engine is tried out, as people have it."""


@pytest.fixture
def server() -> Iterator[HubServer]:
    with serve_hub() as hub:
        yield hub


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all tests: compiled loops of the engine are kept by the path of their source."""
    return make_bundle(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def bundle(installed: Path, tmp_path: Path, server: HubServer) -> RuntimeBundle:
    """Fresh: no locks, an empty home."""
    for lock in (installed / "locks").iterdir():
        lock.unlink()
    return RuntimeBundle(installed, tmp_path / "home", server)
