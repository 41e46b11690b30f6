"""What an installed Encore keeps of pywin32: with it the children of tool servers end with their parent.

An editor, COM and most of the rest are used by nothing here.
"""

from pathlib import Path

_FOLDERS = (
    "adodbapi",
    "isapi",
    "pythonwin",
    "pywin32_system32",
    "win32",
    "win32com",
    "win32comext",
)
_FILES = ("PyWin32.chm", "pythoncom.py", "pywin32.version.txt")
# What the MCP client imports, and what these load. The DLL is named for the Python.
_KEPT = {
    *("pywin32_bootstrap", "pywintypes", "win32con", "win32timezone"),
    *("_win32sysloader", "win32api", "win32job"),
}
_LIBRARY = "pywintypes3"
_SUFFIXES = {".py", ".pyd"}


def prune_pywin32(libraries: Path) -> None:
    """Delete the rest from a folder of packages, if pywin32 is there."""
    for name in _FILES:
        (libraries / name).unlink(missing_ok=True)
    for folder in (libraries / name for name in _FOLDERS):
        for path in sorted(folder.rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif not _is_kept(path):
                path.unlink()
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _is_kept(path: Path) -> bool:
    is_module = path.stem in _KEPT and path.suffix in _SUFFIXES
    return is_module or path.name.startswith(_LIBRARY)
