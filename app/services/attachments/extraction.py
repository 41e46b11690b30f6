"""Extracts the text of PDF and Word files, in a child process of its own: they may mean harm."""

import codecs
import contextlib
import io
import struct
import sys
import zipfile
import zlib
from xml.etree import ElementTree

from engine.confinement.landlock import landlock_version, restrict_files
from engine.confinement.seccomp import restrict_calls
from engine.confinement.system_calls import renounce_privileges

_MAX_MEMORY_BYTES = 2 << 30
_MAX_XML_BYTES = 64 << 20
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BREAKS = {f"{_WORD}tab": "\t", f"{_WORD}br": "\n", f"{_WORD}cr": "\n"}
_DOCUMENT = "word/document.xml"
_BROKEN_ARCHIVE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError),
    *(ValueError, KeyError, RuntimeError, OSError, EOFError),
)
_PASSWORD_ERROR = 4  # FPDF_ERR_PASSWORD

LOCKED = "locked"
DAMAGED = "damaged"


def pdf_text(data: bytes, max_characters: int) -> tuple[str, str]:
    """The text of all pages, and "" or what is wrong: `LOCKED`, `DAMAGED`.

    Ends soon after `max_characters`, which the text then exceeds.
    """
    _confine()
    import pypdfium2
    from pypdfium2 import raw

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        is_locked = raw.FPDF_GetLastError() == _PASSWORD_ERROR
        return "", LOCKED if is_locked else DAMAGED
    pages: list[str] = []
    length = 0
    for number in range(len(document)):
        with contextlib.suppress(pypdfium2.PdfiumError):  # a damaged page is no reason to lose all
            page = document[number]
            text = page.get_textpage().get_text_bounded().replace("\r\n", "\n").strip()
            pages.append(text)
            length += len(text)
            page.close()
        if length > max_characters:
            break
    return "\n\n".join(filter(None, pages)), ""


def docx_text(data: bytes, max_characters: int) -> tuple[str, str]:
    """The paragraphs of a Word file, and as in `pdf_text`; ("", "") for another archive."""
    _confine()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if _DOCUMENT not in archive.namelist():
                return "", ""
            with archive.open(_DOCUMENT) as file:
                xml = file.read(_MAX_XML_BYTES + 1)
    except _BROKEN_ARCHIVE:
        return "", DAMAGED
    if len(xml) > _MAX_XML_BYTES or b"<!DOCTYPE" in xml:
        return "", DAMAGED
    try:
        body = ElementTree.fromstring(xml)
    except ElementTree.ParseError:
        return "", DAMAGED
    lines = (_paragraph(element) for element in body.iter(f"{_WORD}p"))
    return "\n".join(lines).strip()[: max_characters + 1], ""


def _paragraph(paragraph: ElementTree.Element) -> str:
    return "".join(
        (element.text or "") if element.tag == f"{_WORD}t" else _BREAKS.get(element.tag, "")
        for element in paragraph.iter()
    )


def _confine() -> None:
    """Limit the memory of this process and, on Linux, deny it the network and all files."""
    # What is needed later, before the files are out of reach.
    import pypdfium2  # noqa: F401

    codecs.lookup("cp437")  # names in archives
    "".encode("utf-16-le")
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY_BYTES, _MAX_MEMORY_BYTES))
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError):
        renounce_privileges()
        restrict_calls(has_gpu=False)
        version = landlock_version()
        if version:
            restrict_files((), version)
