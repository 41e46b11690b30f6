"""Gives every tensor a place of its own again, as long as its shape and type want: more mutants get past the table."""

from math import prod

from engine.gguf.types import GGMLType
from tests.hostile.files.document import ALIGNMENT, Document, Row

_MOST_BYTES = 1 << 23
_KNOWN = {int(kind): kind for kind in GGMLType}


def lay_out_again(document: Document) -> bool:
    """Place the tensors one behind the other, each with its old bytes, cut or repeated.

    False, and nothing is done, where they have no size, or one that is too large for a test.
    """
    sizes = [_num_bytes(row) for row in document.rows]
    if None in sizes or sum(size or 0 for size in sizes) > _MOST_BYTES:
        return False
    old, ends = document.data, sorted({row.offset for row in document.rows} | {len(document.data)})
    new = bytearray()
    for row, size in zip(document.rows, sizes, strict=True):
        end = next((end for end in ends if end > row.offset), len(old))
        unit = bytes(old[row.offset : end]) or b"\x3f"
        wanted = size or 0
        row.offset = len(new)
        new += (unit * (wanted // len(unit) + 1))[:wanted]
        new += bytes(-len(new) % ALIGNMENT)
    document.data = new
    return True


def _num_bytes(row: Row) -> int | None:
    kind = _KNOWN.get(row.kind)
    count = prod(row.dims)
    if kind is None or not row.dims or count < 1 or row.dims[0] % kind.block_len:
        return None
    return count // kind.block_len * kind.block_bytes
