"""The AppImage: one file that runs without being installed, and without FUSE."""

import hashlib
import os
import shutil
from pathlib import Path

from installers.bundle import settle
from installers.checkout import read_epoch, read_version
from installers.console import SetupError
from installers.icons.containers import read_png
from installers.linux.desktop_files import add_desktop_files
from installers.portable_python import copy_debian_licenses, linked_libraries
from installers.tools import find_tool, run_tool

_HERE = Path(__file__).parent
_MAGIC_OFFSET, _MAGIC = 8, b"AI\x02"  # an AppImage of type 2
_DECOMPRESSORS = ("-lz", "-llzma", "-lzstd", "-llz4", "-llzo2")
# What Qt's plugin for X11 and its network library need, and desktops without Qt may lack. libxcb itself,
# libX11, OpenGL and the like have to be the system's.
_LINKED = ("plugins/platforms/libqxcb.so", "lib/libQt6Network.so.6")
_BROUGHT = (
    *("libxcb-", "libxkbcommon"),
    *("libgssapi_krb5", "libkrb5", "libk5crypto", "libcom_err", "libkeyutils"),
)


def build(bundle: Path, out: Path, *, is_fast: bool) -> Path:
    """Make `out`/Encore-VERSION-x86_64.AppImage of an assembled folder; `is_fast` compresses less."""
    folder = out / "AppDir"
    inner = folder / "usr/lib/encore"
    shutil.copytree(bundle, inner, symlinks=True, copy_function=os.link)
    _add_qt_libraries(inner)
    add_desktop_files(folder / "usr/share")
    shutil.copyfile(_HERE / "encore.desktop", folder / "encore.desktop")
    for name in ("encore.png", ".DirIcon"):
        (folder / name).write_bytes(read_png(256))
    (folder / "AppRun").symlink_to("usr/lib/encore/encore")
    settle(folder)
    image = out / "encore.squashfs"
    _pack(folder, image, is_fast=is_fast)
    result = out / f"Encore-{read_version()}-x86_64.AppImage"
    content = image.read_bytes()
    # The runtime names the folder that it unpacks into after the content.
    digest = hashlib.sha256(content).hexdigest().encode()
    result.write_bytes(_build_runtime(out / "runtime") + content + digest)
    result.chmod(0o755)
    for path in (image, out / "runtime"):
        path.unlink()
    shutil.rmtree(folder)
    return result


def _add_qt_libraries(bundle: Path) -> None:
    """Put this system's libraries where Qt looks first: beside its own."""
    qt = bundle / "lib/PySide6/Qt"
    linked = sorted(linked_libraries([qt / name for name in _LINKED]))
    brought = [path for path in linked if path.name.startswith(_BROUGHT)]
    for path in brought:
        copy = qt / "lib" / path.name
        shutil.copyfile(path.resolve(), copy)
        run_tool([find_tool("patchelf"), "--set-rpath", "$ORIGIN", copy])
    copy_debian_licenses(brought, bundle / "licenses")


def _pack(folder: Path, image: Path, *, is_fast: bool) -> None:
    epoch = str(read_epoch())
    command = [find_tool("mksquashfs"), folder, image, "-quiet", "-no-progress", "-noappend"]
    command += ["-all-root", "-no-xattrs", "-mkfs-time", epoch, "-all-time", epoch]
    command += ["-comp", "zstd", "-Xcompression-level", "3" if is_fast else "19", "-b", "1M"]
    variables = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    run_tool(command, variables)


def _build_runtime(path: Path) -> bytes:
    """The program that unpacks and starts, linked to nothing, marked as an AppImage."""
    command = [find_tool("gcc"), "-Os", "-static", "-s", "-Wl,--build-id=none"]
    command += ["-o", path, _HERE / "runtime.c", "-lsquashfuse", *_DECOMPRESSORS]
    run_tool(command)
    content = bytearray(path.read_bytes())
    if content[_MAGIC_OFFSET : _MAGIC_OFFSET + len(_MAGIC)] != bytes(len(_MAGIC)):
        raise SetupError("The compiler uses the bytes of the ELF header that mark an AppImage.")
    content[_MAGIC_OFFSET : _MAGIC_OFFSET + len(_MAGIC)] = _MAGIC
    return bytes(content)
