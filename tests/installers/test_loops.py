"""Loops compiled for a release: what a start on this processor takes of them."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import llvmlite.binding
import pytest

from engine.quants.processor import FORCED, kinds_of
from installers.loops import compile_loops, pack, write_models
from installers.preparation import ROOT

KINDS = kinds_of(llvmlite.binding.get_host_cpu_features())

# A start with an empty cache and an archive: what it found, and what it compiled.
_START = """
import sys
from pathlib import Path
from engine.quants import loop_cache
folder, archive, model = map(Path, sys.argv[1:])
loop_cache.PREBUILT_LOOPS = archive
loop_cache.use_source_keyed_cache(folder)
compiled = []
save = loop_cache.CompiledLoops.save
loop_cache.CompiledLoops.save = lambda self, *entry: (compiled.append(entry[0]), save(self, *entry))
from engine.config import EngineConfig
from engine.session.session import Session
session = Session.load(model, EngineConfig(device="cpu"))
print(len(list(folder.glob("*/*/*.nbc"))), len(compiled))
"""


def _start(folder: Path, archive: Path, model: Path, processor: str) -> tuple[int, int]:
    done = subprocess.run(
        [sys.executable, "-c", _START, str(folder), str(archive), str(model)],
        env=os.environ | {FORCED: processor},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found, compiled = done.stdout.split()
    return int(found), int(compiled)


@pytest.mark.skipif(not KINDS, reason="this processor is of no kind")
@pytest.mark.timeout(300)
def test_a_first_start_compiles_nothing_that_came_with_the_release(
    golden_dir: Path, tmp_path: Path
) -> None:
    model, processor = golden_dir / "tiny-llama.gguf", KINDS[-1].name
    compile_loops([*write_models(tmp_path, ["Q8_0"]), model], processor, tmp_path / "compiled")
    archive = pack(tmp_path / "compiled", tmp_path)
    found, compiled = _start(tmp_path / "user", archive, model, processor)
    assert found > 10
    assert compiled == 0
    if len(KINDS) > 1:
        assert _start(tmp_path / "other", archive, model, KINDS[0].name)[1] > 10


def test_the_same_loops_are_the_same_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("installers.loops.loops_key", lambda _: "key")
    for name in ("key/quants/b.nbc", "key/quants/a.nbc", "old/quants/a.nbc", "key/quants/a.tmp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    contents = [pack(tmp_path, tmp_path / out).read_bytes() for out in ("one", "another")]
    assert contents[0] == contents[1]
    with zipfile.ZipFile(tmp_path / "one/loops.zip") as archive:
        assert archive.namelist() == ["key/quants/a.nbc", "key/quants/b.nbc"]
