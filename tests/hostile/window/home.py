"""What a window has around it: models, files, a Hub, an engine elsewhere, tools."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from app.composition import SETTINGS_FILE, Paths
from app.services.endpoints.endpoint import create_endpoint
from app.services.endpoints.store import EndpointStore
from app.services.tools.store import ToolServerStore
from engine.commands import ToolCall
from tests.hostile.crashes.windows import folders
from tests.support.endpoint_server import serve_endpoint
from tests.support.fake_engine import FakeEngine
from tests.support.hub_pages import PageRepo
from tests.support.pages_server import ServedPages, serve_pages
from tests.support.settled import settle
from tests.support.tiny_gguf import write_gguf
from tests.support.tiny_llama import METADATA, tensors
from tests.support.tool_servers import real_server

_CARD = "# Tiny\n\n| a | b |\n|---|---|\n| 1 | $x^2$ |\n\n<img src='http://127.0.0.1:9/x.png'>"
_CALLS = [("add", '{"a": 1, "b": 2}'), ("add", "{"), ("fail", "{}"), ("die", "{}"), ("none", "{}")]


@dataclass(frozen=True)
class Home:
    """`folder` holds everything that a window writes; `files` are there to be attached."""

    folder: Path
    paths: Paths
    files: tuple[Path, ...]
    engine: FakeEngine
    hub: ServedPages
    model: bytes


@contextmanager
def make_home(folder: Path, random: Random) -> Iterator[Home]:
    """Fill `folder`, and serve what is elsewhere until the end of the block."""
    paths = folders(folder)
    paths.models.mkdir(parents=True)
    for name in ("Alpha", "Beta", "Gamma 7B"):
        path = paths.models / f"{name}.gguf"
        settle(write_gguf(path, METADATA | {"general.name": name}, tensors()))
    model = (paths.models / "Alpha.gguf").read_bytes()
    with serve_pages() as hub, serve_endpoint() as elsewhere:
        hub.put(*_repositories(model, random))
        hub.server.faults.all_bytes_per_second = random.choice([None, 100_000.0])
        os.environ["HF_ENDPOINT"] = hub.endpoint
        elsewhere.pause_seconds = 0.02
        paths.config.mkdir()
        (paths.config / SETTINGS_FILE).write_text(_settings(random))
        EndpointStore(paths.config).save(create_endpoint("Elsewhere", elsewhere.address))
        if random.random() < 0.3:
            ToolServerStore(paths.config).save(real_server())
        engine = FakeEngine(tokens_per_second=300.0)
        yield Home(folder, paths, _write_files(folder / "files"), engine, hub, model)


def befall(home: Home, random: Random) -> str:
    """Let something change that the window does not know of yet; returns what."""
    engine, hub = home.engine, home.hub
    changes: dict[str, tuple[Any, list[Any]]] = {
        "load_problem": (engine, ["", "The file is damaged."]),
        "answer_problem": (engine, ["", "", "The device has no memory left."]),
        "inspect_problem": (engine, ["", "The file is damaged."]),
        "tokens_per_second": (engine, [None, 20.0, 300.0, 2000.0]),
        "num_tokens": (engine, [0, 1, 30, 400]),
        "thoughts": (engine, [(), ("Let me ", "think.\n", "So")]),
        "drafted": (engine, [frozenset(), frozenset({"step "})]),
        "calls": (engine, [(), (), (ToolCall(str(random.random()), *random.choice(_CALLS)),)]),
        "is_context_full": (engine, [False, False, True]),
        "dies_on_load": (engine, [False, False, False, True]),
        "lie_at": (hub.server.faults, [None, 10]),
    }
    name = random.choice([*changes, "model", "hub"])
    if name in changes:
        owner, values = changes[name]
        value = random.choice(values)
        setattr(owner, name, value)
        return f"{name} becomes {value!r}"
    if name == "hub":
        hub.server.faults.cuts.extend([1000, 5000])
        hub.pages.failures.append((random.choice([404, 429, 500]), {}))
        return "the Hub fails"
    return _change_models(home, random)


def _settings(random: Random) -> str:
    language = random.choice(["en", "ar", "de", "es", "fr", "ja", "zh_CN"])
    theme, density = random.choice(["light", "dark"]), random.choice(["comfortable", "compact"])
    scale = random.choice([80, 100, 200])
    return (
        f'[appearance]\nlanguage = "{language}"\ntheme = "{theme}"\n'
        f'density = "{density}"\nfont_scale = {scale}\n'
        '[updates]\nwheel_mirror = "http://127.0.0.1:9"\n'
    )


def _change_models(home: Home, random: Random) -> str:
    home.paths.models.mkdir(exist_ok=True)  # the window may have moved it
    there = sorted(home.paths.models.rglob("*.gguf"))
    path = random.choice([*there, home.paths.models / f"New {random.randrange(99)}.gguf"])
    if random.random() < 0.3:
        path.unlink(missing_ok=True)
        return f"{path.name} is deleted"
    path.write_bytes(random.choice([home.model, b"GGUF and no more"]))
    return f"{path.name} is written"


def _repositories(model: bytes, random: Random) -> list[PageRepo]:
    large = model + random.randbytes(3_000_000)
    files: dict[str, bytes | int] = {
        "tiny-Q4_K_M.gguf": model,
        "tiny-Q8_0.gguf": large,
        "huge-Q6_K.gguf": 40_000_000_000,
    }
    parts = {f"two-Q8_0-0000{part}-of-00002.gguf": large[part * 5000 :] for part in (1, 2)}
    facts = {"architecture": "llama", "total": 1_700_000_000}
    many = [
        PageRepo(f"many/model-{number}", {"m-Q4_K_M.gguf": 10**9 + number}, gguf=facts)
        for number in range(100)
    ]
    return [
        PageRepo("author/tiny-GGUF", files, card=_CARD, downloads=1234, gguf=facts),
        PageRepo("author/gated", {"g-Q4_0.gguf": b"x"}, gated="manual"),
        PageRepo("author/parts", parts, tags=("gguf", "license:mit")),
        *many,
    ]


def _write_files(folder: Path) -> tuple[Path, ...]:
    folder.mkdir()
    contents = {
        "note.txt": b"Hello\n" * 50,
        "long.py": b"print('x')\n" * 20_000,
        "bad.pdf": b"%PDF-1.4 and no more",
        "bad.gguf": b"GGUF and no more",
        "image.png": b"\x89PNG\r\n\x1a\n" + bytes(50),
        "chats.json": b'[{"title": "One", "mapping": {}}]',
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return tuple(folder / name for name in contents)
