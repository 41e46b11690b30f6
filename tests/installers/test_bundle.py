"""What is compiled before, put into a bundle where the engine looks for it."""

from pathlib import Path

import pytest

from engine.kernels.cuda.launching.prebuilt import PREBUILT_DIR
from installers.bundle import add_triton_modules
from installers.console import SetupError
from installers.preparation import ROOT

FILES = ("cuda_utils-0123.cpython-313-x86_64-linux-gnu.so", "kernels-sm90.zip", "notes.txt")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    folder = tmp_path / "bundle"
    (folder / "src" / PREBUILT_DIR.parent.relative_to(ROOT)).mkdir(parents=True)
    return folder


def test_modules_and_kernels_are_added_and_nothing_else(bundle: Path, tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_text(name)
    add_triton_modules(bundle, tmp_path)
    added = bundle / "src" / PREBUILT_DIR.relative_to(ROOT)
    assert sorted(path.name for path in added.iterdir()) == sorted(FILES[:2])


def test_kernels_alone_need_a_compiler_all_the_same(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / FILES[1]).touch()
    with pytest.raises(SetupError, match=r"triton_modules\.py"):
        add_triton_modules(bundle, tmp_path)
