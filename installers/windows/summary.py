"""The summary of an MSI, made the same every time: wixl puts the present time and a random package code in.

The layout is that of OLE property sets ([MS-OLEPS]): a list of properties, each with the place of its value.
"""

import struct
from pathlib import Path

from installers.console import SetupError

_FORMAT = bytes.fromhex("e0859ff2f94f6810ab9108002b27b3d9")  # of summaries
_PACKAGE_CODE, _CREATED, _SAVED = 9, 12, 13
_TEXT, _TIME = 0x1E, 0x40
_GUID_LENGTH = 38  # with its braces
_EPOCH_1601 = 11_644_473_600  # seconds from 1601, where Windows counts from, to 1970


def settle_summary(package: Path, code: str, epoch: int) -> None:
    """Give `package` the package code `code`, a GUID without braces, and the time `epoch` in seconds."""
    content = bytearray(package.read_bytes())
    place = content.find(_FORMAT)
    if place < 0:
        raise SetupError(f"{package.name} has no summary.")
    (offset,) = struct.unpack_from("<I", content, place + 16)
    section = place - 28 + offset
    _, count = struct.unpack_from("<2I", content, section)
    pairs = struct.iter_unpack("<2I", content[section + 8 : section + 8 + 8 * count])
    places = {number: section + start for number, start in pairs}
    time = struct.pack("<Q", (epoch + _EPOCH_1601) * 10_000_000)
    for number in (_CREATED, _SAVED):
        _replace(content, places[number], _TIME, 4, time)
    guid = f"{{{code}}}".encode("ascii")
    if len(guid) != _GUID_LENGTH:
        raise SetupError(f"{code} is no GUID.")
    _replace(content, places[_PACKAGE_CODE], _TEXT, 8, guid)
    package.write_bytes(content)


def _replace(content: bytearray, place: int, kind: int, start: int, value: bytes) -> None:
    """Write `value` behind the kind of a property, and for a text its length."""
    if struct.unpack_from("<I", content, place)[0] != kind:
        raise SetupError("The summary of the MSI is not where it was expected.")
    content[place + start : place + start + len(value)] = value
