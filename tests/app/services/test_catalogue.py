"""The catalogue that comes with the program."""

import re

from app.services.catalogue import load_catalogue, starter_entry


def test_every_entry_names_one_file_for_certain() -> None:
    entries = load_catalogue().model
    assert len({entry.file for entry in entries}) == len(entries)
    for entry in entries:
        assert re.fullmatch(r"[0-9a-f]{64}", entry.sha256)
        assert entry.bytes > 0
        assert entry.licence
        assert (entry.index_package is None) == (entry.index_member is None)


def test_the_starter_is_in_it() -> None:
    assert starter_entry().file.endswith(".gguf")
    assert load_catalogue().find("no-such-model.gguf") is None
