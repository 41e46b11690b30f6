"""Wheels of a few bytes, and locks that list them."""

import base64
import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.services.downloads.web_file import WebFile

_PARTS = """[[packages]]
name = "{package}"
version = "{version}"
wheels = [{{ url = "{url}", size = {size}, hashes = {{ sha256 = "{sha256}" }} }}]
"""


@dataclass(frozen=True)
class TinyWheel:
    """A wheel for every system."""

    package: str
    version: str
    content: bytes

    @property
    def name(self) -> str:
        return f"{self.package}-{self.version}-py3-none-any.whl"

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def make_wheel(package: str, files: Mapping[str, bytes], version: str = "1.0") -> TinyWheel:
    """A wheel with `files`, the same bytes each time."""
    info = f"{package}-{version}.dist-info"
    contents = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{path},{_record_hash(content)},{len(content)}" for path, content in contents.items()]
    contents[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for path, content in contents.items():
            file.writestr(zipfile.ZipInfo(path), content)
    return TinyWheel(package, version, archive.getvalue())


def make_lock(files: Sequence[tuple[TinyWheel, WebFile]], unpacked_bytes: int = 1_000_000) -> str:
    """A lock of wheels at their addresses."""
    head = [
        'lock-version = "1.0"',
        'created-by = "a test"',
        "[tool.encore]",
        "date = 2026-11-22",
        f"unpacked-bytes = {unpacked_bytes}",
    ]
    packages = [
        _PARTS.format(
            package=wheel.package,
            version=wheel.version,
            url=file.url,
            size=file.size,
            sha256=file.sha256,
        )
        for wheel, file in files
    ]
    return "\n".join([*head, *packages])


def _record_hash(content: bytes) -> str:
    digest = hashlib.sha256(content).digest()
    return f"sha256={base64.urlsafe_b64encode(digest).rstrip(b'=').decode()}"
