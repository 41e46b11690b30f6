"""How the Hub is reached: what wins, where the token goes, what the clients do."""

import pytest

from app.services.hub.settings import (
    HubSettings,
    OfflineError,
    require_online,
    resolve_hub_settings,
)


def test_without_anything_it_is_the_hub() -> None:
    assert resolve_hub_settings(environment={}) == HubSettings()


def test_the_environment_wins_over_what_is_saved() -> None:
    saved = {"saved_endpoint": "https://saved.example", "token": "hf_saved"}
    environment = {
        "HF_ENDPOINT": "https://mirror.example/",
        "HF_TOKEN": " hf_named\n",
        "HF_HUB_OFFLINE": "true",
    }
    settings = resolve_hub_settings(**saved, environment=environment)
    assert settings == HubSettings("https://mirror.example", "hf_named", None, is_offline=True)
    assert resolve_hub_settings(**saved, environment={"HF_ENDPOINT": ""}) == HubSettings(
        "https://saved.example", "hf_saved"
    )


def test_the_environment_is_read_at_run_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert resolve_hub_settings().is_offline
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    assert not resolve_hub_settings().is_offline


def test_addresses_may_lack_their_scheme() -> None:
    settings = resolve_hub_settings("mirror.example/", "proxy.example:8080", environment={})
    assert (settings.endpoint, settings.proxy) == (
        "https://mirror.example",
        "http://proxy.example:8080",
    )


def test_a_token_that_no_header_can_hold_is_none() -> None:
    assert resolve_hub_settings(environment={"HF_TOKEN": "hf_ä b"}).token is None


def test_secrets_are_not_shown() -> None:
    shown = repr(HubSettings(token="hf_secret", proxy="http://me:secret@proxy"))
    assert "secret" not in shown


def test_offline_says_what_cannot_be_done() -> None:
    require_online(HubSettings(), "Searching")
    with pytest.raises(OfflineError, match=r"^Searching needs the network, which is off"):
        require_online(HubSettings(is_offline=True), "Searching")
