"""Triton's C module without a C compiler."""

import sysconfig
from pathlib import Path

import pytest
import triton
import triton.runtime.build as triton_build

from engine.kernels.cuda.launching.module_names import module_name
from engine.kernels.cuda.launching.prebuilt import use_prebuilt_modules

SOURCE = b"int answer(void) { return 42; }\n"


@pytest.fixture(autouse=True)
def _no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(triton.knobs.build, "impl", None)
    if hasattr(triton_build, "_find_compiler"):
        triton_build._find_compiler.cache_clear()


def _build(tmp_path: Path, source: bytes) -> str:
    path = tmp_path / "driver.c"
    path.write_bytes(source)
    return triton_build._build("cuda_utils", str(path), str(tmp_path), [], [], [], [])


def test_a_module_made_before_takes_the_place_of_the_compiler(tmp_path: Path) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    module = tmp_path / "prebuilt" / module_name("cuda_utils", SOURCE, suffix)
    module.parent.mkdir()
    module.touch()
    use_prebuilt_modules(module.parent)
    assert _build(tmp_path, SOURCE) == str(module)


def test_a_module_of_another_version_is_not_taken(tmp_path: Path) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    (tmp_path / module_name("cuda_utils", SOURCE, suffix)).touch()
    use_prebuilt_modules(tmp_path)
    for _ in range(2):  # what Triton does without a compiler, each time
        with pytest.raises(RuntimeError, match="C compiler"):
            _build(tmp_path, SOURCE + b"// newer")


def test_a_checkout_compiles(tmp_path: Path) -> None:
    use_prebuilt_modules(tmp_path / "missing")
    with pytest.raises(RuntimeError, match="C compiler"):
        _build(tmp_path, SOURCE)
