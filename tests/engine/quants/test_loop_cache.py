"""The folder of compiled loops."""

import os
import re
import runpy
import time
from pathlib import Path

import numba
import pytest

import engine
from engine.quants import loop_cache


@pytest.fixture(autouse=True)
def _restore(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CACHE_DIR", "CACHE_LOCATOR_CLASSES"):
        monkeypatch.setattr(numba.config, name, getattr(numba.config, name))


def test_folder_is_made_and_old_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_cache, "user_cache_path", lambda _: tmp_path)
    old, recent = tmp_path / "compiled" / "old", tmp_path / "compiled" / "recent"
    old.mkdir(parents=True)
    recent.mkdir()
    long_ago = time.time() - 40 * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    folder = loop_cache.use_source_keyed_cache()
    assert folder is not None
    assert folder.is_dir()
    assert str(folder) == numba.config.CACHE_DIR
    assert recent.exists()
    assert not old.exists()


def test_a_package_that_lies_elsewhere_compiles_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_cache, "user_cache_path", lambda _: tmp_path)
    loop_cache.use_source_keyed_cache()
    found = []
    for place in ("one", "another"):
        module = tmp_path / place / "engine" / "kernels" / "loops.py"
        module.parent.mkdir(parents=True)
        module.write_text(
            "from numba import njit\n"
            "@njit('int64(int64)', cache=True)\n"
            "def double(number):\n"
            "    return 2 * number\n"
        )
        monkeypatch.setattr(loop_cache, "_PACKAGE", module.parents[1])
        double = runpy.run_path(str(module), run_name="loops")["double"]
        assert double(21) == 42
        found.append(sum(double.stats.cache_hits.values()))
    assert found == [0, 1]


def test_no_place_to_write_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(loop_cache, "user_cache_path", lambda _: blocked)
    assert loop_cache.use_source_keyed_cache() is None


def test_the_folder_is_named_after_every_module_that_is_compiled() -> None:
    package = Path(engine.__path__[0])
    uses_compiler = re.compile(r"^(from|import) (numba|llvmlite)", re.MULTILINE)
    compiled = {
        path.resolve()
        for path in package.rglob("*.py")
        if uses_compiler.search(path.read_text(encoding="utf-8"))
    }
    assert len(compiled) > 15
    assert compiled <= set(loop_cache.source_files())
