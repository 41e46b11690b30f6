"""Downloads and the death of their process: killed at any moment, and two processes that want the same file."""

import hashlib
import random
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from app.services.downloads.download import DownloadState
from app.services.downloads.errors import DownloadError
from app.services.hub.files import HubFile
from tests.app.services.downloads.conftest import MB, MakeQueue, files_in_library, some_bytes
from tests.support.hub_server import HubServer, ServedFile

ROOT = Path(__file__).resolve().parents[4]
NUM_KILLS = 20
MAX_TWICE_BYTES = 16 * MB
TIMEOUT = 20


def start_child(hub: HubServer, models: Path, file: HubFile) -> subprocess.Popen[str]:
    text = msgspec.json.encode(file).decode()
    command = ["-m", "tests.support.download_child", str(models), hub.hub_address, text]
    return subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def kill(child: subprocess.Popen[str]) -> None:
    child.kill()
    child.communicate()


@pytest.mark.slow
@pytest.mark.alone
def test_killed_at_random_moments(hub: HubServer, models: Path) -> None:
    seed = time.time_ns() % 1_000_000
    print(f"seed {seed}")  # noqa: T201  shown when the test fails
    content = some_bytes(200 * MB, seed)
    file = hub.put("large.gguf", ServedFile.large(content))
    hub.faults.all_bytes_per_second = 60e6
    moments = sorted(random.Random(seed).sample(range(len(content)), NUM_KILLS))
    for moment in moments:
        child = start_child(hub, models, file)
        hub.wait_sent(moment)
        kill(child)
        assert files_in_library(models) == {}
    child = start_child(hub, models, file)
    child.communicate(timeout=60)
    assert child.returncode == 0
    (path,) = models.glob("*/*/*.gguf")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == file.sha256
    fetched_twice = hub.sent_bytes - len(content)
    print(f"fetched twice: {fetched_twice / 1e6:.1f} MB")  # noqa: T201
    assert 0 <= fetched_twice <= MAX_TWICE_BYTES


def test_killed_while_it_is_checked(hub: HubServer, models: Path) -> None:
    """All bytes are there: whatever it was doing then, no byte is fetched again."""
    content = some_bytes(20 * MB)
    file = hub.put("large.gguf", ServedFile.large(content))
    child = start_child(hub, models, file)
    assert child.stdout is not None
    assert child.stdout.readline() == "all there\n"
    kill(child)
    child = start_child(hub, models, file)
    child.communicate(timeout=60)
    assert child.returncode == 0
    assert list(files_in_library(models).values()) == [content]
    assert hub.sent_bytes == len(content)


def test_two_processes_do_not_fetch_the_same(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    content = some_bytes(2 * MB)
    file = hub.put("large.gguf", ServedFile.large(content))
    hub.hold_at(MB)
    child = start_child(hub, models, file)
    hub.wait_sent(MB)
    num_asked = len(hub.asked)
    queue = make_queue()
    queue.start()
    download_id = queue.add("Large", [file])
    waiting = queue.wait(download_id, 1.0)
    assert waiting.state is DownloadState.WAITING
    assert waiting.problem == "Another Encore window or command is downloading this."
    for change in (queue.pause, queue.cancel):
        with pytest.raises(DownloadError, match="stop it there"):
            change(download_id)
    assert len(hub.asked) == num_asked
    hub.hold_at(None)
    child.communicate(timeout=60)
    assert child.returncode == 0
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE
    assert hub.sent_bytes == len(content)
    assert list(files_in_library(models).values()) == [content]


def test_the_lock_dies_with_its_process(
    hub: HubServer, make_queue: MakeQueue, models: Path
) -> None:
    content = some_bytes(2 * MB)
    file = hub.put("large.gguf", ServedFile.large(content))
    hub.hold_at(MB)
    child = start_child(hub, models, file)
    hub.wait_sent(MB)
    queue = make_queue()
    queue.start()
    download_id = queue.add("Large", [file])
    assert queue.wait(download_id, 0.3).state is DownloadState.WAITING
    kill(child)
    hub.hold_at(None)
    assert queue.wait(download_id, TIMEOUT).state is DownloadState.DONE
