"""What a collection does not look through."""

import gc
from collections.abc import Iterator

import pytest

from engine.freed_memory import importing


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_no_collection_looks_through_what_was_imported() -> None:
    gc.unfreeze()
    with importing():
        assert not gc.isenabled()
        made: list[object] = [[] for _ in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= 1000
    assert not any(each is made for each in gc.get_objects())


def test_a_failed_import_leaves_collections_on() -> None:
    gc.unfreeze()
    with pytest.raises(ImportError), importing():
        raise ImportError
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
