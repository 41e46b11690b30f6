"""What an installed Encore keeps of Qt's wheels: a tenth of them. Knows no file of ours but the imports."""

import ast
import shutil
from collections.abc import Callable
from pathlib import Path

_LIBRARIES = {
    "Core",
    "DBus",  # the desktop: themes, accessibility
    "Gui",
    "Network",  # a second start finds the first
    "OpenGL",
    "Svg",
    "WaylandClient",
    "Widgets",
    "WlShellIntegration",
    "XcbQpa",
}
_PLUGINS = {
    "iconengines": {"qsvgicon"},
    "imageformats": {"qgif", "qico", "qjpeg", "qsvg", "qwebp"},
    "platforminputcontexts": {
        "composeplatforminputcontextplugin",
        "ibusplatforminputcontextplugin",
    },
    "platforms": {"qcocoa", "qoffscreen", "qwayland", "qwindows", "qxcb"},
    "platformthemes": {"qgtk3", "qxdgdesktopportal"},
    "styles": {"qmacstyle", "qmodernwindowsstyle"},
    "wayland-decoration-client": {"adwaita", "bradient"},
    "wayland-graphics-integration-client": {"qt-plugin-wayland-egl"},
    "wayland-shell-integration": {"xdg-shell"},
    "xcbglintegrations": {"qxcb-egl-integration", "qxcb-glx-integration"},
}
_PACKAGE_FILES = {
    *("__init__.py", "_config.py", "_git_pyside_version.py"),
    # The runtime of Microsoft's C++ compiler; Qt and Python need no more of it.
    *("msvcp140.dll", "msvcp140_1.dll", "msvcp140_2.dll", "vcruntime140.dll", "vcruntime140_1.dll"),
}
_UNUSED_SUFFIXES = {".pyi", ".lib", ".h"}


def used_modules(sources: Path) -> set[str]:
    """The modules of PySide6 that `sources` import: "QtCore" and the like."""
    modules = set()
    for path in sources.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6."):
                modules.add(str(node.module).split(".")[1])
    return modules


def prune_qt(libraries: Path, modules: set[str]) -> None:
    """Delete from the folder of packages what of Qt is neither in `modules` nor needed by them."""
    package = libraries / "PySide6"
    has_qt_folder = (package / "Qt").is_dir()  # on Windows Qt lies in the package itself
    qt = package / "Qt" if has_qt_folder else package
    _keep(package, lambda path: _is_of_package(path, modules))
    if has_qt_folder:
        _keep(qt, lambda path: path.name in {"lib", "plugins"})
        _keep(qt / "lib", lambda path: _is_kept_library(path.name))
    _keep(qt / "plugins", lambda path: path.name in _PLUGINS)
    for folder in (qt / "plugins").iterdir():
        _keep(folder, lambda path: path.stem.removeprefix("lib") in _PLUGINS[path.parent.name])
    shutil.rmtree(libraries / "shiboken6/include", ignore_errors=True)
    shutil.rmtree(libraries / "shiboken6/lib", ignore_errors=True)
    for path in [*package.rglob("*"), *(libraries / "shiboken6").rglob("*")]:
        if path.suffix in _UNUSED_SUFFIXES:
            path.unlink()


def _is_of_package(path: Path, modules: set[str]) -> bool:
    name = path.name
    if path.is_dir():
        return name in {"Qt", "plugins"}
    is_ours = name in _PACKAGE_FILES or name.startswith(("libpyside6.", "pyside6."))
    return (
        is_ours
        or name.split(".")[0] in modules
        or (path.suffix == ".dll" and _is_kept_library(name))
    )


def _is_kept_library(name: str) -> bool:
    """Whether libQt6Core.so.6, Qt6Core.dll, QtCore.framework or libicuuc.so.73 is kept."""
    stem = name.split(".")[0]
    return stem.startswith("libicu") or _stem(stem) in _LIBRARIES


def _stem(name: str) -> str:
    for prefix in ("libQt6", "Qt6", "Qt"):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return ""


def _keep(folder: Path, is_kept: Callable[[Path], bool]) -> None:
    for path in list(folder.iterdir()):
        if is_kept(path):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
