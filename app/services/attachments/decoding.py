"""Decodes the bytes of a text file, whatever its encoding; tells text from everything else."""

import codecs

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE_BYTES = 4096
# Without a mark, Latin text in UTF-16 has a zero in every other byte.
_MANY, _FEW = 0.4, 0.05
_CONTROLS = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1b")

_PICTURES = (
    b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM", b"II*\0", b"MM\0*", b"\0\0\1\0",
)  # fmt: skip
_PICTURE_BRANDS = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")
_PDF_WITHIN = 1024  # a PDF may begin with other bytes


def decode(data: bytes) -> str | None:
    """The text of `data` with line ends of one kind; None if it is not text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data, encoding)
    encoding = _unmarked_utf16(data[:_SAMPLE_BYTES])
    if encoding:
        return _decoded(data, encoding)
    if b"\0" in data:
        return None
    text = _decoded(data, "utf-8")
    if text is not None:
        return text
    if sum(byte in _CONTROLS for byte in data[:_SAMPLE_BYTES]) > _FEW * len(data[:_SAMPLE_BYTES]):
        return None
    # Windows-1252 is Latin-1 with quotation marks; five bytes have no character in it.
    return _decoded(data, "cp1252") or _decoded(data, "latin-1")


def is_picture(data: bytes) -> bool:
    """Whether `data` begins as a picture file does."""
    is_webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    is_bitmap = data[:2] == b"BM" and b"\0" in data[:16]
    if data[:2] == b"BM":
        return is_bitmap
    return is_webp or data.startswith(_PICTURES) or data[4:12] in _PICTURE_BRANDS


def is_pdf(data: bytes) -> bool:
    """Whether `data` begins as a PDF does."""
    return b"%PDF-" in data[:_PDF_WITHIN]


def is_archive(data: bytes) -> bool:
    """Whether `data` begins as a zip file does, which a .docx is."""
    return data.startswith(b"PK\3\4")


def _unmarked_utf16(sample: bytes) -> str:
    half = len(sample) // 2
    if half < 2:
        return ""
    even, odd = sample[0 : 2 * half : 2].count(0), sample[1 : 2 * half : 2].count(0)
    if odd > _MANY * half and even <= _FEW * half:
        return "utf-16-le"
    return "utf-16-be" if even > _MANY * half and odd <= _FEW * half else ""


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeError:
        return None
    if "\0" in text:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")
