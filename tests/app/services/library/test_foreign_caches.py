"""Other programs' folders, laid out as they lay them out; nothing in them is ever written."""

import hashlib
import json
from pathlib import Path

import pytest

from app.services.library.entry import ImportMode, ModelEntry, Origin, Verification
from app.services.library.folder import ModelFolder
from app.services.library.foreign_caches import ForeignCache
from engine.errors import RequestError
from tests.app.services.library.conftest import METADATA, TENSORS
from tests.support.tiny_gguf import write_gguf

MODEL_LAYER = "application/vnd.ollama.image.model"


def listed(folder: ModelFolder, origin: Origin, cache: Path) -> list[ModelEntry]:
    folder.foreign_caches = (ForeignCache(origin, cache),)
    return folder.list_models()


def content_of(cache: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in cache.rglob("*")}


def add_to_hub_cache(
    cache: Path, repo: str, revision: str, file: str, name: str = "Tiny", *, is_current: bool = True
) -> Path:
    """One file of one snapshot, as huggingface_hub keeps it."""
    top = cache / f"models--{repo.replace('/', '--')}"
    blobs, target = top / "blobs", top / "snapshots" / revision / file
    blobs.mkdir(parents=True, exist_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = write_gguf(blobs / "new", {**METADATA, "general.name": name}, TENSORS)
    blob = temporary.rename(blobs / hashlib.sha256(temporary.read_bytes()).hexdigest())
    target.symlink_to(blob)
    if is_current:
        (top / "refs").mkdir(exist_ok=True)
        (top / "refs/main").write_text(revision)
    return target


def add_to_ollama(
    cache: Path, manifest: str, *, layer: str = MODEL_LAYER, metadata: dict[str, object] = METADATA
) -> Path:
    """A model and its manifest, as Ollama keeps them."""
    (cache / "blobs").mkdir(parents=True, exist_ok=True)
    temporary = write_gguf(cache / "blobs/new", metadata, TENSORS)
    digest = hashlib.sha256(temporary.read_bytes()).hexdigest()
    blob = temporary.rename(cache / f"blobs/sha256-{digest}")
    path = cache / "manifests" / manifest
    path.parent.mkdir(parents=True, exist_ok=True)
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:0", "size": 1},
        {"mediaType": layer, "digest": f"sha256:{digest}", "size": blob.stat().st_size},
    ]
    path.write_text(json.dumps({"schemaVersion": 2, "config": {}, "layers": layers}))
    return blob


def test_the_hugging_face_cache_is_used_where_it_is(folder: ModelFolder, tmp_path: Path) -> None:
    cache = tmp_path / "hub"
    path = add_to_hub_cache(cache, "author/some-GGUF", "abcdef", "Q4/tiny.gguf")
    before = content_of(cache)
    (entry,) = listed(folder, Origin.HUGGING_FACE, cache)
    assert entry.name == "huggingface/author/some-GGUF/Q4/tiny.gguf"
    assert (entry.path, entry.is_read_only, entry.problem) == (path, True, None)
    assert (entry.repo_id, entry.revision) == ("author/some-GGUF", "abcdef")
    assert (entry.title, entry.architecture) == ("Tiny", "llama")
    assert folder.verify(entry.name) is Verification.HUB
    with pytest.raises(RequestError, match="Hugging Face cache"):
        folder.remove(entry.name)
    assert content_of(cache) == before


def test_what_the_hugging_face_cache_has_in_two_revisions(
    folder: ModelFolder, tmp_path: Path
) -> None:
    cache = tmp_path / "hub"
    add_to_hub_cache(cache, "a/b", "oldrevision", "tiny.gguf", "Old")
    add_to_hub_cache(cache, "a/b", "newrevision", "tiny.gguf", "New")
    snapshot = cache / "models--a--b/snapshots"
    (snapshot / "newrevision/same.gguf").symlink_to((snapshot / "newrevision/tiny.gguf").resolve())
    (snapshot / "newrevision/gone.gguf").symlink_to(tmp_path / "gone")
    titles = {entry.name: entry.title for entry in listed(folder, Origin.HUGGING_FACE, cache)}
    assert titles == {
        "huggingface/a/b/same.gguf": "New",
        "huggingface/a/b/tiny.gguf": "Old",
    }


def test_a_split_model_of_the_hugging_face_cache_is_one(
    folder: ModelFolder, tmp_path: Path
) -> None:
    write_gguf(tmp_path / "big.gguf", METADATA, TENSORS, max_tensors_per_part=1)
    snapshot, blobs = tmp_path / "hub/models--a--b/snapshots/r", tmp_path / "hub/models--a--b/blobs"
    for made in (snapshot, blobs):
        made.mkdir(parents=True)
    for part in sorted(tmp_path.glob("big-*.gguf")):
        blob = part.rename(blobs / hashlib.sha256(part.read_bytes()).hexdigest())
        (snapshot / part.name).symlink_to(blob)
    (entry,) = listed(folder, Origin.HUGGING_FACE, tmp_path / "hub")
    assert [path.parent for path in entry.paths] == [snapshot, snapshot]
    assert folder.verify(entry.name) is Verification.HUB
    copy = folder.import_model(entry.path, ImportMode.LINK)
    assert [path.name for path in copy.paths] == [path.name for path in entry.paths]
    assert folder.verify(copy.path.name) is Verification.HUB
    assert (copy.repo_id, copy.revision) == ("a/b", "r")


def test_lm_studio_keeps_models_as_the_hub_does(folder: ModelFolder, tmp_path: Path) -> None:
    place = tmp_path / "lm/publisher/some-GGUF"
    place.mkdir(parents=True)
    for name in ("tiny.gguf", "mmproj-tiny.gguf", "downloading_big.gguf"):
        write_gguf(place / name, METADATA, TENSORS)
    (entry,) = listed(folder, Origin.LM_STUDIO, tmp_path / "lm")
    assert entry.name == "lmstudio/publisher/some-GGUF/tiny.gguf"
    assert entry.repo_id == "publisher/some-GGUF"


def test_ollamas_blobs_open_under_the_names_of_their_manifests(
    folder: ModelFolder, tmp_path: Path
) -> None:
    cache = tmp_path / "ollama"
    blob = add_to_ollama(cache, "registry.ollama.ai/library/tiny/1b", metadata={"a.b": 1})
    add_to_ollama(
        cache, "registry.ollama.ai/someone/other/latest", metadata={"general.name": "Other"}
    )
    add_to_ollama(cache, "hf.co/author/repo-GGUF/Q4_K_M", metadata={"general.name": "Third"})
    before = content_of(cache)
    hub, own, other = listed(folder, Origin.OLLAMA, cache)
    assert (hub.name, hub.title, hub.repo_id) == (
        "ollama/hf.co/author/repo-GGUF:Q4_K_M",
        "Third",
        "author/repo-GGUF",
    )
    assert (own.name, own.title, own.path, own.problem) == (
        "ollama/someone/other:latest",
        "Other",
        own.path,
        None,
    )
    assert (other.name, other.title, other.path) == ("ollama/tiny:1b", "tiny:1b", blob)
    assert folder.resolve("ollama/tiny:1b") == blob
    assert folder.verify("ollama/tiny") is Verification.NAMED
    assert content_of(cache) == before


def test_a_model_of_ollama_can_be_linked_under_a_sound_name(
    folder: ModelFolder, tmp_path: Path
) -> None:
    blob = add_to_ollama(tmp_path / "ollama", "registry.ollama.ai/library/tiny/1b")
    listed(folder, Origin.OLLAMA, tmp_path / "ollama")
    entry = folder.import_model(blob, ImportMode.LINK)
    assert entry.path == folder.folder / "tiny-1b.gguf"
    assert folder.verify("tiny-1b") is Verification.RECORDED


def test_what_ollama_has_not_finished_or_is_no_model_is_not_shown(
    folder: ModelFolder, tmp_path: Path
) -> None:
    cache = tmp_path / "ollama"
    blob = add_to_ollama(cache, "registry.ollama.ai/library/short/1b")
    blob.write_bytes(blob.read_bytes()[:-1])
    add_to_ollama(cache, "registry.ollama.ai/library/gone/1b", metadata={"a.b": 2}).unlink()
    add_to_ollama(cache, "registry.ollama.ai/library/adapter/1b", layer="x", metadata={"a.b": 1})
    add_to_ollama(cache, "stray", metadata={"a.b": 3})
    for name, text in (("broken", "{"), ("list", "[]"), ("outside", '{"layers": [{}]}')):
        (cache / "manifests/registry.ollama.ai/library" / name).mkdir()
        (cache / "manifests/registry.ollama.ai/library" / name / "tag").write_text(text)
    escaping = {"mediaType": MODEL_LAYER, "digest": "sha256:../../secret", "size": 1}
    (cache / "manifests/registry.ollama.ai/library/outside/tag").write_text(
        json.dumps({"layers": [escaping]})
    )
    assert listed(folder, Origin.OLLAMA, cache) == []


def test_jan_names_its_models_in_a_description(folder: ModelFolder, tmp_path: Path) -> None:
    data = tmp_path / "data"
    elsewhere = tmp_path / "my models"
    elsewhere.mkdir()
    write_gguf(elsewhere / "outside.gguf", METADATA, TENSORS)
    descriptions = {
        "author/inside": "model_path: llamacpp/models/author/inside/model.gguf\nname: x\n",
        "quoted": f"name: y\nmodel_path: '{elsewhere / 'outside.gguf'}'\n",
        "folded": f"model_path: >-\n  {elsewhere / 'outside.gguf'}\nsize_bytes: 3\n",
        "gone": "model_path: llamacpp/models/gone/model.gguf\n",
    }
    for name, text in descriptions.items():
        place = data / "llamacpp/models" / name
        place.mkdir(parents=True)
        (place / "model.yml").write_text(text)
    inside = write_gguf(data / "llamacpp/models/author/inside/model.gguf", METADATA, TENSORS)
    (data / "models/old").mkdir(parents=True)
    write_gguf(data / "models/old/old.gguf", METADATA, TENSORS)
    names = {entry.name: entry.path for entry in listed(folder, Origin.JAN, data)}
    assert names == {
        "jan/author/inside": inside,
        "jan/folded": elsewhere / "outside.gguf",
        "jan/old/old.gguf": data / "models/old/old.gguf",
    }


def test_what_is_damaged_elsewhere_is_not_our_business(folder: ModelFolder, tmp_path: Path) -> None:
    place = tmp_path / "lm/a/b"
    place.mkdir(parents=True)
    (place / "broken.gguf").write_bytes(b"no model")
    assert listed(folder, Origin.LM_STUDIO, tmp_path / "lm") == []


@pytest.mark.parametrize(
    "origin", [Origin.HUGGING_FACE, Origin.LM_STUDIO, Origin.OLLAMA, Origin.JAN]
)
def test_a_cache_that_went_away_is_empty(
    folder: ModelFolder, tmp_path: Path, origin: Origin
) -> None:
    assert listed(folder, origin, tmp_path / "gone") == []
