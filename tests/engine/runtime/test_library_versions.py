"""The versions that the engine tells."""

import pytest

from engine.runtime import library_versions


def test_a_library_whose_metadata_cannot_be_read_has_no_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {"torch": "2.13.0", "encore-chat": None}
    monkeypatch.setattr(library_versions, "version", lambda name: found.get(name, "1.0"))
    versions = library_versions.library_versions()
    assert versions["torch"] == "2.13.0"
    assert "encore" not in versions
