"""The checksum that follows a file while it grows."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services.downloads.errors import StoppedError
from app.services.downloads.part_file import Identity, PartFile
from app.services.downloads.stop import StopSignal
from app.services.downloads.transfer import FollowingChecksum
from tests.app.services.downloads.conftest import MB, some_bytes

CONTENT = some_bytes(3 * MB)


@pytest.fixture
def part(tmp_path: Path) -> Iterator[PartFile]:
    with PartFile(tmp_path / "0.part", Identity(len(CONTENT), "tag")) as part:
        yield part


def write(part: PartFile, start: int, content: bytes) -> None:
    writer = part.create_writer()
    writer.write(start, content)
    writer.flush()


def test_it_waits_for_gaps_to_be_filled(part: PartFile) -> None:
    write(part, 2 * MB, CONTENT[2 * MB :])
    with FollowingChecksum(part, StopSignal()) as checksum:
        write(part, 0, CONTENT[:MB])
        write(part, MB, CONTENT[MB : 2 * MB])
        assert checksum.finish() == hashlib.sha256(CONTENT).hexdigest()
        assert checksum.done_bytes == len(CONTENT)


def test_it_begins_anew_with_the_file(part: PartFile) -> None:
    write(part, 0, bytes(len(CONTENT) - 1))
    with FollowingChecksum(part, StopSignal()) as checksum:
        part.clear()
        write(part, 0, CONTENT)
        assert checksum.finish() == hashlib.sha256(CONTENT).hexdigest()


def test_it_can_be_stopped_while_it_checks(part: PartFile) -> None:
    write(part, 0, CONTENT)
    stop = StopSignal()
    stop.set()
    with FollowingChecksum(part, stop) as checksum, pytest.raises(StoppedError):
        checksum.finish()


def test_a_file_shortened_by_another_program_is_an_error(part: PartFile) -> None:
    write(part, 0, CONTENT)
    with part.path.open("r+b") as file:
        file.truncate(MB)
    with (
        FollowingChecksum(part, StopSignal()) as checksum,
        pytest.raises(OSError, match="shortened"),
    ):
        checksum.finish()
