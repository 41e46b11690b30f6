"""Modules that run at their first use, and what torch can do without some of its own."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import EngineConfig
from engine.late_modules import run_when_used
from engine.models.model_file import open_model
from engine.runtime.cuda_memory import cuda_memory_needs

ROOT = Path(__file__).parents[2]
MODELS = ("tiny-llama", "tinyq-moe-Q4_K", "tiny-qwen35moe", "tiny-gemma4-e4b", "tiny-lfm2")

# Plans models on a GPU, which computes sizes with meta tensors; then uses the exporter after all.
_PROBE = """
import sys
from engine.late_modules import TORCH_COMPILER, run_when_used
run_when_used(TORCH_COMPILER)
from pathlib import Path
import torch
from tests.engine.test_late_modules import planned_bytes
for path in sys.argv[1:]:
    print(planned_bytes(Path(path)))
print(*("__getattr__" in vars(sys.modules[name]) for name in TORCH_COMPILER))
import engine.session.session
print("numba" in sys.modules)
print(torch.export.export.__module__, "__getattr__" in vars(torch.export))
"""


def planned_bytes(path: Path) -> int:
    """What a model takes on a GPU."""
    with open_model(path, with_data=False) as file:
        needs = cuda_memory_needs(file.config, file.gguf.tensors.values(), EngineConfig())
        return needs.plan(256).total_bytes


@pytest.fixture
def finders() -> Iterator[None]:
    before = list(sys.meta_path)
    yield
    sys.meta_path[:] = before


@pytest.mark.usefixtures("finders")
def test_a_module_runs_at_its_first_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "heavy_part", None)
    del sys.modules["heavy_part"]
    (tmp_path / "heavy_part.py").write_text("import sys\nsys.heavy_part_ran = True\nanswer = 42\n")
    run_when_used(["heavy_part"])
    import heavy_part  # type: ignore[import-not-found]

    assert not hasattr(sys, "heavy_part_ran")
    assert heavy_part.answer == 42
    assert sys.heavy_part_ran  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="nothing"):
        _ = heavy_part.nothing
    monkeypatch.delattr(sys, "heavy_part_ran")


def test_torch_needs_none_of_its_compiler_until_it_is_asked_for(golden_dir: Path) -> None:
    paths = [golden_dir / f"{name}.gguf" for name in MODELS]
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, *map(str, paths)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    *planned, late, numba, export = done.stdout.splitlines()
    assert planned == [str(planned_bytes(path)) for path in paths]
    assert late == "True True"
    assert numba == "False"  # the compiler of the CPU's loops
    assert export.endswith(" False")
