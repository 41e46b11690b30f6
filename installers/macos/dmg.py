"""Writes Apple's compressed disk images (UDZO): pieces packed by zlib, a property list that says where, a trailer.

The layout is that of Apple's Universal Disk Image Format, as libdmg-hfsplus and dmg2img describe it.
"""

import plistlib
import struct
import zlib
from pathlib import Path

_SECTOR = 512
_PIECE_SECTORS = 2048  # 1 MiB
_ZLIB, _ZEROS, _END = 0x80000005, 0x00000002, 0xFFFFFFFF
_CRC32 = 2  # the kind of the checksums
_TRAILER_BYTES = 512
_DEVICE_IMAGE = 1


def write_dmg(raw: Path, result: Path, *, level: int) -> None:
    """Pack the disk image `raw`; `level` is zlib's."""
    content = raw.read_bytes()
    content += bytes(-len(content) % _SECTOR)
    num_sectors = len(content) // _SECTOR
    runs, data = [], bytearray()
    for first in range(0, num_sectors, _PIECE_SECTORS):
        count = min(_PIECE_SECTORS, num_sectors - first)
        piece = content[first * _SECTOR : (first + count) * _SECTOR]
        if not any(piece):
            runs.append(_run(_ZEROS, first, count, len(data), 0))
            continue
        packed = zlib.compress(piece, level)
        runs.append(_run(_ZLIB, first, count, len(data), len(packed)))
        data += packed
    runs.append(_run(_END, num_sectors, 0, len(data), 0))
    checksum = zlib.crc32(content)
    table = _block_table(runs, num_sectors, checksum)
    plist = _property_list(table)
    trailer = _trailer(data, plist, num_sectors, zlib.crc32(struct.pack(">I", checksum)))
    result.write_bytes(bytes(data) + plist + trailer)


def _run(kind: int, first: int, count: int, place: int, size: int) -> bytes:
    return struct.pack(">2I4Q", kind, 0, first, count, place, size)


def _checksum(value: int) -> bytes:
    """A checksum as the format keeps it: its kind, its bits, and 128 bytes for it."""
    return struct.pack(">3I", _CRC32, 32, value) + bytes(124)


def _block_table(runs: list[bytes], num_sectors: int, checksum: int) -> bytes:
    """The table ("mish") of the one partition that the image is."""
    header = struct.pack(">4sI3Q", b"mish", 1, 0, num_sectors, 0)
    header += struct.pack(">2I24x", _PIECE_SECTORS + 8, 0)
    return header + _checksum(checksum) + struct.pack(">I", len(runs)) + b"".join(runs)


def _property_list(table: bytes) -> bytes:
    entry = {"Attributes": "0x0050", "CFName": "whole disk", "Data": table, "ID": "0", "Name": ""}
    return plistlib.dumps({"resource-fork": {"blkx": [entry], "plst": []}}, sort_keys=True)


def _trailer(data: bytearray, plist: bytes, num_sectors: int, checksum: int) -> bytes:
    """The end of the file ("koly"), which says where all else lies."""
    head = struct.pack(">4s3I", b"koly", 4, _TRAILER_BYTES, 1)
    forks = struct.pack(">5Q", 0, 0, len(data), 0, 0)
    segments = struct.pack(">2I16x", 1, 1)
    lists = struct.pack(">2Q120x", len(data), len(plist))
    end = struct.pack(">IQ12x", _DEVICE_IMAGE, num_sectors)
    return head + forks + segments + _checksum(zlib.crc32(data)) + lists + _checksum(checksum) + end
