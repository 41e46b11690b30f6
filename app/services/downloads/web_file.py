"""A file at a plain address, as locks and manifests name it: its size and checksum are known."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebFile:
    """One file. `url` is where it is fetched from, `size` in bytes, `sha256` in hex.

    Its name and checksum identify it: the same file at another address is the same download.
    """

    name: str
    url: str
    size: int
    sha256: str
