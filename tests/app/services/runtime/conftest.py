"""The engine is tried out only where a test is about that."""

import pytest


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
