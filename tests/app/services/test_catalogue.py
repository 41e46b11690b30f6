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


def test_drafters_are_found_by_the_words_of_a_files_name() -> None:
    catalogue = load_catalogue()

    def drafter(file_name: str, num_bytes: int = 5_000_000_000) -> str | None:
        entry = catalogue.drafter_for(file_name, num_bytes)
        return entry.name if entry else None

    assert drafter("Qwen3-8B-Q4_K_M.gguf") == "Qwen3 0.6B"
    assert drafter("Qwen3.5-9B-Q4_K_M.gguf") is None
    assert drafter("Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf") == "Llama 3.2 1B Instruct"
    assert drafter("qwen2.5-coder-7b-instruct-q4_k_m.gguf") == "Qwen2.5 Coder 0.5B Instruct"
    assert drafter("Qwen2.5-7B-Instruct-Q4_K_M.gguf") == "Qwen2.5 0.5B Instruct"
    assert drafter("Qwen3-1.7B-Q8_0.gguf", 1_800_000_000) is None, "it would not pay"


def test_every_drafter_can_be_got() -> None:
    for entry in load_catalogue().drafter:
        assert is_repo_id(entry.hub_repo)
        assert quantization_label(entry.file)
        assert all(word == word.casefold() for words in entry.words for word in words)
