"""The catalogue that comes with the program."""

import re

from app.services.catalogue import load_catalogue, starter_entry
from app.services.hub.address import is_repo_id
from app.services.hub.quantizations import quantization_label
from engine.models.registry import SUPPORTED


def test_every_entry_says_what_it_is_and_where() -> None:
    entries = load_catalogue().model
    assert len({entry.file for entry in entries}) == len(entries) >= 10
    for entry in entries:
        assert is_repo_id(entry.hub_repo)
        assert quantization_label(entry.file)
        assert entry.license
        assert entry.good_for.endswith(".")
        assert entry.smallest_machine
        assert entry.bytes is None or entry.bytes > 0
        assert (entry.index_url is None) == (entry.index_member is None)


def test_every_entry_can_be_run() -> None:
    assert {entry.architecture for entry in load_catalogue().model} <= set(SUPPORTED)


def test_they_go_from_small_to_large() -> None:
    sizes = [entry.bytes for entry in load_catalogue().model if entry.bytes]
    assert sizes == sorted(sizes)


def test_the_starter_comes_first_and_its_file_is_known_for_certain() -> None:
    starter = starter_entry()
    assert load_catalogue().model[0].file == starter.file
    assert re.fullmatch(r"[0-9a-f]{64}", starter.sha256)
    assert starter.bytes > 0


def test_only_a_file_known_for_certain_is_found_by_its_name() -> None:
    catalogue = load_catalogue()
    assert catalogue.find(catalogue.starter) == starter_entry()
    assert catalogue.find("Qwen3-4B-Q4_K_M.gguf") is None


def test_people_name_models_as_they_like() -> None:
    catalogue = load_catalogue()
    entry = catalogue.named("qwen3 4b")
    assert entry is not None
    assert entry == catalogue.named("Qwen3-4B-Q4_K_M.gguf")
    assert catalogue.named("no such model") is None
