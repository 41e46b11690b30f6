"""Whether a window can be shown here, asked before Qt is loaded: without a screen Qt ends the process."""

import ctypes
import os
import sys
from pathlib import Path


def why_no_display() -> str | None:
    """The sentence that says why no window can be shown; None when one can."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return None
    if _has_wayland() or _has_x11():
        return None
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if named:
        return f"The display {named} does not answer."
    return "There is no display here."


def _has_wayland() -> bool:
    """Whether the compositor's socket is there."""
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name:
        return False
    return (Path(os.environ.get("XDG_RUNTIME_DIR", "/")) / name).is_socket()


def _has_x11() -> bool:
    """Whether the X server lets us in."""
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not refused
