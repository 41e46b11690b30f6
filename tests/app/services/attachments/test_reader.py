"""Files as people have them: encodings, PDFs, pictures, damaged and hostile ones."""

import io
import zipfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pypdfium2
import pytest
from pypdfium2 import raw

from app.services.attachments.extraction import pdf_text
from app.services.attachments.reader import (
    MAX_CHARACTERS,
    MAX_FILE_BYTES,
    AttachmentError,
    AttachmentReader,
)
from app.services.background.child_worker import ChildWorker
from engine.confinement.landlock import landlock_version

TEXT = "Grüße, “quoted” €\nsecond line\n"


@pytest.fixture(scope="module")
def reader() -> Iterator[AttachmentReader]:
    with closing(AttachmentReader()) as reader:
        yield reader


def pdf_bytes(*pages: str) -> bytes:
    """A PDF with a line of text on each page."""
    document = pypdfium2.PdfDocument.new()
    for text in pages:
        page = document.new_page(300, 300)
        font = raw.FPDFText_LoadStandardFont(document, b"Helvetica")
        shown = raw.FPDFPageObj_CreateTextObj(document, font, 12.0)
        encoded = (text + "\0").encode("utf-16-le")
        raw.FPDFText_SetText(
            shown, (raw.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded)
        )
        raw.FPDFPageObj_Transform(shown, 1, 0, 0, 1, 20, 200)
        raw.FPDFPage_InsertObject(page, shown)
        raw.FPDFPage_GenerateContent(page)
    buffer = io.BytesIO()
    document.save(buffer)
    document.close()
    return buffer.getvalue()


def docx_bytes(document: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", document)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_text_is_read_in_any_encoding(
    reader: AttachmentReader, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode(encoding))
    attachment = reader.read(path)
    assert (attachment.name, attachment.text, attachment.is_cut) == ("notes.txt", TEXT, False)


def test_a_pdf_is_read_page_by_page(reader: AttachmentReader, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf_bytes("The first page", "The second"))
    assert reader.read(path).text == "The first page\n\nThe second"


def test_a_word_file_is_read_by_paragraphs(reader: AttachmentReader, tmp_path: Path) -> None:
    path = tmp_path / "letter.docx"
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    path.write_bytes(
        docx_bytes(
            f'<w:document xmlns:w="{space}"><w:body><w:p><w:r><w:t>Dear</w:t><w:tab/>'
            "<w:t>all</w:t></w:r></w:p><w:p><w:r><w:t>Bye</w:t></w:r></w:p></w:body></w:document>"
        )
    )
    assert reader.read(path).text == "Dear\tall\nBye"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n" + bytes(50), "photo.png is a picture"),
        ("photo.jpg", b"\xff\xd8\xff\xe0" + bytes(50), "is a picture"),
        ("photo.webp", b"RIFF\0\0\0\0WEBPVP8 ", "is a picture"),
        ("program", b"\x7fELF\x02\x01\x01" + bytes(60), "is not a text file"),
        ("noise.bin", bytes(range(256)) * 20, "is not a text file"),
        ("data.zip", b"PK\3\4" + bytes(100), "is not a text file"),
        ("empty.txt", b" \n\n", "is empty"),
        ("broken.pdf", b"%PDF-1.7\n" + b"garbage " * 50, "is damaged"),
        ("scan.pdf", pdf_bytes(""), "has no text in it"),
        ("bad.docx", b"PK\3\4" + bytes(100), "is damaged"),
        (
            "laughs.docx",
            docx_bytes('<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;&b;</a>'),
            "is damaged",
        ),
        ("long.txt", b"x" * (MAX_CHARACTERS + 1), f"{MAX_CHARACTERS:,} characters"),
    ],
)
def test_what_cannot_go_along_is_refused_in_a_sentence(
    reader: AttachmentReader, tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(AttachmentError) as refusal:
        reader.read(path)
    assert words in str(refusal.value)
    assert str(refusal.value).endswith((".", "words."))


def test_a_huge_file_is_not_read_at_all(reader: AttachmentReader, tmp_path: Path) -> None:
    path = tmp_path / "huge.log"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(AttachmentError, match=r"huge\.log has 64 MB; an attachment"):
        reader.read(path)


def test_folders_and_missing_files_are_named(reader: AttachmentReader, tmp_path: Path) -> None:
    with pytest.raises(AttachmentError, match="is a folder"):
        reader.read(tmp_path)
    with pytest.raises(AttachmentError, match="gone"):
        reader.read(tmp_path / "gone.txt")


def test_a_pdf_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "slow.pdf"
    path.write_bytes(pdf_bytes("text"))
    with (
        closing(AttachmentReader(deadline_seconds=0.0)) as hurried,
        pytest.raises(AttachmentError, match="took too long"),
    ):
        hurried.read(path)


@pytest.mark.skipif(not landlock_version(), reason="this kernel cannot deny files")
def test_what_reads_a_pdf_can_read_no_other_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    with closing(ChildWorker()) as worker:
        assert worker.run(partial(Path.read_text, secret)) == "secret"
        assert worker.run(partial(pdf_text, pdf_bytes("text"), 100)) == ("text", "")
        with pytest.raises(TimeoutError):
            worker.run(partial(Path.read_text, secret))
