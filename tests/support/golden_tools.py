"""Loads the writer of GGUF files and the float64 reference that come with the golden cases."""

import importlib.util
import os
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

REPOSITORY = Path(__file__).resolve().parents[2]


def folder() -> Path:
    """The folder with `synth_gguf.py` and `ref_numpy.py`: that of the golden archive (`ENCORE_GOLDEN`)."""
    named = os.environ.get("ENCORE_GOLDEN")
    return Path(named).parent if named else REPOSITORY.parent / "shared/golden"


def are_there() -> bool:
    """Whether both scripts are."""
    return all((folder() / f"{name}.py").is_file() for name in ("synth_gguf", "ref_numpy"))


@cache
def synth() -> ModuleType:
    """`synth_gguf`: builders of each architecture's metadata and tensors."""
    return _loaded("synth_gguf")


@cache
def reference() -> ModuleType:
    """`ref_numpy`: forward passes in float64."""
    return _loaded("ref_numpy")


def _loaded(name: str) -> ModuleType:
    place = str(folder())
    spec = importlib.util.spec_from_file_location(name, f"{place}/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # synth_gguf's presets look it up there
    sys.path.insert(0, place)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(place)
    return module
