"""The part file and its sidecar: what counts as there after all kinds of endings."""

import errno
import io
from pathlib import Path
from typing import Any

import pytest

from app.services.downloads import part_file
from app.services.downloads.errors import StoppedError
from app.services.downloads.part_file import Identity, PartFile, read_done_bytes, sidecar_path

KB = 1 << 10
FILE = Identity(1000 * KB, "tag")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "0.part"


def write(part: PartFile, start: int, num_bytes: int) -> None:
    writer = part.create_writer()
    writer.write(start, b"x" * num_bytes)
    writer.flush()


def test_it_has_its_full_length_from_the_start(path: Path) -> None:
    with PartFile(path, FILE) as part:
        assert path.stat().st_size == FILE.size
        assert part.missing() == [(0, FILE.size)]


def test_what_was_written_is_there_the_next_time(path: Path) -> None:
    with PartFile(path, FILE) as part:
        write(part, 100 * KB, 50 * KB)
        write(part, 0, 10 * KB)
    assert read_done_bytes(path) == 60 * KB
    with PartFile(path, FILE) as part:
        assert part.done_bytes == 60 * KB
        assert part.prefix() == (0, 10 * KB)
        assert part.missing() == [(10 * KB, 100 * KB), (150 * KB, FILE.size)]
        assert not part.was_replaced


def test_pieces_are_recorded_without_being_asked_however_fast_they_come(path: Path) -> None:
    with PartFile(path, FILE) as part:
        writer = part.create_writer()
        for index in range(16):
            writer.write(index * 60 * KB, b"x" * 60 * KB)
            # The program might die here: nothing is closed.
            written = (index + 1) * 60 * KB
            assert written - read_done_bytes(path) < part_file.MAX_UNRECORDED_BYTES


def test_the_sidecar_never_speaks_of_bytes_that_are_not_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FailingFile(io.FileIO):
        """A disk that is full after two pieces."""

        num_pieces = 0

        def write(self, data: Any) -> int:
            self.num_pieces += 1
            if self.num_pieces > 2:
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(data)

    part = PartFile(path, FILE)
    with monkeypatch.context() as disk:
        disk.setattr(Path, "open", lambda path, mode, buffering: FailingFile(path, mode))
        writer = part.create_writer()
    writer.write(0, b"x" * KB)
    writer.write(KB, b"x" * KB)
    with pytest.raises(OSError, match="No space"):
        writer.write(2 * KB, b"x" * KB)
    part.close()
    assert read_done_bytes(path) == 2 * KB


def test_another_file_on_the_server_begins_anew(path: Path) -> None:
    with PartFile(path, FILE) as part:
        write(part, 0, 300 * KB)
    with PartFile(path, Identity(400 * KB, "other")) as part:
        assert part.was_replaced
        assert part.done_bytes == 0
        assert path.stat().st_size == 400 * KB


@pytest.mark.parametrize("harm", ["no sidecar", "no part file", "shortened", "nonsense", "empty"])
def test_what_cannot_be_trusted_begins_anew(path: Path, harm: str) -> None:
    with PartFile(path, FILE) as part:
        write(part, 0, 300 * KB)
    if harm == "no sidecar":
        sidecar_path(path).unlink()
    elif harm == "no part file":
        path.unlink()
    elif harm == "shortened":
        path.write_bytes(b"x" * 300 * KB)
    else:
        sidecar_path(path).write_bytes(b"" if harm == "empty" else b"\x00\xff\n12 13\n")
    with PartFile(path, FILE) as part:
        assert part.done_bytes == 0
        assert path.stat().st_size == FILE.size


@pytest.mark.parametrize("torn", [b"500000 60", b"\0\0\0\0\n7 9\n", b"9 3\n", b"5 99999999999\n"])
def test_a_torn_line_and_all_after_it_do_not_count(path: Path, torn: bytes) -> None:
    with PartFile(path, FILE) as part:
        write(part, 0, 100)
    with sidecar_path(path).open("ab") as file:
        file.write(torn)
    assert read_done_bytes(path) == 100


def test_after_a_power_cut_only_synced_bytes_count(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part_file, "_SYNC_BYTES", 50 * KB)
    monkeypatch.setattr(part_file, "_SYNC_SECONDS", 0.0)
    part = PartFile(path, FILE)
    write(part, 0, 60 * KB)
    write(part, 100 * KB, 20 * KB)
    assert read_done_bytes(path) == 80 * KB
    started = part_file._machine_start()
    monkeypatch.setattr(part_file, "_machine_start", lambda: started + 600)
    assert read_done_bytes(path) == 60 * KB
    part.close()


def test_beginning_anew_forgets_all(path: Path) -> None:
    with PartFile(path, FILE) as part:
        write(part, 0, 100 * KB)
        part.clear()
        assert part.prefix() == (1, 0)
        assert read_done_bytes(path) == 0
        write(part, 0, 10)
    assert read_done_bytes(path) == 10


def test_a_thread_that_still_writes_after_the_end_is_stopped(path: Path) -> None:
    with PartFile(path, FILE) as part:
        writer = part.create_writer()
    with pytest.raises(StoppedError):
        writer.write(0, b"late")


def test_a_sidecar_that_cannot_be_replaced_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part_file, "_SYNC_BYTES", 50 * KB)
    monkeypatch.setattr(part_file, "_SYNC_SECONDS", 0.0)
    with PartFile(path, FILE) as part:
        write(part, 0, 10 * KB)

        def refuse(*_: object) -> None:
            raise PermissionError

        with monkeypatch.context() as scanner:
            scanner.setattr(part_file, "replace_privately", refuse)
            write(part, 10 * KB, 60 * KB)
        write(part, 70 * KB, 10 * KB)
        assert read_done_bytes(path) == 80 * KB
