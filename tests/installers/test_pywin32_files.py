"""Of pywin32 only what ends the children of tool servers is installed."""

from pathlib import Path

from installers.windows.pywin32_files import prune_pywin32

_KEPT = {
    "keyring/backends/Windows.py",
    "pywin32.pth",
    "pywin32-312.dist-info/METADATA",
    "pywin32_system32/pywintypes313.dll",
    "win32/_win32sysloader.pyd",
    "win32/lib/pywin32_bootstrap.py",
    "win32/lib/pywintypes.py",
    "win32/lib/win32con.py",
    "win32/win32api.pyd",
    "win32/win32job.pyd",
}
_UNUSED = {
    "PyWin32.chm",
    "pythoncom.py",
    "pythonwin/pywin/idle/history.py",
    "pywin32_system32/pythoncom313.dll",
    "win32/Demos/win32con/win32con.txt",
    "win32/libs/pywintypes.lib",
    "win32/win32gui.pyd",
    "win32com/client/build.py",
}


def test_what_nothing_uses_is_deleted(tmp_path: Path) -> None:
    for name in _KEPT | _UNUSED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    prune_pywin32(tmp_path)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == _KEPT
    assert all(any(path.iterdir()) for path in tmp_path.rglob("*") if path.is_dir())


def test_without_it_nothing_happens(tmp_path: Path) -> None:
    (tmp_path / "mcp").mkdir()
    prune_pywin32(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mcp"]
