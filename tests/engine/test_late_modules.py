"""Modules that run at their first use, and what torch can do without some of its own."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.config import EngineConfig
from engine.late_modules import run_when_used, unused_by_engine
from engine.models.model_file import open_model
from engine.runtime.cuda_memory import cuda_memory_needs

ROOT = Path(__file__).parents[2]
MODELS = ("tiny-llama", "tinyq-moe-Q4_K", "tiny-qwen35moe", "tiny-gemma4-e4b", "tiny-lfm2")
PROFILER = "torch.profiler.profile().start()"  # imports torch's compiler
USES = (
    "torch.vmap(torch.neg)(torch.ones(2))",
    "torch.compiler.is_compiling()",
    "torch.distributions.Normal(0.0,1.0).sample()",
    "torch.export.export",
    "torch.fx.Graph()",
    "torch.masked.masked_tensor",
    "torch.nested.nested_tensor",
    "torch.nn.Linear(2,2)(torch.ones(2))",
    "torch.nn.qat.Linear",
    "torch.nn.quantized.FloatFunctional",
    "torch.optim.Adam",
    "torch.quantization.QuantStub",
    "torch.utils.data.DataLoader",
)

# Plans models on a GPU, which computes sizes with meta tensors; then uses torch's modules after
# all, each in a process in which it is the first: they import each other in circles.
_PROBE = """
import os
import sys
from engine.late_modules import run_when_used, unused_by_engine
late = unused_by_engine()
run_when_used(late)
import engine.session.session
imported = [name for name in late if name in sys.modules]
print(*(name for name in imported if "__getattr__" not in vars(sys.modules[name])))
print("numba" in sys.modules)
print(len(imported))
from pathlib import Path
import torch
from tests.engine.test_late_modules import planned_bytes
for path in sys.argv[2:]:
    print(planned_bytes(Path(path)), flush=True)
for use in sys.argv[1].split():
    if os.fork() == 0:
        try:
            eval(use)
            print(use, flush=True)
        finally:
            os._exit(0)
    os.wait()
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
    run_when_used({"heavy_part": ()})
    import heavy_part  # type: ignore[import-not-found]

    assert not hasattr(sys, "heavy_part_ran")
    assert heavy_part.answer == 42
    assert sys.heavy_part_ran  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="nothing"):
        _ = heavy_part.nothing
    monkeypatch.delattr(sys, "heavy_part_ran")


def test_the_version_of_torch_decides_which_modules_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").touch()
    waiting = []
    for version in ("2.14.0", "2.11.0+cu130", None):
        file = tmp_path / "torch" / "version.py"
        file.unlink(missing_ok=True)
        if version:
            file.write_text(f"__all__ = ['__version__']\n__version__ = '{version}'\n")
        waiting.append(len(unused_by_engine()))
    others, known, unknown = waiting
    assert others == unknown < known


def printed_by(probe: str) -> list[str]:
    """The lines that a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.split("\n")


def test_gguf_gives_its_grids_without_its_reader_and_writer() -> None:
    probe = (
        "import sys\n"
        "from engine.late_modules import run_when_used, unused_by_engine\n"
        "run_when_used(unused_by_engine())\n"
        "from engine.gguf.types import GGMLType\n"
        "from engine.quants.grids import grid_entries\n"
        "print(grid_entries(GGMLType.IQ2_XXS).shape)\n"
        "print(*(name for name in ('yaml', 'gguf.lazy', 'gguf.quants') if name in sys.modules))\n"
        "import gguf\n"
        "print(gguf.gguf_reader.GGUFReader.__name__)\n"
    )
    assert printed_by(probe)[:3] == ["(256, 8)", "gguf.lazy gguf.quants", "GGUFReader"]


def test_the_kernels_of_a_gpu_come_without_what_a_first_answer_does_not_need() -> None:
    pytest.importorskip("triton")
    probe = (
        "import sys\n"
        "from engine.late_modules import run_when_used, unused_by_engine\n"
        "late = unused_by_engine()\n"
        "run_when_used(late)\n"
        "from engine.runtime.device import _import_cuda_device\n"
        "print(_import_cuda_device().__name__)\n"
        "imported = [name for name in late if name in sys.modules]\n"
        "print(*(name for name in imported if '__getattr__' not in vars(sys.modules[name])))\n"
        "unwanted = ('asyncio', 'numba', 'yaml', 'engine.runtime.cuda_profile')\n"
        "print(*(name for name in unwanted if name in sys.modules))\n"
    )
    assert printed_by(probe)[:3] == ["CudaDevice", "", ""]


@pytest.mark.usefixtures("finders")
def test_a_function_of_a_late_module_runs_it_when_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "heavy_tools", None)
    del sys.modules["heavy_tools"]
    (tmp_path / "heavy_tools.py").write_text(
        "import sys\nsys.heavy_tools_ran = True\ndef double(n, *, by=2):\n    return n * by\n"
    )
    run_when_used({"heavy_tools": ("double",)})
    from heavy_tools import double  # type: ignore[import-not-found]

    assert not hasattr(sys, "heavy_tools_ran")
    assert double(4) == 8
    assert sys.heavy_tools_ran  # type: ignore[attr-defined]
    assert double(4, by=3) == 12
    monkeypatch.delattr(sys, "heavy_tools_ran")


def test_torch_needs_none_of_what_waits_until_it_is_asked_for(golden_dir: Path) -> None:
    paths = [golden_dir / f"{name}.gguf" for name in MODELS]
    wanted = [PROFILER, *random.Random(20).sample(USES, 2)]
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, " ".join(wanted), *map(str, paths)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    ran, numba, waiting, *planned = done.stdout.splitlines()[: 3 + len(paths)]
    assert ran == ""
    assert numba == "False"  # the compiler of the CPU's loops
    assert int(waiting) >= 2
    assert planned == [str(planned_bytes(path)) for path in paths]
    assert done.stdout.splitlines()[3 + len(paths) :] == wanted, done.stderr
