"""What is compiled before, put into a bundle where the engine looks for it."""

import zipfile
from pathlib import Path

import pytest

from engine.kernels.cuda.launching.prebuilt import PREBUILT_DIR
from engine.quants.loop_sources import PREBUILT_LOOPS, loops_key
from installers.bundle import add_loops, add_triton_modules
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


@pytest.mark.parametrize(
    ("numba", "tag", "fits"),
    [("0.68.1", "311", True), ("0.68.2", "311", False), ("0.68.1", "313", False)],
)
def test_loops_are_of_the_sources_the_numba_and_the_python_of_the_bundle(
    bundle: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    numba: str,
    tag: str,
    *,
    fits: bool,
) -> None:
    sources = bundle / "src/engine/quants"
    sources.mkdir(parents=True)
    (sources / "loops.py").write_text("one = 1\n")
    (bundle / "locks").mkdir()
    (bundle / "locks/pylock.linux-cpu.toml").write_text(
        '[[packages]]\nname = "numba"\nversion = "0.68.1"\n'
    )
    monkeypatch.setattr("installers.portable_python.read_version", lambda _: "3.11")
    archive = tmp_path / "loops.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{loops_key(numba, bundle / 'src/engine')}/quants/a.py{tag}.1.nbc", b"code")
    added = bundle / "src" / PREBUILT_LOOPS.relative_to(ROOT)
    if fits:
        add_loops(bundle, archive)
        assert added.read_bytes() == archive.read_bytes()
    else:
        with pytest.raises(SetupError, match="make them again"):
            add_loops(bundle, archive)
        assert not added.exists()
