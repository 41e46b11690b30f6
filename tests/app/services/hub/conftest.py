"""A local server in the Hub's place; no token of this machine's is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.no_secrets import hide_secrets
from tests.support.pages_server import ServedPages, serve_pages


@pytest.fixture
def hub() -> Iterator[ServedPages]:
    with serve_pages() as served:
        yield served


@pytest.fixture(autouse=True)
def _no_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hide_secrets(monkeypatch, tmp_path)
