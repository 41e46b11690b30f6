"""Settings: kept, refused, acted on, reloaded."""

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.services.engine.engine_service import EngineService
from app.services.notices import Notices
from app.storage.settings.model_settings import ModelSettings
from app.storage.settings.option_table import with_values
from app.storage.settings.settings import Settings
from app.storage.settings.settings_file import SettingsFile
from app.viewmodels.settings import SettingsViewModel
from engine.commands import Configure, Load
from engine.config import SpeculationConfig, Toggles
from engine.events import Confinement
from tests.app.conftest import Services
from tests.support.fake_engine import FakeEngine


def test_every_setting_can_be_drawn(services: Services) -> None:
    for option in services.settings.options:
        assert option.label
        assert option.help
        assert option.section_label
        assert services.settings.value(option.name) == option.default
        assert services.settings.set_value(option.name, option.default) == ""
        for value, label in option.choices:
            assert label
            assert services.settings.set_value(option.name, value) == ""


def test_a_value_is_kept_and_told_once(services: Services, tmp_path: Path) -> None:
    changed: list[str] = []
    services.settings.value_changed.connect(changed.append)
    services.settings.set_value("temperature", 0.0)
    services.settings.set_value("temperature", 0.0)
    assert changed == ["temperature"]
    assert SettingsFile(tmp_path / "settings.toml").load().settings == with_values(
        Settings(), temperature=0.0
    )


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("temperature", 99.0, "Temperature must be between 0.00 and 5.00."),
        ("context_len", 10, "Context length must be between 256"),
        ("max_tokens", -1, "Longest answer must be between"),
        ("theme", "pink", "Theme cannot be set to that."),
    ],
)
def test_a_bad_value_is_refused_in_words(
    services: Services, name: str, value: object, words: str
) -> None:
    before = services.settings.settings
    assert words in services.settings.set_value(name, value)
    assert services.settings.settings == before


def test_toggles_and_speculation_act_at_once(services: Services) -> None:
    services.load()
    services.settings.set_value("kvpad", value=False)
    services.settings.set_value("speculation", "ngram")
    services.settings.set_value("temperature", 0.0)
    assert services.engine.sent_of(Configure) == [
        Configure(Toggles(kvpad=False), None),
        Configure(None, SpeculationConfig(kind="ngram")),
    ]


def test_without_a_model_they_wait_for_the_next_load(services: Services) -> None:
    services.settings.set_value("graph", value=False)
    services.load()
    assert services.engine.sent_of(Configure) == []
    assert services.engine.sent_of(Load)[0].config.toggles == Toggles(graph=False)


def test_context_and_threads_offer_a_reload(services: Services) -> None:
    settings = services.settings
    settings.set_value("context_len", 512)
    assert not settings.needs_reload
    services.load()
    with services.qtbot.waitSignal(settings.reload_needed_changed):
        settings.set_value("context_len", 1024)
    assert settings.needs_reload
    assert settings.reload_hint
    settings.set_value("context_len", 512)
    assert not settings.needs_reload
    settings.set_value("threads", 1)
    with services.qtbot.waitSignal(services.service.model_loaded):
        settings.reload_model()
    assert not settings.needs_reload
    assert services.engine.sent_of(Load)[-1].config.threads == 1


def test_another_type_of_context_memory_is_for_the_next_load(services: Services) -> None:
    settings = services.settings
    services.load()
    assert services.engine.sent_of(Load)[-1].config.kv_type == "auto"
    assert settings.set_value("kv_type", "q8_0") == ""
    assert settings.needs_reload
    with services.qtbot.waitSignal(services.service.model_loaded):
        settings.reload_model()
    assert services.engine.sent_of(Load)[-1].config.kv_type == "q8_0"
    assert not settings.needs_reload
    assert "cannot be set" in settings.set_value("kv_type", "q4_1")


def test_models_of_the_library_become_choices_of_the_drafter(services: Services) -> None:
    settings = services.settings
    services.load()
    with services.qtbot.waitSignal(settings.choices_changed):
        settings.offer_draft_models({"/models/small.gguf": "Small"})
    assert settings.choices("speculation")[-1:] == (("/models/small.gguf", "Small"),)
    assert settings.set_value("speculation", "/models/small.gguf") == ""
    sent = services.engine.sent_of(Configure)[-1].speculation
    assert sent is not None
    assert sent.kind == "/models/small.gguf"
    settings.offer_draft_models({})  # it is chosen, and was deleted
    assert settings.choices("speculation")[-1:] == (("/models/small.gguf", "small.gguf"),)


def test_a_model_has_values_of_its_own_that_every_load_takes(services: Services) -> None:
    settings, model = services.settings, Path("tiny.gguf")
    services.load()
    settings.set_for_model(model, ModelSettings(context_len=2048, speculation="ngram"))
    assert settings.needs_reload
    config = settings.config_for(model)
    assert (config.context_len, config.speculation.kind, config.device) == (2048, "ngram", "auto")
    assert settings.config_for(Path("other.gguf")).context_len is None
    with services.qtbot.waitSignal(services.service.model_loaded):
        settings.reload_model()
    assert services.engine.sent_of(Load)[-1].config == config
    assert not settings.needs_reload
    assert '"context_len":2048' in settings.snapshot_json(settings.settings)


def test_what_was_set_last_counts_for_the_loaded_model(services: Services) -> None:
    settings, model = services.settings, Path("tiny.gguf")
    settings.set_for_model(model, ModelSettings(context_len=2048, kv_type="f16"))
    services.load(settings.config_for(model))
    settings.set_value("context_len", 8192)
    assert settings.config_for(model).context_len == 8192
    assert settings.config_for(model).kv_type == "f16"
    assert settings.needs_reload


def test_settings_say_what_the_loaded_model_has_for_itself(services: Services) -> None:
    settings, model = services.settings, Path("tiny.gguf")
    settings.set_for_model(model, ModelSettings(context_len=2048, kv_type="f16", device="auto"))
    assert settings.remark("context_len") == ""  # it is not loaded
    with services.qtbot.waitSignal(settings.remarks_changed):
        services.load(settings.config_for(model))
    assert settings.remark("context_len").startswith("tiny has its own: 2,048.")
    assert "float16" in settings.remark("kv_type")
    assert settings.remark("device") == ""  # the same as set here
    with services.qtbot.waitSignal(settings.remarks_changed):
        settings.set_value("context_len", 8192)
    assert settings.remark("context_len") == ""


def test_gpus_become_choices_once_they_are_found(services: Services) -> None:
    settings = services.settings
    assert [value for value, _ in settings.choices("device")] == ["auto", "cpu"]
    services.engine.gpu_names = ("NVIDIA A", "NVIDIA B")
    with services.qtbot.waitSignal(settings.choices_changed):
        services.service.start()
    assert settings.choices("device")[2:] == (
        ("cuda:0", "NVIDIA A (cuda:0)"),
        ("cuda:1", "NVIDIA B (cuda:1)"),
    )
    assert settings.set_value("device", "cuda:1") == ""
    services.load()
    assert services.engine.sent_of(Load)[-1].config.device == "cuda:1"
    settings.set_value("device", "cpu")
    assert settings.needs_reload


@pytest.mark.parametrize(
    ("confinement", "words"),
    [
        (Confinement(network_denied=True, files_limited=True), "no network access, opens only"),
        (
            Confinement(network_denied=True, reason="no Landlock"),
            "no network access, but may use your files: no Landlock.",
        ),
        (
            Confinement(files_limited=True, reason="no filter"),
            "opens only models, but may use the network: no filter.",
        ),
        (Confinement(reason="only on Linux"), "the network and your files: only on Linux."),
    ],
)
def test_what_the_engine_may_do_is_said_once_it_runs(
    services: Services, confinement: Confinement, words: str
) -> None:
    assert services.settings.confinement == ""
    services.engine.confinement = confinement
    with services.qtbot.waitSignal(services.settings.confinement_changed):
        services.service.start()
    assert words in services.settings.confinement


def test_a_device_that_is_not_there_stays_chosen(services: Services) -> None:
    assert services.settings.set_value("device", "cuda:7") == ""
    assert services.settings.choices("device")[-1] == ("cuda:7", "cuda:7")
    assert "cannot be set" in services.settings.set_value("device", "gpu")
    assert "cannot be set" in services.settings.set_value("theme", "")


def test_defaults_come_back_but_the_last_model_stays(services: Services) -> None:
    services.settings.set_value("top_k", 3)
    services.settings.set_value("min_p", 0.5)
    services.settings.set_value("last_model", "/models/a.gguf")
    services.settings.reset("top_k")
    assert services.settings.settings == with_values(
        Settings(), min_p=0.5, last_model="/models/a.gguf"
    )
    services.settings.reset_all()
    assert services.settings.settings == Settings(last_model="/models/a.gguf")


def test_what_the_file_got_wrong_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[answers]\ntemperature = 'hot'\ntop_k = 3\n")
    notices = Notices()
    service = EngineService(FakeEngine().connect, notices)
    settings = SettingsViewModel(SettingsFile(path), service, notices)
    (notice,) = notices.take_unseen()
    assert "temperature" in notice.text
    assert settings.value("top_k") == 3


def test_a_disk_that_refuses_is_told_and_the_value_acts_anyway(
    services: Services, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").mkdir()
    services.settings.set_value("top_k", 3)
    assert services.settings.value("top_k") == 3
    assert "could not be saved" in services.texts()[0]


def test_a_snapshot_names_what_shaped_an_answer(services: Services) -> None:
    services.settings.set_value("seed", 5)
    snapshot = json.loads(services.settings.snapshot_json(services.settings.settings))
    assert snapshot["sampling"]["seed"] == 5
    assert snapshot["config"]["toggles"]["kvpad"] is True
