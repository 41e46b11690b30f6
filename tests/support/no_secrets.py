"""Keeps tests away from this machine's keyring, tokens and settings of the Hub."""

import sys
from pathlib import Path

import pytest
from huggingface_hub import constants


def hide_secrets(monkeypatch: pytest.MonkeyPatch, empty: Path) -> None:
    """Let nothing be found; `empty` is a folder without tokens."""
    monkeypatch.setitem(sys.modules, "keyring", None)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(empty / "no-token"))
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HF_ENDPOINT", "HF_HUB_OFFLINE"):
        monkeypatch.delenv(name, raising=False)
