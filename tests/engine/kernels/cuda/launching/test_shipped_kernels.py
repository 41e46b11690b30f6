"""Kernels compiled before: found by the keys of a launch, and in nothing damaged."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import triton
import triton.language as tl
from triton.runtime.jit import DependenciesFinder

from engine.kernels.cuda.launching.module_names import archive_name
from engine.kernels.cuda.launching.shipped_kernels import (
    ShippedKernels,
    key_callees_first,
    use_shipped_kernels,
)
from tests.support.compiler_process import printed

KEY = "A" * 52
FILES = {"add.json": b"{}", "add.cubin": b"\x7fELF"}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(ShippedKernels, "members", {})
    with triton.knobs.cache.scope():
        triton.knobs.cache.dir = str(tmp_path / "cache")
        yield
    use_shipped_kernels.cache_clear()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / archive_name(90)
    with zipfile.ZipFile(path, "w") as file:
        for name, content in FILES.items():
            file.writestr(f"{KEY}/{name}", content)
    return path


def found_files() -> dict[str, bytes]:
    """What Triton finds of the kernel."""
    manager = triton.knobs.cache.manager_class
    assert manager is not None
    group = manager(KEY).get_group("add.json") or {}
    return {name: Path(path).read_bytes() for name, path in group.items()}


def test_a_kernel_is_unpacked_once_into_the_own_cache(archive: Path) -> None:
    use_shipped_kernels(90, archive.parent)
    assert found_files() == FILES
    ShippedKernels.members.clear()
    assert found_files() == FILES


def test_a_kernel_that_is_not_there_is_compiled(archive: Path) -> None:
    use_shipped_kernels(90, archive.parent)
    assert ShippedKernels("B" * 52).get_group("add.json") is None


def test_without_an_archive_of_the_capability_nothing_changes(archive: Path) -> None:
    use_shipped_kernels(80, archive.parent)
    assert triton.knobs.cache.manager_class is None


def test_a_damaged_archive_is_no_reason_to_fail(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-30])
    use_shipped_kernels(90, archive.parent)
    assert triton.knobs.cache.manager_class is None


def test_a_damaged_kernel_is_compiled(archive: Path) -> None:
    content = archive.read_bytes()
    archive.write_bytes(content.replace(FILES["add.cubin"], b"\x7fELG", 1))
    use_shipped_kernels(90, archive.parent)
    assert found_files() == {}


SCALE = tl.constexpr(3)


def scaled(x: object) -> object:
    return x * SCALE


def scale_kernel(pointer: object) -> None:
    tl.store(pointer, scaled(tl.load(pointer)))


def test_a_key_depends_on_no_launch_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def merge_first(finder: DependenciesFinder, callee: triton.JITFunction) -> None:
        finder.used_global_vals.update(callee.used_global_vals)  # as Triton 3.7 does
        finder.hasher.update(callee.cache_key.encode())

    def key(*, after_callee: bool) -> str:
        callee = triton.JITFunction(scaled)
        monkeypatch.setitem(scale_kernel.__globals__, "scaled", callee)
        if after_callee:
            _ = callee.cache_key
        kernel_key: str = triton.JITFunction(scale_kernel).cache_key
        monkeypatch.setitem(scale_kernel.__globals__, "scaled", callee.fn)
        return kernel_key

    monkeypatch.setattr(DependenciesFinder, "_update_hash", merge_first)
    assert key(after_callee=True) != key(after_callee=False)
    key_callees_first.__wrapped__()
    assert key(after_callee=True) == key(after_callee=False)


@pytest.mark.timeout(300)  # a compiler
def test_a_launch_finds_what_was_compiled_without_a_gpu(golden_dir: Path, tmp_path: Path) -> None:
    def probe(what: str, **variables: str) -> object:
        arguments = what, golden_dir / "tiny-llama.gguf", "90", tmp_path / "shipped"
        return printed("shipped_probe", *arguments, **variables)

    shipped = probe("ship")
    launched = probe("launch", PATH="", TRITON_CACHE_DIR=str(tmp_path / "empty"))
    assert isinstance(launched, dict)
    assert launched["found"] == shipped
    assert "attend_kernel" in launched["missing"]  # not among the few: it would be compiled
