"""Headers through Range requests, from a local Hub that sends on to storage on another port."""

import os
import queue
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.services.downloads import remote_header
from app.services.downloads.errors import DownloadError, StoppedError
from app.services.downloads.remote_header import FIRST_BYTES, KEPT_MODELS, fetch_headers
from app.services.downloads.stop import StopSignal
from app.services.hub.files import HubFile
from app.services.hub.settings import HubError, HubSettings, OfflineError
from app.services.verdict import VerdictKind, judge
from engine.client import EngineClient
from engine.commands import Inspect
from engine.config import EngineConfig
from engine.errors import ModelFileError, UnsupportedModelError
from engine.events import EngineReady, Event, Inspected
from engine.gguf.file import GGUFFile
from tests.support.gguf_bytes import (
    ARCHITECTURE,
    ARRAY,
    U32,
    array,
    gguf_bytes,
    key_value,
    tensor_row,
)
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, tensors

MIB = 1 << 20
VALUES = 3 * MIB // 4
WEIGHTS = bytes(range(256)) * (3 * MIB // 256)
SMALL = gguf_bytes([ARCHITECTURE], [tensor_row("w", [VALUES])], WEIGHTS)
LONG_VALUE = key_value("long", ARRAY, array(U32, 5 * MIB // 8, bytes(5 * MIB // 2)))
LONG = gguf_bytes([ARCHITECTURE, LONG_VALUE], [tensor_row("w", [VALUES])], WEIGHTS)
PNG = b"\x89PNG\r\n\x1a\n" + WEIGHTS


@dataclass
class Hub:
    """Two servers. `troubles` are what storage does to its next requests: a status, "cut", "whole"."""

    files: dict[str, bytes] = field(default_factory=dict)
    troubles: list[int | str] = field(default_factory=list)
    refusal: tuple[int, str] | None = None
    ranges: list[str] = field(default_factory=list)
    tokens: dict[str, set[str | None]] = field(
        default_factory=lambda: {"hub": set(), "storage": set()}
    )
    num_signatures: int = 0
    num_body_bytes: int = 0
    addresses: dict[str, str] = field(default_factory=dict)

    @property
    def settings(self) -> HubSettings:
        return HubSettings(endpoint=self.addresses["hub"], token="hf_secret")

    def file(self, name: str, content: bytes) -> HubFile:
        """Put `content` on the Hub as a file of the repository."""
        self.files[name] = content
        return HubFile(
            "some/repo", "c0ffee", f"folder/{name}", len(content), sha256(content).hexdigest()
        )

    def answer(self, request: BaseHTTPRequestHandler, server: str) -> None:
        self.tokens[server].add(request.headers["Authorization"])
        name = request.path.partition("?")[0].rpartition("/")[2]
        if server == "storage":
            self._send_part(request, self.files[name])
            return
        if self.refusal is not None:
            request.send_response(self.refusal[0])
            request.send_header("X-Error-Code", self.refusal[1])
        else:
            self.num_signatures += 1
            request.send_response(302)
            request.send_header("X-Linked-Size", str(len(self.files[name])))
            request.send_header("X-Linked-ETag", f'"{sha256(self.files[name]).hexdigest()}"')
            request.send_header(
                "Location", f"{self.addresses['storage']}/{name}?signed={self.num_signatures}"
            )
        request.send_header("Content-Length", "0")
        request.end_headers()

    def _send_part(self, request: BaseHTTPRequestHandler, content: bytes) -> None:
        self.ranges.append(request.headers["Range"])
        first, last = map(int, request.headers["Range"].removeprefix("bytes=").split("-"))
        trouble = self.troubles.pop(0) if self.troubles else None
        body = content if trouble == "whole" else content[first : last + 1]
        if isinstance(trouble, int):
            request.send_response(trouble)
            request.send_header("Retry-After", "0")
            body = b""
        elif trouble == "whole":
            request.send_response(200)
        else:
            request.send_response(206)
            request.send_header(
                "Content-Range", f"bytes {first}-{first + len(body) - 1}/{len(content)}"
            )
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        if trouble == "cut":
            body = body[: len(body) // 2]
            request.close_connection = True
        for start in range(0, len(body), 1 << 16):
            self.num_body_bytes += request.wfile.write(body[start : start + (1 << 16)])


def _handler(hub: Hub, server: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle(self) -> None:
            try:
                super().handle()
            except ConnectionError:
                self.close_connection = True  # a client that had enough

        def do_GET(self) -> None:
            hub.answer(self, server)

        def do_HEAD(self) -> None:
            hub.answer(self, server)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setattr(remote_header, "_BACKOFF_SECONDS", 0.001)
    hub = Hub()
    servers = [
        ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub, name)) for name in ("hub", "storage")
    ]
    for name, server in zip(("hub", "storage"), servers, strict=True):
        hub.addresses[name] = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield hub
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_header_is_there_as_if_the_model_were(hub: Hub, tmp_path: Path) -> None:
    path = fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)
    assert path.name == "small.gguf"
    assert path.stat().st_size == len(SMALL)
    with GGUFFile.open(path) as file:
        assert file.metadata["general.architecture"] == "llama"
        assert file.weights_bytes == len(WEIGHTS)
        assert not file.tensor_bytes("w").any()
    assert hub.ranges == [f"bytes=0-{FIRST_BYTES - 1}"]


@pytest.mark.skipif(sys.platform == "win32", reason="blocks are not told there")
def test_the_weights_take_no_room_on_the_disk(hub: Hub, tmp_path: Path) -> None:
    path = fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)
    assert path.stat().st_blocks * 512 < 100_000


def test_a_long_header_is_read_in_doubling_steps(hub: Hub, tmp_path: Path) -> None:
    path = fetch_headers([hub.file("long.gguf", LONG)], hub.settings, tmp_path)
    with GGUFFile.open(path) as file:
        assert len(file.metadata["long"]) == 5 * MIB // 8
    ends = [0, MIB, 2 * MIB, 4 * MIB]
    assert hub.ranges == [f"bytes={a}-{b - 1}" for a, b in pairwise(ends)]
    assert hub.num_signatures == 1


def test_a_file_shorter_than_the_first_step_is_read_whole(hub: Hub, tmp_path: Path) -> None:
    content = gguf_bytes([ARCHITECTURE], [tensor_row("w", [8])], bytes(32))
    fetch_headers([hub.file("tiny.gguf", content)], hub.settings, tmp_path)
    assert hub.ranges == [f"bytes=0-{len(content) - 1}"]


def test_every_part_of_a_split_model_is_there(hub: Hub, tmp_path: Path) -> None:
    write_gguf(tmp_path / "m.gguf", METADATA, tensors(), max_tensors_per_part=8)
    parts = sorted(tmp_path.glob("*.gguf"))
    assert len(parts) > 2
    files = [hub.file(part.name, part.read_bytes()) for part in parts]
    path = fetch_headers(files, hub.settings, tmp_path / "cache")
    assert path.name == parts[0].name
    with GGUFFile.open(parts[0]) as real, GGUFFile.open(path) as fetched:
        assert fetched.tensors == real.tensors
        assert dict(fetched.metadata) == dict(real.metadata)


def test_the_engine_judges_what_was_fetched(hub: Hub, tmp_path: Path, golden_dir: Path) -> None:
    content = (golden_dir / "tiny-llama.gguf").read_bytes()
    path = fetch_headers([hub.file("tiny-llama.gguf", content)], hub.settings, tmp_path)
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    client = EngineClient(events.put, lambda _: None)
    client.start()
    try:
        client.send(Inspect("1", str(path), (EngineConfig(device="cpu", context_len=256),)))
        assert isinstance(events.get(timeout=30), EngineReady)
        answer = events.get(timeout=30)
    finally:
        client.close()
    assert isinstance(answer, Inspected)
    verdict = judge(answer)
    assert verdict.kind is VerdictKind.FITS_CPU
    assert verdict.reports[0].file_bytes == len(content)


def test_the_token_is_for_the_hub_alone(hub: Hub, tmp_path: Path) -> None:
    fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)
    assert hub.tokens == {"hub": {"Bearer hf_secret"}, "storage": {None}}


def test_what_is_no_gguf_is_told_after_the_first_request(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"picture\.gguf is not a GGUF model file"):
        fetch_headers([hub.file("picture.gguf", PNG)], hub.settings, tmp_path)
    assert len(hub.ranges) == 1


def test_a_tensor_type_of_the_future_is_told(hub: Hub, tmp_path: Path) -> None:
    content = gguf_bytes([ARCHITECTURE], [tensor_row("w", [32], 99)], WEIGHTS)
    with pytest.raises(UnsupportedModelError, match="tensor type 99"):
        fetch_headers([hub.file("new.gguf", content)], hub.settings, tmp_path)


def test_what_was_fetched_needs_no_network_any_more(hub: Hub, tmp_path: Path) -> None:
    files = [hub.file("small.gguf", SMALL)]
    path = fetch_headers(files, hub.settings, tmp_path)
    asked = len(hub.ranges), hub.num_signatures
    assert fetch_headers(files, HubSettings(is_offline=True), tmp_path) == path
    assert (len(hub.ranges), hub.num_signatures) == asked


def test_another_file_of_that_name_is_fetched_anew(hub: Hub, tmp_path: Path) -> None:
    first = fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)
    second = fetch_headers([hub.file("small.gguf", LONG)], hub.settings, tmp_path)
    assert first != second
    assert second.stat().st_size == len(LONG)


def test_a_part_that_is_gone_is_fetched_anew(hub: Hub, tmp_path: Path) -> None:
    files = [hub.file("small.gguf", SMALL)]
    path = fetch_headers(files, hub.settings, tmp_path)
    path.unlink()
    assert fetch_headers(files, hub.settings, tmp_path).is_file()


def test_without_a_network_it_is_said(hub: Hub, tmp_path: Path) -> None:
    file = hub.file("small.gguf", SMALL)
    with pytest.raises(
        OfflineError, match=r"Looking into small\.gguf needs the network, which is off"
    ):
        fetch_headers([file], HubSettings(is_offline=True), tmp_path)
    with pytest.raises(
        HubError, match=r"header of small\.gguf could not be read: .*try again later"
    ):
        fetch_headers([file], HubSettings("http://127.0.0.1:9"), tmp_path)


@pytest.mark.parametrize("trouble", ["cut", 503, 429, 403, "whole"])
def test_one_failure_is_made_good(hub: Hub, tmp_path: Path, trouble: int | str) -> None:
    hub.troubles = [None, trouble] if trouble == "cut" else [trouble]
    path = fetch_headers([hub.file("long.gguf", LONG)], hub.settings, tmp_path)
    with GGUFFile.open(path) as file:
        assert len(file.metadata["long"]) == 5 * MIB // 8
    assert hub.num_signatures == (2 if trouble == 403 else 1)


def test_a_server_without_ranges_is_not_read_to_the_end(hub: Hub, tmp_path: Path) -> None:
    hub.troubles = ["whole"]
    large = gguf_bytes([ARCHITECTURE], [tensor_row("w", [16 * VALUES])], 16 * WEIGHTS)
    fetch_headers([hub.file("large.gguf", large)], hub.settings, tmp_path)
    assert hub.num_body_bytes < len(large) // 2


def test_a_header_without_an_end_is_not_read_to_it(hub: Hub, tmp_path: Path) -> None:
    lists = [key_value(f"long{i}", ARRAY, array(U32, MIB, bytes(4 * MIB))) for i in range(16)]
    endless = gguf_bytes([ARCHITECTURE, *lists], [tensor_row("w", [VALUES])], WEIGHTS)
    with pytest.raises(UnsupportedModelError, match="longer than 32 MB"):
        fetch_headers([hub.file("endless.gguf", endless)], hub.settings, tmp_path)
    assert hub.num_body_bytes < 40 * MIB


@pytest.mark.parametrize("trouble", ["cut", 500])
def test_a_failure_that_lasts_is_told_and_leaves_nothing(
    hub: Hub, tmp_path: Path, trouble: int | str
) -> None:
    hub.troubles = [trouble] * 40
    with pytest.raises(
        HubError, match=r"header of small\.gguf could not be read: .*try again later"
    ):
        fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)
    assert list((tmp_path / "headers").iterdir()) == []


def test_a_refusal_of_the_hub_says_what_to_do(hub: Hub, tmp_path: Path) -> None:
    hub.refusal = (403, "GatedRepo")
    with pytest.raises(
        DownloadError, match=r"some/repo is gated: accept its terms at .*/some/repo"
    ):
        fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)


def test_a_file_of_another_size_is_not_taken_for_it(hub: Hub, tmp_path: Path) -> None:
    file = hub.file("small.gguf", SMALL)
    smaller = HubFile(file.repo_id, file.revision, file.path, file.size - 1, None)
    with pytest.raises(HubError, match=r"small\.gguf was replaced on the Hub"):
        fetch_headers([smaller], hub.settings, tmp_path)


def test_a_stop_ends_it(hub: Hub, tmp_path: Path) -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(StoppedError):
        fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path, stop)
    assert hub.ranges == []


def test_a_cache_that_cannot_be_written_is_told(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "headers").write_text("in the way")
    with pytest.raises(HubError, match=r"header of small\.gguf could not be kept in .*headers"):
        fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)


def test_old_headers_are_cleared_away(hub: Hub, tmp_path: Path) -> None:
    kept = tmp_path / "headers"
    for number in range(KEPT_MODELS + 5):
        (kept / f"{number:02}").mkdir(parents=True)
        then = time.time() - 60 * number
        os.utime(kept / f"{number:02}", (then, then))
    os.utime(kept / "00", (0, 0))
    path = fetch_headers([hub.file("small.gguf", SMALL)], hub.settings, tmp_path)
    names = {entry.name for entry in kept.iterdir()} - {path.parent.name}
    assert names == {f"{number:02}" for number in range(1, KEPT_MODELS)}


def test_several_threads_may_want_the_same(hub: Hub, tmp_path: Path) -> None:
    files = [hub.file("long.gguf", LONG)]
    paths: list[Any] = []
    threads = [
        threading.Thread(target=lambda: paths.append(fetch_headers(files, hub.settings, tmp_path)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(paths) == 4
    assert len(set(paths)) == 1
    with GGUFFile.open(paths[0]) as file:
        assert file.tensors
