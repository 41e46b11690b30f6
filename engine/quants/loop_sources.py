"""Which sources compiled loops are made of, and where a release has them compiled.

Standard library only: installers use it.
"""

import hashlib
from pathlib import Path

PREBUILT_LOOPS = Path(__file__).parent / "prebuilt" / "loops.zip"
"""Compiled loops that came with the sources, by their key and the names of their files."""
_SOURCES = "quants/*.py", "kernels/*.py", "kernels/cpu/**/*.py"
_ENGINE = Path(__file__).resolve().parents[1]


def source_files(engine: Path = _ENGINE) -> list[Path]:
    """The modules with compiled loops and with their constants, sorted by their path."""
    return sorted(path for pattern in _SOURCES for path in engine.glob(pattern))


def loops_key(numba_version: str, engine: Path = _ENGINE) -> str:
    """What loops of these sources are kept under: numba looks at no file that a loop imports."""
    sources = b"".join(path.read_bytes() for path in source_files(engine))
    return hashlib.sha256(numba_version.encode() + sources).hexdigest()[:16]
