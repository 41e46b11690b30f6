"""Icons as Windows and macOS take them: PNG images of several sizes in one file."""

import struct
from pathlib import Path

_ICO_SIZES = (16, 24, 32, 48, 64, 256)
# Apple's names of the sizes; those for doubled displays follow.
_ICNS_TYPES = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic11": 32}
_ICNS_TYPES |= {b"ic12": 64, b"ic13": 256, b"ic14": 512}


def read_png(size: int) -> bytes:
    """The icon of `size` × `size` pixels."""
    return (Path(__file__).parent / f"encore-{size}.png").read_bytes()


def build_ico() -> bytes:
    """An .ico file (a directory, then the images)."""
    images = [read_png(size) for size in _ICO_SIZES]
    directory = struct.pack("<3H", 0, 1, len(images))
    place = len(directory) + 16 * len(images)
    for size, image in zip(_ICO_SIZES, images, strict=True):
        side = size % 256  # 0 stands for 256
        directory += struct.pack("<4B2H2I", side, side, 0, 0, 1, 32, len(image), place)
        place += len(image)
    return directory + b"".join(images)


def build_icns() -> bytes:
    """An .icns file: each image after its type and length."""
    parts = []
    for kind, size in _ICNS_TYPES.items():
        image = read_png(size)
        parts.append(kind + struct.pack(">I", 8 + len(image)) + image)
    content = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(content)) + content
