"""Draws assets/icons/encore.svg in the sizes that desktops ask for, as PNG, beside this file.

.venv/bin/python installers/icons/make.py
"""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from installers.icons.sizes import SIZES

_HERE = Path(__file__).parent
DRAWING = _HERE.parents[1] / "assets/icons/encore.svg"


def draw(size: int) -> bytes:
    """The icon as a PNG of `size` × `size` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication(sys.argv[:1])
    for pixels in SIZES:
        (_HERE / f"encore-{pixels}.png").write_bytes(draw(pixels))
