"""Checks whether a window can be shown, without Qt, which would abort the process."""

import ctypes
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from app.paths import bundle_dir

_WIDGETS = "Qt/lib/libQt6Widgets.so.6"
_PLUGIN = "Qt/plugins/platforms/libq{}.so"


def why_no_window() -> str | None:
    """Why no window can be shown, as a sentence; None if one can."""
    if not sys.platform.startswith("linux"):
        return None
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not platform:
        if _has_wayland():
            platform = "wayland"
        elif _has_x11():
            platform = "xcb"
        else:
            return _why_no_display()
    missing = _missing_library(platform)
    if missing is None:
        return None
    remedy = "python3 installers/run.py installs it"
    if bundle_dir() is not None:
        remedy = "install it with the system's package manager"
    return f"The window needs {missing}, which is not here; {remedy}."


def _why_no_display() -> str:
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return f"The display {named} does not answer." if named else "There is no display here."


def _missing_library(platform: str) -> str | None:
    """The first missing library that Qt or its plugin for `platform` is linked to."""
    package = find_spec("PySide6")
    for folder in package.submodule_search_locations or () if package else ():
        for name in (_WIDGETS, _PLUGIN.format(platform)):
            path = Path(folder) / name
            if not path.exists():  # another layout of PySide6, or another plugin
                continue
            try:
                ctypes.CDLL(str(path))
            except OSError as error:
                return str(error).partition(":")[0]
    return None


def _has_wayland() -> bool:
    """Whether the compositor's socket exists."""
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name:
        return False
    return (Path(os.environ.get("XDG_RUNTIME_DIR", "/")) / name).is_socket()


def _has_x11() -> bool:
    """Whether the X server accepts us; also if a library needed to ask is missing."""
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not refused
