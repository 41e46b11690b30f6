"""The table of settings: complete, and within what the engine takes."""

from typing import get_args

import msgspec
import pytest

from app.storage.settings.option_table import OPTIONS, SECTIONS, option, with_values
from app.storage.settings.settings import Settings
from engine.config import (
    EngineConfig,
    KVType,
    SamplingParams,
    SpeculationConfig,
    Toggles,
    validated,
)
from engine.setting import setting_fields


def test_the_table_and_the_settings_name_the_same_things() -> None:
    of_the_window = set(Settings.__struct_fields__) - {"engine", "sampling"}
    of_the_engine = (Toggles, SpeculationConfig, SamplingParams, EngineConfig)
    fields = {field.name for struct in of_the_engine for field in setting_fields(struct)}
    names = [entry.name for entry in OPTIONS]
    assert sorted(names) == sorted(of_the_window | fields - {"kind"} | {"speculation"})
    assert {entry.section for entry in OPTIONS} == set(SECTIONS)
    for entry in OPTIONS:
        assert entry.parse(entry.default) == entry.default
        assert entry.is_hidden or (entry.label and entry.help)


@pytest.mark.parametrize(
    "entry", [e for e in OPTIONS if e.minimum is not None], ids=lambda e: e.name
)
def test_the_engine_takes_every_value_that_the_table_allows(entry) -> None:
    for bound in (entry.minimum, entry.maximum):
        value = float(bound) if entry.kind == "float" else int(bound)
        settings = with_values(Settings(), **{entry.name: entry.parse(value)})
        for group in (settings.sampling, settings.speculation_config):
            validated(group)
        if entry.name != "context_len" or not value:
            validated(settings.engine_config)


@pytest.mark.parametrize("device", ["auto", "cpu", "cuda", "cuda:3"])
def test_the_engine_takes_every_device(device: str) -> None:
    settings = with_values(Settings(), device=option("device").parse(device))
    assert validated(settings.engine_config).device == device


def test_the_engine_takes_every_type_of_context_memory() -> None:
    entry = option("kv_type")
    for kv_type, label in entry.choices:
        settings = with_values(Settings(), kv_type=entry.parse(kv_type))
        assert validated(settings.engine_config).kv_type == kv_type
        assert label
    assert tuple(dict(entry.choices)) == get_args(KVType)


def test_a_context_too_short_for_the_engine_is_not_allowed() -> None:
    with pytest.raises(ValueError, match="context_len"):
        option("context_len").parse(5)


def test_the_shortest_repeat_is_never_longer_than_the_longest() -> None:
    config = with_values(Settings(), ngram_max=2, ngram_min=5).speculation_config
    assert (config.ngram_max, config.ngram_min) == (2, 2)


def test_automatic_values_reach_the_engine_as_none() -> None:
    settings = Settings()
    assert settings.engine_config.context_len is None
    assert settings.engine_config.threads is None
    assert settings.sampling.seed is None
    assert msgspec.json.encode(settings.engine_config)
