"""The folder of compiled loops."""

import os
import re
import runpy
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import pytest
from numba.core import caching

import engine
from engine.quants import loop_cache, loop_sources

NUM_ROUNDS = 100
ROOT = Path(__file__).parents[3]

# Runs a loop; then whether numba has registered what it can compile; then compiles another.
_LOAD = """
import sys
import numba
import numpy as np
from engine.quants.block_loops import half_to_float
print(half_to_float(np.uint16(0x3C00)))
print("numba.np.linalg" in sys.modules)
print(numba.njit(lambda number: number + 1)(2))
"""


@pytest.fixture(autouse=True)
def _restore(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CACHE_DIR", "CACHE_LOCATOR_CLASSES"):
        monkeypatch.setattr(numba.config, name, getattr(numba.config, name))
    monkeypatch.setattr(caching, "IndexDataCacheFile", caching.IndexDataCacheFile)
    monkeypatch.setattr(caching.Cache, "load_overload", caching.Cache.load_overload)


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


def test_two_that_compile_at_once_never_get_each_others_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_cache, "user_cache_path", lambda _: tmp_path)
    loop_cache.use_source_keyed_cache()
    both_are_ready = threading.Barrier(2)

    def save(loop: str, key: tuple[str, int]) -> None:
        files = caching.IndexDataCacheFile(str(tmp_path), loop, "")
        both_are_ready.wait()
        files.save(key, f"code of {key}")

    keys = [("product", 0), ("product", 1)]
    with ThreadPoolExecutor(2) as pool:
        for number in range(NUM_ROUNDS):
            list(pool.map(save, [f"loop-{number}"] * 2, keys))
            files = caching.IndexDataCacheFile(str(tmp_path), f"loop-{number}", "")
            assert [files.load(key) for key in keys] == [f"code of {key}" for key in keys]


def test_a_file_cut_short_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop_cache, "user_cache_path", lambda _: tmp_path)
    loop_cache.use_source_keyed_cache()
    for kept_bytes in (0, 5):
        assert numba.njit("int64(int64)", cache=True)(_successor)(1) == 2
        (file,) = tmp_path.rglob("*.nbc")
        file.write_bytes(file.read_bytes()[:kept_bytes])
        assert numba.njit("int64(int64)", cache=True)(_successor)(1) == 2
        assert len(file.read_bytes()) > kept_bytes


def _successor(number: int) -> int:
    return number + 1


def _pack(folder: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w") as file:
        for path in folder.glob("*/*/*.nbc"):
            file.write(path, path.relative_to(folder))


@pytest.mark.parametrize("is_writable", [True, False])
def test_what_came_compiled_is_not_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_writable: bool
) -> None:
    loop_cache.use_source_keyed_cache(tmp_path / "release")
    numba.njit("int64(int64)", cache=True)(_successor)
    _pack(tmp_path / "release", tmp_path / "loops.zip")
    monkeypatch.setattr(loop_cache, "PREBUILT_LOOPS", tmp_path / "loops.zip")
    loop_cache.use_source_keyed_cache(tmp_path / "user")
    if not is_writable:
        monkeypatch.setattr(loop_cache.CompiledLoops, "_open_for_write", _refuse)
    found = numba.njit("int64(int64)", cache=True)(_successor)
    assert found(1) == 2
    assert sum(found.stats.cache_hits.values()) == 1
    assert len(list((tmp_path / "user").rglob("*.nbc"))) == is_writable


def _refuse(*_: object) -> None:
    raise PermissionError


@pytest.mark.parametrize("harm", ["cut", "changed", "other sources"])
def test_what_came_damaged_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    archive = tmp_path / "loops.zip"
    loop_cache.use_source_keyed_cache(tmp_path / "release")
    numba.njit("int64(int64)", cache=True)(_successor)
    if harm == "other sources":
        (made,) = (tmp_path / "release").iterdir()
        made.rename(made.with_name("0" * 16))
    _pack(tmp_path / "release", archive)
    content = bytearray(archive.read_bytes())
    if harm == "changed":
        middle = len(content) // 2
        content[middle : middle + 9] = bytes(byte ^ 0x55 for byte in content[middle : middle + 9])
    archive.write_bytes(content[:-30] if harm == "cut" else content)
    monkeypatch.setattr(loop_cache, "PREBUILT_LOOPS", archive)
    loop_cache.use_source_keyed_cache(tmp_path / "user")
    compiled = numba.njit("int64(int64)", cache=True)(_successor)
    assert compiled(1) == 2
    assert not compiled.stats.cache_hits


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
    assert compiled <= set(loop_sources.source_files())


def test_what_is_compiled_is_loaded_without_preparing_to_compile(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", _LOAD]
    first, second = (
        subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(2)
    )
    assert first == ["1.0", "True", "3"]
    assert second == ["1.0", "False", "3"]
