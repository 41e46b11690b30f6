"""Which of the libraries that are kept count as those in use."""

import json
import shutil

import pytest

from tests.app.services.runtime.test_installer import assert_uses, install
from tests.support.runtime_bundle import ONE, RuntimeBundle


def test_the_previous_libraries_work_where_the_current_ones_are_gone(
    bundle: RuntimeBundle,
) -> None:
    install(bundle, bundle.put_lock("cpu"))
    first = bundle.store.current
    install(bundle, bundle.put_lock("cu130", [ONE]))
    second = bundle.store.current
    assert second is not None
    shutil.rmtree(bundle.store.libraries(second))
    assert bundle.store.current == first
    assert bundle.store.previous is None


def test_libraries_of_another_python_are_kept_for_the_version_that_had_them(
    bundle: RuntimeBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    cpu = bundle.put_lock("cpu")
    install(bundle, cpu)
    old, store = bundle.store.current, bundle.store
    assert old is not None
    assert not store.is_for_other_python
    with monkeypatch.context() as later:
        later.setattr("app.services.runtime.store.PYTHON", "3.99")
        assert store.current is None
        assert store.previous is None
        assert store.is_for_other_python
        install(bundle, cpu)
        new = store.current
        assert new is not None
        assert new.python == "3.99"
        assert store.previous is None
        assert not store.is_for_other_python
    assert store.current == old
    assert_uses(bundle, "one", "two")


def test_a_current_file_that_names_what_is_gone_counts_as_nothing(bundle: RuntimeBundle) -> None:
    install(bundle, bundle.put_lock("cpu"))
    store = bundle.store
    for content in (b"{", b'{"current": "../elsewhere"}', json.dumps({"current": "gone"}).encode()):
        (store.folder / "current.json").write_bytes(content)
        assert store.current is None
