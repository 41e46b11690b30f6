"""What a package would lack is said before it is made, and nobody makes such a release by mistake."""

from pathlib import Path

import pytest

from app.services.runtime.kinds import kind_of
from installers import bundle
from installers.build import main
from installers.console import SetupError
from installers.locks.make import RUNTIMES
from installers.runtimes import KINDS, lack_everywhere, lacks_of_gpus

_LOCK = '[[packages]]\nname = "torch"\nwheels = [{{ size = {} }}]\n'


def _write(folder: Path, **sizes: int) -> Path:
    folder.mkdir(parents=True)
    for name, size in sizes.items():
        path = folder / f"pylock.{name.replace('_', '-')}.toml"
        path.write_text(_LOCK.format(size), encoding="utf-8")
    return folder


def test_each_build_of_a_whole_release_can_be_locked() -> None:
    assert sorted(RUNTIMES) == sorted(
        f"{system}-{kind}" for system, kinds in KINDS.items() for kind in kinds
    )
    assert all(kind_of(name) in KINDS[name.partition("-")[0]] for name in RUNTIMES)


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ({"linux_cpu": 3}, ""),
        (
            {"linux_cu130": 2_800_000_000},
            "computers without an NVIDIA GPU would fetch a build for CUDA, 2.8 GB",
        ),
        ({"windows_cpu": 3}, "no model could run"),
    ],
)
def test_computers_without_a_gpu(sizes: dict[str, int], words: str, tmp_path: Path) -> None:
    lack = lack_everywhere("linux", "3.13", _write(tmp_path / "locks", **sizes))
    assert words in lack
    assert bool(words) == bool(lack)
    assert not words or lack.startswith("There is no lock of linux-cpu for Python 3.13")


@pytest.mark.parametrize(
    ("builds", "lacking"),
    [
        (("cpu",), ["525 to 579", "580 or newer"]),
        (("cpu", "cu130"), ["525 to 579"]),
        (("cpu", "cu126"), []),
        (("cpu", "cu128", "cu130"), []),
    ],
)
def test_computers_with_a_gpu(builds: tuple[str, ...], lacking: list[str], tmp_path: Path) -> None:
    sizes = {f"windows_{build}": 1 for build in builds}
    lacks = lacks_of_gpus("windows", _write(tmp_path / "locks", **sizes))
    assert len(lacks) == len(lacking)
    for lack, drivers in zip(lacks, lacking, strict=True):
        assert f"({drivers})" in lack


def test_a_mac_needs_one_build(tmp_path: Path) -> None:
    assert lacks_of_gpus("macos", _write(tmp_path / "locks", macos_arm64=1)) == []


class _ReachedError(Exception):
    """The build went on."""


def test_a_release_without_the_usual_build_is_refused_unless_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def reach(*_: object) -> None:
        raise _ReachedError

    _write(tmp_path / "locks/cp313", linux_cu130=2_800_000_000)
    monkeypatch.setattr(bundle, "_LOCKS", tmp_path / "locks")
    monkeypatch.setattr(bundle, "copy_tracked", reach)
    (tmp_path / "python/lib/python3.13").mkdir(parents=True)
    (tmp_path / "python/bin").mkdir()
    (tmp_path / "python/bin/python3").touch()
    command = ["deb", "--python", str(tmp_path / "python"), "--out", str(tmp_path / "dist")]
    with pytest.raises(SetupError, match=r"linux-cpu for Python 3\.13.*--incomplete"):
        main(command)
    capsys.readouterr()
    with pytest.raises(_ReachedError):
        main([*command, "--incomplete"])
    said = capsys.readouterr().out
    assert "computers without an NVIDIA GPU would fetch a build for CUDA, 2.8 GB" in said
    assert "CUDA 12 (525 to 579) would use the processor" in said
