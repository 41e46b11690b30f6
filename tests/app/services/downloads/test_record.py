"""What the disk remembers: earlier versions stay readable, names lead nowhere else."""

import json
from pathlib import Path

import pytest

from app.services.downloads.download import DownloadState
from app.services.downloads.errors import DownloadError
from app.services.downloads.record import target_path
from app.services.hub.files import HubFile
from tests.app.services.downloads.conftest import MB, MakeQueue, files_in_library, some_bytes
from tests.support.hub_server import HubServer, ServedFile

CONTENT = some_bytes(MB)


def leave_behind(models: Path, file: HubFile, **more: object) -> Path:
    """A download as version 0.2 left it, half done."""
    folder = models / ".downloads" / "0123456789abcdef"
    folder.mkdir(parents=True)
    record = {
        "title": "Tiny",
        "files": [
            {
                "repo_id": file.repo_id,
                "revision": file.revision,
                "path": file.path,
                "size": file.size,
                "sha256": file.sha256,
            }
        ],
        "rank": 3.0,
        "state": "waiting",
        **more,
    }
    (folder / "download.json").write_text(json.dumps(record))
    (folder / "0.part").write_bytes(CONTENT[: MB // 2] + bytes(MB // 2))
    header = {"size": file.size, "etag": file.sha256, "machine_start": 0, "format": 1}
    lines = [json.dumps(header), f"0 {MB // 2}", "synced", ""]
    (folder / "0.ranges").write_text("\n".join(lines))
    return folder


@pytest.mark.parametrize("more", [{}, {"problem": None, "is_temporary": False, "later": [1, 2]}])
def test_downloads_of_other_versions_go_on(
    hub: HubServer, make_queue: MakeQueue, models: Path, more: dict[str, object]
) -> None:
    leave_behind(models, hub.put("tiny.gguf", ServedFile.large(CONTENT)), **more)
    queue = make_queue()
    (download,) = queue.downloads()
    assert download.done_bytes == MB // 2
    queue.start()
    assert queue.wait(download.id, 20).state is DownloadState.DONE
    assert hub.sent_bytes == MB // 2
    assert files_in_library(models) == {"somebody/tiny/tiny.gguf": CONTENT}


@pytest.mark.parametrize("harm", ["{", "", '{"title": 3}', "\0\0"])
def test_a_damaged_record_costs_no_other(
    hub: HubServer, make_queue: MakeQueue, models: Path, harm: str
) -> None:
    file = hub.put("tiny.gguf", ServedFile.large(CONTENT))
    damaged = leave_behind(models, file).rename(models / ".downloads" / "damaged")
    (damaged / "download.json").write_text(harm)
    leave_behind(models, file)
    assert [download.id for download in make_queue().downloads()] == ["0123456789abcdef"]


@pytest.mark.parametrize(
    ("repo_id", "path"),
    [
        ("../../etc", "x.gguf"),
        ("a/b/c", "x.gguf"),
        ("a/..", "x.gguf"),
        ("C:/b", "x.gguf"),
        ("a/b", "../x.gguf"),
        ("a/b", "/etc/x.gguf"),
        ("a/b", "c\\..\\x.gguf"),
        ("a/b", "x.gguf:stream"),
        ("a/b", ".hidden"),
        ("a/b", ""),
    ],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, repo_id: str, path: str) -> None:
    with pytest.raises(DownloadError, match="cannot be kept here"):
        target_path(tmp_path, HubFile(repo_id, "main", path, 1, None), "s/s", "s.gguf")


def test_finished_files_go_by_repository(tmp_path: Path) -> None:
    file = HubFile("TheBloke/Tiny-1.1B_GGUF", "main", "Q4/tiny v1.0 (x).gguf", 1, None)
    assert target_path(tmp_path, file, "s/s", "s.gguf") == (
        tmp_path / "TheBloke" / "Tiny-1.1B_GGUF" / "Q4" / "tiny v1.0 (x).gguf"
    )
